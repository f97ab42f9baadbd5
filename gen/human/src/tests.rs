//! Turns of people, without a terminal.

use std::sync::Arc;

use chance::Seed;
use contract::{Choice, Seat};
use pipeline::{Options, Request};
use playtest::{MatchSettings, PlayerName, no_programs};
use world::Scenario;

use crate::eyes::Eyes;
use crate::{AT_ONCE, COMMANDS, HumanMatch, Reply, STEPS, Wish};

fn roll(preset: &str, size: (u32, u32)) -> Scenario {
    let loaded = pipeline::load_preset(preset).expect("it is there").expect("it loads");
    let request = Request { seed: 1, size: Some(size), ..Request::default() };
    pipeline::roll(&loaded, &request, &Options::new(preset)).expect("it rolls").scenario
}

fn sit(start: Scenario, players: &str) -> HumanMatch {
    let players: Vec<PlayerName> = players.split(',').map(|name| name.parse().expect("a name")).collect();
    let settings = MatchSettings { seed: Seed(7), turn_limit: 400 };
    let seated: Vec<_> = players.iter().cloned().map(Some).collect();
    let runner = playtest::open(&start).expect("it is played");
    let at = runner.begin_match(settings, &seated, &no_programs).expect("they are players");
    HumanMatch::new(Arc::new(start), Arc::new(runner), at, players)
}

/// The person who is to act, once computers have.
fn person(at: &mut HumanMatch) -> Seat {
    loop {
        let seat = at.next_seat().expect("the match goes on");
        if at.people().contains(seat) {
            return seat;
        }
        at.play(seat);
    }
}

/// The seat to act looks at the board and types the next line, until all are typed. Returns all that it reads, with the words below boards.
fn typed(at: &mut HumanMatch, lines: &[&str]) -> String {
    let mut told = String::new();
    let mut looking = None;
    for line in lines {
        let seat = person(at);
        let mut replies = if looking == Some(seat) { Vec::new() } else { at.begin_turn(seat) };
        looking = Some(seat);
        replies.extend(at.obey(seat, line));
        told += &format!("> {line}\n");
        for reply in replies {
            match reply {
                Reply::Words(text) => told += &text,
                Reply::Look(look) => told += &look.status,
                Reply::Clear | Reply::Wish(_) => {}
            }
        }
    }
    told
}

/// Each command does what it says, in a game of the kernel.
#[test]
fn commands_do_what_they_say() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let mut told = typed(
        &mut at,
        &[
            "help",
            "help undo",
            "help moves",
            "next",
            "moves",
            "m all",
            "show",
            "show me",
            "show 0,0",
            "why end",
            "why nonsense",
            "hint random",
            "do",
            "score",
            "news",
            "99",
            "fly",
            "board",
        ],
    );
    // As after a save.
    at.is_changed = false;
    told += &typed(&mut at, &["undo"]);
    for words in [
        "lists the commands",
        "takes your last move back",
        "UNIT move X,Y",
        "city#",
        "played by human",
        "allowed: end the turn",
        "not a move:",
        "random would do this",
        "place 1:",
        "no move with this number",
        "`help` lists the commands",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let own = at.at.moves().iter().filter(|(seat, _)| seat.0 == 0).count();
    assert!(own == 0, "`do` made one move, and `undo` took it back: {told}");
    assert!(at.is_changed, "a save holds what was taken back");
}

/// Every row can be typed by each of its names, is told by `help`, and is nothing else by that name.
#[test]
fn the_table_of_commands_is_all_there_is() {
    let mut names: Vec<&str> = COMMANDS.iter().flat_map(|command| command.names.iter().copied()).collect();
    names.extend(STEPS);
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name stands for two things");

    let mut at = sit(roll("generals-view", (8, 8)), "human,human");
    let help = typed(&mut at, &["help"]);
    for command in COMMANDS {
        let head = format!("  {:<30} {}\n", format!("{} {}", command.names[0], command.argument), command.help);
        assert!(help.contains(&head), "{head}{help}");
        for &name in command.names {
            let told = typed(&mut at, &[name]);
            assert!(!told.contains("not a move"), "{told}");
        }
    }
    // A single key stands for a step, a command, or a move of the game that is played by keys.
    let moves = (playtest::find_ruleset("dungeon").expect("a ruleset").info)().moves;
    let moves: Vec<&str> = moves.lines().filter_map(|line| line.split_whitespace().next()).collect();
    for (key, line) in AT_ONCE {
        let word = line.split(' ').next().expect("a word");
        assert!(names.contains(&word) || moves.contains(&word), "{key} stands for {line}: {moves:?}");
    }
}

/// README names each command with its short forms, in the order of `help`.
#[test]
fn readme_lists_every_command() {
    let quoted = |name: &&str| format!("`{name}`");
    let list: Vec<String> = COMMANDS
        .iter()
        .map(|command| match command.names[1..].iter().map(quoted).collect::<Vec<_>>().as_slice() {
            [] => quoted(&command.names[0]),
            short => format!("{} ({})", quoted(&command.names[0]), short.join(", ")),
        })
        .collect();
    let page: Vec<&str> = include_str!("../../../README.md").split_whitespace().collect();
    let list = list.join(", ");
    assert!(page.join(" ").contains(&list), "README.md, \"At the keyboard\", lists the commands: {list}");
}

/// To save, load, explain, leave and give up is for those outside: the match is as it was.
#[test]
fn wishes_are_told_and_not_granted() {
    let mut at = sit(roll("generals-view", (8, 8)), "human,human");
    let seat = person(&mut at);
    let before = (at.at.game().save(), at.at.moves().len());
    for (line, wish) in [
        ("explain", Wish::Explain),
        ("save", Wish::Save(String::new())),
        ("save my games/duel", Wish::Save("my games/duel".to_owned())),
        ("load match-000000.json", Wish::Load("match-000000.json".to_owned())),
        ("resign", Wish::Resign),
        ("q", Wish::Quit),
    ] {
        assert_eq!(at.obey(seat, line), [Reply::Wish(wish)], "{line}");
    }
    assert_eq!((at.at.game().save(), at.at.moves().len(), at.is_changed), (before.0, before.1, false));
    at.resign(seat);
    assert!(at.is_changed && at.at.moves().last() == Some(&(seat, String::new())), "{:?}", at.at.moves());
}

/// A unit is moved by directions and by the numbers of a list, and what told nothing is taken back.
#[test]
fn units_go_by_steps_and_numbers_and_come_back() {
    let mut at = sit(roll("generals-view", (8, 8)), "human,human");
    let told = typed(&mut at, &["roll", "roll"]);
    assert_eq!(at.at.moves().len(), 2, "{told}");
    while at.at.game().turn() == 0 {
        let seat = at.next_seat().expect("somebody sets up");
        let line = at.at.game().candidates(seat)[0].clone();
        at.at.step(seat, &line).expect("it was offered");
    }
    let first = at.next_seat().expect("somebody begins");
    let city =
        at.at.choices(first).into_iter().find(|choice| !choice.cells.is_empty()).expect("a city raises somebody");
    typed(&mut at, &[&city.line]);
    let save = at.at.game().save();
    let unit = at.at.choices(first).into_iter().find(|choice| choice.cells.len() == 2).expect("it can go");
    at.eyes[first.index()] = Eyes { unit: unit.unit.clone(), cursor: Some(unit.cells[0]), ..Eyes::default() };
    let area = at.start.world.area;
    let way = (0..4)
        .find(|&way| area.neighbor(unit.cells[0], grid::Direction(way)) == Some(unit.cells[1]))
        .expect("a neighbour");
    let way = ["n", "e", "s", "w"][usize::from(way)];
    let told = typed(&mut at, &[way]);
    assert!(at.at.game().save() != save && told.contains("march"), "{told}");
    let look = at.look(first);
    assert_eq!(look.cursor, Some(unit.cells[1]), "the eyes follow it");
    assert!(look.unit.contains(&unit.unit.split('@').next().unwrap().to_owned()), "under its new name");
    typed(&mut at, &["undo"]);
    assert_eq!(at.at.game().save(), save, "it is where it was");
    let told = typed(&mut at, &["moves all", "#2"]);
    assert!(at.at.game().save() != save, "{told}");
}

/// Stairs lead the cursor and units to other levels, and what is seen is at the cursor.
#[test]
fn stairs_lead_down_and_up() {
    let mut scenario = roll("underworld", (36, 30));
    let link = scenario.world.links[0].clone();
    let infantry = scenario.design.find("infantry").expect("such a type");
    let is_own = |unit: &world::Unit| unit.kind == infantry && unit.side == world::SideId(1) && unit.cell().is_some();
    let place = scenario.units.iter().position(is_own).expect("it starts with infantry");
    scenario.units.retain(|unit| ![Some(link.from), Some(link.to)].contains(&unit.cell()));
    scenario.units[place].place = world::Place::Cell(link.from);
    let mut at = sit(scenario, "human,goal,goal,goal");
    // Others may act first.
    let seat = person(&mut at);
    at.eyes[0] = Eyes { cursor: Some(link.from), ..Eyes::default() };
    let replies = at.obey(seat, "down");
    assert!(matches!(replies.as_slice(), [Reply::Look(look)] if look.cursor == Some(link.to)), "{}", replies.len());
    let told = typed(&mut at, &["up", "up"]);
    assert!(told.contains("no link that you know leads up from "), "{told}");
    assert_eq!(at.eyes[0].cursor, Some(link.from));
    let leads = |choice: &&Choice| choice.cells == [link.from, link.to];
    let choice = at.at.choices(Seat(0)).iter().find(leads).expect("it can go down").clone();
    at.eyes[0] = Eyes { unit: choice.unit.clone(), cursor: Some(link.from), ..Eyes::default() };
    let told = typed(&mut at, &["down"]);
    assert_eq!(at.eyes[0].cursor, Some(link.to), "{told}");
    assert!(at.at.moves().iter().any(|(_, line)| *line == choice.line), "{:?}", at.at.moves());
}

/// Orders over several turns and standing orders are typed like any other move of the rules.
#[test]
fn orders_over_turns_are_typed() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    // The other side may act first.
    let seat = person(&mut at);
    let goes = |choice: &&Choice| choice.unit.starts_with("infantry") && choice.cells.len() == 2;
    let step = at.at.choices(seat).iter().find(goes).expect("infantry can go").clone();
    let to = at.start.world.area.cell_name(step.cells[1]);
    let orders = [format!("order {} move-to {to}", step.unit), "stand infantry always sentry".to_owned()];
    let told = typed(&mut at, &[&orders[0], &orders[1]]);
    let own: Vec<&str> = at.at.moves().iter().filter(|(by, _)| *by == seat).map(|(_, line)| line.as_str()).collect();
    assert_eq!(own, orders, "{told}");
}
