//! Games of the kernel at random, on samples of GDL and on presets: nothing panics, every turn ends, the state stays consistent, a
//! refused move changes nothing, and a replay gives the same game (seed 000, "Safety").
//!
//! `FAIRMARCH_SOAK=1000 cargo test -p fairmarch-tests --release soak` plays that number of turns of each instead of the few here;
//! `FAIRMARCH_SOAK_GAMES=200` plays games 0 to 199 of each, `FAIRMARCH_SOAK_GAMES=17..18` game 17 alone, and `FAIRMARCH_SOAK_OF=maze`
//! only those whose name has `maze` in it. All faults are printed before the test fails.
//! `CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true` makes the build hold its assertions too.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use chance::{Seed, Stream};
use contract::{Ruleset, Seat};
use design::abilities::can_transfer;
use design::parameters::{rows, unit};
use design::{Kind, Scope};
use kernel::{Action, Kernel, Move, State, UnitIndex};
use pipeline::{Options, Request};
use world::Scenario;

/// The setting in an environment variable, if there is one.
fn setting(name: &str) -> Option<String> {
    std::env::var_os(name)?.into_string().ok()
}

/// Turns and moves of each game, whichever comes first.
fn length() -> (u32, usize) {
    let turns = setting("FAIRMARCH_SOAK").and_then(|text| text.parse().ok());
    turns.map_or((50, 2500), |turns| (turns, usize::MAX))
}

/// No seat may need more moves than this for a turn: the referee of matches would end it.
const MOVES_OF_A_TURN: u32 = 20_000;

/// The numbers of the games that are played of each start.
fn games() -> Range<u64> {
    let Some(text) = setting("FAIRMARCH_SOAK_GAMES") else { return 0..1 };
    let number = |text: &str| text.parse().expect("the number of a game");
    text.split_once("..").map_or_else(|| 0..number(&text), |(from, to)| number(from)..number(to))
}

/// Games that share a start: a world takes longer to make than a game to play.
const GAMES_OF_A_START: u64 = 10;

fn is_wanted(name: &str) -> bool {
    setting("FAIRMARCH_SOAK_OF").is_none_or(|part| name.contains(&part))
}

/// The samples of GDL; those without a whole start of their own on the `roll`th world.
fn samples(roll: u64) -> Vec<(String, Scenario)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gdl");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("the samples").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "g"));
    files.sort();
    let include = |name: &str| {
        let file = folder.join(format!("{name}.g"));
        Some((file.display().to_string(), std::fs::read_to_string(file).ok()?))
    };
    let mut found = Vec::new();
    for file in files {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        if !is_wanted(&name) {
            continue;
        }
        let text = std::fs::read(&file).expect("a sample");
        let text =
            String::from_utf8(text).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
        let Ok(loaded) = pipeline::load_gdl(&name, &name, &text, &include) else { continue };
        let is_whole = |start: &Scenario| start.world.terrain.is_some() && !start.units.is_empty();
        let start = match loaded.start.as_deref().filter(|start| is_whole(start)) {
            Some(start) => start.clone(),
            None => {
                let request = Request { seed: 3 + roll, size: Some((30, 20)), ..Request::default() };
                match pipeline::roll(&loaded, &request, &Options::new("file")) {
                    Ok(rolled) => rolled.scenario,
                    Err(_) => continue,
                }
            }
        };
        found.push((name, start));
    }
    found
}

/// The presets that the kernel plays, on their `roll`th worlds.
fn presets(roll: u64) -> Vec<(String, Scenario)> {
    let rolled = |preset: &pipeline::Preset| {
        let loaded = fairmarch_tests::preset(preset.name);
        let ruleset = loaded.design.global_text(design::parameters::global::RULESET);
        if ruleset != "kernel" || !is_wanted(preset.name) {
            return None;
        }
        let request = Request { seed: 4 + roll, size: Some(loaded.design.supports.size_min), ..Request::default() };
        match pipeline::roll(&loaded, &request, &Options::new(preset.name)) {
            Ok(rolled) => Some((preset.name.to_owned(), rolled.scenario)),
            Err(why) => {
                println!("{}: {why}", preset.name);
                None
            }
        }
    };
    pipeline::PRESETS.iter().filter_map(rolled).collect()
}

/// Moves that hardly ever make sense: ids at random, whatever is there.
fn nonsense(rules: &Kernel, state: &State, stream: &mut Stream) -> Move {
    let unit = UnitIndex(stream.below(60));
    let other = UnitIndex(stream.below(60));
    let cell = grid::Cell(stream.below(rules.area.len() as u32 + 50));
    let kind = design::UnitType(stream.below(20) as u16);
    let material = design::MaterialType(stream.below(5) as u8);
    let ground = design::TerrainType(stream.below(20) as u8);
    let way = grid::Direction(stream.below(9) as u8);
    let side = world::SideId(stream.below(6) as u8);
    let amount = stream.between(-2_000_000_000, 2_000_000_000);
    let altitude = stream.between(-40_000, 40_000) as i16;
    let action = match stream.below(24) {
        0 => Action::Move(cell, altitude),
        1 => Action::Enter(other),
        2 => Action::Attack(other),
        3 => Action::Overrun(cell, altitude),
        4 => Action::FireAt(other, Some(material)),
        5 => Action::FireInto(cell, Some(altitude), Some(material)),
        6 => Action::Capture(other),
        7 => Action::Detonate(cell, altitude),
        8 => Action::Develop(kind),
        9 => Action::Toolup(kind),
        10 => Action::CreateIn(kind, other),
        11 => Action::CreateAt(kind, cell, altitude),
        12 => Action::Build(other),
        13 => Action::Repair(other),
        14 => Action::Produce(material, amount),
        15 => Action::Extract(cell, material, amount),
        16 => Action::Transfer(other, Some(material), amount),
        17 => Action::Disband,
        18 => Action::TransferPart(altitude, Some(other)),
        19 => Action::ChangeSide(side),
        20 => Action::ChangeType(kind),
        21 => Action::AlterTerrain(cell, ground),
        22 => Action::AddTerrain(cell, rules.extent(ground, way.0), ground),
        _ => Action::RemoveTerrain(cell, rules.extent(ground, way.0), ground),
    };
    assert!(rules.turn(state) > 0);
    match stream.below(12) {
        0 => Move::SelfUnit(unit),
        1 => Move::Trust(side, stream.coin()),
        2 => Move::Research(design::AdvanceType(stream.below(4) as u8)),
        3 => Move::Order(unit, None),
        _ => Move::Act { actor: unit, actee: if stream.coin() { unit } else { other }, action },
    }
}

/// Whether the types in an action can do that to each other at all, by `design::abilities`.
fn is_able(rules: &Kernel, state: &State, action: Move) -> bool {
    let Move::Act { actor, actee, action } = action else { return true };
    let (can, design) = (&rules.abilities, &rules.design);
    let unit = state.unit(actee);
    let (kind, one) = (unit.kind, can.of(unit.kind));
    let of = |id: UnitIndex| state.unit(id).kind;
    let [is_unfinished, is_aboard] = [i32::from(unit.cp) < design.int(unit::CP, kind), unit.inside.some().is_some()];
    match action {
        Action::Move(..) => one.is_moved && !design.flag(unit::ACP_INDEPENDENT, of(actor)) || is_aboard,
        Action::Enter(transport) => can.boards.has(kind, of(transport)),
        Action::Attack(target) => can.attacks.has(kind, of(target)),
        Action::Overrun(..) => true,
        Action::FireAt(target, _) => can.fires_at.has(kind, of(target)),
        Action::FireInto(..) => one.fires,
        Action::Capture(target) => can.captures.has(kind, of(target)),
        Action::Detonate(..) => one.detonates,
        Action::Develop(other) => can.develops.has(kind, other),
        Action::Toolup(other) => can.tools.has(kind, other),
        Action::CreateIn(other, transport) => {
            can.creates.has(kind, other) && (can.carries.has(of(transport), other) || of(transport) == other)
        }
        Action::CreateAt(other, ..) => can.creates.has(kind, other),
        Action::Build(target) => can.builds.has(kind, of(target)),
        Action::Repair(target) => can.repairs.has(kind, of(target)),
        Action::Produce(material, _) => can.produces.has(kind, material),
        Action::Extract(_, material, _) => can.extracts.has(kind, material),
        Action::Transfer(target, material, amount) => {
            let (from, to) = if amount < 0 { (of(target), kind) } else { (kind, of(target)) };
            design
                .material_types()
                .any(|each| material.is_none_or(|only| only == each) && can_transfer(design, from, to, each))
        }
        Action::Disband => one.disbands || is_unfinished,
        Action::TransferPart(..) => one.transfers_parts,
        Action::ChangeSide(_) => one.changes_side,
        Action::ChangeType(other) => can.changes.has(kind, other),
        Action::AlterTerrain(_, ground) => can.alters_to.has(kind, ground),
        Action::AddTerrain(_, _, ground) => can.adds.has(kind, ground),
        Action::RemoveTerrain(_, _, ground) => can.removes.has(kind, ground),
    }
}

/// Plays a game of a start at random and holds it to what always holds; how many moves and turns.
fn soak(name: &str, rules: &Kernel, game: u64, (turns, most): (u32, usize)) -> (usize, u32) {
    let mut stream = Seed(11 + 100 * game).stream("moves");
    let mut wild = Seed(12 + 100 * game).stream("nonsense");
    let mut state = rules.begin(Seed(5 + game));
    assert_eq!(rules.find_broken(&state), None, "{name}: at the start");
    let mut moves: Vec<(Seat, Move)> = Vec::new();
    let (mut turn, mut in_turn) = (0, 0);
    while moves.len() < most && rules.turn(&state) <= turns {
        let Some(seat) = rules.to_act(&state).iter().next() else { break };
        if rules.turn(&state) != turn {
            (turn, in_turn) = (rules.turn(&state), 0);
            assert_eq!(rules.find_broken(&state), None, "{name}: turn {turn}");
        }
        in_turn += 1;
        assert!(in_turn < MOVES_OF_A_TURN, "{name}: turn {turn} does not end");
        let view = rules.view(&state, seat);
        let action = rules.random_move(view, &mut stream);
        assert_eq!(rules.check(&state, seat, action), Ok(()), "{name}: {action:?}");
        assert!(is_able(rules, &state, action), "{name}: {action:?} is accepted and denied by the table");
        if moves.len().is_multiple_of(10) {
            let line = rules.write_move(view, action);
            assert_eq!(rules.read_move(view, &line), Ok(action), "{name}: {line}");
        }
        if moves.len().is_multiple_of(40) {
            let mut listed = Vec::new();
            rules.candidates(view, &mut listed);
            let denied = listed.into_iter().find(|&action| !is_able(rules, &state, action));
            assert_eq!(denied, None, "{name}: it is listed and denied by the table");
            let before = state.clone();
            for number in 0..30 {
                // The seat that acts, and others.
                let who = if number % 3 == 0 { Seat(wild.below(rules.seats() as u32) as u8) } else { seat };
                let odd = nonsense(rules, &state, &mut wild);
                let mut told = 0;
                if let Err(why) = rules.check(&state, who, odd) {
                    let refused = rules.apply(&mut state, who, odd, &mut |_| told += 1);
                    assert_eq!((refused, told), (Err(why), 0), "{name}: {odd:?}");
                } else {
                    assert!(is_able(rules, &state, odd), "{name}: {odd:?} is accepted and denied by the table");
                    let mut after = state.clone();
                    rules.apply(&mut after, who, odd, &mut |_| {}).expect("what was checked");
                    assert_eq!(rules.find_broken(&after), None, "{name}: {odd:?}");
                }
            }
            assert!(state == before, "{name}: what was refused, or done to a copy, changed something");
        }
        let mut lines = Vec::new();
        rules.apply(&mut state, seat, action, &mut |event| lines.push(rules.event_text(&event))).expect("a legal move");
        assert!(lines.iter().all(|line| !line.is_empty()), "{name}: {action:?} says nothing");
        moves.push((seat, action));
    }
    assert_eq!(rules.find_broken(&state), None, "{name}: at the end");
    // The same again, half of it from a text.
    let mut again = rules.begin(Seed(5 + game));
    for (number, &(seat, action)) in moves.iter().enumerate() {
        if number == moves.len() / 2 {
            let saved = rules.save(&again);
            again = rules.load(&saved).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
        rules.apply(&mut again, seat, action, &mut |_| {}).unwrap_or_else(|why| panic!("{name}: {action:?}: {why}"));
    }
    assert!(again == state, "{name}: the same moves lead elsewhere");
    (moves.len(), rules.turn(&state))
}

/// Plays all games of all starts; what became of each is printed, and faults fail the test when all are done.
fn soak_all(starts: impl Fn(u64) -> Vec<(String, Scenario)>, least: usize) {
    use rayon::prelude::*;
    let games = games();
    let mut faults = Vec::new();
    let mut from = games.start;
    while from < games.end {
        let roll = from / GAMES_OF_A_START;
        let to = games.end.min((roll + 1) * GAMES_OF_A_START);
        let told: Vec<Option<Vec<String>>> =
            starts(roll).par_iter().map(|(name, scenario)| soak_start(name, scenario, from..to)).collect();
        let count = told.iter().flatten().count();
        if std::env::var_os("FAIRMARCH_SOAK_OF").is_none() && count < least {
            faults.push(format!("only {count} were played"));
        }
        faults.extend(told.into_iter().flatten().flatten());
        from = to;
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// What a panic says.
fn words_of(why: &(dyn std::any::Any + Send)) -> String {
    let text = why.downcast_ref::<&str>().map(|&text| text.to_owned());
    why.downcast_ref::<String>().cloned().or(text).unwrap_or_default()
}

/// Plays games of a start; their faults, or nothing if it cannot be played at all.
fn soak_start(name: &str, scenario: &Scenario, games: Range<u64>) -> Option<Vec<String>> {
    let rules = match Kernel::open(scenario) {
        Ok(rules) => rules,
        Err(why) => {
            println!("{name}: {why}");
            return None;
        }
    };
    let mut faults = Vec::new();
    let mut is_played = false;
    for game in games {
        let name = format!("{name} (game {game})");
        let clock = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| soak(&name, &rules, game, length()))) {
            Ok((moves, turn)) => {
                is_played |= moves > 0;
                println!("{name}: {moves} moves, turn {turn}, {} ms", clock.elapsed().as_millis());
            }
            Err(why) => {
                faults.push(format!("{name}: {}", words_of(&*why)));
            }
        }
    }
    (is_played || !faults.is_empty()).then_some(faults)
}

#[test]
fn samples_are_played_at_random_without_a_fault() {
    soak_all(samples, 18);
}

// Takes seconds: whole matches are played by chance.
#[test]
fn presets_are_played_at_random_without_a_fault() {
    soak_all(presets, 10);
}

/// What designs at random begin with: something of every kind of type, and a war of two sides and independents. Without a limit of their
/// number, units that build themselves and bring units of their own type would fill the small world with tens of thousands.
const PLAIN: &str = r#"
(unit-type city (acp-per-turn 3) (speed 0) (hp-max 20) (capacity 8) (vision-range 2))
(unit-type tank (acp-per-turn 4) (hp-max 6) (cp 3) (cxp-max 20) (vision-range 2) (tech-max 9))
(unit-type boat (acp-per-turn 5) (hp-max 8) (capacity 2) (cp 4))
(unit-type wreck (acp-per-turn 0) (hp-max 2))
(terrain-type land (char ".") (capacity 8)) (terrain-type sea (char "~") (capacity 4))
(terrain-type river (subtype border)) (terrain-type road (subtype connection)) (terrain-type snow (subtype coating))
(material-type fuel) (material-type gold (treasury true) (initial-treasury 40))
(advance-type wheel (rp 20))
(table coating-depth-max (snow t* 9))
(table acp-to-create (city u* 1)) (table can-create (city u* 1)) (table cp-on-creation (city u* 1))
(table acp-to-build (city u* 1)) (table can-build (city u* 1)) (table cp-per-build (city u* 1))
(table hit-chance (u* u* 40)) (table damage (u* u* 2)) (table capture-chance (tank city 50)) (table acp-to-capture (tank city 1))
(table unit-storage-x (u* m* 30)) (table unit-initial-supply (u* m* 20)) (table base-production (city fuel 3))
(area 11 11)
(area (terrain (by-name land sea) "11a" "11a" "4a3b4a" "4a3b4a" "4a3b4a" "11a" "3a4b4a" "3a4b4a" "11a" "11a" "11a"))
(side 1 (name "One")) (side 2 (name "Two")) (side 3 (name "Three"))
(set synthesis-methods nil)
(set units-in-game-max 500)
"#;

const PIECES: &str = r#"
(city 3 6 1 (# 1)) (tank 3 6 1 (in 1)) (tank 4 5 1 (hp 4)) (boat 5 7 1)
(city 7 3 2) (tank 7 3 2) (tank 6 4 2 (m (fuel 3))) (city 8 6 3) (tank 8 5 3) (boat 5 4 0) (city 5 5 0)
"#;

/// A type of a scope, or all of them.
fn draw_name(scope: Scope, stream: &mut Stream) -> &'static str {
    let names: &[&'static str] = match scope {
        Scope::Unit => &["u*", "u*", "city", "tank", "boat", "wreck"],
        Scope::Material => &["m*", "fuel", "gold"],
        Scope::Terrain => &["t*", "t*", "land", "sea", "river", "road", "snow"],
        _ => &["a*", "wheel"],
    };
    stream.choose(names).copied().expect("there are some")
}

/// A value of a kind, mostly a small one; nothing for kinds that are written otherwise.
fn draw_value(kind: Kind, stream: &mut Stream) -> Option<String> {
    Some(match kind {
        Kind::Int(low, high) => match stream.below(10) {
            0 => low.to_string(),
            1 => high.to_string(),
            2..5 => stream.between(low.max(-200).min(high), high.min(200).max(low)).to_string(),
            _ => stream.between(low.max(-3).min(high), high.min(6).max(low)).to_string(),
        },
        Kind::Flag => stream.below(2).to_string(),
        Kind::Choice(words) => (*stream.choose(words)?).to_owned(),
        Kind::Reference(scope @ (Scope::Unit | Scope::Terrain | Scope::Material)) => {
            draw_name(scope, stream).to_owned()
        }
        Kind::Dice => format!("{}d{}+{}", 1 + stream.below(3), 2 + stream.below(6), stream.below(4)),
        _ => return None,
    })
}

/// One setting of any parameter, as GDL.
fn draw_setting(stream: &mut Stream) -> Option<String> {
    let scope = match stream.below(20) {
        0..9 => Scope::Table,
        9..15 => Scope::Unit,
        15..17 => Scope::Global,
        17 => Scope::Material,
        18 => Scope::Terrain,
        _ => Scope::Advance,
    };
    let row = stream.choose(rows(scope))?;
    let value = draw_value(row.kind, stream)?;
    Some(match scope {
        Scope::Table => {
            let [one, other] = row.index;
            format!("(table {} ({} {} {value}))", row.name, draw_name(one, stream), draw_name(other, stream))
        }
        Scope::Global => format!("(set {} {value})", row.name),
        _ => format!("(add {} {} {value})", draw_name(scope, stream), row.name),
    })
}

/// A design with random settings, and a start. If settings contradict each other, half of them are dropped.
fn design_at_random(number: u64) -> Option<(String, Scenario)> {
    let mut stream = Seed(number).stream("designs");
    let count = 4 + stream.below(160);
    let mut settings: Vec<String> = (0..count).filter_map(|_| draw_setting(&mut stream)).collect();
    // One that does not load by itself is no use at all.
    settings.retain(|setting| load(std::slice::from_ref(setting)).is_some());
    while !settings.is_empty() {
        if let Some(found) = load(&settings) {
            return Some(found);
        }
        settings.truncate(settings.len() / 2);
    }
    None
}

fn load(settings: &[String]) -> Option<(String, Scenario)> {
    let text = format!("{PLAIN}{}{PIECES}", settings.join("\n"));
    let loaded = pipeline::load_gdl("random", "random", &text, &|_| None).ok()?;
    let start = loaded.start.as_deref()?.clone();
    Kernel::open(&start).ok()?;
    Some((text, start))
}

/// Numbers that no designer would choose, together: what is open to one is open to all.
// Takes seconds: whole matches are played by chance.
#[test]
fn designs_at_random_are_played_without_a_fault() {
    let games = games();
    let mut faults = Vec::new();
    let mut played = 0;
    for number in games.start * 20..games.end * 20 {
        let Some((text, scenario)) = design_at_random(number) else { continue };
        let Ok(rules) = Kernel::open(&scenario) else { continue };
        let name = format!("design {number}");
        let play = || soak(&name, &rules, number, (40, 1500));
        match catch_unwind(AssertUnwindSafe(play)) {
            Ok((moves, turn)) => {
                played += 1;
                println!("{name}: {moves} moves, turn {turn}");
            }
            Err(why) => {
                println!("{name}:\n{text}");
                faults.push(format!("{name}: {}", words_of(&*why)));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(played * 2 > (games.end - games.start) * 20, "only {played} were played");
}
