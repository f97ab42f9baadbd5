//! Empire: Rise of Despotism: provinces, treasuries, hidden orders for a month, battles in phases (seed 004).
//!
//! **Data**: `numbers.ron`, which a design's section `empire` says anew entry by entry: both tables of the seed, forts, prices, the
//! phases of a round, start gold, the last month. **Code**, a file each: what can be ordered (`orders`), the course of a month
//! (`month`), battles (`battle`).
//!
//! A turn is a month. All seats give their orders at once, and nobody sees those of others. Then, in this order: armies that meet on a
//! border fight in the open; armies move inside their empires; provinces are attacked, and all who attack one are enemies of each
//! other; recruits come; forts are built. In every battle seats choose, phase by phase and hidden from each other, what each squad
//! strikes.
//!
//! | question | the seed | here |
//! |---|---|---|
//! | what a march costs | money | `march-price` a squad and province, double for two provinces |
//! | a border meeting | they fight | the winner marches on; with nobody left nobody moves |
//! | a river | counts in defence | attackers over it do `river-percent` of their damage in the first round |
//! | half the gold back | of lost orders | `lost-order-back` percent, rounded down |
//! | figures of forts | 300, 700, 1200 for 6, 14, 24 | totals; 2 gold and 100 health a month, 3, 4 and 5 months |
//! | time of a repair | "equals the price" | 100 health a month for 2 gold |
//! | work in progress | must fall first | has 100 health for each month that is paid |
//! | the mark on cavalry and catapults | unexplained | they strike anyone, as the prose says; so do forts |
//! | victory | open | the last empire; after `months` the most provinces, then tribute |
//! | gold set aside | not said | comes back when an order is cancelled, until the seat is done |
//! | targets that nobody chose | not said | the squad strikes where its weapon does most, the most wounded first |

mod battle;
mod board;
mod chart;
mod event;
mod facts;
mod figures;
mod help;
mod month;
mod numbers;
mod observe;
mod orders;
mod position;
mod refusal;
mod report;
mod ruleset;
mod state;
mod text;
mod view;

pub use battle::{Battle, BattleSide, Fallen, Place, Squad, Target};
pub use board::{Empire, Link, Province};
pub use event::Event;
pub use numbers::{Body, KINDS, Numbers, Weapon};
pub use orders::{Move, Order, Troops};
pub use refusal::Refusal;
pub use report::{Army, Report};
pub use state::{Fort, Phase, Realm, State};
pub use view::View;

/// What the tests of this crate use beside what players may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::numbers::{KIND_NAMES, SEED};
}
