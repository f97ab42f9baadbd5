//! Reading moves from text. Errors say what would be right.

use std::str::FromStr;

use design::{MaterialType, TerrainType, TypeId, UnitType};
use grid::Cell;
use world::SideId;

use super::MOVES;
use super::names::{find_type, read_spot, split};
use crate::goals::{Condition, Doctrine, Goal, Task};
use crate::{Action, Move, TerrainExtent, UnitIndex, View};

/// The words for actions: those of the list for authors of players.
pub fn verbs() -> Vec<&'static str> {
    let words = MOVES.lines().filter_map(|line| line.strip_prefix("UNIT ")?.split_once(' '));
    words.map(|(verb, _)| verb).filter(|&verb| verb != "on").collect()
}

/// Other words that can begin a line.
const WORDS: [&str; 11] =
    ["order", "stand", "doctrine", "research", "trust", "distrust", "draw", "no-draw", "self-unit", "resign", "end"];

/// The words for tasks.
const TASKS: [&str; 10] =
    ["build", "move-to", "sentry", "patrol", "resupply", "repair", "transport", "hit", "capture", "occupy"];

/// A move from its line.
pub(crate) fn read_move(view: View<'_>, line: &str) -> Result<Move, String> {
    let words = split(line)?;
    let mut words = Words { view, words: &words };
    let action = words.take_move()?;
    match words.words {
        [] => Ok(action),
        [first, ..] => Err(format!("`{first}` is too much: the move is whole before it")),
    }
}

/// The words of a line that are still unread.
struct Words<'a> {
    view: View<'a>,
    words: &'a [String],
}

impl Words<'_> {
    fn next(&mut self, what: &str) -> Result<&str, String> {
        let Some((first, rest)) = self.words.split_first() else { return Err(format!("{what} is missing")) };
        self.words = rest;
        Ok(first)
    }

    /// Takes a word if it is the next one.
    fn take(&mut self, word: &str) -> bool {
        let is_next = self.words.first().is_some_and(|first| first == word);
        if is_next {
            self.words = &self.words[1..];
        }
        is_next
    }

    fn number<T: FromStr>(&mut self, what: &str) -> Result<T, String> {
        let word = self.next(what)?;
        word.parse().map_err(|_| format!("`{word}` is not {what}: expected a whole number that is not too large"))
    }

    fn percentage(&mut self) -> Result<u8, String> {
        let word = self.next("a percentage")?;
        word.parse().map_err(|_| format!("`{word}` is not a percentage: expected 0 to 100"))
    }

    fn kind<I: TypeId>(&mut self, what: &str) -> Result<I, String> {
        let design = &self.view.rules.design;
        find_type(design, self.next(what)?, what)
    }

    fn unit(&mut self, what: &str) -> Result<UnitIndex, String> {
        let view = self.view;
        let word = self.next(what)?;
        let wrong = || format!("`{word}` is no unit: expected its type and number, such as {}", example(view));
        let (kind, number) = word.rsplit_once('#').ok_or_else(wrong)?;
        let told = number.parse().map_err(|_| wrong())?;
        let is_there = |id: &UnitIndex| id.index() < view.state_view().state.units.len();
        let Some(id) = view.rules.numbers.find(told).filter(is_there) else {
            return Err(format!("there is no unit #{number}"));
        };
        if !kind.is_empty() {
            let kind: UnitType = find_type(&view.rules.design, kind, "unit type")?;
            let own = view.is_own(id).then(|| view.own(id).kind);
            if let Some(own) = own.filter(|&own| own != kind) {
                return Err(format!("#{number} is your {}, not `{word}`", view.rules.design.name_of(own)));
            }
        }
        Ok(id)
    }

    fn spot(&mut self) -> Result<(Cell, Option<i16>), String> {
        let area = self.view.rules.area;
        read_spot(&area, self.next("a cell, such as 4,5,")?)
    }

    fn cell(&mut self) -> Result<Cell, String> {
        match self.spot()? {
            (cell, None) => Ok(cell),
            (_, Some(altitude)) => Err(format!("an altitude ({altitude}) has no meaning here: expected x and y alone")),
        }
    }

    /// A cell and an altitude, 0 if none is given.
    fn place(&mut self) -> Result<(Cell, i16), String> {
        self.spot().map(|(cell, altitude)| (cell, altitude.unwrap_or(0)))
    }

    fn side(&mut self) -> Result<SideId, String> {
        let count = self.view.rules.seat_count();
        let side: u8 = self.number("the number of a side")?;
        if usize::from(side) > count {
            return Err(format!("there is no side {side}: sides are 1 to {count}, and 0 is nobody"));
        }
        Ok(SideId(side))
    }

    /// `with MATERIAL`, if it is there.
    fn ammunition(&mut self) -> Result<Option<MaterialType>, String> {
        if self.take("with") { self.kind("material").map(Some) } else { Ok(None) }
    }

    fn take_move(&mut self) -> Result<Move, String> {
        let Some(first) = self.words.first() else {
            return Err("an empty line is no move: `end` ends the turn".to_owned());
        };
        if first.contains('#') && !WORDS.contains(&first.as_str()) {
            return self.take_act();
        }
        let first = self.next("a move")?.to_owned();
        Ok(match first.as_str() {
            "end" => Move::End,
            "draw" => Move::Draw(true),
            "no-draw" => Move::Draw(false),
            "trust" => Move::Trust(self.side()?, true),
            "distrust" => Move::Trust(self.side()?, false),
            "resign" => Move::Resign(if self.words.is_empty() { None } else { Some(self.side()?) }),
            "self-unit" => Move::SelfUnit(self.unit("a unit of yours")?),
            "research" => Move::Research(self.kind("advance")?),
            "doctrine" => self.take_doctrine()?,
            "order" => Move::Order(self.unit("a unit of yours")?, self.take_task()?),
            "stand" => Move::StandingOrder(self.kind("unit type")?, self.take_condition()?, self.take_task()?),
            verb if verbs().contains(&verb) => {
                return Err(format!("`{verb}` needs a unit before it, such as `{} {verb}`", example(self.view)));
            }
            _ => {
                let meant = match design::did_you_mean(&first, verbs().into_iter().chain(WORDS)) {
                    none if none.is_empty() => ".".to_owned(),
                    meant => meant,
                };
                return Err(format!(
                    "`{first}` begins no move{meant} A move is a unit and what it does, such as `{} move 4,5`, or one of {}",
                    example(self.view),
                    WORDS.join(", ")
                ));
            }
        })
    }

    fn take_act(&mut self) -> Result<Move, String> {
        let actor = self.unit("a unit of yours")?;
        let actee = if self.take("on") { self.unit("the unit that it acts on")? } else { actor };
        Ok(Move::Act { actor, actee, action: self.take_action()? })
    }

    fn take_action(&mut self) -> Result<Action, String> {
        let verb = self.next("what the unit does, such as `move 4,5`,")?.to_owned();
        Ok(match verb.as_str() {
            "move" => self.place().map(|(cell, altitude)| Action::Move(cell, altitude))?,
            "enter" => Action::Enter(self.unit("a transport")?),
            "attack" => Action::Attack(self.unit("a target")?),
            "overrun" => self.place().map(|(cell, altitude)| Action::Overrun(cell, altitude))?,
            "fire-at" => Action::FireAt(self.unit("a target")?, self.ammunition()?),
            "fire-into" => {
                let (cell, altitude) = self.spot()?;
                Action::FireInto(cell, altitude, self.ammunition()?)
            }
            "capture" => Action::Capture(self.unit("a target")?),
            "detonate" => self.place().map(|(cell, altitude)| Action::Detonate(cell, altitude))?,
            "develop" => Action::Develop(self.kind("unit type")?),
            "toolup" => Action::Toolup(self.kind("unit type")?),
            "create-in" => Action::CreateIn(self.kind("unit type")?, self.unit("a transport")?),
            "create-at" => {
                let kind = self.kind("unit type")?;
                self.place().map(|(cell, altitude)| Action::CreateAt(kind, cell, altitude))?
            }
            "build" => Action::Build(self.unit("an unfinished unit")?),
            "repair" => Action::Repair(self.unit("a patient")?),
            "produce" => Action::Produce(self.kind("material")?, self.number("an amount")?),
            "extract" => Action::Extract(self.cell()?, self.kind("material")?, self.number("an amount")?),
            "transfer" => {
                let receiver = self.unit("a receiver")?;
                let material = if self.words.len() > 1 { Some(self.kind("material")?) } else { None };
                Action::Transfer(receiver, material, self.number("an amount")?)
            }
            "disband" => Action::Disband,
            "transfer-part" => {
                let parts = self.number("a number of parts")?;
                let unit = if self.words.is_empty() { None } else { Some(self.unit("a unit")?) };
                Action::TransferPart(parts, unit)
            }
            "change-side" => Action::ChangeSide(self.side()?),
            "change-type" => Action::ChangeType(self.kind("unit type")?),
            "alter-terrain" => Action::AlterTerrain(self.cell()?, self.kind("terrain")?),
            "add-terrain" => self.extent().map(|(cell, extent, kind)| Action::AddTerrain(cell, extent, kind))?,
            "remove-terrain" => self.extent().map(|(cell, extent, kind)| Action::RemoveTerrain(cell, extent, kind))?,
            _ => return Err(unknown(&verb, "nothing that a unit does", &verbs())),
        })
    }

    /// `X,Y ne TERRAIN`, or for a coating `X,Y DEPTH TERRAIN`.
    fn extent(&mut self) -> Result<(Cell, TerrainExtent, TerrainType), String> {
        let area = self.view.rules.area;
        let cell = self.cell()?;
        let word = self.next("a direction, such as ne,")?.to_owned();
        let kind: TerrainType = self.kind("terrain")?;
        let is_coating = self.view.rules.coating_types.contains(&kind);
        if let Some(way) = area.find_direction(&word).filter(|_| !is_coating) {
            return Ok((cell, TerrainExtent::Side(way), kind));
        }
        match word.parse() {
            Ok(depth) if is_coating => Ok((cell, TerrainExtent::Depth(depth), kind)),
            _ if !is_coating => {
                Err(format!("`{word}` is no direction: expected {}", area.direction_names().join(", ")))
            }
            _ => Err(format!("`{word}` is no depth of a coating: expected 0 to 255")),
        }
    }

    fn take_task(&mut self) -> Result<Option<Task>, String> {
        if self.take("none") {
            return Ok(None);
        }
        let word = self.next("a task, such as `move-to 4,5`,")?.to_owned();
        let goal = match word.as_str() {
            "build" => Goal::Build(self.kind("unit type")?, self.number("how many to build")?),
            "move-to" => {
                let to = self.cell()?;
                Goal::MoveTo(to, if self.take("within") { self.number("a distance")? } else { 0 })
            }
            "sentry" => Goal::Sentry,
            "patrol" => Goal::Patrol(self.cell()?, self.cell()?),
            "resupply" => Goal::Resupply,
            "repair" => Goal::Repair,
            "transport" => Goal::Transport(self.unit("a passenger")?, self.cell()?),
            "hit" => Goal::Hit(self.unit("a target")?),
            "capture" => Goal::Capture(self.unit("a target")?),
            "occupy" => Goal::Occupy(self.unit("a transport")?),
            _ => return Err(unknown(&word, "no task", &TASKS)),
        };
        let until = if self.take("until") { self.number("a turn")? } else { 0 };
        Ok(Some(Task { goal, until }))
    }

    fn take_condition(&mut self) -> Result<Condition, String> {
        let word = self.next("when it holds, such as always,")?.to_owned();
        Ok(match word.as_str() {
            "always" => Condition::Always,
            "at" => Condition::At(self.cell()?),
            "in" => Condition::In(self.unit("a transport")?),
            "near" => Condition::Near(self.cell()?, self.number("a distance")?),
            _ => return Err(unknown(&word, "no condition", &["always", "at", "in", "near"])),
        })
    }

    fn take_doctrine(&mut self) -> Result<Move, String> {
        let kind = self.kind("unit type")?;
        let mut doctrine = self.view.own_side().doctrines[TypeId::index(kind)];
        doctrine.is_locked = false;
        while let Some(word) = self.words.first().cloned() {
            self.words = &self.words[1..];
            match word.as_str() {
                "resupply" => doctrine.resupply_percent = self.percentage()?,
                "rearm" => doctrine.rearm_percent = self.percentage()?,
                "repair" => doctrine.repair_percent = self.percentage()?,
                "run" => doctrine.construction_run = self.number("how many to build in a row")?,
                "locked" => doctrine.is_locked = true,
                _ => {
                    return Err(unknown(
                        &word,
                        "nothing of a doctrine",
                        &["resupply", "rearm", "repair", "run", "locked"],
                    ));
                }
            }
        }
        Ok(Move::Doctrine(kind, Doctrine { ..doctrine }))
    }
}

fn unknown(word: &str, what: &str, known: &[&str]) -> String {
    let meant = design::did_you_mean(word, known.iter().copied());
    format!("`{word}` is {what}{meant} (there are {})", known.join(", "))
}

/// An own unit, as an example of how units are written.
fn example(view: View<'_>) -> String {
    view.own_units().next().map_or_else(|| "infantry#12".to_owned(), |id| super::write::write_unit(view, id))
}
