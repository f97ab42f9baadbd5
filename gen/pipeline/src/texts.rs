//! What kind of file a text is, and where its included files are found. Nothing here opens a file: the caller passes `beside`,
//! which returns files from the folder of the text's own file.

use design::{Diagnostics, Sources};
use formats::Include;
use world::Scenario;

use crate::{Loaded, embedded, known, load};

/// Whether a text is a scenario: a scenario has an area, a design has none.
#[must_use]
pub fn is_scenario(file: &str, text: &str) -> bool {
    let mut sources = Sources::default();
    let file = sources.add(file, text);
    diagnostics::read_tree(&sources, file).is_ok_and(|root| root.get("area").is_some())
}

/// The path of a file that a design includes, from the design's own folder. Names may only lead down into folders; `None` for all
/// others.
#[must_use]
pub fn included_file(name: &str) -> Option<String> {
    let name = name.trim_end_matches(".ron");
    let leads_down = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':']);
    name.split('/').all(leads_down).then(|| format!("{name}.ron"))
}

/// Loads a design from a text or from a bundle. For a bundle no file beside it is read.
///
/// # Errors
/// All diagnostics, if at least one is an error.
pub fn load_text(name: &str, file: &str, text: &str, beside: &Include<'_>) -> Result<Loaded, Diagnostics> {
    let Some(bundle) = formats::read_bundle(file, text)? else { return load(name, file, text, beside) };
    let part = |name: &str| Some((format!("{file}/{}", name.trim_end_matches(".ron")), bundle.part(name)?.to_owned()));
    load(&bundle.name, &format!("{file}/design"), &bundle.design, &part)
}

/// Reads a scenario from a text. A file that it includes is taken from `beside`, or else from the embedded files.
///
/// # Errors
/// All diagnostics, if at least one is an error.
pub fn read_scenario(file: &str, text: &str, beside: &Include<'_>) -> Result<(Scenario, Diagnostics), Diagnostics> {
    let own = |name: &str| embedded(name).map(|preset| (preset.file.to_owned(), preset.text.to_owned()));
    let (mut scenario, warnings) =
        formats::read_scenario(file, text, &|name| beside(name).or_else(|| own(name)), &known())?;
    fairness::withhold_unfitted(&mut scenario, &playtest::weights());
    Ok((scenario, warnings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_down_and_never_elsewhere() {
        assert_eq!(included_file("terrain/cold"), Some("terrain/cold.ron".to_owned()));
        assert_eq!(included_file("cold.ron"), Some("cold.ron".to_owned()));
        for name in ["", "../cold", "a/../b", "/etc/passwd", "a//b", "c:cold", "a\\b", "."] {
            assert_eq!(included_file(name), None, "{name}");
        }
    }
}
