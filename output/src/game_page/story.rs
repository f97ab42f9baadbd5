//! The game's texts about itself, its variants and its sides.

use contract::Chapter;
use design::parameters::global::{LAST_TURN, SIDES_MAX, SIDES_MIN};
use design::{Atom, Design, SideSketch, Variant};

use super::game::Game;
use super::winning;
use crate::document::{Cell, Chip, Look, Section, Sheet};

/// The name that players see.
pub(super) fn title(design: &Design) -> &str {
    either(&design.title, &design.name)
}

fn either<'a>(first: &'a str, second: &'a str) -> &'a str {
    if first.is_empty() { second } else { first }
}

/// What the game is, and what a player needs for it.
pub(super) fn about(game: &Game<'_>) -> Section {
    let design = game.design;
    let range = |low: i32, high: i32, usual: usize| match (low, high) {
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{usual}, from {low} to {high}"),
    };
    let size = |(width, height): (u32, u32)| format!("{width}x{height}");
    let claims = &design.supports;
    let areas: Vec<&str> = claims.areas.iter().map(|area| area.name()).collect();
    let last = design.global_int(LAST_TURN);
    // Where the rules of GDL say how one wins, they are named there.
    let rules = if game.chapters.contains(&Chapter::Winning) { String::new() } else { winning::rules(game) };
    Section::new("About")
        .paragraph(&design.description)
        .paragraph(&told(design, "blurb"))
        .paragraph(&told(design, "instructions"))
        .facts(vec![
            ("version", told(design, "version")),
            ("players", range(design.global_int(SIDES_MIN), design.global_int(SIDES_MAX), design.sides_wanted())),
            ("size", format!("{}, from {} to {}", size(claims.size), size(claims.size_min), size(claims.size_max))),
            ("areas", areas.join(", ")),
            ("rules", rules),
            ("last turn", if last < i32::from(i16::MAX) { last.to_string() } else { String::new() }),
        ])
}

/// Hints for players, then the notes for designers.
pub(super) fn notes(design: &Design) -> Section {
    let mut section = Section::new("Notes").paragraph(&design.player_notes).paragraph(&told(design, "notes"));
    let own = [design.designer_notes.clone(), told(design, "design-notes")].join("\n");
    if !own.trim().is_empty() {
        section = section.paragraph("For designers:").paragraph(&own);
    }
    section
}

/// A text of the module: consecutive lines are one paragraph, an empty line begins the next.
fn told(design: &Design, name: &str) -> String {
    let mut text = String::new();
    design.module.get(name).into_iter().flatten().for_each(|atom| gather(atom, &mut text));
    text
}

fn gather(atom: &Atom, text: &mut String) {
    match atom {
        Atom::List(atoms) => atoms.iter().for_each(|atom| gather(atom, text)),
        Atom::Int(number) => join(&number.to_string(), text),
        Atom::Word(word) | Atom::Text(word) => word.split('\n').for_each(|line| join(line, text)),
    }
}

fn join(line: &str, text: &mut String) {
    if line.trim().is_empty() {
        text.push('\n');
    } else {
        let space = if text.is_empty() || text.ends_with('\n') { "" } else { " " };
        text.push_str(space);
        text.push_str(line.trim());
    }
}

/// The choices, with the effect of each.
pub(super) fn variants(variants: &[Variant]) -> Section {
    let row = |variant: &Variant| {
        let values = match variant.values.as_slice() {
            [default, only] if default == "false" && only == "true" => "yes, no".to_owned(),
            values => values.join(", "),
        };
        let usual = match variant.default.as_str() {
            "false" => "no",
            "true" => "yes",
            other => other,
        };
        vec![Cell::words(&variant.name), Cell::words(values), Cell::words(usual), Cell::words(&variant.help)]
    };
    let heads = ["variant", "choices", "usual", "what it does"].map(Cell::words).to_vec();
    Section::new("Variants").sheet(Sheet { heads, rows: variants.iter().map(row).collect(), look: Look::Plain })
}

/// The predefined sides, and those from which others are drawn.
pub(super) fn sides(design: &Design) -> Section {
    let mut section = Section::new("Sides");
    let heads = |first: &str, last: &str| [first, "people", "class", last].map(Cell::words).to_vec();
    let row = |side: &SideSketch, last: String| {
        let chip = (side.color.len() == 6 && !side.color.is_empty())
            .then(|| u32::from_str_radix(&side.color, 16).ok())
            .flatten()
            .map(|color| {
                let [_, red, green, blue] = color.to_be_bytes();
                Chip { glyph: String::new(), color: Some([red, green, blue]) }
            });
        let name = either(&side.name, "to be named");
        let people: Vec<&str> =
            [side.noun.as_str(), side.adjective.as_str()].into_iter().filter(|word| !word.is_empty()).collect();
        vec![
            Cell { chip, ..Cell::words(name) },
            Cell::words(people.join(", ")),
            Cell::words(&side.class),
            Cell::words(last),
        ]
    };
    let more = |side: &SideSketch| {
        let mut words = Vec::new();
        words.extend(side.advantage.map(|advantage| format!("advantage {advantage}")));
        words.extend(side.handicap.and_then(design::Handicap::words));
        words.extend((side.team > 0).then(|| format!("team {}", side.team)));
        words.extend((side.player != design::Player::Open).then(|| format!("played by {}", side.player)));
        words.extend(side.locked.then(|| "as it is".to_owned()));
        words.join(", ")
    };
    let rows = design.sides.iter().map(|side| row(side, more(side))).collect();
    section = section.sheet(Sheet { heads: heads("side", ""), rows, look: Look::Plain });
    if !design.side_library.is_empty() {
        section = section.paragraph("Further sides are drawn from:");
    }
    let often = |limit: u32| if limit == 1 { String::new() } else { format!("up to {limit} times") };
    let rows = design.side_library.iter().map(|item| row(&item.side, often(item.limit))).collect();
    section.sheet(Sheet { heads: heads("side", "how often"), rows, look: Look::Plain })
}
