//! Files that are written in place of others, and files that bite.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;
use tempfile::TempDir;

/// A small game that is rolled at once.
const SKIRMISH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/designs/skirmish.ron");
/// What hangs is ended.
const PATIENCE: Duration = Duration::from_secs(60);

fn fairmarch(here: &Path, args: &[&str]) -> Output {
    Command::from_std(crate::command(here, args)).timeout(PATIENCE).output().expect("the command runs")
}

/// Runs a line that must end with this code; its stderr.
fn run(here: &Path, line: &str, code: i32) -> String {
    let args: Vec<&str> =
        line.split_whitespace().map(|word| if word == "SKIRMISH" { SKIRMISH } else { word }).collect();
    let output = fairmarch(here, &args);
    let told = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(code), "{line}: {told}");
    told
}

/// A folder with a scenario in `s` and a match of it in `kept`.
fn here() -> TempDir {
    let here = tempfile::tempdir().expect("a folder for the test");
    run(here.path(), "roll SKIRMISH --seed 1 --format ron --out s -q", 0);
    run(here.path(), "play s --players random --games 1 --turn-limit 2 --keep kept -q", 0);
    here
}

/// Each command that writes a file which it is told the name of.
const WRITERS: [&str; 7] = [
    "explain SKIRMISH --format md --out OUT",
    "render s --scale 4 --out OUT.png",
    "replay kept/match-000000.json --scale 4 --out OUT.png",
    "replay kept/match-000000.json --scale 4 --out OUT.gif",
    "convert s OUT.ron",
    "convert s OUT.txt --format text",
    "bundle SKIRMISH --out OUT.ron",
];

// Takes seconds: every command that writes is run several times.
#[test]
fn no_file_is_replaced_without_force_and_links_and_devices_stay_what_they_are() {
    let folder = here();
    let here = folder.path();
    for (number, line) in WRITERS.iter().enumerate() {
        let name = line.split_whitespace().find(|word| word.starts_with("OUT")).expect("each writes a file");
        let file = name.replace("OUT", &format!("file-{number}"));
        let line = line.replace(name, &file);
        fs::write(here.join(&file), "mine").unwrap();
        let told = run(here, &line, 4);
        assert!(told.contains("is there already and is another: use --force to replace it"), "{line}: {told}");
        assert_eq!(fs::read(here.join(&file)).unwrap(), b"mine", "{line}");
        #[cfg(unix)]
        {
            let link = |to: &str| {
                fs::remove_file(here.join(&file)).unwrap();
                std::os::unix::fs::symlink(to, here.join(&file)).unwrap();
            };
            fs::write(here.join("far"), "mine").unwrap();
            link("far");
            run(here, &line, 4);
            run(here, &format!("{line} --force"), 0);
            assert_eq!(fs::read_link(here.join(&file)).unwrap(), Path::new("far"), "{line}");
            assert_ne!(fs::read(here.join("far")).unwrap(), b"mine", "{line}");
            link("/dev/null");
            run(here, &line, 0);
            run(here, &format!("{line} --force"), 0);
            assert_eq!(fs::read_link(here.join(&file)).unwrap(), Path::new("/dev/null"), "{line}");
        }
    }
}

/// A second run of the same `play --keep` is refused while the first one plays; one that was killed goes on, to the same files.
#[test]
fn kept_matches_are_one_run_s_and_go_on() {
    let folder = here();
    let here = folder.path();
    let line =
        |folder: &str, games: u32| format!("play s --players random --games {games} --turn-limit 2 --keep {folder} -q");
    let lock = fs::File::create(here.join("kept/.results.json.lock")).unwrap();
    lock.lock().unwrap();
    let told = run(here, &line("kept", 6), 4);
    assert_eq!(told, "error[io]: cannot take kept/results.json: another run is writing there\n");
    drop(lock);
    // As a kill leaves it: a match more than its results tell of.
    run(here, &line("whole", 6), 0);
    fs::copy(here.join("whole/match-000001.json"), here.join("kept/match-000001.json")).unwrap();
    let old = fs::metadata(here.join("kept/match-000000.json")).unwrap().modified().unwrap();
    run(here, &line("kept", 6), 0);
    assert_eq!(fs::metadata(here.join("kept/match-000000.json")).unwrap().modified().unwrap(), old, "played once");
    let all = |folder: &str| {
        let mut all: Vec<_> = fs::read_dir(here.join(folder)).unwrap().map(|one| one.unwrap().path()).collect();
        all.sort();
        all.iter().map(|path| (path.file_name().unwrap().to_owned(), fs::read(path).unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(all("kept").len(), 6 + 3, "matches, the scenario, results and their lock");
    assert!(all("kept") == all("whole"));
    // Other matches do not come between.
    let told = run(here, &line("kept", 6).replace("random", "goal"), 2);
    assert!(told.contains("kept keeps other matches already"), "{told}");
    fs::remove_file(here.join("kept/results.json")).unwrap();
    let told = run(here, &line("kept", 6), 2);
    assert!(told.contains("kept keeps other matches already"), "{told}");
}

/// What the system refuses is told, and nothing half made is left.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    for args in [&["list", "presets", "--json"][..], &["check", "none.ron", "--json"], &["no-such", "--json"]] {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command.current_dir(folder.path()).args(args).stdout(full).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("cannot write to stdout: the disk is full"), "{args:?}: {told}");
        assert_eq!(told.matches("disk is full").count(), 1, "{args:?}: {told}");
        assert!([2, 4].contains(&output.status.code().unwrap()), "{args:?}");
    }
}

/// A disk that takes no more leaves no half of a folder, which the next `new` would refuse.
#[cfg(target_os = "linux")]
#[test]
fn a_new_folder_is_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    // No file may grow beyond a block; the signal that tells so is ignored, and the write fails, as on a full disk.
    let line =
        format!("trap '' XFSZ; ulimit -f 1; exec {} new mine", assert_cmd::cargo::cargo_bin!("fairmarch").display());
    let output = std::process::Command::new("sh").current_dir(folder.path()).args(["-c", &line]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(4), "{told}");
    assert!(told.contains("cannot write mine/"), "{told}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    run(folder.path(), "new mine -q", 0);
}

/// Of batches that begin at once in one folder one makes it; to the others the reason is told, or there is nothing left to do.
#[test]
fn batches_that_begin_at_once_make_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(folder.path()).args(["batch", SKIRMISH, "--count", "3", "--seed", "1", "--out", "made", "-q"]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let runs: Vec<_> = (0..4).map(|_| command.spawn().unwrap()).collect();
    let ended: Vec<Output> = runs.into_iter().map(|run| run.wait_with_output().unwrap()).collect();
    assert!(ended.iter().any(|output| output.status.success()), "{ended:?}");
    for output in ended.iter().filter(|output| !output.status.success()) {
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(4) && told.contains("another run is writing there"), "{told}");
    }
    run(folder.path(), &format!("batch {SKIRMISH} --count 3 --seed 1 --out made -q"), 0);
}

/// A name with an end of a line, or signs that turn the direction of text, is shown by what it is made of. JSON has it as it is.
#[cfg(unix)]
#[test]
fn names_of_files_do_not_look_like_other_lines() {
    let folder = here();
    let here = folder.path();
    let odd = "a\nseed string: b\u{202e}c";
    let lines: [&[&str]; 12] = [
        &["new", "ODD-new"],
        &["roll", SKIRMISH, "--seed", "1", "--format", "ron", "--out", "ODD-roll"],
        &["batch", SKIRMISH, "--count", "1", "--out", "ODD-batch"],
        &["pick", "ODD-batch", "--best", "1"],
        &["bundle", SKIRMISH, "--out", "ODD.bundle.ron"],
        &["convert", "s", "ODD.tmx"],
        &["convert", SKIRMISH, "ODD.g"],
        &["render", "s", "--out", "ODD.png"],
        &["explain", SKIRMISH, "--format", "md", "--out", "ODD.md"],
        &["tables", "ODD-batch", "--out", "ODD-tables"],
        &["play", "ODD-batch", "--players", "random", "--games", "1", "--turn-limit", "2"],
        &["man", "--out", "ODD-man"],
    ];
    for line in lines {
        let args: Vec<String> = line.iter().map(|word| word.replace("ODD", odd)).collect();
        let output = fairmarch(here, &args.iter().map(String::as_str).collect::<Vec<_>>());
        for told in [&output.stdout, &output.stderr] {
            let told = String::from_utf8_lossy(told);
            assert!(!told.contains('\u{202e}') && !told.contains(odd), "{line:?}: {told}");
            assert!(output.status.success(), "{line:?}: {told}");
        }
    }
}

#[test]
fn threads_are_bounded_whoever_asks_for_them() {
    let folder = tempfile::tempdir().unwrap();
    for (asked, code) in [("99999", 2), ("3", 0), ("many", 0)] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
        let output =
            command.current_dir(folder.path()).env("RAYON_NUM_THREADS", asked).args(["list", "presets"]).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(code), "{asked}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(told.contains("RAYON_NUM_THREADS=99999: expected at most 1024"), code == 2, "{told}");
    }
}

/// A reader that takes the first names alone gets them at once, and ends the rest.
#[test]
fn names_are_printed_as_they_are_made() {
    use std::io::BufRead;
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    let names = command.args(["names", "places-norse", "--count", "1000000"]).stdout(std::process::Stdio::piped());
    let mut child = names.spawn().unwrap();
    let mut first = String::new();
    std::io::BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.len() > 1, "{first}");
    assert!(child.wait().unwrap().success());
}

/// What a file names is a plain file: a pipe would never end, and neither would some devices.
#[cfg(unix)]
#[test]
fn pipes_and_devices_that_files_name_are_refused() {
    let folder = here();
    let here = folder.path();
    let pipes = ["pipe", "part.ron", "kept/pipe"];
    let made = std::process::Command::new("mkfifo").current_dir(here).args(pipes).status().expect("the system has it");
    assert!(made.success());
    for named in ["pipe", "/dev/zero"] {
        let map = format!(
            r#"<map orientation="orthogonal" width="3" height="3" tilewidth="1" tileheight="1">
            <tileset firstgid="1" source="{named}"/>
            <layer width="3" height="3"><data encoding="csv">1,1,1,1,1,1,1,1,1</data></layer></map>"#
        );
        fs::write(here.join("map.tmx"), map).unwrap();
        let told = run(here, "convert map.tmx x.ron", 1);
        assert!(told.contains(&format!("cannot read {named}: it is no plain file")), "{told}");
    }
    let kept = fs::read_to_string(here.join("kept/match-000000.json")).unwrap();
    fs::write(here.join("kept/other.json"), kept.replacen("scenario.ron", "pipe", 1)).unwrap();
    let told = run(here, "replay kept/other.json", 4);
    assert!(told.contains("cannot read kept/pipe: it is no plain file"), "{told}");
    fs::write(here.join("design.ron"), r#"{ "include": ["part"], "units": { "a": {} } }"#).unwrap();
    let found = fairmarch(here, &["check", "design.ron"]);
    let told = String::from_utf8_lossy(&found.stdout).into_owned();
    assert!(found.status.code() == Some(1) && told.contains("there is no `part` to include"), "{told}");
    // A device that the command line names is read: an empty file is no design.
    let found = fairmarch(here, &["check", "/dev/null"]);
    let told = String::from_utf8_lossy(&found.stdout).into_owned();
    assert!(found.status.code() == Some(1) && told.contains("error[syntax]"), "{told}");
}
