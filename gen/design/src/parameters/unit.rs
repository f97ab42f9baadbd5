//! Properties of unit types.

use super::parameters;
use crate::{DefaultValue, IntProperty, Kind, ListProperty, Scope, TextProperty, UnitType};

parameters! { Scope::Unit;
    CHAR: TextProperty<UnitType> = "char", Kind::Text, DefaultValue::Text(""), Both, "interface", "display glyph/picture name";
    IMAGE_NAME: TextProperty<UnitType> = "image-name", Kind::Text, DefaultValue::Text(""), Both, "interface", "display glyph/picture name";
    HELP: TextProperty<UnitType> = "help", Kind::Text, DefaultValue::Text(""), Xconq, "interface", "free text shown to players";
    NOTES: ListProperty<UnitType> = "notes", Kind::List, DefaultValue::Empty, Xconq, "interface", "free text shown to players";
    NAMER: TextProperty<UnitType> = "namer", Kind::Text, DefaultValue::Text(""), Both, "name-units-randomly, construction", "namer (or built-in method) used for unit names";
    ASSIGN_NUMBER: IntProperty<UnitType> = "assign-number", Kind::Flag, DefaultValue::Int(1), Xconq, "naming", "give serial numbers per side";
    POINT_VALUE: IntProperty<UnitType> = "point-value", Kind::Int(0, 32767), DefaultValue::Int(1), Both, "scoring", "worth for last-side-wins scoring";
    START_WITH: IntProperty<UnitType> = "start-with", Kind::Int(0, 32767), DefaultValue::Int(0), Both, "make-countries", "units of this type each side gets in its country";
    START_ROOM: IntProperty<UnitType> = "start-room", Kind::Int(0, 1_000_000), DefaultValue::Int(0), Fairmarch, "make-independent-units", "cells of the area that each side's start takes up: `independent-density` counts only those beyond, so that a small area has few independents of this type, or none";
    INDEPENDENT_NEAR_START: IntProperty<UnitType> = "independent-near-start", Kind::Int(0, 32767), DefaultValue::Int(0), Both, "make-countries", "independent units placed inside each country";
    COUNTRY_UNITS_MAX: IntProperty<UnitType> = "country-units-max", Kind::Int(-1, 32767), DefaultValue::Int(-1), Xconq, "make-countries", "most units of the type a growing country may hold; -1 no limit";
    INDEPENDENT_GROWTH_CHANCE: IntProperty<UnitType> = "independent-growth-chance", Kind::Int(0, 10000), DefaultValue::Int(0), Xconq, "make-countries", "per 10,000 x advantage, chance that country growth adds an independent unit in an empty cell";
    INDEPENDENT_TAKEOVER_CHANCE: IntProperty<UnitType> = "independent-takeover-chance", Kind::Int(0, 10000), DefaultValue::Int(0), Xconq, "make-countries", "chance per 10,000 that growth claims an independent unit";
    UNIT_GROWTH_CHANCE: IntProperty<UnitType> = "unit-growth-chance", Kind::Int(0, 10000), DefaultValue::Int(0), Xconq, "make-countries", "per 10,000 x advantage, chance that country growth adds an own unit in an empty cell";
    UNIT_TAKEOVER_CHANCE: IntProperty<UnitType> = "unit-takeover-chance", Kind::Int(0, 10000), DefaultValue::Int(0), Xconq, "make-countries", "chance per 10,000 that growth claims another side's unit";
    ROAD_TO_EDGE_CHANCE: IntProperty<UnitType> = "road-to-edge-chance", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "make-roads", "percent chance of a road from the unit to a random map-edge point";
    SPUR_CHANCE: IntProperty<UnitType> = "spur-chance", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "make-roads", "percent chance that an unconnected unit gets a spur road";
    SPUR_RANGE: IntProperty<UnitType> = "spur-range", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "make-roads", "search radius for a road to join with a spur";
    HP_MAX: IntProperty<UnitType> = "hp-max", Kind::Int(1, 32767), DefaultValue::Int(1), Both, "combat", "full hit points";
    CP: IntProperty<UnitType> = "cp", Kind::Int(0, 32767), DefaultValue::Int(1), Xconq, "construction", "construction points that make a unit complete";
    ACP_PER_TURN: IntProperty<UnitType> = "acp-per-turn", Kind::Int(0, 32767), DefaultValue::Int(0), Both, "action points", "action points given each turn";
    ACP_MIN: IntProperty<UnitType> = "acp-min", Kind::Int(-32768, 32767), DefaultValue::Int(0), Both, "action points", "how far the action points may go below 0";
    ACP_MAX: IntProperty<UnitType> = "acp-max", Kind::Int(-1, 32767), DefaultValue::Int(-1), Both, "action points", "action points that may be saved up; -1 = one turn's worth";
    ACP_TO_MOVE: IntProperty<UnitType> = "acp-to-move", Kind::Int(0, 32767), DefaultValue::Int(1), Both, "movement", "least action points of one move; 0 = cannot move";
    SPEED: IntProperty<UnitType> = "speed", Kind::Int(0, 32767), DefaultValue::Int(100), Both, "movement", "movement points per action point, percent";
    CAPACITY: IntProperty<UnitType> = "capacity", Kind::Int(0, 32767), DefaultValue::Int(0), Both, "transport", "total size of occupants it holds, besides the reserved places of unit-capacity-x";
    OCCUPANT_TOTAL_MAX: IntProperty<UnitType> = "occupant-total-max", Kind::Int(-1, 32767), DefaultValue::Int(-1), Xconq, "transport", "most occupants of all types together; -1 no limit";
    MOBILE_TOTAL_MAX: IntProperty<UnitType> = "mobile-total-max", Kind::Int(-1, 32767), DefaultValue::Int(-1), Xconq, "transport", "most occupants that can move; -1 no limit";
    VISION_RANGE: IntProperty<UnitType> = "vision-range", Kind::Int(-1, 32767), DefaultValue::Int(1), Both, "vision", "sight distance";
    SEE_ALWAYS: IntProperty<UnitType> = "see-always", Kind::Flag, DefaultValue::Int(0), Both, "vision", "once its cell is known everybody sees it";
    POSSIBLE_SIDES: ListProperty<UnitType> = "possible-sides", Kind::List, DefaultValue::Empty, Both, "countries, independents, place-units", "sides that may own the type: rows of classes of which one must hold, `not` before a word turns it round; empty: all";
    WRECKED_TYPE: IntProperty<UnitType> = "wrecked-type", Kind::Reference(Scope::Unit), DefaultValue::Int(-1), Both, "destruction", "type left behind when wrecked";
    ALREADY_SEEN: IntProperty<UnitType> = "already-seen", Kind::Int(0, 100), DefaultValue::Int(0), Both, "vision (start)", "percent chance other sides know the unit at start";
    ALREADY_SEEN_INDEPENDENT: IntProperty<UnitType> = "already-seen-independent", Kind::Int(0, 100), DefaultValue::Int(0), Xconq, "vision (start)", "percent chance the independent unit is known at start";
    STACK_ORDER: IntProperty<UnitType> = "stack-order", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "interface", "sort key in a stack, larger nearer the top";
    CXP_MAX: IntProperty<UnitType> = "cxp-max", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "combat", "most combat experience the type can hold; 0 = no experience";
    MP_TO_LEAVE_WORLD: IntProperty<UnitType> = "mp-to-leave-world", Kind::Int(-1, 32767), DefaultValue::Int(-1), Both, "movement", "movement points to step out of the area; -1 forbidden";
    ACP_TO_DISBAND: IntProperty<UnitType> = "acp-to-disband", Kind::Int(0, 32767), DefaultValue::Int(0), Both, "disband action", "action points of one disband action; 0 forbids";
    ATTACK: IntProperty<UnitType> = "attack", Kind::Int(0, 32767), DefaultValue::Int(0), Both, "generals-view; combat model 1", "strength when it attacks";
    DEFEND: IntProperty<UnitType> = "defend", Kind::Int(0, 32767), DefaultValue::Int(0), Both, "generals-view; combat model 1", "strength when it is attacked";
}
