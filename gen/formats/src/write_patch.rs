//! Writing the difference of two designs as RON: a draft that, taken after the one, gives the other.

use design::parameters::find;
use design::{Design, NamerText, Properties, Scope};

use crate::write_design::{
    Lines, quote, write_forms, write_recipe, write_sections, write_side_library, write_sides, write_values,
    written_atoms,
};

/// The text of a draft which `design::patch` takes after `from` to give exactly `to`; `None` if they are equal.
///
/// Where `to` lacks types of `from`, or has them in another order, the draft is the whole of `to` and says `"anew"`.
#[must_use]
pub fn design_patch(from: &Design, to: &Design) -> Option<String> {
    if from == to {
        return None;
    }
    let mut lines = Lines::default();
    lines.open("{");
    write_patch(from, to, &mut lines);
    lines.close("}");
    Some(lines.text)
}

/// The sections of such a draft, without braces.
pub(crate) fn write_patch(from: &Design, to: &Design, lines: &mut Lines) {
    if !can_patch(from, to) {
        lines.entry("anew", "true");
        return write_sections(to, lines);
    }
    let texts = [
        ("name", &from.name, &to.name),
        ("title", &from.title, &to.title),
        ("summary", &from.summary, &to.summary),
        ("description", &from.description, &to.description),
        ("player-notes", &from.player_notes, &to.player_notes),
        ("designer-notes", &from.designer_notes, &to.designer_notes),
    ];
    for (name, _, text) in texts.into_iter().filter(|(_, from, to)| from != to) {
        lines.entry(name, &quote(text));
    }
    if from.supports != to.supports {
        write_claims(from, to, lines);
    }
    if from.sides != to.sides {
        write_sides(to, lines);
    }
    if from.side_library != to.side_library {
        write_side_library(to, lines);
    }
    write_values(from, to, lines);
    if from.namers != to.namers {
        write_namers(&from.namers, &to.namers, lines);
    }
    if from.module != to.module {
        write_module(&from.module, &to.module, lines);
    }
    if from.forms != to.forms {
        write_forms(&to.forms, lines);
    }
    if from.recipe != to.recipe {
        write_recipe(to, lines);
    }
}

/// Types can be added and never taken away; nor can it be unsaid how many sides are wanted.
fn can_patch(from: &Design, to: &Design) -> bool {
    let sides_wanted = find(Scope::Global, "sides-wanted").expect("it is in the registry");
    let unsaid = from.global(sides_wanted).is_some() && to.global(sides_wanted).is_none();
    !unsaid && Scope::TYPES.iter().all(|&scope| to.types(scope).names.starts_with(&from.types(scope).names))
}

fn write_claims(from: &Design, to: &Design, lines: &mut Lines) {
    let (from, to) = (&from.supports, &to.supports);
    lines.open("\"claims\": {");
    let sizes = [
        ("size", from.size, to.size),
        ("size-min", from.size_min, to.size_min),
        ("size-max", from.size_max, to.size_max),
    ];
    for (name, _, (width, height)) in sizes.into_iter().filter(|(_, from, to)| from != to) {
        lines.entry(name, &quote(&format!("{width}x{height}")));
    }
    if from.areas != to.areas {
        let areas: Vec<&str> = to.areas.iter().map(|area| area.name()).collect();
        lines.entry("areas", &quote(&areas.join(" ")));
    }
    lines.close("},");
}

/// A draft's namers come behind those that it leaves as they are, in their order.
fn write_namers(from: &[NamerText], to: &[NamerText], lines: &mut Lines) {
    lines.open("\"namers\": {");
    let mut rest = from.iter();
    let kept = to.iter().take_while(|namer| rest.any(|known| known == *namer)).count();
    let is_named = |namers: &[NamerText], name: &str| namers.iter().any(|namer| namer.name == name);
    for namer in from.iter().filter(|namer| !is_named(to, &namer.name)) {
        lines.entry(&namer.name, "[]");
    }
    for namer in &to[kept..] {
        lines.entry(&namer.name, &namer.text);
    }
    lines.close("},");
}

fn write_module(from: &Properties, to: &Properties, lines: &mut Lines) {
    lines.open("\"module\": {");
    for name in from.keys().filter(|&name| !to.contains_key(name)) {
        lines.entry(name, "[]");
    }
    for (name, atoms) in to.iter().filter(|&(name, atoms)| from.get(name) != Some(atoms)) {
        lines.entry(name, &written_atoms(atoms));
    }
    lines.close("},");
}
