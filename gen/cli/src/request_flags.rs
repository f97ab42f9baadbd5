//! The flags that set keys of a request, made from the list of these keys: [`REQUEST_KEYS`] has their names, their values and their help.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use pipeline::{KeyFlag, REQUEST_KEYS, Request, RequestError, RequestKey};

use crate::report::Failure;

/// What `--fair` says where nothing is to be played: no key has this value, as what is not wished stands in no string.
const NO_FAIR: &str = "none";

/// The flags that help lists first.
const FIRST: [&str; 4] = ["size", "sides", "area", "fair"];

/// What was typed of keys of a request, in the order of their list.
#[derive(Debug, Default)]
pub struct RequestFlags {
    said: Vec<(&'static RequestKey, &'static KeyFlag, String)>,
}

impl RequestFlags {
    /// Whether a flag was typed.
    pub fn says(&self, flag: &str) -> bool {
        self.said.iter().any(|(_, known, _)| known.name == flag)
    }

    /// Whether no other flag was typed.
    pub fn says_only(&self, flag: &str) -> bool {
        self.said.iter().all(|(_, known, _)| known.name == flag)
    }

    /// Sets what was typed. What says more of a fair roll is last: then it is known whether there is one.
    pub fn apply(&self, request: &mut Request) -> Result<(), Failure> {
        for is_of_fair in [false, true] {
            for (key, flag, value) in self.said.iter().filter(|(_, flag, _)| flag.is_of_fair == is_of_fair) {
                if is_of_fair && request.fair.is_none() {
                    return Err(Failure::usage(format!("--{} changes nothing without --fair", flag.name)));
                }
                if key.name == "fair" && value == NO_FAIR {
                    (key.clear)(request);
                    continue;
                }
                let set = (key.set)(request, value);
                set.map_err(|error| if flag.name == "fair" { or_none(error) } else { error })?;
            }
        }
        Ok(())
    }
}

/// What else `--fair` may say.
fn or_none(error: RequestError) -> RequestError {
    RequestError { expected: format!("{}; or {NO_FAIR}, which plays nothing", error.expected), ..error }
}

impl Args for RequestFlags {
    fn augment_args(mut command: Command) -> Command {
        for (number, flag) in REQUEST_KEYS.iter().flat_map(|key| key.flags).enumerate() {
            // What most people ask for comes first, behind the seed.
            let place = FIRST.iter().position(|name| *name == flag.name);
            let order = place.map_or(20 + number, |place| 2 + place);
            let arg = Arg::new(flag.name).long(flag.name).help(flag.help).display_order(order);
            command = command.arg(match flag.alone {
                _ if flag.argument.is_empty() => arg.action(ArgAction::SetTrue),
                Some(value) => {
                    let arg = arg.value_name(flag.argument).num_args(0..=1).require_equals(true);
                    arg.default_missing_value(value)
                }
                // A number below zero is a value too: its key says what would be right.
                None => arg.value_name(flag.argument).allow_hyphen_values(true),
            });
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for RequestFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = RequestFlags::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.said.clear();
        for key in REQUEST_KEYS {
            for flag in key.flags {
                let value = match flag.alone {
                    Some(value) if flag.argument.is_empty() => matches.get_flag(flag.name).then(|| value.to_owned()),
                    _ => matches.get_one::<String>(flag.name).cloned(),
                };
                self.said.extend(value.map(|value| (key, flag, value)));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Args as AllArgs;

    #[test]
    fn each_key_is_a_flag_of_roll_and_of_batch_and_stands_in_their_help() {
        let all = AllArgs::command();
        for name in ["roll", "batch"] {
            // Wide enough that no help is broken into lines.
            let mut command = all.find_subcommand(name).expect("a command").clone().term_width(10_000);
            let help = command.render_long_help().to_string();
            for key in REQUEST_KEYS {
                assert!(!key.flags.is_empty(), "`{}` has no flag", key.name);
                for flag in key.flags {
                    let arg = command.get_arguments().find(|arg| arg.get_long() == Some(flag.name));
                    let arg = arg.unwrap_or_else(|| panic!("{name} has no --{}", flag.name));
                    assert_eq!(arg.get_help().map(ToString::to_string).as_deref(), Some(flag.help));
                    assert!(help.contains(&format!("--{}", flag.name)) && help.contains(flag.help), "{help}");
                    let shown = format!("<{}>", flag.argument);
                    assert!(flag.argument.is_empty() || help.contains(&shown), "{help} lacks {shown}");
                }
            }
        }
    }

    #[test]
    fn completions_and_the_manual_have_each_flag() {
        let (mut script, mut page) = (Vec::new(), Vec::new());
        clap_complete::generate(clap_complete::Shell::Bash, &mut AllArgs::command(), "fairmarch", &mut script);
        let roll = AllArgs::command().find_subcommand("roll").expect("a command").clone();
        clap_mangen::Man::new(roll).render(&mut page).expect("memory takes it");
        let (script, page) = (String::from_utf8(script).unwrap(), String::from_utf8(page).unwrap());
        for flag in REQUEST_KEYS.iter().flat_map(|key| key.flags) {
            assert!(script.contains(&format!(" --{} ", flag.name)), "{}", flag.name);
            assert!(page.contains(&format!("\\-\\-{}", flag.name.replace('-', "\\-"))), "{page}");
        }
    }

    #[test]
    fn what_is_typed_is_set() {
        let request = |words: &[&str]| {
            let command = RequestFlags::augment_args(Command::new("roll").no_binary_name(true));
            let flags = RequestFlags::from_arg_matches(&command.try_get_matches_from(words).unwrap()).unwrap();
            let mut request = Request::default();
            flags.apply(&mut request).map(|()| request).map_err(|failure| format!("{failure:?}"))
        };
        for (words, key, value) in [
            (&["--size", "40x30"][..], "size", Some("40x30")),
            (&["--no-balance"], "balance", Some("false")),
            (&["--fair"], "fair", Some("5")),
            (&["--fair=best"], "fair", Some("best")),
            (&["--fair=none"], "fair", None),
            (&["--no-handicap", "--fair"], "handicap", Some("no")),
            (&["--fair-matches", "90", "--fair=even"], "fair-matches", Some("90")),
        ] {
            let key = pipeline::request_key(key).unwrap();
            assert_eq!((key.print)(&request(words).unwrap()).as_deref(), value, "{words:?}");
        }
        for flag in ["--fair-matches=9", "--fair-player=goal", "--no-handicap"] {
            assert!(request(&[flag]).unwrap_err().contains("changes nothing without --fair"), "{flag}");
        }
        assert!(request(&["--sides", "-1"]).unwrap_err().contains("cannot be a number of sides"));
    }
}
