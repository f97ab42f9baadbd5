//! The naming methods over seeds and areas. One binary: each file is a module of it.

mod name_geographical_features;
mod name_units_randomly;
