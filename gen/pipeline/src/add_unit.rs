//! Adding a unit type to the files of a design: what command and window offer. Nothing is written here.

use std::path::Path;

use design::parameters::rows;
use design::{Design, Diagnostic, Diagnostics, Scope, Table, TypeId, UnitType, abilities};
use diagnostics::FileReader;
use formats::{ChangedFile, Include};

use crate::{DESIGN_FILE, Loaded, OpenError, beside, design_name, is_gdl, read_text, texts};

/// What an addition makes of a design's files.
#[derive(Clone, Debug)]
pub struct Added {
    /// The files that it changes, with their new texts.
    pub files: Vec<ChangedFile>,
    /// The design with the new type.
    pub loaded: Loaded,
}

/// Adds a unit type that is like another to the design in a file or folder: see [`formats::add_unit`].
///
/// # Errors
/// If the files hold no design in RON of one's own, if it has faults, or if the type cannot be added.
pub fn add_unit(path: &Path, name: &str, like: &str, files: &dyn FileReader) -> Result<Added, OpenError> {
    let file = if files.is_folder(path) { path.join(DESIGN_FILE) } else { path.to_owned() };
    let shown = file.display().to_string();
    if is_gdl(&file, files) {
        let message =
            format!("{shown} is in GDL: units are added to designs in RON, which `fairmarch convert` makes of it");
        return Err(OpenError::Misused(message));
    }
    let text = read_text(&file, files)?;
    if texts::is_scenario(&shown, &text) || formats::read_bundle(&shown, &text)?.is_some() {
        let message = format!("{shown} is no design of your own: make one with `fairmarch new`");
        return Err(OpenError::Misused(message));
    }
    let called = design_name(path, files);
    let include = |name: &str| beside(&file, name, files);
    Ok(add_to((&called, &shown, &text), &include, name, like)?)
}

/// Adds a unit type to the design whose first file has this text: its name, the file, the text, and what it includes.
fn add_to(
    (called, shown, text): (&str, &str, &str),
    include: &Include<'_>,
    name: &str,
    like: &str,
) -> Result<Added, Diagnostics> {
    let before = texts::load_text(called, shown, text, include)?;
    let design = &before.design;
    let is_made = design
        .unit_types()
        .find(|&unit| design.name_of(unit) == like)
        .is_some_and(|unit| design.unit_types().any(|maker| maker != unit && abilities::can_make(design, maker, unit)));
    let fault = |fault: Diagnostic| Diagnostics(vec![fault]);
    let ron = before.ron().expect("it was loaded from RON");
    let changed = formats::add_unit(ron, design, (name, like), is_made).map_err(fault)?;
    let new_text = |file: &str| changed.iter().find(|changed| changed.file == file).map(|changed| changed.text.clone());
    let include = |name: &str| {
        let (file, text) = include(name)?;
        let text = new_text(&file).unwrap_or(text);
        Some((file, text))
    };
    let text = new_text(shown).unwrap_or(text.to_owned());
    let loaded = texts::load_text(called, shown, &text, &include)?;
    if let Some(table) = find_difference(&loaded.design, name, like) {
        let message = format!("`{table}` would not say the same of `{name}` as of `{like}`: nothing was written");
        return Err(fault(Diagnostic::error("not-alike", message).suggest("write its lines yourself")));
    }
    Ok(Added { files: changed, loaded })
}

/// A unit type that is to be: all that is not said otherwise is as of the type that it is like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewUnit {
    /// Its name.
    pub name: String,
    /// The type that it is like.
    pub like: String,
    /// What makes this type makes the new one.
    pub made_as: String,
    /// The new type enters what this type enters, at the same costs.
    pub enters_as: String,
    /// The new type fights, and is fought, as this type.
    pub fights_as: String,
}

/// A design with a new unit type, made as [`add_unit`] makes it, and then other in what makes it, what it enters and what it fights.
///
/// # Errors
/// If the type cannot be added, or if one that it is to be like does not exist.
pub fn with_unit(design: &Design, new: &NewUnit) -> Result<Loaded, Diagnostics> {
    let text = formats::write_design(design);
    let nothing: &Include<'_> = &|_| None;
    let loaded = add_to((&design.name, "the design", &text), nothing, &new.name, &new.like)?.loaded;
    let mut made = Design::clone(&loaded.design);
    let find = |name: &str| {
        made.units.find(name).ok_or_else(|| {
            let fault = Diagnostic::error("unknown-type", format!("unknown unit type `{name}`"));
            Diagnostics(vec![fault.did_you_mean_or(
                name,
                made.units.names.iter().map(String::as_str),
                "the name of a unit type",
            )])
        })
    };
    let [unit, maker, mover, fighter] =
        [find(&new.name)?, find(&new.made_as)?, find(&new.enters_as)?, find(&new.fights_as)?];
    for (number, table) in rows(Scope::Table).iter().enumerate() {
        let is_about = |topics: &[&str]| table.area.split([',', ';']).any(|area| topics.contains(&area.trim()));
        match table.index {
            [Scope::Unit, Scope::Unit] if is_about(&["construction", "tooling"]) => {
                copy(&mut made, number, maker, unit, false);
            }
            [Scope::Unit, Scope::Unit] if is_about(&["combat", "capture"]) => {
                copy(&mut made, number, fighter, unit, true);
                copy(&mut made, number, fighter, unit, false);
            }
            [Scope::Unit, Scope::Terrain] if is_about(&["movement", "survival", "stacking"]) => {
                copy(&mut made, number, mover, unit, true);
            }
            _ => {}
        }
    }
    // What was put together is checked as a whole, as any file.
    texts::load_text(&design.name, "the design", &formats::write_design(&made), nothing)
}

/// Gives a type the row of another one in a table, or its column.
fn copy(design: &mut Design, number: usize, from: usize, to: usize, is_row: bool) {
    if design.table(number).is_none() || from == to {
        return;
    }
    let scope = rows(Scope::Table)[number].index[usize::from(is_row)];
    for other in 0..design.types(scope).len() {
        let (row, column) = if is_row { (from, other) } else { (other, from) };
        let value = design.entry_at(number, row, column);
        let (row, column) = if is_row { (to, other) } else { (other, to) };
        design.fill_table(number, &[row], &[column], &value);
    }
}

/// The first table that treats two unit types otherwise, whatever it says of the two together.
fn find_difference(design: &Design, name: &str, like: &str) -> Option<&'static str> {
    let find = |name: &str| design.unit_types().find(|&unit| design.name_of(unit) == name).map(UnitType::index);
    let (one, other) = (find(name)?, find(like)?);
    let swapped = |scope: Scope, at: usize| if scope == Scope::Unit && at == one { other } else { at };
    for (number, row) in rows(Scope::Table).iter().enumerate() {
        let Some(table) = design.table(number) else { continue };
        let [height, width] = row.index.map(|scope| design.types(scope).len());
        let is_same = |(at, with): (usize, usize)| match table {
            Table::Int(values) => values[at] == values[with],
            Table::Dice(values) => values[at] == values[with],
        };
        for (high, wide) in (0..height).flat_map(|high| (0..width).map(move |wide| (high, wide))) {
            let with = swapped(row.index[0], high) * width + swapped(row.index[1], wide);
            if !is_same((high * width + wide, with)) {
                return Some(row.name);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use super::*;
    use crate::{PARTS, PRESETS};

    /// The files of a design in a folder `mine`.
    struct Folder(BTreeMap<PathBuf, String>);

    impl FileReader for Folder {
        fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
            self.0.get(path).map(|text| text.clone().into_bytes()).ok_or_else(|| format!("no {}", path.display()))
        }

        fn exists(&self, path: &Path) -> bool {
            self.is_file(path) || self.is_folder(path)
        }

        fn is_file(&self, path: &Path) -> bool {
            self.0.contains_key(path)
        }

        fn is_folder(&self, path: &Path) -> bool {
            !self.is_file(path) && self.0.keys().any(|file| file.starts_with(path))
        }

        fn library(&self) -> Vec<PathBuf> {
            Vec::new()
        }
    }

    /// As `new` makes it, with all parts beside it.
    fn folder(preset: &str) -> Folder {
        let text = crate::embedded(preset).unwrap().text.to_owned();
        let parts =
            PRESETS.iter().chain(PARTS).map(|part| (format!("mine/{}.ron", part.name).into(), part.text.to_owned()));
        Folder(parts.chain([("mine/design.ron".into(), text)]).collect())
    }

    /// A copy of each unit of games of several kinds is what that unit is; only what it is called differs, and nothing is warned of.
    #[test]
    fn whatever_unit_is_copied_every_table_treats_both_alike() {
        for preset in ["classic", "starfield", "hostile-space", "generals-view", "crawl", "empire", "vault"] {
            let files = folder(preset);
            let design = crate::load_preset(preset).unwrap().unwrap().design;
            // Of a dungeon's many types some will do.
            for like in design.units.names.iter().step_by(1 + design.units.len() / 12) {
                let added = add_unit(Path::new("mine"), "newcomer", like, &files);
                let added = added.unwrap_or_else(|error| panic!("{preset}: {like}: {error:?}"));
                assert_eq!(added.loaded.design.units.len(), design.units.len() + 1, "{preset}: {like}");
                // A type that others only become is made by nothing else. So nothing makes the copy yet, and that is told.
                let is_become = ["citadel", "fortress"].contains(&like.as_str());
                let expected: &[&str] = if is_become { &["unused-unit"] } else { &[] };
                let warned: Vec<&str> = added.loaded.warnings.0.iter().map(|warning| warning.code).collect();
                assert_eq!(warned, expected, "{preset}: {like}: {:?}", added.loaded.warnings);
                for file in &added.files {
                    assert!(!file.lines.is_empty(), "{preset}: {like}: {}", file.file);
                    let old = &files.0[Path::new(&file.file)];
                    let comments = |text: &str| text.matches("//").count();
                    assert!(comments(&file.text) >= comments(old), "{preset}: {like}: a comment is lost");
                }
            }
        }
    }

    #[test]
    fn a_type_made_entering_and_fighting_as_others_is_each_in_that_alone() {
        use design::abilities::{can_attack, can_make, lives_on};

        let design = crate::load_preset("classic").unwrap().unwrap().design;
        let [infantry, transport, fighter] = ["infantry", "transport", "fighter"].map(str::to_owned);
        let new = NewUnit {
            name: "hovercraft".to_owned(),
            like: infantry.clone(),
            made_as: infantry,
            enters_as: transport,
            fights_as: fighter,
        };
        let made = with_unit(&design, &new).unwrap().design;
        let find = |name: &str| made.find::<UnitType>(name).unwrap();
        let [unit, like, mover, fighter] = ["hovercraft", "infantry", "transport", "fighter"].map(find);
        for other in made.unit_types() {
            assert_eq!(can_make(&made, other, unit), can_make(&made, other, like), "{}", made.name_of(other));
            if other != unit && other != fighter {
                assert_eq!(can_attack(&made, unit, other), can_attack(&made, fighter, other));
                assert_eq!(can_attack(&made, other, unit), can_attack(&made, other, fighter));
            }
        }
        for ground in made.ids::<design::TerrainType>() {
            assert_eq!(lives_on(&made, unit, ground), lives_on(&made, mover, ground), "{}", made.name_of(ground));
        }
        assert!(
            made.ids::<design::TerrainType>()
                .any(|ground| lives_on(&made, unit, ground) != lives_on(&made, like, ground))
        );
        let wrong = NewUnit { fights_as: "figther".to_owned(), ..new };
        let told = with_unit(&design, &wrong).unwrap_err().0[0].to_string();
        assert!(told.contains("did you mean `fighter`?"), "{told}");
    }

    #[test]
    fn what_cannot_be_added_says_why() {
        let files = folder("classic");
        let told = |path: &str, name: &str, like: &str| match add_unit(Path::new(path), name, like, &files) {
            Err(OpenError::Faults(found)) => found.0[0].to_string(),
            Err(OpenError::Misused(why)) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            told("mine", "big gun", "infantry"),
            "error[bad-name]: `big gun` cannot be a unit type's name here: expected letters, digits and -, such as `heavy-horse`"
        );
        assert_eq!(
            told("mine", "armor", "infantry"),
            "error[name-taken]: the design has a type or a group `armor` already; choose another name"
        );
        assert_eq!(
            told("mine", "lancer", "infantri"),
            "error[unknown-type]: unknown unit type `infantri`; did you mean `infantry`?"
        );
        let alone = Folder(BTreeMap::from([("a.ron".into(), r#"{ "extends": "classic" }"#.to_owned())]));
        let Err(OpenError::Faults(found)) = add_unit(Path::new("a.ron"), "lancer", "infantry", &alone) else {
            panic!("not own")
        };
        assert!(found.0[0].to_string().contains("error[not-own]: `infantry` stands in a part that comes"), "{found:?}");
    }
}
