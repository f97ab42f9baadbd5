//! Shares of amounts, by percentages.

/// A number by a percentage, divided at once (`kernel-rules`, conventions).
pub(crate) const fn percent_of(amount: i32, percent: i32) -> i32 {
    (amount as i64 * percent as i64 / 100) as i32
}
