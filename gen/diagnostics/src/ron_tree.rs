//! RON to be written, as a tree where each list and map has a layout. It is printed once, at the end.

use std::fmt::Display;

/// A value to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RonTree {
    /// A number, a word or a text, as it is printed.
    Scalar(String),
    /// Values in order.
    List(Layout, Vec<RonTree>),
    /// Names with values, in the order of the file.
    Map(Layout, Vec<(String, RonTree)>),
}

/// The layout of the items in a list or a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Each on a line of its own.
    Block,
    /// All on one line.
    Line,
    /// All on one line if that is short, else on lines of about `LINE_MAX` bytes.
    Filled,
}

/// The greatest length of a filled line, in bytes, unless one item is longer.
const LINE_MAX: usize = 100;
/// A filled list or map with its name stays on one line if that is shorter than this, in bytes.
const SHORT_BELOW: usize = 110;

impl RonTree {
    /// A scalar printed as it displays: a number, a flag, or RON that was written already.
    #[must_use]
    pub fn of(value: impl Display) -> RonTree {
        RonTree::Scalar(value.to_string())
    }

    /// A text, in quotes.
    #[must_use]
    pub fn text(text: &str) -> RonTree {
        RonTree::Scalar(quote(text))
    }

    /// A list on one line.
    #[must_use]
    pub fn list(items: impl IntoIterator<Item = RonTree>) -> RonTree {
        // A loop needs of each iterator that it is called with only `next`: less code than `collect`, here and below.
        let mut list = Vec::new();
        for item in items {
            list.push(item);
        }
        RonTree::List(Layout::Line, list)
    }

    /// A map on one line.
    #[must_use]
    pub fn map<S: Into<String>>(entries: impl IntoIterator<Item = (S, RonTree)>) -> RonTree {
        let mut map = Vec::new();
        for (name, value) in entries {
            map.push((name.into(), value));
        }
        RonTree::Map(Layout::Line, map)
    }

    /// The same tree in another layout.
    #[must_use]
    pub fn laid_out(self, layout: Layout) -> RonTree {
        match self {
            RonTree::Scalar(_) => self,
            RonTree::List(_, items) => RonTree::List(layout, items),
            RonTree::Map(_, entries) => RonTree::Map(layout, entries),
        }
    }

    /// The same tree with each item on a line of its own.
    #[must_use]
    pub fn block(self) -> RonTree {
        self.laid_out(Layout::Block)
    }

    /// Whether it is an empty list or map.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            RonTree::Scalar(_) => false,
            RonTree::List(_, items) => items.is_empty(),
            RonTree::Map(_, entries) => entries.is_empty(),
        }
    }

    /// The text of a file with this tree.
    #[must_use]
    pub fn print(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out.push('\n');
        out
    }

    /// The text of this tree as the value of an entry at a depth within a file.
    pub(crate) fn print_within(&self, depth: usize) -> String {
        let mut out = String::new();
        self.write(&mut out, depth);
        out
    }

    fn write(&self, out: &mut String, depth: usize) {
        match self {
            RonTree::Scalar(text) => out.push_str(text),
            RonTree::List(Layout::Line, items) => write_line(("[", "]"), Items::Unnamed(items), out, depth),
            RonTree::List(layout, items) => write_items(("[", "]"), *layout, Items::Unnamed(items), out, depth),
            RonTree::Map(Layout::Line, entries) if entries.is_empty() => out.push_str("{}"),
            RonTree::Map(Layout::Line, entries) => write_line(("{ ", " }"), Items::Named(entries), out, depth),
            RonTree::Map(layout, entries) => write_items(("{", "}"), *layout, Items::Named(entries), out, depth),
        }
    }
}

/// The items of a list or a map.
#[derive(Clone, Copy)]
enum Items<'a> {
    Unnamed(&'a [RonTree]),
    Named(&'a [(String, RonTree)]),
}

impl Items<'_> {
    fn len(self) -> usize {
        match self {
            Items::Unnamed(items) => items.len(),
            Items::Named(entries) => entries.len(),
        }
    }

    fn write(self, index: usize, out: &mut String, depth: usize) {
        match self {
            Items::Unnamed(items) => items[index].write(out, depth),
            Items::Named(entries) => {
                let (name, value) = &entries[index];
                out.push_str(&quote(name));
                out.push_str(": ");
                value.write(out, depth);
            }
        }
    }
}

fn write_line((open, close): (&str, &str), items: Items<'_>, out: &mut String, depth: usize) {
    out.push_str(open);
    for index in 0..items.len() {
        out.push_str(if index == 0 { "" } else { ", " });
        items.write(index, out, depth);
    }
    out.push_str(close);
}

/// Writes items in a block, or filled.
fn write_items((open, close): (&str, &str), layout: Layout, items: Items<'_>, out: &mut String, depth: usize) {
    let new_line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    };
    let line_start = out.rfind('\n').map_or(0, |newline| newline + 1 + 2 * depth);
    out.push_str(open);
    if layout == Layout::Block {
        for index in 0..items.len() {
            new_line(out, depth + 1);
            items.write(index, out, depth + 1);
            out.push(',');
        }
        new_line(out, depth);
        return out.push_str(close);
    }
    if items.len() == 0 {
        return out.push_str(close);
    }
    let start = out.len();
    write_line((" ", " "), items, out, depth);
    out.push_str(close);
    // A comma follows, hence the 1.
    if out.len() + 1 - line_start < SHORT_BELOW {
        return;
    }
    out.truncate(start);
    let mut line = String::new();
    for index in 0..items.len() {
        let mut written = String::new();
        items.write(index, &mut written, depth + 1);
        if !line.is_empty() && line.len() + written.len() > LINE_MAX {
            new_line(out, depth + 1);
            out.push_str(line.trim_end());
            line.clear();
        }
        line.push_str(&written);
        line.push_str(", ");
    }
    new_line(out, depth + 1);
    out.push_str(line.trim_end());
    new_line(out, depth);
    out.push_str(close);
}

/// A text in quotes, as RON reads it back.
///
/// # Panics
/// Never: every text can be written.
#[must_use]
pub fn quote(text: &str) -> String {
    // Most texts need no escape at all.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')) {
        return format!("\"{text}\"");
    }
    // RON escapes the apostrophe as Rust does in characters; in a text it needs no escape.
    ron::to_string(text).expect("a text can be written").replace("\\'", "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_layout_is_as_it_says() {
        let numbers = |count: u32| RonTree::list((0..count).map(|number| RonTree::of(number + 100)));
        let step = RonTree::map([("make", RonTree::map([("a", RonTree::text("it's"))]).block())]);
        let nothing = RonTree::Map(Layout::Line, Vec::new());
        let tree = RonTree::map([
            ("line", numbers(2)),
            ("step", step),
            ("short", numbers(2).laid_out(Layout::Filled)),
            ("none", nothing.clone()),
            ("empty", nothing.block()),
            ("long", numbers(25).laid_out(Layout::Filled)),
        ]);
        let row = |from: u32, to: u32| (from..to).map(|number| number.to_string()).collect::<Vec<_>>().join(", ");
        let expected = format!(
            "{{\n  \"line\": [100, 101],\n  \"step\": {{ \"make\": {{\n    \"a\": \"it's\",\n  }} }},\n  \"short\": [ 100, 101 ],\n  \
             \"none\": {{}},\n  \"empty\": {{\n  }},\n  \"long\": [\n    {},\n    {},\n  ],\n}}\n",
            row(100, 120),
            row(120, 125)
        );
        assert_eq!(tree.block().print(), expected);
    }
}
