//! Lots: many draws with the same weights, each in constant time.

use rand_distr::Distribution;
use rand_distr::weighted::WeightedAliasIndex;

use crate::Stream;

/// Weights prepared for many draws (Walker's alias method). For one or two draws [`Stream::weighted`] is quicker.
#[derive(Clone, Debug)]
pub struct Lots(WeightedAliasIndex<u64>);

impl Lots {
    /// Prepares weights; `None` if all are 0.
    #[must_use]
    pub fn new(weights: &[u32]) -> Option<Lots> {
        WeightedAliasIndex::new(weights.iter().map(|&weight| u64::from(weight)).collect()).ok().map(Lots)
    }

    /// A random index, each with a chance in proportion to its weight.
    pub fn draw(&self, stream: &mut Stream) -> usize {
        self.0.sample(stream.generator())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn lots_fall_as_their_weights_say_and_always_the_same() {
        let lots = Lots::new(&[20, 0, 1, 5]).unwrap();
        let draw = || {
            let mut stream = Seed(3).stream("lots");
            (0..26_000).map(|_| lots.draw(&mut stream)).collect::<Vec<_>>()
        };
        let drawn = draw();
        let counts = [0, 1, 2, 3].map(|at| drawn.iter().filter(|&&found| found == at).count());
        assert_eq!(counts[1], 0);
        assert!((19_600..20_400).contains(&counts[0]) && (880..1120).contains(&counts[2]), "{counts:?}");
        assert_eq!(drawn, draw());
        // Known numbers: an upgrade of the crate that changes them would change every world.
        assert_eq!(drawn[..12], [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(counts.iter().zip([1, 2, 3, 4]).map(|(count, by)| count * by).sum::<usize>(), 42_795);
    }

    #[test]
    fn nothing_can_be_drawn_from_nothing() {
        assert!(Lots::new(&[]).is_none() && Lots::new(&[0, 0]).is_none());
        assert!(Lots::new(&[u32::MAX; 255]).is_some());
    }
}
