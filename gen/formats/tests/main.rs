//! Lints, the faults of GDL and the sections of rulesets, through the readers. One binary: each file is a module of it.

mod gdl_faults;
mod lints;
mod sections;
