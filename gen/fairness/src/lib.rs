//! Static fairness: what each seat of a scenario has, measured from the travel costs of the design's own units.
//!
//! [`score`] surveys a scenario once ([`Survey`]), computes one value per seat for every row of [`MEASURES`], compares the seats
//! and names in a sentence the one with the worst start. A measure is one file in `measures/` and one line in its list.
//! [`UnitGround`] is the part of a survey that needs no seats: searches for starts use it to score candidates.
//!
//! **Values are comparable across seats only after [`compared`]**: if there is an advantage ([`world::Side::advantage`]), measures
//! that scale with it are divided by it, so that 2:3:7 units for advantages of 2:3:7 are equal. Only the start units scale (seed
//! 000, "Handicapping": "this affects only the initial setup"); all seats are due the same land, towns and distances.
//!
//! **Invariant:** no number depends on the order of seats. Ties are shared, sums are taken over sorted values, and results of
//! parallel searches are collected in order.

mod compare;
mod doubt;
mod evidence;
mod ground;
mod income;
mod measure;
mod measures;
mod own;
mod prediction;
mod reason;
mod roles;
mod score;
mod survey;
mod teams;
mod text_table;
mod verdict;
mod weights;
mod words;

pub use compare::{compared, gini, min_over_max};
pub use doubt::{doubt_words, likely};
pub use evidence::Evidence;
pub use ground::{NEAR, REACH, UnitGround};
pub use income::pays;
pub use measure::{Contrast, Joined, MeasureKind, Scale, SiteValue, Source};
pub use measures::{MEASURES, find_measure};
pub use own::{OwnMeasures, OwnSurvey, ValueRow, predict};
pub use prediction::{dues, evenness, loss, off, shares};
pub use roles::{cheapest_ground_unit, good_land, main_start_unit};
pub use score::{estimate, score, score_survey, standing, team_standing, unpredicted, withhold_unfitted};
pub use survey::{Holder, Resource, SeatSurvey, Survey, starts};
pub use text_table::{played_text, text_table, wished_words, won_words};
pub use weights::Weights;
pub use words::{in_words, number};

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
