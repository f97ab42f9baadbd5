//! The commands of people at the table.

use std::path::Path;

use contract::{Choice, Seat};
use design::{counted, did_you_mean};
use grid::{Cell, Direction};
use playtest::PlayerName;

use super::keys::AT_ONCE;
use super::table::Table;
use super::{Eyes, Flow, HotSeat, start, tell};
use crate::report::{Failure, shown};

/// A command.
pub struct CommandInfo {
    /// Its name.
    pub name: &'static str,
    /// What stands behind it.
    pub form: &'static str,
    /// What it does.
    pub help: &'static str,
}

const fn command(name: &'static str, form: &'static str, help: &'static str) -> CommandInfo {
    CommandInfo { name, form, help }
}

/// Every command, in the order in which a newcomer needs them.
pub const COMMANDS: &[CommandInfo] = &[
    command("help", "[COMMAND]", "lists the commands, or the moves of the rules: `help moves`; keys: `help keys`"),
    command("explain", "", "tells the whole game: types, who moves where, who hits whom, how one wins"),
    command("next", "", "goes to your next unit that can do something"),
    command("down", "", "moves your unit, or the cursor, over the link where it stands to a level below"),
    command("up", "", "the same to a level above"),
    command("moves", "[UNIT | CELL | all]", "lists what your unit can do, with numbers to choose by"),
    command("orders", "", "lists the orders that you have given, where they are carried out at the end of the turn"),
    command("board", "", "draws the board again; so does an empty line"),
    command("show", "[UNIT | CELL | SIDE]", "tells what you know of it, and moves the cursor there"),
    command("why", "MOVE", "says whether a move is allowed, what it costs, and else why not"),
    command("hint", "[PLAYER]", "says what a player of the computer would do in your place"),
    command("do", "[PLAYER]", "makes the move of a hint"),
    command("auto", "[PLAYER]", "lets a player of the computer end your turn for you"),
    command("undo", "", "takes your last move back, if it told you nothing new"),
    command("news", "", "tells again what happened since your last turn"),
    command("score", "", "tells who leads"),
    command("save", "[FOLDER]", "saves the match, and keeps it there; `play FOLDER/match-000000.json` goes on with it"),
    command("load", "FILE", "goes on with a match of this start that was saved"),
    command("resign", "", "gives up your side"),
    command("quit", "", "leaves; the match is saved"),
];

/// The most moves that are listed at once.
const LISTED_MAX: usize = 40;

/// A move in a list.
fn listing(number: usize, choice: &Choice) -> String {
    let cost = choice.cost.map_or_else(String::new, |cost| format!(" ({cost})"));
    let line = if choice.label == choice.line { String::new() } else { format!("   {}", choice.line) };
    format!("  {number:>2}  {}{cost}{line}\n", choice.label)
}

impl HotSeat<'_> {
    /// Does what was typed.
    pub(super) fn obey(&mut self, seat: Seat, typed: &str, table: &mut dyn Table) -> Result<Flow, Failure> {
        let line = self.keys.expand(typed.trim_start().trim_start_matches(':'));
        if line.is_empty() {
            self.look(seat, table)?;
            return Ok(Flow::GoOn);
        }
        if let Ok(number) = line.strip_prefix('#').unwrap_or(&line).parse::<usize>() {
            return self.choose(seat, number, table);
        }
        if let Some(ways) = self.read_ways(&line) {
            for way in ways {
                let made = self.at.moves().len();
                let cursor = self.eyes[seat.index()].cursor;
                self.go(seat, way, table)?;
                let has_gone = self.at.moves().len() != made || self.eyes[seat.index()].cursor != cursor;
                if !has_gone || !self.at.to_act().contains(seat) {
                    break;
                }
            }
            return Ok(Flow::GoOn);
        }
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let rest = rest.trim();
        match word {
            "help" => table.write(&self.help(rest))?,
            "explain" => table.write(&start::page(self.start).text())?,
            "next" => self.go_to_next(seat, table)?,
            "down" | "up" => self.go_over_link(seat, word == "down", table)?,
            "moves" => {
                let text = self.list_moves(seat, rest);
                table.write(&text)?;
            }
            "orders" => table.write(&self.orders(seat))?,
            "board" => self.look(seat, table)?,
            "show" => self.show(seat, rest, table)?,
            "why" => table.write(&self.why(seat, rest))?,
            "hint" => {
                let text = self.hint(seat, rest);
                table.write(&text)?;
            }
            "do" => return self.do_hint(seat, rest, table),
            "auto" => return self.auto(seat, rest, table),
            "undo" => self.undo(seat, table)?,
            "news" => {
                let events = self.at.events();
                let told = tell(&events[self.eyes[seat.index()].turn_before.min(events.len())..], seat);
                table.write(if told.is_empty() { "  nothing\n" } else { &told })?;
            }
            "score" => table.write(&self.score())?,
            "save" => {
                let saved = if rest.is_empty() { self.save() } else { self.save_in(Path::new(rest)) };
                // A place that cannot be written is no reason to lose the match.
                match saved {
                    Ok(file) => table.write(&format!("saved: `play {}` goes on with it\n", shown(&file)))?,
                    Err(failure) => table.write(&told_failure(&failure))?,
                }
            }
            "load" => match self.load(rest) {
                Ok(()) => {
                    let place = self.place.as_ref().map_or_else(String::new, |place| shown(place.path()));
                    table.write(&format!("loaded; it is kept in {place}\n"))?;
                }
                Err(failure) => table.write(&told_failure(&failure))?,
            },
            "resign" => return self.resign(seat, table),
            "quit" => return Ok(Flow::Leave),
            _ => return self.step(seat, &line, table),
        }
        Ok(Flow::GoOn)
    }

    fn help(&self, of: &str) -> String {
        let info = self.at.game().info();
        if of == "keys" {
            let keys = AT_ONCE.iter().map(|(key, command)| format!("  {key:<10} {command}\n"));
            return format!(
                "Keys that act at once, in games where you move a single unit; a file of keys gives them to other commands:\n{}",
                keys.collect::<String>()
            );
        }
        if of == "moves" {
            return format!("Moves of these rules, as they can be typed:\n{}\n", info.moves);
        }
        if !of.is_empty() {
            let found = COMMANDS.iter().find(|known| known.name == of);
            return match found {
                Some(known) => format!("{} {}\n  {}\n", known.name, known.form, known.help),
                None => format!("there is no command `{of}`{}\n", self.did_you_mean(of)),
            };
        }
        let ways = self.start.scenario.world.area.direction_names().join(" ");
        let mut text = String::new();
        for known in COMMANDS {
            let head = format!("{} {}", known.name, known.form);
            text += &format!("  {head:<30} {}\n", known.help);
        }
        text += &format!(
            "  {:<30} moves your unit, or the cursor if no unit is chosen\n  {:<30} makes a move that was listed\n  {:<30} any \
             move of the rules: see `help moves`\n",
            ways, "3, or #3", "MOVE"
        );
        text
    }

    /// What might have been meant by a word that is no command.
    pub(super) fn did_you_mean(&self, line: &str) -> String {
        let word = line.split(' ').next().unwrap_or_default();
        let known = COMMANDS.iter().map(|known| known.name);
        match did_you_mean(word, known) {
            meant if meant.is_empty() => "; `help` lists the commands".to_owned(),
            meant => meant,
        }
    }

    /// Lines that complete what is typed.
    pub(super) fn completions(&self, seat: Seat) -> Vec<String> {
        let choices = self.at.choices(seat);
        let mut words: Vec<String> = COMMANDS.iter().map(|known| known.name.to_owned()).collect();
        for unit in units(&choices) {
            words.extend([format!("moves {unit}"), format!("show {unit}")]);
        }
        words.extend(choices.iter().map(|choice| choice.line.clone()));
        words.extend(choices.iter().map(|choice| format!("why {}", choice.line)));
        words.extend(self.start.runner.sides.iter().map(|side| format!("show {side}")));
        words
    }

    /// A line of nothing but directions.
    fn read_ways(&self, line: &str) -> Option<Vec<Direction>> {
        let area = self.start.scenario.world.area;
        let way = |word: &str| area.find_direction(word.strip_prefix("step-").unwrap_or(word));
        line.split_whitespace().map(way).collect()
    }

    /// The chosen unit takes a step, or the cursor moves.
    fn go(&mut self, seat: Seat, way: Direction, table: &mut dyn Table) -> Result<(), Failure> {
        let area = self.start.scenario.world.area;
        let Some(cursor) = self.eyes[seat.index()].cursor else {
            return table.write("there is no unit to move: `next` goes to one\n");
        };
        let Some(target) = area.neighbor(cursor, way) else { return table.write("there the world ends\n") };
        self.go_to(seat, target, table)
    }

    /// The same over a link that leads down or up from where it stands.
    fn go_over_link(&mut self, seat: Seat, is_down: bool, table: &mut dyn Table) -> Result<(), Failure> {
        let Some(cursor) = self.eyes[seat.index()].cursor else {
            return table.write("there is no unit to move: `next` goes to one\n");
        };
        let world = &self.start.scenario.world;
        let leads = |other: Cell| match is_down {
            true => world.area.level(other) > world.area.level(cursor),
            false => world.area.level(other) < world.area.level(cursor),
        };
        let known = self.at.game().show_to(seat, &self.start.scenario).scenario.world.links;
        let mut ends = known.iter().filter_map(|link| link.other_end(cursor)).filter(|&other| leads(other));
        let Some(target) = ends.next() else {
            let way = if is_down { "down" } else { "up" };
            return table.write(&format!("no link that you know leads {way} from {}\n", self.cell_text(cursor)));
        };
        self.go_to(seat, target, table)
    }

    fn go_to(&mut self, seat: Seat, target: Cell, table: &mut dyn Table) -> Result<(), Failure> {
        let unit = self.eyes[seat.index()].unit.clone();
        if unit.is_empty() {
            self.eyes[seat.index()].cursor = Some(target);
            return self.look(seat, table);
        }
        // What is shot leads farther than it is aimed.
        let leads_there = |choice: &Choice| {
            let end = if choice.cost.is_none() { choice.cells.get(1).copied() } else { choice.target() };
            choice.unit == unit && choice.cells.len() > 1 && (end == Some(target) || choice.target() == Some(target))
        };
        let mut found: Vec<Choice> = self.at.choices(seat).into_iter().filter(leads_there).collect();
        if self.at.game().info().single_unit {
            // The first is the step; shots and spells at that cell have names of their own.
            found.truncate(1);
        }
        match found.len() {
            0 => table
                .write(&format!("{unit} has no move to {}: `moves` lists those that it has\n", self.cell_text(target))),
            1 => {
                let line = found.remove(0).line;
                self.step(seat, &line, table).map(|_| ())
            }
            _ => {
                let text: String = found.iter().enumerate().map(|(place, choice)| listing(place + 1, choice)).collect();
                self.listed = found;
                table.write(&format!("several moves lead to {}; choose by number:\n{text}", self.cell_text(target)))
            }
        }
    }

    /// Makes a move that was listed.
    fn choose(&mut self, seat: Seat, number: usize, table: &mut dyn Table) -> Result<Flow, Failure> {
        let choice = number.checked_sub(1).and_then(|place| self.listed.get(place)).cloned();
        match choice {
            Some(choice) => self.step(seat, &choice.line, table),
            None => {
                table.write("no move with this number was listed: `moves` lists them\n")?;
                Ok(Flow::GoOn)
            }
        }
    }

    /// Goes to the next unit that can do something, or to the next place where the side itself can.
    fn go_to_next(&mut self, seat: Seat, table: &mut dyn Table) -> Result<(), Failure> {
        let mut stops: Vec<(String, Option<Cell>)> = Vec::new();
        for choice in self.at.choices(seat) {
            let place = choice.cells.first().copied();
            let is_known = |stop: &(String, Option<Cell>)| match choice.unit.as_str() {
                "" => stop.1 == place,
                unit => stop.0 == unit,
            };
            if (!choice.unit.is_empty() || place.is_some()) && !stops.iter().any(is_known) {
                stops.push((choice.unit, place));
            }
        }
        let eyes = &self.eyes[seat.index()];
        let is_here =
            |stop: &(String, Option<Cell>)| stop.0 == eyes.unit && (!stop.0.is_empty() || stop.1 == eyes.cursor);
        let now = stops.iter().position(is_here);
        let next = now.map_or(0, |place| (place + 1) % stops.len());
        let Some((unit, cell)) = stops.into_iter().nth(next) else {
            return table.write("none of your units can do anything now: `moves all` lists what you can do yourself\n");
        };
        let eyes = &mut self.eyes[seat.index()];
        (eyes.unit, eyes.cursor) = (unit, cell.or(eyes.cursor));
        self.look(seat, table)
    }

    /// Whether a move belongs to what a person named: a unit, its number, its type, or a cell.
    pub(super) fn is_of(&self, choice: &Choice, what: &str) -> bool {
        let cell = self.start.scenario.world.area.find_cell(what);
        choice.unit == what
            || choice.unit.ends_with(&format!("#{}", what.trim_start_matches('#')))
            || choice.unit.split(['@', '#']).next() == Some(what)
            || (cell.is_some() && choice.cells.first().copied() == cell)
    }

    /// The moves of a unit or a cell; of all, in summary.
    pub(super) fn list_moves(&mut self, seat: Seat, what: &str) -> String {
        let choices = self.at.choices(seat);
        let Eyes { unit, cursor, .. } = self.eyes[seat.index()].clone();
        // Without a unit it is the place of the cursor, if something can be done there.
        let here = cursor.filter(|_| unit.is_empty()).map(|cell| self.cell_text(cell));
        let here = here.filter(|cell| choices.iter().any(|choice| self.is_of(choice, cell)));
        let unit = if unit.is_empty() { here.unwrap_or_default() } else { unit };
        let named = if what.is_empty() { unit.as_str() } else { what };
        let found: Vec<Choice> = if named == "all" || (named.is_empty() && choices.len() <= LISTED_MAX / 4) {
            choices
        } else if named.is_empty() {
            return summary(&choices, |cell| self.cell_text(cell));
        } else {
            choices.into_iter().filter(|choice| self.is_of(choice, named)).collect()
        };
        if found.is_empty() {
            return format!("there is no move of `{named}` now\n");
        }
        let more = found.len().saturating_sub(LISTED_MAX);
        let mut text: String =
            found.iter().take(LISTED_MAX).enumerate().map(|(place, choice)| listing(place + 1, choice)).collect();
        if more > 0 {
            text += &format!("  .. and {more} more: name a unit or a cell\n");
        }
        self.listed = found;
        text
    }

    /// The orders that were given and are not carried out yet, as the position tells them.
    fn orders(&self, seat: Seat) -> String {
        let position = self.at.game().describe(seat);
        let given: Vec<&str> = position.lines().filter_map(|line| line.strip_prefix("order ")).collect();
        if given.is_empty() {
            return "no order is given that waits for the end of the turn\n".to_owned();
        }
        let told = |order: &str| {
            let (number, line) = order.split_once(' ').unwrap_or((order, ""));
            let label = self.at.game().choice(seat, line).map_or_else(|_| line.to_owned(), |choice| choice.label);
            format!("  {number:>2}  {label}   {line}\n")
        };
        given.into_iter().map(told).collect()
    }

    fn why(&self, seat: Seat, line: &str) -> String {
        if line.is_empty() {
            return "`why` wants a move, such as one that `moves` lists\n".to_owned();
        }
        if let Err(error) = self.at.game().check(seat, line) {
            return format!("{error}\n");
        }
        let choice = self.at.game().choice(seat, line).unwrap_or_else(|_| Choice::of_line(line.to_owned()));
        let cost = choice.cost.map_or_else(String::new, |cost| format!(", and costs {cost}"));
        format!("allowed: {}{cost}\n", choice.label)
    }

    /// The player whom a person asks, or the game's usual one.
    fn adviser(&self, named: &str) -> Result<PlayerName, String> {
        if named.is_empty() {
            return Ok(self.start.runner.usual_player());
        }
        let player: PlayerName = named.parse()?;
        self.start.runner.check_player(&player)?;
        match player {
            PlayerName::Own(_) => Ok(player),
            PlayerName::Command(_) => Err("a program outside gives no hints".to_owned()),
        }
    }

    fn hint(&mut self, seat: Seat, named: &str) -> String {
        let player = match self.adviser(named) {
            Ok(player) => player,
            Err(why) => return format!("{why}\n"),
        };
        let Some(line) = self.at.suggest(seat, &player) else { return format!("{player} would do nothing\n") };
        let choice = self.at.game().choice(seat, &line).unwrap_or_else(|_| Choice::of_line(line));
        let unit = if choice.unit.is_empty() { String::new() } else { format!("{}: ", choice.unit) };
        let text = format!("{player} would do this; `do` makes it:\n  {unit}{}   {}\n", choice.label, choice.line);
        self.listed = vec![choice];
        text
    }

    fn do_hint(&mut self, seat: Seat, named: &str, table: &mut dyn Table) -> Result<Flow, Failure> {
        if self.listed.len() != 1 || !named.is_empty() {
            let text = self.hint(seat, named);
            table.write(&text)?;
        }
        match self.listed.as_slice() {
            [only] => {
                let line = only.line.clone();
                self.step(seat, &line, table)
            }
            _ => Ok(Flow::GoOn),
        }
    }

    fn auto(&mut self, seat: Seat, named: &str, table: &mut dyn Table) -> Result<Flow, Failure> {
        match self.adviser(named) {
            Err(why) => table.write(&format!("{why}\n"))?,
            Ok(player) => {
                let made = self.at.play_turn_as(seat, &player);
                self.is_changed |= made > 0;
                let news = self.news(seat);
                table.write(&format!("{player} made {} for you\n{news}", counted(made, "move")))?;
            }
        }
        Ok(Flow::GoOn)
    }

    fn undo(&mut self, seat: Seat, table: &mut dyn Table) -> Result<(), Failure> {
        if !self.at.undo() {
            return table.write(
                "nothing can be taken back: your last move told you something new, or you have not moved in this turn\n",
            );
        }
        let events = self.at.events().len();
        for eyes in &mut self.eyes {
            eyes.heard = eyes.heard.min(events);
        }
        self.listed.clear();
        self.eyes[seat.index()].unit.clear();
        self.look(seat, table)
    }

    fn resign(&mut self, seat: Seat, table: &mut dyn Table) -> Result<Flow, Failure> {
        let question = format!("{} gives up? [y/N] ", self.side(seat));
        if table.read(&question, &[])?.is_yes() {
            // Nobody is asked whether a seat may give up.
            let _ = self.at.step_for_good(seat, "");
            self.is_changed = true;
        }
        Ok(Flow::GoOn)
    }
}

/// The units that make these moves, each once.
pub(super) fn units(choices: &[Choice]) -> Vec<&str> {
    let mut units: Vec<&str> =
        choices.iter().map(|choice| choice.unit.as_str()).filter(|unit| !unit.is_empty()).collect();
    units.dedup();
    units
}

/// The moves in summary: how many each unit has, and each cell.
fn summary(choices: &[Choice], cell_text: impl Fn(Cell) -> String) -> String {
    let mut groups: Vec<(String, usize)> = Vec::new();
    for choice in choices {
        let place = choice.cells.first().map(|&cell| cell_text(cell));
        let who = match (choice.unit.as_str(), place) {
            ("", None) => choice.line.clone(),
            ("", Some(place)) => format!("at {place}"),
            (unit, Some(place)) if !unit.contains(&place) => format!("{unit} at {place}"),
            (unit, _) => unit.to_owned(),
        };
        match groups.iter_mut().find(|(known, _)| *known == who) {
            Some((_, count)) => *count += 1,
            None => groups.push((who, 1)),
        }
    }
    let mut text = String::new();
    for (who, count) in groups.iter().take(LISTED_MAX) {
        text += &format!("  {who}: {}\n", counted(*count, "move"));
    }
    if groups.len() > LISTED_MAX {
        text += &format!("  .. and {} more\n", groups.len() - LISTED_MAX);
    }
    text + "name one of them behind `moves`, or `all`\n"
}

/// What went wrong, for somebody who goes on.
pub(super) fn told_failure(failure: &Failure) -> String {
    failure.diagnostics().iter().map(|told| format!("{}\n", diagnostics::visible(&told.message))).collect()
}
