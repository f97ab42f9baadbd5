//! What can be typed. The help texts here are the command's manual.

use std::path::PathBuf;
use std::sync::OnceLock;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgGroup, Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use pipeline::batch::Shard;
use sources::TerrainFile;

use crate::request_flags::RequestFlags;

/// The version and the commit that it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("FAIRMARCH_COMMIT"));

/// Worlds and scenarios for strategy games, measured for fairness.
///
/// The command prints its result on stdout and everything else on stderr. Exit codes: 0 done, 1 faults in your data or players, 2 usage,
/// 3 cannot be met (nothing is written, except a fair roll that was not proved), 4 input or output, 101 a bug, 130 ended by Ctrl-C.
#[derive(Debug, Parser)]
#[command(name = "fairmarch", version = VERSION, max_term_width = 100, arg_required_else_help = true)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Print exactly one JSON document on stdout, also on failure.
    #[arg(long, display_order = 900, global = true)]
    pub json: bool,
    /// `--deny warnings`: warnings give exit code 1.
    #[arg(long, display_order = 900, global = true, value_name = "WHAT")]
    pub deny: Option<Deny>,
    /// Print nothing on stderr but warnings and faults: no notes, no progress bars.
    #[arg(long, display_order = 900, short, global = true)]
    pub quiet: bool,
    /// Look for included modules of GDL in this folder too; give it again for more folders. The variable FAIRMARCH_LIBRARY names others.
    #[arg(long, display_order = 900, global = true, value_name = "DIR")]
    pub library: Vec<PathBuf>,
    /// Use this many threads; the result is the same with any number.
    #[arg(long, display_order = 900, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(THREADS_MAX)))]
    pub threads: Option<u16>,
}

/// The most threads that can be asked for.
pub const THREADS_MAX: u16 = 1024;

/// The text that a seed was given as, with the number that it stands for.
static SEED_TEXT: OnceLock<(String, u64)> = OnceLock::new();

/// A seed as people type it: a number, or any text, whose number is below that of every fresh seed.
fn seed(text: &str) -> Result<u64, String> {
    let number = pipeline::read_seed(text).ok_or_else(|| format!("expected {}", pipeline::SEED_WORDS))?;
    if text.parse::<u64>() != Ok(number) {
        let _first = SEED_TEXT.set((text.to_owned(), number));
    }
    Ok(number)
}

/// What to tell of a seed that was given as a text: the number that stands in files and strings.
pub fn told_seed() -> Option<String> {
    SEED_TEXT.get().map(|(text, number)| format!("the seed `{text}` is {number}"))
}

/// What can be denied.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Deny {
    /// Every warning.
    Warnings,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a scenario: a scored, named, drawn world.
    #[command(after_help = "Examples:\n\
        \x20 fairmarch roll classic --seed 3\n\
        \x20 fairmarch roll classic:3:sides=2,size=40x30")]
    Roll(Box<RollArgs>),
    /// Make hundreds of scenarios in one folder, on all cores. The same command goes on where it was ended, and one with a greater
    /// --count from there.
    ///
    /// It takes what `roll` takes. Each item has a folder with scenario.ron, fairness.json, thumb.png and item.json;
    /// manifest.csv, manifest.ron, report.html and contact.png tell of all.
    #[command(after_help = "Example:\n  fairmarch batch duel --seed 1 --count 10 --out many")]
    Batch(Box<BatchArgs>),
    /// Join the shards of a batch.
    #[command(after_help = "Examples:\n\
        \x20 fairmarch batch duel --seed 1 --count 4 --shard 1/2 --out first\n\
        \x20 fairmarch batch duel --seed 1 --count 4 --shard 2/2 --out second\n\
        \x20 fairmarch merge first second --out whole")]
    Merge(MergeArgs),
    /// List the best or the worst scenarios of a batch, and copy them into a folder of their own.
    ///
    /// `pick hundreds --best 10` ranks by the score; `pick hundreds --worst 3 --by territory` by a measure. Those that are alike stand by
    /// their number in the batch. What could not be met is never picked.
    #[command(after_help = "Example:\n  fairmarch pick many --best 3")]
    Pick(PickArgs),
    /// Write tables for notebooks and databases: of a batch, a scenario or kept matches, as CSV, or Parquet if built with it.
    ///
    /// A batch has `scenarios` and `seats`, a scenario has `seats` (the measures of each), and the folder of `play --keep` has `matches` and
    /// `turns` (how each seat stands in each turn).
    #[command(after_help = "Examples:\n\
        \x20 fairmarch tables many --out many-tables\n\
        \x20 fairmarch play duel --games 3 --keep kept\n\
        \x20 fairmarch tables kept --format csv --out series")]
    Tables(TablesArgs),
    /// Measure how fair a scenario is.
    #[command(after_help = "Example:\n  fairmarch score out")]
    Score(ScoreArgs),
    /// Draw a scenario's map.
    #[command(after_help = "Example:\n  fairmarch render out --scale 24")]
    Render(RenderArgs),
    /// Play matches of a game, of a scenario, or of every scenario of a batch, and say what its seats are worth.
    ///
    /// `play classic --size 60x60 --sides 4 --games 100` rolls a start and plays it. Players rotate through the seats, the dice decide
    /// who moves first, and the verdict comes with its intervals. A batch that was ended goes on where it was; play.csv in its folder
    /// joins the results to the manifest.
    ///
    /// Several games, sizes, numbers of sides or variants (with commas between), or --players more than once: every one is played with
    /// every other, and a table has a row for each: `play classic duel --sides 2,4 --size 60x60,90x90 --players goal --players
    /// greedy,goal`.
    #[command(after_help = "Examples:\n  fairmarch play duel --games 20\n  fairmarch play many --games 10")]
    Play(PlayArgs),
    /// Let players meet two and two over the scenarios of a batch, or over one, and rate them.
    ///
    /// After Ctrl-C the table is that of the matches that were played. With --results FILE the same command goes on from there.
    #[command(after_help = "Example:\n  fairmarch tournament many --players random,greedy")]
    Tournament(TournamentArgs),
    /// Show a match that was kept: as text, as a picture, as a moving picture; or save its position as a scenario.
    ///
    /// The ending of the name after --out says what is written. A scenario holds the whole position: units with their tasks, what sides know,
    /// standing orders, scores. `play` goes on from it, under new luck.
    #[command(after_help = "Examples:\n\
        \x20 fairmarch play duel --games 1 --keep duels\n\
        \x20 fairmarch replay duels/match-000000.json --out match.gif")]
    Replay(ReplayArgs),
    /// Look for faults in designs and scenarios: `FILE:LINE:COLUMN: severity[code]: message`.
    #[command(after_help = "Example:\n  fairmarch check out")]
    Check(CheckArgs),
    /// Turn a file of terrain, such as a picture, into a scenario, a scenario into any format, and GDL into RON and back.
    ///
    /// The endings of the names IN and OUT say what they are: see these below. (`render` draws maps to look at.)
    #[command(after_help = "Examples:\n\
        \x20 fairmarch convert out paint.png\n\
        \x20 fairmarch convert paint.png start.ron --palette classic\n\
        \x20 fairmarch convert out army.ron --only units,sides")]
    Convert(ConvertArgs),
    /// Make names.
    #[command(after_help = "Example:\n  fairmarch names places-norse --count 5")]
    Names(NamesArgs),
    /// Say what a name means, show a game on a page of its own, or every parameter on one.
    ///
    /// Names are those of parameters, methods, measures, namers, formats, presets, rulesets and players. A game is a preset, a
    /// design or a scenario: who moves where, who hits whom, who builds what, and how one wins.
    #[command(after_help = "Examples:\n\
        \x20 fairmarch explain country-separation-min\n\
        \x20 fairmarch explain classic infantry\n\
        \x20 fairmarch explain duel --format html --out duel.html")]
    Explain(ExplainArgs),
    /// List presets, methods, measures, formats, players and the like: NAME, a tab, a summary.
    #[command(after_help = "Example:\n  fairmarch list presets")]
    List(ListArgs),
    /// Print the JSON Schema of a document: of what a command prints with --json, or of a file; without a name list them.
    ///
    /// The schemas are of draft 2020-12 and strict: a document has no keys that its schema does not name. Those of commands have the
    /// command's name (`bench` has none); `failure` is what every command prints where it fails.
    #[command(after_help = "Example:\n  fairmarch schema roll")]
    Schema(SchemaArgs),
    /// Make a folder with a design to edit, which `roll` takes.
    #[command(after_help = "Example:\n  fairmarch new mygame --from duel")]
    New(NewArgs),
    /// Add a unit type to a design: lines for it beside those of a type that it is like, in the files where these stand.
    ///
    /// Comments and all else stay as they are, and each new line is printed with its place: change what is to be different there. `explain
    /// DESIGN NAME` tells which tables make a type what it is.
    #[command(
        after_help = "Examples:\n  fairmarch new horses --from classic\n  fairmarch new-unit horses lancer --like infantry"
    )]
    NewUnit(NewUnitArgs),
    /// Change a scenario or a design by a script of edits: `[{ "paint": "terrain", "with": "sea", "cells": [[3, 4]] }]`.
    ///
    /// Each edit is held to the rules of the design and made of all its images in a symmetric world; a script with `"exact": true` does just
    /// what it says. All that is refused is told with its place, and then nothing is written. What was measured is measured anew.
    /// Values of a design are changed in its texts where they stand, and comments stay; a preset, or a game in GDL, is extended by OUT.
    #[command(after_help = "Examples:\n\
        \x20 fairmarch roll duel --seed 1 --out one\n\
        \x20 fairmarch roll duel --seed 2 --out two\n\
        \x20 fairmarch diff one two --ron --out edits.ron\n\
        \x20 fairmarch edit one --script edits.ron --out edited.ron")]
    Edit(EditArgs),
    /// Say how two scenarios or two designs differ, in words or as a script for `edit`.
    #[command(after_help = "Example:\n  fairmarch diff one two")]
    Diff(DiffArgs),
    /// Pack a design and the files of its own that it includes into one file, which `roll` takes anywhere.
    #[command(after_help = "Example:\n  fairmarch bundle mygame")]
    Bundle(BundleArgs),
    /// Fit how much each measure of fairness counts: roll and play many maps, and write the weights that explain best who won.
    ///
    /// The file of weights says what it is worth on maps, and on whole games, that were held out; seats.csv has a row for each seat. A run
    /// that was ended goes on where it was, and one with a greater --count with the maps that are there. Other commands take the file by
    /// --weights.
    #[command(after_help = "Example:\n  fairmarch fit duel --count 40 --out weights")]
    Fit(FitArgs),
    /// Measure speed or fairness, or soak: thousands of rolls, each checked.
    #[command(after_help = "Example:\n  fairmarch bench fairness duel --count 20")]
    Bench(BenchArgs),
    /// Print what completes these commands in a shell: `fairmarch completions bash > ~/.local/share/bash-completion/completions/fairmarch`.
    #[command(after_help = "Example:\n  fairmarch completions bash")]
    Completions(CompletionsArgs),
    /// Write the manual's pages: one of the command, and one of each subcommand.
    #[command(after_help = "Example:\n  fairmarch man --out man")]
    Man(ManArgs),
}

/// `roll`.
#[derive(Debug, ClapArgs)]
pub struct RollArgs {
    /// A preset, a design's file or folder, a scenario of which parts are given, or a seed string [default: classic].
    #[arg(value_name = "PRESET | FILE.ron | STRING")]
    pub what: Option<String>,
    /// With a file: the seed string to use with it (`file:42:sides=3`).
    #[arg(value_name = "STRING")]
    pub string: Option<String>,
    /// Make a finished scenario anew around what it keeps, or with --step run some of its steps again and leave the rest as it is.
    #[arg(long, display_order = 50, value_name = "SCENARIO", conflicts_with_all = ["what", "size", "sides", "area"])]
    pub from: Option<PathBuf>,
    /// The steps to run again with --from, with commas between: methods, such as make-rivers.
    #[arg(long, display_order = 51, value_name = "METHOD", requires = "from", value_delimiter = ',')]
    pub step: Vec<String>,
    /// The only cells that the steps of --from may change, such as 10,10..20,20, from one column and row to another; on the second level
    /// 10,10/2..20,20/2 [default: all].
    #[arg(long, display_order = 53, value_name = "REGION", requires = "step")]
    pub region: Option<String>,
    /// The level on which the steps of --from are run again, from 1 [default: all].
    #[arg(long, display_order = 52, value_name = "N", requires = "step", value_parser = clap::value_parser!(u32).range(1..))]
    pub level: Option<u32>,
    /// The seed: a number, or any text, which gives one [default: a fresh one below 1000000000].
    #[arg(long, display_order = 1, value_name = "S", value_parser = seed)]
    pub seed: Option<u64>,
    /// The keys of the request.
    #[command(flatten)]
    pub request: RequestFlags,
    /// Set a parameter of a method, such as make-countries.country-radius-min=4.
    #[arg(long, display_order = 42, value_name = "METHOD.PARAMETER=VALUE")]
    pub set: Vec<String>,
    /// Choose a variant of the design, such as large-countries or world-size=80x60; `explain PRESET` lists them.
    #[arg(long, display_order = 6, value_name = "NAME[=VALUE]")]
    pub variant: Vec<String>,
    /// What the result must meet, such as 'score>=0.9,land-8>=0.8'.
    #[arg(long, display_order = 40, value_name = "R")]
    pub require: Option<String>,
    /// How many seeds may be tried.
    #[arg(long, display_order = 41, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub tries: u32,
    /// What to write, with commas between; options of a format stand behind colons, as in png:scale=24:names=false. See `list formats`
    /// [default: ron,png,json].
    #[arg(long, display_order = 8, value_name = "LIST", value_delimiter = ',')]
    pub format: Vec<String>,
    /// Show what is predicted too, measure by measure, where matches say what seats win.
    #[arg(long, display_order = 10)]
    pub all: bool,
    /// A RON file of weights for the measures.
    #[arg(long, display_order = 43, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Where to write [default: out].
    #[arg(long, display_order = 7, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace another scenario in that folder.
    #[arg(long, display_order = 9)]
    pub force: bool,
}

/// `batch`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("from", |arg| arg.hide(true)), mut_arg("step", |arg| arg.hide(true)), mut_arg("region", |arg| arg.hide(true)), mut_arg("force", |arg| arg.hide(true)), mut_arg("all", |arg| arg.hide(true)))]
#[command(mut_arg("out", |arg| arg.required(true).help("Where to write: each item in a folder of its own")))]
#[command(mut_arg("seed", |arg| arg.help("The first item's seed, a number or any text; the others count up from it [default: a fresh one]")))]
#[command(mut_arg("format", |arg| arg.help("What else to write for each item, such as png:scale=8: see `list formats`")))]
pub struct BatchArgs {
    /// How many items. A batch that is there can be given more: it goes on to that number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub count: u32,
    /// Make only every N-th item, from the K-th: one part of a batch that is spread over machines.
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    pub shard: Shard,
    /// Say what would be done and write nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// What is rolled.
    #[command(flatten)]
    pub roll: RollArgs,
}

/// `merge`.
#[derive(Debug, ClapArgs)]
pub struct MergeArgs {
    /// Folders of the batch's shards.
    #[arg(required = true, value_name = "DIR")]
    pub shards: Vec<PathBuf>,
    /// Where to join them [default: the first of them].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// `pick`.
#[derive(Debug, ClapArgs)]
#[command(group(ArgGroup::new("end").required(true).args(["best", "worst"])))]
pub struct PickArgs {
    /// The folder of a batch.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Pick the N best, the best first.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub best: Option<u32>,
    /// Pick the N worst, the worst first.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub worst: Option<u32>,
    /// What they are ranked by: score, a measure (see `list measures`), points_off (how far the seats are from their shares in play: less is
    /// better), matches, or warnings (fewer are better).
    #[arg(long, value_name = "NUMBER", default_value = "score")]
    pub by: String,
    /// Copy their folders into this one, which is new or empty. Other commands take each of them.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print comma-separated values.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// `tables`.
#[derive(Debug, ClapArgs)]
pub struct TablesArgs {
    /// The folder of a batch, of kept matches or of a scenario, or a scenario's file.
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The folder for the tables, which is new or empty.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Replace tables in that folder.
    #[arg(long)]
    pub force: bool,
    /// The forms in which each table is written.
    #[arg(long, value_name = "F", value_enum, value_delimiter = ',', default_value = USUAL_TABLES)]
    pub format: Vec<TableFormat>,
}

/// The tables that a build writes if nothing is asked for: all that it can.
const USUAL_TABLES: &str = if playtest::WRITES_PARQUET { "csv,parquet" } else { "csv" };

/// A form of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    Parquet,
}

/// `bundle`.
#[derive(Debug, ClapArgs)]
pub struct BundleArgs {
    /// A design's file or folder.
    pub design: PathBuf,
    /// The file to write [default: NAME.bundle.ron].
    #[arg(long, value_name = "FILE.ron")]
    pub out: Option<PathBuf>,
    /// Replace a file of that name.
    #[arg(long)]
    pub force: bool,
}

/// `score`.
#[derive(Debug, ClapArgs)]
pub struct ScoreArgs {
    /// A scenario's file or folder, or a seed string.
    pub file: PathBuf,
    /// A RON file of weights for the measures.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// `html` prints one page with the map, the seats and the measures: `score FILE --format html > page.html`.
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "json")]
    pub format: ScoreFormat,
}

/// How a verdict is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScoreFormat {
    /// A table.
    Text,
    /// A page.
    Html,
}

/// `render`.
#[derive(Debug, ClapArgs)]
pub struct RenderArgs {
    /// A scenario's file, a folder that `roll` wrote, or a seed string.
    pub scenario: PathBuf,
    /// The picture to write [default: map.png in the folder].
    #[arg(long, value_name = "FILE.png")]
    pub out: Option<PathBuf>,
    /// Replace a file of that name.
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Pixels per cell [default: what gives a picture of a good size].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub scale: Option<u32>,
    /// Cells beyond the seams of a map that wraps that repeat its other side, dimmed [default: 6 where ships fly over seams, else 0].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub rim: Option<u32>,
    /// Of a world of several levels the one to draw, from 1 [default: all, side by side].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub level: Option<u32>,
}

/// What matches are played of, by whom, and for how long.
#[derive(Debug, ClapArgs)]
pub struct MatchArgs {
    /// A preset or a seed string (`classic:7:sides=3`), which is rolled; a scenario's file or folder; a game in GDL (`.g`) or a design
    /// (its file, or a folder of `new`), rolled as far as it gives no whole start; the folder of a batch; or, for `play`, the file of a
    /// match that people left, to go on with it: its journal, or the folder of both, if it was killed.
    #[arg(required = true, value_name = "GAME | SCENARIO | DIR")]
    pub what: Vec<String>,
    /// Who plays, with commas between: see `list players`. With fewer players than seats the list begins again; in teams, each team
    /// gets a player. A program outside is `cmd:PROGRAM ARGUMENTS`. `play` takes goal by default, or the game's own usual one. `human` is
    /// a person at this keyboard: `play duel --players human` is one match against the computer.
    #[arg(long, value_name = "LIST")]
    pub players: Vec<String>,
    /// One more player, such as 'cmd:python3 bot.py, fast': here commas are the player's own. Where a match that people left goes on,
    /// `SEAT=PLAYER` is the player of a seat, such as 2=cmd:./bot: no file starts a program.
    #[arg(long, value_name = "PLAYER")]
    pub player: Vec<String>,
    /// The seed of all matches, and of the start if it is rolled.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed)]
    pub seed: u64,
    /// The size of the world that is rolled, such as 60x60.
    #[arg(long, value_name = "WxH", value_delimiter = ',')]
    pub size: Vec<String>,
    /// How many sides the rolled start has.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub sides: Vec<String>,
    /// Choose a variant of the game that is rolled, such as large-countries or world-size=80x60; give it again for more. In a list for
    /// a table `none` is the game as it comes.
    #[arg(long, value_name = "NAME[=VALUE]")]
    pub variant: Vec<String>,
    /// Turns after which a match ends undecided, counted from the one with which its start begins [default: after the game's own
    /// last turn; without one 500, or 1000 where seats take their turns one by one].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub turn_limit: Option<u32>,
    /// Seconds that a program outside may think about a move.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub time_limit: f64,
    /// Seconds that a program outside may take to its first word, its start included; never less than --time-limit.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub start_limit: f64,
    /// Keep what the matches come to in this file, as they end: the same command goes on from it where it was ended, and one with more
    /// --games, players or starts plays only what is missing. The scenarios of a batch keep what `play` makes of them by themselves.
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Report also on players that forfeit every match. Without it they are an error (exit code 1), which gives the reason.
    #[arg(long)]
    pub allow_forfeits: bool,
    /// Print a table instead: comma-separated values.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// `play`.
#[derive(Debug, ClapArgs)]
pub struct PlayArgs {
    /// The matches.
    #[command(flatten)]
    pub matches: MatchArgs,
    /// How many matches of each scenario; with --until-sure the most [default: 400; 20000 with --until-sure, 100 of each row of a
    /// table, 1 with --watch].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// Play until it is sure whether all seats win within POINTS of their shares, such as 5: equal ones, or in the ratio of advantages.
    #[arg(long, value_name = "POINTS")]
    pub until_sure: Option<f64>,
    /// How many points of a hundred a seat may be from its share and still count as equal.
    #[arg(long, value_name = "POINTS", default_value_t = 5.0, conflicts_with = "until_sure")]
    pub delta: f64,
    /// Keep every match in this folder; `replay` shows them, and the same command goes on there where it was ended.
    #[arg(long, value_name = "DIR", conflicts_with = "results")]
    pub keep: Option<PathBuf>,
    /// Write the scenario to this file, together with what the matches say of its seats: score, maps and pages tell it, as long as the
    /// scenario stays as it is.
    #[arg(long, value_name = "FILE.ron", conflicts_with = "watch")]
    pub record: Option<PathBuf>,
    /// Show matches turn by turn: the map, with rulers that name the cells, and what happened in words. In a terminal space pauses and
    /// goes on, Enter or n shows the next turn and pauses, q ends as Ctrl-C does.
    #[arg(long, conflicts_with_all = ["json", "csv", "until_sure", "results"])]
    pub watch: bool,
    /// With --watch: hundredths of a second that a turn is shown [default: 25 in a terminal, else 0].
    #[arg(long, value_name = "N", requires = "watch", value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub pace: Option<u16>,
    /// With people: a file of keys, words and aliases, the same one as the window's [default: fairmarch-keys.ron, if it is there].
    #[arg(long, value_name = "FILE.ron")]
    pub keys: Option<PathBuf>,
    /// With a batch: play again what was played with other flags. With --record: replace the file.
    #[arg(long)]
    pub force: bool,
}

/// `tournament`.
#[derive(Debug, ClapArgs)]
pub struct TournamentArgs {
    /// The matches.
    #[command(flatten)]
    pub matches: MatchArgs,
    /// How many matches of each pair on each scenario: half from either side [default: 40 in all, and 2 on each].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
}

/// `replay`.
#[derive(Debug, ClapArgs)]
pub struct ReplayArgs {
    /// A match's file.
    pub file: PathBuf,
    /// Stop when this turn has begun.
    #[arg(long, value_name = "TURN")]
    pub at: Option<u32>,
    /// What to write: FILE.png shows the position, FILE.gif or FILE.apng (all colours) the match turn by turn, and FILE-%d.png a picture of each
    /// turn (`%04d`: with four digits); FILE.ron or FILE.g is the position, to go on from.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace a file of that name.
    #[arg(long, requires = "out")]
    pub force: bool,
    /// The match's scenario, if it has moved since.
    #[arg(long, value_name = "SCENARIO")]
    pub scenario: Option<PathBuf>,
    /// Pixels per cell [default: what gives a picture of a good size].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub scale: Option<u32>,
    /// Cells beyond the seams of a map that wraps that repeat its other side, dimmed [default: 6 where ships fly over seams, else 0].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub rim: Option<u32>,
    /// Hundredths of a second that a turn is shown.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(2..=1000))]
    pub pace: u16,
}

/// `check`.
#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// Designs, folders of designs, or scenarios.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// `names`.
#[derive(Debug, ClapArgs)]
pub struct NamesArgs {
    /// A namer: see `list namers`.
    #[arg(required_unless_present = "stats")]
    pub namer: Option<String>,
    /// Say instead how varied the namer is, or all are: repeats in 10,000 draws, bits of entropy in 30,000, lengths, and
    /// how many names are one letter from another.
    #[arg(long)]
    pub stats: bool,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: u32,
    /// The seed [default: a fresh one].
    #[arg(long, value_name = "S", value_parser = seed)]
    pub seed: Option<u64>,
}

/// `explain`.
#[derive(Debug, ClapArgs)]
pub struct ExplainArgs {
    /// A name, or the file of a design or a scenario.
    #[arg(required_unless_present_any = ["all", "unread"], conflicts_with_all = ["all", "unread"])]
    pub name: Option<String>,
    /// A type of that game, such as infantry: what makes it, and which tables make it what it is. Alone it is looked for in the presets.
    #[arg(value_name = "TYPE", requires = "name", conflicts_with_all = ["all", "unread", "format", "out"])]
    pub of_type: Option<String>,
    /// Every parameter on one page, with an index.
    #[arg(long)]
    pub all: bool,
    /// Show the parameters that Fairmarch keeps but nothing reads, each with the reason.
    #[arg(long, conflicts_with_all = ["all", "format", "out"])]
    pub unread: bool,
    /// How pages are written: of games, and of all parameters.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ExplainFormat,
    /// Write the page into this file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace a file of that name.
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// What a page can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// For a terminal.
    Text,
    /// Markdown.
    Md,
    /// One page of HTML that needs no other file.
    Html,
}

/// `list`.
#[derive(Debug, ClapArgs)]
pub struct ListArgs {
    /// What to list. `games` are the designs in the folders of the library (--library), else in the current one.
    pub what: ListKind,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListKind {
    /// Designs to roll.
    Presets,
    /// Methods that make parts of a scenario.
    Methods,
    /// Measures of fairness.
    Measures,
    /// Makers of names.
    Namers,
    /// What a scenario can be written as.
    Formats,
    /// Rules that scenarios can be played by.
    Rulesets,
    /// Who can play, for each ruleset.
    Players,
    /// Everything that a design can set, by topic.
    Parameters,
    /// The designs of a folder, with how complete each is.
    Games,
}

/// `schema`.
#[derive(Debug, ClapArgs)]
pub struct SchemaArgs {
    /// Which document, such as roll, failure or fairness.
    pub name: Option<String>,
}

/// `completions`.
#[derive(Debug, ClapArgs)]
pub struct CompletionsArgs {
    /// Which shell.
    pub shell: Shell,
}

/// `man`.
#[derive(Debug, ClapArgs)]
pub struct ManArgs {
    /// The folder to write to; `man -l man/fairmarch.1` shows a page.
    #[arg(long, value_name = "DIR", default_value = "man")]
    pub out: PathBuf,
    /// Replace other pages that are there.
    #[arg(long)]
    pub force: bool,
}

/// `convert`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("input", |arg| arg.help(readable())), mut_arg("output", |arg| arg.help(writable())))]
#[command(mut_arg("format", |arg| arg.help(writable_formats())), mut_arg("area", |arg| arg.help(areas())))]
pub struct ConvertArgs {
    /// What to read.
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// What to write.
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// The format of OUT.
    #[arg(long, value_name = "FORMAT", conflicts_with = "heights")]
    pub format: Option<output::FormatChoice>,
    /// Choose an option of the format of OUT; give it again for more. `list formats` shows them.
    #[arg(long, value_name = "NAME=VALUE")]
    pub option: Vec<String>,
    /// The design whose terrain colours, heights, characters or tiles mean: a preset, or a design's file or folder.
    #[arg(long, value_name = "DESIGN", default_value = "classic")]
    pub palette: String,
    /// What more colours mean, such as 3b74b4=sea,ffffff=mountains; or, if brightness means height, which terrain lies from which height
    /// up, such as 0%=sea,42%=plains,85%=mountains.
    #[arg(long, value_name = "COLOUR=TERRAIN,..", default_value = "", hide_default_value = true)]
    pub legend: String,
    /// Write only parts of a scenario, which others include: units, sides, names, terrain, a border or connection such as river, and so on;
    /// a part that does not exist gets a list of all.
    #[arg(long, value_name = "PART,..", value_delimiter = ',', conflicts_with_all = ["format", "read_as", "heights", "fill"])]
    pub only: Vec<String>,
    /// The kind of area.
    #[arg(long, value_name = "A")]
    pub area: Option<String>,
    /// The size of the area in cells [default: a cell for each pixel].
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    pub size: Option<String>,
    /// What IN is, if its name does not tell it.
    #[arg(long, value_name = "FORM", value_parser = PossibleValuesParser::new(TerrainFile::ALL.map(form)))]
    pub read_as: Option<String>,
    /// The terrain of cells without a tile of terrain, in a map of Tiled.
    #[arg(long, value_name = "TERRAIN")]
    pub fill: Option<String>,
    /// Brightness means height, also in a picture that is not grey; a .png that is written shows heights.
    #[arg(long)]
    pub heights: bool,
    /// Replace a file of that name.
    #[arg(long)]
    pub force: bool,
}

/// A word of `--read-as`.
fn form(file: TerrainFile) -> PossibleValue {
    PossibleValue::new(file.endings()[0]).help(file.summary())
}

/// What `convert` reads: designs and scenarios, and each kind of file that terrain is read from.
fn readable() -> String {
    let told = |endings: &[&str]| endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(" or ");
    let mut help =
        format!("What to read: {} is a design or a scenario, as its folder is", told(&pipeline::DESIGN_ENDINGS));
    for file in TerrainFile::ALL {
        help.push_str(&format!("; {} {}", told(file.endings()), file.summary()));
    }
    help
}

/// What `convert` writes without being told the format.
fn writable() -> String {
    format!("What to write: {}, or anything with --format", output::known_endings())
}

/// All formats that `convert` writes.
fn writable_formats() -> String {
    let names: Vec<&str> = output::FORMATS.iter().map(|format| format.name()).collect();
    let names = names.join(", ");
    format!(
        "The format of OUT, if its name does not tell it, with options behind colons as in png:scale=24: {names} (see `list formats`)"
    )
}

/// The kinds of areas that `convert` lays cells on.
fn areas() -> String {
    let names: Vec<&str> = grid::Shape::ALL.iter().map(|shape| shape.name()).collect();
    format!(
        "The kind of area: {}; hex is a hexagon [default: what a .tmx, a .sav or the scale of a .raw says, else rectangle]",
        names.join(", ")
    )
}

/// `new`.
#[derive(Debug, ClapArgs)]
pub struct NewArgs {
    /// The folder to make.
    pub name: PathBuf,
    /// The preset to begin from.
    #[arg(long, value_name = "PRESET", default_value = "classic")]
    pub from: String,
}

/// `new-unit`.
#[derive(Debug, ClapArgs)]
pub struct NewUnitArgs {
    /// A design's file or folder.
    #[arg(value_name = "DESIGN")]
    pub design: PathBuf,
    /// What the new type is called.
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The type that it is like: it is made where that one is, enters what that one enters, and fights what that one fights.
    #[arg(long, value_name = "TYPE")]
    pub like: String,
}

/// `edit`.
#[derive(Debug, ClapArgs)]
pub struct EditArgs {
    /// A scenario or a design, or a folder of one; or a preset.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The edits, in RON.
    #[arg(long, value_name = "FILE")]
    pub script: PathBuf,
    /// What to write: FILE.ron; FILE.g for GDL; or with --force the design itself.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace a file of that name.
    #[arg(long)]
    pub force: bool,
}

/// `diff`.
#[derive(Debug, ClapArgs)]
pub struct DiffArgs {
    /// A scenario or a design, or a folder of one.
    #[arg(value_name = "A")]
    pub from: PathBuf,
    /// What it is held against.
    #[arg(value_name = "B")]
    pub to: PathBuf,
    /// Write a script in RON by which `edit` makes B of A.
    #[arg(long)]
    pub ron: bool,
    /// Write the script into a file.
    #[arg(long, value_name = "FILE", requires = "ron")]
    pub out: Option<PathBuf>,
    /// Replace a file of that name.
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// `fit`.
#[derive(Debug, ClapArgs)]
pub struct FitArgs {
    /// The games whose maps are played: presets, or designs (their files or folders).
    #[arg(value_name = "PRESET | FILE.ron", default_values_t = ["classic", "continent", "archipelago", "cylinder", "two-rivals"].map(str::to_owned))]
    pub what: Vec<String>,
    /// How many maps of each game.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub count: u32,
    /// How many matches of each map.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Which player of the game plays.
    #[arg(long, value_name = "NAME", default_value = "goal")]
    pub player: String,
    /// The numbers of sides that maps take turns in [default: the game's own, one fewer and one more].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(2..))]
    pub sides: Vec<u8>,
    /// The seed of all maps and matches.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed)]
    pub seed: u64,
    /// Where to write.
    #[arg(long, value_name = "DIR", default_value = "fit")]
    pub out: PathBuf,
    /// Throw away the matches of a fit with other settings in that folder.
    #[arg(long)]
    pub force: bool,
}

/// `bench`.
#[derive(Debug, ClapArgs)]
pub struct BenchArgs {
    /// What to do.
    #[command(subcommand)]
    pub what: BenchCommand,
}

/// What can be measured.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Time each method and whole rolls of a preset at several sizes.
    Speed {
        /// The preset.
        #[arg(long, default_value = "classic")]
        preset: String,
        /// The largest width and height.
        #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(60..=4000))]
        most: u32,
    },
    /// Measure fairness over many seeds of one request: medians of each measure.
    Fairness {
        /// A preset or seed string; its seed is the first.
        #[arg(default_value = "classic:1:sides=7,size=120x120")]
        string: String,
        /// How many seeds.
        #[arg(long, value_name = "N", default_value_t = 100)]
        count: u32,
        /// A RON file of weights for the measures.
        #[arg(long, value_name = "FILE")]
        weights: Option<PathBuf>,
        /// Play each roll too, and say how uneven its seats are in play, and how well that was predicted.
        #[arg(long)]
        played: bool,
        /// With --played: how many matches of each roll [default: 120].
        #[arg(long, value_name = "N", requires = "played", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
        games: Option<u32>,
        /// With --played: which player of the game plays [default: goal].
        #[arg(long, value_name = "NAME", requires = "played")]
        player: Option<String>,
    },
    /// Roll many scenarios of all presets, sizes, sides and areas, and check each: no panic, no broken invariant.
    Soak {
        /// How many.
        #[arg(long, value_name = "N", default_value_t = 1000)]
        count: u32,
        /// The first seed.
        #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed)]
        seed: u64,
    },
}
