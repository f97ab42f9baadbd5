//! Properties of terrain types.

use super::parameters;
use crate::{DefaultValue, IntProperty, Kind, ListProperty, Scope, TerrainType, TextProperty};

parameters! { Scope::Terrain;
    CHAR: TextProperty<TerrainType> = "char", Kind::Text, DefaultValue::Text(""), Both, "interface", "display glyph/picture name";
    COLOR: TextProperty<TerrainType> = "color", Kind::Text, DefaultValue::Text(""), Seed, "interface", "display colour of the terrain (plain patch when there is no picture)";
    IMAGE_NAME: TextProperty<TerrainType> = "image-name", Kind::Text, DefaultValue::Text(""), Both, "pictures", "what it looks like: an image of the design's own (a form `imf`), or one of sea shallows swamp plains fields desert forest hills mountains ice floor roofs space; else by its properties and colour";
    HELP: TextProperty<TerrainType> = "help", Kind::Text, DefaultValue::Text(""), Xconq, "interface", "free text shown to players";
    NOTES: ListProperty<TerrainType> = "notes", Kind::List, DefaultValue::Empty, Xconq, "interface", "free text shown to players";
    SUBTYPE: IntProperty<TerrainType> = "subtype", Kind::Choice(&["cell", "border", "connection", "coating"]), DefaultValue::Int(0), Xconq, "all rules (role of the type)", "role: cell, border, connection or coating";
    SUBTYPE_X: IntProperty<TerrainType> = "subtype-x", Kind::Choice(&["no-x", "river-x", "valley-x", "road-x"]), DefaultValue::Int(0), Xconq, "make-rivers, make-roads", "extra role: none, river, valley or road; tells river/road generators which type to lay";
    ALT_PERCENTILE_MIN: IntProperty<TerrainType> = "alt-percentile-min", Kind::Int(0, 100), DefaultValue::Int(0), Both, "make-fractal-percentile-terrain, make-noise-terrain", "lowest relief percentile (inclusive) at which this terrain is chosen";
    ALT_PERCENTILE_MAX: IntProperty<TerrainType> = "alt-percentile-max", Kind::Int(0, 100), DefaultValue::Int(0), Both, "make-fractal-percentile-terrain, make-noise-terrain", "highest relief percentile (inclusive) at which this terrain is chosen";
    WET_PERCENTILE_MIN: IntProperty<TerrainType> = "wet-percentile-min", Kind::Int(0, 100), DefaultValue::Int(0), Both, "make-fractal-percentile-terrain, make-noise-terrain", "lowest moisture percentile (inclusive)";
    WET_PERCENTILE_MAX: IntProperty<TerrainType> = "wet-percentile-max", Kind::Int(0, 100), DefaultValue::Int(0), Both, "make-fractal-percentile-terrain, make-noise-terrain", "highest moisture percentile (inclusive)";
    ELEVATION_MIN: IntProperty<TerrainType> = "elevation-min", Kind::Int(-32768, 32767), DefaultValue::Int(0), Xconq, "make-fractal-percentile-terrain, make-noise-terrain, make-random-terrain, make-earthlike-terrain", "lowest real elevation given to this terrain";
    ELEVATION_MAX: IntProperty<TerrainType> = "elevation-max", Kind::Int(-32768, 32767), DefaultValue::Int(0), Xconq, "make-fractal-percentile-terrain, make-noise-terrain, make-random-terrain, make-earthlike-terrain", "highest real elevation given to this terrain";
    LIQUID: IntProperty<TerrainType> = "liquid", Kind::Flag, DefaultValue::Int(0), Both, "make-rivers, terrain synthesis, name-geographical-features, ai", "counts as water (rivers end, roads and land regions stop)";
    RIVER_CHANCE: IntProperty<TerrainType> = "river-chance", Kind::Int(0, 10000), DefaultValue::Int(0), Both, "make-rivers", "chance per 10,000 that a cell of this terrain is a river source";
    CAPACITY: IntProperty<TerrainType> = "capacity", Kind::Int(0, 32767), DefaultValue::Int(1), Both, "stacking", "room for units in a cell";
    COUNTRY_GROWTH_CHANCE: IntProperty<TerrainType> = "country-growth-chance", Kind::Int(0, 100), DefaultValue::Int(100), Xconq, "make-countries", "percent chance that growth takes an unclaimed cell";
    COUNTRY_TAKEOVER_CHANCE: IntProperty<TerrainType> = "country-takeover-chance", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "make-countries", "percent chance that growth takes a cell of another country";
    COUNTRY_PEOPLE_CHANCE: IntProperty<TerrainType> = "country-people-chance", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "make-countries", "percent chance that a claimed cell gets the side's people";
    COUNTRY_TERRAIN_MIN: IntProperty<TerrainType> = "country-terrain-min", Kind::Int(0, 32767), DefaultValue::Int(0), Both, "make-countries", "cells of this terrain a country's first disc must hold at least";
    COUNTRY_TERRAIN_MAX: IntProperty<TerrainType> = "country-terrain-max", Kind::Int(-1, 32767), DefaultValue::Int(-1), Both, "make-countries", "cells of this terrain a country's first disc may hold at most; -1 no limit";
    OCCURRENCE: IntProperty<TerrainType> = "occurrence", Kind::Int(0, 32767), DefaultValue::Int(1), Both, "make-random-terrain, make-maze-terrain, make-rooms", "weight in random terrain; chance per 10,000 for border/connection types; solid rock weight in mazes";
    SOLID_WEIGHT: IntProperty<TerrainType> = "solid-weight", Kind::Int(0, 1000), DefaultValue::Int(0), Fairmarch, "make-belts", "how often a solid body in space is of this type: its weight among all types; at most 7 connected cells are one body";
    MAZE_PASSAGE_OCCURRENCE: IntProperty<TerrainType> = "maze-passage-occurrence", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "make-maze-terrain, make-rooms", "weight as corridor floor in mazes";
    MAZE_ROOM_OCCURRENCE: IntProperty<TerrainType> = "maze-room-occurrence", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "make-maze-terrain, make-rooms", "weight as room floor in mazes";
    POOL_OCCURRENCE: IntProperty<TerrainType> = "pool-occurrence", Kind::Int(0, 32767), DefaultValue::Int(0), Fairmarch, "make-pools", "weight among the lakes and chasms of a dungeon: each is of one type";
    OPAQUE: IntProperty<TerrainType> = "opaque", Kind::Flag, DefaultValue::Int(0), Fairmarch, "dungeon", "nobody sees through it: rock, walls, closed doors";
    DOOR_INTO: IntProperty<TerrainType> = "door-into", Kind::Reference(Scope::Terrain), DefaultValue::Int(-1), Fairmarch, "make-rooms, make-pools, make-vaults, make-locks, dungeon", "what a closed door of this type becomes when somebody opens it; -1 it is no door";
    LOCK_LEVEL: IntProperty<TerrainType> = "lock-level", Kind::Int(0, 9), DefaultValue::Int(0), Fairmarch, "make-locks, dungeon", "which keys open a door of this type: those of the same key-level; 0 it is not locked";
    INDEPENDENT_PEOPLE_CHANCE: IntProperty<TerrainType> = "independent-people-chance", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "make-independent-units, make-countries", "percent chance that a free cell gets independent people";
    PEOPLE_MAX: IntProperty<TerrainType> = "people-max", Kind::Int(-1, 32767), DefaultValue::Int(-1), Xconq, "people and control", "cap on people materials in a cell; -1 none";
    CLOUDS_MIN: IntProperty<TerrainType> = "clouds-min", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "make-weather, environment", "lower bound of cloud cover";
    CLOUDS_MAX: IntProperty<TerrainType> = "clouds-max", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "make-weather, environment", "upper bound of cloud cover";
    TEMPERATURE_AVERAGE: IntProperty<TerrainType> = "temperature-average", Kind::Int(-32768, 32767), DefaultValue::Int(0), Xconq, "make-weather, environment", "base temperature";
    TEMPERATURE_MIN: IntProperty<TerrainType> = "temperature-min", Kind::Int(-32768, 32767), DefaultValue::Int(0), Xconq, "make-weather, environment", "lower temperature clamp";
    TEMPERATURE_MAX: IntProperty<TerrainType> = "temperature-max", Kind::Int(-32768, 32767), DefaultValue::Int(0), Xconq, "make-weather, environment", "upper temperature clamp";
    TEMPERATURE_VARIABILITY: IntProperty<TerrainType> = "temperature-variability", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "make-weather, environment", "width of random per-turn temperature spread";
    WIND_FORCE_AVERAGE: IntProperty<TerrainType> = "wind-force-average", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "make-weather, environment", "starting wind force";
    WIND_FORCE_MIN: IntProperty<TerrainType> = "wind-force-min", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "make-weather, environment", "lower clamp of wind force";
    WIND_FORCE_MAX: IntProperty<TerrainType> = "wind-force-max", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "make-weather, environment", "upper clamp of wind force";
    NAME: TextProperty<TerrainType> = "name", Kind::Text, DefaultValue::Text(""), Xconq, "naming", "type name";
    THICKNESS: IntProperty<TerrainType> = "thickness", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "vision and fire (line of sight)", "height of cover such as woods above ground, for sight lines";
    WIND_FORCE_VARIABILITY: IntProperty<TerrainType> = "wind-force-variability", Kind::Int(0, 10000), DefaultValue::Int(0), Xconq, "environment", "chance that wind force steps by one (declared per 10,000 but tested as percent)";
    WIND_VARIABILITY: IntProperty<TerrainType> = "wind-variability", Kind::Int(0, 10000), DefaultValue::Int(0), Xconq, "environment", "chance that wind direction turns by one (declared per 10,000 but tested as percent)";
    ZZ_FR: IntProperty<TerrainType> = "zz-fr", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "internal cache", "internal cache: share of world covered";
}

/// [`SUBTYPE`] of a type that fills cells.
pub const SUBTYPE_CELL: i32 = 0;
/// [`SUBTYPE`] of a type that lies on the borders between cells.
pub const SUBTYPE_BORDER: i32 = 1;
/// [`SUBTYPE`] of a type that connects cells.
pub const SUBTYPE_CONNECTION: i32 = 2;
/// [`SUBTYPE`] of a type that lies on the ground of cells, such as snow.
pub const SUBTYPE_COATING: i32 = 3;
/// [`SUBTYPE_X`] of a river.
pub const RIVER_X: i32 = 1;
/// [`SUBTYPE_X`] of a road.
pub const ROAD_X: i32 = 3;
