//! Players that train one fixed mix of kinds, whatever the neighbours have: by their matches against each other a designer sees whether
//! some mix beats all others. All else is the goal-driven player's.

use ai::{Forfeit, Planned, Player, add_move};
use chance::Stream;
use contract::{Ruleset, Seat};
use empire::{Empire, KINDS, Move, Order, State, View};

use crate::month_planner::MonthPlanner;

/// Shares of the kinds, in the order of [`empire::Numbers::troops`].
pub(crate) type Mix = [u16; KINDS];

/// The mixes, the first is `mix:1`: legion, phalanx, archers on foot; auxilia, equites, chariots on horses; catapults.
pub(crate) const MIXES: [Mix; 8] = [
    // Legions alone: swords are as good against everybody.
    [1, 0, 0, 0, 0, 0, 0],
    // Archers alone: the answer to foot.
    [0, 0, 1, 0, 0, 0, 0],
    // Legions before archers.
    [1, 0, 1, 0, 0, 0, 0],
    // A phalanx against horse, archers against foot.
    [0, 1, 1, 0, 0, 0, 0],
    // Bows alone, on foot and on horses.
    [0, 0, 1, 0, 0, 1, 0],
    // All foot.
    [1, 1, 1, 0, 0, 0, 0],
    // All horse.
    [0, 0, 0, 1, 1, 1, 0],
    // All foot, and a catapult for six squads.
    [2, 2, 2, 0, 0, 0, 1],
];

/// The mix of a number from 1 on; without one the first.
fn find_mix(number: Option<u32>) -> Option<Mix> {
    MIXES.get(number.unwrap_or(1).checked_sub(1)? as usize).copied()
}

/// The player of a mix. A number without a mix makes one that gives up, and says why.
pub(crate) fn player(number: Option<u32>) -> Box<dyn Player<Empire>> {
    match find_mix(number) {
        Some(mix) => Box::new(Planned::new(MonthPlanner::of_mix(mix))),
        None => Box::new(NoMix),
    }
}

struct NoMix;

impl Player<Empire> for NoMix {
    fn choose(&mut self, _: &Empire, _: View<'_>, _: &mut Stream) -> Result<Move, Forfeit> {
        Err(Forfeit { why: format!("there are mix:1 to mix:{} only", MIXES.len()) })
    }
}

/// Trains a mix with the gold that is left, squad by squad: of the kinds that can still be trained, the one that lacks most of its
/// share. `places` are the seat's provinces, the best one first.
pub(crate) fn recruit(game: &Empire, state: &mut State, seat: Seat, mix: &Mix, places: &[u16], moves: &mut Vec<Move>) {
    let view = game.view(state, seat);
    let mut gold = view.gold(seat);
    let mut has = [0_u32; KINDS];
    for realm in view.realms().iter().filter(|realm| realm.owner == Some(seat.0)) {
        has.iter_mut().zip(&realm.troops).for_each(|(sum, &count)| *sum += u32::from(count));
    }
    let mut trained = vec![[0_u16; KINDS]; places.len()];
    loop {
        let offer = |kind: usize| {
            let can = |&at: &usize| game.provinces[usize::from(places[at])].trains[kind] > trained[at][kind];
            let at = (0..places.len()).find(can)?;
            let is_paid = i32::from(game.numbers.troops[kind].cost) <= gold;
            is_paid.then_some((kind, at))
        };
        // The squads that there are for each share: the kind with the fewest is next.
        let offers = (0..KINDS).filter(|&kind| mix[kind] > 0).filter_map(offer);
        let next = offers.min_by_key(|&(kind, _)| (has[kind] * 1000 / u32::from(mix[kind]), kind));
        let Some((kind, at)) = next else { break };
        gold -= i32::from(game.numbers.troops[kind].cost);
        has[kind] += 1;
        trained[at][kind] += 1;
    }
    for (&province, trained) in places.iter().zip(&trained) {
        for kind in (0..KINDS).filter(|&kind| trained[kind] > 0) {
            let order = Order::Recruit { province, kind: kind as u8, count: trained[kind] };
            add_move(game, state, seat, Move::Order(order), moves);
        }
    }
}
