//! A battle in words: who attacked whom and where, with what, what fell in which round, and how it ended.

use contract::Seat;

use crate::battle::{Battle, Place, Squad};
use crate::{Empire, KINDS, State};

/// How many squads of each kind, and after them whether there is a fort and work on one.
pub(crate) type Counts = [u16; KINDS + 2];

/// One side of a battle that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Whose; `None` is the garrison of a free province.
    pub seat: Option<Seat>,
    /// What it began with: squads of each kind, a fort, work on a fort.
    pub began: Counts,
    /// Whether some of it came over a river.
    pub river: bool,
    /// What fell of it, by rounds; rounds without losses are left out.
    pub fell: Vec<(u16, Counts)>,
}

/// A battle that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The month.
    pub month: u32,
    /// Where.
    pub place: Place,
    /// The armies; in a battle for a province the defender is the first.
    pub armies: Vec<Army>,
    /// The level of the fort when it began; 0 for none.
    pub level: u8,
    /// The rounds that were fought.
    pub rounds: u16,
    /// The army that is left alone, by its place.
    pub winner: Option<usize>,
    /// What is left of it.
    pub left: Counts,
}

/// One and more of each kind; a kind that is a plural itself stands for its squads.
const NAMES: [[&str; 2]; KINDS] = [
    ["legion", "legions"],
    ["phalanx", "phalanxes"],
    ["squad of archers", "archers"],
    ["squad of auxilia", "auxilia"],
    ["squad of equites", "equites"],
    ["squad of chariots", "chariots"],
    ["squad of catapults", "catapults"],
];

/// Squads of one kind in words: `2 legions`, `1 squad of archers`.
pub(crate) fn squads(kind: usize, count: u32) -> String {
    format!("{count} {}", NAMES[kind][usize::from(count != 1)])
}

/// As many rounds are told one by one; the later ones together.
const ROUNDS_TOLD: usize = 3;

impl Report {
    /// The report of a battle that is over; the province is still as it was before.
    pub(crate) fn new(state: &State, battle: &Battle) -> Report {
        let counts = |side: usize, is_wanted: &dyn Fn(&Squad) -> bool| {
            let mut counts = Counts::default();
            let squads = battle.sides[side].squads.iter().filter(|squad| is_wanted(squad));
            squads.for_each(|squad| counts[usize::from(squad.kind)] += 1);
            counts
        };
        let army = |side: usize| {
            let mut fell: Vec<(u16, Counts)> = Vec::new();
            for fallen in battle.fallen.iter().filter(|fallen| usize::from(fallen.side) == side) {
                if fell.last().is_none_or(|(round, _)| *round != fallen.round) {
                    fell.push((fallen.round, Counts::default()));
                }
                if let Some((_, counts)) = fell.last_mut() {
                    counts[usize::from(fallen.kind)] += 1;
                }
            }
            Army {
                seat: battle.sides[side].seat.map(Seat),
                began: counts(side, &|_| true),
                river: battle.sides[side].squads.iter().any(|squad| squad.river),
                fell,
            }
        };
        let stands = |side: &usize| battle.sides[*side].squads.iter().any(|squad| squad.health > 0);
        let standing: Vec<usize> = (0..battle.sides.len()).filter(stands).collect();
        let winner = if let [only] = standing[..] { Some(only) } else { None };
        Report {
            month: state.month,
            place: battle.place,
            armies: (0..battle.sides.len()).map(army).collect(),
            level: match battle.place {
                Place::Province(province) => state.realm(province).fort.level,
                Place::Border(..) => 0,
            },
            // A round that has not begun does not count.
            rounds: battle.round - u16::from(battle.phase == 0 && battle.round > 1),
            winner,
            left: winner.map_or(Counts::default(), |side| counts(side, &|squad| squad.health > 0)),
        }
    }

    /// The report as a line of sentences.
    pub(crate) fn tell(&self, game: &Empire) -> String {
        let province = |province: u16| game.provinces[usize::from(province)].name.as_str();
        let side = |seat: Seat| game.sides[seat.index()].as_str();
        let whole = |army: &Army| {
            let name = army.seat.map_or("the free garrison", side);
            let river = if army.river { " over a river" } else { "" };
            format!("{name} ({}){river}", self.counts_text(game, &army.began))
        };
        let all = |armies: &[Army]| join(&armies.iter().map(whole).collect::<Vec<_>>());
        let month = self.month;
        let first = match self.place {
            Place::Border(one, other) => {
                let [one, other] = [one, other].map(province);
                format!("In month {month} {} meet between {one} and {other}.", all(&self.armies))
            }
            Place::Province(at) => {
                let attackers = &self.armies[1..];
                let verb = if attackers.len() > 1 { "attack" } else { "attacks" };
                let held = self.counts_text(game, &self.armies[0].began);
                let defence = match self.armies[0].seat {
                    _ if held.is_empty() => "which nobody defends".to_owned(),
                    Some(seat) => format!("which {} holds ({held})", side(seat)),
                    None => format!("which a free garrison holds ({held})"),
                };
                format!("In month {month} {} {verb} {}, {defence}.", all(attackers), province(at))
            }
        };
        format!("{first}{} {}", self.rounds_text(game), self.end_text(game))
    }

    /// What fell, round by round; the later rounds together.
    fn rounds_text(&self, game: &Empire) -> String {
        let mut rounds: Vec<u16> = self.armies.iter().flat_map(|army| army.fell.iter().map(|fell| fell.0)).collect();
        rounds.sort_unstable();
        rounds.dedup();
        let one_by_one = if rounds.len() > ROUNDS_TOLD + 1 { ROUNDS_TOLD } else { rounds.len() };
        let mut spans: Vec<(u16, u16)> = rounds[..one_by_one].iter().map(|&round| (round, round)).collect();
        if let [first, .., last] = rounds[one_by_one..] {
            spans.push((first, last));
        }
        let mut text = String::new();
        for (from, to) in spans {
            let lost = |army: &Army| {
                let mut sum = Counts::default();
                for (_, fell) in army.fell.iter().filter(|(round, _)| (from..=to).contains(round)) {
                    sum.iter_mut().zip(fell).for_each(|(sum, fell)| *sum += fell);
                }
                let name = army.seat.map_or("the garrison", |seat| game.sides[seat.index()].as_str());
                (sum != Counts::default()).then(|| format!("{name} loses {}", self.counts_text(game, &sum)))
            };
            let lost: Vec<String> = self.armies.iter().filter_map(lost).collect();
            let when = if from == to { format!("Round {from}") } else { format!("Rounds {from} to {to}") };
            text += &format!(" {when}: {}.", lost.join("; "));
        }
        text
    }

    fn end_text(&self, game: &Empire) -> String {
        let side = |seat: Seat| game.sides[seat.index()].as_str();
        let rounds = if self.rounds == 1 { "1 round".to_owned() } else { format!("{} rounds", self.rounds) };
        let left = self.counts_text(game, &self.left);
        let winner = self.winner.map(|winner| (winner, self.armies[winner].seat));
        match (self.place, winner) {
            (Place::Border(..), Some((_, Some(seat)))) => {
                format!("After {rounds} {} marches on, with {left} left.", side(seat))
            }
            (Place::Border(..), _) => format!("After {rounds} nobody is left."),
            (Place::Province(_), Some((0, Some(seat)))) => {
                format!("After {rounds} {} keeps it, with {left} left.", side(seat))
            }
            (Place::Province(_), Some((_, Some(seat)))) => {
                format!("After {rounds} {} takes it, with {left} left.", side(seat))
            }
            (Place::Province(_), Some((_, None))) => format!("After {rounds} the garrison keeps it, with {left} left."),
            (Place::Province(_), None) => {
                let nobody = if self.left_standing() { "has won" } else { "is left" };
                let end = match self.armies[0].seat {
                    Some(seat) => format!("{} keeps it", side(seat)),
                    None => "it stays free".to_owned(),
                };
                format!("After {rounds} nobody {nobody}: {end}.")
            }
        }
    }

    /// Whether more than one army still stands.
    fn left_standing(&self) -> bool {
        let fell =
            |army: &Army| army.fell.iter().flat_map(|(_, fell)| fell).map(|&count| u32::from(count)).sum::<u32>();
        let began = |army: &Army| army.began.iter().map(|&count| u32::from(count)).sum::<u32>();
        self.winner.is_none() && self.armies.iter().any(|army| began(army) > fell(army))
    }

    /// `4 legions, 2 archers, a fort`.
    fn counts_text(&self, game: &Empire, counts: &Counts) -> String {
        let kinds = counts[..KINDS].iter().enumerate().filter(|(_, count)| **count > 0);
        let mut words: Vec<String> = kinds.map(|(kind, &count)| squads(kind, count.into())).collect();
        if counts[usize::from(Squad::FORT)] > 0 {
            let level = usize::from(self.level).checked_sub(1).and_then(|level| game.numbers.forts.get(level));
            words.push(format!("a {}", level.map_or("fort", |level| level.name.as_str())));
        }
        if counts[usize::from(Squad::WORK)] > 0 {
            words.push("work on a fort".to_owned());
        }
        words.join(", ")
    }
}

/// `a`, `a and b`, `a, b and c`.
fn join(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
