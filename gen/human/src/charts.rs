//! What a game tells beside its position ([`contract::Chart`]), in words: below the board, as an overview, of a place.

use contract::{Chart, Course, CourseKind, Region, Seat};
use grid::Cell;

use crate::HumanMatch;

/// The most lines that stand below a board; `overview` tells all.
const NOTES_MAX: usize = 5;

impl HumanMatch {
    /// What the game tells a seat beside the position; nothing if it tells nothing.
    pub(crate) fn chart(&self, seat: Seat) -> Chart {
        let game = self.at.game();
        game.chart_to(seat, &game.show_to(seat, &self.start)).unwrap_or_default()
    }

    /// What stands below the board: the region of the cursor, then what is most urgent.
    pub(crate) fn notes(&self, seat: Seat, chart: &Chart) -> String {
        let cursor = self.eyes[seat.index()].cursor;
        let region = cursor.and_then(|cell| chart.region_at(cell));
        let mut lines: Vec<String> = region.map(|index| self.region_words(seat, chart, index)).into_iter().collect();
        lines.extend(chart.remarks.iter().map(|remark| remark.words.clone()));
        let is_told = |course: &&Course| {
            course.threat.is_some() || (course.side == seat.index() && course.kind == CourseKind::Vessel)
        };
        let mut courses: Vec<&Course> = chart.courses.iter().filter(is_told).collect();
        courses.sort_by_key(|course| (course.threat.is_none(), course.side != seat.index()));
        lines.extend(courses.into_iter().map(|course| self.course_words(course)));
        let more = lines.len().saturating_sub(NOTES_MAX);
        if more > 0 {
            lines.truncate(NOTES_MAX - 1);
            lines.push(format!(".. `overview` tells {} more", more + 1));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// All that the game tells: sentences, what moves by itself, regions, those of the seat first; only the lines with a word if one is
    /// given.
    pub(crate) fn overview(&self, seat: Seat, word: &str) -> String {
        let chart = self.chart(seat);
        let mut lines: Vec<String> = chart.remarks.iter().map(|remark| remark.words.clone()).collect();
        lines.extend(chart.courses.iter().map(|course| self.course_words(course)));
        let mut regions: Vec<usize> = (0..chart.regions.len()).collect();
        regions.sort_by_key(|&index| {
            let side = chart.regions[index].side;
            (side != Some(seat.index()), side.is_none(), side, index)
        });
        lines.extend(regions.into_iter().map(|index| self.region_words(seat, &chart, index)));
        lines.retain(|line| line.to_lowercase().contains(&word.to_lowercase()));
        match lines.is_empty() {
            true => "there is no more to tell than the board shows\n".to_owned(),
            false => lines.iter().map(|line| format!("  {line}\n")).collect(),
        }
    }

    /// A region: its name and number, whose it is, what stands there, what it yields, and where it leads.
    pub(crate) fn region_words(&self, seat: Seat, chart: &Chart, index: usize) -> String {
        let Region { name, number, side, holds, yields, borders, .. } = &chart.regions[index];
        let whose = match side {
            None => "nobody's".to_owned(),
            Some(side) if *side == seat.index() => "yours".to_owned(),
            Some(side) => format!("of {}", self.side(Seat(*side as u8))),
        };
        let number = if number.is_empty() { String::new() } else { format!(" {number}") };
        let holds = if holds.is_empty() { "nobody stands there" } else { holds };
        let mut text = format!("{}{number}, {name}, {whose}: {holds}", chart.words.region);
        if !yields.is_empty() {
            text += &format!("; {yields}");
        }
        let border = |&(other, way): &(usize, &str)| {
            let name = &chart.regions[other].name;
            if way.is_empty() { name.clone() } else { format!("{name} ({way})") }
        };
        let borders: Vec<String> = borders.iter().map(border).collect();
        if !borders.is_empty() {
            text += &format!("; next to {}", borders.join(", "));
        }
        text
    }

    /// Something on its way: where it is, how it goes, where it will be, and what threatens it.
    fn course_words(&self, course: &Course) -> String {
        let at = self.cell_text(course.at);
        let mut text = format!("{} at {at}", course.name);
        match course.passes.last() {
            Some(&end) => text += &format!(", {}: next at {}", course.speed, self.cell_text(end)),
            None => text += &format!(", {}", course.speed),
        }
        if let Some(threat) = &course.threat {
            text += &format!(" - if nothing changes, {threat}");
        }
        text
    }

    /// A cell by its name, or by that of what is there: a region, a unit, a province, a feature.
    pub(crate) fn find_place(&self, seat: Seat, what: &str) -> Option<Cell> {
        if let Some(cell) = self.start.world.area.find_cell(what) {
            return Some(cell);
        }
        let game = self.at.game();
        let position = game.show_to(seat, &self.start);
        let chart = game.chart_to(seat, &position).unwrap_or_default();
        let seen = position.scenario;
        let is_it = |name: &str| !what.is_empty() && name.eq_ignore_ascii_case(what);
        let choices = self.at.choices(seat);
        let own = choices.iter().find(|choice| is_it(&choice.unit)).and_then(|choice| choice.cells.first().copied());
        let region = || chart.find_region(what).and_then(|region| region.center);
        let unit = || seen.units.iter().find(|unit| is_it(&unit.name)).and_then(world::Unit::cell);
        let province = || {
            let place = seen.world.provinces.iter().position(|province| is_it(&province.name))?;
            Some(seen.world.provinces[place].capital)
        };
        let feature =
            || seen.world.area.cells().find(|&cell| seen.world.feature_at(cell).is_some_and(|of| is_it(&of.name)));
        own.or_else(region).or_else(unit).or_else(province).or_else(feature)
    }
}
