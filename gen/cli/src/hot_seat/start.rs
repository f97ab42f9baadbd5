//! How people sit down: who plays, a new match or one that was left, the greeting, the end.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use chance::Seed;
use contract::{Ending, Seat};
use design::{Diagnostic, Diagnostics};
use host::FileSet;
use output::{Block, Document};
use pipeline::SCENARIO_FILE;
use playtest::{MatchRecord, MatchRecordError, MatchSettings, PlayerName, Session, SessionSettings};

use super::HotSeat;
use super::keys::{KEYS_FILE, PlayKeys};
use super::table::Terminal;
use crate::args::PlayArgs;
use crate::batches::work;
use crate::files;
use crate::playtests::request::MatchRequest;
use crate::playtests::starts::Start;
use crate::report::{self, Failure, Reporter};

/// Plays a match with people: a new one, or one that was left if its file is given.
pub fn run(args: &PlayArgs, request: &MatchRequest, reporter: &Reporter) -> Result<(), Failure> {
    refuse_others(args, reporter)?;
    let [asked] = request.starts.as_slice() else {
        return Err(Failure::usage("people play one start: name one game, one size and one number of sides"));
    };
    let left = Path::new(&asked.game);
    let record = is_match(left).then(|| read_record(left)).transpose()?;
    let start = match &record {
        Some(record) => Start::read(&left.parent().unwrap_or(Path::new("")).join(&record.scenario), reporter)?,
        None => asked.open(reporter)?,
    };
    let players = match (&record, request.mixes.as_slice()) {
        (Some(record), []) => {
            record.players.iter().map(|name| name.parse().map_err(Failure::usage)).collect::<Result<_, _>>()?
        }
        (_, [row]) => seat_players(row, &start)?,
        _ => return Err(Failure::usage("people play one match: give one list of players")),
    };
    let stop = work::stop_on_signal()?;
    let seed = record.as_ref().map_or(request.seed, |record| record.seed);
    let turn_limit = request.turn_limit.unwrap_or(start.runner.turn_limit);
    let settings = MatchSettings { seed: Seed(seed), turn_limit };
    let seated: Vec<Option<PlayerName>> = players.iter().cloned().map(Some).collect();
    let begun = start.runner.begin_match(settings, &seated, &*request.programs()).map_err(Failure::usage)?;
    let mut at = HotSeat::new(&start, begun, settings, players, stop);
    if let Some(record) = &record {
        at.take_up(record)?;
        at.folder = left.parent().unwrap_or(Path::new("")).to_owned();
        at.file = left.file_name().map(|name| name.to_string_lossy().into_owned());
    } else {
        at.folder = args.keep.clone().unwrap_or_else(|| free_folder(&start.scenario.design.name));
    }
    at.keys = read_keys(args.keys.as_deref())?;
    let at_once = if at.at.game().info().single_unit { at.keys.at_once() } else { Vec::new() };
    let mut terminal = Terminal::new(at.keys.keys(), at_once)?;
    let played = at.play(&mut terminal);
    // Whatever happened to the terminal, the match is kept.
    let file = if at.is_changed || !matches!(played, Ok(false)) { Some(at.save()?) } else { None };
    let is_over = played?;
    if let Some(file) = file {
        let verb = if is_over { "replay" } else { "play" };
        report::note(&format!("kept: `{verb} {}`", file.display()));
    }
    if is_over { at.count(reporter) } else { Ok(()) }
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

/// Whether a path is the file of a match.
pub fn is_match(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json") && path.is_file()
}

/// Whether somebody at the keyboard is asked for.
pub fn is_asked_for(request: &MatchRequest) -> bool {
    let people = request.mixes.iter().flatten().any(PlayerName::is_human);
    people || request.starts.iter().any(|start| is_match(Path::new(&start.game)))
}

fn fault(file: &Path, error: &MatchRecordError) -> Failure {
    Failure::Data(Diagnostics(vec![Diagnostic::error("match", format!("{}: {error}", file.display()))]))
}

fn read_record(file: &Path) -> Result<MatchRecord, Failure> {
    let record = MatchRecord::read(&files::read(file)?).map_err(|error| fault(file, &error))?;
    if record.goes_on {
        return Ok(record);
    }
    let over = format!("{} is over: `replay {}` shows it", file.display(), file.display());
    Err(Failure::Data(Diagnostics(vec![Diagnostic::error("match", over)])))
}

/// The players by seat: those that are named, then the game's usual player.
fn seat_players(row: &[PlayerName], start: &Start) -> Result<Vec<PlayerName>, Failure> {
    let (named, seats) = (row.len(), start.runner.seats());
    if named > seats {
        return Err(Failure::usage(format!("{named} players are named, and there are {seats} seats")));
    }
    let usual = start.runner.usual_player();
    Ok(row.iter().cloned().chain(std::iter::repeat_n(usual, seats - named)).collect())
}

/// A folder beside the user that is not there yet.
fn free_folder(game: &str) -> PathBuf {
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
    crate::commands::explain::page_of(&start.scenario.design, &[])
}

impl HotSeat<'_> {
    /// Five lines: the game, who one is, what wins, what to type first, where to read more.
    pub(super) fn greeting(&self) -> String {
        let design = &self.start.scenario.design;
        let mine: Vec<String> = self.people.iter().map(|seat| format!("{} ({seat})", self.side(seat))).collect();
        let others = self.players.iter().enumerate().filter(|(_, player)| !player.is_human());
        let others: Vec<String> =
            others.map(|(seat, player)| format!("{player} plays {}", self.side(Seat(seat as u8)))).collect();
        let who = match self.people.len() {
            1 => format!("You are {}", mine.join("")),
            _ => format!("At this keyboard: {}", mine.join(", ")),
        };
        let who = if others.is_empty() { who } else { format!("{who}; {}", others.join(", ")) };
        if self.at.game().info().single_unit {
            return format!(
                "{}: {}\n{who}.\n{}\nA key is a step: hjklyubn or the arrows. `.` rests, `,` takes, `>` and `<` climb, `i` tells what you have, \
                 `m` lists moves, `?` all keys.\nWhat is longer begins with a colon: `:use healing-potion`, `:help`, `:explain`; `Q` leaves and \
                 saves.\n\n",
                design.title,
                design.summary,
                self.how_to_win(),
            );
        }
        format!(
            "{}: {}\n{who}.\n{}\nType `next` for your first unit, `moves` for what it can do, a number to do it, and `end` to end your {}.\n\
             `help` lists the commands, `explain` tells the whole game, `quit` leaves and saves.\n\n",
            design.title,
            design.summary,
            self.how_to_win(),
            self.at.game().info().turn_word,
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

    /// How the match ended, in words.
    pub(super) fn ending(&self) -> String {
        let result = self.at.result();
        let outcome = &result.outcome;
        let word = self.at.game().info().turn_word;
        let winners: Vec<&str> = outcome.winners.iter().map(|seat| self.side(seat)).collect();
        let told = match outcome.ending {
            _ if !winners.is_empty() => format!("{} has won in {word} {}.", winners.join(" and "), result.last_turn),
            Ending::TurnLimit => format!("Undecided: the last {word} of the match is over."),
            _ => format!("Nobody has won; the match ended in {word} {}.", result.last_turn),
        };
        format!("\n{told}\n{}", self.score())
    }

    /// Who leads.
    pub(super) fn score(&self) -> String {
        let (ranks, scores) = (self.at.game().ranks(), self.at.game().scores());
        let mut seats: Vec<usize> = (0..ranks.len()).collect();
        seats.sort_by_key(|&seat| (ranks[seat], seat));
        let line = |seat: usize| {
            let score = scores.get(seat).map_or_else(String::new, |score| format!(", score {score}"));
            format!("  place {}: {}{score}\n", ranks[seat], self.side(Seat(seat as u8)))
        };
        seats.into_iter().map(line).collect()
    }

    /// Makes the moves of a match that was left.
    pub(super) fn take_up(&mut self, record: &MatchRecord) -> Result<(), Failure> {
        let made = record.make_moves(&mut self.at, &self.start.text, &mut |_, _, _| true);
        made.map_err(|error| fault(Path::new("the match"), &error))?;
        let heard = self.at.events().len();
        for eyes in &mut self.eyes {
            *eyes = super::Eyes { heard, turn_before: heard, ..super::Eyes::default() };
        }
        self.looking = None;
        self.listed.clear();
        Ok(())
    }

    /// Goes on with a match of this start that was saved.
    pub(super) fn load(&mut self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return Err(Failure::usage("`load` wants the file of a match, such as duel-match/match-000000.json"));
        }
        let record = read_record(Path::new(file))?;
        let settings = MatchSettings { seed: Seed(record.seed), ..self.settings };
        let seated: Vec<Option<PlayerName>> = self.players.iter().cloned().map(Some).collect();
        let begun = self.start.runner.begin_match(settings, &seated, &playtest::no_programs);
        let before = std::mem::replace(&mut self.at, begun.map_err(Failure::usage)?);
        if let Err(failure) = self.take_up(&record) {
            self.at = before;
            return Err(failure);
        }
        self.settings = settings;
        Ok(())
    }

    /// Saves the match in its folder, beside its scenario; the file. Other matches there stay as they are.
    pub(super) fn save(&mut self) -> Result<PathBuf, Failure> {
        let scenario = self.folder.join(SCENARIO_FILE);
        if !scenario.exists() {
            let mut set = FileSet::new(&self.folder).map_err(Failure::io)?;
            set.add(SCENARIO_FILE, |out| out.write_all(self.start.text.as_bytes())).map_err(Failure::io)?;
            set.finish().map_err(Failure::io)?;
        } else if files::read_bytes(&scenario)? != self.start.text.as_bytes() {
            let told = format!("{} keeps another scenario: name another folder", self.folder.display());
            return Err(Failure::io(told));
        }
        let free = || (0..).map(MatchRecord::file_name).find(|name| !self.folder.join(name).exists());
        let name = self.file.clone().or_else(free).expect("numbers do not end");
        files::write_text(&self.folder, &name, &self.record().write())?;
        self.is_changed = false;
        let path = self.folder.join(&name);
        self.file = Some(name);
        Ok(path)
    }

    /// Counts the match as others are counted, and reports it.
    fn count(&self, reporter: &Reporter) -> Result<(), Failure> {
        let settings = SessionSettings { seed: self.settings.seed.0, ..SessionSettings::default() };
        let session = Session::of_match(self.start.runner.clone(), self.players.clone(), settings);
        let session = session.map_err(|error| Failure::usage(error.to_string()))?;
        session.count_next(&self.at.played());
        let found = session.report();
        reporter.result(|| found.text(), || serde_json::json!({ "ok": true }))
    }
}
