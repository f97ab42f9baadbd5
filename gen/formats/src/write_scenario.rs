//! Writing a scenario as RON: the sections that people read come first, the design last.

use design::parameters::{terrain, unit};
use design::{MaterialType, Player, TerrainType, TypeId};
use diagnostics::{Layout, RonTree};
use grid::{Area, Cell, Layer};
use world::{Feature, Link, Owner, Place, Scenario, Side, SideId, TeamFairness, Unit};

use crate::kept::{KEEP, keeps, write_keep};
use crate::layers::{GLYPHS, LEVELS, NOBODY, Numbers, ROWS, glyph_rows, numbers};
use crate::makers::{MAKERS, knows_makers, write_makers};
use crate::played::{PLAYED, write_played};
use crate::saved_parts::NAMES;
use crate::write_design::{Entries, name_of, write_sections, written_forms, written_properties};

/// A scenario as the text of a file that reads back to the same scenario, design included.
#[must_use]
pub fn write_scenario(scenario: &Scenario) -> String {
    let mut entries = sections(scenario);
    entries.push((DESIGN.to_owned(), RonTree::map(write_sections(&scenario.design)).block()));
    let title = &scenario.design.title;
    format!(
        "// {title}: a scenario made by Fairmarch. Northernmost row first.\n{}",
        RonTree::map(entries).block().print()
    )
}

/// The sections of a scenario's file, without the design. A section without content is left out.
#[must_use]
pub fn sections(scenario: &Scenario) -> Entries {
    sections_without(&[], scenario)
}

/// The names of all sections that a scenario's file may have besides its ruleset's.
#[must_use]
pub fn scenario_section_names() -> Vec<&'static str> {
    SECTIONS.iter().map(|(name, _)| *name).collect()
}

/// The same without the sections of some names.
pub(crate) fn sections_without(names: &[&str], scenario: &Scenario) -> Entries {
    let section = |&(name, write): &Section| Some((name.to_owned(), write(scenario)?));
    let sections = SECTIONS.iter().filter(|(name, _)| !names.contains(name)).filter_map(section);
    let own = scenario.sections.iter().filter(|(_, own)| !own.is_empty());
    sections.chain(own.map(|(name, own)| (name.clone(), own.tree()))).collect()
}

/// A section's name, and the function that writes it.
type Section = (&'static str, fn(&Scenario) -> Option<RonTree>);

/// The section that holds the design, or its name.
pub(crate) const DESIGN: &str = "design";

/// The version of the format: 2 has the section `makers`, 3 handicaps of sides, and shares that were wished for, 4 keys of units,
/// 5 the section `keep`.
pub(crate) const FORMAT: i64 = 5;

/// The section that says which keys of units were given, if more than the units have.
pub(crate) const KEYS_USED: &str = "keys-used";

/// What a side says that goes on with a game: what is left over of its builders' work by its handicap.
pub(crate) const REST: &str = "handicap-rest";

/// The first version that knows all that is in a scenario: what earlier versions know they read.
fn format_of(scenario: &Scenario) -> i64 {
    let mut seats = scenario.played.iter().flat_map(|played| &played.seats);
    if keeps(scenario) {
        FORMAT
    } else if scenario.knows_keys() {
        4
    } else if scenario.sides.iter().any(|side| !side.handicap.is_even()) || seats.any(|seat| seat.wished.is_some()) {
        3
    } else if knows_makers(scenario) {
        2
    } else {
        1
    }
}

/// All sections of a scenario, in the order of the file: those that people read come first. That of the ruleset follows, then the
/// design.
pub(crate) const SECTIONS: &[Section] = &[
    ("format", |scenario| Some(RonTree::of(format_of(scenario)))),
    ("made-by", write_origins),
    ("area", write_area),
    ("symmetry", |scenario| Some(RonTree::text(&scenario.world.symmetry.as_ref()?.kind().to_string()))),
    ("asymmetry", |scenario| (scenario.world.asymmetry > 0).then(|| RonTree::of(scenario.world.asymmetry))),
    ("date", |scenario| (!scenario.world.date.is_empty()).then(|| RonTree::text(&scenario.world.date))),
    ("world", |scenario| (!scenario.world.gdl.is_empty()).then(|| written_properties(&scenario.world.gdl))),
    ("sides", |scenario| Some(write_sides(scenario))),
    ("fairness", write_fairness),
    (PLAYED, write_played),
    ("terrain", write_terrain),
    ("elevation", |scenario| write_layer(scenario, &scenario.world.elevation, |&height| i32::from(height))),
    ("edges", write_edges),
    ("links", write_links),
    ("country", write_country),
    ("people", |scenario| write_owners(scenario, &scenario.world.people)),
    ("control", |scenario| write_owners(scenario, &scenario.world.control)),
    ("temperature", |scenario| write_layer(scenario, &scenario.world.temperature, |&degrees| i32::from(degrees))),
    ("clouds", |scenario| write_layer(scenario, &scenario.world.clouds, |&cover| i32::from(cover))),
    ("winds", |scenario| write_layer(scenario, &scenario.world.winds, |wind| wind.packed())),
    ("materials", write_materials),
    ("layers", write_gdl_layers),
    ("features", write_features),
    ("feature-of", |scenario| write_layer(scenario, &scenario.world.feature_of, |id| i32::from(id.0))),
    ("provinces", write_provinces),
    ("province-links", write_province_links),
    ("province-of", |scenario| write_layer(scenario, &scenario.world.province_of, |id| i32::from(id.0))),
    ("include", |_| None),
    (NAMES, |_| None),
    (KEYS_USED, |scenario| {
        let last = scenario.keys().into_iter().max().unwrap_or(0);
        (scenario.keys_used > last).then(|| RonTree::of(scenario.keys_used))
    }),
    ("units", |scenario| Some(write_units(scenario))),
    (KEEP, write_keep),
    (MAKERS, write_makers),
    ("forms", |scenario| (!scenario.forms.is_empty()).then(|| written_forms(&scenario.forms))),
    (DESIGN, |_| None),
];

fn write_origins(scenario: &Scenario) -> Option<RonTree> {
    let origins = &scenario.origins;
    let methods = origins.methods.iter();
    let methods = methods.map(|(method, outcome)| RonTree::list([RonTree::text(method), RonTree::text(outcome)]));
    let entries = [
        ("string", RonTree::text(&origins.string)),
        ("seed", RonTree::of(origins.seed)),
        ("version", RonTree::text(&origins.version)),
        ("methods", RonTree::list(methods).block()),
    ];
    Some(RonTree::map(entries).block())
}

fn write_area(scenario: &Scenario) -> Option<RonTree> {
    let area = &scenario.world.area;
    let size = format!("{}x{}", area.width(), area.height());
    let mut entries = vec![("shape", RonTree::text(&area.shape().to_string())), ("size", RonTree::text(&size))];
    if area.levels() > 1 {
        entries.push(("levels", RonTree::of(area.levels())));
    }
    Some(RonTree::map(entries))
}

/// A cell as column and row, and in an area of several levels its level, from 1.
pub(crate) fn place(area: &Area, cell: Cell) -> RonTree {
    let (column, row) = area.column_row(cell);
    let level = (area.levels() > 1).then(|| area.level(cell) as i32 + 1);
    RonTree::list([column, row].into_iter().chain(level).map(RonTree::of))
}

fn write_links(scenario: &Scenario) -> Option<RonTree> {
    let links = scenario.world.links.iter().map(|link| written_link(scenario, link));
    (!scenario.world.links.is_empty()).then(|| RonTree::list(links).block())
}

/// A link between cells.
pub(crate) fn written_link(scenario: &Scenario, link: &Link) -> RonTree {
    let area = &scenario.world.area;
    let mut entries = vec![
        ("type", name_of(&scenario.design, link.kind)),
        ("from", place(area, link.from)),
        ("to", place(area, link.to)),
    ];
    if link.is_one_way {
        entries.push(("one-way", RonTree::of(true)));
    }
    if link.cost != 0 {
        entries.push(("cost", RonTree::of(link.cost)));
    }
    if !link.name.is_empty() {
        entries.push(("name", RonTree::text(&link.name)));
    }
    RonTree::map(entries)
}

fn write_sides(scenario: &Scenario) -> RonTree {
    let area = &scenario.world.area;
    RonTree::list(scenario.sides.iter().map(|side| RonTree::map(side_entries(area, side)))).block()
}

/// The entries of a side.
pub(crate) fn side_entries(area: &Area, side: &Side) -> Vec<(&'static str, RonTree)> {
    let mut entries = vec![
        ("name", RonTree::text(&side.name)),
        ("noun", RonTree::text(&side.noun)),
        ("adjective", RonTree::text(&side.adjective)),
    ];
    let words = [("color", &side.color), ("emblem-name", &side.emblem), ("class", &side.class)];
    let words = words.into_iter().filter(|(_, word)| !word.is_empty());
    entries.extend(words.map(|(name, word)| (name, RonTree::text(word))));
    if side.advantage != 1 {
        entries.push(("advantage", RonTree::of(side.advantage)));
    }
    if !side.handicap.is_even() {
        entries.push(("handicap", RonTree::of(side.handicap.percent())));
    }
    if side.handicap_rest != 0 {
        entries.push((REST, RonTree::of(side.handicap_rest)));
    }
    if side.team != 0 {
        entries.push(("team", RonTree::of(side.team)));
    }
    if side.player != Player::Open {
        entries.push(("player", RonTree::text(&side.player.to_string())));
    }
    if side.locked {
        entries.push(("locked", RonTree::of(true)));
    }
    if !side.gdl.atoms().is_empty() {
        entries.push(("gdl", written_properties(side.gdl.atoms())));
    }
    entries.extend(side.center.map(|center| ("center", place(area, center))));
    entries
}

fn write_fairness(scenario: &Scenario) -> Option<RonTree> {
    let fairness = scenario.fairness.as_ref()?;
    let measures = fairness.measures.iter().map(|measure| {
        RonTree::map([
            ("name", RonTree::text(&measure.name)),
            ("unit", RonTree::text(&measure.unit)),
            ("values", values(&measure.values)),
            ("min-over-max", decimal(measure.min_over_max)),
            ("gini", decimal(measure.gini)),
            ("weight", decimal(measure.weight)),
            ("better", RonTree::text(measure.better.word())),
        ])
    });
    let mut entries: Vec<_> = written_score(fairness.score, &fairness.predicted).into_iter().collect();
    // Of what is not predicted none is the worst.
    entries.extend((!fairness.predicted.is_empty()).then(|| ("worst-seat", RonTree::of(fairness.worst_seat))));
    entries.push(("reason", RonTree::text(&fairness.reason)));
    entries.extend(written_prediction(&fairness.predicted));
    entries.extend(fairness.likely.map(|(low, high)| ("likely", RonTree::list([low, high].map(number)))));
    entries.push(("measures", RonTree::list(measures).block()));
    entries.extend(fairness.teams.as_ref().map(|teams| ("teams", written_teams(teams))));
    Some(RonTree::map(entries).block())
}

fn written_teams(teams: &TeamFairness) -> RonTree {
    let members = teams.members.iter().map(|team| RonTree::list(team.iter().map(RonTree::of)));
    let measures = teams.measures.iter().map(|measure| {
        RonTree::map([
            ("name", RonTree::text(&measure.name)),
            ("values", values(&measure.values)),
            ("min-over-max", decimal(measure.min_over_max)),
        ])
    });
    let mut entries = vec![("members", RonTree::list(members))];
    entries.extend(written_score(teams.score, &teams.predicted));
    entries.extend([("worst-team", RonTree::of(teams.worst_team)), ("reason", RonTree::text(&teams.reason))]);
    entries.extend(written_prediction(&teams.predicted));
    entries.push(("measures", RonTree::list(measures).block()));
    RonTree::map(entries).block()
}

/// The score; nothing where nothing is predicted.
fn written_score(score: f64, predicted: &[f64]) -> Option<(&'static str, RonTree)> {
    (score > 0.0 || !predicted.is_empty()).then(|| ("score", decimal(score)))
}

/// The predicted shares of wins; nothing where there are none, and for a scenario of an earlier version.
fn written_prediction(predicted: &[f64]) -> Option<(&'static str, RonTree)> {
    let shares = RonTree::list(predicted.iter().map(|&share| number(share)));
    (!predicted.is_empty()).then_some(("predicted", shares))
}

/// At most four decimals.
fn plain(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number.
pub(crate) fn number(number: f64) -> RonTree {
    RonTree::of(plain(number))
}

/// The same in quotes, as earlier versions wrote it, so that the same world gives the same bytes.
fn decimal(number: f64) -> RonTree {
    let text = plain(number);
    if text.contains('.') { RonTree::text(&text) } else { RonTree::of(text) }
}

/// Numbers in one text.
fn values(numbers: &[f64]) -> RonTree {
    RonTree::text(&numbers.iter().map(|&number| plain(number)).collect::<Vec<_>>().join(" "))
}

fn write_terrain(scenario: &Scenario) -> Option<RonTree> {
    let (area, design) = (&scenario.world.area, &*scenario.design);
    let layer = scenario.world.terrain.as_ref()?;
    let wanted = |kind: u8| design.text(terrain::CHAR, TerrainType(kind)).chars().next();
    let values: Vec<u8> = layer.values().iter().map(|kind| kind.0).collect();
    Some(written_glyphs(area, &values, &wanted, &|kind| name_of(design, TerrainType(kind))))
}

fn write_edges(scenario: &Scenario) -> Option<RonTree> {
    let world = &scenario.world;
    let edges = world.edges.iter().map(|(&kind, layer)| {
        let wanted = |mask: u8| (mask == 0).then_some('.');
        (scenario.design.name_of(kind), written_glyphs(&world.area, layer.values(), &wanted, &number_of))
    });
    (!world.edges.is_empty()).then(|| RonTree::map(edges).block())
}

fn write_country(scenario: &Scenario) -> Option<RonTree> {
    let layer = scenario.world.country.as_ref()?;
    let wanted = |side: u8| if side == 0 { Some('.') } else { GLYPHS.chars().nth(usize::from(side)) };
    Some(written_glyphs(&scenario.world.area, layer.values(), &wanted, &number_of))
}

fn number_of(value: u8) -> RonTree {
    RonTree::of(value)
}

fn write_owners(scenario: &Scenario, layer: &Option<Layer<Owner>>) -> Option<RonTree> {
    // Nobody stands behind all sides.
    const NO_SIDE: u8 = u8::MAX;
    let values = layer.as_ref()?.values().iter().map(|owner| owner.side().map_or(NO_SIDE, |side| side.0));
    let wanted = |side: u8| match SideId(side) {
        SideId(NO_SIDE) => Some('.'),
        SideId::INDEPENDENT => Some('-'),
        side => GLYPHS.chars().nth(side.row()),
    };
    let written = |side: u8| if side == NO_SIDE { RonTree::text(NOBODY) } else { RonTree::of(side) };
    Some(written_glyphs(&scenario.world.area, &values.collect::<Vec<_>>(), &wanted, &written))
}

fn write_layer<T>(scenario: &Scenario, layer: &Option<Layer<T>>, number: impl Fn(&T) -> i32) -> Option<RonTree> {
    let values = layer.as_ref()?.values();
    Some(written_numbers(&scenario.world.area, &|index| number(&values[index])))
}

fn write_materials(scenario: &Scenario) -> Option<RonTree> {
    let world = &scenario.world;
    let layers = world.materials.iter();
    let layers = layers.map(|(&kind, layer)| {
        (scenario.design.name_of(kind), written_numbers(&world.area, &|index| layer.values()[index]))
    });
    (!world.materials.is_empty()).then(|| RonTree::map(layers).block())
}

fn write_gdl_layers(scenario: &Scenario) -> Option<RonTree> {
    let world = &scenario.world;
    let layers = world.gdl_layers.iter();
    let layers = layers.map(|(name, layer)| (name, written_numbers(&world.area, &|index| layer.values()[index])));
    (!world.gdl_layers.is_empty()).then(|| RonTree::map(layers).block())
}

/// A layer of glyphs: a glyph for each value that occurs, with the value as it is written. Values are bytes whatever the layer
/// holds, so that this is compiled once.
fn written_glyphs(
    area: &Area,
    values: &[u8],
    wanted: &dyn Fn(u8) -> Option<char>,
    written: &dyn Fn(u8) -> RonTree,
) -> RonTree {
    let mut occurs = [false; 256];
    for row in area.rows() {
        for &value in &values[row] {
            occurs[usize::from(value)] = true;
        }
    }
    let mut glyphs = [' '; 256];
    let mut legend = Vec::new();
    let mut taken: Vec<char> = Vec::new();
    for value in (0..=u8::MAX).filter(|&value| occurs[usize::from(value)]) {
        let usable = |glyph: &char| !taken.contains(glyph) && !glyph.is_ascii_digit() && !glyph.is_whitespace();
        let own = wanted(value).filter(|glyph| usable(glyph) && *glyph != '"' && *glyph != '\\');
        // A design has at most 255 terrain types, an edge 64 masks: Greek and Cyrillic letters follow when the plain glyphs are
        // used up.
        let glyph = own
            .or_else(|| GLYPHS.chars().find(usable))
            .or_else(|| ('\u{391}'..'\u{500}').find(usable))
            .expect("there are more glyphs than values");
        taken.push(glyph);
        glyphs[usize::from(value)] = glyph;
        legend.push((glyph.to_string(), written(value)));
    }
    let rows = glyph_rows(area, |index| glyphs[usize::from(values[index])]);
    RonTree::map([("legend", RonTree::map(legend).laid_out(Layout::Filled)), written_rows(area, &rows)]).block()
}

/// The rows of a layer; those of an area of several levels as a list for each level.
fn written_rows(area: &Area, rows: &[String]) -> (&'static str, RonTree) {
    let list = |rows: &[String]| RonTree::list(rows.iter().map(|row| RonTree::text(row))).block();
    if area.levels() == 1 {
        return (ROWS, list(rows));
    }
    (LEVELS, RonTree::list(rows.chunks(area.height() as usize).map(list)).block())
}

fn written_numbers(area: &Area, value: &dyn Fn(usize) -> i32) -> RonTree {
    let entry = match numbers(area, value) {
        Numbers::Rows(rows) => written_rows(area, &rows),
        Numbers::Packed(text) => ("packed", RonTree::text(&text)),
    };
    RonTree::map([entry]).block()
}

fn write_features(scenario: &Scenario) -> Option<RonTree> {
    let world = &scenario.world;
    let features = world.features.iter().map(|feature| written_feature(&world.area, feature));
    world.feature_of.is_some().then(|| RonTree::list(features).block())
}

/// A named part of the world.
pub(crate) fn written_feature(area: &Area, feature: &Feature) -> RonTree {
    let mut entries = vec![("class", RonTree::text(feature.class.word()))];
    if !feature.kind.is_empty() {
        entries.push(("kind", RonTree::text(&feature.kind)));
    }
    entries.extend([
        ("name", RonTree::text(&feature.name)),
        ("at", place(area, feature.at)),
        ("size", RonTree::of(feature.size)),
    ]);
    if let Some(&spring) = feature.course.first() {
        entries.push(("spring", place(area, spring)));
        entries.push(("course", RonTree::text(&directions(area, &feature.course))));
    }
    RonTree::map(entries)
}

fn write_provinces(scenario: &Scenario) -> Option<RonTree> {
    let world = &scenario.world;
    let provinces = world.provinces.iter().map(|province| {
        let mut entries = vec![
            ("name", RonTree::text(&province.name)),
            ("capital", place(&world.area, province.capital)),
            ("worth", RonTree::of(province.worth)),
        ];
        if province.owner != SideId::INDEPENDENT {
            entries.push(("owner", RonTree::of(province.owner.0)));
        }
        if province.income > 0 {
            entries.push(("income", RonTree::of(province.income)));
        }
        if !province.trains.is_empty() {
            let trains =
                province.trains.iter().map(|&(kind, count)| (scenario.design.name_of(kind), RonTree::of(count)));
            entries.push(("trains", RonTree::map(trains)));
        }
        RonTree::map(entries)
    });
    world.province_of.is_some().then(|| RonTree::list(provinces).block())
}

fn write_province_links(scenario: &Scenario) -> Option<RonTree> {
    let world = &scenario.world;
    let links = world.province_links.iter();
    let link = |link: &world::ProvinceLink| {
        RonTree::list([RonTree::of(link.from.0), RonTree::of(link.to.0), RonTree::text(link.kind.word())])
    };
    world.province_of.is_some().then(|| RonTree::list(links.map(link)).laid_out(Layout::Filled))
}

/// A course as the digits of its directions; each cell is a neighbour of the one before it.
fn directions(area: &Area, course: &[Cell]) -> String {
    let step = |pair: &[Cell]| area.around(pair[0]).find(|(_, cell)| *cell == pair[1]);
    course.windows(2).filter_map(step).map(|(direction, _)| char::from(b'0' + direction.0)).collect()
}

/// Units have keys in the file where these say more than their order.
fn write_units(scenario: &Scenario) -> RonTree {
    let keys = if scenario.knows_keys() { scenario.keys() } else { Vec::new() };
    let keys = keys.into_iter().map(Some).chain(std::iter::repeat(None));
    RonTree::list(scenario.units.iter().zip(keys).map(|(unit, key)| RonTree::map(unit_entries(scenario, unit, key))))
        .block()
}

/// The entries of a unit.
pub(crate) fn unit_entries(scenario: &Scenario, unit: &Unit, key: Option<u32>) -> Vec<(&'static str, RonTree)> {
    let design = &*scenario.design;
    let mut entries = vec![("type", name_of(design, unit.kind))];
    entries.extend(key.map(|key| ("key", RonTree::of(key))));
    match unit.place {
        Place::Cell(cell) => entries.push(("at", place(&scenario.world.area, cell))),
        Place::Inside(carrier) => entries.push(("inside", RonTree::of(carrier.0))),
        Place::Unplaced => {}
    }
    entries.push(("side", RonTree::of(unit.side.0)));
    if !unit.name.is_empty() {
        entries.push(("name", RonTree::text(&unit.name)));
    }
    entries.extend(unit.hp.map(|hp| ("hp", RonTree::of(hp))));
    if unit.number != 0 {
        entries.push(("number", RonTree::of(unit.number)));
    }
    if !unit.materials.is_empty() {
        let held = unit.materials.iter().enumerate().filter(|&(_, &amount)| amount != 0);
        let held = held.map(|(index, amount)| (design.name_of(MaterialType::at(index)), RonTree::of(amount)));
        entries.push(("has", RonTree::map(held)));
    }
    if !unit.gdl.atoms().is_empty() {
        entries.push(("gdl", written_properties(unit.gdl.atoms())));
    }
    debug_assert!(design.int(unit::HP_MAX, unit.kind) > 0, "units of a scenario are alive");
    entries
}
