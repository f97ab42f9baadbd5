//! Attributes by dotted path, such as `skill.weapon.blade.short`, stored only where present.
//!
//! Source: seed 002, "How to write a roguelike gameengine" (Vuokko): one kind of list describes player and monster alike, and a monster has
//! only those attributes that it needs. "Creating A Player" (Bucklew): each has a base and a current value.

use serde::{Deserialize, Serialize};

/// What an attribute is by nature, and what it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    /// By nature: what comes back when an effect ends.
    pub base: i32,
    /// Now: what the rules go by.
    pub current: i32,
}

/// Attributes in the order of their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attributes(Vec<(String, Stat)>);

/// Whether a text is a path: words of `a-z`, `0-9` and `-`, joined by dots.
#[must_use]
pub fn is_path(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    text.split('.').all(|word| !word.is_empty() && word.chars().all(is_letter))
}

impl Attributes {
    fn find(&self, path: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_str().cmp(path))
    }

    /// How many are stored.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// An attribute; `None` if it is absent.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<Stat> {
        self.find(path).ok().map(|at| self.0[at].1)
    }

    /// What an attribute is now; 0 if it is absent.
    #[must_use]
    pub fn current(&self, path: &str) -> i32 {
        self.get(path).map_or(0, |stat| stat.current)
    }

    /// Sets base and current value; an absent attribute is there from now on.
    ///
    /// # Panics
    /// If it is no path: see [`is_path`].
    pub fn set(&mut self, path: &str, value: i32) {
        assert!(is_path(path), "`{path}` is no path of words joined by dots");
        let stat = Stat { base: value, current: value };
        match self.find(path) {
            Ok(at) => self.0[at].1 = stat,
            Err(at) => self.0.insert(at, (path.to_owned(), stat)),
        }
    }

    /// Adds to what an attribute is now. An absent one stays absent.
    pub fn change(&mut self, path: &str, by: i32) {
        if let Ok(at) = self.find(path) {
            self.0[at].1.current = self.0[at].1.current.saturating_add(by);
        }
    }

    /// What it was by nature, it is again: when an effect ends.
    pub fn restore(&mut self, path: &str) {
        if let Ok(at) = self.find(path) {
            self.0[at].1.current = self.0[at].1.base;
        }
    }

    /// Takes an attribute out.
    pub fn remove(&mut self, path: &str) -> Option<Stat> {
        self.find(path).ok().map(|at| self.0.remove(at).1)
    }

    /// The attributes below a path, with their paths: `skill.weapon` gives `skill.weapon.blade`, and not `skill.weaponry`.
    pub fn below(&self, path: &str) -> impl Iterator<Item = (&str, Stat)> {
        let start = format!("{path}.");
        let from = self.find(&start).unwrap_or_else(|at| at);
        let below = self.0[from..].iter().map(|(known, stat)| (known.as_str(), *stat));
        below.take_while(move |(known, _)| known.starts_with(&start))
    }
}
