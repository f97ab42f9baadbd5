//! Requests: what was asked for and has not landed yet, a file to open or a design to roll. What is open stays until then.

use std::sync::Arc;
use std::time::{Duration, Instant};

use design::{Diagnostic, Diagnostics, Severity};
use pipeline::{Opened, OpenedDesign, OpenedScenario, Request, RollError};
use world::Fairness;

use crate::context::News;
use crate::document::{Base, Document};
use crate::open::{self, Named};
use crate::services::Services;
use crate::{Job, Viewer};

/// How long a change waits for another one before the scenario is rolled again.
const PATIENCE: Duration = Duration::from_millis(40);

/// What is wished of a design. It becomes what is open when its roll lands, and not before.
struct Wish {
    /// What it is called where it cannot be rolled.
    name: String,
    base: Base,
    request: Request,
    /// What was found when the design was opened for it.
    found: Diagnostics,
    /// What was told of a number in it, with a space behind; the notice of its roll tells it once more, which would hide it otherwise.
    told: String,
    stage: WishStage,
}

/// How far a wish is.
enum WishStage {
    /// It is rolled then, if no other one comes before.
    Due(Instant),
    Rolling(Job<Result<Document, RollError>>),
    /// It cannot be rolled. It is kept, to be changed.
    Refused,
}

/// What was asked for and has not landed.
#[derive(Default)]
pub struct Requests {
    /// Why what was wished last cannot be; empty if it can.
    pub fault: String,
    /// The name by which what lands next was opened; none where it was not opened by a name.
    pub(crate) named: Option<String>,
    /// What is being opened, by its name.
    opening: Option<(String, Job<Result<Named, Diagnostics>>)>,
    wish: Option<Wish>,
}

impl Requests {
    /// Opens a preset, a string or a file, by its name.
    pub(crate) fn open(&mut self, services: &Services, what: &str) {
        let (name, files) = (what.to_owned(), Arc::clone(&services.files));
        let job = services.jobs.start(format!("Opening {what}"), move |_| open::open_named(&name, &*files));
        self.opening = Some((what.to_owned(), job));
    }

    /// What is wished of the design of a document.
    pub(crate) fn wished<'a>(&'a self, open: &'a Document) -> Option<&'a Request> {
        let base = open.base.as_ref()?;
        let wish = self.wish.as_ref().filter(|wish| Arc::ptr_eq(&wish.base.loaded, &base.loaded));
        Some(wish.map_or(&open.request, |wish| &wish.request))
    }

    /// Wishes nothing any more. Returns whether anything was wished.
    pub(crate) fn take_back(&mut self) -> bool {
        self.fault.clear();
        self.wish.take().is_some()
    }

    /// Wishes another scenario of a document's design; it is rolled when no other wish comes for a moment. Returns whether it can be.
    pub(crate) fn ask(&mut self, services: &Services, open: &Document, request: Request) -> bool {
        let (Some(base), name) = (open.base.clone(), open.name()) else { return false };
        self.fault.clear();
        let stage = WishStage::Due(Instant::now() + PATIENCE);
        self.wish = Some(Wish { name, base, request, found: Diagnostics::default(), told: String::new(), stage });
        services.egui.request_repaint_after(PATIENCE);
        true
    }

    /// Notes what was told of a number beyond its bounds, for the wish that it has just brought.
    pub(crate) fn note_bounded(&mut self, told: &str) {
        if let Some(wish) = self.wish.as_mut().filter(|wish| matches!(wish.stage, WishStage::Due(_))) {
            wish.told = format!("{told} ");
        }
    }

    /// Whether the user waits for one of them.
    pub(crate) fn is_busy(&self) -> bool {
        self.opening.is_some() || (self.wish.is_some() && !self.is_refused())
    }

    /// Whether what is wished of the open design could not be rolled.
    pub(crate) fn is_refused(&self) -> bool {
        self.wish.as_ref().is_some_and(|wish| matches!(wish.stage, WishStage::Refused))
    }

    /// Stops what the user waits for. Returns whether there was anything.
    pub(crate) fn cancel(&mut self) -> bool {
        let was_opening = self.opening.take().is_some();
        was_opening | (!self.is_refused() && self.wish.take().is_some())
    }

    /// The work in progress, with the part that is done.
    pub(crate) fn under_way(&self) -> Option<(String, f32)> {
        let opening = self.opening.as_ref().map(|(_, job)| job.under_way());
        opening.or_else(|| match &self.wish.as_ref()?.stage {
            WishStage::Rolling(job) => Some(job.under_way()),
            _ => None,
        })
    }
}

impl Viewer {
    /// Starts a roll now. It is rolled plain: `fairness::level` takes it from there.
    fn roll(&mut self, wish: Wish) {
        self.tell_panels(&News::RollAsked);
        let (from, plain) = (wish.base.clone(), Request { fair: None, ..wish.request.clone() });
        let job = self.context.services.jobs.start("Rolling", move |progress| open::roll(from, plain, progress));
        self.context.documents.requests.wish = Some(Wish { stage: WishStage::Rolling(job), ..wish });
    }

    /// Takes what was opened, and what was rolled.
    pub(crate) fn poll_requests(&mut self) {
        let opening = self.context.documents.requests.opening.as_ref();
        if let Some((name, done)) = opening.and_then(|(name, job)| Some((name.clone(), job.poll()?))) {
            self.context.documents.requests.opening = None;
            match done {
                Ok(Ok(named)) => self.take_named(name, named),
                Ok(Err(found)) => self.take_faults(&name, found),
                Err(why) => self.context.services.tell(why),
            }
        }
        self.poll_wish();
    }

    /// Rolls what is wished when it is due, and takes the roll.
    fn poll_wish(&mut self) {
        let Some(wish) = self.context.documents.requests.wish.take() else { return };
        let job = match wish.stage {
            WishStage::Due(when) if Instant::now() >= when => return self.roll(wish),
            WishStage::Due(when) => {
                self.context.services.egui.request_repaint_after(when.saturating_duration_since(Instant::now()));
                self.context.documents.requests.wish = Some(wish);
                return;
            }
            WishStage::Rolling(job) => job,
            WishStage::Refused => {
                self.context.documents.requests.wish = Some(wish);
                return;
            }
        };
        match job.poll() {
            None => self.context.documents.requests.wish = Some(Wish { stage: WishStage::Rolling(job), ..wish }),
            Some(Ok(Ok(mut made))) => {
                (made.request.fair, made.found) = (wish.request.fair, wish.found);
                self.take_roll(made, wish.told);
            }
            Some(Ok(Err(RollError::Stopped))) => {}
            Some(Ok(Err(error))) => {
                self.take_refusal(Wish { stage: WishStage::Refused, ..wish }, &error.to_string());
            }
            Some(Err(why)) => self.take_refusal(Wish { stage: WishStage::Refused, ..wish }, &why),
        }
    }

    fn take_roll(&mut self, made: Document, told_before: String) {
        let score = made.scenario.fairness.as_ref().and_then(Fairness::prediction);
        let name = made.name();
        let mut told = score.map_or(name.clone(), |score| format!("{name}: fairness {score:.2}"));
        if !made.making.warnings.is_empty() {
            told = format!("{told}, {}", design::counted(made.making.warnings.len(), "warning"));
        }
        self.land(made, told_before + &told);
    }

    /// What is wished of the open design is kept, to be changed; the fault of another design is no fault of this one.
    fn take_refusal(&mut self, wish: Wish, why: &str) {
        self.context.documents.requests.named = None;
        let open = self.context.documents.open.as_ref().and_then(|open| open.base.as_ref());
        if open.is_some_and(|base| Arc::ptr_eq(&base.loaded, &wish.base.loaded)) {
            why.clone_into(&mut self.context.documents.requests.fault);
            let told = wish.told.clone();
            self.context.documents.requests.wish = Some(wish);
            self.context.services.tell(told + why);
        } else {
            self.take_faults(&wish.name, Diagnostics(vec![Diagnostic::error("roll", why)]));
        }
    }

    fn take_named(&mut self, name: String, named: Named) {
        let is_recovered = self.context.documents.recovery.has(&name);
        if !is_recovered {
            self.context.services.session.note_recent(&name);
            self.context.documents.requests.named = Some(name.clone());
        }
        match named {
            Named::One(opened) => self.take_opened(name, opened),
            Named::Match(record, number, opened, file) => {
                let OpenedScenario { scenario, text, warnings: found } = *opened;
                let file = if is_recovered { String::new() } else { file.display().to_string() };
                let home = file.clone();
                let made = Document { file, home, found, ..Document::of_scenario(scenario) };
                let told = if is_recovered {
                    "The match that was left is open.".to_owned()
                } else {
                    format!("{name} is open.")
                };
                self.land(made, told);
                if !self.panels.play.take_kept(&self.context, &record, &text) {
                    self.panels.playtest.open_kept(&mut self.context, record, number, text);
                }
            }
            Named::Batch(items) => {
                self.context.documents.requests.named = None;
                let made = items.iter().filter(|item| item.is_made).count();
                self.context.services.tell(format!("{name} is a batch of {}.", design::counted(made, "scenario")));
                self.start.batch = Some((name, items));
                self.context.view.at_start = true;
            }
        }
    }

    fn take_opened(&mut self, name: String, opened: Opened) {
        let fresh = Request { seed: self.context.services.fresh_seed(), ..Request::default() };
        let file =
            open::own_string(&name, &*self.context.services.files).map_or(name.as_str(), |(file, _)| file).to_owned();
        let (base, request, found) = match opened {
            // Measuring may take long, so the fairness panel offers it.
            Opened::Scenario(opened) if opened.scenario.world.terrain.is_some() => {
                let OpenedScenario { scenario, warnings: found, .. } = *opened;
                let home = open::scenario_file(&file, &*self.context.services.files);
                let made = Document { file, home, found, ..Document::of_scenario(scenario) };
                self.land(made, format!("{name} is open."));
                return;
            }
            Opened::Design(opened) => {
                let OpenedDesign { loaded, preset, request, outdated } = *opened;
                let file = if preset == "file" { file } else { String::new() };
                (Base { loaded: Arc::new(loaded), preset, file }, request, Diagnostics(outdated.into_iter().collect()))
            }
            // A start of which parts are missing is something to roll.
            opened => match opened.into_loaded() {
                Ok(loaded) => {
                    (Base { loaded: Arc::new(loaded), preset: "file".to_owned(), file }, None, Diagnostics::default())
                }
                Err(_) => return,
            },
        };
        let stage = WishStage::Due(Instant::now());
        self.roll(Wish { name, base, request: request.unwrap_or(fresh), found, told: String::new(), stage });
    }

    fn take_faults(&mut self, name: &str, found: Diagnostics) {
        let errors = found.0.iter().filter(|fault| fault.severity == Severity::Error).count();
        self.context.services.tell(format!("{name} cannot be opened: {}", design::counted(errors, "error")));
        self.panels.faults.set(name, found);
        self.panels.faults.come_forward(&mut self.context.services);
    }
}
