//! Names and words: how types, units and cells are written, and how a line is split.

use design::{Design, TypeId};
use grid::{Area, Cell, Direction};

/// A name as one word of a line, in quotes if needed.
pub(super) fn quote(name: &str) -> String {
    let is_plain =
        |letter: char| !letter.is_whitespace() && !design::is_control(letter) && letter != '"' && letter != '\\';
    if !name.is_empty() && name.chars().all(is_plain) {
        return name.to_owned();
    }
    let mut text = String::from("\"");
    for letter in name.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            letter if design::is_control(letter) => text.extend(letter.escape_unicode()),
            letter => text.push(letter),
        }
    }
    text + "\""
}

/// The words of a line, without quotes.
pub(super) fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            '\\' if is_quoted => match letters.next() {
                Some('u') => word.get_or_insert_default().push(escaped(&mut letters)?),
                Some(letter) => word.get_or_insert_default().push(letter),
                None => return Err("the line ends behind a `\\`".to_owned()),
            },
            letter if letter.is_whitespace() && !is_quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    if is_quoted {
        return Err("a name in quotes does not end: a `\"` is missing".to_owned());
    }
    words.extend(word);
    Ok(words)
}

/// The letter of an escape `\u{..}`.
fn escaped(letters: &mut impl Iterator<Item = char>) -> Result<char, String> {
    let digits: String =
        letters.by_ref().skip_while(|&letter| letter == '{').take_while(|&letter| letter != '}').collect();
    let number = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
    number.ok_or_else(|| format!("`\\u{{{digits}}}` is no letter"))
}

/// A type by its name; if there is none, a list of names, the most similar first.
pub(super) fn find_type<I: TypeId>(design: &Design, name: &str, what: &str) -> Result<I, String> {
    if let Some(found) = design.find(name) {
        return Ok(found);
    }
    let names = &design.types(I::SCOPE).names;
    if names.is_empty() {
        return Err(format!("there is no {what} `{name}`: the game has none at all"));
    }
    let meant = design::did_you_mean(name, names.iter().map(String::as_str));
    let shown: Vec<&str> = names.iter().take(12).map(String::as_str).collect();
    let more = if names.len() > shown.len() { ", .." } else { "" };
    Err(format!("there is no {what} `{name}`{meant} (there are {}{more})", shown.join(", ")))
}

/// The name of a direction.
pub(super) fn write_way(area: &Area, way: Direction) -> String {
    area.direction_names().get(usize::from(way.0)).map_or_else(|| way.0.to_string(), |&name| name.to_owned())
}

/// A cell with the altitude there.
pub(super) fn write_spot(area: &Area, cell: Cell, altitude: i16) -> String {
    match altitude {
        0 => area.cell_name(cell),
        altitude => format!("{},{altitude}", area.cell_name(cell)),
    }
}

/// A bound that no area reaches.
const COORDINATE_MAX: i32 = 1_000_000;

/// A cell, with an altitude if one follows.
pub(super) fn read_spot(area: &Area, text: &str) -> Result<(Cell, Option<i16>), String> {
    let wrong = || format!("`{text}` is no cell: expected x and y with a comma between, such as 4,5");
    let parts: Vec<&str> = text.split(',').collect();
    let (&[x, y], rest) = parts.split_first_chunk().ok_or_else(wrong)?;
    let (y, level) = y.split_once('/').map_or((y, None), |(y, level)| (y, Some(level)));
    let number = |text: &str| text.parse::<i32>().map_err(|_| wrong());
    let (x, y, level) = (number(x)?, number(y)?, level.map_or(Ok(1), number)?);
    let altitude = match *rest {
        [] => None,
        [z] => {
            let z = number(z)?;
            Some(i16::try_from(z).map_err(|_| format!("`{text}`: {z} is no altitude"))?)
        }
        _ => return Err(wrong()),
    };
    let is_near = |number: i32| (-COORDINATE_MAX..=COORDINATE_MAX).contains(&number);
    let cell = if is_near(x) && is_near(y) { area.at_oblique(x, y) } else { None };
    let there = cell.and_then(|cell| area.on_level(cell, u32::try_from(level).ok()?.checked_sub(1)?));
    let place = text.split(',').take(2).collect::<Vec<_>>().join(",");
    Ok((there.ok_or_else(|| format!("{place} lies outside of the world"))?, altitude))
}
