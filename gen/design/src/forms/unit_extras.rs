//! What a file says of a single unit, beside what the units of every game have (`gdl-reference` 9).

use std::sync::LazyLock;

use super::extras::{ExtraProperties, GivenValues};
use super::task::Plan;
use crate::{Atom, Scope, UnitType};

/// What the properties of a unit say. Where one is missing, its type has the word, or nothing is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitExtras {
    /// `#`: the number by which forms name it.
    pub id: Option<i32>,
    /// `@`: where it will appear, in oblique coordinates.
    pub appear_at: Option<(i32, i32)>,
    /// `z`.
    pub altitude: Option<i16>,
    /// `os`: the number of the side that it first had.
    pub original_side: Option<i32>,
    /// Below 0: it has yet to appear.
    pub cp: Option<i16>,
    /// Its experience.
    pub cxp: Option<i16>,
    /// `mo`.
    pub morale: Option<i16>,
    /// `acp`: action points now.
    pub acp: Option<i16>,
    /// `acp0`: action points when the turn began.
    pub acp_start: Option<i16>,
    /// `am`: moves made in this turn.
    pub moves: Option<u16>,
    /// The size of a city.
    pub size: Option<i16>,
    /// `cpstash`.
    pub cp_stash: Option<i16>,
    /// Its own place in the order of acting.
    pub priority: Option<i16>,
    /// What it counts for.
    pub point_value: Option<i16>,
    /// The turn from which on it may appear, and by how many cells elsewhere: across and up.
    pub appear: Option<(u32, u16, u16)>,
    /// Its last turn.
    pub disappear: Option<u32>,
    /// `tp`, by types.
    pub tooling: Option<Vec<(UnitType, i32)>>,
    /// What it thinks of sides, by their numbers.
    pub opinions: Option<Vec<(u8, i32)>>,
    /// What it is to do.
    pub plan: Option<Plan>,
}

impl ExtraProperties for UnitExtras {
    const SCOPE: Scope = Scope::Piece;

    fn none() -> &'static UnitExtras {
        static NONE: LazyLock<UnitExtras> = LazyLock::new(UnitExtras::default);
        &NONE
    }

    fn take(&mut self, name: &str, given: &mut GivenValues<'_, '_>) {
        const SHORT_MAX: i32 = i16::MAX as i32;
        const WORD_MAX: i32 = u16::MAX as i32;
        let own = |number: i32| i16::try_from(number).ok().filter(|&number| number >= 0);
        match name {
            "#" => self.id = given.number(i32::MIN..=i32::MAX),
            "@" => match given.all() {
                [Atom::Int(x), Atom::Int(y), ..] => self.appear_at = Some((*x, *y)),
                _ => given.missing("a column and a row"),
            },
            "z" => self.altitude = given.short(),
            "os" => self.original_side = given.number(0..=u8::MAX.into()),
            "cp" => self.cp = given.short(),
            "cxp" => self.cxp = given.short(),
            "mo" => self.morale = given.short(),
            "acp" => self.acp = given.short(),
            "acp0" => self.acp_start = given.short(),
            "am" => self.moves = given.number(0..=WORD_MAX).map(|moves| moves as u16),
            "size" => self.size = given.short(),
            "cpstash" => self.cp_stash = given.short(),
            "priority" => self.priority = given.number(-1..=SHORT_MAX).and_then(own),
            "point-value" => self.point_value = given.number(-1..=SHORT_MAX).and_then(own),
            "appear" => {
                let numbers = given.numbers();
                let variation = |place: usize| numbers.get(place).map_or(0, |most| (*most).clamp(0, WORD_MAX) as u16);
                let turn = numbers.first().and_then(|&turn| u32::try_from(turn).ok()).filter(|&turn| turn > 0);
                self.appear = turn.map(|turn| (turn, variation(1), variation(2)));
            }
            "disappear" => {
                self.disappear = given.number(0..=i32::MAX).map(|turn| turn as u32).filter(|&turn| turn > 0);
            }
            "tp" => self.tooling = Some(given.of_kinds(i16::MIN.into()..=SHORT_MAX)),
            "opinions" => self.opinions = Some(given.of_sides(i8::MIN.into()..=i8::MAX.into())),
            "plan" => self.plan = given.plan(),
            // What no rule reads goes out as it came.
            _ => {}
        }
    }
}
