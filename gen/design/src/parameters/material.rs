//! Properties of material types.

use super::parameters;
use crate::{DefaultValue, IntProperty, Kind, ListProperty, MaterialType, Scope, TextProperty};

parameters! { Scope::Material;
    CHAR: TextProperty<MaterialType> = "char", Kind::Text, DefaultValue::Text(""), Both, "interface", "display glyph/picture name";
    HELP: TextProperty<MaterialType> = "help", Kind::Text, DefaultValue::Text(""), Xconq, "interface", "free text shown to players";
    NOTES: ListProperty<MaterialType> = "notes", Kind::List, DefaultValue::Empty, Xconq, "interface", "free text shown to players";
    PEOPLE: IntProperty<MaterialType> = "people", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "people and control, economy", "persons represented by one unit of the material; 0 = not a people material";
    TREASURY: IntProperty<MaterialType> = "treasury", Kind::Flag, DefaultValue::Int(0), Xconq, "generals-view; treasury", "sides keep a common stock of the material";
    INITIAL_TREASURY: IntProperty<MaterialType> = "initial-treasury", Kind::Int(0, 32767), DefaultValue::Int(0), Xconq, "generals-view; treasury", "amount of the material in a side's treasury at the start";
    IMAGE_NAME: TextProperty<MaterialType> = "image-name", Kind::Text, DefaultValue::Text(""), Both, "interface", "display glyph/picture name";
    NAME: TextProperty<MaterialType> = "name", Kind::Text, DefaultValue::Text(""), Xconq, "naming", "type name";
    RESOURCE_ICON: IntProperty<MaterialType> = "resource-icon", Kind::Int(0, 4), DefaultValue::Int(0), Xconq, "interface", "number of a small picture used in lists";
}
