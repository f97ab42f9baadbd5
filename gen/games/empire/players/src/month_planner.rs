//! The goal-driven player: threats and prizes on the graph of provinces.
//!
//! A month is planned in steps, and each step sees the orders of the earlier ones: what each province needs to hold against the
//! squads that a neighbour can send, attacks that pay (by the squads of all provinces around a target), reinforcements on the way to
//! fronts, walls, and recruits that answer what the neighbours have. All worth is in gold. [`Weights`] shift the balance; the search
//! tries several.

use ai::{Planner, RandomOrder, add_move};
use chance::Stream;
use contract::{Ruleset, Seat};
use empire::{Empire, KINDS, Move, Order, State, Troops, View};

use crate::answers::Answers;
use crate::guide::Orders;
use crate::land::{FAR, Land, count, is_border, split_riders};
use crate::mix::{self, Mix};
use crate::odds::{Army, BattleResult, fight};

/// The preferences of a planner, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    /// What its own blows count when it thinks an attack through: less is more careful.
    pub(crate) attack: i32,
    /// What the blows of enemies count when it keeps garrisons: less is more daring.
    pub(crate) guard: i32,
    /// What provinces of enemies are worth, compared with free ones.
    pub(crate) enmity: i32,
    /// What its own losses count in an attack.
    pub(crate) loss: i32,
    /// Gold that it spends on walls, in percent of what it has.
    pub(crate) walls: i32,
    /// The random part in the worth of a target.
    pub(crate) whim: i32,
}

impl Weights {
    pub(crate) const USUAL: Weights = Weights { attack: 85, guard: 90, enmity: 150, loss: 100, walls: 30, whim: 0 };

    /// The weights of plan `number`: 0 has the usual ones, the next seven others; every later eight repeat them with a larger random
    /// part.
    pub(crate) fn numbered(number: u32) -> Weights {
        let usual = Weights::USUAL;
        let plain = [
            usual,
            Weights { attack: 100, guard: 50, ..usual },
            Weights { attack: 70, guard: 110, ..usual },
            Weights { enmity: 300, ..usual },
            Weights { guard: 0, loss: 60, ..usual },
            Weights { enmity: 80, walls: 60, ..usual },
            Weights { attack: 0, ..usual },
            Weights { attack: 110, loss: 50, walls: 0, ..usual },
        ];
        let plain_count = plain.len() as u32;
        let base = plain[(number % plain_count) as usize];
        Weights { whim: 40 * (number / plain_count) as i32, ..base }
    }
}

/// The planner, with its buffers.
#[derive(Default)]
pub struct MonthPlanner {
    land: Land,
    /// By province: the strongest army that one enemy can send there in a month; empty where none can.
    threats: Vec<Army>,
    /// By province: the squads that it keeps.
    kept: Vec<Troops>,
    /// By province: whether all its squads together do not hold it.
    weak: Vec<bool>,
    /// By province: the random part of its worth, in percent.
    whims: Vec<i32>,
    lot: RandomOrder,
    /// What it trains; `None`: whatever answers the neighbours.
    mix: Option<Mix>,
}

/// An attack from all sides on one province.
struct Attack {
    gain: i32,
    target: u16,
    marches: Vec<(u16, Troops)>,
}

/// A part of squads in quarters, rounded up.
fn quarters(troops: &Troops, part: u16) -> Troops {
    troops.map(|count| (count * part).div_ceil(4))
}

fn minus(troops: &Troops, less: &Troops) -> Troops {
    let mut left = *troops;
    left.iter_mut().zip(less).for_each(|(left, less)| *left = left.saturating_sub(*less));
    left
}

impl MonthPlanner {
    /// A planner that trains a mix and nothing else.
    pub(crate) fn of_mix(mix: Mix) -> MonthPlanner {
        MonthPlanner { mix: Some(mix), ..MonthPlanner::default() }
    }

    /// Plans a month by some weights: gives the orders in `state` and appends them to `moves`.
    pub(crate) fn plan_by(
        &mut self,
        game: &Empire,
        state: &mut State,
        seat: Seat,
        weights: Weights,
        stream: &mut Stream,
        moves: &mut Vec<Move>,
    ) {
        self.lot = RandomOrder::draw(stream);
        self.whims.clear();
        let whim = |_| 100 + if weights.whim > 0 { stream.between(-weights.whim, weights.whim) } else { 0 };
        self.whims.extend((0..game.provinces.len()).map(whim));
        self.survey(game.view(state, seat), weights);
        // The best attack first; each one leaves fewer squads for the others.
        let view = game.view(state, seat);
        let all = 0..game.provinces.len() as u16;
        let mut attacks: Vec<Attack> = all.filter_map(|target| self.attack_on(view, target, weights)).collect();
        while let Some(best) = (0..attacks.len()).max_by_key(|&at| (attacks[at].gain, self.lot.of(attacks[at].target)))
        {
            let Attack { target, marches, .. } = attacks.swap_remove(best);
            for &(from, troops) in &marches {
                add_move(game, state, seat, Move::Order(Order::March { from, to: target, then: None, troops }), moves);
            }
            let view = game.view(state, seat);
            let is_left =
                |attack: &Attack| marches.iter().all(|(gone, _)| attack.marches.iter().all(|(from, _)| from != gone));
            attacks = attacks
                .into_iter()
                .filter_map(
                    |attack| if is_left(&attack) { Some(attack) } else { self.attack_on(view, attack.target, weights) },
                )
                .collect();
        }
        self.reinforce(game, state, seat, moves);
        self.build(game, state, seat, weights, moves);
        match &self.mix {
            Some(mix) => {
                let places = self.places_to_train(game.view(state, seat));
                mix::recruit(game, state, seat, mix, &places, moves);
            }
            None => self.recruit(game, state, seat, moves),
        }
    }

    /// Finds what enemies can send where, and what each province has to keep.
    fn survey(&mut self, view: View<'_>, weights: Weights) {
        let game = view.game;
        self.threats.clear();
        self.threats.extend((0..game.provinces.len() as u16).map(|province| threat(view, province)));
        self.kept.clear();
        self.kept.resize(game.provinces.len(), [0; KINDS]);
        self.weak.clear();
        self.weak.resize(game.provinces.len(), false);
        for province in 0..game.provinces.len() {
            let realm = &view.realms()[province];
            let threat = &self.threats[province];
            if realm.owner != Some(view.seat.0) || threat.is_empty() || weights.guard == 0 {
                continue;
            }
            let holds = |part: u16| {
                let defence = Army::defending(game, realm, &quarters(&realm.troops, part));
                !fight(game, threat, &defence, weights.guard).win
            };
            match (0..=4).find(|&part| holds(part)) {
                Some(part) => self.kept[province] = quarters(&realm.troops, part),
                None => self.weak[province] = true,
            }
        }
        self.land.find_steps(view, |province| is_border(view, province));
    }

    /// The squads of a province that may leave it.
    fn spare(&self, view: View<'_>, province: u16) -> Troops {
        minus(&view.free_troops(province), &self.kept[usize::from(province)])
    }

    /// What owning a province is worth.
    fn prize(&self, view: View<'_>, province: u16, weights: Weights) -> i32 {
        let realm = view.realm(province);
        let of = &view.game.provinces[usize::from(province)];
        let months = view.months_left().min(12) as i32;
        let training = of.trains.iter().map(|&count| i32::from(count)).sum::<i32>();
        let plain = 8 + i32::from(of.tribute) * months + 2 * training;
        let enmity = if realm.owner.is_some() { weights.enmity } else { 100 };
        plain * enmity / 100 * self.whims[usize::from(province)] / 100
    }

    /// The attack on a province that gains most: squads from one neighbour more as long as that gains.
    fn attack_on(&self, view: View<'_>, target: u16, weights: Weights) -> Option<Attack> {
        let game = view.game;
        let realm = view.realm(target);
        if game.are_friends(realm.owner, view.seat) {
            return None;
        }
        let links = &game.provinces[usize::from(target)].links;
        let mut sources: Vec<(u16, bool, Troops)> = links
            .iter()
            .filter(|link| view.realm(link.to).owner == Some(view.seat.0))
            .map(|link| (link.to, link.river, self.spare(view, link.to)))
            .filter(|(_, _, troops)| count(troops) > 0)
            .collect();
        // Squads that nobody needs go first, and not over a river.
        sources.sort_by_key(|&(from, river, troops)| {
            let is_threatened = !self.threats[usize::from(from)].is_empty();
            (self.weak[usize::from(from)], is_threatened, river, -count(&troops), self.lot.of(from))
        });
        let defenders = Army::defending(game, realm, &realm.troops);
        let prize = self.prize(view, target, weights);
        let (mut army, mut price) = (Army::default(), 0);
        let mut marches: Vec<(u16, Troops)> = Vec::new();
        let mut best: Option<Attack> = None;
        for (from, river, troops) in sources {
            let mut last = 0;
            for part in 1..=4 {
                let part = quarters(&troops, part);
                if count(&part) == last {
                    continue;
                }
                last = count(&part);
                let mut army = army;
                army.add(game, &part, river);
                let price = price + last * i32::from(game.numbers.march_price);
                if price > view.gold(view.seat) {
                    break;
                }
                let found = fight(game, &army, &defenders, weights.attack);
                if !found.win {
                    continue;
                }
                let left_open = if self.weak[usize::from(from)] { self.prize(view, from, weights) / 3 } else { 0 };
                let gain = self.gain(view, target, prize, &found, &army, weights) - price - left_open;
                if gain > best.as_ref().map_or(0, |best| best.gain) {
                    let mut marches = marches.clone();
                    marches.push((from, part));
                    best = Some(Attack { gain, target, marches });
                }
            }
            army.add(game, &troops, river);
            price += count(&troops) * i32::from(game.numbers.march_price);
            marches.push((from, troops));
        }
        best
    }

    /// What a won attack gains.
    fn gain(
        &self,
        view: View<'_>,
        target: u16,
        prize: i32,
        found: &BattleResult,
        army: &Army,
        weights: Weights,
    ) -> i32 {
        let game = view.game;
        let is_enemy = view.realm(target).owner.is_some();
        // Who takes a province has to hold it against the others around.
        let left = army.worth(game) - found.attackers_lost;
        let threat = self.threats[usize::from(target)].worth(game);
        let risk = (threat * 100 / (threat + 2 * left).max(1)).min(80);
        prize * (100 - risk) / 100 + if is_enemy { found.defenders_lost } else { 0 }
            - found.attackers_lost * weights.loss / 100
            - left * risk / 300
    }

    /// Spare squads go where they are needed: into provinces that do not hold, then towards the next front.
    fn reinforce(&mut self, game: &Empire, state: &mut State, seat: Seat, moves: &mut Vec<Move>) {
        let view = game.view(state, seat);
        let mut own: Vec<u16> = (0..game.provinces.len() as u16).collect();
        own.retain(|&province| view.realm(province).owner == Some(seat.0));
        let weak = |province: u16| self.weak[usize::from(province)];
        let mut land = std::mem::take(&mut self.land);
        // To the weak fronts near by, else to any front with an enemy, else to any border.
        for round in 0..3 {
            let view = game.view(state, seat);
            let is_hostile = |province: u16| !self.threats[usize::from(province)].is_empty();
            land.find_steps(view, |province| {
                is_border(view, province)
                    && match round {
                        0 => weak(province),
                        1 => is_hostile(province),
                        _ => true,
                    }
            });
            for &from in &own {
                let view = game.view(state, seat);
                let spare = self.spare(view, from);
                let steps = land.steps(from);
                let is_far = round == 0 && steps > 2 || steps == FAR;
                if count(&spare) == 0 || weak(from) || is_far || round > 0 && is_border(view, from) {
                    continue;
                }
                let Some(to) = land.next_step(game, from, self.lot) else { continue };
                let (riders, foot) = split_riders(game, &spare);
                let then = land.next_step(game, to, self.lot).filter(|_| count(&riders) > 0);
                if then.is_some() {
                    add_move(game, state, seat, Move::Order(Order::March { from, to, then, troops: riders }), moves);
                }
                let troops = if then.is_some() { foot } else { spare };
                if count(&troops) > 0 {
                    add_move(game, state, seat, Move::Order(Order::March { from, to, then: None, troops }), moves);
                }
            }
        }
        self.land = land;
    }

    /// Walls where an enemy can come: repairs and first levels before higher ones.
    fn build(&self, game: &Empire, state: &mut State, seat: Seat, weights: Weights, moves: &mut Vec<Move>) {
        let view = game.view(state, seat);
        let mut gold = view.gold(seat) * weights.walls / 100;
        let mut fronts: Vec<u16> = (0..game.provinces.len() as u16).collect();
        let is_hostile = |province: u16| !self.threats[usize::from(province)].is_empty();
        fronts.retain(|&province| view.realm(province).owner == Some(seat.0) && is_hostile(province));
        fronts.sort_by_key(|&province| {
            let fort = view.realm(province).fort;
            let is_broken = fort.health < game.numbers.fort_health(fort.level);
            (!is_broken, fort.level, !self.weak[usize::from(province)], self.lot.of(province))
        });
        for province in fronts {
            gold -= i32::from(game.numbers.building_gold);
            if gold < 0 {
                return;
            }
            add_move(game, state, seat, Move::Order(Order::Build { province }), moves);
        }
    }

    /// What a recruit in a province is worth for its place, in percent: marches cost gold and time.
    fn nearness(&self, province: u16) -> i32 {
        let steps = self.land.steps(province).min(8);
        100 - 10 * i32::from(steps) + if self.weak[usize::from(province)] { 20 } else { 0 }
    }

    /// The seat's provinces, the best one to train in first.
    fn places_to_train(&self, view: View<'_>) -> Vec<u16> {
        let mut own: Vec<u16> = (0..view.game.provinces.len() as u16).collect();
        own.retain(|&province| view.realm(province).owner == Some(view.seat.0));
        own.sort_by_key(|&province| (-self.nearness(province), self.lot.of(province)));
        own
    }

    /// Recruits with the gold that is left: the best answers to what the neighbours have, near to where they stand.
    fn recruit(&self, game: &Empire, state: &mut State, seat: Seat, moves: &mut Vec<Move>) {
        let view = game.view(state, seat);
        let mut offers: Vec<(i32, u16, u8)> = Vec::new();
        let answers = Answers::find(view);
        for province in (0..game.provinces.len() as u16).filter(|&at| view.realm(at).owner == Some(seat.0)) {
            let near = self.nearness(province);
            let trains = &game.provinces[usize::from(province)].trains;
            for kind in (0..KINDS).filter(|&kind| trains[kind] > 0) {
                offers.push((answers.value(kind) * near / 100, province, kind as u8));
            }
        }
        offers
            .sort_by_key(|&(value, province, kind)| (-value, self.lot.of(u32::from(province) * 16 + u32::from(kind))));
        for (_, province, kind) in offers {
            let cost = i32::from(game.numbers.troops[usize::from(kind)].cost).max(1);
            let most = i32::from(game.provinces[usize::from(province)].trains[usize::from(kind)]);
            let count = most.min(game.view(state, seat).gold(seat) / cost);
            if count > 0 {
                add_move(game, state, seat, Move::Order(Order::Recruit { province, kind, count: count as u16 }), moves);
            }
        }
    }
}

/// The strongest army that one enemy of the seat can send into a province in a month.
fn threat(view: View<'_>, province: u16) -> Army {
    let game = view.game;
    let mut armies: Vec<(u8, Army)> = Vec::new();
    for link in &game.provinces[usize::from(province)].links {
        let realm = view.realm(link.to);
        let Some(owner) = realm.owner.filter(|_| !game.are_friends(realm.owner, view.seat)) else { continue };
        let at = armies.iter().position(|(seat, _)| *seat == owner).unwrap_or_else(|| {
            armies.push((owner, Army::default()));
            armies.len() - 1
        });
        armies[at].1.add(game, &realm.troops, link.river);
    }
    armies.into_iter().map(|(_, army)| army).max_by_key(|army| army.worth(game)).unwrap_or_default()
}

impl Planner for MonthPlanner {
    type Plan = Orders;

    fn plan(&mut self, game: &Empire, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
        let state = &mut view.before_others(stream);
        self.plan_by(game, state, view.seat, Weights::USUAL, stream, moves);
    }
}
