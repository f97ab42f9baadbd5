//! The methods over seeds, sizes and areas. One binary: each file is a module of it.

mod make_fractal_percentile_terrain;
mod make_maze_terrain;
mod make_noise_terrain;
mod make_pools;
mod make_random_terrain;
mod make_rooms;
mod make_stairs;
mod make_vaults;
mod running;
mod weather_and_date;
