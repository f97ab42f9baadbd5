//! The handicap of a side, as in Go: by how many percent its builders get on. It levels starts whose maps are uneven.

/// How much a side's builders do in a turn, in percent of what the design says: [`Handicap::LEAST`] to [`Handicap::MOST`].
///
/// It is not the `advantage` of GDL, which says how many first units a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handicap(u8);

impl Handicap {
    /// As the design says.
    pub const EVEN: Handicap = Handicap(100);
    /// The least percentage.
    pub const LEAST: u32 = 50;
    /// The greatest percentage.
    pub const MOST: u32 = 200;

    /// The handicap of so many percent; `None` beyond its bounds.
    #[must_use]
    pub const fn new(percent: u32) -> Option<Handicap> {
        if percent < Handicap::LEAST || percent > Handicap::MOST { None } else { Some(Handicap(percent as u8)) }
    }

    /// The percentage.
    #[must_use]
    pub const fn percent(self) -> u32 {
        self.0 as u32
    }

    /// Whether it changes nothing.
    #[must_use]
    pub const fn is_even(self) -> bool {
        self.0 == 100
    }

    /// What it does, for people: `builds 6 % faster`; `None` if nothing.
    #[must_use]
    pub fn words(self) -> Option<String> {
        match self.percent() {
            100 => None,
            percent @ 101.. => Some(format!("builds {} % faster", percent - 100)),
            percent => Some(format!("builds {} % slower", 100 - percent)),
        }
    }
}

impl Default for Handicap {
    fn default() -> Handicap {
        Handicap::EVEN
    }
}
