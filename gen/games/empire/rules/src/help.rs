//! The chapters of the help page, with the numbers of the design: the whole game, so that one can play it from them.

use contract::{Chapter, OwnChapter};
use design::parameters::global::{PROVINCE_TRAINING_KINDS, PROVINCE_TRAINING_MAX};
use design::parameters::unit::{PROVINCE_TRAINING, START_TRAINING};
use design::{Design, IntProperty, UnitType};

use crate::numbers::{KIND_NAMES, Numbers};
use crate::report::squads;

/// What provinces train: of the scenario it is on the map, of the design what may be.
fn training(design: &Design) -> OwnChapter {
    let named = |key: IntProperty<UnitType>, is_share: bool| {
        let all: i32 = design.unit_types().map(|kind| design.int(key, kind).max(0)).sum();
        let of = |kind: UnitType| (design.name_of(kind).to_owned(), design.int(key, kind).max(0));
        let some = design.unit_types().map(of).filter(|(_, number)| *number > 0);
        let told = some.map(|(name, number)| match is_share {
            true => format!("{name} {} %", (100 * number + all / 2) / all),
            false => match KIND_NAMES.iter().position(|known| *known == name) {
                Some(kind) => squads(kind, number.unsigned_abs()),
                None => format!("{number} {name}"),
            },
        });
        told.collect::<Vec<_>>().join(", ")
    };
    let (kinds, most) = (design.global_int(PROVINCE_TRAINING_KINDS), design.global_int(PROVINCE_TRAINING_MAX));
    let free = format!(
        "1 to {kinds} kinds, of each 1 to {most} squads a month, drawn by weight: {}",
        named(PROVINCE_TRAINING, true)
    );
    let facts = vec![
        ("a free province".to_owned(), free),
        ("where a side begins".to_owned(), format!("each month {}", named(START_TRAINING, false))),
        ("on the map".to_owned(), "below its capital: `l2 a1` is two legions and an archer a month".to_owned()),
    ];
    OwnChapter { title: "What provinces train".to_owned(), facts, ..OwnChapter::default() }
}

/// The chapters of the help page: the whole game.
pub(crate) fn chapters(design: &Design, numbers: &Numbers) -> Vec<Chapter> {
    let board = OwnChapter::new(
        "The land",
        [
            format!(
                "The board is a graph of provinces. Each pays its owner tribute at the beginning of every month but the first; every \
                 side begins with {} gold. Each trains troops of some kinds, so many squads a month. A border is open, or a river, or \
                 closed by mountains; straits and passes count as borders, straits as rivers.",
                numbers.start_gold
            ),
            "Provinces that belong to nobody have garrisons, and some have forts; they defend themselves, and do nothing else."
                .to_owned(),
            "Everybody sees everything, the treasuries too: only the orders of this month are hidden.".to_owned(),
        ],
    );
    let month = OwnChapter::new(
        "A month",
        [
            "All sides give their orders at once, and nobody sees those of others. Gold is set aside with an order, and comes back \
             if the order is cancelled before all orders are handed in.",
            "Then the orders are carried out. First, armies of two sides that march over one border in opposite ways fight in the \
             open, without forts: the winner marches on with what is left, and if nobody is left nobody moves. Second, armies move \
             inside their empires, so that reinforcements arrive before attacks. Third, provinces are attacked, one after the other; \
             all who attack one are enemies of each other and of its owner, and squads that marched away do not defend it. Fourth, \
             recruits come, and fifth, forts are built: neither fights in the month of its order.",
            "A province that nobody defends is taken without a battle. A side without provinces is out.",
        ],
    );
    let orders = OwnChapter {
        title: "Orders".to_owned(),
        facts: vec![
            (
                "march".to_owned(),
                format!(
                    "{} gold a squad, into the next province; cavalry goes two provinces inside its empire, at double price",
                    numbers.march_price
                ),
            ),
            ("recruit".to_owned(), "as many squads of a kind as the province trains in a month".to_owned()),
            (
                "build".to_owned(),
                format!(
                    "{} gold a month: {} health of repair, or a month of work on the next level, once in a month and province; work can \
                     pause, and cannot be hurried; a damaged fort is repaired before it grows",
                    numbers.building_gold, numbers.building_health
                ),
            ),
            (
                "orders in a province that was lost".to_owned(),
                format!("{} percent of their gold come back", numbers.lost_order_back),
            ),
        ],
        ..OwnChapter::default()
    };
    let mut battle = OwnChapter::new(
        "A battle",
        [
            format!(
                "A round has phases: {}. In each, all sides choose what their squads strike, hidden from each other, and all damage \
                 falls at once: {} to {} percent of the squad's damage times the table.",
                numbers.phases.iter().map(|body| format!("{body:?}").to_lowercase()).collect::<Vec<_>>().join(", "),
                100 - numbers.damage_spread,
                100 + numbers.damage_spread
            ),
            "Foot cannot strike catapults and forts while their side has foot or horse left. Work on a fort must fall before the fort \
             behind it. Wounds heal after the battle; damage to forts stays. A damaged fort strikes with full force."
                .to_owned(),
            format!(
                "Work in progress has {} health for each month that is paid; if it falls, it begins anew. A squad that was told no \
                 target strikes where its weapon does most, the most wounded first: `strike` leaves all to that. Free garrisons do so \
                 too.",
                numbers.building_health
            ),
            format!(
                "The battle ends when one side is left. An attacker who wins has the province; if nobody is left, the defender keeps \
                 it. Attackers over a river do {} percent of their damage in the first round.",
                numbers.river_percent
            ),
        ],
    );
    let heads = ["weapon", "foot", "horse", "engine", "fort"].map(str::to_owned).to_vec();
    let row = |(name, effect): (&str, &[u16; 4])| {
        std::iter::once(name.to_owned()).chain(effect.iter().map(|percent| format!("{percent}%"))).collect()
    };
    let weapons = ["sword", "spear", "bow", "engine", "fort"].into_iter().zip(&numbers.effect).map(row);
    battle.table = std::iter::once(heads).chain(weapons).collect();
    let mut troops =
        OwnChapter::new("Units", ["The squads of a province are its troops; each kind has its weapon and its body."]);
    troops.table = vec![["kind", "weapon", "body", "damage", "health", "gold"].map(str::to_owned).to_vec()];
    troops.table.extend(KIND_NAMES.iter().zip(&numbers.troops).map(|(name, kind)| {
        let words = [format!("{:?}", kind.weapon), format!("{:?}", kind.body)].map(|word| word.to_lowercase());
        let [weapon, body] = words;
        vec![(*name).to_owned(), weapon, body, kind.damage.to_string(), kind.health.to_string(), kind.cost.to_string()]
    }));
    let mut forts = OwnChapter::new("Forts", Vec::<String>::new());
    forts.table = vec![["level", "damage", "health", "months", "gold"].map(str::to_owned).to_vec()];
    forts.table.extend(numbers.forts.iter().enumerate().map(|(level, fort)| {
        let gold: u16 = numbers.forts[..=level].iter().map(|fort| fort.months * numbers.building_gold).sum();
        vec![
            fort.name.clone(),
            fort.damage.to_string(),
            numbers.fort_health(level as u8 + 1).to_string(),
            fort.months.to_string(),
            gold.to_string(),
        ]
    }));
    let winning = OwnChapter::new(
        "How one wins",
        [format!(
            "The last empire wins, or the last team. After month {} the one with the most provinces wins, then with the highest \
             tribute; if two are equal in both, nobody wins.",
            numbers.months
        )],
    );
    let before = [winning, board, training(design), month, orders, battle, troops, forts].map(Chapter::Own);
    before.into_iter().chain([Chapter::Terrain]).collect()
}
