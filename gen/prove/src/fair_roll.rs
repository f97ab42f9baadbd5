//! A fair roll from its request to the scenario that tells of it.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32};

use chance::{SEED_BOUND, Seed};
use design::counted;
use pipeline::{FairGoal, FairWish, Loaded, Options, Request, Roll, RollError, SharedString, given_parts};
use playtest::{PlayerName, Session};
use starts::changes::Change;
use world::{Levelling, PlayedFairness, PlayedVerdict, Scenario, kept_share};

use crate::best::BestFound;
use crate::budget::{MatchBudget, StopReason};
use crate::candidate::{Adjustment, Candidate, Source};
use crate::even::{EVEN_LEAST, even_matches};
use crate::goal::{self, GoalSearch};
use crate::prover::Prover;
use crate::{Event, MatchLog, Progress, Stage};

/// A roll that was made fair, as far as that went.
#[derive(Clone, Debug)]
pub struct FairRoll {
    /// The roll; its scenario has what was played in `played`.
    pub roll: Roll,
    /// Matches played in all, those of the log included.
    pub matches: u32,
    /// How it ended.
    pub end: FairEnd,
}

/// How a fair roll ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FairEnd {
    /// The request asks for no matches: it is a plain roll.
    Plain,
    /// Its seats, or what its matches do, are proved to be as was wished.
    Proved,
    /// The most even start was looked for, and found.
    Found,
    /// There may be no more matches: it is the most even start so far.
    Bound,
    /// Somebody stopped it: it is the most even start so far.
    Stopped,
}

/// Why there is no fair roll.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FairError {
    /// There is no plain roll.
    #[error("{0}")]
    Roll(#[from] RollError),
    /// The roll cannot be played, or not by that player.
    #[error("{0}")]
    Unplayable(String),
    /// What matches come to cannot be kept.
    #[error("{0}")]
    Log(String),
}

/// Rolls a scenario, and makes it fair by playing it, as the request's wish says; without a wish it is a plain roll. Matches that
/// `log` knows are counted and not played again. `watch` is told of every match, on any thread; `stop` ends it.
///
/// Where nothing is proved, the most even start so far is returned: see [`FairRoll::end`].
///
/// # Errors
/// A `FairError` if there is no plain roll, if it cannot be played, or if the log cannot be written.
pub fn roll(
    loaded: &Loaded,
    request: &Request,
    options: &Options,
    log: &MatchLog,
    stop: &AtomicBool,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<FairRoll, FairError> {
    // Of a fair roll frames are wanted only of the start that is chosen in the end.
    let frames = options.frames && request.fair.is_none();
    let plain = pipeline::roll(loaded, request, &Options { frames, ..options.clone() })?;
    level(plain, loaded, request, options, log, stop, watch)
}

/// As [`roll`], of the plain roll of this request if that is made already; whatever wish it was made with, its string tells this one.
///
/// # Errors
/// As [`roll`].
pub fn level(
    mut plain: Roll,
    loaded: &Loaded,
    request: &Request,
    options: &Options,
    log: &MatchLog,
    stop: &AtomicBool,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<FairRoll, FairError> {
    let Some(wish) = &request.fair else { return Ok(FairRoll { roll: plain, matches: 0, end: FairEnd::Plain }) };
    // A wish may stand in a file, and no file names a program.
    let player = PlayerName::Own(wish.player.parse().map_err(FairError::Unplayable)?);
    let string = &mut plain.scenario.origins.string;
    if let Ok(mut shared) = string.parse::<SharedString>() {
        shared.request.fair.clone_from(&request.fair);
        *string = shared.to_string();
    }
    check_advantages(wish.goal, &plain.scenario)?;
    let player = usual_player(player, &plain.scenario);
    let seed = plain.scenario.origins.seed;
    let source = Source {
        loaded,
        request: Request { seed, ..request.clone() },
        options,
        string: plain.scenario.origins.string.clone(),
        player,
        delta: wish.delta(),
        seed: Seed(seed).child("fair/search").0 % SEED_BOUND,
    };
    let most = match wish.goal {
        FairGoal::Even => wish.matches.unwrap_or_else(|| even_matches(&plain.scenario).unwrap_or(EVEN_LEAST)),
        _ => wish.matches(),
    };
    let plain = source.candidate(Adjustment::default(), plain).map_err(FairError::Unplayable)?;
    let progress = Mutex::new(Progress { stage: Stage::First, matches: 0, expected: most });
    let told = |matches: u32| {
        let mut now = progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        now.matches = matches;
        // A proof may take all of its looks.
        now.expected = now.expected.max(matches);
        watch(Event::Match(now.clone()));
    };
    let mut prover = Prover {
        source,
        budget: MatchBudget { played: AtomicU32::new(0), most, log, stop, watch: &told },
        progress: &progress,
        // Handicaps that are asked for stay.
        pays: !wish.no_handicap && request.handicaps.is_empty() && plain.session.runner.info.handicaps,
        due: plain.due().to_vec(),
        given: loaded.start.as_deref().map(given_parts).unwrap_or_default(),
        watch,
        next_draw: 1,
        tried: BTreeSet::new(),
        before: (vec![0.0; plain.teams()], 0),
        plain: None,
        proofs: 0,
    };
    let search = match wish.goal {
        FairGoal::Game { name, percent } => {
            Some(GoalSearch::new(&plain, name, f64::from(percent) / 100.0).map_err(FairError::Unplayable)?)
        }
        FairGoal::Even | FairGoal::Best | FairGoal::Proof { .. } if plain.teams() < 2 => {
            return Err(FairError::Unplayable(one_seat(&plain.roll.scenario)));
        }
        FairGoal::Even | FairGoal::Best | FairGoal::Proof { .. } => None,
    };
    let begun = Begun::of(&plain);
    let mut best = plain;
    let (played, end) = match (&search, wish.goal) {
        (Some(search), _) => match prover.search_goal(&mut best, search) {
            Ok(proved) => (Some(proved), FairEnd::Proved),
            Err(why) => (goal::unproved(&best, search, prover.matches()), end_of(why)?),
        },
        (None, FairGoal::Proof { .. }) => match prover.search_proof(&mut best) {
            Ok(proved) => (Some(proved), FairEnd::Proved),
            Err(why) => {
                if prover.is_worse(&best.shares(), &best) {
                    best = prover.plain.clone().expect("it was played first");
                }
                (unproved(&best, prover.matches()), end_of(why)?)
            }
        },
        (None, _) => {
            let (found, ended) = prover.search_best(&mut best);
            let end = ended.map_or_else(end_of, |()| Ok(FairEnd::Found))?;
            (most_even(&best, &found, prover.matches(), wish.goal), end)
        }
    };
    let matches = prover.matches();
    let mut roll = best.roll.clone();
    if options.frames
        && let Some(again) = prover.source.roll(&best.adjustment, true)
    {
        roll.history = again.history;
    }
    roll.scenario.played = played.map(|played| {
        let levelling = Levelling {
            before: prover.before.0.iter().copied().map(kept_share).collect(),
            before_matches: prover.before.1,
            searched: matches - if is_fresh(&played, &best) { played.matches } else { 0 },
            changes: tell_changes(&best, &begun),
        };
        PlayedFairness { levelling: Some(levelling), ..played }
    });
    Ok(FairRoll { roll, matches, end })
}

/// The player that was named; where nobody named one and the game lacks the usual one, the game's own.
fn usual_player(named: PlayerName, plain: &Scenario) -> PlayerName {
    let is_usual = FairWish::default().player == named.to_string();
    match playtest::open(plain) {
        Ok(runner) if is_usual && runner.check_player(&named).is_err() => runner.usual_player(),
        _ => named,
    }
}

/// Whether these are matches that no search has seen.
fn is_fresh(played: &PlayedFairness, best: &Candidate) -> bool {
    played.seed != best.session.settings.seed
}

/// Why a single seat is never even, and what can be wished for instead.
fn one_seat(plain: &Scenario) -> String {
    let told = "there is only one seat, and nobody else could win".to_owned();
    playtest::goals_of(&plain.design).first().map_or(told.clone(), |goal| {
        format!("{told}: `{}-30` levels how many {} {}", goal.name, goal.words.0, goal.words.1)
    })
}

/// Of wins each seat can be due a share of its own; what matches do is the same for all who play them.
fn check_advantages(goal: FairGoal, plain: &Scenario) -> Result<(), FairError> {
    let is_unequal = plain.sides.iter().any(|side| side.advantage != plain.sides[0].advantage);
    if is_unequal && matches!(goal, FairGoal::Game { .. }) {
        let message =
            "a share of all matches is the same for all seats, and takes no advantages: leave out one of the two";
        return Err(FairError::Unplayable(message.to_owned()));
    }
    Ok(())
}

fn end_of(why: StopReason) -> Result<FairEnd, FairError> {
    match why {
        StopReason::Bound => Ok(FairEnd::Bound),
        StopReason::Stopped => Ok(FairEnd::Stopped),
        StopReason::Log(why) => Err(FairError::Log(why)),
    }
}

/// What the matches of the search say of a start that is not proved; `None` without any.
fn unproved(best: &Candidate, matches: u32) -> Option<PlayedFairness> {
    let played = played(best, &best.session, best.games.clone())?;
    let runner = &best.session.runner;
    let due = |seat: usize| best.team_of(seat).map(|team| best.due()[team]);
    let off = |seat: &usize| due(*seat).map_or(0.0, |due| (played.seats[*seat].rate - due).abs());
    let worst = (0..played.seats.len()).max_by(|one, other| off(one).total_cmp(&off(other))).unwrap_or(0);
    let what = if runner.unequal_due().is_some() { "wished for" } else { "equal" };
    let words = format!(
        "not proved in {}: {} won {:.0} % of {}, where {:.0} % is {what}",
        counted(matches as usize, "match"),
        runner.sides[worst],
        100.0 * played.seats[worst].rate,
        counted(played.matches as usize, "match"),
        100.0 * due(worst).unwrap_or(0.0),
    );
    Some(PlayedFairness { words, ..played })
}

/// What is told of the most even start that was found; `None` without any match.
fn most_even(best: &Candidate, found: &BestFound, matches: u32, goal: FairGoal) -> Option<PlayedFairness> {
    let (played, which) = match &found.fresh {
        Some(session) => (played(best, session, session.counts())?, "fresh matches"),
        None => (played(best, &best.session, best.games.clone())?, "matches of the search"),
    };
    let rates = || played.seats.iter().map(|seat| 100.0 * seat.rate);
    let (least, most) = (rates().fold(f64::INFINITY, f64::min), rates().fold(0.0, f64::max));
    let words = if goal == FairGoal::Even {
        fairness::won_words(&played)
    } else {
        let (won, wished) = match fairness::wished_words(&played) {
            None => (format!("{least:.0} to {most:.0} %"), String::new()),
            Some([won, wished]) => (won, format!(", where {wished} is wished for")),
        };
        format!(
            "the most even of {} that {} found, not proved: its seats won {won} of {} {which}{wished}",
            counted(found.tried, "start"),
            counted(matches as usize, "match"),
            played.matches,
        )
    };
    Some(PlayedFairness { words, ..played })
}

/// Matches of a start as its file keeps them: they prove nothing.
fn played(best: &Candidate, session: &Session, games: playtest::Games) -> Option<PlayedFairness> {
    if games.games == 0 {
        return None;
    }
    session.resume(games);
    Some(PlayedFairness { verdict: PlayedVerdict::Open, ..session.played_fairness(best.start) })
}

/// What the plain roll gives each side, apart from units.
struct Begun {
    centers: Vec<Option<grid::Cell>>,
    handicaps: Vec<design::Handicap>,
}

impl Begun {
    fn of(plain: &Candidate) -> Begun {
        let handicaps = plain.roll.scenario.sides.iter().map(|side| side.handicap).collect();
        Begun { centers: plain.centers(), handicaps }
    }
}

/// What was changed, a sentence each. `begun` is what the plain roll has.
fn tell_changes(best: &Candidate, begun: &Begun) -> Vec<String> {
    let scenario = &best.roll.scenario;
    let area = &scenario.world.area;
    let mut told = Vec::new();
    for (side, before) in scenario.sides.iter().zip(&begun.centers) {
        if let (Some(now), Some(before)) = (side.center, *before)
            && now != before
        {
            let (column, row) = area.column_row(now);
            let far = counted(area.distance(before, now) as usize, "cell");
            told.push(format!("{} begins at {column},{row}, {far} from where the plain roll puts it", side.name));
        }
    }
    if area.levels() > 1 {
        told.extend(Change::tell_by_level(&best.adjustment.changes, scenario));
    } else {
        told.extend(best.adjustment.changes.iter().map(|change| change.tell(scenario)));
    }
    for (side, before) in scenario.sides.iter().zip(&begun.handicaps) {
        if side.handicap != *before {
            let words = side.handicap.words().unwrap_or_else(|| "builds as fast as the rules say".to_owned());
            told.push(format!("{} {words}", side.name));
        }
    }
    told
}
