//! The report on matches: rates with intervals, tests, and a verdict on the seats, computed from the counts.

use chance::Seed;
use serde::Serialize;

use crate::csv_table::{csv_text, number};
use crate::statistics::{
    Bias, ChiSquare, Gate, Interval, Judgement, Record, SeatLean, Untangled, Verdict, bias, bias_floor, chi_square,
    equivalence, interval, multinomial, order, until_sure, z_of,
};
use crate::{FigureReport, Games, MatchRunner, figure_reports};

/// What goes without saying is not written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
const fn is_true(plays: &bool) -> bool {
    *plays
}

/// The results of a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatReport {
    /// From 1.
    pub seat: usize,
    /// Its side's name.
    pub side: String,
    /// Whether the side plays; if not, it is in no other count.
    #[serde(skip_serializing_if = "is_true")]
    pub plays: bool,
    /// Its team, from 1.
    pub team: usize,
    /// Its record.
    pub record: Record,
    /// Its rate of wins.
    pub wins: Interval,
    /// Its mean place.
    pub mean_rank: f64,
    /// The share of wins that is wished for it, or its team; `None` where all are due the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wished: Option<f64>,
}

/// The results of a team.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TeamReport {
    /// From 1.
    pub team: usize,
    /// Its record.
    pub record: Record,
    /// Its rate of wins, with the interval that the verdict uses.
    pub wins: Interval,
    /// The share that is wished for it; `None` where all are due the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wished: Option<f64>,
}

/// The results of a place in the order of turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlaceReport {
    /// From 1.
    pub place: usize,
    /// The rate of wins of all that had the place, whatever their seat.
    pub wins: Interval,
}

/// The results of a player, whatever its seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport {
    /// Its name.
    pub player: String,
    /// Its record.
    pub record: Record,
    /// Its rate of wins.
    pub wins: Interval,
    /// How many it forfeited.
    pub forfeits: u32,
}

/// The results of a type that is made and lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindReport {
    /// Its name.
    pub name: String,
    /// What one costs.
    pub cost: u32,
    /// How many were made.
    pub made: u64,
    /// How many were lost.
    pub lost: u64,
    /// How many units it destroyed.
    pub kills: u64,
    /// The cost of all units of the type, divided by its kills; `None` without a kill.
    pub spent_per_kill: Option<f64>,
    /// The cost of the units that it destroyed, divided by the cost of the type's own units.
    pub return_on_cost: Option<f64>,
    /// Its share in all that winners spent.
    pub share_in_wins: f64,
    /// Its share in all that others spent.
    pub share_in_losses: f64,
}

/// The results of an opening: the types made in the first turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningReport {
    /// The types, with their numbers.
    pub made: String,
    /// How many times a seat opened this way.
    pub games: u32,
    /// The rate of wins of those seats.
    pub wins: Interval,
}

/// All results of a scenario in play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// How many matches.
    pub games: u32,
    /// How many were won, drawn, and ended at the turn limit.
    pub endings: [u32; 3],
    /// The verdict on the seats, or on the teams if there are teams.
    pub verdict: Verdict,
    /// The verdict in words.
    pub words: String,
    /// The delta of the verdict: how far from its share a seat may be and still count as equal.
    pub delta: f64,
    /// Whether the verdict holds at repeated looks, after each block of games.
    pub sequential: bool,
    /// The results of each seat.
    pub seats: Vec<SeatReport>,
    /// The results of each team.
    pub teams: Vec<TeamReport>,
    /// Whether some seats form a team.
    pub has_teams: bool,
    /// The results of each place in the order of turns; empty if there is no order, or too few games.
    pub places: Vec<PlaceReport>,
    /// The rates of the seats without the effect of the order of turns.
    pub seats_without_order: Vec<Interval>,
    /// How order and seat were separated.
    pub untangled: Option<Untangled>,
    /// How much more than its share the first seat in the order wins.
    pub first_mover: Option<Interval>,
    /// The results of each player.
    pub players: Vec<PlayerReport>,
    /// Pearson's test of decided games.
    pub chi_square: Option<ChiSquare>,
    /// The exact test of decided games, if it can be computed.
    pub multinomial: Option<f64>,
    /// The corrected bias of seats.
    pub bias: Option<Bias>,
    /// The bias that fair seats stay below in 95 of 100 cases with this number of games.
    pub bias_floor: Option<Bias>,
    /// The mean, least and greatest number of turns of single seats.
    pub turns: (f64, u32, u32),
    /// The results of each type.
    pub kinds: Vec<KindReport>,
    /// The openings that were played most.
    pub openings: Vec<OpeningReport>,
    /// Types and openings that are too good, or that no player uses: a sentence each.
    pub imbalances: Vec<String>,
    /// The game's own figures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<FigureReport>,
    /// The reasons of the first few forfeits.
    pub forfeits: Vec<String>,
}

/// The confidence of verdicts and of the intervals in tables; the rest is divided equally between the two sides.
pub const CONFIDENCE: f64 = 0.95;
/// The least number of games for a verdict: four wins in four games would convict one fair map in eight.
const GAMES_MIN: u32 = 20;
/// How many openings are shown.
const OPENINGS_SHOWN: usize = 6;
/// The least number of games for a statement about an opening.
const OPENING_GAMES: u32 = 20;

impl Report {
    /// Computes a report of a runner's matches. `delta` is how far from its share a seat may be and still count as equal. `sequential`
    /// if the counts are looked at repeatedly.
    #[must_use]
    pub fn new(games: &Games, runner: &MatchRunner, delta: f64, sequential: bool) -> Report {
        let MatchRunner { teams: team_of, sides, unit_types: kinds, .. } = runner;
        let z = z_of(CONFIDENCE);
        let gate = Gate { delta, confidence: CONFIDENCE };
        // Teams of sides that do not play are judged no more than they play.
        let playing = runner.playing_teams();
        let records: Vec<Record> = playing.iter().map(|&team| games.teams[team].clone()).collect();
        let wins: Vec<u32> = playing.iter().map(|&team| games.wins[team]).collect();
        let due = runner.unequal_due();
        let mut judged = if sequential { until_sure(&records, due, gate) } else { equivalence(&records, due, gate) };
        if judged.verdict == Verdict::Equal && is_never_won(games.games, &records) {
            judged.verdict = Verdict::NoneWon;
        }
        if games.games < GAMES_MIN {
            judged.verdict = Verdict::NotEnough { about_more: GAMES_MIN - games.games };
        }
        let has_teams = games.teams.len() < games.seats.len();
        let table = order(&games.cells, z);
        let seat = |(index, record): (usize, &Record)| SeatReport {
            seat: index + 1,
            side: sides[index].clone(),
            plays: runner.plays[index],
            team: usize::from(team_of[index]) + 1,
            record: record.clone(),
            wins: interval(record, z),
            mean_rank: games.ranks[index] as f64 / f64::from(games.games.max(1)),
            wished: runner.team_of(index).and_then(|team| Some(due?[team])),
        };
        let player = |(name, (record, forfeits)): (&String, &(Record, u32))| PlayerReport {
            player: name.clone(),
            record: record.clone(),
            wins: interval(record, z),
            forfeits: *forfeits,
        };
        let teams = playing.iter().zip(records.iter().zip(&judged.seats)).enumerate();
        let decided: u32 = wins.iter().sum();
        let count = playing.len() as u32;
        let kinds = kind_reports(games, kinds);
        let openings = opening_reports(games, z);
        let words = words(&judged, games, runner, &playing, delta);
        if let Verdict::Unequal { seats } = &mut judged.verdict {
            seats.iter_mut().for_each(|lean| lean.seat = playing[lean.seat]);
        }
        Report {
            games: games.games,
            endings: games.endings,
            words,
            delta,
            sequential,
            seats: games.seats.iter().enumerate().map(seat).collect(),
            teams: teams
                .map(|(at, (&index, (record, &wins)))| {
                    let wished = due.map(|due| due[at]);
                    TeamReport { team: index + 1, record: record.clone(), wins, wished }
                })
                .collect(),
            has_teams,
            places: table
                .iter()
                .flat_map(|table| table.places.iter().enumerate())
                .map(|(index, &wins)| PlaceReport { place: index + 1, wins })
                .collect(),
            seats_without_order: table.as_ref().map_or(Vec::new(), |table| table.seats.clone()),
            untangled: table.as_ref().map(|table| table.untangled),
            first_mover: table.as_ref().and_then(|table| table.first_mover),
            players: games.players.iter().map(player).collect(),
            chi_square: chi_square(&wins, due),
            multinomial: multinomial(&wins, due).ok(),
            // It is how far seats are from an equal share.
            bias: bias(std::slice::from_ref(&wins)).filter(|_| due.is_none()),
            bias_floor: match due {
                None => bias_floor(count, &[decided], 0.95, &mut Seed(0).stream("report/bias-floor")),
                Some(_) => None,
            },
            turns: (
                games.turns.0 as f64 / f64::from(games.games.max(1)),
                if games.games == 0 { 0 } else { games.turns.1 },
                games.turns.2,
            ),
            imbalances: imbalances(&kinds, games, due, delta),
            kinds,
            openings,
            figures: {
                let forecast = runner.forecast().filter(|_| !games.figures.is_empty());
                let figures = figure_reports(&games.figures, z).into_iter();
                figures.map(|figure| figure.beside(forecast.as_ref()).aimed(runner.info)).collect()
            },
            forfeits: games.forfeits.clone(),
            verdict: judged.verdict,
        }
    }

    /// All of it, as commands print it.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// A row for each seat, as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut head =
            vec!["seat", "side", "team", "games", "score", "wins", "low", "high", "mean_rank", "wins_without_order"];
        if self.has_wishes() {
            head.push("wished");
        }
        let fields = |(index, seat): (usize, &SeatReport)| {
            let mut fields = vec![
                seat.seat.to_string(),
                seat.side.clone(),
                seat.team.to_string(),
                seat.record.games.to_string(),
                number(seat.record.score()),
                number(seat.wins.rate),
                number(seat.wins.low),
                number(seat.wins.high),
                number(seat.mean_rank),
                self.seats_without_order.get(index).map_or(String::new(), |wins| number(wins.rate)),
            ];
            if self.has_wishes() {
                fields.push(seat.wished.map_or_else(String::new, number));
            }
            fields
        };
        csv_text(&head, self.seats.iter().enumerate().map(fields))
    }

    /// Whether seats are due different shares of the wins.
    #[must_use]
    pub fn has_wishes(&self) -> bool {
        self.teams.iter().any(|team| team.wished.is_some())
    }

    /// Whether the verdict is final: the seats are shown to be equal, or not.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        !matches!(self.verdict, Verdict::NotEnough { .. })
    }

    /// How even the results of the seats (or teams) are: 1 if all won what they are due, 0 if the one that is due least won everything.
    #[must_use]
    pub fn evenness(&self) -> f64 {
        let wins: Vec<f64> = self.teams.iter().map(|team| team.wins.rate).collect();
        let fair = 1.0 / wins.len() as f64;
        let due: Vec<f64> = self.teams.iter().map(|team| team.wished.unwrap_or(fair)).collect();
        fairness::evenness(&wins, &due)
    }
}

/// Whether every game was shared by all teams.
fn is_never_won(games: u32, teams: &[Record]) -> bool {
    let is_shared_by_all = |team: &Record| team.shared.get(teams.len() - 1) == Some(&games);
    teams.len() > 1 && teams.iter().all(is_shared_by_all)
}

/// A share of the games in hundredths, with a decimal if it needs one: `50`, `33.3`.
fn percent(share: f64) -> String {
    let percent = format!("{:.1}", 100.0 * share);
    percent.strip_suffix(".0").unwrap_or(&percent).to_owned()
}

/// The verdict in words.
///
/// `playing` are the teams that were judged, by index.
fn words(judged: &Judgement, games: &Games, runner: &MatchRunner, playing: &[usize], delta: f64) -> String {
    let MatchRunner { teams: team_of, sides, .. } = runner;
    let has_teams = games.teams.len() < games.seats.len();
    let one = if has_teams { "team" } else { "seat" };
    let share = percent(1.0 / playing.len().max(1) as f64);
    let wished = runner.unequal_due().map(|due| due.iter().map(|&due| percent(due)).collect::<Vec<_>>().join(" / "));
    let name = |index: usize| {
        if has_teams {
            let members = (0..sides.len()).filter(|&seat| usize::from(team_of[seat]) == index);
            format!("team {} ({})", index + 1, members.map(|seat| sides[seat].as_str()).collect::<Vec<_>>().join(", "))
        } else {
            format!("seat {} ({})", index + 1, sides[index])
        }
    };
    match &judged.verdict {
        Verdict::Equal => {
            let share = wished.map_or_else(
                || format!("{share} % of the games"),
                |wished| format!("the share of the games that is wished for, {wished} %"),
            );
            format!("equal: every {one} wins {share}, to within {:.0} points", 100.0 * delta)
        }
        Verdict::NoneWon => format!("no verdict: no game was won, so that nothing can be told of the {one}s"),
        Verdict::Unequal { seats } => {
            let lean = |lean: &SeatLean| {
                let often = if lean.direction == crate::statistics::Lean::Above { "often" } else { "seldom" };
                let found = judged.seats[lean.seat];
                format!(
                    "{} wins too {often}, {:.1} % ({:.1} to {:.1})",
                    name(playing[lean.seat]),
                    100.0 * found.rate,
                    100.0 * found.low,
                    100.0 * found.high
                )
            };
            let leans = seats.iter().map(lean).collect::<Vec<_>>().join("; ");
            match wished {
                None => format!("unequal: {leans}; {share} % is equal"),
                Some(wished) => format!("unequal: {leans}; {wished} % is wished for"),
            }
        }
        Verdict::NotEnough { about_more } => {
            format!("not enough games to tell: about {about_more} more are needed, or more than that")
        }
    }
}

fn kind_reports(games: &Games, kinds: &[(String, u32)]) -> Vec<KindReport> {
    let spent = |which: usize| -> u64 {
        games.kinds.iter().zip(kinds).map(|(count, kind)| count.made[which] * u64::from(kind.1)).sum()
    };
    let totals = [spent(0), spent(1)];
    let of = |(count, (name, cost)): (&crate::KindCount, &(String, u32))| {
        let cost64 = u64::from(*cost);
        let made: u64 = count.made.iter().sum();
        let kills: u64 = count.kills.iter().sum();
        let felled: u64 = count.felled.iter().sum();
        let share = |which: usize| {
            if totals[which] == 0 { 0.0 } else { (count.made[which] * cost64) as f64 / totals[which] as f64 }
        };
        KindReport {
            name: name.clone(),
            cost: *cost,
            made,
            lost: count.lost.iter().sum(),
            kills,
            spent_per_kill: (kills > 0).then(|| (made * cost64) as f64 / kills as f64),
            return_on_cost: (made * cost64 > 0).then(|| felled as f64 / (made * cost64) as f64),
            share_in_wins: share(0),
            share_in_losses: share(1),
        }
    };
    games.kinds.iter().zip(kinds).map(of).collect()
}

fn opening_reports(games: &Games, z: f64) -> Vec<OpeningReport> {
    let mut openings: Vec<_> = games.openings.iter().collect();
    openings.sort_by_key(|(made, record)| (u32::MAX - record.games, (*made).clone()));
    let of = |(made, record): (&String, &Record)| OpeningReport {
        made: made.clone(),
        games: record.games,
        wins: interval(record, z),
    };
    openings.into_iter().take(OPENINGS_SHOWN).map(of).collect()
}

/// Sentences about imbalances. A type is too good if more than half of all that is spent goes into it, or if it destroys half as
/// much again for its cost as all types together. An opening is too good if it wins more than its share for certain, even with many
/// openings tested; where shares differ, more than the largest of them, since it may be the opening of that seat.
fn imbalances(kinds: &[KindReport], games: &Games, due: Option<&[f64]>, delta: f64) -> Vec<String> {
    let mut found = Vec::new();
    let spent = |kind: &KindReport| kind.made as f64 * f64::from(kind.cost);
    let all: f64 = kinds.iter().map(spent).sum();
    let felled: f64 = kinds.iter().filter_map(|kind| Some(kind.return_on_cost? * spent(kind))).sum();
    for kind in kinds.iter().filter(|_| all > 0.0 && kinds.len() > 1) {
        let share = spent(kind) / all;
        if share > 0.5 {
            let part = format!("more than half of all that is spent ({:.0} %) goes into it", 100.0 * share);
            found.push(format!("{} dominates: {part}", kind.name));
        }
    }
    let gain = |kind: &&KindReport| kind.return_on_cost.filter(|_| kind.kills >= 30).unwrap_or(0.0);
    if let Some(best) = kinds.iter().max_by(|one, other| gain(one).total_cmp(&gain(other)))
        && gain(&best) > 1.5 * felled / all.max(1.0)
    {
        found.push(format!(
            "best value: {}, which brings down {:.2} for each 1 spent; all types together {:.2}",
            best.name,
            gain(&best),
            felled / all
        ));
    }
    let openings: Vec<_> = games.openings.iter().filter(|(_, record)| record.games >= OPENING_GAMES).collect();
    // The confidence is corrected for the number of openings (Bonferroni).
    let z = z_of(1.0 - (1.0 - CONFIDENCE) / openings.len().max(1) as f64);
    let (share, what) = match due {
        None => (1.0 / games.teams.len().max(1) as f64, "is equal"),
        Some(due) => (due.iter().copied().fold(0.0, f64::max), "is the largest share that is wished for"),
    };
    for (made, record) in openings {
        let wins = interval(record, z);
        if wins.low > share + delta {
            found.push(format!(
                "the opening {made} wins {:.0} % of {} games, where {} % {what}",
                100.0 * wins.rate,
                record.games,
                percent(share)
            ));
        }
    }
    found
}
