//! Sides: those of a scenario, or those that a design predefines.

use super::super::colors::COLORS;
use design::{Atom, Properties, Scope, SideSketch};
use world::{Scenario, Side};

use super::area::Map;
use super::properties::properties;
use super::tree::{Tree, atoms, bare, form, list, string};

/// The sides of a scenario.
pub(super) fn sides(scenario: &Scenario, map: &Map<'_>) -> Vec<Tree> {
    let mut taken = Vec::new();
    let mut forms = Vec::new();
    for (index, side) in scenario.sides.iter().enumerate() {
        let texts = [
            ("name", &side.name),
            ("noun", &side.noun),
            ("adjective", &side.adjective),
            ("class", &side.class),
            ("emblem-name", &side.emblem),
        ];
        let mut parts = vec![bare(index + 1)];
        parts.extend(said(&texts, side.gdl.atoms()));
        parts.extend(color(&side.color, side.gdl.atoms(), &mut taken));
        if side.advantage != scenario.design.advantage_default() {
            parts.push(form("advantage", [bare(side.advantage)]));
        }
        if let Some(center) = side.center {
            let (x, y) = map.place(center);
            parts.push(form("initial-center-at", [bare(x), bare(y)]));
        }
        parts.extend(trusts(scenario, index, side));
        parts.extend(properties(Scope::Side, side.gdl.atoms(), &["color", "advantage", "initial-center-at"]));
        forms.push(form("side", parts));
    }
    forms
}

/// Members of one team trust each other.
fn trusts(scenario: &Scenario, index: usize, side: &Side) -> Option<Tree> {
    let is_ally = |(other, ally): &(usize, &Side)| *other != index && ally.team == side.team;
    let allies = scenario.sides.iter().enumerate().filter(is_ally);
    let allies: Vec<Tree> = allies.map(|(other, _)| list([bare(other + 1), bare(1)])).collect();
    (side.team != 0 && !allies.is_empty() && !side.gdl.atoms().contains_key("trusts")).then(|| form("trusts", allies))
}

/// The sides that a design predefines, as many as play.
pub(super) fn sketches(sketches: &[SideSketch], count: usize) -> Vec<Tree> {
    let sketch =
        |(index, side): (usize, &SideSketch)| form("side", std::iter::once(bare(index + 1)).chain(sketch_parts(side)));
    sketches.iter().take(count).enumerate().map(sketch).collect()
}

/// The properties of a side before there is a scenario.
pub(super) fn sketch_parts(side: &SideSketch) -> Vec<Tree> {
    let texts = [
        ("name", &side.name),
        ("noun", &side.noun),
        ("adjective", &side.adjective),
        ("class", &side.class),
        ("emblem-name", &side.emblem),
    ];
    let mut parts = said(&texts, side.gdl.atoms());
    parts.extend(color(&side.color, side.gdl.atoms(), &mut Vec::new()));
    parts.extend(side.advantage.map(|advantage| form("advantage", [bare(advantage)])));
    parts.extend(properties(Scope::Side, side.gdl.atoms(), &["color", "advantage"]));
    parts
}

fn said(texts: &[(&str, &String)], gdl: &Properties) -> Vec<Tree> {
    let is_said = |(name, text): &&(&str, &String)| !text.is_empty() && !gdl.contains_key(*name);
    texts.iter().filter(is_said).map(|(name, text)| form(name, [string(text)])).collect()
}

/// The colour as GDL named it, else the nearest plain one that no other side has.
fn color<'a>(hex: &str, gdl: &'a Properties, taken: &mut Vec<&'a str>) -> Option<Tree> {
    if let Some(parts) = gdl.get("color") {
        taken.extend(parts.iter().filter_map(Atom::text));
        return Some(form("color", atoms(parts)));
    }
    let wanted = u32::from_str_radix(hex, 16).ok()?;
    let part = |color: u32, shift: u32| i64::from(color >> shift & 0xff);
    let apart = |color: u32| -> i64 { [0, 8, 16].iter().map(|&at| (part(color, at) - part(wanted, at)).pow(2)).sum() };
    let free = COLORS.iter().filter(|(name, _)| !taken.contains(name));
    let of = |rgb: &str| u32::from_str_radix(rgb, 16).unwrap_or(0);
    let (name, _) = free.min_by_key(|(_, rgb)| apart(of(rgb)))?;
    taken.push(name);
    Some(form("color", [string(name)]))
}
