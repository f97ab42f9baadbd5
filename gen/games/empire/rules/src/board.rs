//! The board: provinces, their borders, and what each pays and trains, made ready from a scenario.

use chance::{Draws, Seed};
use contract::{Seat, Unplayable};
use design::UnitType;
use grid::Area;
use world::{ProvinceId, ProvinceLinkKind, Scenario};

use crate::numbers::{KIND_NAMES, Numbers};
use crate::position::{Beginning, read_section};
use crate::{Fort, KINDS, Troops};

/// The most seats of a game.
pub const SEATS_MAX: usize = 12;
/// The most provinces.
const PROVINCES_MAX: usize = 1000;

/// A province as it never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Province {
    /// Its name.
    pub name: String,
    /// Gold that it pays in a month.
    pub tribute: u16,
    /// Squads of each kind that it trains in a month.
    pub trains: Troops,
    /// The provinces to which an army gets from here, in rising order.
    pub links: Vec<Link>,
    /// Who owns it at the start.
    pub(crate) first_owner: Option<Seat>,
    #[doc(hidden)]
    pub first_troops: Troops,
    #[doc(hidden)]
    pub first_fort: Fort,
}

/// A border that armies cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The province behind it.
    pub to: u16,
    /// Whether a river runs along it.
    pub river: bool,
}

/// The game, made ready.
#[derive(Clone, Debug)]
pub struct Empire {
    /// Its numbers.
    pub numbers: Numbers,
    /// Its provinces.
    pub provinces: Vec<Province>,
    pub(crate) teams: Vec<u8>,
    pub(crate) sides: Vec<String>,
    pub(crate) area: Area,
    /// The capital's cell of each province.
    pub(crate) capitals: Vec<grid::Cell>,
    /// How the game begins, if the scenario is a position in the middle of it.
    pub(crate) beginning: Beginning,
}

fn unplayable<T>(what: impl Into<String>) -> Result<T, Unplayable> {
    Err(Unplayable::of(what))
}

impl Empire {
    #[doc(hidden)]
    pub fn new(scenario: &Scenario) -> Result<Empire, Unplayable> {
        let world = &scenario.world;
        let (numbers, found) = Numbers::read(&scenario.design);
        if let Some(fault) = found.0.iter().find(|fault| fault.severity == design::Severity::Error) {
            return unplayable(fault.to_string());
        }
        let count = world.provinces.len();
        if !(2..=PROVINCES_MAX).contains(&count) {
            return unplayable(format!(
                "{count} provinces: expected 2 to {PROVINCES_MAX}, such as `make-provinces` makes"
            ));
        }
        let seats = scenario.sides.len();
        if !(2..=SEATS_MAX).contains(&seats) {
            return unplayable(format!("{seats} sides: expected 2 to {SEATS_MAX}"));
        }
        let mut provinces = read_provinces(scenario, &numbers);
        for link in &world.province_links {
            // Open, over a river, over water or a pass: armies cross all but closed borders.
            if link.kind == ProvinceLinkKind::Closed {
                continue;
            }
            let [from, to] = [link.from, link.to].map(|id| usize::from(id.0) - 1);
            let river = matches!(link.kind, ProvinceLinkKind::River | ProvinceLinkKind::Water);
            provinces[from].links.push(Link { to: to as u16, river });
            provinces[to].links.push(Link { to: from as u16, river });
        }
        for province in &mut provinces {
            province.links.sort_by_key(|link| link.to);
        }
        let beginning = read_section(scenario, &mut provinces, &numbers)?;
        let game = Empire {
            numbers,
            provinces,
            teams: scenario.teams(),
            sides: scenario.sides.iter().map(|side| side.name.clone()).collect(),
            area: world.area,
            capitals: world.provinces.iter().map(|province| province.capital).collect(),
            beginning,
        };
        if game.teams.iter().all(|&team| team == game.teams[0]) {
            return unplayable("all sides are in one team: expected two teams or more");
        }
        game.check_start()?;
        match game.begin_with(Draws::new(Seed(0))).find_broken(&game) {
            Some(broken) => unplayable(format!("the position cannot be played on: {broken}")),
            None => Ok(game),
        }
    }

    /// Every side has a province, unless it is out, and every province can be reached.
    fn check_start(&self) -> Result<(), Unplayable> {
        for seat in 0..self.sides.len() {
            let seat_id = Seat(seat as u8);
            let owns_none = self.provinces.iter().all(|province| province.first_owner != Some(seat_id));
            if owns_none && !self.beginning.out.contains(seat_id) {
                return unplayable(format!(
                    "{} owns no province: expected at least one for every side",
                    self.sides[seat]
                ));
            }
        }
        let mut reached = vec![false; self.provinces.len()];
        let mut open = vec![0_u16];
        reached[0] = true;
        while let Some(province) = open.pop() {
            for link in &self.provinces[usize::from(province)].links {
                if !std::mem::replace(&mut reached[usize::from(link.to)], true) {
                    open.push(link.to);
                }
            }
        }
        match reached.iter().position(|&is_reached| !is_reached) {
            Some(lost) => unplayable(format!(
                "no army gets from {} to {}: every province must be reached from every other",
                self.provinces[0].name, self.provinces[lost].name
            )),
            None => Ok(()),
        }
    }

    pub(crate) fn seats_count(&self) -> usize {
        self.sides.len()
    }

    /// The border from a province to another, if armies cross one.
    #[must_use]
    pub fn link(&self, from: u16, to: u16) -> Option<Link> {
        self.provinces[usize::from(from)].links.iter().copied().find(|link| link.to == to)
    }
}

/// What provinces have at the start: what they pay and train, and the troops and forts in them, which are the scenario's units. Units of
/// other types have no part in the game.
fn read_provinces(scenario: &Scenario, numbers: &Numbers) -> Vec<Province> {
    let world = &scenario.world;
    let design = &scenario.design;
    let kind_of = |kind: UnitType| KIND_NAMES.iter().position(|name| *name == design.name_of(kind));
    let level_of = |kind: UnitType| numbers.forts.iter().position(|fort| fort.name == design.name_of(kind));
    let one = |province: &world::Province| {
        let mut trains = [0; KINDS];
        for &(kind, count) in &province.trains {
            if let Some(kind) = kind_of(kind) {
                trains[kind] = count;
            }
        }
        Province {
            name: province.name.clone(),
            tribute: province.income.min(u32::from(u16::MAX)) as u16,
            trains,
            links: Vec::new(),
            first_owner: Seat::of(province.owner),
            first_troops: [0; KINDS],
            first_fort: Fort::default(),
        }
    };
    let mut provinces: Vec<Province> = world.provinces.iter().map(one).collect();
    for (id, unit) in scenario.unit_ids() {
        let cell = scenario.cell_of(id);
        let at = cell.zip(world.province_of.as_ref()).map_or(ProvinceId::NONE, |(cell, of)| of[cell]);
        let Some(province) = usize::from(at.0).checked_sub(1).and_then(|index| provinces.get_mut(index)) else {
            continue;
        };
        if let Some(kind) = kind_of(unit.kind) {
            province.first_troops[kind] = province.first_troops[kind].saturating_add(1);
        } else if let Some(level) = level_of(unit.kind) {
            let level = (level as u8 + 1).max(province.first_fort.level);
            province.first_fort = Fort { level, health: numbers.fort_health(level), work: 0, work_health: 0 };
        }
    }
    provinces
}
