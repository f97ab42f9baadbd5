//! Moves as text.

use grid::Cell;

use crate::Dungeon;
use crate::catalogue::ObjectType;
use crate::characters::STATS;
use crate::inventory::Stack;
use crate::moves::Move;
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
