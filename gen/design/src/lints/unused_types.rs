//! Types that no game ever sees.
//!
//! Facts: units are there from the start (first units, independents, growth of countries: `kernel-rules` 9), are made (2.12),
//! come with a finished transport (2.13), or are what another becomes (wrecks 3.3, captives 2.7, changes of type 2.16); a
//! recipe's methods make terrain by percentiles or weights (seed 000, "Synthesizing World Terrain"). Parts of games and
//! scenarios leave types to others, so only designs that give their sides first units are checked.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::Finding;
use crate::abilities::{brings, can_alter_to, can_change_type, can_make, wrecks_of};
use crate::parameters::rows;
use crate::parameters::table::{CHANGED_TYPE_IF_CAPTURED, INDEPENDENT_DENSITY, TERRAIN_DAMAGED_TYPE, TERRAIN_DENSITY};
use crate::parameters::terrain::{
    DOOR_INTO, LOCK_LEVEL, MAZE_PASSAGE_OCCURRENCE, MAZE_ROOM_OCCURRENCE, OCCURRENCE, POOL_OCCURRENCE, SOLID_WEIGHT,
};
use crate::parameters::unit::{
    AUTO_UPGRADE_TO, GARRISON_CHANCE, GARRISON_WEIGHT, INDEPENDENT_GROWTH_CHANCE, INDEPENDENT_NEAR_START, KEY_LEVEL,
    LEVEL_COUNT, LEVEL_WEIGHT, PROVINCE_TRAINING, START_TRAINING, START_WITH, UNIT_GROWTH_CHANCE,
};
use crate::{
    Atom, Column, DefaultValue, Design, IntProperty, Kind, PercentileChart, Scope, Table, TerrainType, TypeId,
    UnitType, Value,
};

/// What brings a type into a game where provinces have something.
const OF_PROVINCES: [IntProperty<UnitType>; 4] = [PROVINCE_TRAINING, START_TRAINING, GARRISON_WEIGHT, GARRISON_CHANCE];

/// What brings a type into a world whose levels are furnished.
const OF_LEVELS: [IntProperty<UnitType>; 2] = [LEVEL_WEIGHT, LEVEL_COUNT];

/// Whether a design gives sides something to begin with.
fn has_starts(design: &Design) -> bool {
    design.unit_types().any(|unit| design.int(START_WITH, unit) > 0)
}

/// All words in the forms that only the rules of GDL know: units of scenarios, scorekeepers, weighted ends.
fn words_of_rules(design: &Design) -> BTreeSet<&str> {
    let mut words = BTreeSet::new();
    let mut open: Vec<&Atom> =
        design.forms.iter().flat_map(|form| &form.atoms).chain(design.module.values().flatten()).collect();
    let library = design.side_library.iter().map(|item| &item.side);
    open.extend(design.sides.iter().chain(library).flat_map(|side| side.gdl.atoms().values().flatten()));
    for column in design.columns.iter().flatten().flatten() {
        if let Column::Form(values) = column {
            open.extend(values.iter().flatten());
        }
    }
    for value in design.globals.iter().flatten() {
        if let Value::Form(atoms) = value {
            open.extend(atoms);
        }
    }
    while let Some(atom) = open.pop() {
        open.extend(atom.list().unwrap_or_default());
        words.extend(atom.text());
    }
    words
}

/// Unit types that never appear in a game.
pub(super) fn find_units(design: &Design) -> Vec<Finding> {
    let Some(mut unseen) = Unseen::of_game(design) else { return Vec::new() };
    let mut findings = Vec::new();
    // Of types that lead to each other only the first is reported: if it appears, the others appear too.
    while let Some(unit) = unseen.first() {
        let message =
            format!("nobody starts with `{}`, makes one or becomes one, and none is independent", design.name_of(unit));
        let advice = "give it a `start-with` or an `independent-density`, let a type create it, or take it out";
        findings.push(Finding::of(unit, message, advice));
        unseen.see(vec![unit]);
    }
    findings
}

/// All unit types that never appear in a game, those too that only such types lead to.
pub(super) fn never_seen(design: &Design) -> BTreeSet<UnitType> {
    Unseen::of_game(design).map(|unseen| unseen.types).unwrap_or_default()
}

/// The types that do not appear yet. All that a seen type leads to is seen, so what leads to an unseen type is always unseen too.
struct Unseen {
    /// What each type leads to, asked once: there may be thousands of types, and each a finding.
    leads_to: Vec<Vec<UnitType>>,
    types: BTreeSet<UnitType>,
    /// Those that no other type leads to.
    roots: BTreeSet<UnitType>,
}

impl Unseen {
    /// What no game has; `None` of a design that may leave types to others.
    fn of_game(design: &Design) -> Option<Unseen> {
        // Where methods make space, players place ships in the match, and a variant may replace markers by bases.
        let places_others =
            design.recipe.iter().any(|step| ["place-units", "make-belts"].contains(&step.method.as_str()));
        if !has_starts(design) || places_others {
            return None;
        }
        let has = |method: &str| design.recipe.iter().any(|step| step.method == method);
        let of_provinces: &[_] = if has("furnish-provinces") { &OF_PROVINCES } else { &[] };
        let of_levels: &[_] = if has("furnish-levels") { &OF_LEVELS } else { &[] };
        let of_locks: &[_] = if has("make-locks") { &[KEY_LEVEL] } else { &[] };
        let of_methods = || of_provinces.iter().chain(of_levels).chain(of_locks).copied();
        let begins = |unit: &UnitType| {
            let bring = [START_WITH, INDEPENDENT_NEAR_START, INDEPENDENT_GROWTH_CHANCE, UNIT_GROWTH_CHANCE].into_iter();
            bring.chain(of_methods()).any(|key| design.int(key, *unit) > 0)
                || design.cell_terrain().any(|ground| design.entry(INDEPENDENT_DENSITY, *unit, ground) > 0)
        };
        let mut unseen = Unseen::new(design);
        unseen.see(design.unit_types().filter(begins).collect());
        // Words are looked through for what is still unseen alone: there are many.
        if !unseen.types.is_empty() {
            let words = words_of_rules(design);
            unseen.see(design.unit_types().filter(|unit| words.contains(design.name_of(*unit))).collect());
        }
        Some(unseen)
    }

    /// All types.
    fn new(design: &Design) -> Unseen {
        let leads_to: Vec<Vec<UnitType>> = design.unit_types().map(|unit| leads_to(design, unit)).collect();
        let mut comes_from_another = vec![false; leads_to.len()];
        for (unit, others) in design.unit_types().zip(&leads_to) {
            others.iter().filter(|&&other| other != unit).for_each(|other| comes_from_another[other.index()] = true);
        }
        let roots = design.unit_types().filter(|unit| !comes_from_another[unit.index()]).collect();
        Unseen { leads_to, types: design.unit_types().collect(), roots }
    }

    /// The first one that no other leads to; if every one is led to, the first.
    fn first(&self) -> Option<UnitType> {
        self.roots.first().or(self.types.first()).copied()
    }

    /// Takes these types out, and all types that they lead to.
    fn see(&mut self, mut open: Vec<UnitType>) {
        while let Some(unit) = open.pop() {
            if self.types.remove(&unit) {
                self.roots.remove(&unit);
                open.append(&mut self.leads_to[unit.index()]);
            }
        }
    }
}

/// The types that one type leads to: those that it makes, brings along, leaves behind or becomes.
fn leads_to(design: &Design, unit: UnitType) -> Vec<UnitType> {
    let follows =
        |&other: &UnitType| [can_make, brings, can_change_type].iter().any(|leads| leads(design, unit, other));
    let captured = design.unit_types().map(|captor| design.entry(CHANGED_TYPE_IF_CAPTURED, unit, captor));
    let numbers = captured.chain([design.int(AUTO_UPGRADE_TO, unit)]).filter_map(|number| usize::try_from(number).ok());
    let mut becomes: BTreeSet<UnitType> = BTreeSet::new();
    becomes.extend(numbers.map(UnitType::at).chain(wrecks_of(design, unit)));
    design.unit_types().filter(follows).chain(becomes).collect()
}

/// Material types that no number of the design refers to.
pub(super) fn find_materials(design: &Design) -> Vec<Finding> {
    if !has_starts(design) {
        return Vec::new();
    }
    let mut is_used = vec![false; design.materials.len()];
    for (table, row) in design.tables.iter().zip(rows(Scope::Table)) {
        let [own, other] = row.index.map(|scope| design.types(scope).len());
        let is_set = |index: usize| match (table, row.default) {
            (Some(Table::Int(values)), DefaultValue::Int(default)) => values[index] != default,
            (Some(Table::Dice(values)), DefaultValue::Dice(default)) => {
                values[index] != chance::Dice::constant(default)
            }
            _ => false,
        };
        if table.is_none() || !row.index.contains(&Scope::Material) {
            continue;
        }
        for (index, [row_type, column_type]) in (0..own * other).map(|index| (index, [index / other, index % other])) {
            for (scope, one) in row.index.into_iter().zip([row_type, column_type]) {
                if scope == Scope::Material && is_set(index) {
                    is_used[one] = true;
                }
            }
        }
    }
    // Texts only describe a material; numbers make the rules use it.
    for column in design.columns[Design::slot(Scope::Material)].iter().zip(rows(Scope::Material)) {
        if let (Some(Column::Int(values)), DefaultValue::Int(default)) = (column.0, column.1.default) {
            for (is_used, value) in is_used.iter_mut().zip(values) {
                *is_used |= *value != default;
            }
        }
    }
    let words = LazyCell::new(|| words_of_rules(design));
    let unused = design
        .material_types()
        .filter(|&material| !is_used[material.index()] && !words.contains(design.name_of(material)));
    let tell = |material| {
        let message = format!("no table has a number for `{}`", design.name_of(material));
        Finding::of(material, message, "let something store, make or consume it, or take it out")
    };
    unused.map(tell).collect()
}

/// Cell terrain that the recipe never makes.
pub(super) fn find_terrain(design: &Design) -> Vec<Finding> {
    let methods: Vec<&str> = design.recipe.iter().map(|step| step.method.as_str()).collect();
    let has = |method| methods.contains(&method);
    let by_percentiles = has("make-fractal-percentile-terrain") || has("make-noise-terrain");
    let (by_lot, by_maze) = (has("make-random-terrain"), has("make-maze-terrain") || has("make-rooms"));
    let chart = PercentileChart::new(design);
    if !has_starts(design) || !(by_percentiles || by_lot || by_maze) || by_percentiles && chart.is_blank() {
        return Vec::new();
    }
    let mut is_made = vec![false; design.terrain.len()];
    if by_percentiles {
        for (alt, wet) in (0..=100).flat_map(|alt| (0..=100).map(move |wet| (alt, wet))) {
            // A hole in the chart becomes the first type.
            let covers = chart.at(alt, wet).or(design.cell_terrain().next());
            covers.into_iter().for_each(|kind| is_made[kind.index()] = true);
        }
    }
    let weights = |key| design.cell_terrain().filter(move |&kind| design.int(key, kind) > 0);
    let by_weight = [
        (by_lot || by_maze, OCCURRENCE),
        (by_maze, MAZE_PASSAGE_OCCURRENCE),
        (by_maze, MAZE_ROOM_OCCURRENCE),
        (has("make-belts"), SOLID_WEIGHT),
        (has("make-pools"), POOL_OCCURRENCE),
        (has("make-locks"), LOCK_LEVEL),
    ];
    for kind in by_weight.into_iter().filter(|(is_used, _)| *is_used).flat_map(|(_, key)| weights(key)) {
        is_made[kind.index()] = true;
    }
    let words = LazyCell::new(|| words_of_rules(design));
    let is_unused = |kind: &TerrainType| {
        !is_made[kind.index()] && !words.contains(design.name_of(*kind)) && !is_laid_later(design, *kind)
    };
    let tell = |kind| {
        let what = match (by_percentiles, by_maze) {
            (true, _) => "no percentiles that another does not take first",
            (false, true) => "no weight in mazes",
            (false, false) => "an `occurrence` of 0",
        };
        let message = format!("`{}` has {what}", design.name_of(kind));
        let advice = if by_percentiles { "give it percentiles of its own" } else { "give it an `occurrence`" };
        Finding::of(kind, message, format!("{advice}, name it where terrain changes, or take it out"))
    };
    design.cell_terrain().filter(is_unused).map(tell).collect()
}

/// Whether a variable, a step of the recipe, a table or a unit puts terrain where other terrain was.
fn is_laid_later(design: &Design, kind: TerrainType) -> bool {
    let index = kind.index() as i32;
    let is_reference = |kind| matches!(kind, Kind::Reference(Scope::Terrain));
    let globals = design.globals.iter().zip(rows(Scope::Global));
    let mut globals = globals.filter(|(_, row)| is_reference(row.kind)).filter_map(|(value, _)| value.as_ref());
    let mut steps = design.recipe.iter().flat_map(|step| &step.with).filter_map(|(name, value)| {
        let row = rows(Scope::Global).iter().find(|row| row.name == name)?;
        is_reference(row.kind).then_some(value)
    });
    let mut tables = design.tables.iter().zip(rows(Scope::Table)).filter(|(_, row)| is_reference(row.kind));
    globals.any(|value| *value == Value::Int(index))
        || steps.any(|value| *value == Value::Int(index))
        || tables.any(|(table, _)| matches!(table, Some(Table::Int(values)) if values.contains(&index)))
        || design.unit_types().any(|unit| can_alter_to(design, unit, kind))
        || design.ids::<TerrainType>().any(|other| design.int(DOOR_INTO, other) == index)
        || design.ids::<TerrainType>().any(|other| {
            [TERRAIN_DENSITY, TERRAIN_DAMAGED_TYPE].into_iter().any(|key| design.entry(key, other, kind) > 0)
        })
}
