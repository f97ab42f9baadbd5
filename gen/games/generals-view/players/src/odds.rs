//! The odds of a battle: chances and losses, exact for the order of exchanges in the rules, in fixed point.

/// The chance of a certain event.
pub(crate) const CERTAIN: u32 = 1 << 16;
/// The most companies of each party that are considered; more are never sent.
const MOST: usize = 12;

/// The expected result of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Odds {
    /// The chance that the attackers win, as a share of [`CERTAIN`].
    pub(crate) win: u32,
    /// The mean worth of the attackers that fall.
    pub(crate) attackers_lost: i32,
    /// The mean worth of the defenders that fall.
    pub(crate) defenders_lost: i32,
}

/// Attackers and defenders as (strength, worth), the strongest first. The winner of an exchange meets the next.
pub(crate) fn odds(attackers: &[(u16, i32)], defenders: &[(u16, i32)]) -> Odds {
    let (attackers, defenders) = (&attackers[..attackers.len().min(MOST)], &defenders[..defenders.len().min(MOST)]);
    // The chance that attacker i comes to fight defender j.
    let mut chance = [[0_u32; MOST + 1]; MOST + 1];
    chance[0][0] = CERTAIN;
    let (mut lost, mut killed) = (0_i64, 0_i64);
    for i in 0..attackers.len() {
        for j in 0..defenders.len() {
            let here = chance[i][j];
            let (attack, defence) = (u64::from(attackers[i].0), u64::from(defenders[j].0));
            let wins = (u64::from(here) * attack / (attack + defence).max(1)) as u32;
            killed += i64::from(wins) * i64::from(defenders[j].1);
            lost += i64::from(here - wins) * i64::from(attackers[i].1);
            chance[i][j + 1] += wins;
            chance[i + 1][j] += here - wins;
        }
    }
    let win = (0..attackers.len()).map(|i| chance[i][defenders.len()]).sum();
    let average = |sum: i64| (sum / i64::from(CERTAIN)) as i32;
    Odds { win, attackers_lost: average(lost), defenders_lost: average(killed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_against_one_is_the_ratio_of_strengths() {
        let found = odds(&[(10, 120)], &[(5, 90)]);
        assert_eq!(found.win, CERTAIN * 10 / 15);
        assert_eq!((found.attackers_lost, found.defenders_lost), (40, 59));
    }

    /// 10 then 5 against 5 then 2, computed by hand: both exchanges of the guns 2/3 * 10/12, and so on.
    #[test]
    fn two_against_two_by_hand() {
        let found = odds(&[(10, 0), (5, 0)], &[(5, 0), (2, 0)]);
        let by_hand = 2.0 / 3.0 * (10.0 / 12.0 + 2.0 / 12.0 * 5.0 / 7.0) + 1.0 / 3.0 * (0.5 * 5.0 / 7.0);
        assert!((f64::from(found.win) / f64::from(CERTAIN) - by_hand).abs() < 1e-3, "{found:?} {by_hand}");
    }

    #[test]
    fn an_empty_defence_loses_and_an_empty_attack_wins_nothing() {
        assert_eq!(odds(&[(1, 5)], &[]), Odds { win: CERTAIN, ..Odds::default() });
        assert_eq!(odds(&[], &[(1, 5)]), Odds::default());
    }
}
