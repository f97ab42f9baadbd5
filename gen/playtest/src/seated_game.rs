//! A game with players in its chairs, without their types: the part of a match that is made anew for each ruleset.

use std::any::Any;
use std::sync::Arc;

use ai::{Forfeit, Player, PlayerEntry};
use chance::{Seed, Stream};
use contract::{AnyGame, Figure, Figures, Game, Ruleset, Seat, ToldEvent, tell_events};

use crate::PlayerName;
use crate::tallies::Tallies;

/// A position to go back to, with what its figures were.
pub(crate) type KeptPosition = Box<dyn Any + Send + Sync>;

/// A game of any ruleset with players: [`TypedGame`] implements it for all of them. There is a chair for each seat, and one behind
/// them for a guest, who can move for any seat. A move is chosen first, and then made: what is kept of a match looks on between.
pub(crate) trait SeatedGame: Send {
    /// The game at this moment.
    fn game(&self) -> &dyn AnyGame;

    /// One of the ruleset's players takes a chair. Whether there is one of that name.
    fn sit(&mut self, chair: usize, player: &PlayerName) -> bool;

    /// The player in a chair, which is taken, chooses a move for a seat that may act.
    fn choose(&mut self, chair: usize, seat: Seat, stream: &mut Stream) -> Result<(), Forfeit>;

    /// What moves are worth, by their lines, as the strongest of the ruleset's players that says so weighs them.
    fn rank(&self, seat: Seat, lines: &[&str]) -> Option<Vec<i64>>;

    /// The move of a line is chosen for a seat; what is wrong with the line if it is none.
    fn read(&mut self, seat: Seat, line: &str) -> Result<(), String>;

    /// The chosen move as a line.
    fn line(&self, seat: Seat) -> String;

    /// Makes the chosen move, and tells what happened if somebody listens. The refusal of the rules leaves all as it was.
    fn make(&mut self, seat: Seat, tallies: &mut Tallies, told: Option<&mut Vec<ToldEvent>>) -> Result<(), String>;

    /// Takes a seat out of the match, and tells what happened if somebody listens.
    fn forfeit(&mut self, seat: Seat, tallies: &mut Tallies, told: Option<&mut Vec<ToldEvent>>);

    /// The game's own figures up to this moment; and of each player that had no idea, how often, so that reports tell it.
    fn figures(&self) -> Vec<Figure>;

    /// The position, to go back to.
    fn keep(&self) -> KeptPosition;

    /// Goes back to a position of this game. Its players stay.
    fn go_back(&mut self, to: &KeptPosition);

    /// Whether what happened since a position told the seat something new: see [`Ruleset::has_revealed`].
    fn has_revealed(&self, since: &KeptPosition, seat: Seat) -> bool;

    /// The same game with empty chairs, whose figures begin here.
    fn copy(&self) -> Box<dyn SeatedGame>;
}

/// A game of a ruleset as a [`SeatedGame`].
pub(crate) struct TypedGame<R: Ruleset> {
    game: Game<R>,
    figures: Option<Box<dyn Figures<R>>>,
    known: &'static [PlayerEntry<R>],
    chairs: Vec<Option<Seated<R>>>,
    chosen: Option<R::Move>,
    /// The events of the present move, if they are to be told.
    happened: Vec<R::Event>,
}

/// A player in a chair.
struct Seated<R: Ruleset> {
    /// Its name among those of the ruleset.
    name: &'static str,
    player: Box<dyn Player<R>>,
    /// The moves that it has chosen.
    moves: u64,
}

/// What is kept of a position.
type Kept<R> = (<R as Ruleset>::State, Option<Box<dyn Figures<R>>>);

impl<R: Ruleset> TypedGame<R> {
    /// A game before its first move, with empty chairs.
    pub(crate) fn new(rules: Arc<R>, seed: Seed, known: &'static [PlayerEntry<R>]) -> TypedGame<R> {
        TypedGame::of_game(Game::new(rules, seed), known)
    }

    fn of_game(game: Game<R>, known: &'static [PlayerEntry<R>]) -> TypedGame<R> {
        let figures = game.rules.figures();
        let chairs = (0..=game.rules.seats()).map(|_| None).collect();
        TypedGame { game, figures, known, chairs, chosen: None, happened: Vec::new() }
    }

    /// Puts players into the first chairs.
    pub(crate) fn seat(&mut self, players: Vec<Box<dyn Player<R>>>) {
        for (chair, player) in self.chairs.iter_mut().zip(players) {
            *chair = Some(Seated { name: "the player", player, moves: 0 });
        }
    }

    fn chosen(&self) -> R::Move {
        self.chosen.expect("a move is chosen before it is made")
    }

    /// A move was made or a seat taken out, and all that followed has happened.
    fn end_move(&mut self, told: Option<&mut Vec<ToldEvent>>) {
        let Game { rules, state } = &self.game;
        if let Some(figures) = &mut self.figures {
            figures.after(rules, state);
        }
        if let Some(told) = told {
            told.extend(tell_events(&**rules, state, &self.happened));
            self.happened.clear();
        }
    }
}

/// Where an event of a game goes.
struct EventLog<'a, R: Ruleset> {
    tallies: &'a mut Tallies,
    figures: Option<&'a mut (dyn Figures<R> + 'static)>,
    happened: Option<&'a mut Vec<R::Event>>,
}

impl<R: Ruleset> EventLog<'_, R> {
    fn add(&mut self, rules: &R, event: R::Event) {
        if let Some(unit_event) = rules.unit_event(&event) {
            self.tallies.add(unit_event);
        }
        if let Some(figures) = &mut self.figures {
            figures.event(rules, &event);
        }
        if let Some(happened) = &mut self.happened {
            happened.push(event);
        }
    }
}

impl<R: Ruleset> SeatedGame for TypedGame<R> {
    fn game(&self) -> &dyn AnyGame {
        &self.game
    }

    fn sit(&mut self, chair: usize, player: &PlayerName) -> bool {
        let PlayerName::Own(own) = player else { return false };
        let Some(entry) = self.known.iter().find(|entry| entry.name == own.name) else { return false };
        self.chairs[chair] = Some(Seated { name: entry.name, player: (entry.make)(own.budget), moves: 0 });
        true
    }

    fn choose(&mut self, chair: usize, seat: Seat, stream: &mut Stream) -> Result<(), Forfeit> {
        let Game { rules, state } = &self.game;
        let seated = self.chairs[chair].as_mut().expect("the chair is taken");
        seated.moves += 1;
        self.chosen = Some(seated.player.choose(rules, rules.view(state, seat), stream)?);
        Ok(())
    }

    fn rank(&self, seat: Seat, lines: &[&str]) -> Option<Vec<i64>> {
        let Game { rules, state } = &self.game;
        let view = rules.view(state, seat);
        let moves: Vec<R::Move> = lines.iter().map(|line| rules.read_move(view, line).ok()).collect::<Option<_>>()?;
        self.known.iter().rev().find_map(|entry| (entry.make)(None).rank(rules, view, &moves))
    }

    fn read(&mut self, seat: Seat, line: &str) -> Result<(), String> {
        let Game { rules, state } = &self.game;
        self.chosen = Some(rules.read_move(rules.view(state, seat), line)?);
        Ok(())
    }

    fn line(&self, seat: Seat) -> String {
        let Game { rules, state } = &self.game;
        rules.write_move(rules.view(state, seat), self.chosen())
    }

    fn make(&mut self, seat: Seat, tallies: &mut Tallies, told: Option<&mut Vec<ToldEvent>>) -> Result<(), String> {
        let action = self.chosen();
        let Game { rules, state } = &mut self.game;
        let happened = told.is_some().then_some(&mut self.happened);
        let mut log = EventLog { tallies, figures: self.figures.as_deref_mut(), happened };
        let made = rules.apply(state, seat, action, &mut |event| log.add(rules, event));
        made.map_err(|refusal| refusal.to_string())?;
        self.end_move(told);
        Ok(())
    }

    fn forfeit(&mut self, seat: Seat, tallies: &mut Tallies, told: Option<&mut Vec<ToldEvent>>) {
        let Game { rules, state } = &mut self.game;
        let happened = told.is_some().then_some(&mut self.happened);
        let mut log = EventLog { tallies, figures: self.figures.as_deref_mut(), happened };
        rules.forfeit(state, seat, &mut |event| log.add(rules, event));
        self.end_move(told);
    }

    fn figures(&self) -> Vec<Figure> {
        let Game { rules, state } = &self.game;
        let mut figures = self.figures.as_ref().map_or(Vec::new(), |figures| figures.figures(rules, state));
        for Seated { name, player, moves } in self.chairs.iter().flatten() {
            let count = player.moves_without_idea();
            if count > 0 {
                let name = format!("moves of `{name}` without an idea, where it had none").into();
                figures.push(Figure { name, count, of: *moves });
            }
        }
        figures
    }

    fn keep(&self) -> KeptPosition {
        let kept: Kept<R> = (self.game.state.clone(), self.figures.as_ref().map(|figures| figures.copy()));
        Box::new(kept)
    }

    fn go_back(&mut self, to: &KeptPosition) {
        let (state, figures) = kept::<R>(to);
        self.game.state.clone_from(state);
        self.figures = figures.as_ref().map(|figures| figures.copy());
    }

    fn has_revealed(&self, since: &KeptPosition, seat: Seat) -> bool {
        self.game.rules.has_revealed(&kept::<R>(since).0, &self.game.state, seat)
    }

    fn copy(&self) -> Box<dyn SeatedGame> {
        Box::new(TypedGame::of_game(self.game.clone(), self.known))
    }
}

fn kept<R: Ruleset>(position: &KeptPosition) -> &Kept<R> {
    position.downcast_ref().expect("a position is one of its own game")
}
