//! One try to make a name: rules into text.

use std::collections::BTreeMap;
use std::fmt;

use chance::Stream;

use crate::namer::{Bound, Maker, Part};
use crate::{Library, Namer};

/// How many tries are made before a `reject` rule, or a whole name, is given up: Xconq's number.
pub(crate) const TRIES: usize = 100;
/// The most parts expanded in one try. A rule that multiplies (`a` = `a a`, mostly) would fill the memory long before its depth
/// ends.
const STEPS: u32 = 5000;
/// The most lists that are open at once, all nested namers together: a bound for the stack.
const FRAMES: u32 = 1000;
/// The most bytes of text in one try: Xconq's limit.
const BYTES: usize = 499;

/// Why a try was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    Empty,
    TooDeep,
    TooLong,
    Rejected,
    Repeats,
    Crude,
}

impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Refused::Empty => "empty",
            Refused::TooDeep => "too deep: its rules did not come to an end",
            Refused::TooLong => "too long",
            Refused::Rejected => "rejected for a text that the namer does not want",
            Refused::Crude => "crude: it holds a word that no name may contain",
            Refused::Repeats => "garbled: joining its parts repeated letters",
        })
    }
}

/// One try. It ends at the first failure, so no garbled text gets out.
pub(crate) struct Draw<'a> {
    library: &'a Library,
    stream: &'a mut Stream,
    lists: &'a mut Lists,
    text: String,
    /// Where pieces of text were joined: byte offsets, rising.
    seams: Vec<usize>,
    steps: u32,
    frames: u32,
}

impl<'a> Draw<'a> {
    pub(crate) fn new(library: &'a Library, stream: &'a mut Stream, lists: &'a mut Lists) -> Self {
        Draw { library, stream, lists, text: String::new(), seams: Vec::new(), steps: 0, frames: 0 }
    }

    pub(crate) fn run(mut self, namer: &Namer) -> Result<String, Refused> {
        self.append_name(namer)?;
        Ok(self.text.trim().to_owned())
    }

    /// Appends a whole result of a namer, which must be acceptable by itself, whether it is asked for directly or by another namer.
    fn append_name(&mut self, namer: &Namer) -> Result<(), Refused> {
        let start = self.text.len();
        match &namer.maker {
            Maker::List { names, in_order } => {
                let index = self.lists.draw(namer.name(), names.len(), *in_order, self.stream);
                self.append(&names[index])?;
            }
            Maker::Grammar(grammar) => {
                self.append_part(grammar, &grammar.rules[grammar.root], grammar.depth)?;
                if grammar.capital_first {
                    self.capitalize(start);
                }
                self.accept(grammar, start)?;
            }
        }
        if self.text[start..].trim().is_empty() { Err(Refused::Empty) } else { Ok(()) }
    }

    fn append_part(&mut self, grammar: &Bound, part: &Part, depth: u32) -> Result<(), Refused> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(Refused::TooDeep);
        }
        match part {
            Part::Text(text) => return self.append(text),
            // A symbol that leads to a symbol costs no depth, as in Xconq. It ends, because the check found circles of symbols.
            Part::Rule(rule) => return self.append_part(grammar, follow(grammar, *rule), depth),
            _ if depth == 0 || self.frames == FRAMES => return Err(Refused::TooDeep),
            _ => self.frames += 1,
        }
        self.append_list(grammar, part, depth - 1)?;
        self.frames -= 1;
        Ok(())
    }

    fn append_list(&mut self, grammar: &Bound, part: &Part, depth: u32) -> Result<(), Refused> {
        match part {
            Part::Text(_) | Part::Rule(_) => unreachable!("append_part took these"),
            Part::Namer(name) => {
                let namer = self.library.get(name).expect("the check bound it, and a library forgets no namer");
                self.append_name(namer)
            }
            Part::Sequence(parts) => self.append_sequence(grammar, parts, depth),
            Part::Or(totals, parts) => {
                let total = *totals.last().expect("the check refuses an empty choice");
                let at = self.stream.below(total);
                self.append_part(grammar, &parts[totals.partition_point(|&upto| upto <= at)], depth)
            }
            Part::Capitalize(part) => {
                let start = self.text.len();
                self.append_part(grammar, part, depth)?;
                self.capitalize(start);
                Ok(())
            }
            Part::Reject(part, bad) => {
                let start = self.text.len();
                let mark = self.lists.mark();
                for _ in 0..TRIES {
                    self.append_part(grammar, part, depth)?;
                    if !holds_any(&self.text[start..], bad) {
                        return Ok(());
                    }
                    self.cut(start);
                    self.lists.put_back(mark);
                }
                // Xconq keeps the last of its tries even if it is bad; here the whole name is tried again.
                Err(Refused::Rejected)
            }
        }
    }

    fn append_sequence(&mut self, grammar: &Bound, parts: &[Part], depth: u32) -> Result<(), Refused> {
        let start = self.text.len();
        for part in parts {
            let before = self.text.len();
            if before > start && !self.text.ends_with(char::is_whitespace) {
                self.append(&grammar.joiner)?;
            }
            let joined = self.text.len();
            self.append_part(grammar, part, depth)?;
            // A part that is empty must not leave a double space.
            if self.text.len() == joined {
                self.cut(before);
            }
        }
        Ok(())
    }

    fn append(&mut self, text: &str) -> Result<(), Refused> {
        if text.is_empty() {
            return Ok(());
        }
        if self.text.len() + text.len() > BYTES {
            return Err(Refused::TooLong);
        }
        self.seams.push(self.text.len());
        self.text.push_str(text);
        Ok(())
    }

    fn cut(&mut self, length: usize) {
        self.text.truncate(length);
        while self.seams.pop_if(|&mut seam| seam >= length).is_some() {}
    }

    fn capitalize(&mut self, start: usize) {
        let Some(first) = self.text[start..].chars().next() else { return };
        let mut capital = first.to_uppercase();
        // Letters whose capital is longer ("ß") stay, because the seams must keep their places.
        if let (Some(capital), None) = (capital.next(), capital.next())
            && capital.len_utf8() == first.len_utf8()
        {
            self.text.replace_range(start..start + first.len_utf8(), capital.encode_utf8(&mut [0; 4]));
        }
    }

    fn accept(&self, grammar: &Bound, start: usize) -> Result<(), Refused> {
        let text = &self.text[start..];
        if text.trim().chars().count() > grammar.max_length {
            return Err(Refused::TooLong);
        }
        if holds_any(text, &grammar.reject) {
            return Err(Refused::Rejected);
        }
        if !grammar.allow_repeats && self.repeats_at_a_seam(start) {
            return Err(Refused::Repeats);
        }
        Ok(())
    }

    /// Whether joining made three equal letters, or two or more letters that are repeated at once: "Feldbruckbruck". Repeats inside
    /// one piece of text are what its author wants ("Mississippi").
    fn repeats_at_a_seam(&self, start: usize) -> bool {
        // One small letter for each, so that indexes agree with the seams.
        let letters: Vec<(usize, char)> = self.text[start..]
            .char_indices()
            .map(|(at, letter)| (start + at, letter.to_lowercase().next().unwrap_or(letter)))
            .collect();
        let same = |a: usize, b: usize| letters[a].1 == letters[b].1 && letters[a].1.is_alphabetic();
        let has_seam =
            |from: usize, to: usize| self.seams.iter().any(|&seam| letters[from].0 < seam && seam <= letters[to].0);
        (0..letters.len()).any(|from| {
            let rest = letters.len() - from;
            let triple = rest >= 3 && same(from, from + 1) && same(from, from + 2) && has_seam(from, from + 2);
            triple
                || (2..=rest / 2).any(|length| {
                    (from..from + length).all(|at| same(at, at + length)) && has_seam(from, from + 2 * length - 1)
                })
        })
    }
}

/// The first part after a chain of symbols.
fn follow(grammar: &Bound, rule: usize) -> &Part {
    let mut part = &grammar.rules[rule];
    while let Part::Rule(next) = part {
        part = &grammar.rules[*next];
    }
    part
}

/// Whether the text contains one of these strings, which are in lower case.
fn holds_any(text: &str, bad: &[String]) -> bool {
    if bad.is_empty() {
        return false;
    }
    let text = text.to_lowercase();
    bad.iter().any(|bad| text.contains(bad.as_str()))
}

/// The remaining names of each list in a session, with a log so that a failed try uses up nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    left: BTreeMap<String, Left>,
    log: Vec<Change>,
}

#[derive(Clone, Debug)]
struct Left {
    /// In-order lists have their last name first, so that both kinds take from any place and put back at the same place.
    names: Vec<usize>,
    /// Whether the list was used up and began again.
    again: bool,
}

#[derive(Clone, Debug)]
struct Change {
    list: String,
    at: usize,
    name: usize,
    /// Whether the list began again for this draw, and what `again` was before.
    started_over: Option<bool>,
}

impl Lists {
    /// How many draws can give a new name; at least 1, which starts the list again.
    pub(crate) fn draws_left(&self, list: &str, length: usize) -> usize {
        match self.left.get(list) {
            None => length.max(1),
            Some(left) if left.again => 1,
            Some(left) => left.names.len().max(1),
        }
    }

    fn draw(&mut self, list: &str, length: usize, in_order: bool, stream: &mut Stream) -> usize {
        if !self.left.contains_key(list) {
            self.left.insert(list.to_owned(), Left { names: (0..length).rev().collect(), again: false });
        }
        let left = self.left.get_mut(list).expect("inserted just above");
        let started_over = left.names.is_empty().then_some(left.again);
        if started_over.is_some() {
            *left = Left { names: (0..length).rev().collect(), again: true };
        }
        let at = if in_order { left.names.len() - 1 } else { stream.index(left.names.len()) };
        let name = left.names.swap_remove(at);
        self.log.push(Change { list: list.to_owned(), at, name, started_over });
        name
    }

    /// A point in the log to return to.
    pub(crate) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Undoes all draws since the mark, the last one first.
    pub(crate) fn put_back(&mut self, mark: usize) {
        for change in self.log.drain(mark..).rev() {
            let left = self.left.get_mut(&change.list).expect("a list that was drawn from is here");
            if let Some(again) = change.started_over {
                *left = Left { names: Vec::new(), again };
                continue;
            }
            let last = left.names.len();
            left.names.push(change.name);
            left.names.swap(change.at, last);
        }
    }

    /// Makes all draws so far final.
    pub(crate) fn keep(&mut self) {
        self.log.clear();
    }
}

#[cfg(test)]
mod tests {
    use chance::Seed;

    use super::*;

    #[test]
    fn what_is_put_back_lies_where_it_lay() {
        let mut stream = Seed(3).stream("lists");
        let mut lists = Lists::default();
        for in_order in [false, true] {
            let name = if in_order { "in-order" } else { "random" };
            lists.draw(name, 6, in_order, &mut stream);
            let mark = lists.mark();
            let before = (lists.left[name].names.clone(), lists.left[name].again);
            // More draws than names are left: the list starts again on the way.
            for _ in 0..9 {
                lists.draw(name, 6, in_order, &mut stream);
            }
            assert!(lists.left[name].again);
            lists.put_back(mark);
            assert_eq!((lists.left[name].names.clone(), lists.left[name].again), before);
        }
    }

    #[test]
    fn what_is_cut_leaves_no_seam() {
        let library = Library::new();
        let (mut stream, mut lists) = (Seed(3).stream("seams"), Lists::default());
        let mut draw = Draw::new(&library, &mut stream, &mut lists);
        for piece in ["q", "a", "b"] {
            draw.append(piece).unwrap();
        }
        draw.cut(1);
        assert_eq!((draw.text.as_str(), draw.seams.as_slice()), ("q", [0].as_slice()));
        draw.cut(0);
        draw.append("mississippi").unwrap();
        assert!(!draw.repeats_at_a_seam(0));
    }
}
