//! Help on fighting: which types hit, capture and repair which.

use design::abilities::{
    CaptureMeans, can_attack, can_repair, capture_chance, capture_means, damage, fights_in_rounds, hit_chance,
};
use design::parameters::table::{ATTACK_RANGE, HP_PER_REPAIR};
use design::parameters::unit::{ATTACK, DEFEND};
use design::{Design, UnitType};

use super::cells::{matrix, shared, unit_cell, unit_name};
use crate::document::{Cell, Section};

/// Chances with mean damage, captures, repairs.
pub(super) fn fighting(design: &Design) -> Section {
    let mut section = Section::new("Who hits whom");
    let has_strengths = design.unit_types().any(|kind| design.int(ATTACK, kind) > 0 || design.int(DEFEND, kind) > 0);
    if has_strengths && fights_in_rounds(design) {
        section = section.paragraph("Attack against defence decides: see the units.");
    }
    let hits = matrix(design, "attacker / target", unit_cell, unit_cell, |attacker, target| {
        let chance = hit_chance(design, attacker, target, false);
        let damage = half(damage(design, attacker, target, false).twice_mean());
        can_attack(design, attacker, target)
            .then(|| Cell::number(format!("{chance}%")).noted(damage).heated(chance as u8))
    });
    let (has_hits, far) = (!hits.rows.is_empty(), reaches(design));
    section = section.sheet(hits);
    if has_hits {
        section = section.paragraph(
            "The chance that a blow hits, and below it the hit points that it then takes, on average. An empty field: no attack.",
        );
    }
    section = section.list(far);
    let taken = matrix(design, "takes", unit_cell, unit_cell, |captor, target| capture(design, captor, target));
    if !taken.rows.is_empty() {
        section = section.paragraph("Who can take whom, and with what chance:").sheet(taken);
    }
    let mended = matrix(design, "mends", unit_cell, unit_cell, |repairer: UnitType, patient: UnitType| {
        let hundredths = design.entry(HP_PER_REPAIR, repairer, patient);
        can_repair(design, repairer, patient).then(|| Cell::number(decimal(hundredths)))
    });
    if !mended.rows.is_empty() {
        section = section.paragraph("Hit points that one repair gives back:").sheet(mended);
    }
    section
}

/// The chance to capture a type from a side and, if that differs, an independent one.
fn capture(design: &Design, captor: UnitType, target: UnitType) -> Option<Cell> {
    let only = match capture_means(design, captor, target)? {
        CaptureMeans::ByAction => "",
        CaptureMeans::ByBlow => "by attack",
        CaptureMeans::InRounds => "by overrun",
    };
    let [chance, free] = [false, true].map(|is_free| capture_chance(design, captor, target, is_free));
    let differs = if free == chance { String::new() } else { format!("{free}% if independent") };
    let note = [only, &differs].into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join(", ");
    Some(Cell::number(format!("{chance}%")).noted(note).heated(chance.max(free).clamp(0, 100) as u8))
}

/// The types that attack from farther away than the next cell.
fn reaches(design: &Design) -> Vec<String> {
    let far = |kind: UnitType| {
        let hit = design.unit_types().filter(move |&target| can_attack(design, kind, target));
        let most = hit.map(|target| design.entry(ATTACK_RANGE, kind, target)).max()?;
        (most > 1).then(|| (unit_name(design, kind), format!("attacks over up to {most} cells")))
    };
    shared(design.unit_types().filter_map(far))
}

/// Half of a number, as text.
fn half(twice: i32) -> String {
    if twice % 2 == 0 {
        (twice / 2).to_string()
    } else {
        format!("{}{}.5", if twice < 0 { "-" } else { "" }, twice.abs() / 2)
    }
}

/// A number of hundredths, as text.
fn decimal(hundredths: i32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_and_hundredths_read_as_people_write_them() {
        assert_eq!([half(3), half(4), half(-3), half(-1), half(0)], ["1.5", "2", "-1.5", "-0.5", "0"]);
        assert_eq!([decimal(50), decimal(100), decimal(205), decimal(3000)], ["0.5", "1", "2.05", "30"]);
    }
}
