//! What a hero knows beside what lies on the board, in sentences: monsters in sight with the odds, the room where he stands and the
//! ways out of it, and what lies about.

use std::collections::BTreeSet;

use contract::{Chart, ChartWords, Remark};
use design::{TypeId, UnitType, counted};
use grid::Cell;

use crate::{Dungeon, SeenMonster, SeenObject, Stage, View};

/// The most monsters of which a sentence each is told, the nearest first.
const MONSTERS_MAX: usize = 4;

impl Dungeon {
    pub(crate) fn make_chart(&self, view: View<'_>) -> Chart {
        let mut remarks = Vec::new();
        if view.stage() == Stage::Descent && view.hero().is_alive {
            let mut monsters = view.monsters();
            monsters.sort_by_key(|monster| (self.area.distance(view.cell(), monster.cell), monster.cell));
            remarks.extend(monsters.iter().take(MONSTERS_MAX).map(|monster| {
                let words = self.monster_words(view, monster);
                Remark { cell: Some(monster.cell), words }
            }));
            let more = monsters.len().saturating_sub(MONSTERS_MAX);
            let others = (more > 0).then(|| format!("{} more in sight", counted(more, "monster")));
            let of_all = others.into_iter().chain([self.room_words(view)]).chain(self.thing_words(view));
            remarks.extend(of_all.map(|words| Remark { cell: None, words }));
        }
        let words = ChartWords { region: "room", ..ChartWords::NONE };
        Chart { remarks, has_things: true, words, ..Chart::default() }
    }

    /// `goblin (g) at 12,4/1, 3 cells away, asleep, 5 of 7 hit points: you hit 65 %, it hits 40 %`.
    fn monster_words(&self, view: View<'_>, monster: &SeenMonster) -> String {
        let SeenMonster { cell, kind, hp, sleeps } = *monster;
        let most = self.monster(kind).map_or(hp, |known| known.hp);
        let away = counted(self.area.distance(view.cell(), cell), "cell");
        let asleep = if sleeps { ", asleep" } else { "" };
        let hero = view.hero();
        let (own, its) = (self.hero_hits(hero, kind), self.monster_hits(hero, kind));
        let (name, letter) = (self.kind_name(kind), self.letter(kind));
        let at = self.area.cell_name(cell);
        format!(
            "{name}{letter} at {at}, {away} away{asleep}, {hp} of {most} hit points: you hit {own} %, it hits {its} %"
        )
    }

    /// The letter that stands for a type on boards, behind its name: ` (g)`; nothing if the design gives none.
    fn letter(&self, kind: u16) -> String {
        let letter = self.design.text(design::parameters::unit::CHAR, UnitType::at(usize::from(kind))).chars().next();
        letter.map_or_else(String::new, |letter| format!(" ({letter})"))
    }

    /// Whether a hero can walk over a cell, as far as he knows; doors are none such.
    fn is_floor(&self, view: View<'_>, cell: Cell) -> bool {
        view.ground(cell).is_some_and(|ground| self.can_stand(self.hero, ground))
    }

    /// Whether a cell is part of a room: of four cells of floor that make a square. Corridors are narrower.
    fn is_roomy(&self, view: View<'_>, cell: Cell) -> bool {
        let (column, row) = self.area.column_row(cell);
        let level = self.area.level(cell);
        let is_floor = |column: i32, row: i32| {
            let cell = self.area.cell(column, row).map(|cell| self.cell_at(level, self.place(cell)));
            cell.is_some_and(|cell| self.is_floor(view, cell))
        };
        [(0, 0), (-1, 0), (0, -1), (-1, -1)].into_iter().any(|(right, up)| {
            let (column, row) = (column + right, row + up);
            [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().all(|(right, up)| is_floor(column + right, row + up))
        })
    }

    /// The cells of the room where the hero stands, as far as he knows it; none in a corridor.
    pub(crate) fn room(&self, view: View<'_>) -> BTreeSet<Cell> {
        let mut room = BTreeSet::new();
        let mut open = vec![view.cell()];
        while let Some(cell) = open.pop() {
            if self.is_floor(view, cell) && self.is_roomy(view, cell) && room.insert(cell) {
                open.extend(self.area.around(cell).map(|(_, beside)| beside));
            }
        }
        room
    }

    /// Where the hero stands, and the ways out of there: doors, gaps, stairs.
    fn room_words(&self, view: View<'_>) -> String {
        let room = self.room(view);
        let here: BTreeSet<Cell> = if room.is_empty() { BTreeSet::from([view.cell()]) } else { room.clone() };
        let edge: BTreeSet<Cell> = here
            .iter()
            .flat_map(|&cell| self.area.around(cell))
            .map(|(_, beside)| beside)
            .filter(|beside| !here.contains(beside))
            .collect();
        let at = |cell: Cell| self.area.cell_name(cell);
        let mut ways: Vec<String> = Vec::new();
        for &cell in &edge {
            let Some(ground) = view.ground(cell) else { continue };
            match self.door(ground) {
                Some(door) if door.lock > 0 && !view.has_key(door.lock) => {
                    ways.push(format!("a locked door at {}", at(cell)));
                }
                Some(_) => ways.push(format!("a door at {}", at(cell))),
                None if self.can_stand(self.hero, ground) => ways.push(at(cell)),
                None => {}
            }
        }
        for (from, to) in view.known_stairs(view.level()) {
            let way = if self.area.level(to) > view.level() { "down" } else { "up" };
            ways.push(format!("stairs {way} at {}", at(from)));
        }
        let place = if room.is_empty() {
            "you are in a passage".to_owned()
        } else {
            let side = |of: &dyn Fn(Cell) -> i32| {
                let places = || room.iter().map(|&cell| of(cell));
                places().max().unwrap_or(0) - places().min().unwrap_or(0) + 1
            };
            let (wide, high) = (side(&|cell| self.area.column_row(cell).0), side(&|cell| self.area.column_row(cell).1));
            format!("you are in a room of {wide} by {high}")
        };
        if ways.is_empty() { place } else { format!("{place}; ways: {}", ways.join(", ")) }
    }

    /// What lies on the level, as far as the hero sees or remembers it: what is nearest first.
    fn thing_words(&self, view: View<'_>) -> Option<String> {
        let mut things: Vec<SeenObject> = view.objects(view.level());
        things.sort_by_key(|thing| (self.area.distance(view.cell(), thing.cell), thing.cell, thing.stack));
        let words = |thing: &SeenObject| {
            let name = self.stack_name(thing.stack).replace('-', " ");
            let letter = self.letter(thing.stack.kind);
            let place = if thing.cell == view.cell() {
                "here".to_owned()
            } else {
                format!("at {}", self.area.cell_name(thing.cell))
            };
            format!("{name}{letter} {place}")
        };
        let told: Vec<String> = things.iter().map(words).collect();
        (!told.is_empty()).then(|| format!("things: {}", told.join(", ")))
    }
}
