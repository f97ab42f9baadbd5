//! What a seat sees, told once: lines and JSON for programs, and what a person is told of the hero, are forms of it.
//!
//! In JSON, levels, cells and seats are keys, so that a change names only what has changed.

use contract::{Field, Observation, Record, Seat};
use design::parameters::terrain::CHAR;
use design::{TerrainType, TypeId, UnitType, counted};

use crate::Dungeon;
use crate::catalogue::ObjectType;
use crate::characters::STATS;
use crate::inventory::Stack;
use crate::state::Stage;
use crate::view::{SeenMonster, View};

/// The position as a seat knows it.
pub(crate) fn observe(view: View<'_>) -> Observation {
    let game = view.game;
    let mut seen = Observation::new();
    let now = match view.stage() {
        Stage::Over => "over",
        _ if !view.acts() => "wait",
        Stage::Creation => "create",
        Stage::Descent => "act",
    };
    seen.push(
        Record::whole()
            .with(Field::new("you", view.seat.0 + 1).label("seat"))
            .with(Field::new("turn", view.turn()))
            .with(Field::new("round", view.round()))
            .with(Field::new("now", now)),
    );
    seen.object("heroes", game.all_seats().map(|seat| standing_record(view, seat)));
    let map = [
        Field::new("shape", game.area.shape().name()),
        Field::new("width", game.area.width()),
        Field::new("height", game.area.height()),
        Field::new("levels", game.area.levels()),
    ];
    seen.push(Record::at(["map"]).with_all(map.map(Field::only_json)));
    if view.stage() == Stage::Creation {
        let hero = view.hero();
        let left = Field::new("rolls-left", hero.rolls_left).label("rolls left");
        seen.push(Record::whole().with(Field::new("rolled", hero.rolled.as_slice())).with(left));
        return seen;
    }
    tell_hero(view, &mut seen);
    seen.object("monsters", view.monsters().iter().map(|monster| monster_record(game, monster)));
    let others = view.others().map(|(seat, cell)| {
        let number = (seat.0 + 1).to_string();
        let line = format!("hero {number}");
        Record::at(["others"]).line(line).with(Field::new(number, game.area.cell_name(cell)).label("at"))
    });
    seen.object("others", others);
    seen.object("levels", []);
    for level in (0..game.area.levels()).filter(|&level| view.memory(level).is_some()) {
        tell_level(view, level, &mut seen);
    }
    seen
}

/// What everybody knows of a hero.
fn standing_record(view: View<'_>, seat: Seat) -> Record {
    let (is_alive, deepest) = view.standing(seat);
    Record::at(["heroes", &(seat.0 + 1).to_string()])
        .line(format!("hero {}", seat.0 + 1))
        .with(Field::new("name", view.game.sides[seat.index()].as_str()).label("of"))
        .with(Field::new("team", view.game.teams[seat.index()] + 1))
        .with(Field::new("standing", if is_alive { "alive" } else { "dead" }).label(""))
        .with(Field::new("deepest", deepest).label("deepest level"))
}

/// The seat's own hero, with what is where he stands.
fn tell_hero(view: View<'_>, seen: &mut Observation) {
    let game = view.game;
    seen.push(hero_record(view));
    seen.extend(attribute_records(view));
    seen.push(Record::at(["hero", "pack"]));
    seen.extend(pack_records(view));
    seen.push(Record::at(["hero"]).with(Field::new("at", game.area.cell_name(view.cell()))));
    seen.push(Record::list(["hero", "here"]));
    seen.extend(view.here().into_iter().map(|stack| {
        let name = game.stack_name(stack);
        Record::item(["hero", "here"], name.as_str()).line(format!("here {name}"))
    }));
    for kind in [ObjectType::Chest, ObjectType::Stall] {
        let Some(store) = view.store(kind) else { continue };
        seen.push(Record::at(["hero", kind.name()]));
        seen.extend(store.stacks().into_iter().map(|(stack, count)| {
            let line = format!("in {}", kind.name());
            Record::at(["hero", kind.name()]).line(line).with(stack_field(game, stack, count))
        }));
    }
}

/// A number of things, by their name.
fn stack_field(game: &Dungeon, stack: Stack, count: usize) -> Field {
    let name = game.stack_name(stack);
    let text = format!("{count} {name}");
    Field::new(name, count).label("").text(text)
}

/// How the seat's hero fares.
fn hero_record(view: View<'_>) -> Record {
    let (game, hero) = (view.game, view.hero());
    let [race, class] = kind_words(view);
    let ((hp, hp_most), (sp, sp_most)) = (view.hp(), view.sp());
    let rank = view.rank();
    let spell_points = Field::of_most("spell-points", sp, sp_most).label("spell points");
    let food = view.food().map(|(food, most)| {
        let hungry = if food * 4 < most { "hungry, " } else { "" };
        Field::of_most("food", food, most).words(format!("{hungry}food {food} of {most}"))
    });
    let state = |key: &'static str, amount: u16, word: &str| match Field::new(key, amount) {
        field if amount > 0 => field.words(word),
        field => field,
    };
    let worn = view.pack().into_iter().filter(|(.., worn)| *worn > 0).map(|(stack, ..)| game.stack_name(stack));
    Record::at(["hero"])
        .line(format!("own {}", game.kind_name(game.hero)))
        .with(Field::new("race", race).label("").words(format!("{race} {class} of level {rank}")))
        .with(Field::new("class", class).label(""))
        .with(
            Field::of_most("hit-points", hp, hp_most)
                .label("hit points")
                .words(format!("{hp} of {}", counted(hp_most.max(0), "hit point"))),
        )
        .with(match sp_most > 0 {
            true => spell_points.words(format!("{sp} of {}", counted(sp_most, "spell point"))),
            false => spell_points,
        })
        .with(Field::new("level", rank))
        .with(Field::new("experience", hero.experience).words(format!("experience {}", hero.experience)))
        .with(Field::new("gold", hero.gold).words(format!("{} gold", hero.gold)))
        .with(food)
        .with(state("poison", hero.chain.poison(), "poisoned"))
        .with(state("haste", hero.chain.haste(), "hasted"))
        .with(Field::new("worn", worn.collect::<Vec<String>>()).only_json())
}

/// His attributes, then his skills.
fn attribute_records(view: View<'_>) -> impl Iterator<Item = Record> {
    let attributes = &view.hero().attributes;
    let record = |field: Field| Record::at(["hero", "attributes"]).line("attribute").with(field);
    let stats = STATS.iter().filter_map(move |&path| {
        let stat = attributes.get(path)?;
        Some(Field::of_most(path, stat.current, stat.base).words(format!("{path} {}", stat.current)))
    });
    let skills = attributes.below("skill").map(|(path, stat)| Field::of_most(path.to_owned(), stat.current, stat.base));
    stats.chain(skills).map(record)
}

/// What he carries and wears.
fn pack_records(view: View<'_>) -> impl Iterator<Item = Record> {
    let game = view.game;
    view.pack().into_iter().map(move |(stack, count, worn)| {
        let name = game.stack_name(stack).replace('-', " ");
        let what = if count == 1 { name } else { counted(count, &name) };
        let is_worn = worn > 0;
        let field = stack_field(game, stack, count).words(if is_worn { format!("{what} (worn)") } else { what });
        let mark = Field::new("worn", true).label("").text("worn").only_line();
        Record::at(["hero", "pack"]).line("pack").with(field).with(is_worn.then_some(mark))
    })
}

fn monster_record(game: &Dungeon, monster: &SeenMonster) -> Record {
    let most = game.monster(monster.kind).map_or(0, |kind| kind.hp);
    let at = game.area.cell_name(monster.cell);
    Record::at(["monsters", &at])
        .line("monster")
        .with(Field::new("type", game.design.name_of(UnitType::at(usize::from(monster.kind)))).label(""))
        .with(Field::new("at", at).only_line())
        .with(Field::of_most("hit-points", monster.hp, most).label("hit points"))
        .with(Field::new("asleep", monster.sleeps).label("").text("asleep").in_line_if(monster.sleeps))
}

/// What is known of a level. Its rows are told from the north, with a sign for each cell; a space where nothing is known.
fn tell_level(view: View<'_>, level: u32, seen: &mut Observation) {
    let (game, area) = (view.game, &view.game.area);
    let number = (level + 1).to_string();
    let place = |key: &str| ["levels", &number, key].map(str::to_owned);
    seen.push(Record::at(place("objects")));
    seen.extend(view.objects(level).into_iter().map(|object| {
        let (name, at) = (game.stack_name(object.stack), area.cell_name(object.cell));
        let remembered = if view.sees(object.cell) { "" } else { " remembered" };
        let line = format!("object {name} at {at}{remembered}");
        Record::item(place("objects").into_iter().chain([at]), name).line(line)
    }));
    seen.push(Record::at(place("stairs")));
    seen.extend(view.known_stairs(level).map(|(from, to)| {
        let (from, to) = (area.cell_name(from), area.cell_name(to));
        let label = format!("at {from} to");
        Record::at(place("stairs")).line("stairs").with(Field::new(from, to).label(label))
    }));
    seen.line(format!("map of level {number}, from the north"));
    for (row, text) in map_rows(view, level).into_iter().enumerate() {
        let line = format!("|{text}|");
        seen.push(Record::at(place("rows-from-north")).with(Field::new(row.to_string(), text).label("").text(line)));
    }
}

/// The rows of a level from the north, a sign for each cell; a space where nothing is known.
fn map_rows(view: View<'_>, level: u32) -> Vec<String> {
    let game = view.game;
    let width = game.area.width();
    let row = |row: u32| -> String {
        let cells = (0..width).map(|column| game.cell_at(level, (row * width + column) as u16));
        cells.map(|cell| view.ground(cell).map_or(' ', |ground| sign(game, ground))).collect()
    };
    (0..game.area.height()).rev().map(row).collect()
}

/// The sign of a terrain type on the map.
fn sign(game: &Dungeon, ground: u16) -> char {
    let text = game.design.text(CHAR, TerrainType::at(usize::from(ground)));
    text.chars().next().unwrap_or('?')
}

/// Race and class of the seat's hero.
fn kind_words(view: View<'_>) -> [&str; 2] {
    let (race, class) = view.kind_of(view.seat);
    let catalogue = &view.game.catalogue;
    let race = catalogue.races.get(usize::from(race)).map_or("", |race| race.name.as_str());
    let class = catalogue.classes.get(usize::from(class)).map_or("", |class| class.class.name.as_str());
    [race, class]
}

/// How the seat's hero fares, for a person.
pub(crate) fn status(view: View<'_>) -> String {
    hero_record(view).words()
}

/// What the seat's hero carries and wears, and his attributes, for a person.
pub(crate) fn belongings(view: View<'_>) -> String {
    let words = |records: &mut dyn Iterator<Item = Record>| {
        let words = records.map(|record| record.words()).filter(|words| !words.is_empty());
        words.collect::<Vec<_>>().join(", ")
    };
    let pack = words(&mut pack_records(view));
    let carried = if pack.is_empty() { "nothing" } else { &pack };
    format!("you carry {carried}; {}", words(&mut attribute_records(view)))
}
