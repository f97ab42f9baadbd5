//! Identity: results computed from a scenario are kept as long as it is the same object.

use std::sync::Arc;

/// A thing compared by its address. It is kept alive, because its address could be used again for another.
#[derive(Debug)]
pub struct Same<T>(Arc<T>);

impl<T> Same<T> {
    /// The identity of this object.
    pub fn of(thing: &Arc<T>) -> Same<T> {
        Same(Arc::clone(thing))
    }

    /// The object.
    pub fn get(&self) -> &T {
        &self.0
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
