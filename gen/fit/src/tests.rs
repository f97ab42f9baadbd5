//! What is planned, and what is fitted on data that are made by known weights.

use chance::Seed;
use fairness::{Weights, loss, shares};
use playtest::PlayerName;

use crate::*;

fn settings(count: u32, sides: Vec<u8>) -> FitSettings {
    let player = PlayerName::own("goal");
    FitSettings { count, games: 4, player, sides, seed: 1 }
}

fn games(names: &[&str]) -> Vec<Game> {
    let load = |name: &&str| pipeline::load_preset(name).expect("it comes with Fairmarch").expect("tests load it");
    names.iter().map(|name| Game { loaded: load(name), preset: (*name).to_owned() }).collect()
}

#[test]
fn maps_take_turns_in_kinds_and_numbers_of_sides() {
    let games = games(&["classic", "two-rivals"]);
    let maps = plan(&games, &settings(9, Vec::new())).unwrap();
    let of = |game: usize| maps.iter().filter(move |map| map.game == game);
    assert_eq!(
        maps.iter().take(4).map(|map| (map.game, map.number)).collect::<Vec<_>>(),
        [(0, 0), (1, 0), (0, 1), (1, 1)]
    );
    assert_eq!(of(0).map(|map| map.kind).collect::<Vec<_>>(), [Kind::ALL; 3].concat());
    let sides = |game: usize| of(game).map(|map| map.request.sides.unwrap()).collect::<Vec<_>>();
    assert_eq!((sides(0), sides(1)), (vec![4, 4, 4, 3, 3, 3, 5, 5, 5], vec![2; 9]));
    for map in &maps {
        let advantages = &map.request.advantages;
        assert_eq!(
            advantages.len(),
            if map.kind == Kind::UnequalUnits { map.request.sides.unwrap().into() } else { 0 }
        );
        assert!(advantages.iter().all(|advantage| (2..=5).contains(advantage)));
        assert_eq!(map.request.no_balance, map.kind == Kind::FirstSites);
        assert!(maps.iter().all(|other| other == map || other.request.seed != map.request.seed));
    }
    // More maps are the same ones first; a game's maps are the same beside other games.
    let more = plan(&games[..1], &settings(12, Vec::new())).unwrap();
    assert!(of(0).zip(&more).all(|(map, same)| map == same));
}

#[test]
fn what_cannot_be_planned_is_told() {
    let told =
        |names: &[&str], sides: &[u8]| plan(&games(names), &settings(2, sides.to_vec())).unwrap_err().to_string();
    assert_eq!(told(&["duel", "duel"], &[]), "`duel` is named twice: the maps of a game are counted once");
    assert_eq!(told(&["two-rivals"], &[3, 4]), "`two-rivals` is for 2 sides: none of --sides 3,4 fits");
    let fitting = plan(&games(&["two-rivals", "classic"]), &settings(1, vec![2, 6])).unwrap();
    assert_eq!(fitting.iter().map(|map| map.request.sides.unwrap()).collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn unequal_first_units_tell_seats_apart() {
    let games = games(&["two-rivals"]);
    let maps = plan(&games, &settings(12, Vec::new())).unwrap();
    let units = playtest::measures().iter().position(|kind| kind.name == "start-units").unwrap();
    let worst = |map: &MapPlan| {
        let rolled = map.roll(&games).unwrap();
        rolled.standings[units].as_ref().unwrap().iter().copied().fold(1.0, f64::min)
    };
    let of = |kind: Kind| maps.iter().filter(move |map| map.kind == kind);
    assert!(of(Kind::Rolled).take(1).all(|map| worst(map) == 1.0));
    // Units are whole: small advantages may round to the same ones.
    assert!(of(Kind::UnequalUnits).any(|map| worst(map) < 0.7));
}

/// Measures that `made_by` gives weights to, and one without.
const USED: [&str; 3] = ["territory", "uncontested", "exposure"];

/// Maps of two games whose wins are exactly those that weights make, in hundredths. One measure never differs; all others do not apply.
fn made_by(weights: [f64; 3]) -> Vec<FitMap> {
    let mut stream = Seed(5).stream("fit");
    let mut map = |number: u32, game: usize| {
        let seats = 3 + number as usize % 3;
        let mut standings = vec![None; playtest::measures().len()];
        let mut losses = vec![0.0; seats];
        for (name, weight) in USED.into_iter().zip(weights) {
            let measure = playtest::measures().iter().position(|kind| kind.name == name).unwrap();
            let own: Vec<f64> = (0..seats).map(|_| f64::from(stream.between(20, 100)) / 100.0).collect();
            for (sum, standing) in losses.iter_mut().zip(&own) {
                *sum -= loss(weight, *standing);
            }
            standings[measure] = Some(own);
        }
        standings[0] = Some(vec![1.0; seats]);
        let wins = shares(&losses).into_iter().map(|share| 60.0 * share).collect();
        let name = format!("{}-{number:04}", ["one", "other"][game]);
        FitMap { name, game, number, kind: Kind::ALL[number as usize % 3], seed: 7, matches: 60, wins, standings }
    };
    (0..40).flat_map(|number| [0, 1].map(|game| (number, game))).map(|(number, game)| map(number, game)).collect()
}

#[test]
fn weights_are_those_that_made_the_wins() {
    let now = playtest::weights();
    let maps = made_by([150.0, 60.0, 0.0]);
    let found = fit(&maps, &["one", "other"], &now).unwrap();
    let weights = USED.map(|name| found.weights.of(name));
    // A little less: the ridge holds them back.
    assert!((140..=150).contains(&weights[0]) && (50..=60).contains(&weights[1]) && weights[2] <= 2, "{weights:?}");
    assert_eq!(found.ridge, 0.01);
    // What the data say nothing of stays as it is.
    assert_eq!(
        (found.sources[0], found.weights.of(playtest::measures()[0].name)),
        (Source::NeverDiffers, now.of(playtest::measures()[0].name))
    );
    let income = playtest::measures().iter().position(|kind| kind.name == "income").unwrap();
    assert_eq!((found.sources[income], found.weights.of("income")), (Source::NotThere, now.of("income")));
    let what: Vec<(&str, usize)> = found.rows.iter().map(|row| (&*row.what, row.maps)).collect();
    assert_eq!(
        what,
        [("one", 40), ("other", 40), ("as-rolled", 28), ("first-sites", 26), ("unequal-units", 26), ("all", 80)]
    );
    for row in &found.rows {
        for figures in [row.by_map, row.by_game.unwrap()] {
            assert!(figures.rank.unwrap() > 0.99 && figures.explained.unwrap() > 0.97 && figures.off < 0.02, "{row:?}");
        }
        assert!(row.now.explained.unwrap() < 0.9 && row.bias > 0.05, "{row:?}");
    }
    let doubts: Vec<(&str, usize)> = found.doubts.iter().map(|row| (&*row.what, row.maps)).collect();
    assert_eq!(doubts, [("one", 14), ("other", 14), ("all", 28)]);
    assert!(found.doubts.iter().all(|row| row.by_map < 0.1 && row.now > 0.2), "{:?}", found.doubts);
    for (map, predicted) in maps.iter().zip(&found.predicted) {
        assert!((predicted.iter().sum::<f64>() - 1.0).abs() < 1e-9 && predicted.len() == map.wins.len());
    }
}

#[test]
fn a_measure_that_goes_the_wrong_way_weighs_nothing() {
    let found = fit(&made_by([120.0, -80.0, 40.0]), &["one", "other"], &playtest::weights()).unwrap();
    assert_eq!(found.weights.of("uncontested"), 0);
    assert!(found.weights.of("territory") > 90 && found.weights.of("exposure") > 20);
    assert_eq!(fit(&made_by([-50.0, -80.0, -40.0]), &["one", "other"], &playtest::weights()), Err(FitError::Noise));
}

#[test]
fn without_data_there_are_no_weights() {
    let now = playtest::weights();
    let maps = made_by([100.0, 50.0, 20.0]);
    assert_eq!(fit(&maps[..1], &["one"], &now), Err(FitError::Maps));
    let alike = |map: &FitMap| FitMap {
        standings: map.standings.iter().map(|seats| seats.as_ref().map(|seats| vec![1.0; seats.len()])).collect(),
        ..map.clone()
    };
    assert_eq!(fit(&maps.iter().map(alike).collect::<Vec<_>>(), &["one", "other"], &now), Err(FitError::Alike));
}

#[test]
fn the_file_is_read_as_weights_and_says_what_they_are_worth() {
    let maps = made_by([150.0, 60.0, 0.0]);
    let found = fit(&maps, &["one", "other"], &playtest::weights()).unwrap();
    let file = found.ron("fairmarch fit one other --count 40", &maps);
    assert_eq!(Weights::read("weights.ron", &file, &playtest::measures()).unwrap(), found.weights);
    for line in [
        "// Fitted on 80 maps with 4800 matches, by",
        "//   fairmarch fit one other --count 40",
        "//                                      rank correlation        deviance explained       points off per seat",
        "// maps of         maps  seats    by map by game     now    by map by game     now    by map by game     now   equal",
        "  // Kept as it was: these measures apply to no map of the data.",
        "  // Kept as it was: by these measures all seats of every map are the same.",
    ] {
        assert!(file.lines().any(|found| found == line), "{line}\n{file}");
    }
    assert!(file.lines().all(|line| line.len() <= 132), "{file}");
    // Wins are exactly those that the weights make: the predictions leave nothing open.
    assert!(found.weights.doubt().is_none() && !file.contains("\"doubt\""), "{file}");
    let mut strange = maps.clone();
    strange.iter_mut().filter(|map| map.kind == Kind::Rolled).for_each(|map| map.wins.reverse());
    let open = fit(&strange, &["one", "other"], &playtest::weights()).unwrap();
    let file = open.ron("fairmarch fit one other --count 40", &strange);
    assert_eq!(Weights::read("weights.ron", &file, &playtest::measures()).unwrap(), open.weights);
    assert!(open.weights.doubt().is_some_and(|doubt| doubt > 30), "{file}");
    assert!(file.contains("\n// as rolled       maps  seats    by map     now\n"), "{file}");
    assert!(file.contains("predict, on 28 maps as games roll them.\n  \"doubt\": "), "{file}");
    let alone: Vec<FitMap> = maps.iter().filter(|map| map.game == 0).cloned().collect();
    let one = fit(&alone, &["one"], &playtest::weights()).unwrap();
    assert!(one.rows.iter().all(|row| row.by_game.is_none()) && !one.text().contains("by game"), "{}", one.text());
    let table = found.seats_csv(&maps, &["one", "other"]);
    let seats: usize = maps.iter().map(|map| map.wins.len()).sum();
    assert_eq!(table.lines().count(), seats + 1);
    assert!(table.starts_with("map,preset,seed,kind,seats,seat,wins,matches,predicted,land-8,"), "{table}");
    assert!(table.lines().nth(1).unwrap().starts_with("one-0000,one,7,as-rolled,3,1,"), "{table}");
}
