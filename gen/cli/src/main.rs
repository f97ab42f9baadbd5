//! The `fairmarch` command.
fn main() {}
