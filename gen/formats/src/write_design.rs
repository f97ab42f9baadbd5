//! Writing a design as RON: only what differs from the registry's defaults, grouped the way a person would.

use crate::gdl::{WrittenVariant, write_variants};
use design::parameters::rows;
use design::{Atom, Design, Kind, Parameter, Player, Properties, Scope, SideSketch, TypeId, Value, quote_name};

/// A design as the text of a file that reads back to the same design. Parts that it was included from are one here.
#[must_use]
pub fn write_design(design: &Design) -> String {
    let mut lines = Lines::default();
    lines.open("{");
    write_sections(design, &mut lines);
    lines.close("}");
    lines.text
}

/// The same with the choices that it offers, each value as what it changes.
#[must_use]
pub fn write_design_with_variants(design: &Design, variants: &[WrittenVariant]) -> String {
    let mut lines = Lines::default();
    lines.open("{");
    write_sections(design, &mut lines);
    if !variants.is_empty() {
        write_variants(design, &variants.iter().collect::<Vec<_>>(), &mut lines);
    }
    lines.close("}");
    lines.text
}

/// The sections without the braces, for a design within a scenario.
pub(crate) fn write_sections(design: &Design, lines: &mut Lines) {
    lines.entry("format", &design::FORMAT.to_string());
    lines.entry("name", &quote(&design.name));
    lines.entry("title", &quote(&design.title));
    let texts = [
        ("summary", &design.summary),
        ("description", &design.description),
        ("player-notes", &design.player_notes),
        ("designer-notes", &design.designer_notes),
    ];
    for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        lines.entry(name, &quote(text));
    }
    let size = |(width, height)| quote(&format!("{width}x{height}"));
    let supports = &design.supports;
    let areas: Vec<&str> = supports.areas.iter().map(|area| area.name()).collect();
    lines.open("\"claims\": {");
    lines.entry("size", &size(supports.size));
    lines.entry("size-min", &size(supports.size_min));
    lines.entry("size-max", &size(supports.size_max));
    lines.entry("areas", &quote(&areas.join(" ")));
    lines.close("},");
    if !design.sides.is_empty() {
        write_sides(design, lines);
    }
    if !design.side_library.is_empty() {
        write_side_library(design, lines);
    }
    let nothing = Design::default();
    write_values(&nothing, design, lines);
    if !design.namers.is_empty() {
        lines.open("\"namers\": {");
        for namer in &design.namers {
            lines.entry(&namer.name, &namer.text);
        }
        lines.close("},");
    }
    if !design.module.is_empty() {
        lines.entry("module", &written_properties(&design.module));
    }
    if !design.forms.is_empty() {
        write_forms(&design.forms, lines);
    }
    write_recipe(design, lines);
}

/// What stands in columns, tables and global variables, where it differs from another design.
pub(crate) fn write_values(from: &Design, design: &Design, lines: &mut Lines) {
    for (section, scope) in design::TYPE_SECTIONS {
        write_types(from, design, section, scope, lines);
    }
    write_tables(from, design, lines);
    write_globals(from, design, lines);
}

pub(crate) fn write_sides(design: &Design, lines: &mut Lines) {
    lines.open("\"sides\": [");
    for side in &design.sides {
        lines.line(&format!("{},", written_side(side, &[])));
    }
    lines.close("],");
}

pub(crate) fn write_side_library(design: &Design, lines: &mut Lines) {
    lines.open("\"side-library\": [");
    for item in &design.side_library {
        lines.line(&format!("{},", written_side(&item.side, &[("weight", item.weight), ("limit", item.limit)])));
    }
    lines.close("],");
}

pub(crate) fn write_recipe(design: &Design, lines: &mut Lines) {
    lines.open("\"recipe\": [");
    for step in &design.recipe {
        if step.with.is_empty() {
            lines.line(&format!("{},", quote(&step.method)));
        } else {
            lines.open(&format!("{{ {}: {{", quote(&step.method)));
            for (name, value) in &step.with {
                let row =
                    &rows(Scope::Global)[design::parameters::find(Scope::Global, name).expect("steps are resolved")];
                lines.entry(name, &written(design, row, value));
            }
            lines.close("} },");
        }
    }
    lines.close("],");
}

/// A side as it is foreseen, with what a library says of it.
fn written_side(side: &SideSketch, numbers: &[(&str, u32)]) -> String {
    let texts = [
        ("name", &side.name),
        ("noun", &side.noun),
        ("adjective", &side.adjective),
        ("color", &side.color),
        ("emblem-name", &side.emblem),
        ("class", &side.class),
        ("player", &side.player.to_string()),
    ];
    let is_said =
        |(name, text): &(&str, &String)| !text.is_empty() && (*name != "player" || side.player != Player::Open);
    let texts = texts.into_iter().filter(is_said).map(|(name, text)| format!("{}: {}", quote(name), quote(text)));
    let numbers = numbers.iter().filter(|(_, number)| *number != 1);
    let own = [("advantage", side.advantage), ("team", Some(u32::from(side.team)).filter(|&team| team != 0))];
    let own = own.into_iter().filter_map(|(name, number)| Some((name, number?)));
    let numbers = numbers.copied().chain(own).map(|(name, number)| format!("{}: {number}", quote(name)));
    let locked = side.locked.then(|| "\"locked\": true".to_owned());
    let gdl = (!side.gdl.is_empty()).then(|| format!("\"gdl\": {}", written_properties(&side.gdl)));
    let items: Vec<String> = numbers.chain(texts).chain(locked).chain(gdl).collect();
    if items.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", items.join(", ")) }
}

fn write_types(from: &Design, design: &Design, section: &str, scope: Scope, lines: &mut Lines) {
    let known = from.types(scope).len();
    let mut is_open = false;
    for (index, name) in design.types(scope).names.iter().enumerate() {
        let mut properties = Vec::new();
        for (number, row) in rows(scope).iter().enumerate() {
            let value = design.property(scope, number, index);
            if value != from.property(scope, number, index) {
                properties.push(format!("{}: {}", quote(row.name), written(design, row, &value)));
            }
        }
        if index < known && properties.is_empty() {
            continue;
        }
        if !is_open {
            lines.open(&format!("{}: {{", quote(section)));
            is_open = true;
        }
        lines.wrapped(&format!("{}: {{", quote(name)), &properties, "},");
    }
    if is_open {
        lines.close("},");
    }
}

fn write_tables(from: &Design, design: &Design, lines: &mut Lines) {
    let mut is_open = false;
    for (number, row) in rows(Scope::Table).iter().enumerate() {
        if design.table(number).is_none() && from.table(number).is_none() {
            continue;
        }
        let [row_types, column_types] = row.index.map(|scope| design.types(scope));
        // Rows with the same values stand together, and in them columns with the same value.
        let mut groups: Vec<(Vec<&str>, String)> = Vec::new();
        for (index, name) in row_types.names.iter().enumerate() {
            let clause = columns_of(design, row, &column_types.names, |column| {
                let value = design.entry_at(number, index, column);
                (value != from.entry_at(number, index, column)).then_some(value)
            });
            if clause.is_empty() {
                continue;
            }
            match groups.iter_mut().find(|(_, known)| *known == clause) {
                Some((names, _)) => names.push(name),
                None => groups.push((vec![name], clause)),
            }
        }
        if groups.is_empty() {
            continue;
        }
        if !is_open {
            lines.open("\"tables\": {");
            is_open = true;
        }
        lines.open(&format!("{}: {{", quote(row.name)));
        for (names, clause) in groups {
            lines.line(&format!(
                "{}: {{ {clause} }},",
                quote(&names.iter().map(|name| quote_name(name)).collect::<Vec<_>>().join(" "))
            ));
        }
        lines.close("},");
    }
    if is_open {
        lines.close("},");
    }
}

fn columns_of(design: &Design, row: &Parameter, names: &[String], entry: impl Fn(usize) -> Option<Value>) -> String {
    let mut groups: Vec<(Vec<&str>, Value)> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let Some(value) = entry(index) else { continue };
        match groups.iter_mut().find(|(_, known)| *known == value) {
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], value)),
        }
    }
    let clause = |(group, value): &(Vec<&str>, Value)| {
        let who = if group.len() == names.len() {
            "*".to_owned()
        } else {
            group.iter().map(|name| quote_name(name)).collect::<Vec<_>>().join(" ")
        };
        format!("{}: {}", quote(&who), written(design, row, value))
    };
    groups.iter().map(clause).collect::<Vec<_>>().join(", ")
}

fn write_globals(from: &Design, design: &Design, lines: &mut Lines) {
    let mut is_open = false;
    for (number, row) in rows(Scope::Global).iter().enumerate() {
        if design.global(number) == from.global(number) {
            continue;
        }
        if !is_open {
            lines.open("\"globals\": {");
            is_open = true;
        }
        let value = design.global(number).cloned().unwrap_or_else(|| row.default.value(row.kind));
        lines.entry(row.name, &written(design, row, &value));
    }
    if is_open {
        lines.close("},");
    }
}

/// A value as RON.
pub(crate) fn written(design: &Design, row: &Parameter, value: &Value) -> String {
    match value {
        Value::Int(number) => match row.kind {
            Kind::Int(..) => number.to_string(),
            Kind::Flag => design.word(row.kind, *number),
            _ => quote(&design.word(row.kind, *number)),
        },
        Value::Text(text) => quote(text),
        Value::Dice(dice) if dice.count == 0 => dice.to_string(),
        Value::Dice(dice) => quote(&dice.to_string()),
        Value::List(list) => {
            format!("[{}]", list.iter().map(|row| written_atoms(row)).collect::<Vec<_>>().join(", "))
        }
        Value::Form(form) => written_atoms(form),
    }
}

pub(crate) fn written_atoms(atoms: &[Atom]) -> String {
    let atom = |atom: &Atom| match atom {
        Atom::Int(number) => number.to_string(),
        Atom::Word(word) => quote(word),
        Atom::Text(text) => quote(&format!("'{text}")),
        Atom::List(list) => written_atoms(list),
    };
    format!("[{}]", atoms.iter().map(atom).collect::<Vec<_>>().join(", "))
}

pub(crate) fn written_properties(properties: &Properties) -> String {
    let property = |(name, atoms): (&String, &Vec<Atom>)| format!("{}: {}", quote(name), written_atoms(atoms));
    format!("{{ {} }}", properties.iter().map(property).collect::<Vec<_>>().join(", "))
}

pub(crate) fn write_forms(forms: &[Vec<Atom>], lines: &mut Lines) {
    lines.open("\"forms\": [");
    for form in forms {
        lines.line(&format!("{},", written_atoms(form)));
    }
    lines.close("],");
}

/// A text in quotes, as RON reads it back.
#[must_use]
pub fn quote(text: &str) -> String {
    // RON escapes the apostrophe as in Rust's characters; in a text it may stand as it is.
    ron::to_string(text).expect("a text can be written").replace("\\'", "'")
}

/// Lines of a file that is being written, indented by depth.
#[derive(Default)]
pub(crate) struct Lines {
    pub(crate) text: String,
    depth: usize,
}

impl Lines {
    pub(crate) fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub(crate) fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    pub(crate) fn close(&mut self, line: &str) {
        self.depth -= 1;
        self.line(line);
    }

    pub(crate) fn entry(&mut self, name: &str, value: &str) {
        self.line(&format!("{}: {value},", quote(name)));
    }

    /// `open`, items, `close`: on one line if it is short, else in lines of about a hundred characters.
    pub(crate) fn wrapped(&mut self, open: &str, items: &[String], close: &str) {
        let short = format!("{open} {} {close}", items.join(", "));
        if items.is_empty() {
            return self.line(&format!("{open}{close}"));
        }
        if short.len() < 110 {
            return self.line(&short);
        }
        self.open(open);
        let mut line = String::new();
        for item in items {
            if !line.is_empty() && line.len() + item.len() > 100 {
                self.line(line.trim_end());
                line.clear();
            }
            line.push_str(item);
            line.push_str(", ");
        }
        self.line(line.trim_end());
        self.close(close);
    }
}

/// How types of a kind are named in files: by name.
pub(crate) fn name_of<I: TypeId>(design: &Design, id: I) -> String {
    quote(design.name_of(id))
}
