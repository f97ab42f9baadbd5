//! Terrain that units change (`kernel-rules` 2.17; seed 003, "Terrain Alteration Actions"; seed 000, "Terrain
//! Manipulation").

use design::TerrainType;
use fairmarch_kernel::{Action, EventKind, Refusal, TerrainExtent, testing};
use grid::Direction;

use super::{TestGame, table};

fn terrain(table: &TestGame, name: &str) -> TerrainType {
    table.rules.design.find(name).expect("a terrain type")
}

const SEA: &str = "(terrain-type sea (char \"s\") (capacity 20)) (terrain-type road (subtype connection))
    (terrain-type wall (subtype border)) (terrain-type mud (subtype coating)) (material-type stone)
    (unit-type digger (acp-per-turn 20) (hp-max 9)) (unit-type boat (acp-per-turn 2) (hp-max 9))
    (table unit-storage-x (u* stone 50)) (table vanishes-on (boat land 1) (digger sea 1))
    (table mp-to-enter-terrain (digger road 1)) (table mp-to-traverse (digger road 1))
    (table acp-to-add-terrain (digger (land sea road wall mud) (3 4 5 2 1)))
    (table acp-to-remove-terrain (digger (land road wall mud) (6 1 1 1)))
    (table alter-terrain-range (digger (land road) (1 1)))
    (table material-to-add-terrain (digger stone 5)) (table consumption-per-add-terrain (land stone 10))
    (table consumption-per-add-terrain add (road stone 3)) (table material-per-remove-terrain (wall stone 4))
    (table coating-depth-max (mud land 3)) (table coating-depth-min (mud land 2))
    (table in-length (u* stone -1)) (table out-length (u* stone -1))
    (area 5 5) (area (terrain (by-name land sea) \"5a\" \"5a\" \"3a2b\" \"5a\" \"5a\"))";

fn works() -> TestGame {
    table(&format!("{SEA} (units) (digger 2 2 1 (m (stone 20))) (boat 3 2 2) (digger 1 1 1)"))
}

#[test]
fn land_is_won_from_the_sea_where_it_costs_nothing_to_take_the_sea_away() {
    let mut table = works();
    let (sea, land) = (table.cell(3, 2), terrain(&table, "land"));
    let far = table.cell(4, 2);
    assert_eq!(table.act(0, Action::AlterTerrain(far, land)), Err(Refusal::TooFar { distance: 2, most: 1 }));
    assert!(matches!(table.act(0, Action::AlterTerrain(sea, terrain(&table, "sea"))), Err(Refusal::Invalid(_))));
    assert!(matches!(table.act(0, Action::AlterTerrain(sea, terrain(&table, "road"))), Err(Refusal::Invalid(_))));
    table.act(0, Action::AlterTerrain(sea, land)).unwrap();
    assert_eq!((table.acp(0), table.supply(0, 0)), (17, 10));
    assert_eq!(table.at().ground(sea), land);
    assert!(!table.at().is_alive(fairmarch_kernel::UnitIndex(1)), "a boat does not live on land");
    assert!(table.happened(|what| matches!(what, EventKind::TerrainChanged { cell, .. } if *cell == sea)));
}

#[test]
fn a_unit_that_digs_away_its_own_ground_is_lost() {
    let mut table = works();
    let own = table.unit(0).cell;
    let sea = terrain(&table, "sea");
    table.act(0, Action::AlterTerrain(own, sea)).unwrap();
    assert!(!table.at().is_alive(fairmarch_kernel::UnitIndex(0)));
}

#[test]
fn terrain_needs_what_must_be_on_hand_and_what_is_used() {
    let mut table = works();
    let (sea, land) = (table.cell(3, 2), terrain(&table, "land"));
    // The other digger has no stone.
    let near = table.unit(2).cell;
    let refusal = table.act(2, Action::AlterTerrain(near, terrain(&table, "sea")));
    assert!(matches!(refusal, Err(Refusal::NotEnoughMaterial { needs: 5, has: 0, .. })), "{refusal:?}");
    table.act(0, Action::AlterTerrain(sea, land)).unwrap();
    let road = terrain(&table, "road");
    table.act(0, Action::AddTerrain(sea, TerrainExtent::Side(Direction(0)), road)).unwrap();
    assert_eq!(table.supply(0, 0), 7);
}

#[test]
fn roads_are_laid_by_adding_terrain_and_lead_over_the_sea() {
    let mut table = works();
    let (here, sea, road) = (table.cell(2, 2), table.cell(3, 2), terrain(&table, "road"));
    let east = Direction(1);
    assert_eq!(table.rules.area.neighbor(here, east), Some(sea));
    table.act(0, Action::AddTerrain(here, TerrainExtent::Side(east), road)).unwrap();
    assert_eq!((table.acp(0), table.supply(0, 0)), (15, 17));
    assert!(table.at().has_side(here, east, road));
    assert!(table.at().has_side(sea, table.rules.area.opposite(east), road), "on both sides");
    assert!(table.at().survives(table.kind("digger"), sea));
    // Laying it once more changes nothing, and costs one point.
    table.act(0, Action::AddTerrain(here, TerrainExtent::Side(east), road)).unwrap();
    assert_eq!((table.acp(0), table.supply(0, 0)), (14, 17));
    table.act(0, Action::RemoveTerrain(here, TerrainExtent::Side(east), road)).unwrap();
    assert_eq!(table.acp(0), 13);
    assert!(!table.at().has_side(here, east, road));
}

#[test]
fn a_wall_gives_its_stones_back() {
    let mut table = works();
    let (here, wall) = (table.cell(2, 2), terrain(&table, "wall"));
    table.act(0, Action::AddTerrain(here, TerrainExtent::Side(Direction(4)), wall)).unwrap();
    assert_eq!((table.acp(0), table.supply(0, 0)), (18, 20));
    let other = table.rules.area.neighbor(here, Direction(4)).unwrap();
    let far = table.act(0, Action::RemoveTerrain(other, TerrainExtent::Side(Direction(1)), wall));
    assert_eq!(far, Err(Refusal::TooFar { distance: 1, most: 0 }));
    table.act(0, Action::RemoveTerrain(here, TerrainExtent::Side(Direction(4)), wall)).unwrap();
    assert_eq!((table.acp(0), table.supply(0, 0)), (17, 24));
}

#[test]
fn coatings_lie_as_deep_as_the_ground_lets_them() {
    let mut table = works();
    let (here, mud) = (table.cell(2, 2), terrain(&table, "mud"));
    let mut depths = Vec::new();
    for depth in [1, 2, 2] {
        table.act(0, Action::AddTerrain(here, TerrainExtent::Depth(depth), mud)).unwrap();
        depths.push(table.at().depth(here, mud));
    }
    assert_eq!(depths, [0, 2, 3], "below 2 there is none, above 3 it does not grow");
    table.act(0, Action::RemoveTerrain(here, TerrainExtent::Depth(1), mud)).unwrap();
    assert_eq!(table.at().depth(here, mud), 2);
    table.act(0, Action::RemoveTerrain(here, TerrainExtent::Depth(1), mud)).unwrap();
    assert_eq!(table.at().depth(here, mud), 0);
}

#[test]
fn a_unit_without_room_on_changed_ground_goes_beside_it() {
    let mut table = table(
        "(terrain-type hill (char \"h\") (capacity 1)) (unit-type digger (acp-per-turn 20) (hp-max 9) (speed 100))
         (unit-type rock (speed 0) (hp-max 9)) (table acp-to-add-terrain (digger hill 1))
         (units) (digger 4 4 1) (digger 4 4 1) (rock 4 4 1)",
    );
    let (own, hill) = (table.cell(4, 4), terrain(&table, "hill"));
    table.act(0, Action::AlterTerrain(own, hill)).unwrap();
    // Which one stays is drawn by lot; diggers go beside it, and the rock cannot.
    assert_eq!(table.at().in_cell(own).count(), 1);
    for digger in [0, 1] {
        assert!(table.at().is_in_play(fairmarch_kernel::UnitIndex(digger)));
        assert!(table.rules.area.distance(table.unit(digger).cell, own) <= 1);
    }
    assert_eq!(table.at().is_alive(fairmarch_kernel::UnitIndex(2)), table.unit(2).cell == own);
    assert!(testing::find_broken_room(table.at()).is_none());
}
