//! Names out of files as names of files and folders.

use diagnostics::is_control;

/// The most bytes of a name: what is put behind it has room in the 255 that file systems take.
const LENGTH_MAX: usize = 100;

/// What no part of a path may hold on some system, or what leads elsewhere.
const BAD_SIGNS: &str = "/\\:*?\"<>|";

/// Names that Windows gives to devices, with any ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The name of a file or a folder for what a file calls something, which may hold anything: one part of a path on every system, which
/// leads nowhere else, is not hidden and reads as no flag. Every name out of a file that becomes one goes through here.
#[must_use]
pub fn safe_name(text: &str) -> String {
    let mut name = String::new();
    for sign in text.chars() {
        let is_bad = is_control(sign) || BAD_SIGNS.contains(sign) || (sign.is_whitespace() && sign != ' ');
        let sign = if is_bad { '-' } else { sign };
        if name.len() + sign.len_utf8() > LENGTH_MAX {
            break;
        }
        name.push(sign);
    }
    let name = name.trim_start_matches(['.', '-', '~', ' ']).trim_end_matches(['.', ' ']);
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(|sign: char| sign.is_ascii_digit());
    if name.is_empty() {
        "unnamed".to_owned()
    } else if DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device)) {
        format!("_{name}")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Component, Path};

    use super::*;

    #[test]
    fn every_name_is_one_part_of_a_path() {
        for plain in ["duel", "My own game", "Überfall 2", "a.b", "x-y_z", "console"] {
            assert_eq!(safe_name(plain), plain);
        }
        for (name, safe) in [
            ("../../x", "x"),
            ("/etc/passwd", "etc-passwd"),
            ("a/../../b", "a-..-..-b"),
            ("c:\\x", "c--x"),
            ("..", "unnamed"),
            ("", "unnamed"),
            ("-rf", "rf"),
            (".bashrc", "bashrc"),
            ("a\nb\u{1b}[2J\u{202e}", "a-b-[2J-"),
            ("nul", "_nul"),
            ("COM1.txt", "_COM1.txt"),
            ("dot. ", "dot"),
        ] {
            assert_eq!(safe_name(name), safe);
        }
        for name in ["../../x", "/", "\u{0}", "a\u{2028}b", &"é/".repeat(5000), "~root", "CON"] {
            let safe = safe_name(name);
            let parts: Vec<Component<'_>> = Path::new(&safe).components().collect();
            assert!(matches!(parts.as_slice(), [Component::Normal(_)]) && safe.len() <= LENGTH_MAX, "{safe}");
            assert_eq!(safe_name(&safe), safe, "a safe name stays");
        }
    }
}
