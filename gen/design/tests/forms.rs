//! Forms: doctrines, vaults, games in progress.

use fairmarch_design::{
    ActingSeat, Atom, DeadUnit, Design, Doctrine, Dominance, Form, FormContent, NamedDoctrine, Scope, Scorekeeper,
    Sources, TreeReader, UnitType, UnitTypes, Vault, VaultCell, read_forms,
};

/// The forms of a list in RON, for a design with tanks and boats, and their diagnostics.
fn read(text: &str) -> (Vec<Form>, Vec<String>) {
    let mut design = Design::default();
    design.add_type(Scope::Unit, "tank");
    design.add_type(Scope::Unit, "boat");
    let mut sources = Sources::default();
    let file = sources.add("f.ron", text);
    let root = diagnostics::read_tree(&sources, file).expect("a tree");
    let mut tree = TreeReader::new(&sources);
    let forms = read_forms(root.items().expect("a list"), &design, &mut tree);
    (forms, tree.found.finish(&sources).0.iter().map(ToString::to_string).collect())
}

#[test]
fn a_doctrine_says_what_units_of_a_type_do() {
    let (forms, told) = read(
        r#"[["doctrine", "careful", ["repair-percent", 80], ["construction-run", 2, ["u*", 3], [["tank"], 4]], ["locked", true]],
                ["doctrine", 7]]"#,
    );
    assert_eq!(told, [""; 0]);
    let doctrines: Vec<&NamedDoctrine> = forms.iter().filter_map(Form::doctrine).collect();
    let careful = Doctrine { repair_percent: 80, construction_run: 3, is_locked: true, ..Doctrine::default() };
    assert_eq!(doctrines[0].of(UnitType(1)), careful);
    assert_eq!(doctrines[0].of(UnitType(0)).construction_run, 4, "the last number holds");
    assert_eq!(doctrines[1].of(UnitType(0)), Doctrine::default());
    let called = |name: Atom| doctrines.iter().map(|known| known.is_called(&name)).collect::<Vec<_>>();
    assert_eq!(called(Atom::Text("careful".to_owned())), [true, false]);
    assert_eq!((called(Atom::Int(7)), called(Atom::List(Vec::new()))), (vec![false, true], vec![false, false]));
}

#[test]
fn faults_of_a_doctrine_are_reported_with_their_place() {
    let (_, told) = read(
        "[[\"doctrine\"],\n[\"doctrine\", \"a\", [\"repair-percent\", \"high\"], [\"locked\"]],\n\
         [\"doctrine\", \"b\", [\"construction-run\", [\"tnak\", 3]],\n[\"repair-percnet\", 3], \"locked\"]]",
    );
    let expected = [
        "f.ron:1:3: error[missing-part]: a doctrine has no symbol and no number",
        "f.ron:2:38: error[wrong-kind]: `repair-percent` cannot be this: found high, expected a whole number",
        "f.ron:2:48: error[missing-part]: `locked` has no value",
        "f.ron:3:41: error[unknown-type]: there is no unit type `tnak`; did you mean `tank`?",
        "f.ron:4:2: error[unknown-property]: doctrines have no property `repair-percnet`; did you mean `repair-percent`?",
        "f.ron:4:24: error[wrong-kind]: a property is a list such as (title \"Riches\"): found locked",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_game_in_progress_lists_its_dead_and_the_seat_to_act() {
    let (forms, told) = read(
        r#"[["exu", 5, "boat", 3, 4, 2], ["exu", 6, "tank"], ["exu", 7, "tnak"], ["floor", 1, 16, 0, [1, 0]], ["floor", 1]]"#,
    );
    assert_eq!(told, [""; 0]);
    let dead = |id, kind, side| FormContent::DeadUnit(DeadUnit { id, kind: UnitType(kind), side });
    let seat = ActingSeat { seat: 1, actions_left: 16, level: 0, worked: vec![1, 0] };
    let content: Vec<FormContent> = forms.into_iter().map(|form| form.content).collect();
    let expected =
        [dead(5, 1, 2), dead(6, 0, 0), FormContent::Other, FormContent::ActingSeat(seat), FormContent::Other];
    assert_eq!(content, expected);
}

#[test]
fn a_vault_is_drawn_by_its_glyphs_and_its_legend() {
    let (forms, told) = read(
        r#####"[["vault", "hall", ["rows", "####", "+,.t", "### "], ["legend", ["t", "tank"]], ["levels", 2, 4], ["weight", 3]],
                ["vault", "cell", ["rows", "."]]]"#####,
    );
    assert_eq!(told, [""; 0]);
    let vaults: Vec<&Vault> = forms.iter().filter_map(Form::vault).collect();
    assert_eq!((&*vaults[0].name, vaults[0].levels, vaults[0].weight), ("hall", (2, 4), 3));
    let row = [VaultCell::Door, VaultCell::Passage, VaultCell::Room, VaultCell::Unit(UnitType(0))];
    assert_eq!((vaults[0].rows[1].as_slice(), vaults[0].rows[2][3]), (&row[..], VaultCell::AsItIs));
    assert!(vaults[0].is_way_in(1, 0) && !vaults[0].is_way_in(1, 1));
    assert_eq!((vaults[1].levels, vaults[1].weight), ((1, i32::MAX), 10));
}

#[test]
fn faults_of_a_vault_are_reported_with_their_place() {
    let (forms, told) = read(
        "[[\"vault\"],\n[\"vault\", \"a\"],\n[\"vault\", \"b\", [\"rows\", \"###\", \"#.#\", \"###\"], [\"weigth\", 3]],\n\
         [\"vault\", \"c\", [\"rows\", \"#?#\", \"..\"], [\"legend\", [\".\", \"tank\"], [\"D\", \"tnak\"], \"x\"]],\n\
         [\"vault\", \"d\", [\"rows\", \".#.#\", \"####\", \"#.##\", \"####\"], [\"levels\", 3, 2], [\"weight\", -1]]]",
    );
    let expected = [
        "f.ron:1:3: error[missing-part]: a vault has no name",
        "f.ron:2:2: error[missing-part]: the vault `a` has no `rows`",
        "f.ron:3:17: error[no-way-in]: the vault `b` has no way in: expected `+`, `.` or `,` at its rim, or beside a space",
        "f.ron:3:48: error[unknown-property]: vaults have no part `weigth`; did you mean `weight`?",
        "f.ron:4:25: error[unknown-glyph]: the legend does not say what `?` is: expected `#`, `.`, `,`, `+`, a space, or a \
         glyph of its legend",
        "f.ron:4:32: error[uneven-rows]: this row has 2 glyphs, the first one 3: expected rows of one length",
        "f.ron:4:51: error[wrong-kind]: `.` means the same in every vault",
        "f.ron:4:71: error[unknown-type]: there is no type of terrain or units `tnak`; did you mean `tank`?",
        "f.ron:4:80: error[wrong-kind]: an entry of a legend is a glyph and a type: found x, expected [\"~\", \"water\"]",
        "f.ron:5:17: error[no-way-in]: no way leads out of row 3, column 2 of the vault `d`: expected floor from there to a \
         `+`, `.` or `,` at its rim",
        "f.ron:5:59: error[wrong-kind]: `levels` of a vault are no two levels: expected the first level and the last one, \
         counted from 1",
        "f.ron:5:77: error[out-of-range]: `weight` of a vault cannot be this: expected a whole number from 0 to 10000",
    ];
    assert_eq!(told, expected);
    assert!(forms.iter().all(|form| form.vault().is_none()));
}

#[test]
fn dominance_names_what_must_be_held_and_for_how_long() {
    let (forms, told) = read(r#"[["scorekeeper", ["do", ["dominance", ["tank", "boat"], 60, 5]]]]"#);
    assert_eq!(told, [""; 0]);
    let types = UnitTypes::These(vec![UnitType(0), UnitType(1)]);
    let wanted = Dominance { types, percent: 60, turns: 5 };
    assert_eq!(forms[0].scorekeeper().and_then(Scorekeeper::dominance), Some(&wanted));
}

#[test]
fn faults_of_dominance_are_reported_with_their_place() {
    let told_of = |rest: &str| read(&format!("[[\"scorekeeper\", {rest}]]")).1.join("\n");
    let does = |body: &str| told_of(&format!("[\"do\", {body}]"));
    let expected = "expected (dominance types percent turns), such as (dominance (city town) 60 5)";
    for (body, message) in [
        (r#""dominance""#, &*format!("error[wrong-arity]: `dominance` has too few or too many parts: {expected}")),
        (
            r#"["dominance", "tank", 60]"#,
            &*format!("error[wrong-arity]: `(dominance tank 60)` has too few or too many parts: {expected}"),
        ),
        (r#"["dominance", "tnak", 60, 5]"#, "error[unknown-type]: there is no unit type `tnak`; did you mean `tank`?"),
        (
            r#"["dominance", [], 60, 5]"#,
            "error[no-types]: dominance names no unit types: expected types, such as (city town)",
        ),
        (
            r#"["dominance", "tank", 50, 5]"#,
            "error[out-of-range]: dominance cannot have a share in percent of `50`: expected a whole number from 51 to 100",
        ),
        (
            r#"["dominance", "tank", 60, 0]"#,
            "error[out-of-range]: dominance cannot have a number of turns of `0`: expected a whole number from 1 to 1000",
        ),
        (
            r#"["if", ["=", "turn", 3], ["dominance", "tank", 60, 5]]"#,
            "error[wrong-place]: dominance stands alone in `do`, in no other form",
        ),
        (
            r#"["dominance", "tank", 60, 5], "end""#,
            "error[wrong-place]: a scorekeeper of dominance does nothing else: give what else there is a scorekeeper of its own",
        ),
    ] {
        let told = does(body);
        assert!(told.starts_with("f.ron:1:") && told.ends_with(message), "{body}: {told}");
    }
    for more in [r#"["when", "after-action"]"#, r#"["when", ["after-turn", [">", "turn", 3]]]"#] {
        let told = told_of(&format!(r#"["do", ["dominance", "tank", 60, 5]], {more}"#));
        assert!(told.contains("error[wrong-place]: dominance counts turns in a row: its `when` can be"), "{told}");
    }
    let told = told_of(r#"["do", ["dominance", "tank", 60, 5]], ["initial-score", 4]"#);
    assert!(told.contains("it has no `initial-score`"), "{told}");
    assert_eq!(told_of(r#"["do", ["dominance", "u*", 60, 5]], ["when", ["after-turn", 9]]"#), "");
}
