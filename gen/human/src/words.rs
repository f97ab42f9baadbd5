//! What a person is told of cells, units, sides and the match: what their seat knows, and nothing else.

use contract::{Ending, Seat, SeenPosition, Sight};
use design::abilities::can_make;
use design::parameters::{terrain, unit};
use design::{Atom, TerrainType, UnitType, counted, did_you_mean, plural};
use grid::Cell;
use world::{Place, ProvinceId, Scenario, SideId, Unit};

use crate::lists::units;
use crate::{HumanMatch, Reply, told};

impl HumanMatch {
    /// A line below the board: who is meant, and what can be done; a short list is given at once.
    pub(crate) fn status(&mut self, seat: Seat) -> String {
        let choices = self.at.choices(seat);
        let count = units(choices.iter().filter(|choice| choice.paid_by.is_empty())).len();
        let places = choices.iter().any(|choice| choice.unit.is_empty() && !choice.cells.is_empty());
        let eyes = &self.eyes[seat.index()];
        let at = eyes.cursor.map_or_else(String::new, |cell| format!(" at {}", self.cell_text(cell)));
        let is_single = self.at.game().info().single_unit;
        let chosen = match eyes.unit.as_str() {
            "" if is_single || choices.iter().all(|choice| choice.cells.is_empty()) => String::new(),
            "" => format!("no unit is chosen; the cursor is{at}\n"),
            unit => {
                let head = if is_single { "" } else { "chosen: " };
                let at = if unit.contains('@') { "" } else { &at };
                let can_act = choices.iter().any(|choice| choice.unit == unit);
                let done = format!("it can do no more in this {}; ", self.at.game().info().turn_word);
                let busy = match self.busy_words(seat, unit) {
                    Some(what) => format!("{what}; "),
                    None if can_act => String::new(),
                    None => done,
                };
                format!("{head}{unit}{at}: {busy}{}\n", self.own_words(seat, unit))
            }
        };
        let chosen = self.purse(seat) + &chosen;
        if self.at.game().info().single_unit && count > 0 {
            return chosen;
        }
        let sets_up = choices.iter().all(|choice| choice.cells.is_empty());
        if (choices.len() <= 6 || sets_up) && choices.len() > 1 {
            return chosen + &self.list_moves(seat, "all");
        }
        let told = match count {
            0 if places => "`next` goes to a place where you can do something, `moves` lists what".to_owned(),
            0 if choices.len() == 1 => format!("nobody can do more: `{}` goes on", choices[0].line),
            0 => "no unit of yours can do anything; `moves` tells what you can do".to_owned(),
            count => format!("{} can do something; `next` goes to one, `moves` lists", counted(count, "unit")),
        };
        format!("{chosen}{told}\n")
    }

    /// What the side has in common, in a line; empty if the game knows of nothing like that, or if its only unit tells it.
    fn purse(&self, seat: Seat) -> String {
        let game = self.at.game();
        let told = game.status(seat, "").filter(|_| !game.info().single_unit);
        told.map_or_else(String::new, |words| format!("{}: {words}\n", self.side(seat)))
    }

    /// What the game tells of an own unit.
    pub(crate) fn own_words(&self, seat: Seat, unit: &str) -> String {
        self.at.game().status(seat, unit).filter(|_| !unit.is_empty()).unwrap_or_default()
    }

    /// Tells of a cell, a unit or a side, and moves the cursor there.
    pub(crate) fn show(&mut self, seat: Seat, what: &str) -> Vec<Reply> {
        let seen = self.at.game().show_to(seat, &self.start);
        let area = self.start.world.area;
        let cursor = self.eyes[seat.index()].cursor;
        let mut replies = Vec::new();
        if let Some(cell) = if what.is_empty() { cursor } else { area.find_cell(what) } {
            if cursor != Some(cell) {
                self.focus(seat, String::new(), Some(cell));
                replies.push(self.look_reply(seat));
            }
            replies.push(Reply::Words(self.cell_words(seat, &seen, cell)));
            return replies;
        }
        if let Some(side) = self.find_side(seat, what) {
            return told(&self.side_words(&seen, seat, side));
        }
        let choice = self.at.choices(seat).into_iter().find(|choice| self.is_of(choice, what));
        let name = choice.as_ref().map_or(what, |choice| choice.unit.as_str()).to_owned();
        let busy = self.busy_words(seat, &name).map_or_else(String::new, |what| format!("{what}; "));
        let words = self.own_words(seat, &name);
        if words.is_empty() && choice.is_none() {
            if let Some(cell) = self.find_place(seat, what) {
                let place = self.cell_text(cell);
                return self.show(seat, &place);
            }
            return told(&format!("`{what}` is no unit, cell or side that you know\n"));
        }
        if let Some(cell) = choice.and_then(|choice| choice.cells.first().copied()) {
            self.focus(seat, name.clone(), Some(cell));
            replies.push(self.look_reply(seat));
        }
        replies.push(Reply::Words(format!("{name}: {busy}{words}\n")));
        replies
    }

    /// What a type of unit or of terrain is, and for a unit who makes it and what it makes.
    pub(crate) fn explain(&self, kind: &str) -> String {
        let design = &*self.start.design;
        let is_meant = |name: &str| name.eq_ignore_ascii_case(kind) || plural(name).eq_ignore_ascii_case(kind);
        let unit_name = |of: UnitType| design.spoken_name(unit::NAME, of);
        let terrain_name = |of: TerrainType| design.spoken_name(terrain::NAME, of);
        let names = |makes: &dyn Fn(UnitType) -> bool| -> Vec<&str> {
            design.unit_types().filter(|&of| makes(of)).map(unit_name).collect()
        };
        if let Some(of) = design.unit_types().find(|&of| is_meant(unit_name(of)) || is_meant(design.name_of(of))) {
            let mut text = format!("{}: {}\n", unit_name(of), or_nothing(design.text(unit::HELP, of)));
            text += &format!("  {} at most", counted(design.int(unit::HP_MAX, of).max(0) as usize, "hit point"));
            text +=
                &format!(", {} a turn\n", counted(design.int(unit::ACP_PER_TURN, of).max(0) as usize, "action point"));
            let (makers, made) =
                (names(&|other| can_make(design, other, of)), names(&|other| can_make(design, of, other)));
            for (head, names) in [("made by", makers), ("makes", made)].iter().filter(|(_, names)| !names.is_empty()) {
                text += &format!("  {head} {}\n", names.join(", "));
            }
            return text;
        }
        let grounds = || design.ids::<TerrainType>();
        if let Some(of) = grounds().find(|&of| is_meant(terrain_name(of)) || is_meant(design.name_of(of))) {
            return format!("{}: {}\n", terrain_name(of), or_nothing(design.text(terrain::HELP, of)));
        }
        let meant = did_you_mean(kind, design.unit_types().map(unit_name).chain(grounds().map(terrain_name)));
        format!("the game has no type `{kind}`{meant}; `explain` alone tells all of it\n")
    }

    fn find_side(&self, seat: Seat, what: &str) -> Option<SideId> {
        if what == "me" {
            return Some(seat.side());
        }
        let number = what.strip_prefix("side ").unwrap_or(what).parse().ok().map(SideId);
        let is_meant = |side: &SideId| {
            let name = &self.start.side(*side).name;
            name.eq_ignore_ascii_case(what) || Some(*side) == number
        };
        self.start.side_ids().find(is_meant)
    }

    /// The ground of a cell, as far as a seat knows.
    pub(crate) fn ground_words(&self, seat: Seat, cell: Cell) -> Option<String> {
        let seen = self.at.game().show_to(seat, &self.start);
        let (world, design) = (&seen.scenario.world, &seen.scenario.design);
        let is_known = world.terrain.is_some() && seen.sight_of(cell) != Sight::Unknown;
        is_known.then(|| design.spoken_name(terrain::NAME, world.terrain_at(cell)).to_owned())
    }

    fn cell_words(&self, seat: Seat, seen: &SeenPosition, cell: Cell) -> String {
        let scenario = &seen.scenario;
        let design = &*scenario.design;
        let place = self.cell_text(cell);
        if seen.sight_of(cell) == Sight::Unknown {
            return format!("{place}: you have not seen it\n");
        }
        let ground = design.spoken_name(terrain::NAME, scenario.world.terrain_at(cell));
        let mut text = format!("{place}: {ground}");
        if seen.sight_of(cell) == Sight::Remembered {
            text += ", as you saw it last";
        }
        for (kind, edges) in scenario.world.edges.iter().filter(|(_, edges)| edges[cell] != 0) {
            text += &format!(
                ", {} on {}",
                design.spoken_name(terrain::NAME, *kind),
                counted(edges[cell].count_ones() as usize, "side")
            );
        }
        let owner = scenario.world.control.as_ref().and_then(|control| control[cell].side());
        let owner = owner.or_else(|| scenario.world.country_at(cell)).filter(|&side| side != SideId::INDEPENDENT);
        if let Some(side) = owner {
            text += &format!(", of {}", scenario.side(side).name);
        }
        if let Some(feature) = scenario.world.feature_at(cell) {
            text += &format!(", in {}", feature.name);
        }
        text.push('\n');
        let chart = self.at.game().chart_to(seat, seen).unwrap_or_default();
        text += &match chart.region_at(cell) {
            Some(region) => format!("  {}\n", self.region_words(seat, &chart, region)),
            None => province_words(scenario, cell),
        };
        let is_here = |unit: &&Unit| unit.place == Place::Cell(cell);
        for unit in scenario.units.iter().filter(is_here) {
            text += &format!("  {}\n", self.unit_words(seen, unit));
        }
        let is_inside = |unit: &&Unit| match unit.place {
            Place::Inside(id) => scenario.cell_of(id) == Some(cell),
            _ => false,
        };
        for unit in scenario.units.iter().filter(is_inside) {
            text += &format!("  inside: {}\n", self.unit_words(seen, unit));
        }
        text
    }

    fn unit_words(&self, seen: &SeenPosition, unit: &Unit) -> String {
        let design = &*seen.scenario.design;
        let kind = design.spoken_name(unit::NAME, unit.kind);
        let whose = match unit.side {
            SideId::INDEPENDENT => "independent ".to_owned(),
            side => format!("{} ", seen.scenario.side(side).name),
        };
        let name = if unit.name.is_empty() { String::new() } else { format!(" {}", unit.name) };
        // What is begun has few hit points, and nobody has struck it.
        if let Some([Atom::Int(done), ..]) = unit.gdl.atoms().get("cp").map(Vec::as_slice) {
            let needs = counted(design.int(unit::CP, unit.kind).max(0) as usize, "construction point");
            return format!("{whose}{kind}{name}, begun: has {done} of {needs}");
        }
        let hp = unit.hp.map_or_else(String::new, |hp| format!(", {} left", counted(usize::from(hp), "hit point")));
        format!("{whose}{kind}{name}{hp}")
    }

    fn side_words(&self, seen: &SeenPosition, seat: Seat, side: SideId) -> String {
        let scenario = &seen.scenario;
        let of = scenario.side(side);
        let builds = of.handicap.words().map_or_else(String::new, |words| format!(", {words}"));
        let mut text = format!("{} (seat {}), played by {}{builds}\n", of.name, side.0, self.players[side.row() - 1]);
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for unit in scenario.units.iter().filter(|unit| unit.side == side) {
            let kind = scenario.design.spoken_name(unit::NAME, unit.kind);
            match counts.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((kind, 1)),
            }
        }
        let counts: Vec<String> = counts.into_iter().map(|(kind, count)| counted(count, kind)).collect();
        // The things of a single unit are told by the game.
        if side != seat.side() || !self.at.game().info().single_unit {
            let none = counts.is_empty();
            text += &format!("  {}\n", if none { "no unit that you know".to_owned() } else { counts.join(", ") });
        }
        let own = (side == seat.side()).then(|| self.at.game().status(seat, "")).flatten();
        text += &own.map_or_else(String::new, |words| format!("  {words}\n"));
        text
    }

    /// How the match ended, in words.
    #[must_use]
    pub fn ending(&self) -> String {
        let result = self.at.result();
        let outcome = &result.outcome;
        let word = self.at.game().info().turn_word;
        let winners: Vec<&str> = outcome.winners.iter().map(|seat| self.side(seat)).collect();
        let solo = (self.players.len() == 1).then(|| self.side(Seat(0)));
        let told = match outcome.ending {
            _ if solo.is_some() && winners.is_empty() => {
                format!("{} has lost, in {word} {}.", solo.unwrap_or_default(), result.last_turn)
            }
            _ if !winners.is_empty() => format!("{} has won in {word} {}.", winners.join(" and "), result.last_turn),
            Ending::TurnLimit => format!("Undecided: the last {word} of the match is over."),
            _ => format!("Nobody has won; the match ended in {word} {}.", result.last_turn),
        };
        // What decided it: the last that happened, as all are told of it.
        let last: Vec<&str> = self.at.events().iter().rev().map(|event| event.text.as_str()).take(2).collect();
        let last: String = last.into_iter().rev().map(|text| format!("  {text}\n")).collect();
        let score = if solo.is_some() { String::new() } else { self.score() };
        format!("\n{told}\n{score}The end of it:\n{last}")
    }

    /// Who leads.
    pub(crate) fn score(&self) -> String {
        let (ranks, scores) = (self.at.game().ranks(), self.at.game().scores());
        let mut seats: Vec<usize> = (0..ranks.len()).collect();
        seats.sort_by_key(|&seat| (ranks[seat], seat));
        let line = |seat: usize| {
            let score = scores.get(seat).map_or_else(String::new, |score| format!(", score {score}"));
            format!("  place {}: {}{score}\n", ranks[seat], self.side(Seat(seat as u8)))
        };
        seats.into_iter().map(line).collect()
    }
}

/// The province of a cell where provinces pay: its number in moves, and what it pays and trains.
fn province_words(scenario: &Scenario, cell: Cell) -> String {
    let id = scenario.world.province_of.as_ref().map_or(ProvinceId::NONE, |of| of[cell]);
    let province = usize::from(id.0).checked_sub(1).and_then(|index| scenario.world.provinces.get(index));
    let Some(province) = province.filter(|province| province.income > 0 || !province.trains.is_empty()) else {
        return String::new();
    };
    let kind = |&(kind, count): &(UnitType, u16)| format!("{count} {}", scenario.design.name_of(kind));
    let trains: Vec<String> = province.trains.iter().map(kind).collect();
    let trains = if trains.is_empty() { "nothing".to_owned() } else { trains.join(", ") };
    format!("  province {}, {}: pays {}, trains {trains}\n", id.0, province.name, province.income)
}

/// A text of a design, if there is one.
fn or_nothing(text: &str) -> &str {
    if text.is_empty() { "the design says nothing of it" } else { text }
}
