//! The numbers of a game as rows: each with its name in files and its bounds, told once.

use diagnostics::{Node, TreeReader};

/// What [`crate::numbers!`] makes of its rows.
pub trait WholeNumbers {
    /// Their names in files.
    const NAMES: &'static [&'static str];

    /// Each with its name.
    fn whole(&self) -> Vec<(&'static str, i64)>;

    /// Reads those that a section has, each within its bounds.
    fn read_whole(&mut self, root: &Node, tree: &mut TreeReader<'_>);
}

/// A struct of a game's numbers, with a row for each whole number: its field, its name in files, the least and the most that it can be.
/// What is no whole number stands under `others`, each with the value that it has before a file is read; the game reads it itself.
///
/// The struct gets [`WholeNumbers`], and `unread`: what all are before a file is read. It names the crates `contract` and `diagnostics`.
#[macro_export]
macro_rules! numbers {
    (
        $(#[$head:meta])*
        pub struct $name:ident {
            $($(#[$meta:meta])* $field:ident: $type:ty = $entry:literal, $least:expr, $most:expr;)*
        }
        others {
            $($(#[$other_meta:meta])* $other:ident: $other_type:ty = $value:expr;)*
        }
    ) => {
        $(#[$head])*
        pub struct $name {
            $($(#[$meta])* pub $field: $type,)*
            $($(#[$other_meta])* pub $other: $other_type,)*
        }

        impl $name {
            /// What all are before a file is read.
            fn unread() -> $name {
                $name { $($field: 0,)* $($other: $value,)* }
            }
        }

        impl ::contract::WholeNumbers for $name {
            const NAMES: &'static [&'static str] = &[$($entry),*];

            fn whole(&self) -> Vec<(&'static str, i64)> {
                vec![$(($entry, i64::from(self.$field))),*]
            }

            fn read_whole(&mut self, root: &::diagnostics::Node, tree: &mut ::diagnostics::TreeReader<'_>) {
                $(
                    if let Some(number) = tree.int(root.get($entry), concat!("`", $entry, "`"), $least..=$most) {
                        self.$field = number as $type;
                    }
                )*
            }
        }
    };
}
