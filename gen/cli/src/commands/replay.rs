//! `replay`: a match that was kept, as text, as a picture of a position, as a moving picture, as a scenario to go on from.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use contract::{AnyGame, March, ToldEvent};
use design::{Diagnostic, Diagnostics, counted};
use output::{Arrow, Film, MovingFrame, MovingKind, PictureStyle, WriteError};
use playtest::{Match, MatchRecord, MatchRecordError};
use serde_json::json;
use world::Calendar;

use crate::args::ReplayArgs;
use crate::batches::work;
use crate::files;
use crate::playtests::screen::date_of;
use crate::playtests::starts::Start;
use crate::playtests::unreadable;
use crate::report::{self, Failure, Reporter};

/// A moving picture has no more positions: it would be as long as the match.
const FRAMES_MAX: usize = 150;

pub fn run(args: &ReplayArgs, reporter: &Reporter) -> Result<(), Failure> {
    let fault = |error: MatchRecordError| unreadable(&args.file, error);
    let record = MatchRecord::read(&files::read(&args.file)?).map_err(fault)?;
    let beside = args.file.parent().unwrap_or(Path::new("")).join(&record.scenario);
    let start = Start::read(args.scenario.as_deref().unwrap_or(&beside), reporter)?;
    let wanted = args.out.as_deref().map(|out| ReplayOutput::of(out, &start)).transpose()?;
    let is_moving = matches!(wanted, Some(ReplayOutput::Moving(_) | ReplayOutput::Numbered));
    let mut frames: Vec<MovingFrame> = Vec::new();
    // The marches of the turn that goes on, and those of the one before.
    let (mut marches, mut marched): (Vec<Arrow>, Vec<Arrow>) = Default::default();
    let mut lines: Vec<String> = Vec::new();
    let mut turn = None;
    let until = args.at.unwrap_or(u32::MAX);
    let stop = work::stop_at_once_on_signal()?;
    let bar = report::progress_bar(until.min(record.turns).into(), "turns");
    let mut observer = |at: &Match, line: &str, events: &[ToldEvent]| {
        let game = at.game();
        if !line.is_empty() {
            lines.push(format!("> {}", diagnostics::visible(line)));
            lines.extend(events.iter().map(|event| format!("  {}", event.text)));
        }
        marches.extend(events.iter().filter_map(|event| event.march).map(arrow));
        if turn != Some(game.turn()) {
            marched = std::mem::take(&mut marches);
            if is_moving {
                frames.push(frame(game, &start, marched.clone()));
            }
            turn = Some(game.turn());
            bar.set_position(game.turn().into());
        }
        game.turn() < until && !stop.load(Ordering::Relaxed)
    };
    let replayed = record.replay(&start.runner, &start.text, &mut observer);
    bar.finish_and_clear();
    let replayed = replayed.map_err(fault)?;
    let game = replayed.game();
    let is_written = wanted.is_some();
    if stop.load(Ordering::Relaxed) {
        let done = format!("ended in {} {} of {}", game.info().turn_word, game.turn(), record.turns);
        return Err(interrupted(done, is_written));
    }
    if let Some(asked) = args.at.filter(|&asked| asked > game.turn()) {
        let (word, last) = (game.info().turn_word, game.turn());
        report::note(&format!("the match has no {word} {asked}: it ended in {word} {last}, which is shown"));
    }
    let Some((out, wanted)) = args.out.as_deref().zip(wanted) else {
        let ranks: Vec<String> = game.ranks().iter().map(ToString::to_string).collect();
        let state = if game.outcome().is_some() { "over" } else { "goes on" };
        let date = date_of(Calendar::of(&start.scenario).as_ref(), game.turn());
        let word = game.info().turn_word;
        let place = format!("{word} {}{date} of {}, {state}, places {}", game.turn(), record.turns, ranks.join(" "));
        return reporter.result(
            || format!("{}\n{place}\n", lines.join("\n")),
            || json!({ "ok": true, "turn": game.turn(), "ranks": game.ranks(), "lines": lines }),
        );
    };
    if wanted == ReplayOutput::Scenario && !game.is_shown_whole() {
        return Err(Failure::usage(format!(
            "{}: this position of `{}` has more than a scenario can hold: expected one at which a {} begins, with --at",
            out.display(),
            game.info().name,
            game.info().turn_word
        )));
    }
    let position = game.show(&start.scenario);
    match wanted {
        ReplayOutput::Scenario => {
            files::write_loaded(out, args.force, &pipeline::load_start(position, "", Diagnostics::default()), reporter)?
        }
        _ => {
            let arrows = if marches.is_empty() { marched } else { marches };
            frames.push(frame(game, &start, arrows));
            write_picture(out, frames, wanted, args, stop)?;
        }
    }
    report::note(&format!("{} {} of {}", game.info().turn_word, game.turn(), record.turns));
    let path = out.display().to_string();
    reporter.result(|| report::shown(&path), || json!({ "ok": true, "turn": game.turn(), "files": [path] }))
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReplayOutput {
    Still,
    Moving(MovingKind),
    /// A picture of each turn, in a file of its own.
    Numbered,
    Scenario,
}

impl ReplayOutput {
    /// By how the file's name ends. Rules whose positions are not whole scenarios save none.
    fn of(out: &Path, start: &Start) -> Result<ReplayOutput, Failure> {
        let info = start.runner.info;
        match files::ending(out).as_str() {
            "png" if numbered(out, 0).is_some() => Ok(ReplayOutput::Numbered),
            "png" => Ok(ReplayOutput::Still),
            "gif" => Ok(ReplayOutput::Moving(MovingKind::Gif)),
            "apng" => Ok(ReplayOutput::Moving(MovingKind::Apng)),
            "ron" | "g" if info.shows_all => Ok(ReplayOutput::Scenario),
            "ron" | "g" => Err(Failure::usage(format!(
                "{}: a position of `{}` has more than a scenario can hold: expected FILE.png, FILE.gif or FILE.apng",
                out.display(),
                info.name
            ))),
            _ => Err(Failure::usage(format!(
                "{}: expected FILE.png, FILE.gif, FILE.apng, FILE-%d.png, FILE.ron or FILE.g",
                out.display()
            ))),
        }
    }
}

/// A file of several: `%d` in its name is its number, `%04d` the same with four digits at least. `None` if the name has no place for one.
fn numbered(out: &Path, number: usize) -> Option<PathBuf> {
    let name = out.file_name()?.to_str()?;
    let (before, after) = name.split_once('%')?;
    let (digits, after) = after.split_once('d')?;
    let width: usize = if digits.is_empty() { 0 } else { digits.parse().ok().filter(|&width| width < 10)? };
    Some(out.with_file_name(format!("{before}{number:0width$}{after}")))
}

fn arrow(march: March) -> Arrow {
    Arrow { side: march.seat.index(), from: march.from, to: march.to, count: march.count }
}

/// A position with the marches that led to it, and what it is in words: the turn, and at the end who has won.
fn frame(game: &dyn AnyGame, start: &Start, arrows: Vec<Arrow>) -> MovingFrame {
    let date = date_of(Calendar::of(&start.scenario).as_ref(), game.turn());
    let mut caption = format!("{} {}{date}", game.info().turn_word, game.turn());
    if let Some(outcome) = game.outcome() {
        let sides = &start.scenario.sides;
        let names: Vec<&str> = outcome.winners.iter().map(|seat| sides[seat.index()].name.as_str()).collect();
        caption +=
            &if names.is_empty() { ": nobody has won".to_owned() } else { format!(": {} won", names.join(" and ")) };
    }
    let scenario = game.show(&start.scenario);
    MovingFrame { chart: game.chart(&scenario), scenario, arrows, caption }
}

/// Ctrl-C ended it. What would have been written is as it was.
fn interrupted(done: String, is_written: bool) -> Failure {
    let told = if is_written { done + "; nothing is written" } else { done };
    Failure::Interrupted(Diagnostic::error("interrupted", told))
}

fn write_picture(
    out: &Path,
    mut frames: Vec<MovingFrame>,
    wanted: ReplayOutput,
    args: &ReplayArgs,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let every = frames.len().div_ceil(FRAMES_MAX).max(1);
    if every > 1 {
        report::note(&format!("{} turns: one in {every} is shown", frames.len()));
        let last = frames.len() - 1;
        let mut index = 0..;
        frames.retain(|_| index.next().is_some_and(|index| index % every == 0 || index == last));
    }
    let style = PictureStyle { cell_width: args.scale, rim: args.rim, ..PictureStyle::default() };
    let drawn = AtomicUsize::new(0);
    let bar = report::progress_bar(frames.len() as u64, "pictures drawn");
    let observer = |count: usize| {
        drawn.fetch_max(count, Ordering::Relaxed);
        bar.set_position(count as u64);
        !stop.load(Ordering::Relaxed)
    };
    let written = match wanted {
        ReplayOutput::Moving(kind) => files::write_file(out, args.force, |file| {
            output::write_moving(&frames, &style, kind, args.pace, file, &observer)
        }),
        ReplayOutput::Numbered => write_numbered(out, &frames, &style, args.force, &observer),
        _ => files::write_file(out, args.force, |file| {
            let last = frames.last().expect("there is a last position");
            output::write_image(&output::draw_position(last, &style)?, file)
        }),
    };
    bar.finish_and_clear();
    if written.is_err() && stop.load(Ordering::Relaxed) {
        return Err(interrupted(
            format!("ended with {} of {} drawn", drawn.into_inner(), counted(frames.len(), "picture")),
            true,
        ));
    }
    written
}

/// A file for each position, from number 1 on.
fn write_numbered(
    out: &Path,
    frames: &[MovingFrame],
    style: &PictureStyle,
    force: bool,
    observer: &dyn Fn(usize) -> bool,
) -> Result<(), Failure> {
    let Some(first) = frames.first() else { return Ok(()) };
    let mut film = Film::new(first, style);
    for (number, frame) in (1..).zip(frames) {
        let path = numbered(out, number).expect("its name has a place for a number");
        files::write_file(&path, force, |file| {
            if !observer(number) {
                return Err(WriteError::from(std::io::Error::from(std::io::ErrorKind::Interrupted)));
            }
            output::write_image(&film.draw(frame)?, file)
        })?;
    }
    Ok(())
}
