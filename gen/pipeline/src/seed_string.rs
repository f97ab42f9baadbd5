//! Requests as strings that players share.
//!
//! `PRESET ["@" DIGEST] ":" SEED [ ":" KEY "=" VALUE {"," ..} ]`, for example `classic@3fa9c1d2:42:sides=7,size=120x120`.
//! Keys are those of [`REQUEST_KEYS`], `variant.NAME` or `METHOD.PARAMETER`, sorted; only differences from the preset are written. In
//! values every byte except letters, digits and `-_./` is written as `%XX`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use design::Design;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::{REQUEST_KEYS, Request, RequestError};

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

impl Request {
    /// The string for a design of this name and digest: everything that differs from the design, sorted.
    #[must_use]
    pub fn shared(&self, preset: &str, digest: u32, design: &Design) -> SharedString {
        let mut request = self.clone();
        for key in REQUEST_KEYS {
            if (key.is_usual)(&request, design) {
                (key.clear)(&mut request);
            }
        }
        SharedString { preset: preset.to_owned(), digest: Some(digest), request }
    }
}

impl fmt::Display for SharedString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request { seed, set, variants, .. } = &self.request;
        f.write_str(&escape(&self.preset))?;
        if let Some(digest) = self.digest {
            write!(f, "@{digest:08x}")?;
        }
        write!(f, ":{seed}")?;
        let mut keys = set.clone();
        keys.extend(variants.iter().map(|(name, value)| (format!("variant.{name}"), value.clone())));
        for key in REQUEST_KEYS {
            if let Some(value) = (key.print)(&self.request) {
                keys.insert(key.name.to_owned(), value);
            }
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
        // A request without its seed is none that is called like that, and a number that is none, such as -1, is a slip.
        let is_word = |text: &String| text.starts_with(char::is_alphabetic) && !text.contains('=');
        let seed = unescape(seed)
            .filter(|text| is_word(text) || text.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|text| read_seed(&text))
            .ok_or_else(|| RequestError::new(seed, "a seed", SEED_WORDS))?;
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

/// What can be a seed, for who typed something else.
pub const SEED_WORDS: &str = "a whole number of 0 to 18446744073709551615, or a text";

/// A seed as people type it: a number, or any text, whose number is below that of every fresh seed. `None` for nothing, and for a number that
/// is too large.
#[must_use]
pub fn read_seed(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok();
    }
    Some(chance::digest(text) % chance::SEED_BOUND)
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
    use crate::{FairGoal, FairWish};

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
        assert_eq!(
            (reach.goal, reach.delta(), reach.matches()),
            (FairGoal::Game { name: "reach", percent: 30 }, 0.05, 30_000)
        );
        for percent in ["", "0", "100", "-3", "2.5", "half"] {
            let told = fair(&format!("dungeon:4:fair=reach-{percent}")).unwrap_err().to_string();
            assert!(
                told.ends_with("expected reach-1 to reach-99: how many of a hundred heroes reach the last level"),
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
        let seed = |text: &str| text.parse::<SharedString>().map(|shared| shared.request.seed);
        assert_eq!(seed("classic:my%20world"), Ok(read_seed("my world").unwrap()));
        assert_eq!(seed("classic:007"), Ok(7));
        for text in ["", "18446744073709551616", "sides=3", "-1", "1.5"] {
            let told = format!("`{text}` cannot be a seed: expected a whole number of 0 to {}, or a text", u64::MAX);
            assert_eq!(fault(&format!("classic:{text}")), told);
        }
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
