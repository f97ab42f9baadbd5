//! Moves and positions as text.

use std::fmt::Write;

use contract::Seat;
use design::parameters::terrain::CHAR;
use design::{TerrainType, TypeId, counted};
use grid::Cell;

use crate::Dungeon;
use crate::catalogue::ObjectType;
use crate::characters::STATS;
use crate::inventory::Stack;
use crate::moves::Move;
use crate::state::Stage;
use crate::view::View;

impl Dungeon {
    pub(crate) fn write_line(&self, action: Move) -> String {
        let at = |cell: Cell| self.area.cell_name(cell);
        let way = |way: grid::Direction| self.area.direction_names().get(usize::from(way.0)).copied().unwrap_or("?");
        let name = |stack: Stack| self.stack_name(stack);
        match action {
            Move::Roll => "roll".to_owned(),
            Move::Be { race, class, points } => {
                let race = self.catalogue.races.get(usize::from(race)).map_or("?", |race| race.name.as_str());
                let class = self.catalogue.classes.get(usize::from(class)).map_or("?", |it| it.class.name.as_str());
                let points = points.into_iter().flatten().map(|number| format!(" {number}"));
                format!("be {race} {class}{}", points.collect::<String>())
            }
            Move::Go(to) => format!("go {}", way(to)),
            Move::Rest => "rest".to_owned(),
            Move::Climb(to) => format!("climb {}", at(to)),
            Move::Take => "take".to_owned(),
            Move::Drop(stack) => format!("drop {}", name(stack)),
            Move::Wear(stack) => format!("wear {}", name(stack)),
            Move::Remove(stack) => format!("remove {}", name(stack)),
            Move::Use(stack) => format!("use {}", name(stack)),
            Move::Aim(stack, to) => format!("aim {} {}", name(stack), at(to)),
            Move::Throw(stack, to) => format!("throw {} {}", name(stack), at(to)),
            Move::Cast(to) => format!("cast {}", at(to)),
            Move::Get(stack) => format!("get {}", name(stack)),
            Move::Put(stack) => format!("put {}", name(stack)),
            Move::Buy(stack) => format!("buy {}", name(stack)),
            Move::Sell(stack) => format!("sell {}", name(stack)),
            Move::Close(to) => format!("close {}", way(to)),
        }
    }

    /// A move in the words of a menu.
    pub(crate) fn label(&self, view: View<'_>, action: Move) -> String {
        let name = |stack: Stack| self.stack_name(stack).replace('-', " ");
        let to = |cell: Cell| match view.monster_at(cell) {
            Some(monster) => format!("the {}", self.kind_name(monster.kind)),
            None => self.area.cell_name(cell),
        };
        let beside = |way| self.area.neighbor(view.cell(), way);
        let words = |way: grid::Direction| self.area.direction_names().get(usize::from(way.0)).copied().unwrap_or("?");
        match action {
            Move::Roll => "roll the dice again".to_owned(),
            Move::Be { .. } => self.write_line(action),
            Move::Go(way) => match beside(way).and_then(|cell| view.monster_at(cell)) {
                Some(monster) => format!("strike the {}", self.kind_name(monster.kind)),
                None => format!("go {}", words(way)),
            },
            Move::Rest => "rest for a turn".to_owned(),
            Move::Climb(cell) => match self.area.level(cell) > view.level() {
                true => "go down".to_owned(),
                false => "go up".to_owned(),
            },
            Move::Take => "take what lies here".to_owned(),
            Move::Drop(stack) => format!("lay down {}", name(stack)),
            Move::Wear(stack) => format!("put on {}", name(stack)),
            Move::Remove(stack) => format!("take off {}", name(stack)),
            Move::Use(stack) => format!("use {}", name(stack)),
            Move::Aim(stack, cell) => format!("point {} at {}", name(stack), to(cell)),
            Move::Throw(stack, cell) => format!("throw {} at {}", name(stack), to(cell)),
            Move::Cast(cell) => format!("cast your spell at {}", to(cell)),
            Move::Get(stack) => format!("take {} out of the chest", name(stack)),
            Move::Put(stack) => format!("lay {} into the chest", name(stack)),
            Move::Buy(stack) => format!("buy {}", name(stack)),
            Move::Sell(stack) => format!("sell {}", name(stack)),
            Move::Close(way) => format!("close the door {}", words(way)),
        }
    }

    pub(crate) fn read_line(&self, view: View<'_>, line: &str) -> Result<Move, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let cell =
            |word: &str| self.area.find_cell(word).ok_or_else(|| format!("`{word}`: expected a cell, such as 12,4/2"));
        let way = |word: &str| {
            let names = || self.area.direction_names().join(", ");
            self.area.find_direction(word).ok_or_else(|| format!("`{word}`: expected one of {}", names()))
        };
        let stack = |name: &str, known: Vec<Stack>| find_stack(self, name, &known);
        let carried = || view.hero().pack.stacks().into_iter().map(|(stack, _)| stack).collect::<Vec<_>>();
        let stored = |kind| {
            let store = view.store(kind).map(|store| store.stacks()).unwrap_or_default();
            store.into_iter().map(|(stack, _)| stack).collect::<Vec<_>>()
        };
        let stairs = |goes_down: bool| {
            let mut ends = view.stairs(view.cell());
            let end = ends.find(|&to| (self.area.level(to) > view.level()) == goes_down);
            end.map(Move::Climb).ok_or_else(|| format!("no stairs lead {line} from here"))
        };
        match words.as_slice() {
            ["roll"] => Ok(Move::Roll),
            ["be", race, class, points @ ..] => self.read_creation(race, class, points),
            ["go", to] => Ok(Move::Go(way(to)?)),
            ["rest"] => Ok(Move::Rest),
            ["climb", to] => Ok(Move::Climb(cell(to)?)),
            ["down"] => stairs(true),
            ["up"] => stairs(false),
            ["take"] => Ok(Move::Take),
            ["drop", name] => Ok(Move::Drop(stack(name, carried())?)),
            ["wear", name] => Ok(Move::Wear(stack(name, carried())?)),
            ["remove", name] => Ok(Move::Remove(stack(name, carried())?)),
            ["use", name] => Ok(Move::Use(stack(name, carried())?)),
            ["aim", name, to] => Ok(Move::Aim(stack(name, carried())?, cell(to)?)),
            ["throw", name, to] => Ok(Move::Throw(stack(name, carried())?, cell(to)?)),
            ["cast", to] => Ok(Move::Cast(cell(to)?)),
            ["get", name] => Ok(Move::Get(stack(name, stored(ObjectType::Chest))?)),
            ["put", name] => Ok(Move::Put(stack(name, carried())?)),
            ["buy", name] => Ok(Move::Buy(stack(name, stored(ObjectType::Stall))?)),
            ["sell", name] => Ok(Move::Sell(stack(name, carried())?)),
            ["close", to] => Ok(Move::Close(way(to)?)),
            [] => Err("an empty line".to_owned()),
            [verb, ..] => {
                let verbs: Vec<&str> =
                    crate::moves::MOVES.lines().filter(|form| !form.starts_with(' ')).filter_map(first_word).collect();
                Err(format!("`{verb}`: expected one of {}, with what each of them wants", verbs.join(", ")))
            }
        }
    }

    fn read_creation(&self, race: &str, class: &str, points: &[&str]) -> Result<Move, String> {
        let races: Vec<&str> = self.catalogue.races.iter().map(|race| race.name.as_str()).collect();
        let classes: Vec<&str> = self.catalogue.classes.iter().map(|class| class.class.name.as_str()).collect();
        let find = |names: &[&str], name: &str| {
            let at = names.iter().position(|known| *known == name);
            at.map(|at| at as u8).ok_or_else(|| format!("`{name}`: expected one of {}", names.join(", ")))
        };
        let (race, class) = (find(&races, race)?, find(&classes, class)?);
        if points.is_empty() {
            return Ok(Move::Be { race, class, points: None });
        }
        let read: Vec<u8> = points.iter().filter_map(|word| word.parse().ok()).collect();
        let points = <[u8; 5]>::try_from(read).ok().filter(|_| points.len() == 5);
        let points = points.ok_or_else(|| format!("expected five numbers, for {}", STATS.join(", ")))?;
        Ok(Move::Be { race, class, points: Some(points) })
    }
}

fn first_word(form: &str) -> Option<&str> {
    form.split_whitespace().next()
}

/// One of these stacks by its name in moves.
fn find_stack(game: &Dungeon, name: &str, known: &[Stack]) -> Result<Stack, String> {
    let found = known.iter().find(|&&stack| game.stack_name(stack) == name);
    found.copied().ok_or_else(|| {
        let mut names: Vec<String> = known.iter().map(|&stack| game.stack_name(stack)).collect();
        names.dedup();
        match names.is_empty() {
            true => format!("`{name}`: there is nothing that it could be"),
            false => format!("`{name}`: expected one of {}", names.join(", ")),
        }
    })
}

/// How the seat's hero fares, for a person.
pub(crate) fn status(view: View<'_>) -> String {
    let hero = view.hero();
    let ((hp, hp_most), (sp, sp_most)) = (view.hp(), view.sp());
    let [race, class] = kind_words(view);
    let mut words = vec![format!("{race} {class} of level {}", view.rank())];
    words.push(format!("{hp} of {}", counted(hp_most.max(0), "hit point")));
    if sp_most > 0 {
        words.push(format!("{sp} of {}", counted(sp_most, "spell point")));
    }
    words.push(format!("experience {}", hero.experience));
    words.push(format!("{} gold", hero.gold));
    if let Some((food, most)) = view.food() {
        words.push(match food * 4 {
            left if left < most => format!("hungry, food {food} of {most}"),
            _ => format!("food {food} of {most}"),
        });
    }
    for (amount, name) in [(hero.chain.poison(), "poisoned"), (hero.chain.haste(), "hasted")] {
        words.extend((amount > 0).then(|| name.to_owned()));
    }
    words.join(", ")
}

/// What the seat's hero carries and wears, and his attributes, for a person.
pub(crate) fn belongings(view: View<'_>) -> String {
    let thing = |(stack, count, worn): (Stack, usize, usize)| {
        let name = view.game.stack_name(stack).replace('-', " ");
        let what = if count == 1 { name } else { counted(count, &name) };
        if worn > 0 { format!("{what} (worn)") } else { what }
    };
    let pack: Vec<String> = view.pack().into_iter().map(thing).collect();
    let carried = if pack.is_empty() { "nothing".to_owned() } else { pack.join(", ") };
    let attributes = &view.hero().attributes;
    let stats = STATS.iter().filter_map(|path| Some(format!("{path} {}", attributes.get(path)?.current)));
    format!("you carry {carried}; {}", stats.collect::<Vec<_>>().join(", "))
}

/// The position as a seat knows it, in lines.
pub(crate) fn describe(view: View<'_>) -> String {
    let mut out = String::new();
    write_position(view, &mut out).expect("a String can be written to");
    out
}

fn write_position(view: View<'_>, out: &mut String) -> std::fmt::Result {
    let game = view.game;
    let hero = view.hero();
    let now = match view.stage() {
        Stage::Over => "over",
        _ if !view.acts() => "wait",
        Stage::Creation => "create",
        Stage::Descent => "act",
    };
    writeln!(out, "seat {} turn {} round {} now {now}", view.seat.0 + 1, view.turn(), view.round())?;
    for (seat, name) in game.sides.iter().enumerate() {
        let (is_alive, deepest) = view.standing(Seat(seat as u8));
        let standing = if is_alive { "alive" } else { "dead" };
        let team = game.teams[seat] + 1;
        writeln!(out, "hero {} of {name} team {team} {standing} deepest level {deepest}", seat + 1)?;
    }
    if view.stage() == Stage::Creation {
        let rolled: Vec<String> = hero.rolled.iter().map(i32::to_string).collect();
        writeln!(out, "rolled {} rolls left {}", rolled.join(" "), hero.rolls_left)?;
        return Ok(());
    }
    let [race, class] = kind_words(view);
    let ((hp, hp_most), (sp, sp_most)) = (view.hp(), view.sp());
    let name = game.kind_name(game.hero);
    write!(out, "own {name} {race} {class} hit points {hp}/{hp_most} spell points {sp}/{sp_most}")?;
    write!(out, " level {} experience {} gold {}", view.rank(), hero.experience, hero.gold)?;
    if game.numbers.has_hunger() {
        write!(out, " food {}/{}", hero.food, game.numbers.food)?;
    }
    let (poison, haste) = (hero.chain.poison(), hero.chain.haste());
    writeln!(out, " poison {poison} haste {haste}")?;
    for path in STATS {
        if let Some(stat) = hero.attributes.get(path) {
            writeln!(out, "attribute {path} {}/{}", stat.current, stat.base)?;
        }
    }
    for (path, stat) in hero.attributes.below("skill") {
        writeln!(out, "attribute {path} {}/{}", stat.current, stat.base)?;
    }
    for (stack, count, worn) in view.pack() {
        writeln!(out, "pack {count} {}{}", game.stack_name(stack), if worn > 0 { " worn" } else { "" })?;
    }
    let at = |cell: Cell| game.area.cell_name(cell);
    writeln!(out, "at {}", at(view.cell()))?;
    for stack in view.here() {
        writeln!(out, "here {}", game.stack_name(stack))?;
    }
    for kind in [ObjectType::Chest, ObjectType::Stall] {
        for (stack, count) in view.store(kind).map(|store| store.stacks()).unwrap_or_default() {
            writeln!(out, "in {} {count} {}", kind.name(), game.stack_name(stack))?;
        }
    }
    for monster in view.monsters() {
        let most = game.monster(monster.kind).map_or(0, |kind| kind.hp);
        let state = if monster.sleeps { " asleep" } else { "" };
        let name = game.design.name_of(design::UnitType::at(usize::from(monster.kind)));
        writeln!(out, "monster {name} at {} hit points {}/{most}{state}", at(monster.cell), monster.hp)?;
    }
    for (seat, cell) in view.others() {
        writeln!(out, "hero {} at {}", seat.0 + 1, at(cell))?;
    }
    for level in 0..game.area.levels() {
        write_level(view, level, out)?;
    }
    Ok(())
}

/// Race and class of the seat's hero.
pub(crate) fn kind_words(view: View<'_>) -> [&str; 2] {
    let (race, class) = view.kind_of(view.seat);
    let catalogue = &view.game.catalogue;
    let race = catalogue.races.get(usize::from(race)).map_or("", |race| race.name.as_str());
    let class = catalogue.classes.get(usize::from(class)).map_or("", |class| class.class.name.as_str());
    [race, class]
}

/// The sign of a terrain type on the map.
pub(crate) fn sign(game: &Dungeon, ground: u16) -> char {
    let text = game.design.text(CHAR, TerrainType::at(usize::from(ground)));
    text.chars().next().unwrap_or('?')
}

fn write_level(view: View<'_>, level: u32, out: &mut String) -> std::fmt::Result {
    let game = view.game;
    if view.memory(level).is_none() {
        return Ok(());
    }
    for object in view.objects(level) {
        let seen = if view.sees(object.cell) { "" } else { " remembered" };
        writeln!(out, "object {} at {}{seen}", game.stack_name(object.stack), game.area.cell_name(object.cell))?;
    }
    for (from, to) in view.known_stairs(level) {
        writeln!(out, "stairs at {} to {}", game.area.cell_name(from), game.area.cell_name(to))?;
    }
    writeln!(out, "map of level {}, from the north", level + 1)?;
    for row in map_rows(view, level) {
        writeln!(out, "|{row}|")?;
    }
    Ok(())
}

/// The rows of a level from the north, a sign for each cell; a space where nothing is known.
pub(crate) fn map_rows(view: View<'_>, level: u32) -> Vec<String> {
    let game = view.game;
    let width = game.area.width();
    let row = |row: u32| -> String {
        let cells = (0..width).map(|column| game.cell_at(level, (row * width + column) as u16));
        cells.map(|cell| view.ground(cell).map_or(' ', |ground| sign(game, ground))).collect()
    };
    (0..game.area.height()).rev().map(row).collect()
}
