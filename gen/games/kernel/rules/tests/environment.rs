//! Seasons, daylight, temperature, clouds and winds (`kernel-rules` 6).

use grid::Direction;
use world::Wind;

use super::{TestGame, table};

const MAN: &str = "(unit-type man)";

/// A hexagon of 9 by 9 cells, all of the types' letters that the rows say.
fn ground(rows: &[&str]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    format!("(area 9 9) (area (terrain {}))", rows.join(" "))
}

#[test]
fn the_year_goes_round_and_has_seasons() {
    let mut table = table(&format!(
        "{MAN} (set season-names ((0 1 \"thaw\") (2 3 \"frost\"))) (set initial-year-part 1) (world 60 (year-length 4)) (units) (man 4 4 1)"
    ));
    let mut seen = Vec::new();
    for _ in 0..5 {
        seen.push((table.at().year_part(), table.at().season().map(str::to_owned).unwrap_or_default()));
        table.next_turn();
    }
    let named = |part, name: &str| (part, name.to_owned());
    assert_eq!(seen, [named(2, "frost"), named(3, "frost"), named(0, "thaw"), named(1, "thaw"), named(2, "frost")]);
}

#[test]
fn a_day_of_24_turns_has_its_night() {
    let mut table = table(&format!(
        "{MAN} (world 24 (day-length 24) (daylight-fraction 50) (twilight-fraction 50)) (units) (man 4 4 1)"
    ));
    let cell = table.cell(4, 4);
    let mut nights = Vec::new();
    for _ in 0..48 {
        nights.push(table.at().is_night(cell));
        table.next_turn();
    }
    assert_eq!(nights[..24], nights[24..], "each day is like the other");
    let night = nights[..24].iter().filter(|&&is_night| is_night).count();
    assert!((11..=13).contains(&night), "half of a day is night, {night} of 24");
    // One night in one piece: light changes twice in a day.
    let changes = (0..24).filter(|&turn| nights[turn] != nights[turn + 1]).count();
    assert_eq!(changes, 2);
}

#[test]
fn without_days_it_is_never_night_and_a_sun_that_stands_still_leaves_the_far_side_dark() {
    let mut bright = table(&format!("{MAN} (units) (man 4 4 1)"));
    bright.next_turn();
    assert!(bright.state.night.is_empty());
    let mut fixed = table(&format!(
        "{MAN} (world 10 (day-length 0)) (units) (area 9 9 (sun 1 4)) {} (man 4 4 1)",
        ground(&["9a"; 9])
    ));
    let dark = |table: &TestGame| table.rules.area.cells().map(|cell| table.at().is_night(cell)).collect::<Vec<_>>();
    let before = dark(&fixed);
    assert!(before.contains(&true) && before.contains(&false));
    assert!(!fixed.at().is_night(fixed.cell(1, 4)) && fixed.at().is_night(fixed.cell(6, 4)));
    fixed.next_turn();
    assert_eq!(dark(&fixed), before);
}

#[test]
fn temperatures_keep_to_the_limits_of_the_terrain() {
    let mut table = table(&format!(
        "(terrain-type ice (char \"i\") (capacity 9) (temperature-average -20) (temperature-min -30) (temperature-max -15)
           (temperature-variability 40)) {MAN} (units) {}",
        ground(&["9b"; 9])
    ));
    let mut all = std::collections::BTreeSet::new();
    for _ in 0..30 {
        all.extend(table.rules.area.cells().map(|cell| table.at().temperature(cell).unwrap()));
        table.next_turn();
    }
    assert_eq!((*all.first().unwrap(), *all.last().unwrap()), (-30, -15));
    assert!(all.len() > 10, "{all:?}");
}

#[test]
fn height_cools_towards_the_floor() {
    let heights = "\"9*0\" \"9*0\" \"9*0\" \"9*0\" \"4*0,50,100,200,2*0\" \"9*0\" \"9*0\" \"9*0\" \"9*0\"";
    let table = table(&format!(
        "(set temperature-floor -40) (set temperature-floor-elevation 100) (terrain-type moor (char \"m\") (capacity 9)
           (temperature-average 20) (temperature-min -90) (temperature-max 90)) {MAN} (units) {} (area (elevations {heights}))",
        ground(&["9b"; 9])
    ));
    let at = |x| table.at().temperature(table.cell(x, 4)).unwrap();
    assert_eq!((at(3), at(4), at(5), at(6)), (20, -10, -40, -40), "halfway down, at the floor, and no further");
}

#[test]
fn the_year_s_curve_is_weighted_between_the_two_nearest_places() {
    let table = table(&format!(
        "(terrain-type moor (char \"m\") (capacity 9) (temperature-min -90) (temperature-max 90)) {MAN} (units)
         (world 60 (year-length 4)) (area 9 9 (temperature-year-cycle (((1 4) (0 -10) (3 20)) ((7 4) (0 20) (3 50))))) {}",
        ground(&["9b"; 9])
    ));
    // Part 1 of the year: 0 at the one place, 30 at the other, which are 6 apart.
    assert_eq!(table.at().year_part(), 1);
    let at = |x| table.at().temperature(table.cell(x, 4)).unwrap();
    assert_eq!((at(1), at(2), at(4), at(7)), (0, 5, 15, 30));
}

#[test]
fn neighbours_moderate() {
    let table = table(&format!(
        "(set temperature-moderation-range 1) (terrain-type hot (char \"h\") (capacity 9) (temperature-average 70) (temperature-max 90))
         (terrain-type cold (char \"c\") (capacity 9) (temperature-max 90)) {MAN} (units) {}",
        ground(&["9c", "9c", "9c", "9c", "4c1b4c", "9c", "9c", "9c", "9c"])
    ));
    let at = |x| table.at().temperature(table.cell(x, 4)).unwrap();
    assert_eq!((at(4), at(3), at(2)), (10, 10, 0));
}

#[test]
fn coatings_with_limits_come_and_go_with_the_temperature() {
    let mut table = table(&format!(
        "(terrain-type moor (char \"m\") (capacity 9) (temperature-min -90) (temperature-max 90))
         (terrain-type snow (char \"s\") (subtype coating) (temperature-min -99) (temperature-max 3))
         (table coating-depth-max (snow moor 9)) (table coating-depth-min (snow moor 2)) {MAN} (units)
         (world 60 (year-length 2)) (area 9 9 (temperature-year-cycle (((4 4) (0 20) (1 -20))))) {}",
        ground(&["9b"; 9])
    ));
    let depth = |table: &TestGame| table.state.coatings[0].1[table.cell(4, 4)];
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push((table.at().temperature(table.cell(4, 4)).unwrap(), depth(&table)));
        table.next_turn();
    }
    assert_eq!(seen, [(-20, 2), (20, 0), (-20, 2), (20, 0)]);
}

#[test]
fn clouds_and_winds_keep_to_their_limits() {
    let mut table = table(&format!(
        "(set wind-mix-range 1) (terrain-type sea (char \"s\") (capacity 9) (clouds-min 20) (clouds-max 40) (wind-force-min 1)
           (wind-force-average 3) (wind-force-max 5) (wind-variability 50) (wind-force-variability 50)) {MAN} (units) {}",
        ground(&["9b"; 9])
    ));
    let first = table.state.winds.clone();
    for _ in 0..40 {
        for cell in table.rules.area.cells() {
            let (clouds, wind) = (table.state.clouds[cell.index()], table.state.winds[cell.index()]);
            assert!((20..=40).contains(&clouds) && (1..=5).contains(&wind.force) && wind.direction.0 < 6);
        }
        table.next_turn();
    }
    assert_ne!(table.state.winds, first);
    let directions: std::collections::BTreeSet<u8> =
        table.state.winds.iter().filter(|wind| wind.force > 0).map(|wind| wind.direction.0).collect();
    assert!(directions.len() > 2, "they turn");
}

#[test]
fn winds_carry_clouds_along() {
    let mut table = table(&format!(
        "(terrain-type sea (char \"s\") (capacity 9) (clouds-max 100) (wind-force-max 9) (wind-force-average 5)) {MAN} (units) {}",
        ground(&["9b"; 9])
    ));
    let cells = table.rules.area.len();
    table.state.winds = vec![Wind { direction: Direction(1), force: 5 }; cells];
    table.state.clouds = vec![0; cells];
    let from = table.cell(4, 4);
    table.state.clouds[from.index()] = 98;
    table.next_turn();
    let at = |x, y| table.state.clouds[table.cell(x, y).index()];
    assert!((13..=14).contains(&at(5, 4)), "a seventh is blown to the east: {}", at(5, 4));
    assert!(at(3, 4) <= 1 && (83..=85).contains(&at(4, 4)), "{} {}", at(3, 4), at(4, 4));
}

#[test]
fn ground_that_has_changed_gets_its_own_temperature() {
    let mut table = table(&format!(
        "(terrain-type ice (char \"i\") (capacity 9) (temperature-average -20) (temperature-min -30) (temperature-max -10))
         (terrain-type warm (char \"w\") (capacity 9) (temperature-average 25) (temperature-min 20) (temperature-max 30))
         (unit-type man (hp-max 30)) (area 9 9) (area (terrain (by-name warm ice) {})) (units) (man 4 4 1)",
        ["\"9a\""; 9].join(" ")
    ));
    let [ice, warm] = ["ice", "warm"].map(|name| table.rules.design.find(name).unwrap());
    let (here, beside) = (table.cell(4, 4), table.cell(5, 4));
    assert_eq!(table.at().temperature(here), Some(25));
    table.change(|change| change.change_ground(here, ice));
    for _ in 0..2 {
        assert_eq!((table.at().temperature(here), table.at().temperature(beside)), (Some(-20), Some(25)));
        table.next_turn();
    }
    table.change(|change| change.change_ground(here, warm));
    assert_eq!(table.at().temperature(here), Some(25));
}

/// What lies on it goes by its own temperature, which that of its neighbours moderates; theirs stay as they were.
#[test]
fn changed_ground_is_moderated_and_snowed_upon() {
    let mut table = table(&format!(
        "(set temperature-moderation-range 1) (terrain-type cold (char \"c\") (capacity 9) (temperature-min -90) (temperature-max 90))
         (terrain-type hot (char \"h\") (capacity 9) (temperature-average 70) (temperature-min -90) (temperature-max 90))
         (terrain-type snow (char \"s\") (subtype coating) (temperature-min -99) (temperature-max 3))
         (table coating-depth-max (snow (cold hot) 9)) (table coating-depth-min (snow (cold hot) 2)) {MAN} (units) {}",
        ground(&["9b"; 9])
    ));
    let [hot, snow] = ["hot", "snow"].map(|name| table.rules.design.find(name).unwrap());
    let (here, beside) = (table.cell(4, 4), table.cell(5, 4));
    let seen =
        |table: &TestGame| [here, beside].map(|at| (table.at().temperature(at).unwrap(), table.at().depth(at, snow)));
    assert_eq!(seen(&table), [(0, 2), (0, 2)]);
    table.change(|change| change.change_ground(here, hot));
    assert_eq!(seen(&table), [(10, 0), (0, 2)], "a seventh of 70");
    table.next_turn();
    assert_eq!(seen(&table), [(10, 0), (0, 2)]);
}

#[test]
fn temperatures_of_the_file_hold_as_long_as_the_ground_does() {
    let mut table = table(&format!(
        "(terrain-type ice (char \"i\") (capacity 9) (temperature-average -20) (temperature-min -30) (temperature-max -10))
         (terrain-type warm (char \"w\") (capacity 9) (temperature-average 25) (temperature-min 20) (temperature-max 30))
         (unit-type man (hp-max 30)) (area 9 9) (area (terrain (by-name warm ice) {})) (area (temperatures {})) (units) (man 4 4 1)",
        ["\"9a\""; 9].join(" "),
        ["\"9*28,\""; 9].join(" ")
    ));
    let ice = table.rules.design.find("ice").unwrap();
    let (here, beside) = (table.cell(4, 4), table.cell(5, 4));
    assert_eq!(table.at().temperature(here), Some(28));
    table.change(|change| change.change_ground(here, ice));
    table.next_turn();
    assert_eq!((table.at().temperature(here), table.at().temperature(beside)), (Some(-20), Some(28)));
}
