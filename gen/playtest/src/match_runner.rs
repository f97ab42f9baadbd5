//! A scenario ready to be played: rules and players of any ruleset, without their types. The registry of rulesets.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};

use ai::{PlayerEntry, Roster};
use chance::Seed;
use contract::{AnyGame, Chapter, Chart, FactsOf, Figure, Forecast, Ruleset, RulesetInfo, Seat, ToldEvent, Unplayable};
use design::parameters::global::{LAST_TURN, RULESET};
use design::{Design, Diagnostics};
use dungeon_players::DungeonPlayers;
use empire_players::EmpirePlayers;
use generals_view_players::GeneralsViewPlayers;
use hostile_space_players::HostileSpacePlayers;
use kernel_players::KernelPlayers;
use starts::Ground;
use world::Scenario;

use crate::outside::StartProgram;
use crate::seated_game::{SeatedGame, TypedGame};
use crate::tallies::Tallies;
use crate::{Match, MatchResult, MatchSettings, OwnPlayer, PlayerName, Tally, turns_before};

/// A ruleset in the registry.
pub struct RulesetEntry {
    /// Its description for people.
    pub info: fn() -> &'static RulesetInfo,
    /// The faults of the design's own section for its rules.
    pub check_design: fn(&Design) -> Diagnostics,
    /// The chapters of the help page of a design for its rules.
    pub help: fn(&Design) -> Vec<Chapter>,
    /// Its players: name and summary.
    pub players: fn() -> Vec<(&'static str, &'static str)>,
    /// What its game brings to the making and measuring of worlds.
    pub ground: &'static Ground,
    facts: fn(&Scenario, FactsOf) -> Vec<(String, String)>,
    find_unplayable: fn(&Scenario) -> Option<Unplayable>,
    open: fn(&Scenario) -> Result<Box<dyn AnyRules>, Unplayable>,
}

/// The rulesets that come with Fairmarch, by their rosters of players, and what their games bring to the making of worlds. A new one is
/// its crates and a line here.
const RULESETS: &[RulesetEntry] = &[
    entry::<DungeonPlayers>(dungeon_ground::GROUND),
    entry::<EmpirePlayers>(empire_ground::GROUND),
    entry::<GeneralsViewPlayers>(Ground::NONE),
    entry::<HostileSpacePlayers>(hostile_space_ground::GROUND),
    entry::<KernelPlayers>(Ground::NONE),
];

const fn entry<P: Roster>(ground: &'static Ground) -> RulesetEntry {
    RulesetEntry {
        ground,
        info: P::Rules::info,
        check_design: P::Rules::check_design,
        help: P::Rules::help,
        players: || P::PLAYERS.iter().map(|player| (player.name, player.summary)).collect(),
        facts: P::Rules::facts,
        find_unplayable: P::Rules::find_unplayable,
        open: |scenario| Ok(Box::new(TypedRules { rules: Arc::new(P::Rules::open(scenario)?), players: P::PLAYERS })),
    }
}

/// The rulesets that a program added.
static ADDED: RwLock<Vec<&'static RulesetEntry>> = RwLock::new(Vec::new());

/// Every ruleset: those that come with Fairmarch, then those that were added.
#[must_use]
pub fn rulesets() -> Vec<&'static RulesetEntry> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    RULESETS.iter().chain(added.iter().copied()).collect()
}

/// Adds a ruleset, by its roster of players and what else its game brings: for a program that has a game of its own, before it loads a
/// design. A ruleset that is there already stays as it is.
pub fn add_ruleset<P: Roster>(ground: &'static Ground) {
    if find_ruleset(P::Rules::info().name).is_none() {
        let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
        added.push(Box::leak(Box::new(entry::<P>(ground))));
    }
}

/// The ruleset with the name that a design gives.
#[must_use]
pub fn find_ruleset(name: &str) -> Option<&'static RulesetEntry> {
    rulesets().into_iter().find(|entry| (entry.info)().name == name)
}

/// A scenario ready to be played, whatever its rules: [`open`] makes one.
pub struct MatchRunner {
    /// The ruleset's description for people.
    pub info: &'static RulesetInfo,
    /// The team of each seat, from 0.
    pub teams: Vec<u8>,
    /// Whether each seat's side plays: what an inactive side does is no part of any count.
    pub plays: Vec<bool>,
    /// The name of each seat's side.
    pub sides: Vec<String>,
    /// What each of the playing teams is due of the wins, 0 to 1, in the order of [`MatchRunner::playing_teams`].
    pub due: Vec<f64>,
    /// The types of units that are made and lost, each with its cost.
    pub unit_types: Vec<(String, u32)>,
    /// Turns of single seats after which a match ends, unless it is said: behind the game's own end if that comes in time.
    pub turn_limit: u32,
    ruleset: &'static RulesetEntry,
    rules: Box<dyn AnyRules>,
}

/// A game that says it lasts longer than this is not waited for.
const LAST_TURN_MAX: u32 = 10_000;

/// The last turn of a game that says of none is far behind this.
const NEVER: u32 = 1_000_000_000;

/// Makes a scenario ready for the ruleset that its design names.
///
/// # Errors
/// `Unplayable` if there is no such ruleset, or if the ruleset cannot play the scenario.
pub fn open(scenario: &Scenario) -> Result<MatchRunner, Unplayable> {
    let entry = ruleset_of(&scenario.design)?;
    let info = (entry.info)();
    check_fit(info, scenario)?;
    let rules = (entry.open)(scenario)?;
    let last_turn = u32::try_from(scenario.design.global_int(LAST_TURN)).ok().filter(|last| *last < NEVER);
    let left = last_turn.map(|last| last.saturating_sub(turns_before(rules.begin(Seed(0)).game().turn())));
    // Turns can be granted beyond the last one.
    let turn_limit = left.filter(|&left| left <= LAST_TURN_MAX).map_or(info.turn_limit, |left| left + 100);
    let mut runner = MatchRunner {
        info,
        teams: rules.teams(),
        plays: scenario.side_ids().map(|side| scenario.plays(side)).collect(),
        sides: scenario.sides.iter().map(|side| side.name.clone()).collect(),
        due: Vec::new(),
        unit_types: rules.unit_types(),
        turn_limit,
        ruleset: entry,
        rules,
    };
    let seats_of = |team: usize| (0..runner.seats()).filter(|&seat| runner.team_of(seat) == Some(team)).collect();
    let teams: Vec<Vec<usize>> = (0..runner.playing_teams().len()).map(seats_of).collect();
    runner.due = fairness::dues(scenario, &teams);
    Ok(runner)
}

/// Whether the ruleset that its design names can play a scenario, without making it ready: `None` if it can.
#[must_use]
pub fn find_unplayable(scenario: &Scenario) -> Option<Unplayable> {
    let find = |entry: &RulesetEntry| {
        // What has no sides yet is no game yet: the rules say what they think of it.
        let wrong_seats = if scenario.sides.is_empty() { None } else { check_fit((entry.info)(), scenario).err() };
        wrong_seats.or_else(|| (entry.find_unplayable)(scenario))
    };
    ruleset_of(&scenario.design).map_or_else(Some, find)
}

/// What only the rules that its design names know of a side or a unit of a scenario, for people.
#[must_use]
pub fn facts(scenario: &Scenario, of: FactsOf) -> Vec<(String, String)> {
    ruleset_of(&scenario.design).map_or_else(|_| Vec::new(), |entry| (entry.facts)(scenario, of))
}

/// What the rules that its design names expect of matches of a scenario: `None` if they expect nothing, or cannot play it.
#[must_use]
pub fn forecast(scenario: &Scenario) -> Option<Forecast> {
    let entry = ruleset_of(&scenario.design).ok().filter(|entry| (entry.info)().forecasts)?;
    (entry.open)(scenario).ok()?.forecast()
}

/// What the rules that its design names tell of a position, for pictures: `None` if nothing, or if they cannot play it.
#[must_use]
pub fn chart(scenario: &Scenario) -> Option<Chart> {
    let entry = ruleset_of(&scenario.design).ok().filter(|entry| (entry.info)().charts)?;
    scenario.world.terrain.as_ref()?;
    (entry.open)(scenario).ok()?.begin(Seed(0)).game().chart(scenario)
}

/// The ruleset that a design names.
///
/// # Errors
/// `Unplayable`, with the names of all rulesets, if there is no such one.
pub fn ruleset_of(design: &Design) -> Result<&'static RulesetEntry, Unplayable> {
    let name = design.global_text(RULESET);
    find_ruleset(name).ok_or_else(|| {
        let known: Vec<&str> = rulesets().iter().map(|entry| (entry.info)().name).collect();
        let what = format!("there are no rules `{name}` to play it by: `ruleset` can be {}", known.join(", "));
        Unplayable::of(what)
    })
}

/// Refuses a scenario if the rules do not support its number of levels or of seats.
fn check_fit(info: &RulesetInfo, scenario: &Scenario) -> Result<(), Unplayable> {
    let levels = scenario.world.area.levels();
    if levels > 1 && !info.levels {
        let what = format!("`{}` is played on one level, and this world has {levels}", info.name);
        return Err(Unplayable::of(what));
    }
    check_seats(info, scenario)
}

fn check_seats(info: &RulesetInfo, scenario: &Scenario) -> Result<(), Unplayable> {
    let sides = scenario.sides.len();
    if u8::try_from(sides).is_ok_and(|sides| info.seats.contains(&sides)) {
        return Ok(());
    }
    let (name, (least, most)) = (info.name, info.seats.clone().into_inner());
    let what = format!("the rules `{name}` are for {least} to {most} sides, and there are {sides}");
    Err(Unplayable::of(what))
}

impl MatchRunner {
    /// How many seats it has.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.teams.len()
    }

    /// How many teams; a seat that plays for itself is one.
    #[must_use]
    pub fn team_count(&self) -> usize {
        self.teams.iter().max().map_or(0, |&most| usize::from(most) + 1)
    }

    /// The teams with a seat that plays.
    #[must_use]
    pub fn playing_teams(&self) -> Vec<usize> {
        let plays =
            |team: &usize| self.teams.iter().zip(&self.plays).any(|(&of, &plays)| plays && usize::from(of) == *team);
        (0..self.team_count()).filter(plays).collect()
    }

    /// The team of a seat, among those that play; `None` if it does not play.
    #[must_use]
    pub fn team_of(&self, seat: usize) -> Option<usize> {
        let team = usize::from(self.teams[seat]);
        self.playing_teams().iter().position(|&one| one == team).filter(|_| self.plays[seat])
    }

    /// What each of the playing teams is due of the wins, where that is not the same for all.
    #[must_use]
    pub fn unequal_due(&self) -> Option<&[f64]> {
        self.due.iter().any(|&due| due != self.due[0]).then_some(&self.due[..])
    }

    /// A game before its first move.
    #[must_use]
    pub fn begin(&self, seed: Seed) -> Box<dyn AnyGame> {
        self.rules.begin(seed).game().copy()
    }

    /// A match to step through. The players are by seat; a seat without one, or with a person, is moved by its moves alone.
    ///
    /// # Errors
    /// The names of all players, if one is asked for that does not exist.
    pub fn begin_match(
        &self,
        settings: MatchSettings,
        players: &[Option<PlayerName>],
        programs: &StartProgram,
    ) -> Result<Match, String> {
        let is_computer = |player: &&PlayerName| !player.is_human();
        let players: Vec<Option<&PlayerName>> =
            players.iter().map(|player| player.as_ref().filter(is_computer)).collect();
        for player in players.iter().flatten() {
            self.check_player(player)?;
        }
        Ok(self.seat(settings, &players, programs))
    }

    /// A match before its first move. Its players, by seat, are programs or among [`MatchRunner::players`].
    fn seat(&self, settings: MatchSettings, players: &[Option<&PlayerName>], programs: &StartProgram) -> Match {
        let costs = self.unit_types.iter().map(|kind| kind.1).collect();
        let tallies = Tallies::new(costs, self.seats());
        let mut begun = Match::new(self.rules.begin(settings.seed), settings, tallies);
        for (seat, player) in players.iter().enumerate().take(self.seats()) {
            if let Some(player) = player {
                begun.sit(seat, player, programs);
            }
        }
        begun
    }

    /// Plays a match to its end, or until its observer leaves it or `stop` is set. Its players, by seat, are programs or among
    /// [`MatchRunner::players`].
    pub(crate) fn play(
        &self,
        players: &[&PlayerName],
        settings: MatchSettings,
        programs: &StartProgram,
        recording: Recording<'_, '_>,
        stop: &AtomicBool,
    ) -> Played {
        let players: Vec<Option<&PlayerName>> = players.iter().map(|player| Some(*player)).collect();
        let begun = self.seat(settings, &players, programs);
        let (mut played, observer) = match recording {
            Recording::Counts => (begun.keeping(false, false), None),
            Recording::Moves => (begun.keeping(true, false), None),
            Recording::Turns(observer) => (begun, Some(observer)),
        };
        let is_over = played.play_out(observer, stop);
        Played { is_over, ..played.end() }
    }

    /// The players of its ruleset: name and summary, from the simplest to the strongest.
    #[must_use]
    pub fn players(&self) -> Vec<(&'static str, &'static str)> {
        (self.ruleset.players)()
    }

    /// What its ruleset expects of matches: see [`Ruleset::forecast`].
    #[must_use]
    pub fn forecast(&self) -> Option<Forecast> {
        self.rules.forecast()
    }

    /// The player that plays where nobody says who does: `goal`, else the strongest that does not search.
    #[must_use]
    pub fn usual_player(&self) -> PlayerName {
        let known = self.players();
        let usual = known.iter().find(|(name, _)| *name == "goal");
        let usual = usual.or_else(|| known.iter().rfind(|(name, _)| *name != "search"));
        PlayerName::own(usual.map_or("random", |(name, _)| name))
    }

    /// Checks that there is a player of that name.
    ///
    /// # Errors
    /// The names of all players, if there is none of that name.
    pub fn check_player(&self, name: &PlayerName) -> Result<(), String> {
        let PlayerName::Own(OwnPlayer { name, .. }) = name else { return Ok(()) };
        if name == PlayerName::HUMAN {
            return Err("a person plays single matches, at a terminal: `play GAME --players human,goal`".to_owned());
        }
        let known: Vec<&str> = self.players().into_iter().map(|(name, _)| name).collect();
        if known.contains(&name.as_str()) {
            return Ok(());
        }
        Err(format!("there is no player `{name}`: expected {}, or cmd:PROGRAM", known.join(", ")))
    }
}

/// What of a match is kept.
pub enum Recording<'a, 'b> {
    /// The result and the tallies alone.
    Counts,
    /// The moves too.
    Moves,
    /// The moves too; an observer is called while the match is played.
    Turns(&'a mut TurnObserver<'b>),
}

/// An observer of a match: it is called whenever a turn has begun and when the match is over, with the game and the events since the
/// last call. It returns whether to go on; if not, the match is left within a move.
pub type TurnObserver<'a> = dyn FnMut(&dyn AnyGame, &[ToldEvent]) -> bool + 'a;

/// The record of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its result.
    pub result: MatchResult,
    /// What each seat made and lost.
    pub tallies: Vec<Tally>,
    /// The game's own figures; empty where it has none.
    pub figures: Vec<Figure>,
    /// Every move with its seat, and an empty line where a seat forfeited; empty if moves are not kept.
    pub moves: Vec<(Seat, String)>,
    /// Whether it came to its end; an observer may have left it before.
    pub is_over: bool,
}

/// Rules of any ruleset. [`TypedRules`] implements it for all of them.
trait AnyRules: Send + Sync {
    fn teams(&self) -> Vec<u8>;
    fn unit_types(&self) -> Vec<(String, u32)>;
    fn forecast(&self) -> Option<Forecast>;
    /// A game before its first move, with empty chairs.
    fn begin(&self, seed: Seed) -> Box<dyn SeatedGame>;
}

struct TypedRules<R: Ruleset> {
    rules: Arc<R>,
    players: &'static [PlayerEntry<R>],
}

impl<R: Ruleset> AnyRules for TypedRules<R> {
    fn teams(&self) -> Vec<u8> {
        self.rules.teams().to_vec()
    }

    fn unit_types(&self) -> Vec<(String, u32)> {
        self.rules.unit_types()
    }

    fn forecast(&self) -> Option<Forecast> {
        self.rules.forecast()
    }

    fn begin(&self, seed: Seed) -> Box<dyn SeatedGame> {
        Box::new(TypedGame::new(Arc::clone(&self.rules), seed, self.players))
    }
}
