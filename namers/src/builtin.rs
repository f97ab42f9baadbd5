//! The namers that come with the project, embedded.
//!
//! **To add one:** put its file into `data/`, and a line here. A test sees that none is forgotten.

macro_rules! data {
    ($($file:literal),* $(,)?) => { &[$(($file, include_str!(concat!("../data/", $file)))),*] };
}

/// File names and texts, in alphabetic order.
pub(crate) const FILES: &[(&str, &str)] =
    data!["places-celtic.ron", "places-norse.ron", "places-romance.ron", "places-steppe.ron",];
