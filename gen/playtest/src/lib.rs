//! Playing scenarios, and what the results say about their seats.

pub mod statistics;
