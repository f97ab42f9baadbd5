//! Copies of large types, compiled once.
//!
//! A derived `Clone` is inline, so that each crate that copies a scenario would compile the copying of all that is in it anew.

/// Implements `Clone` for a type by its fields.
macro_rules! cloned_here {
    ($name:ident { $($field:ident),* }) => {
        impl Clone for $name {
            fn clone(&self) -> $name {
                let $name { $($field),* } = self;
                $name { $($field: Clone::clone($field)),* }
            }
        }
    };
}
