//! Designs, their parts and their words. One binary: each file is a module of it.

mod edit;
mod forms;
mod forms_curve;
mod forms_extras;
mod forms_random_events;
mod forms_unit_result;
mod forms_wind_effect;
mod forms_year_cycle;
mod gates;
mod handicap;
mod lints;
mod lints_circles;
mod parameters;
mod parameters_describe;
mod settings;
mod sides;
mod words;
