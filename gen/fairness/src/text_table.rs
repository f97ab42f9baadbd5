//! The table of measures that the command prints: one row per measure, one column per seat, at most 100 columns wide.
//!
//! Beyond [`SEATS_SHOWN`] seats the columns are the lowest, the middle and the highest value, and the worst seat's.

use world::{Fairness, PlayedFairness, PlayedVerdict, TeamFairness};

use crate::words::number;

/// The most seats that fit beside each other.
const SEATS_SHOWN: usize = 8;

/// The greatest width of a line.
const WIDTH: usize = 100;

/// The table, the score, what the score is worth, and the reason below it. `doubt` are the [`crate::doubt_words`], and whatever
/// else the caller tells of how to learn more. `sides` are the seats' names, in order; a missing one is its number.
///
/// The worst seat's name is marked with `*`. Values are as found; `worst/best` is their ratio after advantages are taken into
/// account.
#[must_use]
pub fn text_table(fairness: &Fairness, doubt: Option<&str>, sides: &[&str]) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let worst = fairness.worst_seat.checked_sub(1).filter(|&seat| seat < fairness.seats && fairness.seats > 1);
    // If all are equal, no seat is the worst.
    let differs = fairness.measures.iter().any(|measure| measure.weight > 0.0 && measure.min_over_max < 1.0);
    let worst = worst.filter(|_| differs);
    // Two columns of words, the seats, two of numbers: the seats share the remaining width.
    let shown = if fairness.seats > SEATS_SHOWN { 4 } else { fairness.seats };
    let width = (WIDTH - 40) / shown.max(1) - 1;
    let name = |seat: usize| {
        let star = if worst == Some(seat) { "*" } else { "" };
        format!("{}{star}", shorten(&seat_name(sides, seat), width.clamp(5, 16) - star.len()))
    };

    let mut head = vec!["measure".to_owned(), "unit".to_owned()];
    match worst {
        Some(worst) if fairness.seats > SEATS_SHOWN => {
            head.extend(["lowest", "middle", "highest"].map(str::to_owned));
            head.push(name(worst));
        }
        _ => head.extend((0..fairness.seats).map(name)),
    }
    head.extend(["worst/best".to_owned(), "weight".to_owned()]);
    rows.push(head);

    let shown = |values: &[f64]| -> Vec<f64> {
        let Some(worst) = worst.filter(|_| fairness.seats > SEATS_SHOWN) else { return values.to_vec() };
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let half = sorted.len() / 2;
        let middle = if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 };
        vec![sorted[0], middle, sorted[sorted.len() - 1], values[worst]]
    };
    for measure in &fairness.measures {
        let mut row = vec![measure.name.clone(), measure.unit.clone()];
        row.extend(shown(&measure.values).into_iter().map(number));
        row.push(format!("{:.2}", measure.min_over_max));
        row.push(number(measure.weight));
        rows.push(row);
    }
    if fairness.seats > 1 && !fairness.predicted.is_empty() {
        let mut row = vec!["predicted wins".to_owned(), "%".to_owned()];
        row.extend(shown(&fairness.predicted).into_iter().map(|share| format!("{:.0}", 100.0 * share)));
        row.extend([String::new(), String::new()]);
        rows.push(row);
    }

    let columns = rows[0].len();
    let widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let pad = " ".repeat(width - cell.chars().count());
            let gap = if column == 0 {
                ""
            } else if column < 2 {
                " "
            } else {
                "  "
            };
            let gap = if columns > 10 && column > 2 { " " } else { gap };
            line.push_str(gap);
            line.push_str(&if column < 2 { format!("{cell}{pad}") } else { format!("{pad}{cell}") });
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push('\n');
    if let Some(score) = fairness.prediction() {
        let star = if worst.is_some() { "   (* can expect least)" } else { "" };
        text.push_str(&format!("fairness {score:.2}, predicted{star}\n"));
    }
    text.push_str(&doubt.map_or(String::new(), wrap));
    text.push_str(&wrap(&fairness.reason));
    if let Some(teams) = &fairness.teams {
        text.push_str(&team_table(teams, sides));
    }
    text
}

/// What matches say of the seats: the verdict, the share of wins of each seat with its interval, and what was changed to level
/// them. `sides` as for [`text_table`].
#[must_use]
pub fn played_text(played: &PlayedFairness, sides: &[&str]) -> String {
    let by = played.players.join(", ");
    let mut text = wrap(&format!("played {} times by {by}: {}", played.matches, played.words));
    for (seat, share) in played.seats.iter().enumerate() {
        let name = shorten(&seat_name(sides, seat), 24);
        let [rate, low, high] = [share.rate, share.low, share.high].map(|share| 100.0 * share);
        let wished = share.wished.map_or_else(String::new, |share| format!(", {:.1} % is wished for", 100.0 * share));
        text.push_str(&format!("  {name:<24} wins {rate:>5.1} % ({low:.1} to {high:.1}){wished}\n"));
    }
    if let Some(levelling) = &played.levelling {
        let before: Vec<String> = levelling.before.iter().map(|share| format!("{:.0}", 100.0 * share)).collect();
        let (before, of, searched) = (before.join(" / "), levelling.before_matches, levelling.searched);
        let found = match levelling.changes.as_slice() {
            [] if played.verdict == PlayedVerdict::Equal => "nothing had to be changed".to_owned(),
            [] => "nothing was changed".to_owned(),
            _ if played.verdict != PlayedVerdict::Equal => format!("{searched} matches found what comes nearer:"),
            _ => format!("{searched} matches found what levels them:"),
        };
        text.push_str(&wrap(&format!("before: {before} % of {of} matches; {found}")));
        levelling.changes.iter().for_each(|change| text.push_str(&wrap(&format!("  {change}"))));
    }
    text
}

/// What the seats won in play and what was wished for, `63 / 37 %` and `67 / 33 %`; `None` where all are due the same.
#[must_use]
pub fn wished_words(played: &PlayedFairness) -> Option<[String; 2]> {
    let (mut won, mut wished) = (Vec::new(), Vec::new());
    for seat in &played.seats {
        if let Some(share) = seat.wished {
            won.push(format!("{:.0}", 100.0 * seat.rate));
            wished.push(format!("{:.0}", 100.0 * share));
        }
    }
    (!won.is_empty()).then(|| [won, wished].map(|shares| shares.join(" / ") + " %"))
}

/// Between which shares of wins the seats lie in play: `seats won 21 to 29 %, 25 % is equal`; where they are due different shares,
/// `seats won 63 / 37 %, 67 / 33 % is wished for`.
#[must_use]
pub fn won_words(played: &PlayedFairness) -> String {
    if let Some([won, wished]) = wished_words(played) {
        return format!("seats won {won}, {wished} is wished for");
    }
    let (mut least, mut most, mut all) = (f64::INFINITY, 0.0_f64, 0.0);
    for seat in &played.seats {
        (least, most) = (least.min(seat.rate), most.max(seat.rate));
        all += 100.0 * seat.rate;
    }
    let equal = all / played.seats.len().max(1) as f64;
    format!("seats won {:.0} to {:.0} %, {equal:.0} % is equal", 100.0 * least.min(most), 100.0 * most)
}

/// The teams, what each has of every measure, and the verdict on them.
fn team_table(teams: &TeamFairness, sides: &[&str]) -> String {
    let mut text = "\n".to_owned();
    for (number, seats) in (1..).zip(&teams.members) {
        let names = seats.iter().map(|&seat| seat_name(sides, seat - 1));
        let star = if number == teams.worst_team { "*" } else { "" };
        text.push_str(&wrap(&format!("team {number}{star}: {}", names.collect::<Vec<_>>().join(", "))));
    }
    for measure in &teams.measures {
        let values: Vec<String> = measure.values.iter().map(|&value| format!("{:>8}", number(value))).collect();
        text.push_str(&format!("{:<16}{}  {:.2}\n", measure.name, values.concat(), measure.min_over_max));
    }
    if let Some(score) = teams.prediction() {
        text.push_str(&format!("\nfairness of teams {score:.2}\n{}", wrap(&teams.reason)));
    }
    text
}

/// A seat's name, or its number if it has none.
fn seat_name(sides: &[&str], seat: usize) -> String {
    match sides.get(seat).map_or("", |name| name.trim()) {
        "" => format!("seat {}", seat + 1),
        name => name.to_owned(),
    }
}

fn shorten(name: &str, width: usize) -> String {
    if name.chars().count() <= width {
        return name.to_owned();
    }
    format!("{}…", name.chars().take(width.saturating_sub(1)).collect::<String>())
}

fn wrap(sentence: &str) -> String {
    let (mut text, mut used) = (String::new(), 0);
    for word in sentence.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > WIDTH {
            text.push('\n');
            used = 0;
        }
        if used > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += length;
    }
    text.push('\n');
    text
}
