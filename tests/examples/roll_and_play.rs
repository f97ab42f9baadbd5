//! Rolls a scenario, plays matches on it and prints both: `cargo run --release --example roll_and_play [SEED STRING]`.
//!
//! It does the work of the commands `roll` and `play` in few lines: a starting point for programs that use the crates.

use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pipeline::{Options, SharedString, load_preset, roll};
use playtest::{Session, SessionSettings, no_programs};

fn main() -> Result<(), Box<dyn Error>> {
    let string = std::env::args().nth(1).unwrap_or_else(|| "generals-view:2".to_owned());
    let shared: SharedString = string.parse()?;
    let loaded =
        load_preset(&shared.preset).ok_or("there is no such preset")?.map_err(|faults| format!("{faults:?}"))?;
    let scenario = roll(&loaded, &shared.request, &Options::new(&shared.preset))?.scenario;

    let names: Vec<&str> = scenario.sides.iter().map(|side| side.name.as_str()).collect();
    println!("{}", output::terminal_map(&scenario, 78, false));
    let fairness = scenario.fairness.as_ref().ok_or("it was not measured")?;
    println!("{}", fairness::text_table(fairness, fairness::doubt_words(fairness, None).as_deref(), &names));

    let runner = Arc::new(playtest::open(&scenario)?);
    let session = Session::new(runner, vec!["goal".parse()?], SessionSettings::default(), Arc::new(no_programs))?;
    session.play(3, &AtomicBool::new(false), &mut |number, played, _| {
        let winners: Vec<&str> = played.result.outcome.winners.iter().map(|seat| names[seat.index()]).collect();
        let winners = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
        println!("match {number}: {winners} won in {} turns", played.result.turns);
        Ok::<(), Infallible>(())
    })?;
    println!("seed string: {}", scenario.origins.string);
    Ok(())
}
