//! `rooms.dot`: the rooms of a dungeon with their doors, locks, keys and stairs, as a graph for Graphviz.

use dungeon_ground::key_graph;
use world::Scenario;

use crate::picture_error::PictureError;
use crate::{Format, FormatOptions, Loss, Sink, WriteError};

/// The format `rooms`.
pub(crate) struct RoomsDot;

impl Format for RoomsDot {
    fn name(&self) -> &'static str {
        "rooms"
    }

    fn summary(&self) -> &'static str {
        "rooms, doors, locks and keys as a graph for Graphviz"
    }

    fn files(&self) -> &'static [&'static str] {
        &["rooms.dot"]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["dot"]
    }

    fn shows_levels(&self) -> bool {
        true
    }

    fn write(&self, scenario: &Scenario, _: &FormatOptions, sink: &mut dyn Sink) -> Result<Vec<Loss>, WriteError> {
        if scenario.world.terrain.is_none() {
            return Err(PictureError::NoTerrain.into());
        }
        sink.file("rooms.dot")?.write_all(key_graph(scenario).to_dot().as_bytes())?;
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FormatChoice;
    use crate::sample::sample;

    #[test]
    fn a_graph_has_the_pieces_of_ground_and_what_has_no_terrain_has_none() {
        let mut scenario = sample(grid::Shape::Rectangle, 24, 20, 1);
        let written = FormatChoice::usual(&RoomsDot).write(&scenario).expect("it has terrain");
        let text = String::from_utf8(written.files[0].1.clone()).expect("a text");
        assert!(text.starts_with("graph {") && text.contains("room 1") && text.trim_end().ends_with('}'), "{text}");
        scenario.world.terrain = None;
        let refused = FormatChoice::usual(&RoomsDot).write(&scenario).unwrap_err().to_string();
        assert!(refused.contains("has no terrain"), "{refused}");
    }
}
