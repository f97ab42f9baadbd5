//! `list`: what there is, one line each: NAME, a tab, a summary; sorted by name, parameters by topic; without heading.

use design::Parameter;
use design::parameters::{SCOPES, rows};
use output::{Format, FormatOption};
use serde_json::{Value, json};

use crate::args::{ListArgs, ListKind};
use crate::commands::library;
use crate::report::{Failure, Reporter};

pub fn run(args: &ListArgs, reporter: &Reporter) -> Result<(), Failure> {
    if args.what == ListKind::Games {
        return library::run(reporter);
    }
    let mut entries = entries(args.what);
    if args.what != ListKind::Parameters {
        entries.sort();
    }
    let format = |name: &str| output::find_format(name).filter(|_| args.what == ListKind::Formats);
    reporter.result(
        || {
            let line = |(name, summary): &(String, String)| {
                let more = format(name).map_or(String::new(), |format| format!(" ({})", format_in_brief(format)));
                format!("{name}\t{summary}{more}\n")
            };
            entries.iter().map(line).collect()
        },
        || {
            let entry = |(name, summary): &(String, String)| match format(name) {
                Some(format) => format_json(format),
                None => json!({ "name": name, "summary": summary }),
            };
            json!({ "ok": true, "entries": entries.iter().map(entry).collect::<Vec<_>>() })
        },
    )
}

/// Files, endings and options of a format: `cells.png; convert: .png; options: scale, frame`.
fn format_in_brief(format: &dyn Format) -> String {
    let mut brief = format.files().join(", ");
    if !format.endings().is_empty() {
        let endings: Vec<String> = format.endings().iter().map(|ending| format!(".{ending}")).collect();
        brief.push_str(&format!("; convert: {}", endings.join(", ")));
    }
    if !format.options().is_empty() {
        let options: Vec<&str> = format.options().iter().map(|option| option.name).collect();
        brief.push_str(&format!("; options: {}", options.join(", ")));
    }
    brief
}

fn format_json(format: &dyn Format) -> Value {
    let option = |option: &FormatOption| {
        let FormatOption { name, kind, default, help } = *option;
        json!({ "name": name, "default": default, "expected": kind.expected(), "summary": help })
    };
    json!({
        "name": format.name(),
        "summary": format.summary(),
        "files": format.files(),
        "endings": format.endings(),
        "options": format.options().iter().map(option).collect::<Vec<_>>(),
    })
}

/// Name and summary of everything of a kind.
pub fn entries(what: ListKind) -> Vec<(String, String)> {
    let own = |(name, summary): (&str, &str)| (name.to_owned(), summary.to_owned());
    match what {
        ListKind::Presets => pipeline::PRESETS.iter().map(|preset| own((preset.name, preset.summary()))).collect(),
        ListKind::Methods => {
            pipeline::METHODS.iter().map(|method| own((method.info().name, method.info().summary))).collect()
        }
        ListKind::Measures => fairness::measures().map(own).collect(),
        ListKind::Namers => {
            let library = namers::Library::builtin();
            library.names().map(|name| own((name, library.summary(name).unwrap_or_default()))).collect()
        }
        ListKind::Formats => output::FORMATS.iter().map(|format| own((format.name(), format.summary()))).collect(),
        ListKind::Rulesets => {
            let told =
                |info: &contract::RulesetInfo| (info.name.to_owned(), format!("{} ({})", info.summary, info.kind()));
            playtest::rulesets().iter().map(|entry| told((entry.info)())).collect()
        }
        ListKind::Players => {
            let of = |entry: &playtest::RulesetEntry| {
                let ruleset = (entry.info)().name;
                let told = move |(name, summary): (&str, &str)| (name.to_owned(), format!("{summary} ({ruleset})"));
                (entry.players)().into_iter().map(told).collect::<Vec<_>>()
            };
            playtest::rulesets().into_iter().flat_map(of).collect()
        }
        // They stand in files: see `library`.
        ListKind::Games => Vec::new(),
        ListKind::Parameters => {
            let mut all: Vec<&Parameter> = SCOPES.into_iter().flat_map(rows).collect();
            all.sort_by_key(|row| row.topic_order());
            // A name can stand in two scopes; the scope tells them apart.
            let summary = |row: &Parameter| format!("{}: {} ({})", row.topic(), row.meaning, row.scope.noun());
            all.into_iter().map(|row| (row.name.to_owned(), summary(row))).collect()
        }
    }
}
