//! Feeds broken GDL to its reader: `cargo run --release -p fairmarch-tests --example fuzz_gdl -- 10000000 [SEED]`.
//!
//! Texts are bred from the samples in `tests/gdl`: bytes, tokens and whole forms are dropped, doubled, swapped, taken from other
//! samples, or replaced by text that is likely to break a reader. Each text is read and carried out. A text that makes the reader
//! panic, or takes it longer than a second, is written to `tests/gdl/bad/`, where a test fails until
//! `EXPECTED.tsv` says which diagnostics the text should give, and the reader gives them.
//!
//! It runs on stable Rust, so it is not guided by coverage; instead it recombines whole forms, which get past the parser.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chance::{Seed, Stream};
use formats::gdl::Module;
use rayon::prelude::*;

/// Texts of one stream of chance.
const CHUNK: u64 = 2_000;
/// No text grows beyond this.
const LENGTH_MAX: usize = 6_000;
const SLOW: Duration = Duration::from_secs(1);

/// What readers dislike.
const ODD: &[&str] = &[
    "(",
    ")",
    "\"",
    "|",
    "'",
    "#|",
    "|#",
    ";",
    "\\",
    "nil",
    "()",
    "-1",
    "0",
    "99999999999",
    "2147483647",
    "-2147483648",
    "9d99+999",
    "1.5",
    "50%",
    "3/4",
    "u*",
    "t*",
    "m*",
    "a*",
    "(append u* u*)",
    "(remove u* u*)",
    "(* 65536 65536)",
    "(/ 1 0)",
    "\"\"",
    "||",
    "(if 1)",
    "(else)",
    "(end-if)",
    "(area 3 3)",
    "(area 32767 32767)",
    "(area 300 3)",
    "(unit-defaults reset)",
    "(by-char \"ab\")",
    "(xform 99999 99999)",
    "999999999a",
    "5*-7,",
    "\u{e9}\u{2603}",
    "\0",
    "#|fairmarch\n{ }\n|#",
    "(include \"05-include-part\")",
    "(world 3)",
    "(side 15)",
    "true",
    "(quote",
    "(cp -1)",
    "(in 1)",
    "(@ 1 1)",
    "(# 1)",
    "(hp 0)",
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(100_000);
    let seed: u64 = arguments.next().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gdl");
    let samples = read_samples(&folder);
    assert!(!samples.is_empty(), "there are no samples");
    let forms: Vec<String> = samples.iter().flat_map(|(_, text)| split_forms(text)).collect();
    let known = pipeline::known();
    // The panics of the reader are what is looked for: they are counted, not printed.
    std::panic::set_hook(Box::new(|_| {}));
    let (found, slowest, read) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let begun = Instant::now();
    (0..count.div_ceil(CHUNK)).into_par_iter().for_each(|chunk| {
        let mut stream = Seed(seed).stream(&format!("fuzz/{chunk}"));
        for _ in 0..CHUNK.min(count - chunk * CHUNK) {
            let text = breed(&mut stream, &samples, &forms);
            let start = Instant::now();
            let is_sound = catch_unwind(AssertUnwindSafe(|| {
                let include = |name: &str| {
                    samples
                        .iter()
                        .find(|(known, _)| known == name)
                        .map(|(name, text)| (format!("{name}.g"), text.clone()))
                };
                let module = Module::read("fuzz", "fuzz.g", &text, &include);
                let (game, _) = module.game(&BTreeMap::new(), &known);
                read.fetch_add(u64::from(game.is_some()), Ordering::Relaxed);
            }));
            let taken = start.elapsed();
            slowest.fetch_max(taken.as_micros() as u64, Ordering::Relaxed);
            if is_sound.is_err() || taken > SLOW {
                let number = found.fetch_add(1, Ordering::Relaxed);
                let kind = if is_sound.is_err() { "panic" } else { "slow" };
                if number < 20 {
                    let _ = std::fs::write(folder.join("bad").join(format!("{kind}-{seed}-{chunk}-{number}.g")), &text);
                }
            }
        }
    });
    let (found, read) = (found.into_inner(), read.into_inner());
    println!(
        "{count} texts in {:.0} s, {read} of them without an error, slowest {} us, {found} finds",
        begun.elapsed().as_secs_f64(),
        slowest.into_inner()
    );
    std::process::exit(i32::from(found > 0));
}

fn read_samples(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> = [folder.to_owned(), folder.join("bad")]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "g"))
        .collect();
    files.sort();
    let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    files.iter().filter_map(|path| Some((name(path), std::fs::read_to_string(path).ok()?))).collect()
}

/// The forms of a text that begin a line.
fn split_forms(text: &str) -> Vec<String> {
    let mut forms = Vec::new();
    for part in text.split("\n(") {
        forms.push(format!("({}\n", part.trim_start_matches('(')));
    }
    forms
}

fn below(stream: &mut Stream, bound: usize) -> usize {
    stream.below(bound.max(1) as u32) as usize
}

fn breed(stream: &mut Stream, samples: &[(String, String)], forms: &[String]) -> String {
    // Either a sample, or forms of several, most often after types that give them a meaning.
    let mut text = if stream.below(3) == 0 {
        let mut text = samples[below(stream, samples.len())].1.clone();
        for _ in 0..stream.below(6) {
            text.push_str(&forms[below(stream, forms.len())]);
        }
        text
    } else {
        samples[below(stream, samples.len())].1.clone()
    };
    for _ in 0..=stream.below(6) {
        change(stream, &mut text, forms);
    }
    if text.len() > LENGTH_MAX {
        let end = (0..=LENGTH_MAX).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.truncate(end);
    }
    text
}

fn change(stream: &mut Stream, text: &mut String, forms: &[String]) {
    let tokens = token_starts(text);
    let at = tokens[below(stream, tokens.len())];
    let to = tokens[below(stream, tokens.len())];
    let (from, to) = (at.min(to), at.max(to));
    match stream.below(8) {
        0 => text.insert_str(at, ODD[below(stream, ODD.len())]),
        1 => {
            let end = tokens.iter().copied().find(|&start| start > at).unwrap_or(text.len());
            text.replace_range(at..end, &format!("{} ", ODD[below(stream, ODD.len())]));
        }
        2 if to - from < 400 => text.replace_range(from..to, ""),
        3 if to - from < 400 => {
            let part = text[from..to].to_owned();
            text.insert_str(to, &part);
        }
        4 => text.insert_str(at, &forms[below(stream, forms.len())]),
        5 => {
            let end = tokens.iter().copied().find(|&start| start > at).unwrap_or(text.len());
            let token = text[at..end].to_owned();
            let other = tokens[below(stream, tokens.len())];
            text.insert_str(other, &token);
        }
        6 => {
            let chars: Vec<(usize, char)> = text.char_indices().collect();
            if let Some(&(at, char)) = chars.get(below(stream, chars.len())) {
                text.replace_range(at..at + char.len_utf8(), "");
            }
        }
        _ => {
            let digit = char::from(b'0' + stream.below(10) as u8);
            text.insert(at, digit);
        }
    }
}

/// Where tokens begin, and the end.
fn token_starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    let mut is_inside = false;
    for (at, char) in text.char_indices() {
        let is_sign = matches!(char, '(' | ')' | '"');
        if is_sign || (!char.is_whitespace() && !is_inside) {
            starts.push(at);
        }
        is_inside = !char.is_whitespace() && !is_sign;
    }
    starts.push(text.len());
    starts
}
