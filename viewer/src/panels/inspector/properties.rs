//! Values of the design in words, and rows of properties with their meanings.

use design::parameters::rows;
use design::{Atom, Design, Kind, Scope, Value};
use eframe::egui::{self, RichText};

use crate::parameter_words::bounds_text;

/// The text of a value.
pub(super) fn value_text(design: &Design, kind: Kind, value: &Value) -> String {
    match value {
        Value::Int(number) => match kind {
            Kind::Flag => if *number != 0 { "yes" } else { "no" }.to_owned(),
            _ => design.word(kind, *number),
        },
        Value::Text(text) if text.is_empty() => "empty".to_owned(),
        Value::Text(text) => text.clone(),
        Value::Dice(dice) => dice.to_string(),
        Value::List(list) if list.is_empty() => "nothing".to_owned(),
        Value::List(list) => list.iter().map(|row| atoms_text(row)).collect::<Vec<_>>().join("; "),
        Value::Form(form) if form.is_empty() => "nothing".to_owned(),
        Value::Form(form) => atoms_text(form),
    }
}

/// The text of atoms: words and numbers, lists in brackets.
pub(super) fn atoms_text(atoms: &[Atom]) -> String {
    let text = |atom: &Atom| match atom {
        Atom::Int(number) => number.to_string(),
        Atom::Word(text) | Atom::Text(text) => text.clone(),
        Atom::List(list) => format!("({})", atoms_text(list)),
    };
    atoms.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Shows the properties of a type: those that the design sets, or all; only those whose name or meaning contains the query.
pub(super) fn show_properties(
    ui: &mut egui::Ui,
    design: &Design,
    scope: Scope,
    index: usize,
    all: &mut bool,
    query: &mut String,
) {
    ui.horizontal(|ui| {
        let label = ui.label("Properties");
        let field = egui::TextEdit::singleline(query).char_limit(200).hint_text("Search").desired_width(120.0);
        ui.add(field).labelled_by(label.id);
        ui.checkbox(all, "Defaults too");
    });
    let wanted = query.to_lowercase();
    let mut shown = 0;
    for (number, row) in rows(scope).iter().enumerate() {
        let value = design.property(scope, number, index);
        let is_default = value == row.default.value(row.kind);
        let is_found = row.name.contains(&wanted) || row.meaning.to_lowercase().contains(&wanted);
        if !is_found || (is_default && !*all) {
            continue;
        }
        shown += 1;
        let text = value_text(design, row.kind, &value);
        let help = format!("{}\n{}\nAbout: {}", row.meaning, bounds_text(row), row.area);
        let name = RichText::new(row.name).strong();
        let value = if is_default { RichText::new(text).weak() } else { RichText::new(text) };
        ui.horizontal_wrapped(|ui| {
            ui.label(name).on_hover_text(help.as_str());
            ui.label(value).on_hover_text(help.as_str());
        });
        ui.add(egui::Label::new(RichText::new(row.meaning).size(11.5).weak()).wrap());
    }
    if shown == 0 {
        ui.weak(if wanted.is_empty() { "All properties have their defaults." } else { "No property is like that." });
    }
}
