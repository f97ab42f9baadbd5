//! The design: types with their properties in columns, tables, globals and the recipe. Immutable once resolved.

use std::collections::BTreeMap;

use chance::Dice;
use diagnostics::Section;
use grid::Shape;

use crate::edit::NamedInPassage;
use crate::parameters::rows;
use crate::{
    Atom, DefaultValue, DiceTable, Form, FormGlobal, FormProperty, IntGlobal, IntProperty, IntTable, Kind, LibrarySide,
    ListProperty, MaterialType, Place, Properties, Scope, SideSketch, TerrainType, TextGlobal, TextProperty, TypeId,
    UnitType, Value,
};

/// The types of one kind: their names, in the order of their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Types {
    /// The names that designers gave, by index.
    pub names: Vec<String>,
}

impl Types {
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no types of this kind.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The index of the type with this name; `None` if there is none.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }
}

/// The values of one property for all types. A property that the design never sets has no column.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Numbers, flags, choices and references.
    Int(Vec<i32>),
    /// Texts.
    Text(Vec<String>),
    /// Lists.
    List(Vec<Vec<Vec<Atom>>>),
    /// Lists of lists.
    Form(Vec<Vec<Atom>>),
}

/// The values of one table, row by row. A table that the design never sets is absent.
#[derive(Clone, Debug, PartialEq)]
pub enum Table {
    /// Numbers, flags and references.
    Int(Vec<i32>),
    /// Dice.
    Dice(Vec<Dice>),
}

/// A step of a recipe: a method and the parameters that it gets in this step alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The method's name.
    pub method: String,
    /// The only level on which it works, from 0; `None`: on all of them.
    pub level: Option<u32>,
    /// Global variables, by name, with the value that they have for this step alone.
    pub with: Vec<(String, Value)>,
}

/// The sizes and shapes of worlds that a design supports, and the defaults for a request that names none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportedAreas {
    /// Width and height taken by default.
    pub size: (u32, u32),
    /// Smallest width and height.
    pub size_min: (u32, u32),
    /// Largest width and height.
    pub size_max: (u32, u32),
    /// Shapes, the default first.
    pub areas: Vec<Shape>,
}

impl Default for SupportedAreas {
    fn default() -> SupportedAreas {
        SupportedAreas { size: (60, 60), size_min: (20, 20), size_max: (500, 500), areas: Shape::ALL.to_vec() }
    }
}

/// A namer that comes with a design: its name and its text in RON. Its place does not count when two are compared.
#[derive(Clone, Debug)]
pub struct NamerText {
    /// The name that namer properties use.
    pub name: String,
    /// Its definition, as the crate `namers` reads it.
    pub text: String,
    /// Where the definition begins.
    pub place: Place,
}

impl PartialEq for NamerText {
    fn eq(&self, other: &NamerText) -> bool {
        self.name == other.name && self.text == other.text
    }
}

impl Eq for NamerText {}

/// The types and rules of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Design {
    /// Its name, as a file or preset.
    pub name: String,
    /// Its name, for people.
    pub title: String,
    /// What it is, in a line.
    pub summary: String,
    /// What it is, at length.
    pub description: String,
    /// Hints for players.
    pub player_notes: String,
    /// Hints for designers.
    pub designer_notes: String,
    /// Sizes and shapes.
    pub supports: SupportedAreas,
    /// The unit types.
    pub units: Types,
    /// The terrain types.
    pub terrain: Types,
    /// The material types.
    pub materials: Types,
    /// Types of advances: what sides can research.
    pub advances: Types,
    /// Predefined sides, in the order of seats.
    pub sides: Vec<SideSketch>,
    /// Sides from which others are drawn.
    pub side_library: Vec<LibrarySide>,
    /// Namers that come with it.
    pub namers: Vec<NamerText>,
    /// What its file says about itself besides title and texts: version, base module.
    pub module: Properties,
    /// Scorekeepers, doctrines, pictures and other forms that only the rules of GDL know.
    pub forms: Vec<Form>,
    /// What only the ruleset knows, under its name: see [`Design::ruleset_section`]; and [`crate::EXPORTS`]. None of them is empty.
    pub sections: BTreeMap<String, Section>,
    /// The ordered methods that make a scenario.
    pub recipe: Vec<Step>,
    pub(crate) columns: [Vec<Option<Column>>; 4],
    pub(crate) tables: Vec<Option<Table>>,
    pub(crate) globals: Vec<Option<Value>>,
    pub(crate) named_in_passage: NamedInPassage,
    /// What [`Design::damage_default`] gives; found by [`Design::forget_defaults`].
    pub(crate) damage_default: i16,
}

impl Design {
    /// The types of a scope: unit, terrain, material or advance.
    #[inline]
    #[must_use]
    pub fn types(&self, scope: Scope) -> &Types {
        match scope {
            Scope::Unit => &self.units,
            Scope::Terrain => &self.terrain,
            Scope::Material => &self.materials,
            Scope::Advance => &self.advances,
            _ => unreachable!("there are no types of this scope"),
        }
    }

    pub(crate) fn types_mut(&mut self, scope: Scope) -> &mut Types {
        match scope {
            Scope::Unit => &mut self.units,
            Scope::Terrain => &mut self.terrain,
            Scope::Material => &mut self.materials,
            Scope::Advance => &mut self.advances,
            _ => unreachable!("there are no types of this scope"),
        }
    }

    #[inline]
    pub(crate) const fn slot(scope: Scope) -> usize {
        match scope {
            Scope::Unit => 0,
            Scope::Terrain => 1,
            Scope::Material => 2,
            Scope::Advance => 3,
            _ => panic!("there are no columns of this scope"),
        }
    }

    /// All ids of a kind, in order.
    pub fn ids<I: TypeId>(&self) -> impl DoubleEndedIterator<Item = I> + Clone + use<I> {
        (0..self.types(I::SCOPE).len()).map(I::at)
    }

    /// A type's name.
    #[must_use]
    pub fn name_of<I: TypeId>(&self, id: I) -> &str {
        &self.types(I::SCOPE).names[id.index()]
    }

    /// A type's name as players read it: its property `name` (`unit::NAME`, `terrain::NAME`, ..) if the design sets it, else the
    /// type's own name. Commands and files use [`Design::name_of`].
    #[must_use]
    pub fn spoken_name<I: TypeId>(&self, key: TextProperty<I>, id: I) -> &str {
        Some(self.text(key, id)).filter(|given| !given.is_empty()).unwrap_or_else(|| self.name_of(id))
    }

    /// A type by its name.
    #[must_use]
    pub fn find<I: TypeId>(&self, name: &str) -> Option<I> {
        self.types(I::SCOPE).find(name).map(I::at)
    }

    /// The column of a property by its row's number; `None` where the design never names it.
    #[inline]
    #[must_use]
    pub fn column(&self, scope: Scope, number: usize) -> Option<&Column> {
        self.columns[Design::slot(scope)].get(number)?.as_ref()
    }

    /// A table by its row's number; `None` where the design never names it.
    #[inline]
    #[must_use]
    pub fn table(&self, number: usize) -> Option<&Table> {
        self.tables.get(number)?.as_ref()
    }

    /// A global by its row's number; `None` where the design never names it.
    #[inline]
    #[must_use]
    pub fn global(&self, number: usize) -> Option<&Value> {
        self.globals.get(number)?.as_ref()
    }

    /// A number, flag (0 or 1), choice (index) or reference (index or -1) of a type.
    #[inline]
    #[must_use]
    pub fn int<I: TypeId>(&self, key: IntProperty<I>, id: I) -> i32 {
        match self.column(I::SCOPE, usize::from(key.0)) {
            Some(Column::Int(values)) => values[id.index()],
            _ => default_int(I::SCOPE, key.0),
        }
    }

    /// Whether the design sets a property for any type. A property that it never sets has its default for every type.
    #[inline]
    #[must_use]
    pub fn is_given<I: TypeId>(&self, key: IntProperty<I>) -> bool {
        self.column(I::SCOPE, usize::from(key.0)).is_some()
    }

    /// A flag of a type.
    #[inline]
    #[must_use]
    pub fn flag<I: TypeId>(&self, key: IntProperty<I>, id: I) -> bool {
        self.int(key, id) != 0
    }

    /// A text of a type.
    #[must_use]
    pub fn text<I: TypeId>(&self, key: TextProperty<I>, id: I) -> &str {
        match self.column(I::SCOPE, usize::from(key.0)) {
            Some(Column::Text(values)) => &values[id.index()],
            _ => default_text(I::SCOPE, key.0),
        }
    }

    /// A list of a type.
    #[must_use]
    pub fn list<I: TypeId>(&self, key: ListProperty<I>, id: I) -> &[Vec<Atom>] {
        match self.column(I::SCOPE, usize::from(key.0)) {
            Some(Column::List(values)) => &values[id.index()],
            _ => &[],
        }
    }

    /// A list of lists of a type.
    #[must_use]
    pub fn form<I: TypeId>(&self, key: FormProperty<I>, id: I) -> &[Atom] {
        match self.column(I::SCOPE, usize::from(key.0)) {
            Some(Column::Form(values)) => &values[id.index()],
            _ => &[],
        }
    }

    /// An entry of a table of numbers.
    #[inline]
    #[must_use]
    pub fn entry<R: TypeId, C: TypeId>(&self, key: IntTable<R, C>, row: R, column: C) -> i32 {
        match self.table(usize::from(key.0)) {
            Some(Table::Int(values)) => values[row.index() * self.types(C::SCOPE).len() + column.index()],
            _ => default_int(Scope::Table, key.0),
        }
    }

    /// Whether the design sets a table. A table that it never sets has its default everywhere.
    #[inline]
    #[must_use]
    pub fn is_set<R: TypeId, C: TypeId>(&self, key: IntTable<R, C>) -> bool {
        self.table(usize::from(key.0)).is_some()
    }

    /// The same for a table of dice.
    #[must_use]
    pub fn is_dice_set<R: TypeId, C: TypeId>(&self, key: DiceTable<R, C>) -> bool {
        self.table(usize::from(key.0)).is_some()
    }

    /// An entry of a table of dice.
    #[must_use]
    pub fn dice<R: TypeId, C: TypeId>(&self, key: DiceTable<R, C>, row: R, column: C) -> Dice {
        match (self.table(usize::from(key.0)), rows(Scope::Table)[usize::from(key.0)].default) {
            (Some(Table::Dice(values)), _) => values[row.index() * self.types(C::SCOPE).len() + column.index()],
            (_, DefaultValue::Dice(number)) => Dice::constant(number),
            _ => unreachable!("a table of dice defaults to dice"),
        }
    }

    /// A global number, flag, choice or reference as the design sets it. Methods ask their [`crate::Settings`] instead.
    #[inline]
    #[must_use]
    pub fn global_int(&self, key: IntGlobal) -> i32 {
        match self.global(usize::from(key.0)) {
            Some(Value::Int(number)) => *number,
            _ => default_int(Scope::Global, key.0),
        }
    }

    /// A global text if the design sets it; `None` where it leaves the default.
    #[must_use]
    pub fn given_global_text(&self, key: TextGlobal) -> Option<&str> {
        match self.global(usize::from(key.0))? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A global text.
    #[must_use]
    pub fn global_text(&self, key: TextGlobal) -> &str {
        self.given_global_text(key).unwrap_or_else(|| default_text(Scope::Global, key.0))
    }

    /// A global list of lists.
    #[must_use]
    pub fn global_form(&self, key: FormGlobal) -> &[Atom] {
        match self.global(usize::from(key.0)) {
            Some(Value::Form(form)) => form,
            _ => &[],
        }
    }

    /// Every property, table and global that the design names, with its value as text; for writers.
    #[must_use]
    pub fn word(&self, kind: Kind, number: i32) -> String {
        match kind {
            Kind::Flag => (number != 0).to_string(),
            Kind::Choice(words) => words[number as usize].to_owned(),
            Kind::Reference(_) if number < 0 => "none".to_owned(),
            Kind::Reference(scope) => self.types(scope).names[number as usize].clone(),
            Kind::Int(..) | Kind::Text | Kind::Dice | Kind::List | Kind::Values(_) | Kind::Form(_) => {
                number.to_string()
            }
        }
    }

    /// Terrain types that fill cells, in order.
    #[must_use]
    pub const fn cell_terrain(&self) -> TerrainTypes<'_> {
        self.terrain_of(crate::parameters::terrain::SUBTYPE_CELL)
    }

    /// Terrain types that lie on the borders between cells, in order.
    #[must_use]
    pub const fn border_terrain(&self) -> TerrainTypes<'_> {
        self.terrain_of(crate::parameters::terrain::SUBTYPE_BORDER)
    }

    /// Terrain types that connect cells, in order.
    #[must_use]
    pub const fn connection_terrain(&self) -> TerrainTypes<'_> {
        self.terrain_of(crate::parameters::terrain::SUBTYPE_CONNECTION)
    }

    /// Terrain types that lie on the ground of cells, in order.
    #[must_use]
    pub const fn coating_terrain(&self) -> TerrainTypes<'_> {
        self.terrain_of(crate::parameters::terrain::SUBTYPE_COATING)
    }

    const fn terrain_of(&self, subtype: i32) -> TerrainTypes<'_> {
        TerrainTypes { design: self, subtype, next: 0 }
    }

    /// The name of the section that belongs to the ruleset, in designs and scenarios: the ruleset's own. `None` for the rules of GDL,
    /// whose words are all in the registry.
    #[must_use]
    pub fn ruleset_section(&self) -> Option<&str> {
        ruleset_section(self.global_text(crate::parameters::global::RULESET))
    }

    /// Drops the sections of other rulesets: a draft that names other rules leaves nothing behind of those before.
    pub fn forget_other_sections(&mut self) {
        let own = self.ruleset_section().map(str::to_owned);
        let is_kept = |name: &String| own.as_ref() == Some(name) || name == crate::EXPORTS;
        self.sections.retain(|name, section| is_kept(name) && !section.is_empty());
    }

    /// How many sides a scenario has if the request names no number: `sides-wanted`, and never fewer than the design predefines; never
    /// less than `sides-min`, nor more than `sides-max`.
    #[must_use]
    pub fn sides_wanted(&self) -> usize {
        use crate::parameters::global::{SIDES_MAX, SIDES_MIN, SIDES_WANTED};
        let wanted = (self.global_int(SIDES_WANTED) as usize).max(self.sides.len());
        let [least, most] = [SIDES_MIN, SIDES_MAX].map(|bound| self.global_int(bound) as usize);
        wanted.min(most).max(least)
    }

    /// The advantage of a side of which nothing is said.
    #[must_use]
    pub fn advantage_default(&self) -> u32 {
        self.global_int(crate::parameters::global::ADVANTAGE_DEFAULT).max(1) as u32
    }

    /// All unit types, in order.
    #[inline]
    pub fn unit_types(&self) -> impl DoubleEndedIterator<Item = UnitType> + Clone + use<> {
        self.ids()
    }

    /// All material types, in order.
    #[inline]
    pub fn material_types(&self) -> impl DoubleEndedIterator<Item = MaterialType> + Clone + use<> {
        self.ids()
    }

    /// Whether the design was written for Xconq 7.0, by the letter of the seeds (`kernel-rules` 10.5): its `program-version` names it.
    #[must_use]
    pub fn is_xconq_7_0(&self) -> bool {
        fn names_it(atoms: &[Atom]) -> bool {
            atoms.iter().any(|atom| match atom {
                Atom::List(list) => names_it(list),
                atom => atom.text().is_some_and(|text| text.starts_with("7.0")),
            })
        }
        self.module.get("program-version").is_some_and(|value| names_it(value))
    }

    /// The range of elevations of a terrain type, the lower first.
    #[must_use]
    pub fn elevation_range(&self, kind: TerrainType) -> (i32, i32) {
        use crate::parameters::terrain::{ELEVATION_MAX, ELEVATION_MIN};
        let (one, other) = (self.int(ELEVATION_MIN, kind), self.int(ELEVATION_MAX, kind));
        (one.min(other), one.max(other))
    }

    /// Whether a design has heights: if all types of cells have the same single height, it has none.
    #[must_use]
    pub fn has_elevations(&self) -> bool {
        let mut ranges = self.cell_terrain().map(|kind| self.elevation_range(kind));
        ranges.next().is_some_and(|first| first.0 != first.1 || ranges.any(|other| other != first))
    }

    /// Whether a border or connection is a river, or another water.
    #[must_use]
    pub fn carries_water(&self, kind: TerrainType) -> bool {
        use crate::parameters::terrain::{RIVER_X, SUBTYPE_X};
        self.int(SUBTYPE_X, kind) == RIVER_X || self.is_liquid(kind)
    }

    /// Whether a type of terrain is water.
    #[must_use]
    pub fn is_liquid(&self, kind: TerrainType) -> bool {
        self.flag(crate::parameters::terrain::LIQUID, kind)
    }
}

/// Terrain types of one subtype: an iterator over them, in order.
#[derive(Clone, Debug)]
pub struct TerrainTypes<'a> {
    design: &'a Design,
    subtype: i32,
    next: usize,
}

impl Iterator for TerrainTypes<'_> {
    type Item = TerrainType;

    fn next(&mut self) -> Option<TerrainType> {
        while self.next < self.design.terrain.len() {
            let kind = TerrainType::at(self.next);
            self.next += 1;
            if self.design.int(crate::parameters::terrain::SUBTYPE, kind) == self.subtype {
                return Some(kind);
            }
        }
        None
    }
}

/// The section that a ruleset of this name has: see [`Design::ruleset_section`].
#[must_use]
pub fn ruleset_section(ruleset: &str) -> Option<&str> {
    let of_gdl = default_text(Scope::Global, crate::parameters::global::RULESET.0);
    Some(ruleset).filter(|&ruleset| ruleset != of_gdl)
}

// Inlined, so that the scope is known: what is left is one number out of a table.
#[inline]
pub(crate) fn default_int(scope: Scope, number: u16) -> i32 {
    match rows(scope)[usize::from(number)].default {
        DefaultValue::Int(number) => number,
        _ => unreachable!("a key of numbers belongs to a row of numbers"),
    }
}

pub(crate) fn default_text(scope: Scope, number: u16) -> &'static str {
    match rows(scope)[usize::from(number)].default {
        DefaultValue::Text(text) => text,
        _ => unreachable!("a key of texts belongs to a row of texts"),
    }
}
