//! The purpose and the worth of types, computed once per game from the design's numbers (`kernel-rules` 8). A hint of the designer
//! (`ai-..-worth`) of 0 or more replaces the computed value.
//!
//! The code names no type: a captor is a type with a chance to capture; a base is a type that cannot move and builds, holds or
//! supplies others; a carrier is a type that takes others where they cannot go.

use design::abilities::{
    Abilities, CaptureMeans, Crew, Pairs, can_stand_on, can_transfer, capture_chance, capture_means, creation_range,
    damage, fights_in_rounds, has_acp, hit_chance, joint_making, needs, shoots, uses, usual_acp,
};
use design::parameters::global::{AI_ADVANCED_UNIT_SEPARATION, SELF_REQUIRED};
use design::parameters::table::{
    ACP_TO_CAPTURE, AI_BASE_WORTH_FOR, ATTACK_RANGE, ATTACK_RANGE_MIN, AUTO_REPAIR, BASE_CONSUMPTION, BASE_PRODUCTION,
    BUILD_RANGE, CONSUMPTION_ON_CREATION, CONSUMPTION_PER_ADD_TERRAIN, CONSUMPTION_PER_BUILD, CONSUMPTION_PER_BUILT,
    CONSUMPTION_PER_CHANGE_TYPE, CONSUMPTION_PER_CP, CONSUMPTION_PER_CREATE, CONSUMPTION_PER_MOVE, COUNTERATTACK,
    DETONATION_DAMAGE_ADJACENT, DETONATION_DAMAGE_AT, DETONATION_UNIT_RANGE, HP_PER_STARVE, IN_LENGTH,
    MATERIAL_TO_BUILD, MATERIAL_TO_CHANGE_TYPE, MATERIAL_TO_CREATE, MATERIAL_TO_PRODUCE, MP_TO_ENTER_TERRAIN,
    OUT_LENGTH, UNIT_STORAGE_X,
};
use design::parameters::unit;
use design::{
    Body, Design, Expression, Form, Handicap, MaterialType, Operator, TerrainType, TypeId, UnitType, UnitTypes,
};

/// Stands for no movement class: the type cannot move.
pub(crate) const NO_CLASS: u8 = u8::MAX;
/// The cost of a step that is impossible.
pub(crate) const NEVER: u8 = u8::MAX;
/// A goal that costs more than this, or lies farther away, is hardly within the cells that a unit's planning search looks at.
pub(crate) const NEAR: u16 = 18;

/// The worth of a type that moves and that no type makes, as a multiple of its cost.
const IRREPLACEABLE: i32 = 3;

/// A type that a builder can make, if need be with the help of another type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product {
    pub kind: UnitType,
    /// Action points from the creation to the completion.
    pub acp: i32,
    /// Those of them that are for building.
    building: i32,
    /// How many cells away it may be created or built.
    pub range: i32,
    /// Whether the builder creates such units.
    pub begins: bool,
    /// Whether it finishes them.
    pub finishes: bool,
}

impl Product {
    /// Action points from the creation to the completion, if the builders get on by a handicap.
    pub fn acp_by(&self, handicap: Handicap) -> i32 {
        let building = i64::from(self.building) * 100 / i64::from(handicap.percent());
        (i64::from(self.acp - self.building) + building).min(i32::MAX.into()) as i32
    }
}

/// A material that a type carries with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stock {
    pub material: MaterialType,
    /// How much of it a unit holds.
    pub most: i32,
    /// With this amount it counts as full.
    pub enough: i32,
    pub is_ammunition: bool,
}

/// The purpose of a type.
#[derive(Clone, Debug)]
pub(crate) struct UnitRole {
    /// The index in [`UnitRoles::classes`], or [`NO_CLASS`].
    pub class: u8,
    /// The movement points of a turn.
    pub pace: i32,
    pub hp_max: i32,
    /// The loss when one is destroyed.
    pub price: i32,
    /// The worth of owning one.
    pub prize: i32,
    /// It cannot move, and builds, holds or supplies others.
    pub is_base: bool,
    pub is_captor: bool,
    pub is_fighter: bool,
    pub is_builder: bool,
    /// It takes captors or builders where they cannot go by themselves.
    pub is_carrier: bool,
    pub seats: i32,
    pub products: Vec<Product>,
    /// By terrain plus 1: whether a base that it builds can stand there.
    pub sites: Vec<bool>,
    /// How well it explores.
    pub explorer: i32,
    /// How many moves its full supply lasts; `i32::MAX` if it needs no fuel.
    pub endurance: i32,
    /// The fuel that runs out first, and how much of it a move costs.
    pub fuel: Option<(MaterialType, i32)>,
    /// Whether it is lost when its fuel has run out.
    pub dies_empty: bool,
    /// The materials that it consumes or shoots and does not produce, without fuel.
    pub stocks: Vec<Stock>,
    /// Whether it has to fetch some of these from others.
    pub draws: bool,
    /// It raises the tech level of other types that are made in this game.
    pub develops: bool,
    /// It goes off by order, and that hurts others; and the loss when it does so once, in prices of units.
    pub is_bomb: bool,
    pub bomb_price: i32,
    /// The materials that it takes out of cells, and those that it makes by action, as far as the game has a use for them.
    pub extracts: Vec<MaterialType>,
    pub produces: Vec<MaterialType>,
    /// The types that it can become and that are worth more, the best one first.
    pub becomes: Vec<UnitType>,
    /// The terrain that it makes of other terrain.
    pub alters: Vec<TerrainType>,
    /// The hit points of one part, if parts of it can go their own way; else 0.
    pub part_hp: i32,
    /// Can act at all.
    pub acts: bool,
    pub strike_range: i32,
    pub strike_range_min: i32,
    pub fire_range: i32,
    pub fire_range_min: i32,
    pub fires: bool,
    pub tactical_range: i32,
    /// How far away it looks for targets.
    pub horizon: u16,
    pub alert_range: i32,
    pub peace_garrison: i32,
    pub war_garrison: i32,
    pub sight: i32,
}

/// The purposes of all types of a design.
#[derive(Debug)]
pub struct UnitRoles {
    pub(crate) count: usize,
    pub(crate) roles: Vec<UnitRole>,
    /// Step costs by terrain, for each set of types with the same movement.
    pub classes: Vec<Vec<u8>>,
    /// By class, the type with the fewest movement points in a turn.
    pub slowest: Vec<UnitType>,
    /// The share of the column's hit points, in thousandths, that an attack of the row takes.
    hit: Vec<i16>,
    /// The same for a shot.
    shot: Vec<i16>,
    /// The chance of a capture from a side, and from independents.
    capture: Vec<u8>,
    capture_free: Vec<u8>,
    /// Whether a capture by its own action is possible.
    captures_by_action: Vec<bool>,
    counter: Vec<u8>,
    /// The share of the column's hit points, in thousandths, that a blast of the row takes where it goes off, and beside that.
    blast: [Vec<i16>; 2],
    carries: Vec<bool>,
    /// How well the row repairs the column, or supplies its fuel.
    serves: Vec<i16>,
    /// How many cells away the row supplies fuel to the column.
    reach: Vec<u8>,
    /// Whether battles are fought in rounds, begun by moving into a cell.
    pub overruns: bool,
    /// The garrison that an enemy base is expected to have, in prices of units.
    pub guard: i32,
    pub(crate) separation: i32,
    /// Whether any type can go and capture others; otherwise units only fight.
    pub takes: bool,
    /// The types without which a side loses, as far as scorekeepers name any.
    pub is_vital: Vec<bool>,
    /// The types that a captor could target: they are worth looking for.
    pub is_prize: Vec<bool>,
    /// By material: whether units of the game live, move, fight or are made by it, or land is changed with it.
    pub is_useful: Vec<bool>,
}

impl UnitRole {
    /// Whether it neither captures nor attacks.
    pub(crate) const fn is_civil(&self) -> bool {
        !self.is_captor && !self.is_fighter
    }

    /// Its strength in a fight, in prices of units.
    pub(crate) fn strength(&self) -> i32 {
        if self.is_fighter && !self.is_carrier { self.price } else { 0 }
    }
}

impl UnitRoles {
    /// What the design's types can do to each other, by its tables.
    #[must_use]
    pub fn new(design: &Design, abilities: &Abilities) -> UnitRoles {
        let count = design.units.len();
        let kinds = || design.unit_types();
        let mut roles = UnitRoles {
            count,
            roles: Vec::new(),
            classes: Vec::new(),
            slowest: Vec::new(),
            hit: vec![0; count * count],
            shot: vec![0; count * count],
            capture: vec![0; count * count],
            capture_free: vec![0; count * count],
            captures_by_action: vec![false; count * count],
            counter: vec![0; count * count],
            blast: [vec![0; count * count], vec![0; count * count]],
            carries: vec![false; count * count],
            serves: vec![0; count * count],
            reach: vec![0; count * count],
            guard: 0,
            overruns: fights_in_rounds(design),
            separation: design.global_int(AI_ADVANCED_UNIT_SEPARATION),
            takes: false,
            is_prize: vec![false; count],
            is_vital: find_vital(design),
            is_useful: design.material_types().map(|material| is_useful(design, material)).collect(),
        };
        for one in kinds() {
            for other in kinds() {
                roles.fill_pair(design, abilities, one, other);
            }
        }
        for kind in kinds() {
            let class = roles.class_of(design, kind);
            let role = roles.role_of(design, abilities, kind, class);
            roles.roles.push(role);
        }
        roles.raise_prices(design, abilities);
        roles.appraise(design);
        roles.find_better_types(design, abilities);
        // Who can stand nowhere comes to nothing that could be captured.
        let walks =
            |class: u8| roles.classes.get(usize::from(class)).is_some_and(|row| row.iter().any(|&step| step != NEVER));
        roles.takes = roles.roles.iter().any(|role| role.is_captor && walks(role.class));
        let captors = || roles.roles.iter().filter(|role| role.is_captor && role.class != NO_CLASS);
        roles.guard = captors().map(|role| role.price).sum::<i32>() / (captors().count().max(1) as i32);
        roles
    }

    fn at(&self, row: UnitType, column: UnitType) -> usize {
        row.index() * self.count + column.index()
    }

    /// The role of a type.
    #[inline]
    pub(crate) fn of(&self, kind: UnitType) -> &UnitRole {
        &self.roles[kind.index()]
    }

    /// The share of `target`'s hit points, in thousandths, that an attack of `by` takes.
    #[inline]
    pub fn hit(&self, by: UnitType, target: UnitType) -> i32 {
        i32::from(self.hit[self.at(by, target)])
    }

    /// The same for a shot.
    #[inline]
    pub fn shot(&self, by: UnitType, target: UnitType) -> i32 {
        i32::from(self.shot[self.at(by, target)])
    }

    /// The chance in percent to capture a unit of a side, or an independent one (`is_free`).
    #[inline]
    pub(crate) fn capture(&self, by: UnitType, target: UnitType, is_free: bool) -> i32 {
        let place = self.at(by, target);
        i32::from(if is_free { self.capture_free[place] } else { self.capture[place] })
    }

    #[inline]
    pub(crate) fn captures_by_action(&self, by: UnitType, target: UnitType) -> bool {
        self.captures_by_action[self.at(by, target)]
    }

    #[inline]
    pub(crate) fn carries(&self, transport: UnitType, kind: UnitType) -> bool {
        self.carries[self.at(transport, kind)]
    }

    /// How well a base repairs and supplies units of a type. 0: not at all.
    #[inline]
    pub(crate) fn serves(&self, base: UnitType, kind: UnitType) -> i32 {
        i32::from(self.serves[self.at(base, kind)])
    }

    /// How many cells away a base still supplies units of a type.
    #[inline]
    pub(crate) fn reach(&self, base: UnitType, kind: UnitType) -> i32 {
        i32::from(self.reach[self.at(base, kind)])
    }

    /// The share of a victim's hit points, in thousandths, that a blast takes where it goes off, or beside that.
    pub(crate) fn blast(&self, bomb: UnitType, victim: UnitType, is_center: bool) -> i32 {
        i32::from(self.blast[usize::from(!is_center)][self.at(bomb, victim)])
    }

    /// What a side loses with a unit that is destroyed.
    pub(crate) fn loss(&self, kind: UnitType) -> i32 {
        let role = self.of(kind);
        if role.is_base { role.price.max(role.prize) } else { role.price }
    }

    /// The gain of an attack minus the loss from the answer, in prices of units.
    pub(crate) fn exchange(&self, by: UnitType, target: UnitType) -> i32 {
        self.exchange_at(1, by, target)
    }

    /// The same for a unit whose loss counts `stake` times.
    pub(crate) fn exchange_at(&self, stake: i32, by: UnitType, target: UnitType) -> i32 {
        let gain = self.hit(by, target) * self.of(target).price;
        let price = self.of(by).price * stake;
        let loss = self.hit(target, by) * price / 100 * i32::from(self.counter[self.at(by, target)]);
        match gain - loss {
            // Small gains count too: where all types are cheap, no attack gains a whole price.
            gain @ 1.. => (gain / 1000).max(1),
            loss => loss / 1000,
        }
    }

    fn fill_pair(&mut self, design: &Design, abilities: &Abilities, one: UnitType, other: UnitType) {
        let place = self.at(one, other);
        let hp_max = design.int(unit::HP_MAX, other).max(1);
        let share = |chance: i32, twice_mean: i32| {
            (i64::from(chance.max(0)) * 5 * i64::from(twice_mean.max(0)) / i64::from(hp_max)).min(1000) as i16
        };
        if self.overruns {
            let (attack, defend) = (design.int(unit::ATTACK, one), design.int(unit::DEFEND, other));
            if attack > 0 {
                self.hit[place] = (1000 * attack / (attack + defend).max(1)) as i16;
            }
        } else {
            if abilities.attacks.has(one, other) {
                let mean = damage(design, one, other, false).twice_mean();
                self.hit[place] = share(hit_chance(design, one, other, false), mean);
            }
            if abilities.fires_at.has(one, other) {
                let mean = damage(design, one, other, true).twice_mean();
                self.shot[place] = share(hit_chance(design, one, other, true), mean);
            }
        }
        if abilities.of(one).detonates {
            let mean = |key| design.dice(key, one, other).twice_mean();
            self.blast[0][place] = share(100, mean(DETONATION_DAMAGE_AT));
            if design.entry(DETONATION_UNIT_RANGE, one, other) >= 1 {
                self.blast[1][place] = share(100, mean(DETONATION_DAMAGE_ADJACENT));
            }
        }
        self.counter[place] = design.entry(COUNTERATTACK, one, other).clamp(0, 200) as u8;
        let [capture, free] = [false, true].map(|is_free| capture_chance(design, one, other, is_free).clamp(0, 100));
        let means = capture_means(design, one, other);
        self.captures_by_action[place] = means == Some(CaptureMeans::ByAction);
        let captures = match means {
            Some(CaptureMeans::ByAction) => true,
            // A player that captures by the way does so by attacks that do damage.
            Some(CaptureMeans::ByBlow) => self.hit[place] > 0,
            // The cost of an action that is never taken tells which types are meant to capture.
            Some(CaptureMeans::InRounds) => self.hit[place] > 0 || design.entry(ACP_TO_CAPTURE, one, other) > 0,
            None => false,
        };
        if captures {
            (self.capture[place], self.capture_free[place]) = (capture as u8, free as u8);
            self.is_prize[other.index()] |= free > 0 || capture > 0;
        }
        // Whether the row is a transport of the column.
        self.carries[place] = one != other && abilities.boards.has(other, one);
        // How well the row is a home of the column.
        let mut serves = i16::from(abilities.repairs.has(one, other) || design.entry(AUTO_REPAIR, one, other) > 0);
        for material in design.material_types() {
            let burnt = uses(design, other, material);
            if burnt && (design.entry(BASE_PRODUCTION, one, material) > 0) {
                serves += 2;
            } else if burnt
                && design.entry(UNIT_STORAGE_X, one, material) >= 2 * design.entry(UNIT_STORAGE_X, other, material)
                && design.entry(UNIT_STORAGE_X, other, material) > 0
                && self.carries[place]
            {
                serves += 1;
            }
        }
        // The reach for fuel comes first: a unit without fuel cannot move.
        let burns = |m: MaterialType| design.entry(CONSUMPTION_PER_MOVE, other, m) > 0;
        let has_fuel = design.material_types().any(burns);
        let burnt = design.material_types().filter(|&m| if has_fuel { burns(m) } else { uses(design, other, m) });
        let reach = burnt.map(|m| design.entry(OUT_LENGTH, one, m).min(design.entry(IN_LENGTH, other, m))).min();
        self.reach[place] = reach.unwrap_or(0).clamp(0, 9) as u8;
        let hint = design.entry(AI_BASE_WORTH_FOR, one, other);
        self.serves[place] = if hint >= 0 { hint.min(1000) as i16 } else { serves };
    }

    /// The class of a type: an existing one if another type has the same movement.
    fn class_of(&mut self, design: &Design, kind: UnitType) -> u8 {
        let mp = world::travel::mp_per_turn(design, kind) as i32;
        let step = world::travel::mp_per_step(design, kind) as i32;
        if !world::travel::is_mobile(design, kind) {
            return NO_CLASS;
        }
        let cost = |ground: TerrainType| {
            let enter = design.entry(MP_TO_ENTER_TERRAIN, kind, ground);
            if enter > step || !can_stand_on(design, kind, ground) { NEVER } else { enter.clamp(1, 60) as u8 }
        };
        let costs: Vec<u8> = design.ids::<TerrainType>().map(cost).collect();
        let place = self.classes.iter().position(|known| *known == costs).unwrap_or_else(|| {
            self.classes.push(costs);
            self.slowest.push(kind);
            self.classes.len() - 1
        });
        if mp < world::travel::mp_per_turn(design, self.slowest[place]) as i32 {
            self.slowest[place] = kind;
        }
        place.min(usize::from(NO_CLASS) - 1) as u8
    }

    fn role_of(&self, design: &Design, abilities: &Abilities, kind: UnitType, class: u8) -> UnitRole {
        let int = |key| design.int(key, kind);
        let kinds = || design.unit_types();
        let products: Vec<Product> = kinds().filter_map(|product| product_of(design, kind, product)).collect();
        let holds = kinds().any(|other| self.carries(kind, other));
        let makes = design.material_types().any(|material| design.entry(BASE_PRODUCTION, kind, material) > 0);
        let mut endurance = i32::MAX;
        let mut fuel = None;
        for material in design.material_types() {
            let burnt = design.entry(CONSUMPTION_PER_MOVE, kind, material);
            if burnt > 0 {
                let moves = design.entry(UNIT_STORAGE_X, kind, material) / burnt;
                if moves < endurance {
                    (endurance, fuel) = (moves, Some((material, burnt)));
                }
            }
        }
        let dies_empty = fuel.is_some_and(|(material, _)| {
            i64::from(design.entry(HP_PER_STARVE, kind, material)) >= 50 * i64::from(int(unit::HP_MAX))
        });
        let is_mobile = class != NO_CLASS;
        let is_carried = kinds().any(|other| world::travel::is_mobile(design, other) && self.carries(other, kind));
        let pace = world::travel::mp_per_turn(design, kind).min(30_000) as i32;
        let sight = int(unit::VISION_RANGE).clamp(-1, 30);
        let hint = int(unit::AI_EXPLORER_WORTH);
        let seer = int(unit::AI_SEER_WORTH).max(0);
        let computed = if is_mobile { pace.min(20) * (1 + sight.max(0)) + seer } else { 0 };
        let can = |table: &dyn Fn(UnitType) -> bool| kinds().any(table);
        let stocks = stocks_of(design, kind);
        let useful = |pairs: &Pairs<MaterialType>| {
            pairs.row(kind).iter().copied().filter(|material| self.is_useful[material.index()]).collect()
        };
        UnitRole {
            class,
            pace,
            hp_max: int(unit::HP_MAX),
            price: 2 * int(unit::CP).clamp(1, 500) + 3 * int(unit::POINT_VALUE).min(500),
            prize: 0,
            // A builder that others carry to its site is no base, though it cannot move.
            is_base: !is_mobile && (holds || makes || (!products.is_empty() && !is_carried)),
            is_captor: can(&|other| self.capture(kind, other, false) > 0 || self.capture(kind, other, true) > 0),
            is_fighter: can(&|other| self.hit(kind, other) > 0 || self.shot(kind, other) > 0),
            is_builder: !products.is_empty(),
            is_carrier: false,
            seats: int(unit::CAPACITY).max(1),
            sites: sites_of(design, &products),
            products,
            explorer: if hint >= 0 { hint } else { computed },
            endurance,
            fuel,
            dies_empty,
            draws: stocks.iter().any(|stock| can(&|giver| can_transfer(design, giver, kind, stock.material))),
            stocks,
            develops: abilities.develops.has_any(kind),
            is_bomb: can(&|other| self.blast(kind, other, true) > 0 || self.blast(kind, other, false) > 0),
            bomb_price: 0,
            extracts: useful(&abilities.extracts),
            produces: useful(&abilities.produces),
            becomes: Vec::new(),
            alters: abilities.alters_to.row(kind).to_vec(),
            part_hp: if abilities.of(kind).transfers_parts {
                int(unit::HP_MAX) / int(unit::PARTS_MAX).max(1)
            } else {
                0
            },
            acts: has_acp(design, kind) || usual_acp(design, kind, Crew::One) > 0,
            strike_range: kinds().map(|other| design.entry(ATTACK_RANGE, kind, other)).max().unwrap_or(1).clamp(1, 8),
            strike_range_min: kinds().map(|other| design.entry(ATTACK_RANGE_MIN, kind, other)).min().unwrap_or(0),
            fire_range: int(unit::RANGE).clamp(0, 8),
            fire_range_min: int(unit::RANGE_MIN),
            fires: kinds().any(|other| self.shot(kind, other) > 0),
            tactical_range: int(unit::AI_TACTICAL_RANGE).clamp(1, 40),
            horizon: if design.is_given(unit::AI_TACTICAL_RANGE) {
                int(unit::AI_TACTICAL_RANGE).clamp(1, 60) as u16
            } else {
                NEAR
            },
            alert_range: int(unit::AI_ENEMY_ALERT_RANGE).clamp(0, 20),
            peace_garrison: int(unit::AI_PEACE_GARRISON),
            war_garrison: int(unit::AI_WAR_GARRISON),
            sight,
        }
    }

    /// Raises the price of types that no type makes.
    fn raise_prices(&mut self, design: &Design, abilities: &Abilities) {
        for kind in design.unit_types() {
            let is_made = abilities.is_made(kind) || design.unit_types().any(|old| abilities.changes.has(old, kind));
            let role = &mut self.roles[kind.index()];
            if role.class != NO_CLASS && role.acts && !is_made {
                role.price *= IRREPLACEABLE;
            }
            let spent = design.int(unit::HP_PER_DETONATION, kind).clamp(0, role.hp_max);
            role.bomb_price = role.price * spent / role.hp_max.max(1);
        }
    }

    /// Finds the types that each type can become and that are worth more.
    fn find_better_types(&mut self, design: &Design, abilities: &Abilities) {
        let worth = |roles: &UnitRoles, kind: UnitType| roles.of(kind).price + roles.of(kind).prize;
        for kind in design.unit_types() {
            let own = worth(self, kind);
            let better = |&new: &UnitType| worth(self, new) > own && !abilities.of(new).is_ruin;
            let mut becomes: Vec<UnitType> = abilities.changes.row(kind).iter().copied().filter(better).collect();
            becomes.sort_by_key(|&new| (std::cmp::Reverse(worth(self, new)), new));
            self.roles[kind.index()].becomes = becomes;
        }
    }

    /// Computes the worth of owning each type, and which types carry which to where they could not go.
    fn appraise(&mut self, design: &Design) {
        for kind in design.unit_types() {
            let role = &self.roles[kind.index()];
            let mut prize = role.price / 2 + 6 * design.int(unit::POINT_VALUE, kind).min(500);
            let or_else = |hint: i32, computed: i32| if hint >= 0 { hint } else { computed };
            let builds = 8 * role.products.len().min(12) as i32;
            let makes: i32 = design.material_types().map(|m| design.entry(BASE_PRODUCTION, kind, m).min(20)).sum();
            let stores = i32::from(design.material_types().any(|m| design.entry(UNIT_STORAGE_X, kind, m) > 0));
            let serves: i32 = design.unit_types().map(|other| self.serves(kind, other)).sum::<i32>().min(40);
            let base = if role.is_base { 20 + builds + serves } else { 0 };
            prize += or_else(design.int(unit::AI_BASE_WORTH, kind), base);
            prize += or_else(design.int(unit::AI_PRODUCER_WORTH, kind), makes);
            prize += or_else(design.int(unit::AI_PROD_ENHANCER_WORTH, kind), 0);
            prize += or_else(design.int(unit::AI_DEPOT_WORTH, kind), stores);
            prize += or_else(design.int(unit::AI_DISTRIBUTOR_WORTH, kind), 0);
            if self.is_vital[kind.index()] {
                prize += prize / 2;
            }
            prize = prize.clamp(1, 4000);
            let goes_elsewhere = |passenger: UnitType| {
                let (own, its) = (role.class, self.of(passenger).class);
                let useful = self.of(passenger).is_captor || self.of(passenger).is_builder;
                useful
                    && self.carries(kind, passenger)
                    && (its == NO_CLASS
                        || (own != its
                            && self.classes[usize::from(own)]
                                .iter()
                                .zip(&self.classes[usize::from(its)])
                                .any(|(own, its)| *own != NEVER && *its == NEVER)))
            };
            let hint = design.int(unit::AI_MOVER_WORTH, kind);
            let is_carrier = role.class != NO_CLASS && hint != 0 && design.unit_types().any(goes_elsewhere);
            let role = &mut self.roles[kind.index()];
            (role.prize, role.is_carrier) = (prize, is_carrier);
        }
    }
}

/// By terrain plus 1: whether some product that cannot move lives there and fits into a cell.
fn sites_of(design: &Design, products: &[Product]) -> Vec<bool> {
    let stays = |product: &&Product| product.begins && !world::travel::is_mobile(design, product.kind);
    let grounds = design.ids::<TerrainType>();
    let known =
        grounds.map(|ground| products.iter().filter(stays).any(|product| can_stand_on(design, product.kind, ground)));
    std::iter::once(false).chain(known).collect()
}

/// The materials that a type consumes or shoots, holds and does not produce. Fuel is left to the code for the way home.
fn stocks_of(design: &Design, kind: UnitType) -> Vec<Stock> {
    let is_stock = |&material: &MaterialType| {
        needs(design, kind, material) && design.entry(CONSUMPTION_PER_MOVE, kind, material) <= 0
    };
    let stock = |material: MaterialType| {
        let most = design.entry(UNIT_STORAGE_X, kind, material);
        // A unit that consumes while it is filled up is never quite full.
        let enough = most - (most / 8).max(design.entry(BASE_CONSUMPTION, kind, material).min(most / 4) * 2);
        Stock { material, most, enough, is_ammunition: shoots(design, kind, material) }
    };
    design.material_types().filter(is_stock).map(stock).collect()
}

/// Whether units of a game live, move, fight or are made by a material, or land is changed with it.
fn is_useful(design: &Design, material: MaterialType) -> bool {
    let of_unit = |kind: UnitType| {
        let spends = [
            CONSUMPTION_PER_CP,
            CONSUMPTION_ON_CREATION,
            CONSUMPTION_PER_BUILT,
            CONSUMPTION_PER_BUILD,
            CONSUMPTION_PER_CREATE,
            MATERIAL_TO_CREATE,
            MATERIAL_TO_BUILD,
            MATERIAL_TO_CHANGE_TYPE,
            CONSUMPTION_PER_CHANGE_TYPE,
            MATERIAL_TO_PRODUCE,
        ];
        uses(design, kind, material) || spends.into_iter().any(|table| design.entry(table, kind, material) > 0)
    };
    design.unit_types().any(of_unit)
        || design.ids::<TerrainType>().any(|ground| design.entry(CONSUMPTION_PER_ADD_TERRAIN, ground, material) > 0)
}

/// The product that a builder can make of a type, whatever its tech; `None` if it has no part in it.
fn product_of(design: &Design, kind: UnitType, product: UnitType) -> Option<Product> {
    let making = joint_making(design, kind, product)?;
    let begins = making.creator == kind;
    let range = if begins { creation_range(design, kind, product) } else { design.entry(BUILD_RANGE, kind, product) };
    Some(Product {
        kind: product,
        building: making.builds.saturating_mul(making.build_acp.max(1)),
        acp: making.creation_acp.saturating_add(making.builds.saturating_mul(making.build_acp.max(1))).max(1),
        range: range.clamp(0, 6),
        begins,
        finishes: making.builder == kind,
    })
}

/// The types without which a side loses: the one that represents it where it must have one, and those that scorekeepers count
/// before the side loses: `(if (= (sum-uprop TYPES ..) 0) lose)`. If these are all types, none is vital.
fn find_vital(design: &Design) -> Vec<bool> {
    let is_required = design.global_int(SELF_REQUIRED) != 0;
    let mut is_vital: Vec<bool> =
        design.unit_types().map(|kind| is_required && design.flag(unit::CAN_BE_SELF, kind)).collect();
    for keeper in design.forms.iter().filter_map(Form::scorekeeper) {
        let (bodies, expressions) = keeper.parts();
        if bodies.contains(&&Body::Lose) {
            expressions.into_iter().for_each(|test| mark_counted(test, &mut is_vital));
        }
    }
    if is_vital.iter().all(|&vital| vital) { vec![false; design.units.len()] } else { is_vital }
}

/// Marks the types of which a test asks whether there are none.
fn mark_counted(test: &Expression, is_vital: &mut [bool]) {
    let Expression::Of(Operator::Equal, operands) = test else { return };
    for operand in operands.iter().filter(|_| operands.contains(&Expression::Number(0))) {
        if let Expression::Sum(UnitTypes::These(kinds), _) = operand {
            kinds.iter().for_each(|kind| is_vital[kind.index()] = true);
        }
    }
}
