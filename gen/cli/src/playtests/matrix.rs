//! Many starts in play, by many mixes of players: a row for each, in one table.

use playtest::statistics::Verdict;
use playtest::{Games, PlayerName, Report};
use serde_json::{Value, json};

use super::starts::Wanted;
use crate::report::Failure;

/// A start and who played it, and what came of it.
pub struct Row {
    wanted: Wanted,
    size: String,
    seats: usize,
    players: String,
    moves: f64,
    report: Report,
}

impl Row {
    /// Of a start, by what was counted.
    pub fn new(wanted: Wanted, area: grid::Area, players: &[PlayerName], games: &Games, report: Report) -> Row {
        let names: Vec<String> = players.iter().map(PlayerName::to_string).collect();
        Row {
            size: format!("{}x{}", area.width(), area.height()),
            seats: report.seats.len(),
            players: names.join(","),
            moves: games.moves as f64 / f64::from(games.games.max(1)),
            wanted,
            report,
        }
    }

    fn game(&self) -> String {
        let variants = self.wanted.variants.join("+");
        if variants.is_empty() { self.wanted.game.clone() } else { format!("{} {variants}", self.wanted.game) }
    }

    /// What is said of the seats, in a word.
    fn verdict(&self) -> &'static str {
        match self.report.verdict {
            Verdict::Equal => "equal",
            Verdict::Unequal { .. } => "unequal",
            Verdict::NoneWon => "none won",
            Verdict::NotEnough { .. } => "not sure",
        }
    }

    /// Won, drawn and ended at the limit, in percent.
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
}

/// The table for people.
pub fn text(rows: &[Row]) -> String {
    let head = [
        "game",
        "size",
        "seats",
        "players",
        "games",
        "won",
        "drawn",
        "limit",
        "turns",
        "moves",
        "seats win",
        "players win",
        "verdict",
    ];
    let mut lines: Vec<Vec<String>> = vec![head.map(str::to_owned).to_vec()];
    for row in rows {
        let [won, drawn, limited] = row.endings().map(|share| format!("{share:.0} %"));
        let wins: Vec<String> = row.seat_wins().map(|wins| format!("{wins:.0}")).collect();
        let players: Vec<String> = match row.player_wins().as_slice() {
            [_] => Vec::new(),
            several => several.iter().map(|(name, wins)| format!("{name} {wins:.0}")).collect(),
        };
        let forfeits = if row.forfeits() > 0 { format!(", {} forfeited", row.forfeits()) } else { String::new() };
        lines.push(vec![
            row.game(),
            row.size.clone(),
            row.seats.to_string(),
            row.players.clone(),
            row.report.games.to_string(),
            won,
            drawn,
            limited,
            format!("{:.0}", row.report.turns.0),
            format!("{:.0}", row.moves),
            wins.join(" "),
            players.join(" "),
            format!("{}{forfeits}", row.verdict()),
        ]);
    }
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// The table for programs: a row for each seat of each row would be another table, so seats stand in one column.
pub fn csv(rows: &[Row]) -> Result<String, Failure> {
    let failed = |error: csv::Error| Failure::io(error.to_string());
    let mut table = csv::Writer::from_writer(Vec::new());
    let head = [
        "game",
        "variants",
        "size",
        "seats",
        "players",
        "games",
        "won",
        "drawn",
        "limit",
        "turns",
        "moves",
        "seat_wins",
        "player_wins",
        "forfeits",
        "verdict",
        "p",
    ];
    table.write_record(head).map_err(failed)?;
    for row in rows {
        let number = |value: f64| format!("{value:.4}");
        let [won, drawn, limited] = row.endings().map(|share| number(share / 100.0));
        let wins: Vec<String> = row.seat_wins().map(|wins| number(wins / 100.0)).collect();
        let players: Vec<String> =
            row.player_wins().iter().map(|(name, wins)| format!("{name}={}", number(wins / 100.0))).collect();
        table
            .write_record([
                row.wanted.game.clone(),
                row.wanted.variants.join("+"),
                row.size.clone(),
                row.seats.to_string(),
                row.players.clone(),
                row.report.games.to_string(),
                won,
                drawn,
                limited,
                number(row.report.turns.0),
                number(row.moves),
                wins.join(" "),
                players.join(" "),
                row.forfeits().to_string(),
                row.verdict().to_owned(),
                row.report.chi_square.as_ref().map_or(String::new(), |test| number(test.p)),
            ])
            .map_err(failed)?;
    }
    let bytes = table.into_inner().map_err(|error| Failure::io(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// All of it.
pub fn document(rows: &[Row]) -> Value {
    let row = |row: &Row| {
        json!({
            "game": row.wanted.game, "variants": row.wanted.variants, "size": row.size, "players": row.players,
            "moves": row.moves, "play": serde_json::to_value(&row.report).unwrap_or_default(),
        })
    };
    json!({ "ok": true, "rows": rows.iter().map(row).collect::<Vec<_>>() })
}
