//! The name of a world, as it stands over its map.

use namers::{Library, NamingSession};
use world::Scenario;

/// The name of the world of a scenario that was made from a seed: the same for the same game and seed. Worlds that somebody drew have the
/// title of their game alone.
pub(in crate::map) fn world_name(scenario: &Scenario) -> Option<String> {
    if scenario.origins.methods.is_empty() {
        return None;
    }
    let library = Library::builtin();
    let mut stream = scenario.origins.seed().stream(&format!("world of {}", scenario.design.title));
    NamingSession::new(&library).name("worlds", &mut stream).ok()
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::sample::sample;

    #[test]
    fn a_world_keeps_its_name_and_a_drawn_one_has_none() {
        let mut scenario = sample(Shape::Rectangle, 24, 20, 1);
        scenario.origins.methods = vec![("make-rivers".to_owned(), String::new())];
        scenario.origins.seed = 7;
        let name = world_name(&scenario);
        assert!(name.as_ref().is_some_and(|name| name.len() > 3), "{name:?}");
        assert_eq!(world_name(&scenario), name);
        scenario.origins.seed = 8;
        assert_ne!(world_name(&scenario), name);
        scenario.origins.methods.clear();
        assert_eq!(world_name(&scenario), None);
    }
}
