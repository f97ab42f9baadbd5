//! Every parameter of GDL is declared: those of Xconq 7.5, what the seeds alone define, and the properties of all forms, with
//! their bounds and defaults. `gdl/parameters.tsv` lists them.

use design::parameters::{ALIASES, ROWS_OF_TABLES, find, rows};
use design::{DefaultValue, Kind, Scope};

/// Parameters that are bounded or kept otherwise here, with the reason.
const OURS: &[(Scope, &str, &str)] = &[
    (Scope::Terrain, "subtype", "one of four words"),
    (Scope::Terrain, "subtype-x", "one of four words"),
    (Scope::Terrain, "river-chance", "a chance per 10,000"),
    (Scope::Unit, "free-acp", "-1 is any amount, as in the seeds"),
    (Scope::Unit, "free-mp", "-1 is any amount, as in the seeds"),
    (Scope::Global, "edge-terrain", "none unless said: Xconq lays the first type"),
    (Scope::Global, "sides-min", "as many sides as GDL has"),
    (Scope::Global, "sides-max", "as many sides as GDL has"),
    (Scope::Global, "sides-wanted", "as many sides as GDL has"),
];

fn scope(kind: &str) -> Scope {
    match kind {
        "utype" => Scope::Unit,
        "ttype" => Scope::Terrain,
        "mtype" => Scope::Material,
        "atype" => Scope::Advance,
        "table" => Scope::Table,
        "gvar" => Scope::Global,
        "game-module" => Scope::Module,
        "world" => Scope::World,
        "area" => Scope::Area,
        "feature" => Scope::Feature,
        "side" => Scope::Side,
        "player" => Scope::Player,
        "doctrine" => Scope::Doctrine,
        "scorekeeper" => Scope::Scorekeeper,
        "unit" => Scope::Piece,
        "namer" => Scope::Namer,
        "synthesis-method" => Scope::Method,
        "event-method" => Scope::Event,
        "action" => Scope::Action,
        kind => panic!("{kind}"),
    }
}

#[test]
fn every_parameter_of_gdl_is_declared_with_its_bounds() {
    let text = include_str!("../gdl/parameters.tsv");
    let lines: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 882);
    let mut wrong = Vec::new();
    for line in &lines {
        let [kind, name, value_type, default, low, high, index] = line[..] else { panic!("{line:?}") };
        let scope = scope(kind);
        let is_alias = ALIASES.iter().any(|alias| alias.0 == scope && alias.1 == name)
            || (scope == Scope::Unit && ROWS_OF_TABLES.iter().any(|row| row.0 == name));
        let Some(number) = find(scope, name) else {
            if !is_alias {
                wrong.push(format!("{kind} {name} is not declared"));
            }
            continue;
        };
        let row = &rows(scope)[number];
        if is_alias || OURS.iter().any(|ours| ours.0 == scope && ours.1 == name) {
            continue;
        }
        if !index.is_empty() {
            let letter = |scope: Scope| scope.noun().chars().next().unwrap().to_ascii_uppercase();
            if row.index.map(letter).iter().collect::<String>() != index {
                wrong.push(format!("{name} is indexed by {:?}, not {index}", row.index));
            }
        }
        let bounds = match row.kind {
            Kind::Int(low, high) => Some((low, high)),
            Kind::Flag => Some((0, 1)),
            _ => None,
        };
        let given = low.parse::<i32>().ok().zip(high.parse::<i32>().ok());
        if let (Some(bounds), Some(given)) = (bounds, given)
            && bounds != given
        {
            wrong.push(format!("{kind} {name}: {bounds:?}, not {given:?}"));
        }
        let is_right = match (row.default, default.parse::<i32>()) {
            (DefaultValue::Int(number), Ok(given)) => number == given,
            (DefaultValue::Dice(number), Ok(given)) => i32::from(number) == given,
            (DefaultValue::Int(_) | DefaultValue::Dice(_), Err(_)) => {
                value_type != "int" || default.is_empty() || bounds.is_some()
            }
            _ => true,
        };
        if !is_right {
            wrong.push(format!("{kind} {name}: by default {:?}, not {default}", row.default));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
