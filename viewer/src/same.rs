//! Identity: what was worked out of a scenario is kept as long as it is that very one.

use std::sync::Arc;

/// Something by its place in memory. It is held on to: a place that is free again may come to hold another.
#[derive(Debug)]
pub struct Same<T>(Arc<T>);

impl<T> Same<T> {
    /// This very one.
    pub fn of(thing: &Arc<T>) -> Same<T> {
        Same(Arc::clone(thing))
    }
}

impl<T> Clone for Same<T> {
    fn clone(&self) -> Same<T> {
        Same(Arc::clone(&self.0))
    }
}

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Same<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_things_are_not_the_same() {
        let (one, other) = (Arc::new(1), Arc::new(1));
        assert!(Same::of(&one) == Same::of(&one).clone() && Same::of(&one) != Same::of(&other));
    }
}
