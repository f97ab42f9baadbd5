//! `list`: what there is, one line each: NAME, a tab, a summary; sorted by name, parameters by topic; without heading.

use output::{Format, FormatOption};
use serde_json::{Value, json};

use crate::args::{ListArgs, ListKind};
use crate::catalogue;
use crate::library;
use crate::report::{Failure, Reporter};

pub fn run(args: &ListArgs, reporter: &Reporter) -> Result<(), Failure> {
    if args.what == ListKind::Games {
        return library::run(reporter);
    }
    let mut entries = catalogue::entries(args.what);
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
