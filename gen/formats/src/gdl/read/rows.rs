//! The rows of layers (`gdl-reference`, section 7): letters, numbers and runs.

use design::{Diagnostic, Span};
use grid::Area;

use super::object::What;
use super::reader::ModuleReader;
use super::tree::{Form, FormKind};

/// The meaning of letters and numbers in a layer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Encoding {
    /// The values of bytes that differ from the usual alphabet.
    letters: Vec<(u8, i32)>,
    /// With `by-char`: whether `*` and `,` are letters, because its text has them.
    plain: bool,
    /// With `by-char`: whether no other letters are allowed.
    only: bool,
    multiply: i32,
    add: i32,
}

/// The value of a letter of the usual alphabet: 0 to 29 from `a` on, 30 to 63 from `:` on.
const fn usual(byte: u8) -> Option<i32> {
    match byte {
        b'a'..=126 => Some((byte - b'a') as i32),
        58..=91 => Some((byte - 58) as i32 + 30),
        _ => None,
    }
}

impl ModuleReader<'_> {
    /// The values of a layer of this area; they are given for the whole map of which it is a window.
    pub(crate) fn rows_within_window(&mut self, parts: &[Form], span: Span) -> Option<Vec<i32>> {
        let (width, height) = self.frame.box_size();
        let given = self.frame.window.map_or((width, height), |(width, height, ..)| (width, height));
        if i64::from(given.0) * i64::from(given.1) > i64::from(Area::CELLS_MAX) {
            let diagnostic =
                Diagnostic::error("bad-size", format!("a layer of {} cells by {} is too large", given.0, given.1));
            self.fault(span, diagnostic.expected(format!("at most {} cells", Area::CELLS_MAX)));
            return None;
        }
        let values = self.layer_rows(parts, given, span)?;
        let Some((whole, tall, x, y)) = self.frame.window else { return Some(values) };
        let mut window = vec![0; (width * height) as usize];
        for row in 0..height.min(tall - y).max(0) {
            for column in 0..width.min(whole - x).max(0) {
                window[(row * width + column) as usize] = values[((row + y) * whole + column + x) as usize];
            }
        }
        Some(window)
    }

    /// Reads the subforms and rows of a layer over a box of that size. The values come row by row from the south, one for each cell
    /// of the box. `at` is where the layer's form begins.
    fn layer_rows(&mut self, parts: &[Form], (width, height): (i32, i32), at: Span) -> Option<Vec<i32>> {
        let mut encoding = Encoding { multiply: 1, ..Encoding::default() };
        let mut rows: Vec<(&str, Span)> = Vec::new();
        let mut constant = None;
        for part in parts {
            match &part.kind {
                FormKind::Text(text) => rows.push((text, part.span)),
                FormKind::List(_) => match part.head() {
                    Some("constant") => constant = part.list().and_then(|items| items.get(1)).and_then(Form::int),
                    _ => self.subform(part, &mut encoding),
                },
                FormKind::Broken => return None,
                _ => {
                    let diagnostic =
                        Diagnostic::error("wrong-kind", "a row of a layer is a text").found(part.describe());
                    self.fault(part.span, diagnostic);
                    return None;
                }
            }
        }
        let mut values = vec![constant.unwrap_or(0); (width * height) as usize];
        if constant.is_some() && rows.is_empty() {
            return Some(values);
        }
        if rows.len() as i32 != height {
            let message = format!("{}, the area has {height}", design::counted(rows.len(), "row"));
            self.warn(Span { end: at.start + 1, ..at }, "row-count", message);
        }
        for (number, (text, span)) in rows.into_iter().enumerate() {
            // The first row is the northernmost; rows beyond the height have no place.
            let Some(y) = (height as usize).checked_sub(number + 1) else { break };
            let row = &mut values[y * width as usize..(y + 1) * width as usize];
            let count = self.read_row(text, span, &encoding, row);
            // What lies beyond a map of which the area is a window is left out with the rest that lies outside.
            let is_beyond = self.frame.window.is_some() && count > i64::from(width);
            if count != i64::from(width) && !is_beyond {
                self.warn(span, "row-length", format!("this row gives {count} of {width} cells"));
            }
        }
        Some(values)
    }

    fn subform(&mut self, form: &Form, encoding: &mut Encoding) {
        let items = form.list().unwrap_or_default();
        match form.head() {
            Some("by-name") => self.by_name(&items[1..], encoding),
            Some("by-char") => match items.get(1).and_then(Form::text) {
                Some(text) if text.bytes().all(|byte| !byte.is_ascii_digit() && byte != b'-') => {
                    encoding.letters = text.bytes().zip(0..).collect();
                    encoding.plain = true;
                    encoding.only = true;
                }
                _ => {
                    let diagnostic = Diagnostic::error("bad-letters", "`by-char` takes a text of letters and signs");
                    self.fault(form.span, diagnostic.expected("no digits and no `-`"));
                }
            },
            Some("xform") => match items {
                [_, multiply, add] if multiply.int().is_some() && add.int().is_some() => {
                    encoding.multiply = multiply.int().unwrap_or(1);
                    encoding.add = add.int().unwrap_or(0);
                }
                _ => {
                    let diagnostic = Diagnostic::error("missing-part", "`xform` takes two numbers");
                    self.fault(form.span, diagnostic.expected("(xform MULTIPLY ADD)"));
                }
            },
            Some("by-bits") => {}
            Some("subarea") => {
                self.warn(form.span, "useless-form", "`subarea` is left out: give the layer for the whole area")
            }
            _ => {
                let diagnostic = Diagnostic::error("unknown-form", "this is no part of a layer").found(form.describe());
                self.fault(form.span, diagnostic.expected("by-name, by-char, xform, constant, or rows in quotes"));
            }
        }
    }

    /// `[alphabet] (SYMBOL | (SYMBOL n))..`.
    fn by_name(&mut self, items: &[Form], encoding: &mut Encoding) {
        let alphabet: Vec<u8> = match items.first().and_then(Form::text) {
            Some(text) => text.bytes().collect(),
            None => (b'a'..=126).chain(58..=91).collect(),
        };
        encoding.only = false;
        let mut position = 0;
        for item in items.iter().skip(usize::from(items.first().is_some_and(|first| first.text().is_some()))) {
            let (name, at) = match item.list() {
                Some([name, number]) if number.int().is_some() => (name, number.int().unwrap_or(0)),
                Some(_) => {
                    let diagnostic = Diagnostic::error("wrong-kind", "`by-name` names types").found(item.describe());
                    self.fault(item.span, diagnostic.expected("a type, or (type number)"));
                    continue;
                }
                None => {
                    position += 1;
                    (item, position - 1)
                }
            };
            let object = self.evaluate(name);
            let Some(value) = ModuleReader::number_of(&object) else {
                if !matches!(object.what, What::Broken) {
                    self.wrong_kind(&object, "a name of `by-name`", "a type or a number");
                }
                continue;
            };
            match usize::try_from(at).ok().and_then(|at| alphabet.get(at)) {
                Some(&letter) => encoding.letters.push((letter, value)),
                None => {
                    let diagnostic = Diagnostic::error("out-of-range", "there is no letter of this number");
                    let expected = match alphabet.len().checked_sub(1) {
                        Some(last) => format!("0 to {last}"),
                        None => "an alphabet that has letters, such as \".#\"".to_owned(),
                    };
                    self.fault(item.span, diagnostic.found(at.to_string()).expected(expected));
                }
            }
        }
    }

    /// Fills a row; returns how many cells the text gives.
    fn read_row(&mut self, text: &str, span: Span, encoding: &Encoding, row: &mut [i32]) -> i64 {
        let bytes = text.as_bytes();
        let mut meaning = [None; 256];
        for byte in 0..=255_u8 {
            meaning[usize::from(byte)] = if encoding.only { None } else { usual(byte) };
        }
        for &(byte, value) in &encoding.letters {
            meaning[usize::from(byte)] = Some(value);
        }
        let own = |byte: u8| encoding.plain && encoding.letters.iter().any(|&(letter, _)| letter == byte);
        let scaled = |value: i32| value.saturating_mul(encoding.multiply).saturating_add(encoding.add);
        let (mut at, mut x) = (0, 0_i64);
        let mut put = |count: i64, value: i32, x: &mut i64| {
            let from = (*x).min(row.len() as i64) as usize;
            let to = (*x).saturating_add(count).min(row.len() as i64) as usize;
            row[from..to].fill(value);
            *x = x.saturating_add(count);
        };
        let mut is_told = false;
        while at < bytes.len() {
            let start = at;
            let negative = bytes[at] == b'-';
            at += usize::from(negative);
            let mut number = 0_i64;
            let digits = at;
            while at < bytes.len() && bytes[at].is_ascii_digit() {
                number = (number * 10 + i64::from(bytes[at] - b'0')).min(1 << 40);
                at += 1;
            }
            let has_number = at > digits;
            let sign = if negative { -1 } else { 1 };
            let value_of = |number: i64| i32::try_from(sign * number).unwrap_or(i32::MAX);
            match bytes.get(at).copied() {
                // A number ends with a comma, which may be missing at the end of a row.
                None if has_number => {
                    put(1, scaled(value_of(number)), &mut x);
                    self.warn(span, "row-comma", "the number that ends this row has no comma: Xconq loses it");
                }
                Some(b',') if has_number && !own(b',') => {
                    at += 1;
                    put(1, scaled(value_of(number)), &mut x);
                }
                Some(b'*') if has_number && !negative && !own(b'*') => {
                    at += 1;
                    let negative = bytes.get(at) == Some(&b'-');
                    at += usize::from(negative);
                    let digits = at;
                    let mut value = 0_i64;
                    while at < bytes.len() && bytes[at].is_ascii_digit() {
                        value = (value * 10 + i64::from(bytes[at] - b'0')).min(1 << 40);
                        at += 1;
                    }
                    if at == digits {
                        self.bad_character(span, text, start, &mut is_told);
                        continue;
                    }
                    if bytes.get(at) == Some(&b',') {
                        at += 1;
                    } else {
                        self.warn(span, "row-comma", "the number behind `*` has no comma: Xconq loses it");
                    }
                    let value = i32::try_from(if negative { -value } else { value }).unwrap_or(i32::MAX);
                    put(number, scaled(value), &mut x);
                }
                Some(byte) if !negative => {
                    at += 1;
                    let count = if has_number { number } else { 1 };
                    match meaning[usize::from(byte)] {
                        Some(value) => put(count, scaled(value), &mut x),
                        None => {
                            self.bad_character(span, text, at - 1, &mut is_told);
                            put(count, scaled(0), &mut x);
                        }
                    }
                }
                _ => {
                    at = at.max(start + 1);
                    self.bad_character(span, text, start, &mut is_told);
                }
            }
        }
        x
    }

    fn bad_character(&mut self, span: Span, text: &str, at: usize, is_told: &mut bool) {
        if !std::mem::replace(is_told, true) {
            let found = text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or('?');
            let diagnostic = Diagnostic::error("bad-letter", "a row holds a sign that means nothing here");
            self.fault(span, diagnostic.found(format!("`{found}`")));
        }
    }
}
