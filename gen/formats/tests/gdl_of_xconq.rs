//! What games and saved games of Xconq 7.5 write otherwise than our own.

use std::collections::BTreeMap;

use design::{Known, UnitType};
use fairmarch_formats::gdl::{Module, ModuleGame, write_gdl};

fn known() -> Known {
    Known { namers: vec!["sides".to_owned()], ..Known::default() }
}

/// The game of a text, with what is told of it.
fn read(text: &str) -> (Option<ModuleGame>, Vec<String>) {
    let module = Module::read("t", "t.g", text, &|_| None);
    let (game, found) = module.game(&BTreeMap::new(), &known());
    (game, found.0.iter().map(ToString::to_string).collect())
}

fn game(text: &str) -> ModuleGame {
    let (game, told) = read(text);
    game.unwrap_or_else(|| panic!("{told:#?}"))
}

fn written(game: &ModuleGame) -> String {
    write_gdl("t", &game.design, game.start.as_ref(), &[], &Known::default())
}

const TYPES: &str =
    "(game-module \"t\") (unit-type man (acp-per-turn 1)) (unit-type cart (capacity 2) (acp-per-turn 1))
    (terrain-type land (char \".\"))\n";

#[test]
fn a_namer_without_names_is_used_up() {
    let text = format!(
        "{TYPES}(namer gone (random))\n(namer over (in-order))\n(side 1 (unit-namers (man \"gone\")))
         (add cart namer \"over\")"
    );
    let (game, told) = read(&text);
    let design = game.unwrap_or_else(|| panic!("{told:#?}")).design;
    let ron = fairmarch_formats::write_design(&design);
    assert!(fairmarch_formats::read_design("t", "t", &ron, &|_| None, &known()).is_ok(), "{ron}");
    let told: Vec<&String> = told.iter().filter(|told| told.contains("namer")).collect();
    assert_eq!(told.len(), 2, "{told:#?}");
    let expected =
        "t.g:3:8: warning[namer-used-up]: the namer `gone` has no names left: what it names gets numbers alone";
    assert_eq!(told[0], expected);
    // A namer that is nowhere is a fault all the same.
    let (_, told) = read(&format!("{TYPES}(namer gone (random)) (side 1 (unit-namers (man \"gon\")))"));
    assert!(told.iter().any(|told| told.contains("there is no namer `gon`")), "{told:#?}");
}

#[test]
fn values_of_sides_go_back_as_they_came() {
    let two = "(side 1 (trusts 0 0 1) (trades (2 1))) (side 2 (trusts (0 0) (1 1)))";
    let world = "(area 5 5 (terrain \"5a\" \"5a\" \"5a\" \"5a\" \"5a\"))";
    let game = game(&format!("{TYPES}{world}{two} (man 2 2 1 (opinions 0 0 5))"));
    let text = written(&game);
    for part in ["(trusts 0 0 1)", "(trades (2 1))", "(trusts 0 1)", "(opinions 0 0 5)"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let sides = &game.start.as_ref().unwrap().sides;
    assert_eq!(sides[0].gdl.trusts, [(0, 0), (1, 0), (2, 1)]);
    assert_eq!(sides[1].gdl.trusts, [(0, 0), (1, 1)]);
    let again = read(&text).0.unwrap();
    assert_eq!(again.start.unwrap().sides[0].gdl, sides[0].gdl);
}

#[test]
fn values_by_type_go_back_in_the_form_in_which_they_came() {
    let types = format!("{TYPES}(unit-type ox) (material-type hay) (material-type oats) (advance-type yoke)");
    let parts = [
        "(tech 3 4)",
        "(init-tech (man 1) 9)",
        "(next-numbers 2 (ox 7))",
        "(action-priorities (cart 5) (man -1))",
        "(advances-done -2)",
        "(treasury 5 6)",
        "(could-construct 0 1 1)",
    ];
    let of_unit = ["(tp 0 5)", "(prod 1 2)", "(m 4 2)", "(m 0 8)"];
    let others =
        "(side 2 (tech (u* 8) 1)) (doctrine calm (construction-run 2 3)) (independent-units (treasury 1 (oats 2)))";
    let world = "(area 5 5 (terrain \"5a\" \"5a\" \"5a\" \"5a\" \"5a\"))";
    let sides = format!("(side-defaults {}) (side 1 {}) (side-defaults reset)", parts[6], parts[..6].join(" "));
    let units = format!("(man 2 2 1 {}) (man 2 3 1 (m (oats 8)))", of_unit[..3].join(" "));
    let (_, told) = read(&format!("{types}{world}{sides}{others}{units}"));
    let is_told = |told: &String| told.ends_with("error[list-length]: there are only 3 unit types");
    assert!(told.iter().any(is_told), "a number behind the last type: {told:#?}");
    let game = game(&format!("{types}{world}{sides}{}{units}", others.replace("8) 1", "8)")));
    let text = written(&game);
    let others = ["(tech (man 8) (cart 8) (ox 8))", "(construction-run 2 3)", "(treasury 1 (oats 2))"];
    for part in parts.iter().chain(&of_unit).chain(&others) {
        assert!(text.contains(part), "{part}: {text}");
    }
    let starts = [game, read(&text).0.unwrap()].map(|game| game.start.unwrap());
    assert_eq!(starts[0].sides[0].gdl.init_tech, Some(vec![(UnitType(0), 1), (UnitType(1), 9)]));
    assert_eq!(starts[0].units, starts[1].units);
    for (one, other) in starts[0].sides.iter().zip(&starts[1].sides) {
        assert_eq!((one.gdl.atoms(), &*one.gdl), (other.gdl.atoms(), &*other.gdl));
    }
}

#[test]
fn a_bare_side_counts_for_no_place_among_numbers() {
    let text = format!("{TYPES}(side 1 ann) (side 2 (trusts ann 0 3))");
    let side = &game(&text).design.sides[1];
    assert_eq!(side.gdl.trusts, [(1, 1), (0, 0), (1, 3)]);
}

#[test]
fn all_sides_stay_however_few_are_wanted() {
    let sides: String = (1..=8).map(|side| format!("(side {side} (name \"S{side}\"))")).collect();
    let design = game(&format!("{TYPES}{sides} (set sides-wanted 4)")).design;
    assert_eq!((design.sides.len(), design.sides_wanted()), (8, 8));
    assert!(written(&game(&format!("{TYPES}{sides} (set sides-wanted 4)"))).contains("\"S8\""));
    let design = game(&format!("{TYPES}(side 1) (set sides-wanted 4)")).design;
    assert_eq!(design.sides_wanted(), 4);
}

#[test]
fn a_window_cuts_rows_and_the_units_on_its_edge() {
    let rows = |letters: &str| [letters; 8].map(|row| format!("\"{row}\"")).join(" ");
    let map = |window: &str| {
        format!(
            "{TYPES}(area 7 5 {window}) (area (terrain {})) (side 1)
             (man 4 3 1) (man 2 3 1)\n(cart 1 3 1 (# 9)) (man 1 3 1 (in 9)) (man 11 7 1)",
            rows("14a")
        )
    };
    let (game, told) = read(&map("(restrict 12 8 1 1)"));
    let told: Vec<&String> = told.iter().filter(|told| !told.contains("[unused")).collect();
    let expected = "t.g:5:7: warning[edge-of-window]: this unit would stand on the edge of the window, where no unit may: it \
                    is left out; make the window of `restrict` larger, or move it";
    assert_eq!(told, [expected], "rows that are too long are cut without a word");
    let units = game.unwrap().start.unwrap().units;
    assert_eq!(units.len(), 2, "the cart on the edge is lost with the man in it: {units:?}");
    // Elsewhere a row that is too long is told of, and the edge is the author's affair.
    let (_, told) =
        read(&format!("{TYPES}(area 7 5 (terrain {}))", rows("14a").split(' ').take(5).collect::<String>()));
    assert_eq!(told.iter().filter(|told| told.contains("row-length")).count(), 5, "{told:#?}");
}

#[test]
fn notices_of_actions_may_name_what_is_no_type() {
    let notices = "((attack self) (\"a\")) ((build man done) (\"b\")) ((attack man) (\"c\"))";
    let (_, told) = read(&format!("{TYPES}(set action-notices '({notices}))"));
    assert!(!told.iter().any(|told| told.contains("unknown")), "{told:#?}");
    let (_, told) = read(&format!("{TYPES}(set action-notices '(((attack mn) (\"a\"))))"));
    assert!(told.iter().any(|told| told.contains("did you mean `man`?")), "{told:#?}");
}

/// What a file numbers keeps its number, and so does what it counts.
#[test]
fn numbers_of_units_are_those_of_the_file() {
    let world = "(area 7 7 (terrain \"7a\" \"7a\" \"7a\" \"7a\" \"7a\" \"7a\" \"7a\")) (side 1)";
    let units = "(man 3 3 1 (# 1)) (man 3 4 1) (cart 3 5 1 (# 12)) (man 3 5 1 (in 12)) (man 2 4 1)";
    let game = game(&format!("{TYPES}{world}{units}"));
    let ids = |game: &ModuleGame| game.start.as_ref().unwrap().units.iter().map(|unit| unit.gdl.id).collect::<Vec<_>>();
    assert_eq!(ids(&game), [Some(1), None, Some(12), Some(13), Some(14)]);
    let text = written(&game);
    assert_eq!(ids(&read(&text).0.unwrap()), ids(&game), "{text}");
    assert!(text.contains("(in 12)") && !text.contains("(# 2)"), "{text}");
}

/// The games of a module differ by their variants alone: one evaluation of its forms serves all of them.
#[test]
fn games_of_one_evaluation_are_those_of_many() {
    let text = "(game-module \"t\" (variants (\"Fast\" fast false (true (add man speed 200)))
        (\"More\" more 1 (1 (set last-turn 9)) (2 (set last-turn 20) (unit-type ox)))))
        (unit-type man) (terrain-type land)";
    let (known, module) = (Known::default(), Module::read("t", "t.g", text, &|_| None));
    let games = module.games(&known);
    let choices = |chosen: &[(&str, &str)]| -> BTreeMap<String, String> {
        chosen.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    };
    let mut designs = Vec::new();
    for chosen in [&[][..], &[("fast", "true")], &[("more", "2")], &[("fast", "true"), ("more", "2")], &[]] {
        let (one, told) = games.game(&choices(chosen));
        let (other, told_too) = module.game(&choices(chosen), &known);
        assert_eq!(told, told_too, "{chosen:?}");
        let design = one.unwrap().design;
        assert_eq!(design, other.unwrap().design, "{chosen:?}");
        designs.push(design);
    }
    assert_eq!(designs[0], designs[4], "nothing sticks");
    assert_ne!(designs[1], designs[2]);
}
