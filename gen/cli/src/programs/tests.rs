//! Programs outside: what they hear, and an example in Python that plays whole matches of Empire.

use std::collections::VecDeque;
use std::path::Path;

use chance::Seed;
use contract::Seat;
use pipeline::{Options, Request};
use playtest::{MatchResult, MatchSettings, PlayerName, StartProgram};
use serde_json::{Value, json};
use world::{Scenario, SideId};

use super::*;

const LIMIT: TimeLimits = TimeLimits { to_move: Duration::from_secs(10), to_start: Duration::from_secs(10) };

/// A question with its position in JSON.
struct Asked(Value);

impl Question for Asked {
    fn text(&self) -> String {
        "you 1\nnow lay\n".to_owned()
    }

    fn json(&self) -> Value {
        self.0.clone()
    }

    fn moves(&self) -> Vec<String> {
        vec!["lay 1".to_owned(), "lay 2".to_owned()]
    }
}

/// What a program hears that answers by a shell script, with the line that it has heard in `$line`, and its answers.
fn hear(script: &str, questions: &[Asked]) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let heard = folder.path().join("heard");
    let command = format!(
        "sh -c 'while IFS= read -r line; do printf \"%s\\n\" \"$line\" >> \"$0\"; {script}; done' {}",
        heard.display()
    );
    let mut program = Program::start(&command, "sticks", 2, 1, LIMIT).expect("it is started");
    let answers = questions.iter().map(|asked| program.choose(asked).expect("it answers").trim().to_owned()).collect();
    drop(program);
    (std::fs::read_to_string(heard).expect("it wrote what it heard"), answers)
}

/// Byte for byte what programs have always heard that do not ask for JSON.
#[test]
fn programs_of_text_hear_text() {
    let script = "case $line in go) echo moves;; \"lay 2\") echo lay 2;; esac";
    let (heard, answers) = hear(script, &[Asked(json!({ "you": 1 })), Asked(json!({ "you": 1 }))]);
    let question = "position\nyou 1\nnow lay\ngo\nmoves 2\nlay 1\nlay 2\n";
    assert_eq!(heard, format!("fairmarch 1 sticks seats 2 you 1\n{question}{question}quit\n"));
    assert_eq!(answers, ["lay 2", "lay 2"]);
}

#[test]
fn programs_that_ask_for_json_hear_changes() {
    let script = "case $line in fairmarch*) echo json;; {*) echo end;; esac";
    let asked = |turn: u32| Asked(json!({ "turn": turn, "map": [1, 2] }));
    let (heard, answers) = hear(script, &[asked(1), asked(2), asked(2)]);
    let begin = "fairmarch 1 sticks seats 2 you 1\nposition\nyou 1\nnow lay\ngo\n";
    let told = "{\"world\":{\"map\":[1,2],\"turn\":1}}\n{\"changes\":{\"turn\":2}}\n{\"changes\":{}}\n";
    assert_eq!(heard, format!("{begin}{told}quit\n"));
    assert_eq!(answers, ["end"; 3]);
}

/// A small map of Empire, with four provinces for each seat.
fn board(seats: u8) -> Scenario {
    let loaded = pipeline::load_preset("empire").expect("there is a preset").expect("it resolves");
    let count = ("make-provinces.province-count".to_owned(), (4 * seats).to_string());
    let set = std::collections::BTreeMap::from([count]);
    let request = Request { seed: 5, sides: Some(seats), size: Some((28, 20)), set, ..Request::default() };
    pipeline::roll(&loaded, &request, &Options::new("empire")).expect("it is rolled").scenario
}

/// A match on such a board; the seats are those of `players`, where `bot` is a program.
fn play(players: &[&str], bot: &str, seed: u64) -> MatchResult {
    play_with(players, bot, seed, &|command, ruleset, seats, seat| {
        Ok(Box::new(Program::start(command, ruleset, seats, seat, LIMIT)?))
    })
}

fn play_with(players: &[&str], bot: &str, seed: u64, start: &StartProgram) -> MatchResult {
    let runner = playtest::open(&board(players.len() as u8)).expect("it is played");
    let names = players.iter().map(|name| if *name == "bot" { format!("cmd:{bot}") } else { (*name).to_owned() });
    let names: Vec<Option<PlayerName>> = names.map(|name| Some(name.parse().expect("a player"))).collect();
    let settings = MatchSettings { seed: Seed(seed), turn_limit: 1000 };
    let mut at = runner.begin_match(settings, &names, start).expect("they are players");
    while let Some(seat) = at.to_act().iter().next() {
        at.play(seat);
    }
    at.result()
}

/// The player of Empire in Python of `tests/players`, where there is Python: any number of them play a match, and one beats chance
/// from each seat.
#[test]
fn a_program_in_python_plays_empire_by_json() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/players/empire_player.py");
    let lines = std::fs::read_to_string(&file).expect("it is there").lines().count();
    assert!(lines <= 60, "an example is short: {lines} lines");
    let bot = format!("python3 {}", file.display());
    for seats in [2, 3, 5] {
        let played = play(&vec!["bot"; seats], &bot, 1);
        assert_eq!(played.forfeits, [], "{seats} seats");
        assert!(played.outcome.scores.iter().sum::<i64>() > 2 * seats as i64, "they took provinces: {played:?}");
    }
    for (seed, players) in [(2, ["bot", "random"]), (3, ["random", "bot"])] {
        let played = play(&players, &bot, seed);
        assert_eq!(played.forfeits, []);
        let won: Vec<&str> = played.outcome.winners.iter().map(|seat| players[seat.index()]).collect();
        assert_eq!(won, ["bot"], "{played:?}");
    }
}

/// Hands in its answers one after the other; in battles it strikes.
struct Answers(VecDeque<String>);

impl TextPlayer for Answers {
    fn choose(&mut self, question: &dyn Question) -> Result<String, Forfeit> {
        let is_battle = question.json()["now"] == "aim";
        let answer = if is_battle { Some("strike".to_owned()) } else { self.0.pop_front() };
        Ok(answer.expect("it is asked no more"))
    }
}

/// A program that does not end its month is asked again; one that orders what is refused is out, with the reason.
#[test]
fn an_answer_without_end_is_followed_by_another() {
    let provinces = board(3).world.provinces;
    let home = 1 + provinces.iter().position(|province| province.owner == SideId(1)).expect("each side has a home");
    let march = format!("march {home} {home} legion=1");
    let answers = [
        format!("{{\"orders\": [\"recruit {home} legion 1\"]}}"),
        format!("recruit {home} archers 1"),
        "{\"orders\": [\"end\"]}".to_owned(),
        march.clone(),
    ];
    let start = move |_: &str, _, _, _| -> Result<Box<dyn TextPlayer>, Forfeit> {
        Ok(Box::new(Answers(answers.clone().into())))
    };
    let played = play_with(&["bot", "random", "random"], "it", 1, &start);
    let [forfeit] = &played.forfeits[..] else { panic!("{played:?}") };
    assert_eq!((forfeit.seat, forfeit.turn), (Seat(0), 2));
    assert!(forfeit.why.starts_with(&format!("`{march}` is not allowed: ")), "{}", forfeit.why);
}
