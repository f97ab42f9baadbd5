//! Paintings of numbers on a scale, and of kinds in words.

use grid::{Area, Cell};
use world::{Scenario, World};

use super::lens::{Legend, Painting, Tell};
use super::scales::{NONE, WATER, shade};

/// A colour.
pub(super) type Rgb = [u8; 3];

/// The value of a cell in a lens of numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// A number.
    Of(i64),
    /// One of [`Numbers::others`].
    Other(u8),
}

/// How numbers are shown.
pub(super) struct Numbers {
    /// From low to high.
    pub colors: &'static [Rgb],
    /// What is measured, for the legend.
    pub what: String,
    /// The least and greatest of the scale; `None` for those that occur.
    pub bounds: Option<(i64, i64)>,
    /// The text of a number in the legend.
    pub reads: fn(i64) -> String,
    /// The colours of cells without a number, with their words.
    pub others: Vec<(Rgb, String)>,
}

impl Numbers {
    /// Numbers with separated thousands, on the scale of those that occur, and no others.
    pub(super) fn new(colors: &'static [Rgb], what: impl Into<String>) -> Numbers {
        Numbers { colors, what: what.into(), bounds: None, reads: number, others: Vec::new() }
    }

    /// The same with these others.
    pub(super) fn others(self, others: &[(Rgb, &str)]) -> Numbers {
        Numbers { others: others.iter().map(|&(color, word)| (color, word.to_owned())).collect(), ..self }
    }

    /// The same on a fixed scale.
    pub(super) fn bounds(self, low: i64, high: i64) -> Numbers {
        Numbers { bounds: Some((low, high)), ..self }
    }

    /// The same in percent.
    pub(super) fn percent(self) -> Numbers {
        Numbers { reads: |value| format!("{value} %"), ..self.bounds(0, 100) }
    }

    /// Paints a value for each cell; `tell` returns its text, `None` for a cell without one.
    pub(super) fn paint(
        self,
        area: &Area,
        value: impl Fn(Cell) -> Value,
        tell: impl Fn(&Scenario, Cell, i64) -> String + Send + Sync + 'static,
    ) -> Painting {
        let values: Vec<Value> = cells(area).map(|cell| cell.map_or(Value::Other(0), &value)).collect();
        let found = || area.cells().map(|cell| values[cell.index()]);
        let numbers = || found().filter_map(|value| if let Value::Of(number) = value { Some(number) } else { None });
        let (low, high) = self.bounds.unwrap_or_else(|| (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0)));
        let span = (high - low).max(1) as f32;
        let colors = values.iter().map(|value| match *value {
            Value::Of(number) => shade(self.colors, (number - low) as f32 / span),
            Value::Other(kind) => self.others.get(usize::from(kind)).map_or(NONE, |(color, _)| *color),
        });
        let colors = colors.collect();
        let seen = |kind: usize| found().any(|value| value == Value::Other(kind as u8));
        let others = self.others.iter().enumerate().filter(|(kind, _)| seen(*kind)).map(|(_, other)| other.clone());
        let others = others.collect();
        let legend = Legend::scale(self.colors, (low, high), self.reads, self.what, others);
        let words: Vec<String> = self.others.into_iter().map(|(_, word)| word).collect();
        let tell: Tell = Box::new(move |scenario, cell| match values.get(cell.index()) {
            Some(&Value::Of(number)) => tell(scenario, cell, number),
            Some(&Value::Other(kind)) => words.get(usize::from(kind)).cloned().unwrap_or_default(),
            None => String::new(),
        });
        Painting { colors, legend, tell }
    }
}

/// Paints a kind for each cell: one of the colours with their words. The legend has only kinds that occur.
pub(super) fn paint_kinds(
    area: &Area,
    kinds: Vec<(Rgb, String)>,
    kind: impl Fn(Cell) -> usize,
    tell: impl Fn(&Scenario, Cell, usize) -> String + Send + Sync + 'static,
) -> Painting {
    let of: Vec<Option<usize>> = cells(area).map(|cell| cell.map(&kind)).collect();
    let mut is_seen = vec![false; kinds.len()];
    of.iter().flatten().for_each(|&kind| is_seen[kind] = true);
    let colors = of.iter().map(|kind| kind.map_or(NONE, |kind| kinds[kind].0)).collect();
    let legend = kinds.into_iter().zip(is_seen).filter(|(_, is_seen)| *is_seen).map(|(kind, _)| kind).collect();
    let tell: Tell = Box::new(move |scenario, cell| match of.get(cell.index()) {
        Some(&Some(kind)) => tell(scenario, cell, kind),
        _ => String::new(),
    });
    Painting { colors, legend: Legend::Words(legend), tell }
}

/// For each index of the area its cell, `None` in the void.
fn cells(area: &Area) -> impl Iterator<Item = Option<Cell>> + '_ {
    (0..area.len() as u32).map(Cell).map(|cell| area.contains(cell).then_some(cell))
}

/// The colours and words of the parts of the world that a lens of kinds leaves out: water or land.
pub(super) fn rest(world: &World, design: &design::Design, land: &str) -> (Vec<bool>, [(Rgb, String); 2]) {
    let liquid = if world.terrain.is_some() { world.liquid_mask(design) } else { vec![false; world.area.len()] };
    (liquid, [(NONE, land.to_owned()), (WATER, "water".to_owned())])
}

/// A number with its thousands separated: `1,240`.
pub(super) fn number(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::from(if value < 0 { "-" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
