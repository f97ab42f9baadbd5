//! What has a name here: of each kind the names with their summaries, and the page of a game.

use design::Parameter;
use design::parameters::{SCOPES, rows};
use output::{Document, Game};

use crate::args::ListKind;

/// Name and summary of everything of a kind.
pub fn entries(what: ListKind) -> Vec<(String, String)> {
    let own = |(name, summary): (&str, &str)| (name.to_owned(), summary.to_owned());
    match what {
        ListKind::Presets => pipeline::PRESETS.iter().map(|preset| own((preset.name, preset.summary()))).collect(),
        ListKind::Methods => {
            pipeline::methods().iter().map(|method| own((method.info().name, method.info().summary))).collect()
        }
        ListKind::Measures => playtest::measure_summaries().map(own).collect(),
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

/// The page of a game.
pub fn game_page(design: &design::Design, variants: &[design::Variant]) -> Document {
    let entry = playtest::ruleset_of(design).ok();
    let rules = entry.map(|entry| (entry.info)().summary);
    let chapters = entry.map(|entry| (entry.help)(design)).unwrap_or_default();
    output::game_page(&Game { design, variants, rules, chapters: &chapters })
}
