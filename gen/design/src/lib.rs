//! The design of a game: its types, their parameters, its recipe, and how a draft is resolved into it.
//!
//! - [`parameters`] is the registry: every property, table and global variable, declared once, as data.
//! - A [`Draft`] is what a reader of some format makes of a file: names and places, nothing checked.
//! - [`resolve`] turns drafts into a [`Design`], or into the list of *all* errors in them, as [`Diagnostic`]s.
//!
//! **Invariant:** nothing here reads a file. Readers live in `formats` and pass the texts on.

pub mod abilities;
mod atoms;
mod colors;
mod columns;
mod damage_default;
mod design;
mod draft;
mod edit;
mod forms;
mod gates;
mod handicap;
mod ids;
mod lints;
mod parameter;
pub mod parameters;
mod percentiles;
mod resolve;
mod settings;
mod sides;
mod variants;
mod words;

pub use atoms::read_properties;
pub use colors::css_color;
pub use design::{Column, Design, NamerText, Step, SupportedAreas, Table, TerrainTypes, Types, ruleset_section};
// The types for what is wrong with a design come from `diagnostics`.
pub use diagnostics::{
    Diagnostic, Diagnostics, Entry, Excerpt, Faults, FileId, Node, NodeValue, Place, Section, Severity, Sources, Span,
    Text, TreeReader, did_you_mean, is_control, nearest,
};
pub use draft::{Draft, EXPORTS, SECTIONS};
pub use forms::{
    ADVANCE_IS_DONE, ActingSeat, Body, ChanceEvent, Condition, Curve, DeadUnit, Doctrine, Dominance, EVENTS,
    EventPattern, Expression, ExtraProperties, Extras, Fate, Form, FormContent, Goal, KeyPoint, NamedDoctrine, Notice,
    Operator, OrderCondition, Plan, Scorekeeper, SideClass, SideExtras, StandingOrder, TASKS, Task, UnitExtras,
    UnitResult, UnitTypes, UnitView, Vault, VaultCell, When, WindEffect, check_notices, read_extras, read_forms,
};
pub use gates::{GATES, is_gate};
pub use handicap::Handicap;
pub use ids::{AdvanceType, MaterialType, TerrainType, TypeId, UnitType, too_many_types, types_max};
pub use lints::{LINTS, Lint, OF_IDLE_PARTS, Suspicion, find_suspicions, tell_suspicions};
pub use parameter::{
    Atom, DefaultValue, DiceTable, FormGlobal, FormProperty, IntGlobal, IntProperty, IntTable, Kind, ListGlobal,
    ListProperty, Origin, Parameter, Properties, Scope, TextGlobal, TextProperty, Value,
};
pub use percentiles::{Hole, PercentileChart};
pub use resolve::{FORMAT, Known, KnownRuleset, TYPE_SECTIONS, WRONG_AREA, namer_texts, patch, resolve};
pub use settings::{Settings, SettingsError};
pub use sides::{
    EMBLEMS, LibrarySide, Player, PlayerError, SIDES_BOUND, SideSketch, is_class, list_sides, may_belong, read_side,
};
pub use variants::{ChoiceError, Variant, check_choices, choose, variants};
pub use words::{capitalized, counted, ordinal, plural, quote_name, sentence, split_names, with_article};

/// What the tests of this crate use beside what others may: not for others.
#[doc(hidden)]
pub mod testing {
    pub use crate::gates::Actions;
    pub use crate::lints::circles::find_circles;
    pub use crate::lints::names;
    pub use crate::parameters::NEAR_MAX;
}
