//! A scenario at the table: rules and players of any ruleset, without their types. The registry of rulesets.

use std::sync::Arc;

use ai::{Player, Roster};
use chance::Seed;
use contract::{AnyGame, Deed, Game, RulesetInfo, Seat, Unplayable};
use design::parameters::global::RULESET;
use generals_view::GeneralsView;
use kernel::Kernel;
use world::Scenario;

use crate::outside::{Outside, OutsidePlayer};
use crate::{MatchObserver, MatchResult, MatchSettings, PlayerName, play_match};

/// A ruleset by name.
pub struct RulesetEntry {
    /// What people are told of it.
    pub info: fn() -> &'static RulesetInfo,
    /// Its players: name and summary.
    pub players: fn() -> Vec<(&'static str, &'static str)>,
    /// Makes a scenario ready.
    pub open: fn(&Scenario) -> Result<Box<dyn MatchRunner>, Unplayable>,
}

/// Every ruleset. A new one is a crate and a line here.
pub const RULESETS: &[RulesetEntry] = &[entry::<GeneralsView>(), entry::<Kernel>()];

const fn entry<R: Roster>() -> RulesetEntry {
    RulesetEntry {
        info: R::info,
        players: || R::players().iter().map(|player| (player.name, player.summary)).collect(),
        open: |scenario| Ok(Box::new(TypedRunner { rules: Arc::new(R::open(scenario)?) })),
    }
}

/// Makes a scenario ready by the rules that its design names.
///
/// # Errors
/// If there are no such rules yet, or if it cannot be played by them.
pub fn open(scenario: &Scenario) -> Result<Box<dyn MatchRunner>, Unplayable> {
    let name = scenario.design.global_text(RULESET);
    let Some(entry) = RULESETS.iter().find(|entry| (entry.info)().name == name) else {
        let known: Vec<&str> = RULESETS.iter().map(|entry| (entry.info)().name).collect();
        let what = format!("there are no rules `{name}` to play it by: `ruleset` can be {}", known.join(", "));
        return Err(Unplayable { what });
    };
    (entry.open)(scenario)
}

/// What a seat made and lost in a match, by the types of its ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many of each type it made.
    pub made: Vec<u32>,
    /// How many it lost.
    pub lost: Vec<u32>,
    /// What those cost that each type brought down.
    pub felled: Vec<u32>,
    /// How many each type brought down.
    pub kills: Vec<u32>,
    /// The types that it made in the first turn in which it made any, in rising order.
    pub opening: Vec<u16>,
}

/// What came of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// How it went.
    pub result: MatchResult,
    /// By seat.
    pub tallies: Vec<Tally>,
    /// Every move with its seat, and with an empty line where a seat forfeited; only if they were to be kept.
    pub moves: Vec<(Seat, String)>,
}

/// A scenario ready to be played. One implementor for all rulesets: what differs is behind it.
pub trait MatchRunner: Send + Sync {
    /// What people are told of the rules.
    fn info(&self) -> &'static RulesetInfo;
    /// How many seats.
    fn seats(&self) -> usize;
    /// The team of each seat, from 0.
    fn teams(&self) -> &[u8];
    /// Types of what is made and lost, with what one costs.
    fn kinds(&self) -> Vec<(String, u32)>;
    /// A game to step through.
    fn begin(&self, seed: Seed) -> Box<dyn AnyGame>;
    /// Whether there is a player of that name.
    ///
    /// # Errors
    /// The names that there are.
    fn check_player(&self, name: &PlayerName) -> Result<(), String>;
    /// Plays a match with these players, by seat.
    ///
    /// # Errors
    /// As [`MatchRunner::check_player`].
    fn play(
        &self,
        players: &[&PlayerName],
        contest: MatchSettings,
        outside: &Outside<'_>,
        keep: bool,
    ) -> Result<Played, String>;
    /// The same under the eyes of somebody, who sees it while it is played. Its moves are kept.
    ///
    /// # Errors
    /// As [`MatchRunner::check_player`].
    fn watch(
        &self,
        players: &[&PlayerName],
        contest: MatchSettings,
        outside: &Outside<'_>,
        onlooker: &mut TurnObserver<'_>,
    ) -> Result<Played, String>;
}

/// Whoever looks on while a match is played: sees the game whenever a turn has begun and when it is over, with what has happened
/// since.
pub type TurnObserver<'a> = dyn FnMut(&dyn AnyGame, &[String]) + 'a;

struct TypedRunner<R: Roster> {
    rules: Arc<R>,
}

impl<R: Roster> MatchRunner for TypedRunner<R> {
    fn info(&self) -> &'static RulesetInfo {
        R::info()
    }

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    fn teams(&self) -> &[u8] {
        self.rules.teams()
    }

    fn kinds(&self) -> Vec<(String, u32)> {
        self.rules.kinds()
    }

    fn begin(&self, seed: Seed) -> Box<dyn AnyGame> {
        Box::new(Game::new(Arc::clone(&self.rules), seed))
    }

    fn check_player(&self, name: &PlayerName) -> Result<(), String> {
        let PlayerName::Own { name, .. } = name else { return Ok(()) };
        if R::players().iter().any(|player| player.name == name) {
            return Ok(());
        }
        let known: Vec<&str> = R::players().iter().map(|player| player.name).collect();
        Err(format!("there is no player `{name}`: expected {}, or cmd:PROGRAM", known.join(", ")))
    }

    fn play(
        &self,
        players: &[&PlayerName],
        contest: MatchSettings,
        outside: &Outside<'_>,
        keep: bool,
    ) -> Result<Played, String> {
        self.play_before(players, contest, outside, keep, None)
    }

    fn watch(
        &self,
        players: &[&PlayerName],
        contest: MatchSettings,
        outside: &Outside<'_>,
        onlooker: &mut TurnObserver<'_>,
    ) -> Result<Played, String> {
        self.play_before(players, contest, outside, true, Some(onlooker))
    }
}

impl<R: Roster> TypedRunner<R> {
    fn play_before(
        &self,
        players: &[&PlayerName],
        contest: MatchSettings,
        outside: &Outside<'_>,
        keep: bool,
        onlooker: Option<&mut TurnObserver<'_>>,
    ) -> Result<Played, String> {
        let mut seated: Vec<Box<dyn Player<R>>> = Vec::new();
        for (seat, &name) in players.iter().enumerate() {
            self.check_player(name)?;
            seated.push(match name {
                PlayerName::Command(command) => {
                    Box::new(OutsidePlayer(outside(command, R::info().name, self.rules.seats(), seat + 1)))
                }
                PlayerName::Own { name, budget } => {
                    let player = R::players().iter().find(|player| player.name == name);
                    (player.expect("checked above").make)(*budget)
                }
            });
        }
        let count = self.rules.kinds().len();
        let costs = self.rules.kinds().into_iter().map(|kind| kind.1).collect();
        let empty = Tally {
            made: vec![0; count],
            lost: vec![0; count],
            felled: vec![0; count],
            kills: vec![0; count],
            opening: Vec::new(),
        };
        let mut scribe = MatchRecorder {
            tallies: vec![empty; self.rules.seats()],
            costs,
            moves: Vec::new(),
            keep,
            turn: 0,
            opened: vec![0; self.rules.seats()],
            rules: Arc::clone(&self.rules),
            onlooker,
            shown: None,
            told: Vec::new(),
        };
        let result = play_match(&*self.rules, &mut seated, contest, &mut scribe);
        for tally in &mut scribe.tallies {
            tally.opening.sort_unstable();
        }
        Ok(Played { result, tallies: scribe.tallies, moves: scribe.moves })
    }
}

/// Writes down what a match is asked about afterwards.
struct MatchRecorder<'a, 'b, R: Roster> {
    tallies: Vec<Tally>,
    costs: Vec<u32>,
    moves: Vec<(Seat, String)>,
    keep: bool,
    turn: u32,
    /// The turn of each seat's opening; 0 before.
    opened: Vec<u32>,
    rules: Arc<R>,
    onlooker: Option<&'a mut TurnObserver<'b>>,
    /// The turn that the onlooker saw last, and what has happened since.
    shown: Option<u32>,
    told: Vec<String>,
}

impl<R: Roster> MatchRecorder<'_, '_, R> {
    fn show(&mut self, state: &R::State) {
        if let Some(onlooker) = &mut self.onlooker {
            onlooker(&Game { rules: Arc::clone(&self.rules), state: state.clone() }, &self.told);
            self.told.clear();
            self.shown = Some(self.rules.turn(state));
        }
    }
}

impl<R: Roster> MatchObserver<R> for MatchRecorder<'_, '_, R> {
    fn before(&mut self, rules: &R, state: &R::State, seat: Seat, action: R::Move) {
        self.turn = rules.turn(state).max(1);
        if self.shown != Some(rules.turn(state)) {
            self.show(state);
        }
        if self.keep {
            self.moves.push((seat, rules.write_move(rules.view(state, seat), action)));
        }
    }

    fn event(&mut self, rules: &R, event: &R::Event) {
        if self.onlooker.is_some() {
            self.told.push(rules.tell(event));
        }
        match rules.deed(event) {
            Some(Deed::Made { seat, kind, .. }) => {
                let tally = &mut self.tallies[seat.index()];
                tally.made[usize::from(kind)] += 1;
                let opened = &mut self.opened[seat.index()];
                if *opened == 0 {
                    *opened = self.turn;
                }
                if *opened == self.turn {
                    tally.opening.push(kind);
                }
            }
            Some(Deed::Lost { seat, kind, by }) => {
                self.tallies[seat.index()].lost[usize::from(kind)] += 1;
                if let Some((killer, with)) = by {
                    let tally = &mut self.tallies[killer.index()];
                    tally.kills[usize::from(with)] += 1;
                    tally.felled[usize::from(with)] += self.costs[usize::from(kind)];
                }
            }
            None => {}
        }
    }

    fn forfeit(&mut self, seat: Seat) {
        if self.keep {
            self.moves.push((seat, String::new()));
        }
    }

    fn ended(&mut self, _rules: &R, state: &R::State) {
        self.show(state);
    }
}
