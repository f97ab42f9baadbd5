//! What a seat sees as JSON, for programs outside: the words are those of the position in lines.

use contract::Seat;
use design::{TypeId, UnitType};
use serde_json::{Map, Value, json};

use crate::catalogue::ObjectType;
use crate::characters::STATS;
use crate::state::Stage;
use crate::text::{kind_words, map_rows};
use crate::view::View;

/// All that a seat sees. Levels, cells and seats are keys, so that a change names only what has changed.
pub(crate) fn position(view: View<'_>) -> Value {
    let game = view.game;
    let heroes = game.sides.iter().enumerate().map(|(seat, name)| {
        let (is_alive, deepest) = view.standing(Seat(seat as u8));
        let told = json!({
            "name": name, "team": game.teams[seat] + 1, "standing": if is_alive { "alive" } else { "dead" }, "deepest": deepest,
        });
        ((seat + 1).to_string(), told)
    });
    let mut told = json!({
        "you": view.seat.0 + 1,
        "turn": view.turn(),
        "round": view.round(),
        "heroes": heroes.collect::<Map<_, _>>(),
        "map": { "shape": game.area.shape().name(), "width": game.area.width(), "height": game.area.height(), "levels": game.area.levels() },
    });
    told["now"] = json!(match view.stage() {
        Stage::Over => "over",
        _ if !view.acts() => "wait",
        Stage::Creation => "create",
        Stage::Descent => "act",
    });
    if view.stage() == Stage::Creation {
        told["rolled"] = json!(view.hero().rolled);
        told["rolls-left"] = json!(view.hero().rolls_left);
        return told;
    }
    told["hero"] = hero(view);
    told["monsters"] = monsters(view);
    told["levels"] = levels(view);
    let others = view.others().map(|(seat, cell)| ((seat.0 + 1).to_string(), json!(game.area.cell_name(cell))));
    told["others"] = others.collect::<Map<_, _>>().into();
    told
}

fn hero(view: View<'_>) -> Value {
    let game = view.game;
    let hero = view.hero();
    let [race, class] = kind_words(view);
    let stacks = |stacks: Vec<(crate::inventory::Stack, usize)>| {
        let entries = stacks.into_iter().map(|(stack, count)| (game.stack_name(stack), json!(count)));
        Value::Object(entries.collect::<Map<_, _>>())
    };
    let pack = view.pack();
    let worn: Vec<String> =
        pack.iter().filter(|(.., worn)| *worn > 0).map(|(stack, ..)| game.stack_name(*stack)).collect();
    let attributes = STATS.iter().filter_map(|path| {
        let stat = hero.attributes.get(path)?;
        Some(((*path).to_owned(), json!([stat.current, stat.base])))
    });
    let skills = hero.attributes.below("skill").map(|(path, stat)| (path.to_owned(), json!([stat.current, stat.base])));
    let attributes = attributes.chain(skills);
    let ((hp, hp_most), (sp, sp_most)) = (view.hp(), view.sp());
    let mut told = json!({
        "race": race, "class": class, "level": view.rank(), "experience": hero.experience, "gold": hero.gold,
        "hit-points": [hp, hp_most], "spell-points": [sp, sp_most],
        "poison": hero.chain.poison(), "haste": hero.chain.haste(),
        "attributes": attributes.collect::<Map<_, _>>(),
        "pack": stacks(pack.iter().map(|&(stack, count, _)| (stack, count)).collect()),
        "worn": worn,
        "at": game.area.cell_name(view.cell()),
        "here": view.here().into_iter().map(|stack| game.stack_name(stack)).collect::<Vec<_>>(),
    });
    if game.numbers.has_hunger() {
        told["food"] = json!([hero.food, game.numbers.food]);
    }
    for kind in [ObjectType::Chest, ObjectType::Stall] {
        if let Some(store) = view.store(kind) {
            told[kind.name()] = stacks(store.stacks());
        }
    }
    told
}

fn monsters(view: View<'_>) -> Value {
    let game = view.game;
    let told = view.monsters().into_iter().map(|monster| {
        let name = game.design.name_of(UnitType::at(usize::from(monster.kind)));
        let most = game.monster(monster.kind).map_or(0, |kind| kind.hp);
        let told = json!({ "type": name, "hit-points": [monster.hp, most], "asleep": monster.sleeps });
        (game.area.cell_name(monster.cell), told)
    });
    told.collect::<Map<_, _>>().into()
}

fn levels(view: View<'_>) -> Value {
    let game = view.game;
    let known = (0..game.area.levels()).filter(|&level| view.memory(level).is_some());
    let told = known.map(|level| {
        let mut objects: Map<String, Value> = Map::new();
        for object in view.objects(level) {
            let there = objects.entry(game.area.cell_name(object.cell)).or_insert_with(|| json!([]));
            if let Some(list) = there.as_array_mut() {
                list.push(json!(game.stack_name(object.stack)));
            }
        }
        let stairs = view.known_stairs(level);
        let stairs = stairs.map(|(from, to)| (game.area.cell_name(from), json!(game.area.cell_name(to))));
        let rows = map_rows(view, level).into_iter().enumerate().map(|(row, text)| (row.to_string(), json!(text)));
        let told = json!({
            "objects": objects, "stairs": stairs.collect::<Map<_, _>>(), "rows-from-north": rows.collect::<Map<_, _>>(),
        });
        ((level + 1).to_string(), told)
    });
    told.collect::<Map<_, _>>().into()
}
