//! `provinces.json`: the provinces and their links, for games on maps of regions and for graph tools.

use std::collections::BTreeMap;

use grid::{Area, Cell};
use serde::Serialize;
use world::{ProvinceId, Scenario};

use crate::{Format, FormatOptions, Loss, Sink, WriteError};

/// The graph as JSON, always with the same keys in the same order; numbers of provinces and sides from 1, owner 0 for
/// nobody, cells as [column, row] from the south. `None` if the scenario has no provinces.
#[must_use]
pub fn provinces_json(scenario: &Scenario) -> Option<String> {
    let world = &scenario.world;
    let layer = world.province_of.as_ref()?;
    let mut cells = vec![0; world.provinces.len()];
    for cell in world.area.cells() {
        if let Some(own) = usize::from(layer[cell].0).checked_sub(1).and_then(|index| cells.get_mut(index)) {
            *own += 1;
        }
    }
    let graph = Graph {
        version: 1,
        provinces: world
            .provinces
            .iter()
            .zip(cells)
            .enumerate()
            .map(|(index, (province, cells))| Node {
                id: index + 1,
                name: &province.name,
                worth: province.worth,
                cells,
                capital: place(&world.area, province.capital),
                owner: province.owner.0,
                income: province.income,
                trains: province.trains.iter().map(|&(kind, count)| (scenario.design.name_of(kind), count)).collect(),
            })
            .collect(),
        links: world
            .province_links
            .iter()
            .map(|link| Edge { from: number(link.from), to: number(link.to), kind: link.kind.word() })
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&graph).expect("texts and numbers are always JSON");
    text.push('\n');
    Some(text)
}

const fn number(id: ProvinceId) -> u16 {
    id.0
}

const fn place(area: &Area, cell: Cell) -> [i32; 2] {
    let (column, row) = area.column_row(cell);
    [column, row]
}

/// The order of fields is the order of keys.
#[derive(Serialize)]
struct Graph<'a> {
    version: u32,
    provinces: Vec<Node<'a>>,
    links: Vec<Edge>,
}

#[derive(Serialize)]
struct Node<'a> {
    id: usize,
    name: &'a str,
    worth: u32,
    cells: u32,
    capital: [i32; 2],
    owner: u8,
    income: u32,
    trains: BTreeMap<&'a str, u16>,
}

#[derive(Serialize)]
struct Edge {
    from: u16,
    to: u16,
    kind: &'static str,
}

/// The format `provinces`.
pub(crate) struct ProvincesJson;

impl Format for ProvincesJson {
    fn name(&self) -> &'static str {
        "provinces"
    }

    fn summary(&self) -> &'static str {
        "the provinces and how they are joined, as a graph"
    }

    fn files(&self) -> &'static [&'static str] {
        &["provinces.json"]
    }

    fn write(&self, scenario: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
        let text = provinces_json(scenario).ok_or(WriteError::NoProvinces)?;
        sink.file("provinces.json")?.write_all(text.as_bytes())?;
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;
    use grid::{Layer, Shape};
    use world::{Province, ProvinceLink, ProvinceLinkKind, SideId};

    #[test]
    fn keys_stand_in_order_and_cells_are_counted() {
        let mut scenario = sample(Shape::Rectangle, 24, 20, 1);
        assert!(provinces_json(&scenario).is_none());
        let area = scenario.world.area;
        let of = (0..area.len()).map(|index| ProvinceId(if index < 7 { 1 } else { u16::from(index < 10) * 2 }));
        scenario.world.province_of = Some(Layer::from_values(&area, of.collect()));
        let province = |name: &str, at: u32, owner: u8| Province {
            name: name.to_owned(),
            capital: Cell(at),
            worth: 9,
            owner: SideId(owner),
            income: u32::from(owner),
            trains: Vec::new(),
        };
        scenario.world.provinces = vec![province("Aber \"A\"", 3, 0), province("Bryn", 8, 2)];
        scenario.world.province_links =
            vec![ProvinceLink { from: ProvinceId(1), to: ProvinceId(2), kind: ProvinceLinkKind::River }];
        let expected = r#"{"version":1,"provinces":[{"id":1,"name":"Aber \"A\"","worth":9,"cells":7,"capital":[3,0],"owner":0,"income":0,"trains":{}},{"id":2,"name":"Bryn","worth":9,"cells":3,"capital":[8,0],"owner":2,"income":2,"trains":{}}],"links":[{"from":1,"to":2,"kind":"river"}]}"#;
        let compact: String = provinces_json(&scenario).unwrap().lines().map(str::trim_start).collect();
        assert_eq!(compact.replace("\": ", "\":"), expected);
    }
}
