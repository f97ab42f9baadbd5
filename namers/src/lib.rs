//! Namers: text from rules and a stream of chance. Names of towns, seas, sides, ships and people.
//!
//! A [`Draft`] is what a reader (RON here, GDL elsewhere) found in a file. A [`Library`] checks drafts together, reports
//! *all* their [`Diagnostic`](diagnostics::Diagnostic)s, and keeps those without an error as [`Namer`]s. A [`NamingSession`] draws names from a library for
//! one scenario and never gives the same name twice. [`Variety`] says how many names there are to draw.
//!
//! ```
//! use chance::Seed;
//! use namers::{Library, NamingSession};
//! # use fairmarch_namers as namers;
//!
//! let library = Library::builtin();
//! let mut session = NamingSession::new(&library);
//! let mut stream = Seed(1).stream("name-units-randomly");
//! let town = session.name("places-norse", &mut stream)?;
//! assert!(!town.is_empty());
//! # Ok::<(), namers::NamerError>(())
//! ```
//!
//! The rules are those of the seed's chapter "Generating Names", and of Xconq 7.5 where the chapter says nothing; `README.md`
//! beside this crate lists the differences. This crate knows no world, no unit and no file system.

mod builtin;
mod check;
mod crude;
mod expand;
mod fault;
mod library;
mod namer;
mod read;
mod rule;
mod session;
mod variety;

pub use check::NO_SPACES;
pub use library::{Library, read_draft};
pub use namer::Namer;
pub use rule::{Draft, Grammar, Method, NamedRule, Place, Rule, RuleForm};
pub use session::{NamerError, NamingSession};
pub use variety::Variety;
