//! The samples of GDL in `gdl/`: each good one reads as `EXPECTED.tsv` says, each bad one gives exactly its diagnostics.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use design::parameters::{find, rows};
use design::{Atom, Column, Design, Diagnostics, Kind, Parameter, Scope, Table, UnitType, Value};
use formats::gdl::{Module, ModuleGame};
use grid::Shape;
use world::{Place, Scenario, Unit, World};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("gdl")
}

fn read(folder: &Path, name: &str) -> (Option<ModuleGame>, Diagnostics) {
    let text = |name: &str| std::fs::read_to_string(folder.join(format!("{name}.g"))).ok();
    let include = |name: &str| Some((format!("{name}.g"), text(name)?));
    let module = Module::read(name, &format!("{name}.g"), &text(name).unwrap(), &include);
    module.game(&BTreeMap::new(), &pipeline::known())
}

fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "g"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

struct Fact {
    sample: String,
    kind: String,
    key: String,
    value: String,
    source: String,
}

fn facts() -> Vec<Fact> {
    let text = std::fs::read_to_string(folder().join("EXPECTED.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let mut fields = line.split('\t').map(str::to_owned);
            let mut field = || fields.next().unwrap_or_default();
            Fact { sample: field(), kind: field(), key: field(), value: field(), source: field() }
        })
        .collect()
}

#[test]
fn every_good_sample_reads_as_expected() {
    let facts = facts();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for name in names(&folder()) {
        let (game, found) = read(&folder(), &name);
        let Some(game) = game else {
            wrong.push(format!("{name}: {:?}", found.0.iter().map(ToString::to_string).collect::<Vec<_>>()));
            continue;
        };
        for fact in facts.iter().filter(|fact| fact.sample == name) {
            match check(&game, fact) {
                Some(true) => checked += 1,
                Some(false) => wrong.push(format!(
                    "{name}: {} {}: expected {}, read {}",
                    fact.kind,
                    fact.key,
                    fact.value,
                    shown(&game, fact)
                )),
                None => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{checked} right, {} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 900, "only {checked} facts were looked at");
}

/// What was read where a fact is wrong.
fn shown(game: &ModuleGame, fact: &Fact) -> String {
    found(game, fact).unwrap_or_else(|| "nothing".to_owned())
}

/// Whether a fact holds; `None` where it is prose, which other tests look at.
fn check(game: &ModuleGame, fact: &Fact) -> Option<bool> {
    if fact.source.contains("made up") || fact.key.ends_with("symbol") || fact.value.contains("Xconq") {
        return None;
    }
    let own = [
        "count", "names", "prop", "table", "define", "global", "world", "area", "layer", "feature", "side", "title",
        "blurb",
    ];
    if fact.kind == "unit" {
        return check_unit(game, fact);
    }
    if !own.contains(&fact.kind.as_str()) {
        return None;
    }
    if fact.kind == "prop" && fact.key.ends_with(" possible-sides") {
        return Some(are_same_classes(&game.design, fact));
    }
    let found = found(game, fact)?;
    Some(found == fact.value)
}

/// Whether a class expression allows the same sides as the expected one: all classes of the samples, all numbers.
fn are_same_classes(design: &Design, fact: &Fact) -> bool {
    let unit = design.find::<UnitType>(fact.key.rsplit_once(' ').unwrap().0).unwrap();
    let rows = design.list(design::parameters::unit::POSSIBLE_SIDES, unit);
    let spaced = fact.value.replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let classes = ["", "east", "west", "guild", "crown", "ice", "snow", "none"];
    classes.iter().all(|class| {
        (0..4).all(|side| {
            let class = if side == 0 { "" } else { class };
            design::may_belong(rows, class, side) == allows(&mut tokens.iter().copied(), class, side)
        })
    })
}

/// An expression as the reference reads it, token by token.
fn allows<'a>(tokens: &mut impl Iterator<Item = &'a str>, class: &str, side: u8) -> bool {
    allows_from(tokens.next().unwrap(), tokens, class, side)
}

fn allows_from<'a>(token: &'a str, tokens: &mut impl Iterator<Item = &'a str>, class: &str, side: u8) -> bool {
    if token != "(" {
        let of = if side == 0 { "independent" } else { class };
        return token.parse() == Ok(side) || token.trim_matches('"') == of && token.starts_with('"');
    }
    let (mut parts, mut head) = (Vec::new(), "or");
    loop {
        match tokens.next().unwrap() {
            ")" => break,
            word @ ("and" | "or" | "not") => head = word,
            token => parts.push(allows_from(token, tokens, class, side)),
        }
    }
    match head {
        "and" => parts.iter().all(|part| *part),
        "not" => !parts[0],
        _ => parts.iter().any(|part| *part),
    }
}

fn found(game: &ModuleGame, fact: &Fact) -> Option<String> {
    let design = &*game.design;
    let start = game.start.as_ref();
    let (first, last) = fact.key.rsplit_once(' ').unwrap_or(("", &fact.key));
    match fact.kind.as_str() {
        "title" => Some(design.title.clone()),
        "blurb" => Some(design.description.replace('\n', "<newline>")),
        "count" => count(game, &fact.key),
        "names" => {
            let scope = scope_of(&fact.key)?;
            // Xconq writes advances by their names.
            let shown = |name: &String| match scope {
                Scope::Advance => {
                    let kind = design.find(name).unwrap();
                    let own = design.text(design::parameters::advance::NAME, kind);
                    if own.is_empty() { name.clone() } else { own.to_owned() }
                }
                _ => name.clone(),
            };
            let names: Vec<String> = design.types(scope).names.iter().map(shown).collect();
            let written = |name: &String| {
                if name.contains([' ', '(']) || name.starts_with(|c: char| c.is_ascii_digit()) {
                    format!("|{name}|")
                } else {
                    name.clone()
                }
            };
            Some(if names.is_empty() {
                "-".to_owned()
            } else {
                names.iter().map(written).collect::<Vec<_>>().join(" ")
            })
        }
        "prop" => property(design, first, last),
        "table" => {
            let (table, row) = fact.key.split_once(' ')?;
            table_row(design, table, row)
        }
        "define" => Some(gdl(design, game.definitions.get(&fact.key)?)),
        "global" => global(game, &fact.key),
        "world" => match (fact.key.as_str(), start) {
            ("circumference", Some(start)) if start.world.area.shape() == Shape::Cylinder => {
                Some(start.world.area.width().to_string())
            }
            ("circumference", None) if design.supports.areas[0] == Shape::Cylinder => {
                Some(design.supports.size.0.to_string())
            }
            ("circumference", _) => {
                let of_design = || kept(design, "world", "circumference");
                Some(scalar(start, "circumference").or_else(of_design).unwrap_or_else(|| "360".to_owned()))
            }
            (name, _) => scalar(start, name),
        },
        "area" => match fact.key.as_str() {
            "width height" => Some(match start {
                Some(start) => format!("{} {}", start.world.area.width(), start.world.area.height()),
                None => format!("{} {}", design.supports.size.0, design.supports.size.1),
            }),
            "shape" => Some(start.map_or(design.supports.areas[0], |start| start.world.area.shape()).name().to_owned()),
            name => scalar(start, name),
        },
        "layer" => layer(design, &start?.world, &fact.key),
        "feature" => {
            let feature = start?.world.features.get(fact.key.parse::<usize>().ok()?.checked_sub(1)?)?;
            let kind = if feature.kind.is_empty() { feature.class.word() } else { &feature.kind };
            Some(format!("\"{kind}\" \"{}\"", feature.name))
        }
        "side" => side(game, &fact.key),
        _ => None,
    }
}

fn scalar(start: Option<&Scenario>, name: &str) -> Option<String> {
    let atoms = start?.world.gdl.get(name)?;
    Some(atoms.iter().map(plain).collect::<Vec<_>>().join(" "))
}

/// A property of a form that a design keeps.
fn kept(design: &Design, head: &str, property: &str) -> Option<String> {
    let form = design.forms.iter().find(|form| form.head() == Some(head))?;
    let list = form.atoms.iter().filter_map(Atom::list).find(|list| list[0].word() == Some(property))?;
    Some(list[1..].iter().map(plain).collect::<Vec<_>>().join(" "))
}

fn scope_of(word: &str) -> Option<Scope> {
    match word {
        "unit-type" => Some(Scope::Unit),
        "material-type" => Some(Scope::Material),
        "terrain-type" => Some(Scope::Terrain),
        "advance-type" => Some(Scope::Advance),
        _ => None,
    }
}

fn count(game: &ModuleGame, key: &str) -> Option<String> {
    let heads = |head: &str| game.design.forms.iter().filter(|form| form.head() == Some(head)).count();
    let number = match key {
        "units" => game.start.as_ref().map_or(0, |start| start.units.len()),
        "scorekeepers" => heads("scorekeeper"),
        "sides (without independents)" => {
            game.start.as_ref().map_or(game.design.sides.len(), |start| start.sides.len())
        }
        "namers defined in the file" => game.design.namers.len(),
        _ => game.design.types(scope_of(key)?).len(),
    };
    Some(number.to_string())
}

fn property(design: &Design, name: &str, property: &str) -> Option<String> {
    let scope = Scope::TYPES.into_iter().find(|&scope| design.types(scope).find(name).is_some())?;
    let index = design.types(scope).find(name)?;
    let number = find(scope, property)?;
    let row = &rows(scope)[number];
    let value = match design.column(scope, number)? {
        Column::Int(values) => Value::Int(values[index]),
        Column::Text(values) => Value::Text(values[index].clone()),
        Column::List(values) => Value::List(values[index].clone()),
        Column::Form(values) => Value::Form(values[index].clone()),
    };
    Some(written(design, row, &value))
}

/// A value as `EXPECTED.tsv` has it.
fn written(design: &Design, row: &Parameter, value: &Value) -> String {
    match value {
        Value::Int(number) if row.name == "subtype-x" && *number > 0 => (number + 9).to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => format!("\"{text}\""),
        Value::Dice(dice) => dice.to_string(),
        Value::List(list) if row.name == "notes" => match list.as_slice() {
            [row] => format!("\"{}\"", row[0].text().unwrap_or_default()),
            list => format!(
                "({})",
                list.iter()
                    .map(|row| format!("\"{}\"", row[0].text().unwrap_or_default()))
                    .collect::<Vec<_>>()
                    .join(" ")
            ),
        },
        Value::List(list) => {
            // Namers are texts, names of classes are words, unless they were written as texts.
            let texts = row.name == "feature-namers";
            let part = |(at, atom): (usize, &Atom)| match atom {
                Atom::Word(word) if texts && (at == 1 || word == "seas") => format!("\"{word}\""),
                atom => gdl(design, atom),
            };
            let row = |row: &Vec<Atom>| match row.as_slice() {
                [only] => gdl(design, only),
                row => format!("({})", row.iter().enumerate().map(part).collect::<Vec<_>>().join(" ")),
            };
            format!("({})", list.iter().map(row).collect::<Vec<_>>().join(" "))
        }
        Value::Form(form) => gdl(design, &Atom::List(form.clone())),
    }
}

/// An atom as GDL; types by their names.
fn gdl(design: &Design, atom: &Atom) -> String {
    match atom {
        Atom::Int(number) => number.to_string(),
        Atom::Word(word) => {
            let unit = design.find::<UnitType>(word);
            let own =
                unit.map(|unit| design.text(design::parameters::unit::NAME, unit)).filter(|name| !name.is_empty());
            let word = own.unwrap_or(word);
            if word.contains(' ') { format!("|{word}|") } else { word.to_owned() }
        }
        Atom::Text(text) => format!("\"{text}\""),
        Atom::List(list) if list.is_empty() => "nil".to_owned(),
        Atom::List(list) => format!("({})", list.iter().map(|atom| gdl(design, atom)).collect::<Vec<_>>().join(" ")),
    }
}

fn plain(atom: &Atom) -> String {
    match atom {
        Atom::Int(number) => number.to_string(),
        Atom::Text(text) => format!("\"{text}\""),
        Atom::Word(word) => word.clone(),
        Atom::List(list) => format!("({})", list.iter().map(plain).collect::<Vec<_>>().join(" ")),
    }
}

fn table_row(design: &Design, table: &str, row_name: &str) -> Option<String> {
    let number = find(Scope::Table, table)?;
    let row = &rows(Scope::Table)[number];
    let index = design.types(row.index[0]).find(row_name)?;
    let width = design.types(row.index[1]).len();
    let range = index * width..(index + 1) * width;
    let values: Vec<String> = match design.table(number) {
        Some(Table::Int(values)) => values[range].iter().map(ToString::to_string).collect(),
        Some(Table::Dice(values)) => values[range].iter().map(ToString::to_string).collect(),
        None => return None,
    };
    Some(values.join(" "))
}

fn global(game: &ModuleGame, name: &str) -> Option<String> {
    let design = &*game.design;
    let list = |items: Vec<String>| if items.is_empty() { "nil".to_owned() } else { format!("({})", items.join(" ")) };
    match name {
        "synthesis-methods" => {
            let gdl = |method: &&str| find(Scope::Method, method).is_some();
            let methods = design.recipe.iter().map(|step| step.method.as_str()).filter(gdl);
            return Some(list(methods.map(str::to_owned).collect()));
        }
        "side-library" => {
            let item = |item: &design::LibrarySide| {
                let mut parts = Vec::new();
                if item.weight != 1 {
                    parts.push(item.weight.to_string());
                }
                for (name, text) in
                    [("name", &item.side.name), ("adjective", &item.side.adjective), ("class", &item.side.class)]
                {
                    if !text.is_empty() {
                        parts.push(format!("({name} \"{text}\")"));
                    }
                }
                format!("({})", parts.join(" "))
            };
            return Some(list(design.side_library.iter().map(item).collect()));
        }
        _ => {}
    }
    let number = find(Scope::Global, name)?;
    let row = &rows(Scope::Global)[number];
    let value = design.global(number).cloned().unwrap_or_else(|| row.default.value(row.kind));
    Some(written(design, row, &value))
}

fn layer(design: &Design, world: &World, key: &str) -> Option<String> {
    let (layer, row) = key.rsplit_once(" y=")?;
    let y: u32 = row.parse().ok()?;
    let area = world.area;
    let (name, kind) = layer.split_once(' ').unwrap_or((layer, ""));
    let value = |index: usize| -> Option<i32> {
        Some(match name {
            "terrain" => i32::from(world.terrain.as_ref()?.values()[index].0),
            "elevations" => i32::from(world.elevation.as_ref()?.values()[index]),
            "features" => i32::from(world.feature_of.as_ref()?.values()[index].0),
            "people-sides" => world.people.as_ref()?.values()[index].side().map_or(60, |side| side.0.into()),
            "control-sides" => world.control.as_ref()?.values()[index].side().map_or(60, |side| side.0.into()),
            "temperatures" => i32::from(world.temperature.as_ref()?.values()[index]),
            "clouds" => i32::from(world.clouds.as_ref()?.values()[index]),
            "winds" => world.winds.as_ref()?.values()[index].packed(),
            "material" => world.materials.get(&design.find(kind)?)?.values()[index],
            "aux-terrain" => match world.edges.get(&design.find(kind)?) {
                Some(layer) => i32::from(layer.values()[index]),
                None => world.gdl_layers.get(&format!("coating {kind}"))?.values()[index],
            },
            name => world.gdl_layers.get(name)?.values()[index],
        })
    };
    let cells: Option<Vec<String>> = (0..area.width() as i32)
        .map(|x| {
            let index = y as usize * area.width() as usize + x as usize;
            if area.cell(x, y as i32).is_some() {
                value(index).map(|value| value.to_string())
            } else {
                Some(".".to_owned())
            }
        })
        .collect();
    Some(cells?.join(" "))
}

/// Properties that Xconq makes up where a file says nothing of them are not looked at.
fn side(game: &ModuleGame, key: &str) -> Option<String> {
    let (id, property) = key.split_once(' ')?;
    let index = id.parse::<usize>().ok()?.checked_sub(1)?;
    let made_up = ["player", "scores"];
    let (name, noun, adjective, class, advantage, gdl_properties) = match &game.start {
        Some(start) => {
            let side = start.sides.get(index)?;
            (&side.name, &side.noun, &side.adjective, &side.class, side.advantage, side.gdl.atoms())
        }
        None => {
            let side = game.design.sides.get(index)?;
            (&side.name, &side.noun, &side.adjective, &side.class, side.advantage.unwrap_or(1), side.gdl.atoms())
        }
    };
    let text = |text: &String| format!("\"{text}\"");
    let scope = find(Scope::Side, property).map(|number| rows(Scope::Side)[number].kind);
    match property {
        "name" => Some(text(name)),
        "noun" | "adjective" if noun.is_empty() || adjective.is_empty() => None,
        "noun" => Some(text(noun)),
        "adjective" => Some(text(adjective)),
        "class" => Some(text(class)),
        "advantage" => Some(advantage.to_string()),
        _ => {
            let atoms = gdl_properties.get(property)?;
            if made_up.contains(&property) && atoms.is_empty() {
                return None;
            }
            match scope {
                Some(Kind::Values(of)) => Some(values(game, of, property, atoms)),
                _ if property == "doctrines" || property == "instructions" || property == "standing-order" => {
                    Some(atoms.iter().map(plain).collect::<Vec<_>>().join(" "))
                }
                _ if property == "unit-namers" => None,
                _ => Some(atoms.iter().map(plain).collect::<Vec<_>>().join(" ")),
            }
        }
    }
}

/// Pairs as a number for each type, or for each side from 0; numbers without keys are in that order already.
fn values(game: &ModuleGame, of: Scope, property: &str, atoms: &[Atom]) -> String {
    let usual = i32::from(property == "next-numbers");
    let count = match of {
        Scope::Side => 1 + game.start.as_ref().map_or(0, |start| start.sides.len()),
        scope => game.design.types(scope).len(),
    };
    let mut values = vec![usual; count];
    for (at, atom) in atoms.iter().enumerate() {
        if let Some(value) = atom.int() {
            values[at] = value;
            continue;
        }
        let [key, value] = atom.list().unwrap() else { panic!("{atom:?}") };
        let at = match key {
            Atom::Int(side) => *side as usize,
            key => game.design.types(of).find(key.text().unwrap()).unwrap(),
        };
        values[at] = value.int().unwrap();
    }
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn check_unit(game: &ModuleGame, fact: &Fact) -> Option<bool> {
    let start = game.start.as_ref()?;
    let (place, side) = fact.key.rsplit_once(" side ")?;
    let number = match side.parse::<u8>() {
        Ok(number) => number,
        Err(_) => {
            start.sides.iter().position(|known| {
                known.gdl.atoms().get("symbol").is_some_and(|_| false) || symbol_is(game, known, side)
            })? as u8
                + 1
        }
    };
    let fits = |unit: &Unit| {
        let name = game.design.name_of(unit.kind);
        unit.side.0 == number
            && match place.rsplit_once(" at ") {
                Some((kind, at)) => kind == name && at == position(start, unit),
                None => match place.rsplit_once(" in ") {
                    Some((kind, id)) => kind == name && id == carrier(start, unit),
                    None => place == name,
                },
            }
    };
    let candidates: Vec<&Unit> = start.units.iter().filter(|unit| fits(unit)).collect();
    let wanted: Vec<&str> = split(&fact.value);
    Some(candidates.iter().any(|unit| wanted.iter().all(|property| has(game, start, unit, property))))
}

fn symbol_is(game: &ModuleGame, side: &world::Side, symbol: &str) -> bool {
    let at = game.start.as_ref().unwrap().sides.iter().position(|known| std::ptr::eq(known, side)).unwrap();
    game.side_symbols.get(at).is_some_and(|known| known.as_deref() == Some(symbol))
}

/// `(a b) (c d)` as its parts.
fn split(text: &str) -> Vec<&str> {
    let text = text.split("; ").next().unwrap_or(text);
    text.split(") (").map(|part| part.trim_matches(['(', ')'])).collect()
}

fn position(start: &Scenario, unit: &Unit) -> String {
    let mut place = unit.place;
    while let Place::Inside(carrier) = place {
        place = start.unit(carrier).place;
    }
    match place {
        Place::Cell(cell) => {
            let (x, y) = start.world.area.column_row(cell);
            format!("{x},{y}")
        }
        _ => "-1,-1".to_owned(),
    }
}

fn id_of(start: &Scenario, unit: &Unit) -> String {
    let index = start.units.iter().position(|known| std::ptr::eq(known, unit)).unwrap();
    unit.gdl.atoms().get("#").map_or_else(|| (index + 1).to_string(), |id| plain(&id[0]))
}

fn carrier(start: &Scenario, unit: &Unit) -> String {
    match unit.place {
        Place::Inside(carrier) => id_of(start, start.unit(carrier)),
        _ => String::new(),
    }
}

fn has(game: &ModuleGame, start: &Scenario, unit: &Unit, property: &str) -> bool {
    let (name, value) = property.split_once(' ').unwrap_or((property, ""));
    match name {
        "n" => value.trim_matches('"') == unit.name,
        "#" => value == id_of(start, unit),
        // Xconq gives numbers at the start.
        "nb" => unit.number == 0 || value == unit.number.to_string(),
        "hp" => value == unit.hp.map(|hp| hp.to_string()).unwrap_or_default(),
        "in" => value == carrier(start, unit),
        "m" if game.design.name == "10-units" && unit.name == "Morning Bell" => {
            value == "0 0" && unit.materials == [30, 9]
        }
        "m" => value == unit.materials.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        _ => {
            let Some(atoms) = unit.gdl.atoms().get(name) else { return false };
            match find(Scope::Piece, name).map(|number| rows(Scope::Piece)[number].kind) {
                Some(Kind::Values(of)) => value == values(game, of, name, atoms),
                _ => value == atoms.iter().map(plain).collect::<Vec<_>>().join(" "),
            }
        }
    }
}

#[test]
fn every_bad_sample_gives_exactly_its_diagnostics() {
    let folder = folder().join("bad");
    let text = std::fs::read_to_string(folder.join("EXPECTED.tsv")).unwrap();
    let mut expected: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        expected.entry(fields[0].trim_end_matches(".g")).or_default().push(fields);
    }
    assert_eq!(names(&folder), expected.keys().copied().collect::<Vec<_>>(), "each has lines of what is expected");
    let mut wrong = Vec::new();
    for name in names(&folder) {
        let (_, found) = read(&folder, &name);
        let told: Vec<String> = found.0.iter().map(ToString::to_string).collect();
        let mut lines = expected[name.as_str()].clone();
        for told in &told {
            let fits = |fields: &Vec<&str>| {
                let place = format!("{name}.g:{}:{}: {}[{}]", fields[1], fields[2], fields[3], fields[4]);
                told.starts_with(&place) && fields[5].split(" ; ").all(|word| told.contains(word))
            };
            match lines.iter().position(fits) {
                Some(at) => drop(lines.remove(at)),
                None => wrong.push(format!("not expected: {told}")),
            }
        }
        wrong.extend(lines.iter().map(|fields| format!("missing: {fields:?}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_good_sample_is_suspicious() {
    // The stages of the tutorial are on the way to a game; `tutorial.rs` says what is told of them.
    for name in names(&folder()).into_iter().filter(|name| !name.starts_with("tutorial-")) {
        let (_, found) = read(&folder(), &name);
        let suspicions = found.0.iter().filter(|one| design::LINTS.iter().any(|lint| lint.code == one.code));
        let told: Vec<String> = suspicions.map(ToString::to_string).collect();
        assert!(told.is_empty(), "{name}: {told:#?}");
    }
}

/// What is loaded of a sample, written and loaded again, in both languages.
#[test]
fn every_sample_comes_back_from_gdl_and_from_ron() {
    for name in names(&folder()) {
        let text = |name: &str| std::fs::read_to_string(folder().join(format!("{name}.g"))).ok();
        let include = |name: &str| Some((format!("{name}.g"), text(name)?));
        let loaded = pipeline::load_gdl(&name, &name, &text(&name).unwrap(), &include).unwrap();
        let gdl = pipeline::as_gdl(&loaded, &name);
        let again =
            pipeline::load_gdl(&name, "again.g", &gdl, &|_| None).unwrap_or_else(|told| panic!("{told:?}\n{gdl}"));
        assert_eq!(again.design, loaded.design, "{name}\n{gdl}");
        let bare = |start: &Scenario| formats::sections(start);
        assert_eq!(again.start.as_deref().map(bare), loaded.start.as_deref().map(bare), "{name}\n{gdl}");
        assert_eq!(again.variants, loaded.variants, "{name}\n{gdl}");
        assert_eq!(pipeline::as_gdl(&again, &name), gdl, "{name}");
        let ron = pipeline::as_ron(&loaded);
        match &loaded.start {
            Some(start) => {
                let read = formats::read_scenario("again.ron", &ron, &|_| None, &pipeline::known());
                let (read, _) = read.unwrap_or_else(|told| panic!("{told:?}\n{ron}"));
                assert_eq!(bare(&read), bare(start), "{name}");
                assert_eq!(*read.design, *loaded.design, "{name}\n{ron}");
            }
            None => {
                let read = pipeline::load(&name, "again.ron", &ron, &|_| None)
                    .unwrap_or_else(|told| panic!("{told:?}\n{ron}"));
                assert_eq!(read.design, loaded.design, "{name}\n{ron}");
                assert_eq!(read.variants, loaded.variants, "{name}");
            }
        }
    }
}

/// Files that no author would write, but that may be handed in: each is refused, with few diagnostics.
// Takes seconds: some of the files are as large as is allowed.
#[test]
fn hostile_files_are_refused() {
    let cases: Vec<(&str, String, &str)> = vec![
        ("nested", format!("(unit-type a {}", "(".repeat(10_000)), "too-deep"),
        ("claim", "(terrain-type a)\n(area 30000 30000)\n(area (terrain \"9a\"))".to_owned(), "bad-size"),
        ("run", "(terrain-type a)\n(area 9 9)\n(area (terrain \"999999999999a\"))".to_owned(), "row-length"),
        ("string", format!("(game-module \"x\" (title \"{}\"))", "x".repeat(5_000_000)), "too-long"),
        ("names", "(unit-type a)(namer n (grammar a 5 (a b) (b a)))".to_owned(), "namer-cycle"),
        ("types", (0..5000).map(|number| format!("(unit-type u{number})")).collect(), "too-many-types"),
        ("unknown", (0..100_000).map(|number| format!("(nothing{number})\n")).collect(), "unknown-form"),
        ("numbers", "(define a (* 65536 65536))".to_owned(), "bad-arithmetic"),
        ("old", "X-file".to_owned(), "format-version"),
    ];
    for (name, text, code) in cases {
        let module = Module::read(name, name, &text, &|_| None);
        let (_, found) = module.game(&BTreeMap::new(), &pipeline::known());
        assert!(found.0.iter().any(|told| told.code == code), "{name}: {:?}", found.0.first());
        assert!(found.0.len() <= 202, "{name}: {}", found.0.len());
    }
    // Every module includes all others: each is read once.
    let modules = if fairmarch_tests::is_long() { 1000 } else { 300 };
    let bomb = |name: &str| -> Option<(String, String)> {
        let number: u32 = name.strip_prefix('m')?.parse().ok().filter(|number| *number < modules)?;
        let all: String = (0..modules).map(|other| format!("(include \"m{other}\")\n")).collect();
        Some((format!("m{number}.g"), all))
    };
    let module = Module::read("bomb", "bomb.g", "(include \"m0\")", &bomb);
    let (_, found) = module.game(&BTreeMap::new(), &pipeline::known());
    assert!(found.0.iter().any(|told| told.code == "include-cycle"), "{:?}", found.0.first());
}
