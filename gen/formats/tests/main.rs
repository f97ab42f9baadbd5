//! Lints, the faults of GDL and the sections of rulesets, through the readers. One binary: each file is a module of it.

mod bundle;
mod edit_scripts;
mod edits;
mod gdl_faults;
mod gdl_forms;
mod gdl_images;
mod gdl_of_xconq;
mod gdl_read_players;
mod gdl_read_print;
mod gdl_read_tree;
mod gdl_write_dice;
mod gdl_write_tree;
mod gdl_write_values;
mod layers;
mod lints;
mod read_design;
mod sections;
mod stamps;
mod values;
