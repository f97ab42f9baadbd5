//! Many files in one.

use fairmarch_formats::{Bundle, read_bundle, write_bundle};

#[test]
fn every_text_comes_back_word_for_word() {
    let parts =
        ["", "\"", "\"##\" \"#", "{ \"a\": r##\"x\"## }\n", "tab\there \\n no escape", "\u{e9}\u{2603}", "a\r\nb"];
    let parts = parts.iter().enumerate().map(|(index, part)| (format!("p{index}/\"x\""), (*part).to_owned()));
    let bundle = Bundle { name: "my \"game\"".to_owned(), design: "// c\n{ }\n".to_owned(), parts: parts.collect() };
    let again = read_bundle("t", &write_bundle(&bundle)).unwrap().unwrap();
    assert_eq!(again, bundle);
    assert_eq!(again.part("p0/\"x\".ron"), Some(""));
}

#[test]
fn other_files_are_no_bundles_and_broken_bundles_are_reported() {
    assert_eq!(read_bundle("t", "{ \"terrain\": {} }"), Ok(None));
    assert_eq!(read_bundle("t", "{ \"bundle\": "), Ok(None), "the design's reader tells of syntax");
    let told = read_bundle("t", "{ \"format\": 2,\n\"bundle\": 3,\n\"parts\": { \"a\": [] } }").unwrap_err();
    let codes: Vec<&str> = told.0.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["wrong-kind", "format-version", "wrong-kind", "wrong-kind"]);
    assert_eq!(told.0[2].place.as_ref().map(|place| place.line), Some(2));
}
