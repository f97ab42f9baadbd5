//! Maps of Empire under test. One binary: each file is a module of it.

mod furnish_provinces;
mod levers;
mod province_map;
mod testing;
