//! Standings: players against each other in pairs, over many maps.

use serde::Serialize;

use crate::csv_table::{csv_text, number};
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
    /// How many of the others it beats: it has more than half of the points of their games.
    pub beaten: usize,
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
    /// Who beats all others (a Condorcet winner), if somebody does.
    pub beats_all: Option<String>,
    /// How often the better of two wins, who stands above the other: its share of the games of all pairs that either won alone;
    /// `None` if there were none. Who is better was seen in the same games, so of equal players, too, it is more than half.
    pub better_wins: Option<BetterWins>,
    /// Whether some two met so seldom that nothing of the above tells who is better: less than `GAMES_TELLING` times.
    pub too_few: bool,
}

/// The games of two players that say something: of ten, one who is as good wins nine once in a hundred times.
pub const GAMES_TELLING: u32 = 10;

/// How often the better of two wins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BetterWins {
    /// The games that one of two won alone.
    pub decided: u32,
    /// The share that the better one won.
    pub share: Interval,
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
    let beats = |one: usize, other: usize| {
        one != other && pairings.points[one][other] > f64::from(records[one][other].games) / 2.0
    };
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
            beaten: (0..count).filter(|&other| beats(player, other)).count(),
        }
    };
    let row = |&one: &usize| by_rank.iter().map(|&other| pairings.points[one][other]).collect();
    let games = |&one: &usize| by_rank.iter().map(|&other| records[one][other].games).collect();
    let players: Vec<Standing> = by_rank.iter().map(standing).collect();
    let beats_all = players.iter().find(|one| one.beaten + 1 == count).map(|one| one.player.clone());
    let mut better = Record::default();
    for (place, &one) in by_rank.iter().enumerate() {
        for &other in &by_rank[place + 1..] {
            let won = |one: usize, other: usize| records[one][other].shared.first().copied().unwrap_or(0);
            better.merge(&Record::of_wins(won(one, other), won(one, other) + won(other, one)));
        }
    }
    let better_wins = (better.games > 0).then(|| BetterWins { decided: better.games, share: interval(&better, z) });
    let few = |one: usize| (0..count).any(|other| other != one && records[one][other].games < GAMES_TELLING);
    let too_few = (0..count).any(few);
    Standings {
        too_few,
        players,
        points: by_rank.iter().map(row).collect(),
        games: by_rank.iter().map(games).collect(),
        beats_all,
        better_wins,
    }
}

impl Standings {
    /// A row for each player, as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        const HEAD: [&str; 9] = ["player", "rating", "error", "games", "wins", "low", "high", "forfeits", "beaten"];
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
                one.beaten.to_string(),
            ]
        };
        csv_text(&HEAD, self.players.iter().map(fields))
    }

    /// Whether somebody beats all others, and how often the better of two wins: a sentence each.
    fn sentences(&self) -> String {
        if self.too_few {
            let pairs = self.games.iter().enumerate();
            let met = pairs.flat_map(|(one, row)| row.iter().enumerate().filter(move |(other, _)| *other != one));
            let least = met.map(|(_, games)| *games).min().unwrap_or(0);
            let met = if least == 1 { "1 match".to_owned() } else { format!("{least} matches") };
            return format!(
                "too few to tell who is better: some two have played {met}; from {GAMES_TELLING} on it says more\n"
            );
        }
        let others = self.players.len().saturating_sub(1);
        let mut text = match (&self.beats_all, self.players.iter().max_by_key(|one| one.beaten)) {
            (Some(player), _) => format!("{player} beats all others\n"),
            (None, Some(most)) if most.beaten > 0 => {
                // Several may beat as many: the one that stands highest is named.
                let named = self.players.iter().find(|one| one.beaten == most.beaten).unwrap_or(most);
                format!("nobody beats all others: {} beats {} of {others}, the most\n", named.player, named.beaten)
            }
            _ => "nobody beats all others\n".to_owned(),
        };
        if let Some(BetterWins { decided, share }) = self.better_wins {
            let [rate, low, high] = [share.rate, share.low, share.high].map(|share| 100.0 * share);
            text +=
                &format!("the better of two wins {rate:.1} % ({low:.1} to {high:.1}) of {decided} decided matches\n");
        }
        text
    }

    /// The table as text: a row for each player, with its points against each of the others, and what it says in sentences.
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
        text + "\n\n" + &self.sentences()
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
            2     20.0        -\n\n\
            strong beats all others\n\
            the better of two wins 80.0 % (71.1 to 86.7) of 100 decided matches\n"
        );
    }

    /// The standings of players that won `wins[a][b]` of ten games against each other; `drawn` of each pair were drawn.
    fn met(names: &[&str], wins: &[&[u32]], drawn: u32) -> Standings {
        let record = |wins: u32| Record { games: 10, shared: vec![wins, drawn] };
        let records: Vec<Vec<Record>> = wins.iter().map(|row| row.iter().map(|&wins| record(wins)).collect()).collect();
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        standings(&names, &records, &vec![0; names.len()])
    }

    #[test]
    fn nobody_beats_all_in_a_ring() {
        let ring = met(&["rock", "paper", "scissors"], &[&[0, 2, 9], &[8, 0, 3], &[1, 7, 0]], 0);
        assert_eq!(ring.beats_all, None);
        assert_eq!(ring.players.iter().map(|one| one.beaten).collect::<Vec<_>>(), [1, 1, 1]);
        // By points: paper and rock have 11, scissors 8; the first of equals is named first.
        let text = ring.text();
        assert!(text.contains("\nnobody beats all others: paper beats 1 of 2, the most\n"), "{text}");
        // Paper has 8 of 10 against rock and 3 against scissors, rock 9 against scissors: 20 of 30.
        assert!(text.ends_with("\nthe better of two wins 66.7 % (48.8 to 80.8) of 30 decided matches\n"), "{text}");
        let table = ring.csv();
        assert!(table.starts_with("player,rating,error,games,wins,low,high,forfeits,beaten\npaper,"), "{table}");
        assert!(table.contains(",0,1\nrock,"), "{table}");
    }

    /// Two games a pair come out 2 to 0 every other time between equals.
    #[test]
    fn few_games_tell_nothing() {
        let names = ["weak", "strong"].map(str::to_owned);
        let none = Record::default();
        let met = |games: u32| {
            [vec![none.clone(), Record::of_wins(0, games)], vec![Record::of_wins(games, games), none.clone()]]
        };
        let text = standings(&names, &met(2), &[0, 0]).text();
        let told = "\n\ntoo few to tell who is better: some two have played 2 matches; from 10 on it says more\n";
        assert!(text.ends_with(told) && !text.contains("beats"), "{text}");
        assert!(standings(&names, &met(10), &[0, 0]).text().contains("strong beats all others"));
    }

    #[test]
    fn half_of_the_points_is_no_win_and_draws_decide_nothing() {
        // 5 of 10, and 3 won, 3 lost, 4 drawn.
        for (wins, drawn, decided) in [(5, 0, 10), (3, 4, 6)] {
            let even = met(&["one", "other"], &[&[0, wins], &[wins, 0]], drawn);
            assert_eq!((even.beats_all.as_deref(), even.better_wins.map(|found| found.decided)), (None, Some(decided)));
            assert!(even.text().contains("\nnobody beats all others\n"), "{}", even.text());
        }
        let drawn = met(&["one", "other"], &[&[0, 0], &[0, 0]], 10);
        assert_eq!((drawn.beats_all.as_deref(), drawn.better_wins), (None, None));
        // 4 won, 2 lost and 4 drawn are 6 points of 10.
        let better = met(&["one", "other"], &[&[0, 4], &[2, 0]], 4);
        assert_eq!(better.beats_all.as_deref(), Some("one"));
        let value = serde_json::to_value(&better).expect("numbers and texts can be written");
        assert_eq!((&value["beats_all"], &value["better_wins"]["decided"]), (&"one".into(), &6.into()));
    }
}
