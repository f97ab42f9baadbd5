//! Opening whatever people name: a preset, a seed string, a design's file or folder, a bundle, a game in GDL, a scenario, a batch.
//!
//! Command and window ask the same functions, each with its own disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use design::{Diagnostic, Diagnostics, Place};
use diagnostics::FileReader;
use world::Scenario;

use crate::{
    Loaded, Request, RequestError, SharedString, embedded, embedded_module, load_gdl, load_preset, load_start, texts,
};

/// The design within a folder that `new` makes.
pub const DESIGN_FILE: &str = "design.ron";
/// How the files of designs and scenarios end: in RON and in GDL.
pub const DESIGN_ENDINGS: [&str; 2] = ["ron", "g"];
/// The scenario within a folder that `roll` makes.
pub const SCENARIO_FILE: &str = "scenario.ron";
/// What was asked of a batch, within its folder.
pub const BATCH_FILE: &str = "batch.ron";

/// No module in GDL is larger, in bytes: saved games of Xconq come near it.
const MODULE_MAX: usize = 128 << 20;

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Opened {
    /// A design, or a start in GDL, to be rolled.
    Design(Box<OpenedDesign>),
    /// A scenario.
    Scenario(Box<OpenedScenario>),
    /// The folder of a batch.
    Batch(PathBuf),
}

/// A design, or a start in GDL, to be rolled.
#[derive(Clone, Debug)]
pub struct OpenedDesign {
    /// The design.
    pub loaded: Loaded,
    /// What seed strings call it; `file` if it is no preset.
    pub preset: String,
    /// What a seed string asks for, if it was opened by one.
    pub request: Option<Request>,
    /// Said if the string was made with another version of the design.
    pub outdated: Option<Diagnostic>,
}

/// A scenario with its file's text.
#[derive(Clone, Debug)]
pub struct OpenedScenario {
    /// The scenario.
    pub scenario: Scenario,
    /// The text of its file, in RON.
    pub text: String,
    /// What its designer should look at.
    pub warnings: Diagnostics,
}

/// Why nothing was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// Nothing has this name.
    NoSuch(String),
    /// It cannot be meant so: why, in a sentence.
    Misused(String),
    /// A string of a design of one's own: alone it does not say of which.
    OwnString(String),
    /// A picture or a grid of signs: it holds terrain, of which a start can be made.
    Picture(PathBuf),
    /// A file cannot be read: why, in a sentence.
    Unreadable(String),
    /// Everything that is wrong with what it holds.
    Faults(Diagnostics),
}

impl From<Diagnostics> for OpenError {
    fn from(faults: Diagnostics) -> OpenError {
        OpenError::Faults(faults)
    }
}

impl Opened {
    fn design(loaded: Loaded, preset: &str) -> Opened {
        Opened::Design(Box::new(OpenedDesign { loaded, preset: preset.to_owned(), request: None, outdated: None }))
    }

    /// As something to roll: of a scenario what is given stays.
    ///
    /// # Errors
    /// Of a batch, its folder: that holds many.
    pub fn into_loaded(self) -> Result<Loaded, PathBuf> {
        match self {
            Opened::Design(opened) => Ok(opened.loaded),
            Opened::Scenario(opened) => {
                let OpenedScenario { scenario, text, warnings } = *opened;
                Ok(load_start(scenario, &text, warnings))
            }
            Opened::Batch(folder) => Err(folder),
        }
    }
}

/// Opens a preset, a path or a seed string.
///
/// # Errors
/// If there is no such, or everything that is wrong with it.
pub fn open(what: &str, files: &dyn FileReader) -> Result<Opened, OpenError> {
    if let Some(loaded) = load_preset(what) {
        return Ok(Opened::design(loaded?, what));
    }
    let path = Path::new(what);
    if files.exists(path) || what.ends_with(".ron") || ends_as_gdl(path) {
        return open_path(path, files);
    }
    if !is_seed_string(what, files) {
        return Err(OpenError::NoSuch(what.to_owned()));
    }
    let shared: SharedString = what.parse().map_err(|error: RequestError| OpenError::Misused(error.to_string()))?;
    let Some(loaded) = load_preset(&shared.preset) else {
        if shared.preset == "file" {
            return Err(OpenError::OwnString(what.to_owned()));
        }
        return Err(OpenError::NoSuch(shared.preset));
    };
    let loaded = loaded?;
    let outdated = loaded.compare_digest(&shared);
    let SharedString { preset, request, .. } = shared;
    Ok(Opened::Design(Box::new(OpenedDesign { loaded, preset, request: Some(request), outdated })))
}

/// Whether a name is a seed string; presets and most paths have no colon.
#[must_use]
pub fn is_seed_string(what: &str, files: &dyn FileReader) -> bool {
    what.contains(':') && !files.exists(Path::new(what))
}

/// The path to open for something to play, where a name stands for a path: the scenario in a folder comes before its design, and
/// what can be played comes before a preset of the same name. `None` for presets and seed strings: see [`open`].
#[must_use]
pub fn start_path(what: &str, files: &dyn FileReader) -> Option<PathBuf> {
    let path = Path::new(what);
    let scenario = path.join(SCENARIO_FILE);
    if files.is_file(&scenario) {
        return Some(scenario);
    }
    let is_design = || files.is_folder(path) && (embedded(what).is_none() || files.is_file(&path.join(BATCH_FILE)));
    (files.is_file(path) || is_design()).then(|| path.to_owned())
}

/// Opens a file, or the design, the scenario or the batch in a folder.
///
/// # Errors
/// If it cannot be read, or everything that is wrong with it.
pub fn open_path(path: &Path, files: &dyn FileReader) -> Result<Opened, OpenError> {
    let file = |name: &str| Some(path.join(name)).filter(|file| files.is_file(file));
    if !files.is_folder(path) {
        open_file(path, path, files)
    } else if file(BATCH_FILE).is_some() {
        Ok(Opened::Batch(path.to_owned()))
    } else if let Some(file) = file(DESIGN_FILE) {
        open_file(&file, path, files)
    } else if let Some(file) = file(SCENARIO_FILE) {
        open_file(&file, path, files)
    } else {
        let expected = "the file or folder of a scenario or of a design, or the folder of a batch";
        Err(OpenError::Unreadable(format!("{} holds nothing to open: expected {expected}", path.display())))
    }
}

/// `path` is that of the file, or of its folder if that has the name.
fn open_file(file: &Path, path: &Path, files: &dyn FileReader) -> Result<Opened, OpenError> {
    let shown = file.display().to_string();
    refuse_picture(file)?;
    if is_gdl(file, files) {
        return Ok(Opened::design(open_gdl(file, files)?, "file"));
    }
    let text = read_text(file, files)?;
    let include = |name: &str| beside(file, name, files);
    if texts::is_scenario(&shown, &text) {
        let (scenario, warnings) = texts::read_scenario(&shown, &text, &include)?;
        return Ok(Opened::Scenario(Box::new(OpenedScenario { scenario, text, warnings })));
    }
    let mut loaded = texts::load_text(&design_name(path, files), &shown, &text, &include)?;
    if loaded.has_idle_parts() {
        for other in designs_beside(file, files) {
            loaded.forget_used_by(&other);
        }
    }
    Ok(Opened::design(loaded, "file"))
}

/// The most files of a folder that are looked through for designs.
const DESIGNS_BESIDE_MAX: usize = 50;

/// The other designs in RON in the folder of a file, as far as they are sound.
fn designs_beside(file: &Path, files: &dyn FileReader) -> Vec<Loaded> {
    let mut designs = Vec::new();
    let beside_it = files.list(file.parent().unwrap_or(Path::new("")));
    let is_other = |path: &&PathBuf| {
        *path != file && path.extension().is_some_and(|ending| ending == "ron") && !path.ends_with(SCENARIO_FILE)
    };
    for path in beside_it.iter().filter(is_other).take(DESIGNS_BESIDE_MAX) {
        let Ok(text) = read_text(path, files) else { continue };
        let shown = path.display().to_string();
        if texts::is_scenario(&shown, &text) {
            continue;
        }
        let loaded = texts::load_text(&design_name(path, files), &shown, &text, &|name| beside(path, name, files));
        designs.extend(loaded.ok());
    }
    designs
}

/// Opens the scenario of a file or a folder; anything else is an error that says what it is.
///
/// # Errors
/// If it cannot be read, or everything that is wrong with it.
pub fn open_scenario(path: &Path, files: &dyn FileReader) -> Result<OpenedScenario, OpenError> {
    let file = if files.is_folder(path) { path.join(SCENARIO_FILE) } else { path.to_owned() };
    let shown = file.display().to_string();
    refuse_picture(&file)?;
    if is_gdl(&file, files) {
        let loaded = open_gdl(&file, files)?;
        let Some(scenario) = loaded.start.map(Arc::unwrap_or_clone) else {
            let message = format!("{shown} is a design: nothing of a scenario is given in it");
            let fault = Diagnostic::error("no-scenario", message).suggest("roll it first");
            return Err(Diagnostics(vec![fault]).into());
        };
        let text = formats::write_scenario(&scenario);
        return Ok(OpenedScenario { scenario, text, warnings: loaded.warnings });
    }
    let text = read_text(&file, files)?;
    let (scenario, warnings) = texts::read_scenario(&shown, &text, &|name| beside(&file, name, files))?;
    Ok(OpenedScenario { scenario, text, warnings })
}

/// Refuses pictures and text grids by their names.
fn refuse_picture(file: &Path) -> Result<(), OpenError> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "png" | "txt" | "jpg" | "jpeg" | "gif" | "bmp" | "webp" | "tif" | "tiff" => {
            Err(OpenError::Picture(file.to_owned()))
        }
        _ => Ok(()),
    }
}

/// Whether a file is in GDL, by what it holds: games that Xconq saved have other endings, such as `NAME-4.xcq`. What begins as neither
/// language is known by its name.
#[must_use]
pub fn is_gdl(path: &Path, files: &dyn FileReader) -> bool {
    let bytes = if files.is_file(path) { files.read(path).unwrap_or_default() } else { Vec::new() };
    begins_as_gdl(&bytes).unwrap_or_else(|| ends_as_gdl(path))
}

fn ends_as_gdl(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("g"))
}

/// Whether a text's first sign behind its comments begins a form of GDL, `(word `, or a map or a struct of RON, `{` or `(word:`. `None`
/// if it begins neither.
fn begins_as_gdl(bytes: &[u8]) -> Option<bool> {
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    loop {
        rest = rest.trim_ascii_start();
        let length = match rest {
            [b';', ..] | [b'/', b'/', ..] => rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'))?,
            [b'#', b'|', ..] => comment_length(rest, b"#|", b"|#")?,
            [b'/', b'*', ..] => comment_length(rest, b"/*", b"*/")?,
            [b'{', ..] => return Some(false),
            [b'(', ..] => break,
            _ => return None,
        };
        rest = &rest[length..];
    }
    let word = rest[1..].trim_ascii_start();
    let end = word.iter().position(|&byte| !byte.is_ascii_alphanumeric() && !b"-_".contains(&byte))?;
    Some(end > 0 && word[end..].trim_ascii_start().first() != Some(&b':'))
}

/// The length of a comment in which others may stand; `None` if it is never closed.
fn comment_length(text: &[u8], opens: &[u8], closes: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with(opens) {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with(closes) {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += 1;
        }
    }
    None
}

/// What a design's file or folder calls it.
#[must_use]
pub fn design_name(path: &Path, files: &dyn FileReader) -> String {
    let name = if files.is_folder(path) { path.file_name() } else { path.file_stem() };
    name.map_or_else(|| "design".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// A file's text in UTF-8.
///
/// # Errors
/// If it cannot be read, or where it is no such text.
pub fn read_text(path: &Path, files: &dyn FileReader) -> Result<String, OpenError> {
    let bytes = files.read(path).map_err(OpenError::Unreadable)?;
    String::from_utf8(bytes).map(line_ends).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[line_start..]).chars().count() as u32 + 1;
        let file = path.display().to_string();
        let place = Place { file, line, column, end_line: line, end_column: column + 1 };
        Diagnostics(vec![Diagnostic::error("not-utf8", "this is not text in UTF-8").at(place)]).into()
    })
}

/// A file in RON that another one includes, from its folder: see [`texts::included_file`].
#[must_use]
pub fn beside(file: &Path, name: &str, files: &dyn FileReader) -> Option<(String, String)> {
    let included = file.parent().unwrap_or(Path::new("")).join(texts::included_file(name)?);
    let text = read_text(&included, files).ok()?;
    Some((included.display().to_string(), text))
}

/// A game in GDL with what it includes: from beside it, then from the library; `NAME.g`, then `NAME`; else a module of our own.
fn open_gdl(path: &Path, files: &dyn FileReader) -> Result<Loaded, OpenError> {
    let text = read_module(path, files)?;
    let include = |name: &str| included_module(path, name, files);
    Ok(load_gdl(&design_name(path, files), &path.display().to_string(), &text, &include)?)
}

/// The name and the text of a module that another one includes.
pub(crate) fn included_module(path: &Path, name: &str, files: &dyn FileReader) -> Option<(String, String)> {
    let mut folders = vec![path.parent().unwrap_or(Path::new("")).to_owned()];
    folders.extend(files.library());
    let mut known = folders.iter().flat_map(|folder| [folder.join(format!("{name}.g")), folder.join(name)]);
    let Some(file) = known.find(|file| files.is_file(file)) else { return embedded_module(name) };
    Some((file.display().to_string(), read_module(&file, files).ok()?))
}

/// UTF-8, or else Latin-1, in which older modules are written.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes);
    line_ends(text.unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

/// A text whose lines end as ours do, where they end as on old Macs, with a sign that ends no line elsewhere: a comment would go on to the
/// end of the file.
fn line_ends(text: String) -> String {
    if text.contains('\r') && !text.contains('\n') { text.replace('\r', "\n") } else { text }
}

fn read_module(path: &Path, files: &dyn FileReader) -> Result<String, OpenError> {
    let bytes = files.read(path).map_err(OpenError::Unreadable)?;
    if bytes.len() > MODULE_MAX {
        let (shown, size) = (path.display(), bytes.len());
        let message = format!("{shown} has {size} bytes: expected at most {MODULE_MAX} of a module");
        return Err(OpenError::Unreadable(message));
    }
    Ok(decode(bytes))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Files by their paths.
    struct Memory(BTreeMap<&'static str, Vec<u8>>);

    impl FileReader for Memory {
        fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
            self.0.get(path.to_str().unwrap()).cloned().ok_or_else(|| format!("cannot read {}", path.display()))
        }

        fn exists(&self, path: &Path) -> bool {
            self.0.keys().any(|file| Path::new(file).starts_with(path))
        }

        fn is_file(&self, path: &Path) -> bool {
            self.0.contains_key(path.to_str().unwrap())
        }

        fn is_folder(&self, path: &Path) -> bool {
            self.exists(path) && !self.is_file(path)
        }

        fn library(&self) -> Vec<PathBuf> {
            vec![PathBuf::from("library")]
        }
    }

    const MEADOW: &str = r#"{ "format": 1, "area": { "shape": "rectangle", "size": "30x30" }, "design": "duel" }"#;
    const GAME: &str = "(include \"types\") (unit-type \u{e9}lan)";

    fn files() -> Memory {
        let latin = GAME.chars().map(|letter| letter as u8).collect();
        let types = b"(terrain-type land (char \".\"))".to_vec();
        let design = br#"{ "extends": "duel" }"#.to_vec();
        Memory(BTreeMap::from([
            ("mine/design.ron", design.clone()),
            ("mine/scenario.ron", MEADOW.into()),
            ("rolled/scenario.ron", MEADOW.into()),
            ("many/batch.ron", b"{}".to_vec()),
            ("many/design.ron", design),
            ("empty/notes.txt", Vec::new()),
            ("island.png", Vec::new()),
            ("game.g", latin),
            ("library/types.g", types),
            ("game-4.xcq", b"; saved\n#| by #| Xconq |# |#\n(game-module \"game\")\n(include \"types\")".to_vec()),
            (
                "said.g",
                br#"// RON /* all the same */
                { "extends": "duel" }"#
                    .to_vec(),
            ),
            ("latin.ron", vec![b'{', b'\n', b' ', 0xe9]),
        ]))
    }

    fn what(name: &str) -> String {
        match open(name, &files()) {
            Ok(Opened::Design(opened)) => {
                let OpenedDesign { loaded, preset, request, outdated } = *opened;
                let seed = request.map(|request| request.seed);
                format!("design {} as {preset}, seed {seed:?}, outdated {}", loaded.design.name, outdated.is_some())
            }
            Ok(Opened::Scenario(opened)) => format!("scenario of {} bytes", opened.text.len()),
            Ok(Opened::Batch(folder)) => format!("batch {}", folder.display()),
            Err(OpenError::NoSuch(name)) => format!("no {name}"),
            Err(OpenError::Misused(why) | OpenError::Unreadable(why)) => why,
            Err(OpenError::OwnString(string)) => format!("own {string}"),
            Err(OpenError::Picture(file)) => format!("picture {}", file.display()),
            Err(OpenError::Faults(found)) => found.0[0].to_string(),
        }
    }

    #[test]
    fn every_name_is_opened_as_what_it_is() {
        let meadow = format!("scenario of {} bytes", MEADOW.len());
        for (name, found) in [
            ("duel", "design duel as duel, seed None, outdated false"),
            ("duel:7", "design duel as duel, seed Some(7), outdated false"),
            ("duel@00000001:7", "design duel as duel, seed Some(7), outdated true"),
            ("mine", "design mine as file, seed None, outdated false"),
            ("mine/scenario.ron", &meadow),
            ("rolled", &meadow),
            ("many", "batch many"),
            ("game.g", "design game as file, seed None, outdated false"),
            ("dule", "no dule"),
            ("dule:7", "no dule"),
            ("file:7", "own file:7"),
            ("island.png", "picture island.png"),
            ("none.ron", "cannot read none.ron"),
            ("none.g", "cannot read none.g"),
            ("game-4.xcq", "design game as file, seed None, outdated false"),
            ("said.g", "design said as file, seed None, outdated false"),
            ("latin.ron", "latin.ron:2:2: error[not-utf8]: this is not text in UTF-8"),
        ] {
            assert_eq!(what(name), found, "{name}");
        }
        assert_eq!(what("duel:sides=3"), format!("`sides=3` cannot be a seed: expected {}", crate::SEED_WORDS));
        assert_eq!(
            what("empty"),
            "empty holds nothing to open: expected the file or folder of a scenario or of a design, or the \
            folder of a batch"
        );
        let Ok(Opened::Design(opened)) = open("game.g", &files()) else { panic!("it is a game") };
        assert_eq!(opened.loaded.design.units.names, ["\u{e9}lan"], "old modules are in Latin-1");
    }

    #[test]
    fn a_language_is_known_by_its_first_form() {
        for (text, is_gdl) in [
            ("\u{feff} ; a\r\n (set turn 3)", Some(true)),
            ("#| #| |# |# (", None),
            ("(unit-type\n x)", Some(true)),
            ("/* ( */ // (\n{}", Some(false)),
            ("(\n  format: 1,\n)", Some(false)),
            ("; only this", None),
            ("plain", None),
            ("", None),
        ] {
            assert_eq!(begins_as_gdl(text.as_bytes()), is_gdl, "{text}");
        }
    }

    #[test]
    fn a_scenario_is_found_in_its_folder_and_a_design_is_none() {
        assert_eq!(open_scenario(Path::new("mine"), &files()).unwrap().text, MEADOW);
        let Err(OpenError::Faults(found)) = open_scenario(Path::new("game.g"), &files()) else { panic!("no scenario") };
        assert_eq!(found.0[0].code, "no-scenario");
    }
}
