//! One item of a batch: what becomes of one seed, and what the manifest keeps of it.

use std::path::Path;

use diagnostics::FileReader;
use output::FormatChoice;
use serde_json::{Value, json};

use crate::{Loaded, Options, Rejection, Request, Roll, RollError};

/// The file in which an item says what it is.
pub const ITEM_FILE: &str = "item.json";
/// The file of its verdict.
pub const VERDICT_FILE: &str = "fairness.json";
/// The file of its small picture.
pub const THUMB_FILE: &str = "thumb.png";
/// In pixels.
const THUMB_WIDTH: u32 = 240;

/// What the manifest keeps of an item.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// From 0.
    pub index: u32,
    /// `roll --seed` with this gives the same; for what cannot be met, the first seed that was tried.
    pub seed: u64,
    /// The seed string.
    pub string: String,
    /// How many warnings there were.
    pub warnings: usize,
    /// What the rules expect of matches: names of figures, with the share from 0 to 1; empty where they expect nothing.
    pub expected: Vec<(String, f64)>,
    /// What became of it.
    pub outcome: ItemOutcome,
}

impl Item {
    /// How fair it is, if it was made.
    #[must_use]
    pub const fn fairness(&self) -> Option<&ItemFairness> {
        match &self.outcome {
            ItemOutcome::Made(fairness) => Some(fairness),
            ItemOutcome::Unmet(_) => None,
        }
    }
}

/// What became of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemOutcome {
    /// A scenario, with how fair it is.
    Made(ItemFairness),
    /// It cannot be met; why, seed by seed.
    Unmet(String),
}

/// What the manifest keeps of how fair a scenario is. All numbers have four decimals, as in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemFairness {
    /// 0 to 1; `None` if nothing is predicted.
    pub score: Option<f64>,
    /// From 1; 0 if nothing is predicted.
    pub worst_seat: u64,
    /// Why.
    pub reason: String,
    /// The share of wins that each seat is expected to have; none if nothing is predicted, and in files of earlier versions.
    pub predicted: Vec<f64>,
    /// Between which shares of wins nine in ten seats end that look alike, if something is known of it.
    pub likely: Option<(f64, f64)>,
    /// Each measure's worst seat against its best, in the order of [`playtest::measures`]; `None` for one that does not
    /// apply to the design.
    pub ratios: Vec<Option<f64>>,
    /// What matches said, if some were played.
    pub played: Option<ItemPlayed>,
}

/// What the manifest keeps of what was played of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemPlayed {
    /// The verdict's word in files.
    pub verdict: String,
    /// How many matches say so.
    pub matches: u64,
    /// The share of wins that each seat had.
    pub shares: Vec<f64>,
    /// The share that was wished for each seat.
    pub wished: Vec<f64>,
}

impl ItemPlayed {
    /// How far the seat that is off most is from the share that was wished for it, in points.
    #[must_use]
    pub fn off(&self) -> f64 {
        100.0 * fairness::off(&self.shares, &self.wished)
    }
}

/// Rolls an item's request, and plays it if that is asked for: the crate `prove` does both.
pub type RollItem<'a> = dyn Fn(&Request) -> Result<Roll, RollError> + Sync + 'a;

/// An item with the files of its folder.
pub type ItemFiles = (Item, Vec<(String, Vec<u8>)>);

/// Makes an item. `formats` are those of its files, `roll` is how it is rolled.
///
/// # Errors
/// If a file cannot be written, or the request fits no design: nothing that another seed would mend.
pub fn make_item(
    index: u32,
    loaded: &Loaded,
    request: &Request,
    options: &Options,
    formats: &[FormatChoice],
    roll: &RollItem<'_>,
) -> Result<ItemFiles, String> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let told = match roll(request) {
        Ok(roll) => {
            let warnings = roll.history.warnings.iter();
            let mut warnings: Vec<String> =
                warnings.map(|warning| format!("{}: {}", warning.method, warning.message)).collect();
            for choice in formats {
                let written = choice.write(&roll.scenario).map_err(|error| error.to_string())?;
                warnings.extend(written.warnings.0.into_iter().map(|lost| lost.message));
                files.extend(written.files);
            }
            let mut thumb = Vec::new();
            let small = output::thumbnail(&roll.scenario, THUMB_WIDTH);
            output::write_image(&small, &mut thumb).map_err(|error| error.to_string())?;
            files.push((THUMB_FILE.to_owned(), thumb));
            let mut told = json!({
                "version": 1,
                "index": index,
                "seed": roll.scenario.origins.seed,
                "string": roll.scenario.origins.string,
                "warnings": warnings,
                "rejected": rejected(&roll.rejected),
                "unmet": null,
            });
            if let Some(forecast) = playtest::forecast(&roll.scenario) {
                let shares = forecast.rows.iter().filter_map(|row| row.predicts.as_ref());
                let shares = shares.map(|(figure, share)| json!([figure, (share * 10_000.0).round() / 10_000.0]));
                told["expected"] = shares.collect();
            }
            told
        }
        Err(RollError::Exhausted(rejections)) => {
            let last = rejections.last().map(|one| one.reason.clone()).unwrap_or_default();
            json!({
                "version": 1,
                "index": index,
                "seed": request.seed,
                "string": request.shared(&options.preset, loaded.digest, &loaded.design).to_string(),
                "warnings": [],
                "rejected": rejected(&rejections),
                "unmet": format!("none of {} does; the last one: {last}", design::counted(rejections.len(), "seed")),
            })
        }
        Err(error) => return Err(error.to_string()),
    };
    let verdict = files.iter().find(|(name, _)| *name == VERDICT_FILE).map(|(_, bytes)| bytes.as_slice());
    // What the manifest says comes from the files, whether they were written now or earlier.
    let item = read_item(&told, verdict).ok_or("the item's own files do not say what they should")?;
    let mut text = serde_json::to_vec_pretty(&told).map_err(|error| error.to_string())?;
    text.push(b'\n');
    files.push((ITEM_FILE.to_owned(), text));
    Ok((item, files))
}

fn rejected(rejections: &[Rejection]) -> Vec<Value> {
    rejections.iter().map(|one| json!({ "seed": one.seed, "reason": one.reason })).collect()
}

/// The item whose files lie in this folder; `None` if it is not there, or its files do not say what they should.
pub fn read_item_of(folder: &Path, files: &dyn FileReader) -> Option<Item> {
    let read = |name: &str| files.read(&folder.join(name)).ok();
    let told = serde_json::from_slice(&read(ITEM_FILE)?).ok()?;
    read_item(&told, read(VERDICT_FILE).as_deref())
}

/// An item as its files tell of it: [`ITEM_FILE`], and [`VERDICT_FILE`] if it was made; `None` if they do not.
#[must_use]
pub fn read_item(told: &Value, verdict: Option<&[u8]>) -> Option<Item> {
    let outcome = match told.get("unmet")? {
        Value::String(reason) => ItemOutcome::Unmet(reason.clone()),
        _ => {
            let verdict: Value = serde_json::from_slice(verdict?).ok()?;
            let measures = verdict.get("measures")?.as_array()?;
            let ratio = |(name, _): (&str, &str)| {
                let measure = measures.iter().find(|measure| measure.get("name").is_some_and(|own| own == name));
                measure.map_or(Some(None), |measure| Some(Some(measure.get("min_over_max")?.as_f64()?)))
            };
            ItemOutcome::Made(ItemFairness {
                score: match verdict.get("score")? {
                    Value::Null => None,
                    score => Some(score.as_f64()?),
                },
                worst_seat: verdict.get("worst_seat")?.as_u64()?,
                reason: verdict.get("reason")?.as_str()?.to_owned(),
                predicted: match verdict.get("predicted").filter(|shares| !shares.is_null()) {
                    Some(predicted) => predicted.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?,
                    None => Vec::new(),
                },
                likely: match verdict.get("expected_range") {
                    Some(range) => Some((range.get(0)?.as_f64()?, range.get(1)?.as_f64()?)),
                    None => None,
                },
                ratios: playtest::measure_summaries().map(ratio).collect::<Option<_>>()?,
                played: match verdict.get("played") {
                    Some(played) => Some(read_played(played)?),
                    None => None,
                },
            })
        }
    };
    Some(Item {
        index: u32::try_from(told.get("index")?.as_u64()?).ok()?,
        seed: told.get("seed")?.as_u64()?,
        string: told.get("string")?.as_str()?.to_owned(),
        warnings: told.get("warnings")?.as_array()?.len(),
        expected: match told.get("expected") {
            Some(expected) => expected.as_array()?.iter().map(read_expected).collect::<Option<_>>()?,
            None => Vec::new(),
        },
        outcome,
    })
}

fn read_expected(pair: &Value) -> Option<(String, f64)> {
    Some((pair.get(0)?.as_str()?.to_owned(), pair.get(1)?.as_f64()?))
}

fn read_played(played: &Value) -> Option<ItemPlayed> {
    let seats = played.get("seats")?.as_array()?;
    let fair = 1.0 / seats.len() as f64;
    let wished = |seat: &Value| seat.get("wished").map_or(Some(fair), Value::as_f64);
    Some(ItemPlayed {
        verdict: played.get("verdict")?.as_str()?.to_owned(),
        matches: played.get("matches")?.as_u64()?,
        shares: seats.iter().map(|seat| seat.get("rate")?.as_f64()).collect::<Option<_>>()?,
        wished: seats.iter().map(wished).collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::{Requirement, SharedString, embedded, load, roll};

    fn formats() -> Vec<FormatChoice> {
        FormatChoice::read_all(["ron", "json"]).expect("they are known")
    }

    /// The classic game with a hole in its percentiles, of which each roll warns.
    static HOLED: LazyLock<Loaded> = LazyLock::new(|| {
        let text = r#"{ "extends": "classic", "terrain": { "desert": { "wet-percentile-max": 10 } } }"#;
        let include = |name: &str| embedded(name).map(|found| (found.file.to_owned(), found.text.to_owned()));
        load("holed", "holed.ron", text, &include).unwrap()
    });

    fn request() -> Request {
        Request { seed: 5, size: Some((36, 30)), sides: Some(2), ..Request::default() }
    }

    fn options(tries: u32, measure: &str, least: f64) -> Options {
        let requirement = Requirement { measure: measure.to_owned(), least };
        Options { tries, requirements: vec![requirement], ..Options::new("holed") }
    }

    fn told_of(rejected: &[Rejection]) -> Value {
        rejected.iter().map(|one| json!({ "seed": one.seed, "reason": one.reason })).collect()
    }

    #[test]
    fn an_item_is_what_its_files_say_and_its_string_makes_it_again() {
        let first = roll(&HOLED, &request(), &Options::new("holed")).unwrap().scenario.fairness.unwrap();
        let territory = first.measures.iter().find(|measure| measure.name == "territory").unwrap();
        // More than the first seed gives, so that it is rejected.
        let options = options(50, "territory", 0.001 + territory.min_over_max);
        let rolled = roll(&HOLED, &request(), &options).unwrap();
        let (item, files) =
            make_item(3, &HOLED, &request(), &options, &formats(), &|request| roll(&HOLED, request, &options)).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["scenario.ron", VERDICT_FILE, THUMB_FILE, ITEM_FILE]);
        let bytes = |name: &str| files.iter().find(|(known, _)| *known == name).unwrap().1.as_slice();
        assert_eq!(image::load_from_memory(bytes(THUMB_FILE)).unwrap().width(), 240);
        let told: Value = serde_json::from_slice(bytes(ITEM_FILE)).unwrap();
        assert_eq!(read_item(&told, Some(bytes(VERDICT_FILE))), Some(item.clone()));
        assert_eq!(read_item(&told, None), None, "its verdict is lost");
        assert_eq!(read_item(&told, Some(b"{")), None, "its verdict is cut short");
        assert!(!rolled.rejected.is_empty());
        assert_eq!(told["rejected"], told_of(&rolled.rejected));
        let warnings = rolled.history.warnings.iter();
        let warnings: Vec<String> =
            warnings.map(|warning| format!("{}: {}", warning.method, warning.message)).collect();
        assert!(warnings[0].starts_with("make-fractal-percentile-terrain: no terrain covers"), "{warnings:?}");
        assert_eq!(told["warnings"], json!(warnings));
        let shared: SharedString = item.string.parse().unwrap();
        let again = roll(&HOLED, &shared.request, &Options::new("holed")).unwrap().scenario;
        assert_eq!(formats::write_scenario(&again).as_bytes(), bytes("scenario.ron"));
        let fairness = item.fairness().expect("it was made");
        let measured = again.fairness.as_ref().expect("it is measured");
        let ratio = |name| measured.measures.iter().find(|one| one.name == name).map(|one| one.min_over_max);
        let ratios: Vec<Option<f64>> = playtest::measure_summaries().map(|(name, _)| ratio(name)).collect();
        let decimals = |value: f64| format!("{value:.4}");
        assert_eq!(
            fairness.ratios.iter().map(|one| one.map(decimals)).collect::<Vec<_>>(),
            ratios.into_iter().map(|one| one.map(decimals)).collect::<Vec<_>>()
        );
        assert_eq!(
            (fairness.score.map(decimals), fairness.worst_seat),
            (measured.prediction().map(decimals), measured.worst_seat as u64)
        );
        assert_eq!(fairness.reason, measured.reason);
        let range = |likely: Option<(f64, f64)>| likely.map(|(low, high)| (decimals(low), decimals(high)));
        assert_eq!(range(fairness.likely), range(measured.likely));
        assert_eq!((item.index, item.seed, item.warnings), (3, again.origins.seed, warnings.len()));
    }

    #[test]
    fn an_item_that_cannot_be_met_is_one_file_that_says_why() {
        let options = options(2, "score", 2.0);
        let (item, files) =
            make_item(0, &HOLED, &request(), &options, &formats(), &|request| roll(&HOLED, request, &options)).unwrap();
        let [(name, text)] = files.as_slice() else { panic!("more than one file") };
        assert_eq!(name, ITEM_FILE);
        let told: Value = serde_json::from_slice(text).unwrap();
        let Err(RollError::Exhausted(rejected)) = roll(&HOLED, &request(), &options) else {
            panic!("nothing scores 2")
        };
        assert_eq!((rejected.len(), &told["rejected"]), (2, &told_of(&rejected)));
        assert_eq!(read_item(&told, None), Some(item.clone()));
        assert_eq!(item.string.parse::<SharedString>().unwrap().request, request());
        let ItemOutcome::Unmet(why) = &item.outcome else { panic!("nothing scores 2") };
        let [_, last] = rejected.as_slice() else { panic!("two seeds were tried") };
        assert_eq!(why, &format!("none of 2 seeds does; the last one: {}", last.reason));
        assert!(last.reason.starts_with("score is ") && last.reason.ends_with(", required is 2.00"), "{why}");
        assert_eq!((item.seed, item.fairness()), (5, None));
    }
}
