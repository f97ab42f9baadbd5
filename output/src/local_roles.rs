//! What the ground of each cell is to other programs: the role of its terrain, and what water, height and climate make of it.
//!
//! A design has few types of terrain, and players of other programs live on more: first ships keep to coasts, cities want green land.
//! So water is coast beside land, and a lake where land encloses it. Hills, grassland, jungle and tundra are made for a design that has no
//! type of that role itself: from elevation and temperature where it has them, else from the terrain around.

use grid::{Area, Cell, regions};
use world::{Scenario, World};

use crate::roles::{LineRole, Roles, TerrainRole};

/// The most cells of a lake.
const LAKE_MAX: u32 = 30;
/// The highest of open land is hills: one cell in this many.
const HILLS_PART: usize = 6;
/// Cold and hot is what lies within this part of all temperatures at either end.
const CLIMATE_PART: i32 = 5;

/// Whether ships sail there.
pub(crate) const fn is_water(role: TerrainRole) -> bool {
    matches!(role, TerrainRole::DeepWater | TerrainRole::ShallowWater | TerrainRole::Lake | TerrainRole::Space)
}

/// The roles of all cells by their terrain, with coasts where open water touches land, and lakes where water is enclosed and small.
pub(crate) fn with_shores(scenario: &Scenario, roles: &Roles) -> Vec<TerrainRole> {
    let (world, area) = (&scenario.world, &scenario.world.area);
    let mut local = vec![TerrainRole::Space; area.len()];
    area.cells().for_each(|cell| local[cell.index()] = roles.terrain(world.terrain_at(cell)));
    let plain = local.clone();
    let is_wet = |cell: Cell| is_water(plain[cell.index()]);
    let bodies = regions(area, |cell| is_wet(cell).then_some(0));
    let mut is_open: Vec<bool> = bodies.sizes.iter().map(|&size| size > LAKE_MAX).collect();
    // Beyond the edge of the map the water goes on.
    for cell in area.cells().filter(|&cell| area.is_edge(cell) && is_wet(cell)) {
        is_open[bodies.of[cell] as usize] = true;
    }
    for cell in area.cells().filter(|&cell| is_wet(cell)) {
        if !is_open[bodies.of[cell] as usize] {
            local[cell.index()] = TerrainRole::Lake;
        } else if area.around(cell).any(|(_, near)| !is_wet(near)) {
            local[cell.index()] = TerrainRole::ShallowWater;
        }
    }
    local
}

/// The same, with hills, grassland, jungle and tundra.
pub(crate) fn local_roles(scenario: &Scenario, roles: &Roles) -> Vec<TerrainRole> {
    use TerrainRole::{Desert, Forest, Grassland, Hills, Ice, Jungle, Lake, Plains, ShallowWater, Swamp, Tundra};
    let (design, world, area) = (&scenario.design, &scenario.world, &scenario.world.area);
    let plain = with_shores(scenario, roles);
    let lacks = |role| design.cell_terrain().all(|kind| roles.terrain(kind) != role);
    let [no_hills, no_grassland, no_jungle, no_tundra] = [Hills, Grassland, Jungle, Tundra].map(lacks);
    let hills_above = hills_above(world, area, &plain);
    let climate = Climate::of(world, area);
    let mut local = plain.clone();
    for cell in area.cells() {
        let around = |wanted: &[TerrainRole]| {
            area.around(cell).filter(|(_, near)| wanted.contains(&plain[near.index()])).count()
        };
        let is_cold = climate.as_ref().map_or_else(|| around(&[Ice]) > 0, |climate| climate.is_cold(world, cell));
        let is_hot = climate.as_ref().is_some_and(|climate| climate.is_hot(world, cell));
        let is_high = world.elevation.as_ref().zip(hills_above).is_some_and(|(height, above)| height[cell] > above);
        let has_river =
            || world.edges.iter().any(|(&kind, edges)| roles.line(kind) == LineRole::River && edges[cell] != 0);
        let is_wet = || has_river() || around(&[ShallowWater, Lake, Swamp, Forest, Jungle]) >= 2;
        local[cell.index()] = match plain[cell.index()] {
            Plains | Desert if no_hills && is_high => Hills,
            Plains | Grassland if no_tundra && is_cold => Tundra,
            Plains if no_grassland && is_wet() && around(&[Desert]) == 0 => Grassland,
            Forest if no_jungle && !is_cold && (is_hot || around(&[Swamp]) > 0) => Jungle,
            own => own,
        };
    }
    local
}

/// The elevation above which open land is hills; `None` if the world has no elevations.
fn hills_above(world: &World, area: &Area, roles: &[TerrainRole]) -> Option<i16> {
    let elevation = world.elevation.as_ref()?;
    let is_open = |cell: &Cell| matches!(roles[cell.index()], TerrainRole::Plains | TerrainRole::Desert);
    let mut heights: Vec<i16> = area.cells().filter(is_open).map(|cell| elevation[cell]).collect();
    heights.sort_unstable();
    heights.get((heights.len() - heights.len() / HILLS_PART).checked_sub(1)?).copied()
}

/// The temperatures up to which it is cold, and from which it is hot.
struct Climate {
    cold: i32,
    hot: i32,
}

impl Climate {
    /// `None` for a world without temperatures, or with one for all.
    fn of(world: &World, area: &Area) -> Option<Climate> {
        let temperature = world.temperature.as_ref()?;
        let all = || area.cells().map(|cell| i32::from(temperature[cell]));
        let (least, most) = (all().min()?, all().max()?);
        let part = (most - least) / CLIMATE_PART;
        (least < most).then_some(Climate { cold: least + part, hot: most - part })
    }

    fn is_cold(&self, world: &World, cell: Cell) -> bool {
        world.temperature.as_ref().is_some_and(|temperature| i32::from(temperature[cell]) <= self.cold)
    }

    fn is_hot(&self, world: &World, cell: Cell) -> bool {
        world.temperature.as_ref().is_some_and(|temperature| i32::from(temperature[cell]) >= self.hot)
    }
}

#[cfg(test)]
mod tests {
    use design::TerrainType;
    use grid::{Layer, Shape};

    use super::*;
    use crate::sample::sample;

    /// A rectangle of the sample's design, drawn with its characters from the south.
    fn drawn(rows: &[&str]) -> Scenario {
        let (width, height) = (rows[0].len() as u32, rows.len() as u32);
        let mut scenario = sample(Shape::Rectangle, width, height, 1);
        let area = scenario.world.area;
        let kinds =
            [('~', "sea"), ('=', "swamp"), ('+', "plains"), ('f', "forest"), ('d', "desert"), ('^', "mountains")];
        let kind = |letter| kinds.iter().find(|kind| kind.0 == letter).expect("a known letter").1;
        let terrain: Vec<TerrainType> = (0..area.len())
            .map(|at| rows[at / width as usize].chars().nth(at % width as usize).unwrap())
            .map(|letter| scenario.design.find(kind(letter)).unwrap())
            .collect();
        scenario.world.terrain = Some(Layer::from_values(&area, terrain));
        scenario.world.elevation = None;
        scenario.world.edges.clear();
        scenario
    }

    fn words(scenario: &Scenario, of: impl Fn(&Scenario, &Roles) -> Vec<TerrainRole>) -> Vec<String> {
        let letter = |role: &TerrainRole| match role {
            TerrainRole::DeepWater => ':',
            TerrainRole::ShallowWater => '.',
            role => role.word().chars().next().unwrap(),
        };
        let local = of(scenario, &Roles::new(&scenario.design));
        let width = scenario.world.area.width() as usize;
        local.chunks(width).map(|row| row.iter().map(letter).collect()).collect()
    }

    #[test]
    fn water_beside_land_is_coast_and_enclosed_water_a_lake() {
        let scenario = drawn(&["~~~~~~~~", "~~~~++++", "~~~~+~++", "~~~~++++", "~~~~~~~~", "~~~~~~~+"]);
        assert_eq!(
            words(&scenario, with_shores),
            ["::::....", ":::.pppp", ":::.plpp", ":::.pppp", "::::....", "::::::.p"].map(str::to_owned)
        );
        // The same water at the edge of the map goes on beyond it.
        let scenario = drawn(&["++++", "++++", "~+++", "++++"]);
        assert_eq!(words(&scenario, with_shores)[2], ".ppp");
    }

    #[test]
    fn roles_that_a_design_lacks_come_from_height_warmth_and_wetness() {
        let mut scenario = drawn(&["++++++", "++++++", "f=++++", "f+++d+", "~~++++", "~~++++"]);
        // The sample has hills; none of the other three.
        let plain = words(&scenario, local_roles);
        assert_eq!(
            plain[3][0..2],
            *"jg",
            "a forest at a swamp is jungle, plains between woods and water green: {plain:?}"
        );
        assert_eq!(plain[1][4..], *"pp", "far from water stays dry: {plain:?}");
        let area = scenario.world.area;
        let by_row = |of: fn(usize) -> i16| Layer::from_values(&area, (0..area.len()).map(|at| of(at / 6)).collect());
        scenario.world.temperature = Some(by_row(|row| row as i16));
        let warm = words(&scenario, local_roles);
        assert_eq!((warm[0].as_str(), &warm[5][3..]), ("tttttt", "ppp"), "{warm:?}");
        scenario.world.temperature = None;
        scenario.world.elevation = Some(by_row(|row| row as i16));
        assert_eq!(words(&scenario, local_roles), plain, "a design that has hills keeps height to them");
    }

    #[test]
    fn the_highest_open_land_is_above_the_line() {
        let mut scenario = drawn(&["++++++", "++++++", "++++++", "++++++", "++++++", "++^+++"]);
        let area = scenario.world.area;
        let plain = with_shores(&scenario, &Roles::new(&scenario.design));
        assert_eq!(hills_above(&scenario.world, &area, &plain), None);
        scenario.world.elevation = Some(Layer::from_values(&area, (0..area.len()).map(|at| at as i16).collect()));
        let above = hills_above(&scenario.world, &area, &plain).unwrap();
        let high = area.cells().filter(|cell| cell.index() as i16 > above && cell.index() != 32).count();
        assert_eq!(high, 35 / HILLS_PART);
        scenario.world.elevation = Some(Layer::filled(&area, 7));
        assert_eq!(hills_above(&scenario.world, &area, &plain), Some(7), "nothing is higher on a plane");
    }
}
