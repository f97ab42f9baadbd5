//! `fit`: roll and play many maps, and fit the weights of measures on what came of it.
//!
//! **Invariant:** a file below `maps/` is whole. What is killed loses the maps that were being played, and no more.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use design::{Diagnostic, Diagnostics, counted};
use diagnostics::FileReader;
use fit::{FIT_FILE, Figures, FitMap, FitOrder, FitSettings, Fitted, Game, MapPlan, PlayedMap, RolledMap};
use pipeline::RollError;
use playtest::{PlayerName, SessionEnd};
use serde_json::{Value, json};

use crate::args::FitArgs;
use crate::batches::work;
use crate::files;
use crate::refusals;
use crate::report::{self, Failure, Reporter};
use crate::requests;

/// The folder of what was played.
const MAPS: &str = "maps";
const WEIGHTS_FILE: &str = "weights.ron";
const SEATS_FILE: &str = "seats.csv";

/// All that is asked for.
struct FitJob {
    games: Vec<Game>,
    settings: FitSettings,
    maps: Vec<MapPlan>,
    folder: PathBuf,
}

/// What is known of a map when it was looked at.
enum Known {
    /// It has its matches.
    Played(FitMap),
    /// It is to be played.
    Open,
    /// It cannot be rolled, and why.
    Failed(String),
}

pub fn run(args: &FitArgs, reporter: &Reporter) -> Result<(), Failure> {
    let games = args.what.iter().map(|what| open_game(what, reporter)).collect::<Result<Vec<Game>, _>>()?;
    let player: PlayerName = args.player.parse().map_err(Failure::usage)?;
    if matches!(player, PlayerName::Command(_)) {
        return Err(Failure::usage(format!(
            "`{player}` cannot be fitted on: expected a player of the game, such as goal"
        )));
    }
    let sides = args.sides.clone();
    let settings = FitSettings { count: args.count, games: args.games, player, sides, seed: args.seed };
    let maps = fit::plan(&games, &settings).map_err(|error| Failure::usage(error.to_string()))?;
    let order = FitOrder::new(&games, &settings);
    let job = FitJob { games, settings, maps, folder: args.out.clone() };
    job.check_players()?;
    let _lock = job.open_folder(&order, args.force)?;
    let played = job.play_all()?;
    job.finish(&order, &played, reporter)
}

/// Opens what maps are rolled of.
fn open_game(what: &str, reporter: &Reporter) -> Result<Game, Failure> {
    let (loaded, preset, request) = requests::take_opened(pipeline::open(what, files::disk())?)?;
    if request.is_some() && pipeline::is_seed_string(what, files::disk()) {
        return Err(Failure::usage(format!(
            "`{what}` is a seed string: name the game alone, its maps are drawn by --seed"
        )));
    }
    reporter.tell(&loaded)?;
    Ok(Game { loaded, preset })
}

impl FitJob {
    /// Whether a map of each game can be played by the player: said before anything is written.
    fn check_players(&self) -> Result<(), Failure> {
        for (index, game) in self.games.iter().enumerate() {
            let Some(plan) = self.maps.iter().find(|plan| plan.game == index) else { continue };
            if let Ok(rolled) = plan.roll(&self.games) {
                let session = plan.session(&rolled, &self.settings.player);
                session.map_err(|message| Failure::usage(format!("`{}`: {message}", game.name())))?;
            }
        }
        Ok(())
    }

    /// Makes the folder, or checks that it holds the same fit; the lock is held as long as its file lives.
    fn open_folder(&self, order: &FitOrder, force: bool) -> Result<File, Failure> {
        let (path, maps) = (self.folder.join(FIT_FILE), self.folder.join(MAPS));
        let shown = self.folder.display();
        let write = || files::write_text(&self.folder, FIT_FILE, &order.write());
        fs::create_dir_all(&maps).map_err(files::refused("make", &maps))?;
        if !path.exists() {
            write()?;
        }
        let lock = files::lock(&path)?;
        let there = FitOrder::read(&path.display().to_string(), &files::read(&path)?);
        let differences = match &there {
            Ok(there) => there.differences(order),
            Err(_) if force => Vec::new(),
            Err(fault) => return Err(Failure::Data(Diagnostics(vec![fault.clone()]))),
        };
        if differences.is_empty() && there.is_ok() {
            return Ok(lock);
        }
        if !force {
            let told = differences.iter().map(|[flag, was, is]| format!("{flag} was {was} and is {is}"));
            let told = told.collect::<Vec<_>>().join("; ");
            let advice = "ask for the same to go on with it, name another --out, or use --force to begin anew";
            return Err(Failure::usage(format!("{shown} holds another fit: {told}; {advice}")));
        }
        let emptied = fs::remove_dir_all(&maps).and_then(|()| fs::create_dir_all(&maps));
        emptied.map_err(files::refused("empty", &maps))?;
        // The file is replaced, so the lock of the old one holds back no other run: the new one is locked instead.
        write()?;
        files::lock(&path)
    }

    fn file(&self, plan: &MapPlan) -> String {
        format!("{}-{:04}.json", host::safe_name(self.games[plan.game].name()), plan.number)
    }

    /// Rolls a map, and reads what its matches came to.
    fn look(&self, plan: &MapPlan) -> Result<(Known, Option<RolledMap>), Failure> {
        let rolled = match plan.roll(&self.games) {
            Ok(rolled) => rolled,
            Err(RollError::Exhausted(rejections)) => {
                let reason = rejections.last().map_or_else(String::new, |last| last.reason.clone());
                return Ok((Known::Failed(reason), None));
            }
            Err(error) => return Err(refusals::no_roll(error)),
        };
        let path = self.folder.join(MAPS).join(self.file(plan));
        let played = files::disk().read(&path).ok().and_then(|text| PlayedMap::read(&text));
        match played.filter(|played| played.is_of(rolled.start, self.settings.games)) {
            Some(played) => Ok((Known::Played(self.map(plan, &rolled, &played)), None)),
            None => Ok((Known::Open, Some(rolled))),
        }
    }

    fn map(&self, plan: &MapPlan, rolled: &RolledMap, played: &PlayedMap) -> FitMap {
        FitMap {
            name: plan.name(&self.games),
            game: plan.game,
            number: plan.number,
            kind: plan.kind,
            seed: rolled.scenario.origins.seed,
            matches: played.matches,
            wins: played.wins(),
            standings: rolled.standings.clone(),
        }
    }

    /// Plays a map, and keeps what came of it; `None` if it was stopped.
    fn play(&self, plan: &MapPlan, stop: &std::sync::atomic::AtomicBool) -> Result<Option<Known>, Failure> {
        let (known, rolled) = self.look(plan)?;
        let Some(rolled) = rolled else { return Ok(Some(known)) };
        let wrong = |message: String| Failure::usage(format!("{}: {message}", plan.name(&self.games)));
        let session = plan.session(&rolled, &self.settings.player).map_err(wrong)?;
        let end = session.play(self.settings.games, stop, &mut |_, _, _| Ok::<(), Failure>(()))?;
        if end == SessionEnd::Stopped {
            return Ok(None);
        }
        let played = PlayedMap::new(&rolled.scenario.origins.string, rolled.start, &session.counts());
        files::write_text(&self.folder.join(MAPS), &self.file(plan), &played.write())?;
        Ok(Some(Known::Played(self.map(plan, &rolled, &played))))
    }

    /// All maps with their matches, in the order of the plan.
    fn play_all(&self) -> Result<Vec<FitMap>, Failure> {
        let stop = work::stop_on_signal()?;
        let begun = Instant::now();
        let all = self.maps.len();
        let has_file = |index: &u32| {
            let path = self.folder.join(MAPS).join(self.file(&self.maps[*index as usize]));
            path.exists()
        };
        // What has its file is looked at first: it says nothing of how long the others take.
        let (there, missing): (Vec<u32>, Vec<u32>) = (0..all as u32).partition(has_file);
        let mut known: Vec<Option<Known>> = (0..all).map(|_| None).collect();
        let threads = rayon::current_num_threads();
        let look = |index: u32| Ok((index, self.look(&self.maps[index as usize])?.0));
        work::work(&there, threads, stop, look, |(index, found)| known[index as usize] = Some(found))?;
        let is_open = |index: &u32| matches!(known[*index as usize], None | Some(Known::Open));
        let stale = there.iter().filter(|index| is_open(index)).count();
        if stale > 0 && !stop.load(Ordering::Relaxed) {
            report::note(&format!("{} rolled otherwise by now, and played again", are(stale, "map")));
        }
        let todo: Vec<u32> = (0..all as u32).filter(is_open).collect();
        let earlier = all - todo.len();
        debug_assert!(todo.len() >= missing.len(), "what has no file is open");
        let bar = report::progress_bar(all as u64, "maps").with_position(earlier as u64);
        bar.reset_eta();
        let play = |index: u32| Ok((index, self.play(&self.maps[index as usize], stop)?));
        let worked = work::work(&todo, threads, stop, play, |(index, found)| {
            bar.inc(u64::from(found.is_some()));
            known[index as usize] = found;
        });
        bar.finish_and_clear();
        worked?;
        let (mut maps, mut done) = (Vec::new(), 0);
        for (plan, known) in self.maps.iter().zip(known) {
            match known {
                Some(Known::Played(map)) => maps.push(map),
                Some(Known::Failed(reason)) => {
                    report::note(&format!("{} is left out: {reason}", plan.name(&self.games)));
                }
                Some(Known::Open) | None => continue,
            }
            done += 1;
        }
        if done < all {
            let told = Diagnostic::error("interrupted", format!("ended with {done} of {}", counted(all, "map")));
            return Err(Failure::Interrupted(told.suggest("the same command goes on from here")));
        }
        let seconds = begun.elapsed().as_secs_f64();
        let earlier = if earlier > 0 { format!(", {earlier} were there already") } else { String::new() };
        report::note(&format!("{} in {seconds:.1} s{earlier}", counted(all, "map")));
        Ok(maps)
    }

    /// Fits, writes, and tells.
    fn finish(&self, order: &FitOrder, maps: &[FitMap], reporter: &Reporter) -> Result<(), Failure> {
        let games: Vec<&str> = self.games.iter().map(Game::name).collect();
        let begun = Instant::now();
        let mut fitted = fit::fit(maps, &games, &playtest::weights())
            .map_err(|nothing| Failure::Unmet(vec![Diagnostic::error("no-weights", nothing.to_string())]))?;
        let rulesets: BTreeSet<String> = self.games.iter().map(|game| game.ruleset().to_owned()).collect();
        fitted.weights.set_fitted(rulesets.into_iter().collect());
        report::note(&format!("fitted in {:.1} s", begun.elapsed().as_secs_f64()));
        files::write_text(&self.folder, WEIGHTS_FILE, &fitted.ron(&order.command(self.settings.count), maps))?;
        files::write_text(&self.folder, SEATS_FILE, &fitted.seats_csv(maps, &games))?;
        let written = [WEIGHTS_FILE, SEATS_FILE].map(|name| self.folder.join(name).display().to_string());
        reporter.result(
            || text(&fitted, &written),
            || {
                let matches: u64 = maps.iter().map(|map| u64::from(map.matches)).sum();
                json!({
                    "ok": true, "maps": maps.len(), "matches": matches, "ridge": fitted.ridge,
                    "weights": weights_json(&fitted), "figures": figures_json(&fitted), "doubt": fitted.weights.doubt(),
                    "doubts": doubts_json(&fitted), "files": written,
                })
            },
        )
    }
}

/// `1 map is`, `2 maps are`.
fn are(count: usize, noun: &str) -> String {
    format!("{} {}", counted(count, noun), if count == 1 { "is" } else { "are" })
}

fn text(fitted: &Fitted, written: &[String; 2]) -> String {
    let mut text = format!("{}\n", fitted.text());
    if !fitted.doubts.is_empty() {
        text.push_str(&format!("{}\n", fitted.doubt_text()));
    }
    let mut weights: Vec<(&str, u32)> = playtest::measures()
        .iter()
        .map(|kind| (kind.name, fitted.weights.of(kind.name)))
        .filter(|(_, weight)| *weight > 0)
        .collect();
    weights.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    for (name, weight) in weights {
        text.push_str(&format!("{name:<18} {weight:>4}\n"));
    }
    text.push_str(&report::shown_lines(written));
    let path = shlex::try_quote(&written[0]).map_or_else(|_| written[0].clone(), std::borrow::Cow::into_owned);
    text.push_str(&format!("use it by --weights {path}, with roll, batch, score or bench fairness\n"));
    text
}

fn weights_json(fitted: &Fitted) -> Value {
    playtest::measures()
        .iter()
        .map(|kind| (kind.name.to_owned(), json!(fitted.weights.of(kind.name))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn figures_json(fitted: &Fitted) -> Vec<Value> {
    let figures = |found: &Figures| json!({ "rank": found.rank, "explained": found.explained, "off": found.off });
    let row = |row: &fit::Row| {
        json!({
            "what": row.what, "maps": row.maps, "seats": row.seats, "bias": row.bias, "by_map": figures(&row.by_map),
            "by_game": row.by_game.as_ref().map(figures), "now": figures(&row.now),
        })
    };
    fitted.rows.iter().map(row).collect()
}

fn doubts_json(fitted: &Fitted) -> Vec<Value> {
    let row = |row: &fit::Doubt| json!({ "what": row.what, "maps": row.maps, "seats": row.seats, "by_map": row.by_map, "now": row.now });
    fitted.doubts.iter().map(row).collect()
}
