//! Every lint: a design that it reports once and exactly as expected, and near misses that it does not report.

use design::{Design, Known, LINTS};
use fairmarch_formats::read_design;

/// What a lint says of a design, and what silences it.
struct Case {
    /// The design.
    text: &'static str,
    /// The whole message, without the place.
    told: &'static str,
    /// What to write instead of what, so that there is nothing to tell.
    near_misses: &'static [(&'static str, &'static str)],
}

/// A design and its warnings.
fn read(text: &str) -> (Design, Vec<String>) {
    let (design, found) =
        read_design("t", "t", text, &|_| None, &Known::default()).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    assert!(found.0.iter().all(|one| one.place.is_some()), "{found:?}");
    let told = found.0.iter().map(|one| one.to_string().split_once(' ').expect("a place").1.to_owned()).collect();
    (design, told)
}

const CASES: &[Case] = &[
    Case {
        text: r#"{ "recipe": ["make-noise-terrain"], "terrain": {
            "sea": { "alt-percentile-max": 60, "wet-percentile-max": 100 },
            "land": { "alt-percentile-min": 61, "alt-percentile-max": 100, "wet-percentile-max": 90 },
        } }"#,
        told: "warning[percentile-hole]: no terrain covers alt percentiles 61 to 100 with wet percentiles 91 to 100; widen the \
        percentiles of a type; until then `sea` stands there",
        near_misses: &[("90 }", "100 }"), ("make-noise-terrain", "make-random-terrain")],
    },
    Case {
        text: r#"{ "sides": [{ "class": "roman" }], "units": { "legion": { "possible-sides": ["romna"] } } }"#,
        told: "warning[unknown-class]: `possible-sides` of `legion` names the class `romna`, which no side has; did you mean `roman`?",
        near_misses: &[("romna", "roman"), ("romna", "independent"), (r#""sides": [{ "class": "roman" }], "#, "")],
    },
    Case {
        text: r#"{ "terrain": { "sea": {}, "land": {}, "rail": { "subtype": "connection" } },
            "units": { "train": { "speed": 0 }, "yard": { "capacity": 0 } },
            "tables": { "vanishes-on": { "train": { "sea rail": true } }, "wrecks-on": { "train": { "land": true } } } }"#,
        told: "warning[lives-nowhere]: `train` vanishes or wrecks on every terrain: it dies wherever it is put; let `vanishes-on` \
        and `wrecks-on` spare at least one",
        near_misses: &[
            (r#"{ "land": true }"#, r#"{ "land": false }"#),
            ("sea rail", "sea"),
            (r#""capacity": 0"#, r#""capacity": 1"#),
        ],
    },
    Case {
        text: r#"{ "terrain": { "sea": { "capacity": 9 }, "land": { "capacity": 3 }, "hill": { "capacity": 2 } },
            "units": { "titan": {}, "cave": { "capacity": 0 } },
            "tables": { "vanishes-on": { "titan": { "sea": true } }, "unit-size-in-terrain": { "titan": { "*": 4 } } } }"#,
        told: "warning[fits-nowhere]: `titan` takes up 4 of a cell, and `land`, the roomiest terrain that it can live on, has 3: no \
        cell ever has room for it; lower its `unit-size-in-terrain`, raise the `capacity` of terrain, or give it a `terrain-capacity-x`",
        near_misses: &[
            (r#""capacity": 3"#, r#""capacity": 4"#),
            (r#""sea": true"#, r#""sea": false"#),
            (r#""tables": {"#, r#""tables": { "terrain-capacity-x": { "titan": { "hill": 1 } },"#),
            (r#""capacity": 0"#, r#""capacity": 1"#),
        ],
    },
    Case {
        text: r#"{ "terrain": { "sea": {}, "land": {} },
            "units": { "army": { "start-with": 2, "acp-per-turn": 1 }, "camp": { "start-with": 1, "capacity": 0 } },
            "tables": { "favored-terrain": { "army": { "land": 0 } }, "vanishes-on": { "army": { "sea": true } } } }"#,
        told: "warning[starts-nowhere]: `army` starts in countries, but no terrain that it can live on is favored: it is put wherever \
        it can live; give it a `favored-terrain` above 0, or a unit that it can start inside",
        near_misses: &[
            (r#""land": 0"#, r#""land": 1"#),
            (r#""sea": true"#, r#""sea": false"#),
            (
                r#""start-with": 2, "acp-per-turn": 1 }, "camp": { "start-with": 1"#,
                r#""independent-near-start": 1 }, "camp": { "start-with": 0"#,
            ),
            (r#""capacity": 0"#, r#""capacity": 1"#),
        ],
    },
    Case {
        text: r#"{ "terrain": { "sea": {}, "land": {} }, "units": { "giant": { "start-with": 1, "acp-per-turn": 1 } },
            "tables": { "favored-terrain": { "giant": { "land": 0 } }, "unit-size-in-terrain": { "giant": { "sea": 2 } } } }"#,
        told: "warning[starts-nowhere]: `giant` starts in countries, but no terrain that is favored has room for it: it is put \
        wherever it can live; give it a `favored-terrain` above 0, or a unit that it can start inside",
        near_misses: &[(r#""sea": 2"#, r#""sea": 1"#), (r#""land": 0"#, r#""land": 5"#)],
    },
    Case {
        text: r#"{ "terrain": { "land": {}, "road": { "subtype": "connection" } },
            "units": { "snail": { "acp-per-turn": 2, "speed": 50 } },
            "tables": { "mp-to-enter-terrain": { "snail": { "land": 2 } } } }"#,
        told: "warning[moves-nowhere]: `snail` has 1 movement points a turn, and no terrain that it can live on costs it less than 2: \
        it never moves; lower its `mp-to-enter-terrain` somewhere, or give it a `speed` of 0",
        near_misses: &[
            (r#""land": 2"#, r#""land": 1"#),
            // The usual way to keep towns where they are.
            (r#""land": 2"#, r#""land": 99"#),
            (r#""speed": 50"#, r#""speed": 100"#),
            (r#""speed": 50"#, r#""speed": 50, "free-mp": 1"#),
            (r#""speed": 50"#, r#""speed": 50, "acp-max": 4"#),
            (r#""speed": 50"#, r#""speed": 50, "acp-min": -2"#),
            (r#""speed": 50"#, r#""speed": 0"#),
            (r#""tables": {"#, r#""tables": { "mp-to-traverse": { "snail": { "road": 1 } },"#),
        ],
    },
    Case {
        text: r#"{ "terrain": { "sea": { "liquid": true }, "land": {} }, "globals": { "units-per-side-max": 99 },
            "groups": { "horse": "lancer" }, "units": {
                "town": { "acp-per-turn": 1, "start-with": 1, "speed": 0 }, "fort": { "acp-per-turn": 1 },
                "foot": { "acp-per-turn": 1 }, "lancer": { "acp-per-turn": 2 } },
            "tables": { "mp-to-enter-terrain": { "*": 99, "foot": { "land": 1 } },
                "acp-to-create": { "town": { "foot lancer": 1 }, "foot": { "fort": 1 }, "fort": { "foot": 1 } } } }"#,
        told: "warning[moves-nowhere]: `lancer` has 2 movement points a turn, and no terrain that it can live on costs it less than 99: \
        it never moves; lower its `mp-to-enter-terrain` somewhere, or give it a `speed` of 0",
        near_misses: &[
            (r#""foot": { "land": 1 }"#, r#""foot lancer": { "land": 1 }"#),
            // Somebody said of it that it stays.
            (r#""foot": { "land": 1 }"#, r#""foot": { "land": 1 }, "horse": { "*": 99 }"#),
            (r#""lancer": { "acp-per-turn": 2 }"#, r#""lancer": { "acp-per-turn": 2, "speed": 0 }"#),
            (r#""lancer": { "acp-per-turn": 2 }"#, r#""lancer": { "acp-per-turn": 2, "acp-to-detonate": 1 }"#),
        ],
    },
    Case {
        text: r#"{ "terrain": { "sea": { "liquid": true }, "plains": {}, "marsh": {} },
            "units": { "army": { "speed": 100, "acp-per-turn": 1, "start-with": 1 },
                "boat": { "speed": 100, "acp-per-turn": 1, "start-with": 1 }, "wing": { "speed": 100, "acp-per-turn": 1, "start-with": 1 } },
            "tables": { "mp-to-enter-terrain": { "*": 99, "army": { "plains": 1 }, "boat": { "sea": 1 }, "wing": { "*": 1 } },
                "vanishes-on": { "boat": { "plains": true } },
                "favored-terrain": { "army wing": { "plains": 100 }, "boat": { "sea": 100 } } } }"#,
        told: "warning[impassable-terrain]: `army` can enter other land, and none can enter `marsh`: it is a wall that nobody asked \
        for; name it in `mp-to-enter-terrain`: with the cost for those that may enter or, if it is to be a wall, with { \"*\": { \
        \"marsh\": 99 } }",
        near_misses: &[
            (r#""plains": 1 }"#, r#""plains marsh": 1 }"#),
            // A wall that is meant is named.
            (r#""plains": 1 }"#, r#""plains": 1, "marsh": 99 }"#),
            (r#"{ "plains": true }"#, r#"{ "plains marsh": true }"#),
            (r#""marsh": {}"#, r#""marsh": { "liquid": true }"#),
            // A unit that crosses water is no land unit, and a game without land units is not warned.
            (r#""army": { "plains": 1 }"#, r#""army": { "*": 1 }"#),
        ],
    },
    Case {
        text: r#"{ "units": { "idol": { "start-with": 1 }, "rock": { "start-with": 2 } } }"#,
        told: "warning[side-cannot-act]: a side starts with `idol` and `rock`, and none of them has an `acp-per-turn` above 0: whoever \
        plays it can only watch; give one of them an `acp-per-turn`, and something to do: to move, build or fight",
        near_misses: &[
            (r#""start-with": 2"#, r#""start-with": 2, "acp-per-turn": 1"#),
            (r#""start-with": 2"#, r#""start-with": 2, "acp-independent": true"#),
            (r#"{ "start-with": 1 }, "rock": { "start-with": 2 }"#, "{}, \"rock\": {}"),
            // Countries that grow bring it.
            (r#""rock": {"#, r#""scout": { "acp-per-turn": 1, "unit-growth-chance": 100 }, "rock": {"#),
        ],
    },
    Case {
        text: r#"{ "sides": [{ "class": "elf" }, { "class": "orc" }], "materials": { "gold": {} },
            "units": { "elf-king": { "start-with": 1, "acp-per-turn": 1, "possible-sides": ["elf"] },
                "orc-idol": { "start-with": 1, "acp-per-turn": 1, "speed": 0, "possible-sides": ["orc"] } },
            "tables": { "unit-storage-x": { "orc-idol": { "gold": 1 } } } }"#,
        told: "warning[side-cannot-act]: a side of the class `orc` starts with `orc-idol`, and no action that it has points for is \
        allowed: whoever plays it can only watch; give one of them an `acp-per-turn`, and something to do: to move, build or fight",
        near_misses: &[
            (r#""speed": 0"#, r#""speed": 1"#),
            (r#"["elf"]"#, r#"[]"#),
            (
                r#""tables": {"#,
                r#""tables": { "damage": { "*": 1 }, "hit-chance": { "orc-idol": { "elf-king": 50 } },"#,
            ),
            (
                r#""tables": {"#,
                r#""tables": { "acp-to-produce": { "orc-idol": { "gold": 1 } }, "material-per-production": { "orc-idol": { "gold": 1 } },"#,
            ),
        ],
    },
    Case {
        text: r#"{ "units": { "ship": { "capacity": 4, "independent-near-start": 1 }, "army": { "acp-per-turn": 1, "start-with": 1 },
                "jet": { "acp-per-turn": 9, "independent-near-start": 1 } },
            "tables": { "unit-size-in-terrain": { "*": 1 } } }"#,
        told: "warning[carries-anything]: `ship` has a `capacity` of 4 and takes aboard whatever boards, `army` and `jet`: every type has \
        size 1 as an occupant unless something is said; say its occupants' `unit-size-as-occupant`, or an `occupant-max` for those that \
        are meant",
        near_misses: &[
            (r#""tables": {"#, r#""tables": { "unit-size-as-occupant": { "jet": { "ship": 2 } },"#),
            (r#""tables": {"#, r#""tables": { "occupant-max": { "ship": { "army jet": 4 } },"#),
            (r#""tables": {"#, r#""tables": { "occupant-max": { "ship": { "jet": 0 } },"#),
            (r#""tables": {"#, r#""tables": { "acp-to-enter-unit": { "jet": 0 },"#),
            (r#""acp-per-turn": 9"#, r#""acp-per-turn": 0"#),
            (r#""start-with": 1"#, r#""start-with": 0"#),
            (r#""capacity": 4"#, r#""capacity": 0"#),
        ],
    },
    Case {
        text: r#"{ "units": { "raft": { "start-with": 1, "acp-per-turn": 1, "capacity": 2 }, "ship": { "start-with": 1, "acp-per-turn": 1, "capacity": 2 },
                "ferry": { "start-with": 1, "acp-per-turn": 1, "capacity": 2 }, "dock": { "start-with": 1, "capacity": 9, "speed": 0 } },
            "tables": { "unit-size-as-occupant": {
                "*": 9, "raft": { "ship": 1 }, "ship": { "ferry": 1 }, "ferry": { "raft": 1 }, "dock": { "dock": 9 } } } }"#,
        told: "warning[recursive-transport]: `raft`, `ship` and `ferry` can be inside each other in a circle: a chain of transports need \
        not end; set `occupant-max` to 0, or a `unit-size-as-occupant` above the `capacity`, for one of them",
        near_misses: &[
            (r#""ferry": { "raft": 1 }"#, r#""ferry": { "raft": 3 }"#),
            (r#""tables": {"#, r#""tables": { "occupant-max": { "raft": { "ferry": 0 } },"#),
            (r#""tables": {"#, r#""tables": { "acp-to-enter-unit": { "ferry": { "raft": 0 } },"#),
        ],
    },
    Case {
        text: r#"{ "units": { "crab": { "start-with": 1, "acp-per-turn": 1, "capacity": 1, "mobile-total-max": -1 } },
            "tables": { "unit-size-as-occupant": { "crab": { "crab": 1 } } } }"#,
        told: "warning[recursive-transport]: `crab` can carry others of its own type: a chain of transports need not end; set \
        `occupant-max` to 0, or a `unit-size-as-occupant` above the `capacity`, for one of them",
        near_misses: &[(r#""crab": 1 }"#, r#""crab": 2 }"#), ("-1", "0"), (r#""start-with": 1"#, r#""start-with": 0"#)],
    },
    Case {
        text: r#"{ "units": { "port": { "acp-per-turn": 1, "speed": 0, "capacity": 8 }, "pod": { "acp-per-turn": 2 } },
            "tables": { "acp-to-create": { "port": { "pod": 1 } }, "acp-to-enter-unit": { "pod": { "port": 0 } } } }"#,
        told: "warning[leaves-and-never-boards]: `pod` comes to be inside `port`, can leave, and cannot board again (`acp-to-enter-unit` is \
        0): whoever steps out once is shut out; set `acp-to-enter-unit` to a cost that it can pay: 1 to 2",
        near_misses: &[
            (r#""port": 0"#, r#""port": 2"#),
            (r#""acp-to-create": { "port": { "pod": 1 } },"#, ""),
            (r#""capacity": 8"#, r#""capacity": 0"#),
            (r#""acp-per-turn": 2"#, r#""acp-per-turn": 2, "speed": 0"#),
        ],
    },
    Case {
        text: r#"{ "terrain": { "sky": {}, "land": {} }, "units": { "fly": { "acp-per-turn": 1 } },
            "tables": { "unit-size-in-terrain": { "fly": { "sky": 0 } } } }"#,
        told: "warning[endless-stacking]: `fly` has a `unit-size-in-terrain` of 0 on `sky`: any number of them can stand in one cell; \
        give it a size above 0, and the terrain a `capacity` for as many as may share a cell",
        near_misses: &[
            (r#""sky": 0"#, r#""sky": 1"#),
            (r#""acp-per-turn": 1"#, r#""acp-per-turn": 0"#),
            (r#""tables": {"#, r#""tables": { "vanishes-on": { "fly": { "sky": true } },"#),
        ],
    },
    Case {
        text: r#"{ "terrain": { "street": {}, "square": { "capacity": 1 } },
            "units": { "monster": { "acp-per-turn": 4 }, "tower": { "wrecked-type": "rubble" }, "rubble": {} },
            "tables": { "hit-chance": { "monster": { "tower": 90 } } } }"#,
        told: "warning[wreck-blocks]: `rubble`, which `tower` leaves behind, fills its cell, and nobody can hit or capture it: each wreck \
        closes its cell for good; give it a `unit-size-in-terrain` of 0, or somebody a `hit-chance` against it",
        near_misses: &[
            (r#""tower": 90"#, r#""tower": 90, "rubble": 1"#),
            (r#""capacity": 1"#, r#""capacity": 2"#),
            (r#""tables": {"#, r#""tables": { "unit-size-in-terrain": { "rubble": { "*": 0 } },"#),
            (r#""tables": {"#, r#""tables": { "attrition": { "rubble": { "street": 1 } },"#),
            (r#""wrecked-type": "rubble""#, ""),
        ],
    },
    Case {
        text: r#"{ "units": { "city": { "acp-per-turn": 1, "speed": 0 }, "army": { "cp": 4 } },
            "tables": { "acp-to-build": { "city": { "army": 1 } } } }"#,
        told: "warning[never-created]: `city` can build `army`, which nobody can create: building only adds to what was created; give a \
        builder an `acp-to-create` for it, or `create-as-build`",
        near_misses: &[
            (r#""tables": {"#, r#""tables": { "acp-to-create": { "city": { "army": 1 } },"#),
            (r#""tables": {"#, r#""tables": { "create-as-build": { "city": { "army": true } },"#),
            (r#""tables": {"#, r#""tables": { "incomplete-occs-on-completion": { "city": { "army": 100 } },"#),
            // The game begins with armies.
            (r#""cp": 4"#, r#""cp": 4, "independent-near-start": 1"#),
            (r#""tables": {"#, r#""tables": { "cp-per-build": { "city": { "army": 0 } },"#),
            (r#""tables": {"#, r#""tables": { "can-build": { "city": { "army": 0 } },"#),
        ],
    },
    Case {
        text: r#"{ "units": { "city": { "acp-per-turn": 1, "speed": 0 }, "army": { "cp": 4 } },
            "tables": { "acp-to-create": { "city": { "army": 1 } } } }"#,
        told: "warning[never-complete]: `city` can create `army` with 1 of its 4 construction points, and nobody can build it: it stays \
        incomplete for ever, and can do nothing; give its creator an `acp-to-build` for it, or it a `cp` that `cp-on-creation` meets",
        near_misses: &[
            (r#""cp": 4"#, r#""cp": 1"#),
            (r#""cp": 4"#, r#""cp": 4, "cp-per-self-build": 1"#),
            (r#""tables": {"#, r#""tables": { "acp-to-build": { "city": { "army": 1 } },"#),
            (r#""tables": {"#, r#""tables": { "cp-on-creation": { "city": { "army": 4 } },"#),
            (r#""tables": {"#, r#""tables": { "can-create": { "city": { "army": 0 } },"#),
        ],
    },
    Case {
        text: r#"{ "materials": { "food": {} }, "units": { "rat": { "acp-per-turn": 1, "cp": 1 } },
            "tables": { "acp-to-create": { "rat": { "rat": 1 } }, "cp-on-creation": { "rat": { "rat": 1 } } } }"#,
        told: "warning[free-units]: `rat`, of which more can be made, can create `rat` at no cost, with 1 of its 1 construction points: a \
        creator makes a new one with every action, without end; raise its `cp` and let it be built, or give it a \
        `consumption-on-creation` or a `type-per-side-max`",
        near_misses: &[
            (r#""cp": 1"#, r#""cp": 1, "type-per-side-max": 99"#),
            // Bombs end with their use.
            (r#""cp": 1"#, r#""cp": 1, "acp-to-detonate": 1, "hp-per-detonation": 9"#),
            (r#""tables": {"#, r#""globals": { "units-per-side-max": 50 }, "tables": {"#),
            (r#""tables": {"#, r#""tables": { "consumption-on-creation": { "rat": { "food": 1 } },"#),
            (r#""tables": {"#, r#""tables": { "base-consumption": { "rat": { "food": 1 } },"#),
            (r#""tables": {"#, r#""tables": { "tp-to-build": { "rat": { "rat": 1 } },"#),
            (r#""acp-per-turn": 1"#, r#""acp-per-turn": 0"#),
        ],
    },
    Case {
        text: r#"{ "materials": { "wood": {}, "iron": {} },
            "units": { "yard": { "acp-per-turn": 1, "speed": 0 }, "ship": { "cp": 5, "hp-per-disband": 1, "acp-to-disband": 1 } },
            "tables": { "acp-to-create": { "yard": { "ship": 1 } }, "acp-to-build": { "yard": { "ship": 1 } },
                "cp-per-build": { "yard": { "ship": 2 } }, "consumption-per-cp": { "ship": { "iron": 2, "wood": 1 } },
                "consumption-per-built": { "ship": { "iron": 3 } }, "consumption-per-create": { "yard": { "iron": 4 } },
                "recycleable-material": { "ship": { "iron": 21, "wood": 5 } } } }"#,
        told: "warning[material-loop]: `ship` gives back 21 `iron` when it is disbanded, and takes 20 to be made by `yard`: making and \
        disbanding them is a mint; lower its `recycleable-material` or `supply-per-disband`, or raise its `consumption-on-creation`",
        near_misses: &[
            (r#""iron": 21"#, r#""iron": 20"#),
            (r#""hp-per-disband": 1"#, r#""hp-per-disband": 0"#),
            (
                r#""consumption-per-create""#,
                r#""consumption-on-creation": { "ship": { "iron": 1 } }, "consumption-per-create""#,
            ),
            (r#""cp-per-build": { "yard": { "ship": 2 } },"#, ""),
            (r#""acp-per-turn": 1"#, r#""acp-per-turn": 0"#),
        ],
    },
    Case {
        text: r#"{ "materials": { "fuel": {} }, "units": { "base": { "acp-per-turn": 1, "speed": 0 }, "jet": { "cp": 3 } },
            "tables": { "acp-to-create": { "base": { "jet": 1 } }, "acp-to-build": { "base": { "jet": 1 } },
                "supply-on-creation": { "jet": { "fuel": 9 } }, "unit-storage-x": { "jet": { "fuel": 6 }, "base": { "fuel": 50 } },
                "acp-to-unload": { "jet": { "fuel": 1 } }, "acp-to-load": { "base": { "fuel": 1 } },
                "consumption-per-cp": { "jet": { "fuel": 5 } } } }"#,
        told: "warning[supply-theft]: `jet` has 6 `fuel` from `base` as soon as it is begun, which takes 5, and it can be taken from it: \
        players can begin units, take their supply and never finish them; give it `supply-on-completion` instead of \
        `supply-on-creation`, or an `acp-to-unload` of 0",
        near_misses: &[
            (r#""jet": { "fuel": 6 }"#, r#""jet": { "fuel": 5 }"#),
            (r#""fuel": 9"#, r#""fuel": 5"#),
            ("supply-on-creation", "supply-on-completion"),
            (r#""acp-to-load": { "base": { "fuel": 1 } }"#, r#""acp-to-load": { "base": { "fuel": 0 } }"#),
            (r#""acp-to-unload": { "jet": { "fuel": 1 } },"#, ""),
            (r#""cp": 3"#, r#""cp": 1"#),
        ],
    },
    Case {
        text: r#"{ "units": { "army": { "acp-per-turn": 1 },
                "city": { "acp-per-turn": 4, "speed": 0, "hp-max": 12, "acp-to-disband": 2, "hp-per-disband": 6 } },
            "tables": { "capture-chance": { "army": { "city": 50 } }, "acp-to-capture": { "army": { "city": 1 } } } }"#,
        told: "warning[disbands-prize]: `city`, which `army` can capture, disbands 6 of its 12 hit points with each of 2 actions of a \
        turn: whoever is about to lose it makes it vanish; lower its `hp-per-disband`, so that disbanding takes several turns",
        near_misses: &[
            (r#""hp-per-disband": 6"#, r#""hp-per-disband": 5"#),
            (r#""acp-to-disband": 2"#, r#""acp-to-disband": 3"#),
            (r#""acp-to-disband": 2"#, r#""acp-to-disband": 0"#),
            (r#""speed": 0"#, r#""speed": 1"#),
            (r#""city": 50"#, r#""city": 0"#),
        ],
    },
    Case {
        text: r#"{ "materials": { "food": {}, "gold": {} },
            "units": { "host": { "acp-per-turn": 1, "hp-max": 10, "acp-to-disband": 1, "hp-per-disband": 4 } },
            "tables": { "supply-per-disband": { "host": { "food": 100 } }, "hp-per-starve": { "host": { "food": 500 } },
                "base-consumption": { "host": { "food": 1 } }, "recycleable-material": { "host": { "gold": 5 } } } }"#,
        told: "warning[starves-while-disbanding]: `host` gives all its `food` with the first action of disbanding, and its `gold` with \
        the last, turns later: without supply it can starve before it is disbanded, and then the material is lost; lower its \
        `supply-per-disband` of `food`, or raise its `hp-per-disband`",
        near_misses: &[
            (r#""food": 100"#, r#""food": 99"#),
            (r#""food": 500"#, r#""food": 0"#),
            (r#""gold": 5"#, r#""gold": 0"#),
            (r#""hp-per-disband": 4"#, r#""hp-per-disband": 10"#),
            (r#""acp-per-turn": 1"#, r#""acp-per-turn": 3"#),
        ],
    },
    Case {
        text: r#"{ "units": { "lab": { "acp-per-turn": 1, "speed": 0 }, "bomb": { "tech-to-build": 60, "tech-max": 50 } },
            "tables": { "acp-to-create": { "lab": { "bomb": 1 } }, "acp-to-develop": { "lab": { "bomb": 1 } },
                "tech-per-develop": { "lab": { "bomb": 100 } } } }"#,
        told: "warning[unreachable-tech]: `bomb` needs a `tech-to-build` of 60, and its `tech-max` is 50: nobody can ever make it; raise \
        its `tech-max` to 60, or lower `tech-to-build`",
        near_misses: &[
            (r#""tech-max": 50"#, r#""tech-max": 60"#),
            (r#""tech-to-build": 60"#, r#""tech-to-build": 50"#),
            (r#""acp-to-create": { "lab": { "bomb": 1 } },"#, ""),
        ],
    },
    Case {
        text: r#"{ "sides": [{ "gdl": {} }], "units": { "lab": { "acp-per-turn": 1, "speed": 0 },
                "bomb": { "tech-to-build": 50, "tech-to-own": 55, "tech-max": 60 } },
            "tables": { "acp-to-create": { "lab": { "bomb": 1 } }, "acp-to-develop": { "lab": { "bomb": 1 } },
                "tech-crossover": { "lab": { "lab": 50 } } } }"#,
        told: "warning[unreachable-tech]: `bomb` needs a `tech-to-own` of 55, and nobody can develop it: nobody can ever make it; give a \
        type `acp-to-develop` and `tech-per-develop` for it",
        near_misses: &[
            (r#""tables": {"#, r#""tables": { "tech-per-develop": { "lab": { "bomb": 1 } },"#),
            (r#"{ "lab": 50 }"#, r#"{ "bomb": 50 }"#),
            (r#""tech-max": 60"#, r#""tech-max": 60, "tech-from-ownership": 55"#),
            (r#""gdl": {}"#, r#""gdl": { "tech": [0, 60] }"#),
        ],
    },
    Case {
        text: r#"{ "advances": { "bronze": {}, "iron": {}, "steel": {}, "glass": {} }, "tables": { "advance-needed-to-research": {
            "iron": { "steel": true, "bronze": true }, "steel": { "iron": true }, "glass": { "steel": true } } } }"#,
        told: "warning[advance-circle]: `iron` and `steel` need each other: none of them can be researched before the others; take one of \
        their `advance-needed-to-research` out",
        near_misses: &[(r#""steel": { "iron": true }"#, r#""steel": { "bronze": true }"#)],
    },
    Case {
        text: r#"{ "units": { "fort": { "acp-per-turn": 1, "speed": 0 }, "raider": { "acp-per-turn": 1 } },
            "tables": { "damage": { "*": 1 }, "zoc-range": { "fort": { "raider": 2 } }, "hit-chance": { "fort": { "raider": 50 } } } }"#,
        told: "warning[zone-beyond-combat]: `fort` has a `zoc-range` of 2 against `raider`, and strikes no farther than 1: it stops whom it \
        can strike where it cannot; lower the `zoc-range` to 1, or raise its `attack-range` or `range`",
        near_misses: &[
            (r#""raider": 2"#, r#""raider": 1"#),
            (r#""hit-chance": { "fort": { "raider": 50 } }"#, ""),
            (r#""tables": {"#, r#""tables": { "attack-range": { "fort": { "raider": 2 } },"#),
            (r#""acp-per-turn": 1, "speed": 0"#, r#""acp-per-turn": 1, "speed": 0, "acp-to-fire": 1, "range": 2"#),
        ],
    },
    Case {
        text: r#"{ "units": { "army": { "acp-per-turn": 1, "start-with": 1 }, "town": { "start-with": 1, "acp-independent": true }, "band": { "acp-per-turn": 1, "start-with": 1 } },
            "tables": { "damage": { "*": 1 }, "hit-chance": { "army": { "town": 50 } }, "capture-chance": { "army": { "town": 60 },
            "band": { "town": 60 } }, "acp-to-capture": { "band": { "town": 1 } } } }"#,
        told: "warning[free-capture]: `army` captures `town` with a chance of 60 percent by its attacks alone, as its `acp-to-capture` and \
        `hp-to-garrison` are 0 and those of others are not: every blow captures besides, and there is no action that only captures; set `acp-to-capture` to 1 or more",
        near_misses: &[
            (r#""acp-to-capture": {"#, r#""acp-to-capture": { "army": { "town": 1 },"#),
            // The usual way: all captures come with blows.
            (r#""band": { "town": 60 } }, "acp-to-capture": { "band": { "town": 1 } }"#, "}"),
            (r#""tables": {"#, r#""tables": { "hp-to-garrison": { "army": { "town": 1 } },"#),
            (r#""army": { "acp-per-turn": 1"#, r#""army": { "acp-per-turn": 0"#),
            (r#""army": { "town": 60"#, r#""army": { "town": 0"#),
        ],
    },
    Case {
        text: r#"{ "units": { "army": { "acp-per-turn": 1, "start-with": 1 }, "town": { "start-with": 1 }, "ark": { "start-with": 1, "capacity": 0 } },
            "tables": { "independent-capture-chance": { "army": { "town": 80 } } } }"#,
        told: "warning[captures-never]: `army` captures `town` with a chance of 80 percent but `acp-to-capture` is 0 and it has no attack on \
        them that could: the chance is never drawn; set `acp-to-capture` to 1 or more",
        near_misses: &[
            (r#""tables": {"#, r#""tables": { "acp-to-capture": { "army": { "town": 1 } },"#),
            (r#""tables": {"#, r#""tables": { "countercapture": { "town": { "army": 1 } },"#),
            (r#""tables": {"#, r#""tables": { "unit-capacity-x": { "ark": { "town": 1 } },"#),
            (r#""tables": {"#, r#""globals": { "combat-model": 1 }, "tables": {"#),
            // A chance for every type is the usual way, and others capture it.
            (
                r#""ark": { "start-with": 1, "capacity": 0 } },
            "tables": {"#,
                r#""ark": { "start-with": 1, "capacity": 0, "acp-per-turn": 1 } },
            "tables": { "acp-to-capture": { "ark": { "town": 1 } }, "capture-chance": { "ark": { "town": 80 } },"#,
            ),
        ],
    },
    Case {
        text: r#"{ "units": { "monster": { "acp-per-turn": 4, "start-with": 1 }, "mob": { "start-with": 1 } },
            "tables": { "hit-chance": { "monster": { "mob": 50 } } } }"#,
        told: "warning[unsaid-damage]: `monster` hits `mob`, and no `damage` is set: each hit takes 1 hit point; set `damage` for all \
        who hit, to 1 where that is meant",
        near_misses: &[
            (r#""tables": {"#, r#""tables": { "damage": { "monster": { "mob": 1 } },"#),
            // It speaks as 7.5 does, and sets some damage.
            (
                r#""tables": {"#,
                r#""globals": { "alt-smoothing": 3 }, "tables": { "fire-damage": { "monster": { "mob": 1 } },"#,
            ),
            (r#""tables": {"#, r#""globals": { "combat-model": 1 }, "tables": {"#),
            (r#""mob": 50"#, r#""mob": 0"#),
        ],
    },
    Case {
        text: r#"{ "units": { "army": {} }, "terrain": { "swamp": {} }, "globals": {
            "random-events": ["accidents-in-terrain", "units-revolt"] }, "tables": { "accident-hit-chance": { "army": { "swamp": 9 } } } }"#,
        told: "warning[event-without-chance]: `random-events` names `units-revolt`, and no unit type has a chance of it: the event has no \
        effect; set `revolt-chance` for some type, or take it out of the list",
        near_misses: &[(r#""army": {}"#, r#""army": { "revolt-chance": 1 }"#), (r#", "units-revolt""#, "")],
    },
    Case {
        text: r#"{ "terrain": { "land": {} }, "units": { "city": { "start-with": 1, "acp-per-turn": 1, "speed": 0 }, "army": { "cp": 2 },
                "spy": {}, "ghost": {} },
            "tables": { "acp-to-create": { "city": { "army": 1 } }, "acp-to-build": { "city": { "army": 1 } },
                "can-change-type-to": { "spy": { "ghost": true } } } }"#,
        told: "warning[unused-unit]: nobody starts with `spy`, makes one or becomes one, and none is independent: no game ever sees one; \
        give it a `start-with` or an `independent-density`, let a type create it, or take it out",
        near_misses: &[
            (r#""spy": {}"#, r#""spy": { "start-with": 1 }"#),
            (r#""spy": {}"#, r#""spy": { "independent-near-start": 1 }"#),
            (r#""cp": 2"#, r#""cp": 2, "wrecked-type": "spy""#),
            (r#""start-with": 1"#, r#""start-with": 0"#),
            (r#""tables": {"#, r#""recipe": ["place-units"], "tables": {"#),
            (r#""tables": {"#, r#""forms": [["unit", ["spy", 3, 4]]], "tables": {"#),
            (r#""tables": {"#, r#""tables": { "independent-density": { "spy": { "land": 1 } },"#),
            (r#""tables": {"#, r#""tables": { "changed-type-if-captured": { "city": { "army": "spy" } },"#),
        ],
    },
    Case {
        text: r#"{ "materials": { "gold": {}, "dust": { "help": "lies about" } }, "units": { "army": { "start-with": 1, "acp-per-turn": 1 } },
            "tables": { "unit-storage-x": { "army": { "gold": 5, "dust": 0 } } } }"#,
        told: "warning[unused-material]: no table has a number for `dust`: it does nothing; let something store, make or consume it, or \
        take it out",
        near_misses: &[
            (r#""dust": 0"#, r#""dust": 1"#),
            (r#""help""#, r#""people": 5, "help""#),
            (r#""start-with": 1"#, r#""start-with": 0"#),
            (r#""tables": {"#, r#""forms": [["scorekeeper", "'dust"]], "tables": {"#),
        ],
    },
    Case {
        text: r#"{ "recipe": ["make-noise-terrain"], "units": { "army": { "start-with": 1, "acp-per-turn": 1 } }, "terrain": {
            "sea": { "alt-percentile-max": 60, "wet-percentile-max": 100 },
            "land": { "alt-percentile-min": 50, "alt-percentile-max": 100, "wet-percentile-max": 100 },
            "marsh": { "alt-percentile-min": 55, "alt-percentile-max": 65, "wet-percentile-min": 90, "wet-percentile-max": 100 } } }"#,
        told: "warning[unused-terrain]: `marsh` has no percentiles that another does not take first: no world ever has it; give it \
        percentiles of its own, name it where terrain changes, or take it out",
        near_misses: &[
            (
                r#""alt-percentile-min": 50, "alt-percentile-max": 100, "wet-percentile-max": 100"#,
                r#""alt-percentile-min": 61, "alt-percentile-max": 100, "wet-percentile-max": 89 }, "high": {
                "alt-percentile-min": 66, "alt-percentile-max": 100, "wet-percentile-min": 90, "wet-percentile-max": 100"#,
            ),
            (r#""units""#, r#""globals": { "river-sink-terrain": "marsh" }, "units""#),
            (r#""units""#, r#""tables": { "terrain-density": { "land": { "marsh": 100 } } }, "units""#),
            (r#"["make-noise-terrain"]"#, r#"["make-random-terrain"]"#),
            (r#"["make-noise-terrain"]"#, r#"[{ "make-noise-terrain": { "edge-terrain": "marsh" } }]"#),
            (r#""start-with": 1"#, r#""start-with": 0"#),
        ],
    },
    Case {
        text: r#"{ "recipe": ["make-random-terrain"], "units": { "army": { "start-with": 1, "acp-per-turn": 1 } },
            "terrain": { "land": {}, "hall": { "occurrence": 0, "maze-room-occurrence": 1 }, "river": { "subtype": "border", "occurrence": 0 } } }"#,
        told: "warning[unused-terrain]: `hall` has an `occurrence` of 0: no world ever has it; give it an `occurrence`, name it where \
        terrain changes, or take it out",
        near_misses: &[
            (r#""occurrence": 0, "maze"#, r#""maze"#),
            ("make-random-terrain", "make-maze-terrain"),
            ("make-random-terrain", "make-rivers"),
        ],
    },
    Case {
        text: r#"{ "materials": { "money": {} }, "units": { "shop": { "start-with": 1, "acp-per-turn": 1 },
            "sword": { "cp": 1 }, "boat": { "cp": 1 } },
            "tables": { "acp-to-create": { "shop": { "sword boat": 1 } }, "unit-storage-x": { "*": { "money": 99 } },
                "consumption-on-creation": { "*": { "money": 5 } },
                "material-to-create": { "sword boat": { "money": 20 } } } }"#,
        told: "warning[row-of-no-doer]: `material-to-create` has a row for `sword` and `boat`, none of which creates: the row has no \
        effect; name the creator there; what a product costs is its `consumption-on-creation` or `consumption-per-cp`",
        near_misses: &[
            (r#""sword boat": { "money": 20 }"#, r#""shop": { "money": 20 }"#),
            // A rule for all creators.
            (r#""sword boat": { "money": 20 }"#, r#""*": { "money": 20 }"#),
            (r#""shop": { "sword boat": 1 }"#, r#""shop sword boat": { "sword boat": 1 }"#),
        ],
    },
    Case {
        text: r#"{ "materials": { "gold": {} }, "units": { "town": { "start-with": 1, "acp-per-turn": 1 }, "digger": { "start-with": 1 } },
            "tables": { "acp-to-extract": { "town": { "gold": 1 } }, "unit-storage-x": { "*": { "gold": 9 } },
                "material-to-extract": { "digger": { "gold": 2 } } } }"#,
        told: "warning[row-of-no-doer]: `material-to-extract` has a row for `digger`, which never extracts: the row has no effect; name \
        those that do it, or take the row out",
        near_misses: &[
            (r#""digger": { "gold": 2 }"#, r#""town": { "gold": 2 }"#),
            (r#"{ "town": { "gold": 1 }"#, r#"{ "*": { "gold": 1 }"#),
        ],
    },
    Case {
        text: r#"{ "terrain": { "land": {} }, "units": { "bomb": { "start-with": 1, "acp-per-turn": 1, "acp-to-detonate": 1 }, "army": { "start-with": 1 } },
            "tables": { "detonation-damage-at": { "bomb": { "*": 9 } }, "detonation-damage-adjacent": { "bomb": { "*": "2d6" } } } }"#,
        told: "warning[blast-reaches-nobody]: `bomb` has a `detonation-damage-adjacent` of 2d6 against `bomb` and `army`, and its \
        `detonation-unit-range` is 0: nothing beside it is ever hurt; set `detonation-unit-range` to 1 or more, or take the damage out",
        near_misses: &[
            (r#""tables": {"#, r#""tables": { "detonation-unit-range": { "bomb": { "army": 1 } },"#),
            (r#""detonation-damage-adjacent": { "bomb": { "*": "2d6" } }"#, ""),
            // What never goes off needs no reach.
            (r#", "acp-to-detonate": 1"#, ""),
        ],
    },
    Case {
        text: r#"{ "globals": { "country-radius-min": 9, "country-radius-max": 5 } }"#,
        told: "warning[min-above-max]: `country-radius-min` is 9, which is more than `country-radius-max`, 5: nothing lies between \
        them; exchange them, or raise `country-radius-max`",
        near_misses: &[
            (r#""country-radius-max": 5"#, r#""country-radius-max": 9"#),
            // Nothing grows.
            (r#", "country-radius-max": 5"#, ""),
        ],
    },
    Case {
        text: r#"{ "terrain": { "hill": { "elevation-min": 500, "elevation-max": 300 } } }"#,
        told: "warning[min-above-max]: `elevation-min` of `hill` is 500, which is more than `elevation-max`, 300: nothing lies between \
        them; exchange them, or raise `elevation-max`",
        near_misses: &[(r#""elevation-max": 300"#, r#""elevation-max": 3000"#)],
    },
    Case {
        text: r#"{ "terrain": { "air": {} }, "units": { "kite": { "speed": 0 } },
            "tables": { "altitude-min": { "kite": { "air": 5 } }, "altitude-max": { "kite": { "air": 3 } } } }"#,
        told: "warning[min-above-max]: `altitude-min` of `kite` and `air` is 5, which is more than `altitude-max`, 3: nothing lies \
        between them; exchange them, or raise `altitude-max`",
        near_misses: &[(r#"{ "air": 3 }"#, r#"{ "air": 8 }"#)],
    },
    Case {
        text: r#"{ "units": { "horse": { "char": "h" }, "hussar": { "char": "h" }, "pike": { "char": "p" } } }"#,
        told: "warning[same-char]: `horse` and `hussar` both have the `char` h: who looks at a board cannot tell them apart; give one of \
        them a sign of its own",
        near_misses: &[
            (r#""hussar": { "char": "h" }"#, r#""hussar": { "char": "H" }"#),
            (r#""hussar": { "char": "h" }"#, r#""hussar": {}"#),
            // A sign for a kind of unit.
            (r#""pike": { "char": "p" }"#, r#""pike": { "char": "h" }"#),
        ],
    },
    Case {
        text: r#"{ "recipe": ["make-random-terrain"], "terrain": { "sea": { "liquid": true },
            "hill": { "river-chance": 300 }, "brook": { "subtype": "border" } },
            "units": { "army": { "start-with": 1, "acp-per-turn": 1 } } }"#,
        told: "warning[no-river]: `hill` has a `river-chance` of 300, but no border or connection terrain is a river, `make-rivers` is \
        not among the methods, and all terrain has the same single elevation: no world ever has one; give a border or connection the \
        `subtype-x` `river-x`, name `make-rivers` after the terrain is made, and give terrain an `elevation-min` and `elevation-max`",
        near_misses: &[
            (r#""river-chance": 300"#, r#""river-chance": 0"#),
            (r#""start-with": 1"#, r#""start-with": 0"#),
        ],
    },
    Case {
        text: r#"{ "recipe": ["make-random-terrain", "make-rivers"], "terrain": { "sea": { "liquid": true },
            "hill": { "river-chance": 300, "elevation-max": 9 }, "brook": { "subtype": "border" } },
            "units": { "army": { "start-with": 1, "acp-per-turn": 1 } } }"#,
        told: "warning[no-river]: `hill` has a `river-chance` of 300, but no border or connection terrain is a river: no world ever has \
        one; give a border or connection the `subtype-x` `river-x`",
        near_misses: &[(r#""subtype": "border""#, r#""subtype": "border", "subtype-x": "river-x""#)],
    },
];

#[test]
fn each_lint_speaks_once_and_near_misses_are_silent() {
    for case in CASES {
        let (_, told) = read(case.text);
        assert_eq!(told, [case.told], "{}", case.text);
        for (from, to) in case.near_misses {
            assert!(case.text.contains(from), "{from} does not stand in {}", case.text);
            let text = case.text.replacen(from, to, 1);
            assert_eq!(read(&text).1, [""; 0], "{text}");
        }
    }
}

/// Nobody is told that terrain is a wall and that no world has it, or that a unit never moves and that nobody ever has one.
#[test]
fn nothing_is_said_of_what_types_do_that_no_game_has() {
    let game = |marsh: &str, snail: &str| {
        format!(
            r#"{{ "recipe": ["make-random-terrain"], "terrain": {{ "land": {{}}, "marsh": {{ "occurrence": {marsh} }} }},
                "units": {{ "army": {{ "start-with": 1, "acp-per-turn": 1 }},
                    "snail": {{ "start-with": {snail}, "acp-per-turn": 1, "speed": 100 }} }},
                "tables": {{ "mp-to-enter-terrain": {{ "*": 99, "army": {{ "land": 1 }}, "snail": {{ "land": 2 }} }} }} }}"#
        )
    };
    let codes = |text: &str| -> Vec<String> {
        let code = |told: &String| told.split(['[', ']']).nth(1).unwrap().to_owned();
        read(text).1.iter().map(code).collect()
    };
    assert_eq!(codes(&game("0", "0")), ["unused-terrain", "unused-unit"]);
    assert_eq!(codes(&game("1", "1")), ["impassable-terrain", "moves-nowhere"]);
    // Nor is a blow told that strikes only those.
    let blow = |mob: &str| {
        format!(
            r#"{{ "units": {{ "ape": {{ "start-with": 1, "acp-per-turn": 1 }}, "mob": {{ "start-with": {mob} }} }},
                "tables": {{ "acp-to-attack": {{ "ape": {{ "mob": 1 }} }}, "hit-chance": {{ "ape": {{ "mob": 50 }} }} }} }}"#
        )
    };
    assert_eq!(codes(&blow("0")), ["unused-unit"]);
    assert_eq!(codes(&blow("1")), ["unsaid-damage"]);
}

#[test]
fn each_lint_has_a_case() {
    for lint in LINTS {
        let head = format!("warning[{}]: ", lint.code);
        let cases: Vec<&Case> = CASES.iter().filter(|case| case.told.starts_with(&head)).collect();
        assert!(!cases.is_empty(), "no case for `{}`", lint.code);
        assert!(cases.iter().all(|case| !case.near_misses.is_empty()), "{}", lint.code);
        assert!(cases.iter().all(|case| case.told.contains(lint.reason)), "`{}` does not give its reason", lint.code);
    }
}
