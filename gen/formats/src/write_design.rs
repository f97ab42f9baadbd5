//! Writing a design as RON: only what differs from the registry's defaults, grouped the way a person would.

use design::parameters::rows;
use design::{Atom, Column, Design, Kind, Parameter, Player, Properties, Scope, SideSketch, Table, TypeId, Value};

/// A design as the text of a file that reads back to the same design. Parts that it was included from are one here.
#[must_use]
pub fn write_design(design: &Design) -> String {
    let mut lines = Lines::default();
    lines.open("{");
    write_sections(design, &mut lines);
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
    let claims = &design.claims;
    let areas: Vec<&str> = claims.areas.iter().map(|area| area.name()).collect();
    lines.open("\"claims\": {");
    lines.entry("size", &size(claims.size));
    lines.entry("size-min", &size(claims.size_min));
    lines.entry("size-max", &size(claims.size_max));
    lines.entry("areas", &quote(&areas.join(" ")));
    lines.close("},");
    if !design.sides.is_empty() {
        lines.open("\"sides\": [");
        for side in &design.sides {
            lines.line(&format!("{},", written_side(side, &[])));
        }
        lines.close("],");
    }
    if !design.side_library.is_empty() {
        lines.open("\"side-library\": [");
        for item in &design.side_library {
            lines.line(&format!("{},", written_side(&item.side, &[("weight", item.weight), ("limit", item.limit)])));
        }
        lines.close("],");
    }
    for (section, scope) in design::TYPE_SECTIONS {
        write_types(design, section, scope, lines);
    }
    write_tables(design, lines);
    write_globals(design, lines);
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
    write_forms(&design.forms, lines);
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

fn write_types(design: &Design, section: &str, scope: Scope, lines: &mut Lines) {
    let types = design.types(scope);
    if types.is_empty() {
        return;
    }
    lines.open(&format!("{}: {{", quote(section)));
    for (index, name) in types.names.iter().enumerate() {
        let mut properties = Vec::new();
        for (number, row) in rows(scope).iter().enumerate() {
            let value = match design.column(scope, number) {
                Some(Column::Int(values)) => Value::Int(values[index]),
                Some(Column::Text(values)) => Value::Text(values[index].clone()),
                Some(Column::List(values)) => Value::List(values[index].clone()),
                Some(Column::Form(values)) => Value::Form(values[index].clone()),
                None => continue,
            };
            if value != row.default.value(row.kind) {
                properties.push(format!("{}: {}", quote(row.name), written(design, row, &value)));
            }
        }
        lines.wrapped(&format!("{}: {{", quote(name)), &properties, "},");
    }
    lines.close("},");
}

fn write_tables(design: &Design, lines: &mut Lines) {
    let mut is_open = false;
    for (number, row) in rows(Scope::Table).iter().enumerate() {
        let Some(table) = design.table(number) else { continue };
        let [row_types, column_types] = row.index.map(|scope| design.types(scope));
        let width = column_types.len();
        let entry = |index: usize| match table {
            Table::Int(values) => Value::Int(values[index]),
            Table::Dice(values) => Value::Dice(values[index]),
        };
        // Rows with the same values stand together, and in them columns with the same value.
        let mut groups: Vec<(Vec<&str>, String)> = Vec::new();
        for (index, name) in row_types.names.iter().enumerate() {
            let clause = columns_of(design, row, &column_types.names, |column| entry(index * width + column));
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
            lines.line(&format!("{}: {{ {clause} }},", quote(&names.join(" "))));
        }
        lines.close("},");
    }
    if is_open {
        lines.close("},");
    }
}

fn columns_of(design: &Design, row: &Parameter, names: &[String], entry: impl Fn(usize) -> Value) -> String {
    let mut groups: Vec<(Vec<&str>, Value)> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let value = entry(index);
        if value == row.default.value(row.kind) {
            continue;
        }
        match groups.iter_mut().find(|(_, known)| *known == value) {
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], value)),
        }
    }
    let clause = |(group, value): &(Vec<&str>, Value)| {
        let who = if group.len() == names.len() { "*".to_owned() } else { group.join(" ") };
        format!("{}: {}", quote(&who), written(design, row, value))
    };
    groups.iter().map(clause).collect::<Vec<_>>().join(", ")
}

fn write_globals(design: &Design, lines: &mut Lines) {
    let given: Vec<_> = rows(Scope::Global)
        .iter()
        .enumerate()
        .filter_map(|(number, row)| Some((row, design.global(number)?)))
        .filter(|(row, value)| **value != row.default.value(row.kind))
        .collect();
    if given.is_empty() {
        return;
    }
    lines.open("\"globals\": {");
    for (row, value) in given {
        lines.entry(row.name, &written(design, row, value));
    }
    lines.close("},");
}

/// A value as RON.
fn written(design: &Design, row: &Parameter, value: &Value) -> String {
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

fn written_atoms(atoms: &[Atom]) -> String {
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
    if forms.is_empty() {
        return;
    }
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
