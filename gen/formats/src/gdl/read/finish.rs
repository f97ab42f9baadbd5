//! The last steps after all forms: recipe, sides, world, units, and checks of the whole.

use std::collections::BTreeMap;
use std::sync::Arc;

use design::{
    Atom, Design, Diagnostic, Diagnostics, FileId, Form, Known, Span, Step, SupportedAreas, Variant, find_suspicions,
    read_forms, tell_suspicions,
};
use grid::Shape;
use world::Scenario;

use super::frame::{HEIGHT, WIDTH};
use super::module::Module;
use super::run::ModuleRun;

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
pub struct ModuleGames<'m>(ModuleRun<'m>);

impl Module {
    /// Evaluates the module with these variants chosen, by name; the others have their defaults.
    #[must_use]
    pub fn game(&self, choices: &BTreeMap<String, String>, known: &Known) -> (Option<ModuleGame>, Diagnostics) {
        self.games(known).into_game(choices)
    }

    /// Evaluates the forms of the module once for any number of games: variants come when all of them are read.
    #[must_use]
    pub fn games<'m>(&'m self, known: &'m Known) -> ModuleGames<'m> {
        let mut run = ModuleRun::new(self, known);
        let start = Span { file: FileId(0), start: 0, end: 0 };
        run.run_file(FileId(0), start);
        run.files.enter(FileId(0), start);
        ModuleGames(run)
    }
}

impl ModuleGames<'_> {
    /// The game with these variants chosen, by name; the others have their defaults.
    #[must_use]
    pub fn game(&self, choices: &BTreeMap<String, String>) -> (Option<ModuleGame>, Diagnostics) {
        ModuleGames(self.0.clone()).into_game(choices)
    }

    /// Whether there may be any choice.
    #[must_use]
    pub fn has_choices(&self) -> bool {
        self.0.variants.count() > 0 || self.has_blocks()
    }

    /// Whether a choice may make a game with other faults: GDL's own flags are read by nothing that looks for faults.
    #[must_use]
    pub fn is_worth_a_try(&self, variant: &str) -> bool {
        self.has_blocks() || !self.0.variants.is_bare_flag(variant)
    }

    /// Whether variants may come from blocks of RON.
    fn has_blocks(&self) -> bool {
        self.0.reader.module.files.iter().any(|file| file.own.is_some())
    }

    /// The only game that is asked for.
    #[must_use]
    pub fn into_game(mut self, choices: &BTreeMap<String, String>) -> (Option<ModuleGame>, Diagnostics) {
        self.0.finish_variants(choices);
        self.0.finish(choices)
    }
}

impl ModuleRun<'_> {
    fn finish(mut self, choices: &BTreeMap<String, String>) -> (Option<ModuleGame>, Diagnostics) {
        self.types.fill_late_types(&mut self.reader);
        if self.reader.module.file(FileId(0)).is_some_and(|file| file.tree.forms.is_empty())
            && !self.reader.found.has_errors()
        {
            let span = Span { file: FileId(0), start: 0, end: 0 };
            let diagnostic = Diagnostic::warning("empty-module", "this module has no forms");
            self.reader.found.add(
                &self.reader.module.sources,
                span,
                diagnostic.suggest("a game begins with (game-module \"name\")"),
            );
        }
        self.reader.check_late_types();
        self.drop_samples();
        self.namers.finish(&mut self.reader);
        self.reader.check_sides();
        let is_scenario = self.area.has_layers() || self.units.count() > 0;
        self.finish_recipe(is_scenario && self.units.has_waiting());
        let forms = self.kept.take();
        self.reader.design.forms = self.reader.read_tree(|design, tree| read_forms(&forms, design, tree));
        self.sides.finish(&mut self.reader);
        self.globals.check_notices(&mut self.reader);
        let mut start = if is_scenario { self.make_start() } else { None };
        if start.is_none() {
            self.players.hand_out_advantages(&mut self.sides);
            self.reader.design.sides = self.sides.sketches();
            self.claim();
            self.area.keep_world(&mut self.reader);
        }
        self.globals.settle_bounds(&mut self.reader);
        let mut variants = self.variants.choices();
        // A block holds what is missing in the design that forms give, without what it is silent about.
        self.reader.design.forget_defaults();
        self.take_own(&mut start, &mut variants, choices);
        self.reader.design.forget_other_sections();
        let told = self.reader.known.check_sections(&self.reader.design);
        self.reader.found.extend(told.0);
        variants.sort_by(|one, other| one.name.cmp(&other.name));
        self.lint(start.as_ref());
        let mut definitions = BTreeMap::new();
        for name in &self.reader.definitions {
            if let Some(object) = self.reader.symbols.get(name) {
                definitions.insert(name.clone(), self.reader.atom(object));
            }
        }
        let printed = std::mem::take(&mut self.printed);
        let side_symbols = self.sides.symbols();
        let found = std::mem::take(&mut self.reader.found).finish(&self.reader.module.sources);
        let found = self.with_chains(found);
        let mut design = self.reader.design;
        design.forget_defaults();
        let design = Arc::new(design);
        let start = start.map(|start| Scenario { design: Arc::clone(&design), ..start });
        let game =
            (!found.has_errors()).then_some(ModuleGame { design, start, variants, definitions, side_symbols, printed });
        (game, found)
    }

    /// Adds to every fault in an included file the chain of files that include it.
    fn with_chains(&self, mut found: Diagnostics) -> Diagnostics {
        let sources = &self.reader.module.sources;
        let mut chains = Vec::new();
        for file in self.reader.module.files.iter().filter(|file| self.files.is_done(file.id)) {
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

    /// Runs the lints. A design need not make what the scenario brings itself (sides, units, terrain).
    fn lint(&mut self, start: Option<&Scenario>) {
        const OF_STARTS: [&str; 6] =
            ["unknown-class", "starts-nowhere", "side-cannot-act", "no-river", "unused-unit", "unused-terrain"];
        if self.reader.found.has_errors() {
            return;
        }
        let mut suspicions = find_suspicions(&self.reader.design);
        // Games in GDL have pictures; their signs are of the times before.
        let is_told = |code| match start {
            _ if code == "same-char" => false,
            Some(start) => !OF_STARTS.contains(&code) && (code != "percentile-hole" || start.world.terrain.is_none()),
            None => true,
        };
        suspicions.retain(|suspicion| is_told(suspicion.diagnostic.code));
        tell_suspicions(
            suspicions,
            &self.types.defined,
            &self.globals.set_at,
            &self.reader.module.sources,
            &mut self.reader.found,
        );
    }

    fn finish_recipe(&mut self, has_unplaced: bool) {
        let usual = || METHODS.iter().map(|method| (*method).to_owned()).collect();
        let words: Vec<String> = self.globals.methods.take().unwrap_or_else(usual);
        let mut steps: Vec<Step> =
            words.into_iter().map(|method| Step { method, level: None, with: Vec::new() }).collect();
        let all = &self.reader.known.methods;
        let knows = |method: &str| all.is_empty() || all.iter().any(|(name, _)| *name == method);
        let has = |steps: &[Step], method: &str| steps.iter().any(|step| step.method == method);
        let own = |method: &str| Step { method: method.to_owned(), level: None, with: Vec::new() };
        if has_unplaced && knows("place-units") && !has(&steps, "place-units") {
            steps.push(own("place-units"));
        }
        if has(&steps, "make-countries") && knows("balance-starts") && !has(&steps, "balance-starts") {
            steps.push(own("balance-starts"));
        }
        self.reader.design.recipe = steps;
    }

    /// Sets the size and shape of a design that has no map.
    fn claim(&mut self) {
        let Some((shape, size)) = self.area.check_size(&mut self.reader) else {
            if self.reader.frame.size.is_none() {
                // The default of 7.5.
                self.reader.design.supports.size = (WIDTH as u32, HEIGHT as u32);
            }
            self.reader.design.supports.areas = vec![Shape::Hexagon, Shape::Cylinder];
            return;
        };
        let usual = SupportedAreas::default();
        let least = |side: u32, usual: u32| side.min(usual);
        let most = |side: u32, usual: u32| side.max(usual);
        let other = if shape == Shape::Cylinder { Shape::Hexagon } else { Shape::Cylinder };
        self.reader.design.supports = SupportedAreas {
            size,
            size_min: (least(size.0, usual.size_min.0), least(size.1, usual.size_min.1)),
            size_max: (most(size.0, usual.size_max.0), most(size.1, usual.size_max.1)),
            areas: vec![shape, other],
        };
    }

    fn make_start(&mut self) -> Option<Scenario> {
        let world = self.area.make_world(&mut self.reader, self.sides.count())?;
        let sides = self.sides.make(&mut self.reader, &world.area);
        let units = self.units.make(&mut self.reader, &world.area);
        let is_of_scenario = |form: &Form| form.head().is_some_and(|head| OF_SCENARIOS.contains(&head));
        let (forms, kept) = std::mem::take(&mut self.reader.design.forms).into_iter().partition(is_of_scenario);
        self.reader.design.forms = kept;
        let design = Arc::new(Design::default());
        Some(Scenario { sides, units, forms, ..Scenario::new(design, world) })
    }
}
