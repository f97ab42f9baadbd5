//! Which maps are rolled and played, and what is known of each before it is played.

use std::sync::Arc;

use chance::{SEED_BOUND, Seed};
use design::parameters::global::{RULESET, SIDES_MAX, SIDES_MIN};
use design::{Design, counted};
use pipeline::{Loaded, Options, Request, Roll, RollError, check_request, given_parts};
use playtest::{PlayerName, Session, SessionSettings, no_programs};
use synth::Part;
use world::Scenario;

/// By these advantages first units are unequal; a usual side has as many as `USUAL` gives.
const ADVANTAGES: (i32, i32) = (2, 5);
const USUAL: i32 = 3;

/// A design that maps are rolled of.
#[derive(Clone, Debug)]
pub struct Game {
    /// The design.
    pub loaded: Loaded,
    /// What its seed strings call it.
    pub preset: String,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FitSettings {
    /// How many maps of each game.
    pub count: u32,
    /// How many matches of each map.
    pub games: u32,
    /// Who plays.
    pub player: PlayerName,
    /// The numbers of sides that maps take turns in; if empty, the game's own, one fewer and one more.
    pub sides: Vec<u8>,
    /// The seed of all maps and matches.
    pub seed: u64,
}

/// How a map is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As the game rolls it.
    Rolled,
    /// With the first set of sites that fits, and without balance: what a search makes equal tells nothing.
    FirstSites,
    /// With unequal first units.
    UnequalUnits,
}

impl Kind {
    /// All of them, in the order in which maps take turns.
    pub const ALL: [Kind; 3] = [Kind::Rolled, Kind::FirstSites, Kind::UnequalUnits];

    /// The word for it in tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Rolled => "as-rolled",
            Kind::FirstSites => "first-sites",
            Kind::UnequalUnits => "unequal-units",
        }
    }
}

/// A map that is to be rolled and played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapPlan {
    /// Its game, by index.
    pub game: usize,
    /// Its number among the maps of its game, from 0.
    pub number: u32,
    /// How it is made.
    pub kind: Kind,
    /// What is rolled.
    pub request: Request,
    /// The seed of its matches.
    pub match_seed: u64,
}

/// A map that can be played, and what its measures say.
#[derive(Clone, Debug)]
pub struct RolledMap {
    /// The map.
    pub scenario: Scenario,
    /// The digest of all that its matches depend on.
    pub start: u64,
    /// The standing of each seat, from 0 to 1, in each of [`playtest::measures`]; `None` for a measure that does not apply.
    pub standings: Vec<Option<Vec<f64>>>,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A game is named twice.
    #[error("`{0}` is named twice: the maps of a game are counted once")]
    Twice(String),
    /// A game gives the sites of its sides.
    #[error("`{0}` gives a whole start: weights are fitted on maps that differ, so name a design")]
    Whole(String),
    /// A game takes none of the numbers of sides.
    #[error("`{0}` is for {1}: none of --sides {2} fits")]
    Sides(String, String, String),
    /// A game cannot be rolled so.
    #[error("`{0}`: {1}")]
    Request(String, RollError),
}

impl Game {
    /// Its name in files and tables.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.loaded.design.name
    }

    /// The rules that it is played by.
    #[must_use]
    pub fn ruleset(&self) -> &str {
        self.loaded.design.global_text(RULESET)
    }

    /// The method that chooses sites and first units.
    fn sites(&self) -> Option<&'static str> {
        pipeline::sites_method(&self.loaded.design)
    }

    /// The kinds of maps that can be made of it: others than rolled ones if its method searches, and gives as much as advantages ask for.
    fn kinds(&self) -> Vec<Kind> {
        let takes = |name: &str| {
            let method = self.sites().and_then(pipeline::method);
            method.is_some_and(|method| method.info().parameters.contains(&name))
        };
        let is_made = |kind: &Kind| match kind {
            Kind::Rolled => true,
            Kind::FirstSites => takes("country-search-evaluations"),
            Kind::UnequalUnits => takes("advantage-default"),
        };
        Kind::ALL.into_iter().filter(is_made).collect()
    }

    /// The numbers of sides that its maps take turns in.
    fn sides(&self, asked: &[u8]) -> Result<Vec<u8>, PlanError> {
        let design: &Design = &self.loaded.design;
        let (least, most) = (design.global_int(SIDES_MIN).max(2), design.global_int(SIDES_MAX));
        let fits = |sides: &i32| (least..=most).contains(sides);
        let usual = design.sides_wanted() as i32;
        let (mut wanted, is_asked) = match asked {
            [] => (vec![usual, usual - 1, usual + 1], false),
            asked => (asked.iter().map(|&sides| i32::from(sides)).collect(), true),
        };
        wanted.retain(fits);
        if wanted.is_empty() {
            let range = if least == most { String::new() } else { format!("{least} to ") };
            let range = format!("{range}{}", counted(most.max(0) as usize, "side"));
            let told: Vec<String> =
                if is_asked { asked.iter().map(u8::to_string).collect() } else { vec![usual.to_string()] };
            return Err(PlanError::Sides(self.name().to_owned(), range, told.join(",")));
        }
        Ok(wanted.into_iter().map(|sides| sides as u8).collect())
    }
}

/// The maps of all games, in the order in which they are made: the first one of each game, then the second ones.
///
/// # Errors
/// A `PlanError` if maps of a game cannot be rolled so.
pub fn plan(games: &[Game], settings: &FitSettings) -> Result<Vec<MapPlan>, PlanError> {
    let mut known = Vec::new();
    for (index, game) in games.iter().enumerate() {
        if games[..index].iter().any(|other| other.name() == game.name()) {
            return Err(PlanError::Twice(game.name().to_owned()));
        }
        if game.loaded.start.as_deref().is_some_and(|start| given_parts(start).contains(&Part::Countries)) {
            return Err(PlanError::Whole(game.name().to_owned()));
        }
        known.push((game.kinds(), game.sides(&settings.sides)?));
    }
    let mut maps = Vec::new();
    for number in 0..settings.count {
        for (index, (game, (kinds, sides))) in games.iter().zip(&known).enumerate() {
            let (turn, kind) = (number as usize / kinds.len(), kinds[number as usize % kinds.len()]);
            let map = MapPlan::new(index, game, number, kind, sides[turn % sides.len()], settings);
            let wrong = |error| PlanError::Request(game.name().to_owned(), error);
            check_request(&game.loaded, &map.request, &Options::new(&game.preset)).map_err(wrong)?;
            maps.push(map);
        }
    }
    Ok(maps)
}

impl MapPlan {
    fn new(index: usize, game: &Game, number: u32, kind: Kind, sides: u8, settings: &FitSettings) -> MapPlan {
        let seed = Seed(settings.seed).child(&format!("fit/{}/{number}", game.name()));
        let mut request = Request { seed: seed.child("map").0 % SEED_BOUND, sides: Some(sides), ..Request::default() };
        let mut set = |parameter: &str, value: i32| {
            game.sites().map(|sites| request.set.insert(format!("{sites}.{parameter}"), value.to_string()))
        };
        match kind {
            Kind::Rolled => {}
            Kind::FirstSites => {
                set("country-search-evaluations", 0);
                request.no_balance = true;
            }
            Kind::UnequalUnits => {
                set("advantage-default", USUAL);
                let mut stream = seed.stream("advantages");
                let (least, most) = ADVANTAGES;
                request.advantages = (0..sides).map(|_| stream.between(least, most) as u32).collect();
            }
        }
        MapPlan { game: index, number, kind, request, match_seed: seed.child("matches").0 % SEED_BOUND }
    }

    /// Its name in files and tables.
    #[must_use]
    pub fn name(&self, games: &[Game]) -> String {
        format!("{}-{:04}", games[self.game].name(), self.number)
    }

    /// Rolls and measures the map. All seats are due the same: whether unequal first units win is what is to be found out.
    ///
    /// # Errors
    /// As [`pipeline::roll`].
    pub fn roll(&self, games: &[Game]) -> Result<RolledMap, RollError> {
        let game = &games[self.game];
        let Roll { scenario, .. } = pipeline::roll(&game.loaded, &self.request, &Options::new(&game.preset))?;
        let mut judged = scenario.clone();
        judged.sides.iter_mut().for_each(|side| side.advantage = 1);
        let found = playtest::estimate(&judged, &playtest::weights());
        let standing = |kind: &fairness::MeasureKind| {
            let measure = found.measures.iter().find(|measure| measure.name == kind.name)?;
            fairness::standing(&judged, kind, measure)
        };
        let standings = playtest::measures().into_iter().map(standing).collect();
        Ok(RolledMap { start: formats::start_digest(&scenario), scenario, standings })
    }

    /// The matches of a rolled map.
    ///
    /// # Errors
    /// A sentence, if the map cannot be played, or not by that player, or if its sides are in teams.
    pub fn session(&self, rolled: &RolledMap, player: &PlayerName) -> Result<Session, String> {
        let runner = playtest::open(&rolled.scenario).map_err(|error| error.to_string())?;
        if runner.team_count() != runner.seats() {
            return Err("its sides are in teams, and weights are fitted on seats that play alone".to_owned());
        }
        let settings = SessionSettings { seed: self.match_seed, ..SessionSettings::default() };
        Session::new(Arc::new(runner), vec![player.clone()], settings, Arc::new(no_programs))
            .map_err(|error| error.to_string())
    }
}
