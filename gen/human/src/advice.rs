//! Help with a turn: whether a move is allowed, what a computer would do, and moves that it makes for a person.

use contract::{Choice, Seat};
use design::counted;
use playtest::PlayerName;

use crate::{HumanMatch, Reply, told};

/// How many of the moves are told that a computer made for a person.
const DID_MAX: usize = 12;

impl HumanMatch {
    pub(crate) fn why(&self, seat: Seat, line: &str) -> String {
        if line.is_empty() {
            return "`why` wants a move, such as one that `moves` lists\n".to_owned();
        }
        if let Err(error) = self.at.game().check(seat, line) {
            return format!("{error}\n");
        }
        let choice = self.at.game().choice(seat, line).unwrap_or_else(|_| Choice::of_line(line.to_owned()));
        let cost = choice.cost.map_or_else(String::new, |cost| format!(", and costs {cost}"));
        format!("allowed: {}{cost}\n", choice.label)
    }

    /// The player whom a person asks, or the game's usual one.
    fn adviser(&self, named: &str) -> Result<PlayerName, String> {
        if named.is_empty() {
            return Ok(self.runner.usual_player());
        }
        let player: PlayerName = named.parse()?;
        self.runner.check_player(&player)?;
        match player {
            PlayerName::Own(_) => Ok(player),
            PlayerName::Command(_) => Err("a program outside gives no hints".to_owned()),
        }
    }

    pub(crate) fn hint(&mut self, seat: Seat, named: &str) -> String {
        let player = match self.adviser(named) {
            Ok(player) => player,
            Err(why) => return format!("{why}\n"),
        };
        let Some(line) = self.at.suggest(seat, &player) else { return format!("{player} would do nothing\n") };
        let choice = self.at.game().choice(seat, &line).unwrap_or_else(|_| Choice::of_line(line));
        // Who has chosen a unit asks for that one.
        let own = self.best_of_chosen(seat).filter(|own| named.is_empty() && own.unit != choice.unit);
        let (head, choice) = match own {
            Some(own) => (format!("of the moves of {} this is worth most", own.unit), own),
            None => (format!("{player} would do this"), choice),
        };
        let unit = if choice.unit.is_empty() { String::new() } else { format!("{}: ", choice.unit) };
        let text = format!("{head}; `do` makes it:\n  {unit}{}   {}\n", choice.label, choice.line);
        self.listed = vec![choice];
        text
    }

    /// The move of the chosen unit that a player of the game thinks most of; `None` if none is worth anything.
    pub(crate) fn best_of_chosen(&self, seat: Seat) -> Option<Choice> {
        if self.eyes[seat.index()].unit.is_empty() {
            return None;
        }
        let moves = self.chosen_moves(seat);
        let worth = moves.iter().filter_map(|choice| choice.worth).max().filter(|&worth| worth > 0)?;
        moves.into_iter().find(|choice| choice.worth == Some(worth))
    }

    /// Makes the move of the last hint, or of a new one.
    pub(crate) fn do_hint(&mut self, seat: Seat, named: &str) -> Vec<Reply> {
        let mut replies = Vec::new();
        if self.listed.len() != 1 || !named.is_empty() {
            replies = told(&self.hint(seat, named));
        }
        if let [only] = self.listed.as_slice() {
            let line = only.line.clone();
            replies.extend(self.step(seat, &line));
        }
        replies
    }

    /// A computer ends a person's turn.
    pub(crate) fn auto(&mut self, seat: Seat, named: &str) -> Vec<Reply> {
        let player = match self.adviser(named) {
            Ok(player) => player,
            Err(why) => return told(&format!("{why}\n")),
        };
        let before = self.at.moves().len();
        let made = self.at.play_turn_as(seat, &player);
        self.is_changed |= made > 0;
        self.listed.clear();
        let lines: Vec<&str> = self.at.moves()[before..].iter().map(|(_, line)| line.as_str()).collect();
        let mut did: String = lines.iter().take(DID_MAX).map(|line| format!("    {line}\n")).collect();
        if lines.len() > DID_MAX {
            did += &format!("    .. and {} more\n", lines.len() - DID_MAX);
        }
        let news = self.news(seat);
        told(&format!("{player} made {} for you\n{did}{news}", counted(made, "move")))
    }
}
