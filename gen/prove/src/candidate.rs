//! Starts that may be the most even: how each is rolled, and what its matches say.

use std::sync::Arc;

use grid::Cell;
use pipeline::{Loaded, Options, Request, Roll};
use playtest::{Games, Played, PlayerName, Session, SessionSettings, no_programs};
use starts::changes::Change;

/// The parameter by which another set of centers is searched for.
const DRAW: &str = "country-search-draw";

/// Wins that each team is given beforehand.
const PRIOR_WINS: f64 = 0.5;

/// What all candidates have in common.
pub(crate) struct Source<'a> {
    pub loaded: &'a Loaded,
    /// The request, with the seed that was found to do.
    pub request: Request,
    pub options: &'a Options,
    /// The seed string of the plain roll.
    pub string: String,
    /// Who plays.
    pub player: PlayerName,
    /// How far from its share of wins a seat may be.
    pub delta: f64,
    /// The seed of the matches of the search.
    pub seed: u64,
}

/// How a candidate differs from the plain roll.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Recipe {
    /// Which of the centers the search may choose from; 0 for all.
    pub draw: u32,
    /// What is changed afterwards.
    pub changes: Vec<Change>,
}

/// A start with the matches that were played from it. A copy plays on in the same session: only one of the two is played further.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub recipe: Recipe,
    pub roll: Roll,
    /// The digest of the start.
    pub start: u64,
    /// The matches of the search.
    pub session: Arc<Session>,
    /// What came of all its matches, of the search and of proofs that were given up.
    pub games: Games,
}

impl Source<'_> {
    /// Rolls a candidate; `None` if it cannot be rolled or played.
    pub fn make(&self, recipe: Recipe) -> Option<Candidate> {
        let roll = self.roll(&recipe, false)?;
        self.candidate(recipe, roll).ok()
    }

    /// Rolls a recipe, with or without frames; `None` if it cannot be rolled.
    pub fn roll(&self, recipe: &Recipe, frames: bool) -> Option<Roll> {
        let mut request = self.request.clone();
        if recipe.draw > 0 {
            let method = pipeline::sites_method(&self.loaded.design)?;
            request.set.insert(format!("{method}.{DRAW}"), recipe.draw.to_string());
        }
        let options = Options { tries: 1, changes: recipe.changes.clone(), frames, ..self.options.clone() };
        let mut roll = pipeline::roll(self.loaded, &request, &options).ok()?;
        // The string asks for what the user asked for: which draw that gives is found out again.
        roll.scenario.origins.string.clone_from(&self.string);
        Some(roll)
    }

    /// A candidate of what was rolled.
    pub fn candidate(&self, recipe: Recipe, roll: Roll) -> Result<Candidate, String> {
        let session = Arc::new(self.session(&roll, self.seed)?);
        let games = Games::new(&session.runner);
        let start = formats::start_digest(&roll.scenario);
        Ok(Candidate { recipe, roll, start, session, games })
    }

    /// A session for a start, with matches of a seed.
    pub fn session(&self, roll: &Roll, seed: u64) -> Result<Session, String> {
        let runner = playtest::open(&roll.scenario).map_err(|error| error.to_string())?;
        let settings =
            SessionSettings { seed, turn_limit: None, delta: self.delta, until_sure: false, keeps_moves: false };
        Session::new(Arc::new(runner), vec![self.player.clone()], settings, Arc::new(no_programs))
            .map_err(|error| error.to_string())
    }
}

impl Candidate {
    /// Counts a match of the search.
    pub fn count(&mut self, number: u32, played: &Played) {
        self.games.add(played, &self.session.schedule, number, &self.session.runner);
    }

    /// How many teams play.
    pub fn teams(&self) -> usize {
        self.session.runner.team_count()
    }

    /// How many of its matches each team won; a win that several share is divided between them.
    pub fn wins(&self) -> Vec<f64> {
        self.games.teams.iter().map(playtest::statistics::Record::score).collect()
    }

    /// Each team's share of the wins so far. Nobody is thought to win always or never: each team is given half a win beforehand.
    pub fn shares(&self) -> Vec<f64> {
        let wins = self.wins();
        let all = f64::from(self.games.games) + PRIOR_WINS * wins.len() as f64;
        wins.iter().map(|wins| (wins + PRIOR_WINS) / all).collect()
    }

    /// How far the team that is off most is from its share.
    pub fn off(&self) -> f64 {
        fairness::off(&self.shares())
    }

    /// How uneven the shares are: the mean logarithm of a fair share over a team's own. A team that hardly ever wins weighs most,
    /// since no small change will help it.
    pub fn unevenness(&self) -> f64 {
        let shares = self.shares();
        let fair = 1.0 / shares.len() as f64;
        shares.iter().map(|share| libm::log(fair / share)).sum::<f64>() * fair
    }

    /// The share of the poorest team against a fair one.
    pub fn poorest(&self) -> f64 {
        let shares = self.shares();
        shares.iter().copied().fold(f64::INFINITY, f64::min) * shares.len() as f64
    }

    /// Where its sides begin.
    pub fn centers(&self) -> Vec<Option<Cell>> {
        self.roll.scenario.sides.iter().map(|side| side.center).collect()
    }
}
