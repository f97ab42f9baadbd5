//! Matches on a scenario: rules and players of any ruleset, without their types. The registry of rulesets.

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

/// A ruleset in the registry.
pub struct RulesetEntry {
    /// Its description for people.
    pub info: fn() -> &'static RulesetInfo,
    /// Its players: name and summary.
    pub players: fn() -> Vec<(&'static str, &'static str)>,
    /// Makes a scenario ready for it.
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

/// Makes a scenario ready for the ruleset that its design names.
///
/// # Errors
/// `Unplayable` if there is no such ruleset, or if the ruleset cannot play the scenario.
pub fn open(scenario: &Scenario) -> Result<Box<dyn MatchRunner>, Unplayable> {
    let name = scenario.design.global_text(RULESET);
    let Some(entry) = RULESETS.iter().find(|entry| (entry.info)().name == name) else {
        let known: Vec<&str> = RULESETS.iter().map(|entry| (entry.info)().name).collect();
        let what = format!("there are no rules `{name}` to play it by: `ruleset` can be {}", known.join(", "));
        return Err(Unplayable { what });
    };
    (entry.open)(scenario)
}

/// What a seat made and lost in a match, by the types of the ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many of each type it made.
    pub made: Vec<u32>,
    /// How many it lost.
    pub lost: Vec<u32>,
    /// For each type, the cost of the units that it destroyed.
    pub felled: Vec<u32>,
    /// For each type, how many units it destroyed.
    pub kills: Vec<u32>,
    /// The types that it made in the first turn in which it made any, in rising order.
    pub opening: Vec<u16>,
}

/// The record of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its result.
    pub result: MatchResult,
    /// What each seat made and lost.
    pub tallies: Vec<Tally>,
    /// Every move with its seat, and an empty line where a seat forfeited; empty if moves are not kept.
    pub moves: Vec<(Seat, String)>,
}

/// A scenario ready to be played. One generic type implements it for all rulesets.
pub trait MatchRunner: Send + Sync {
    /// The ruleset's description for people.
    fn info(&self) -> &'static RulesetInfo;
    /// How many seats it has.
    fn seats(&self) -> usize;
    /// The team of each seat, from 0.
    fn teams(&self) -> &[u8];
    /// The types of units that are made and lost, each with its cost.
    fn kinds(&self) -> Vec<(String, u32)>;
    /// A game to step through.
    fn begin(&self, seed: Seed) -> Box<dyn AnyGame>;
    /// Checks that there is a player of that name.
    ///
    /// # Errors
    /// The names of all players, if there is none of that name.
    fn check_player(&self, name: &PlayerName) -> Result<(), String>;
    /// Plays a match with these players, by seat.
    ///
    /// # Errors
    /// As for [`MatchRunner::check_player`].
    fn play(
        &self,
        players: &[&PlayerName],
        contest: MatchSettings,
        outside: &Outside<'_>,
        keep: bool,
    ) -> Result<Played, String>;
    /// The same with an observer, who is called while the match is played. Its moves are kept.
    ///
    /// # Errors
    /// As for [`MatchRunner::check_player`].
    fn watch(
        &self,
        players: &[&PlayerName],
        contest: MatchSettings,
        outside: &Outside<'_>,
        onlooker: &mut TurnObserver<'_>,
    ) -> Result<Played, String>;
}

/// A watcher of a match: it is called whenever a turn has begun and when the match is over, with the game and the events since the
/// last call.
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

/// Records a match: what each seat made and lost, and its moves if they are kept.
struct MatchRecorder<'a, 'b, R: Roster> {
    tallies: Vec<Tally>,
    costs: Vec<u32>,
    moves: Vec<(Seat, String)>,
    keep: bool,
    turn: u32,
    /// The turn of each seat's opening; 0 before it.
    opened: Vec<u32>,
    rules: Arc<R>,
    onlooker: Option<&'a mut TurnObserver<'b>>,
    /// The last turn that the watcher saw, and the events since then.
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
