//! Batches as scripts and machines at night see them: what is there, what goes on, what is joined.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::fairmarch;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

/// A batch of small worlds in `out`.
fn batch(here: &Path, out: &str, count: &str, more: &[&str]) -> Output {
    let asked = ["batch", "classic", "--size", "36x30", "--sides", "2", "--seed", "7", "--count", count, "--out", out];
    fairmarch(here, &asked.iter().chain(more).copied().collect::<Vec<_>>())
}

fn item(out: &Path, index: u32) -> PathBuf {
    out.join(format!("scenarios/000/{index:06}"))
}

/// All files below a folder with their bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(at).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push((path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).expect("a file")));
            }
        }
    }
    found.sort();
    found
}

fn manifest(out: &Path) -> Vec<Vec<String>> {
    let mut table = csv::Reader::from_path(out.join("manifest.csv")).expect("a manifest");
    table.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect()
}

// Takes seconds: a batch is rolled several times over, by the command as people run it.
#[test]
fn an_item_is_the_roll_of_its_seed() {
    let here = folder();
    let done = batch(here.path(), "b", "3", &["--format", "html", "--json"]);
    assert!(done.status.success(), "{}", stderr(&done));
    let document = json(&done);
    assert_eq!((&document["ok"], &document["made"], &document["unmet"]), (&Value::from(true), &3.into(), &0.into()));
    let out = here.path().join("b");
    let rows = manifest(&out);
    assert_eq!(rows.len(), 3);
    for (index, row) in rows.iter().enumerate() {
        let (seed, string) = (&row[1], &row[row.len() - 1]);
        assert_eq!(row[0], index.to_string());
        let told = fs::read(item(&out, index as u32).join("item.json")).unwrap();
        let told: Value = serde_json::from_slice(&told).unwrap();
        assert_eq!(told["seed"].to_string(), *seed);
        let rejected = told["rejected"].as_array().unwrap();
        let first = rejected.first().map_or(&told["seed"], |one| &one["seed"]);
        assert_eq!(*first, 7 + index, "seeds count up");
        let asked = ["roll", "--size", "36x30", "--sides", "2", "--seed", seed, "--format", "ron,json,html"];
        assert!(fairmarch(here.path(), &asked).status.success());
        for file in ["scenario.ron", "fairness.json", "scenario.html"] {
            let (mine, rolled) = (item(&out, index as u32).join(file), here.path().join("out").join(file));
            assert!(fs::read(mine).unwrap() == fs::read(rolled).unwrap(), "item {index}: {file} differs");
        }
        assert!(fairmarch(here.path(), &["roll", string, "--format", "ron"]).status.success());
        let again = fs::read(here.path().join("out/scenario.ron")).unwrap();
        assert!(fs::read(item(&out, index as u32).join("scenario.ron")).unwrap() == again, "the string gives it too");
        let verdict: Value =
            serde_json::from_slice(&fs::read(item(&out, index as u32).join("fairness.json")).unwrap()).unwrap();
        assert_eq!(row[2].parse::<f64>().unwrap(), verdict["score"].as_f64().unwrap());
        assert_eq!(row[3], verdict["worst_seat"].to_string());
    }
    for file in ["batch.ron", "manifest.ron", "contact.png", "report.html"] {
        assert!(fs::metadata(out.join(file)).unwrap().len() > 100, "{file}");
    }
    assert_eq!(fs::read_dir(&out).unwrap().count(), 6, "nothing else lies there");
}

#[test]
fn a_batch_is_the_same_with_any_number_of_threads_and_in_any_number_of_runs() {
    let here = folder();
    assert!(batch(here.path(), "one", "6", &["--threads", "1"]).status.success());
    assert!(batch(here.path(), "three", "6", &["--threads", "3"]).status.success());
    let whole = files(&here.path().join("one"));
    assert!(whole == files(&here.path().join("three")), "threads change nothing");

    // Half of it is lost in all the ways in which it can be; what is left is not made again.
    let out = here.path().join("three");
    fs::remove_dir_all(item(&out, 0)).unwrap();
    fs::write(item(&out, 1).join("scenario.ron"), "").unwrap();
    fs::remove_file(item(&out, 2).join("thumb.png")).unwrap();
    fs::write(item(&out, 3).join("item.json"), "{").unwrap();
    fs::create_dir_all(out.join("unfinished/000000")).unwrap();
    fs::write(out.join("unfinished/000000/scenario.ron"), "half").unwrap();
    fs::write(out.join(".fairmarch-x.tmp"), "half").unwrap();
    for summary in ["manifest.csv", "manifest.ron", "contact.png", "report.html"] {
        fs::remove_file(out.join(summary)).unwrap();
    }
    let kept = item(&out, 5).join("scenario.ron");
    let before = fs::metadata(&kept).unwrap().modified().unwrap();
    let again = batch(here.path(), "three", "6", &[]);
    assert!(again.status.success(), "{}", stderr(&again));
    assert!(
        stderr(&again).contains("4 items in") && stderr(&again).contains("2 were there already"),
        "{}",
        stderr(&again)
    );
    assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), before);
    assert!(whole == files(&out), "as if nothing had happened");
}

#[test]
fn other_flags_are_another_batch() {
    let here = folder();
    assert!(batch(here.path(), "b", "3", &[]).status.success());
    let before = files(&here.path().join("b"));
    let weights = here.path().join("w.ron");
    fs::write(&weights, "{ \"land-8\": 3 }").unwrap();
    let usual = playtest::weights();
    let listed = |weight: &dyn Fn(&str) -> u32| {
        playtest::measure_summaries().map(|(name, _)| format!("{name}={}", weight(name))).collect::<Vec<_>>().join(",")
    };
    let other_weights = diagnostics::cut_quotes(format!(
        "error[usage]: b holds another batch: --weights was `{}` and is `{}`; ask for the same to go on with it, or name \
        another --out\n",
        listed(&|name| usual.of(name)),
        listed(&|name| if name == "land-8" { 3 } else { 0 }),
    ));
    for (flag, args) in [
        (
            "error[usage]: b holds a batch of 3 items, and --count 2 is fewer: ask for 3 or more to go on with it, \
                or name another --out\n",
            vec!["classic", "--size", "36x30", "--sides", "2", "--seed", "7", "--count", "2"],
        ),
        (
            "error[usage]: b holds another batch: --seed was `7` and is `8`; ask for the same to go on with it, \
                or name another --out\n",
            vec!["classic", "--size", "36x30", "--sides", "2", "--seed", "8", "--count", "4"],
        ),
        (
            "error[usage]: b holds another batch: --seed was `7` and is `8`; ask for the same to go on with it, \
                or name another --out\n",
            vec!["classic", "--size", "36x30", "--sides", "2", "--seed", "8", "--count", "3"],
        ),
        (
            "error[usage]: b holds another batch: --size was `36x30` and is `36x32`; ask for the same to go on \
            with it, or name another --out\n",
            vec!["classic", "--size", "36x32", "--sides", "2", "--count", "3"],
        ),
        (
            "error[usage]: b holds another batch: --sides was `2` and is not given; ask for the same to go on \
            with it, or name another --out\n",
            vec![],
        ),
        (
            "error[usage]: b holds another batch: --no-balance was not given and is given; ask for the same to \
            go on with it, or name another --out\n",
            vec!["--no-balance"],
        ),
        (
            "error[usage]: b holds another batch: --set make-rivers.river-length-min was not given and is `4`; \
            ask for the same to go on with it, or name another --out\n",
            vec!["--set", "make-rivers.river-length-min=4"],
        ),
        (
            "error[usage]: b holds another batch: --advantage was not given and is `1,2`; ask for the same to go \
            on with it, or name another --out\n",
            vec!["--advantage", "1,2"],
        ),
        (
            "error[usage]: b holds another batch: --area was not given and is `cylinder`; ask for the same to go \
            on with it, or name another --out\n",
            vec!["--area", "cylinder"],
        ),
        (
            "error[usage]: b holds another batch: --tries was `10` and is `3`; ask for the same to go on with \
            it, or name another --out\n",
            vec!["--tries", "3"],
        ),
        (
            "error[usage]: b holds another batch: --require was not given and is `score>=0.1`; ask for the same \
            to go on with it, or name another --out\n",
            vec!["--require", "score>=0.1"],
        ),
        (
            "error[usage]: b holds another batch: --shard was `1/1` and is `1/2`; ask for the same to go on with \
            it, or name another --out\n",
            vec!["--shard", "1/2"],
        ),
        (
            "error[usage]: b holds another batch: --format was `ron,json` and is `ron,json,html`; ask for the \
            same to go on with it, or name another --out\n",
            vec!["--format", "html"],
        ),
        (other_weights.as_str(), vec!["--weights", "w.ron"]),
        (
            "error[usage]: b holds another batch: --variant climate was not given and is `dry`; ask for the same \
            to go on with it, or name another --out\n",
            vec!["--variant", "climate=dry"],
        ),
    ] {
        let again = match args.first() {
            Some(&"classic") => fairmarch(here.path(), &[&["batch", "--out", "b"], args.as_slice()].concat()),
            None => fairmarch(here.path(), &["batch", "--size", "36x30", "--count", "3", "--out", "b"]),
            Some(_) => batch(here.path(), "b", "3", &args),
        };
        assert_eq!(again.status.code(), Some(2), "{args:?}: {}", stderr(&again));
        assert_eq!(stderr(&again), flag, "{args:?}");
    }
    assert!(before == files(&here.path().join("b")), "nothing is touched");
    let same = fairmarch(here.path(), &["batch", "--size", "36x30", "--sides", "2", "--count", "3", "--out", "b"]);
    assert!(same.status.success(), "a seed that is not given is the batch's own: {}", stderr(&same));
    assert!(before == files(&here.path().join("b")));
}

// Takes seconds: a batch is rolled several times over, by the command as people run it.
#[test]
fn a_batch_grows_to_what_one_run_would_have_made() {
    let here = folder();
    assert!(batch(here.path(), "whole", "6", &[]).status.success());
    let whole = files(&here.path().join("whole"));
    assert!(batch(here.path(), "b", "2", &[]).status.success());
    let out = here.path().join("b");
    let kept = item(&out, 1).join("scenario.ron");
    let before = (files(&out), fs::metadata(&kept).unwrap().modified().unwrap());
    let dry = batch(here.path(), "b", "6", &["--dry-run", "--json"]);
    assert_eq!((json(&dry)["made"].clone(), json(&dry)["todo"].clone()), (2.into(), 4.into()));
    assert!(before.0 == files(&out), "a dry run writes nothing");
    let more = batch(here.path(), "b", "6", &[]);
    assert!(
        stderr(&more).contains("4 items in") && stderr(&more).contains("2 were there already"),
        "{}",
        stderr(&more)
    );
    assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), before.1);
    assert!(whole == files(&out), "byte for byte");

    // Killed after it had written what is asked for, and before it made anything.
    assert!(batch(here.path(), "killed", "2", &[]).status.success());
    fs::copy(out.join("batch.ron"), here.path().join("killed/batch.ron")).unwrap();
    let fewer = batch(here.path(), "killed", "2", &[]);
    assert_eq!(fewer.status.code(), Some(2), "{}", stderr(&fewer));
    assert!(batch(here.path(), "killed", "6", &[]).status.success());
    assert!(whole == files(&here.path().join("killed")));

    // Parts grow each by itself; they are joined when all are as large.
    assert!(batch(here.path(), "s1", "4", &["--shard", "1/2"]).status.success());
    assert!(batch(here.path(), "s2", "6", &["--shard", "2/2"]).status.success());
    let uneven = fairmarch(here.path(), &["merge", "s1", "s2", "--out", "joined"]);
    assert_eq!(uneven.status.code(), Some(2));
    assert_eq!(
        stderr(&uneven),
        "error[usage]: these are shards of batches with different counts: s1 is one of 4, s2 is one of 6; run each with \
        --count 6, then join them\n"
    );
    assert!(!here.path().join("joined").exists());
    // What was joined before is joined again.
    assert!(batch(here.path(), "joined", "3", &[]).status.success());
    assert!(batch(here.path(), "s1", "6", &["--shard", "1/2"]).status.success());
    let joined = fairmarch(here.path(), &["merge", "s1", "s2", "--out", "joined"]);
    assert!(joined.status.success(), "{}", stderr(&joined));
    assert!(whole == files(&here.path().join("joined")));
}

#[test]
fn the_best_and_the_worst_are_picked_and_copied() {
    let here = folder();
    assert!(batch(here.path(), "b", "6", &[]).status.success());
    let out = here.path().join("b");
    let pick = |more: &[&str]| fairmarch(here.path(), &[&["pick", "b"], more].concat());
    // What the manifest says, ranked here: by score, then by index.
    let mut rows = manifest(&out);
    let head = csv::Reader::from_path(out.join("manifest.csv")).unwrap().headers().unwrap().clone();
    let rank = |rows: &mut Vec<Vec<String>>, column: usize, is_rising: bool| {
        rows.sort_by(|a, b| {
            let [x, y] = [a, b].map(|row| row[column].parse::<f64>().unwrap());
            if is_rising { x.total_cmp(&y) } else { y.total_cmp(&x) }
        });
    };
    rank(&mut rows, 2, false);
    let best = pick(&["--best", "2", "--json"]);
    assert!(best.status.success(), "{}", stderr(&best));
    assert_eq!(json(&best)["by"], "score");
    let items = json(&best)["items"].as_array().unwrap().clone();
    assert_eq!(items.len(), 2);
    for (found, row) in items.iter().zip(&rows) {
        assert_eq!([&found["index"], &found["seed"]].map(ToString::to_string), [&row[0], &row[1]].map(Clone::clone));
        assert_eq!(
            (found["value"].as_f64(), found["string"].as_str()),
            (row[2].parse().ok(), row.last().map(String::as_str))
        );
        assert_eq!(found["folder"], format!("b/scenarios/000/{:0>6}", row[0]));
    }
    // By a measure, into a folder of their own that other commands take.
    let measure = "land-8";
    let column = head.iter().position(|name| name == "land-8_min_over_max").unwrap();
    rows.sort_by_key(|row| row[0].parse::<u32>().unwrap());
    rank(&mut rows, column, true);
    let worst = pick(&["--worst", "3", "--by", measure, "--out", "bad", "--csv"]);
    assert!(worst.status.success(), "{}", stderr(&worst));
    let mut table = csv::Reader::from_reader(worst.stdout.as_slice());
    assert_eq!(table.headers().unwrap(), ["index", "seed", measure, "folder", "string"].as_slice());
    let listed: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(listed.len(), 3);
    for (found, row) in listed.iter().zip(&rows) {
        assert_eq!(
            (&found[0], &found[2], &found[3]),
            (row[0].as_str(), row[column].as_str(), format!("bad/{:0>6}", row[0]).as_str())
        );
        let index = row[0].parse().unwrap();
        assert!(files(&item(&out, index)) == files(&here.path().join(&found[3])), "all of its files");
        assert!(fairmarch(here.path(), &["score", &found[3]]).status.success());
    }
    assert_eq!(fs::read_dir(here.path().join("bad")).unwrap().count(), 3);
    // A folder that holds something stays as it is; more than there are is what there is.
    let again = pick(&["--best", "1", "--out", "bad"]);
    assert_eq!(again.status.code(), Some(4));
    assert_eq!(
        stderr(&again),
        "error[io]: cannot make bad: it is there already and holds something: name another folder\n"
    );
    let all = pick(&["--best", "9"]);
    assert!(all.status.success());
    assert_eq!(stderr(&all), "9 were asked for, and there are 6\n");
    assert_eq!(String::from_utf8_lossy(&all.stdout).lines().count(), 7);
    let unknown = pick(&["--best", "1", "--by", "luck"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        stderr(&unknown).starts_with("error[usage]: the manifest has no number `luck`; expected score, land-8, "),
        "{}",
        stderr(&unknown)
    );
    let unplayed = pick(&["--best", "1", "--by", "points_off"]);
    assert!(
        stderr(&unplayed).starts_with("error[usage]: no scenario has `points_off`, which comes with"),
        "{}",
        stderr(&unplayed)
    );
    assert_eq!(pick(&[]).status.code(), Some(2), "which end?");
    assert_eq!(fairmarch(here.path(), &["pick", "bad", "--best", "1"]).status.code(), Some(4), "it is no batch");
    fs::remove_dir_all(here.path().join("bad")).unwrap();
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1, "nothing else was written");
}

#[test]
fn shards_joined_are_the_whole() {
    let here = folder();
    assert!(batch(here.path(), "whole", "7", &[]).status.success());
    for shard in ["1/3", "2/3", "3/3"] {
        let out = format!("s{}", &shard[..1]);
        let early = fairmarch(here.path(), &["merge", "s1", "s2", "s3", "--out", "early"]);
        assert_ne!(early.status.code(), Some(0), "not before all are there");
        assert!(batch(here.path(), &out, "7", &["--shard", shard]).status.success());
    }
    assert!(item(&here.path().join("s2"), 4).is_dir() && !item(&here.path().join("s2"), 3).exists());
    let lacking = fairmarch(here.path(), &["merge", "s1", "s3", "--out", "joined"]);
    assert_eq!(lacking.status.code(), Some(2));
    assert_eq!(
        stderr(&lacking),
        "error[usage]: these folders lack 2 items of 7, such as item 1: name all shards, and run each to its end\n"
    );
    assert!(!here.path().join("joined").exists());

    let shard = files(&here.path().join("s2"));
    let joined = fairmarch(here.path(), &["merge", "s3", "s1", "s2", "--out", "joined"]);
    assert!(joined.status.success(), "{}", stderr(&joined));
    let whole = files(&here.path().join("whole"));
    assert!(whole == files(&here.path().join("joined")), "byte for byte");
    assert!(shard == files(&here.path().join("s2")), "shards stay");
    // Into the first of them, twice; and what was joined is a batch that goes on.
    for _ in 0..2 {
        assert!(fairmarch(here.path(), &["merge", "s1", "s2", "s3"]).status.success());
        assert!(whole == files(&here.path().join("s1")));
    }
    assert!(batch(here.path(), "s1", "7", &[]).status.success());
    assert!(whole == files(&here.path().join("s1")));

    assert!(batch(here.path(), "other", "7", &["--shard", "2/3", "--no-balance"]).status.success());
    let mixed = fairmarch(here.path(), &["merge", "s1", "other"]);
    assert_eq!(mixed.status.code(), Some(2));
    assert_eq!(
        stderr(&mixed),
        "error[usage]: s1 and other are no shards of one batch: --no-balance is not given and given\n"
    );
}

#[test]
fn a_dry_run_says_what_it_would_do_and_writes_nothing() {
    let here = folder();
    let dry = batch(here.path(), "b", "9", &["--dry-run", "--json", "--shard", "2/2"]);
    assert!(dry.status.success(), "{}", stderr(&dry));
    assert_eq!(json(&dry)["todo"], 4);
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
    assert!(batch(here.path(), "b", "3", &[]).status.success());
    fs::remove_dir_all(item(&here.path().join("b"), 1)).unwrap();
    let before = files(here.path());
    let dry = batch(here.path(), "b", "3", &["--dry-run", "--json"]);
    assert_eq!((json(&dry)["made"].clone(), json(&dry)["todo"].clone()), (2.into(), 1.into()));
    assert!(before == files(here.path()));
}

#[test]
fn what_cannot_be_met_is_kept_with_its_reason() {
    let here = folder();
    let hard = ["--require", "score>=0.93", "--tries", "1"];
    let done = batch(here.path(), "b", "12", &hard);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let out = here.path().join("b");
    let rows = manifest(&out);
    let unmet: Vec<&Vec<String>> = rows.iter().filter(|row| row[2].is_empty()).collect();
    assert!(!unmet.is_empty() && unmet.len() < 12, "{} of 12: choose another requirement", unmet.len());
    assert!(stderr(&done).contains(&format!("warning[unmet]: {} of 12 items could not be met", unmet.len())));
    for row in unmet {
        let folder = item(&out, row[0].parse().unwrap());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        let told: Value = serde_json::from_slice(&fs::read(folder.join("item.json")).unwrap()).unwrap();
        assert!(told["unmet"].as_str().unwrap().contains("required is 0.93"), "{told}");
        let roll = fairmarch(here.path(), &["roll", &row[row.len() - 1], "--require", "score>=0.93", "--tries", "1"]);
        assert_eq!(roll.status.code(), Some(3), "the roll of that seed says the same");
    }
    assert!(fs::read_to_string(out.join("manifest.ron")).unwrap().contains("required is 0.93"));
    let again = batch(here.path(), "b", "12", &hard);
    assert!(!stderr(&again).contains("items in"), "reasons are not looked for twice: {}", stderr(&again));
    assert_eq!(batch(here.path(), "b", "12", &[&hard[..], &["--deny", "warnings"]].concat()).status.code(), Some(1));
    let none = batch(here.path(), "none", "2", &["--require", "score>=1", "--tries", "1"]);
    assert_eq!(none.status.code(), Some(3), "{}", stderr(&none));
}

#[test]
fn usage_is_2_and_writes_nothing() {
    let here = folder();
    for (told, more) in [
        (
            "error: invalid value '3/2' for '--shard <K/N>': expected K/N with K from 1 to N, such as 1/4\n\n\
            For more information, try '--help'.\n",
            vec!["--shard", "3/2"],
        ),
        (
            "error: invalid value '0/2' for '--shard <K/N>': expected K/N with K from 1 to N, such as 1/4\n\n\
            For more information, try '--help'.\n",
            vec!["--shard", "0/2"],
        ),
        ("error[usage]: a batch takes no --force: each --out holds one batch, made from the start\n", vec!["--force"]),
        ("error[usage]: there is no format `gif`: expected {formats}\n", vec!["--format", "gif"]),
        (
            "error[usage]: `big` cannot be a size: expected WIDTHxHEIGHT such as 120x80\n",
            vec!["--set", "make-rivers.x=1", "--size", "big"],
        ),
        (
            "error[usage]: `balance-starts.balance-target` changes nothing: `balance-starts` is not in this recipe\n",
            vec!["--no-balance", "--set", "balance-starts.balance-target=90"],
        ),
    ] {
        let asked: Vec<&str> = ["batch", "classic", "--count", "2", "--out", "b"].into_iter().chain(more).collect();
        let output = fairmarch(here.path(), &asked);
        assert_eq!(output.status.code(), Some(2), "{asked:?}: {}", stderr(&output));
        assert_eq!(stderr(&output), crate::with_names(told), "{asked:?}");
    }
    for asked in [
        vec!["batch", "classic", "--count", "2"],
        vec!["batch", "classic", "--out", "b"],
        vec!["batch", "classic", "--count", "0", "--out", "b"],
        vec!["batch", "classic", "--count", "2", "--seed", "18446744073709551615", "--out", "b"],
        vec!["batch", "classic", "--count", "2", "--size", "9999x9999", "--out", "b"],
        vec!["merge"],
    ] {
        assert_eq!(fairmarch(here.path(), &asked).status.code(), Some(2), "{asked:?}");
    }
    assert_eq!(fairmarch(here.path(), &["merge", "nothing"]).status.code(), Some(4));
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
    // A folder of scenarios without `batch.ron` is not ours to write into.
    fs::create_dir_all(here.path().join("mine/scenarios")).unwrap();
    assert_eq!(batch(here.path(), "mine", "1", &[]).status.code(), Some(4));
    fs::create_dir(here.path().join("torn")).unwrap();
    for torn in [
        "{",
        "{ \"format\": 2 }",
        "{ \"format\": 1, \"asked\": { \"--count\": 3 } }",
        "{ \"format\": 1, \"asked\": {} }",
    ] {
        fs::write(here.path().join("torn/batch.ron"), torn).unwrap();
        let output = batch(here.path(), "torn", "1", &[]);
        assert_eq!(output.status.code(), Some(1), "{torn}: {}", stderr(&output));
    }
}

#[cfg(unix)]
mod killed {
    use std::process::{Child, Stdio};
    use std::time::Duration;

    use super::*;

    fn start(here: &Path) -> Child {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
        let asked = ["batch", "--size", "36x30", "--sides", "2", "--seed", "7", "--count", "40", "--out", "b"];
        command.current_dir(here).args(asked).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    }

    fn items(here: &Path) -> usize {
        fs::read_dir(here.join("b/scenarios/000")).map_or(0, Iterator::count)
    }

    // Takes seconds: a batch has to last long enough to be killed at six moments.
    #[test]
    fn killing_it_loses_nothing_that_was_there_and_leaves_nothing_half_written() {
        let here = folder();
        for kill in 0..6 {
            let before = items(here.path());
            let mut child = start(here.path());
            // Until it has made some more, or is done.
            while items(here.path()) < before + 2 + kill && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_millis(3));
            }
            child.kill().unwrap();
            child.wait().unwrap();
            assert!(items(here.path()) >= before);
            for entry in fs::read_dir(here.path().join("b/scenarios/000")).unwrap() {
                let folder = entry.unwrap().path();
                let scenario =
                    fs::read_to_string(folder.join("scenario.ron")).expect("a folder with its name is whole");
                assert!(scenario.ends_with("}\n"), "{}", folder.display());
                let verdict = fs::read(folder.join("fairness.json")).expect("the verdict");
                assert!(serde_json::from_slice::<Value>(&verdict).is_ok() && folder.join("thumb.png").exists());
            }
        }
        assert!(batch(here.path(), "b", "40", &[]).status.success());
        assert!(batch(here.path(), "once", "40", &[]).status.success());
        assert!(files(&here.path().join("b")) == files(&here.path().join("once")), "as if it had been made in one go");
    }

    // Takes seconds: a batch has to last long enough to be killed in its midst.
    #[test]
    fn a_batch_that_grows_is_killed_and_kept_from_others_like_any() {
        let here = folder();
        assert!(batch(here.path(), "b", "2", &[]).status.success());
        let mut child = start(here.path());
        while items(here.path()) < 4 {
            std::thread::sleep(Duration::from_millis(3));
        }
        // Neither those who ask for as much nor those who ask for more get in.
        for count in ["40", "41"] {
            let other = batch(here.path(), "b", count, &[]);
            assert_eq!(other.status.code(), Some(4), "{}", stderr(&other));
            assert_eq!(stderr(&other), "error[io]: cannot take b/batch.ron: another run is writing there\n");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let out = here.path().join("b");
        assert_eq!(manifest(&out).len(), 2, "what tells of all is of the earlier run");
        assert!(items(here.path()) < 40, "it was killed before its end");
        assert!(batch(here.path(), "b", "40", &[]).status.success());
        assert!(batch(here.path(), "once", "40", &[]).status.success());
        assert!(files(&out) == files(&here.path().join("once")), "as if it had been made in one go");
    }

    // Takes seconds: a batch has to last long enough to be ended in its midst.
    #[test]
    fn ctrl_c_ends_it_cleanly_and_two_runs_do_not_share_a_folder() {
        let here = folder();
        let child = start(here.path());
        while items(here.path()) < 3 {
            std::thread::sleep(Duration::from_millis(3));
        }
        let other = batch(here.path(), "b", "40", &[]);
        assert_eq!(other.status.code(), Some(4), "{}", stderr(&other));
        assert_eq!(stderr(&other), "error[io]: cannot take b/batch.ron: another run is writing there\n");
        let interrupt = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(interrupt.expect("kill runs").success());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(130), "{}", stderr(&ended));
        assert!(stderr(&ended).contains("ended with") && stderr(&ended).contains("the same command goes on"));
        let out = here.path().join("b");
        assert!(!out.join("unfinished").exists(), "what was begun was finished");
        assert_eq!(manifest(&out).len(), items(here.path()), "what is there is told of");
        assert!(batch(here.path(), "b", "40", &[]).status.success());
        assert_eq!(manifest(&out).len(), 40);
    }
}
