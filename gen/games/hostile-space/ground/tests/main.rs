//! Maps of Hostile Space under test. One binary: each file is a module of it.

mod levers;
mod make_belts;
mod space_map;
mod testing;
