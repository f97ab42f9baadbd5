//! Help with a turn: whether a move is allowed, what a computer would do, and moves that it makes for a person.

use contract::{Choice, Seat};
use design::counted;
use playtest::PlayerName;

use crate::{HumanMatch, Reply, told};

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
        let unit = if choice.unit.is_empty() { String::new() } else { format!("{}: ", choice.unit) };
        let text = format!("{player} would do this; `do` makes it:\n  {unit}{}   {}\n", choice.label, choice.line);
        self.listed = vec![choice];
        text
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
        let made = self.at.play_turn_as(seat, &player);
        self.is_changed |= made > 0;
        let news = self.news(seat);
        told(&format!("{player} made {} for you\n{news}", counted(made, "move")))
    }
}
