//! Turns of people, without a terminal.

use std::collections::BTreeSet;
use std::sync::Arc;

use chance::Seed;
use contract::{Choice, ChoiceKind, Seat};
use grid::Cell;
use pipeline::{Options, Request};
use playtest::{MatchSettings, PlayerName, no_programs};
use world::Scenario;

use crate::eyes::Eyes;
use crate::{AT_ONCE, COMMANDS, HumanMatch, Reply, STEPS, Wish, choice_words};

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
                Reply::Words(text) | Reply::Pages(text) => told += &text,
                Reply::Look(look) => told += &(look.notes + &look.status),
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
    let page: Vec<&str> = include_str!("../README.md").split_whitespace().collect();
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

/// It is said which unit is chosen, and numbers die with the list that they are of.
#[test]
fn a_number_is_of_the_unit_that_is_chosen() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let told = typed(&mut at, &["next", "moves", "next", "1"]);
    assert!(told.contains("no unit is chosen; the cursor is at") && told.contains("\nchosen: city#"), "{told}");
    assert!(told.ends_with("no move with this number was listed: `moves` lists them\n"), "{told}");
    let seat = person(&mut at);
    assert!(at.at.moves().iter().all(|(by, _)| *by != seat), "{:?}", at.at.moves());
    // A step without a unit moves the cursor, and says so.
    let told = typed(&mut at, &["show 6,6", "n"]);
    assert!(told.ends_with("`next` goes to one, `moves` lists\n") && told.contains("no unit is chosen"), "{told}");
}

/// A city's jobs stand first among what it makes, with their turns; it says what it is busy with, and the order can be taken back.
#[test]
fn a_city_is_given_a_job_that_stands() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    person(&mut at);
    let save = at.at.game().save();
    let told = typed(&mut at, &["next", "moves", "1", "orders"]);
    assert!(
        told.contains("   1  make ") && told.contains(", one after another, ") && told.contains(" turns each"),
        "{told}"
    );
    assert!(told.contains("has done what it can in this turn") && told.contains(" makes "), "{told}");
    let told = typed(&mut at, &["undo", "1"]);
    assert_eq!(at.at.game().save(), save, "it is taken back, and the list is gone: {told}");
}

/// A list is told page by page, and its numbers stay.
#[test]
fn lists_have_pages() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let told = typed(&mut at, &["moves all"]);
    assert!(told.contains("  12  ") && !told.contains("  13  ") && told.contains("`more` tells "), "{told}");
    let told = typed(&mut at, &["moves all", "more"]);
    assert!(told.matches("  12  ").count() == 1 && told.matches("  13  ").count() == 1, "{told}");
}

/// Who is sent to a cell goes on by itself: by an order of the game in the kernel, and else by what is kept here.
#[test]
fn units_go_far_over_turns() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let seat = person(&mut at);
    let goes = |choice: &&Choice| choice.unit.starts_with("infantry") && choice.cells.len() == 2;
    let unit = at.at.choices(seat).iter().find(goes).expect("infantry can go").unit.clone();
    let city = at.at.choices(seat).iter().find(|choice| choice.unit.starts_with("city")).expect("a city").cells[0];
    let line = format!("go {}", at.cell_text(city));
    let told = typed(&mut at, &[&format!("show {unit}"), &line]);
    assert!(told.contains("has done what it can") || told.contains("goes to"), "{told}");
    assert!(
        at.at.moves().iter().any(|(_, line)| line.starts_with(&format!("order {unit} move-to"))),
        "{:?}",
        at.at.moves()
    );
    // Its way is told as long as the game goes on with it.
    let ends = |at: &HumanMatch| at.ways(seat).iter().map(|way| way.1).collect::<Vec<_>>();
    assert_eq!(ends(&at), [city]);
    let (start, players) = (Scenario::clone(&at.start), at.players.clone());
    let text = "the scenario";
    let settings = MatchSettings { seed: Seed(7), turn_limit: 400 };
    let record = at.record(settings, "scenario.ron", text);
    let mut again = sit(start, &format!("{},{}", players[0], players[1]));
    again.take_up(&record, text).expect("it is the same match");
    assert_eq!(ends(&again), [city], "so it is when the match goes on");

    let mut at = sit(roll("generals-view", (12, 12)), "human,human");
    typed(&mut at, &["roll", "roll"]);
    while at.at.game().turn() == 0 {
        let seat = at.next_seat().expect("somebody sets up");
        let line = at.at.game().candidates(seat)[0].clone();
        at.at.step(seat, &line).expect("it was offered");
    }
    let seat = at.next_seat().expect("somebody begins");
    let city = at.at.choices(seat).into_iter().find(|choice| !choice.cells.is_empty()).expect("a city");
    typed(&mut at, &[&city.line]);
    let unit = at.at.choices(seat).into_iter().find(|choice| choice.cells.len() == 2).expect("it can go");
    let (from, area) = (unit.cells[0], at.start.world.area);
    let to = area.cells().max_by_key(|&cell| area.distance(from, cell)).expect("a far cell");
    let line = format!("go {}", at.cell_text(to));
    let told = typed(&mut at, &[&format!("show {}", unit.unit), &line]);
    assert!(told.contains("and goes on when it can"), "{told}");
    let way = |at: &HumanMatch| at.journeys[0].words(|cell| at.cell_text(cell));
    assert_eq!(at.ways(seat), [(at.journeys[0].at, to)]);
    let (before, made) = (way(&at), at.at.moves().len());
    assert!(typed(&mut at, &["orders"]).contains(" goes to "), "it is listed");
    typed(&mut at, &["end", "end", "board"]);
    assert!(at.at.moves().len() == made + 3, "it went on: {:?}", at.at.moves());
    assert_ne!(way(&at), before, "{told}");
    let wrong = typed(&mut at, &["go nowhere"]);
    assert!(wrong.contains("is no cell and no place"), "{wrong}");
}

/// Each verb of each ruleset has its help.
#[test]
fn help_tells_of_every_move() {
    let at = sit(roll("duel", (32, 28)), "human,random");
    let moves = at.at.game().info().moves;
    for line in moves.lines().filter(|line| !line.starts_with(' ')) {
        let mut words = line.split([' ', ',']);
        let verb = words.by_ref().find(|word| *word != "UNIT").expect("a verb");
        let told = at.help(verb);
        assert!(told.contains(line), "{verb}: {told}");
    }
    assert!(at.help("jump").contains("there is no command and no move `jump`"), "{}", at.help("jump"));
}

/// Provinces are told below the board and in an overview, named wherever a place is typed, and attacked with odds.
#[test]
fn provinces_are_told_named_and_attacked() {
    let mut at = sit(roll("empire", (28, 20)), "human,random,random,random");
    let seat = person(&mut at);
    let chart = at.chart(seat);
    let own = chart.regions.iter().find(|region| region.side == Some(seat.index())).expect("an own province");
    let foe = &chart.regions[own.borders[0].0];
    let lines = [
        "overview".to_owned(),
        format!("show {}", foe.name.to_uppercase()),
        format!("show {}", own.name),
        format!("attack {}", foe.name),
        format!("moves {}", own.name),
        "overview nothing-like-this".to_owned(),
    ];
    let told = typed(&mut at, &lines.each_ref().map(String::as_str));
    let answers: Vec<&str> = told.split("> ").collect();
    let begins = |region: &contract::Region| format!("province {}, {}, ", region.number, region.name);
    assert!(answers[1].contains(&(begins(own) + "yours: ")), "{told}");
    let all = chart.regions.iter().all(|region| answers[1].contains(&begins(region)));
    assert!(all, "{told}");
    assert!(answers[2].contains(&begins(foe)) && !answers[2].contains("is no unit"), "{told}");
    assert!(answers[3].contains(&format!("next to {}", foe.name)), "{told}");
    assert!(answers[4].contains(&format!("attack {}", foe.name)) && answers[4].contains(" %, costs "), "{told}");
    assert!(answers[5].contains("march "), "{told}");
    assert!(answers[6].contains("there is no more to tell"), "{told}");
    // A move names them, too.
    let line = format!("recruit {} legion 1", own.name.replace(' ', "-"));
    assert!(at.at.game().choice(seat, &line).is_ok(), "{line}");
}

/// What a ship will do next follows what its seat has said, and stands below the board.
#[test]
fn ships_tell_where_they_will_be() {
    let mut at = sit(roll("hostile-space", (20, 20)), "human,random");
    let mut told = String::new();
    for _ in 0..60 {
        let seat = person(&mut at);
        let choices = at.at.choices(seat);
        let go = choices.iter().find(|choice| choice.line.starts_with("velocity "));
        let line = go.map_or_else(|| choices[0].line.clone(), |choice| choice.line.clone());
        told = typed(&mut at, &[&line]);
        if go.is_some() {
            break;
        }
    }
    assert!(told.contains("ship 1 of ") && told.contains(": next at "), "{told}");
}

/// What a city makes after what it makes now waits in its queue: it is told, changed, taken out, begun in its turn, and taken back.
#[test]
fn things_wait_to_be_made() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let seat = person(&mut at);
    let choices = at.at.choices(seat);
    let city = &choices.iter().find(|choice| choice.unit.starts_with("city")).expect("a city").unit;
    let show = format!("show {city}");
    let told = typed(&mut at, &[&show, "queue", "queue 2 infantry, armor, fighter", &format!("queue {city} drop 3")]);
    assert!(told.contains("nothing waits here") && told.contains("   3  fighter\n"), "{told}");
    assert!(told.ends_with("to be made next:\n   1  infantry\n   2  armor\n"), "{told}");
    let orders = typed(&mut at, &["orders", &show]);
    assert!(orders.contains(&format!("{city}: infantry, armor next")), "{orders}");
    assert!(orders.contains("makes 1 infantry, ") && orders.contains(", then infantry, armor"), "{orders}");
    let wrong = typed(&mut at, &[&format!("queue {city} zeppelin")]);
    assert!(wrong.contains("zeppelin") && at.queues[0].waiting.len() == 2, "{wrong}");
    // The order is taken back, and the first one waits again.
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    typed(&mut at, &[&show, "queue 2 infantry, armor", "undo"]);
    assert_eq!(at.queues[0].waiting, ["infantry", "infantry", "armor"]);
    // It is begun again, and one after the other is made.
    for _ in 0..30 {
        let seat = person(&mut at);
        at.begin_turn(seat);
        at.obey(seat, "end");
        at.end_turn(seat);
    }
    let made: Vec<&str> = at.at.moves().iter().filter(|(by, _)| *by == seat).map(|(_, line)| line.as_str()).collect();
    let jobs: Vec<&&str> = made.iter().filter(|line| line.starts_with(&format!("order {city} build"))).collect();
    let job = |kind: &str| format!("order {city} build {kind} 1");
    assert_eq!(jobs, [&job("infantry"), &job("infantry"), &job("armor")], "{made:?}");
    assert!(at.queues.is_empty() || at.queues[0].waiting.is_empty());
    // Who makes one after another comes to what waits, too; and a queue can be given up.
    typed(
        &mut at,
        &[&format!("order {city} build infantry 99"), &format!("queue {city} armor"), &format!("queue {city} clear")],
    );
    let last = at.at.moves().last().expect("a move");
    assert!(at.queues.iter().all(|queue| queue.waiting.is_empty()) && last.1 == job("infantry"), "{last:?}");
}

/// What waits to be made is kept with the match and comes back with it; a file with a cell that is not there is refused.
#[test]
fn queues_are_kept_with_the_match() {
    let start = roll("duel", (32, 28));
    let text = "the text of the start";
    let mut at = sit(start.clone(), "human,random");
    let seat = person(&mut at);
    let choices = at.at.choices(seat);
    let city = choices.iter().find(|choice| choice.unit.starts_with("city")).expect("a city").unit.clone();
    typed(&mut at, &[&format!("show {city}"), "queue 2 infantry, armor, 2 fighter"]);
    let settings = MatchSettings { seed: Seed(7), turn_limit: 400 };
    let kept = at.record(settings, "scenario.ron", text).write();
    let mut record = playtest::MatchRecord::read(&kept).expect("it is a match");
    let mut again = sit(start.clone(), "human,random");
    again.take_up(&record, text).expect("it goes on");
    let waiting = |at: &HumanMatch| at.queue_words(seat);
    assert!(
        waiting(&again).contains(&format!("{city}: ")) && waiting(&again).contains("2 fighters"),
        "{}",
        waiting(&again)
    );
    assert_eq!(waiting(&again), waiting(&at));
    assert!(!record.journal_head().contains("fighter"), "a journal holds moves alone");
    record.queues[0].at = Some("999,999".to_owned());
    let why = sit(start, "human,random").take_up(&record, text).expect_err("no such cell").to_string();
    assert!(why.contains("999,999"), "{why}");
}

/// Where things are bought at once, the queue buys as the gold comes in.
#[test]
fn what_is_bought_waits_for_gold() {
    let mut at = sit(roll("generals-view", (8, 8)), "human,human");
    typed(&mut at, &["roll", "roll"]);
    while at.at.game().turn() == 0 {
        let seat = at.next_seat().expect("somebody sets up");
        let line = at.at.game().candidates(seat)[0].clone();
        at.at.step(seat, &line).expect("it was offered");
    }
    let seat = at.next_seat().expect("somebody begins");
    let city = at.at.choices(seat).into_iter().find(|choice| !choice.product.is_empty()).expect("a city");
    let (place, product) = (at.cell_text(city.cells[0]), city.product.clone());
    let told = typed(&mut at, &[&format!("show {place}"), &format!("queue 9 {product}"), "orders"]);
    assert!(
        told.contains(&format!("at {place}: ")) && at.at.moves().last().expect("a move").1.starts_with("buy "),
        "{told}"
    );
    let waiting = at.queues[0].waiting.len();
    assert!((1..9).contains(&waiting), "{told}");
}

/// Lists put first what a player of the game thinks most of, in each game; what people read of their own is words.
#[test]
fn lists_are_sorted_by_worth_and_lines_are_words() {
    for (preset, size, players, words) in [
        ("duel", (32, 28), "human,random", " of 1 action point"),
        ("generals-view", (12, 12), "human,human", " gold, income "),
        ("empire", (28, 20), "human,random,random,random", " gold, income "),
        ("hostile-space", (20, 20), "human,random", ", delta-v "),
        ("vault", (40, 22), "human", " hit points, "),
    ] {
        let mut at = sit(roll(preset, size), players);
        let mut told = String::new();
        for _ in 0..80 {
            let seat = person(&mut at);
            told += &typed(&mut at, &["next"]);
            let mut choices = at.at.choices(seat);
            at.at.rank(seat, &mut choices);
            let mut worths: Vec<i64> = choices.iter().filter_map(|choice| choice.worth).collect();
            worths.sort_unstable();
            worths.dedup();
            if worths.len() > 1 && told.contains(words) {
                break;
            }
            let line = choices[0].line.clone();
            at.at.step(seat, &line).expect("it was offered");
        }
        assert!(told.contains(words) && !told.contains(" acp "), "{preset}: {told}");
        let seat = person(&mut at);
        let all = at.at.choices(seat);
        at.list(seat, all);
        let pairs =
            at.listed.windows(2).filter(|pair| pair[0].kind == pair[1].kind && pair[0].stands == pair[1].stands);
        let falls: Vec<bool> = pairs.map(|pair| pair[0].worth >= pair[1].worth).collect();
        assert!(falls.len() > 1 && falls.iter().all(|falls| *falls), "{preset}");
        assert!(at.listed.iter().any(|choice| choice.worth != at.listed[0].worth), "{preset}: all are worth the same");
    }
}

/// A step that the ground forbids is refused with the ground.
#[test]
fn a_wall_in_the_way_is_named() {
    let mut at = sit(roll("vault", (40, 22)), "human");
    let told =
        typed(&mut at, &["be human fighter", "n n n n n n n n n n n n", "e e e e e e e e e e e e e e e e e e e e"]);
    assert!(told.contains(" is in the way\n"), "{told}");
}

/// The board that a person sees who does this.
fn looks(at: &mut HumanMatch, seat: Seat, line: &str) -> Vec<crate::Look> {
    let replies = at.obey(seat, line).into_iter();
    replies.filter_map(|reply| if let Reply::Look(look) = reply { Some(*look) } else { None }).collect()
}

/// Sends all that can go far with an order that stands. The one sent last, with where it was, stays chosen.
fn send_far(at: &mut HumanMatch, seat: Seat) -> Option<(String, grid::Cell)> {
    let (area, mut chosen) = (at.start.world.area, None);
    for (unit, cell) in at.unit_places(seat) {
        let far = area.cells().filter(|&to| (5..9).contains(&area.distance(cell, to)));
        let mut orders = far.filter_map(|to| at.at.game().move_towards(seat, &unit, cell, to, &area));
        let order = orders.find(|order| order.stands);
        if let Some(order) = order {
            at.obey(seat, &order.line);
            at.focus(seat, unit.clone(), Some(cell));
            chosen = Some((unit, cell));
        }
    }
    chosen
}

/// Wherever a unit goes by itself, it is chosen where it is, and arrows begin there.
#[test]
fn the_chosen_unit_and_its_arrow_are_where_it_is() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let (mut gone, mut arrows) = (0, 0);
    let mut chosen: Option<(String, grid::Cell)> = None;
    for _ in 0..8 {
        let seat = person(&mut at);
        at.begin_turn(seat);
        let look = at.look(seat);
        let places = at.unit_places(seat);
        let place = |unit: &str| places.iter().find(|(known, _)| known == unit).map(|(_, cell)| *cell);
        if let Some((unit, from)) = chosen.take() {
            let now = place(&unit);
            assert_eq!(look.unit.is_empty(), now.is_none(), "{unit} is chosen as long as it lives");
            if now.is_none() {
                continue;
            }
            assert_eq!(look.cursor, now, "{unit}");
            gone += usize::from(look.cursor != Some(from));
        }
        for (from, _) in &look.ways {
            assert!(places.iter().any(|(_, cell)| cell == from), "an arrow begins where nobody is");
            arrows += 1;
        }
        chosen = send_far(&mut at, seat);
        at.obey(seat, "end");
        at.end_turn(seat);
    }
    assert!(gone > 0 && arrows > 0, "{gone} {arrows}");
}

/// A click on a unit that can do no more chooses it, and tells why it does nothing.
#[test]
fn who_can_do_no_more_is_chosen_and_says_so() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let seat = person(&mut at);
    at.begin_turn(seat);
    // Whatever can act acts, until somebody on the board cannot.
    for _ in 0..60 {
        let choices = at.at.choices(seat);
        let idle = at.unit_places(seat).into_iter().find(|(unit, cell)| {
            let busy = at.busy_words(seat, unit).is_some();
            !busy && choices.iter().all(|choice| choice.unit != *unit && choice.cells.first() != Some(cell))
        });
        if let Some((unit, cell)) = idle {
            let Reply::Look(look) = at.point_at(seat, cell) else { panic!("a board") };
            assert_eq!((look.unit.as_str(), look.cursor), (unit.as_str(), Some(cell)));
            assert!(look.status.contains("it can do no more in this turn"), "{}", look.status);
            assert!(look.status.contains("hit point"), "{}", look.status);
            return;
        }
        let step = choices.iter().find(|choice| choice.kind == contract::ChoiceKind::Move && choice.cells.len() > 1);
        let Some(step) = step else { break };
        let line = step.line.clone();
        at.obey(seat, &line);
    }
    panic!("everybody can act: {:?}", at.unit_places(seat));
}

/// Who has chosen a unit and asks for a hint is told of that unit.
#[test]
fn a_hint_is_of_the_chosen_unit_first() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let seat = person(&mut at);
    at.begin_turn(seat);
    let mut others = 0;
    for _ in 0..6 {
        let look = looks(&mut at, seat, "next").pop().expect("a board");
        let told = at.hint(seat, "");
        if at.best_of_chosen(seat).is_some() {
            assert!(told.contains(&format!("  {}: ", look.unit)), "{} {told}", look.unit);
            others += usize::from(told.contains("worth most"));
        }
    }
    assert!(others > 0, "the player itself would move each of them first");
}

/// What own units went on with is no news of others.
#[test]
fn own_work_is_not_what_others_did() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let mut own = 0;
    for _ in 0..6 {
        let seat = person(&mut at);
        let since = at.eyes[seat.index()].turn_before;
        let (all, others) = (at.told_since(seat, since), at.meanwhile(seat));
        own += all.iter().filter(|told| told.words.contains(" goes to ") && !others.contains(told)).count();
        assert!(
            others.iter().all(|told| !told.words.starts_with("Your ") || !told.words.contains(" goes to ")),
            "{others:?}"
        );
        at.begin_turn(seat);
        send_far(&mut at, seat);
        at.obey(seat, "end");
        at.end_turn(seat);
    }
    assert!(own > 0, "nobody has gone on");
}

/// The first choice of the seat to act that fits, in a small duel.
fn find_choice(at: &mut HumanMatch, fits: impl Fn(&Choice) -> bool) -> Choice {
    let seat = person(at);
    at.at.choices(seat).into_iter().find(|choice| fits(choice)).expect("there is such a move")
}

/// What the chosen unit can reach is where it can go, in the open as well; a city reaches nothing, and no step of it begins a ship.
#[test]
fn reach_and_steps_are_of_moves_alone() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let step = find_choice(&mut at, |choice| choice.kind == ChoiceKind::Move && choice.unit.starts_with("infantry"));
    let seat = person(&mut at);
    typed(&mut at, &[&format!("show {}", step.unit)]);
    let ends = |at: &HumanMatch, unit: &str, fits: fn(&Choice) -> bool| -> BTreeSet<Cell> {
        let own = at.at.choices(seat).into_iter().filter(|choice| choice.unit == unit && fits(choice));
        own.filter_map(|choice| choice.cells.get(1).copied()).collect()
    };
    let reach: BTreeSet<Cell> = at.look(seat).reach.into_keys().collect();
    assert!(reach.contains(&step.cells[1]));
    assert_eq!(reach, ends(&at, &step.unit, |choice| choice.kind.goes()));

    let city = find_choice(&mut at, |choice| choice.unit.starts_with("city") && choice.line.contains(" create-at "));
    let reply = at.point_at(seat, city.cells[0]);
    assert!(matches!(&reply, Reply::Look(look) if look.unit == city.unit && look.reach.is_empty()), "{reply:?}");
    assert!(ends(&at, &city.unit, |choice| choice.kind == ChoiceKind::Build).contains(&city.cells[1]));
    assert_eq!(at.move_to(seat, city.cells[1]), None, "a click there begins nothing");
    let made = at.at.moves().len();
    let told = at.go_to(seat, city.cells[1]);
    assert!(matches!(&told[..], [Reply::Words(words)] if words.contains("cannot go to ")), "{told:?}");
    // Nor is it sent anywhere: the reason is that of `why`, and no order stays.
    let far = at.start.world.area.cells().next_back().expect("a cell");
    let why = at.why(seat, &format!("{} move {}", city.unit, at.cell_text(far)));
    let go = format!("go {}", at.cell_text(far));
    let told = at.obey(seat, &go);
    assert!(
        matches!(&told[..], [Reply::Words(words)] if words.ends_with(&why) && why.contains("cannot move")),
        "{told:?}"
    );
    assert_eq!(at.at.moves().len(), made);
    assert!(at.orders(seat).starts_with("no order is given"));
}

/// A place that acts by the points of the units in it has these moves in its own list, each once, with the unit that pays.
#[test]
fn moves_of_a_place_are_its_own() {
    let (mut scenario, mut found) = (roll("duel", (32, 28)), None);
    let (town, infantry) =
        (scenario.design.find("town").expect("such a type"), scenario.design.find("infantry").expect("such a type"));
    let place =
        scenario.units.iter().find(|unit| unit.kind == town).and_then(world::Unit::cell).expect("a town in the open");
    for (index, unit) in scenario.units.iter_mut().enumerate() {
        if unit.kind == town && unit.place == world::Place::Cell(place) {
            (unit.side, found) = (world::SideId(1), Some(world::UnitId(index as u32 + 1)));
        }
    }
    let inside = world::Place::Inside(found.expect("it is there"));
    let own = scenario.units.iter_mut().filter(|unit| unit.kind == infantry && unit.side == world::SideId(1));
    let moved = own.take(2).map(|unit| unit.place = inside).count();
    assert_eq!(moved, 2, "two could pay");
    let mut at = sit(scenario, "human,random");
    // It has spent its own point.
    let job = find_choice(&mut at, |choice| choice.unit.starts_with("town#") && choice.stands);
    let seat = person(&mut at);
    at.obey(seat, &job.line);
    let choices = at.at.choices(seat);
    let paid: Vec<&Choice> = choices.iter().filter(|choice| !choice.paid_by.is_empty()).collect();
    assert!(!paid.is_empty() && paid.iter().all(|choice| choice.unit.starts_with("town#")), "{paid:?}");
    let actions: BTreeSet<&str> = paid.iter().filter_map(|choice| choice.line.strip_prefix(&choice.paid_by)).collect();
    assert_eq!(actions.len(), paid.len(), "each once");
    assert!(choice_words(paid[0]).ends_with(&format!(", paid by {}", paid[0].paid_by)));
    let told = at.list_moves(seat, &paid[0].paid_by.clone());
    assert!(!told.contains(" on town#"), "{told}");
}

/// A key takes a town as a click does, although a unit could attack there as well.
#[test]
fn a_key_means_what_a_click_means() {
    let mut scenario = roll("duel", (32, 28));
    let (town, infantry) =
        (scenario.design.find("town").expect("such a type"), scenario.design.find("infantry").expect("such a type"));
    let place =
        scenario.units.iter().find(|unit| unit.kind == town).and_then(world::Unit::cell).expect("a town in the open");
    let beside = grid::disk(&scenario.world.area, place, 1).find(|&cell| {
        let is_land = !scenario.design.is_liquid(scenario.world.terrain_at(cell));
        is_land && scenario.units.iter().all(|unit| unit.cell() != Some(cell))
    });
    let beside = beside.expect("dry ground beside it");
    let own = |unit: &&mut world::Unit| unit.kind == infantry && unit.side == world::SideId(1);
    scenario.units.iter_mut().find(own).expect("it starts with infantry").place = world::Place::Cell(beside);
    let mut at = sit(scenario, "human,random");
    let seat = person(&mut at);
    at.point_at(seat, beside);
    let meant = at.move_to(seat, place).expect("it can take the town");
    assert_eq!(meant.kind, ChoiceKind::Take);
    let several =
        at.at.choices(seat).into_iter().filter(|choice| choice.unit == meant.unit && choice.target() == Some(place));
    assert!(several.count() > 1, "the town can be attacked, too");
    at.go_to(seat, place);
    assert_eq!(at.at.moves().last().map(|(_, line)| line), Some(&meant.line));
}

/// After a move is taken back its unit is chosen, where it stands again.
#[test]
fn who_comes_back_stays_chosen() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let seat = person(&mut at);
    let goes = |choice: &Choice| choice.kind == ChoiceKind::Move && choice.unit.starts_with("infantry");
    // A step that shows nothing new can be taken back.
    let steps: Vec<Choice> = at.at.choices(seat).into_iter().filter(goes).collect();
    let step = steps.into_iter().find(|step| {
        at.obey(seat, &step.line);
        let words = at.obey(seat, "undo");
        matches!(words.as_slice(), [Reply::Look(look)] if look.unit == step.unit && look.cursor == step.cells.first().copied())
    });
    let step = step.expect("a step can be taken back, and its unit is chosen");
    let go = format!("go {}", at.cell_text(step.cells[1]));
    let before = at.at.moves().len();
    let told = typed(&mut at, &[&go]);
    assert!(!told.contains("no unit is chosen") && at.at.moves().len() == before + 1, "{told}");
}

/// A unit that an order moves keeps the cursor at its side.
#[test]
fn the_cursor_goes_with_an_order() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let fighter = find_choice(&mut at, |choice| choice.kind == ChoiceKind::Move && choice.unit.starts_with("infantry"));
    let (seat, area) = (person(&mut at), at.start.world.area);
    typed(&mut at, &[&format!("show {}", fighter.unit)]);
    let far = area.cells().max_by_key(|&cell| area.distance(cell, fighter.cells[0])).expect("a cell");
    let go = format!("go {}", at.cell_text(far));
    at.obey(seat, &go);
    typed(&mut at, &["end", &format!("show {}", fighter.unit)]);
    for _ in 0..3 {
        let seat = person(&mut at);
        at.begin_turn(seat);
        let look = at.look(seat);
        let here = at.at.choices(seat).into_iter().find(|choice| choice.unit == look.unit && !look.unit.is_empty());
        if let Some(cell) = here.and_then(|choice| choice.cells.first().copied()) {
            assert_eq!(look.cursor, Some(cell), "{}", look.unit);
        }
        at.obey(seat, "end");
        at.end_turn(seat);
    }
}

/// A type is explained by its name, and what is begun is told as that.
#[test]
fn types_are_explained_and_what_is_begun_is_told_as_begun() {
    let mut at = sit(roll("duel", (32, 28)), "human,random");
    let seat = person(&mut at);
    let told = typed(&mut at, &["explain transports", "explain sea", "explain zeppelin"]);
    assert!(told.contains("transport: ") && told.contains("  made by city"), "{told}");
    assert!(told.contains("sea: ") && told.contains("the game has no type `zeppelin`"), "{told}");
    assert_eq!(at.obey(seat, "explain"), [Reply::Wish(Wish::Explain)]);
    let armor =
        find_choice(&mut at, |choice| choice.kind == ChoiceKind::Build && choice.product == "armor" && !choice.stands);
    at.obey(seat, &armor.line);
    let place = at.cell_text(armor.cells[0]);
    let told = typed(&mut at, &[&format!("show {place}")]);
    assert!(told.contains("armor, begun: has ") && told.contains(" construction points\n"), "{told}");
}
