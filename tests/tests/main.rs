//! Tests across crates: worlds, formats, rules, the architecture. One binary: each file is a module of it.

mod architecture;
mod battle_maps;
mod colors;
mod dungeons;
mod fair_rolls;
mod game_pages;
mod gdl_games;
mod gdl_mutants;
mod gdl_parameters;
mod gdl_samples;
mod gdl_write;
mod ideas;
mod levels;
mod own_game;
mod patches;
mod rulesets;
mod sessions;
mod shuffled;
mod soak;
mod start_state;
mod sticks;
mod sticks_ground;
mod symmetry;
mod tutorial;
mod unread_parameters;
mod worlds;
