//! Help on winning: the rules, and the scorekeepers of GDL in words.

use design::Atom;
use design::parameters::global::{RULESET, SELF_REQUIRED};

use super::Game;
use crate::document::Section;

/// The rules of the game, and what ends it.
pub(super) fn winning(game: &Game<'_>) -> Section {
    let design = game.design;
    let name = design.global_text(RULESET);
    let rules = match game.rules {
        Some(summary) => format!("{name}: {summary}"),
        None if name == "kernel" => "kernel: the rules of GDL".to_owned(),
        None => name.to_owned(),
    };
    let keepers: Vec<String> = design.forms.iter().filter_map(|form| scorekeeper(form)).collect();
    let mut section = Section::new("How one wins").facts(vec![("rules", rules)]);
    if design.global_int(SELF_REQUIRED) != 0 {
        section = section.paragraph("A side that loses the unit that stands for its player has lost.");
    }
    // Only the rules of GDL take their ends from scorekeepers.
    if keepers.is_empty() && name == "kernel" && !design.units.is_empty() {
        section = section.paragraph("Nothing in the design says who wins: it goes on until its players end it.");
    }
    section.list(keepers)
}

/// A scorekeeper's form in a sentence.
fn scorekeeper(form: &[Atom]) -> Option<String> {
    let [head, parts @ ..] = form else { return None };
    if head.word() != Some("scorekeeper") {
        return None;
    }
    let part = |name: &str| {
        let named = parts.iter().filter_map(Atom::list).find(|part| part.first().and_then(Atom::word) == Some(name));
        named.and_then(|part| part.get(1..)).unwrap_or_default()
    };
    let title = part("title").first().and_then(Atom::text).map(|title| format!("{title}: ")).unwrap_or_default();
    let when = when(part("when"));
    let who = match part("applies-to") {
        [] => String::new(),
        sides => format!(" (for {} only)", sides.iter().map(class).collect::<Vec<_>>().join(" and ")),
    };
    let does: Vec<String> = part("do").iter().map(body).collect();
    let does = if does.is_empty() { "nothing".to_owned() } else { does.join(", then ") };
    let score = match part("initial-score").first().and_then(Atom::int) {
        Some(score) if score != 0 => format!("; scores begin at {score}"),
        _ => String::new(),
    };
    let notes: Vec<&str> = part("notes")
        .iter()
        .flat_map(|notes| notes.list().unwrap_or(std::slice::from_ref(notes)))
        .filter_map(Atom::text)
        .collect();
    let notes = if notes.is_empty() { String::new() } else { format!(". {}", notes.join(" ")) };
    Some(format!("{title}{when}{does}{who}{score}{notes}"))
}

/// When a scorekeeper runs, as the beginning of a sentence; empty for every turn.
fn when(parts: &[Atom]) -> String {
    let words = match parts {
        [Atom::List(parts)] => parts.as_slice(),
        parts => parts,
    };
    match words {
        [Atom::Word(word), rest @ ..] if word == "after-turn" => match rest {
            [] => String::new(),
            [Atom::Int(turn)] => format!("from turn {turn} on, "),
            [test, ..] => format!("at the end of a turn, when {}, ", test_words(test)),
        },
        [Atom::Word(word), ..] if word == "after-event" => "after every event, ".to_owned(),
        [Atom::Word(word), ..] if word == "after-action" => "after every action, ".to_owned(),
        [Atom::Word(word), ..] if word == "before-turn" => "before every turn, ".to_owned(),
        _ => String::new(),
    }
}

/// The action of a body, in words.
fn body(atom: &Atom) -> String {
    match atom {
        Atom::Word(word) => match word.as_str() {
            "last-side-wins" => "a side whose units are worth nothing any more loses, and the last one left wins".to_owned(),
            "last-alliance-wins" => {
                "a side loses when its units and those of its allies are worth nothing any more, and the last alliance left wins".to_owned()
            }
            "win" => "the side wins".to_owned(),
            "lose" => "the side loses".to_owned(),
            "end" => "the game ends in a draw".to_owned(),
            other => other.to_owned(),
        },
        Atom::List(form) => form_words(form),
        other => written(other),
    }
}

fn form_words(form: &[Atom]) -> String {
    let bodies = |parts: &[Atom]| parts.iter().map(body).collect::<Vec<_>>().join(", then ");
    match form {
        [Atom::Word(word), test, then] if word == "if" => format!("if {}, {}", test_words(test), body(then)),
        [Atom::Word(word), test, then, other] if word == "if" => {
            format!("if {}, {}; else {}", test_words(test), body(then), body(other))
        }
        [Atom::Word(word), cases @ ..] if word == "cond" => {
            let case = |case: &Atom| match case.list() {
                Some([test, then @ ..]) if test.word() == Some("true") => format!("else {}", bodies(then)),
                Some([test, then @ ..]) => format!("if {}, {}", test_words(test), bodies(then)),
                _ => written(case),
            };
            cases.iter().map(case).collect::<Vec<_>>().join("; ")
        }
        [Atom::Word(word), amount] if word == "set-score" => format!("its score becomes {}", test_words(amount)),
        [Atom::Word(word), Atom::Int(amount)] if word == "add-score" && *amount < 0 => {
            format!("its score falls by {}", i64::from(*amount).abs())
        }
        [Atom::Word(word), amount] if word == "add-score" => format!("its score grows by {}", test_words(amount)),
        parts => bodies(parts),
    }
}

/// A test or a number in words, with operators between their operands.
fn test_words(atom: &Atom) -> String {
    let Some(form) = atom.list() else {
        return match atom.word() {
            Some("turn") => "the turn".to_owned(),
            Some("score") => "its score".to_owned(),
            _ => written(atom),
        };
    };
    match form {
        [Atom::Word(word), kinds, property] if word == "sum-uprop" => {
            let whose = match kinds.word() {
                Some("u*") => "its units".to_owned(),
                Some(kind) => format!("its {kind}"),
                None => format!(
                    "its {}",
                    kinds.list().unwrap_or_default().iter().map(written).collect::<Vec<_>>().join(" and ")
                ),
            };
            format!("the sum of {} over {whose}", written(property))
        }
        [Atom::Word(word), one, other] if is_sign(word) => {
            let sign = match word.as_str() {
                ">=" => "is at least",
                "<=" => "is at most",
                ">" => "is above",
                "<" => "is below",
                "=" => "is",
                "/=" | "!=" => "is not",
                "*" => "times",
                "+" => "plus",
                "-" => "less",
                "/" => "divided by",
                word => word,
            };
            format!("{} {sign} {}", test_words(one), test_words(other))
        }
        [Atom::Word(word), one] if word == "not" => format!("not {}", test_words(one)),
        _ => written(atom),
    }
}

fn is_sign(word: &str) -> bool {
    matches!(word, ">=" | "<=" | ">" | "<" | "=" | "/=" | "!=" | "*" | "+" | "-" | "/" | "and" | "or")
}

/// The sides that a class expression selects, in words.
fn class(atom: &Atom) -> String {
    match atom {
        Atom::Int(side) => format!("side {side}"),
        Atom::Word(class) | Atom::Text(class) => format!("sides of class {class}"),
        Atom::List(parts) => match parts.as_slice() {
            [Atom::Word(word), one] if word == "not" => format!("all but {}", class(one)),
            [Atom::Word(word), one, other] if word == "and" || word == "or" => {
                format!("{} {word} {}", class(one), class(other))
            }
            parts => parts.iter().map(class).collect::<Vec<_>>().join(" or "),
        },
    }
}

/// An atom as GDL writes it.
fn written(atom: &Atom) -> String {
    match atom {
        Atom::Int(number) => number.to_string(),
        Atom::Word(word) => word.clone(),
        Atom::Text(text) => format!("\"{text}\""),
        Atom::List(atoms) => format!("({})", atoms.iter().map(written).collect::<Vec<_>>().join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(word: &str) -> Atom {
        Atom::Word(word.to_owned())
    }

    fn list(atoms: Vec<Atom>) -> Atom {
        Atom::List(atoms)
    }

    #[test]
    fn scorekeepers_are_told_in_words() {
        let title = |text: &str| list(vec![word("title"), Atom::Text(text.to_owned())]);
        let does = |what| list(vec![word("do"), what]);
        let form = [word("scorekeeper"), title("survival"), does(word("last-side-wins"))];
        assert_eq!(
            scorekeeper(&form).unwrap(),
            "survival: a side whose units are worth nothing any more loses, and the last one left wins"
        );
        let sum = list(vec![word("sum-uprop"), word("u*"), word("point-value")]);
        let test = list(vec![word(">="), sum, Atom::Int(9)]);
        let score = |amount| list(vec![word("add-score"), Atom::Int(amount)]);
        let harvest = list(vec![word("if"), test, score(5), score(-1)]);
        let late = list(vec![word("when"), list(vec![word("after-turn"), Atom::Int(3)])]);
        let form = [word("scorekeeper"), Atom::Int(50), late, does(harvest)];
        assert_eq!(
            scorekeeper(&form).unwrap(),
            "from turn 3 on, if the sum of point-value over its units is at least 9, its score grows by 5; else its score \
             falls by 1"
        );
        let over = list(vec![word(">="), word("turn"), Atom::Int(99)]);
        let when = list(vec![word("when"), list(vec![word("after-turn"), over])]);
        let south = list(vec![word("applies-to"), list(vec![word("not"), Atom::Text("south".to_owned())])]);
        let form = [word("scorekeeper"), when, south, does(word("end"))];
        assert_eq!(
            scorekeeper(&form).unwrap(),
            "at the end of a turn, when the turn is at least 99, the game ends in a draw (for all but sides of class south only)"
        );
        let cases = list(vec![
            word("cond"),
            list(vec![list(vec![word(">="), word("score"), Atom::Int(50)]), word("win")]),
            list(vec![word("true"), word("lose")]),
        ]);
        let form = [word("scorekeeper"), does(cases)];
        assert_eq!(scorekeeper(&form).unwrap(), "if its score is at least 50, the side wins; else the side loses");
        assert_eq!(scorekeeper(&[word("doctrine"), word("careful")]), None);
        assert_eq!(scorekeeper(&[]), None);
    }

    #[test]
    fn what_makes_no_sense_is_told_as_it_is_written() {
        let odd = list(vec![list(vec![Atom::Int(1)]), Atom::Text("x".to_owned()), word("frobnicate")]);
        let told = scorekeeper(&[word("scorekeeper"), list(vec![word("do"), odd])]).unwrap();
        assert_eq!(told, "1, then \"x\", then frobnicate");
    }
}
