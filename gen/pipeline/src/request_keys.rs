//! The keys of a request, a row for each: its name in seed strings, the flags of the command that set it, how it is set, printed and left out.
//!
//! Seed strings (`seed_string.rs`), the flags of `roll` with their help, and the fields of the window are made of these rows: a new key is
//! a field of [`Request`] and a row here. Beside the rows stand two families whose keys hold a name of the design: `variant.NAME` and
//! `METHOD.PARAMETER`.

use std::collections::BTreeMap;

use design::parameters::global::{ASYMMETRY, SYMMETRY, SYMMETRY_WORDS};
use design::{Design, Handicap, Player, Scope, SideSketch, SupportedAreas, nearest};
use grid::Shape;

use crate::{FairGoal, FairWish, Request, RequestError, keys_of, method, methods};

/// A key of a request.
#[derive(Debug)]
pub struct RequestKey {
    /// As seed strings name it.
    pub name: &'static str,
    /// The flags that set it; the first is the one that is told of.
    pub flags: &'static [KeyFlag],
    /// What a field of a form says of it; empty if no form has one.
    pub hint: &'static str,
    /// Sets it to a value as people type it.
    pub set: fn(&mut Request, &str) -> Result<(), RequestError>,
    /// Its value, as [`RequestKey::set`] reads it; `None` if nothing is asked for.
    pub print: fn(&Request) -> Option<String>,
    /// Whether it asks for no more than what the design says: then no seed string holds it.
    pub is_usual: fn(&Request, &Design) -> bool,
    /// Asks for nothing.
    pub clear: fn(&mut Request),
}

/// A flag of the command that sets a key.
#[derive(Debug)]
pub struct KeyFlag {
    /// Without its dashes.
    pub name: &'static str,
    /// What its value is called; empty if it takes none.
    pub argument: &'static str,
    /// The value that the flag alone stands for; it is typed behind `=` otherwise.
    pub alone: Option<&'static str>,
    /// Whether it says more of a fair roll, and so nothing without one.
    pub is_of_fair: bool,
    /// What it does, in sentences without the last full stop.
    pub help: &'static str,
}

impl KeyFlag {
    /// A flag with a value.
    const fn new(name: &'static str, argument: &'static str, help: &'static str) -> KeyFlag {
        KeyFlag { name, argument, alone: None, is_of_fair: false, help }
    }

    /// A flag without a value, which stands for one.
    const fn switch(name: &'static str, value: &'static str, help: &'static str) -> KeyFlag {
        KeyFlag { name, argument: "", alone: Some(value), is_of_fair: false, help }
    }

    /// The same for a fair roll alone.
    const fn of_fair(self) -> KeyFlag {
        KeyFlag { is_of_fair: true, ..self }
    }
}

impl RequestKey {
    /// What a field of a form is called: the name with a capital letter.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{}{}", self.name[..1].to_uppercase(), &self.name[1..])
    }
}

/// Every key, in the order in which help and errors list them.
pub const REQUEST_KEYS: &[RequestKey] = &[
    RequestKey {
        name: "size",
        flags: &[KeyFlag::new("size", "WxH", "The world's size, such as 120x80")],
        hint: "Width and height",
        set: |request, value| {
            let size = SupportedAreas::parse_size(value);
            request.size = Some(size.ok_or_else(|| RequestError::new(value, "a size", "WIDTHxHEIGHT such as 120x80"))?);
            Ok(())
        },
        print: |request| request.size.map(|(width, height)| format!("{width}x{height}")),
        is_usual: |request, design| request.size.is_none_or(|size| size == design.supports.size),
        clear: |request| request.size = None,
    },
    RequestKey {
        name: "sides",
        flags: &[KeyFlag::new("sides", "N", "How many sides")],
        hint: "How many sides",
        set: |request, value| {
            let sides = value.parse().ok().filter(|&sides| sides >= 1);
            request.sides = Some(sides.ok_or_else(|| RequestError::new(value, "a number of sides", "1 or more"))?);
            Ok(())
        },
        print: |request| request.sides.map(|sides| sides.to_string()),
        is_usual: |request, design| request.sides.is_none_or(|sides| usize::from(sides) == design.sides_wanted()),
        clear: |request| request.sides = None,
    },
    RequestKey {
        name: "area",
        flags: &[KeyFlag::new(
            "area",
            "A",
            "The kind of area: hexagon (or hex), rectangle, cylinder, torus, square4, square8, torus4 or torus8",
        )],
        hint: "The kind of cells and what happens at the edges; those that the design is made for come first",
        set: |request, value| {
            let names: Vec<&str> = Shape::ALL.iter().map(|shape| shape.name()).collect();
            let area = value.parse().map_err(|_| RequestError::new(value, "an area", names.join(", ")))?;
            request.area = Some(area);
            Ok(())
        },
        print: |request| request.area.map(|area| area.to_string()),
        is_usual: |request, design| request.area.is_none_or(|area| Some(&area) == design.supports.areas.first()),
        clear: |request| request.area = None,
    },
    RequestKey {
        name: "symmetry",
        flags: &[KeyFlag::new(
            "symmetry",
            "WORD",
            "Parts that are alike, one for each side: auto, rotation, mirror, translation, none, or one kind such as rotation-6",
        )],
        hint: "How the world repeats itself, so that seats are alike",
        set: |request, value| {
            let wish = value.parse().map_err(|expected: String| RequestError::new(value, "a symmetry", expected))?;
            request.symmetry = Some(wish);
            Ok(())
        },
        print: |request| request.symmetry.map(|wish| wish.to_string()),
        is_usual: |request, design| {
            let word = SYMMETRY_WORDS[design.global_int(SYMMETRY) as usize];
            request.symmetry.is_none_or(|wish| wish.to_string() == word)
        },
        clear: |request| request.symmetry = None,
    },
    RequestKey {
        name: "asymmetry",
        flags: &[KeyFlag::new(
            "asymmetry",
            "X",
            "How far the parts may differ: 0 makes them alike to the cell, 1 gives the symmetry up",
        )],
        hint: "How much of the symmetry is given up again, in percent",
        set: |request, value| {
            let share = value.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
            let expected = "a number from 0 to 1, such as 0.2";
            let share = share.ok_or_else(|| RequestError::new(value, "an asymmetry", expected))?;
            request.asymmetry = Some((share * 100.0).round() as u8);
            Ok(())
        },
        print: |request| request.asymmetry.map(|percent| format!("{}.{:02}", percent / 100, percent % 100)),
        is_usual: |request, design| {
            request.asymmetry.is_none_or(|percent| i32::from(percent) == design.global_int(ASYMMETRY))
        },
        clear: |request| request.asymmetry = None,
    },
    RequestKey {
        name: "advantage",
        flags: &[KeyFlag::new(
            "advantage",
            "LIST",
            "Let sides start stronger or weaker in this ratio, such as 2,3,7, and win in it: fairness is measured, levelled and proved \
             against it",
        )],
        hint: "How strong it starts, against the others",
        set: |request, value| {
            let read =
                value.split(',').map(|word| word.trim().parse().ok().filter(|number| (1..=100).contains(number)));
            let read: Option<Vec<u32>> = read.collect();
            let expected = "one number from 1 to 100 for each side, with commas between, such as 2,3,7";
            request.advantages = read.ok_or_else(|| RequestError::new(value, "advantages", expected))?;
            Ok(())
        },
        print: |request| list(request.advantages.iter().map(u32::to_string).collect()),
        is_usual: |request, design| {
            let own = |side: &SideSketch| side.advantage.unwrap_or(1);
            let is_even = design.advantage_default() == 1 && design.sides.iter().all(|side| own(side) == 1);
            request.advantages.is_empty() || (is_even && request.advantages.iter().all(|&advantage| advantage == 1))
        },
        clear: |request| request.advantages.clear(),
    },
    RequestKey {
        name: "handicap",
        flags: &[
            KeyFlag::new(
                "handicap",
                "LIST",
                "By how many percent the builders of each side get on, such as 100,106,97: 100 is as the design says",
            ),
            KeyFlag::switch(
                "no-handicap",
                NO_HANDICAP,
                "With --fair: level the map alone, and give no side a handicap",
            )
            .of_fair(),
        ],
        hint: "",
        set: set_handicap,
        print: |request| {
            let percents = list(request.handicaps.iter().map(|handicap| handicap.percent().to_string()).collect());
            let is_refused = request.fair.as_ref().is_some_and(|wish| wish.no_handicap);
            percents.or_else(|| is_refused.then(|| NO_HANDICAP.to_owned()))
        },
        is_usual: as_asked,
        clear: |request| {
            request.handicaps.clear();
            request.fair.iter_mut().for_each(|wish| wish.no_handicap = false);
        },
    },
    RequestKey {
        name: "team",
        flags: &[KeyFlag::new(
            "team",
            "LIST",
            "The team of each side, 0 for none, such as 1,1,2,2; fairness is measured per team too",
        )],
        hint: "Its team; 0 is alone",
        set: |request, value| {
            let read = value.split(',').map(|word| word.trim().parse().ok().filter(|team| (0..=15).contains(team)));
            let read: Option<Vec<u8>> = read.collect();
            let expected = "the team of each side from 1 to 15, 0 for none, with commas between, such as 1,1,2,2";
            request.teams = read.ok_or_else(|| RequestError::new(value, "teams", expected))?;
            Ok(())
        },
        print: |request| list(request.teams.iter().map(u8::to_string).collect()),
        is_usual: as_asked,
        clear: |request| request.teams.clear(),
    },
    RequestKey {
        name: "seat",
        flags: &[KeyFlag::new("seat", "N=PLAYER,..", "Who plays which seat, such as 1=human,2=ai:goal,3=empty")],
        hint: "Who plays it",
        set: set_seats,
        print: |request| list(request.seats.iter().map(|(seat, player)| format!("{seat}={player}")).collect()),
        is_usual: as_asked,
        clear: |request| request.seats.clear(),
    },
    RequestKey {
        name: "balance",
        flags: &[KeyFlag::switch("no-balance", "false", "Leave the starts as the search found them")],
        hint: "Whether balance-starts levels what the sides start with",
        set: |request, value| {
            request.no_balance = match value {
                "true" => false,
                "false" => true,
                _ => return Err(RequestError::new(value, "`balance`", "true or false")),
            };
            Ok(())
        },
        print: |request| request.no_balance.then(|| "false".to_owned()),
        is_usual: as_asked,
        clear: |request| request.no_balance = false,
    },
    RequestKey {
        name: "fair",
        flags: &[KeyFlag {
            alone: Some("5"),
            ..KeyFlag::new(
                "fair",
                "POINTS|even|best|none|GOAL-PERCENT",
                "Play what was rolled, level it by a handicap of some percent of building for each side, and by other sites where that would be \
                 large, and prove by fresh matches that every seat wins within POINTS of its share, which is equal or in the \
                 ratio of --advantage [default: 5]. `--fair=even` levels it \
                 within some 400 matches, without a proof: what `roll` does with presets and designs if nobody says; `--fair=none` plays \
                 nothing. `--fair=best` takes the most even start that 600 matches find; `--fair=GOAL-30` changes it until 30 % \
                 of its matches do what a goal of its game says, and proves that",
            )
        }],
        hint: "Each roll is made fair by matches",
        set: |request, value| {
            let goal: FairGoal = value.parse()?;
            request.fair.get_or_insert_default().goal = goal;
            Ok(())
        },
        print: |request| request.fair.as_ref().map(|wish| wish.goal.to_string()),
        is_usual: as_asked,
        clear: |request| request.fair = None,
    },
    RequestKey {
        name: "fair-player",
        flags: &[KeyFlag::new(
            "fair-player",
            "NAME",
            "With --fair: which player of the game plays [default: goal, or the game's own]",
        )
        .of_fair()],
        hint: "",
        set: |request, value| {
            // No seed string starts a program.
            if value.starts_with("cmd:") {
                return Err(RequestError::new(value, "the player", "a player of the game, such as goal"));
            }
            value.clone_into(&mut request.fair.get_or_insert_default().player);
            Ok(())
        },
        print: |request| {
            let player = &request.fair.as_ref()?.player;
            (*player != FairWish::default().player).then(|| player.clone())
        },
        is_usual: as_asked,
        clear: |request| request.fair.iter_mut().for_each(|wish| wish.player = FairWish::default().player),
    },
    RequestKey {
        name: "fair-matches",
        flags: &[KeyFlag::new(
            "fair-matches",
            "N",
            "With --fair: the most matches in all [default: 30000, 600 for best, about 400 for even]",
        )
        .of_fair()],
        hint: "",
        set: |request, value| {
            let matches = value.parse().ok().filter(|&matches| matches > 0);
            let matches = matches.ok_or_else(|| RequestError::new(value, "a number of matches", "1 or more"))?;
            request.fair.get_or_insert_default().matches = Some(matches);
            Ok(())
        },
        print: |request| Some(request.fair.as_ref()?.matches?.to_string()),
        is_usual: as_asked,
        clear: |request| request.fair.iter_mut().for_each(|wish| wish.matches = None),
    },
];

/// What `handicap` says where a fair roll gives none.
const NO_HANDICAP: &str = "no";

/// Of keys that stand in a seed string whenever they are asked for.
const fn as_asked(_: &Request, _: &Design) -> bool {
    false
}

/// Values with commas between; `None` if there are none.
fn list(values: Vec<String>) -> Option<String> {
    (!values.is_empty()).then(|| values.join(","))
}

fn set_handicap(request: &mut Request, value: &str) -> Result<(), RequestError> {
    if value == NO_HANDICAP {
        request.handicaps.clear();
        request.fair.get_or_insert_default().no_handicap = true;
        return Ok(());
    }
    let read = value.split(',').map(|word| word.trim().parse().ok().and_then(Handicap::new));
    let read: Option<Vec<Handicap>> = read.collect();
    let expected = "one percentage from 50 to 200 for each side, with commas between, such as 100,106,97; or no, for a fair roll without";
    request.handicaps = read.ok_or_else(|| RequestError::new(value, "handicaps", expected))?;
    Ok(())
}

/// What is said of other seats stays: a flag adds to a seed string.
fn set_seats(request: &mut Request, value: &str) -> Result<(), RequestError> {
    let mut said = BTreeMap::new();
    for pair in value.split(',') {
        let (seat, player) = read_seat(pair)?;
        if said.insert(seat, player).is_some() {
            return Err(RequestError::new(pair, "a seat", format!("seat {seat} once")));
        }
    }
    request.seats.append(&mut said);
    Ok(())
}

/// The row of a key; `None` if it has none.
#[must_use]
pub fn request_key(name: &str) -> Option<&'static RequestKey> {
    REQUEST_KEYS.iter().find(|key| key.name == name)
}

impl Request {
    /// Sets one key of a string or flag.
    ///
    /// # Errors
    /// A `RequestError` if there is no such key, or if the value is not allowed for it.
    pub fn set_key(&mut self, key: &str, value: &str) -> Result<(), RequestError> {
        // The size is a variant that every design has.
        let name = if key == "variant.world-size" { "size" } else { key };
        if let Some(row) = request_key(name) {
            return (row.set)(self, value);
        }
        if let Some(variant) = name.strip_prefix("variant.") {
            self.variants.insert(variant.to_owned(), value.to_owned());
        } else {
            check_parameter(name)?;
            self.set.insert(name.to_owned(), value.to_owned());
        }
        Ok(())
    }
}

/// Reads `1=human`.
fn read_seat(pair: &str) -> Result<(u8, Player), RequestError> {
    let wrong = || RequestError::new(pair, "a seat", "N=human, N=ai, N=ai:NAME, N=empty or N=open, such as 1=human");
    let (seat, player) = pair.trim().split_once('=').ok_or_else(wrong)?;
    let seat = seat.trim().parse().ok().filter(|&seat: &u8| seat > 0).ok_or_else(wrong)?;
    Ok((seat, player.trim().parse().map_err(|_| wrong())?))
}

/// Checks that `METHOD.PARAMETER` names a method, and a parameter that it reads.
fn check_parameter(key: &str) -> Result<(), RequestError> {
    let Some((name, parameter)) = key.split_once('.') else {
        let takers = keys_of(key).unwrap_or_default();
        let names: Vec<&str> = REQUEST_KEYS.iter().map(|key| key.name).collect();
        let all = || format!("{}, variant.NAME or METHOD.PARAMETER", names.join(", "));
        return Err(RequestError::new(key, "a key", if takers.is_empty() { all() } else { takers.join(" or ") }));
    };
    let Some(method) = method(name) else {
        let names: Vec<&str> = methods().iter().map(|method| method.info().name).collect();
        let expected = nearest(name, names.iter().copied())
            .map_or_else(|| "the name of a method".to_owned(), |name| format!("`{name}`"));
        return Err(RequestError::new(name, "a method", expected));
    };
    let read = method.info().parameters;
    let today = design::parameters::find(Scope::Global, parameter);
    let today = today.map_or(parameter, |number| design::parameters::rows(Scope::Global)[number].name);
    if read.contains(&today) {
        return Ok(());
    }
    let takers = keys_of(parameter).unwrap_or_default();
    let expected = match nearest(parameter, read.iter().copied()) {
        _ if !takers.is_empty() => takers.join(" or "),
        Some(name) => format!("`{name}`"),
        None if read.is_empty() => "nothing: it has no parameters".to_owned(),
        None => format!("one of {}", read.join(", ")),
    };
    Err(RequestError::new(parameter, &format!("a parameter of `{name}`"), expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SharedString;

    /// A value of each key, as a seed string holds it.
    const VALUES: &[(&str, &str)] = &[
        ("size", "120x80"),
        ("sides", "3"),
        ("area", "cylinder"),
        ("symmetry", "rotation-3"),
        ("asymmetry", "0.15"),
        ("advantage", "2,3,7"),
        ("handicap", "100,106,97"),
        ("team", "1,1,0"),
        ("seat", "1=human,2=ai:goal"),
        ("balance", "false"),
        ("fair", "2.5"),
        ("fair-player", "greedy"),
        ("fair-matches", "900"),
    ];

    /// A request that asks for something by each key.
    fn whole() -> Request {
        let mut request = Request { seed: 7, ..Request::default() };
        for (name, value) in VALUES {
            request.set_key(name, value).unwrap();
        }
        request
    }

    #[test]
    fn each_key_comes_back_through_a_seed_string_and_can_be_cleared() {
        let names: Vec<&str> = VALUES.iter().map(|(name, _)| *name).collect();
        assert_eq!(REQUEST_KEYS.iter().map(|key| key.name).collect::<Vec<_>>(), names, "each key has a value here");
        let request = whole();
        let string = SharedString { preset: "file".to_owned(), digest: None, request: request.clone() }.to_string();
        assert_eq!(string.parse::<SharedString>().unwrap().request, request);
        for (key, (name, value)) in REQUEST_KEYS.iter().zip(VALUES) {
            assert_eq!((key.print)(&request).as_deref(), Some(*value), "{name}");
            let mut alone = Request::default();
            (key.set)(&mut alone, value).unwrap();
            assert_eq!((key.print)(&alone).as_deref(), Some(*value), "{name}");
            (key.clear)(&mut alone);
            assert_eq!((key.print)(&alone), None, "{name}");
        }
    }

    /// What no row speaks of would be lost in strings: a new field is named here, and fails until it has a row.
    #[test]
    fn every_field_of_a_request_has_a_key() {
        let Request {
            seed: _,
            size,
            sides,
            area,
            symmetry,
            asymmetry,
            no_balance,
            fair,
            advantages,
            handicaps,
            teams,
            seats,
            set: _,
            variants: _,
        } = whole();
        assert!(size.is_some() && sides.is_some() && area.is_some() && symmetry.is_some() && asymmetry.is_some());
        assert!(no_balance && fair.is_some_and(|wish| wish.matches.is_some() && wish != FairWish::default()));
        assert!(!advantages.is_empty() && !handicaps.is_empty() && !teams.is_empty() && !seats.is_empty());
    }

    #[test]
    fn an_unknown_key_is_told_all_that_there_are() {
        let told = "classic:3:foo=1".parse::<SharedString>().unwrap_err().to_string();
        let listed = told.strip_prefix("`foo` cannot be a key: expected ").unwrap_or_else(|| panic!("{told}"));
        let listed: Vec<&str> = listed.split(", ").collect();
        let names: Vec<&str> = REQUEST_KEYS.iter().map(|key| key.name).collect();
        assert_eq!(listed, [&names[..], &["variant.NAME or METHOD.PARAMETER"]].concat());
    }

    #[test]
    fn what_the_design_says_anyway_stands_in_no_string() {
        let loaded = crate::load_preset("classic").unwrap().unwrap();
        let design = &loaded.design;
        let mut request = Request { seed: 3, ..Request::default() };
        let (width, height) = design.supports.size;
        let sides = design.sides_wanted().to_string();
        let symmetry = SYMMETRY_WORDS[design.global_int(SYMMETRY) as usize];
        for (key, value) in [
            ("size", format!("{width}x{height}")),
            ("sides", sides),
            ("area", design.supports.areas[0].to_string()),
            ("symmetry", symmetry.to_owned()),
            ("asymmetry", format!("{}", f64::from(design.global_int(ASYMMETRY)) / 100.0)),
            ("advantage", "1,1".to_owned()),
        ] {
            request.set_key(key, &value).unwrap();
        }
        assert_eq!(request.shared("classic", 1, design).to_string(), "classic@00000001:3");
        assert_eq!(whole().shared("classic", 1, design).request, whole());
        // Where the design has uneven sides, equal ones are asked for.
        let mut uneven = Design::clone(design);
        uneven.sides = vec![SideSketch { advantage: Some(3), ..SideSketch::default() }];
        let request = Request { seed: 3, advantages: vec![1, 1], ..Request::default() };
        assert_eq!(request.shared("file", 1, &uneven).to_string(), "file@00000001:3:advantage=1%2C1");
    }

    #[test]
    fn a_seat_is_added_to_those_that_were_said() {
        let mut request = Request::default();
        request.set_key("seat", "1=human,2=ai").unwrap();
        request.set_key("seat", "2=empty").unwrap();
        let seat = request_key("seat").unwrap();
        assert_eq!((seat.print)(&request).as_deref(), Some("1=human,2=empty"));
    }
}
