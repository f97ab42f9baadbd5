//! What happens, as values.

use contract::{Seat, Seats};

use crate::battle::{Battle, Place};
use crate::chart::troops_words;
use crate::numbers::KIND_NAMES;
use crate::report::{Report, squads};
use crate::{Empire, Order, Troops};

/// One thing that happened. Provinces and seats are numbered from 0; a side of a battle that is no seat is a free province's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A month began, and a seat's provinces paid.
    Month {
        /// The month.
        month: u32,
        /// The seat.
        seat: Seat,
        /// What was paid.
        income: i32,
    },
    /// A seat gave an order; only it learns of that.
    Ordered {
        /// The seat.
        seat: Seat,
        /// The order.
        order: Order,
    },
    /// Squads marched.
    Marched {
        /// Whose.
        seat: Seat,
        /// Where from.
        from: u16,
        /// Where to.
        to: u16,
        /// The squads.
        troops: Troops,
    },
    /// A battle began.
    Fighting {
        /// Where.
        place: Place,
        /// The seats in it; `None` is a free province.
        sides: Vec<Option<Seat>>,
    },
    /// A squad struck another. Nobody is told of single blows: a battle's end tells of all.
    Struck {
        /// Whose squad, its kind; forts are `KINDS`.
        by: (Option<Seat>, u8),
        /// Whom.
        target: (Option<Seat>, u8),
        /// The damage.
        damage: u16,
        /// Whether the target fell.
        fell: bool,
    },
    /// A battle ended.
    Fought(Box<Report>),
    /// A province has another owner.
    Taken {
        /// The new owner.
        seat: Seat,
        /// The province.
        province: u16,
        /// The old owner.
        before: Option<Seat>,
    },
    /// Squads were trained.
    Recruited {
        /// Whose.
        seat: Seat,
        /// Where.
        province: u16,
        /// Their kind.
        kind: u8,
        /// How many.
        count: u16,
    },
    /// A month of work was done.
    Built {
        /// Whose.
        seat: Seat,
        /// Where.
        province: u16,
        /// The level that is finished by it; 0: it goes on, or was a repair.
        level: u8,
    },
    /// Gold came back for an order in a province that was lost.
    Back {
        /// The seat.
        seat: Seat,
        /// The province.
        province: u16,
        /// How much.
        gold: i32,
    },
    /// A seat is out.
    Out {
        /// The seat.
        seat: Seat,
        /// Whether it gave up.
        forfeited: bool,
    },
    /// The game is over.
    Over {
        /// The team that has won.
        team: Option<u8>,
    },
}

impl Event {
    /// The seats that learn of it.
    pub(crate) fn told_to(&self, game: &Empire) -> Seats {
        match self {
            Event::Ordered { seat, .. } => Seats::one(*seat),
            Event::Struck { .. } => Seats::NONE,
            _ => Seats::first(game.seats_count()),
        }
    }

    pub(crate) fn tell(&self, game: &Empire) -> String {
        let side = |seat: Seat| game.sides[seat.index()].as_str();
        let whose = |seat: Option<Seat>| seat.map_or("the free", side).to_owned();
        let name = |province: u16| game.provinces[usize::from(province)].name.as_str();
        match self {
            Event::Month { month, seat, income } => format!("month {month}: {} collects {income} gold", side(*seat)),
            Event::Ordered { seat, order } => format!("{} orders: {}", side(*seat), order_words(game, order)),
            Event::Marched { seat, from, to, troops } => {
                format!("{} marches from {} to {}: {}", side(*seat), name(*from), name(*to), troops_words(troops))
            }
            Event::Fighting { place, sides } => {
                let who: Vec<String> = sides.iter().map(|&seat| whose(seat)).collect();
                format!("battle {}: {}", place_text(game, *place), who.join(" against "))
            }
            Event::Struck { .. } => String::new(),
            Event::Fought(report) => report.tell(game),
            Event::Taken { seat, province, before: Some(before) } => {
                format!("{} takes {} from {}", side(*seat), name(*province), side(*before))
            }
            Event::Taken { seat, province, before: None } => format!("{} takes {}", side(*seat), name(*province)),
            Event::Recruited { seat, province, kind: trained, count } => {
                format!("{} trains {} in {}", side(*seat), squads((*trained).into(), (*count).into()), name(*province))
            }
            Event::Built { seat, province, level: 0 } => format!("{} builds in {}", side(*seat), name(*province)),
            Event::Built { seat, province, level } => {
                let fort = &game.numbers.forts[usize::from(*level) - 1].name;
                format!("{} finishes a {fort} in {}", side(*seat), name(*province))
            }
            Event::Back { seat, province, gold } => {
                format!("{} gets {gold} gold back for orders in {}", side(*seat), name(*province))
            }
            Event::Out { seat, forfeited: true } => format!("{} gives up", side(*seat)),
            Event::Out { seat, forfeited: false } => format!("{} is no more", side(*seat)),
            Event::Over { team: None } => "the game ends without a winner".to_owned(),
            Event::Over { team: Some(team) } => {
                let names: Vec<&str> = (0..game.seats_count())
                    .filter(|&seat| game.teams[seat] == *team)
                    .map(|seat| game.sides[seat].as_str())
                    .collect();
                format!("{} has won", names.join(" and "))
            }
        }
    }
}

/// An order in words, whatever comes of it.
fn order_words(game: &Empire, order: &Order) -> String {
    let name = |province: u16| game.provinces[usize::from(province)].name.as_str();
    match *order {
        Order::March { from, to, then, troops } => {
            let over = then.map_or_else(String::new, |_| format!(" over {}", name(to)));
            format!("{} from {} to {}{over}", troops_words(&troops), name(from), name(then.unwrap_or(to)))
        }
        Order::Recruit { province, kind, count } => {
            format!("train {} in {}", squads(kind.into(), count.into()), name(province))
        }
        Order::Build { province } => format!("build on the fort of {}", name(province)),
    }
}

/// `legion=2,archers=1`.
pub(crate) fn troops_text(troops: &Troops) -> String {
    let some = KIND_NAMES.iter().zip(troops).filter(|(_, count)| **count > 0);
    some.map(|(name, count)| format!("{name}={count}")).collect::<Vec<_>>().join(",")
}

fn place_text(game: &Empire, place: Place) -> String {
    let name = |province: u16| game.provinces[usize::from(province)].name.as_str();
    match place {
        Place::Province(province) => format!("for {}", name(province)),
        Place::Border(one, other) => format!("between {} and {}", name(one), name(other)),
    }
}

/// A battle that begins, as an event.
pub(crate) fn fighting(battle: &Battle) -> Event {
    Event::Fighting { place: battle.place, sides: battle.sides.iter().map(|side| side.seat.map(Seat)).collect() }
}
