//! Writing a scenario as RON: the world first, to be read by eye, the design last.

use std::collections::BTreeMap;

use design::parameters::{terrain, unit};
use design::{MaterialType, Player, TerrainType, TypeId};
use grid::{Area, Cell, Layer};
use world::{Place, Scenario, SideId, TeamFairness, Unit, World};

use crate::layers::{GLYPHS, NOBODY, Numbers, glyph_rows, numbers};
use crate::write_design::{Lines, name_of, quote, write_forms, write_sections, written_properties};

/// A scenario as the text of a file that reads back to the same scenario, design included.
#[must_use]
pub fn write_scenario(scenario: &Scenario) -> String {
    let mut lines = Lines::default();
    lines.line(&format!("// {}: a scenario made by Fairmarch. Northernmost row first.", scenario.design.title));
    lines.open("{");
    lines.entry("format", "1");
    for (_, write) in SECTIONS {
        write(scenario, &mut lines);
    }
    lines.open("\"design\": {");
    write_sections(&scenario.design, &mut lines);
    lines.close("},");
    lines.close("}");
    lines.text
}

/// What a scenario's file says section by section, the design apart: names, and the lines as they stand in the file. A
/// section of which there is nothing to say is left out.
#[must_use]
pub fn sections(scenario: &Scenario) -> Vec<(&'static str, String)> {
    let section = |&(name, write): &Section| {
        let mut lines = Lines::default();
        write(scenario, &mut lines);
        (!lines.text.is_empty()).then_some((name, lines.text))
    };
    SECTIONS.iter().filter_map(section).collect()
}

type Section = (&'static str, fn(&Scenario, &mut Lines));

/// The sections in the order of the file: what is read by eye first.
const SECTIONS: &[Section] = &[
    ("made-by", write_origins),
    ("area", write_area),
    ("symmetry", write_symmetry),
    ("asymmetry", write_asymmetry),
    ("date", write_date),
    ("world", write_world),
    ("sides", write_sides),
    ("fairness", write_fairness),
    ("terrain", write_terrain),
    ("elevation", write_elevation),
    ("edges", write_edges),
    ("country", write_country),
    ("people", |scenario, lines| write_sides_layer("\"people\": {", scenario, &scenario.world.people, lines)),
    ("control", |scenario, lines| write_sides_layer("\"control\": {", scenario, &scenario.world.control, lines)),
    ("temperature", write_temperature),
    ("clouds", write_clouds),
    ("winds", write_winds),
    ("materials", write_materials),
    ("layers", write_gdl_layers),
    ("features", write_features),
    ("feature-of", write_feature_of),
    ("provinces", write_provinces),
    ("province-links", write_province_links),
    ("province-of", write_province_of),
    ("units", write_units),
    ("forms", write_scenario_forms),
];

fn write_area(scenario: &Scenario, lines: &mut Lines) {
    let area = &scenario.world.area;
    let (width, height) = (area.width(), area.height());
    lines.entry("area", &format!("{{ \"shape\": \"{}\", \"size\": \"{width}x{height}\" }}", area.shape()));
}

fn write_symmetry(scenario: &Scenario, lines: &mut Lines) {
    if let Some(symmetry) = &scenario.world.symmetry {
        lines.entry("symmetry", &quote(&symmetry.kind().to_string()));
    }
}

fn write_asymmetry(scenario: &Scenario, lines: &mut Lines) {
    if scenario.world.asymmetry > 0 {
        lines.entry("asymmetry", &scenario.world.asymmetry.to_string());
    }
}

fn write_date(scenario: &Scenario, lines: &mut Lines) {
    if !scenario.world.date.is_empty() {
        lines.entry("date", &quote(&scenario.world.date));
    }
}

fn write_world(scenario: &Scenario, lines: &mut Lines) {
    if !scenario.world.gdl.is_empty() {
        lines.entry("world", &written_properties(&scenario.world.gdl));
    }
}

fn write_units(scenario: &Scenario, lines: &mut Lines) {
    lines.open("\"units\": [");
    for unit in &scenario.units {
        lines.line(&written_unit(scenario, unit));
    }
    lines.close("],");
}

fn write_scenario_forms(scenario: &Scenario, lines: &mut Lines) {
    if !scenario.forms.is_empty() {
        write_forms(&scenario.forms, lines);
    }
}

fn write_origins(scenario: &Scenario, lines: &mut Lines) {
    let origins = &scenario.origins;
    lines.open("\"made-by\": {");
    lines.entry("string", &quote(&origins.string));
    lines.entry("seed", &origins.seed.to_string());
    lines.entry("version", &quote(&origins.version));
    lines.open("\"methods\": [");
    for (method, outcome) in &origins.methods {
        lines.line(&format!("[{}, {}],", quote(method), quote(outcome)));
    }
    lines.close("],");
    lines.close("},");
}

fn place(area: &Area, cell: Cell) -> String {
    let (column, row) = area.column_row(cell);
    format!("[{column}, {row}]")
}

fn write_sides(scenario: &Scenario, lines: &mut Lines) {
    lines.open("\"sides\": [");
    for side in &scenario.sides {
        let mut items = vec![
            format!("\"name\": {}", quote(&side.name)),
            format!("\"noun\": {}", quote(&side.noun)),
            format!("\"adjective\": {}", quote(&side.adjective)),
            format!("\"color\": {}", quote(&side.color)),
        ];
        let words = [("emblem-name", &side.emblem), ("class", &side.class)];
        for (name, word) in words.into_iter().filter(|(_, word)| !word.is_empty()) {
            items.push(format!("\"{name}\": {}", quote(word)));
        }
        if side.advantage != 1 {
            items.push(format!("\"advantage\": {}", side.advantage));
        }
        if side.team != 0 {
            items.push(format!("\"team\": {}", side.team));
        }
        if side.player != Player::Open {
            items.push(format!("\"player\": {}", quote(&side.player.to_string())));
        }
        if side.locked {
            items.push("\"locked\": true".to_owned());
        }
        if !side.gdl.is_empty() {
            items.push(format!("\"gdl\": {}", written_properties(&side.gdl)));
        }
        items.extend(side.center.map(|center| format!("\"center\": {}", place(&scenario.world.area, center))));
        lines.line(&format!("{{ {} }},", items.join(", ")));
    }
    lines.close("],");
}

fn write_fairness(scenario: &Scenario, lines: &mut Lines) {
    let Some(fairness) = &scenario.fairness else { return };
    lines.open("\"fairness\": {");
    lines.entry("score", &decimal(fairness.score));
    lines.entry("worst-seat", &fairness.worst_seat.to_string());
    lines.entry("reason", &quote(&fairness.reason));
    lines.open("\"measures\": [");
    for measure in &fairness.measures {
        let values: Vec<String> = measure.values.iter().map(|&value| plain(value)).collect();
        lines.line(&format!(
            "{{ \"name\": {}, \"unit\": {}, \"values\": {}, \"min-over-max\": {}, \"gini\": {}, \"weight\": {}, \"better\": \"{}\" }},",
            quote(&measure.name),
            quote(&measure.unit),
            quote(&values.join(" ")),
            decimal(measure.min_over_max),
            decimal(measure.gini),
            decimal(measure.weight),
            measure.better.word(),
        ));
    }
    lines.close("],");
    if let Some(teams) = &fairness.teams {
        write_teams(teams, lines);
    }
    lines.close("},");
}

fn write_teams(teams: &TeamFairness, lines: &mut Lines) {
    lines.open("\"teams\": {");
    let seats = |team: &Vec<usize>| format!("[{}]", team.iter().map(usize::to_string).collect::<Vec<_>>().join(", "));
    lines.entry("members", &format!("[{}]", teams.members.iter().map(seats).collect::<Vec<_>>().join(", ")));
    lines.entry("score", &decimal(teams.score));
    lines.entry("worst-team", &teams.worst_team.to_string());
    lines.entry("reason", &quote(&teams.reason));
    lines.open("\"measures\": [");
    for measure in &teams.measures {
        let values: Vec<String> = measure.values.iter().map(|&value| plain(value)).collect();
        lines.line(&format!(
            "{{ \"name\": {}, \"values\": {}, \"min-over-max\": {} }},",
            quote(&measure.name),
            quote(&values.join(" ")),
            decimal(measure.min_over_max),
        ));
    }
    lines.close("],");
    lines.close("},");
}

/// At most four decimals.
fn plain(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The same in quotes: numbers in our files are whole, all others are texts.
fn decimal(number: f64) -> String {
    let text = plain(number);
    if text.contains('.') { quote(&text) } else { text }
}

fn write_terrain(scenario: &Scenario, lines: &mut Lines) {
    let (area, design) = (&scenario.world.area, &*scenario.design);
    let Some(layer) = &scenario.world.terrain else { return };
    let wanted = |kind: TerrainType| design.text(terrain::CHAR, kind).chars().next();
    let legend = legend(area, layer.values(), wanted, |kind| name_of(design, kind));
    write_glyphs("\"terrain\": {", area, layer.values(), &legend, lines);
}

fn write_elevation(scenario: &Scenario, lines: &mut Lines) {
    let Some(layer) = &scenario.world.elevation else { return };
    write_numbers("\"elevation\": {", &scenario.world.area, |index| i32::from(layer.values()[index]), lines);
}

fn write_edges(scenario: &Scenario, lines: &mut Lines) {
    let world = &scenario.world;
    if world.edges.is_empty() {
        return;
    }
    lines.open("\"edges\": {");
    for (&kind, layer) in &world.edges {
        let wanted = |mask: u8| (mask == 0).then_some('.');
        let legend = legend(&world.area, layer.values(), wanted, |mask| mask.to_string());
        let open = format!("{}: {{", name_of(&scenario.design, kind));
        write_glyphs(&open, &world.area, layer.values(), &legend, lines);
    }
    lines.close("},");
}

fn write_country(scenario: &Scenario, lines: &mut Lines) {
    let Some(layer) = &scenario.world.country else { return };
    let wanted = |side: u8| if side == 0 { Some('.') } else { GLYPHS.chars().nth(usize::from(side)) };
    let legend = legend(&scenario.world.area, layer.values(), wanted, |side| side.to_string());
    write_glyphs("\"country\": {", &scenario.world.area, layer.values(), &legend, lines);
}

fn write_sides_layer(open: &str, scenario: &Scenario, layer: &Option<Layer<u8>>, lines: &mut Lines) {
    let Some(layer) = layer else { return };
    let wanted = |side: u8| match side {
        World::NOBODY => Some('.'),
        0 => Some('-'),
        side => GLYPHS.chars().nth(usize::from(side)),
    };
    let written = |side: u8| if side == World::NOBODY { quote(NOBODY) } else { side.to_string() };
    let legend = legend(&scenario.world.area, layer.values(), wanted, written);
    write_glyphs(open, &scenario.world.area, layer.values(), &legend, lines);
}

fn write_temperature(scenario: &Scenario, lines: &mut Lines) {
    let Some(layer) = &scenario.world.temperature else { return };
    write_numbers("\"temperature\": {", &scenario.world.area, |index| i32::from(layer.values()[index]), lines);
}

fn write_clouds(scenario: &Scenario, lines: &mut Lines) {
    let Some(layer) = &scenario.world.clouds else { return };
    write_numbers("\"clouds\": {", &scenario.world.area, |index| i32::from(layer.values()[index]), lines);
}

fn write_winds(scenario: &Scenario, lines: &mut Lines) {
    let Some(layer) = &scenario.world.winds else { return };
    write_numbers("\"winds\": {", &scenario.world.area, |index| layer.values()[index].packed(), lines);
}

fn write_materials(scenario: &Scenario, lines: &mut Lines) {
    let world = &scenario.world;
    if world.materials.is_empty() {
        return;
    }
    lines.open("\"materials\": {");
    for (&kind, layer) in &world.materials {
        let open = format!("{}: {{", name_of(&scenario.design, kind));
        write_numbers(&open, &world.area, |index| layer.values()[index], lines);
    }
    lines.close("},");
}

fn write_gdl_layers(scenario: &Scenario, lines: &mut Lines) {
    let world = &scenario.world;
    if world.gdl_layers.is_empty() {
        return;
    }
    lines.open("\"layers\": {");
    for (name, layer) in &world.gdl_layers {
        write_numbers(&format!("{}: {{", quote(name)), &world.area, |index| layer.values()[index], lines);
    }
    lines.close("},");
}

/// A glyph for each value that occurs, with the value as it is written.
fn legend<T: Copy + Ord>(
    area: &Area,
    values: &[T],
    wanted: impl Fn(T) -> Option<char>,
    written: impl Fn(T) -> String,
) -> BTreeMap<T, (char, String)> {
    let mut legend: BTreeMap<T, (char, String)> = BTreeMap::new();
    let mut taken: Vec<char> = Vec::new();
    let mut occurring: Vec<T> = Vec::new();
    for row in 0..area.height() {
        for &value in &values[area.row(row)] {
            if occurring.last() != Some(&value) {
                occurring.push(value);
            }
        }
        occurring.sort_unstable();
        occurring.dedup();
    }
    for value in occurring {
        let usable = |glyph: &char| !taken.contains(glyph) && !glyph.is_ascii_digit() && !glyph.is_whitespace();
        let own = wanted(value).filter(|glyph| usable(glyph) && *glyph != '"' && *glyph != '\\');
        // A design has at most 255 terrain types, an edge 64 masks: behind the plain glyphs come Greek and Cyrillic.
        let glyph = own
            .or_else(|| GLYPHS.chars().find(usable))
            .or_else(|| ('\u{391}'..'\u{500}').find(usable))
            .expect("there are more glyphs than values");
        taken.push(glyph);
        legend.insert(value, (glyph, written(value)));
    }
    legend
}

fn write_glyphs<T: Copy + Ord>(
    open: &str,
    area: &Area,
    values: &[T],
    legend: &BTreeMap<T, (char, String)>,
    lines: &mut Lines,
) {
    lines.open(open);
    let items: Vec<String> =
        legend.values().map(|(glyph, written)| format!("{}: {written}", quote(&glyph.to_string()))).collect();
    lines.wrapped("\"legend\": {", &items, "},");
    lines.open("\"rows\": [");
    for row in glyph_rows(area, |index| legend[&values[index]].0) {
        lines.line(&format!("{},", quote(&row)));
    }
    lines.close("],");
    lines.close("},");
}

fn write_numbers(open: &str, area: &Area, value: impl Fn(usize) -> i32, lines: &mut Lines) {
    lines.open(open);
    match numbers(area, value) {
        Numbers::Rows(rows) => {
            lines.open("\"rows\": [");
            for row in rows {
                lines.line(&format!("{},", quote(&row)));
            }
            lines.close("],");
        }
        Numbers::Packed(text) => lines.entry("packed", &quote(&text)),
    }
    lines.close("},");
}

fn write_features(scenario: &Scenario, lines: &mut Lines) {
    let world = &scenario.world;
    if world.feature_of.is_none() {
        return;
    }
    lines.open("\"features\": [");
    for feature in &world.features {
        let mut items = vec![format!("\"class\": \"{}\"", feature.class.word())];
        if !feature.kind.is_empty() {
            items.push(format!("\"kind\": {}", quote(&feature.kind)));
        }
        items.extend([
            format!("\"name\": {}", quote(&feature.name)),
            format!("\"at\": {}", place(&world.area, feature.at)),
            format!("\"size\": {}", feature.size),
        ]);
        if let Some(&spring) = feature.course.first() {
            items.push(format!("\"spring\": {}", place(&world.area, spring)));
            items.push(format!("\"course\": {}", quote(&directions(&world.area, &feature.course))));
        }
        lines.line(&format!("{{ {} }},", items.join(", ")));
    }
    lines.close("],");
}

fn write_feature_of(scenario: &Scenario, lines: &mut Lines) {
    let Some(layer) = &scenario.world.feature_of else { return };
    write_numbers("\"feature-of\": {", &scenario.world.area, |index| i32::from(layer.values()[index].0), lines);
}

fn write_provinces(scenario: &Scenario, lines: &mut Lines) {
    let world = &scenario.world;
    if world.province_of.is_none() {
        return;
    }
    lines.open("\"provinces\": [");
    for province in &world.provinces {
        let mut items = vec![
            format!("\"name\": {}", quote(&province.name)),
            format!("\"capital\": {}", place(&world.area, province.capital)),
            format!("\"worth\": {}", province.worth),
        ];
        if province.owner != SideId::INDEPENDENT {
            items.push(format!("\"owner\": {}", province.owner.0));
        }
        lines.line(&format!("{{ {} }},", items.join(", ")));
    }
    lines.close("],");
}

fn write_province_links(scenario: &Scenario, lines: &mut Lines) {
    let world = &scenario.world;
    if world.province_of.is_none() {
        return;
    }
    let links = world.province_links.iter();
    let links: Vec<String> =
        links.map(|link| format!("[{}, {}, \"{}\"]", link.from.0, link.to.0, link.kind.word())).collect();
    lines.wrapped("\"province-links\": [", &links, "],");
}

fn write_province_of(scenario: &Scenario, lines: &mut Lines) {
    let Some(layer) = &scenario.world.province_of else { return };
    write_numbers("\"province-of\": {", &scenario.world.area, |index| i32::from(layer.values()[index].0), lines);
}

/// A course as the digits of its directions; its cells touch one another in order.
fn directions(area: &Area, course: &[Cell]) -> String {
    let step = |pair: &[Cell]| area.around(pair[0]).find(|(_, cell)| *cell == pair[1]);
    course.windows(2).filter_map(step).map(|(direction, _)| char::from(b'0' + direction.0)).collect()
}

fn written_unit(scenario: &Scenario, unit: &Unit) -> String {
    let design = &*scenario.design;
    let mut items = vec![format!("\"type\": {}", name_of(design, unit.kind))];
    match unit.place {
        Place::Cell(cell) => items.push(format!("\"at\": {}", place(&scenario.world.area, cell))),
        Place::Inside(carrier) => items.push(format!("\"inside\": {}", carrier.0)),
        Place::Unplaced => {}
    }
    items.push(format!("\"side\": {}", unit.side.0));
    if !unit.name.is_empty() {
        items.push(format!("\"name\": {}", quote(&unit.name)));
    }
    if let Some(hp) = unit.hp {
        items.push(format!("\"hp\": {hp}"));
    }
    if unit.number != 0 {
        items.push(format!("\"number\": {}", unit.number));
    }
    let holds: Vec<String> = unit
        .materials
        .iter()
        .enumerate()
        .filter(|&(_, &amount)| amount != 0)
        .map(|(index, amount)| format!("{}: {amount}", name_of(design, MaterialType::at(index))))
        .collect();
    if !unit.materials.is_empty() {
        items.push(format!("\"has\": {{ {} }}", holds.join(", ")).replace("{  }", "{}"));
    }
    if !unit.gdl.is_empty() {
        items.push(format!("\"gdl\": {}", written_properties(&unit.gdl)));
    }
    debug_assert!(design.int(unit::HP_MAX, unit.kind) > 0, "units of a scenario are alive");
    format!("{{ {} }},", items.join(", "))
}
