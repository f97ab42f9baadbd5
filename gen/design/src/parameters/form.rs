//! The parameters of the other forms of GDL: modules, worlds, areas, features, sides, players, doctrines, scorekeepers, single
//! units, namers; and its words for methods, chance events and actions. No type has these, so they need no keys.

use crate::{DefaultValue, Kind, Origin, Parameter, Scope};

const fn row(
    scope: Scope,
    name: &'static str,
    kind: Kind,
    default: DefaultValue,
    origin: Origin,
    area: &'static str,
    meaning: &'static str,
) -> Parameter {
    Parameter { name, scope, index: [scope; 2], kind, default, origin, area, meaning }
}

/// Properties of a module, which is a file.
#[rustfmt::skip]
pub const MODULE: &[Parameter] = &[
    row(Scope::Module, "title", Kind::Text, DefaultValue::Text(""), Origin::Both, "interface", "title shown in menus"),
    row(Scope::Module, "version", Kind::Text, DefaultValue::Text(""), Origin::Both, "interface", "version of the design"),
    row(Scope::Module, "program-version", Kind::Form("a list"), DefaultValue::Empty, Origin::Seed, "none", "test of the program's version, such as (>= \"7.0.3\"); 7.5 refuses it"),
    row(Scope::Module, "complete-game", Kind::Flag, DefaultValue::Int(0), Origin::Seed, "interface", "module is a game of its own, not a part to include; 7.5 refuses it"),
    row(Scope::Module, "picture-name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "interface", "picture for the menu"),
    row(Scope::Module, "blurb", Kind::Form("texts"), DefaultValue::Empty, Origin::Both, "interface", "short advertisement, string or list"),
    row(Scope::Module, "instructions", Kind::Form("texts"), DefaultValue::Empty, Origin::Xconq, "interface", "player's instructions, one string or one list"),
    row(Scope::Module, "notes", Kind::Form("texts"), DefaultValue::Empty, Origin::Both, "interface", "player's notes, one string or one list"),
    row(Scope::Module, "design-notes", Kind::Form("texts"), DefaultValue::Empty, Origin::Both, "interface", "notes for designers, one string or one list"),
    row(Scope::Module, "base-module", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "loading", "module loaded right after this form"),
    row(Scope::Module, "default-base-module", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "loading", "module loaded first if no unit types exist"),
    row(Scope::Module, "base-game", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "none", "no effect"),
    row(Scope::Module, "variants", Kind::Form("variants with their values"), DefaultValue::Empty, Origin::Both, "loading", "options of the game, see section 6 of gdl-reference"),
    row(Scope::Module, "filename", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "loading", "file the module came from; saved games"),
    row(Scope::Module, "original-module", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "loading", "module a saved game began from"),
    row(Scope::Module, "original-version", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "loading", "its version"),
    row(Scope::Module, "original-variants", Kind::Form("variants with their values"), DefaultValue::Empty, Origin::Xconq, "loading", "its variant choices"),
];

/// Properties of a world.
#[rustfmt::skip]
pub const WORLD: &[Parameter] = &[
    row(Scope::World, "circumference", Kind::Int(0, 2147483647), DefaultValue::Int(360), Origin::Xconq, "area, daylight", "cells around the planet; equal to the area's width = cylinder"),
    row(Scope::World, "day-length", Kind::Int(0, 2147483647), DefaultValue::Int(1), Origin::Both, "environment", "turns per day; 1 no night, 0 sun stands still"),
    row(Scope::World, "year-length", Kind::Int(1, 2147483647), DefaultValue::Int(1), Origin::Both, "environment", "turns per year"),
    row(Scope::World, "axial-tilt", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(0), Origin::Xconq, "environment", "how far the sun wanders north and south"),
    row(Scope::World, "daylight-fraction", Kind::Int(0, 100), DefaultValue::Int(50), Origin::Xconq, "environment", "percent of half the circumference that is in daylight"),
    row(Scope::World, "twilight-fraction", Kind::Int(0, 100), DefaultValue::Int(60), Origin::Xconq, "environment", "percent of half the circumference up to the end of twilight"),
];

/// Properties and layers of an area.
#[rustfmt::skip]
pub const AREA: &[Parameter] = &[
    row(Scope::Area, "width", Kind::Int(3, 2147483647), DefaultValue::Int(60), Origin::Both, "area", "cells across"),
    row(Scope::Area, "height", Kind::Int(3, 2147483647), DefaultValue::Int(30), Origin::Both, "area", "cells up"),
    row(Scope::Area, "restrict", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "area", "W H X Y: layers and positions are those of a larger area, this is its window"),
    row(Scope::Area, "latitude", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(0), Origin::Xconq, "environment", "place of the area on the planet"),
    row(Scope::Area, "longitude", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(0), Origin::Xconq, "environment", "place of the area on the planet"),
    row(Scope::Area, "projection", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(0), Origin::Xconq, "none", "kind of map projection, kept only"),
    row(Scope::Area, "cell-width", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "fire (line of sight)", "real width of a cell; fire uses it for line of sight"),
    row(Scope::Area, "sun", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "environment", "place of the sun at the start, x y"),
    row(Scope::Area, "image-name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "interface", "picture of the whole map"),
    row(Scope::Area, "temperature-year-cycle", Kind::Form("pairs such as [[0, 50], [10, 100]]"), DefaultValue::Empty, Origin::Xconq, "environment", "key points with temperatures over the year"),
    row(Scope::Area, "terrain", Kind::Form("a layer"), DefaultValue::Empty, Origin::Both, "area", "cell terrain types"),
    row(Scope::Area, "aux-terrain", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "area", "one border, connection (direction bits) or coating (depth); type first"),
    row(Scope::Area, "features", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "area", "list of features first, then feature ids"),
    row(Scope::Area, "people-sides", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "people and control", "side of the people of a cell; 60 nobody"),
    row(Scope::Area, "control-sides", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "people and control", "side in control of a cell; 60 nobody"),
    row(Scope::Area, "elevations", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "area", "height"),
    row(Scope::Area, "material", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "economy", "amount of one material; type first"),
    row(Scope::Area, "temperatures", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "environment", "temperature"),
    row(Scope::Area, "winds", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "environment", "direction + 8 x force"),
    row(Scope::Area, "clouds", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "environment", "density"),
    row(Scope::Area, "cloud-bottoms", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "environment", "height of the clouds' lower side"),
    row(Scope::Area, "cloud-heights", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "environment", "thickness of the clouds"),
    row(Scope::Area, "user", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "cities", "id of the unit that works the cell"),
];

/// Parts of a geographical feature.
#[rustfmt::skip]
pub const FEATURE: &[Parameter] = &[
    row(Scope::Feature, "id", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(0), Origin::Xconq, "naming", "number of the feature in the features layer"),
    row(Scope::Feature, "type", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "naming", "peak, island, continent, lake, sea, bay or the design's own word"),
    row(Scope::Feature, "name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "naming", "name shown; %T stands for the type"),
];

/// Properties of a side.
#[rustfmt::skip]
pub const SIDE: &[Parameter] = &[
    row(Scope::Side, "name", Kind::Text, DefaultValue::Text(""), Origin::Both, "naming", "name of the side"),
    row(Scope::Side, "long-name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "naming", "long form"),
    row(Scope::Side, "short-name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "naming", "abbreviation"),
    row(Scope::Side, "noun", Kind::Text, DefaultValue::Text(""), Origin::Both, "naming", "one member of the side"),
    row(Scope::Side, "plural-noun", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "naming", "several members"),
    row(Scope::Side, "adjective", Kind::Text, DefaultValue::Text(""), Origin::Both, "naming", "adjective form"),
    row(Scope::Side, "color", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "interface", "colours, separated by commas"),
    row(Scope::Side, "emblem-name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "interface", "picture of the emblem"),
    row(Scope::Side, "names-locked", Kind::Flag, DefaultValue::Int(0), Origin::Xconq, "interface", "player may not change the names"),
    row(Scope::Side, "doctrines-locked", Kind::Flag, DefaultValue::Int(0), Origin::Xconq, "interface", "player may not change the doctrines"),
    row(Scope::Side, "class", Kind::Text, DefaultValue::Text(""), Origin::Both, "sides", "class named by possible-sides and other class expressions"),
    row(Scope::Side, "active", Kind::Flag, DefaultValue::Int(1), Origin::Xconq, "sides", "side is in the game"),
    row(Scope::Side, "ever-active", Kind::Flag, DefaultValue::Int(0), Origin::Xconq, "sides", "side has been in the game"),
    row(Scope::Side, "status", Kind::Int(-1, 1), DefaultValue::Int(0), Origin::Xconq, "scoring", "lose -1, draw 0, win 1"),
    row(Scope::Side, "priority", Kind::Int(-1, 2147483647), DefaultValue::Int(-1), Origin::Xconq, "turn order", "place in the order of sides when they move in turn; -1 by number"),
    row(Scope::Side, "advantage", Kind::Int(1, 2147483647), DefaultValue::Int(1), Origin::Xconq, "make-countries", "relative strength of the first set-up"),
    row(Scope::Side, "advantage-min", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(1), Origin::Xconq, "make-countries", "least advantage a player may ask for"),
    row(Scope::Side, "advantage-max", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(1), Origin::Xconq, "make-countries", "largest advantage a player may ask for"),
    row(Scope::Side, "controlled-by", Kind::Form("a side"), DefaultValue::Empty, Origin::Xconq, "control of units", "side that gives the orders"),
    row(Scope::Side, "trusts", Kind::Values(Scope::Side), DefaultValue::Empty, Origin::Xconq, "trust", "1 for each side this one trusts"),
    row(Scope::Side, "trades", Kind::Values(Scope::Side), DefaultValue::Empty, Origin::Xconq, "none", "1 for each side this one trades with; kept only"),
    row(Scope::Side, "start-with", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "make-countries", "units at the start, overriding the type"),
    row(Scope::Side, "next-numbers", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "naming", "next serial number per unit type"),
    row(Scope::Side, "tech", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "development", "tech levels now"),
    row(Scope::Side, "init-tech", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "development", "tech levels at the start of the turn"),
    row(Scope::Side, "action-priorities", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "turn order", "order of acting per type; -1 the type's own"),
    row(Scope::Side, "already-seen", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "vision", "overrides the type's already-seen"),
    row(Scope::Side, "already-seen-independent", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "vision", "overrides the type's already-seen-independent"),
    row(Scope::Side, "could-act-with", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "all actions", "may act with the type (independents: 0)"),
    row(Scope::Side, "could-construct", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "construction", "may construct the type"),
    row(Scope::Side, "could-develop", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "development", "may develop the type"),
    row(Scope::Side, "could-research", Kind::Values(Scope::Advance), DefaultValue::Empty, Origin::Xconq, "research", "may research the advance"),
    row(Scope::Side, "advances-done", Kind::Values(Scope::Advance), DefaultValue::Empty, Origin::Xconq, "research", "research points put into each advance; complete at rp"),
    row(Scope::Side, "current-advance", Kind::Form("an advance type"), DefaultValue::Empty, Origin::Xconq, "research", "topic of research"),
    row(Scope::Side, "advance-goal", Kind::Form("an advance type"), DefaultValue::Empty, Origin::Xconq, "research", "advance aimed at"),
    row(Scope::Side, "treasury", Kind::Values(Scope::Material), DefaultValue::Empty, Origin::Xconq, "treasury", "materials owned by the side as a whole"),
    row(Scope::Side, "units", Kind::Form("choices with their weights, such as [[3, \"vanish\"], [1, \"table\"]]"), DefaultValue::Empty, Origin::Xconq, "set-up", "units given to the side at set-up, if free"),
    row(Scope::Side, "unit-namers", Kind::Form("namers, or names"), DefaultValue::Empty, Origin::Xconq, "naming", "(types namer) pairs, or namers in type order"),
    row(Scope::Side, "feature-namers", Kind::Form("namers, or names"), DefaultValue::Empty, Origin::Xconq, "naming", "(feature type, namer) pairs"),
    row(Scope::Side, "default-doctrine", Kind::Form("a doctrine"), DefaultValue::Empty, Origin::Xconq, "doctrine", "doctrine of types without their own"),
    row(Scope::Side, "doctrines", Kind::Form("names of types"), DefaultValue::Empty, Origin::Xconq, "doctrine", "(types doctrine) pairs"),
    row(Scope::Side, "self-unit", Kind::Form("a unit"), DefaultValue::Empty, Origin::Xconq, "self-unit", "id of the unit that stands for the player"),
    row(Scope::Side, "player", Kind::Form("a player"), DefaultValue::Empty, Origin::Xconq, "interface", "id of the player"),
    row(Scope::Side, "initial-center-at", Kind::Form("a column and a row"), DefaultValue::Empty, Origin::Xconq, "make-countries", "centre of the side's country"),
    row(Scope::Side, "standing-order", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "orders", "(types) (condition) task"),
    row(Scope::Side, "instructions", Kind::Form("texts"), DefaultValue::Empty, Origin::Xconq, "interface", "text for the player of this side"),
    row(Scope::Side, "scores", Kind::Form("whole numbers"), DefaultValue::Empty, Origin::Xconq, "scoring", "score per numeric scorekeeper, in order"),
    row(Scope::Side, "willing-to-draw", Kind::Flag, DefaultValue::Int(0), Origin::Xconq, "scoring", "agrees to a draw"),
    row(Scope::Side, "finished-turn", Kind::Flag, DefaultValue::Int(0), Origin::Xconq, "turn order", "has ended its turn; saved games"),
    row(Scope::Side, "turn-time-used", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "real time", "seconds used this turn"),
    row(Scope::Side, "total-time-used", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "real time", "seconds used in all"),
    row(Scope::Side, "timeouts", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "real time", "time-outs left"),
    row(Scope::Side, "timeouts-used", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "real time", "time-outs used"),
    row(Scope::Side, "gain-counts", Kind::Form("whole numbers"), DefaultValue::Empty, Origin::Xconq, "statistics", "units gained, type by reason (4)"),
    row(Scope::Side, "loss-counts", Kind::Form("whole numbers"), DefaultValue::Empty, Origin::Xconq, "statistics", "units lost, type by reason (7)"),
    row(Scope::Side, "attack-stats", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "statistics", "attacks made, by types"),
    row(Scope::Side, "hit-stats", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "statistics", "hits made, by types"),
    row(Scope::Side, "terrain-view", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "vision", "terrain as known: 0 unseen, else type + 1; likewise -dates"),
    row(Scope::Side, "aux-terrain-view", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "vision", "known borders, connections, coatings; type first; likewise -dates"),
    row(Scope::Side, "material-view", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "vision", "known cell materials; type first; likewise -dates"),
    row(Scope::Side, "temperature-view", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "vision", "known temperatures; likewise -dates"),
    row(Scope::Side, "cloud-view", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "vision", "known clouds; likewise -dates; also cloud-bottom-view, cloud-height-view"),
    row(Scope::Side, "wind-view", Kind::Form("a layer"), DefaultValue::Empty, Origin::Xconq, "vision", "known winds; likewise -dates"),
    row(Scope::Side, "unit-views", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "vision", "views of units"),
    row(Scope::Side, "ui-data", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "interface", "kept as written"),
    row(Scope::Side, "ai-data", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "ai", "kept as written"),
];

/// Properties of a player.
#[rustfmt::skip]
pub const PLAYER: &[Parameter] = &[
    row(Scope::Player, "name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "interface", "player's name"),
    row(Scope::Player, "config-name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "interface", "name of a set of preferences"),
    row(Scope::Player, "display-name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "interface", "display to use"),
    row(Scope::Player, "ai-type-name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "ai", "kind of computer player"),
    row(Scope::Player, "password", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "interface", "password"),
    row(Scope::Player, "initial-advantage", Kind::Int(1, 2147483647), DefaultValue::Int(1), Origin::Both, "make-countries", "wanted strength of the set-up relative to other players: scales the numbers of first units; affects set-up only"),
];

/// Properties of a doctrine.
#[rustfmt::skip]
pub const DOCTRINE: &[Parameter] = &[
    row(Scope::Doctrine, "resupply-percent", Kind::Int(0, 100), DefaultValue::Int(50), Origin::Xconq, "doctrine", "supply level below which a unit asks for more"),
    row(Scope::Doctrine, "rearm-percent", Kind::Int(0, 100), DefaultValue::Int(20), Origin::Xconq, "doctrine", "ammunition level below which a unit asks for more"),
    row(Scope::Doctrine, "repair-percent", Kind::Int(0, 100), DefaultValue::Int(35), Origin::Xconq, "doctrine", "hit points level below which a unit seeks repair"),
    row(Scope::Doctrine, "construction-run", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "doctrine", "units built in a row before the builder asks again"),
    row(Scope::Doctrine, "locked", Kind::Flag, DefaultValue::Int(0), Origin::Xconq, "doctrine", "players may not change it"),
];

/// Properties of a scorekeeper.
#[rustfmt::skip]
pub const SCOREKEEPER: &[Parameter] = &[
    row(Scope::Scorekeeper, "title", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "scoring", "title"),
    row(Scope::Scorekeeper, "when", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "scoring", "when it runs"),
    row(Scope::Scorekeeper, "applies-to", Kind::Form("classes and numbers of sides"), DefaultValue::Empty, Origin::Xconq, "scoring", "sides it applies to; nil all"),
    row(Scope::Scorekeeper, "known-to", Kind::Form("classes and numbers of sides"), DefaultValue::Empty, Origin::Xconq, "scoring", "sides that may see it; nil all"),
    row(Scope::Scorekeeper, "trigger", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "scoring", "test that switches it on (7.5 never runs it)"),
    row(Scope::Scorekeeper, "triggered", Kind::Flag, DefaultValue::Int(0), Origin::Xconq, "scoring", "it is switched on"),
    row(Scope::Scorekeeper, "do", Kind::Form("a list"), DefaultValue::Empty, Origin::Both, "scoring", "body; `(dominance TYPES PERCENT TURNS)` is ours"),
    row(Scope::Scorekeeper, "keep-score", Kind::Flag, DefaultValue::Int(1), Origin::Xconq, "scoring", "keeps a number per side"),
    row(Scope::Scorekeeper, "initial-score", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(0), Origin::Xconq, "scoring", "first score"),
    row(Scope::Scorekeeper, "notes", Kind::Form("texts"), DefaultValue::Empty, Origin::Xconq, "interface", "text"),
];

/// Properties of a single unit.
#[rustfmt::skip]
pub const PIECE: &[Parameter] = &[
    row(Scope::Piece, "@", Kind::Form("a column and a row"), DefaultValue::Empty, Origin::Both, "set-up", "position"),
    row(Scope::Piece, "z", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(0), Origin::Xconq, "altitude", "altitude"),
    row(Scope::Piece, "s", Kind::Form("a side"), DefaultValue::Empty, Origin::Both, "set-up", "side"),
    row(Scope::Piece, "os", Kind::Form("a side"), DefaultValue::Empty, Origin::Xconq, "set-up", "original side"),
    row(Scope::Piece, "#", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(0), Origin::Xconq, "set-up", "unique id"),
    row(Scope::Piece, "n", Kind::Text, DefaultValue::Text(""), Origin::Both, "naming", "name"),
    row(Scope::Piece, "nb", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "naming", "serial number"),
    row(Scope::Piece, "sym", Kind::Form("a symbol"), DefaultValue::Empty, Origin::Xconq, "set-up", "symbol by which in may refer to it"),
    row(Scope::Piece, "in", Kind::Form("a unit"), DefaultValue::Empty, Origin::Xconq, "transport", "transport: id, name or symbol"),
    row(Scope::Piece, "sides", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "set-up", "sides that may get it at set-up"),
    row(Scope::Piece, "appear", Kind::Form("a turn, and by how many cells it may come elsewhere"), DefaultValue::Empty, Origin::Xconq, "scheduled units", "turn of arrival, then dx dy; with cp -1"),
    row(Scope::Piece, "disappear", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "scheduled units", "last turn"),
    row(Scope::Piece, "hp", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Both, "combat", "hit points; seed 000: 0 takes an already defined unit out"),
    row(Scope::Piece, "cp", Kind::Int(-32768, 2147483647), DefaultValue::Int(0), Origin::Xconq, "construction", "construction points; -1 not yet in play"),
    row(Scope::Piece, "cxp", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "combat", "experience"),
    row(Scope::Piece, "mo", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "combat", "morale"),
    row(Scope::Piece, "m", Kind::Values(Scope::Material), DefaultValue::Empty, Origin::Xconq, "economy", "supply"),
    row(Scope::Piece, "tp", Kind::Values(Scope::Unit), DefaultValue::Empty, Origin::Xconq, "tooling", "tooling"),
    row(Scope::Piece, "opinions", Kind::Values(Scope::Side), DefaultValue::Empty, Origin::Xconq, "chance events", "opinion of each side"),
    row(Scope::Piece, "trk", Kind::Form("whole numbers"), DefaultValue::Empty, Origin::Xconq, "none", "sides that follow it"),
    row(Scope::Piece, "priority", Kind::Int(-1, 2147483647), DefaultValue::Int(-1), Origin::Xconq, "turn order", "own place in the order of acting; -1 the type's"),
    row(Scope::Piece, "point-value", Kind::Int(-1, 2147483647), DefaultValue::Int(-1), Origin::Xconq, "scoring", "own worth; -1 the type's"),
    row(Scope::Piece, "image-name", Kind::Text, DefaultValue::Text(""), Origin::Xconq, "interface", "own picture"),
    row(Scope::Piece, "acp", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(0), Origin::Xconq, "action points", "action points now"),
    row(Scope::Piece, "acp0", Kind::Int(i32::MIN, i32::MAX), DefaultValue::Int(0), Origin::Xconq, "action points", "action points at the start of the turn"),
    row(Scope::Piece, "am", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "economy", "moves made this turn"),
    row(Scope::Piece, "a", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "orders", "action in hand"),
    row(Scope::Piece, "plan", Kind::Form("a list"), DefaultValue::Empty, Origin::Xconq, "orders", "plan, section 13 of gdl-reference"),
    row(Scope::Piece, "size", Kind::Int(0, 2147483647), DefaultValue::Int(1), Origin::Xconq, "cities", "size of a city"),
    row(Scope::Piece, "reach", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "cities", "radius of worked cells"),
    row(Scope::Piece, "popul", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "cities", "population"),
    row(Scope::Piece, "usedcells", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "cities", "cells worked"),
    row(Scope::Piece, "maxcells", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "cities", "cells it may work"),
    row(Scope::Piece, "prod", Kind::Values(Scope::Material), DefaultValue::Empty, Origin::Xconq, "cities", "production of the turn"),
    row(Scope::Piece, "curadv", Kind::Form("an advance type"), DefaultValue::Empty, Origin::Xconq, "research", "advance it works on"),
    row(Scope::Piece, "cpstash", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Both, "construction", "construction points saved from disbanded incomplete units"),
    row(Scope::Piece, "creation-id", Kind::Int(0, 2147483647), DefaultValue::Int(0), Origin::Xconq, "construction", "id of a pending creation"),
];

/// Kinds of namers.
#[rustfmt::skip]
pub const NAMER: &[Parameter] = &[
    row(Scope::Namer, "random", Kind::Form("namers, or names"), DefaultValue::Empty, Origin::Xconq, "naming", "draws a string, without return"),
    row(Scope::Namer, "in-order", Kind::Form("namers, or names"), DefaultValue::Empty, Origin::Xconq, "naming", "takes the strings one by one"),
    row(Scope::Namer, "grammar", Kind::Form("namers, or names"), DefaultValue::Empty, Origin::Both, "naming", "root, depth, rules"),
    row(Scope::Namer, "junky", Kind::Form("a symbol"), DefaultValue::Empty, Origin::Xconq, "naming", "initials and number; value of a type's or side's namer"),
];

/// Words for synthesis methods.
#[rustfmt::skip]
pub const METHOD: &[Parameter] = &[
    row(Scope::Method, "make-fractal-percentile-terrain", Kind::Form("a word"), DefaultValue::Empty, Origin::Both, "set-up", "relief and moisture by blobs, terrain by percentiles; in the default list"),
    row(Scope::Method, "make-random-terrain", Kind::Form("a word"), DefaultValue::Empty, Origin::Both, "set-up", "each cell drawn by occurrence"),
    row(Scope::Method, "make-earthlike-terrain", Kind::Form("a word"), DefaultValue::Empty, Origin::Xconq, "set-up", "meant to imitate the earth; needs certain terrain names"),
    row(Scope::Method, "make-maze-terrain", Kind::Form("a word"), DefaultValue::Empty, Origin::Both, "set-up", "rooms and connected corridors in solid terrain"),
    row(Scope::Method, "make-rivers", Kind::Form("a word"), DefaultValue::Empty, Origin::Both, "set-up", "rivers downhill from sources; in the default list"),
    row(Scope::Method, "make-countries", Kind::Form("a word"), DefaultValue::Empty, Origin::Both, "set-up", "one country per side with its first units; in the default list"),
    row(Scope::Method, "make-independent-units", Kind::Form("a word"), DefaultValue::Empty, Origin::Both, "set-up", "scatters independents by independent-density; in the default list"),
    row(Scope::Method, "make-initial-materials", Kind::Form("a word"), DefaultValue::Empty, Origin::Xconq, "set-up", "fills units and cells with their first supply; in the default list"),
    row(Scope::Method, "name-units-randomly", Kind::Form("a word"), DefaultValue::Empty, Origin::Xconq, "set-up", "gives names by namers; in the default list"),
    row(Scope::Method, "name-geographical-features", Kind::Form("a word"), DefaultValue::Empty, Origin::Xconq, "set-up", "finds and names features; in the default list"),
    row(Scope::Method, "make-roads", Kind::Form("a word"), DefaultValue::Empty, Origin::Both, "set-up", "roads between units; in the default list"),
    row(Scope::Method, "make-weather", Kind::Form("a word"), DefaultValue::Empty, Origin::Xconq, "set-up", "lays clouds and winds; in the default list"),
    row(Scope::Method, "make-random-date", Kind::Form("a word"), DefaultValue::Empty, Origin::Xconq, "set-up", "draws the first date between initial-date-min and -max"),
];

/// Words for chance events.
#[rustfmt::skip]
pub const EVENT: &[Parameter] = &[
    row(Scope::Event, "accidents-in-terrain", Kind::Form("a word"), DefaultValue::Empty, Origin::Seed, "chance events", "runs accident-hit-chance, accident-damage and accident-vanish-chance for units in dangerous terrain"),
    row(Scope::Event, "attrition-in-terrain", Kind::Form("a word"), DefaultValue::Empty, Origin::Seed, "chance events", "runs the attrition table; the seed describes the event without a name, this name is inferred; accept attrition too"),
    row(Scope::Event, "units-revolt", Kind::Form("a word"), DefaultValue::Empty, Origin::Seed, "chance events", "runs revolt-chance: unprovoked change of side; the seed describes the event without a name, this name is inferred"),
    row(Scope::Event, "units-surrender", Kind::Form("a word"), DefaultValue::Empty, Origin::Seed, "chance events", "runs surrender-chance within surrender-range of an unfriendly unit; occupants try surrender, scuttling, escape too"),
];

/// Actions that Xconq 7.5 does not know.
#[rustfmt::skip]
pub const ACTION: &[Parameter] = &[
    row(Scope::Action, "transfer-part", Kind::Form("a word"), DefaultValue::Empty, Origin::Seed, "unit parts", "arguments n, unit: moves n parts of the actee to the unit, or into a new unit if none is given; negative n takes; a unit left with no part vanishes"),
];
