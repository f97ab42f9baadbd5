//! Reading the provinces of a scenario, and their links.

use design::{Design, Diagnostic, Node, NodeValue, UnitType};
use grid::Layer;
use world::{Province, ProvinceId, ProvinceLink, ProvinceLinkKind, SideId, World};

use crate::scenario_reader::ScenarioReader;

/// The most that a province pays in a turn.
const INCOME_MAX: i64 = 1_000_000;
/// The most units of a type that a province trains in a turn.
const TRAINS_MAX: u16 = 1000;

impl ScenarioReader<'_> {
    /// Fills in the provinces; any of the scenario's `sides` may own one.
    pub(crate) fn provinces(&mut self, root: &Node, design: &Design, world: &mut World, sides: usize) {
        let area = world.area;
        let Some(node) = root.get("provinces") else {
            for stray in ["province-links", "province-of"].iter().filter_map(|name| root.get(name)) {
                self.tree
                    .fault(stray.span, Diagnostic::error("missing", "`provinces`, which these belong to, is missing"));
            }
            return;
        };
        let items = self.tree.list(node, "`provinces`");
        if items.len() > usize::from(u16::MAX) {
            let diagnostic = Diagnostic::error("too-many-provinces", "a world has at most 65,535 provinces");
            return self.tree.fault(node.span, diagnostic);
        }
        let mut provinces = Vec::new();
        for node in items {
            self.tree.map_of(node, "a province", &["name", "capital", "worth", "owner", "income", "trains"]);
            let capital = self.tree.required(node, "capital").and_then(|at| self.cell(&area, at));
            let worth =
                node.get("worth").map_or(Some(0), |worth| self.tree.int(worth, "`worth`", 0..=i64::from(u32::MAX)));
            let owner = node.get("owner").map_or(Some(0), |owner| self.tree.int(owner, "`owner`", 0..=sides as i64));
            let income = node.get("income").map_or(Some(0), |income| self.tree.int(income, "`income`", 0..=INCOME_MAX));
            let trains = self.trains(node, design);
            let name = self.tree.line(node.get("name"), "`name`");
            if let (Some(capital), Some(worth), Some(owner), Some(income)) = (capital, worth, owner, income) {
                let (worth, income, owner) = (worth as u32, income as u32, SideId(owner as u8));
                provinces.push(Province { name, capital, worth, owner, income, trains });
            }
        }
        let last = items.len();
        let mut links = Vec::new();
        for node in self.tree.list(root.get("province-links"), "`province-links`") {
            match read_link(node, last) {
                Some(link) => links.push(link),
                None => {
                    let words: Vec<&str> = ProvinceLinkKind::ALL.iter().map(|kind| kind.word()).collect();
                    let expected = format!(
                        "[lower number, higher number, kind] of provinces from 1 to {last}; kinds are {}",
                        words.join(", ")
                    );
                    self.tree.wrong(node, "a link", &expected);
                }
            }
        }
        links.sort_unstable();
        if let Some(pair) = links.windows(2).find(|pair| (pair[0].from, pair[0].to) == (pair[1].from, pair[1].to)) {
            let message = format!("provinces {} and {} are linked twice", pair[0].from.0, pair[0].to.0);
            let at = root.get("province-links").unwrap_or(node);
            self.tree.fault(at.span, Diagnostic::error("duplicate-link", message).suggest("remove one of them"));
        }
        let Some(layer) = root.get("province-of") else {
            return self.tree.missing(root, "`province-of`, which belongs to `provinces`,");
        };
        if let Some(values) = self.numbers(layer, &area, 0..=last as i32) {
            let ids = values.into_iter().map(|value| ProvinceId(value as u16)).collect();
            world.province_of = Some(Layer::from_values(&area, ids));
            world.provinces = provinces;
            world.province_links = links;
        }
    }
}

impl ScenarioReader<'_> {
    /// What a province trains in a turn.
    fn trains(&mut self, province: &Node, design: &Design) -> Vec<(UnitType, u16)> {
        let mut trains = Vec::new();
        for (name, count) in self.tree.map(province.get("trains"), "`trains`") {
            let kind = self.find::<UnitType>(design, &name.text, name.span);
            let count = self.tree.int(count, "a number of units", 1..=i64::from(TRAINS_MAX));
            if let (Some(kind), Some(count)) = (kind, count) {
                trains.push((kind, count as u16));
            }
        }
        trains.sort_unstable();
        trains
    }
}

fn read_link(node: &Node, last: usize) -> Option<ProvinceLink> {
    let [from, to, kind] = node.items()? else { return None };
    let number = |node: &Node| match node.value {
        NodeValue::Int(number) if (1..=last as i64).contains(&number) => Some(ProvinceId(number as u16)),
        _ => None,
    };
    let (from, to) = (number(from)?, number(to)?);
    let kind = ProvinceLinkKind::ALL.iter().copied().find(|known| Some(known.word()) == kind.text())?;
    (from < to).then_some(ProvinceLink { from, to, kind })
}
