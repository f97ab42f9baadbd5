//! The scenarios of a batch in play: what is said of all of them at once, and the table that joins it to the batch's manifest.

use std::collections::BTreeMap;

use design::counted;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::csv_table::{csv_text, number};
use crate::statistics::{Correlation, Verdict, false_discovery, pearson, spearman, z_of};
use crate::{Games, Report};

/// A scenario of a batch, as its manifest tells of it.
#[derive(Clone, Debug)]
pub struct BatchItem {
    /// Its number in the batch.
    pub index: u32,
    /// Its seed.
    pub seed: u64,
    /// Its seed string.
    pub string: String,
    /// Its static score; `None` if nothing is predicted.
    pub score: Option<f64>,
    /// The seat that the score rests on, from 1; 0 if nothing is predicted.
    pub worst_seat: u64,
}

impl BatchItem {
    /// The seed of its matches, by that of the whole batch: matches of different maps have luck of their own.
    #[must_use]
    pub const fn match_seed(&self, seed: u64) -> u64 {
        seed.wrapping_add(self.seed)
    }
}

/// The file in the folder of an item that keeps an [`ItemPlay`].
pub const ITEM_PLAY_FILE: &str = "play.json";
/// The file in the folder of a batch that keeps what [`batch_csv`] writes.
pub const BATCH_PLAY_FILE: &str = "play.csv";

/// What was played of a scenario of a batch, as its file keeps it: by this a batch that was ended goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemPlay {
    /// The version of the format.
    format: u32,
    /// What was asked for: flags by name.
    asked: BTreeMap<String, String>,
    /// What came of it.
    pub games: Games,
}

/// The version of [`ItemPlay`].
const FORMAT: u32 = 1;

impl ItemPlay {
    /// Of what was asked for, and what came of it.
    #[must_use]
    pub const fn new(asked: BTreeMap<String, String>, games: Games) -> ItemPlay {
        ItemPlay { format: FORMAT, asked, games }
    }

    /// The text of a file; `None` if it is cut short, or of another version. Files of earlier versions do not say in how many matches
    /// each player forfeited: those with forfeits are of another version too.
    #[must_use]
    pub fn read(text: &str) -> Option<ItemPlay> {
        let tells_all = |games: &Games| games.forfeits.is_empty() || !games.forfeited.is_empty();
        serde_json::from_str(text).ok().filter(|play: &ItemPlay| play.format == FORMAT && tells_all(&play.games))
    }

    /// As a file.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts can be written") + "\n"
    }

    /// The first flag by which other matches are asked for, with its value before and now.
    #[must_use]
    pub fn difference(&self, asked: &BTreeMap<String, String>) -> Option<[String; 3]> {
        let (flag, now) = asked.iter().find(|(flag, value)| self.asked.get(*flag) != Some(value))?;
        let before = self.asked.get(flag).map_or("nothing", String::as_str);
        Some([flag, before, now].map(str::to_owned))
    }
}

/// A row for each scenario: what the manifest says of it, and what play says.
#[must_use]
pub fn batch_csv(rows: &[(BatchItem, Report)]) -> String {
    const HEAD: [&str; 10] =
        ["index", "seed", "score", "worst_seat", "games", "verdict", "evenness", "p", "first_mover", "turns"];
    let seats = rows.iter().map(|(_, report)| report.seats.len()).max().unwrap_or(0);
    let by_seat = (1..=seats)
        .flat_map(|seat| [format!("seat_{seat}_wins"), format!("seat_{seat}_low"), format!("seat_{seat}_high")]);
    let head: Vec<String> = HEAD.map(str::to_owned).into_iter().chain(by_seat).chain(["string".to_owned()]).collect();
    let fields = |(item, report): &(BatchItem, Report)| {
        let word = report.words.split(':').next().unwrap_or_default().split(" games").next().unwrap_or_default();
        let mut fields = vec![
            item.index.to_string(),
            item.seed.to_string(),
            item.score.map_or(String::new(), number),
            item.score.map_or(String::new(), |_| item.worst_seat.to_string()),
            report.games.to_string(),
            word.to_owned(),
            number(report.evenness()),
            report.chi_square.as_ref().map_or(String::new(), |test| number(test.p)),
            report.first_mover.map_or(String::new(), |first| number(first.rate)),
            number(report.turns.0),
        ];
        for seat in 0..seats {
            let found = report.seats.get(seat).map(|seat| [seat.wins.rate, seat.wins.low, seat.wins.high]);
            fields.extend(found.map_or([const { String::new() }; 3], |found| found.map(number)));
        }
        fields.push(item.string.clone());
        fields
    };
    csv_text(&head, rows.iter().map(fields))
}

/// What is said of a batch in play.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchSummary {
    /// How many scenarios were played.
    pub scenarios: usize,
    /// How many matches.
    pub games: u64,
    /// Scenarios that are equal, unequal, not sure.
    pub verdicts: [usize; 3],
    /// Scenarios whose seats differ beyond chance, over all of them at once.
    pub unequal_beyond_chance: usize,
    /// Static score against evenness in play.
    pub correlation: Option<Correlation>,
    /// The same of ranks.
    pub rank_correlation: Option<Correlation>,
    /// What moving first is worth on the mean; nothing where turns have no order.
    pub first_mover: Option<f64>,
}

impl BatchSummary {
    /// Of the scenarios that were played.
    #[must_use]
    pub fn new(rows: &[(BatchItem, Report)]) -> BatchSummary {
        let mut verdicts = [0; 3];
        for (_, report) in rows {
            verdicts[match report.verdict {
                Verdict::Equal => 0,
                Verdict::Unequal { .. } => 1,
                Verdict::NotEnough { .. } | Verdict::NoneWon => 2,
            }] += 1;
        }
        let pairs: Vec<(f64, f64)> =
            rows.iter().filter_map(|(item, report)| Some((item.score?, report.evenness()))).collect();
        let z = z_of(0.95);
        let p: Vec<f64> =
            rows.iter().map(|(_, report)| report.chi_square.as_ref().map_or(1.0, |test| test.p)).collect();
        let first: Vec<f64> = rows.iter().filter_map(|(_, report)| Some(report.first_mover?.rate)).collect();
        BatchSummary {
            scenarios: rows.len(),
            games: rows.iter().map(|(_, report)| u64::from(report.games)).sum(),
            verdicts,
            unequal_beyond_chance: false_discovery(&p, 0.05).found.len(),
            correlation: pearson(&pairs, z),
            rank_correlation: spearman(&pairs, z),
            first_mover: (!first.is_empty()).then(|| first.iter().sum::<f64>() / first.len() as f64),
        }
    }

    /// For people.
    #[must_use]
    pub fn text(&self) -> String {
        let [equal, unequal, open] = self.verdicts;
        let mut text = format!(
            "{}, {} matches: {equal} equal, {unequal} unequal, {open} not sure yet\n",
            counted(self.scenarios, "scenario"),
            self.games
        );
        text += &format!(
            "seats that differ beyond chance, over all maps at once (5 % false): {}\n",
            self.unequal_beyond_chance
        );
        if let Some(first) = self.first_mover {
            text += &format!("moving first is worth {:+.1} points on the mean\n", 100.0 * first);
        }
        let told = |found: Option<Correlation>| {
            found.map_or("cannot be told from these".to_owned(), |Correlation { value, low, high, .. }| {
                format!("{value:+.2} ({low:+.2} to {high:+.2})")
            })
        };
        let (correlation, ranks) = (told(self.correlation), told(self.rank_correlation));
        text + &format!("static score and evenness in play: correlation {correlation}, of ranks {ranks}\n")
    }

    /// For programs; `table` is the path of the table.
    #[must_use]
    pub fn json(&self, table: &str) -> Value {
        let three = |found: Option<Correlation>| found.map(|found| [found.value, found.low, found.high]);
        json!({
            "ok": true, "scenarios": self.scenarios, "games": self.games, "equal": self.verdicts[0],
            "unequal": self.verdicts[1], "not_enough": self.verdicts[2],
            "unequal_beyond_chance": self.unequal_beyond_chance, "first_mover": self.first_mover,
            "correlation": three(self.correlation), "rank_correlation": three(self.rank_correlation), "table": table,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FigureSum, statistics::Record};

    /// A file of the version before games had figures of their own.
    const OLD: &str = r#"{"format":1,"asked":{"--games":"2"},"games":{"games":2,"endings":[2,0,0],"seats":[
        {"games":2,"shared":[1]},{"games":2,"shared":[1]}],"ranks":[3,3],"teams":[{"games":2,"shared":[1]},
        {"games":2,"shared":[1]}],"wins":[1,1],"cells":[[],[]],"players":{"goal":[{"games":2,"shared":[1]},0]},"forfeits":[],
        "turns":[20,9,11],"moves":77,"kinds":[],"openings":{}}}"#;

    #[test]
    fn files_without_figures_are_read_and_written_as_they_were() {
        let mut play = ItemPlay::read(OLD).expect("it is whole");
        assert_eq!((play.games.moves, &play.games.seats[0]), (77, &Record::of_wins(1, 2)));
        assert_eq!(play.games.figures, []);
        assert!(!play.write().contains("figures"), "{}", play.write());
        // Those of later matches are added, and kept.
        let sum = FigureSum { name: "rain".to_owned(), count: 1, of: 2, matches: 1, squares: [1, 2, 4] };
        play.games.figures.push(sum);
        assert_eq!(ItemPlay::read(&play.write()), Some(play));
    }

    #[test]
    fn files_that_do_not_say_who_forfeited_how_often_are_not_read() {
        let mut play = ItemPlay::read(OLD).expect("it is whole");
        play.games.forfeits.push("match 0, seat 1, turn 1: cmd:bot: the program has ended".to_owned());
        assert_eq!(ItemPlay::read(&play.write()), None);
        let first = "match 0, seat 1, turn 1: the program has ended".to_owned();
        play.games.forfeited.insert("cmd:bot".to_owned(), crate::ForfeitCount { matches: 1, first });
        assert_eq!(ItemPlay::read(&play.write()), Some(play));
    }
}
