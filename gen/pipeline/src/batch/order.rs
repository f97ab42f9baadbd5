//! What was asked of a batch: [`crate::BATCH_FILE`], by which a batch goes on, and shards are known to belong together.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use diagnostics::Diagnostic;
use output::FormatChoice;
use serde::{Deserialize, Serialize};

use crate::{Loaded, Options, REQUEST_KEYS, Request, request_key};

/// One part of a batch: all items whose index leaves `number - 1` when divided by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Shard {
    /// The whole batch.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The indices of its items, where the whole batch has this number of items.
    pub fn items(self, count: u32) -> impl Iterator<Item = u32> {
        (self.number - 1..count).step_by(self.of as usize)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').map(|(number, of)| (number.parse(), of.parse()));
        match numbers {
            Some((Ok(number), Ok(of))) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err("expected K/N with K from 1 to N, such as 1/4".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// All flags that decide what the items are, by their names, as texts. What is usual is written too, so that a batch
/// does not change when a default does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchOrder {
    asked: BTreeMap<String, String>,
    /// How many items the whole batch has.
    pub count: u32,
    /// The first item's seed.
    pub seed: u64,
    /// Which items are to be made here.
    pub shard: Shard,
}

/// The version of the file that is written, and the only one that is read.
const FORMAT: u32 = 1;

/// The file. A newer version may say more; that there is room for it makes a map of it, with names in quotes.
#[derive(Serialize, Deserialize)]
struct OrderFile {
    format: u32,
    asked: BTreeMap<String, String>,
    #[serde(flatten)]
    others: BTreeMap<String, ron::Value>,
}

/// The part of the file that every version has.
#[derive(Deserialize)]
struct Version {
    format: u32,
    #[serde(flatten)]
    _others: BTreeMap<String, ron::Value>,
}

/// Names of flags in the file that are read back as more than texts.
const DESIGN: &str = "PRESET";
const COUNT: &str = "--count";
const SEED: &str = "--seed";
const SHARD: &str = "--shard";

impl BatchOrder {
    /// Of a request, whose seed is the first item's.
    #[must_use]
    pub fn new(
        loaded: &Loaded,
        request: &Request,
        options: &Options,
        formats: &[FormatChoice],
        (count, shard): (u32, Shard),
    ) -> BatchOrder {
        let mut asked = BTreeMap::new();
        let mut ask = |flag: &str, value: String| asked.insert(flag.to_owned(), value);
        ask(DESIGN, format!("{}@{:08x}", options.preset, loaded.digest));
        ask(COUNT, count.to_string());
        ask(SEED, request.seed.to_string());
        ask(SHARD, shard.to_string());
        ask("--tries", options.tries.to_string());
        let required: Vec<String> = options.requirements.iter().map(ToString::to_string).collect();
        ask("--require", required.join(","));
        let weights: Vec<String> =
            playtest::measure_summaries().map(|(name, _)| format!("{name}={}", options.weights.of(name))).collect();
        ask("--weights", weights.join(","));
        let formats: Vec<String> = formats.iter().map(ToString::to_string).collect();
        ask("--format", formats.join(","));
        // Whatever else a request holds stands in its seed string.
        let string = request.shared(&options.preset, loaded.digest, &loaded.design).to_string();
        for (key, value) in string.splitn(3, ':').nth(2).into_iter().flat_map(|keys| keys.split(',')).map(pair) {
            ask(&flag(key), value.to_owned());
        }
        BatchOrder { asked, count, seed: request.seed, shard }
    }

    /// The order that a file holds.
    ///
    /// # Errors
    /// If it is none, or of another version.
    pub fn read(file: &str, text: &str) -> Result<BatchOrder, Diagnostic> {
        let unread = |error| diagnostics::ron_fault("broken-batch", "this is no batch", file, text, error);
        let Version { format, .. } = ron::from_str(text).map_err(unread)?;
        if format != FORMAT {
            let message = format!("{file} is of another version of Fairmarch");
            let fault = Diagnostic::error("broken-batch", message).found(format!("\"format\": {format}"));
            let fault = fault.expected(format!("\"format\": {FORMAT}"));
            return Err(fault.suggest("a newer Fairmarch may go on with it; --out of another folder begins anew"));
        }
        let OrderFile { asked, .. } = ron::from_str(text).map_err(unread)?;
        let number = |flag: &str| asked.get(flag).and_then(|text| text.parse::<u64>().ok());
        let shard = asked.get(SHARD).and_then(|text| text.parse().ok());
        match (number(COUNT).and_then(|count| u32::try_from(count).ok()), number(SEED), shard) {
            (Some(count), Some(seed), Some(shard)) => Ok(BatchOrder { count, seed, shard, asked }),
            _ => {
                let message = format!("{file} does not say which items the batch has");
                Err(Diagnostic::error("broken-batch", message).expected("--count, --seed and --shard"))
            }
        }
    }

    /// As a file.
    #[must_use]
    pub fn write(&self) -> String {
        let file = OrderFile { format: FORMAT, asked: self.asked.clone(), others: BTreeMap::new() };
        let style = ron::ser::PrettyConfig::new().indentor("  ").new_line("\n");
        let told = ron::ser::to_string_pretty(&file, style).expect("texts are written without fail");
        // RON escapes the apostrophe; files have it as it is, as `diagnostics::quote` writes it.
        let told = told.replace("\\'", "'");
        format!("// What was asked of this batch: the same command goes on with it.\n{told}\n")
    }

    /// The order of all shards together.
    #[must_use]
    pub fn whole(mut self) -> BatchOrder {
        self.shard = Shard::WHOLE;
        self.asked.insert(SHARD.to_owned(), Shard::WHOLE.to_string());
        self
    }

    /// What differs from another order: the flags, each with its value here and there; nothing if they are the same.
    #[must_use]
    pub fn differences(&self, other: &BatchOrder) -> Vec<[String; 3]> {
        let flags: BTreeSet<&String> = self.asked.keys().chain(other.asked.keys()).collect();
        let value = |order: &BatchOrder, flag: &str| match order.asked.get(flag).map(String::as_str) {
            None | Some("") => "not given".to_owned(),
            Some(_) if is_switch(flag) => "given".to_owned(),
            // Most values stand there as in a seed string.
            Some(value) => format!("`{}`", crate::seed_string::unescape(value).unwrap_or_else(|| value.to_owned())),
        };
        let differs = |flag: &&String| self.asked.get(*flag) != other.asked.get(*flag);
        flags.into_iter().filter(differs).map(|flag| [flag.clone(), value(self, flag), value(other, flag)]).collect()
    }

    /// What keeps a batch of this order from becoming one of another: the same, but more items are no obstacle, since those that are
    /// there are the first of them.
    #[must_use]
    pub fn obstacles(&self, asked: &BatchOrder) -> Vec<[String; 3]> {
        let mut differences = self.differences(asked);
        if asked.count >= self.count {
            differences.retain(|[flag, ..]| flag != COUNT);
        }
        differences
    }

    /// Whether another order asks for the same items, but for their number.
    #[must_use]
    pub fn is_same_but_for_count(&self, other: &BatchOrder) -> bool {
        self.differences(other).iter().all(|[flag, ..]| flag == COUNT)
    }

    /// The seed of an item.
    #[must_use]
    pub const fn seed_of(&self, index: u32) -> u64 {
        self.seed + index as u64
    }

    /// What the batch is of, for people.
    #[must_use]
    pub fn title(&self) -> String {
        let design = self.asked.get(DESIGN).map_or("", |design| design.split('@').next().unwrap_or_default());
        let part = if self.shard == Shard::WHOLE { String::new() } else { format!(", part {}", self.shard) };
        format!("{design}: seeds {} to {}{part}", self.seed, self.seed_of(self.count.saturating_sub(1)))
    }

    /// The formats that each item has, as far as this version knows them.
    pub fn formats(&self) -> impl Iterator<Item = FormatChoice> {
        let names = self.asked.get("--format").into_iter().flat_map(|list| list.split(','));
        names.filter_map(|name| name.parse().ok())
    }
}

fn pair(text: &str) -> (&str, &str) {
    text.split_once('=').unwrap_or((text, ""))
}

/// The flag that sets a key of a seed string.
fn flag(key: &str) -> String {
    match key.split_once('.') {
        Some(("variant", name)) => format!("--variant {name}"),
        Some(_) => format!("--set {key}"),
        None => format!("--{}", request_key(key).map_or(key, |row| row.flags[0].name)),
    }
}

/// Whether a flag takes no value.
fn is_switch(flag: &str) -> bool {
    let mut flags = REQUEST_KEYS.iter().flat_map(|key| key.flags);
    flags.any(|known| known.argument.is_empty() && flag.strip_prefix("--") == Some(known.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BatchOrder, String> {
        BatchOrder::read("batch.ron", text).map_err(|fault| fault.to_string())
    }

    /// As versions wrote it that had no serde for it: an order goes on.
    const TEXT: &str = "// What was asked of this batch: the same command goes on with it.\n{\n  \"format\": 1,\n  \"asked\": {\n    \
                        \"--count\": \"3\",\n    \"--seed\": \"7\",\n    \"--shard\": \"1/2\",\n    \"PRESET\": \"it's@1\",\n  },\n}\n";

    #[test]
    fn an_order_is_written_as_it_is_read() {
        let order = read(TEXT).unwrap();
        assert_eq!((order.count, order.seed, order.shard.to_string().as_str()), (3, 7, "1/2"));
        assert_eq!(order.write(), TEXT);
        assert_eq!(read(&order.write()).unwrap(), order);
    }

    #[test]
    fn an_order_can_have_more_items_and_no_fewer() {
        let order = read(TEXT).unwrap();
        let more = read(&TEXT.replace("\"3\"", "\"9\"")).unwrap();
        assert_eq!(order.obstacles(&more), Vec::<[String; 3]>::new());
        assert_eq!(more.obstacles(&order), [["--count", "`9`", "`3`"].map(str::to_owned)]);
        assert!(order.is_same_but_for_count(&more));
        let other = read(&TEXT.replace("\"3\"", "\"9\"").replace("it's", "its")).unwrap();
        assert_eq!(order.obstacles(&other), [["PRESET", "`it's@1`", "`its@1`"].map(str::to_owned)]);
        assert!(!order.is_same_but_for_count(&other));
    }

    #[test]
    fn a_batch_order_that_is_broken_or_of_another_version_is_refused() {
        let told = |text: &str| read(text).unwrap_err();
        let newer = told(&TEXT.replace("\"format\": 1", "\"format\": 2").replace("\"3\"", "[3]"));
        assert_eq!(
            newer,
            "error[broken-batch]: batch.ron is of another version of Fairmarch: found \"format\": 2, expected \
            \"format\": 1; a newer Fairmarch may go on with it; --out of another folder begins anew"
        );
        let broken = told(&TEXT.replace("\"3\"", "[3]"));
        assert_eq!(broken, "batch.ron:5:15: error[broken-batch]: this is no batch: Expected string");
        assert_eq!(
            told("{ \"asked\": {} }"),
            "batch.ron:1:15: error[broken-batch]: this is no batch: Unexpected missing field named `format`"
        );
        assert_eq!(told("{"), "batch.ron:1:1: error[broken-batch]: this is no batch: Expected string");
        assert_eq!(
            told("{ \"format\": 1, \"asked\": {} }"),
            "error[broken-batch]: batch.ron does not say which items the batch has: expected --count, --seed and \
            --shard"
        );
    }
}
