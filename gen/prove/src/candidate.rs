//! Starts that may be the most even: how each is rolled, and what its matches say.

use std::sync::Arc;

use design::Handicap;
use grid::Cell;
use pipeline::{Loaded, Options, Request, Roll};
use playtest::statistics::chi_square;
use playtest::{Games, Played, PlayerName, Session, SessionSettings, no_programs};
use starts::changes::Change;

/// The parameter by which another set of centers is searched for.
const DRAW: &str = "country-search-draw";

/// Wins that each team is given beforehand.
const PRIOR_WINS: f64 = 0.5;

/// Teams are shown to be uneven where those that win what they are due would seem so with a smaller chance.
const SHOWN: f64 = 0.02;

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
pub(crate) struct Adjustment {
    /// Which of the centers the search may choose from; 0 for all.
    pub draw: u32,
    /// What is changed afterwards.
    pub changes: Vec<Change>,
    /// The handicap of each side, in percent; as rolled if empty.
    pub handicaps: Vec<u32>,
}

/// A start with the matches that were played from it. A copy plays on in the same session: only one of the two is played further.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub adjustment: Adjustment,
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
    pub fn make(&self, adjustment: Adjustment) -> Option<Candidate> {
        let roll = self.roll(&adjustment, false)?;
        self.candidate(adjustment, roll).ok()
    }

    /// Rolls an adjustment, with or without frames; `None` if it cannot be rolled.
    pub fn roll(&self, adjustment: &Adjustment, frames: bool) -> Option<Roll> {
        let mut request = self.request.clone();
        if adjustment.draw > 0 {
            let method = pipeline::sites_method(&self.loaded.design)?;
            request.set.insert(format!("{method}.{DRAW}"), adjustment.draw.to_string());
        }
        let options = Options { tries: 1, changes: adjustment.changes.clone(), frames, ..self.options.clone() };
        let mut roll = pipeline::roll(self.loaded, &request, &options).ok()?;
        set_handicaps(&mut roll, &adjustment.handicaps);
        // The string asks for what the user asked for: which draw that gives is found out again.
        roll.scenario.origins.string.clone_from(&self.string);
        Some(roll)
    }

    /// A candidate of what was rolled.
    pub fn candidate(&self, adjustment: Adjustment, roll: Roll) -> Result<Candidate, String> {
        let session = Arc::new(self.session(&roll, self.seed)?);
        let games = Games::new(&session.runner);
        let start = formats::start_digest(&roll.scenario);
        Ok(Candidate { adjustment, roll, start, session, games })
    }

    /// The same start with other handicaps of its teams, in percent, of which no match was played yet.
    pub fn with_handicaps(&self, start: &Candidate, percents: &[u32]) -> Candidate {
        let own = start.roll.scenario.sides.iter().enumerate();
        let of_team = |(seat, side): (usize, &world::Side)| {
            start.team_of(seat).map_or(side.handicap.percent(), |team| percents[team])
        };
        let handicaps: Vec<u32> = own.map(of_team).collect();
        let mut roll = start.roll.clone();
        set_handicaps(&mut roll, &handicaps);
        let adjustment = Adjustment { handicaps, ..start.adjustment.clone() };
        self.candidate(adjustment, roll).expect("handicaps hinder no match")
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

/// Sets the handicaps of all sides, if any are given.
fn set_handicaps(roll: &mut Roll, percents: &[u32]) {
    for (side, &percent) in roll.scenario.sides.iter_mut().zip(percents) {
        side.handicap = Handicap::new(percent).unwrap_or(side.handicap);
        side.handicap_rest = 0;
    }
}

impl Candidate {
    /// Counts a match of the search.
    pub fn count(&mut self, number: u32, played: &Played) {
        self.games.add(played, &self.session.schedule, number, &self.session.runner);
    }

    /// How many teams play.
    pub fn teams(&self) -> usize {
        self.session.runner.playing_teams().len()
    }

    /// The team of a seat, among those that play; `None` if it does not play.
    pub fn team_of(&self, seat: usize) -> Option<usize> {
        self.session.runner.team_of(seat)
    }

    /// What each team is due of the wins.
    pub fn due(&self) -> &[f64] {
        &self.session.runner.due
    }

    /// The handicap of each team, in percent: that of its first seat.
    pub fn percents(&self) -> Vec<u32> {
        let sides = &self.roll.scenario.sides;
        let of = |team: usize| (0..sides.len()).find(|&seat| self.team_of(seat) == Some(team));
        (0..self.teams()).map(|team| of(team).map_or(100, |seat| sides[seat].handicap.percent())).collect()
    }

    /// How many of its matches each team won; a win that several share is divided between them.
    pub fn wins(&self) -> Vec<f64> {
        wins_of(&self.games, &self.session)
    }

    /// Each team's share of the wins so far.
    pub fn shares(&self) -> Vec<f64> {
        shares_of(&self.games, &self.session)
    }

    /// Whether its matches show that its teams do not win what they are due.
    pub fn is_shown_uneven(&self) -> bool {
        let runner = &self.session.runner;
        let decided: Vec<u32> = runner.playing_teams().into_iter().map(|team| self.games.wins[team]).collect();
        chi_square(&decided, runner.unequal_due()).is_some_and(|test| test.p < SHOWN)
    }

    /// How far the team that is off most is from what it is due.
    pub fn off(&self) -> f64 {
        fairness::off(&self.shares(), self.due())
    }

    /// How uneven the shares are: the mean logarithm of what a team is due over its own share, each team counted as much as it is
    /// due. A team that hardly ever wins weighs most, since no small change will help it.
    pub fn unevenness(&self) -> f64 {
        let shares = self.shares();
        let fair = 1.0 / shares.len() as f64;
        // A team that is due an equal share counts exactly once: the order of starts that are alike follows from the last bit.
        let loss = |(share, due): (&f64, &f64)| due / fair * libm::log(due / share);
        shares.iter().zip(self.due()).map(loss).sum::<f64>() * fair
    }

    /// The share of the poorest team against what it is due.
    pub fn poorest(&self) -> f64 {
        self.shares().iter().zip(self.due()).map(|(share, due)| share / due).fold(f64::INFINITY, f64::min)
    }

    /// Where its sides begin.
    pub fn centers(&self) -> Vec<Option<Cell>> {
        self.roll.scenario.sides.iter().map(|side| side.center).collect()
    }
}

/// How many matches each team that plays won; a win that several share is divided between them.
fn wins_of(games: &Games, session: &Session) -> Vec<f64> {
    session.runner.playing_teams().into_iter().map(|team| games.teams[team].score()).collect()
}

/// Each team's share of the wins. Nobody is thought to win always or never: each team is given half a win beforehand.
pub(crate) fn shares_of(games: &Games, session: &Session) -> Vec<f64> {
    let wins = wins_of(games, session);
    let all = f64::from(games.games) + PRIOR_WINS * wins.len() as f64;
    wins.iter().map(|wins| (wins + PRIOR_WINS) / all).collect()
}
