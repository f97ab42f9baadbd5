//! Loading: makes a design with a digest of a preset or a file's text, and of all files that it includes.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use design::{
    ChoiceError, Design, Diagnostic, Diagnostics, Draft, NamerText, OF_IDLE_PARTS, Place, Severity, Sources, Variant,
};
use formats::Include;
use formats::gdl::Module;
use world::Scenario;

use crate::{PARTS, PRESETS, SharedString, embedded, known};

/// A design that is ready to be rolled.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The design.
    pub design: Arc<Design>,
    /// A digest of all its files and of Fairmarch's version, written as eight hexadecimal digits.
    pub digest: u32,
    /// Warnings for its designer.
    pub warnings: Diagnostics,
    /// What the file of a game in GDL prints while it is read.
    pub printed: Vec<String>,
    /// The choices that it offers.
    pub variants: Vec<Variant>,
    /// The given parts of the scenario, if it was loaded from one.
    pub start: Option<Arc<Scenario>>,
    files: Arc<Files>,
}

/// The files of a design, kept to make it again with other choices.
#[derive(Debug)]
enum Files {
    Ron { sources: Sources, drafts: Vec<Draft> },
    Gdl(Module),
}

/// Why a design cannot be made with some choices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// The design does not offer one of them.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The design offers each, but together they contradict each other.
    #[error("these variants do not go together: {0}")]
    Together(Diagnostic),
}

impl Loaded {
    /// A warning if the string was made with another version of the design or of Fairmarch.
    #[must_use]
    pub fn compare_digest(&self, shared: &SharedString) -> Option<Diagnostic> {
        let digest = shared.digest.filter(|&digest| digest != self.digest)?;
        let message = format!(
            "the string was made with {digest:08x}, this is {:08x}: the scenario may differ from the one that was shared",
            self.digest
        );
        Some(Diagnostic::warning("digest", message))
    }

    /// Leaves out the warnings of what is not used here, where another design that is made of the same files uses it.
    pub(crate) fn forget_used_by(&mut self, other: &Loaded) {
        let Files::Ron { sources, .. } = &*other.files else { return };
        // A part without a recipe is no design: what it leaves to others is not used there.
        if other.design.recipe.is_empty() {
            return;
        }
        let idle = idle_parts(&other.warnings);
        let is_read = |place: &Option<Place>| place.as_ref().is_some_and(|place| sources.has(&place.file));
        let is_idle = |part: IdlePart, warning: &Diagnostic| idle.contains(&part) || !is_read(&warning.place);
        self.warnings.0.retain(|warning| idle_part(warning).is_none_or(|part| is_idle(part, warning)));
    }

    /// Its files in RON, as trees, in the order in which they apply; `None` of a game in GDL.
    pub(crate) fn ron(&self) -> Option<(&Sources, &[Draft])> {
        match &*self.files {
            Files::Ron { sources, drafts } => Some((sources, drafts)),
            Files::Gdl(_) => None,
        }
    }

    /// Whether a warning tells of something that is not used.
    pub(crate) fn has_idle_parts(&self) -> bool {
        self.warnings.0.iter().any(|warning| idle_part(warning).is_some())
    }

    /// The same design with these variants chosen, by name; the others have their defaults.
    ///
    /// # Errors
    /// A `VariantError` if a choice is not offered, or if the choices contradict each other.
    pub fn with_variants(&self, choices: &BTreeMap<String, String>) -> Result<Loaded, VariantError> {
        let together = |faults: Diagnostics| {
            let errors = faults.0.into_iter().filter(|fault| fault.severity == Severity::Error);
            VariantError::Together(errors.into_iter().next().expect("faults are not empty"))
        };
        match &*self.files {
            Files::Ron { sources, drafts } => {
                let patches = design::choose(drafts, choices)?;
                let drafts: Vec<Draft> = drafts.iter().cloned().chain(patches).collect();
                let (design, _) = design::resolve(&self.design.name, &drafts, sources, &known()).map_err(together)?;
                Ok(Loaded { design: Arc::new(design), ..self.clone() })
            }
            Files::Gdl(module) => {
                design::check_choices(&self.variants, choices)?;
                let (game, faults) = module.game(choices, &known());
                let game = game.ok_or_else(|| together(faults))?;
                let (start, printed) = (game.start.map(Arc::new), game.printed);
                Ok(Loaded { design: game.design, start, printed, ..self.clone() })
            }
        }
    }
}

/// Loads a game in GDL. `include` returns the files that it includes, from its folder or from the library.
///
/// # Errors
/// All diagnostics, if at least one is an error with the default of every variant. A value whose forms are faulty is not offered, and
/// its faults are warnings.
pub fn load_gdl(name: &str, file: &str, text: &str, include: &Include<'_>) -> Result<Loaded, Diagnostics> {
    let digest = RefCell::new(Digest::default());
    digest.borrow_mut().add(env!("CARGO_PKG_VERSION"));
    digest.borrow_mut().add(text);
    let included = |name: &str| {
        let found = include(name)?;
        digest.borrow_mut().add(&found.1);
        Some(found)
    };
    let module = Module::read(name, file, text, &included);
    let known = known();
    let games = module.games(&known);
    // The forms are evaluated once for all values. Most games that were saved have none, and much that would be copied.
    let (first, others) = match games.has_choices() {
        true => (games.game(&BTreeMap::new()), Some(games)),
        false => (games.into_game(&BTreeMap::new()), None),
    };
    let (mut game, mut found) = first;
    let mut idle = game.as_ref().map(|_| idle_parts(&found));
    for variant in game.iter_mut().flat_map(|game| &mut game.variants) {
        let (name, default) = (variant.name.clone(), variant.default.clone());
        // Xconq reads the forms of a value when it is chosen, so what is wrong with them does not stop the rest.
        variant.values.retain(|value| {
            let Some(others) = others.as_ref().filter(|games| *value != default && games.is_worth_a_try(&name)) else {
                return true;
            };
            let (chosen, told) = others.game(&BTreeMap::from([(name.clone(), value.clone())]));
            let of_value = |fault: Diagnostic| match fault.severity {
                Severity::Error => Diagnostic {
                    severity: Severity::Warning,
                    message: format!("the variant `{name}` does not offer `{value}`: {}", fault.message),
                    ..fault
                },
                Severity::Warning => fault,
            };
            if chosen.is_some() {
                keep_common(&mut idle, &told);
            }
            found.0.extend(told.0.into_iter().map(of_value));
            chosen.is_some()
        });
    }
    drop(others);
    keep_idle(&mut found, idle);
    found.sort();
    match game {
        Some(game) if !found.has_errors() => Ok(Loaded {
            design: game.design,
            digest: digest.into_inner().fold(),
            warnings: found,
            printed: game.printed,
            variants: game.variants,
            start: game.start.map(Arc::new),
            files: Arc::new(Files::Gdl(module)),
        }),
        _ => Err(found),
    }
}

/// Loads an embedded preset; `None` if there is none of that name.
///
/// Only the default variants are resolved; tests check that every other value is sound too.
///
/// # Errors
/// All its diagnostics, if at least one is an error. That would be a bug: tests load all presets.
#[must_use]
pub fn load_preset(name: &str) -> Option<Result<Loaded, Diagnostics>> {
    let preset = embedded(name)?;
    let loaded = read(preset.file, preset.text, &|_| None).and_then(|read| {
        let (design, warnings) = read.resolve(preset.name, &BTreeMap::new())?;
        Ok(read.loaded(design, warnings))
    });
    Some(loaded)
}

/// Loads a design from a text. A file that it includes is taken from `beside`, or else from the embedded files.
///
/// # Errors
/// All diagnostics, if at least one is an error.
pub fn load(name: &str, file: &str, text: &str, beside: &Include<'_>) -> Result<Loaded, Diagnostics> {
    let read = read(file, text, beside)?;
    // Namers are checked even if the rest cannot be resolved, so that the author of a file sees all of its faults.
    let mut found = check_namers(&design::namer_texts(&read.drafts, &read.sources));
    let mut idle = None;
    let design = match read.resolve(name, &BTreeMap::new()) {
        Ok((design, warnings)) => {
            idle = Some(idle_parts(&warnings));
            found.0.extend(warnings.0);
            Some(design)
        }
        Err(faults) => {
            found.0.extend(faults.0);
            None
        }
    };
    // Each other value is checked by itself, so that a broken patch is found before somebody chooses it.
    for variant in &design::variants(&read.drafts) {
        for value in &variant.values[1..] {
            let resolved = read.resolve(name, &BTreeMap::from([(variant.name.clone(), value.clone())]));
            if let Ok((_, told)) = &resolved {
                keep_common(&mut idle, told);
            }
            let (Ok((_, told)) | Err(told)) = resolved;
            found.0.extend(told.0);
        }
    }
    keep_idle(&mut found, idle);
    found.sort();
    match design {
        Some(design) if !found.has_errors() => Ok(read.loaded(design, found)),
        _ => Err(found),
    }
}

/// What a design does not use: the code of the warning, and the place of what it speaks of, or the words if it has no place.
type IdlePart = (&'static str, String);

fn idle_part(warning: &Diagnostic) -> Option<IdlePart> {
    let of = || match &warning.place {
        Some(place) => format!("{}:{}:{}", place.file, place.line, place.column),
        None => warning.message.clone(),
    };
    OF_IDLE_PARTS.contains(&warning.code).then(|| (warning.code, of()))
}

fn idle_parts(found: &Diagnostics) -> BTreeSet<IdlePart> {
    found.0.iter().filter_map(idle_part).collect()
}

/// Keeps of what is idle only what is idle with another value too.
fn keep_common(idle: &mut Option<BTreeSet<IdlePart>>, told: &Diagnostics) {
    if let Some(idle) = idle {
        let too = idle_parts(told);
        idle.retain(|part| too.contains(part));
    }
}

/// Leaves out the warnings of what some value of a variant uses: `idle` is what no value does.
fn keep_idle(found: &mut Diagnostics, idle: Option<BTreeSet<IdlePart>>) {
    if let Some(idle) = idle {
        found.0.retain(|warning| idle_part(warning).is_none_or(|part| idle.contains(&part)));
    }
}

/// The files of a design in RON, of which only the syntax was checked.
struct Read {
    sources: Sources,
    drafts: Vec<Draft>,
    digest: Digest,
}

fn read(file: &str, text: &str, beside: &Include<'_>) -> Result<Read, Diagnostics> {
    let digest = RefCell::new(Digest::default());
    digest.borrow_mut().add(env!("CARGO_PKG_VERSION"));
    digest.borrow_mut().add(text);
    let own = RefCell::new(BTreeSet::new());
    let include = |name: &str| {
        let found = match beside(name) {
            Some(found) => {
                own.borrow_mut().insert(found.0.clone());
                found
            }
            None => embedded(name).map(|preset| (preset.file.to_owned(), preset.text.to_owned()))?,
        };
        digest.borrow_mut().add(&found.1);
        Some(found)
    };
    let names: Vec<&str> = PRESETS.iter().chain(PARTS).map(|preset| preset.name).collect();
    let (mut sources, drafts) = formats::read_sources(file, text, &include, &names)?;
    own.into_inner().iter().for_each(|name| sources.own(name));
    Ok(Read { sources, drafts, digest: digest.into_inner() })
}

impl Read {
    /// The design with these variants chosen; it must offer them.
    fn resolve(&self, name: &str, choices: &BTreeMap<String, String>) -> Result<(Design, Diagnostics), Diagnostics> {
        let patches = design::choose(&self.drafts, choices).expect("only what is offered is chosen");
        let drafts: Vec<Draft> = self.drafts.iter().cloned().chain(patches).collect();
        design::resolve(name, &drafts, &self.sources, &known())
    }

    fn loaded(self, design: Design, warnings: Diagnostics) -> Loaded {
        Loaded {
            design: Arc::new(design),
            digest: self.digest.fold(),
            warnings,
            printed: Vec::new(),
            variants: design::variants(&self.drafts),
            start: None,
            files: Arc::new(Files::Ron { sources: self.sources, drafts: self.drafts }),
        }
    }
}

/// A scenario with given parts, ready to be rolled: the recipe of its design makes the rest. `text` is the text of its file.
#[must_use]
pub fn load_start(scenario: Scenario, text: &str, warnings: Diagnostics) -> Loaded {
    let mut digest = Digest::default();
    digest.add(env!("CARGO_PKG_VERSION"));
    digest.add(text);
    Loaded {
        design: Arc::clone(&scenario.design),
        digest: digest.fold(),
        warnings,
        printed: Vec::new(),
        variants: Vec::new(),
        start: Some(Arc::new(scenario)),
        files: Arc::new(Files::Ron { sources: Sources::default(), drafts: Vec::new() }),
    }
}

/// The faults of a design's own namers, with their places in its files.
fn check_namers(namers: &[NamerText]) -> Diagnostics {
    let texts = namers.iter().map(|namer| (namer.name.as_str(), namer.text.as_str()));
    let (Ok(mut found) | Err(mut found)) = namers::Library::builtin().read_all(texts);
    for place in found.0.iter_mut().filter_map(|fault| fault.place.as_mut()) {
        let Some(namer) = namers.iter().find(|namer| namer.name == place.file) else { continue };
        // The first line of the namer's text begins in the middle of a line of the design's file.
        if place.line == 1 {
            place.column += namer.place.column - 1;
        }
        let (line, end_column) = (place.line + namer.place.line - 1, place.column + 1);
        *place = Place { file: namer.place.file.clone(), line, end_line: line, end_column, ..*place };
    }
    found
}

/// A digest over texts; after each comes a byte that no text contains.
#[derive(Default)]
struct Digest(chance::Digest);

impl Digest {
    fn add(&mut self, text: &str) {
        self.0.add(text.bytes().chain([0xff]));
    }

    const fn fold(self) -> u32 {
        let digest = self.0.value();
        (digest >> 32) as u32 ^ digest as u32
    }
}

#[cfg(test)]
mod tests {
    use design::parameters::global::COUNTRY_RADIUS_MAX;

    use super::*;

    const DESIGN: &str = r#"{
      "extends": "classic",
      "variants": {
        "wide": { "values": { "true": { "globals": { "country-radius-max": 50 } } } },
        "least": { "default": "few", "values": { "few": { "globals": { "sides-min": 2 } }, "many": { "globals": {
          "sides-min": 9, "sides-wanted": 9 } } } },
        "most": { "values": { "true": { "globals": { "sides-max": 4 } } } },
      },
    }"#;

    fn choices(choices: &[(&str, &str)]) -> BTreeMap<String, String> {
        choices.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn variants_patch_the_design_and_defaults_apply() {
        let loaded = load("t", "t.ron", DESIGN, &|_| None).unwrap();
        let names: Vec<&str> = loaded.variants.iter().map(|variant| variant.name.as_str()).collect();
        assert_eq!(names, ["climate", "dominance", "large-countries", "least", "most", "see-all", "wide"]);
        assert_eq!(loaded.design.global_int(design::parameters::global::SIDES_MIN), 2, "by default");
        assert_ne!(loaded.design.global_int(COUNTRY_RADIUS_MAX), 50);
        let wide = loaded.with_variants(&choices(&[("wide", "true")])).unwrap();
        assert_eq!(wide.design.global_int(COUNTRY_RADIUS_MAX), 50);
        assert_eq!(wide.with_variants(&choices(&[])).unwrap().design, loaded.design, "nothing sticks");
        assert_eq!(wide.digest, loaded.digest);
    }

    #[test]
    fn no_preset_is_suspicious_whatever_is_chosen() {
        for preset in crate::PRESETS {
            // As in the folder that `new` makes: all parts are the designer's own.
            let beside = |name: &str| embedded(name).map(|part| (part.file.to_owned(), part.text.to_owned()));
            let loaded = load(preset.name, preset.file, preset.text, &beside).unwrap();
            let asked_for = load_preset(preset.name).unwrap().unwrap();
            assert_eq!((&asked_for.design, asked_for.digest), (&loaded.design, loaded.digest), "{}", preset.name);
            let chosen =
                loaded.variants.iter().flat_map(|variant| variant.values.iter().map(|value| (&variant.name, value)));
            for (name, value) in chosen {
                let chosen = loaded.with_variants(&choices(&[(name, value)])).unwrap();
                let found = design::find_suspicions(&chosen.design);
                assert!(found.is_empty(), "{} with {name} {value}: {}", preset.name, found[0].diagnostic);
            }
            assert!(loaded.warnings.0.is_empty(), "{}: {:?}", preset.name, loaded.warnings);
        }
    }

    #[test]
    fn choices_that_are_not_offered_are_named() {
        let loaded = load("t", "t.ron", DESIGN, &|_| None).unwrap();
        let told = |pairs| loaded.with_variants(&choices(pairs)).unwrap_err().to_string();
        assert_eq!(told(&[("wied", "true")]), "there is no variant `wied`: expected `wide`");
        assert_eq!(told(&[("wide", "huge")]), "the variant `wide` cannot be `huge`: expected one of false, true");
        let both = told(&[("least", "many"), ("most", "true")]);
        assert_eq!(
            both,
            "these variants do not go together: t.ron:6:24: error[sides-differ]: `sides-min` is 9, which is more \
            than `sides-max`, 4"
        );
    }

    #[test]
    fn a_broken_patch_is_found_before_it_is_chosen() {
        let broken = DESIGN.replace("\"country-radius-max\": 50", "\"country-radius-mx\": 50");
        let found = load("t", "t.ron", &broken, &|_| None).unwrap_err();
        assert_eq!(found.0.len(), 1, "{found:?}");
        assert_eq!(
            found.0[0].to_string(),
            "t.ron:4:54: error[unknown-parameter]: unknown global variable `country-radius-mx`; did you mean \
            `country-radius-max`?"
        );
        assert_eq!(found.0[0].suggestion.as_deref(), Some("did you mean `country-radius-max`?"));
    }

    fn told(loaded: &Loaded) -> Vec<&str> {
        loaded.warnings.0.iter().map(|warning| warning.code).collect()
    }

    /// What some value of a variant uses is not told of the others; what none uses is told once.
    #[test]
    fn what_any_variant_uses_is_used() {
        let text = |occurrence: u8| {
            format!(
                "{{ \"terrain\": {{ \"land\": {{}},\n\"wood\": {{ \"occurrence\": {occurrence} }},\n\"moor\": {{ \"occurrence\": 0 }} }},
                \"units\": {{ \"army\": {{ \"start-with\": 1, \"acp-per-turn\": 1 }} }},
                \"recipe\": [\"make-random-terrain\", \"make-countries\"], \"variants\": {{ \"dry\": {{ \"values\": {{
                    \"true\": {{ \"terrain\": {{ \"wood\": {{ \"occurrence\": {} }} }} }} }} }} }} }}",
                1 - occurrence
            )
        };
        for occurrence in [0, 1] {
            let loaded = load("t", "t.ron", &text(occurrence), &|_| None).unwrap();
            assert_eq!(told(&loaded), ["unused-terrain"], "{:?}", loaded.warnings);
            assert!(loaded.warnings.0[0].message.starts_with("`moor`"), "{:?}", loaded.warnings);
        }
        let gdl = |occurrence: u8| {
            format!(
                "(game-module \"t\" (variants (dry false (true (add wood occurrence {})))))
                (terrain-type land) (terrain-type wood (occurrence {occurrence})) (terrain-type moor (occurrence 0))
                (unit-type army (start-with 1) (acp-per-turn 1))
                (set synthesis-methods '(make-random-terrain make-countries))",
                1 - occurrence
            )
        };
        for occurrence in [0, 1] {
            let loaded = load_gdl("t", "t.g", &gdl(occurrence), &|_| None).unwrap();
            assert_eq!(told(&loaded), ["unused-terrain"], "{:?}", loaded.warnings);
        }
        // In RON what nothing uses is told wherever it stands, if the file is the designer's own.
        let ground = |name: &str| {
            (name == "ground").then(|| {
                (
                    "ground.ron".to_owned(),
                    "{ \"terrain\": { \"land\": {}, \"see\": { \"occurrence\": 0 } } }".to_owned(),
                )
            })
        };
        let text = "{ \"include\": [\"ground\"], \"units\": { \"army\": { \"start-with\": 1, \"acp-per-turn\": 1 } },
            \"recipe\": [\"make-random-terrain\", \"make-countries\"] }";
        let loaded = load("t", "t.ron", text, &ground).unwrap();
        assert_eq!(told(&loaded), ["unused-terrain"], "{:?}", loaded.warnings);
        assert_eq!(loaded.warnings.0[0].place.as_ref().unwrap().file, "ground.ron");
        // Who includes a part of Fairmarch need not use all of it; a copy in the designer's folder is his own.
        let text = r#"{ "include": ["terrain/earthlike"], "terrain": { "swamp": { "occurrence": 0 } },
            "units": { "army": { "start-with": 1, "acp-per-turn": 1 } },
            "recipe": ["make-random-terrain", "make-countries"] }"#;
        let copy = |name: &str| embedded(name).map(|part| (format!("mine/{name}.ron"), part.text.to_owned()));
        let has = |loaded: &Loaded| told(loaded).contains(&"unused-terrain");
        let loaded = load("t", "t.ron", text, &|_| None).unwrap();
        assert!(!has(&loaded), "{:?}", loaded.warnings);
        let loaded = load("t", "t.ron", text, &copy).unwrap();
        assert!(has(&loaded), "{:?}", loaded.warnings);
        // In GDL who includes a file of terrain need not use all of it.
        let part = |name: &str| {
            (name == "ground")
                .then(|| ("ground.g".to_owned(), "(terrain-type land) (terrain-type moor (occurrence 0))".to_owned()))
        };
        let text = "(game-module \"t\") (include \"ground\") (unit-type army (start-with 1) (acp-per-turn 1))
            (set synthesis-methods '(make-random-terrain make-countries))";
        let loaded = load_gdl("t", "t.g", text, &part).unwrap();
        assert_eq!(told(&loaded), [""; 0], "{:?}", loaded.warnings);
    }
}
