//! Properties of advance types: what sides research.

use super::parameters;
use crate::{AdvanceType, DefaultValue, FormProperty, IntProperty, Kind, ListProperty, Scope, TextProperty};

parameters! { Scope::Advance;
    AI_NEXT_GOAL: FormProperty<AdvanceType> = "ai-next-goal", Kind::Form("names of types"), DefaultValue::Empty, Xconq, "ai, research", "advances a computer player goes for next";
    HELP: TextProperty<AdvanceType> = "help", Kind::Text, DefaultValue::Text(""), Xconq, "interface", "free text shown to players";
    IMAGE_NAME: TextProperty<AdvanceType> = "image-name", Kind::Text, DefaultValue::Text(""), Both, "interface", "display glyph/picture name";
    NAME: TextProperty<AdvanceType> = "name", Kind::Text, DefaultValue::Text(""), Xconq, "naming", "type name";
    NOTES: ListProperty<AdvanceType> = "notes", Kind::List, DefaultValue::Empty, Xconq, "interface", "free text shown to players";
    RP: IntProperty<AdvanceType> = "rp", Kind::Int(1, 32767), DefaultValue::Int(1), Xconq, "research", "research points needed for the advance";
}
