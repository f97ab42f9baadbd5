//! GDL as a tree, and its layout in lines: a short form stands on one line, a long one is broken as people do it.

use design::Atom;

/// The greatest length of a line that can be broken.
pub const LINE: usize = 100;

/// A part of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// A number, symbol or string, as it is written.
    Leaf(String),
    /// Parts in parentheses.
    List(Vec<Tree>, Break),
    /// A part that is not evaluated.
    Quoted(Box<Tree>),
}

/// How a list is broken into lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// As many parts on a line as fit.
    Fill,
    /// If it is too long for a line: the given number of parts on the first line, then a line for each part.
    After(usize),
    /// The given number of parts on the first line, then a line for each part.
    Always(usize),
}

/// A number or another word that needs no quoting.
pub fn bare(text: impl ToString) -> Tree {
    Tree::Leaf(text.to_string())
}

/// A symbol, in bars if it needs them.
pub fn symbol(text: &str) -> Tree {
    Tree::Leaf(written_symbol(text))
}

/// A string.
pub fn string(text: &str) -> Tree {
    Tree::Leaf(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// A list that is filled.
pub fn list(parts: impl IntoIterator<Item = Tree>) -> Tree {
    Tree::List(parts.into_iter().collect(), Break::Fill)
}

/// A list that begins with a word: `(HEAD PARTS..)`.
pub fn form(head: &str, parts: impl IntoIterator<Item = Tree>) -> Tree {
    list(std::iter::once(bare(head)).chain(parts))
}

/// An atom. Dice that GDL can hold are words without bars.
pub fn atom(atom: &Atom) -> Tree {
    match atom {
        Atom::Int(number) => bare(number),
        Atom::Word(word) if is_dice(word) => bare(word),
        Atom::Word(word) => symbol(word),
        Atom::Text(text) => string(text),
        Atom::List(atoms) => list(atoms.iter().map(self::atom)),
    }
}

fn is_dice(word: &str) -> bool {
    let fits = |dice: chance::Dice| dice.count > 0 && dice.fits_16_bits() && dice.to_string() == word;
    word.parse().is_ok_and(fits)
}

/// A tree for each atom, made by [`atom`].
pub(super) fn atoms(atoms: &[Atom]) -> impl Iterator<Item = Tree> {
    atoms.iter().map(atom)
}

/// A symbol as it is written: in bars if it would not be read back.
pub fn written_symbol(text: &str) -> String {
    let is_odd = |char: char| char.is_whitespace() || char.is_control() || "()\";'`#|\\".contains(char);
    let begins_as_number = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
    let is_sign = matches!(text, "+" | "-" | "#");
    if is_sign || !text.is_empty() && !begins_as_number && !text.contains(is_odd) {
        return text.to_owned();
    }
    format!("|{}|", text.replace('\\', "\\\\").replace('|', "\\|"))
}

impl Tree {
    /// The same list, broken in another way.
    pub fn broken(self, how: Break) -> Tree {
        match self {
            Tree::List(parts, _) => Tree::List(parts, how),
            other => other,
        }
    }

    /// The tree on one line.
    pub fn flat(&self) -> String {
        match self {
            Tree::Leaf(text) => text.clone(),
            Tree::List(parts, _) => format!("({})", parts.iter().map(Tree::flat).collect::<Vec<_>>().join(" ")),
            Tree::Quoted(tree) => format!("'{}", tree.flat()),
        }
    }

    /// The tree as lines, the last one without a line end.
    pub fn written(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text
    }

    fn write(&self, text: &mut String, indent: usize) {
        match self {
            Tree::Leaf(leaf) => text.push_str(leaf),
            Tree::Quoted(tree) => {
                text.push('\'');
                tree.write(text, indent);
            }
            Tree::List(parts, how) => {
                let flat = self.flat();
                if !self.must_break() && (parts.len() < 2 || column(text) + flat.chars().count() <= LINE) {
                    return text.push_str(&flat);
                }
                // The parts of a form are indented a little, those of a list are aligned with its first part.
                let within = if *how != Break::Fill || indent == 0 { indent + 2 } else { column(text) + 1 };
                text.push('(');
                for (index, part) in parts.iter().enumerate() {
                    let length = part.flat().chars().count() + 2;
                    let alone = match *how {
                        // A part that is too long for any line may begin on this one.
                        Break::Fill if index == 1 && within + length > LINE && matches!(part, Tree::List(..)) => false,
                        Break::Fill => index > 0 && column(text) + length > LINE && column(text) > within,
                        Break::After(first) | Break::Always(first) => index >= first,
                    };
                    if alone {
                        text.push('\n');
                        text.push_str(&" ".repeat(within));
                    } else if index > 0 {
                        text.push(' ');
                    }
                    part.write(text, within);
                }
                text.push(')');
            }
        }
    }

    fn must_break(&self) -> bool {
        match self {
            Tree::Leaf(_) => false,
            Tree::Quoted(tree) => tree.must_break(),
            Tree::List(parts, how) => matches!(how, Break::Always(_)) || parts.iter().any(Tree::must_break),
        }
    }
}

/// How many characters the last line has.
fn column(text: &str) -> usize {
    text.rsplit('\n').next().unwrap_or_default().chars().count()
}
