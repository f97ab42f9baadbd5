//! The report as a page of text.

use std::fmt::Write;

use design::{counted, ordinal};

use crate::statistics::Interval;
use crate::{Report, figures_text};

/// `54.2 % (50.1 to 58.3)`.
fn rate(found: Interval) -> String {
    format!("{:5.1} % ({:.1} to {:.1})", 100.0 * found.rate + 0.0, 100.0 * found.low, 100.0 * found.high)
}

/// `  66.7 % is wished for`; nothing where all are due the same.
fn wished(share: Option<f64>) -> String {
    share.map_or_else(String::new, |share| format!("  {:.1} % is wished for", 100.0 * share))
}

impl Report {
    /// The report as text, about 100 columns wide: the verdict first, then its evidence.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("strings take what is written");
        text
    }

    /// `3 won, 1 drawn, 0 at the turn limit`.
    #[must_use]
    pub fn endings_text(&self) -> String {
        let [won, drawn, limited] = self.endings;
        format!("{won} won, {drawn} drawn, {limited} at the turn limit")
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "{}", self.words)?;
        writeln!(out)?;
        let (mean, least, most) = self.turns;
        writeln!(
            out,
            "{}: {}; {mean:.1} turns of a seat ({least} to {most})",
            counted(self.games, "game"),
            self.endings_text()
        )?;
        writeln!(out)?;
        let aside = if self.seats_without_order.is_empty() { "" } else { "  wins, order of moves aside" };
        writeln!(out, "seat                       wins                      mean place{aside}")?;
        for (index, seat) in self.seats.iter().enumerate().filter(|(_, seat)| seat.plays) {
            let team = if self.has_teams { format!(" team {}", seat.team) } else { String::new() };
            let name: String = format!("{} {}{team}", seat.seat, seat.side).chars().take(26).collect();
            let without =
                self.seats_without_order.get(index).map_or(String::new(), |&found| format!("  {}", rate(found)));
            let wished = wished(seat.wished);
            writeln!(out, "{name:<26} {:<25} {:>10.2}{without}{wished}", rate(seat.wins), seat.mean_rank)?;
        }
        if self.has_teams {
            writeln!(out)?;
            for team in &self.teams {
                writeln!(out, "team {:<21} {}{}", team.team, rate(team.wins), wished(team.wished))?;
            }
        }
        if !self.places.is_empty() {
            writeln!(out)?;
            for place in &self.places {
                let name = format!("{} to move", spoken_ordinal(place.place));
                writeln!(out, "{name:<26} {}", rate(place.wins))?;
            }
            if let Some(first) = self.first_mover {
                let (more, low, high) = (100.0 * first.rate, 100.0 * first.low, 100.0 * first.high);
                writeln!(out, "moving first is worth {more:+.1} points ({low:+.1} to {high:+.1})")?;
            }
        }
        if self.players.len() > 1 || self.players.iter().any(|player| player.forfeits > 0) {
            writeln!(out)?;
            for player in &self.players {
                let forfeits =
                    if player.forfeits > 0 { format!(", {} forfeited", player.forfeits) } else { String::new() };
                let name: String = player.player.chars().take(26).collect();
                let games = counted(player.record.games, "game");
                writeln!(out, "{name:<26} {} of {games}{forfeits}", rate(player.wins))?;
            }
        }
        writeln!(out)?;
        self.write_tests(out)?;
        self.write_kinds(out)?;
        out.write_str(&figures_text(&self.figures))?;
        for line in &self.forfeits {
            writeln!(out, "forfeit: {line}")?;
        }
        Ok(())
    }

    fn write_tests(&self, out: &mut String) -> std::fmt::Result {
        if let Some(test) = &self.chi_square {
            let exact = self.multinomial.map_or(String::new(), |p| format!("; exactly {:.1} %", 100.0 * p));
            let equal = if self.has_wishes() { "won what is wished for" } else { "were equal" };
            writeln!(
                out,
                "if all {equal}, {:.1} % of such tests would come out as uneven as this (chi-square {:.2}, {}){exact}",
                100.0 * test.p,
                test.statistic,
                counted(test.degrees, "degree")
            )?;
        }
        if let Some(bias) = &self.bias {
            let floor = self.bias_floor.as_ref().map_or(String::new(), |floor| {
                format!("; up to {:.1} may still be chance in so few games", 100.0 * floor.per_seat)
            });
            writeln!(out, "seats are {:.1} points off an equal share, chance taken off{floor}", 100.0 * bias.per_seat)?;
        }
        Ok(())
    }

    fn write_kinds(&self, out: &mut String) -> std::fmt::Result {
        if self.kinds.iter().all(|kind| kind.made == 0) {
            return Ok(());
        }
        writeln!(out)?;
        writeln!(
            out,
            "type                 made     lost    kills  spent/kill  return  of winners' money  of others'"
        )?;
        for kind in &self.kinds {
            let number =
                |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
            let name: String = kind.name.chars().take(16).collect();
            writeln!(
                out,
                "{name:<16} {:>8} {:>8} {:>8}  {:>10}  {:>6}  {:>15.1} %  {:>8.1} %",
                kind.made,
                kind.lost,
                kind.kills,
                number(kind.spent_per_kill, 0),
                number(kind.return_on_cost, 2),
                100.0 * kind.share_in_wins,
                100.0 * kind.share_in_losses
            )?;
        }
        if !self.openings.is_empty() {
            writeln!(out)?;
            writeln!(out, "opening                                     games  wins")?;
            for opening in &self.openings {
                let made: String = opening.made.chars().take(42).collect();
                writeln!(out, "{made:<42} {:>6}  {}", opening.games, rate(opening.wins))?;
            }
        }
        if !self.imbalances.is_empty() {
            writeln!(out)?;
            for line in &self.imbalances {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }
}

/// An ordinal in words, if it is small enough to be said that way.
fn spoken_ordinal(place: usize) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    let word = place.checked_sub(1).and_then(|index| WORDS.get(index));
    word.map_or_else(|| ordinal(place as u64), |&word| word.to_owned())
}
