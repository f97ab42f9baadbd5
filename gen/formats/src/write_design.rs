//! Writing a design as RON: only the values that differ from the registry's defaults, grouped as a person would. Also the
//! difference of two designs: the sections of a draft that makes one of the other.

use design::parameters::{find, rows};
use design::{
    Atom, Design, EXPORTS, Form, Kind, NamerText, Parameter, Player, Properties, Scope, Section, SideSketch, TypeId,
    Value, quote_name,
};
use diagnostics::{Layout, RonTree};

use crate::gdl::{WrittenVariant, write_variants};

/// The entries of a map, in the order of the file.
pub(crate) type Entries = Vec<(String, RonTree)>;

/// A design as the text of a file that reads back to the same design. Included parts are merged into it.
#[must_use]
pub fn write_design(design: &Design) -> String {
    write_design_with_variants(design, &[])
}

/// The same with its variants, each value as the changes that it makes.
#[must_use]
pub fn write_design_with_variants(design: &Design, variants: &[WrittenVariant]) -> String {
    let mut entries = write_sections(design);
    if !variants.is_empty() {
        entries.push(("variants".to_owned(), write_variants(design, &variants.iter().collect::<Vec<_>>())));
    }
    RonTree::map(entries).block().print()
}

/// The sections of a design.
pub(crate) fn write_sections(design: &Design) -> Entries {
    Difference { from: &Design::default(), to: design, is_whole: true }.sections()
}

/// The sections of a draft that changes one design into another.
pub(crate) fn write_patch(from: &Design, to: &Design) -> Entries {
    if can_patch(from, to) {
        return Difference { from, to, is_whole: false }.sections();
    }
    let anew = ("anew".to_owned(), RonTree::of(true));
    std::iter::once(anew).chain(write_sections(to)).collect()
}

/// Whether a patch can make the change: it can add types and a ruleset's own entries but not remove them, and it cannot unset
/// `sides-wanted`.
pub(crate) fn can_patch(from: &Design, to: &Design) -> bool {
    let sides_wanted = find(Scope::Global, "sides-wanted").expect("it is in the registry");
    let unsaid = from.global(sides_wanted).is_some() && to.global(sides_wanted).is_none();
    let keeps = |(name, section): (&String, &Section)| {
        let own = to.sections.get(name);
        (to.ruleset_section() != Some(name) && name != EXPORTS)
            || section.names().all(|entry| own.is_some_and(|section| section.contains(entry)))
    };
    !unsaid
        && from.sections.iter().all(keeps)
        && Scope::TYPES.iter().all(|&scope| to.types(scope).names.starts_with(&from.types(scope).names))
}

/// What has to be written of a design: where it differs from another one.
#[derive(Clone, Copy)]
struct Difference<'a> {
    from: &'a Design,
    to: &'a Design,
    /// Whether the file stands alone: it then also contains some values that equal the defaults.
    is_whole: bool,
}

impl Difference<'_> {
    fn sections(self) -> Entries {
        let section = |name: &str| Some((name.to_owned(), self.section(name)?));
        // What only the ruleset knows stands before the recipe.
        let recipe = design::SECTIONS.iter().position(|&name| name == "recipe").expect("it is a section");
        let (before, after) = design::SECTIONS.split_at(recipe);
        let before: Entries = before.iter().filter_map(|name| section(name)).collect();
        let after = after.iter().filter_map(|name| section(name));
        before.into_iter().chain(self.own_sections()).chain(after).collect()
    }

    /// What only the ruleset knows.
    fn own_sections(self) -> Entries {
        let none = Section::default();
        let beyond = |(name, section): (&String, &Section)| {
            let tree = section.tree_beyond(self.from.sections.get(name).unwrap_or(&none));
            (!tree.is_empty()).then(|| (name.clone(), tree))
        };
        self.to.sections.iter().filter_map(beyond).collect()
    }

    fn section(self, name: &str) -> Option<RonTree> {
        let Difference { from, to, is_whole } = self;
        let text = |from: &str, to: &str| (from != to).then(|| RonTree::text(to));
        let title = |from: &str, to: &str| (is_whole || from != to).then(|| RonTree::text(to));
        match name {
            "format" => is_whole.then(|| RonTree::of(design::FORMAT)),
            "name" => title(&from.name, &to.name),
            "title" => title(&from.title, &to.title),
            "summary" => text(&from.summary, &to.summary),
            "description" => text(&from.description, &to.description),
            "player-notes" => text(&from.player_notes, &to.player_notes),
            "designer-notes" => text(&from.designer_notes, &to.designer_notes),
            "claims" => self.supports(),
            "sides" => (from.sides != to.sides).then(|| {
                let sides = to.sides.iter().map(|side| written_side(side, &[]));
                RonTree::list(sides).block()
            }),
            "side-library" => (from.side_library != to.side_library).then(|| {
                let items = to.side_library.iter();
                let item =
                    items.map(|item| written_side(&item.side, &[("weight", item.weight), ("limit", item.limit)]));
                RonTree::list(item).block()
            }),
            "tables" => self.tables(),
            "globals" => self.globals(),
            "namers" => (from.namers != to.namers).then(|| written_namers(&from.namers, &to.namers)),
            "module" if is_whole => (!to.module.is_empty()).then(|| written_properties(&to.module)),
            "module" => (from.module != to.module).then(|| written_module(&from.module, &to.module)),
            "forms" => (from.forms != to.forms).then(|| written_forms(&to.forms)),
            "recipe" => (is_whole || from.recipe != to.recipe).then(|| written_recipe(to)),
            _ => {
                let (_, scope) = design::TYPE_SECTIONS.into_iter().find(|(section, _)| *section == name)?;
                self.types(scope)
            }
        }
    }

    fn supports(self) -> Option<RonTree> {
        let (from, to) = (&self.from.supports, &self.to.supports);
        let size = |from: (u32, u32), to: (u32, u32)| {
            (self.is_whole || from != to).then(|| RonTree::text(&format!("{}x{}", to.0, to.1)))
        };
        let areas: Vec<&str> = to.areas.iter().map(|area| area.name()).collect();
        let entries = [
            ("size", size(from.size, to.size)),
            ("size-min", size(from.size_min, to.size_min)),
            ("size-max", size(from.size_max, to.size_max)),
            ("areas", (self.is_whole || from.areas != to.areas).then(|| RonTree::text(&areas.join(" ")))),
        ];
        non_empty(entries.into_iter().filter_map(|(name, value)| Some((name, value?))))
    }

    fn types(self, scope: Scope) -> Option<RonTree> {
        let Difference { from, to, .. } = self;
        let known = from.types(scope).len();
        non_empty(to.types(scope).names.iter().enumerate().filter_map(|(index, name)| {
            let properties = rows(scope).iter().enumerate().filter_map(|(number, row)| {
                let value = to.property(scope, number, index);
                (value != from.property(scope, number, index)).then(|| (row.name, written(to, row, &value)))
            });
            let properties = RonTree::map(properties).laid_out(Layout::Filled);
            (index >= known || !properties.is_empty()).then_some((name.as_str(), properties))
        }))
    }

    fn tables(self) -> Option<RonTree> {
        let Difference { from, to, .. } = self;
        non_empty(rows(Scope::Table).iter().enumerate().filter_map(|(number, row)| {
            if to.table(number).is_none() && from.table(number).is_none() {
                return None;
            }
            let [row_types, column_types] = row.index.map(|scope| to.types(scope));
            // A table that allows actions counts as soon as it is set: one that is to be unset again says what costs say.
            let is_gate = design::is_gate(number);
            let to = if is_gate && to.table(number).is_none() { &to.with_gates() } else { to };
            // Rows with the same values are written together, and in them columns with the same value.
            let mut groups: Vec<(Vec<&str>, RonTree)> = Vec::new();
            for (index, name) in row_types.names.iter().enumerate() {
                let clause = written_columns(to, row, &column_types.names, |column| {
                    let value = to.entry_at(number, index, column);
                    (value != from.entry_at(number, index, column)).then_some(value)
                });
                if !clause.is_empty() {
                    group(&mut groups, name, clause);
                }
            }
            if groups.is_empty() && is_gate && from.table(number).is_none() {
                // It is there to forbid all that costs would allow.
                let nothing = written(to, row, &row.default.value(row.kind));
                return Some((row.name, RonTree::map([("*", RonTree::map([("*", nothing)]))]).block()));
            }
            let groups = groups.into_iter().map(|(names, clause)| (quoted_names(&names), clause));
            Some((row.name, non_empty(groups)?))
        }))
    }

    fn globals(self) -> Option<RonTree> {
        let Difference { from, to, .. } = self;
        let changed = rows(Scope::Global).iter().enumerate().filter(|&(n, _)| to.global(n) != from.global(n));
        non_empty(changed.map(|(number, row)| {
            let value = to.global(number).cloned().unwrap_or_else(|| row.default.value(row.kind));
            (row.name, written(to, row, &value))
        }))
    }
}

/// A map with a line for each entry; `None` if there are no entries.
fn non_empty<S: Into<String>>(entries: impl Iterator<Item = (S, RonTree)>) -> Option<RonTree> {
    Some(RonTree::map(entries).block()).filter(|map| !map.is_empty())
}

/// Adds a name to the group with the same value.
fn group<'a, V: PartialEq>(groups: &mut Vec<(Vec<&'a str>, V)>, name: &'a str, value: V) {
    match groups.iter_mut().find(|(_, known)| *known == value) {
        Some((names, _)) => names.push(name),
        None => groups.push((vec![name], value)),
    }
}

/// Names of types as tables write them.
fn quoted_names(names: &[&str]) -> String {
    names.iter().map(|name| quote_name(name)).collect::<Vec<_>>().join(" ")
}

fn written_columns(
    design: &Design,
    row: &Parameter,
    names: &[String],
    entry: impl Fn(usize) -> Option<Value>,
) -> RonTree {
    let mut groups: Vec<(Vec<&str>, Value)> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        if let Some(value) = entry(index) {
            group(&mut groups, name, value);
        }
    }
    RonTree::map(groups.iter().map(|(group, value)| {
        let who = if group.len() == names.len() { "*".to_owned() } else { quoted_names(group) };
        (who, written(design, row, value))
    }))
}

/// The namers of a draft. They come after those that it leaves as they are, in the same order.
fn written_namers(from: &[NamerText], to: &[NamerText]) -> RonTree {
    let mut rest = from.iter();
    let kept = to.iter().take_while(|namer| rest.any(|known| known == *namer)).count();
    let gone = from.iter().filter(|namer| to.iter().all(|other| other.name != namer.name));
    let gone = gone.map(|namer| (namer.name.as_str(), RonTree::list([])));
    RonTree::map(gone.chain(to[kept..].iter().map(|namer| (namer.name.as_str(), RonTree::of(&namer.text))))).block()
}

fn written_module(from: &Properties, to: &Properties) -> RonTree {
    let gone = from.keys().filter(|&name| !to.contains_key(name)).map(|name| (name, RonTree::list([])));
    let changed = to.iter().filter(|&(name, atoms)| from.get(name) != Some(atoms));
    RonTree::map(gone.chain(changed.map(|(name, atoms)| (name, written_atoms(atoms))))).block()
}

fn written_recipe(design: &Design) -> RonTree {
    let steps = design.recipe.iter().map(|step| {
        if step.with.is_empty() && step.level.is_none() {
            return RonTree::text(&step.method);
        }
        let level = step.level.map(|level| ("level", RonTree::of(level + 1)));
        let with = step.with.iter().map(|(name, value)| {
            let row = &rows(Scope::Global)[find(Scope::Global, name).expect("steps are resolved")];
            (name.as_str(), written(design, row, value))
        });
        RonTree::map([(&step.method, RonTree::map(level.into_iter().chain(with)).block())])
    });
    RonTree::list(steps).block()
}

/// A predefined side, with its numbers in a library.
fn written_side(side: &SideSketch, numbers: &[(&'static str, u32)]) -> RonTree {
    let player = side.player.to_string();
    let texts = [
        ("name", &side.name),
        ("noun", &side.noun),
        ("adjective", &side.adjective),
        ("color", &side.color),
        ("emblem-name", &side.emblem),
        ("class", &side.class),
        ("player", &player),
    ];
    let is_said =
        |(name, text): &(&str, &String)| !text.is_empty() && (*name != "player" || side.player != Player::Open);
    let numbers = numbers.iter().copied().filter(|(_, number)| *number != 1);
    let handicap = side.handicap.map(|handicap| handicap.percent());
    let own = [
        ("advantage", side.advantage),
        ("handicap", handicap),
        ("team", Some(u32::from(side.team)).filter(|&team| team != 0)),
    ];
    let own = own.into_iter().filter_map(|(name, number)| Some((name, number?)));
    let numbers = numbers.chain(own).map(|(name, number)| (name, RonTree::of(number)));
    let texts = texts.into_iter().filter(is_said).map(|(name, text)| (name, RonTree::text(text)));
    let locked = side.locked.then(|| ("locked", RonTree::of(true)));
    let gdl = (!side.gdl.atoms().is_empty()).then(|| ("gdl", written_properties(side.gdl.atoms())));
    RonTree::map(numbers.chain(texts).chain(locked).chain(gdl))
}

/// A value as RON.
pub(crate) fn written(design: &Design, row: &Parameter, value: &Value) -> RonTree {
    match value {
        Value::Int(number) => match row.kind {
            Kind::Int(..) => RonTree::of(number),
            Kind::Flag => RonTree::of(design.word(row.kind, *number)),
            _ => RonTree::text(&design.word(row.kind, *number)),
        },
        Value::Text(text) => RonTree::text(text),
        Value::Dice(dice) if dice.count == 0 => RonTree::of(dice),
        Value::Dice(dice) => RonTree::text(&dice.to_string()),
        Value::List(list) => RonTree::list(list.iter().map(|row| written_atoms(row))),
        Value::Form(form) => written_atoms(form),
    }
}

fn written_atoms(atoms: &[Atom]) -> RonTree {
    RonTree::list(atoms.iter().map(|atom| match atom {
        Atom::Int(number) => RonTree::of(number),
        Atom::Word(word) => RonTree::text(word),
        Atom::Text(text) => RonTree::text(&format!("'{text}")),
        Atom::List(list) => written_atoms(list),
    }))
}

pub(crate) fn written_properties(properties: &Properties) -> RonTree {
    RonTree::map(properties.iter().map(|(name, atoms)| (name, written_atoms(atoms))))
}

pub(crate) fn written_forms(forms: &[Form]) -> RonTree {
    RonTree::list(forms.iter().map(|form| written_atoms(&form.atoms))).block()
}

/// A type in a file: its name.
pub(crate) fn name_of<I: TypeId>(design: &Design, id: I) -> RonTree {
    RonTree::text(design.name_of(id))
}
