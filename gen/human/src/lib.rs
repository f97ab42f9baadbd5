//! A person's turn in a match, whatever shows it: the terminal, the window, a test.
//!
//! A [`HumanMatch`] is a match at which people sit. It keeps what each of them looks at, which unit is meant, what was listed and what
//! was told. [`HumanMatch::obey`] takes what they type: a command of [`COMMANDS`], a step, the number of a listed move, or a move of the
//! rules. What comes of it are [`Reply`]s in their order: words, a [`Look`] to be drawn, or a [`Wish`] that only those outside can grant.
//!
//! It reads no key, draws nothing and opens no file.

mod advice;
mod charts;
mod commands;
mod eyes;
mod focus;
mod journeys;
mod keys;
mod lists;
mod meanwhile;
mod places;
mod pointer;
mod queues;
mod words;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use contract::{Choice, GameError, Seat, Seats};
use grid::Cell;
use playtest::{Match, MatchRecord, MatchRecordError, MatchRunner, MatchSettings, PlayerName};
use world::Scenario;

pub use commands::{COMMANDS, PlayCommand};
pub use eyes::Look;
pub use keys::{AT_ONCE, STEPS};
pub use lists::choice_words;
pub use meanwhile::Told;
pub use queues::{Making, Product};

use eyes::Eyes;
use journeys::Journey;
use queues::Queue;

/// A match at which people sit.
pub struct HumanMatch {
    /// Whether something was done, or taken back, since the match was kept. Who keeps it says so.
    pub is_changed: bool,
    /// The scenario that is played.
    start: Arc<Scenario>,
    runner: Arc<MatchRunner>,
    at: Match,
    /// Who plays, by seat.
    players: Vec<PlayerName>,
    /// The seats that people play.
    people: Seats,
    /// What each seat looks at.
    eyes: Vec<Eyes>,
    /// The moves that were listed last, to be chosen by their numbers.
    listed: Vec<Choice>,
    /// How many of them were told.
    told: usize,
    /// Who is on the way to a cell over turns, where the game itself does not go on.
    journeys: Vec<Journey>,
    /// Who was sent to a cell by an order with which the game itself goes on, as long as it does.
    standing: Vec<(usize, Journey)>,
    /// What is to be made, one after the other, by those who make things.
    queues: Vec<Queue>,
    /// The units that began to make something, with where they stood.
    makers: Vec<(Seat, String, Cell)>,
}

/// What comes of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Lines to read.
    Words(String),
    /// A long text to read, page by page where it is longer than the screen.
    Pages(String),
    /// What is on the screen gives way to what follows.
    Clear,
    /// The board is drawn.
    Look(Box<Look>),
    /// Something that is done outside.
    Wish(Wish),
}

/// What a person wishes of those outside the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To read the page of the whole game.
    Explain,
    /// To keep the match in this folder; where it is kept already if it is empty.
    Save(String),
    /// To go on with the match in this file.
    Load(String),
    /// To give up: they are asked, then it is [`HumanMatch::resign`].
    Resign,
    /// To leave.
    Quit,
}

impl HumanMatch {
    /// A match that goes on from here. `players` are those with which it was begun, by seat.
    #[must_use]
    pub fn new(start: Arc<Scenario>, runner: Arc<MatchRunner>, at: Match, players: Vec<PlayerName>) -> HumanMatch {
        let is_person = |seat: &Seat| players[seat.index()].is_human();
        let people = Seats::first(players.len()).iter().filter(is_person).fold(Seats::NONE, Seats::with);
        let eyes = vec![Eyes::since(at.events().len()); players.len()];
        HumanMatch {
            is_changed: false,
            start,
            runner,
            at,
            players,
            people,
            eyes,
            listed: Vec::new(),
            told: 0,
            journeys: Vec::new(),
            standing: Vec::new(),
            queues: Vec::new(),
            makers: Vec::new(),
        }
    }

    /// Makes the moves of a match that was left. `text` is that of the scenario.
    ///
    /// # Errors
    /// If it is a match of another scenario, or one of its moves breaks the rules; then some of them may be made.
    pub fn take_up(&mut self, record: &MatchRecord, text: &str) -> Result<(), MatchRecordError> {
        let queues = self.read_queues(&record.queues)?;
        let mut given: Vec<(Seat, Choice)> = Vec::new();
        record.make_moves(&mut self.at, text, &mut |at, line, _| {
            let told = line
                .split_once(' ')
                .and_then(|(seat, line)| Some((Seat(seat.parse::<u8>().ok()?.checked_sub(1)?), line)));
            let own = told.filter(|(seat, _)| self.people.contains(*seat));
            given.extend(own.and_then(|(seat, line)| Some((seat, at.game().choice(seat, line).ok()?))));
            true
        })?;
        self.eyes.fill(Eyes::since(self.at.events().len()));
        self.listed.clear();
        self.journeys.clear();
        self.standing.clear();
        self.makers.clear();
        for (seat, choice) in &given {
            self.note_standing(*seat, choice);
            self.note_maker(*seat, choice);
        }
        self.queues = queues;
        Ok(())
    }

    /// The match as it is kept, with what waits to be made. `settings` are those with which it was begun; `text` is that of the scenario,
    /// whose file lies beside the record.
    #[must_use]
    pub fn record(&self, settings: MatchSettings, scenario: &str, text: &str) -> MatchRecord {
        let record = MatchRecord::of_match(&self.at, settings, &self.players, scenario, text);
        MatchRecord { queues: self.kept_queues(), ..record }
    }

    /// The scenario that is played.
    #[must_use]
    pub fn start(&self) -> &Arc<Scenario> {
        &self.start
    }

    /// The match.
    #[must_use]
    pub fn at(&self) -> &Match {
        &self.at
    }

    /// Who plays, by seat.
    #[must_use]
    pub fn players(&self) -> &[PlayerName] {
        &self.players
    }

    /// The seats that people play.
    #[must_use]
    pub fn people(&self) -> Seats {
        self.people
    }

    /// The name of a seat's side.
    #[must_use]
    pub fn side(&self, seat: Seat) -> &str {
        self.runner.sides.get(seat.index()).map_or("", String::as_str)
    }

    /// Who moves next; nobody once the match is over. Where several may, computers come before people.
    #[must_use]
    pub fn next_seat(&self) -> Option<Seat> {
        let acting = self.at.to_act();
        let computer = acting.iter().find(|&seat| !self.people.contains(seat));
        computer.or_else(|| acting.iter().next())
    }

    /// Whether numbers that are typed choose from a list now.
    #[must_use]
    pub fn has_list(&self) -> bool {
        !self.listed.is_empty()
    }

    /// Whether a seat moves a single unit now, so that a key can be a step.
    #[must_use]
    pub fn has_walker(&self, seat: Seat) -> bool {
        self.at.game().info().single_unit && self.at.choices(seat).iter().any(|choice| !choice.unit.is_empty())
    }

    /// A computer moves for its seat.
    pub fn play(&mut self, seat: Seat) {
        self.is_changed |= self.at.play(seat);
    }

    /// What a person sees who comes to the board: what happened meanwhile, then the board.
    pub fn begin_turn(&mut self, seat: Seat) -> Vec<Reply> {
        self.listed.clear();
        let mut news = self.news(seat);
        news += &self.go_on(seat);
        news += &self.go_on_making(seat);
        if !self.at.to_act().contains(seat) {
            return vec![Reply::Words(news)];
        }
        vec![Reply::Words(news), self.look_reply(seat)]
    }

    /// A person's turn is over: what comes from here on is news.
    pub fn end_turn(&mut self, seat: Seat) {
        let heard = self.at.events().len();
        let eyes = &mut self.eyes[seat.index()];
        (eyes.heard, eyes.turn_before) = (heard, heard);
    }

    /// A person makes a move; what came of it is told, and the board drawn again.
    fn step(&mut self, seat: Seat, line: &str) -> Vec<Reply> {
        match self.make(seat, line) {
            Ok(news) => self.show_news(seat, news),
            Err(why) => told(&why),
        }
    }

    /// Makes a move; what came of it in words, or why it cannot be made.
    fn make(&mut self, seat: Seat, line: &str) -> Result<String, String> {
        let choice = self.at.game().choice(seat, line).ok();
        if let Err(error) = self.at.step(seat, line) {
            let hint = if matches!(error, GameError::Unreadable(_)) { self.did_you_mean(line) } else { String::new() };
            return Err(format!("{error}{hint}\n"));
        }
        self.is_changed = true;
        self.listed.clear();
        let mut done = String::new();
        if let Some(choice) = choice {
            self.journeys.retain(|journey| !journey.is_of(seat, &choice));
            self.note_standing(seat, &choice);
            self.note_maker(seat, &choice);
            self.follow(seat, &choice);
            done = self.pass_on(seat, &choice);
        }
        Ok(self.news(seat) + &done)
    }

    /// What came of a move, and the board after it.
    fn show_news(&mut self, seat: Seat, news: String) -> Vec<Reply> {
        let news = Reply::Words(news);
        if !self.at.to_act().contains(seat) {
            return vec![news];
        }
        let look = self.look_reply(seat);
        if self.at.game().info().single_unit {
            // The board stays in its place, and what happened stands below it.
            return vec![Reply::Clear, look, news];
        }
        vec![news, look]
    }

    /// Takes the last move back.
    fn undo(&mut self, seat: Seat) -> Vec<Reply> {
        let last = self.at.moves().last().cloned();
        if !self.at.undo() {
            return told(
                "nothing can be taken back: your last move told you something new, or you have not moved in this turn\n",
            );
        }
        self.is_changed = true;
        let events = self.at.events().len();
        for eyes in &mut self.eyes {
            eyes.heard = eyes.heard.min(events);
        }
        let made = self.at.moves().len();
        self.standing.retain(|(at, _)| *at <= made);
        self.listed.clear();
        self.journeys.retain(|journey| journey.seat != seat);
        self.put_back(seat);
        // Who made the move is chosen again, where it stands now.
        let own = last.filter(|(by, _)| *by == seat).and_then(|(_, line)| self.at.game().choice(seat, &line).ok());
        if let Some(choice) = own {
            let cursor = choice.cells.first().copied().or(self.eyes[seat.index()].cursor);
            self.focus(seat, choice.unit, cursor);
        }
        vec![self.look_reply(seat)]
    }

    /// A seat gives up.
    pub fn resign(&mut self, seat: Seat) {
        // Nobody is asked whether a seat may give up.
        let _ = self.at.step_for_good(seat, "");
        self.is_changed = true;
    }
}

/// Words alone.
fn told(text: &str) -> Vec<Reply> {
    vec![Reply::Words(text.to_owned())]
}
