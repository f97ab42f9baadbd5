//! `design::abilities` against `check`, on random designs: in a position with no other obstacle, an action is accepted if the table
//! allows it and refused if the table denies it. The random games of `tests/tests/soak.rs` check the refusals elsewhere.

use std::collections::BTreeMap;
use std::fmt::Write;

use chance::Stream;
use design::abilities::{can_transfer, has_room_within, most_within};
use design::parameters::rows;
use design::{Kind, Scope, TerrainType};
use fairmarch_kernel::Action::{
    AddTerrain, AlterTerrain, Attack, Build, Capture, ChangeSide, ChangeType, CreateAt, Detonate, Develop, Disband,
    Enter, Extract, FireAt, FireInto, Produce, RemoveTerrain, Repair, Toolup, Transfer, TransferPart,
};
use fairmarch_kernel::{TerrainExtent, testing};
use grid::Direction;

use super::*;

/// The types whose abilities are drawn by lot.
const TYPES: [&str; 3] = ["x", "y", "z"];

/// Every parameter that the table reads, by what it is indexed by; prices and effects beside them keep their defaults.
const OF_TYPE: [&str; 18] = [
    "cp",
    "speed",
    "speed-min",
    "acp-to-move",
    "acp-per-turn",
    "acp-independent",
    "acp-to-fire",
    "acp-to-detonate",
    "acp-to-disband",
    "hp-per-disband",
    "acp-to-change-side",
    "parts-max",
    "acp-to-transfer-part",
    "capacity",
    "occupant-total-max",
    "mobile-total-max",
    "facility-total-max",
    "facility",
];
const BY_UNIT: [&str; 32] = [
    "acp-to-create",
    "can-create",
    "cp-on-creation",
    "create-as-build",
    "build-range",
    "create-range",
    "acp-to-build",
    "can-build",
    "cp-per-build",
    "tp-to-build",
    "tp-max",
    "tp-per-toolup",
    "acp-to-toolup",
    "can-toolup-for",
    "acp-to-develop",
    "tech-per-develop",
    "acp-to-repair",
    "can-repair",
    "hp-per-repair",
    "repair-range",
    "acp-to-change-type",
    "can-change-type-to",
    "acp-to-attack",
    "hit-chance",
    "fire-hit-chance",
    "acp-to-capture",
    "capture-chance",
    "independent-capture-chance",
    "acp-to-enter-unit",
    "unit-capacity-x",
    "unit-size-as-occupant",
    "occupant-max",
];
const BY_MATERIAL: [&str; 8] = [
    "acp-to-produce",
    "material-per-production",
    "acp-to-extract",
    "acp-to-unload",
    "acp-to-load",
    "unload-max",
    "load-max",
    "unit-storage-x",
];
const BY_TERRAIN: [&str; 2] = ["acp-to-add-terrain", "acp-to-remove-terrain"];
const BY_POND: [&str; 4] = ["vanishes-on", "wrecks-on", "terrain-capacity-x", "unit-size-in-terrain"];

/// A small value that a parameter can have.
fn draw(scope: Scope, name: &str, stream: &mut Stream) -> i64 {
    match rows(scope).iter().find(|row| row.name == name).expect("such a parameter").kind {
        Kind::Int(low, high) => stream.between(low.max(-1), high.min(3)).into(),
        _ => stream.below(2).into(),
    }
}

/// A design at random, with a station for each pair of its types.
fn design_at_random(stream: &mut Stream) -> String {
    let mut text = "(unit-type chief (acp-per-turn 9)) (unit-type x) (unit-type y) (unit-type z) (add u* hp-max 10) \
        (add u* tech-max 9) (terrain-type pond) (terrain-type river (subtype border)) (terrain-type road (subtype connection)) \
        (terrain-type snow (subtype coating)) (material-type fuel) (table alter-terrain-range (u* t* 3)) (table terrain-storage-x (t* fuel 9)) \
        (table coating-depth-max (snow t* 9)) "
        .to_owned();
    let mut say = |part: String| write!(text, "{part} ").expect("strings take all");
    say(format!("(set combat-model {}) (add pond capacity {})", u32::from(stream.below(5) == 0), stream.below(3)));
    for name in OF_TYPE {
        for kind in TYPES {
            if stream.below(3) > 0 {
                say(format!("(add {kind} {name} {})", draw(Scope::Unit, name, stream)));
            }
        }
    }
    let columns: [(&[&str], &[&str]); 4] = [
        (&BY_UNIT, &TYPES),
        (&BY_MATERIAL, &["fuel"]),
        (&BY_TERRAIN, &["land", "pond", "river", "road", "snow"]),
        (&BY_POND, &["pond"]),
    ];
    for (name, columns) in
        columns.into_iter().flat_map(|(names, columns)| names.iter().map(move |name| (name, columns)))
    {
        // A table that is never named decides in another way than one that is.
        let is_named = if name.starts_with("can-") { stream.below(3) == 0 } else { stream.below(8) > 0 };
        let mut clauses = String::new();
        for (kind, column) in TYPES.iter().flat_map(|kind| columns.iter().map(move |column| (kind, column))) {
            if is_named && stream.below(4) > 0 {
                clauses += &format!("({kind} {column} {})", draw(Scope::Table, name, stream));
            }
        }
        if !clauses.is_empty() {
            say(format!("(table {name} {clauses})"));
        }
    }
    say("(area 40 7) (area (terrain (by-name land) \"40a\" \"40a\" \"40a\" \"40a\" \"40a\" \"40a\" \"40a\"))(units)"
        .to_owned());
    for (place, (a, b)) in TYPES.iter().flat_map(|a| TYPES.iter().map(move |b| (a, b))).enumerate() {
        let x = 2 + 4 * place;
        say(format!("(chief {x} 3 1) ({a} {x} 3 1) ({a} {x} 3 1) ({b} {x} 3 1) ({b} {x} 3 1)"));
        say(format!("({b} {} 3 2) ({b} {} 3 0)", x + 1, x - 1));
    }
    text
}

/// Whether the table allows what is tried, and whether it is accepted, by the name of the ability.
type Tried = (&'static str, bool, bool);

/// All that the first type of a station can be asked to do, with the second.
fn try_all(game: &mut TestGame, place: u32) -> Vec<Tried> {
    let first = 7 * place;
    let [chief, raw, able, other, open, foe, free] = [0, 1, 2, 3, 4, 5, 6].map(|number| UnitIndex(first + number));
    let (a, b) = (game.unit(first + 1).kind, game.unit(first + 3).kind);
    let here = game.unit(first).cell;
    let fuel = MaterialType(0);
    let ground = |game: &TestGame, name| game.rules.design.find::<TerrainType>(name).expect("such terrain");
    let [land, pond, river, road, snow] = ["land", "pond", "river", "road", "snow"].map(|name| ground(game, name));
    let [east, west] = [foe, free].map(|id| game.state.unit(id).cell);
    let around: Vec<Cell> = game.rules.area.around(here).map(|(_, cell)| cell).collect();
    let [beside, shore] =
        [0, 1].map(|nth| *around.iter().filter(|&&cell| cell != east && cell != west).nth(nth).unwrap());
    game.change(|change| {
        change.change_ground(shore, pond);
        change.set_tooling(able, b, 30_000);
        *change.supply_mut(able, fuel) = 5;
        change.set_cell_supply(here, fuel, 9);
        for id in [chief, raw, able] {
            let unit = change.unit_mut(id);
            (unit.acp, unit.acp_start) = (10_000, 10_000);
        }
        change.unit_mut(other).hp = 1;
        (change.unit_mut(open).cp, change.unit_mut(open).hp) = (0, 1);
    });
    let (rules, at) = (&game.rules, game.at());
    let can = &rules.abilities;
    let (one, check) = (can.of(a), |actee, action| testing::check_action(at, chief, actee, action).is_ok());
    let mut tried = vec![
        ("move", one.is_moved, check(able, Action::Move(beside, 0))),
        ("enter", can.boards.has(a, b), check(able, Enter(other))),
        ("carry", can.carries.has(a, b), at.has_room_inside(b, able)),
        ("fit", can.fits_on.has(a, pond), at.has_room(a, shore, None)),
        ("live", can.lives_on.has(a, pond), at.survives(a, shore)),
        ("attack", can.attacks.has(a, b), check(able, Attack(foe))),
        ("fire-at", can.fires_at.has(a, b), check(able, FireAt(foe, None))),
        ("fire-into", one.fires, check(able, FireInto(east, None, None))),
        ("capture", can.captures.has(a, b), check(able, Capture(foe)) || check(able, Capture(free))),
        ("detonate", one.detonates, check(able, Detonate(here, 0))),
        ("develop", can.develops.has(a, b), check(able, Develop(b))),
        ("toolup", can.tools.has(a, b), check(raw, Toolup(b))),
        ("create", can.creates.has(a, b), check(able, CreateAt(b, here, 0))),
        ("build", can.builds.has(a, b), check(able, Build(open))),
        ("repair", can.repairs.has(a, b), check(able, Repair(other))),
        ("change-type", can.changes.has(a, b), check(able, ChangeType(b))),
        ("disband", one.disbands, check(able, Disband)),
        ("change-side", one.changes_side, check(able, ChangeSide(SideId(2)))),
        ("transfer-part", one.transfers_parts, check(able, TransferPart(1, None))),
        ("produce", can.produces.has(a, fuel), check(able, Produce(fuel, 1))),
        ("extract", can.extracts.has(a, fuel), check(raw, Extract(here, fuel, 1))),
        ("transfer", can_transfer(&rules.design, a, b, fuel), check(able, Transfer(other, Some(fuel), 5))),
        ("alter-terrain", can.alters_to.has(a, pond), check(able, AlterTerrain(here, pond))),
        ("alter-terrain", can.alters_to.has(a, land), check(able, AlterTerrain(shore, land))),
    ];
    for ground in [river, road, snow, pond] {
        let way = if ground == snow { TerrainExtent::Depth(1) } else { TerrainExtent::Side(Direction(0)) };
        tried.push(("add-terrain", can.adds.has(a, ground), check(able, AddTerrain(here, way, ground))));
        tried.push(("remove-terrain", can.removes.has(a, ground), check(able, RemoveTerrain(here, way, ground))));
    }
    tried
}

#[test]
fn what_the_table_allows_is_accepted_and_what_it_denies_refused() {
    let mut stream = Seed(3).stream("abilities");
    let mut counts: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
    for number in 0..40 {
        let text = design_at_random(&mut stream);
        let mut game = table(&text);
        for place in 0..9 {
            for (name, allowed, accepted) in try_all(&mut game, place) {
                let (a, b) = (TYPES[place as usize / 3], TYPES[place as usize % 3]);
                assert_eq!(allowed, accepted, "{name} of {a} and {b} in design {number}:\n{text}");
                counts.entry(name).or_default()[usize::from(allowed)] += 1;
            }
            let (design, first) = (&game.rules.design, 7 * place);
            let (a, b) = (game.unit(first + 1).kind, game.unit(first + 3).kind);
            let is_full = |&count: &usize| !has_room_within(design, a, std::iter::repeat_n(b, count), b);
            let most = most_within(design, a, b).map(|most| most as usize).filter(|&most| most < 20);
            assert_eq!(most, (0..20).find(is_full), "room in {a:?} for {b:?} in design {number}:\n{text}");
        }
    }
    assert!(counts.values().flatten().all(|&count| count >= 5), "each ability is allowed and denied: {counts:?}");
}
