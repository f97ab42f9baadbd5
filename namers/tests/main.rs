//! The grammar engine and the namers that come with it. One binary: each file is a module of it.

mod builtin;
mod crude;
mod grammar;
mod properties;
