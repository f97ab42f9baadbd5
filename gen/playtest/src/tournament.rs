//! Standings: players against each other in pairs, over many maps.

use serde::Serialize;

use crate::csv_text::{csv_text, number};
use crate::statistics::{Interval, Pairings, Record, interval, ratings, z_of};

/// The results of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its name.
    pub player: String,
    /// Elo points above the mean of all.
    pub rating: f64,
    /// Standard error.
    pub error: f64,
    /// The record of all its games.
    pub record: Record,
    /// Its rate of wins.
    pub wins: Interval,
    /// Games that it forfeited.
    pub forfeits: u32,
}

/// The table of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The best first.
    pub players: Vec<Standing>,
    /// The points of each against each, in the order above; the own entry is 0.
    pub points: Vec<Vec<f64>>,
    /// Games of each against each.
    pub games: Vec<Vec<u32>>,
}

/// Ranks players by `records[a][b]`, a's games against b, and by the number that each forfeited.
#[must_use]
pub fn standings(names: &[String], records: &[Vec<Record>], forfeits: &[u32]) -> Standings {
    let count = names.len();
    let mut pairings = Pairings::new(count);
    for (one, (points, row)) in pairings.points.iter_mut().zip(records).enumerate() {
        for (other, (points, record)) in points.iter_mut().zip(row).enumerate() {
            *points = if one == other { 0.0 } else { record.score() };
        }
    }
    let rated = ratings(&pairings);
    let mut by_rank: Vec<usize> = (0..count).collect();
    by_rank.sort_by(|&one, &other| {
        rated.players[other].rating.total_cmp(&rated.players[one].rating).then(one.cmp(&other))
    });
    let z = z_of(0.95);
    let standing = |&player: &usize| {
        let mut record = Record::default();
        for other in (0..count).filter(|&other| other != player) {
            record.merge(&records[player][other]);
        }
        Standing {
            player: names[player].clone(),
            rating: rated.players[player].rating,
            error: rated.players[player].error,
            wins: interval(&record, z),
            record,
            forfeits: forfeits[player],
        }
    };
    let row = |&one: &usize| by_rank.iter().map(|&other| pairings.points[one][other]).collect();
    let games = |&one: &usize| by_rank.iter().map(|&other| records[one][other].games).collect();
    Standings {
        players: by_rank.iter().map(standing).collect(),
        points: by_rank.iter().map(row).collect(),
        games: by_rank.iter().map(games).collect(),
    }
}

impl Standings {
    /// A row for each player, as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        const HEAD: [&str; 8] = ["player", "rating", "error", "games", "wins", "low", "high", "forfeits"];
        let fields = |one: &Standing| {
            vec![
                one.player.clone(),
                format!("{:.1}", one.rating),
                format!("{:.1}", one.error),
                one.record.games.to_string(),
                number(one.wins.rate),
                number(one.wins.low),
                number(one.wins.high),
                one.forfeits.to_string(),
            ]
        };
        csv_text(&HEAD, self.players.iter().map(fields))
    }

    /// The table as text: a row for each player, with its points against each of the others.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text =
            String::from("   player                      rating     wins                      games  forfeits\n");
        for (index, one) in self.players.iter().enumerate() {
            let name: String = one.player.chars().take(26).collect();
            text += &format!(
                "{:>2} {name:<26} {:>+6.0} +-{:<4.0} {:>5.1} % ({:.1} to {:.1})  {:>6}  {:>8}\n",
                index + 1,
                one.rating,
                one.error,
                100.0 * one.wins.rate,
                100.0 * one.wins.low,
                100.0 * one.wins.high,
                one.record.games,
                one.forfeits
            );
        }
        text += "\npoints against";
        for index in 0..self.players.len() {
            text += &format!("{:>9}", index + 1);
        }
        for (index, row) in self.points.iter().enumerate() {
            text += &format!("\n{:>14}", index + 1);
            for (other, points) in row.iter().enumerate() {
                text += &if other == index { format!("{:>9}", "-") } else { format!("{:>9.1}", points + 0.0) };
            }
        }
        text + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_stands_above_and_points_add_up() {
        let names = ["weak", "strong"].map(str::to_owned);
        let none = Record::default();
        let records = [vec![none.clone(), Record::of_wins(20, 100)], vec![Record::of_wins(80, 100), none]];
        let found = standings(&names, &records, &[3, 0]);
        assert_eq!((found.players[0].player.as_str(), found.players[1].forfeits), ("strong", 3));
        assert!(found.players[0].rating > 100.0 && (found.players[0].rating + found.players[1].rating).abs() < 1e-6);
        assert_eq!((found.points[0][1], found.points[1][0], found.games[0][1]), (80.0, 20.0, 100));
        assert_eq!(
            found.text(),
            "   player                      rating     wins                      games  forfeits\n \
            1 strong                       +120 +-22    80.0 % (71.1 to 86.7)     100         0\n \
            2 weak                         -120 +-22    20.0 % (13.3 to 28.9)     100         3\n\n\
            points against        1        2\n             \
            1        -     80.0\n             \
            2     20.0        -\n"
        );
    }
}
