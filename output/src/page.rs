//! `scenario.html`: one page with everything about a scenario that one would show a friend; it needs no other file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use contract::Forecast;
use design::Player;
use design::parameters::unit;
use world::{Better, Fairness, Measure, PlayedFairness, Scenario, SideId, TeamFairness};

use crate::html::{PAGE_STYLE, escape_html, png_url};
use crate::map::{PictureStyle, write_png};
use crate::{Format, FormatOption, FormatOptions, Loss, Sink, WriteError};

/// The page of a scenario: its map, its seats, how fair it is and why, and how to make it again. Beside it what its map lost.
fn page(scenario: &Scenario) -> Result<(String, Vec<Loss>), WriteError> {
    let mut png = Vec::new();
    let lost = write_png(scenario, &PictureStyle::default(), &mut png)?;
    let title = escape_html(&scenario.design.title);
    let area = &scenario.world.area;
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{PAGE_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p class=\"lead\">{}{} &times; {} cells{}, {}, {}</p>\n<img class=\"map\" alt=\"the map\" src=\"{}\">\n",
        sentence(&scenario.design.summary),
        area.width(),
        area.height(),
        if area.levels() == 1 { String::new() } else { format!(" on {} levels", area.levels()) },
        area.shape(),
        design::counted(scenario.sides.len(), "seat"),
        png_url(&png),
    );
    if let Some(fairness) = &scenario.fairness {
        page.push_str(&verdict(fairness, scenario.played.as_ref()));
    }
    page.push_str(&seats(scenario));
    if let Some(fairness) = &scenario.fairness {
        // A single seat has no rival to be compared with.
        if fairness.seats > 1 {
            page.push_str(&measures(scenario, fairness));
        }
        if let Some(of_teams) = &fairness.teams {
            page.push_str(&teams(scenario, of_teams));
        }
    }
    if let Some(forecast) = playtest::forecast(scenario) {
        page.push_str(&expected(&forecast));
    }
    page.push_str(&origins(scenario));
    page.push_str(&notes(scenario));
    let _infallible = writeln!(
        page,
        "<footer>Made by Fairmarch {}.</footer>\n</main>\n</body>\n</html>",
        escape_html(&scenario.origins.version)
    );
    Ok((page, lost))
}

/// A summary followed by a space; empty if there is none.
fn sentence(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{}. ", escape_html(text)) }
}

fn verdict(fairness: &Fairness, of_matches: Option<&PlayedFairness>) -> String {
    let played = of_matches.map_or(String::new(), |played| {
        let by = played.players.join(", ");
        let mut text = escape_html(&format!(" Played {} times by {by}: {}.", played.matches, played.words));
        if let Some(levelling) = &played.levelling {
            let before: Vec<String> = levelling.before.iter().map(|share| format!("{:.0} %", 100.0 * share)).collect();
            text.push_str(&format!(
                " The plain roll won {} in {} matches.",
                before.join(", "),
                levelling.before_matches
            ));
            if !levelling.changes.is_empty() {
                text.push_str(&escape_html(&format!(" To level it: {}.", levelling.changes.join("; "))));
            }
        }
        text
    });
    let doubt = fairness::doubt_words(fairness, of_matches).map_or(String::new(), |words| escape_html(&words) + " ");
    // What was played says more than what is predicted.
    let score = match (of_matches, fairness.prediction()) {
        (Some(played), _) => {
            let words = fairness::won_words(played);
            let (shares, rest) = words.trim_start_matches("seats won ").split_once(", ").unwrap_or((&words, ""));
            let matches = design::counted(played.matches as usize, "match");
            format!("<div class=\"score\">{shares}<small>won by its seats in {matches}; {rest}</small></div>")
        }
        (None, Some(score)) => {
            format!("<div class=\"score\">{score:.2}<small>fairness, predicted, of 1</small></div>")
        }
        (None, None) => String::new(),
    };
    let predicted = fairness.prediction().filter(|_| of_matches.is_some());
    let doubt = predicted.map_or(doubt, |score| format!("Fairness {score:.2} of 1 was predicted. "));
    let reason = escape_html(&fairness.reason);
    format!("<section class=\"card verdict\">{score}<p>{doubt}{reason}{played}</p></section>\n")
}

fn swatch(color: &str) -> String {
    let is_plain = color.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_plain { format!("<span class=\"swatch\" style=\"background:#{color}\"></span>") } else { String::new() }
}

/// A side's name, marked with its colour.
fn seat_name(scenario: &Scenario, seat: usize) -> String {
    scenario.sides.get(seat).map_or_else(
        || format!("seat {}", seat + 1),
        |side| format!("{}{}", swatch(&side.color), escape_html(&side.name)),
    )
}

/// Each seat with its start units.
fn seats(scenario: &Scenario) -> String {
    let mut rows = String::new();
    let unequal = scenario.sides.iter().any(|side| side.advantage != 1);
    let handicapped = scenario.handicaps().is_some();
    let teamed = scenario.sides.iter().any(|side| side.team != 0);
    let manned = scenario.sides.iter().any(|side| side.player != Player::Open);
    let differ = |fairness: &&Fairness| fairness.measures.iter().any(|measure| measure.min_over_max < 1.0);
    let worst = scenario.fairness.as_ref().filter(differ).map_or(0, |fairness| fairness.worst_seat);
    for (index, side) in scenario.sides.iter().enumerate() {
        let mut counts = BTreeMap::new();
        let own = |unit: &&world::Unit| unit.side == SideId::from_index(index);
        for unit in scenario.units.iter().filter(own) {
            *counts.entry(unit.kind).or_insert(0_usize) += 1;
        }
        let units =
            counts.iter().map(|(&kind, &count)| design::counted(count, scenario.design.spoken_name(unit::NAME, kind)));
        let units = units.collect::<Vec<_>>().join(", ");
        let mut told = String::new();
        if unequal {
            let _infallible = write!(told, "<td class=\"number\">{}</td>", side.advantage);
        }
        if handicapped {
            let _infallible = write!(told, "<td>{}</td>", side.handicap.words().unwrap_or_default());
        }
        if teamed {
            let team = if side.team == 0 { "alone".to_owned() } else { side.team.to_string() };
            let _infallible = write!(told, "<td class=\"number\">{team}</td>");
        }
        if manned {
            let _infallible = write!(told, "<td>{}</td>", escape_html(&side.player.to_string()));
        }
        let mark = if index + 1 == worst && scenario.sides.len() > 1 { "<small>has it hardest</small>" } else { "" };
        let _infallible = writeln!(
            rows,
            "<tr><td class=\"number\">{}</td><td>{}{mark}</td>{told}<td>{}</td></tr>",
            index + 1,
            seat_name(scenario, index),
            escape_html(&units)
        );
    }
    let heads = [
        (unequal, "<th class=\"number\">advantage</th>"),
        (handicapped, "<th>handicap</th>"),
        (teamed, "<th class=\"number\">team</th>"),
        (manned, "<th>player</th>"),
    ];
    let head: String = heads.into_iter().filter(|&(is_told, _)| is_told).map(|(_, head)| head).collect();
    format!(
        "<section class=\"card\"><h2>Seats</h2><table>\n<tr><th class=\"number\">seat</th><th>side</th>{head}\
         <th>starts with</th></tr>\n{rows}</table></section>\n"
    )
}

/// Each measure: what it counts, the value of each seat, and the worst seat's value as a share of the best.
fn measures(scenario: &Scenario, fairness: &Fairness) -> String {
    let mut rows = String::new();
    for measure in &fairness.measures {
        let about =
            playtest::measure_summaries().find(|(name, _)| *name == measure.name).map_or("", |(_, summary)| summary);
        let values: String =
            (measure.values.iter()).map(|&value| format!("<td class=\"number\">{}</td>", plain(value))).collect();
        let _infallible = writeln!(
            rows,
            "<tr><td>{}<small>{}{}</small></td>{values}<td class=\"number\">\
             <span class=\"meter\"><i style=\"width:{:.0}%\"></i></span>{:.2}</td><td class=\"number\">{}</td></tr>",
            escape_html(&measure.name),
            escape_html(about),
            way(measure),
            (measure.min_over_max * 100.0).clamp(0.0, 100.0),
            measure.min_over_max,
            plain(measure.weight),
        );
    }
    if !fairness.predicted.is_empty() {
        let shares: String = (fairness.predicted.iter())
            .map(|share| format!("<td class=\"number\">{:.0} %</td>", 100.0 * share))
            .collect();
        let _infallible = writeln!(
            rows,
            "<tr><td>predicted wins<small>what all of these together say about who wins</small></td>{shares}<td></td><td></td></tr>"
        );
    }
    let seats: String =
        (0..fairness.seats).map(|seat| format!("<th class=\"number\">{}</th>", seat_name(scenario, seat))).collect();
    format!(
        "<section class=\"card\"><h2>What was measured</h2><table>\n<tr><th>measure</th>{seats}\
         <th class=\"number\">worst/best</th><th class=\"number\">weight</th></tr>\n{rows}</table></section>\n"
    )
}

/// The same for teams.
fn teams(scenario: &Scenario, teams: &TeamFairness) -> String {
    let mut rows = String::new();
    for measure in &teams.measures {
        let values: String =
            measure.values.iter().map(|&value| format!("<td class=\"number\">{}</td>", plain(value))).collect();
        let _infallible = writeln!(
            rows,
            "<tr><td>{}</td>{values}<td class=\"number\">{:.2}</td></tr>",
            escape_html(&measure.name),
            measure.min_over_max
        );
    }
    let heads = teams.members.iter().map(|seats| {
        let names: Vec<String> = seats.iter().map(|&seat| seat_name(scenario, seat - 1)).collect();
        format!("<th class=\"number\">{}</th>", names.join(", "))
    });
    format!(
        "<section class=\"card\"><h2>Teams{}</h2><p>{}</p><table>\n<tr><th>measure</th>{}\
         <th class=\"number\">worst/best</th></tr>\n{rows}</table></section>\n",
        teams.prediction().map_or(String::new(), |score| format!(": {score:.2}")),
        escape_html(&teams.reason),
        heads.collect::<String>()
    )
}

/// What the rules expect of matches, part by part, such as level by level.
fn expected(forecast: &Forecast) -> String {
    let mut text = format!(
        "<section class=\"card\"><h2>What to expect</h2><table>\n<tr><th class=\"number\">{}</th>",
        escape_html(forecast.head)
    );
    for (name, _) in forecast.rows.first().map_or(&[][..], |row| row.values.as_slice()) {
        let _infallible = write!(text, "<th class=\"number\">{}</th>", escape_html(name));
    }
    text.push_str("</tr>\n");
    for row in &forecast.rows {
        let _infallible = write!(text, "<tr><td class=\"number\">{}</td>", escape_html(&row.label));
        for (_, value) in &row.values {
            let _infallible = write!(text, "<td class=\"number\">{}</td>", escape_html(value));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table>");
    for note in &forecast.notes {
        let _infallible = write!(text, "<p>{}</p>", escape_html(note));
    }
    text + "</section>\n"
}

fn way(measure: &Measure) -> &'static str {
    match measure.better {
        Better::More => "; more is better",
        Better::Less => "; less is better",
        Better::Equal => "",
    }
}

/// At most two decimals.
fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The seed string and the recipe.
fn origins(scenario: &Scenario) -> String {
    let origins = &scenario.origins;
    let mut text = String::new();
    if !origins.string.is_empty() {
        let string = escape_html(&origins.string);
        // A user's own design is no part of the string: its file, or a bundle of it, must be passed on too.
        let own = if origins.string.starts_with("file") { "DESIGN.ron " } else { "" };
        let _infallible = writeln!(
            text,
            "<section class=\"card\"><h2>The same world again</h2><p>Seed string <code>{string}</code></p>\
             <p><code>fairmarch roll {own}{string}</code></p></section>"
        );
    }
    if !origins.methods.is_empty() {
        text.push_str("<section class=\"card\"><h2>Recipe</h2><ol>\n");
        for (method, told) in &origins.methods {
            let _infallible = writeln!(text, "<li>{} <small>{}</small></li>", escape_html(method), escape_html(told));
        }
        text.push_str("</ol></section>\n");
    }
    text
}

/// The designer's notes for players.
fn notes(scenario: &Scenario) -> String {
    let design = &scenario.design;
    let texts = [&design.description, &design.player_notes];
    let paragraphs: String =
        (texts.iter()).filter(|text| !text.is_empty()).map(|text| format!("<p>{}</p>", escape_html(text))).collect();
    if paragraphs.is_empty() {
        return String::new();
    }
    format!("<section class=\"card\"><h2>About the game</h2>{paragraphs}</section>\n")
}

/// The format `html`.
pub(crate) struct ScenarioPage;

impl Format for ScenarioPage {
    fn name(&self) -> &'static str {
        "html"
    }

    fn summary(&self) -> &'static str {
        "one page to show a friend: map, seats, measures with reasons, seed string, recipe"
    }

    fn files(&self) -> &'static [&'static str] {
        &["scenario.html"]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[]
    }

    fn write(&self, scenario: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
        let (page, lost) = page(scenario)?;
        sink.file("scenario.html")?.write_all(page.as_bytes())?;
        Ok(lost)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::sample::sample;
    use grid::Shape;

    // Takes seconds: a page is made for each shape of area, with all its pictures.
    #[test]
    fn a_page_holds_everything_and_needs_nothing() {
        for &shape in Shape::ALL {
            let mut scenario = sample(shape, 24, 20, 1);
            scenario.sides[0].name = "<b>Ann & Bob</b>".to_owned();
            scenario.fairness = Some(Fairness {
                seats: scenario.sides.len(),
                score: 0.876,
                predicted: vec![1.0 / scenario.sides.len() as f64; scenario.sides.len()],
                likely: Some((0.061, 0.633)),
                worst_seat: 1,
                reason: "seat 1 has < land".to_owned(),
                measures: vec![Measure {
                    name: "land-8".to_owned(),
                    unit: "cells".to_owned(),
                    values: (0..scenario.sides.len()).map(|seat| seat as f64 + 0.25).collect(),
                    min_over_max: 0.5,
                    gini: 0.1,
                    weight: 2.0,
                    better: Better::More,
                }],
                teams: None,
            });
            scenario.origins.string = "classic:1".to_owned();
            scenario.origins.methods = vec![("make-rivers".to_owned(), "7 rivers".to_owned())];
            let (page, _) = page(&scenario).unwrap();
            for told in [
                "0.88",
                "seat 1 has &lt; land",
                "win between 6 and 63 %",
                "land-8",
                "1.25",
                "classic:1",
                "make-rivers",
                "7 rivers",
            ] {
                assert!(page.contains(told), "{shape}: {told}");
            }
            assert!(page.contains("&lt;b&gt;Ann &amp; Bob") && !page.contains("<b>"), "names are no HTML");
            for outside in ["http:", "https:", "src=\"/", "<script", "@import", "url("] {
                assert!(!page.contains(outside), "{shape}: {outside}");
            }
            assert_eq!(page.matches("<tr>").count(), page.matches("</tr>").count());
        }
    }

    #[test]
    fn a_scenario_without_a_score_has_a_page_and_an_empty_one_has_none() {
        let mut scenario = sample(Shape::Rectangle, 24, 20, 1);
        scenario.fairness = None;
        assert!(!page(&scenario).unwrap().0.contains("What was measured"));
        Arc::make_mut(&mut scenario.design).title.clear();
        scenario.world.terrain = None;
        assert!(matches!(page(&scenario), Err(WriteError::Picture(_))));
    }
}
