//! `replay`: a match that was kept, as text, as a picture of a position, as a moving picture.

use std::path::Path;

use design::{Diagnostic, Diagnostics};
use output::PictureStyle;
use playtest::{Kept, KeptError};
use serde_json::json;
use world::{Calendar, Scenario};

use crate::args::ReplayArgs;
use crate::files::{self, Batch};
use crate::playtests::Subject;
use crate::playtests::watch::date_of;
use crate::report::{self, Failure, Reporter};

/// A moving picture has no more positions: it would be as long as the match.
const FRAMES_MAX: usize = 120;

pub fn run(args: &ReplayArgs, reporter: &Reporter) -> Result<(), Failure> {
    let fault = |error: KeptError| {
        let told = Diagnostic::error("replay", format!("{}: {error}", args.file.display()));
        Failure::Data(Diagnostics(vec![told]))
    };
    let kept = Kept::read(&files::read(&args.file)?).map_err(fault)?;
    let beside = args.file.parent().unwrap_or(Path::new("")).join(&kept.scenario);
    let subject = Subject::read(args.scenario.as_deref().unwrap_or(&beside), reporter)?;
    let is_moving =
        args.out.as_ref().and_then(|out| out.extension()).is_some_and(|ending| ending.eq_ignore_ascii_case("gif"));
    let mut frames: Vec<Scenario> = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    let mut turn = None;
    let until = args.at.unwrap_or(u32::MAX);
    let mut look = |game: &dyn contract::AnyGame, line: &str, events: &[String]| {
        if !line.is_empty() {
            lines.push(format!("> {line}"));
            lines.extend(events.iter().map(|event| format!("  {event}")));
        }
        if is_moving && turn != Some(game.turn()) {
            frames.push(game.show(&subject.scenario));
            turn = Some(game.turn());
        }
        game.turn() < until
    };
    let game = kept.replay(&*subject.table, &subject.text, &mut look).map_err(fault)?;
    let Some(out) = &args.out else {
        let ranks: Vec<String> = game.ranks().iter().map(ToString::to_string).collect();
        let state = if game.outcome().is_some() { "over" } else { "goes on" };
        let date = date_of(Calendar::of(&subject.scenario).as_ref(), game.turn());
        let place = format!("turn {}{date} of {}, {state}, places {}", game.turn(), kept.turns, ranks.join(" "));
        return reporter.result(
            || format!("{}\n{place}\n", lines.join("\n")),
            || json!({ "ok": true, "turn": game.turn(), "ranks": game.ranks(), "lines": lines }),
        );
    };
    frames.push(game.show(&subject.scenario));
    let every = frames.len().div_ceil(FRAMES_MAX).max(1);
    if every > 1 {
        report::note(&format!("{} turns: every {every}th is shown", frames.len()));
        let last = frames.len() - 1;
        let mut index = 0..;
        frames.retain(|_| index.next().is_some_and(|index| index % every == 0 || index == last));
    }
    write_picture(out, &frames, is_moving, args)?;
    report::note(&format!("turn {} of {}", game.turn(), kept.turns));
    let path = out.display().to_string();
    reporter.result(|| format!("{path}\n"), || json!({ "ok": true, "turn": game.turn(), "files": [path] }))
}

fn write_picture(out: &Path, frames: &[Scenario], is_moving: bool, args: &ReplayArgs) -> Result<(), Failure> {
    let is_still = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let Some(name) = out.file_name().filter(|_| is_moving || is_still) else {
        return Err(Failure::usage(format!("{}: expected FILE.png or FILE.gif", out.display())));
    };
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::io(format!("cannot write {}: there is no such folder", out.display())));
    }
    let mut batch = Batch::new(folder)?;
    let style = PictureStyle { cell_width: args.scale, ..PictureStyle::default() };
    batch.add(&name.to_string_lossy(), |file| {
        if is_moving {
            output::write_moving(frames, &style, args.pace, file)
        } else {
            output::write_png(frames.last().expect("there is a last position"), &style, file)
        }
    })?;
    batch.replace(std::iter::empty())
}
