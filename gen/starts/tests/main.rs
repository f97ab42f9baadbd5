//! What methods make of small designs and worlds. One binary: each file is a module of it.

mod balance_starts;
mod changes;
mod changes_ground;
mod changes_levers;
mod level_incomes;
mod make_countries;
mod make_countries_growth;
mod make_countries_search;
mod make_independent_units;
mod make_initial_materials;
mod people;
mod place_units;
mod testing;
