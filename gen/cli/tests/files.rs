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
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(here).args(args).timeout(PATIENCE).output().expect("the command runs")
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

/// What a file names is a plain file: a pipe would never end, and neither would some devices.
#[cfg(unix)]
#[test]
fn pipes_and_devices_that_files_name_are_refused() {
    let folder = here();
    let here = folder.path();
    let made = std::process::Command::new("mkfifo").arg(here.join("pipe")).status().expect("the system has it");
    assert!(made.success());
    for named in ["pipe", "/dev/zero"] {
        let tileset = format!(
            r#"<map orientation="orthogonal" width="1" height="1" tilewidth="1" tileheight="1">
            <tileset firstgid="1" source="{named}"/>
            <layer width="1" height="1"><data encoding="csv">1</data></layer></map>"#
        );
        fs::write(here.join("map.tmx"), tileset).unwrap();
        let told = run(here, "convert map.tmx x.ron", 1);
        assert!(told.contains(&format!("cannot read {named}: it is no plain file")), "{told}");

        let kept = fs::read_to_string(here.join("kept/match-000000.json")).unwrap();
        let kept = kept.replacen("scenario.ron", &format!("../{named}").replace("..//", "/"), 1);
        fs::write(here.join("kept/other.json"), kept).unwrap();
        let told = run(here, "replay kept/other.json", 4);
        assert!(told.contains("it is no plain file"), "{told}");

        fs::write(here.join("design.ron"), format!(r#"{{ "include": ["{named}"], "units": {{ "a": {{}} }} }}"#))
            .unwrap();
        let told = run(here, "check design.ron", 1);
        assert!(told.contains("error["), "{told}");
    }
    // What is named by whoever runs the command is read.
    let told = run(here, "check /dev/null", 1);
    assert!(!told.contains("plain file"), "{told}");
}
