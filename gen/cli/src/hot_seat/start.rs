//! How people sit down: who plays, a new match or one that was left, the greeting, the end.

use std::fs::File;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chance::Seed;
use contract::Seat;
use design::{Diagnostic, Diagnostics};
use human::HumanMatch;
use output::{Block, Document};
use playtest::{MatchRecord, MatchRecordError, MatchSettings, OwnPlayer, PlayerName, StartProgram};
use world::Scenario;

use super::keys::{KEYS_FILE, PlayKeys};
use super::place::{self, Place};
use super::table::{Answer, Table, Terminal};
use super::{HotSeat, told_failure};
use crate::args::PlayArgs;
use crate::batches::work;
use crate::files;
use crate::playtests::request::MatchRequest;
use crate::playtests::starts::Start;
use crate::report::{self, Failure, Reporter, shown};

/// A match that was left.
struct LeftMatch {
    record: MatchRecord,
    folder: PathBuf,
    /// Its file there.
    file: String,
    /// Its journal, if the command was ended before the match was saved.
    journal: Option<File>,
}

/// Plays a match with people: a new one, or one that was left if its file or folder is given.
pub fn run(args: &PlayArgs, request: &MatchRequest, reporter: &Reporter) -> Result<(), Failure> {
    refuse_others(args, reporter)?;
    let [asked] = request.starts.as_slice() else {
        return Err(Failure::usage("people play one start: name one game, one size and one number of sides"));
    };
    let mut left = find_left(&asked.game, request)?.map(|path| open_left(&path, args.keep.is_none())).transpose()?;
    let start = match &left {
        Some(left) => Start::read(&left.folder.join(&left.record.scenario), reporter)?,
        None => asked.open(reporter)?,
    };
    let players = seat_players(left.as_ref().map(|left| &left.record), request, &start)?;
    let stop = work::stop_on_signal()?;
    let seed = left.as_ref().map_or(request.seed, |left| left.record.seed);
    let turn_limit = request.turn_limit.unwrap_or(start.runner.turn_limit);
    let settings = MatchSettings { seed: Seed(seed), turn_limit };
    let world = Arc::new(start.scenario.clone());
    let mut begun = begin(&start, world, settings, players, &*request.programs())?;
    if let Some(left) = &left {
        take_up(&mut begun, &left.record, &start)?;
    }
    let mut at = HotSeat::new(&start, begun, settings, stop);
    // Where it cannot be kept it does not begin.
    let place = match (args.keep.as_deref(), &mut left) {
        (None, Some(LeftMatch { folder, file, journal, .. })) => match journal.take() {
            Some(journal) => {
                // Its file does not hold what the journal does.
                at.sitting.is_changed = true;
                Ok(Place::of_journal(folder, file, journal, at.sitting.at()))
            }
            None => Place::take(folder, Some(file.as_str()), &at.record(), at.sitting.at(), &start.text),
        },
        (Some(folder), _) => Place::take(folder, None, &at.record(), at.sitting.at(), &start.text),
        (None, None) => {
            let folder = free_folder(&start.scenario.design.name);
            Place::take(&folder, None, &at.record(), at.sitting.at(), &start.text)
        }
    };
    at.place = Some(place.map_err(|failure| match failure {
        Failure::Io(told) => Failure::Io(told.suggest("--keep DIR keeps the match in another folder")),
        other => other,
    })?);
    at.keys = read_keys(args.keys.as_deref())?;
    let at_once = if at.sitting.at().game().info().single_unit { at.keys.at_once() } else { Vec::new() };
    let mut terminal = Terminal::new(at.keys.keys(), at_once)?;
    while at.play_and_keep(&mut terminal)? && terminal.read("Again? [y/N] ", &[])?.is_yes() {
        // The same start and players, and other dice.
        let (settings, keys) =
            (MatchSettings { seed: Seed(at.settings.seed.0.wrapping_add(1)), ..at.settings }, at.keys);
        let (world, players) = (Arc::clone(at.sitting.start()), at.sitting.players().to_vec());
        let begun = begin(&start, world, settings, players, &*request.programs())?;
        at = HotSeat { keys, ..HotSeat::new(&start, begun, settings, stop) };
        let folder = args.keep.clone().unwrap_or_else(|| free_folder(&start.scenario.design.name));
        at.place = Some(Place::take(&folder, None, &at.record(), at.sitting.at(), &start.text)?);
    }
    Ok(())
}

/// Begins a match of a start: `world` is its scenario, `players` are by seat.
pub(super) fn begin(
    start: &Start,
    world: Arc<Scenario>,
    settings: MatchSettings,
    players: Vec<PlayerName>,
    programs: &StartProgram,
) -> Result<HumanMatch, Failure> {
    let seated: Vec<Option<PlayerName>> = players.iter().cloned().map(Some).collect();
    let begun = start.runner.begin_match(settings, &seated, programs).map_err(Failure::usage)?;
    Ok(HumanMatch::new(world, Arc::clone(&start.runner), begun, players))
}

/// Makes the moves of a match that was left.
fn take_up(at: &mut HumanMatch, record: &MatchRecord, start: &Start) -> Result<(), Failure> {
    at.take_up(record, &start.text).map_err(|error| fault(Path::new("the match"), &error))
}

/// What does not go together with people.
fn refuse_others(args: &PlayArgs, reporter: &Reporter) -> Result<(), Failure> {
    let with = [
        ("--games", args.games.is_some_and(|games| games != 1)),
        ("--until-sure", args.until_sure.is_some()),
        ("--watch", args.watch),
        ("--record", args.record.is_some()),
        ("--results", args.matches.results.is_some()),
        ("--csv", args.matches.csv),
        ("--json", reporter.json),
    ];
    if let Some((flag, _)) = with.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::usage(format!("{flag} is for matches without people")));
    }
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return Err(Failure::usage(
            "people play at a terminal, and stdin or stdout is none: start the command in a terminal, or name other players",
        ));
    }
    Ok(())
}

/// Whether a path is the file of a match, or its journal.
pub fn is_match(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json" || ending == "journal") && path.is_file()
}

/// The file of a match that was left, if that is what is asked for. Of a folder it is the journal there: nobody who leaves a match leaves one.
fn find_left(asked: &str, request: &MatchRequest) -> Result<Option<PathBuf>, Failure> {
    let path = Path::new(asked);
    if is_match(path) {
        return Ok(Some(path.to_owned()));
    }
    // Who names players plays the scenario anew.
    let found = if request.mixes.is_empty() { place::journals(path) } else { Vec::new() };
    match found.as_slice() {
        [] => request.refuse_seats().map(|()| None),
        [one] => Ok(Some(one.clone())),
        many => {
            let names: Vec<String> = many.iter().map(shown).collect();
            Err(Failure::usage(format!("several matches were left in {asked}: name one of {}", names.join(", "))))
        }
    }
}

/// Opens a match that was left: by the journal beside its file, if there is one. `goes_on` tells whether it is kept there from here on.
fn open_left(path: &Path, goes_on: bool) -> Result<LeftMatch, Failure> {
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let saved = (!MatchRecord::is_journal_name(&name)).then(|| read_record(path)).transpose()?;
    let file = if saved.is_some() { name } else { MatchRecord::file_of_journal(&name) };
    let beside = folder.join(MatchRecord::journal_name(&file));
    let opened = if beside.is_file() { place::open_journal(&beside, goes_on)? } else { None };
    match (saved, opened) {
        (saved, Some((journal, text))) => {
            let record = MatchRecord::read_journal(&text).map_err(|error| fault(&beside, &error))?;
            if saved.is_some_and(|saved| (saved.seed, saved.scenario_digest) != (record.seed, record.scenario_digest)) {
                let told = format!("{} is of another match than the file beside it: move one of them", shown(&beside));
                return Err(Failure::Data(Diagnostics(vec![Diagnostic::error("match", told)])));
            }
            report::note(&format!("going on from {}", shown(&beside)));
            Ok(LeftMatch { record, folder, file, journal: Some(journal) })
        }
        (Some(record), None) => {
            // A journal without a whole line keeps nothing, and would be in the way.
            let _gone = std::fs::remove_file(&beside);
            Ok(LeftMatch { record, folder, file, journal: None })
        }
        (None, None) => {
            let nothing = MatchRecordError::Unreadable("its first line is not whole, and no move was made".to_owned());
            Err(fault(path, &nothing))
        }
    }
}

/// Whether somebody at the keyboard is asked for.
pub fn is_asked_for(request: &MatchRequest) -> bool {
    let people = request.mixes.iter().flatten().any(PlayerName::is_human);
    let is_left = |path: &Path| is_match(path) || (request.mixes.is_empty() && !place::journals(path).is_empty());
    people || request.starts.iter().any(|start| is_left(Path::new(&start.game)))
}

fn fault(file: &Path, error: &MatchRecordError) -> Failure {
    Failure::Data(Diagnostics(vec![Diagnostic::error("match", format!("{}: {error}", file.display()))]))
}

fn read_record(file: &Path) -> Result<MatchRecord, Failure> {
    let is_journal = MatchRecord::is_journal_name(&file.to_string_lossy());
    let read = if is_journal { MatchRecord::read_journal } else { MatchRecord::read };
    let record = read(&files::read(file)?).map_err(|error| fault(file, &error))?;
    if record.goes_on {
        return Ok(record);
    }
    let over = format!("{} is over: `replay {}` shows it", file.display(), file.display());
    Err(Failure::Data(Diagnostics(vec![Diagnostic::error("match", over)])))
}

/// The players by seat: those that are named, then those of the match that was left, else the game's usual player. A program that a file
/// names is not started: it has to be named again.
fn seat_players(
    record: Option<&MatchRecord>,
    request: &MatchRequest,
    start: &Start,
) -> Result<Vec<PlayerName>, Failure> {
    let (seats, usual) = (start.runner.seats(), start.runner.usual_player());
    let mut players: Vec<Option<PlayerName>> = vec![Some(usual.clone()); seats];
    let many = |named: usize| Failure::usage(format!("{named} players are named, and there are {seats} seats"));
    match (record, request.mixes.as_slice()) {
        (Some(record), []) => {
            if record.players.len() != seats {
                return Err(many(record.players.len()));
            }
            for (player, name) in players.iter_mut().zip(&record.players) {
                *player = name.parse::<OwnPlayer>().ok().map(PlayerName::Own);
            }
        }
        (_, [row]) => {
            if row.len() > seats {
                return Err(many(row.len()));
            }
            for (player, named) in players.iter_mut().zip(row) {
                *player = Some(named.clone());
            }
        }
        _ => return Err(Failure::usage("people play one match: give one list of players")),
    }
    for (seat, named) in &request.seats {
        let player = seat.checked_sub(1).and_then(|seat| players.get_mut(seat));
        let none = || Failure::usage(format!("--player {seat}={named}: there are seats 1 to {seats}"));
        *player.ok_or_else(none)? = Some(named.clone());
    }
    let names = record.map_or(&[][..], |record| record.players.as_slice());
    for (seat, (player, name)) in (1..).zip(players.iter().zip(names)) {
        if player.is_none() {
            let told = format!("seat {seat} was played by `{name}`, and what a file names is not started");
            let advice = format!("name its player again: --player {seat}=cmd:PROGRAM, or --player {seat}={usual}");
            return Err(Failure::Usage(Diagnostic::error("usage", told).suggest(advice)));
        }
    }
    Ok(players.into_iter().flatten().collect())
}

/// A folder beside the user that is not there yet. The game's name comes from a file.
fn free_folder(game: &str) -> PathBuf {
    let game = host::safe_name(game);
    let name = |number: u32| {
        PathBuf::from(if number == 1 { format!("{game}-match") } else { format!("{game}-match-{number}") })
    };
    (1..10_000).map(name).find(|folder| !folder.exists()).unwrap_or_else(|| name(1))
}

fn read_keys(file: Option<&Path>) -> Result<PlayKeys, Failure> {
    let usual = Path::new(KEYS_FILE);
    let Some(file) = file.or_else(|| usual.is_file().then_some(usual)) else { return Ok(PlayKeys::default()) };
    let (keys, found) = PlayKeys::read(&file.display().to_string(), &files::read(file)?);
    // A slip in a file of keys is no reason not to play.
    report::tell(&found.0);
    Ok(keys)
}

/// The most characters of the line that tells how one wins, if it has more than one sentence.
const LINE_MAX: usize = 150;

/// The game's own page.
pub fn page(start: &Start) -> Document {
    crate::catalogue::game_page(&start.scenario.design, &[])
}

impl HotSeat<'_> {
    /// Five lines: the game, who one is, what wins, what to type first, where to read more.
    pub(super) fn greeting(&self) -> String {
        let design = &self.start.scenario.design;
        let (people, info) = (self.sitting.people(), self.sitting.at().game().info());
        let mine: Vec<String> = people.iter().map(|seat| format!("{} ({seat})", self.sitting.side(seat))).collect();
        let others = self.sitting.players().iter().enumerate().filter(|(_, player)| !player.is_human());
        let others: Vec<String> =
            others.map(|(seat, player)| format!("{player} plays {}", self.sitting.side(Seat(seat as u8)))).collect();
        let who = match people.len() {
            1 => format!("You are {}", mine.join("")),
            _ => format!("At this keyboard: {}", mine.join(", ")),
        };
        let who = if others.is_empty() { who } else { format!("{who}; {}", others.join(", ")) };
        let builds = self.start.scenario.handicap_words().join(", ");
        let who = if builds.is_empty() { who } else { format!("{who}; {builds}") };
        if info.single_unit {
            return format!(
                "{}: {}\n{who}.\n{}\n{}\nA key is a step: hjklyubn or the arrows. `.` rests, `,` takes, `>` and `<` climb, `i` tells what you have, \
                 `m` lists moves, `?` all keys.\nWhat is longer begins with a colon: `:use healing-potion`, `:help`, `:explain`; `Q` leaves and \
                 saves.\n\n",
                design.title,
                design.summary,
                self.how_to_win(),
                info.first_steps,
            );
        }
        let first_steps = match info.first_steps {
            "" => format!(
                "`next` goes to your first unit, `moves` lists what it can do, a number does it, and `end` ends your {}.",
                info.turn_word
            ),
            told => told.to_owned(),
        };
        format!(
            "{}: {}\n{who}.\n{}\n{}\n\
             `help` lists the commands, `explain` tells the game, `quit` leaves and saves.\n\n",
            design.title,
            design.summary,
            self.how_to_win(),
            first_steps,
        )
    }

    /// The first sentences of the game's chapter on winning.
    fn how_to_win(&self) -> String {
        let page = page(self.start);
        let chapter = page.sections.iter().find(|section| section.title.to_lowercase().contains("win"));
        let told = chapter.into_iter().flat_map(|chapter| &chapter.blocks).flat_map(|block| match block {
            Block::Paragraph(text) => vec![text.as_str()],
            Block::List(lines) => lines.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        });
        // A line, not a page: as many sentences as fit, and one at least.
        let mut line = String::new();
        for sentence in told.flat_map(|text| text.split_inclusive(". ")).map(|text| text.trim().trim_end_matches('.')) {
            if !line.is_empty() && line.len() + sentence.len() > LINE_MAX {
                break;
            }
            line += &format!("{sentence}. ");
        }
        if line.is_empty() {
            "The design does not say how one wins: see `explain`.".to_owned()
        } else {
            line.trim().to_owned()
        }
    }

    /// Goes on with a match of this start that was saved.
    pub(super) fn load(&mut self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return Err(Failure::usage("`load` wants the file of a match, such as duel-match/match-000000.json"));
        }
        let file = Path::new(file);
        let record = read_record(file)?;
        let settings = MatchSettings { seed: Seed(record.seed), ..self.settings };
        let (world, players) = (Arc::clone(self.sitting.start()), self.sitting.players().to_vec());
        let mut loaded = begin(self.start, world, settings, players, &playtest::no_programs)?;
        take_up(&mut loaded, &record, self.start)?;
        let same = |place: &Place| file.canonicalize().ok() == place.path().canonicalize().ok();
        let is_own = settings == self.settings && self.place.as_ref().is_some_and(same);
        let before = (std::mem::replace(&mut self.sitting, loaded), std::mem::replace(&mut self.settings, settings));
        if let Err(failure) = self.keep_loaded(is_own, before.0.is_changed) {
            (self.sitting, self.settings) = before;
            return Err(failure);
        }
        self.looking = None;
        Ok(())
    }

    /// Keeps the match that was loaded: in the place of the one before if that is its own, else beside it. What was not saved of the one
    /// before, which was changed or not, stays in its journal.
    fn keep_loaded(&mut self, is_own: bool, was_changed: bool) -> Result<(), Failure> {
        let Some(place) = &mut self.place else { return Ok(()) };
        if is_own {
            // From its beginning: the two may differ anywhere.
            return place.follow(&[]).and_then(|()| place.follow(self.sitting.at().moves()));
        }
        let folder = place.folder().to_owned();
        let other = Place::take(&folder, None, &self.record(), self.sitting.at(), &self.start.text)?;
        if let Some(before) = self.place.replace(other).filter(|_| !was_changed) {
            before.leave();
        }
        Ok(())
    }

    /// Saves the match where it is kept; the file.
    pub(super) fn save(&mut self) -> Result<PathBuf, Failure> {
        let nowhere = || Failure::usage("`save` wants a folder");
        let path = self.place.as_ref().ok_or_else(nowhere)?.save(&self.record(), &self.start.text)?;
        self.sitting.is_changed = false;
        Ok(path)
    }

    /// Saves the match in another folder, and keeps it there from here on. Where that cannot be, it is kept where it was.
    pub(super) fn save_in(&mut self, folder: &Path) -> Result<PathBuf, Failure> {
        if self.place.as_ref().is_some_and(|place| place.folder() == folder) {
            return self.save();
        }
        let other = Place::take(folder, None, &self.record(), self.sitting.at(), &self.start.text)?;
        let before = self.place.replace(other);
        let saved = self.save();
        let old = if saved.is_ok() { before } else { std::mem::replace(&mut self.place, before) };
        if let Some(old) = old {
            old.leave();
        }
        saved
    }

    /// Saves the match that is left: where it is kept, else where people say, else among the files that the system calls temporary.
    pub(super) fn save_somewhere(&mut self, table: &mut dyn Table) -> Result<PathBuf, Failure> {
        let mut saved = self.save();
        while let Err(failure) = &saved {
            // A table that takes no word gives no answer either.
            let _told = table.write(&format!("{}the match is not kept yet\n", told_failure(failure)));
            saved = match table.read("Another folder for it> ", &[]) {
                Ok(Answer::Line(folder)) if !folder.trim().is_empty() => self.save_in(Path::new(folder.trim())),
                _ => break,
            };
        }
        if let Ok(path) = saved {
            return Ok(path);
        }
        let name = host::safe_name(&self.start.scenario.design.name);
        let folder = host::temporary_folder(&format!("{name}-match")).map_err(Failure::io)?;
        let path = self.save_in(&folder)?;
        let _told = table.write(&format!("it is in {}, among temporary files: move it\n", shown(&folder)));
        Ok(path)
    }

    /// Plays, and keeps what was played, whatever happens to the terminal. Whether the match is over.
    fn play_and_keep(&mut self, terminal: &mut Terminal) -> Result<bool, Failure> {
        let played = self.play(terminal);
        let is_kept = self.sitting.is_changed || !matches!(played, Ok(false));
        let file = if is_kept { Some(self.save_somewhere(terminal)?) } else { None };
        if let Some(place) = self.place.take() {
            place.leave();
        }
        let is_over = played?;
        if let Some(file) = file {
            let verb = if is_over { "replay" } else { "play" };
            report::note(&format!("kept: `{verb} {}`", shown(&file)));
        }
        Ok(is_over)
    }
}
