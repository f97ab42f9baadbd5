//! Values as rows of numbers.

use std::collections::{BTreeMap, BTreeSet};

use grid::{Area, Layer};

/// What can be written as numbers that stand one behind another, and read from them.
pub(super) trait Flat: Sized {
    fn put(&self, row: &mut Vec<i64>);
    /// `None` where the numbers do not make one.
    fn take(row: &mut Row<'_>) -> Option<Self>;
}

/// Numbers that are being read.
pub(super) struct Row<'a> {
    numbers: std::vec::IntoIter<i64>,
    pub(super) area: &'a Area,
}

impl<'a> Row<'a> {
    /// From text, with at most so many numbers; `None` if it is no row, or longer.
    pub(super) fn read(text: &str, most: usize, area: &'a Area) -> Option<Row<'a>> {
        let mut numbers = Vec::new();
        for word in text.split_ascii_whitespace() {
            let (count, number) = match word.split_once('*') {
                Some((count, number)) => (count.parse::<usize>().ok()?, number),
                None => (1, word),
            };
            let number: i64 = number.parse().ok()?;
            if count > most - numbers.len() {
                return None;
            }
            numbers.extend(std::iter::repeat_n(number, count));
        }
        Some(Row { numbers: numbers.into_iter(), area })
    }

    pub(super) fn next(&mut self) -> Option<i64> {
        self.numbers.next()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.numbers.len() == 0
    }
}

/// Numbers as text: `3 -1 5*0`.
pub(super) fn write_row(row: &[i64]) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|one, other| one == other) {
        if !text.is_empty() {
            text.push(' ');
        }
        let number = run[0].to_string();
        if run.len() > 2 {
            text.push_str(&format!("{}*{number}", run.len()));
        } else {
            text.push_str(&vec![number; run.len()].join(" "));
        }
    }
    text
}

macro_rules! numbers {
    ($($kind:ty),*) => { $(
        impl Flat for $kind {
            fn put(&self, row: &mut Vec<i64>) {
                row.push(i64::from(*self));
            }
            fn take(row: &mut Row<'_>) -> Option<Self> {
                <$kind>::try_from(row.next()?).ok()
            }
        }
    )* };
}

numbers!(i8, i16, i32, i64, u8, u16, u32);

impl Flat for u64 {
    fn put(&self, row: &mut Vec<i64>) {
        row.push(self.cast_signed());
    }
    fn take(row: &mut Row<'_>) -> Option<u64> {
        Some(row.next()?.cast_unsigned())
    }
}

impl Flat for bool {
    fn put(&self, row: &mut Vec<i64>) {
        row.push(i64::from(*self));
    }
    fn take(row: &mut Row<'_>) -> Option<bool> {
        match row.next()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl<T: Flat> Flat for Option<T> {
    fn put(&self, row: &mut Vec<i64>) {
        self.is_some().put(row);
        if let Some(inner) = self {
            inner.put(row);
        }
    }
    fn take(row: &mut Row<'_>) -> Option<Option<T>> {
        if bool::take(row)? { T::take(row).map(Some) } else { Some(None) }
    }
}

impl<T: Flat> Flat for Box<T> {
    fn put(&self, row: &mut Vec<i64>) {
        (**self).put(row);
    }
    fn take(row: &mut Row<'_>) -> Option<Box<T>> {
        T::take(row).map(Box::new)
    }
}

impl<T: Flat> Flat for Vec<T> {
    fn put(&self, row: &mut Vec<i64>) {
        row.push(self.len() as i64);
        for item in self {
            item.put(row);
        }
    }
    fn take(row: &mut Row<'_>) -> Option<Vec<T>> {
        // Every item is at least one number: a length that promises more is a lie, and no memory is taken for it.
        let count = usize::try_from(row.next()?).ok().filter(|&count| count <= row.numbers.len())?;
        (0..count).map(|_| T::take(row)).collect()
    }
}

impl<T: Flat, const COUNT: usize> Flat for [T; COUNT] {
    fn put(&self, row: &mut Vec<i64>) {
        for item in self {
            item.put(row);
        }
    }
    fn take(row: &mut Row<'_>) -> Option<[T; COUNT]> {
        let items: Option<Vec<T>> = (0..COUNT).map(|_| T::take(row)).collect();
        items?.try_into().ok()
    }
}

impl<K: Flat + Ord, V: Flat> Flat for BTreeMap<K, V> {
    fn put(&self, row: &mut Vec<i64>) {
        row.push(self.len() as i64);
        for (key, value) in self {
            key.put(row);
            value.put(row);
        }
    }
    fn take(row: &mut Row<'_>) -> Option<BTreeMap<K, V>> {
        Some(Vec::<(K, V)>::take(row)?.into_iter().collect())
    }
}

impl<K: Flat + Ord> Flat for BTreeSet<K> {
    fn put(&self, row: &mut Vec<i64>) {
        row.push(self.len() as i64);
        for key in self {
            key.put(row);
        }
    }
    fn take(row: &mut Row<'_>) -> Option<BTreeSet<K>> {
        Some(Vec::<K>::take(row)?.into_iter().collect())
    }
}

impl Flat for String {
    fn put(&self, row: &mut Vec<i64>) {
        self.as_bytes().to_vec().put(row);
    }
    fn take(row: &mut Row<'_>) -> Option<String> {
        String::from_utf8(Vec::take(row)?).ok()
    }
}

/// A layer is as long as its area, and needs no length of its own.
impl<T: Flat + Clone> Flat for Layer<T> {
    fn put(&self, row: &mut Vec<i64>) {
        for value in self.values() {
            value.put(row);
        }
    }
    fn take(row: &mut Row<'_>) -> Option<Layer<T>> {
        let area = row.area;
        let values: Option<Vec<T>> = (0..area.len()).map(|_| T::take(row)).collect();
        Some(Layer::from_values(area, values?))
    }
}

macro_rules! tuples {
    ($(($($part:ident),*)),*) => { $(
        impl<$($part: Flat),*> Flat for ($($part,)*) {
            #[allow(non_snake_case)]
            fn put(&self, row: &mut Vec<i64>) {
                let ($($part,)*) = self;
                $($part.put(row);)*
            }
            fn take(row: &mut Row<'_>) -> Option<Self> {
                Some(($($part::take(row)?,)*))
            }
        }
    )* };
}

tuples!((A, B), (A, B, C), (A, B, C, D));
