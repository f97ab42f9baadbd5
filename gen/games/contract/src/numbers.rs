//! The numbers of a game as rows: each with its name in files and its bounds, told once.

/// A struct of a game's numbers, with a row for each whole number: its field, its name in files, the least and the most that it can be.
/// What is no whole number stands under `others`, each with the value that it has before a file is read.
///
/// The struct gets `WHOLE` (the names of the rows), `unread` (before a file is read) and `read_whole` (a section's rows, each within its
/// bounds); what stands under `others` the game reads itself. It names the crates `diagnostics` and `contract`.
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
            /// The names of the whole numbers in files.
            const WHOLE: &[&str] = &[$($entry),*];

            /// What they are before a file says them.
            fn unread() -> $name {
                $name { $($field: 0,)* $($other: $value,)* }
            }

            /// Reads the whole numbers that a section has.
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
