//! The reader of scenarios, to which each family of sections adds a file: `read_scenario.rs`, `read_units.rs`, `read_provinces.rs`,
//! `read_fairness.rs`, `played.rs`. Here is what they share.

use design::{Design, Diagnostic, Node, NodeValue, Span, TreeReader, TypeId};
use grid::{Area, Cell};

use crate::layers::{LEVELS, LayerFault, ROWS, read_number_rows, read_packed};

pub(crate) struct ScenarioReader<'a> {
    pub(crate) tree: TreeReader<'a>,
}

impl ScenarioReader<'_> {
    pub(crate) fn cell(&mut self, area: &Area, node: &Node) -> Option<Cell> {
        let number = |node: &Node| match node.value {
            NodeValue::Int(number) => i32::try_from(number).ok(),
            _ => None,
        };
        let numbers: Option<Vec<i32>> = node.items().unwrap_or_default().iter().map(number).collect();
        let place = match (numbers.as_deref(), area.levels()) {
            (Some(&[column, row]), 1) => Some((column, row, 1)),
            (Some(&[column, row, level]), levels) if (1..=levels as i32).contains(&level) => Some((column, row, level)),
            _ => None,
        };
        let inside = place.filter(|&(column, ..)| (0..area.width() as i32).contains(&column));
        let cell = inside.and_then(|(column, row, level)| area.on_level(area.cell(column, row)?, level as u32 - 1));
        if cell.is_none() {
            let size = format!("{}x{}", area.width(), area.height());
            let expected = match area.levels() {
                1 => format!("[column, row] of a cell in {size}"),
                levels => {
                    format!("[column, row, level] of a cell in {size} with {levels} levels, of which the first is 1")
                }
            };
            self.tree.wrong(node, "a place", &expected);
        }
        cell
    }

    pub(crate) fn layer_fault(&mut self, node: &Node, fault: LayerFault) {
        let rows = node.get(ROWS).or_else(|| node.get(LEVELS));
        let at = fault.row.and_then(|row| row_nodes(node).nth(row)).or(rows).unwrap_or(node);
        self.tree.fault(at.span, Diagnostic::error("bad-layer", fault.message).expected(fault.expected));
    }

    /// The rows of a layer, those of one level after those of another.
    pub(crate) fn rows<'n>(&mut self, node: &'n Node, area: &Area) -> Option<Vec<&'n str>> {
        let name = if area.levels() == 1 { ROWS } else { LEVELS };
        let rows = self.tree.required(node, name)?;
        let levels = self.tree.list(rows, &format!("`{name}`"));
        if area.levels() > 1 {
            let is_whole = |level: &Node| level.items().is_some_and(|rows| rows.len() == area.height() as usize);
            if levels.len() != area.levels() as usize || !levels.iter().all(is_whole) {
                let expected = format!("{} lists of {} rows each", area.levels(), area.height());
                self.tree.wrong(rows, "`levels`", expected);
                return None;
            }
        }
        let texts: Option<Vec<&str>> = row_nodes(node).map(Node::text).collect();
        if texts.is_none() {
            self.tree.wrong(rows, &format!("`{name}`"), "a list of texts");
        }
        texts
    }

    pub(crate) fn numbers(
        &mut self,
        node: &Node,
        area: &Area,
        range: std::ops::RangeInclusive<i32>,
    ) -> Option<Vec<i32>> {
        self.tree.map_of(node, "a layer", &[if area.levels() == 1 { ROWS } else { LEVELS }, "packed"]);
        let read = match node.get("packed") {
            Some(packed) => {
                let text = self.tree.text(packed, "`packed`");
                read_packed(area, text)
            }
            None => read_number_rows(area, &self.rows(node, area)?),
        };
        let read = read.and_then(|values| match values.iter().find(|value| !range.contains(value)) {
            None => Ok(values),
            Some(wrong) => Err(LayerFault {
                row: None,
                message: format!("{wrong} is out of range"),
                expected: format!("numbers from {} to {}", range.start(), range.end()),
            }),
        });
        match read {
            Ok(values) => Some(values),
            Err(fault) => {
                self.layer_fault(node, fault);
                None
            }
        }
    }

    pub(crate) fn find<I: TypeId>(&mut self, design: &Design, name: &str, span: Span) -> Option<I> {
        let found = design.find(name);
        if found.is_none() {
            let noun = I::SCOPE.noun();
            let diagnostic = Diagnostic::error("unknown-type", format!("unknown {noun} `{name}`"));
            let names = design.types(I::SCOPE).names.iter().map(String::as_str);
            self.tree.fault(span, diagnostic.did_you_mean(name, names));
        }
        found
    }
}

/// The rows of a layer in the order of its file.
pub(crate) fn row_nodes(layer: &Node) -> impl Iterator<Item = &Node> {
    let rows = layer.get(ROWS).and_then(Node::items).unwrap_or_default();
    let levels = layer.get(LEVELS).and_then(Node::items).unwrap_or_default();
    rows.iter().chain(levels.iter().flat_map(|level| level.items().unwrap_or_default()))
}
