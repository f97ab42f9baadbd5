//! A start of which a chosen share of matches does what a goal of its game says: `--fair=GOAL-30`.
//!
//! Matches say on which side of what is wished for a start is, and the game makes steps towards it ([`starts::GoalWay`]), each the same
//! way, so that the start with the first of them only lies between the one without and the one with all. If all are too many, the right
//! number is closed in on from both sides; if they are too few, more follow. A start that is far off is known by a few matches, and
//! one that is near by many. When the share is right, fresh matches prove it.

use chance::Seed;
use design::counted;
use playtest::{FigureSum, Games, Session};
use starts::changes::Change;
use starts::{GameGoal, GoalMatches, GoalRound, GoalWay, log_odds};
use world::{PlayedFairness, PlayedVerdict};

use crate::Stage;
use crate::budget::StopReason;
use crate::candidate::{Adjustment, Candidate};
use crate::proof::Look;
use crate::proof_plan::ProofPlan;
use crate::prover::Prover;
use crate::sites::SEEN;

/// Matches of the plain roll, and of all starts that more changes are made of.
const ROUND: u32 = 160;
/// Matches that are played at once of a start that is tried, and at most.
const BATCH: u32 = 48;
const KNOWN: u32 = 480;
/// It is clear on which side of what is wished for a start is if it is off by as many standard errors.
const CLEAR: f64 = 2.5;
/// A start goes to its proof if it is off by no more than this part of delta.
const NEAR_ENOUGH: f64 = 0.5;
/// How many times as much as is missing steps make up for by what is expected: more after those that were too few, up to the most.
const REACH: f64 = 1.4;
const REACH_MAX: f64 = 4.0;
const REACH_GAIN: f64 = 1.5;
/// Changes led away from what is wished for if they are farther from it by more than this, in logarithms of odds.
const FARTHER: f64 = 0.2;
/// The least part of what lies between two starts by which the next lies inside.
const INSIDE: f64 = 0.2;
/// The search ends after this number of starts, of which more changes were made, without a proof.
const ROUNDS: u32 = 40;

/// A goal of a start, and its way there.
pub(crate) struct GoalSearch {
    goal: &'static GameGoal,
    way: Box<dyn GoalWay>,
    /// The share that is wished for.
    share: f64,
}

impl GoalSearch {
    /// A wish for a start; the reason if its game has no such goal, or the start no way to it.
    pub fn new(plain: &Candidate, name: &str, share: f64) -> Result<GoalSearch, String> {
        let scenario = &plain.roll.scenario;
        let goal = playtest::goals_of(&scenario.design).iter().find(|goal| goal.name == name);
        let ruleset = plain.session.runner.info.name;
        let goal =
            goal.ok_or_else(|| format!("`{name}` is no goal of the game `{ruleset}`: wish for points or `best`"))?;
        Ok(GoalSearch { goal, way: (goal.begin)(scenario)?, share })
    }

    /// Asks its way about matches.
    fn ask<T>(&self, games: &Games, question: impl Fn(&GoalMatches<'_>) -> T) -> T {
        let counts = |figure: &str| sum_of(games, figure).map(|sum| (sum.count, sum.of));
        question(&GoalMatches { share: self.share, counts: &counts })
    }

    /// The share of matches that did it.
    pub fn reached(&self, games: &Games) -> f64 {
        self.ask(games, |played| played.played(self.way.figure()))
    }

    /// How far the share is from what is wished for.
    fn off(&self, games: &Games) -> f64 {
        (self.reached(games) - self.share).abs()
    }

    /// How many more are to do it, in logarithms of odds; below 0 for fewer.
    fn missing(&self, games: &Games) -> f64 {
        self.ask(games, |played| played.missing(self.way.figure()))
    }

    /// Whether it is known on which side of what is wished for a start is, as well as it has to be.
    fn is_clear(&self, games: &Games) -> bool {
        let error = libm::sqrt(self.share * (1.0 - self.share) / f64::from(games.games.max(1)));
        games.games >= KNOWN || (games.games >= BATCH && self.off(games) > CLEAR * error)
    }

    /// How far a start is from what is wished for, in logarithms of odds: as a whole, and beside that by what its way knows.
    fn loss(&self, games: &Games) -> f64 {
        let beside = self.ask(games, |played| self.way.off(played));
        (log_odds(self.reached(games)) - log_odds(self.share)).abs() + beside
    }

    /// Steps of a start that was played.
    fn steps(&self, now: &Candidate, round: GoalRound) -> Vec<Vec<Change>> {
        self.ask(&now.games, |played| self.way.steps(&now.roll.scenario, played, round))
    }
}

fn sum_of<'a>(games: &'a Games, figure: &str) -> Option<&'a FigureSum> {
    games.figures.iter().find(|sum| sum.name == figure)
}

impl Prover<'_> {
    /// Changes a start until the chosen share of its matches does what is wished for, and proves it. `best` is what comes nearest so far,
    /// whatever ends it.
    pub fn search_goal(&mut self, best: &mut Candidate, search: &GoalSearch) -> Result<PlayedFairness, StopReason> {
        self.look(best, ROUND)?;
        self.tell(&format!("{:.0} % {} of the plain roll", 100.0 * search.reached(&best.games), search.goal.words.1));
        if self.given.contains(&search.goal.part) || best.roll.scenario.world.exact_symmetry().is_some() {
            // Nothing may be changed.
            return self.prove_goal(best, search)?.ok_or(StopReason::Bound);
        }
        let (mut base, mut reach) = (best.clone(), REACH);
        // What lies on the other side of what is wished for, a change away.
        let mut across = None;
        for round in 0..ROUNDS {
            self.budget.play(std::slice::from_mut(&mut base), ROUND)?;
            if let Some(proved) = self.visit(&mut base, best, search)? {
                return Ok(proved);
            }
            let round = GoalRound { number: round, reach, seed: Seed(self.source.seed) };
            let steps = search.steps(&base, round);
            if steps.is_empty() {
                // From here there is no way on, but perhaps from there.
                if let Some(other) = across.take() {
                    base = other;
                    continue;
                }
                let way = if search.missing(&base.games) > 0.0 { "more" } else { "fewer" };
                self.tell(&format!("nothing that may be changed lets {way} {}", search.goal.words.1));
                break;
            }
            let (next, other, proved) = self.close_in(&base, best, &steps, search)?;
            across = other;
            if let Some(proved) = proved {
                return Ok(proved);
            }
            let is_same_side = search.missing(&next.games) * search.missing(&base.games) > 0.0;
            reach = if is_same_side { (reach * REACH_GAIN).min(REACH_MAX) } else { REACH };
            // Where the forecast was wrong and changes led away, others are made of the same start.
            if search.missing(&next.games).abs() < search.missing(&base.games).abs() + FARTHER {
                base = next;
            }
        }
        Err(StopReason::Bound)
    }

    /// Plays a start until it is clear on which side of what is wished for it is, and proves it if it is near. What comes nearest is
    /// the best.
    fn visit(
        &mut self,
        tried: &mut Candidate,
        best: &mut Candidate,
        search: &GoalSearch,
    ) -> Result<Option<PlayedFairness>, StopReason> {
        let (before, mut ended) = (tried.games.games, Ok(()));
        while ended.is_ok() && !search.is_clear(&tried.games) {
            self.enter(Stage::Changes, BATCH);
            ended = self.budget.play_more(std::slice::from_mut(tried), BATCH);
        }
        let reached = 100.0 * search.reached(&tried.games);
        let count = counted(tried.adjustment.changes.len(), "change");
        if tried.games.games > before {
            self.tell(&format!("{count}: {reached:.0} % of {} {}", tried.games.games, search.goal.words.1));
        }
        let mut proved = None;
        if ended.is_ok() && search.off(&tried.games) <= NEAR_ENOUGH * self.source.delta {
            match self.prove_goal(tried, search) {
                Ok(found) => proved = found,
                Err(why) => ended = Err(why),
            }
        }
        let is_nearer = tried.games.games >= SEEN && search.loss(&tried.games) < search.loss(&best.games);
        if proved.is_some() || is_nearer || tried.start == best.start {
            *best = tried.clone();
        }
        ended?;
        Ok(proved)
    }

    /// Makes the first of some changes, and more or fewer of them until as many matches as are wished for do it. Where all are too few,
    /// or one less is too few and one more too many, what comes nearest is returned, from which others may be made, and what lies a
    /// change away from it on the other side.
    fn close_in(
        &mut self,
        base: &Candidate,
        best: &mut Candidate,
        steps: &[Vec<Change>],
        search: &GoalSearch,
    ) -> Result<(Candidate, Option<Candidate>, Option<PlayedFairness>), StopReason> {
        let missing = |one: &Candidate| search.missing(&one.games);
        let (mut below, mut above) = ((0, base.clone()), None);
        let mut count = steps.len();
        loop {
            let added = steps[..count].iter().flatten().copied();
            let changes = Change::join(base.adjustment.changes.iter().copied().chain(added));
            let made = self.source.make(Adjustment { changes, ..Adjustment::default() });
            let mut tried = made.ok_or(StopReason::Bound)?;
            let proved = self.visit(&mut tried, best, search)?;
            let is_short = missing(&tried) * missing(base) > 0.0;
            if proved.is_some() || (is_short && count == steps.len()) {
                return Ok((tried, None, proved));
            }
            if is_short {
                below = (count, tried);
            } else {
                above = Some((count, tried));
            }
            let Some((most, over)) = &above else { continue };
            let (least, short) = &below;
            if most - least <= 1 {
                let is_short_nearer = missing(short).abs() < missing(over).abs();
                let (near, far) = if is_short_nearer { (short, over) } else { (over, short) };
                return Ok((near.clone(), Some(far.clone()), None));
            }
            // Where a straight line between the two is right, but well inside.
            let part = (missing(short) / (missing(short) - missing(over))).clamp(INSIDE, 1.0 - INSIDE);
            let inside = libm::round((most - least) as f64 * part) as usize;
            count = least + inside.clamp(1, most - least - 1);
        }
    }

    /// Plays a start with fresh seeds, and looks at it after as many matches as were decided on before the first of them (see
    /// `proof_plan.rs`). Those that were given up count for the search.
    fn prove_goal(&mut self, tried: &mut Candidate, search: &GoalSearch) -> Result<Option<PlayedFairness>, StopReason> {
        let plan = ProofPlan::of_share(self.source.delta, search.share);
        let percent = |session: &Session| 100.0 * search.reached(&session.counts());
        let proof = self.play_proof(tried, &plan, |session, games| {
            let off = search.off(&session.counts());
            let told = || format!("after {games}: {:.1} % {}", percent(session), search.goal.words.1);
            if plan.looks.contains(&games) && off <= plan.limit(games) {
                Look::Proved(format!("proved {}", told()))
            } else if games >= plan.last() || plan.is_hopeless(games, off) {
                Look::GivenUp(format!("given up {}", told()))
            } else {
                Look::Open
            }
        })?;
        Ok(proof.map(|session| {
            let words = format!(
                "proved: {:.1} % of {} {}, where {:.0} % were wished for, within {:.0} points",
                percent(&session),
                search.goal.words.0,
                search.goal.words.1,
                100.0 * search.share,
                100.0 * self.source.delta
            );
            played_of(&session, tried, words)
        }))
    }
}

/// Matches of a start as its file keeps them: they say nothing of whether seats are equal.
fn played_of(session: &Session, tried: &Candidate, words: String) -> PlayedFairness {
    PlayedFairness { verdict: PlayedVerdict::Open, words, ..session.played_fairness(tried.start) }
}

/// What the matches of the search say of a start that is not proved; `None` without any.
pub(crate) fn unproved(best: &Candidate, search: &GoalSearch, matches: u32) -> Option<PlayedFairness> {
    if best.games.games == 0 {
        return None;
    }
    best.session.resume(best.games.clone());
    let words = format!(
        "not proved in {}: {:.0} % of {} {} in {}, where {:.0} % were wished for",
        counted(matches as usize, "match"),
        100.0 * search.reached(&best.games),
        search.goal.words.0,
        search.goal.words.1,
        counted(best.games.games as usize, "match"),
        100.0 * search.share,
    );
    Some(played_of(&best.session, best, words))
}
