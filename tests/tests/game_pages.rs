//! Checks the pages of games against the program: the steps and the capacities on a page are those in a rolled world.

use std::collections::BTreeMap;

use contract::Chapter;
use design::abilities::can_stand_on;
use design::{Design, UnitType};
use fairmarch_tests::{preset, project, roll};
use output::{Block, Cell, Document, Game, Sheet, game_page};
use world::standing::has_room_inside;
use world::travel::{StepCosts, is_mobile};
use world::{Occupancy, Place, SideId, Unit};

fn page(design: &Design) -> Document {
    game_page(&Game { design, variants: &[], rules: None, chapters: &chapters(design) })
}

/// The chapters that the rules of a design give its page.
fn chapters(design: &Design) -> Vec<Chapter> {
    let entry = playtest::find_ruleset(design.global_text(design::parameters::global::RULESET));
    (entry.expect("the rules are known").help)(design)
}

/// The first sheet of a section.
fn sheet<'a>(page: &'a Document, title: &str) -> Option<&'a Sheet> {
    let section = page.sections.iter().find(|section| section.title == title)?;
    section.blocks.iter().find_map(|block| match block {
        Block::Sheet(sheet) => Some(sheet),
        _ => None,
    })
}

/// What a matrix says of two types; nothing where it leaves them out.
fn told<'a>(sheet: &'a Sheet, row: &str, column: &str) -> &'a str {
    let column = sheet.heads.iter().position(|head| head.text == column);
    let row = sheet.rows.iter().find(|cells| cells[0].text == row);
    row.zip(column).map_or("", |(row, column)| row[column].text.as_str())
}

#[test]
fn every_preset_has_a_page_that_fits_its_screen() {
    for preset in pipeline::PRESETS {
        let loaded = fairmarch_tests::preset(preset.name);
        let chapters = chapters(&loaded.design);
        let game = Game { design: &loaded.design, variants: &loaded.variants, rules: None, chapters: &chapters };
        let page = game_page(&game);
        let titles: Vec<&str> = page.sections.iter().map(|section| section.title.as_str()).collect();
        for title in ["About", "How one wins", "Units", "Terrain"] {
            assert!(titles.contains(&title), "{}: {titles:?}", preset.name);
        }
        assert_eq!(titles.contains(&"Who moves where"), chapters.contains(&Chapter::Moving), "{}", preset.name);
        let text = page.text();
        let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
        assert!(widest.chars().count() <= 100, "{}: {widest}", preset.name);
        let html = page.html();
        for element in ["section", "table", "tr", "th", "td", "div", "ul", "li", "p", "span", "small"] {
            let opened = html.matches(&format!("<{element}>")).count() + html.matches(&format!("<{element} ")).count();
            assert_eq!(opened, html.matches(&format!("</{element}>")).count(), "{}: {element}", preset.name);
        }
        for kind in loaded.design.unit_types() {
            assert!(html.contains(loaded.design.name_of(kind)), "{}", preset.name);
        }
        for row in page.sections.iter().flat_map(|section| &section.blocks).filter_map(rows).flatten() {
            assert!(row.0 == row.1, "{}: a row of {} below {} heads", preset.name, row.0, row.1);
        }
    }
}

fn rows(block: &Block) -> Option<Vec<(usize, usize)>> {
    let Block::Sheet(sheet) = block else { return None };
    Some(sheet.rows.iter().map(|row: &Vec<Cell>| (row.len(), sheet.heads.len())).collect())
}

/// A sample of GDL, of those that lie in `gdl/`.
fn sample(name: &str) -> Option<formats::gdl::ModuleGame> {
    let text = |name: &str| std::fs::read_to_string(project().join(format!("tests/gdl/{name}.g"))).ok();
    let include = |name: &str| Some((format!("{name}.g"), text(name)?));
    let module = formats::gdl::Module::read(name, &format!("{name}.g"), &text(name)?, &include);
    module.game(&BTreeMap::new(), &pipeline::known()).0
}

#[test]
fn games_of_gdl_have_pages_that_say_how_one_wins() {
    let game = sample("12-scorekeepers").expect("the sample reads");
    let text = page(&game.design).text().split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "Orchard Keepers",
        "survival: a side whose units are worth nothing any more loses, and the last one left wins",
        "(for sides of class north or side 2 only)",
        "harvest: from turn 3 on, if the sum of point-value over its units is at least 9, its score grows by 5; else its \
         score falls by 1; scores begin at 10",
        "limit: at the end of a turn, when the turn is above 20, if its score is at least 50, the side wins",
        "its score becomes its score plus 2 times the sum of hp-max over its tree and picker",
        "finish: at the end of a turn, when the turn is at least 99, the game ends in a draw",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let mut pages = 0;
    for entry in std::fs::read_dir(project().join("tests/gdl")).expect("the samples") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Some(game) = path.extension().filter(|ending| *ending == "g").and_then(|_| sample(&name)) else { continue };
        let chapters = chapters(&game.design);
        let page =
            game_page(&Game { design: &game.design, variants: &game.variants, rules: None, chapters: &chapters });
        assert!(
            page.html().ends_with("</html>\n") && page.text().lines().all(|line| line.chars().count() <= 100),
            "{name}"
        );
        assert_eq!(game.design.units.is_empty(), sheet(&page, "Units").is_none(), "{name}");
        pages += 1;
    }
    assert!(pages > 20, "{pages}");
}

#[test]
fn a_step_costs_what_the_page_says() {
    let mut compared = 0;
    for string in ["classic:3:size=40x30", "starfield:2:size=40x40", "labyrinth:1"] {
        let rolled = roll(string);
        let (design, world) = (&rolled.scenario.design, &rolled.scenario.world);
        let page = page(design);
        let costs = sheet(&page, "Who moves where").expect("somebody moves");
        for kind in design.unit_types().filter(|&kind| is_mobile(design, kind)) {
            let steps = StepCosts::new(design, world, kind);
            for from in world.area.cells() {
                for (direction, to) in world.area.around(from) {
                    // Rivers and roads have their own columns; the outermost ring is closed whatever lies there.
                    let is_plain =
                        world.edges.values().all(|mask| !grid::has_edge(mask.values()[from.index()], direction));
                    if !is_plain || world.area.is_edge(to) {
                        continue;
                    }
                    let ground = world.terrain_at(to);
                    let cost = steps.step(from, direction, to).filter(|_| can_stand_on(design, kind, ground));
                    let cost = cost.map_or_else(String::new, |cost| cost.to_string());
                    let said = told(costs, design.name_of(kind), design.name_of(ground));
                    assert_eq!(said, cost, "{string}: {} into {}", design.name_of(kind), design.name_of(ground));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn as_many_fit_inside_as_the_page_says() {
    let mut compared = 0;
    for preset_name in ["classic", "starfield", "labyrinth", "monster"] {
        let design = preset(preset_name).design;
        let page = page(&design);
        let rolled = roll(&format!("{preset_name}:1:size=40x40"));
        for carrier in design.unit_types() {
            for kind in design.unit_types() {
                let said = sheet(&page, "What carries what")
                    .map_or("", |sheet| told(sheet, design.name_of(carrier), design.name_of(kind)));
                let said: usize = if said.is_empty() { 0 } else { said.parse().expect("a number") };
                assert_eq!(filled(&rolled.scenario, carrier, kind), said, "{preset_name}: {carrier:?} {kind:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// How many of a type go into an empty carrier, one after the other.
fn filled(scenario: &world::Scenario, carrier: UnitType, kind: UnitType) -> usize {
    let mut scenario = scenario.clone();
    let id = scenario.add_unit(Unit::new(carrier, Place::Unplaced, SideId::INDEPENDENT));
    let mut occupancy = Occupancy::new(&scenario.world.area, &scenario.units);
    while has_room_inside(&scenario, &occupancy, kind, id) {
        let unit = scenario.add_unit(Unit::new(kind, Place::Inside(id), SideId::INDEPENDENT));
        occupancy.put(unit, Place::Inside(id));
    }
    occupancy.inside(id).len()
}

/// A game with rules of its own tells its own chapters, in their order, and none of those that only GDL has.
#[test]
fn a_generals_view_tells_its_own_rules() {
    let loaded = preset("generals-view");
    let entry = playtest::find_ruleset("generals-view").expect("it is known");
    let summary = (entry.info)().summary;
    let chapters = (entry.help)(&loaded.design);
    let game = Game { design: &loaded.design, variants: &loaded.variants, rules: Some(summary), chapters: &chapters };
    let page = game_page(&game);
    let titles: Vec<&str> = page.sections.iter().map(|section| section.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "About",
            "How one wins",
            "Variants",
            "Units",
            "Terrain",
            "Who begins",
            "The phases of a turn",
            "Cities",
            "Buying companies",
            "Movement",
            "Battles",
            "Supply lines",
            "Notes",
        ]
    );
    let units = sheet(&page, "Units").expect("a row for each type");
    assert_eq!(units.rows.len(), 8, "the seed's types, and no city");
    for (row, column, said) in [
        ("hussars", "attack", "4"),
        ("line-infantry", "defence", "5"),
        ("artillery", "movement points", "3"),
        ("lancers", "cost in gold", "160"),
        ("militia", "supply points", "3"),
    ] {
        assert_eq!(told(units, row, column), said, "{row}: {column}");
    }
    assert_eq!(told(sheet(&page, "Cities").expect("incomes"), "fields", "city"), "60");
    let text = page.text().split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [&format!("rules generals-view: {summary}"), "stands for 100 soldiers", "begins with 300 gold"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(page.html().contains("The phases of a turn</h2>"), "a section of the page");
}
