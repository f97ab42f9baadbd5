//! Maps of the dungeon under test. One binary: each file is a module of it.

mod furnish_levels;
mod level_changes;
mod make_locks;
mod place_heroes;
mod testing;
