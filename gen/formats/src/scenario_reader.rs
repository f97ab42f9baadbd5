//! The reader of scenarios, to which each family of sections adds a file: `read_scenario.rs`, `read_units.rs`, `read_provinces.rs`,
//! `read_fairness.rs`, `played.rs`. Here is what they share.

use design::{Design, Diagnostic, Node, NodeValue, Span, TreeReader, TypeId};
use grid::{Area, Cell};

use crate::layers::{LayerFault, read_number_rows, read_packed};

pub(crate) struct ScenarioReader<'a> {
    pub(crate) tree: TreeReader<'a>,
}

impl ScenarioReader<'_> {
    pub(crate) fn cell(&mut self, area: &Area, node: &Node) -> Option<Cell> {
        if let [Node { value: NodeValue::Int(column), .. }, Node { value: NodeValue::Int(row), .. }] =
            node.items().unwrap_or_default()
            && let (Ok(column), Ok(row)) = (i32::try_from(*column), i32::try_from(*row))
            && (0..area.width() as i32).contains(&column)
            && let Some(cell) = area.cell(column, row)
        {
            return Some(cell);
        }
        let size = format!("[column, row] of a cell in {}x{}", area.width(), area.height());
        self.tree.wrong(node, "a place", &size);
        None
    }

    pub(crate) fn layer_fault(&mut self, node: &Node, fault: LayerFault) {
        let rows = node.get("rows").and_then(Node::items);
        let at = fault.row.and_then(|row| rows?.get(row)).or_else(|| node.get("rows")).unwrap_or(node);
        self.tree.fault(at.span, Diagnostic::error("bad-layer", fault.message).expected(fault.expected));
    }

    pub(crate) fn rows<'n>(&mut self, node: &'n Node) -> Option<Vec<&'n str>> {
        let rows = self.tree.required(node, "rows")?;
        let items = self.tree.list(rows, "`rows`");
        let texts: Option<Vec<&str>> = items.iter().map(Node::text).collect();
        if texts.is_none() {
            self.tree.wrong(rows, "`rows`", "a list of texts");
        }
        texts
    }

    pub(crate) fn numbers(
        &mut self,
        node: &Node,
        area: &Area,
        range: std::ops::RangeInclusive<i32>,
    ) -> Option<Vec<i32>> {
        self.tree.map_of(node, "a layer", &["rows", "packed"]);
        let read = match node.get("packed") {
            Some(packed) => {
                let text = self.tree.text(packed, "`packed`");
                read_packed(area, text)
            }
            None => read_number_rows(area, &self.rows(node)?),
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
