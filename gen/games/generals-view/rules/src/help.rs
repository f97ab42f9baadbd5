//! The chapters of the game's help page: the rules as players read them, with the numbers of the design (seed 001).

use contract::{Chapter, OwnChapter};
use design::parameters::material::{self, INITIAL_TREASURY};
use design::parameters::table::ACP_TO_CREATE;
use design::parameters::terrain::{self, SUBTYPE, SUBTYPE_CELL};
use design::parameters::unit;
use design::{Design, MaterialType, TerrainType, UnitType};

use crate::board::{CompanyType, city_pays, company_types, gold_of, is_city, is_open};
use crate::settings::Settings;

/// How many soldiers a company stands for. No rule asks for it.
const SOLDIERS: u32 = 100;

/// The chapters, in the order in which a player needs them.
pub(crate) fn help(design: &Design) -> Vec<Chapter> {
    let own = Settings::read(design).0;
    let types = gold_of(design).and_then(|gold| Some((gold, company_types(design, gold).ok()?)));
    // A design that cannot be played has the tables that every game has.
    let Some((gold, types)) = types else { return vec![winning().into(), Chapter::Units, Chapter::Terrain] };
    vec![
        winning().into(),
        companies(design, gold, &types).into(),
        Chapter::Terrain,
        order(&own).into(),
        turn().into(),
        cities(design, gold, &types).into(),
        buying(design, gold, &types, &own).into(),
        moving(design, &types, &own).into(),
        battles(&types).into(),
        supply(&types, &own).into(),
    ]
}

fn winning() -> OwnChapter {
    OwnChapter::new(
        "How one wins",
        [
            "The side that owns every city on the map wins. Sides of one team win together, once each city is owned by one of them.",
            "A side that has neither a city nor a company left is out. The last side or team that is not out has won as well.",
        ],
    )
}

/// A row for each type.
fn companies(design: &Design, gold: MaterialType, types: &[CompanyType]) -> OwnChapter {
    let gold = design.spoken_name(material::NAME, gold);
    let is_even = types.iter().all(|kind| kind.supply_step == types[0].supply_step);
    let mut heads =
        ["company", "attack", "defence", "movement points", "cost", "supply points"].map(str::to_owned).to_vec();
    heads[4] = format!("cost in {gold}");
    heads.extend((!is_even).then(|| "supply lost a turn".to_owned()));
    heads.push("what it is".to_owned());
    let row = |kind: &CompanyType| {
        let mut cells = vec![kind.spoken_name.clone()];
        cells.extend([u32::from(kind.attack), u32::from(kind.defend), u32::from(kind.points)].map(|n| n.to_string()));
        cells.extend([kind.cost.to_string(), kind.supply.to_string()]);
        cells.extend((!is_even).then(|| kind.supply_step.to_string()));
        cells.push(design.text(unit::HELP, kind.unit_type).to_owned());
        cells
    };
    OwnChapter {
        table: std::iter::once(heads).chain(types.iter().map(row)).collect(),
        ..OwnChapter::new(
            "Units",
            [format!("Every unit is a company: one piece that stands for {SOLDIERS} soldiers of one kind.")],
        )
    }
}

fn order(own: &Settings) -> OwnChapter {
    OwnChapter::new(
        "Who begins",
        [format!(
            "Each side rolls a die of {} faces, and those who roll the same roll again. The highest roll chooses its place in the \
             order of turns: with two sides, whether to act first or second. The next one chooses of the places that are left.",
            own.order_dice
        )],
    )
}

fn turn() -> OwnChapter {
    let phase = |name: &str, what: &str| (name.to_owned(), what.to_owned());
    OwnChapter {
        facts: vec![
            phase("1. income", "each of your cities pays into your treasury"),
            phase("2. movement", "march any number of your companies and raise new ones, in any order"),
            phase("3. battles", "fight in each square that companies of yours share with enemies"),
            phase("4. supply", "companies with a supply line regain supply, and those without one lose some"),
        ],
        ..OwnChapter::new("The phases of a turn", ["The sides act one after the other. A turn has four phases:"])
    }
}

/// Where companies come from.
fn buying(design: &Design, gold: MaterialType, types: &[CompanyType], own: &Settings) -> OwnChapter {
    let money = design.spoken_name(material::NAME, gold);
    let first = design.int(INITIAL_TREASURY, gold);
    let cheapest = types.iter().map(|kind| kind.cost).min().unwrap_or(0);
    let dearest = types.iter().map(|kind| kind.cost).max().unwrap_or(0);
    let mut chapter = OwnChapter::new(
        "Buying companies",
        [format!(
            "Each side begins with {first} {money}. At any time of your movement you can raise companies in cities of yours, as \
                 long as you can pay for them: they cost {} {money}. A new company can march at once.",
            span(cheapest, dearest)
        )],
    );
    for city in design.unit_types().filter(|&kind| is_city(design, kind, gold)) {
        let raised: Vec<&str> = types
            .iter()
            .filter(|kind| design.entry(ACP_TO_CREATE, city, kind.unit_type) > 0)
            .map(|kind| kind.spoken_name.as_str())
            .collect();
        if raised.len() < types.len() {
            let raised = if raised.is_empty() { "nothing".to_owned() } else { raised.join(", ") };
            chapter.paragraphs.push(format!("{} raises {raised}.", design.spoken_name(unit::NAME, city)));
        }
    }
    if own.units_per_cell_max > 0 {
        let most = design::counted(own.units_per_cell_max, "company");
        chapter.paragraphs.push(format!("A side can have {most} in a square at most."));
    }
    chapter
}

/// `50 to 160`, or one number.
fn span(least: i32, most: i32) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

fn moving(design: &Design, types: &[CompanyType], own: &Settings) -> OwnChapter {
    let closed: Vec<&str> = cell_terrain(design)
        .filter(|&ground| !is_open(design, types, ground))
        .map(|ground| design.spoken_name(terrain::NAME, ground))
        .collect();
    let enemy = own.mp_to_enter_enemy_cell;
    let costs = if enemy == 1 {
        "Each step costs 1 movement point.".to_owned()
    } else {
        format!("A step costs 1 movement point, but {enemy} into a square that an enemy owns.")
    };
    let mut chapter = OwnChapter::new(
        "Movement",
        [
            format!("Companies march from square to square, north, east, south or west. {costs} Each turn brings all points back."),
            "A square that belongs to nobody or to an enemy is yours once a company of yours marches into it, unless an enemy's \
             company stands there: then yours goes no further in this turn, and they fight when all movement is over. Squares of \
             your team-mates stay theirs."
                .to_owned(),
        ],
    );
    if !closed.is_empty() {
        chapter.paragraphs.push(format!("No company can go into {}.", closed.join(", ")));
    }
    chapter
}

fn battles(types: &[CompanyType]) -> OwnChapter {
    let mut chapter = OwnChapter::new(
        "Battles",
        [
            "In each square that you share with enemies your company with the highest attack meets their company with the highest \
             defence. A side that has several such companies, and they differ, chooses one.",
            "A number is drawn, from 1 to the attack and the defence together. Up to the attack the attacker wins, and else the \
             defender. The loser is gone, its side sends the next strongest, and so on until the square holds companies of one \
             party only, which owns the square.",
        ],
    );
    let strongest = types.iter().max_by_key(|kind| (kind.attack, std::cmp::Reverse(kind.cost)));
    let firmest = types.iter().max_by_key(|kind| (kind.defend, std::cmp::Reverse(kind.cost)));
    if let (Some(one), Some(two)) = (strongest, firmest)
        && one.attack + two.defend > 0
    {
        chapter.paragraphs.push(format!(
            "An example: {} with attack {} win against {} with defence {} in {} of {} battles.",
            one.spoken_name,
            one.attack,
            two.spoken_name,
            two.defend,
            one.attack,
            u32::from(one.attack) + u32::from(two.defend)
        ));
    }
    chapter
}

fn supply(types: &[CompanyType], own: &Settings) -> OwnChapter {
    let using: Vec<&CompanyType> = types.iter().filter(|kind| kind.supply > 0).collect();
    let Some(first) = using.first() else {
        return OwnChapter::new("Supply lines", ["Companies need no supply in this game."]);
    };
    let is_even = types.iter().all(|kind| kind.supply_step == first.supply_step);
    let step = if is_even { first.supply_step.to_string() } else { "some (see the units)".to_owned() };
    let bare = own.strength_without_supply;
    let firsts = using.iter().map(|kind| i32::from(kind.supply_first));
    let (least, most) = (firsts.clone().min().unwrap_or(0), firsts.max().unwrap_or(0));
    OwnChapter::new(
        "Supply lines",
        [
            "A company has a supply line if from a square beside it a way leads, over neighbouring squares of its side and team \
             alone, to a city of theirs. The square on which it stands does not count.",
            &format!(
                "A new company has {} supply points. At the end of its side's turn a company without a supply line loses {step}, and \
                 one with a supply line regains {step}, until it has as many as it can hold.",
                span(least, most)
            ),
            &format!(
                "A company without any supply point has attack {bare} and defence {bare}, whatever it is, until it is supplied again."
            ),
        ],
    )
}

/// What cities pay, by the ground on which they stand.
fn cities(design: &Design, gold: MaterialType, types: &[CompanyType]) -> OwnChapter {
    let money = design.spoken_name(material::NAME, gold);
    let kinds: Vec<UnitType> = design.unit_types().filter(|&kind| is_city(design, kind, gold)).collect();
    let name = |kind: &UnitType| design.spoken_name(unit::NAME, *kind).to_owned();
    let heads = std::iter::once("ground".to_owned()).chain(kinds.iter().map(name)).collect();
    let row = |ground: TerrainType| {
        let name = design.spoken_name(terrain::NAME, ground).to_owned();
        std::iter::once(name)
            .chain(kinds.iter().map(|&city| city_pays(design, city, gold, ground).to_string()))
            .collect()
    };
    let rows = cell_terrain(design).filter(|&ground| is_open(design, types, ground)).map(row);
    OwnChapter {
        table: if kinds.is_empty() { Vec::new() } else { std::iter::once(heads).chain(rows).collect() },
        ..OwnChapter::new(
            "Cities",
            [
                "Each side begins with as many cities as the others; sides with an advantage can have more. Free cities belong to \
                 nobody, pay nobody, and are taken like any other square."
                    .to_owned(),
                format!("At the beginning of its owner's turn a city pays {money} by the ground on which it stands:"),
            ],
        )
    }
}

/// The terrain that fills squares.
fn cell_terrain(design: &Design) -> impl Iterator<Item = TerrainType> + '_ {
    design.ids::<TerrainType>().filter(|&ground| design.int(SUBTYPE, ground) == SUBTYPE_CELL)
}
