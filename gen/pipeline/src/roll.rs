//! Rolling: makes a scenario of a request that can be played and meets the requirements, within a number of tries.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use chance::{SEED_BOUND, Seed};
use design::parameters::global::{ASYMMETRY, LEVELS, SIDES_MAX, SIDES_MIN, SYMMETRY, SYMMETRY_WORDS, TURN};
use design::{Design, Settings, Step, UnitType, counted};
use fairness::Weights;
use grid::Area;
use starts::changes::Change;
use synth::{History, MethodInfo, Part, Warning};
use world::{Kept, Origins, Scenario, Side, SideId, Unit, World};

use crate::keep::what_keeps;
use crate::methods::set_text;
use crate::parts::given_parts;
use crate::run::{Failed, Present, Watch, run_steps};
use crate::sides::{check_kept_sides, check_seats};
use crate::soundness::find_misplaced;
use crate::symmetry::{Chosen, check_sides, check_start, choose, fit_size};
use crate::{Loaded, RecipeError, Request, Requirement, check_recipe, make_sides, method, methods};

/// How a scenario is rolled, apart from the design and the request.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many seeds may be tried.
    pub tries: u32,
    /// The requirements that the result must meet.
    pub requirements: Vec<Requirement>,
    /// Whether frames are kept for the viewer.
    pub frames: bool,
    /// The weights of the measures in the score.
    pub weights: Weights,
    /// The design's name in the seed string.
    pub preset: String,
    /// Changes of the start that its methods made, before it gets names.
    pub changes: Vec<Change>,
    /// The scenario whose rest is made anew, as [`crate::open_again`] opened it for the roll; `None` for any other roll.
    pub again: Option<Arc<Scenario>>,
}

impl Options {
    /// Ten tries, no requirements, the default weights, no changes, nothing made anew.
    #[must_use]
    pub fn new(preset: &str) -> Options {
        Options {
            tries: 10,
            requirements: Vec::new(),
            frames: false,
            weights: playtest::weights(),
            preset: preset.to_owned(),
            changes: Vec::new(),
            again: None,
        }
    }
}

/// A scenario, with a record of how it was made.
#[derive(Clone, Debug)]
pub struct Roll {
    /// The scenario, with its fairness.
    pub scenario: Scenario,
    /// Warnings, and frames if they were asked for.
    pub history: History,
    /// The seeds that were tried before and rejected.
    pub rejected: Vec<Rejection>,
}

/// A rejected seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The seed.
    pub seed: u64,
    /// The reason.
    pub reason: String,
}

/// Why there is no scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RollError {
    /// The request does not fit the design.
    #[error("{0}")]
    Request(String),
    /// The recipe cannot run.
    #[error("the recipe cannot run: {0}")]
    Recipe(#[from] RecipeError),
    /// All tries were used up; the seeds and their reasons.
    #[error("none of {} does; the last one, {}: {}", design::counted(.0.len(), "seed"), .0[.0.len() - 1].seed, .0[.0.len() - 1].reason)]
    Exhausted(Vec<Rejection>),
    /// The observer stopped the roll.
    #[error("the roll was stopped")]
    Stopped,
}

/// The most cells of a requested size (4096x4096), checked before any memory is taken. With the margins that methods add around it,
/// it stays below [`Area::CELLS_MAX`].
pub const CELLS_MAX: u32 = 16_777_216;
/// The longest side of a requested size.
pub const SIDE_MAX: u32 = 8192;

/// Rolls the world of a request as a scenario. Of its wish to be fair only the seed string tells: no matches are played here.
///
/// # Errors
/// A `RollError` if the request does not fit the design, if the recipe cannot run, or if no seed within the number of tries meets
/// the requirements.
pub fn roll(loaded: &Loaded, request: &Request, options: &Options) -> Result<Roll, RollError> {
    roll_watched(loaded, request, options, &mut |_| ControlFlow::Continue(()))
}

/// As [`roll`]. `watch` gets the names of the methods that begin, several if they run in parallel, and `fairness` before the
/// measures. It serves progress displays and clocks, as this crate has none. If it breaks, the roll ends before those methods.
///
/// # Errors
/// As [`roll`]; [`RollError::Stopped`] if `watch` broke.
pub fn roll_watched(
    loaded: &Loaded,
    request: &Request,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Roll, RollError> {
    let chosen = choose_variants(loaded, request)?;
    let Loaded { design, start, .. } = chosen.as_ref().unwrap_or(loaded);
    let plan = Plan::new(design, start.as_deref(), request)?;
    plan.check_requirements(design, options)?;
    let mut rejected = Vec::new();
    for attempt in 0..options.tries.max(1) {
        let seed = match attempt {
            0 => request.seed,
            _ => Seed(request.seed).child(&format!("try {}", attempt + 1)).0 % SEED_BOUND,
        };
        match plan.run(design, seed, options, watch) {
            Ok((mut scenario, history)) => {
                let mut request = Request { seed, ..request.clone() };
                let told = loaded.variants.iter().map(|variant| (&variant.name, &variant.default));
                request.variants.retain(|name, value| !told.clone().any(|default| default == (&*name, &*value)));
                // No seed alone gives what was made around something.
                if options.again.is_none() {
                    scenario.origins.string = request.shared(&options.preset, loaded.digest, design).to_string();
                }
                return Ok(Roll { scenario, history, rejected });
            }
            Err(Failed::Reason(reason)) => {
                // On terrain that is given, a seed that fails as the one before it says that others will too.
                let is_alike = rejected.last().is_some_and(|last: &Rejection| last.reason == reason);
                rejected.push(Rejection { seed, reason });
                if is_alike && plan.given.contains(&Part::Terrain) {
                    break;
                }
            }
            Err(Failed::Stopped) => return Err(RollError::Stopped),
        }
    }
    Err(RollError::Exhausted(rejected))
}

/// A larger size of about the same form with which a request can be met, if one of a few does that are up to four times as wide: for
/// worlds that turn out too small. The nearest of those that were tried, in steps of a tenth.
#[must_use]
pub fn larger_size(loaded: &Loaded, request: &Request, options: &Options) -> Option<(u32, u32)> {
    const TRIES: u32 = 2;
    let (width, height) = request.size?;
    let shape = request.area.or_else(|| loaded.design.supports.areas.first().copied())?;
    (11..=40).find_map(|tenths| {
        let wider = (width * tenths).div_ceil(10);
        let size = (wider, shape.fitting_height(wider, (height * tenths).div_ceil(10)));
        let request = Request { size: Some(size), fair: None, ..request.clone() };
        let options = Options { tries: TRIES, ..options.clone() };
        (wider <= SMALL_MAX && roll(loaded, &request, &options).is_ok()).then_some(size)
    })
}

/// The largest width that [`larger_size`] tries: rolls of this size take a moment.
const SMALL_MAX: u32 = 80;

/// Whether a start leaves something to its recipe: it was not rolled, and no turn of it was played.
#[must_use]
pub fn is_open(start: &Scenario) -> bool {
    let is_begun = start.design.global_int(TURN) > 0;
    let has_recipe = !start.design.recipe.is_empty() || start.units.iter().any(Unit::is_to_be_placed);
    !is_begun && start.origins.methods.is_empty() && has_recipe
}

/// Checks that a request fits its design, as far as that is known before anything is made. The area that it will have.
///
/// # Errors
/// A `RollError` if it does not.
pub fn check_request(loaded: &Loaded, request: &Request, options: &Options) -> Result<Area, RollError> {
    let chosen = choose_variants(loaded, request)?;
    let Loaded { design, start, .. } = chosen.as_ref().unwrap_or(loaded);
    let plan = Plan::new(design, start.as_deref(), request)?;
    plan.check_requirements(design, options)?;
    Ok(plan.area)
}

/// The design with the variants that the request chooses; `None` if it chooses none.
fn choose_variants(loaded: &Loaded, request: &Request) -> Result<Option<Loaded>, RollError> {
    if request.variants.is_empty() {
        return Ok(None);
    }
    loaded.with_variants(&request.variants).map(Some).map_err(|error| RollError::Request(error.to_string()))
}

/// A request that was checked against its design.
struct Plan<'a> {
    area: Area,
    sides: u8,
    request: &'a Request,
    start: Option<&'a Scenario>,
    symmetry: Chosen,
    asymmetry: u8,
    /// The parts that the start gives.
    given: Vec<Part>,
    steps: Vec<Step>,
    settings: Vec<Settings>,
}

impl<'a> Plan<'a> {
    fn new(design: &Arc<Design>, start: Option<&'a Scenario>, request: &'a Request) -> Result<Plan<'a>, RollError> {
        let wrong = |message: String| RollError::Request(message);
        let claims = &design.supports;
        if let Some(start) = start {
            fits_start(start, request).map_err(wrong)?;
            check_kept_sides(start, request).map_err(wrong)?;
        }
        let shape = request.area.or_else(|| claims.areas.first().copied()).unwrap_or(grid::Shape::Hexagon);
        let sides = count_sides(design, start, request);
        let wish = request.symmetry.unwrap_or_else(|| {
            SYMMETRY_WORDS[design.global_int(SYMMETRY) as usize].parse().expect("a test reads all words")
        });
        // A size that was not asked for may change to fit a requested shape, or a symmetry.
        let fitting = (claims.size.0, shape.fitting_height(claims.size.0, claims.size.1));
        let fitting = fit_size(wish, shape, fitting, sides as u8);
        let (width, height) = request.size.unwrap_or(fitting);
        let cells = u64::from(width) * u64::from(height);
        if cells > u64::from(CELLS_MAX) || width.max(height) > SIDE_MAX {
            let message = format!("an area of {width}x{height} has too many cells: expected at most {CELLS_MAX}");
            return Err(wrong(format!("{message} (4096x4096), and no side above {SIDE_MAX}")));
        }
        let area = match start {
            Some(start) => start.world.area,
            None => {
                let levels = design.global_int(LEVELS) as u32;
                let area = Area::new(shape, width, height).and_then(|area| area.with_levels(levels));
                area.map_err(|error| wrong(error.to_string()))?
            }
        };
        // What a file gives stays, however many sides that is.
        let given_sides = start.map_or(&[][..], |start| &start.sides);
        let (least, most) = (design.global_int(SIDES_MIN), design.global_int(SIDES_MAX).max(given_sides.len() as i32));
        if !(least..=most).contains(&sides) {
            let range = if least == most { String::new() } else { format!("{least} to ") };
            let most = design::counted(most, "side");
            return Err(wrong(format!("`{}` is for {range}{most}, not {sides}", design.name)));
        }
        check_seats(design, sides as usize, given_sides, request).map_err(wrong)?;
        // Independent units are added to those that a file gives, but not a second time to those that were made.
        let made =
            |step: &Step| start.is_some_and(|start| start.origins.methods.iter().any(|(name, _)| *name == step.method));
        let leaves_out = |step: &&Step| {
            let info = method(&step.method).map(|method| method.info());
            info.is_some_and(|info| {
                (request.no_balance && info.only_changes()) || (info.makes_only(Part::Independents) && made(step))
            })
        };
        let mut steps: Vec<Step> = design.recipe.iter().filter(|step| !leaves_out(step)).cloned().collect();
        if start.is_some_and(|start| start.units.iter().any(Unit::is_to_be_placed)) {
            insert_placing(&mut steps);
        }
        let given = start.map(given_parts).unwrap_or_default();
        let symmetry = match start.filter(|_| !given.is_empty()) {
            Some(start) => {
                check_start(start, request.symmetry).map_err(wrong)?;
                Chosen { symmetry: start.world.symmetry.clone(), warning: None }
            }
            None => choose(wish, &area, sides as u8).map_err(wrong)?,
        };
        let asymmetry = match start.filter(|_| !given.is_empty()) {
            Some(start) => start.world.asymmetry,
            None => request.asymmetry.unwrap_or_else(|| design.global_int(ASYMMETRY) as u8),
        };
        check_recipe(&steps, &given, area.levels())?;
        let mut settings = Vec::new();
        for step in &steps {
            let mut own = Settings::new(Arc::clone(design));
            for (name, value) in &step.with {
                own.set(name, value.clone()).map_err(|error| wrong(error.to_string()))?;
            }
            for (key, value) in &request.set {
                if let Some((method, parameter)) = key.split_once('.')
                    && method == step.method
                {
                    set_text(&mut own, design, parameter, value).map_err(|error| wrong(format!("{key}: {error}")))?;
                }
            }
            settings.push(own);
        }
        for key in request.set.keys() {
            let method = key.split_once('.').map_or(key.as_str(), |(method, _)| method);
            if !steps.iter().any(|step| step.method == method) {
                return Err(wrong(format!("`{key}` changes nothing: `{method}` is not in this recipe")));
            }
        }
        Ok(Plan { area, sides: sides as u8, request, start, symmetry, asymmetry, given, steps, settings })
    }

    /// Refuses what no seed can meet.
    fn check_requirements(&self, design: &Design, options: &Options) -> Result<(), RollError> {
        for requirement in &options.requirements {
            let sides = usize::from(self.sides);
            requirement.check_design(design, sides, &options.weights).map_err(RollError::Request)?;
        }
        Ok(())
    }

    /// The sides, as many as the request asks for.
    fn sides(&self, design: &Design, seed: Seed) -> Vec<Side> {
        let given = self.start.map_or(&[][..], |start| &start.sides);
        make_sides(design, seed, self.sides, given, self.request)
    }

    /// Runs the recipe. Changes are made as soon as nothing but names is missing.
    fn run_recipe(
        &self,
        scenario: &mut Scenario,
        history: &mut History,
        (changes, reference): (&[Change], Option<Arc<Scenario>>),
        watch: Watch<'_>,
    ) -> Result<(), Failed> {
        let seed = Seed(scenario.origins.seed);
        let mut present = Present::new(self.area.levels(), &self.given).holding(reference);
        let mut run = |scenario: &mut Scenario, steps: std::ops::Range<usize>| {
            let settings = &self.settings[steps.clone()];
            run_steps(scenario, history, &self.steps[steps], settings, &mut present, seed, &mut *watch)
        };
        let all = self.steps.len();
        if changes.is_empty() {
            return run(scenario, 0..all);
        }
        let writes = |step: &Step| method(&step.method).map(|method| method.info().writes).unwrap_or_default();
        let places = |step: &Step| writes(step).iter().any(|part| !matches!(part, Part::UnitNames | Part::Features));
        let placed = self.steps.iter().rposition(places).map_or(0, |last| last + 1);
        run(scenario, 0..placed)?;
        for change in changes {
            change.apply(scenario)?;
        }
        run(scenario, placed..all)
    }

    /// One try with one seed.
    fn run(
        &self,
        design: &Arc<Design>,
        seed: u64,
        options: &Options,
        watch: Watch<'_>,
    ) -> Result<(Scenario, History), Failed> {
        let mut history = if options.frames { History::with_frames() } else { History::default() };
        let mut scenario = Scenario {
            sides: self.sides(design, Seed(seed)),
            units: self.start.map(|start| start.units.clone()).unwrap_or_default(),
            origins: Origins { seed, version: env!("CARGO_PKG_VERSION").to_owned(), ..Origins::default() },
            forms: self.start.map(|start| start.forms.clone()).unwrap_or_default(),
            sections: self.start.map(|start| start.sections.clone()).unwrap_or_default(),
            ..Scenario::new(
                Arc::clone(design),
                self.start.map_or_else(|| World::new(self.area), |start| start.world.clone()),
            )
        };
        scenario.world.symmetry = self.symmetry.symmetry.clone();
        scenario.world.asymmetry = if scenario.world.symmetry.is_some() { self.asymmetry } else { 0 };
        check_sides(&scenario)?;
        if let Some(message) = self.symmetry.warning.clone() {
            history.warnings.push(Warning { method: "symmetry", code: "symmetry-in-part", message });
        }
        history.warnings.extend(find_owners(&mut scenario));
        let reference = options.again.clone().or_else(|| self.start.and_then(what_keeps));
        if let Some(reference) = &reference {
            scenario.keys_used = reference.keys_used;
            Kept::put_back_made(reference, &mut scenario);
        }
        self.run_recipe(&mut scenario, &mut history, (&options.changes, reference.clone()), watch)?;
        if let Some(reference) = &reference {
            Kept::put_back(reference, &mut scenario);
        }
        // For the run more may be kept than the scenario says.
        let features = std::mem::take(&mut scenario.kept.features);
        scenario.kept = Kept { features, ..self.start.map(|start| start.kept.clone()).unwrap_or_default() };
        if watch(&["fairness"]).is_break() {
            return Err(Failed::Stopped);
        }
        // The game's own check seldom fails, so the measures are taken in parallel with it.
        let (unplayable, fairness) =
            rayon::join(|| playtest::find_unplayable(&scenario), || playtest::score(&scenario, &options.weights));
        if let Some(reason) = unplayable.map(|unplayable| unplayable.what) {
            // No other seed changes what a file gives, and its author may have meant it.
            let is_given = [Part::Terrain, Part::Countries].iter().all(|part| self.given.contains(part));
            if !is_given {
                return Err(reason.into());
            }
            let message = format!("{reason}: that is what the file gives");
            history.warnings.push(Warning { method: "start", code: "unsound", message });
        }
        if self.start.is_some() {
            let misplaced = find_misplaced(&scenario).into_iter();
            history.warnings.extend(misplaced.map(|flaw| Warning {
                method: "start",
                code: "unsound",
                message: flaw.words,
            }));
        }
        for requirement in &options.requirements {
            requirement.check(&fairness).map_err(|unmet| unmet.to_string())?;
        }
        scenario.fairness = Some(fairness);
        Ok((scenario, history))
    }
}

/// The number of sides: requested, else given, else the design's.
fn count_sides(design: &Design, start: Option<&Scenario>, request: &Request) -> i32 {
    let given = start.map_or(0, |start| start.sides.len() as i32);
    match request.sides {
        Some(sides) => i32::from(sides),
        None if given > 0 => given.max(design.global_int(SIDES_MIN)),
        None if request.advantages.is_empty() => design.sides_wanted() as i32,
        None => request.advantages.len() as i32,
    }
}

/// A request must not contradict what the scenario already has.
fn fits_start(start: &Scenario, request: &Request) -> Result<(), String> {
    let area = &start.world.area;
    let size = (area.width(), area.height());
    if let Some((width, height)) = request.size.filter(|&asked| asked != size) {
        return Err(format!("the scenario is {}x{}, it cannot be made {width}x{height}", size.0, size.1));
    }
    if let Some(shape) = request.area.filter(|&asked| asked != area.shape()) {
        return Err(format!("the scenario is a {}, it cannot be made a {shape}", area.shape()));
    }
    let sides = start.sides.len();
    match request.sides {
        Some(asked) if sides > 0 && usize::from(asked) != sides => {
            Err(format!("the scenario has {}, it cannot have {asked}", design::counted(sides, "side")))
        }
        _ => Ok(()),
    }
}

/// Gives independent units that may not be independent to the first side that may own them (seed 000, "Predefined Units"). What
/// belongs to a side stays with it, whatever `possible-sides` says. Warnings tell of both.
fn find_owners(scenario: &mut Scenario) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut given: BTreeMap<(u8, UnitType), usize> = BTreeMap::new();
    for index in 0..scenario.units.len() {
        let unit = &scenario.units[index];
        if scenario.may_own(unit.side, unit.kind) {
            continue;
        }
        let name = scenario.design.name_of(unit.kind);
        let told = if unit.side == SideId::INDEPENDENT {
            if let Some(owner) = scenario.side_ids().find(|&side| scenario.may_own(side, unit.kind)) {
                *given.entry((owner.0, unit.kind)).or_default() += 1;
                scenario.units[index].side = owner;
                continue;
            }
            format!("unit {}, a {name}, can belong to no side and not to nobody", index + 1)
        } else {
            format!("unit {}, a {name}, cannot belong to {}", index + 1, scenario.side(unit.side).name)
        };
        let message = format!("{told}, as `possible-sides` says; it stays as the file gives it");
        warnings.push(Warning { method: "start", code: "wrong-side", message });
    }
    for ((owner, kind), count) in given {
        let units = counted(count, scenario.design.name_of(kind));
        let side = &scenario.side(SideId(owner)).name;
        let message =
            format!("{units} without a side went to {side}: `possible-sides` does not let them be independent");
        warnings.push(Warning { method: "start", code: "given-to-side", message });
    }
    warnings
}

/// Units without a place get one as soon as there is terrain, before anything is built around them.
fn insert_placing(steps: &mut Vec<Step>) {
    let places = |info: &MethodInfo| info.makes_only(Part::Places);
    let Some(placing) = methods().iter().map(|method| method.info()).find(|info| places(info)) else { return };
    if steps.iter().any(|step| step.method == placing.name) {
        return;
    }
    let makes_ground = |step: &Step| {
        let writes = method(&step.method).map(|method| method.info().writes).unwrap_or_default();
        writes.iter().all(|part| matches!(part, Part::Terrain | Part::Elevation | Part::Rivers))
    };
    let at = steps.iter().position(|step| !makes_ground(step)).unwrap_or(steps.len());
    steps.insert(at, Step { method: placing.name.to_owned(), level: None, with: Vec::new() });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SharedString, load_preset};

    fn try_roll(string: &str) -> Result<Roll, RollError> {
        let shared: SharedString = string.parse().unwrap();
        let loaded = load_preset(&shared.preset).unwrap().unwrap();
        roll(&loaded, &shared.request, &Options { tries: 2, ..Options::new(&shared.preset) })
    }

    #[test]
    fn a_string_gives_the_same_scenario_again() {
        let first = try_roll("classic:3:sides=3,size=44x36").unwrap();
        let again = try_roll(&first.scenario.origins.string).unwrap();
        assert_eq!(first.scenario, again.scenario);
        assert!(first.scenario.origins.string.ends_with(":3:sides=3,size=44x36"), "{}", first.scenario.origins.string);
    }

    #[test]
    fn variants_are_part_of_the_string_unless_they_are_the_default() {
        let roll = try_roll("classic:3:size=44x36,variant.climate=dry,variant.see-all=false").unwrap();
        let string = &roll.scenario.origins.string;
        assert!(string.ends_with(":3:size=44x36,variant.climate=dry"), "{string}");
        assert_eq!(roll.scenario, try_roll(string).unwrap().scenario);
        let mild = try_roll("classic:3:size=44x36").unwrap();
        assert_ne!(roll.scenario.world.terrain, mild.scenario.world.terrain);
        assert_eq!(roll.scenario.world.elevation.is_some(), mild.scenario.world.elevation.is_some());
        let told = try_roll("classic:3:variant.climate=hot").unwrap_err().to_string();
        assert_eq!(told, "the variant `climate` cannot be `hot`: expected one of mild, dry, wet");
    }

    #[test]
    fn who_gets_a_unit_without_a_side_is_told() {
        let text = "(game-module \"t\") (unit-type man (acp-per-turn 1) (possible-sides \"red\")) (terrain-type land)
            (unit-type cart (acp-per-turn 1)) (area 9 9 (terrain (constant 0)))
            (set synthesis-methods '(name-units-randomly))
            (side 1 (name \"North\")) (side 2 (name \"South\") (class \"red\"))
            (cart 2 6 1) (cart 6 2 2) (man 4 4) (man 4 5) (cart 5 4) (man 3 4 2)";
        let loaded = crate::load_gdl("t", "t.g", text, &|_| None).unwrap();
        let request = Request { seed: 1, ..Request::default() };
        let rolled = roll(&loaded, &request, &Options::new("file")).unwrap();
        let told: Vec<&Warning> = rolled.history.warnings.iter().filter(|told| told.code == "given-to-side").collect();
        assert_eq!(told.len(), 1, "{:?}", rolled.history.warnings);
        let expected = "2 mans without a side went to South: `possible-sides` does not let them be independent";
        assert_eq!(told[0].message, expected);
        assert_eq!(rolled.scenario.units.iter().filter(|unit| unit.side == SideId(2)).count(), 4);
    }

    /// Xconq places a first unit that no ground suits, and so does a roll.
    #[test]
    fn a_first_unit_without_ground_is_no_reason_to_refuse_a_game() {
        let text = "(game-module \"t\") (unit-type man (acp-per-turn 1) (start-with 1)) (unit-type ship (start-with 1))
            (terrain-type land) (table vanishes-on (ship land 1)) (table favored-terrain 100 (ship land 0))
            (set country-radius-min 3) (set country-separation-min 5) (set sides-min 2)
            (set synthesis-methods '(make-random-terrain make-countries))";
        let loaded = crate::load_gdl("t", "t.g", text, &|_| None).unwrap();
        let request = Request { seed: 1, sides: Some(2), size: Some((40, 40)), ..Request::default() };
        let rolled = roll(&loaded, &request, &Options::new("file")).unwrap();
        let told = rolled.history.warnings.iter().filter(|told| told.code == "started-on-deadly-ground").count();
        assert_eq!(told, 2, "{:?}", rolled.history.warnings);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let told = |string: &str| try_roll(string).unwrap_err().to_string();
        assert_eq!(told("classic:1:sides=13"), "`classic` is for 1 to 12 sides, not 13");
        assert_eq!(told("duel:1:sides=4"), "`duel` is for 2 sides, not 4");
        assert_eq!(told("classic:1:size=2x9"), "an area of 2x9 is too small: expected at least 3x3");
        assert_eq!(
            told("classic:1:advantage=1%2C2,sides=3"),
            "there are 2 advantages for 3 sides: give one for each side"
        );
    }

    #[test]
    fn a_roll_ends_where_its_watcher_breaks() {
        let loaded = load_preset("classic").unwrap().unwrap();
        let shared: SharedString = "classic:3:size=40x40".parse().unwrap();
        let options = Options::new("classic");
        for stop in ["make-rivers", "fairness"] {
            let mut seen = Vec::new();
            let rolled = roll_watched(&loaded, &shared.request, &options, &mut |names| {
                seen.extend(names.iter().copied());
                if names.contains(&stop) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(rolled.unwrap_err(), RollError::Stopped);
            // No other seed is tried, and no method runs after the break.
            assert!(seen.len() > 1 && seen.iter().filter(|&&name| name == stop).count() == 1, "{seen:?}");
            assert!(stop == "fairness" || !seen.contains(&"fairness"), "{seen:?}");
        }
    }

    #[test]
    fn four_thousand_and_ninety_six_cells_square_may_be_asked_for() {
        let loaded = load_preset("classic").unwrap().unwrap();
        let options = Options::new("classic");
        let check = |size| check_request(&loaded, &Request { size: Some(size), ..Request::default() }, &options);
        for size in [(4096, 4096), (8192, 2048)] {
            assert_eq!(check(size).map(|area| area.len()), Ok(4096 * 4096));
        }
        for size in [(4097, 4096), (8193, 100)] {
            let (width, height) = size;
            let told = format!(
                "an area of {width}x{height} has too many cells: expected at most 16777216 (4096x4096), and no side above 8192"
            );
            assert_eq!(check(size).unwrap_err().to_string(), told);
        }
    }

    #[test]
    fn what_cannot_be_met_is_named_for_every_try() {
        let Err(RollError::Exhausted(rejections)) = try_roll("classic:1:make-countries.country-separation-min=300")
        else {
            panic!("centres cannot be 300 apart in 70x46");
        };
        assert_eq!(rejections.len(), 2);
        assert_ne!(rejections[0].seed, rejections[1].seed);
        for one in &rejections {
            assert_eq!(
                one.reason,
                "make-countries: `country-separation-min` 300 for 4 sides cannot be met: only 1 centre found that \
                far apart; 34 works here; so do fewer sides or a larger area"
            );
        }
    }

    #[test]
    fn changes_are_made_before_things_get_names() {
        let loaded = load_preset("classic").unwrap().unwrap();
        let shared: SharedString = "classic:3:sides=3,size=44x36".parse().unwrap();
        let plain = roll(&loaded, &shared.request, &Options::new("classic")).unwrap().scenario;
        let towns = |scenario: &Scenario| -> Vec<world::Unit> {
            scenario.units.iter().filter(|unit| unit.side == SideId::INDEPENDENT).cloned().collect()
        };
        let town = towns(&plain)[0].clone();
        let (kind, from) = (town.kind, town.cell().unwrap());
        let free = |cell: &grid::Cell| {
            let change = Change::MoveIndependent { kind, from, to: *cell };
            change.apply(&mut plain.clone()).is_ok()
        };
        let to = plain.world.area.cells().find(free).expect("there is room somewhere");
        let with = |change: Change| {
            let options = Options { tries: 1, changes: vec![change], ..Options::new("classic") };
            roll(&loaded, &shared.request, &options)
        };
        let moved = with(Change::MoveIndependent { kind, from, to }).unwrap().scenario;
        let of = |scenario: &Scenario, cell| towns(scenario).into_iter().find(|unit| unit.cell() == Some(cell));
        assert_eq!(of(&moved, from), None);
        let there = of(&moved, to).expect("it moved there");
        assert_eq!(there.name.is_empty(), town.name.is_empty(), "{there:?}");
        let removed = with(Change::RemoveIndependent { kind, cell: from }).unwrap().scenario;
        assert_eq!(towns(&removed).len() + 1, towns(&plain).len());
        assert_eq!(removed.world.terrain, plain.world.terrain);
        // What cannot be done is a reason to reject the seed, not to leave it out.
        let Err(RollError::Exhausted(rejected)) = with(Change::RemoveIndependent { kind, cell: to }) else {
            panic!("no town stands there");
        };
        assert!(rejected[0].reason.starts_with("no independent "), "{}", rejected[0].reason);
    }

    #[test]
    fn another_draw_of_sites_gives_other_centres_and_the_same_land() {
        let centers = |string: &str| {
            let scenario = try_roll(string).unwrap().scenario;
            (scenario.sides.iter().map(|side| side.center).collect::<Vec<_>>(), scenario.units.len())
        };
        let plain = "classic:3:size=64x42";
        let drawn: Vec<_> =
            (0..6).map(|draw| centers(&format!("{plain},make-countries.country-search-draw={draw}")).0).collect();
        assert_eq!(drawn[0], centers(plain).0, "0 lets it choose from all");
        let different: std::collections::BTreeSet<_> = drawn.iter().collect();
        assert!(different.len() >= 4, "{drawn:?}");
    }

    /// Who is to play is for the crate `prove`: here it is part of the string alone.
    #[test]
    fn a_wish_to_be_fair_changes_nothing_but_the_string() {
        let scenario = |string: &str| try_roll(string).unwrap().scenario;
        let (plain, fair) = (scenario("classic:3:size=40x40"), scenario("classic:3:fair=5,size=40x40"));
        assert!(fair.origins.string.contains(":3:fair=5,size="), "{}", fair.origins.string);
        assert_eq!((plain.world, plain.units, fair.played), (fair.world, fair.units, None));
    }
}
