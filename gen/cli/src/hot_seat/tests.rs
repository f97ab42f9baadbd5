//! Matches at one keyboard, driven by scripts.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};

use chance::Seed;
use pipeline::{Options, Request};
use playtest::{MatchRecord, MatchSettings, PlayerName, no_programs};

use super::HotSeat;
use super::place::{Place, journals, open_journal};
use super::table::{Answer, Table, complete};
use crate::playtests::starts::Start;
use crate::report::Failure;

/// A table where a script is typed; at its end the input ends.
struct Script {
    typed: VecDeque<Answer>,
    /// What was written since the screen was cleared last, and before that.
    screen: String,
    before: Vec<String>,
}

impl Script {
    fn of(lines: &[&str]) -> Script {
        let typed = lines.iter().map(|line| match *line {
            "^C" => Answer::Interrupt,
            line => Answer::Line(line.to_owned()),
        });
        Script { typed: typed.collect(), screen: String::new(), before: Vec::new() }
    }

    /// All that was ever written.
    fn all(&self) -> String {
        self.before.concat() + &self.screen
    }
}

impl Table for Script {
    fn read(&mut self, prompt: &str, _: &[String]) -> Result<Answer, Failure> {
        let answer = self.typed.pop_front().unwrap_or(Answer::End);
        self.screen += &format!("{prompt}{answer:?}\n");
        Ok(answer)
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.screen += text;
        Ok(())
    }

    fn clear(&mut self) -> Result<(), Failure> {
        self.before.push(std::mem::take(&mut self.screen));
        Ok(())
    }

    fn size(&self) -> (usize, usize) {
        (100, 40)
    }

    fn has_colour(&self) -> bool {
        false
    }
}

fn start(preset: &str, size: (u32, u32)) -> Start {
    let loaded = pipeline::load_preset(preset).expect("it is there").expect("it loads");
    let request = Request { seed: 1, size: Some(size), ..Request::default() };
    let scenario = pipeline::roll(&loaded, &request, &Options::new(preset)).expect("it rolls").scenario;
    let text = formats::write_scenario(&scenario);
    Start::new(scenario, text, preset).unwrap_or_else(|_| panic!("{preset} is played"))
}

static STOP: AtomicBool = AtomicBool::new(false);

fn sit<'a>(start: &'a Start, players: &str) -> HotSeat<'a> {
    sit_for(start, players, 400)
}

fn sit_for<'a>(start: &'a Start, players: &str, turn_limit: u32) -> HotSeat<'a> {
    let players: Vec<PlayerName> = players.split(',').map(|name| name.parse().expect("a name")).collect();
    let settings = MatchSettings { seed: Seed(7), turn_limit };
    let world = Arc::new(start.scenario.clone());
    let begun = super::start::begin(start, world, settings, players, &no_programs);
    HotSeat::new(start, begun.unwrap_or_else(|_| panic!("they are players")), settings, &STOP)
}

/// Keeps a match in a folder.
fn keep_in(at: &mut HotSeat<'_>, folder: &Path) {
    static READS: Once = Once::new();
    READS.call_once(|| crate::files::set_library(&[]));
    let place = Place::take(folder, None, &at.record(), at.sitting.at(), &at.start.text);
    at.place = Some(place.unwrap_or_else(|failure| panic!("{failure:?}")));
}

fn play(at: &mut HotSeat<'_>, lines: &[&str]) -> (bool, Script) {
    let mut script = Script::of(lines);
    let is_over = at.play(&mut script).unwrap_or_else(|_| panic!("a script cannot fail"));
    (is_over, script)
}

#[test]
fn a_newcomer_is_told_who_they_are_what_wins_and_what_to_type() {
    let start = start("duel", (32, 28));
    let (is_over, script) = play(&mut sit(&start, "human,random"), &[]);
    let head: Vec<&str> = script.screen.lines().take(7).collect();
    assert!(!is_over && head[0].starts_with("Duel: "), "{head:?}");
    assert!(head[1].contains("seat 1") && head[1].contains("random plays"), "{head:?}");
    assert!(head[2].contains("win") || head[2].contains("lost"), "{head:?}");
    assert!(head[3].contains("`next`") && head.iter().any(|line| line.starts_with("`help`")), "{head:?}");
    assert!(script.screen.lines().all(|line| line.chars().count() <= 100), "{}", script.screen);
}

/// What a command wishes of the command is done, and told; a colon may stand before it.
#[test]
fn wishes_are_granted() {
    let start = start("duel", (32, 28));
    let mut at = sit(&start, "human,random");
    let (is_over, script) = play(
        &mut at,
        &["explain", "", "", "", "", "q", ":help undo", "load", "save", "^C", "n", "resign", "no", "quit", "help"],
    );
    let told = script.all();
    for words in [
        "Who moves where",
        "takes your last move back",
        "`load` wants the file",
        "`save` wants a folder",
        "Leave the match?",
        "gives up? [y/N]",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!is_over && script.typed.len() == 1, "`quit` leaves: {told}");
    assert!(at.sitting.at().moves().iter().all(|(seat, _)| seat.0 == 1), "the person has not given up: {told}");
}

#[test]
fn a_handicap_stands_beside_its_side() {
    let mut scenario = start("duel", (32, 28)).scenario;
    scenario.sides[0].handicap = design::Handicap::new(106).expect("a handicap");
    let text = formats::write_scenario(&scenario);
    let start = Start::new(scenario, text, "duel").unwrap_or_else(|_| panic!("it is played"));
    let (_, script) = play(&mut sit(&start, "human,random"), &["", "show me"]);
    let told = script.all();
    assert!(told.contains("; seat 1 (") && told.contains(") builds 6 % faster.\n"), "{told}");
    assert!(told.contains("(seat 1), played by human, builds 6 % faster\n"), "{told}");
}

/// Between people the screen is cleared, and hidden orders and events stay with their seat.
#[test]
fn nobody_sees_what_is_anothers() {
    let start = start("duel", (32, 28));
    let mut at = sit(&start, "human,human");
    let lines: Vec<&str> = std::iter::repeat_n(["", "auto goal"], 6).flatten().collect();
    let (_, script) = play(&mut at, &lines);
    let pages: Vec<&String> = script.before.iter().filter(|page| page.contains("made")).collect();
    assert!(pages.len() >= 5, "{}", pages.len());
    let mut own = 0;
    let names = [&start.scenario.sides[0].name, &start.scenario.sides[1].name];
    for page in pages {
        let whose =
            names.iter().position(|name| page.contains(&format!("{name}: press Enter"))).expect("somebody's page");
        assert!(!page.contains(&format!("{}, turn", names[1 - whose])), "{page}");
        // Early on the two are far apart, and each reads of its own units alone.
        own += page.lines().filter(|line| line.starts_with("  Your ")).count();
        assert!(!page.contains(&format!("  The {}", start.scenario.sides[1 - whose].adjective)), "{page}");
    }
    assert!(own > 10, "they read of their own units");
}

/// A match that was left is saved and gone on with, and one that is over is kept, counted and replayed.
#[test]
fn matches_are_left_taken_up_and_played_to_a_victory() {
    let folder = tempfile::tempdir().expect("a folder");
    for (preset, size) in [("generals-view", (8, 8)), ("duel", (32, 28))] {
        let start = start(preset, size);
        let mut at = sit(&start, "human,random");
        let kept_in = folder.path().join(preset);
        keep_in(&mut at, &kept_in);
        let many = |count: usize| vec!["auto goal"; count];
        let (is_over, script) = play(&mut at, &[many(2), vec!["save", "quit"]].concat());
        assert!(!is_over && script.screen.contains("saved: `play"), "{}", script.screen);
        let file = kept_in.join("match-000000.json");
        let record = MatchRecord::read(&std::fs::read_to_string(&file).expect("it was saved")).expect("a match");
        assert!(record.goes_on && record.players == ["human", "random"]);
        let mut again = sit(&start, "human,random");
        again.sitting.take_up(&record, &start.text).expect("it belongs to the start");
        assert_eq!(
            (again.sitting.at().game().save(), again.sitting.at().moves()),
            (at.sitting.at().game().save(), at.sitting.at().moves())
        );
        keep_in(&mut again, &kept_in);
        let (is_over, script) = play(&mut again, &many(400));
        let side = &start.scenario.sides[0].name;
        assert!(is_over && script.screen.contains(&format!("{side} has won")), "{preset}: {}", script.screen);
        let kept = again.save().unwrap_or_else(|_| panic!("it is saved"));
        let record = MatchRecord::read(&std::fs::read_to_string(&kept).expect("it was saved")).expect("a match");
        let end = record.replay(&start.runner, &start.text, &mut |_, _, _| true).expect("it replays");
        assert_eq!((record.goes_on, end.result().outcome), (false, again.sitting.at().result().outcome));
        assert!(super::start::is_match(&kept) && !super::start::is_match(Path::new("duel")));
    }
}

/// The match in a file.
fn read_match(file: &Path) -> MatchRecord {
    MatchRecord::read(&std::fs::read_to_string(file).expect("it was saved")).expect("a match")
}

/// Each move is in the journal as soon as it is made, and goes from it as it is taken back.
#[test]
fn a_match_is_written_as_it_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = start("duel", (32, 28));
    let (here, mut at) = (folder.path().join("kept"), sit(&start, "human,random"));
    keep_in(&mut at, &here);
    let journal = here.join("match-000000.journal");
    let (_, script) = play(&mut at, &["next", "hint random", "do", "undo", "auto random", "save"]);
    assert!(script.screen.contains("saved: `play"), "{}", script.screen);
    let saved = std::fs::metadata(&journal).expect("a journal").len();
    play(&mut at, &["auto random"]);
    assert!(std::fs::metadata(&journal).expect("a journal").len() > saved, "it goes on after a save");
    // Nobody saves it: the command is killed, amid a line.
    let (moves, save) = (at.sitting.at().moves().to_vec(), at.sitting.at().game().save());
    drop(at);
    let whole = std::fs::read_to_string(&journal).expect("a journal");
    assert!(whole.contains("\nundo\n"), "{whole}");
    std::fs::write(&journal, [whole.as_bytes(), b"1 move caf\xc3"].concat()).expect("it is written");
    assert_eq!(journals(&here), std::slice::from_ref(&journal));
    let (file, text) = open_journal(&journal, true).unwrap_or_else(|failure| panic!("{failure:?}")).expect("moves");
    assert!(open_journal(&journal, true).is_err(), "another run plays it");
    let record = MatchRecord::read_journal(&text).expect("a match");
    let mut again = sit(&start, "human,random");
    again.sitting.take_up(&record, &start.text).expect("it belongs to the start");
    assert_eq!((again.sitting.at().moves(), again.sitting.at().game().save()), (moves.as_slice(), save));
    again.place = Some(Place::of_journal(&here, "match-000000.json", file, again.sitting.at()));
    play(&mut again, &["auto random"]);
    let text = std::fs::read_to_string(&journal).expect("a journal");
    let lines = again.sitting.at().moves().len() - moves.len();
    assert!(lines > 0 && text.lines().count() == whole.lines().count() + lines, "the torn line is cut off");
    again.save_somewhere(&mut Script::of(&[])).unwrap_or_else(|failure| panic!("{failure:?}"));
    again.place.take().expect("a place").leave();
    assert!(!journal.exists() && here.join("match-000000.json").exists());
}

/// A folder that cannot be written, now or later, costs nobody a match.
#[test]
fn a_match_is_not_lost_at_the_door() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = start("generals-view", (8, 8));
    let [kept, other, plain] = ["kept", "other", "plain"].map(|name| folder.path().join(name));
    std::fs::write(&plain, b"a file").expect("it is written");
    let nowhere = plain.join("below").display().to_string();
    let mut at = sit(&start, "human,random");
    let refused = Place::take(Path::new(&nowhere), None, &at.record(), at.sitting.at(), &start.text);
    assert!(refused.is_err(), "the folder is tried before a move is made");
    keep_in(&mut at, &kept);
    let (is_over, script) = play(&mut at, &["roll", &format!("save {nowhere}"), "quit"]);
    assert!(!is_over && script.screen.contains("cannot make "), "{}", script.screen);
    let saved = at.save_somewhere(&mut Script::of(&[])).unwrap_or_else(|failure| panic!("{failure:?}"));
    assert_eq!(saved, kept.join("match-000000.json"));
    let whole = read_match(&saved);
    assert!(!whole.moves.is_empty());
    // The folder goes, and a file has its name.
    std::fs::remove_dir_all(&kept).expect("it is there");
    std::fs::write(&kept, b"a file").expect("it is written");
    let mut script = Script::of(&[&nowhere, &other.display().to_string()]);
    let saved = at.save_somewhere(&mut script).unwrap_or_else(|failure| panic!("{failure:?}"));
    assert_eq!(script.screen.matches("Another folder for it> ").count(), 2, "{}", script.screen);
    assert_eq!((saved.parent(), read_match(&saved)), (Some(other.as_path()), whole.clone()));
    std::fs::remove_dir_all(&other).expect("it is there");
    std::fs::write(&other, b"a file").expect("it is written");
    let mut script = Script::of(&[]);
    let saved = at.save_somewhere(&mut script).unwrap_or_else(|failure| panic!("{failure:?}"));
    assert!(saved.starts_with(std::env::temp_dir()) && script.screen.contains("temporary files"), "{}", script.screen);
    assert_eq!(read_match(&saved), whole);
    std::fs::remove_dir_all(saved.parent().expect("a folder")).expect("it is there");
}

/// A match that is loaded takes no other match's file, and what was not saved of that one stays in its journal.
#[test]
fn a_loaded_match_has_a_place_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = start("generals-view", (8, 8));
    let [kept, other] = ["kept", "other"].map(|name| folder.path().join(name));
    let mut at = sit(&start, "human,random");
    keep_in(&mut at, &other);
    at.save().unwrap_or_else(|failure| panic!("{failure:?}"));
    let file = other.join("match-000000.json");
    let mut at = sit(&start, "human,random");
    keep_in(&mut at, &kept);
    let (_, script) = play(&mut at, &["roll", &format!("load {}", file.display()), "save"]);
    assert!(
        script.screen.contains("loaded; it is kept in ") && script.screen.contains("match-000001.json"),
        "{}",
        script.screen
    );
    let left = std::fs::read_to_string(kept.join("match-000000.journal")).expect("a journal");
    assert!(!MatchRecord::read_journal(&left).expect("a match").moves.is_empty(), "what was not saved is there");
    let loaded = read_match(&kept.join("match-000001.json"));
    assert!(
        loaded.moves.iter().all(|line| !line.starts_with("1 ")),
        "the person has not moved in that one: {loaded:?}"
    );
}

/// Each game comes to its end by the keyboard, and the end says who won or lost, and by what. Nobody is handed the screen where nothing
/// is hidden.
#[test]
fn every_game_is_played_to_its_end() {
    for (preset, size, players, auto, turns) in [
        ("duel", (32, 28), "human,random", "auto goal", 60),
        ("generals-view", (8, 8), "human,human", "auto random", 60),
        ("empire", (28, 20), "human,random,random,random", "auto greedy", 12),
        ("hostile-space", (20, 20), "human,random", "auto random", 12),
        ("vault", (40, 22), "human", "auto random", 60),
    ] {
        let start = start(preset, size);
        let mut at = sit_for(&start, players, turns);
        let (is_over, script) = play(&mut at, &vec![auto; 400]);
        let told = script.all();
        let ends = [" has won in ", " has lost, in ", "Undecided: ", "Nobody has won"];
        assert!(is_over && ends.iter().any(|end| told.contains(end)), "{preset}: {told}");
        assert!(told.contains("The end of it:\n  ") && !told.contains("Nobody else looks"), "{preset}: {told}");
        assert!(told.contains(" for you\n    "), "what a computer did is told: {told}");
    }
}

/// The board and the lines below it show what a game is about, and the legend tells the signs.
#[test]
fn boards_show_the_game() {
    /// A preset, its size, who plays, what is typed, and what is told then.
    type Case = (&'static str, (u32, u32), &'static str, &'static str, &'static [&'static str]);
    let cases: [Case; 3] = [
        (
            "empire",
            (28, 20),
            "human,random,random,random",
            "next",
            &["| border of a province", ", yours: ", "; next to ", "[ ] the cursor", "0 nobody's"],
        ),
        (
            "vault",
            (40, 22),
            "human",
            ":be human fighter",
            &["( ) the unit that is chosen", "you are in a ", "; ways: "],
        ),
        ("duel", (32, 28), "human,random", "next", &["( ) the unit that is chosen"]),
    ];
    for (preset, size, players, line, signs) in cases {
        let start = start(preset, size);
        let (_, script) = play(&mut sit(&start, players), &[line]);
        let all = script.all().replace('\n', "  ");
        for sign in signs {
            assert!(all.contains(sign), "{preset}: {sign}: {}", script.all());
        }
        assert!(script.all().lines().all(|line| line.chars().count() <= 100), "{preset}: {}", script.all());
    }
}

/// Ten turns of an opening in at most 40 keys: the city makes soldiers, who are sent to take what lies near.
#[test]
fn ten_turns_of_a_duel_take_few_keys() {
    let start = start("duel", (32, 28));
    let mut at = sit(&start, "human,random");
    let lines = [&["x", "m", "1", "m", "1", "m", "1"][..], &["t"; 10]].concat();
    let keys: usize = lines.iter().map(|line| line.len() + 1).sum();
    assert!(keys <= 40, "{keys}");
    let own = |at: &HotSeat<'_>| {
        let seen = at.sitting.at().game().show_to(contract::Seat(0), &start.scenario).scenario;
        seen.units.iter().filter(|unit| unit.side == world::SideId(1)).count()
    };
    let before = own(&at);
    let (_, script) = play(&mut at, &lines);
    assert!(at.sitting.at().game().turn() > 10, "{}", script.screen);
    assert!(own(&at) >= before + 2, "{before}, then {}: {}", own(&at), script.screen);
}

#[test]
fn lines_are_completed_word_by_word() {
    let words = ["moves city#14", "moves city#17", "moves infantry#3", "map"].map(str::to_owned);
    let found = |typed: &str| complete(typed, &words).into_iter().map(|pair| pair.replacement).collect::<Vec<_>>();
    assert_eq!(found("m"), ["moves ", "map"]);
    assert_eq!(found("moves c"), ["moves city#14", "moves city#17"]);
    assert!(found("moves x").is_empty());
}

/// A hero is created and walks: the board is drawn anew in its place, and what is longer than a key begins with a colon.
#[test]
fn a_hero_walks_by_single_keys() {
    let start = start("vault", (40, 22));
    let mut table =
        Script::of(&[":be human fighter", "rest", "rest", "show me", "help keys", "down", ":why rest", ":quit"]);
    let mut at = sit(&start, "human");
    assert!(!at.play(&mut table).unwrap_or_else(|_| panic!("it is left")));
    let all = table.all();
    assert!(all.contains("A key is a step") && all.contains("you are a human fighter"), "{all}");
    assert!(all.contains("hero at ") && all.contains("16 of 16 hit points"), "{all}");
    assert!(all.contains("healing-potion") && all.contains("Keys that act at once"), "{all}");
    assert!(all.contains("no link that you know leads down"), "{all}");
    assert!(table.before.len() >= 2, "the screen is cleared before each board");
}

/// Each turn of one person among programs begins with what happened meanwhile, and with the board.
#[test]
fn each_turn_begins_with_its_news() {
    let start = start("duel", (32, 28));
    let (_, script) = play(&mut sit(&start, "human,random"), &["end", "end", "end"]);
    for turn in 2..=4 {
        let told = format!("  Turn {turn} begins.\n");
        let at = script.screen.find(&told).unwrap_or_else(|| panic!("{told}: {}", script.screen));
        let prompt = script.screen.find(&format!(", turn {turn}> ")).expect("a prompt");
        assert!(at < prompt && script.screen[at..prompt].contains("can do something; `next`"), "{}", script.screen);
    }
}

/// A page longer than the screen is told in parts, each of which leaves room for the question behind it.
#[test]
fn long_pages_wait_for_enter() {
    let start = start("duel", (32, 28));
    let (_, script) = play(&mut sit(&start, "human,random"), &["explain", "", "q", "score"]);
    let parts: Vec<&str> = script.screen.split("Enter goes on, q ends -- ").collect();
    assert!(parts.len() == 3 && parts[2].contains("place 1: "), "{}", script.screen);
    // The first line is the answer before it.
    let lines = parts[1].lines().count() - 1;
    assert!((35..=40).contains(&lines), "{lines} lines: {}", parts[1]);
}
