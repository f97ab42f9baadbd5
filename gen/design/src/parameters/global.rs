//! Global variables: numbers, texts and lists that hold for a whole game.

use super::parameters;
use crate::{DefaultValue, FormGlobal, IntGlobal, Kind, ListGlobal, Scope, TextGlobal};

/// The words for symmetries: families first, then kinds.
pub const SYMMETRY_WORDS: &[&str] = &[
    "none",
    "auto",
    "rotation",
    "mirror",
    "translation",
    "rotation-2",
    "rotation-3",
    "rotation-4",
    "rotation-6",
    "mirror-x",
    "mirror-y",
    "translation-2",
    "translation-3",
    "translation-4",
    "translation-5",
    "translation-6",
    "translation-7",
    "translation-8",
    "translation-9",
    "translation-10",
    "translation-11",
    "translation-12",
    "translation-13",
    "translation-14",
    "translation-15",
];

parameters! { Scope::Global;
    ALT_BLOB_DENSITY: IntGlobal = "alt-blob-density", Kind::Int(0, 2000000000), DefaultValue::Int(1000), Xconq, "make-fractal-percentile-terrain", "relief bumps laid per 10,000 cells of area (at least 1); 0 skips the relief layer";
    ALT_BLOB_SIZE: IntGlobal = "alt-blob-size", Kind::Int(0, 2000000000), DefaultValue::Int(30), Xconq, "make-fractal-percentile-terrain", "mean cells of one relief bump, as 1/10,000 of the area's cell count (so bumps scale with the map)";
    ALT_BLOB_HEIGHT: IntGlobal = "alt-blob-height", Kind::Int(0, 10000), DefaultValue::Int(500), Xconq, "make-fractal-percentile-terrain", "raw height step of one relief bump (raw scale 0..4000, start 2000, step capped at 2000)";
    ALT_SMOOTHING: IntGlobal = "alt-smoothing", Kind::Int(0, 2000000000), DefaultValue::Int(2), Xconq, "make-fractal-percentile-terrain", "how many neighbour-averaging passes run on raw relief";
    WET_BLOB_DENSITY: IntGlobal = "wet-blob-density", Kind::Int(0, 2000000000), DefaultValue::Int(100), Xconq, "make-fractal-percentile-terrain", "moisture bumps laid per 10,000 cells";
    WET_BLOB_SIZE: IntGlobal = "wet-blob-size", Kind::Int(0, 2000000000), DefaultValue::Int(100), Xconq, "make-fractal-percentile-terrain", "mean cells of one moisture bump, 1/10,000 of the area's cells";
    WET_BLOB_HEIGHT: IntGlobal = "wet-blob-height", Kind::Int(0, 10000), DefaultValue::Int(100), Xconq, "make-fractal-percentile-terrain", "raw height step of one moisture bump";
    WET_SMOOTHING: IntGlobal = "wet-smoothing", Kind::Int(0, 2000000000), DefaultValue::Int(2), Xconq, "make-fractal-percentile-terrain", "neighbour-averaging passes on raw moisture";
    EDGE_TERRAIN: IntGlobal = "edge-terrain", Kind::Reference(Scope::Terrain), DefaultValue::Int(-1), Both, "all terrain methods", "terrain type laid on the border ring of a generated area";
    RIVER_SINK_TERRAIN: IntGlobal = "river-sink-terrain", Kind::Reference(Scope::Terrain), DefaultValue::Int(-1), Xconq, "make-rivers", "terrain placed in a cell all six of whose edges became river";
    COUNTRY_RADIUS_MIN: IntGlobal = "country-radius-min", Kind::Int(-1, 2000000000), DefaultValue::Int(-1), Both, "make-countries", "radius of the first country disc; <=0 means derive from number of starting units";
    COUNTRY_RADIUS_MAX: IntGlobal = "country-radius-max", Kind::Int(0, 2000000000), DefaultValue::Int(0), Both, "make-countries", "how far ring-by-ring country growth may reach (> min enables growth)";
    COUNTRY_SEPARATION_MIN: IntGlobal = "country-separation-min", Kind::Int(0, 2000000000), DefaultValue::Int(0), Both, "make-countries", "least distance between country centres (seed 000: farther than this)";
    COUNTRY_SEPARATION_WANTED: IntGlobal = "country-separation-wanted", Kind::Int(-1, 2000000000), DefaultValue::Int(-1), Fairmarch, "make-countries", "country centres lie farther apart than this where there is room, else as far as there is, down to country-separation-min; -1: that alone";
    COUNTRY_SEPARATION_MAX: IntGlobal = "country-separation-max", Kind::Int(-1, 2000000000), DefaultValue::Int(-1), Both, "make-countries", "a country centre lies within this distance of some other centre; -1 off";
    GROWTH_STOP_CHANCE: IntGlobal = "growth-stop-chance", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "make-countries", "percent chance, at every ring, that a country stops growing";
    ADVANTAGE_DEFAULT: IntGlobal = "advantage-default", Kind::Int(1, 100), DefaultValue::Int(1), Xconq, "make-countries", "strength multiplier a side starts with";
    ADVANTAGE_MIN: IntGlobal = "advantage-min", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "make-countries", "smallest advantage a player may ask for (0 = unset)";
    ADVANTAGE_MAX: IntGlobal = "advantage-max", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "make-countries", "largest advantage a player may ask for (0 = unset)";
    EDGE_ROAD_DENSITY: IntGlobal = "edge-road-density", Kind::Int(0, 2000000000), DefaultValue::Int(0), Xconq, "make-roads", "edge-to-edge roads per 10,000 of 2*(width+height); >0 gives at least one";
    FEATURE_TYPES: ListGlobal = "feature-types", Kind::List, DefaultValue::Empty, Xconq, "name-geographical-features", "which feature classes to detect and name, with optional size bounds";
    FEATURE_NAMERS: ListGlobal = "feature-namers", Kind::List, DefaultValue::Empty, Xconq, "name-geographical-features", "list pairing feature class with namer";
    DEFAULT_NAMER: TextGlobal = "default-namer", Kind::Text, DefaultValue::Text(""), Xconq, "naming", "namer used once another namer has run dry";
    SIDE_NAMER: TextGlobal = "side-namer", Kind::Text, DefaultValue::Text("default-side-names"), Xconq, "sides (set-up)", "namer for side names when the side library is used up";
    SIDES_MIN: IntGlobal = "sides-min", Kind::Int(1, 15), DefaultValue::Int(2), Both, "sides (set-up)", "fewest sides a game may have";
    SIDES_MAX: IntGlobal = "sides-max", Kind::Int(1, 15), DefaultValue::Int(15), Both, "sides (set-up)", "most sides a game may have";
    PLAYER_SIDES_LOCKED: IntGlobal = "player-sides-locked", Kind::Flag, DefaultValue::Int(0), Xconq, "sides (set-up)", "who plays which side is settled by the design: no request changes it";
    SIDES_WANTED: IntGlobal = "sides-wanted", Kind::Int(1, 15), DefaultValue::Int(2), Xconq, "sides (set-up)", "number of sides aimed at";
    SEE_ALL: IntGlobal = "see-all", Kind::Flag, DefaultValue::Int(0), Both, "vision", "no fog of war at all";
    LAST_TURN: IntGlobal = "last-turn", Kind::Int(1, 2000000000), DefaultValue::Int(2000000000), Xconq, "end of the game", "turn after which the game stops";
    COUNTRY_SEARCH_EVALUATIONS: IntGlobal = "country-search-evaluations", Kind::Int(0, 1_000_000), DefaultValue::Int(20_000), Fairmarch, "make-countries, furnish-provinces", "how many sets of country centres, or of provinces to begin in, the search weighs; 0 takes the first that fits";
    COUNTRY_SEARCH_DRAW: IntGlobal = "country-search-draw", Kind::Int(0, 1_000_000), DefaultValue::Int(0), Fairmarch, "make-countries, furnish-provinces, make-belts, place-heroes", "which half of the places the search may choose from, another for each number; 0 lets it choose from all";
    COUNTRY_LEVELS: IntGlobal = "country-levels", Kind::Choice(&["any", "even"]), DefaultValue::Int(0), Fairmarch, "make-countries", "where sides begin in a world of several levels: on any, or as many on each as on any other, give or take one";
    BALANCE_TARGET: IntGlobal = "balance-target", Kind::Int(0, 100), DefaultValue::Int(95), Fairmarch, "balance-starts", "percent: how even the predicted shares of wins should be, and what the worst seat should reach of the best one's land, towns and materials";
    ALT_ROUGHNESS: IntGlobal = "alt-roughness", Kind::Int(0, 100), DefaultValue::Int(55), Fairmarch, "make-fractal-percentile-terrain", "height of each finer octave of relief bumps, half as wide, in percent of the octave before; 0 leaves the bumps of alt-blob-size alone";
    ALT_RIDGES: IntGlobal = "alt-ridges", Kind::Int(0, 200), DefaultValue::Int(0), Fairmarch, "make-fractal-percentile-terrain", "height of winding crests, on which mountains stand in ranges, in percent of the largest relief bumps; 0 raises none";
    WET_ROUGHNESS: IntGlobal = "wet-roughness", Kind::Int(0, 100), DefaultValue::Int(50), Fairmarch, "make-fractal-percentile-terrain", "height of each finer octave of moisture bumps, in percent of the octave before";
    EDGE_FALLOFF: IntGlobal = "edge-falloff", Kind::Int(0, 100), DefaultValue::Int(0), Fairmarch, "make-fractal-percentile-terrain, make-noise-terrain", "how far from the bounds relief begins to sink, in percent of the way from a bound to the middle; 0 leaves relief as it is";
    RIVER_LENGTH_MIN: IntGlobal = "river-length-min", Kind::Int(1, 10_000), DefaultValue::Int(3), Fairmarch, "make-rivers", "a river or tributary with fewer edges than this is left out";
    LAKE_SIZE_MIN: IntGlobal = "lake-size-min", Kind::Int(0, 2_000_000_000), DefaultValue::Int(1), Fairmarch, "make-rivers", "a hollow with at least so many cells under water becomes a lake, any other is taken as filled up; 0 makes no lakes, and leaves all terrain as it is";
    NOISE_KIND: IntGlobal = "noise-kind", Kind::Choice(&["fbm", "ridged", "warped"]), DefaultValue::Int(0), Fairmarch, "make-noise-terrain", "how octaves of noise become relief: added up, as crests that are rougher the higher they are, or added up over a map that is itself bent by noise";
    NOISE_SCALE: IntGlobal = "noise-scale", Kind::Int(1, 400), DefaultValue::Int(45), Fairmarch, "make-noise-terrain", "width of the largest forms, in percent of the area's shorter side";
    NOISE_OCTAVES: IntGlobal = "noise-octaves", Kind::Int(1, 12), DefaultValue::Int(7), Fairmarch, "make-noise-terrain", "how many octaves, each half as wide as the one before; none is finer than two cells";
    NOISE_ROUGHNESS: IntGlobal = "noise-roughness", Kind::Int(0, 100), DefaultValue::Int(58), Fairmarch, "make-noise-terrain", "height of each finer octave, in percent of the octave before";
    NOISE_WARP: IntGlobal = "noise-warp", Kind::Int(0, 400), DefaultValue::Int(60), Fairmarch, "make-noise-terrain", "with noise-kind warped: how far noise moves the places of the map, in percent of the largest forms' width";
    LEVELS: IntGlobal = "levels", Kind::Int(1, 64), DefaultValue::Int(1), Fairmarch, "all methods", "how many levels a world has, such as an island and the caverns below it; a step of the recipe works on one with `level`, from 1, else on all";
    STAIRS_TERRAIN: IntGlobal = "stairs-terrain", Kind::Reference(Scope::Terrain), DefaultValue::Int(-1), Fairmarch, "make-stairs", "type of the links between levels: a connection, such as a shaft, whose mp-to-traverse says who can use it";
    STAIRS_COUNT: IntGlobal = "stairs-count", Kind::Int(1, 100), DefaultValue::Int(2), Fairmarch, "make-stairs", "how many stairs join two levels that follow one another: 1 makes no loops, more make loops; a level whose ground is in pieces gets as many as join them";
    STAIRS_COST: IntGlobal = "stairs-cost", Kind::Int(0, 1000), DefaultValue::Int(0), Fairmarch, "make-stairs", "movement points that a step over stairs costs beyond what their type costs";
    LOCK_COUNT: IntGlobal = "lock-count", Kind::Int(0, 9), DefaultValue::Int(1), Fairmarch, "make-locks", "most locks on each level, each with a key of its own that can be had before it; fewer where the doors of a level or the types of locked doors and keys give no more; 0 locks nothing";
    MONSTERS_PER_LEVEL: IntGlobal = "monsters-per-level", Kind::Int(0, 10000), DefaultValue::Int(0), Fairmarch, "furnish-levels", "how many independent units that can act are drawn for each level, by level-weight";
    OBJECTS_PER_LEVEL: IntGlobal = "objects-per-level", Kind::Int(0, 10000), DefaultValue::Int(0), Fairmarch, "furnish-levels", "how many independent units that cannot act are drawn for each level, by level-weight; what lies inside them comes on top";
    ARRIVAL_RADIUS: IntGlobal = "arrival-radius", Kind::Int(0, 1000), DefaultValue::Int(5), Fairmarch, "furnish-levels", "no monster begins within so many steps of where sides begin, nor of where stairs from higher levels arrive";
    SYMMETRY: IntGlobal = "symmetry", Kind::Choice(SYMMETRY_WORDS), DefaultValue::Int(0), Fairmarch, "all methods", "how the world is made of parts that are alike, one for each side: turned round its centre, mirrored (mirror-x: west and east), or one after the other round a cylinder or torus; auto: in as many parts as sides and area allow";
    ASYMMETRY: IntGlobal = "asymmetry", Kind::Int(0, 100), DefaultValue::Int(0), Fairmarch, "all terrain methods", "how much of the symmetry is given up again, in percent: above 0 the parts are like each other but not the same, and all later methods work as in any world";
    MAZE_PASSAGE_DENSITY: IntGlobal = "maze-passage-density", Kind::Int(0, 10000), DefaultValue::Int(3000), Both, "make-maze-terrain", "target passage cells per 10,000 inner cells, for mazes of rooms; added to the rooms for caves";
    MAZE_ROOM_DENSITY: IntGlobal = "maze-room-density", Kind::Int(0, 10000), DefaultValue::Int(1000), Both, "make-maze-terrain", "room cells per 10,000 inner cells (a room is a cell with all of its neighbours)";
    MAZE_KIND: IntGlobal = "maze-kind", Kind::Choice(&["rooms", "depth-first", "kruskal", "wilson", "braided", "cave"]), DefaultValue::Int(0), Fairmarch, "make-maze-terrain", "rooms and corridors; perfect mazes of passages alone (long ways, many dead ends, or all equally likely); one whose dead ends lead on; or caves";
    MAZE_BRAID: IntGlobal = "maze-braid", Kind::Int(0, 100), DefaultValue::Int(100), Fairmarch, "make-maze-terrain", "with maze-kind braided: percent of the dead ends that lead on";
    MAZE_START_TERRAIN: IntGlobal = "maze-start-terrain", Kind::Reference(Scope::Terrain), DefaultValue::Int(-1), Fairmarch, "make-maze-terrain", "type of the cell where a maze begins, far from where it ends; none: like its passages";
    MAZE_EXIT_TERRAIN: IntGlobal = "maze-exit-terrain", Kind::Reference(Scope::Terrain), DefaultValue::Int(-1), Fairmarch, "make-maze-terrain", "type of the cell where a maze ends; none: like its passages";
    ROOM_COUNT: IntGlobal = "room-count", Kind::Int(1, 400), DefaultValue::Int(12), Fairmarch, "make-rooms", "how many rooms a level is to have; it gets as many as there is room for";
    ROOM_SIZE_MIN: IntGlobal = "room-size-min", Kind::Int(1, 60), DefaultValue::Int(3), Fairmarch, "make-rooms", "how many cells the smallest rooms are across, without their walls";
    ROOM_SIZE_MAX: IntGlobal = "room-size-max", Kind::Int(1, 60), DefaultValue::Int(9), Fairmarch, "make-rooms", "how many cells the largest rooms are across, without their walls; on hexes a room is a disk";
    ROOM_LOOPS: IntGlobal = "room-loops", Kind::Int(0, 300), DefaultValue::Int(30), Fairmarch, "make-rooms", "corridors beyond those that it takes to join all rooms, in percent of these; with 0 there is one way from any room to any other";
    DOOR_CHANCE: IntGlobal = "door-chance", Kind::Int(0, 100), DefaultValue::Int(60), Fairmarch, "make-rooms", "percent of the mouths of rooms that get a door of the type door-terrain";
    DOOR_TERRAIN: IntGlobal = "door-terrain", Kind::Reference(Scope::Terrain), DefaultValue::Int(-1), Fairmarch, "make-rooms, make-vaults", "type of closed doors, which fill a cell; none: there are no doors";
    POOL_DENSITY: IntGlobal = "pool-density", Kind::Int(0, 5000), DefaultValue::Int(300), Fairmarch, "make-pools", "cells of lakes and chasms per 10,000 cells that are at no bound; they never cut off ground, so there may be fewer";
    POOL_SIZE_MIN: IntGlobal = "pool-size-min", Kind::Int(1, 2000), DefaultValue::Int(6), Fairmarch, "make-pools", "how many cells the smallest lakes and chasms have";
    POOL_SIZE_MAX: IntGlobal = "pool-size-max", Kind::Int(1, 2000), DefaultValue::Int(40), Fairmarch, "make-pools", "how many cells the largest lakes and chasms have";
    VAULT_COUNT: IntGlobal = "vault-count", Kind::Int(0, 20), DefaultValue::Int(1), Fairmarch, "make-vaults", "how many vaults a level is to have, of those that the forms of the design draw for it; it gets as many as there is room for";
    CALENDAR: FormGlobal = "calendar", Kind::Form("a calendar such as [\"usual\", \"month\"]"), DefaultValue::Empty, Xconq, "dates, make-random-date", "how turns map to dates: `usual` and a STEP from second to year, with how many of them a turn takes, or a list FIRST, LAST, STEP for each span of turns, counted from 0; or `number` and a word";
    INITIAL_DATE: TextGlobal = "initial-date", Kind::Text, DefaultValue::Text(""), Xconq, "make-random-date, dates", "calendar date of turn 1, such as 5 May 1871";
    INITIAL_DATE_MIN: TextGlobal = "initial-date-min", Kind::Text, DefaultValue::Text(""), Xconq, "make-random-date", "early bound for a random start date";
    INITIAL_DATE_MAX: TextGlobal = "initial-date-max", Kind::Text, DefaultValue::Text(""), Xconq, "make-random-date", "late bound for a random start date";
    TEMPERATURE_FLOOR: IntGlobal = "temperature-floor", Kind::Int(-2000000000, 2000000000), DefaultValue::Int(0), Xconq, "make-weather, environment", "temperature reached at the floor elevation";
    TEMPERATURE_FLOOR_ELEVATION: IntGlobal = "temperature-floor-elevation", Kind::Int(-2000000000, 2000000000), DefaultValue::Int(0), Xconq, "make-weather, environment", "elevation where cooling bottoms out; 0 disables elevation cooling";
    TEMPERATURE_MODERATION_RANGE: IntGlobal = "temperature-moderation-range", Kind::Int(0, 2), DefaultValue::Int(0), Xconq, "make-weather, environment", "above 0: each cell's temperature is averaged with its neighbours'";
    WIND_MIX_RANGE: IntGlobal = "wind-mix-range", Kind::Int(0, 2), DefaultValue::Int(0), Xconq, "make-weather, environment", "above 0 the winds start alike and mix with their neighbours each turn";
    PROVINCE_COUNT: IntGlobal = "province-count", Kind::Int(0, 10_000), DefaultValue::Int(0), Fairmarch, "make-provinces", "how many provinces there shall be; 0 makes as many as the land has room for at the middle of province-size-min and province-size-max";
    PROVINCE_SIZE_MIN: IntGlobal = "province-size-min", Kind::Int(0, 1_000_000), DefaultValue::Int(0), Fairmarch, "make-provinces", "least cells that can be walked in a province: smaller islands belong to none; 0 is a third of the mean, and 2 is the least";
    PROVINCE_SIZE_MAX: IntGlobal = "province-size-max", Kind::Int(0, 1_000_000), DefaultValue::Int(0), Fairmarch, "make-provinces", "most cells of a province; a larger one is warned of; 0 for no bound";
    PROVINCE_TOLERANCE: IntGlobal = "province-tolerance", Kind::Int(0, 50), DefaultValue::Int(4), Fairmarch, "make-provinces", "by how many percent provinces may differ from their mean worth so that borders are short and follow rivers";
    PROVINCE_NAMER: TextGlobal = "province-namer", Kind::Text, DefaultValue::Text("provinces"), Fairmarch, "make-provinces", "namer for the names of provinces";
    PROVINCE_INCOME_MIN: IntGlobal = "province-income-min", Kind::Int(0, 1_000_000), DefaultValue::Int(3), Fairmarch, "furnish-provinces", "what the poorest free province may pay its owner in a turn";
    PROVINCE_INCOME_MAX: IntGlobal = "province-income-max", Kind::Int(0, 1_000_000), DefaultValue::Int(9), Fairmarch, "furnish-provinces", "what the richest free province may pay its owner in a turn";
    PROVINCE_TRAINING_KINDS: IntGlobal = "province-training-kinds", Kind::Int(0, 100), DefaultValue::Int(3), Fairmarch, "furnish-provinces", "how many types of units a free province trains at most; it trains one or more, as `province-training` of the types says";
    PROVINCE_TRAINING_MAX: IntGlobal = "province-training-max", Kind::Int(1, 1000), DefaultValue::Int(2), Fairmarch, "furnish-provinces", "how many units of a type a free province trains in a turn at most";
    GARRISON_MIN: IntGlobal = "garrison-min", Kind::Int(0, 1000), DefaultValue::Int(1), Fairmarch, "furnish-provinces", "units in the free province that pays least";
    GARRISON_MAX: IntGlobal = "garrison-max", Kind::Int(0, 1000), DefaultValue::Int(4), Fairmarch, "furnish-provinces", "units in the free province that pays most";
    START_PROVINCE_INCOME: IntGlobal = "start-province-income", Kind::Int(0, 1_000_000), DefaultValue::Int(8), Fairmarch, "furnish-provinces", "what the province where a side begins pays in a turn";
    START_PROVINCE_SEPARATION: IntGlobal = "start-province-separation", Kind::Int(1, 100), DefaultValue::Int(2), Fairmarch, "furnish-provinces", "the least number of borders between the provinces where two sides begin; less, where the map has no room for that";
    ROCK_DENSITY: IntGlobal = "rock-density", Kind::Int(0, 5000), DefaultValue::Int(550), Fairmarch, "make-belts", "cells with asteroids or solid bodies per 10,000 cells outside the zones of the sides; 0 leaves space empty";
    BELT_WEIGHT: IntGlobal = "belt-weight", Kind::Int(0, 1000), DefaultValue::Int(4), Fairmarch, "make-belts", "how much of all rock lies in belts, as against `cluster-weight` and `single-rock-weight`";
    BELT_LENGTH: IntGlobal = "belt-length", Kind::Int(10, 300), DefaultValue::Int(65), Fairmarch, "make-belts", "length of a belt, in percent of the area's longer side; a belt ends at a bound";
    BELT_WIDTH: IntGlobal = "belt-width", Kind::Int(1, 15), DefaultValue::Int(3), Fairmarch, "make-belts", "about how many cells a belt is wide, denser in its middle";
    CLUSTER_WEIGHT: IntGlobal = "cluster-weight", Kind::Int(0, 1000), DefaultValue::Int(3), Fairmarch, "make-belts", "how much of all rock lies in clusters, each a solid body with asteroids around it";
    CLUSTER_ASTEROIDS_MAX: IntGlobal = "cluster-asteroids-max", Kind::Int(0, 50), DefaultValue::Int(4), Fairmarch, "make-belts", "most asteroids around the solid body of a cluster";
    SOLID_SIZE_MAX: IntGlobal = "solid-size-max", Kind::Int(2, 7), DefaultValue::Int(7), Fairmarch, "make-belts", "most cells of a solid body; the least are 2";
    SINGLE_ROCK_WEIGHT: IntGlobal = "single-rock-weight", Kind::Int(0, 1000), DefaultValue::Int(2), Fairmarch, "make-belts", "how much of all rock is single asteroids, strewn over the whole area";
    RULESET: TextGlobal = "ruleset", Kind::Text, DefaultValue::Text("kernel"), Fairmarch, "play", "the rules that the scenario is played by; kernel are the rules of GDL";
    EDGE_RING: IntGlobal = "edge-ring", Kind::Flag, DefaultValue::Int(1), Fairmarch, "units' places and steps", "whether the outermost ring of a bounded area is closed to units, as in games by the rules of GDL";
    ACTION_MOVIES: FormGlobal = "action-movies", Kind::Form("patterns with texts, such as [[\"move\", \"'Off we go.\"]]"), DefaultValue::Empty, Xconq, "interface", "patterns that pick a film or sound for an action";
    ACTION_NOTICES: FormGlobal = "action-notices", Kind::Form("patterns with texts, such as [[\"move\", \"'Off we go.\"]]"), DefaultValue::Empty, Xconq, "interface", "patterns that pick a text for an action or a combat report";
    AI_INITIAL_RESEARCH_GOALS: FormGlobal = "ai-initial-research-goals", Kind::Form("choices with their weights, such as [[3, \"vanish\"], [1, \"table\"]]"), DefaultValue::Empty, Xconq, "ai", "weighted list of the advances a computer player may aim at first";
    ATTACK_CURSOR: TextGlobal = "attack-cursor", Kind::Text, DefaultValue::Text("cursor-sword"), Xconq, "interface", "cursor shape for attack";
    BACKDROP_IGNORE_DOCTRINE: IntGlobal = "backdrop-ignore-doctrine", Kind::Flag, DefaultValue::Int(0), Xconq, "economy (distribution)", "model 1 may drain units below their doctrine reserve";
    BACKDROP_MODEL: IntGlobal = "backdrop-model", Kind::Int(0, 2000000000), DefaultValue::Int(0), Xconq, "economy (distribution)", "selects automatic material distribution code (0 transport-based, 1 gap levelling)";
    COMBAT_MODEL: IntGlobal = "combat-model", Kind::Int(0, 2000000000), DefaultValue::Int(0), Both, "combat", "0 single blow and answer, 1 rounds by strength";
    CONTOUR_COLOR: TextGlobal = "contour-color", Kind::Text, DefaultValue::Text("saddle-brown"), Xconq, "interface", "display colour for contour";
    COUNTRY_BORDER_COLOR: TextGlobal = "country-border-color", Kind::Text, DefaultValue::Text("deep-pink"), Xconq, "interface", "display colour for country border";
    CREATE_UNITS_FROM_SPECS: IntGlobal = "create-units-from-specs", Kind::Flag, DefaultValue::Int(1), Xconq, "none", "unit forms make units at once; false: kept as templates (no effect in 7.5)";
    ELAPSED_REAL_TIME: IntGlobal = "elapsed-real-time", Kind::Int(-1, 2000000000), DefaultValue::Int(-1), Xconq, "real time", "seconds the game has run; saved games";
    EVENT_MOVIES: FormGlobal = "event-movies", Kind::Form("patterns with texts, such as [[\"move\", \"'Off we go.\"]]"), DefaultValue::Empty, Xconq, "interface", "patterns that pick a film or sound for an event";
    EVENT_NARRATIVES: FormGlobal = "event-narratives", Kind::Form("patterns with texts, such as [[\"move\", \"'Off we go.\"]]"), DefaultValue::Empty, Xconq, "interface", "patterns that pick a text in the past tense for an event";
    EVENT_NOTICES: FormGlobal = "event-notices", Kind::Form("patterns with texts, such as [[\"move\", \"'Off we go.\"]]"), DefaultValue::Empty, Xconq, "interface", "patterns that pick a text for an event";
    EXTRA_TURN_CHANCE: IntGlobal = "extra-turn-chance", Kind::Int(0, 99), DefaultValue::Int(0), Xconq, "end of the game", "percent chance to go on one turn past the last";
    FRONTLINE_COLOR: TextGlobal = "frontline-color", Kind::Text, DefaultValue::Text("red"), Xconq, "interface", "display colour for frontline";
    GENERIC_CURSOR: TextGlobal = "generic-cursor", Kind::Text, DefaultValue::Text("cursor-pointer"), Xconq, "interface", "cursor shape for generic";
    GRID_COLOR: TextGlobal = "grid-color", Kind::Text, DefaultValue::Text("dark-gray"), Both, "interface", "display colour for grid";
    INDEPSIDE_CAN_DEVELOP: IntGlobal = "indepside-can-develop", Kind::Flag, DefaultValue::Int(0), Xconq, "development", "independents may raise tech levels";
    INDEPSIDE_CAN_RESEARCH: IntGlobal = "indepside-can-research", Kind::Flag, DefaultValue::Int(0), Xconq, "research", "independents may research advances";
    INDEPSIDE_HAS_AI: IntGlobal = "indepside-has-ai", Kind::Flag, DefaultValue::Int(0), Xconq, "ai", "independents are played by a computer player";
    INDEPSIDE_HAS_ECONOMY: IntGlobal = "indepside-has-economy", Kind::Flag, DefaultValue::Int(1), Xconq, "economy", "independents take part in the economy";
    INDEPSIDE_HAS_TREASURY: IntGlobal = "indepside-has-treasury", Kind::Flag, DefaultValue::Int(0), Xconq, "treasury", "independents have a treasury";
    INITIAL_DAY_PART: IntGlobal = "initial-day-part", Kind::Int(0, 2000000000), DefaultValue::Int(0), Xconq, "dates", "offset into the day at start";
    INITIAL_YEAR_PART: IntGlobal = "initial-year-part", Kind::Int(0, 2000000000), DefaultValue::Int(0), Xconq, "dates", "offset into the year at start";
    MERIDIAN_COLOR: TextGlobal = "meridian-color", Kind::Text, DefaultValue::Text("black"), Xconq, "interface", "display colour for meridian";
    PROTECTION_RESISTS_CAPTURE: IntGlobal = "protection-resists-capture", Kind::Flag, DefaultValue::Int(1), Both, "capture", "the protection tables also lower capture chances";
    RANDOM_STATE: IntGlobal = "random-state", Kind::Int(-1, 32767), DefaultValue::Int(-1), Xconq, "saved games", "saved generator state";
    REAL_TIME_FOR_GAME: IntGlobal = "real-time-for-game", Kind::Int(0, 2000000000), DefaultValue::Int(0), Xconq, "real time", "wall-clock limit for the game, seconds";
    REAL_TIME_PER_SIDE: IntGlobal = "real-time-per-side", Kind::Int(0, 2000000000), DefaultValue::Int(0), Xconq, "real time", "wall-clock budget per side, seconds";
    REAL_TIME_PER_TURN: IntGlobal = "real-time-per-turn", Kind::Int(0, 2000000000), DefaultValue::Int(0), Xconq, "real time", "wall-clock limit per turn, seconds";
    ZZ_RUN_SERIAL_NUMBER: IntGlobal = "zz-run-serial-number", Kind::Int(0, 2000000000), DefaultValue::Int(0), Xconq, "internal cache", "internal cached value, not for designers";
    SCOREFILE_NAME: TextGlobal = "scorefile-name", Kind::Text, DefaultValue::Text(""), Xconq, "scoring", "file for records of players' results; empty = none";
    SEASON_NAMES: FormGlobal = "season-names", Kind::Form("parts of the year with names, such as [[0, 2, \"'thaw\"]]"), DefaultValue::Empty, Xconq, "dates", "names for stretches of the year";
    SEE_TERRAIN_ALWAYS: IntGlobal = "see-terrain-always", Kind::Flag, DefaultValue::Int(1), Both, "vision", "once-seen terrain stays current";
    SEE_WEATHER_ALWAYS: IntGlobal = "see-weather-always", Kind::Flag, DefaultValue::Int(1), Xconq, "vision", "weather of seen cells stays current";
    SELF_REQUIRED: IntGlobal = "self-required", Kind::Flag, DefaultValue::Int(0), Xconq, "self-unit", "every side needs a self-unit and loses with it";
    SHORELINE_COLOR: TextGlobal = "shoreline-color", Kind::Text, DefaultValue::Text("blue"), Xconq, "interface", "display colour for shoreline";
    SIDE_CAN_RESEARCH: IntGlobal = "side-can-research", Kind::Flag, DefaultValue::Int(0), Xconq, "research", "sides do research on advances";
    SIDE_COLOR_LIBRARY: FormGlobal = "side-color-library", Kind::Form("choices with their weights, such as [[3, \"vanish\"], [1, \"table\"]]"), DefaultValue::Empty, Xconq, "sides (set-up)", "weighted list of colour schemes for sides";
    SIDE_LIBRARY: FormGlobal = "side-library", Kind::Form("choices with their weights, such as [[3, \"vanish\"], [1, \"table\"]]"), DefaultValue::Empty, Both, "sides (set-up)", "weighted list of ready-made side definitions";
    SURVEY_CURSOR: TextGlobal = "survey-cursor", Kind::Text, DefaultValue::Text("cursor-hand"), Xconq, "interface", "cursor shape for survey";
    SYNTHESIS_METHODS: FormGlobal = "synthesis-methods", Kind::Form("names of methods"), DefaultValue::Empty, Xconq, "set-up", "ordered list of generators to run at set-up";
    SYNTHESIS_DONE: FormGlobal = "synthesis-done", Kind::Form("methods with calls and runs"), DefaultValue::Empty, Xconq, "saved games", "saved record (method calls runs) so restored games do not regenerate";
    TERRAIN_SEEN: IntGlobal = "terrain-seen", Kind::Flag, DefaultValue::Int(0), Xconq, "vision", "whole map terrain known at start";
    TURN: IntGlobal = "turn", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "turn order", "current turn counter";
    UNITS_IN_GAME_MAX: IntGlobal = "units-in-game-max", Kind::Int(-1, 2000000000), DefaultValue::Int(-1), Xconq, "sides", "cap on units in the whole game (-1 none)";
    UNIT_GBOX_BORDER_COLOR: TextGlobal = "unit-gbox-border-color", Kind::Text, DefaultValue::Text("black"), Xconq, "interface", "display colour for unit gbox border";
    UNIT_GBOX_FILL_COLOR: TextGlobal = "unit-gbox-fill-color", Kind::Text, DefaultValue::Text("white"), Xconq, "interface", "display colour for unit gbox fill";
    UNIT_NAME_COLOR: TextGlobal = "unit-name-color", Kind::Text, DefaultValue::Text("lemon-chiffon"), Xconq, "interface", "display colour for unit name";
    UNITS_PER_SIDE_MAX: IntGlobal = "units-per-side-max", Kind::Int(-1, 2000000000), DefaultValue::Int(-1), Xconq, "sides", "cap on units per side (-1 none)";
    UNSEEN_CHAR: TextGlobal = "unseen-char", Kind::Text, DefaultValue::Text(" ?"), Xconq, "interface", "one or two characters for unknown cells on text displays";
    UNSEEN_COLOR: TextGlobal = "unseen-color", Kind::Text, DefaultValue::Text("black"), Both, "interface", "display colour for unseen";
    USE_SIDE_PRIORITY: IntGlobal = "use-side-priority", Kind::Flag, DefaultValue::Int(0), Both, "turn order", "sides move one after another in priority order";
    DISBAND_UNFINISHED_UNITS: IntGlobal = "disband-unfinished-units", Kind::Flag, DefaultValue::Int(0), Both, "none", "incomplete units nobody works on are disbanded (no effect in 7.5)";
    SALVAGE_UNFINISHED_CPS: IntGlobal = "salvage-unfinished-cps", Kind::Flag, DefaultValue::Int(0), Both, "none", "such a disbanding returns construction points to the builder's cpstash (no effect in 7.5)";
    SALVAGE_UNFINISHED_MATERIALS: IntGlobal = "salvage-unfinished-materials", Kind::Flag, DefaultValue::Int(0), Both, "none", "such a disbanding returns the materials spent (no effect in 7.5)";
    AI_ADVANCED_UNIT_SEPARATION: IntGlobal = "ai-advanced-unit-separation", Kind::Int(0, 2000000000), DefaultValue::Int(3), Xconq, "ai", "distance a computer player keeps between new cities";
    AI_BADTASK_REMOVE_CHANCE: IntGlobal = "ai-badtask-remove-chance", Kind::Int(0, 100), DefaultValue::Int(20), Xconq, "ai", "percent chance that a failed task is dropped";
    AI_BADTASK_MAX_RETRIES: IntGlobal = "ai-badtask-max-retries", Kind::Int(0, 2000000000), DefaultValue::Int(6), Xconq, "ai", "failures after which a task is dropped for sure";
    AI_BADTASK_RESERVE_CHANCE: IntGlobal = "ai-badtask-reserve-chance", Kind::Int(0, 100), DefaultValue::Int(20), Xconq, "ai", "percent chance that a unit with a failed task goes into reserve";
    PEOPLE: IntGlobal = "people", Kind::Flag, DefaultValue::Int(1), Xconq, "people and control", "switch for the people step of a turn (an empty step in 7.5)";
    ECONOMY: IntGlobal = "economy", Kind::Flag, DefaultValue::Int(1), Xconq, "economy", "switch for the per-turn economy phase";
    SUPPLY: IntGlobal = "supply", Kind::Flag, DefaultValue::Int(1), Xconq, "supply lines", "switch for the per-turn supply-zone phase";
    NO_INDEPSIDE_INGAME: IntGlobal = "no-indepside-ingame", Kind::Flag, DefaultValue::Int(0), Xconq, "sides", "players may not make the independents an active side";
    AI_MAY_RESIGN: IntGlobal = "ai-may-resign", Kind::Flag, DefaultValue::Int(1), Xconq, "ai", "computer players may concede";
    WINDOW_COLOR: TextGlobal = "window-color", Kind::Text, DefaultValue::Text("sandy-brown"), Xconq, "interface", "display colour for window";
    FORE_COLOR: TextGlobal = "fore-color", Kind::Text, DefaultValue::Text("black"), Xconq, "interface", "display colour for fore";
    MASK_COLOR: TextGlobal = "mask-color", Kind::Text, DefaultValue::Text("lemon-chiffon"), Xconq, "interface", "display colour for mask";
    TEXT_COLOR: TextGlobal = "text-color", Kind::Text, DefaultValue::Text("midnight-blue"), Xconq, "interface", "display colour for text";
    FEATURE_COLOR: TextGlobal = "feature-color", Kind::Text, DefaultValue::Text("light-salmon"), Xconq, "interface", "display colour for feature";
    FEATURE_BOUNDARIES: IntGlobal = "feature-boundaries", Kind::Int(-1, 1), DefaultValue::Int(-1), Xconq, "interface", "display switch for feature outlines: -1 user's choice, 0 off, 1 on";
    MERIDIANS: IntGlobal = "meridians", Kind::Int(-1, 1), DefaultValue::Int(-1), Xconq, "interface", "display switch for grid lines of latitude and longitude: -1 user's choice, 0 off, 1 on";
    SHORELINES: IntGlobal = "shorelines", Kind::Int(-1, 1), DefaultValue::Int(-1), Xconq, "interface", "display switch for coast lines: -1 user's choice, 0 off, 1 on";
    TERRAIN_TRANSITIONS: IntGlobal = "terrain-transitions", Kind::Int(-1, 1), DefaultValue::Int(-1), Xconq, "interface", "display switch for blended terrain edges: -1 user's choice, 0 off, 1 on";
    TREASURY_SIZE: IntGlobal = "treasury-size", Kind::Int(0, 2000000000), DefaultValue::Int(2000000000), Xconq, "treasury", "cap on a side's stock of one material";
    RANDOM_EVENTS: FormGlobal = "random-events", Kind::Form("names of methods"), DefaultValue::Empty, Seed, "chance events", "methods of chance events to run each turn, in this order; no default stated: take all four, every probability is 0 until set";
}
