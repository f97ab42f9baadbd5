//! The goal-driven player: threats and prizes over travel costs.
//!
//! A turn is planned in steps, and each step sees the results of the earlier ones: battles that pay (with the companies there and
//! those that can be bought on the spot), garrisons where an enemy can attack, marches towards prizes over safe and supplied
//! squares, and purchases with the gold that is left. All worth is in gold. A [`PlannerWeights`] shifts the balance; the search
//! tries several.

use ai::{Planner, RandomOrder, add_move};
use chance::Stream;
use contract::{Ruleset, Seat};
use generals_view::{Company, GeneralsView, Move, Path, Reach, State, View};

use crate::fields::Fields;
use crate::guide::Moving;
use crate::odds::{CERTAIN, odds};
use crate::orders;

/// The preferences of a planner, in percent of the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlannerWeights {
    /// The weight of its own losses when it evaluates a battle.
    pub(crate) caution: i32,
    /// The weight of danger when it evaluates a march.
    pub(crate) fear: i32,
    /// The weight of new ground and of the way to prizes.
    pub(crate) drive: i32,
    /// Gold that it does not spend.
    pub(crate) reserve: i32,
    /// Which company it buys if nothing is urgent: an index into the affordable types, ranked by taste.
    pub(crate) taste: u8,
    /// The random part in the weight of a march, in gold.
    pub(crate) whim: i32,
}

impl PlannerWeights {
    pub(crate) const USUAL: PlannerWeights =
        PlannerWeights { caution: 100, fear: 100, drive: 100, reserve: 0, taste: 0, whim: 0 };

    /// The weights of plan `number`: 0 has the defaults, the next nine other fixed values; every later ten repeat the first ones
    /// with a larger random part.
    pub(crate) fn numbered(number: u32) -> PlannerWeights {
        let usual = PlannerWeights::USUAL;
        let plain = [
            usual,
            PlannerWeights { caution: 60, ..usual },
            PlannerWeights { caution: 160, fear: 150, ..usual },
            PlannerWeights { fear: 40, ..usual },
            PlannerWeights { drive: 200, ..usual },
            PlannerWeights { reserve: 250, ..usual },
            PlannerWeights { taste: 1, ..usual },
            PlannerWeights { taste: 2, ..usual },
            PlannerWeights { reserve: 1_000_000, ..usual },
            PlannerWeights { caution: 60, fear: 40, taste: 3, ..usual },
        ];
        let plain_count = plain.len() as u32;
        let base = plain[(number % plain_count) as usize];
        PlannerWeights { whim: 25 * (number / plain_count) as i32, ..base }
    }
}

/// The planner, with its buffers.
#[derive(Default)]
pub struct TurnPlanner {
    fields: Fields,
    reach: Reach,
    /// The groups of own companies that stand in one square with the same points, and where each can go.
    groups: Vec<Group>,
    supplied: Vec<u8>,
    queue: Vec<u16>,
    lot: RandomOrder,
}

/// Own companies in one square with the same points left, or a type that a city could raise.
struct Group {
    square: u16,
    points: u8,
    companies: Vec<Company>,
    ways: Vec<(u16, Path)>,
}

/// A battle or a capture that is possible in this turn.
struct BattleOption {
    gain: i32,
    square: u16,
    /// The companies to march, in order: a company of a group, or a type that is bought in the group's city first.
    marchers: Vec<(Recruit, Path)>,
}

#[derive(Clone, Copy)]
enum Recruit {
    Own(Company),
    Bought { kind: u8, city: u16 },
}

impl TurnPlanner {
    /// Plans a turn by some weights: makes the moves in `state` and appends them to `moves`, the end of the movement phase last.
    pub(crate) fn plan_by(
        &mut self,
        game: &GeneralsView,
        state: &mut State,
        weights: PlannerWeights,
        stream: &mut Stream,
        moves: &mut Vec<Move>,
    ) {
        let Some(seat) = game.to_act(state).iter().next() else { return };
        self.lot = RandomOrder::draw(stream);
        self.reach.directions = self.lot.directions();
        self.fields.find_ways(game.view(state, seat));
        self.fields.find_threats(game.view(state, seat));
        // Battles, the best first; each one changes the options that remain.
        for _ in 0..24 {
            self.find_groups(game.view(state, seat), weights);
            let Some(prospect) = self.best_prospect(game.view(state, seat), weights) else { break };
            if !self.carry_out(game, state, seat, &prospect, moves) {
                break;
            }
            if game.outcome(state).is_some() {
                return;
            }
        }
        self.garrison(game, state, seat, weights, moves);
        self.recruit(game, state, seat, weights, moves);
        self.march_on(game, state, seat, weights, stream, moves);
        if game.outcome(state).is_some() {
            return;
        }
        moves.push(Move::End);
    }

    /// Groups the seat's companies that can still march, and the types that its cities could raise.
    fn find_groups(&mut self, view: View<'_>, weights: PlannerWeights) {
        let game = view.game;
        self.groups.clear();
        let mut own: Vec<Company> =
            view.companies().filter(|company| company.seat == view.seat && company.points > 0).collect();
        own.sort_unstable_by_key(|company| (company.square, company.points, company.id));
        for alike in own.chunk_by(|one, other| (one.square, one.points) == (other.square, other.points)) {
            self.add_group(view, alike[0].square, alike[0].points, alike.to_vec());
        }
        let gold = view.gold(view.seat) - weights.reserve.min(0);
        let cheapest = game.types().iter().map(|kind| kind.cost).min().unwrap_or(0);
        if gold < cheapest {
            return;
        }
        for &city in game.cities().iter().filter(|&&city| view.owner(city) == Some(view.seat)) {
            let mut points: Vec<u8> =
                game.types().iter().filter(|kind| kind.cost <= gold).map(|kind| kind.points).collect();
            points.sort_unstable();
            points.dedup();
            for points in points {
                self.add_group(view, city, points, Vec::new());
            }
        }
    }

    fn add_group(&mut self, view: View<'_>, square: u16, points: u8, companies: Vec<Company>) {
        self.reach.find_from(view, view.seat, square, points);
        let mut ways: Vec<(u16, Path)> = self.reach.ways().map(|(square, _, path)| (square, path)).collect();
        ways.sort_unstable_by_key(|way| way.0);
        self.groups.push(Group { square, points, companies, ways });
    }

    /// The battle or capture with the greatest gain; `None` if none has a gain.
    fn best_prospect(&self, view: View<'_>, weights: PlannerWeights) -> Option<BattleOption> {
        let game = view.game;
        let mut targets: Vec<u16> = view
            .companies()
            .filter(|company| game.are_enemies(company.seat, view.seat))
            .map(|company| company.square)
            .chain(game.cities().iter().copied().filter(|&square| !game.are_friends(view.owner(square), view.seat)))
            .collect();
        targets.sort_unstable();
        targets.dedup();
        let mut best: Option<BattleOption> = None;
        for square in targets {
            // Companies that already wait there for a battle count as well.
            let candidates = self.candidates_for(view, square);
            if candidates.is_empty() {
                continue;
            }
            if let Some(found) = self.weigh(view, square, &candidates, weights)
                && best
                    .as_ref()
                    .is_none_or(|best| (found.gain, self.lot.of(found.square)) > (best.gain, self.lot.of(best.square)))
            {
                best = Some(found);
            }
        }
        best
    }

    /// The companies that could march into a square: (attack, worth, group and whether it must be bought, path), the strongest
    /// first.
    fn candidates_for(&self, view: View<'_>, square: u16) -> Vec<(u16, i32, Recruit, Path)> {
        let game = view.game;
        let mut found = Vec::new();
        for group in &self.groups {
            let Ok(at) = group.ways.binary_search_by_key(&square, |way| way.0) else { continue };
            let path = group.ways[at].1;
            for company in &group.companies {
                found.push((view.strength(company).0, orders::worth(view, company), Recruit::Own(*company), path));
            }
            if group.companies.is_empty() {
                let Some(city) = game.city_at(group.square) else { continue };
                for (kind, company) in game.types().iter().enumerate() {
                    if company.points == group.points && game.may_raise(city, kind as u8) {
                        let recruit = Recruit::Bought { kind: kind as u8, city: group.square };
                        found.push((company.attack, company.cost, recruit, path));
                    }
                }
            }
        }
        // Of equals, own companies come before bought ones, and cheap before expensive ones.
        found.sort_by_key(|&(attack, worth, recruit, _)| {
            let (is_bought, from) = match recruit {
                Recruit::Own(company) => (false, company.square),
                Recruit::Bought { city, .. } => (true, city),
            };
            (u16::MAX - attack, is_bought, worth, self.lot.of(from))
        });
        found
    }

    /// The best number of candidates to send, and the gain from it.
    fn weigh(
        &self,
        view: View<'_>,
        square: u16,
        candidates: &[(u16, i32, Recruit, Path)],
        weights: PlannerWeights,
    ) -> Option<BattleOption> {
        let game = view.game;
        let seat = view.seat;
        let defenders = orders::defenders(view, square);
        let prize = prize(view, square);
        let mut sent: Vec<(u16, i32)> = view
            .companies_in(square)
            .filter(|company| company.seat == seat)
            .map(|company| (view.strength(&company).0, orders::worth(view, &company)))
            .collect();
        let waiting = !sent.is_empty();
        sent.sort_unstable_by(|one, other| other.cmp(one));
        let value = |sent: &[(u16, i32)], defence: i32| -> i32 {
            if sent.is_empty() {
                return 0;
            }
            let found = odds(sent, &defenders);
            let won = |worth: i32| (i64::from(worth) * i64::from(found.win) / i64::from(CERTAIN)) as i32;
            let left: i32 = sent.iter().map(|company| company.1).sum::<i32>() - found.attackers_lost;
            // The winner stands in the open: enemies can strike back.
            let threat = (self.fields.threat(square) - defenders.len() as i32 * 3).max(0);
            let risk = threat * 100 / (threat + 2 * defence.max(1)).max(1);
            won(prize) + found.defenders_lost * 11 / 10
                - found.attackers_lost * weights.caution / 100
                - won(left * risk / 100) * weights.fear / 160
        };
        let base = value(&sent, 0);
        let capacity = if game.per_square() == 0 { usize::MAX } else { game.per_square() };
        let mut gold = view.gold(seat);
        let mut best: Option<BattleOption> = None;
        let mut marchers: Vec<(Recruit, Path)> = Vec::new();
        let mut defence: i32 = 0;
        for &(attack, worth, recruit, path) in candidates {
            if sent.len() >= capacity.min(8) {
                break;
            }
            let company_defence = match recruit {
                Recruit::Own(company) => i32::from(view.strength(&company).1),
                Recruit::Bought { kind, city } => {
                    let company = &game.types()[usize::from(kind)];
                    // One bought company of a type and city stands for as many as the gold allows: the options are evaluated again
                    // after each one is carried out.
                    if company.cost > gold || !view.has_room(city) {
                        continue;
                    }
                    gold -= company.cost;
                    i32::from(company.defend)
                }
            };
            sent.push((attack, worth));
            sent.sort_unstable_by(|one, other| other.cmp(one));
            defence += company_defence;
            marchers.push((recruit, path));
            let gain = value(&sent, defence) - base;
            if gain > best.as_ref().map_or(0, |best| best.gain) {
                best = Some(BattleOption { gain, square, marchers: marchers.clone() });
            }
            if defenders.is_empty() {
                // The square is empty: one company is enough, the one that risks least.
                sent.pop();
                marchers.pop();
                defence -= company_defence;
                if let Recruit::Bought { kind, .. } = recruit {
                    gold += game.types()[usize::from(kind)].cost;
                }
            }
        }
        let least = if waiting || prize > 0 { 0 } else { 8 };
        best.filter(|best| best.gain > least)
    }

    fn carry_out(
        &self,
        game: &GeneralsView,
        state: &mut State,
        seat: Seat,
        prospect: &BattleOption,
        moves: &mut Vec<Move>,
    ) -> bool {
        let mut done = false;
        for &(recruit, path) in &prospect.marchers {
            let company = match recruit {
                Recruit::Own(company) => Some(company.id),
                Recruit::Bought { kind, city } => {
                    let before: Vec<_> = game.view(state, seat).companies_in(city).map(|company| company.id).collect();
                    if !add_move(game, state, seat, Move::Buy { kind, square: city }, moves) {
                        continue;
                    }
                    let view = game.view(state, seat);
                    view.companies_in(city).map(|company| company.id).find(|id| !before.contains(id))
                }
            };
            if let Some(company) = company {
                done |= add_move(game, state, seat, Move::Go { company, path }, moves);
            }
        }
        debug_assert!(done || prospect.marchers.is_empty() || game.per_square() > 0, "into {}", prospect.square);
        done
    }

    /// Buys defenders for cities that an enemy can attack and whose garrison is too weak.
    fn garrison(
        &mut self,
        game: &GeneralsView,
        state: &mut State,
        seat: Seat,
        weights: PlannerWeights,
        moves: &mut Vec<Move>,
    ) {
        let mut cities: Vec<(i32, u16)> = Vec::new();
        let view = game.view(state, seat);
        for &square in game.cities().iter().filter(|&&square| view.owner(square) == Some(seat)) {
            let lack = self.lack(view, square, None);
            if lack > 0 {
                cities.push((-lack.min(20) * prize_of_city(view, square), square));
            }
        }
        cities.sort_by_key(|&(lack, square)| (lack, self.lot.of(square)));
        for (_, square) in cities {
            let Some(city) = game.city_at(square) else { continue };
            for _ in 0..2 {
                let view = game.view(state, seat);
                let gold = view.gold(seat);
                if self.lack(view, square, None) <= 0 || weights.reserve > gold {
                    break;
                }
                let best = (0..game.types().len() as u8)
                    .filter(|&kind| game.may_raise(city, kind) && game.types()[usize::from(kind)].cost <= gold)
                    .max_by_key(|&kind| {
                        let kind = &game.types()[usize::from(kind)];
                        (i32::from(kind.defend) * 1000 / (kind.cost + 20).max(1), kind.points)
                    });
                let Some(kind) = best else { break };
                if !add_move(game, state, seat, Move::Buy { kind, square }, moves) {
                    break;
                }
            }
        }
    }

    /// Marches the companies that have not fought: towards prizes, over new ground, away from stronger enemies; some stay where a
    /// city needs them.
    fn march_on(
        &mut self,
        game: &GeneralsView,
        state: &mut State,
        seat: Seat,
        weights: PlannerWeights,
        stream: &mut Stream,
        moves: &mut Vec<Move>,
    ) {
        let view = game.view(state, seat);
        view.find_supplied(seat, &mut self.supplied, &mut self.queue);
        let mut own: Vec<Company> =
            view.companies().filter(|company| company.seat == seat && company.points > 0).collect();
        // The fast ones first: they open the ground for the slow ones.
        own.sort_by_key(|company| (u8::MAX - company.points, self.lot.of(company.square), company.id));
        for company in own {
            let view = game.view(state, seat);
            let Some(company) = view.companies_in(company.square).find(|now| now.id == company.id) else { continue };
            if company.points == 0 || self.is_needed(view, &company) {
                continue;
            }
            self.reach.find(view, company.id);
            let mut best = (self.standing_value(view, &company, company.square, weights), company.square, None);
            for (square, _, path) in self.reach.ways() {
                if view.companies_in(square).any(|other| game.are_enemies(other.seat, seat)) {
                    continue;
                }
                if !view.has_room(square) {
                    continue;
                }
                let mut value = self.standing_value(view, &company, square, weights);
                let mut on_way = company.square;
                for step in path.steps() {
                    on_way = game.neighbor(on_way, step).unwrap_or(on_way);
                    let owner = view.owner(on_way);
                    value += if owner.is_none() { 2 } else { 4 * i32::from(!game.are_friends(owner, seat)) }
                        * weights.drive
                        / 100;
                }
                if weights.whim > 0 {
                    value += stream.below(weights.whim as u32) as i32;
                }
                if (value, self.lot.of(square)) > (best.0, self.lot.of(best.1)) {
                    best = (value, square, Some(path));
                }
            }
            if let Some(path) = best.2 {
                add_move(game, state, seat, Move::Go { company: company.id, path }, moves);
                if game.outcome(state).is_some() {
                    return;
                }
            }
        }
    }

    /// The defence that a city lacks, not counting one of its companies: half of the strength that can attack it, and a little
    /// where a company that an enemy has still to buy could walk in.
    fn lack(&self, view: View<'_>, square: u16, without: Option<Company>) -> i32 {
        let others = view.companies_in(square).filter(|other| without.is_none_or(|company| company.id != other.id));
        let defence: i32 = others.map(|other| i32::from(view.strength(&other).1)).sum();
        let least = i32::from(self.fields.threat(square) > 0) * 2;
        (self.fields.standing_threat(square) / 2).max(least) - defence
    }

    /// Whether a city would be too weak without a company.
    fn is_needed(&self, view: View<'_>, company: &Company) -> bool {
        view.game.city_at(company.square).is_some() && self.lack(view, company.square, Some(*company)) > 0
    }

    /// The worth of having a company in a square at the end of the turn.
    fn standing_value(&self, view: View<'_>, company: &Company, square: u16, weights: PlannerWeights) -> i32 {
        let game = view.game;
        let worth = orders::worth(view, company);
        let (attack, defend) = view.strength(company);
        let others = view.companies_in(square).filter(|other| other.id != company.id && other.seat == company.seat);
        let (mut shield, mut friends) = (i32::from(defend), 0);
        for other in others {
            shield += i32::from(view.strength(&other).1);
            friends += 1;
        }
        let threat = self.fields.threat(square);
        let risk = threat * 100 / (threat + 2 * shield).max(1);
        let crowd = if friends > 2 { (friends - 2) * 4 } else { 0 };
        let way = i32::from(self.fields.way(square).min(200));
        let pull = 4 + i32::from(attack);
        // A company without supply soon loses its worth: stay near squares with supply.
        let fed = game.around(square).any(|(_, near)| self.supplied[usize::from(near)] == 1);
        let hunger = if fed { 0 } else { worth / (2 + i32::from(company.supply)) / 2 };
        let guard = if game.city_at(square).is_some() && game.are_friends(view.owner(square), company.seat) {
            self.fields.threat(square).min(3 * i32::from(defend)) * 2
        } else {
            0
        };
        guard - way * pull * weights.drive / 100 - worth * risk * weights.fear / 32_000 - hunger - crowd
    }

    /// Spends the remaining gold on companies that the army needs, in the city nearest to the next prize.
    fn recruit(
        &mut self,
        game: &GeneralsView,
        state: &mut State,
        seat: Seat,
        weights: PlannerWeights,
        moves: &mut Vec<Move>,
    ) {
        for _ in 0..12 {
            let view = game.view(state, seat);
            let gold = view.gold(seat) - weights.reserve;
            let mut cities: Vec<u16> =
                game.cities().iter().copied().filter(|&city| view.owner(city) == Some(seat)).collect();
            cities.retain(|&city| view.has_room(city));
            cities.sort_by_key(|&city| (self.fields.way(city), self.lot.of(city)));
            let Some(&square) = cities.first() else { return };
            let Some(city) = game.city_at(square) else { return };
            let mut best: Option<(i32, u8)> = None;
            for (kind, company) in game.types().iter().enumerate() {
                if company.cost > gold || !game.may_raise(city, kind as u8) {
                    continue;
                }
                let value = self.taste(view, company, weights.taste) * 100 / (company.cost + 10).max(1);
                if best.is_none_or(|best| value > best.0) {
                    best = Some((value, kind as u8));
                }
            }
            let Some((_, kind)) = best else { return };
            if !add_move(game, state, seat, Move::Buy { kind, square }, moves) {
                return;
            }
        }
    }

    /// How useful a type would be for the present army.
    fn taste(&self, view: View<'_>, kind: &generals_view::CompanyType, taste: u8) -> i32 {
        let (mut own_attack, mut own_defence) = (0, 0);
        for company in view.companies().filter(|company| company.seat == view.seat) {
            let (attack, defend) = view.strength(&company);
            own_attack += i32::from(attack);
            own_defence += i32::from(defend);
        }
        let (attack, defend, points) = (i32::from(kind.attack), i32::from(kind.defend), i32::from(kind.points));
        match taste {
            // Movement counts, because the side that arrives first strikes first.
            0 => attack * points * points / 6 + if own_defence * 2 < own_attack { 6 * defend } else { 2 * defend },
            1 => attack * 5 + defend * 5,
            2 => attack * 9 + points,
            _ => attack * points * 2 + defend,
        }
    }
}

/// The gain from owning a city for a while.
fn prize_of_city(view: View<'_>, square: u16) -> i32 {
    view.game.city_at(square).map_or(0, |city| 60 + 6 * view.game.city_gold(city))
}

/// The gain from taking a square: its city, more if it is an enemy's, and the maximum if it is the last one.
fn prize(view: View<'_>, square: u16) -> i32 {
    let game = view.game;
    if game.city_at(square).is_none() || game.are_friends(view.owner(square), view.seat) {
        return i32::from(game.are_enemies(view.owner(square), view.seat)) * 4;
    }
    let is_enemy = view.owner(square).is_some();
    let missing = game.cities().iter().filter(|&&city| !game.are_friends(view.owner(city), view.seat)).count();
    let last = if missing <= 1 { 100_000 } else { 0 };
    prize_of_city(view, square) * if is_enemy { 3 } else { 2 } / 2 + last
}

/// The goal-driven player, with the default weights.
impl Planner for TurnPlanner {
    type Plan = Moving;

    fn plan(&mut self, game: &GeneralsView, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
        self.plan_by(game, &mut game.sample(view, stream), PlannerWeights::USUAL, stream, moves);
    }
}
