//! Requests, and the strings in which players share them.
//!
//! `PRESET ["@" DIGEST] ":" SEED [ ":" KEY "=" VALUE {"," ..} ]`, for example `classic@3fa9c1d2:42:sides=7,size=120x120`.
//! Keys are `advantage`, `area`, `balance`, `fair`, `fair-player`, `fair-matches`, `handicap`, `seat`, `sides`, `size`, `symmetry`, `asymmetry`, `team`, `variant.NAME` or
//! `METHOD.PARAMETER`, sorted; only differences from the preset are written. In values every byte except letters, digits and `-_./`
//! is written as `%XX`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use design::parameters::global::{ASYMMETRY, SYMMETRY, SYMMETRY_WORDS};
use design::{Design, Handicap, Player, Scope, SupportedAreas, nearest};
use grid::Shape;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::{METHODS, SymmetryWish, keys_of, method};

/// What a player asks for, besides the design.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The seed.
    pub seed: u64,
    /// Width and height; the design's if absent.
    pub size: Option<(u32, u32)>,
    /// How many sides; the design's if absent.
    pub sides: Option<u8>,
    /// The kind of area; the design's first if absent.
    pub area: Option<Shape>,
    /// The symmetry of the world; the design's if absent.
    pub symmetry: Option<SymmetryWish>,
    /// How much of the symmetry is given up, in percent; the design's if absent.
    pub asymmetry: Option<u8>,
    /// Whether `balance-starts` is left out.
    pub no_balance: bool,
    /// What is wished of the matches of a fair roll; none are played if it is absent. This crate writes it into the seed string, and
    /// `prove::roll` fulfils it.
    pub fair: Option<FairWish>,
    /// How strong each side starts, relative to the others; all equal if empty.
    pub advantages: Vec<u32>,
    /// By how many percent the builders of each side get on; the design's if empty.
    pub handicaps: Vec<Handicap>,
    /// The team of each side, 0 for none; the design's if empty.
    pub teams: Vec<u8>,
    /// The player of each seat, by its number from 1; the design's where absent.
    pub seats: BTreeMap<u8, Player>,
    /// Parameters of methods: `make-rivers.river-length-min` and the like, with values as typed.
    pub set: BTreeMap<String, String>,
    /// The chosen variants of the design: names and values. They can be checked only when the design is loaded.
    pub variants: BTreeMap<String, String>,
}

/// What is wished of the matches of a fair roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairWish {
    /// What the matches are for.
    pub goal: FairGoal,
    /// Who plays: a player of the game. A seed string starts no programs.
    pub player: String,
    /// The most matches in all; the goal's own number if absent.
    pub matches: Option<u32>,
    /// Whether the map alone is levelled, and no side gets a handicap.
    pub no_handicap: bool,
}

/// What the matches of a fair roll are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FairGoal {
    /// To level a start within a number of matches that its seats and its area give: what the command does if nobody says.
    Even,
    /// To find the most even start that some matches can find.
    Best,
    /// To prove that each seat wins its share.
    Proof {
        /// How far a seat may be from its share, in tenths of a point: 50 is 5 points of a hundred.
        tenths: u16,
    },
    /// To change the monsters of a dungeon until a chosen share of heroes reaches its last level.
    Reach {
        /// The share of heroes, in percent.
        percent: u8,
    },
}

impl Default for FairWish {
    /// A proof within 5 points, played by `goal`.
    fn default() -> FairWish {
        let goal = FairGoal::Proof { tenths: FairWish::TENTHS };
        FairWish { goal, player: "goal".to_owned(), matches: None, no_handicap: false }
    }
}

impl FairWish {
    /// How far a seat may be from its share if nobody says, in tenths of a point.
    pub const TENTHS: u16 = 50;

    /// How many points a seat may be from its share: a delta as people type it.
    pub const POINTS: std::ops::RangeInclusive<f64> = 0.5..=40.0;

    /// How far a seat may be from its share of wins, or a descent from its part of heroes: 0.05 is 5 points.
    #[must_use]
    pub fn delta(&self) -> f64 {
        let tenths = match self.goal {
            FairGoal::Even | FairGoal::Best | FairGoal::Reach { .. } => FairWish::TENTHS,
            FairGoal::Proof { tenths } => tenths,
        };
        f64::from(tenths) / 1000.0
    }

    /// The wish that the command has if nobody says: to level what was rolled.
    #[must_use]
    pub fn even() -> FairWish {
        FairWish { goal: FairGoal::Even, ..FairWish::default() }
    }

    /// The most matches in all: if nobody says, 600 to find a start, and 30,000 to prove one or a descent. To level one it is a number
    /// that its seats and its area give (`prove::even_matches`), 400 for four seats.
    #[must_use]
    pub fn matches(&self) -> u32 {
        self.matches.unwrap_or(match self.goal {
            FairGoal::Even => 400,
            FairGoal::Best => 600,
            FairGoal::Proof { .. } | FairGoal::Reach { .. } => 30_000,
        })
    }
}

/// What stands before the percent of [`FairGoal::Reach`].
const REACH: &str = "reach-";

impl fmt::Display for FairGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FairGoal::Even => f.write_str("even"),
            FairGoal::Best => f.write_str("best"),
            FairGoal::Proof { tenths } => (f64::from(*tenths) / 10.0).fmt(f),
            FairGoal::Reach { percent } => write!(f, "{REACH}{percent}"),
        }
    }
}

impl FromStr for FairGoal {
    type Err = RequestError;

    /// Reads `even`, `best`, points such as `5` and `2.5`, or `reach-30`.
    fn from_str(text: &str) -> Result<FairGoal, RequestError> {
        match text {
            "even" => return Ok(FairGoal::Even),
            "best" => return Ok(FairGoal::Best),
            _ => {}
        }
        if let Some(percent) = text.strip_prefix(REACH) {
            let percent = percent.parse().ok().filter(|percent| (1..=99).contains(percent)).ok_or_else(|| {
                RequestError::new(
                    text,
                    "`fair`",
                    "reach-1 to reach-99: how many heroes of a hundred reach the last level",
                )
            })?;
            return Ok(FairGoal::Reach { percent });
        }
        let points = text.parse::<f64>().ok().filter(|points| FairWish::POINTS.contains(points)).ok_or_else(|| {
            RequestError::new(
                text,
                "`fair`",
                "points from 0.5 to 40 that a seat may be off, such as 5, or even, best or reach-30",
            )
        })?;
        Ok(FairGoal::Proof { tenths: (points * 10.0).round() as u16 })
    }
}

/// A request as a player types it: with its preset, and the digest of the design that it was made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedString {
    /// The preset; `file` if the design came from a file.
    pub preset: String,
    /// The digest, if it was given.
    pub digest: Option<u32>,
    /// The request itself.
    pub request: Request,
}

/// A fault in a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` cannot be {what}: expected {expected}")]
pub struct RequestError {
    /// The faulty text.
    pub found: String,
    /// What the text was read as.
    pub what: String,
    /// What is allowed.
    pub expected: String,
}

impl RequestError {
    fn new(found: &str, what: &str, expected: impl Into<String>) -> RequestError {
        RequestError { found: found.to_owned(), what: what.to_owned(), expected: expected.into() }
    }
}

impl Request {
    /// Sets one key of a string or flag.
    ///
    /// # Errors
    /// A `RequestError` if there is no such key, or if the value is not allowed for it.
    pub fn set_key(&mut self, key: &str, value: &str) -> Result<(), RequestError> {
        match key {
            "size" => {
                let size = SupportedAreas::parse_size(value);
                self.size =
                    Some(size.ok_or_else(|| RequestError::new(value, "a size", "WIDTHxHEIGHT such as 120x80"))?);
            }
            "sides" => {
                let sides = value.parse().ok().filter(|&sides| sides >= 1);
                self.sides = Some(sides.ok_or_else(|| RequestError::new(value, "a number of sides", "1 or more"))?);
            }
            "area" => {
                let names: Vec<&str> = Shape::ALL.iter().map(|shape| shape.name()).collect();
                let area = value.parse().map_err(|_| RequestError::new(value, "an area", names.join(", ")))?;
                self.area = Some(area);
            }
            "symmetry" => {
                let wish =
                    value.parse().map_err(|expected: String| RequestError::new(value, "a symmetry", expected))?;
                self.symmetry = Some(wish);
            }
            "asymmetry" => {
                let share = value.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
                let share = share
                    .ok_or_else(|| RequestError::new(value, "an asymmetry", "a number from 0 to 1, such as 0.2"))?;
                self.asymmetry = Some((share * 100.0).round() as u8);
            }
            "balance" => match value {
                "true" => self.no_balance = false,
                "false" => self.no_balance = true,
                _ => return Err(RequestError::new(value, "`balance`", "true or false")),
            },
            "advantage" => {
                let read =
                    value.split(',').map(|word| word.trim().parse().ok().filter(|number| (1..=100).contains(number)));
                let read: Option<Vec<u32>> = read.collect();
                let expected = "one number from 1 to 100 for each side, with commas between, such as 2,3,7";
                self.advantages = read.ok_or_else(|| RequestError::new(value, "advantages", expected))?;
            }
            "handicap" if value == "no" => {
                self.handicaps.clear();
                self.fair.get_or_insert_default().no_handicap = true;
            }
            "handicap" => {
                let read = value.split(',').map(|word| word.trim().parse().ok().and_then(Handicap::new));
                let read: Option<Vec<Handicap>> = read.collect();
                let expected = "one percentage from 50 to 200 for each side, with commas between, such as 100,106,97; or no, for a fair roll without";
                self.handicaps = read.ok_or_else(|| RequestError::new(value, "handicaps", expected))?;
            }
            "team" => {
                let read = value.split(',').map(|word| word.trim().parse().ok().filter(|team| (0..=15).contains(team)));
                let read: Option<Vec<u8>> = read.collect();
                let expected = "the team of each side from 1 to 15, 0 for none, with commas between, such as 1,1,2,2";
                self.teams = read.ok_or_else(|| RequestError::new(value, "teams", expected))?;
            }
            "seat" => {
                for pair in value.split(',') {
                    let (seat, player) = read_seat(pair)?;
                    if self.seats.insert(seat, player).is_some() {
                        return Err(RequestError::new(pair, "a seat", format!("seat {seat} once")));
                    }
                }
            }
            "fair" => self.fair.get_or_insert_default().goal = value.parse()?,
            "fair-player" if value.starts_with("cmd:") => {
                return Err(RequestError::new(value, "the player", "a player of the game, such as goal"));
            }
            "fair-player" => self.fair.get_or_insert_default().player = value.to_owned(),
            "fair-matches" => {
                let matches = value.parse().ok().filter(|&matches| matches > 0);
                let matches = matches.ok_or_else(|| RequestError::new(value, "a number of matches", "1 or more"))?;
                self.fair.get_or_insert_default().matches = Some(matches);
            }
            // The size is a variant that every design has.
            "variant.world-size" => return self.set_key("size", value),
            _ if key.starts_with("variant.") => {
                self.variants.insert(key["variant.".len()..].to_owned(), value.to_owned());
            }
            _ => {
                check_parameter(key)?;
                self.set.insert(key.to_owned(), value.to_owned());
            }
        }
        Ok(())
    }

    /// The string for a design of this name and digest: everything that differs from the design, sorted.
    #[must_use]
    pub fn shared(&self, preset: &str, digest: u32, design: &Design) -> SharedString {
        let mut request = self.clone();
        request.size = request.size.filter(|&size| size != design.supports.size);
        request.area = request.area.filter(|area| Some(area) != design.supports.areas.first());
        request.sides = request.sides.filter(|&count| usize::from(count) != design.sides_wanted());
        let word = SYMMETRY_WORDS[design.global_int(SYMMETRY) as usize];
        request.symmetry = request.symmetry.filter(|wish| wish.to_string() != word);
        request.asymmetry = request.asymmetry.filter(|&share| i32::from(share) != design.global_int(ASYMMETRY));
        if request.advantages.iter().all(|&advantage| advantage == 1) {
            request.advantages.clear();
        }
        SharedString { preset: preset.to_owned(), digest: Some(digest), request }
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
    let keys = "size, sides, area, symmetry, asymmetry, balance, fair, advantage, handicap, team, seat, variant.NAME or METHOD.PARAMETER";
    let Some((name, parameter)) = key.split_once('.') else {
        let takers = keys_of(key).unwrap_or_default();
        let expected = if takers.is_empty() { keys.to_owned() } else { takers.join(" or ") };
        return Err(RequestError::new(key, "a key", expected));
    };
    let Some(method) = method(name) else {
        let names = METHODS.iter().map(|method| method.info().name);
        let expected =
            nearest(name, names).map_or_else(|| "the name of a method".to_owned(), |name| format!("`{name}`"));
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

impl fmt::Display for SharedString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request {
            seed,
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
            set,
            variants,
        } = &self.request;
        f.write_str(&escape(&self.preset))?;
        if let Some(digest) = self.digest {
            write!(f, "@{digest:08x}")?;
        }
        write!(f, ":{seed}")?;
        let mut keys = set.clone();
        keys.extend(variants.iter().map(|(name, value)| (format!("variant.{name}"), value.clone())));
        let mut insert = |key: &str, value: String| keys.insert(key.to_owned(), value);
        if let Some((width, height)) = size {
            insert("size", format!("{width}x{height}"));
        }
        if let Some(sides) = sides {
            insert("sides", sides.to_string());
        }
        if let Some(area) = area {
            insert("area", area.to_string());
        }
        if let Some(wish) = symmetry {
            insert("symmetry", wish.to_string());
        }
        if let Some(percent) = asymmetry {
            insert("asymmetry", format!("{}.{:02}", percent / 100, percent % 100));
        }
        if *no_balance {
            insert("balance", "false".to_owned());
        }
        if let Some(FairWish { goal, player, matches, no_handicap }) = fair {
            insert("fair", goal.to_string());
            if *player != FairWish::default().player {
                insert("fair-player", player.clone());
            }
            if let Some(matches) = matches {
                insert("fair-matches", matches.to_string());
            }
            if *no_handicap {
                insert("handicap", "no".to_owned());
            }
        }
        if !advantages.is_empty() {
            insert("advantage", advantages.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
        }
        if !handicaps.is_empty() {
            let percents: Vec<String> = handicaps.iter().map(|handicap| handicap.percent().to_string()).collect();
            insert("handicap", percents.join(","));
        }
        if !teams.is_empty() {
            insert("team", teams.iter().map(u8::to_string).collect::<Vec<_>>().join(","));
        }
        if !seats.is_empty() {
            insert("seat", seats.iter().map(|(seat, player)| format!("{seat}={player}")).collect::<Vec<_>>().join(","));
        }
        for (index, (key, value)) in keys.iter().enumerate() {
            let sign = if index == 0 { ':' } else { ',' };
            write!(f, "{sign}{}={}", escape(key), escape(value))?;
        }
        Ok(())
    }
}

impl FromStr for SharedString {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<SharedString, RequestError> {
        let wrong =
            || RequestError::new(text, "a seed string", "PRESET:SEED, such as classic:42 or classic:42:sides=7");
        let mut parts = text.splitn(3, ':');
        let (Some(head), Some(seed)) = (parts.next(), parts.next()) else { return Err(wrong()) };
        let (preset, digest) = match head.split_once('@') {
            Some((preset, digest)) => {
                let read = u32::from_str_radix(digest, 16).ok().filter(|_| digest.len() == 8);
                let expected = "eight hexadecimal digits";
                (preset, Some(read.ok_or_else(|| RequestError::new(digest, "a digest", expected))?))
            }
            None => (head, None),
        };
        let preset = unescape(preset).filter(|preset| !preset.is_empty()).ok_or_else(wrong)?;
        let seed = seed.parse().map_err(|_| RequestError::new(seed, "a seed", "a whole number of 0 or more"))?;
        let mut request = Request { seed, ..Request::default() };
        let mut keys = Vec::new();
        for pair in parts.next().into_iter().flat_map(|rest| rest.split(',')) {
            let Some((key, value)) = pair.split_once('=') else {
                return Err(RequestError::new(pair, "a part of a seed string", "KEY=VALUE"));
            };
            let (Some(key), Some(value)) = (unescape(key), unescape(value)) else {
                return Err(RequestError::new(pair, "a part of a seed string", "%XX with two hexadecimal digits"));
            };
            if keys.contains(&key) {
                return Err(RequestError::new(pair, "a part of a seed string", format!("`{key}` once")));
            }
            request.set_key(&key, &value)?;
            keys.push(key);
        }
        Ok(SharedString { preset, digest, request })
    }
}

/// What stands in values as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/');

/// A text with plain bytes as they are, all others as `%XX`.
fn escape(text: &str) -> String {
    utf8_percent_encode(text, PLAIN).to_string()
}

/// The text that was escaped; `None` where a `%` is not followed by two digits, which the crate would let pass, or for no UTF-8.
pub(crate) fn unescape(text: &str) -> Option<String> {
    let is_escape = |rest: &str| rest.len() >= 2 && rest.bytes().take(2).all(|byte| byte.is_ascii_hexdigit());
    if !text.split('%').skip(1).all(is_escape) {
        return None;
    }
    percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_come_back() {
        for text in [
            "classic:42",
            "classic@3fa9c1d2:42:sides=7,size=120x120",
            "file:0:advantage=2%2C3%2C7,area=cylinder,balance=false,make-countries.country-radius-min=4",
            "classic:7:sides=3,variant.large-countries=true",
            "classic:7:asymmetry=0.15,symmetry=rotation-6",
            "classic:7:seat=1%3Dhuman%2C2%3Dai%3Agoal,team=1%2C1%2C0",
            "my%20game:1",
            "classic:7:fair=5",
            "classic:7:fair=even,sides=3",
            "classic:7:fair=best,handicap=no",
            "classic:7:fair=best,fair-matches=900",
            "dungeon:4:fair=reach-30",
            "classic:7:fair=2.5,fair-matches=900,fair-player=greedy,sides=3",
        ] {
            assert_eq!(text.parse::<SharedString>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_fair_wish_is_in_points_with_a_tenth_or_for_the_best() {
        let fair = |text: &str| text.parse::<SharedString>().map(|shared| shared.request.fair.unwrap());
        let usual = fair("classic:1:fair=5").unwrap();
        assert_eq!((usual.clone(), usual.delta(), usual.matches()), (FairWish::default(), 0.05, 30_000));
        assert_eq!(fair("classic:1:fair=2.5").unwrap().goal, FairGoal::Proof { tenths: 25 });
        let best = fair("classic:1:fair=best").unwrap();
        assert_eq!((best.goal, best.delta(), best.matches()), (FairGoal::Best, 0.05, 600));
        assert_eq!(fair("classic:1:fair=best,fair-matches=90").unwrap().matches(), 90);
        let even = fair("classic:1:fair=even").unwrap();
        assert_eq!((even.clone(), even.delta(), even.matches()), (FairWish::even(), 0.05, 400));
        // What is not wished stands in no string.
        for points in ["none", "0", "-5", "41", "much", "nan", "inf"] {
            let told = fair(&format!("classic:1:fair={points}")).unwrap_err().to_string();
            let expected = "cannot be `fair`: expected points from 0.5 to 40 that a seat may be off, such as 5, or even, best or reach-30";
            assert_eq!(told, format!("`{points}` {expected}"));
        }
        let reach = fair("dungeon:4:fair=reach-30").unwrap();
        assert_eq!((reach.goal, reach.delta(), reach.matches()), (FairGoal::Reach { percent: 30 }, 0.05, 30_000));
        for percent in ["", "0", "100", "-3", "2.5", "half"] {
            let told = fair(&format!("dungeon:4:fair=reach-{percent}")).unwrap_err().to_string();
            assert!(
                told.ends_with("expected reach-1 to reach-99: how many heroes of a hundred reach the last level"),
                "{told}"
            );
        }
        let none = fair("classic:1:fair-matches=0").unwrap_err().to_string();
        assert_eq!(none, "`0` cannot be a number of matches: expected 1 or more");
        let program = fair("classic:1:fair-player=cmd%3Ash").unwrap_err().to_string();
        assert_eq!(program, "`cmd:sh` cannot be the player: expected a player of the game, such as goal");
    }

    #[test]
    fn faults_say_what_would_be_right() {
        let fault = |text: &str| text.parse::<SharedString>().unwrap_err().to_string();
        assert_eq!(
            fault("classic"),
            "`classic` cannot be a seed string: expected PRESET:SEED, such as classic:42 or classic:42:sides=7"
        );
        assert_eq!(fault("classic:x"), "`x` cannot be a seed: expected a whole number of 0 or more");
        assert_eq!(fault("classic@zz:1"), "`zz` cannot be a digest: expected eight hexadecimal digits");
        assert_eq!(fault("classic:1:sides=0"), "`0` cannot be a number of sides: expected 1 or more");
        assert_eq!(fault("classic:1:make-river.x=0"), "`make-river` cannot be a method: expected `make-rivers`");
        assert_eq!(
            fault("classic:1:make-countries.country-radius-mim=0"),
            "`country-radius-mim` cannot be a parameter of `make-countries`: expected `country-radius-min`"
        );
        let seat = "expected N=human, N=ai, N=ai:NAME, N=empty or N=open, such as 1=human";
        for wrong in ["1", "0=ai", "x=ai", "1=robot"] {
            let text = format!("classic:1:seat={}", escape(wrong));
            assert_eq!(fault(&text), format!("`{wrong}` cannot be a seat: {seat}"));
        }
        assert_eq!(fault("classic:1:seat=1%3Dai%2C1%3Dai"), "`1=ai` cannot be a seat: expected seat 1 once");
        assert_eq!(
            fault("classic:1:team=1%2C16"),
            "`1,16` cannot be teams: expected the team of each side from 1 to 15, 0 for none, with commas \
            between, such as 1,1,2,2"
        );
        assert_eq!(
            fault("classic:1:asymmetry=1.5"),
            "`1.5` cannot be an asymmetry: expected a number from 0 to 1, such as 0.2"
        );
        assert_eq!(
            fault("classic:1:symmetry=rotation-5"),
            "`rotation-5` cannot be a symmetry: expected one of none, auto, rotation, mirror, translation, \
            rotation-2, rotation-3, rotation-4, rotation-6, mirror-x, mirror-y, translation-2, translation-3, \
            translation-4, translation-5, translation-6, translation-7, translation-8, translation-9, \
            translation-10, translation-11, translation-12, translation-13, translation-14, translation-15"
        );
        assert_eq!(
            fault("classic:1:size=%4"),
            "`size=%4` cannot be a part of a seed string: expected %XX with two hexadecimal digits"
        );
    }
}
