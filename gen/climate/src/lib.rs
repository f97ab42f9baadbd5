//! Methods for the sky of a scenario's first turn: its weather and its date, one file each.

mod make_random_date;
mod make_weather;

pub use make_random_date::MakeRandomDate;
pub use make_weather::MakeWeather;
