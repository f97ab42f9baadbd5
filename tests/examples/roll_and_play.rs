//! Rolls a scenario, plays matches on it and prints both: `cargo run --release --example roll_and_play [SEED STRING]`.
//!
//! It does the work of the commands `roll` and `play` in few lines: a starting point for programs that use the crates.

use std::error::Error;

use chance::Seed;
use pipeline::{Options, SharedString, load_preset, roll};
use playtest::{MatchSettings, PlayerName};

fn main() -> Result<(), Box<dyn Error>> {
    let string = std::env::args().nth(1).unwrap_or_else(|| "generals-view:2".to_owned());
    let shared: SharedString = string.parse()?;
    let loaded =
        load_preset(&shared.preset).ok_or("there is no such preset")?.map_err(|faults| format!("{faults:?}"))?;
    let scenario = roll(&loaded, &shared.request, &Options::new(&shared.preset))?.scenario;

    let names: Vec<&str> = scenario.sides.iter().map(|side| side.name.as_str()).collect();
    println!("{}", output::terminal_map(&scenario, 78, false));
    println!("{}", fairness::text_table(scenario.fairness.as_ref().ok_or("it was not measured")?, &names));

    let game = playtest::open(&scenario)?;
    let goal: PlayerName = "goal".parse()?;
    let players = vec![&goal; game.seats()];
    let no_programs =
        |_: &str, _: &'static str, _, _| Err(ai::Forfeit { why: "no program is started here".to_owned() });
    for number in 1..=3 {
        let settings = MatchSettings { seed: Seed(number), turn_limit: game.info().turn_limit };
        let played = game.play(&players, settings, &no_programs, false)?;
        let winners: Vec<&str> = played.result.outcome.winners.iter().map(|seat| names[seat.index()]).collect();
        let winners = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
        println!("match {number}: {winners} won in {} turns", played.result.turns);
    }
    println!("seed string: {}", scenario.origins.string);
    Ok(())
}
