//! Making the sides before any method runs: given or predefined ones, those of the side library, and the rest.

use chance::{Seed, Stream};
use design::parameters::global::{DEFAULT_NAMER, PLAYER_SIDES_LOCKED, RULESET, SIDE_NAMER};
use design::{Design, EMBLEMS, SideSketch, counted, plural};
use namers::{Library, NamingSession};
use world::{Scenario, Side};

use crate::Request;

/// The namer of sides if the design names none, or an unknown one.
const SIDES_NAMER: &str = "sides";

/// The built-in namers together with those of a design.
#[must_use]
pub(crate) fn library(design: &Design) -> Library {
    let mut library = Library::builtin();
    let texts = design.namers.iter().map(|namer| (namer.name.as_str(), namer.text.as_str()));
    // A design is loaded only if its namers can be read, and a design made in code has none.
    let _faults = library.read_all(texts);
    library
}

/// Makes `count` sides (seed 000, "Designing the Sides").
///
/// First come the sides that a scenario gives, then those that the design predefines. A side without a name gets an item of the
/// side library, as long as there are any, else a name of the side namer. Random colours and emblems differ from the chosen ones.
/// The request overrides advantages, handicaps, teams and players.
#[must_use]
pub fn make_sides(design: &Design, seed: Seed, count: u8, given: &[Side], request: &Request) -> Vec<Side> {
    let mut sides: Vec<Side> = (0..usize::from(count))
        .map(|index| {
            let predefined = design.sides.get(index).cloned().unwrap_or_default();
            given.get(index).cloned().unwrap_or_else(|| side_of(design, predefined))
        })
        .collect();
    draw(design, &mut seed.stream("sides/library"), &mut sides);
    // Two games with one seed should not have the same sides, so the title counts too.
    name(design, &mut seed.stream(&format!("sides/names of {}", design.title)), &mut sides);
    let colors = output::choose_side_colors(&sides.iter().map(|side| side.color.as_str()).collect::<Vec<_>>());
    for (side, color) in sides.iter_mut().zip(colors) {
        side.color = color;
    }
    choose_emblems(&mut sides);
    for (index, side) in sides.iter_mut().enumerate() {
        side.locked |= design.global_int(PLAYER_SIDES_LOCKED) != 0;
        if let Some(&advantage) = request.advantages.get(index) {
            side.advantage = advantage;
        }
        if let Some(&handicap) = request.handicaps.get(index) {
            (side.handicap, side.handicap_rest) = (handicap, 0);
        }
        if let Some(&team) = request.teams.get(index) {
            side.team = team;
        }
        if let Some(player) = request.seats.get(&(index as u8 + 1)) {
            side.player = player.clone();
        }
    }
    sides
}

/// A side as a sketch describes it, with the design's own advantage if the sketch says none.
fn side_of(design: &Design, sketch: SideSketch) -> Side {
    let advantage = sketch.advantage.unwrap_or(design.advantage_default());
    Side { advantage, ..sketch.into() }
}

/// Checks that a request names only seats that exist and that it may change.
///
/// # Errors
/// A sentence that says what is wrong, and what is allowed.
pub(crate) fn check_seats(design: &Design, count: usize, given: &[Side], request: &Request) -> Result<(), String> {
    let sides = counted(count, "side");
    if !request.advantages.is_empty() && request.advantages.len() != count {
        let said = request.advantages.len();
        return Err(format!("there are {said} advantages for {sides}: give one for each side"));
    }
    if !request.handicaps.is_empty() && request.handicaps.len() != count {
        let said = counted(request.handicaps.len(), "handicap");
        return Err(format!("{said} for {sides}: give one for each side, 100 for none"));
    }
    if request.handicaps.iter().any(|handicap| !handicap.is_even()) && !crate::soundness::heeds_handicaps(design) {
        let rules = design.global_text(RULESET);
        return Err(format!("the rules `{rules}` have no handicaps yet: leave them out, or give each side 100"));
    }
    if !request.teams.is_empty() && request.teams.len() != count {
        let said = counted(request.teams.len(), "team");
        return Err(format!("{said} for {sides}: give the team of each side, 0 for none"));
    }
    if let Some(&seat) = request.seats.keys().find(|&&seat| usize::from(seat) > count) {
        return Err(format!("there is no seat {seat}: there are {sides}"));
    }
    for index in 0..count {
        let predefined = side_of(design, design.sides.get(index).cloned().unwrap_or_default());
        let side = given.get(index).unwrap_or(&predefined);
        if !side.locked && design.global_int(PLAYER_SIDES_LOCKED) == 0 {
            continue;
        }
        let changes = [
            ("plays it", request.seats.get(&(index as u8 + 1)).is_some_and(|player| *player != side.player)),
            ("is in its team", request.teams.get(index).is_some_and(|&team| team != side.team)),
            ("builds how fast", request.handicaps.get(index).is_some_and(|&percent| percent != side.handicap)),
            ("starts how strong", request.advantages.get(index).is_some_and(|&number| number != side.advantage)),
        ];
        if let Some((what, _)) = changes.into_iter().find(|&(_, is_changed)| is_changed) {
            let name = if side.name.is_empty() { String::new() } else { format!(" ({})", side.name) };
            return Err(format!("side {}{name} is locked: the design settles who {what}", index + 1));
        }
    }
    Ok(())
}

/// Checks that a request leaves the sides as they are that a scenario keeps.
///
/// # Errors
/// A sentence that says which side it would change.
pub(crate) fn check_kept_sides(start: &Scenario, request: &Request) -> Result<(), String> {
    for &id in &start.kept.sides {
        let Some(index) = id.index().filter(|&index| index < start.sides.len()) else { continue };
        let side = start.side(id);
        let is_changed = request.seats.get(&id.0).is_some_and(|player| *player != side.player)
            || request.teams.get(index).is_some_and(|&team| team != side.team)
            || request.advantages.get(index).is_some_and(|&number| number != side.advantage);
        if is_changed {
            let name = &side.name;
            return Err(format!(
                "side {} ({name}) is kept, and with it its player, team and advantage: release it",
                id.0
            ));
        }
    }
    Ok(())
}

/// Fills the sides without name and noun from the side library, by weight. An item with another class than the side's, or with a
/// name that is taken, is passed over. If an item is drawn again, its name gets a number.
fn draw(design: &Design, stream: &mut Stream, sides: &mut [Side]) {
    let library = &design.side_library;
    let mut drawn = vec![0; library.len()];
    for index in 0..sides.len() {
        if library.is_empty() || !sides[index].name.is_empty() || !sides[index].noun.is_empty() {
            continue;
        }
        let own = &sides[index];
        let fits = |at: usize| {
            let item = &library[at].side;
            let is_class = own.class.is_empty() || item.class.is_empty() || item.class == own.class;
            let is_free = drawn[at] > 0 || item.name.is_empty() || sides.iter().all(|side| side.name != item.name);
            is_class && is_free && drawn[at] < library[at].limit
        };
        let weights: Vec<u32> = (0..library.len()).map(|at| if fits(at) { library[at].weight } else { 0 }).collect();
        let Some(at) = stream.weighted(&weights) else { continue };
        let from = side_of(design, library[at].side.clone());
        drawn[at] += 1;
        let side = &mut sides[index];
        let texts = [
            (&mut side.name, from.name),
            (&mut side.noun, from.noun),
            (&mut side.adjective, from.adjective),
            (&mut side.color, from.color),
            (&mut side.emblem, from.emblem),
            (&mut side.class, from.class),
        ];
        for (text, said) in texts.into_iter().filter(|(text, _)| text.is_empty()) {
            *text = said;
        }
        if drawn[at] > 1 {
            // Colour and emblem belong to the first side alone; the class belongs to all of them.
            (side.color, side.emblem) = (String::new(), String::new());
            if side.name.is_empty() {
                side.name = people(&side.noun);
            }
            side.name = format!("{} {}", side.name, ROMAN[drawn[at] as usize - 2]);
        }
        if side.advantage == design.advantage_default() {
            side.advantage = from.advantage;
        }
        if side.handicap.is_even() {
            side.handicap = from.handicap;
        }
        if side.team == 0 {
            side.team = from.team;
        }
        if side.player == design::Player::Open {
            side.player = from.player;
        }
        side.locked |= from.locked;
    }
}

/// The numbers of the second to the fifteenth side from one item: none is drawn more often.
const ROMAN: [&str; 14] = ["II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV"];

/// Gives names, nouns and adjectives to the sides that lack them.
fn name(design: &Design, stream: &mut Stream, sides: &mut [Side]) {
    let library = library(design);
    let mut session = NamingSession::new(&library);
    let _unknown = session.set_default_namer(design.global_text(DEFAULT_NAMER));
    let wanted = design.global_text(SIDE_NAMER);
    let namer = if library.has(wanted) { wanted } else { SIDES_NAMER };
    for side in sides.iter().filter(|side| !side.name.is_empty()) {
        session.reserve(&side.name);
    }
    for (index, side) in sides.iter_mut().enumerate() {
        if side.name.is_empty() {
            let said = side.gdl.atoms().get("plural-noun").and_then(|atoms| atoms.first()?.text());
            side.name = match side.noun.as_str() {
                _ if said.is_some_and(|said| !said.is_empty()) => said.unwrap_or_default().to_owned(),
                "" => session.name(namer, stream).unwrap_or_else(|_| format!("Side {}", index + 1)),
                noun => people(noun),
            };
        }
        if side.noun.is_empty() {
            side.noun = if side.adjective.is_empty() { noun(&side.name) } else { side.adjective.clone() };
        }
        if side.adjective.is_empty() {
            side.adjective.clone_from(&side.noun);
        }
    }
}

/// Gives emblems to the sides that lack them: ones that no other side has, as long as there are any.
fn choose_emblems(sides: &mut [Side]) {
    let borne: Vec<String> = sides.iter().map(|side| side.emblem.clone()).collect();
    let mut free = EMBLEMS.into_iter().filter(|emblem| !borne.iter().any(|borne| borne == emblem));
    for (index, side) in sides.iter_mut().enumerate().filter(|(_, side)| side.emblem.is_empty()) {
        side.emblem = free.next().unwrap_or(EMBLEMS[index % EMBLEMS.len()]).to_owned();
    }
}

/// The word for all of a side's people. Some nouns are adjectives that mean a people as they are: the English, the Dutch, the
/// Chinese, the Swiss.
fn people(noun: &str) -> String {
    if ["ish", "ch", "ese", "iss"].iter().any(|end| noun.ends_with(end)) {
        return noun.to_owned();
    }
    match noun.strip_suffix("man").filter(|stem| ["ish", "ch"].iter().any(|end| stem.ends_with(end))) {
        Some(stem) => format!("{stem}men"),
        None => plural(noun),
    }
}

/// The word for one of a side's people: the side's name without its last vowels, and `-ian` (GDL's way, a little simplified).
fn noun(name: &str) -> String {
    let stem = name.trim_end_matches(['a', 'e', 'i', 'o', 'u', 'y']);
    let stem = if stem.is_empty() { name } else { stem };
    format!("{stem}ian")
}

#[cfg(test)]
mod tests {
    use design::{LibrarySide, Player};

    use super::*;

    fn make(design: &Design, seed: u64, count: u8) -> Vec<Side> {
        make_sides(design, Seed(seed), count, &[], &Request::default())
    }

    fn design_of(sides: Vec<SideSketch>, side_library: Vec<LibrarySide>) -> Design {
        let mut design = Design::default();
        (design.sides, design.side_library) = (sides, side_library);
        design
    }

    fn sketch(name: &str, class: &str) -> SideSketch {
        SideSketch { name: name.to_owned(), class: class.to_owned(), ..SideSketch::default() }
    }

    #[test]
    fn sides_have_names_of_their_own_and_their_advantages() {
        let request = Request { advantages: vec![2, 3, 7], ..Request::default() };
        let sides = make_sides(&Design::default(), Seed(5), 15, &[], &request);
        let mut names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 15);
        assert_eq!(sides.iter().map(|side| side.advantage).take(4).collect::<Vec<_>>(), [2, 3, 7, 1]);
        let fewer = make_sides(&Design::default(), Seed(5), 4, &[], &request);
        assert_eq!(sides[..4], fewer[..], "more sides change no earlier one");
        let mut emblems: Vec<&str> = sides.iter().map(|side| side.emblem.as_str()).collect();
        emblems.sort_unstable();
        emblems.dedup();
        assert_eq!(emblems.len(), 15);
    }

    #[test]
    fn people_are_named_after_their_side() {
        assert_eq!(noun("Vondeth"), "Vondethian");
        assert_eq!(noun("Dertaronia"), "Dertaronian");
        assert_eq!(noun("Aia"), "Aian");
        assert_eq!(noun("oua"), "ouaian", "nothing but vowels stays whole");
        let mut design = design_of(vec![sketch("Rome", "")], Vec::new());
        assert_eq!(make(&design, 1, 1)[0].noun, "Romian", "after its given name");
        design.sides = vec![SideSketch { noun: "Goth".to_owned(), ..SideSketch::default() }];
        let goths = &make(&design, 1, 1)[0];
        for (noun, all) in
            [("English", "English"), ("Dutch", "Dutch"), ("Frenchman", "Frenchmen"), ("German", "Germans")]
        {
            assert_eq!(people(noun), all);
        }
        assert_eq!((&*goths.name, &*goths.noun, &*goths.adjective), ("Goths", "Goth", "Goth"));
    }

    #[test]
    fn what_is_said_stays_and_the_rest_is_made_up() {
        let rome = SideSketch {
            color: "c8321f".to_owned(),
            emblem: "disc".to_owned(),
            advantage: Some(3),
            team: 2,
            player: Player::Human,
            ..sketch("Rome", "roman")
        };
        let design = design_of(vec![SideSketch::default(), rome], Vec::new());
        let sides = make(&design, 7, 3);
        assert_eq!((&*sides[1].name, &*sides[1].class, sides[1].advantage), ("Rome", "roman", 3));
        assert_eq!((&*sides[1].color, &*sides[1].emblem, sides[1].team), ("c8321f", "disc", 2));
        assert!([0, 2].iter().all(|&at| sides[at].emblem != "disc" && sides[at].color != "c8321f"));
        assert!([0, 2].iter().all(|&at| !sides[at].name.is_empty() && sides[at].name != "Rome"));
    }

    #[test]
    fn the_library_is_drawn_by_weight_within_its_limits_until_it_is_exhausted() {
        let item = |weight, limit, name, class| LibrarySide { weight, limit, side: sketch(name, class) };
        let side_library =
            vec![item(10, 1, "Federation", "fed"), item(10, 1, "Horde", "horde"), item(1, 2, "Traders", "fed")];
        let mut design = design_of(Vec::new(), side_library);
        let mut first = std::collections::BTreeMap::new();
        for seed in 0..2000 {
            let sides = make(&design, seed, 6);
            *first.entry(sides[0].name.clone()).or_insert(0) += 1;
            let count = |name: &str| sides.iter().filter(|side| side.name == name).count();
            assert_eq!(["Federation", "Horde", "Traders", "Traders II"].map(count), [1; 4], "then it is exhausted");
            assert_eq!(sides.iter().filter(|side| side.class == "fed").count(), 3);
            assert_eq!(sides.iter().filter(|side| side.class.is_empty()).count(), 2, "two have a made-up name");
        }
        // 10 : 10 : 1 of 2000, within four standard deviations.
        assert!((850..=1055).contains(&first["Federation"]) && (55..=136).contains(&first["Traders"]), "{first:?}");
        // A side with a class gets only items of that class.
        design.sides = vec![sketch("", "horde")];
        assert!((0..50).all(|seed| make(&design, seed, 1)[0].name == "Horde"));
    }

    #[test]
    fn a_request_that_does_not_fit_the_seats_is_refused() {
        let mut design = design_of(vec![SideSketch { locked: true, ..sketch("Rome", "") }], Vec::new());
        let told = |design: &Design, request: &Request| check_seats(design, 2, &[], request).err().unwrap_or_default();
        let seats =
            |seat, player: &str| Request { seats: [(seat, player.parse().unwrap())].into(), ..Request::default() };
        assert_eq!(told(&design, &seats(3, "ai")), "there is no seat 3: there are 2 sides");
        assert_eq!(told(&design, &seats(1, "ai")), "side 1 (Rome) is locked: the design settles who plays it");
        assert_eq!(told(&design, &seats(1, "open")), "", "no change is no fault");
        assert_eq!(told(&design, &seats(2, "ai")), "");
        let teams = |teams: &[u8]| Request { teams: teams.to_vec(), ..Request::default() };
        assert_eq!(told(&design, &teams(&[0, 1])), "");
        assert_eq!(told(&design, &teams(&[1, 1])), "side 1 (Rome) is locked: the design settles who is in its team");
        assert_eq!(told(&design, &teams(&[1])), "1 team for 2 sides: give the team of each side, 0 for none");
        design.sides.clear();
        assert_eq!(told(&design, &seats(1, "ai")), "");
    }
}
