//! Events in words: seed 000, "Designing the Text"; `gdl-reference` 12, "Unit text" and "Notices".

use contract::Ruleset;
use fairmarch_kernel::{Death, Event, EventKind, UnitIndex};
use world::SideId;

use super::{TestGame, table};

const TYPES: &str = "(unit-type tank (acp-per-turn 4)) (unit-type town (acp-per-turn 1)) \
                     (side 1 (name \"Rome\") (adjective \"Roman\")) (side 2 (name \"Gauls\"))";
const UNITS: &str = "(units) (tank 4 3 1 (nb 3)) (town 5 3 2 (n \"Alesia\")) (tank 6 3 2) (town 6 5 0)";

fn told(table: &TestGame, what: EventKind) -> String {
    table.rules.event_text(&Event { what, witnesses: contract::Seats::first(2) })
}

#[test]
fn events_call_units_by_side_number_type_and_name() {
    let table = table(&format!("{TYPES} {UNITS}"));
    let [tank, town, plain, free] = [0, 1, 2, 3].map(|id| table.at().snapshot(UnitIndex(id)));
    assert_eq!(
        told(&table, EventKind::Captured { who: town, by: tank }),
        "The Roman 3rd tank captures Gauls' town Alesia."
    );
    assert_eq!(
        told(&table, EventKind::Hit { who: plain, by: tank, damage: 1 }),
        "The Roman 3rd tank hits Gauls' tank, which loses 1 hit point."
    );
    assert_eq!(told(&table, EventKind::Moved { who: free, to: table.cell(4, 3) }), "The independent town goes to 4,3.");
    assert_eq!(
        told(&table, EventKind::Died { who: plain, of: Death::Combat, by: Some(tank) }),
        "Gauls' tank is destroyed by the Roman 3rd tank."
    );
    assert_eq!(
        told(&table, EventKind::SideLost { side: SideId(2), to: Some(SideId(1)) }),
        "Gauls have lost, and all that they had goes to Rome."
    );
}

/// A side may be called by a word for itself, for its people, or by nothing but what several of it are called.
#[test]
fn verbs_agree_with_what_sides_are_called() {
    let check = |properties: &str, expectation: &str| {
        let table = table(&format!(
            "(unit-type town (acp-per-turn 1)) (side 1 {properties}) (side 2 (name \"Rome\")) (units) (town 4 3 1) (town 5 3 2)"
        ));
        let side = SideId(1);
        let lost = told(&table, EventKind::SideLost { side, to: None });
        let draw = told(&table, EventKind::DrawOffered { side, willing: true });
        assert_eq!(format!("{lost} {draw}"), expectation, "{properties}");
    };
    check("(name \"Rome\")", "Rome has lost. Rome is willing to agree to a draw.");
    check("(name \"You\")", "You have lost. You are willing to agree to a draw.");
    check("(name \"Flyers\")", "Flyers have lost. Flyers are willing to agree to a draw.");
    check("(name \"Free Flyers\")", "Free Flyers have lost. Free Flyers are willing to agree to a draw.");
    check("(name \"Northmen\")", "Northmen have lost. Northmen are willing to agree to a draw.");
    check("(name \"Oxen\") (plural-noun \"Oxen\")", "Oxen have lost. Oxen are willing to agree to a draw.");
    check("(name \"Texas\")", "Texas has lost. Texas is willing to agree to a draw.");
    check("(name \"Paris\")", "Paris has lost. Paris is willing to agree to a draw.");
    check(
        "(plural-noun \"Governments\")",
        "The Governments have lost. The Governments are willing to agree to a draw.",
    );
    check("(adjective \"grey\")", "Side 1 has lost. Side 1 is willing to agree to a draw.");
}

/// Seed 000, "Designing Unit Types": players need never see what a type is called in the file.
#[test]
fn reports_call_types_as_players_read_them() {
    let table = table(
        "(unit-type mob (acp-per-turn 1) (name \"panic-stricken mob\")) (unit-type heap (name \"pile of rubble\"))
         (material-type au (name \"gold\")) (terrain-type st (char \"s\") (capacity 1) (name \"dusty street\"))
         (terrain-type rd (subtype connection) (name \"highway\")) (advance-type wh (name \"the wheel\"))
         (units) (mob 4 3 1)",
    );
    let (design, who) = (&table.rules.design, table.at().snapshot(UnitIndex(0)));
    let (heap, au) = (table.kind("heap"), design.find("au").unwrap());
    let [st, rd]: [design::TerrainType; 2] = ["st", "rd"].map(|name| design.find(name).unwrap());
    let (cell, direction, advance) = (who.cell, grid::Direction(0), design.find("wh").unwrap());
    for (what, words) in [
        (EventKind::Completed { who }, "One's panic-stricken mob is finished."),
        (
            EventKind::Wrecked { who, into: heap, of: Death::Combat, by: None },
            "One's panic-stricken mob is wrecked and is now a pile of rubble.",
        ),
        (
            EventKind::Developed { side: SideId(1), kind: heap, level: 2 },
            "One reaches tech level 2 for pile of rubble.",
        ),
        (EventKind::AdvanceDone { side: SideId(1), advance }, "One completes its research on the wheel."),
        (EventKind::Produced { who, material: au, amount: 3 }, "One's panic-stricken mob produces 3 gold."),
        (EventKind::TerrainChanged { cell, into: st }, "The terrain at 4,3 becomes dusty street."),
        (EventKind::EdgeChanged { cell, direction, kind: rd, is_there: true }, "There is highway at 4,3 now."),
        (EventKind::CoatingChanged { cell, kind: st, depth: 0 }, "The dusty street at 4,3 is gone."),
    ] {
        assert_eq!(told(&table, what), words);
    }
    assert_eq!(table.at().lacks(au, 3, 1).to_string(), "it needs 3 gold and has 1");
    // Moves are typed with the names in the file.
    let view = table.rules.view(&table.state, contract::Seat(0));
    let mut moves = Vec::new();
    table.rules.candidates(view, &mut moves);
    let lines: Vec<String> = moves.into_iter().map(|action| table.rules.write_move(view, action)).collect();
    assert!(lines.iter().any(|line| line.starts_with("mob#0 move ")), "{lines:?}");
}

#[test]
fn a_design_describes_its_units_itself() {
    let table = table(&format!(
        "{TYPES} (add tank description-format '(\"no. \" name \" of \" side-name \", a \" type \" at \" position)) {UNITS}"
    ));
    let who = table.at().snapshot(UnitIndex(0));
    assert_eq!(told(&table, EventKind::Completed { who }), "No. 3rd of Rome, a tank at 4,3 is finished.");
}

#[test]
fn the_designs_own_words_go_first() {
    let table = table(&format!(
        "{TYPES} (set action-notices '(((destroy tank town) (actor \" razes \" actee \"!\")) (capture (\"Taken: \" actee)))) \
         (set event-notices '(((unit-killed tank) (0 \" is no more.\")))) {UNITS}"
    ));
    let [tank, town, plain] = [0, 1, 2].map(|id| table.at().snapshot(UnitIndex(id)));
    let died = |who| EventKind::Died { who, of: Death::Combat, by: Some(tank) };
    assert_eq!(told(&table, died(town)), "the Roman 3rd tank razes Gauls' town Alesia!");
    assert_eq!(told(&table, died(plain)), "Gauls' tank is no more.");
    assert_eq!(told(&table, EventKind::Captured { who: town, by: tank }), "Taken: Gauls' town Alesia");
    assert_eq!(told(&table, EventKind::GameEnded), "The game is over.");
}

/// Each event has its own name (`gdl-reference` 13), and goes by it even where the more general one stands before it.
#[test]
fn an_event_goes_by_its_own_name_and_else_by_the_general_one() {
    let names = [
        "unit-wrecked",
        "unit-vanished",
        "unit-killed",
        "unit-wrecked-in-accident",
        "unit-wrecked-from-attrition",
        "unit-died-in-accident",
        "unit-died-from-attrition",
        "unit-died-from-temperature",
        "unit-starved",
        "unit-disbanded",
        "unit-garrisoned",
        "unit-merged",
        "unit-left-world",
    ];
    let notices: String = names.iter().map(|name| format!("({name} \"{name}\")")).collect();
    let every = table(&format!("{TYPES} (set event-notices '({notices})) {UNITS}"));
    let general = table(&format!(
        "{TYPES} (set event-notices '(((unit-wrecked tank) \"wrecked\") (unit-vanished \"vanished\"))) {UNITS}"
    ));
    let (who, town) = (every.at().snapshot(UnitIndex(0)), every.at().snapshot(UnitIndex(1)));
    let wrecked = |of| EventKind::Wrecked { who, into: town.kind, of, by: None };
    let died = |of| EventKind::Died { who, of, by: None };
    for (what, own, otherwise) in [
        (wrecked(Death::Combat), "unit-wrecked", Some("wrecked")),
        (wrecked(Death::Terrain), "unit-wrecked", Some("wrecked")),
        (wrecked(Death::Accident), "unit-wrecked-in-accident", Some("wrecked")),
        (wrecked(Death::Attrition), "unit-wrecked-from-attrition", Some("wrecked")),
        (wrecked(Death::Temperature), "unit-wrecked-from-attrition", Some("wrecked")),
        (died(Death::Combat), "unit-killed", None),
        (died(Death::Accident), "unit-died-in-accident", None),
        (died(Death::Attrition), "unit-died-from-attrition", None),
        (died(Death::Temperature), "unit-died-from-temperature", None),
        (died(Death::Starvation), "unit-starved", None),
        (died(Death::Disbanded), "unit-disbanded", None),
        (died(Death::Garrisoned), "unit-garrisoned", None),
        (died(Death::UsedUp), "unit-merged", None),
        (died(Death::LeftWorld), "unit-left-world", Some("vanished")),
        (died(Death::Gone), "unit-vanished", Some("vanished")),
    ] {
        assert_eq!(told(&every, what), own);
        let plain = told(&general, what);
        assert!(otherwise.map_or(plain.starts_with("The Roman"), |text| plain == text), "{what:?}: {plain}");
    }
}

#[test]
fn a_seat_reads_only_what_it_knows() {
    let table = table(&format!("{TYPES} {UNITS}"));
    let who = table.at().snapshot(UnitIndex(0));
    let to_one = Event { what: EventKind::Completed { who }, witnesses: contract::Seats::one(contract::Seat(0)) };
    let step = Event { what: EventKind::Moved { who, to: who.cell }, witnesses: contract::Seats::first(2) };
    let report = |seat| table.rules.view(&table.state, contract::Seat(seat)).report(&[to_one, step]);
    assert_eq!((report(0), report(1)), (vec!["Your 3rd tank is finished.".to_owned()], vec![]));
}

#[test]
fn turns_are_called_by_the_calendar_of_the_design() {
    let calendar = "(set calendar '(usual month 2)) (set initial-date \"Nov 1871\") (set season-names ((0 9 \"war\")))";
    let mut table = table(&format!("{calendar} {TYPES} {UNITS}"));
    assert_eq!(told(&table, EventKind::TurnBegan { turn: 1 }), "Turn 1 begins: Nov 1871.");
    assert_eq!(told(&table, EventKind::TurnBegan { turn: 3 }), "Turn 3 begins: Mar 1872.");
    table.next_turn();
    let described = table.rules.describe(table.rules.view(&table.state, contract::Seat(0)));
    assert!(described.contains("\nturn 2\ndate Jan 1872\nseason war\n"), "{described}");
    let plain = super::table(&format!("{TYPES} {UNITS}"));
    assert_eq!(told(&plain, EventKind::TurnBegan { turn: 3 }), "Turn 3 begins.");
}
