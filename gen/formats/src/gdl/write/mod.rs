//! Writing GDL: a design, the given part of a scenario, and variants, as a module that Xconq 7.5 loads without a warning.
//!
//! The order is one that Xconq can read: module, types, groups, tables, `add`, global variables, world, area, namers, doctrines,
//! sides, units, scorekeepers (`gdl-reference`, section 18). A comment with what GDL cannot express follows: see `block`.

mod area;
mod block;
pub(crate) mod dice;
mod globals;
mod namers;
mod names;
mod orders;
mod properties;
mod sides;
mod tables;
pub(crate) mod tree;
mod types;
mod units;
pub(crate) mod values;
mod variants;

use std::collections::BTreeMap;

use design::{Atom, Design, Form, Known, Scope};
use diagnostics::RonTree;
use grid::Shape;
use world::{Scenario, Side};

use super::{CIRCUMFERENCE, forms::heads, read};
use crate::write_design::{Entries, can_patch};
use crate::write_scenario::sections;
use area::Map;
use names::Names;
use tree::{Break, Tree, atoms, bare, form, list, string};

pub(crate) use block::write_variants;
use variants::Spoken;
pub use variants::WrittenVariant;

/// The longest string that is written: Xconq cuts strings at 999 characters.
const STRING_MAX: usize = 900;
/// Properties that a complete file must not name again: the modules that it was made from.
const BASES: &[&str] = &["base-module", "default-base-module"];

/// Writes a module as a text that reads back to the same design, scenario and variants. `name` is the name of the file without its
/// extension.
///
/// The forms are read again with the names that are `known`, and all that this reading does not give is put into the comment at the
/// end. If the forms cannot be read, the comment holds everything.
#[must_use]
pub fn write_gdl(
    name: &str,
    design: &Design,
    start: Option<&Scenario>,
    variants: &[WrittenVariant],
    known: &Known,
) -> String {
    // A map of GDL has one level.
    let levels = start.map_or(1, |start| start.world.area.levels());
    let first = start.filter(|_| levels > 1).map(|start| start.level(0));
    let start = first.as_ref().or(start);
    let variants = &variants::as_chosen(design, variants);
    // Without the tables that allow actions, nobody builds anything in 7.5.
    let (gated, gated_variants) = (&design.for_xconq_7_5(), &variants::for_xconq_7_5(variants));
    let module = Module { name, design: gated, start, levels, variants: gated_variants };
    let (text, spoken) = module.written();
    let module = read::Module::read(name, "written.g", &text, &|_| None);
    let (back, _) = module.game(&BTreeMap::new(), known);
    // A value that makes the whole design anew drops what forms of other variants do: then all stand in the comment.
    let drops_others = variants.iter().flat_map(|variant| &variant.values).any(|(_, made)| !can_patch(design, made));
    let unsaid = variants.iter().zip(&spoken).filter(|(_, spoken)| drops_others || !spoken.is_whole);
    let rest = block::Rest {
        design,
        start,
        builtin_namers: &namers::namers(design).builtin,
        variants: unsaid.map(|(variant, _)| variant).collect(),
    };
    let forms = format!("{text}\n; What GDL has no word for, for Fairmarch.\n");
    let block = block::block(&rest, &back.unwrap_or_default(), &forms);
    if block.is_empty() {
        return text;
    }
    format!("{forms}{block}")
}

/// A module that includes another game and nothing else.
#[must_use]
pub fn extension(name: &str, title: &str, base: &str) -> String {
    let mut page = Page::default();
    page.comments(&[format!("{title}: {base} with other values.")]);
    page.form(&form("game-module", [string(name), form("title", [string(title)])]));
    page.form(&form("include", [string(base)]));
    page.text
}

/// A module with a comment for Fairmarch that makes another design of what its forms say; `None` if a patch cannot.
#[must_use]
pub fn with_patch(forms: &str, from: &Design, to: &Design) -> Option<String> {
    can_patch(from, to).then(|| format!("{forms}{}", block::patch_block(from, to, forms)))
}

/// Writes parts of a scenario as a module that another one includes behind its types. `alone` has nothing but the parts, whose sections
/// are `wanted`; `sides` are those that they speak of.
#[must_use]
pub(crate) fn write_part(
    name: &str,
    title: &str,
    alone: &Scenario,
    sides: &[Side],
    wanted: &Entries,
    known: &Known,
) -> String {
    // A map of GDL has one level.
    let is_map = alone.world.area.levels() == 1;
    let mut design = alone.design.for_xconq_7_5();
    design.sides.clear();
    let design = &design;
    let names = &Names::new(design);
    let map = Map::new(&alone.world.area);
    let mut page = Page::default();
    page.comments(&[title.to_owned()]);
    if is_map {
        let date = (!alone.world.date.is_empty()).then(|| globals::set("initial-date", string(&alone.world.date)));
        let world = area::world_form(&alone.world.area, &alone.world.gdl);
        page.section("The world.", date.into_iter().chain(world).chain(area::area_forms(alone, names, &map)));
        page.section("Sides.", sides::sides(alone, &map));
    }
    let (types, _) = Module { name, design, start: None, levels: 1, variants: &[] }.written();
    let others = Scenario { sides: sides.to_vec(), ..alone.clone() };
    let others: String = sides::sides(&others, &map).iter().map(Tree::written).collect();
    let read = |text: &str| {
        let text = format!("{types}{others}\n{text}");
        let (back, _) = read::Module::read(name, "written.g", &text, &|_| None).game(&BTreeMap::new(), known);
        back.and_then(|game| game.start).map(|start| sections(&start)).unwrap_or_default()
    };
    // Units of several parts come together: they stand in forms or in the comment, and never in both.
    let mut with_units = Page { text: page.text.clone() };
    with_units.section("Units.", units::units(alone, names, &map));
    let is_units = |section: &&(String, RonTree)| section.0 == "units";
    let mut given = read(&with_units.text);
    if is_map && given.iter().find(is_units) == wanted.iter().find(is_units) {
        page = with_units;
    } else {
        given = read(&page.text);
    }
    let forms = format!("{}\n; What GDL has no word for, for Fairmarch.\n", page.text);
    match block::part_block(wanted, &given, &forms) {
        block if block.is_empty() => page.text,
        block => format!("{forms}{block}"),
    }
}

struct Module<'a> {
    name: &'a str,
    design: &'a Design,
    start: Option<&'a Scenario>,
    /// How many levels the scenario had of which this is the first.
    levels: u32,
    variants: &'a [WrittenVariant],
}

impl Module<'_> {
    /// The text without the comment, and how each variant was written.
    fn written(&self) -> (String, Vec<Spoken>) {
        let design = self.design;
        let mut names = Names::new(design);
        let mut page = Page::default();
        let tables = tables::tables(design);
        let adds: Vec<types::Add> =
            design::TYPE_SECTIONS.iter().flat_map(|&(_, scope)| types::adds(design, scope)).collect();
        let mut uses: Vec<_> = adds.iter().map(|add| (add.scope, add.types.clone())).collect();
        uses.extend(tables.iter().flat_map(tables::Written::sets));
        let groups = names.define_groups(&uses);
        let names = &names;
        let spoken: Vec<Spoken> = self.variants.iter().map(|variant| variants::speak(design, names, variant)).collect();
        let map = self.start.map(|start| Map::new(&start.world.area));
        let area = self.start.zip(map.as_ref()).map(|(start, map)| area::area_forms(start, names, map));
        page.comments(&self.head(area.as_deref().unwrap_or_default()));
        page.form(&self.game_module(&spoken));
        for (section, scope) in design::TYPE_SECTIONS {
            let head = design::sentence(section);
            page.section(&head, types::type_forms(design, names, scope));
        }
        page.section("Types that are often spoken of together.", groups);
        page.areas("Tables", tables.iter().map(|table| (table.area(), table.written(names))).collect());
        page.areas("What types have", adds.iter().map(|add| (add.area(), add.written(names))).collect());
        let date = self.start.map_or("", |start| &start.world.date);
        page.areas("Set for the game", globals::globals(design, names, date));
        page.section("How a scenario is made.", globals::side_library(design).into_iter().chain([self.recipe()]));
        if let Some((start, map)) = self.start.zip(map.as_ref()) {
            let world = area::world_form(&start.world.area, &start.world.gdl);
            page.section("The world.", world.into_iter().chain(area.unwrap_or_default()));
            self.write_rest(&mut page, sides::sides(start, map), units::units(start, names, map));
            let is_gdl = |form: &&Form| form.head().is_some() && is_gdl(form);
            page.section("What else there is.", start.forms.iter().filter(is_gdl).map(values::kept));
        } else {
            self.write_rest(&mut page, sides::sketches(&design.sides, design.sides_wanted()), Vec::new());
        }
        (page.text, spoken)
    }

    fn write_rest(&self, page: &mut Page, sides: Vec<Tree>, units: Vec<Tree>) {
        let design = self.design;
        let mut left: Vec<&Form> = design.forms.iter().filter(|form| is_gdl(form)).collect();
        // Each form goes to the first section that takes it; the last section gets all that is left.
        let mut take = |heads: &[&str]| -> Vec<Tree> {
            let is_wanted = |form: &&Form| form.head().is_some_and(|head| heads.contains(&head));
            let (taken, others) = std::mem::take(&mut left).into_iter().partition(is_wanted);
            left = others;
            taken.into_iter().map(values::kept).collect()
        };
        page.section("The world and its area.", take(&["world", "area"]));
        page.section("Namers.", namers::namers(design).forms);
        page.section("Doctrines.", take(&["doctrine"]));
        page.section("Sides.", sides.into_iter().chain(take(&["independent-units"])));
        page.section("Units.", units);
        page.section("Who wins.", take(&["scorekeeper"]));
        page.section("Pictures and others.", left.into_iter().map(values::kept));
    }

    /// The module's header: what it is, how it was made, and what Xconq cannot read of it. `area` are the forms of the area.
    fn head(&self, area: &[Tree]) -> Vec<String> {
        let mut lines = vec![self.design.title.clone()];
        if !self.design.summary.is_empty() {
            lines[0].push_str(&format!(": {}", self.design.summary));
        }
        let version = |given: &str| if given.is_empty() { env!("CARGO_PKG_VERSION") } else { given }.to_owned();
        let origins = self.start.map(|start| &start.origins);
        let by = format!("Written by Fairmarch {}", version(origins.map_or("", |origins| &origins.version)));
        lines.push(match origins.filter(|origins| !origins.string.is_empty()) {
            Some(origins) => format!("{by} from {}.", origins.string),
            None => format!("{by}."),
        });
        if let Some(area) = self.start.map(|start| start.world.area)
            && !matches!(area.shape(), Shape::Hexagon | Shape::Cylinder)
        {
            lines.push(format!("Xconq has no {}: there it is a cylinder of the same size.", area.shape().name()));
        }
        if self.levels > 1 {
            lines.push(format!(
                "Xconq has no levels: this is the first of {}, without links to the others.",
                self.levels
            ));
        }
        lines.extend(self.start.and_then(told_of_edges));
        lines.extend(self.start.map(|start| area::told_of_rows(start, area)).unwrap_or_default());
        let designs = self.variants.iter().flat_map(|variant| variant.values.iter().map(|(_, design)| design));
        let forms = self.design.forms.iter().chain(self.start.into_iter().flat_map(|start| &start.forms));
        for keeper in forms.filter_map(Form::scorekeeper) {
            let Some(rule) = keeper.dominance() else { continue };
            let title = keeper.title.as_ref().map_or_else(String::new, |title| format!(" by \"{title}\""));
            let places = rule.types.in_plural(self.design);
            lines.push(format!(
                "Xconq has no dominance: there nobody wins{title}, with {} % of all {places} for {}.",
                rule.percent,
                design::counted(rule.turns, "turn")
            ));
        }
        lines.extend(dice::told_of_dice(std::iter::once(self.design).chain(designs)));
        lines
    }

    fn game_module(&self, spoken: &[Spoken]) -> Tree {
        let design = self.design;
        let mut parts = vec![string(self.name), form("title", [string(&design.title)])];
        let is_kept = |name: &&String| {
            let row = design::parameters::find(Scope::Module, name)
                .map(|number| &design::parameters::rows(Scope::Module)[number]);
            row.is_some_and(values::is_gdl) && !BASES.contains(&name.as_str()) && *name != "variants"
        };
        for name in design.module.keys().filter(is_kept) {
            parts.push(form(name, atoms(&design.module[name])));
        }
        let texts = [
            ("blurb", &design.description),
            ("instructions", &design.player_notes),
            ("design-notes", &design.designer_notes),
        ];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            let lines: Vec<Tree> = text.split('\n').flat_map(pieces).map(|line| string(&line)).collect();
            parts.push(match lines.as_slice() {
                [line] => form(name, [line.clone()]),
                _ => form(name, [list(lines).broken(Break::Always(1))]),
            });
        }
        let mut variants: Vec<Tree> = Vec::new();
        if self.start.is_none() {
            variants.push(self.world_size());
        }
        variants.extend(spoken.iter().filter_map(|spoken| spoken.tree.clone()));
        if !variants.is_empty() {
            parts.push(form("variants", variants).broken(Break::After(1)));
        }
        form("game-module", parts).broken(Break::After(2))
    }

    /// The recipe; nothing if the world was made already.
    fn recipe(&self) -> Tree {
        match self.start.filter(|start| !start.origins.methods.is_empty()) {
            Some(_) => globals::set("synthesis-methods", bare("nil")),
            None => globals::recipe(self.design),
        }
    }

    /// The default size, as GDL's own variant has it; it also sets the circumference of the world.
    fn world_size(&self) -> Tree {
        let supports = &self.design.supports;
        let (width, height) = supports.size;
        let is_cylinder = supports.areas.first() == Some(&grid::Shape::Cylinder);
        let kept = self.design.forms.iter().find(|form| form.head() == Some("world"));
        let kept = kept.and_then(|form| {
            form.atoms.iter().find_map(|part| match part.list()? {
                [Atom::Word(name), Atom::Int(round)] if name == "circumference" => Some(bare(round)),
                _ => None,
            })
        });
        let round = match width {
            _ if is_cylinder => Some(bare(width)),
            // With a circumference equal to its width the world would be a cylinder.
            CIRCUMFERENCE if kept.is_none() => Some(bare(2 * width)),
            _ => kept,
        };
        form("world-size", [list([bare(width), bare(height)].into_iter().chain(round))])
    }
}

/// Whether Xconq knows a form. Those of our own, such as vaults and dominance, stand in the comment.
fn is_gdl(form: &Form) -> bool {
    form.head().is_none_or(|head| heads().any(|known| known == head))
        && form.scorekeeper().is_none_or(|keeper| keeper.dominance().is_none())
}

/// What becomes of units at the edge of Xconq's area, where none can be.
fn told_of_edges(start: &Scenario) -> Option<String> {
    let map = Map::new(&start.world.area);
    let standing = start.units.iter().filter_map(|unit| Some((unit, unit.cell()?)));
    let outer: Vec<_> = standing.filter(|&(_, cell)| map.is_outer(cell)).collect();
    let lost = |&&(unit, cell): &&(&world::Unit, _)| !map.inward(start, unit.kind, cell).1;
    let name = |(unit, _): &(&world::Unit, _)| match unit.name.as_str() {
        "" => start.design.name_of(unit.kind).to_owned(),
        name => name.to_owned(),
    };
    let dying: Vec<String> = outer.iter().filter(lost).map(name).collect();
    let moved = design::counted(outer.len(), "unit");
    match (outer.len(), dying.len()) {
        (0, _) => None,
        (_, 0) => Some(format!("No unit can be at Xconq's edge: {moved} from there one cell further in.")),
        _ => Some(format!(
            "No unit can be at Xconq's edge: {moved} from there one cell further in, where these cannot live: {}.",
            dying.join(", ")
        )),
    }
}

/// A line in pieces that fit into a string, broken at spaces where possible.
fn pieces(line: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for word in line.split_inclusive(' ') {
        for chars in word.chars().collect::<Vec<_>>().chunks(STRING_MAX) {
            let last = pieces.last().map_or(0, |piece| piece.len());
            let word: String = chars.iter().collect();
            if last + word.len() > STRING_MAX && last > 0 {
                pieces.push(String::new());
            }
            pieces.last_mut().expect("there is one").push_str(&word);
        }
    }
    pieces
}

/// The text of a file that is being written.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn form(&mut self, form: &Tree) {
        self.text.push_str(&form.written());
        self.text.push('\n');
    }

    fn comments(&mut self, lines: &[String]) {
        for line in lines {
            self.text.push_str(&format!("; {}\n", line.replace(diagnostics::is_control, " ")));
        }
    }

    /// Writes forms below a comment with their subject; nothing if there are no forms.
    fn section(&mut self, head: &str, forms: impl IntoIterator<Item = Tree>) {
        let mut forms = forms.into_iter().peekable();
        if forms.peek().is_none() {
            return;
        }
        self.text.push('\n');
        self.comments(&[head.to_owned()]);
        forms.for_each(|form| self.form(&form));
    }

    /// Writes forms that belong to areas of the game, with a section for each area.
    fn areas(&mut self, head: &str, forms: Vec<(&str, Tree)>) {
        let mut sections: Vec<(&str, Vec<Tree>)> = Vec::new();
        for (area, form) in forms {
            // The first word of an area names its section.
            let area = area.split([',', ';', '(']).next().unwrap_or_default().trim();
            match sections.iter_mut().find(|(known, _)| *known == area) {
                Some((_, forms)) => forms.push(form),
                None => sections.push((area, vec![form])),
            }
        }
        for (area, forms) in sections {
            self.section(&format!("{head}: {area}."), forms);
        }
    }
}
