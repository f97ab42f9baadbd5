//! The way from a plain roll to a proved one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU32};

use chance::Seed;
use countries::{Change, Gap, LEVERS, Lever, Wish};
use design::counted;
use fairness::{Survey, off};
use pipeline::{Loaded, Options, Request, Roll, RollError, SEED_BOUND, SharedString, given_parts};
use playtest::SessionEnd;
use playtest::statistics::Verdict;
use rayon::prelude::*;
use synth::Part;
use world::{Levelling, PlayedFairness, PlayedVerdict};

use crate::candidate::{Candidate, Recipe, Source};
use crate::experiment::{Choice, Experiment, Mask, OPTIONS_MAX, effect};
use crate::proof_plan::{BLOCK, ProofPlan};
use crate::race::{End, Meter};
use crate::{Event, FairSettings, Progress, Stage};

/// Matches of the plain roll, before anything is changed.
const FIRST: u32 = 96;
/// Matches with which a start is known well enough to go to its proof.
const KNOWN: u32 = 240;
/// A start goes to its proof if no team is expected to be off by more than this part of delta.
const NEAR_ENOUGH: f64 = 0.5;
/// After an experiment a set of changes goes to its proof if no team is expected to be off by more than this part of delta.
const WORTH_A_LOOK: f64 = 0.6;
/// A proof is given up if a team is expected to be off by more than this part of delta.
const HOPELESS: f64 = 0.8;
/// While a team wins less than this part of its share, other centres are tried again, in at most this many races.
const POOR: f64 = 0.4;
const RACES: u32 = 3;
/// Candidates with other centres in a race, the matches of each at first, and of the last ones.
const DRAWS: u32 = 23;
const DRAW_MATCHES: u32 = 16;
const DRAW_KNOWN: u32 = 128;
/// The starts with which an experiment begins, and the matches of each.
const RUNS: usize = 24;
const RUN_MATCHES: u32 = 16;
/// How often the sets that seem best are played after that, how many sets, and the matches of each.
const REFINEMENTS: u32 = 6;
const REFINED: usize = 8;
const REFINE_MATCHES: u32 = 32;
/// How many proofs are begun after the sets were played once more.
const LOOKS: u32 = 4;
/// A seat that is off by more than this part of its share needs large changes, and one that is off by less than this small ones.
const LARGE_GAP: f64 = 0.4;
const SMALL_GAP: f64 = 0.15;
/// The experiments without a proof after which other centres are tried.
const EXPERIMENTS: u32 = 3;

/// A roll that was made fair, as far as that went.
#[derive(Clone, Debug)]
pub struct FairRoll {
    /// The roll; its scenario has what was played in `played`.
    pub roll: Roll,
    /// Matches played in all.
    pub matches: u32,
}

impl FairRoll {
    /// Whether its seats are proved equal.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.roll.scenario.played.as_ref().is_some_and(|played| played.verdict == PlayedVerdict::Equal)
    }
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
    /// Somebody stopped it.
    #[error("it was stopped after {0} matches")]
    Stopped(u32),
}

/// Rolls a scenario, and makes it fair by playing it. `watch` is told of every match, on any thread; `stop` ends it.
///
/// A scenario that cannot be proved within the bound is returned too, as even as it became: see [`FairRoll::is_proved`].
///
/// # Errors
/// A `FairError` if there is no plain roll, if it cannot be played, or if it was stopped.
pub fn roll(
    loaded: &Loaded,
    request: &Request,
    options: &Options,
    settings: &FairSettings,
    stop: &AtomicBool,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<FairRoll, FairError> {
    let Request { fair: asked_for, .. } = request.clone();
    let asked = Request { fair: None, ..request.clone() };
    // Only of the start that is chosen in the end frames are wanted.
    let plain = pipeline::roll(loaded, &asked, &Options { frames: false, ..options.clone() })?;
    let advantages = || plain.scenario.sides.iter().map(|side| side.advantage);
    if advantages().any(|advantage| advantages().next() != Some(advantage)) {
        let message = "`fair` makes all seats equal, and the advantages ask for unequal ones: leave out one of the two";
        return Err(FairError::Unplayable(message.to_owned()));
    }
    let seed = plain.scenario.origins.seed;
    let request = Request { seed, ..asked };
    let string = plain
        .scenario
        .origins
        .string
        .parse::<SharedString>()
        .map(|shared| SharedString { request: Request { fair: asked_for, ..shared.request }, ..shared });
    let of = |what: &str| Seed(seed).child(what).0 % SEED_BOUND;
    let mut source = Source { loaded, request, options, settings, seed: of("fair/search"), teams: 0 };
    let first = source.candidate(Recipe::default(), plain).map_err(FairError::Unplayable)?;
    source.teams = first.session.runner.team_count();
    let given = loaded.start.as_deref().map(given_parts).unwrap_or_default();
    let progress = std::sync::Mutex::new(Progress { stage: Stage::First, matches: 0, expected: FIRST });
    let told = |matches: u32| {
        let mut now = progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        now.matches = matches;
        watch(Event::Match(now.clone()));
    };
    let meter = Meter { played: AtomicU32::new(0), most: settings.matches, stop, watch: &told };
    let mut prover = Prover { source, meter, progress: &progress, given, watch, next_draw: 1, tried: BTreeSet::new() };
    let ended = prover.run(first);
    let matches = prover.matches();
    match ended {
        Ok(mut roll) => {
            if let Ok(string) = string {
                roll.scenario.origins.string = string.to_string();
            }
            Ok(FairRoll { roll, matches })
        }
        Err(_) => Err(FairError::Stopped(matches)),
    }
}

struct Prover<'a> {
    source: Source<'a>,
    meter: Meter<'a>,
    progress: &'a std::sync::Mutex<Progress>,
    /// The parts that a file gave: they stay.
    given: Vec<Part>,
    watch: &'a (dyn Fn(Event) + Sync),
    next_draw: u32,
    /// Changes that were part of an experiment on the best start so far.
    tried: BTreeSet<Vec<Change>>,
}

/// Somebody stopped it.
struct Stopped;

impl Prover<'_> {
    fn matches(&self) -> u32 {
        self.meter.most - self.meter.left()
    }

    /// From the plain roll to the proof. When there may be no more matches, the best so far is what there is.
    fn run(&mut self, first: Candidate) -> Result<Roll, Stopped> {
        let mut all = vec![first];
        self.enter(Stage::First, FIRST);
        let played = self.meter.play(&mut all, FIRST);
        let mut best = all.remove(0);
        self.tell(&format!("the plain roll: {}", told(&best)));
        let mut story = Story { before: best.shares(), matches: best.games.games, centers: best.centers(), proofs: 0 };
        let ended = match played {
            Ok(()) => self.improve(&mut best, &mut story),
            Err(end) => Err(end),
        };
        match ended {
            Ok(proved) => Ok(proved),
            Err(End::Bound) => Ok(self.unproved(&best, &story)),
            Err(End::Stopped) => Err(Stopped),
        }
    }

    fn improve(&mut self, best: &mut Candidate, story: &mut Story) -> Result<Roll, End> {
        let delta = self.source.settings.delta;
        if best.off() <= delta {
            self.enter(Stage::First, KNOWN - FIRST);
            self.meter.play(std::slice::from_mut(best), KNOWN)?;
        }
        if best.games.games >= KNOWN
            && best.off() <= NEAR_ENOUGH * delta
            && let Some(roll) = self.prove(best, story, |_| false)?
        {
            return Ok(roll);
        }
        loop {
            let before = self.matches();
            let mut races = 0;
            // What is far off, no small change mends.
            while races == 0 || (best.poorest() < POOR && races < RACES) {
                races += 1;
                self.race_sites(best)?;
            }
            for _ in 0..EXPERIMENTS {
                if let Some(roll) = self.experiment(best, story)? {
                    return Ok(roll);
                }
            }
            if self.matches() == before {
                // There is nothing that may be changed: what there is can still be proved.
                return self.prove(best, story, |_| false)?.ok_or(End::Bound);
            }
        }
    }

    /// A race of starts with other centres; the winner becomes the best, if it is more even.
    fn race_sites(&mut self, best: &mut Candidate) -> Result<(), End> {
        if self.given.contains(&Part::Countries) {
            return Ok(());
        }
        let draws: Vec<u32> = (self.next_draw..self.next_draw + DRAWS).collect();
        self.next_draw += DRAWS;
        let recipes = draws.into_iter().map(|draw| Recipe { draw, changes: Vec::new() });
        let mut candidates: Vec<Candidate> = self.make_all(recipes.collect()).into_iter().flatten().collect();
        let mut known = BTreeSet::from([best.centers()]);
        candidates.retain(|one| known.insert(one.centers()));
        if candidates.is_empty() {
            return Ok(());
        }
        let known = candidates.len();
        self.enter(Stage::Sites, candidates.len() as u32 * DRAW_MATCHES * 2 + DRAW_KNOWN);
        let winner = self.meter.race(candidates, DRAW_MATCHES, DRAW_KNOWN)?;
        self.tell(&format!("other sites, the best of {known}: {}", told(&winner)));
        if winner.unevenness() < best.unevenness() {
            *best = winner;
            self.tried.clear();
        }
        Ok(())
    }

    /// Finds out what changes of the best are worth, and proves a set of them that levels the seats; else the most even start that was
    /// found becomes the best.
    fn experiment(&mut self, best: &mut Candidate, story: &mut Story) -> Result<Option<Roll>, End> {
        let options = self.choices(best);
        if options.is_empty() {
            return Ok(None);
        }
        self.tried.extend(options.iter().map(|option| option.changes.clone()));
        let mut sets = Sets::new(best.clone(), options);
        let ended = self.experiment_with(&mut sets, story);
        // Where there may be no more matches, this is the start that is written.
        if let Some(found) = sets.into_most_even() {
            *best = found;
            self.tried.clear();
        }
        ended
    }

    /// First a few changes each, then what seems best, again and again: a prediction that was picked for being even needs more
    /// matches than others.
    fn experiment_with(&self, sets: &mut Sets, story: &mut Story) -> Result<Option<Roll>, End> {
        let delta = self.source.settings.delta;
        let mut stream = Seed(self.source.seed).stream(&format!("fair/experiment {}", self.matches()));
        self.play_sets(sets, sets.experiment.design(RUNS, &mut stream), RUN_MATCHES)?;
        for _ in 0..REFINEMENTS {
            self.play_sets(sets, sets.best(REFINED), REFINE_MATCHES)?;
            for _ in 0..LOOKS {
                let Some(&mask) = sets.best(1).first() else { return Ok(None) };
                let expected = sets.experiment.expect(mask, &[]);
                if off(&expected) > WORTH_A_LOOK * delta {
                    break;
                }
                let Some(mut candidate) = self.take(sets, mask) else { continue };
                let changes = counted(mask.count_ones() as usize, "change");
                self.tell(&format!("an experiment expects {} % with {changes}", percent(&expected)));
                // The first matches of a proof are as good a look as any: it is given up when they do not fit.
                let before = candidate.wins();
                let is_hopeless = |wins: &[f64]| off(&sets.experiment.expect(mask, wins)) > HOPELESS * delta;
                let proved = self.prove(&mut candidate, story, is_hopeless);
                sets.experiment.add(mask, &gained(&candidate.wins(), &before));
                sets.experiment.learn();
                sets.known.insert(mask, candidate);
                if let Some(roll) = proved? {
                    return Ok(Some(roll));
                }
            }
        }
        let Some(&mask) = sets.best(1).first() else { return Ok(None) };
        let expected = percent(&sets.experiment.expect(mask, &[]));
        self.tell(&format!(
            "an experiment with {}: expects {expected} % at best",
            counted(sets.experiment.options.len(), "change")
        ));
        Ok(None)
    }

    /// Plays a number of matches more of each set, and learns from them.
    fn play_sets(&self, sets: &mut Sets, mut masks: Vec<Mask>, more: u32) -> Result<(), End> {
        masks.sort_unstable();
        masks.dedup();
        let new: Vec<Mask> = masks.iter().copied().filter(|mask| !sets.known.contains_key(mask)).collect();
        let made = self.make_all(new.iter().map(|&mask| sets.recipe(mask)).collect());
        for (mask, made) in new.into_iter().zip(made) {
            sets.insert(mask, made);
        }
        masks.retain(|mask| sets.known.contains_key(mask));
        let mut playing: Vec<Candidate> = masks.iter().filter_map(|mask| sets.known.remove(mask)).collect();
        let before: Vec<Vec<f64>> = playing.iter().map(Candidate::wins).collect();
        self.enter(Stage::Changes, more * playing.len() as u32);
        let ended = self.meter.play_more(&mut playing, more);
        for ((mask, one), before) in masks.into_iter().zip(playing).zip(before) {
            sets.experiment.add(mask, &gained(&one.wins(), &before));
            sets.known.insert(mask, one);
        }
        sets.experiment.learn();
        ended
    }

    /// Takes the start with a set of changes out of those that are known; `None` if it cannot be rolled.
    fn take(&self, sets: &mut Sets, mask: Mask) -> Option<Candidate> {
        if !sets.known.contains_key(&mask) {
            let made = self.source.make(sets.recipe(mask));
            sets.insert(mask, made);
        }
        sets.known.remove(&mask)
    }

    /// What may be changed about a start: a few things for each seat, most for those that are off most.
    fn choices(&self, best: &Candidate) -> Vec<Choice> {
        let shares = best.shares();
        let fair = 1.0 / shares.len() as f64;
        let team_of = &best.session.runner.teams;
        let lean = |seat: usize| shares[usize::from(team_of[seat])] - fair;
        let survey = Survey::new(&best.roll.scenario);
        // A change of one part of a symmetric world would end the symmetry.
        let is_symmetric = best.roll.scenario.world.exact_symmetry().is_some();
        let may_change = |lever: &&Lever| !is_symmetric && !self.given.contains(&lever.part);
        let usable: Vec<&Lever> = LEVERS.iter().filter(may_change).collect();
        let mut seats: Vec<usize> = (0..team_of.len()).collect();
        seats.sort_by(|&one, &other| lean(other).abs().total_cmp(&lean(one).abs()));
        let mut lists: Vec<(usize, VecDeque<Vec<Change>>)> = seats
            .into_iter()
            .map(|seat| {
                let wish = if lean(seat) < 0.0 { Wish::Richer } else { Wish::Poorer };
                let gap = match lean(seat).abs() / fair {
                    off if off > LARGE_GAP => Gap::Large,
                    off if off < SMALL_GAP => Gap::Small,
                    _ => Gap::Medium,
                };
                let proposals = usable.iter().flat_map(|lever| (lever.propose)(&survey, seat, wish, gap));
                let mut proposals: VecDeque<Vec<Change>> =
                    proposals.filter(|changes| !self.tried.contains(changes)).collect();
                if gap == Gap::Small {
                    // A town decides who goes where, and a first unit hardly anything else: it is the finer change.
                    let is_units = |changes: &Vec<Change>| changes.iter().all(|change| change.start_units() > 0);
                    proposals.make_contiguous().sort_by_key(|changes| !is_units(changes));
                }
                (seat, proposals)
            })
            .collect();
        let mut choices = Vec::new();
        // Any set of them is played: each has to be possible alone, and after all others.
        let mut all = best.roll.scenario.clone();
        let mut is_possible = |changes: &[Change]| {
            let mut alone = best.roll.scenario.clone();
            let mut together = all.clone();
            let is_done = [&mut alone, &mut together]
                .into_iter()
                .all(|scenario| changes.iter().all(|change| change.apply(scenario).is_ok()));
            if is_done {
                all = together;
            }
            is_done
        };
        while choices.len() < OPTIONS_MAX && lists.iter().any(|(_, list)| !list.is_empty()) {
            for (seat, list) in &mut lists {
                if choices.len() < OPTIONS_MAX
                    && let Some(at) = list.iter().position(|changes| is_possible(changes))
                {
                    let changes = list.drain(..=at).next_back().expect("there is one at that position");
                    let effect = effect(&changes, &best.roll.scenario.world.area);
                    choices.push(Choice { changes, team: usize::from(team_of[*seat]), effect });
                } else {
                    list.clear();
                }
            }
        }
        choices
    }

    /// What can be rolled and played of each recipe.
    fn make_all(&self, recipes: Vec<Recipe>) -> Vec<Option<Candidate>> {
        recipes.into_par_iter().map(|recipe| self.source.make(recipe)).collect()
    }

    /// Plays a start with fresh seeds, and looks at them after as many matches as were decided on before the first of them. It is
    /// given up earlier where it can hardly end well, which can make no false proof; the matches count for the search then.
    /// `is_hopeless` is asked with the wins of the teams so far.
    fn prove(
        &self,
        best: &mut Candidate,
        story: &mut Story,
        is_hopeless: impl Fn(&[f64]) -> bool,
    ) -> Result<Option<Roll>, End> {
        story.proofs += 1;
        let seed = Seed(self.source.seed).child(&format!("fair/proof {}", story.proofs)).0 % SEED_BOUND;
        let session = self.source.session(&best.roll, seed).expect("it was played before");
        let plan = ProofPlan::new(self.source.settings.delta, session.runner.team_count());
        if plan.looks[0] > self.meter.left() {
            return Err(End::Bound);
        }
        self.enter(Stage::Proof, plan.looks[1]);
        loop {
            if self.meter.left() < BLOCK {
                return Err(End::Bound);
            }
            let games = session.played() + BLOCK;
            let mut ended = |number: u32, played: &playtest::Played, _: &playtest::Games| {
                best.games.add(played, &session.schedule, number, &session.runner);
                self.meter.count();
                Ok::<(), std::convert::Infallible>(())
            };
            let Ok(end) = session.play(games, self.meter.stop, &mut ended);
            if end == SessionEnd::Stopped {
                return Err(End::Stopped);
            }
            let report = session.report();
            let rates: Vec<f64> = report.teams.iter().map(|team| team.wins.rate).collect();
            if plan.looks.contains(&games) && report.verdict == Verdict::Equal && off(&rates) <= plan.limit(games) {
                self.tell(&format!("fresh matches, equal after {games}: {} %", percent(&rates)));
                let played = session.played_fairness(formats::start_digest(&best.roll.scenario));
                return Ok(Some(self.finish(best, story, played)));
            }
            let wins: Vec<f64> = rates.iter().map(|rate| rate * f64::from(games)).collect();
            if games >= plan.last() || is_hopeless(&wins) || plan.is_hopeless(games, off(&rates)) {
                self.tell(&format!("fresh matches, given up after {games}: {} %", percent(&rates)));
                return Ok(None);
            }
        }
    }

    /// The roll of a start with what was played of it, and how it came about.
    fn finish(&self, best: &Candidate, story: &Story, played: PlayedFairness) -> Roll {
        let mut roll = best.roll.clone();
        if self.source.options.frames
            && let Some(again) = self.source.roll(&best.recipe, true)
        {
            roll.history = again.history;
        }
        let levelling = Levelling {
            before: story.before.clone(),
            before_matches: story.matches,
            searched: if played.verdict == PlayedVerdict::Equal {
                self.matches() - played.matches
            } else {
                self.matches()
            },
            changes: self.tell_changes(best, story),
        };
        roll.scenario.played = Some(PlayedFairness { levelling: Some(levelling), ..played });
        roll
    }

    /// The best there is, where there may be no more matches: told by the matches of the search, which prove nothing.
    fn unproved(&self, best: &Candidate, story: &Story) -> Roll {
        let runner = &best.session.runner;
        best.session.resume(best.games.clone());
        let played = best.session.played_fairness(formats::start_digest(&best.roll.scenario));
        let fair = 1.0 / runner.team_count() as f64;
        let off = |seat: &usize| (played.seats[*seat].rate - fair).abs();
        let worst = (0..played.seats.len()).max_by(|one, other| off(one).total_cmp(&off(other))).unwrap_or(0);
        let words = format!(
            "not proved in {}: {} won {:.0} % of {}, where {:.0} % is its share",
            counted(self.matches() as usize, "match"),
            runner.sides[worst],
            100.0 * played.seats[worst].rate,
            counted(played.matches as usize, "match"),
            100.0 * fair,
        );
        self.finish(best, story, PlayedFairness { verdict: PlayedVerdict::Open, words, ..played })
    }

    /// What was changed, a sentence each.
    fn tell_changes(&self, best: &Candidate, story: &Story) -> Vec<String> {
        let scenario = &best.roll.scenario;
        let area = &scenario.world.area;
        let mut told = Vec::new();
        for (side, before) in scenario.sides.iter().zip(&story.centers) {
            if let (Some(now), Some(before)) = (side.center, *before)
                && now != before
            {
                let (column, row) = area.column_row(now);
                let far = counted(area.distance(before, now) as usize, "cell");
                told.push(format!("{} begins at {column},{row}, {far} from where the plain roll puts it", side.name));
            }
        }
        told.extend(best.recipe.changes.iter().map(|change| change.tell(scenario)));
        told
    }

    /// Tells what was found out.
    fn tell(&self, what: &str) {
        (self.watch)(Event::Found(format!("{:>6} matches: {what}", self.matches())));
    }

    /// Tells what is done next, and how many matches that takes.
    fn enter(&self, stage: Stage, matches: u32) {
        let plan = ProofPlan::new(self.source.settings.delta, self.source.teams);
        let proof = if stage == Stage::Proof { 0 } else { plan.looks[1] };
        let mut now = self.progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        now.stage = stage;
        now.expected = (self.matches() + matches + proof).min(self.meter.most);
    }
}

/// The starts that sets of changes make of one start.
struct Sets {
    recipe: Recipe,
    experiment: Experiment,
    known: BTreeMap<Mask, Candidate>,
    /// Sets that cannot be rolled.
    broken: BTreeSet<Mask>,
}

impl Sets {
    fn new(start: Candidate, options: Vec<Choice>) -> Sets {
        let mut experiment = Experiment::new(options, start.session.runner.team_count());
        experiment.add(0, &start.wins());
        let recipe = start.recipe.clone();
        Sets { recipe, experiment, known: BTreeMap::from([(0, start)]), broken: BTreeSet::new() }
    }

    fn recipe(&self, mask: Mask) -> Recipe {
        let changes = self.recipe.changes.iter().copied().chain(self.experiment.changes(mask));
        Recipe { draw: self.recipe.draw, changes: Change::join(changes) }
    }

    fn insert(&mut self, mask: Mask, made: Option<Candidate>) {
        match made {
            Some(made) => _ = self.known.insert(mask, made),
            None => _ = self.broken.insert(mask),
        }
    }

    /// The sets that are expected to be most even, the best first.
    fn best(&self, count: usize) -> Vec<Mask> {
        self.experiment.best(count, |mask| !self.broken.contains(&mask))
    }

    /// The most even start of those that were played.
    fn into_most_even(mut self) -> Option<Candidate> {
        let is_played = |mask| self.known.get(&mask).is_some_and(|one| one.games.games > 0);
        let mask = *self.experiment.best(1, is_played).first()?;
        self.known.remove(&mask)
    }
}

/// How it began.
struct Story {
    /// The shares of the plain roll, and the matches that say so.
    before: Vec<f64>,
    matches: u32,
    centers: Vec<Option<grid::Cell>>,
    /// How many proofs were begun.
    proofs: u32,
}

/// The wins that were gained since.
fn gained(now: &[f64], before: &[f64]) -> Vec<f64> {
    now.iter().zip(before).map(|(now, before)| now - before).collect()
}

/// Shares in percent: `23 / 27 / 25 / 25`.
fn percent(shares: &[f64]) -> String {
    shares.iter().map(|share| format!("{:.0}", 100.0 * share)).collect::<Vec<_>>().join(" / ")
}

/// What the matches of a start say.
fn told(start: &Candidate) -> String {
    format!("{} % of {}", percent(&start.shares()), counted(start.games.games as usize, "match"))
}
