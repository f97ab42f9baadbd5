//! What was asked of a batch: `batch.ron`, by which a batch goes on, and shards are known to belong together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use diagnostics::{Diagnostic, Diagnostics};
use pipeline::{Loaded, Options, Request};
use serde::{Deserialize, Serialize};

use crate::args::Shard;
use crate::files::{self, Batch};
use crate::report::Failure;

/// The file's name.
pub const ORDER_FILE: &str = "batch.ron";

/// All flags that decide what the items are, by their names, as texts. What is usual is written too, so that a batch
/// does not change when a default does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
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

impl Order {
    /// Of a request, whose seed is the first item's.
    pub fn new(
        loaded: &Loaded,
        request: &Request,
        options: &Options,
        formats: &[&str],
        (count, shard): (u32, Shard),
    ) -> Order {
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
            fairness::measures().map(|(name, _)| format!("{name}={}", options.weights.of(name))).collect();
        ask("--weights", weights.join(","));
        ask("--format", formats.join(","));
        // Whatever else a request holds stands in its seed string.
        let string = request.shared(&options.preset, loaded.digest, &loaded.design).to_string();
        for (key, value) in string.splitn(3, ':').nth(2).into_iter().flat_map(|keys| keys.split(',')).map(pair) {
            ask(&flag(key), value.to_owned());
        }
        Order { asked, count, seed: request.seed, shard }
    }

    /// The order of a folder; `None` if there is none yet.
    ///
    /// # Errors
    /// If its file cannot be read, or is none.
    pub fn read(folder: &Path) -> Result<Option<Order>, Failure> {
        let path = folder.join(ORDER_FILE);
        if !path.exists() {
            return Ok(None);
        }
        let (file, text) = (path.display().to_string(), files::read(&path)?);
        let failed = |fault: Diagnostic| Failure::Data(Diagnostics(vec![fault]));
        let unread = |error| failed(diagnostics::ron_fault("broken-batch", "this is no batch", &file, &text, error));
        let Version { format, .. } = ron::from_str(&text).map_err(unread)?;
        if format != FORMAT {
            let message = format!("{file} is of another version of Fairmarch");
            let fault = Diagnostic::error("broken-batch", message).found(format!("\"format\": {format}"));
            return Err(failed(fault.expected(format!("\"format\": {FORMAT}"))));
        }
        let OrderFile { asked, .. } = ron::from_str(&text).map_err(unread)?;
        let number = |flag: &str| asked.get(flag).and_then(|text| text.parse::<u64>().ok());
        let shard = asked.get(SHARD).and_then(|text| text.parse().ok());
        match (number(COUNT).and_then(|count| u32::try_from(count).ok()), number(SEED), shard) {
            (Some(count), Some(seed), Some(shard)) => Ok(Some(Order { count, seed, shard, asked })),
            _ => {
                let message = format!("{file} does not say which items the batch has");
                Err(failed(Diagnostic::error("broken-batch", message).expected("--count, --seed and --shard")))
            }
        }
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let file = OrderFile { format: FORMAT, asked: self.asked.clone(), others: BTreeMap::new() };
        let style = ron::ser::PrettyConfig::new().indentor("  ").new_line("\n");
        let told = ron::ser::to_string_pretty(&file, style).expect("texts are written without fail");
        // RON escapes the apostrophe; files have it as it is, as `diagnostics::quote` writes it.
        let told = told.replace("\\'", "'");
        let text = format!("// What was asked of this batch: the same command goes on with it.\n{told}\n");
        let mut batch = Batch::new(folder)?;
        batch.add(ORDER_FILE, |out| Ok(out.write_all(text.as_bytes())?))?;
        batch.replace(std::iter::empty())
    }

    /// The order of all shards together.
    #[must_use]
    pub fn whole(mut self) -> Order {
        self.shard = Shard::WHOLE;
        self.asked.insert(SHARD.to_owned(), Shard::WHOLE.to_string());
        self
    }

    /// What differs from another order: the flags, each with its value here and there; nothing if they are the same.
    #[must_use]
    pub fn differences(&self, other: &Order) -> Vec<[String; 3]> {
        let flags: BTreeSet<&String> = self.asked.keys().chain(other.asked.keys()).collect();
        let value = |order: &Order, flag: &str| match order.asked.get(flag).map(String::as_str) {
            None | Some("") => "not given".to_owned(),
            Some(value) => format!("`{value}`"),
        };
        let differs = |flag: &&String| self.asked.get(*flag) != other.asked.get(*flag);
        flags.into_iter().filter(differs).map(|flag| [flag.clone(), value(self, flag), value(other, flag)]).collect()
    }

    /// That a folder with this order may go on with another.
    ///
    /// # Errors
    /// If they are not the same: which flags differ.
    pub fn must_be(&self, asked: &Order, folder: &Path) -> Result<(), Failure> {
        let differences = self.differences(asked);
        if differences.is_empty() {
            return Ok(());
        }
        let told = differences.iter().map(|[flag, was, is]| format!("{flag} was {was} and is {is}"));
        let told = told.collect::<Vec<_>>().join("; ");
        let message = format!("{} holds another batch: {told}", folder.display());
        Err(Failure::usage(format!("{message}; ask for the same to go on with it, or name another --out")))
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

    /// The names of the formats that each item has.
    pub fn formats(&self) -> impl Iterator<Item = &str> {
        self.asked.get("--format").into_iter().flat_map(|list| list.split(',')).filter(|name| !name.is_empty())
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
        None if key == "balance" => "--no-balance".to_owned(),
        None => format!("--{key}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<Order>, String> {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(ORDER_FILE), text).expect("a file");
        Order::read(folder.path()).map_err(|failure| failure.diagnostics()[0].to_string())
    }

    /// As versions wrote it that had no serde for it: an order goes on.
    const TEXT: &str = "// What was asked of this batch: the same command goes on with it.\n{\n  \"format\": 1,\n  \"asked\": {\n    \
                        \"--count\": \"3\",\n    \"--seed\": \"7\",\n    \"--shard\": \"1/2\",\n    \"PRESET\": \"it's@1\",\n  },\n}\n";

    #[test]
    fn an_order_is_written_as_it_is_read() {
        let order = read(TEXT).unwrap().expect("there is one");
        assert_eq!((order.count, order.seed, order.shard.to_string().as_str()), (3, 7, "1/2"));
        let folder = tempfile::tempdir().expect("a folder");
        order.write(folder.path()).unwrap();
        assert_eq!(std::fs::read_to_string(folder.path().join(ORDER_FILE)).unwrap(), TEXT);
        assert_eq!(Order::read(folder.path()).unwrap(), Some(order));
    }

    #[test]
    fn an_order_of_another_version_or_a_broken_one_is_told() {
        let told = |text: &str| read(text).unwrap_err();
        let newer = told(&TEXT.replace("\"format\": 1", "\"format\": 2").replace("\"3\"", "[3]"));
        assert!(
            newer.contains("is of another version of Fairmarch: found \"format\": 2, expected \"format\": 1"),
            "{newer}"
        );
        let broken = told(&TEXT.replace("\"3\"", "[3]"));
        assert!(broken.contains("batch.ron:5:"), "{broken}");
        assert!(told("{ \"asked\": {} }").contains("format"), "{}", told("{ \"asked\": {} }"));
        assert!(told("{").contains("error[broken-batch]"), "{}", told("{"));
        assert!(told("{ \"format\": 1, \"asked\": {} }").contains("does not say which items"));
    }
}
