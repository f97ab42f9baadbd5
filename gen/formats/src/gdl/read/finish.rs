//! The last steps after all forms: recipe, sides, world, units, and checks of the whole.

use std::collections::BTreeMap;
use std::sync::Arc;

use design::parameters::find;
use design::parameters::global::{ADVANTAGE_MAX, ADVANTAGE_MIN, SIDES_MAX, SIDES_MIN};
use design::{
    Atom, Design, Diagnostic, Diagnostics, FileId, Form, Known, Scope, Span, Step, SupportedAreas, Value, Variant,
    check_notices, find_suspicions, read_forms, tell_suspicions,
};
use grid::Shape;
use world::{Scenario, Side};

use super::area::{HEIGHT, WIDTH};
use super::globals::choice_name;
use super::module::Module;
use super::reader::ModuleReader;

/// What a module describes.
#[derive(Clone, Debug, Default)]
pub struct ModuleGame {
    /// Its types and rules.
    pub design: Arc<Design>,
    /// The part of a scenario that the module gives, if any.
    pub start: Option<Scenario>,
    /// The choices that it offers.
    pub variants: Vec<Variant>,
    /// Its definitions by name, with their values as atoms.
    pub definitions: BTreeMap<String, Atom>,
    /// The symbols of its sides, in the order of the sides.
    pub side_symbols: Vec<Option<String>>,
    /// What its `print` forms say, in their order.
    pub printed: Vec<String>,
}

/// The recipe of a module without one, in the order of Xconq 7.5.
const METHODS: &[&str] = &[
    "make-fractal-percentile-terrain",
    "make-rivers",
    "make-countries",
    "make-independent-units",
    "make-initial-materials",
    "name-units-randomly",
    "name-geographical-features",
    "make-roads",
    "make-weather",
];

/// The forms that belong to a scenario, not to a design.
const OF_SCENARIOS: &[&str] = &["player", "exu", "evt"];

/// A module whose forms are evaluated, up to its variants: its games differ by what is chosen of these.
pub struct ModuleGames<'m>(ModuleReader<'m>);

impl Module {
    /// Evaluates the module with these variants chosen, by name; the others have their defaults.
    #[must_use]
    pub fn game(&self, choices: &BTreeMap<String, String>, known: &Known) -> (Option<ModuleGame>, Diagnostics) {
        self.games(known).into_game(choices)
    }

    /// Evaluates the forms of the module once for any number of games: variants come when all of them are read.
    #[must_use]
    pub fn games<'m>(&'m self, known: &'m Known) -> ModuleGames<'m> {
        let mut reader = ModuleReader::new(self, known);
        let start = Span { file: FileId(0), start: 0, end: 0 };
        reader.run_file(FileId(0), start);
        reader.chain.push((FileId(0), start));
        ModuleGames(reader)
    }
}

impl ModuleGames<'_> {
    /// The game with these variants chosen, by name; the others have their defaults.
    #[must_use]
    pub fn game(&self, choices: &BTreeMap<String, String>) -> (Option<ModuleGame>, Diagnostics) {
        ModuleGames(self.0.clone()).into_game(choices)
    }

    /// The only game that is asked for.
    fn into_game(mut self, choices: &BTreeMap<String, String>) -> (Option<ModuleGame>, Diagnostics) {
        self.0.finish_variants(choices);
        self.0.finish(choices)
    }
}

impl ModuleReader<'_> {
    fn finish(mut self, choices: &BTreeMap<String, String>) -> (Option<ModuleGame>, Diagnostics) {
        for (table, row, value) in std::mem::take(&mut self.filled_rows) {
            self.fill_late_types(table, row, &value);
        }
        if self.module.file(FileId(0)).is_some_and(|file| file.tree.forms.is_empty()) && !self.found.has_errors() {
            let span = Span { file: FileId(0), start: 0, end: 0 };
            let diagnostic = Diagnostic::warning("empty-module", "this module has no forms");
            self.found.add(&self.module.sources, span, diagnostic.suggest("a game begins with (game-module \"name\")"));
        }
        self.check_late_types();
        self.drop_samples();
        self.finish_namers();
        self.check_sides();
        let is_scenario = self.area.has_layers() || !self.units.is_empty();
        self.finish_recipe(is_scenario && self.has_waiting_units());
        let forms = std::mem::take(&mut self.forms);
        self.design.forms = self.read_tree(|design, tree| read_forms(&forms, design, tree));
        self.finish_sides();
        for (variable, node) in std::mem::take(&mut self.notices) {
            self.read_tree(|design, tree| check_notices(variable, &node, design, tree));
        }
        let mut start = if is_scenario { self.make_start() } else { None };
        if start.is_none() {
            self.hand_out_advantages();
            self.design.sides = self.sides.iter().map(|side| side.sketch.clone()).collect();
            self.claim();
            self.keep_world();
        }
        self.settle_bounds();
        let chosen = self.variants.iter().filter(|draft| draft.is_choice()).map(|draft| &draft.variant);
        let mut variants: Vec<Variant> =
            chosen.map(|variant| Variant { name: choice_name(&variant.name), ..variant.clone() }).collect();
        // A block holds what is missing in the design that forms give, without what it is silent about.
        self.design.forget_defaults();
        self.take_own(&mut start, &mut variants, choices);
        self.design.forget_other_sections();
        let told = self.known.check_sections(&self.design);
        self.found.extend(told.0);
        variants.sort_by(|one, other| one.name.cmp(&other.name));
        self.lint(start.as_ref());
        let mut definitions = BTreeMap::new();
        for name in &self.definitions {
            if let Some(object) = self.symbols.get(name) {
                definitions.insert(name.clone(), self.atom(object));
            }
        }
        let printed = std::mem::take(&mut self.printed);
        let side_symbols = self.sides.iter().map(|side| side.symbol.clone()).collect();
        let found = std::mem::take(&mut self.found).finish(&self.module.sources);
        let found = self.with_chains(found);
        let mut design = self.design;
        design.forget_defaults();
        let design = Arc::new(design);
        let start = start.map(|start| Scenario { design: Arc::clone(&design), ..start });
        let game =
            (!found.has_errors()).then_some(ModuleGame { design, start, variants, definitions, side_symbols, printed });
        (game, found)
    }

    /// Adds to every fault in an included file the chain of files that include it.
    fn with_chains(&self, mut found: Diagnostics) -> Diagnostics {
        let sources = &self.module.sources;
        let mut chains = Vec::new();
        for file in self.module.files.iter().filter(|file| self.done.contains(&file.id)) {
            if let Some(chain) = self.include_chain(file.id) {
                chains.push((sources.name(file.id), chain));
            }
        }
        for diagnostic in &mut found.0 {
            let Some(place) = &diagnostic.place else { continue };
            let Some((_, chain)) = chains.iter().rfind(|(file, _)| *file == place.file) else { continue };
            diagnostic.suggestion = Some(match diagnostic.suggestion.take() {
                Some(suggestion) => format!("{suggestion} ({chain})"),
                None => chain.clone(),
            });
        }
        found
    }

    /// Makes bounds that contradict each other agree: Xconq takes them as they come.
    fn settle_bounds(&mut self) {
        let [least, most] = [SIDES_MIN, SIDES_MAX].map(|key| self.design.global_int(key));
        let sides = self.design.sides.len() as i32;
        if sides > most {
            self.settle("sides-max", sides, "sides-max", "the module has as many");
        }
        if least > most.max(sides) {
            self.settle("sides-min", most, "sides-max", "that is `sides-max`");
        }
        let [least, most] = [ADVANTAGE_MIN, ADVANTAGE_MAX].map(|key| self.design.global_int(key));
        if most > 0 && least > most {
            self.settle("advantage-min", most, "advantage-max", "that is `advantage-max`");
        }
    }

    /// Gives a bound another value; `by` is the variable that it depends on.
    fn settle(&mut self, name: &str, value: i32, by: &str, why: &str) {
        let [number, by] = [name, by].map(|name| find(Scope::Global, name).expect("it is in the registry"));
        let main = Span { file: FileId(0), start: 0, end: 0 };
        let span = self.set_at.get(&by).or_else(|| self.set_at.get(&number)).copied().unwrap_or(main);
        self.warn(span, "bounds-differ", format!("`{name}` counts as {value}: {why}"));
        self.design.set_global(number, Value::Int(value));
    }

    /// A property that fills a row of a table also holds for types that are defined later, unless the table sets their entries.
    fn fill_late_types(&mut self, table: usize, row: usize, value: &Value) {
        let parameter = &design::parameters::rows(Scope::Table)[table];
        let width = self.design.types(parameter.index[1]).len();
        let late: Vec<usize> = match (self.design.table(table), parameter.default.value(parameter.kind)) {
            (Some(design::Table::Int(values)), Value::Int(default)) => {
                (0..width).filter(|column| values[row * width + column] == default).collect()
            }
            _ => Vec::new(),
        };
        self.design.fill_table(table, &[row], &late, value);
    }

    /// Runs the lints. A design need not make what the scenario brings itself (sides, units, terrain).
    fn lint(&mut self, start: Option<&Scenario>) {
        const OF_STARTS: [&str; 6] =
            ["unknown-class", "starts-nowhere", "side-cannot-act", "no-river", "unused-unit", "unused-terrain"];
        if self.found.has_errors() {
            return;
        }
        let mut suspicions = find_suspicions(&self.design);
        let is_told = |code| match start {
            Some(start) => !OF_STARTS.contains(&code) && (code != "percentile-hole" || start.world.terrain.is_none()),
            None => true,
        };
        suspicions.retain(|suspicion| is_told(suspicion.diagnostic.code));
        tell_suspicions(suspicions, &self.defined, &self.set_at, &self.module.sources, &mut self.found);
    }

    fn finish_recipe(&mut self, has_unplaced: bool) {
        let named = self.methods.take();
        let words: Vec<String> = match named {
            Some(methods) => methods.into_iter().map(|(method, _)| method).collect(),
            None => METHODS.iter().map(|method| (*method).to_owned()).collect(),
        };
        let mut steps: Vec<Step> =
            words.into_iter().map(|method| Step { method, level: None, with: Vec::new() }).collect();
        let all = &self.known.methods;
        let knows = |method: &str| all.is_empty() || all.iter().any(|(name, _)| *name == method);
        let has = |steps: &[Step], method: &str| steps.iter().any(|step| step.method == method);
        let own = |method: &str| Step { method: method.to_owned(), level: None, with: Vec::new() };
        if has_unplaced && knows("place-units") && !has(&steps, "place-units") {
            steps.push(own("place-units"));
        }
        if has(&steps, "make-countries") && knows("balance-starts") && !has(&steps, "balance-starts") {
            steps.push(own("balance-starts"));
        }
        self.design.recipe = steps;
    }

    /// Sets the size and shape of a design that has no map.
    fn claim(&mut self) {
        let Some((shape, size)) = self.check_size() else {
            if self.area.wanted().is_none() {
                // The default of 7.5.
                self.design.supports.size = (WIDTH as u32, HEIGHT as u32);
            }
            self.design.supports.areas = vec![Shape::Hexagon, Shape::Cylinder];
            return;
        };
        let usual = SupportedAreas::default();
        let least = |side: u32, usual: u32| side.min(usual);
        let most = |side: u32, usual: u32| side.max(usual);
        let other = if shape == Shape::Cylinder { Shape::Hexagon } else { Shape::Cylinder };
        self.design.supports = SupportedAreas {
            size,
            size_min: (least(size.0, usual.size_min.0), least(size.1, usual.size_min.1)),
            size_max: (most(size.0, usual.size_max.0), most(size.1, usual.size_max.1)),
            areas: vec![shape, other],
        };
    }

    fn make_start(&mut self) -> Option<Scenario> {
        let world = self.make_world(self.sides.len())?;
        let area = world.area;
        let mut sides = Vec::new();
        for place in 0..self.sides.len() {
            let center = self.sides[place].center.and_then(|(at, span)| self.cell_at(&area, at, span));
            // What sides have seen may be most of a saved game.
            let sketch = std::mem::take(&mut self.sides[place].sketch);
            let advantage = sketch.advantage.unwrap_or(self.design.advantage_default());
            sides.push(Side { center, advantage, ..sketch.into() });
        }
        let units = self.make_units(&area);
        let is_of_scenario = |form: &Form| form.head().is_some_and(|head| OF_SCENARIOS.contains(&head));
        let (forms, kept) = std::mem::take(&mut self.design.forms).into_iter().partition(is_of_scenario);
        self.design.forms = kept;
        let design = Arc::new(Design::default());
        Some(Scenario { sides, units, forms, ..Scenario::new(design, world) })
    }
}
