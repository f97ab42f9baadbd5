//! `scenario.json`: all of a scenario for engines that read no RON: cells, edges, units, seats, scores, and the rules that a design sets.
//!
//! Cells are numbered from 0, and everything that lies somewhere says the number of its cell: who reads the file needs to know nothing of
//! hexes, seams and corners, since each cell tells its neighbours and where it is drawn.

use std::io::{self, Write};

use design::parameters::terrain;
use design::{Design, MaterialType, TerrainType, TypeId, UnitType, counted};
use diagnostics::{Node, NodeValue, Sources, read_tree};
use grid::{Area, Cell, Lattice, has_edge};
use serde_json::{Map, Value, json};
use world::{Place, Scenario, UnitId, World};

use crate::fairness_json::{fairness_json, rounded};
use crate::palette::{side_color, terrain_colors};
use crate::picture_error::PictureError;
use crate::roles::Roles;
use crate::terminal_map::capitals;
use crate::{Format, FormatOption, FormatOptions, Loss, OptionKind, Sink, WriteError};

/// The format `scenario`.
pub(crate) struct ScenarioJson;

const NEIGHBORS: FormatOption = FormatOption {
    name: "neighbors",
    kind: OptionKind::Switch,
    default: "true",
    help: "the neighbours of each cell, so that nobody has to know how cells lie; without them the file is half as large",
};

impl Format for ScenarioJson {
    fn name(&self) -> &'static str {
        "scenario"
    }

    fn summary(&self) -> &'static str {
        "all of the scenario as JSON, for engines: cells, edges, units, seats, scores, rules"
    }

    fn files(&self) -> &'static [&'static str] {
        &["scenario.json"]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[NEIGHBORS]
    }

    fn write(
        &self,
        scenario: &Scenario,
        options: &FormatOptions,
        sink: &mut dyn Sink,
    ) -> Result<Vec<Loss>, WriteError> {
        if scenario.world.terrain.is_none() {
            return Err(PictureError::NoTerrain.into());
        }
        let mut document = Document { out: sink.file("scenario.json")?, before: "{" };
        write_head(scenario, &mut document)?;
        let cells = CellNumbers::of(&scenario.world.area);
        let with_neighbors = options.switch(&NEIGHBORS).then_some(&cells);
        write_cells(&scenario.world, &scenario.design, with_neighbors, &mut document)?;
        write_places(scenario, &cells, &mut document)?;
        write_people(scenario, &cells, &mut document)?;
        document.out.write_all(b"\n}\n")?;
        Ok(losses(scenario))
    }
}

/// What only the rules of GDL know, and the file does not hold.
fn losses(scenario: &Scenario) -> Vec<Loss> {
    let mut lost = Vec::new();
    let forms = scenario.forms.len();
    if forms > 0 {
        lost.push(Loss {
            code: Loss::LOST,
            what: format!("{} of GDL", counted(forms, "form")),
            count: forms,
            instead: None,
        });
    }
    let mut things = usize::from(!scenario.world.gdl.is_empty());
    things += scenario.sides.iter().filter(|side| !side.gdl.atoms().is_empty()).count();
    things += scenario.units.iter().filter(|unit| !unit.gdl.atoms().is_empty()).count();
    if things > 0 {
        let what = format!("what only GDL says of {}", counted(things, "thing"));
        lost.push(Loss { code: Loss::LOST, what, count: things, instead: None });
    }
    lost
}

/// The file as it is being written: an entry in each line.
struct Document<'a> {
    out: &'a mut dyn Write,
    /// What stands before the next entry.
    before: &'static str,
}

impl Document<'_> {
    fn key(&mut self, key: &str) -> io::Result<()> {
        write!(self.out, "{}\n{}:", self.before, Value::from(key))?;
        self.before = ",";
        Ok(())
    }

    fn entry(&mut self, key: &str, value: &Value) -> io::Result<()> {
        self.key(key)?;
        write!(self.out, "{value}")
    }

    /// A list with a line for each item.
    fn list(&mut self, key: &str, items: &mut dyn Iterator<Item = Value>) -> io::Result<()> {
        self.key(key)?;
        let mut before = "[";
        for item in items {
            write!(self.out, "{before}\n{item}")?;
            before = ",";
        }
        self.out.write_all(if before == "[" { b"[]" } else { b"\n]" })
    }

    /// A number for each cell, or null.
    fn layer(&mut self, key: &str, area: &Area, number: &dyn Fn(Cell) -> Option<i64>) -> io::Result<()> {
        self.key(key)?;
        let mut before = "[";
        for cell in area.cells() {
            match number(cell) {
                Some(number) => write!(self.out, "{before}{number}")?,
                None => write!(self.out, "{before}null")?,
            }
            before = ",";
        }
        self.out.write_all(b"]")
    }

    fn begin(&mut self, key: &str) -> io::Result<()> {
        self.key(key)?;
        self.before = "{";
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        let end: &[u8] = if self.before == "{" { b"{}" } else { b"\n}" };
        self.before = ",";
        self.out.write_all(end)
    }
}

/// The numbers of cells in the file: from 0, row by row from the south, level by level. What has no cell has none.
struct CellNumbers(Vec<u32>);

impl CellNumbers {
    fn of(area: &Area) -> CellNumbers {
        let mut numbers = vec![0; area.len()];
        for (number, cell) in area.cells().enumerate() {
            numbers[cell.index()] = number as u32;
        }
        CellNumbers(numbers)
    }

    fn at(&self, cell: Cell) -> u32 {
        self.0[cell.index()]
    }
}

fn write_head(scenario: &Scenario, document: &mut Document<'_>) -> io::Result<()> {
    let (design, world, origins) = (&scenario.design, &scenario.world, &scenario.origins);
    let area = &world.area;
    document.entry("version", &json!(1))?;
    document.entry("title", &json!(design.title))?;
    let (string, seed, version) = (&origins.string, origins.seed, &origins.version);
    let made = json!({ "string": string, "seed": seed, "version": version, "methods": origins.methods });
    document.entry("made", &made)?;
    document.entry("date", &json!(world.date))?;
    let lattice = match area.shape().lattice() {
        Lattice::Hex => "hex",
        Lattice::Square4 => "square4",
        Lattice::Square8 => "square8",
    };
    let area = json!({
        "shape": area.shape().name(),
        "lattice": lattice,
        "width": area.width(),
        "height": area.height(),
        "levels": area.levels(),
        "cells": area.count(),
        "wraps_x": area.wraps_x(),
        "wraps_y": area.wraps_y(),
        "directions": area.direction_names(),
        "symmetry": world.symmetry.as_ref().map(|symmetry| symmetry.kind().to_string()),
    });
    document.entry("area", &area)?;
    let roles = Roles::new(design);
    let colors = terrain_colors(design);
    let mut kinds = design.ids::<TerrainType>().map(|kind| {
        let subtype = design.int(terrain::SUBTYPE, kind);
        let role = match subtype {
            terrain::SUBTYPE_CELL => roles.terrain(kind).word(),
            _ => roles.line(kind).word(),
        };
        json!({
            "name": design.name_of(kind),
            "kind": subtype_word(subtype),
            "role": role,
            "liquid": design.is_liquid(kind),
            "color": hexadecimal(colors[kind.index()]),
        })
    });
    document.list("terrain_types", &mut kinds)?;
    let names = design.ids::<MaterialType>().map(|kind| design.name_of(kind));
    document.entry("material_types", &names.collect())?;
    let kinds = design.ids::<UnitType>();
    let mut kinds = kinds.map(|kind| json!({ "name": design.name_of(kind), "role": roles.unit(kind).word() }));
    document.list("unit_types", &mut kinds)?;
    document.entry("rules", &rules(design))
}

/// What a type of terrain lies on, as the registry calls it.
const fn subtype_word(subtype: i32) -> &'static str {
    match subtype {
        terrain::SUBTYPE_BORDER => "border",
        terrain::SUBTYPE_CONNECTION => "connection",
        terrain::SUBTYPE_COATING => "coating",
        _ => "cell",
    }
}

fn hexadecimal([red, green, blue]: [u8; 3]) -> String {
    format!("{red:02x}{green:02x}{blue:02x}")
}

/// The design as its own file says it.
fn rules(design: &Design) -> Value {
    let mut sources = Sources::default();
    let id = sources.add("rules", &formats::write_design(design));
    as_json(&read_tree(&sources, id).expect("what is written can be read"))
}

/// A value of a file in RON as JSON.
fn as_json(node: &Node) -> Value {
    match &node.value {
        NodeValue::Flag(flag) => json!(flag),
        NodeValue::Int(number) => json!(number),
        NodeValue::Decimal(number) => json!(number),
        NodeValue::Text(text) | NodeValue::Other(text) => json!(text),
        NodeValue::List(items) => items.iter().map(as_json).collect(),
        NodeValue::Map(entries) => {
            let mut map = Map::new();
            for (name, value) in entries {
                map.insert(name.text.clone(), as_json(value));
            }
            map.into()
        }
    }
}

/// What each cell has: a list for each thing, with an entry for each cell.
fn write_cells(
    world: &World,
    design: &Design,
    with_neighbors: Option<&CellNumbers>,
    document: &mut Document<'_>,
) -> io::Result<()> {
    let area = &world.area;
    document.begin("cells")?;
    document.layer("column", area, &|cell| Some(area.column_row(cell).0.into()))?;
    document.layer("row", area, &|cell| Some(area.column_row(cell).1.into()))?;
    document.layer("level", area, &|cell| Some(i64::from(area.level(cell)) + 1))?;
    document.layer("x", area, &|cell| Some(area.upright(cell).0.into()))?;
    document.layer("y", area, &|cell| Some(area.upright(cell).1.into()))?;
    if let Some(cells) = with_neighbors {
        let mut around = area.cells().map(|cell| {
            let mut around = vec![None; usize::from(area.directions())];
            area.around(cell).for_each(|(way, near)| around[usize::from(way.0)] = Some(cells.at(near)));
            json!(around)
        });
        document.list("neighbors", &mut around)?;
    }
    document.layer("terrain", area, &|cell| Some(world.terrain_at(cell).index() as i64))?;
    if let Some(layer) = &world.elevation {
        document.layer("elevation", area, &|cell| Some(layer[cell].into()))?;
    }
    if let Some(layer) = &world.temperature {
        document.layer("temperature", area, &|cell| Some(layer[cell].into()))?;
    }
    if let Some(layer) = &world.clouds {
        document.layer("clouds", area, &|cell| Some(layer[cell].into()))?;
    }
    if let Some(layer) = &world.winds {
        document.layer("wind_direction", area, &|cell| Some(layer[cell].direction.0.into()))?;
        document.layer("wind_force", area, &|cell| Some(layer[cell].force.into()))?;
    }
    if let Some(layer) = &world.country {
        document.layer("country", area, &|cell| Some(layer[cell].into()))?;
    }
    for (key, layer) in [("people", &world.people), ("control", &world.control)] {
        if let Some(layer) = layer {
            document.layer(key, area, &|cell| layer[cell].side().map(|side| side.0.into()))?;
        }
    }
    if let Some(layer) = &world.feature_of {
        document.layer("feature", area, &|cell| Some(layer[cell].0.into()))?;
    }
    if let Some(layer) = &world.province_of {
        document.layer("province", area, &|cell| Some(layer[cell].0.into()))?;
    }
    document.begin("materials")?;
    for (&kind, layer) in &world.materials {
        document.layer(design.name_of(kind), area, &|cell| Some(layer[cell].into()))?;
    }
    document.end()?;
    document.begin("layers")?;
    for (name, layer) in &world.gdl_layers {
        document.layer(name, area, &|cell| Some(layer[cell].into()))?;
    }
    document.end()?;
    document.end()
}

/// What lies between cells and over several of them.
fn write_places(scenario: &Scenario, cells: &CellNumbers, document: &mut Document<'_>) -> io::Result<()> {
    let (design, world) = (&scenario.design, &scenario.world);
    let area = &world.area;
    let roles = Roles::new(design);
    let mut edges = world.edges.iter().map(|(&kind, layer)| {
        let mut pairs = Vec::new();
        for cell in area.cells() {
            // Each edge is seen from both of its cells.
            for (way, near) in area.around(cell).filter(|&(way, near)| near > cell && has_edge(layer[cell], way)) {
                pairs.push([cells.at(cell), way.0.into(), cells.at(near)]);
            }
        }
        let subtype = subtype_word(design.int(terrain::SUBTYPE, kind));
        json!({ "type": design.name_of(kind), "kind": subtype, "role": roles.line(kind).word(), "pairs": pairs })
    });
    document.list("edges", &mut edges)?;
    let mut links = world.links.iter().map(|link| {
        json!({
            "type": design.name_of(link.kind),
            "from": cells.at(link.from),
            "to": cells.at(link.to),
            "one_way": link.is_one_way,
            "cost": link.cost,
            "name": link.name,
        })
    });
    document.list("links", &mut links)?;
    let mut features = world.features.iter().enumerate().map(|(index, feature)| {
        json!({
            "feature": index + 1,
            "class": feature.class.word(),
            "kind": feature.kind,
            "name": feature.name,
            "at": cells.at(feature.at),
            "cells": feature.size,
            "course": feature.course.iter().map(|&cell| cells.at(cell)).collect::<Vec<u32>>(),
        })
    });
    document.list("features", &mut features)?;
    let mut provinces = world.provinces.iter().enumerate().map(|(index, province)| {
        let mut trains = Map::new();
        for &(kind, count) in &province.trains {
            trains.insert(design.name_of(kind).to_owned(), count.into());
        }
        json!({
            "province": index + 1,
            "name": province.name,
            "at": cells.at(province.capital),
            "worth": province.worth,
            "owner": province.owner.0,
            "income": province.income,
            "trains": trains,
        })
    });
    document.list("provinces", &mut provinces)?;
    let links = world.province_links.iter();
    let mut links = links.map(|link| json!({ "from": link.from.0, "to": link.to.0, "kind": link.kind.word() }));
    document.list("province_links", &mut links)
}

/// Who plays, with what, and how fair that is.
fn write_people(scenario: &Scenario, cells: &CellNumbers, document: &mut Document<'_>) -> io::Result<()> {
    let design = &scenario.design;
    let at = |cell: Option<Cell>| cell.map(|cell| cells.at(cell));
    let mut seats = scenario.sides.iter().zip(capitals(scenario)).enumerate().map(|(index, (side, capital))| {
        let mut measures = Map::new();
        let fairness = scenario.fairness.as_ref();
        for measure in fairness.iter().flat_map(|fairness| &fairness.measures) {
            measures.insert(measure.name.clone(), json!(measure.values.get(index).copied().map(rounded)));
        }
        let predicted = fairness.and_then(|fairness| fairness.predicted.get(index)).copied().map(rounded);
        let played = scenario.played.as_ref().and_then(|played| played.seats.get(index));
        json!({
            "seat": index + 1,
            "name": side.name,
            "noun": side.noun,
            "adjective": side.adjective,
            "color": hexadecimal(side_color(scenario, index)),
            "emblem": side.emblem,
            "class": side.class,
            "team": side.team,
            "player": side.player.to_string(),
            "advantage": side.advantage,
            "handicap": side.handicap.percent(),
            "start": at(capital),
            "predicted": predicted,
            "won": played.map(|seat| rounded(seat.rate)),
            "measures": measures,
        })
    });
    document.list("seats", &mut seats)?;
    let mut units = scenario.unit_ids().map(|(id, unit)| {
        let inside = match unit.place {
            Place::Inside(UnitId(carrier)) => Some(carrier),
            Place::Cell(_) | Place::Unplaced => None,
        };
        let mut materials = Map::new();
        for (index, &amount) in unit.materials.iter().enumerate().filter(|(_, amount)| **amount != 0) {
            materials.insert(design.name_of(MaterialType::at(index)).to_owned(), amount.into());
        }
        json!({
            "unit": id.0,
            "type": design.name_of(unit.kind),
            "side": unit.side.0,
            "name": unit.name,
            "number": unit.number,
            "at": at(scenario.cell_of(id)),
            "inside": inside,
            "hp": unit.hp,
            "materials": materials,
        })
    });
    document.list("units", &mut units)?;
    let fairness = scenario.fairness.as_ref().map(|found| fairness_json(found, scenario.played.as_ref()));
    let fairness = fairness.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(Value::Null);
    document.entry("fairness", &fairness)?;
    let mut sections = Map::new();
    for (name, section) in &scenario.sections {
        sections.insert(name.clone(), section.read(|root, _| as_json(root)).0);
    }
    document.entry("sections", &sections.into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use grid::Shape;
    use proptest::prelude::*;

    use super::*;
    use crate::FormatChoice;
    use crate::sample::sample;

    fn written(told: &str, scenario: &Scenario) -> Value {
        let choice: FormatChoice = told.parse().unwrap();
        serde_json::from_slice(&choice.write(scenario).unwrap().files[0].1).unwrap()
    }

    fn numbers(list: &Value) -> Vec<Option<i64>> {
        list.as_array().unwrap().iter().map(Value::as_i64).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// A reader that knows the file alone, and nothing of hexes, finds each cell, its neighbours, its edges and what stands on it.
        #[test]
        fn a_reader_of_the_file_finds_everything(
            shape in 0..Shape::ALL.len(), width in 4_u32..24, height in 4_u32..24, seed: u64,
        ) {
            let scenario = sample(Shape::ALL[shape], width, height, seed);
            let (world, area) = (&scenario.world, &scenario.world.area);
            let file = written("scenario", &scenario);
            let cells: Vec<Cell> = area.cells().collect();
            prop_assert_eq!(file["area"]["cells"].as_u64(), Some(cells.len() as u64));
            let [columns, rows, terrain, heights, countries] =
                ["column", "row", "terrain", "elevation", "country"].map(|key| numbers(&file["cells"][key]));
            let places: BTreeSet<(Option<i64>, Option<i64>)> =
                numbers(&file["cells"]["x"]).into_iter().zip(numbers(&file["cells"]["y"])).collect();
            prop_assert_eq!(places.len(), cells.len(), "no two are drawn at one place");
            let neighbors = file["cells"]["neighbors"].as_array().unwrap();
            prop_assert!([terrain.len(), heights.len(), countries.len(), neighbors.len()] == [cells.len(); 4]);
            for (number, &cell) in cells.iter().enumerate() {
                let (column, row) = area.column_row(cell);
                prop_assert_eq!((columns[number], rows[number]), (Some(column.into()), Some(row.into())));
                let kind = &file["terrain_types"][terrain[number].unwrap() as usize];
                prop_assert_eq!(kind["name"].as_str(), Some(scenario.design.name_of(world.terrain_at(cell))));
                prop_assert_eq!(heights[number], Some(world.elevation.as_ref().unwrap()[cell].into()));
                prop_assert_eq!(countries[number], Some(world.country.as_ref().unwrap()[cell].into()));
                let mut near = vec![None; usize::from(area.directions())];
                area.around(cell).for_each(|(way, near_cell)| near[usize::from(way.0)] = Some(near_cell));
                let told = numbers(&neighbors[number]).into_iter().map(|at| at.map(|at| cells[at as usize]));
                prop_assert!(told.eq(near), "{cell:?}");
            }
            for (line, (kind, layer)) in file["edges"].as_array().unwrap().iter().zip(&world.edges) {
                prop_assert_eq!(line["type"].as_str(), Some(scenario.design.name_of(*kind)));
                let pairs = line["pairs"].as_array().unwrap();
                let ends: u32 = cells.iter().map(|&cell| layer[cell].count_ones()).sum();
                prop_assert_eq!(2 * pairs.len(), ends as usize);
                for pair in pairs {
                    let [from, way, to] = numbers(pair)[..] else { panic!("{pair}") };
                    prop_assert_eq!(neighbors[from.unwrap() as usize][way.unwrap() as usize].as_i64(), to);
                    prop_assert!(layer[cells[from.unwrap() as usize]] >> way.unwrap() & 1 == 1);
                }
            }
            for (unit, told) in scenario.units.iter().zip(file["units"].as_array().unwrap()) {
                prop_assert_eq!(told["type"].as_str(), Some(scenario.design.name_of(unit.kind)));
                prop_assert_eq!(told["at"].as_u64().map(|at| cells[at as usize]), unit.cell());
                prop_assert_eq!(told["side"].as_u64(), Some(unit.side.0.into()));
            }
            prop_assert_eq!(file["units"].as_array().unwrap().len(), scenario.units.len());
            prop_assert_eq!(file["seats"].as_array().unwrap().len(), scenario.sides.len());
            prop_assert_eq!(file["features"].as_array().unwrap().len(), world.features.len());
        }
    }

    #[test]
    fn rules_stand_as_the_design_says_them_and_neighbours_can_be_left_out() {
        let mut scenario = sample(Shape::Hexagon, 24, 20, 1);
        scenario.sides[0].name = "Á \"b\"\n\\".to_owned();
        scenario.units[0].place = Place::Inside(UnitId(2));
        scenario.units[1].place = Place::Unplaced;
        let file = written("scenario:neighbors=false", &scenario);
        assert!(file["cells"].get("neighbors").is_none() && file["cells"]["terrain"].is_array());
        assert_eq!(file["rules"]["units"]["bomber"]["acp-per-turn"], 12);
        assert_eq!(file["rules"]["terrain"]["sea"]["char"], ".");
        assert_eq!(file["seats"][0]["name"], "Á \"b\"\n\\");
        assert_eq!((&file["units"][0]["at"], &file["units"][0]["inside"]), (&Value::Null, &2.into()));
        assert_eq!((&file["fairness"], &file["cells"]["materials"]), (&Value::Null, &json!({})));
    }

    #[test]
    fn values_of_files_in_ron_keep_their_kinds_and_lose_their_escapes() {
        let mut sources = Sources::default();
        let id = sources.add("x", r#"{ "a": [-3, true, 0.5, "true", "it's", "\u{7}\n"], "b": { "c": "" } }"#);
        let expected = json!({ "a": [-3, true, 0.5, "true", "it's", "\u{7}\n"], "b": { "c": "" } });
        assert_eq!(as_json(&read_tree(&sources, id).unwrap()), expected);
    }
}
