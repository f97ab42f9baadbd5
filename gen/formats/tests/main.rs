//! Lints, and the faults of GDL, through the readers. One binary: each file is a module of it.

mod gdl_faults;
mod lints;
