//! The viewer: opens the window. Of this crate's files only this one touches the disk.

mod frame_times;

use std::sync::Arc;

use eframe::egui;
use fairmarch_viewer::{Jobs, Launch, Session, Viewer};
use frame_times::FrameTimes;

/// The name under which the session is stored.
const SESSION: &str = "session";

const HELP: &str = "\
The window of Fairmarch: look at scenarios, understand them, roll them, watch them played.

Usage: fairmarch-viewer [FILE | PRESET | STRING] [--frame-times] [--fresh]

  FILE           a scenario or a design, in RON or GDL
  PRESET         such as classic
  STRING         such as classic:42:size=120x120
  --tell         prints what changes in the window, a line each: for scripts that drive it
  --frame-times  moves about by itself, prints how long frames took, and ends
  --fresh        remembers nothing from last time, and nothing for the next";

struct App {
    viewer: Viewer,
    /// The state that was printed last, if the state is to be printed.
    told: Option<Vec<(&'static str, String)>>,
    meter: Option<FrameTimes>,
    fresh: bool,
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.viewer.show(ui);
        if let Some(told) = &mut self.told {
            let words = self.viewer.words();
            for (name, text) in words.iter().filter(|word| !told.contains(word)) {
                println!("{name}: {text}");
            }
            *told = words;
        }
        if let Some(meter) = &mut self.meter {
            meter.step(&mut self.viewer);
        }
    }

    fn persist_egui_memory(&self) -> bool {
        !self.fresh
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if !self.fresh {
            storage.set_string(SESSION, self.viewer.context.services.session.write());
        }
    }
}

fn main() -> eframe::Result {
    let (mut what, mut measures, mut fresh, mut tells) = (None, false, false, false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--help" | "-h" => {
                println!("{HELP}");
                return Ok(());
            }
            "--frame-times" => (measures, fresh) = (true, true),
            "--fresh" => fresh = true,
            "--tell" => tells = true,
            flag if flag.starts_with('-') => {
                eprintln!("there is no flag `{flag}`\n\n{HELP}");
                std::process::exit(2);
            }
            name => what = Some(name.to_owned()),
        }
    }
    let meter = measures.then(FrameTimes::new);
    let size = egui::ViewportBuilder::default().with_inner_size([1280.0, 800.0]).with_app_id("fairmarch-viewer");
    let mut options = eframe::NativeOptions { viewport: size, ..eframe::NativeOptions::default() };
    options.glow_options.vsync = !measures;
    options.persist_window = !fresh;
    let begin = move |creation: &eframe::CreationContext<'_>| {
        let remembered = creation.storage.filter(|_| !fresh).and_then(|storage| storage.get_string(SESSION));
        let (session, fault) = remembered.map_or_else(Default::default, |text| Session::read(&text));
        // Matches in the background would be measured too.
        let session = Session { level_rolls: session.level_rolls && !measures, ..session };
        let context = creation.egui_ctx.clone();
        if fresh {
            // egui's own memory (sizes of panels, unfolded sections) was restored before.
            context.memory_mut(|memory| (memory.data, _) = (Default::default(), memory.reset_areas()));
        }
        let jobs = Jobs::threads(context.clone());
        let disk = host::Disk { library: host::library_folders(&[]), pipes: Vec::new() };
        let recovery = host::cache_folder().filter(|_| !fresh).map(|folder| folder.join("recovery"));
        let launch = Launch { files: Arc::new(disk), jobs, session, fresh_seed: Box::new(host::fresh_seed), recovery };
        let mut viewer = Viewer::new(context, launch);
        if let Some(fault) = fault {
            viewer.context.services.tell(fault.to_string());
        }
        if let Some(what) = &what {
            viewer.context.open_named(what);
        }
        let told = tells.then(Vec::new);
        Ok(Box::new(App { viewer, told, meter, fresh }) as Box<dyn eframe::App>)
    };
    eframe::run_native("Fairmarch", options, Box::new(begin))
}
