//! A format with options as people type it, such as `png:scale=24:names=false`, and the files that it makes of a scenario.

use std::fmt;
use std::io::Write;
use std::str::FromStr;

use diagnostics::{Diagnostics, did_you_mean};
use grid::Area;
use world::Scenario;

use crate::format::{Format, renamed};
use crate::format_options::{FormatOption, FormatOptions, LEVEL};
use crate::formats::{FORMATS, find_format};
use crate::sink::{Loss, Sink};
use crate::write_error::WriteError;

impl FormatOptions {
    /// Chooses one.
    ///
    /// # Errors
    /// If the format has no such option, or the option no such value.
    pub fn set(&mut self, format: &dyn Format, name: &str, value: &str) -> Result<(), FormatError> {
        let Some(option) = format.options().iter().find(|option| option.name == name) else {
            return Err(FormatError::NoOption { format: format.name(), option: name.to_owned() });
        };
        let read = option.kind.read(value);
        let value =
            read.ok_or_else(|| FormatError::Value { format: format.name(), option: *option, value: value.to_owned() })?;
        // Options that are the same are equal, whether a default was typed or not.
        if value == option.default {
            self.0.remove(option.name);
        } else {
            self.0.insert(option.name, value);
        }
        Ok(())
    }

    /// Chooses one, as `NAME=VALUE`.
    ///
    /// # Errors
    /// As for [`Self::set`], or if there is no `=`.
    pub fn set_pair(&mut self, format: &dyn Format, pair: &str) -> Result<(), FormatError> {
        let Some((name, value)) = pair.split_once('=') else {
            return Err(FormatError::NoValue { format: format.name(), option: pair.to_owned() });
        };
        self.set(format, name.trim(), value.trim())
    }
}

/// A format with its options.
#[derive(Clone)]
pub struct FormatChoice {
    /// The format.
    pub format: &'static dyn Format,
    /// Its options.
    pub options: FormatOptions,
}

/// The files of a scenario in a format.
#[derive(Clone, Debug)]
pub struct Written {
    /// Their names and what they hold, the main one first.
    pub files: Vec<(String, Vec<u8>)>,
    /// What has no counterpart in the format.
    pub warnings: Diagnostics,
    /// What people should know of the files beside that: the names for which a picture has no room.
    pub notes: Vec<String>,
}

/// A sink that keeps all files, under names like that of the main one.
struct Memory<'a> {
    choice: &'a FormatChoice,
    main: &'a str,
    files: Vec<(String, Vec<u8>)>,
}

impl<'a> Memory<'a> {
    fn new(choice: &'a FormatChoice, main: &'a str) -> Memory<'a> {
        Memory { choice, main, files: Vec::new() }
    }
}

impl Sink for Memory<'_> {
    fn file(&mut self, name: &'static str) -> Result<&mut dyn Write, WriteError> {
        let expected = self.choice.files().get(self.files.len());
        assert_eq!(expected, Some(&name), "{} writes the files that it names, in that order", self.choice);
        self.files.push((self.name_of(name), Vec::new()));
        let (_, bytes) = self.files.last_mut().expect("one was begun");
        Ok(bytes)
    }

    fn name_of(&self, file: &'static str) -> String {
        renamed(self.choice.format, self.main, file)
    }
}

impl FormatChoice {
    /// A format with the usual options.
    #[must_use]
    pub fn usual(format: &'static dyn Format) -> FormatChoice {
        FormatChoice { format, options: FormatOptions::default() }
    }

    /// The formats of a list, each once.
    ///
    /// # Errors
    /// If one is not known, or stands there again with other options.
    pub fn read_all<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<FormatChoice>, FormatError> {
        let mut choices: Vec<FormatChoice> = Vec::new();
        for name in names {
            let choice: FormatChoice = name.parse()?;
            match choices.iter().find(|known| known.format.name() == choice.format.name()) {
                Some(known) if *known == choice => {}
                Some(_) => return Err(FormatError::Twice(choice.format.name())),
                None => choices.push(choice),
            }
        }
        Ok(choices)
    }

    /// The names of the files that are written, the main one first.
    #[must_use]
    pub fn files(&self) -> &'static [&'static str] {
        self.format.files_with(&self.options)
    }

    /// The same where the main one is called `main`: all begin as that does, whatever they usually are called.
    #[must_use]
    pub fn files_as(&self, main: &str) -> Vec<String> {
        self.files().iter().map(|file| renamed(self.format, main, file)).collect()
    }

    /// Refuses an area that the format cannot take, before a world is made for it.
    ///
    /// # Errors
    /// The `WriteError` that writing such a scenario gives.
    pub fn check_area(&self, area: &Area) -> Result<(), WriteError> {
        let level = self.options.number(&LEVEL).filter(|_| self.format.options().contains(&LEVEL));
        if let Some(level) = level.filter(|level| *level > area.levels()) {
            return Err(WriteError::NoLevel { level, levels: area.levels() });
        }
        self.format.check_area(&area.one_level(), &self.options)
    }

    /// Writes a scenario under the usual names.
    ///
    /// # Errors
    /// A `WriteError` if the scenario lacks the data for the format.
    pub fn write(&self, scenario: &Scenario) -> Result<Written, WriteError> {
        self.write_as(scenario, self.format.file_name())
    }

    /// Writes a scenario with another name for the main file: see [`Self::files_as`].
    ///
    /// # Errors
    /// A `WriteError` if the scenario lacks the data for the format.
    pub fn write_as(&self, scenario: &Scenario, main: &str) -> Result<Written, WriteError> {
        let mut sink = Memory::new(self, main);
        let levels = scenario.world.area.levels();
        let takes_level = self.format.options().contains(&LEVEL);
        let level = match self.options.number(&LEVEL).filter(|_| takes_level) {
            Some(level) if level > levels => return Err(WriteError::NoLevel { level, levels }),
            Some(level) => Some(level - 1),
            None if takes_level && !self.format.shows_levels() => Some(0),
            None => None,
        };
        let losses = match level.filter(|_| levels > 1) {
            None => self.format.write(scenario, &self.options, &mut sink)?,
            Some(level) => {
                let mut losses = self.format.write(&scenario.level(level), &self.options, &mut sink)?;
                if !self.format.shows_levels() {
                    losses.extend(crate::losses::levels(&scenario.world.area, level));
                }
                losses
            }
        };
        assert_eq!(sink.files.len(), self.files().len(), "{self} writes all its files");
        let (notes, losses): (Vec<Loss>, Vec<Loss>) = losses.into_iter().partition(|loss| loss.code == Loss::NO_ROOM);
        let warnings = losses.iter().map(|loss| loss.warning(self.format.name())).collect();
        let notes = notes.into_iter().map(|loss| format!("{}: {}", self.format.name(), loss.what)).collect();
        Ok(Written { files: sink.files, warnings: Diagnostics(warnings), notes })
    }
}

impl FromStr for FormatChoice {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<FormatChoice, FormatError> {
        let mut parts = text.trim().split(':');
        let name = parts.next().unwrap_or_default();
        let format = find_format(name).ok_or_else(|| FormatError::NoFormat(name.to_owned()))?;
        let mut options = FormatOptions::default();
        parts.try_for_each(|pair| options.set_pair(format, pair))?;
        Ok(FormatChoice { format, options })
    }
}

/// As it is typed, without options that have their defaults.
impl fmt::Display for FormatChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.format.name())?;
        self.options.0.iter().try_for_each(|(name, value)| write!(f, ":{name}={value}"))
    }
}

impl fmt::Debug for FormatChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl PartialEq for FormatChoice {
    fn eq(&self, other: &FormatChoice) -> bool {
        self.format.name() == other.format.name() && self.options == other.options
    }
}

/// Why a format was not chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// There is no such format.
    NoFormat(String),
    /// The format is there already, with other options.
    Twice(&'static str),
    /// The format has no such option.
    NoOption {
        /// The format.
        format: &'static str,
        /// What was typed.
        option: String,
    },
    /// An option without a value.
    NoValue {
        /// The format.
        format: &'static str,
        /// What was typed.
        option: String,
    },
    /// The option has no such value.
    Value {
        /// The format.
        format: &'static str,
        /// The option.
        option: FormatOption,
        /// What was typed.
        value: String,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options_of = |name: &str| find_format(name).map_or(&[][..], Format::options);
        match self {
            FormatError::NoFormat(name) => {
                let names: Vec<&str> = FORMATS.iter().map(|format| format.name()).collect();
                write!(f, "there is no format `{name}`: expected {}", names.join(", "))?;
                if name.contains('=') {
                    write!(f, "; options stand behind a colon, as in png:scale=24:names=false")?;
                }
                Ok(())
            }
            FormatError::Twice(name) => {
                write!(f, "format `{name}` is named twice with different options: name it once")
            }
            FormatError::NoOption { format, option } => {
                let names: Vec<&str> = options_of(format).iter().map(|option| option.name).collect();
                if names.is_empty() {
                    return write!(f, "format `{format}` has no options: leave out `{option}`");
                }
                let meant = did_you_mean(option, names.iter().copied());
                write!(f, "format `{format}` has no option `{option}`{meant} (options: {})", names.join(", "))
            }
            FormatError::NoValue { format, option } => {
                let Some(known) = options_of(format).iter().find(|known| known.name == option) else {
                    let unknown = FormatError::NoOption { format, option: option.clone() };
                    return fmt::Display::fmt(&unknown, f);
                };
                let expected = known.kind.expected();
                write!(f, "option `{option}` of format `{format}` has no value: expected {option}=.. with {expected}")
            }
            FormatError::Value { format, option, value } => {
                let expected = option.kind.expected();
                write!(f, "option `{}` of format `{format}` cannot be `{value}`: expected {expected}", option.name)
            }
        }
    }
}

impl std::error::Error for FormatError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<FormatChoice, String> {
        text.parse().map_err(|error: FormatError| error.to_string())
    }

    #[test]
    fn a_choice_is_told_as_it_is_typed_without_what_is_usual() {
        for (typed, told) in [
            ("ron", "ron"),
            ("png", "png"),
            (" png:scale=24:names=false", "png:names=false:scale=24"),
            ("png:names=false:scale=024", "png:names=false:scale=24"),
            ("png:names=true:scale=auto", "png"),
            ("png:scale=9:scale=auto", "png"),
        ] {
            let choice = read(typed).unwrap();
            assert_eq!(choice.to_string(), told, "{typed}");
            assert_eq!(read(told), Ok(choice), "{typed}");
        }
        let all = |names: &[&str]| {
            let all = FormatChoice::read_all(names.iter().copied());
            all.map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>()).map_err(|error| error.to_string())
        };
        assert_eq!(all(&["ron", "png:grid=false", "ron"]), Ok(vec!["ron".to_owned(), "png:grid=false".to_owned()]));
        let twice = "format `png` is named twice with different options: name it once";
        assert_eq!(all(&["png", "png:grid=false"]), Err(twice.to_owned()));
    }

    #[test]
    fn a_wrong_choice_is_told_with_what_would_be_right() {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name()).collect();
        let names = names.join(", ");
        let options = "scale, frame, relief, grid, rivers, roads, countries, units, names, rim, level";
        for (typed, told) in [
            ("gif", format!("there is no format `gif`: expected {names}")),
            (
                "names=false",
                format!(
                    "there is no format `names=false`: expected {names}; options stand behind a colon, as in \
                    png:scale=24:names=false"
                ),
            ),
            ("ron:scale=4", "format `ron` has no options: leave out `scale`".to_owned()),
            ("ron:", "format `ron` has no options: leave out ``".to_owned()),
            ("png:scle=4", format!("format `png` has no option `scle`, did you mean `scale`? (options: {options})")),
            (
                "png:scale",
                "option `scale` of format `png` has no value: expected scale=.. with a number from 1 to 256, or auto"
                    .to_owned(),
            ),
            (
                "png:scale=0",
                "option `scale` of format `png` cannot be `0`: expected a number from 1 to 256, or auto".to_owned(),
            ),
            ("png:frame=no", "option `frame` of format `png` cannot be `no`: expected true or false".to_owned()),
        ] {
            assert_eq!(read(typed), Err(told), "{typed}");
        }
    }

    /// Two files that refer to each other, with a unit that has no counterpart.
    struct Pair;

    impl Format for Pair {
        fn name(&self) -> &'static str {
            "pair"
        }

        fn summary(&self) -> &'static str {
            "a map and its tiles"
        }

        fn files(&self) -> &'static [&'static str] {
            &["map.tmx", "map-tiles.png"]
        }

        fn write(&self, _: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
            let tiles = sink.name_of("map-tiles.png");
            writeln!(sink.file("map.tmx")?, "see {tiles}")?;
            sink.file("map-tiles.png")?.write_all(b"tiles")?;
            let cylinder = Loss {
                code: Loss::LOST,
                what: "the torus".to_owned(),
                count: 1,
                instead: Some("a cylinder".to_owned()),
            };
            Ok(vec![Loss::of_type(3, "unit", "fighter", None), Loss::of_type(2, "city", "b", Some("f")), cylinder])
        }
    }

    #[test]
    fn files_that_belong_together_are_called_alike_and_what_is_lost_is_told() {
        let scenario = crate::sample::sample(grid::Shape::Rectangle, 24, 20, 1);
        let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        let choice = FormatChoice::usual(&Pair);
        let usual = choice.write(&scenario).unwrap();
        assert_eq!(usual.files, [file("map.tmx", "see map-tiles.png\n"), file("map-tiles.png", "tiles")]);
        let told: Vec<String> = usual.warnings.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "warning[lost]: 3 units of `fighter` have no counterpart in pair",
                "warning[lost]: 2 cities of `b` have no counterpart in pair; f stands for them",
                "warning[lost]: the torus has no counterpart in pair; a cylinder stands for it",
            ]
        );
        let other = choice.write_as(&scenario, "x.y.tmx").unwrap();
        assert_eq!(other.files, [file("x.y.tmx", "see x.y-tiles.png\n"), file("x.y-tiles.png", "tiles")]);
        assert_eq!(choice.files_as("x.y.tmx"), ["x.y.tmx", "x.y-tiles.png"]);
    }
}
