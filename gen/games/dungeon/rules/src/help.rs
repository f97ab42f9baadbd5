//! The chapters of the help page, with the numbers and the catalogue of the design: the whole game, so that one can play it from them.

use contract::{Chapter, OwnChapter};
use design::parameters::unit::{LEVEL_MAX, LEVEL_MIN, LEVEL_WEIGHT, NAME};
use design::{Design, UnitType};

use crate::catalogue::Catalogue;
use crate::facts::effect_words;
use crate::numbers::{Creation, Numbers};

/// The chapters of the help page.
pub fn chapters(design: &Design) -> Vec<Chapter> {
    let (numbers, catalogue, _) = Numbers::read(design);
    let mut chapters = vec![
        winning(&numbers),
        creation(&numbers, &catalogue),
        turns(&numbers),
        fighting(&numbers),
        objects(&numbers),
        experience(&numbers),
        monsters(design, &catalogue),
        things(design, &catalogue),
    ];
    if !catalogue.egos.is_empty() {
        chapters.push(egos(&catalogue));
    }
    chapters.into_iter().map(Chapter::Own).chain([Chapter::Units, Chapter::Terrain]).collect()
}

fn winning(numbers: &Numbers) -> OwnChapter {
    OwnChapter::new(
        "How one wins",
        [
            "Whoever takes the prize has won, and so has his team. It lies on the deepest level.".to_owned(),
            format!(
                "When all heroes are dead, or after round {}, nobody has won. Then the deepest level that a hero has reached counts, and \
                 after that his experience.",
                numbers.rounds
            ),
        ],
    )
}

fn creation(numbers: &Numbers, catalogue: &Catalogue) -> OwnChapter {
    let how = match numbers.creation {
        Creation::Fixed => "All heroes begin with the same attributes.".to_owned(),
        Creation::Roll => format!(
            "Each of the five attributes is a throw of {}. You may throw all of them again, {} times at most.",
            numbers.stat_dice, numbers.rolls
        ),
        Creation::Points => format!("You share {} points out among the five attributes.", numbers.points),
    };
    let mut table = vec![["class", "hit points", "a level", "needs", "brings"].map(str::to_owned).to_vec()];
    for hero in &catalogue.classes {
        let class = &hero.class;
        let least: Vec<String> = class.least.iter().map(|(path, least)| format!("{path} {least}")).collect();
        table.push(vec![
            class.name.clone(),
            class.hit_points.to_string(),
            class.hit_points_per_level.to_string(),
            least.join(", "),
            class.equipment.join(", "),
        ]);
    }
    let races = catalogue.races.iter().map(|race| {
        let changes: Vec<String> = race.changes.iter().map(|(path, change)| format!("{change:+} {path}")).collect();
        (race.name.clone(), if changes.is_empty() { "as rolled".to_owned() } else { changes.join(", ") })
    });
    let mut chapter = OwnChapter::new(
        "Creating a hero",
        [
            how,
            "Strength makes blows stronger, dexterity makes them hit, health gives hit points, intelligence spell points, and charisma makes \
             things cheaper. A race changes attributes, and a class wants some of them high."
                .to_owned(),
        ],
    );
    (chapter.facts, chapter.table) = (races.collect(), table);
    chapter
}

fn turns(numbers: &Numbers) -> OwnChapter {
    let mut paragraphs = vec![
        format!(
            "In each round every creature gets its speed in energy: heroes {}. An action costs {}. So whoever is twice as fast acts twice as \
             often. Heroes act first, another one in front in each round, then the monsters of their levels. Other levels rest.",
            numbers.hero_speed, numbers.action_energy
        ),
        format!(
            "A hero sees {} cells far, up to the first wall or closed door, and remembers what he has seen. A monster sees him where he sees \
             it. A sleeper that he sees wakes with {} percent chance in each round.",
            numbers.sight, numbers.wake
        ),
        "To step against a door opens it; a locked one needs a key of its level, which is not used up. Stairs lead to other levels."
            .to_owned(),
    ];
    if numbers.has_hunger() {
        paragraphs.push(format!(
            "A hero begins with {} food, and eats {} of it in each round. Without any he heals no more, and loses a hit point every tenth \
             round.",
            numbers.food, numbers.food_eaten
        ));
    }
    if numbers.restock > 0 {
        paragraphs
            .push(format!("When a hero comes to a level, monsters come until there are {} on it.", numbers.restock));
    }
    OwnChapter::new("A turn", paragraphs)
}

fn fighting(numbers: &Numbers) -> OwnChapter {
    OwnChapter::new(
        "Fighting",
        [
            format!(
                "To step against a monster strikes it. A hero hits with {} percent, plus 2 for each experience level above the first, plus his \
                 dexterity and the skill of his weapon, minus what the monster avoids. A monster hits with its own chance, minus the hero's \
                 armour. No chance is below {} or above {} percent.",
                numbers.hit_base, numbers.hit_least, numbers.hit_most
            ),
            format!(
                "The weapon says what dice a blow throws; empty hands throw {}. Each experience level adds 6 percent.",
                numbers.unarmed
            ),
            "Damage is plain, fire, acid, cold or poison. Whoever resists an element takes less of it. Acid can destroy what a hero carries. \
             Poison comes back in each round until it is spent."
                .to_owned(),
            "Missiles and bolts hit the first creature on their way. Of missiles three in four can be picked up again.".to_owned(),
        ],
    )
}

fn objects(numbers: &Numbers) -> OwnChapter {
    OwnChapter::new(
        "Objects",
        [
            format!(
                "A pack holds {} objects. A weapon, armour and a ring work while they are worn, one of each. Potions, scrolls and food work \
                 when they are used, wands when they are pointed at somebody.",
                numbers.pack
            ),
            "A chest holds things, and is opened by standing there. A stall sells things for gold, and buys them for half of what they are \
             worth. Traps lie hidden until somebody steps on them. Whatever a dead hero had lies where he fell."
                .to_owned(),
        ],
    )
}

fn experience(numbers: &Numbers) -> OwnChapter {
    let model = numbers.experience;
    let mut paragraphs =
        vec![format!("A slain monster gives experience by the model `{}`: {}", model.name(), model.words())];
    if numbers.repeat_experience > 0 {
        paragraphs.push(format!(
            "Only the first of a kind gives all of it; each other one gives {} at most.",
            numbers.repeat_experience
        ));
    }
    if numbers.spell_experience > 0 {
        paragraphs.push(format!(
            "The first spell that a hero casts gives {}, and each other one {}.",
            numbers.spell_experience,
            numbers.repeated_spell()
        ));
    }
    if numbers.map_experience > 0 {
        paragraphs.push(format!(
            "Whoever knows nine tenths of the floor of a level that one can walk to, seen or read of in a scroll, gains {}, once for each \
             level.",
            numbers.map_experience
        ));
    }
    if numbers.quest_experience > 0 {
        paragraphs.push(format!(
            "To open a lock with its key gives {}, and so does to reach a level that is deeper than any before.",
            numbers.quest_experience
        ));
    }
    if numbers.skill_decay > 0 {
        paragraphs.push(format!(
            "A skill that is not used for {} rounds loses a point; each ten points last as long again.",
            numbers.skill_decay
        ));
    }
    let mut chapter = OwnChapter::new("Experience", paragraphs);
    chapter.facts =
        (2..=10).map(|level| (format!("level {level}"), format!("{} experience", model.needed(level)))).collect();
    chapter
}

/// On which levels a type is found, in words.
fn levels_of(design: &Design, kind: UnitType) -> String {
    if design.int(LEVEL_WEIGHT, kind) == 0 {
        return "by hand".to_owned();
    }
    match (design.int(LEVEL_MIN, kind), design.int(LEVEL_MAX, kind)) {
        (first, last) if first == last => format!("{first}"),
        (first, 64) => format!("{first} and below"),
        (first, last) => format!("{first} to {last}"),
    }
}

fn monsters(design: &Design, catalogue: &Catalogue) -> OwnChapter {
    let mut chapter = OwnChapter::new("Monsters", ["Those that are nearly dead may flee; some strike from afar."]);
    let head = ["monster", "levels", "hit points", "hits", "damage", "avoids", "speed", "more"];
    chapter.table.push(head.map(str::to_owned).to_vec());
    for kind in design.unit_types() {
        let Some(monster) = catalogue.monster(kind) else { continue };
        let mut more: Vec<String> = monster.effects.iter().map(effect_words).collect();
        more.extend(monster.resists.iter().map(|(element, percent)| format!("resists {} {percent} %", element.name())));
        if monster.range > 1 {
            more.push(format!("from {} cells", monster.range));
        }
        if monster.stays {
            more.push("stays".to_owned());
        }
        chapter.table.push(vec![
            design.spoken_name(NAME, kind).to_owned(),
            levels_of(design, kind),
            monster.hp.to_string(),
            format!("{} %", monster.hit),
            match monster.attacks {
                1 => monster.damage.to_string(),
                times => format!("{times} x {}", monster.damage),
            },
            format!("{} %", monster.avoid),
            monster.speed.to_string(),
            more.join(", "),
        ]);
    }
    chapter
}

fn things(design: &Design, catalogue: &Catalogue) -> OwnChapter {
    let mut chapter = OwnChapter::new("What lies about", Vec::<String>::new());
    chapter.table.push(["object", "type", "levels", "effects", "price"].map(str::to_owned).to_vec());
    for kind in design.unit_types() {
        let Some(object) = catalogue.object(kind) else { continue };
        let effects: Vec<String> = object.effects.iter().map(effect_words).collect();
        chapter.table.push(vec![
            design.spoken_name(NAME, kind).to_owned(),
            object.kind.name().to_owned(),
            levels_of(design, kind),
            effects.join(", "),
            object.price.to_string(),
        ]);
    }
    chapter
}

fn egos(catalogue: &Catalogue) -> OwnChapter {
    let mut chapter = OwnChapter::new("Better than others", ["Some objects do more than others of their kind."]);
    chapter.facts = catalogue
        .egos
        .iter()
        .map(|ego| (ego.name.replace('-', " "), ego.effects.iter().map(effect_words).collect::<Vec<_>>().join(", ")))
        .collect();
    chapter
}
