//! How many provinces each landmass gets, so that all are worth about the same.
//!
//! Every landmass gets its worth, divided by the worth of a province, rounded. Landmasses are as they are, so some fit badly; among
//! many possible worths of a province, the one is taken for which the richest and the poorest province are nearest.

/// The data of a landmass for the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// Its number of cells.
    pub cells: u32,
    /// Their worth.
    pub worth: u64,
}

/// Land with less than this part of a province's worth, in percent, gets no province.
const LEAST: u64 = 75;

/// How many provinces each landmass gets, about `count` in all, none with fewer than `least` cells on average.
///
/// With `exactly` their number is `count`, or if there is no room for that, the nearest possible number.
pub(crate) fn apportion(shares: &[Share], count: u32, least: u32, exactly: bool) -> Vec<u32> {
    let all: u64 = shares.iter().map(|share| share.worth).sum();
    let usual = all / u64::from(count.max(1));
    // From two thirds to one and a half of the usual worth, in steps of a hundredth.
    let tried = (66..=150).map(|percent| (usual * percent / 100).max(1));
    let tried = tried.map(|unit| deal(shares, unit, least)).filter(|given| given.iter().any(|&given| given > 0));
    let best = tried.min_by_key(|given| {
        let made: u32 = given.iter().sum();
        let off = u64::from(made.abs_diff(count));
        // If no number was asked for, a fifth more or less is as good.
        let off = if exactly { off } else { (5 * off).saturating_sub(u64::from(count)) };
        (off, spread_of(shares, given))
    });
    let mut given = best.unwrap_or_else(|| one_for_the_richest(shares));
    while exactly && given.iter().sum::<u32>() != count {
        let made: u32 = given.iter().sum();
        let Some(index) = (if made < count { poorest_gain(shares, &given, least) } else { least_loss(shares, &given) })
        else {
            break;
        };
        if made < count { given[index] += 1 } else { given[index] -= 1 }
    }
    given
}

/// The provinces of each landmass if a province is worth `unit`.
fn deal(shares: &[Share], unit: u64, least: u32) -> Vec<u32> {
    let own = |share: &Share| match 100 * share.worth / unit {
        part if part < LEAST => 0,
        part => ((part + 50) / 100).clamp(1, u64::from(share.cells / least.max(1))) as u32,
    };
    shares.iter().map(|share| if share.cells < least { 0 } else { own(share) }).collect()
}

/// The richest province's worth as a multiple of the poorest's, in thousandths.
fn spread_of(shares: &[Share], given: &[u32]) -> u64 {
    let worths = || {
        shares
            .iter()
            .zip(given)
            .filter(|&(_, &given)| given > 0)
            .map(|(share, &given)| share.worth * 1000 / u64::from(given))
    };
    worths().max().unwrap_or(0) * 1000 / worths().min().unwrap_or(1).max(1)
}

fn one_for_the_richest(shares: &[Share]) -> Vec<u32> {
    let richest = (0..shares.len()).max_by_key(|&index| (shares[index].worth, std::cmp::Reverse(index)));
    (0..shares.len()).map(|index| u32::from(Some(index) == richest)).collect()
}

/// The landmass where one more province leaves the richest ones, and has room.
fn poorest_gain(shares: &[Share], given: &[u32], least: u32) -> Option<usize> {
    let has_room =
        |index: &usize| u64::from(given[*index] + 1) * u64::from(least.max(1)) <= u64::from(shares[*index].cells);
    let after = |index: usize| shares[index].worth * 1000 / u64::from(given[index] + 1);
    (0..shares.len()).filter(has_room).max_by_key(|&index| (after(index), std::cmp::Reverse(index)))
}

/// The landmass where one province less leaves the poorest ones. No landmass loses its last one.
fn least_loss(shares: &[Share], given: &[u32]) -> Option<usize> {
    let all: u32 = given.iter().sum();
    let after = |index: usize| match given[index] {
        1 => shares[index].worth * 1000,
        given => shares[index].worth * 1000 / u64::from(given - 1),
    };
    (0..shares.len()).filter(|&index| given[index] > 0 && all > 1).min_by_key(|&index| (after(index), index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(worths: &[u64], count: u32, least: u32, expected: &[u32]) {
        let shares: Vec<Share> = worths.iter().map(|&worth| Share { cells: worth as u32, worth }).collect();
        assert_eq!(apportion(&shares, count, least, true), expected, "{worths:?}, {count}, at least {least}");
    }

    #[test]
    fn values_match_those_worked_out_by_hand() {
        check(&[100, 100], 4, 1, &[2, 2]);
        check(&[90, 30], 4, 1, &[3, 1]);
        // A tiny island gets no province.
        check(&[500, 1], 5, 1, &[5, 0]);
        // More landmasses than provinces: the richest get one each.
        check(&[5, 50, 30], 2, 1, &[0, 1, 1]);
        // There is no room for more.
        check(&[25, 12], 10, 10, &[2, 1]);
        check(&[], 3, 1, &[]);
    }

    #[test]
    fn the_count_of_unowned_provinces_yields_to_what_fits() {
        // At 10 each the second would be worth 14; with 12 provinces of 7 all are equal.
        let shares = [70, 14].map(|worth| Share { cells: worth as u32, worth });
        assert_eq!(apportion(&shares, 10, 1, false), [10, 2]);
    }
}
