//! What is named in files, as people read it: `make-rivers` is "Make rivers".

use design::{Step, capitalized};

/// The title of what a file names.
pub(crate) fn title_of(name: &str) -> String {
    capitalized(&name.replace('-', " "))
}

/// The title of several names in a row, as `make-rivers, make-roads`.
pub(crate) fn titles_of(names: &str) -> String {
    names.split(", ").map(title_of).collect::<Vec<_>>().join(", ")
}

/// The title of a method, with the only level on which it works.
pub(crate) fn title_on(method: &str, level: Option<u32>) -> String {
    match level {
        Some(level) => format!("{}, {}", title_of(method), pipeline::level_name(level)),
        None => title_of(method),
    }
}

/// The title of a step of a recipe.
pub(crate) fn title_of_step(step: &Step) -> String {
    title_on(&step.method, step.level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_as_words() {
        assert_eq!(title_of("make-initial-materials"), "Make initial materials");
        assert_eq!(titles_of("make-rivers, make-roads"), "Make rivers, Make roads");
        assert_eq!(title_on("make-rooms", Some(2)), "Make rooms, level 3");
    }
}
