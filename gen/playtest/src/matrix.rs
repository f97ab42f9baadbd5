//! Many starts in play, by many mixes of players: a row for each, in one table.

use serde_json::{Value, json};

use crate::csv_table::{csv_text, number};
use crate::statistics::Verdict;
use crate::{PlayerName, Report, Session};

/// A start and who played it, and what came of it.
#[derive(Clone, Debug)]
pub struct MatrixRow {
    /// The preset, seed string or file.
    pub game: String,
    /// The variants that were chosen.
    pub variants: Vec<String>,
    /// Width and height of the world.
    pub size: (u32, u32),
    /// Who played.
    pub players: Vec<PlayerName>,
    /// Moves of a match on the mean.
    pub moves: f64,
    /// What the matches say.
    pub report: Report,
}

impl MatrixRow {
    /// Of a session's matches so far.
    #[must_use]
    pub fn new(game: &str, variants: &[String], size: (u32, u32), session: &Session) -> MatrixRow {
        let counts = session.counts();
        MatrixRow {
            game: game.to_owned(),
            variants: variants.to_vec(),
            size,
            players: session.players.clone(),
            moves: counts.moves as f64 / f64::from(counts.games.max(1)),
            report: session.report(),
        }
    }

    fn size(&self) -> String {
        format!("{}x{}", self.size.0, self.size.1)
    }

    fn players(&self) -> String {
        self.players.iter().map(PlayerName::to_string).collect::<Vec<_>>().join(",")
    }

    /// Won, drawn and ended at the limit, as shares of all.
    fn endings(&self) -> [f64; 3] {
        self.report.endings.map(|count| 100.0 * f64::from(count) / f64::from(self.report.games.max(1)))
    }

    fn seat_wins(&self) -> impl Iterator<Item = f64> {
        self.report.seats.iter().map(|seat| 100.0 * seat.wins.rate)
    }

    fn player_wins(&self) -> Vec<(&str, f64)> {
        self.report.players.iter().map(|one| (one.player.as_str(), 100.0 * one.wins.rate)).collect()
    }

    fn forfeits(&self) -> u32 {
        self.report.players.iter().map(|one| one.forfeits).sum()
    }

    fn cells(&self) -> Vec<String> {
        let variants = self.variants.join("+");
        let game = if variants.is_empty() { self.game.clone() } else { format!("{} {variants}", self.game) };
        let [won, drawn, limited] = self.endings().map(|share| format!("{share:.0} %"));
        let wins: Vec<String> = self.seat_wins().map(|wins| format!("{wins:.0}")).collect();
        let players: Vec<String> = match self.player_wins().as_slice() {
            [_] => Vec::new(),
            several => several.iter().map(|(name, wins)| format!("{name} {wins:.0}")).collect(),
        };
        let forfeits = if self.forfeits() > 0 { format!(", {} forfeited", self.forfeits()) } else { String::new() };
        vec![
            game,
            self.size(),
            self.report.seats.len().to_string(),
            self.players(),
            self.report.games.to_string(),
            won,
            drawn,
            limited,
            format!("{:.0}", self.report.turns.0),
            format!("{:.0}", self.moves),
            wins.join(" "),
            players.join(" "),
            format!("{}{forfeits}", self.report.verdict.word()),
        ]
    }

    fn fields(&self) -> Vec<String> {
        let [won, drawn, limited] = self.endings().map(|share| number(share / 100.0));
        let wins: Vec<String> = self.seat_wins().map(|wins| number(wins / 100.0)).collect();
        let players: Vec<String> =
            self.player_wins().iter().map(|(name, wins)| format!("{name}={}", number(wins / 100.0))).collect();
        vec![
            self.game.clone(),
            self.variants.join("+"),
            self.size(),
            self.report.seats.len().to_string(),
            self.players(),
            self.report.games.to_string(),
            won,
            drawn,
            limited,
            number(self.report.turns.0),
            number(self.moves),
            wins.join(" "),
            players.join(" "),
            self.forfeits().to_string(),
            self.report.verdict.word().to_owned(),
            self.report.chi_square.as_ref().map_or(String::new(), |test| number(test.p)),
        ]
    }
}

impl Verdict {
    /// In a word.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Verdict::Equal => "equal",
            Verdict::Unequal { .. } => "unequal",
            Verdict::NoneWon => "none won",
            Verdict::NotEnough { .. } => "not sure",
        }
    }
}

/// The table for people.
#[must_use]
pub fn matrix_text(rows: &[MatrixRow]) -> String {
    let head = "game,size,seats,players,games,won,drawn,limit,turns,moves,seats win,players win,verdict";
    let head: Vec<String> = head.split(',').map(str::to_owned).collect();
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().map(MatrixRow::cells)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// The table for programs: a row for each seat of each row would be another table, so seats stand in one column.
#[must_use]
pub fn matrix_csv(rows: &[MatrixRow]) -> String {
    let head =
        "game,variants,size,seats,players,games,won,drawn,limit,turns,moves,seat_wins,player_wins,forfeits,verdict,p";
    csv_text(&head.split(',').collect::<Vec<_>>(), rows.iter().map(MatrixRow::fields))
}

/// All of it.
#[must_use]
pub fn matrix_json(rows: &[MatrixRow]) -> Value {
    let row = |row: &MatrixRow| {
        json!({
            "game": row.game, "variants": row.variants, "size": row.size(), "players": row.players(),
            "moves": row.moves, "play": row.report.json(),
        })
    };
    json!({ "ok": true, "rows": rows.iter().map(row).collect::<Vec<_>>() })
}
