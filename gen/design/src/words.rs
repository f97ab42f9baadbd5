//! Words for messages: counts and plurals, so that nobody reads of "1 rivers".

/// More than one of an English noun, by the usual rules.
#[must_use]
pub fn plural(noun: &str) -> String {
    let vowel_before_y = noun.chars().rev().nth(1).is_some_and(|letter| "aeiou".contains(letter));
    if noun.ends_with('y') && !vowel_before_y {
        return format!("{}ies", &noun[..noun.len() - 1]);
    }
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end)) {
        return format!("{noun}es");
    }
    format!("{noun}s")
}

/// `1 town`, `0 towns`, `3 cities`.
#[must_use]
pub fn counted(count: impl TryInto<u64>, noun: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    if count == 1 { format!("1 {noun}") } else { format!("{count} {}", plural(noun)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_read_well() {
        for (one, many) in [("town", "towns"), ("city", "cities"), ("abbey", "abbeys"), ("fortress", "fortresses")] {
            assert_eq!(plural(one), many);
        }
        assert_eq!(
            [counted(1_u32, "lake"), counted(0_usize, "city"), counted(3_u64, "bay")],
            ["1 lake", "0 cities", "3 bays"]
        );
    }
}
