//! Presets with randomly changed parameters: designs that no author has made consistent.

use chance::Stream;
use design::parameters::rows;
use design::{Design, Diagnostics, Draft, Kind, Parameter, Scope, Sources, TYPE_SECTIONS};
use pipeline::PRESETS;

/// What a draft makes of a design.
pub fn patched(design: &Design, text: &str) -> Result<Design, Diagnostics> {
    let mut sources = Sources::default();
    let file = sources.add("patch.ron", text);
    let root = diagnostics::read_tree(&sources, file).map_err(|fault| Diagnostics(vec![fault]))?;
    let draft = Draft { file, root };
    design::patch(design, &draft, &sources, &pipeline::known()).map(|(design, _)| design)
}

/// The preset with that number, and so on from the first.
pub fn preset(number: usize) -> Design {
    let name = PRESETS[number % PRESETS.len()].name;
    Design::clone(&fairmarch_tests::preset(name).design)
}

fn pick<T: Copy>(items: &[T], stream: &mut Stream) -> Option<T> {
    (!items.is_empty()).then(|| items[stream.below(items.len() as u32) as usize])
}

/// Some value that a row can have.
fn value(design: &Design, row: &Parameter, stream: &mut Stream) -> String {
    let word = |text: &str| diagnostics::quote(text);
    match row.kind {
        Kind::Int(low, high) => {
            let span = (i64::from(high) - i64::from(low)).min(1_000_000) as u32;
            (i64::from(low) + i64::from(stream.below(span + 1))).to_string()
        }
        Kind::Flag => (stream.below(2) == 1).to_string(),
        Kind::Choice(words) => word(pick(words, stream).expect("choices have words")),
        Kind::Reference(scope) => {
            let names = &design.types(scope).names;
            word(names.get(stream.below(names.len() as u32 + 1) as usize).map_or("none", String::as_str))
        }
        Kind::Text if row.name.ends_with("namer") => word("sides"),
        // A design with a section for its rules means those rules.
        Kind::Text if row.name == "ruleset" && !design.sections.is_empty() => {
            word(design.global_text(design::parameters::global::RULESET))
        }
        Kind::Text if row.name == "ruleset" => {
            word(pick(&["kernel", "generals-view"], stream).expect("there are some"))
        }
        Kind::Text => {
            word(pick(&["", "plain", "with \"quotes\" | # ; ( \\ and 'more'"], stream).expect("there are some"))
        }
        Kind::Dice => word(
            pick(&["3", "2d6", "1d4-1", "8d17+127", "20d100+1000", "9d6-200", "-5"], stream).expect("there are some"),
        ),
        Kind::List if row.name == "feature-namers" => "[[\"islands\", \"sides\"]]".to_owned(),
        Kind::List => pick(&["[]", "[[\"a\", 3], [\"b c\"]]"], stream).expect("there are some").to_owned(),
        Kind::Form(what) if what.starts_with("pairs") => {
            pick(&["[]", "[[0, 50], [10, 100]]", "[[-5, -3]]"], stream).expect("there are some").to_owned()
        }
        Kind::Form(_) | Kind::Values(_) => {
            pick(&["[]", "[1, [\"x\", [\"'t\", -4]], \"2d6\"]"], stream).expect("there are some").to_owned()
        }
    }
}

/// Names that mean something in one format or the other, or need care.
const NAMES: &[&str] =
    &["newcomer", "nil", "cell", "side", "4x4", "it's", "a|b", "x#|y", "-z", "(deep)", "or", "Ålesund", "back\\slash"];

/// A draft that says this and that of a design with these types.
pub fn shuffle(design: &Design, count: u32, stream: &mut Stream) -> String {
    let mut text = String::from("{\n");
    for (section, scope) in TYPE_SECTIONS {
        let mut types = String::new();
        for name in &design.types(scope).names {
            let mut properties = std::collections::BTreeMap::new();
            for _ in 0..stream.below(count + 1) {
                let row = &rows(scope)[stream.below(rows(scope).len() as u32) as usize];
                properties.insert(row.name, value(design, row, stream));
            }
            let properties: Vec<String> =
                properties.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
            types += &format!("{}: {{ {} }},\n", diagnostics::quote(name), properties.join(", "));
        }
        if stream.below(4) == 0 {
            let name = pick(NAMES, stream).expect("there are some");
            if design.types(scope).find(name).is_none() {
                types += &format!("{}: {{}},\n", diagnostics::quote(name));
            }
        }
        text += &format!("\"{section}\": {{ {types} }},\n");
    }
    text += "\"tables\": {\n";
    let mut tables = std::collections::BTreeMap::new();
    for _ in 0..stream.below(2 * count + 1) {
        let row = &rows(Scope::Table)[stream.below(rows(Scope::Table).len() as u32) as usize];
        let [row_name, column_name] = row.index.map(|scope| {
            let names: Vec<&str> = design.types(scope).names.iter().map(String::as_str).chain(["*"]).collect();
            diagnostics::quote(pick(&names, stream).expect("there is the star"))
        });
        tables.insert(row.name, format!("{{ {row_name}: {{ {column_name}: {} }} }}", value(design, row, stream)));
    }
    tables.iter().for_each(|(name, clause)| text += &format!("\"{name}\": {clause},\n"));
    text += "},\n\"globals\": {\n";
    let globals_at = text.len();
    for row in rows(Scope::Global).iter().filter(|row| !row.name.contains("sides-") && !row.name.contains("advantage"))
    {
        if stream.below(30) < count {
            text += &format!("\"{}\": {},\n", row.name, value(design, row, stream));
        }
    }
    let says = |ruleset: &str| text[globals_at..].contains(&format!("\"ruleset\": \"{ruleset}\""));
    let is_own = says("generals-view") || !says("kernel") && design.ruleset_section() == Some("generals-view");
    text += "},\n";
    if is_own && stream.below(3) > 0 {
        let entries = [("order-dice", 2 + stream.below(5)), ("units-per-cell-max", stream.below(9))];
        let said = entries.iter().filter(|_| stream.below(2) == 0);
        let said: String = said.map(|(name, number)| format!("\"{name}\": {number}, ")).collect();
        text += &format!("\"generals-view\": {{ {said}}},\n");
    }
    // These rules are played on squares alone, whatever the design claimed before.
    const SQUARES: &str = "\"claims\": { \"areas\": \"square4\" }";
    let others = [
        "\"title\": \"Another\"",
        "\"name\": \"other\"",
        "\"summary\": \"\"",
        "\"description\": \"two\\nlines |# of it\"",
        "\"player-notes\": \"p\"",
        "\"designer-notes\": \"\"",
        if is_own { SQUARES } else { "\"claims\": { \"areas\": \"rectangle\", \"size-max\": \"501x502\" }" },
        "\"sides\": []",
        "\"sides\": [{}, { \"name\": \"Rome\", \"gdl\": { \"trusts\": [[1, 1]], \"names-locked\": [1] } }]",
        "\"side-library\": [{ \"weight\": 3, \"name\": \"Gaul\" }]",
        "\"namers\": { \"a\": { \"kind\": \"random\", \"names\": [\"A\"] }, \"b\": { \"kind\": \"random\", \"names\": [\"B\"] } }",
        "\"namers\": { \"b\": { \"kind\": \"random\", \"names\": [\"C\"] }, \"a\": { \"kind\": \"random\", \"names\": [\"A\"] } }",
        "\"module\": { \"version\": [\"'2\"] }",
        "\"module\": { \"picture-name\": [\"'x\"] }",
        "\"forms\": [[\"doctrine\", \"careful\", [\"locked\", 1]]]",
        "\"recipe\": [\"make-rivers\", { \"make-countries\": { \"country-radius-max\": 9 } }]",
        "\"recipe\": []",
    ];
    let mut said = Vec::new();
    for other in others {
        let section = other.split_once(':').map(|(section, _)| section).expect("sections have colons");
        if (stream.below(3) == 0 || other == SQUARES) && !said.contains(&section) {
            said.push(section);
            text += &format!("{other},\n");
        }
    }
    text + "}"
}
