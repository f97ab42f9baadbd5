//! The window, driven through its accessibility tree: no display, no clock, no disk.
//!
//! Each panel has a file. [`Desk`] is a window with jobs that are done at once, files in memory and seeds that count up.

mod apart;
mod designing;
mod docks;
mod documents;
mod editing;
mod export;
mod fair;
mod fairness;
mod faults;
mod inspector;
mod keys;
mod kills;
mod lenses;
mod levelling;
mod levels;
mod minutes;
mod monkey;
mod old_files;
mod palette;
mod play;
mod playtest;
mod project;
mod recipe;
mod remaking;
mod rough;
mod selecting;
mod stages;
mod start;
mod story;
mod tiles;
mod values;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use fairmarch_viewer::{Dock, Jobs, Launch, Memory, Session, Viewer};

/// Whether the long cases are wanted too: `FAIRMARCH_LONG` is set, as by `.ci/long`.
fn is_long() -> bool {
    std::env::var_os("FAIRMARCH_LONG").is_some()
}

/// What a window remembers from which no roll is played and nothing moves by itself: tests stay quick. It shows the inspector, so that the
/// command of any other panel shows that and does not hide it.
fn quick() -> Session {
    let mut session = Session { level_rolls: false, animates: false, replays: false, ..Session::default() };
    session.docks.show("inspector");
    session
}

/// A window and what it stands on.
struct Desk {
    harness: Harness<'static, Viewer>,
    files: Arc<Memory>,
    jobs: Jobs,
}

impl Desk {
    /// An empty window.
    fn new() -> Desk {
        let mut desk = Desk::with(quick());
        desk.viewer().context.view.skip_tiles();
        desk.viewer().start.skip_pictures();
        desk
    }

    /// Playtests of a few turns, and proofs without matches.
    fn keep_short(&mut self) {
        self.viewer().panels.fairness.wish.matches = Some(1);
        let set_up = &mut self.viewer().panels.playtest.set_up;
        (set_up.games, set_up.until_sure, set_up.turn_limit) = (2, false, Some(6));
    }

    /// An empty window that remembers.
    fn with(session: Session) -> Desk {
        Desk::of(session, Jobs::inline())
    }

    /// A window in which something is open and whose jobs end when the test says so.
    fn stepped(what: &str, session: Session) -> Desk {
        let mut desk = Desk::of(session, Jobs::stepped());
        desk.viewer().start.skip_pictures();
        desk.viewer().context.open_named(what);
        desk.finish("Opening");
        desk.finish("Rolling");
        desk.finish("Terrain");
        desk
    }

    /// Ends the first job whose title begins so, when it has begun, and shows what comes of it.
    fn finish(&mut self, title: &str) {
        for _ in 0..20 {
            self.harness.run_steps(1);
            if self.jobs.finish(title) {
                return self.harness.run_steps(3);
            }
            // A change waits a moment for the next one.
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("{title} has not begun: {:?}", self.jobs.begun());
    }

    fn of(session: Session, jobs: Jobs) -> Desk {
        Desk::over(session, jobs, Arc::default())
    }

    /// An empty window over the files of another one.
    fn new_beside(other: &Desk) -> Desk {
        let mut desk = Desk::over(quick(), Jobs::inline(), Arc::clone(&other.files));
        desk.viewer().start.skip_pictures();
        desk.settle();
        desk
    }

    /// Frames, until something is so.
    fn wait_for(&mut self, is_so: impl Fn(&Desk) -> bool) {
        for _ in 0..400 {
            self.harness.run_steps(1);
            if is_so(self) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("it does not come: {}", self.harness.state().context.services.notice);
    }

    fn over(session: Session, jobs: Jobs, files: Arc<Memory>) -> Desk {
        let seeds = AtomicU64::new(1);
        let launch = Launch {
            files: files.clone(),
            jobs: jobs.clone(),
            session,
            fresh_seed: Box::new(move || seeds.fetch_add(1, Ordering::Relaxed)),
            recovery: Some("recovery".into()),
        };
        let viewer = Viewer::new(egui::Context::default(), launch);
        let size = egui::vec2(1280.0, 800.0);
        let harness = Harness::builder()
            .with_size(size)
            .with_max_steps(200)
            .build_ui_state(|ui, viewer: &mut Viewer| viewer.show(ui), viewer);
        Desk { harness, files, jobs }
    }

    /// A window in which something is open.
    fn open(what: &str) -> Desk {
        let mut desk = Desk::new();
        desk.viewer().context.open_named(what);
        desk.settle();
        desk
    }

    /// The window's state.
    fn viewer(&mut self) -> &mut Viewer {
        self.harness.state_mut()
    }

    /// Frames, until nothing is under way.
    fn settle(&mut self) {
        for _ in 0..200 {
            self.harness.run_steps(2);
            if !self.harness.state().is_busy() {
                self.harness.run_steps(2);
                return;
            }
            // A change waits a moment for the next one.
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("it is still busy: {}", self.harness.state().context.services.notice);
    }

    /// Runs a command by its name.
    fn run(&mut self, command: &str) {
        assert!(self.viewer().run(command), "{command} cannot be run");
        self.settle();
    }

    /// Clicks what has this label.
    fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.settle();
    }

    /// Clicks what has this label, wherever it is scrolled to.
    fn choose(&mut self, label: &str) {
        self.harness.get_by_label(label).click_accesskit();
        self.settle();
    }

    /// Presses a chord, as `Ctrl+Shift+P`.
    fn press(&mut self, chord: &str) {
        let chord: fairmarch_viewer::keys::Chord = chord.parse().expect("it is a chord");
        let held = [
            (chord.ctrl, egui::Modifiers::CTRL | egui::Modifiers::COMMAND),
            (chord.alt, egui::Modifiers::ALT),
            (chord.shift, egui::Modifiers::SHIFT),
        ];
        let held = held.iter().filter(|(held, _)| *held).fold(egui::Modifiers::NONE, |all, (_, one)| all | *one);
        self.harness.key_press_modifiers(held, chord.key);
        self.settle();
    }

    /// A frame that comes late: all of this has happened since the last one. Text is typed key by key.
    fn late(&mut self, chord: &str, text: &str) {
        let chord: fairmarch_viewer::keys::Chord = chord.parse().expect("it is a chord");
        let mut press = |key, modifiers, text: Option<char>| {
            let event = |pressed| egui::Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
            let typed = text.map(|letter| egui::Event::Text(letter.to_string()));
            self.harness.input_mut().events.extend([event(true)].into_iter().chain(typed).chain([event(false)]));
        };
        let (ctrl, shift) = (egui::Modifiers::CTRL | egui::Modifiers::COMMAND, egui::Modifiers::SHIFT);
        let held = if chord.ctrl { ctrl } else { egui::Modifiers::NONE };
        press(chord.key, if chord.shift { held | shift } else { held }, None);
        for letter in text.chars() {
            let key = egui::Key::from_name(&letter.to_uppercase().to_string()).expect("it is a letter");
            press(key, egui::Modifiers::NONE, Some(letter));
        }
        self.settle();
    }

    /// Types into what has the keyboard.
    fn type_text(&mut self, text: &str) {
        self.harness.event(egui::Event::Text(text.to_owned()));
        self.settle();
    }

    /// Puts the keyboard into the field with this label.
    fn focus(&mut self, label: &str) {
        self.harness.get_by_label(label).focus();
        self.settle();
    }

    /// The name of the panel that a dock shows.
    fn shown(&self, dock: Dock) -> &'static str {
        self.harness.state().context.services.session.docks.shown(dock)
    }

    /// The label of what has the keyboard.
    fn focused(&self) -> Option<String> {
        let nodes = self.harness.root().children_recursive();
        nodes.filter(|node| node.accesskit_node().is_focused()).find_map(|node| {
            let labels = node.accesskit_node().labelled_by().find_map(|label| label.value());
            node.accesskit_node().label().or(labels)
        })
    }

    /// Whether something with this label is there.
    fn sees(&self, label: &str) -> bool {
        self.harness.query_all_by_label(label).next().is_some()
    }

    /// Whether a label contains this.
    fn reads(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
    }

    /// All labels, for messages of tests.
    fn labels(&self) -> Vec<String> {
        let nodes = self.harness.root().children_recursive();
        nodes.filter_map(|node| node.accesskit_node().label()).collect()
    }
}
