//! Shows names of each namer: `cargo run -p fairmarch-namers --example sample_names [COUNT] [NAMER]..`.
//!
//! For who writes a namer: look at thirty names before anything else.

use chance::Seed;
use fairmarch_namers::{Library, NamerError, NamingSession};

fn main() -> Result<(), NamerError> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(30);
    let asked: Vec<String> = arguments.collect();
    let library = Library::builtin();
    for namer in library.names().filter(|name| asked.is_empty() || asked.iter().any(|asked| asked == name)) {
        let mut session = NamingSession::new(&library);
        let mut stream = Seed(1).stream(namer);
        let names: Result<Vec<String>, NamerError> = (0..count).map(|_| session.name(namer, &mut stream)).collect();
        println!("{namer}: {}\n  {}\n", library.summary(namer).unwrap_or_default(), names?.join(", "));
    }
    Ok(())
}
