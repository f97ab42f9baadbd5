//! Tails and quantiles of the normal distribution.

/// Chance that a standard normal value is above `z`.
#[must_use]
pub fn normal_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The z whose upper tail is `tail`, which is clamped to 1e-300 to 1/2.
pub(super) fn z_of_tail(tail: f64) -> f64 {
    let tail = tail.clamp(1e-300, 0.5);
    // Newton's method from 0: the tail is convex there, so the steps grow and each stays below the root.
    let mut z = 0.0;
    loop {
        let density = libm::exp(-0.5 * z * z) / libm::sqrt(2.0 * std::f64::consts::PI);
        let step = (normal_tail(z) - tail) / density;
        if step <= 1e-14 * (1.0 + z) {
            return z + step;
        }
        z += step;
    }
}

/// Half the width, in standard errors, of an interval that holds with `confidence`: 1.96 for 0.95.
///
/// A confidence outside 0 to 1 - 1e-12 is clamped; one that is not a number counts as 0.
#[must_use]
pub fn z_of(confidence: f64) -> f64 {
    let confidence = if confidence.is_nan() { 0.0 } else { confidence.clamp(0.0, 1.0 - 1e-12) };
    z_of_tail((1.0 - confidence) / 2.0)
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, Normal};

    use super::*;

    #[test]
    fn known_quantiles() {
        for (confidence, z) in [(0.0, 0.0), (0.9, 1.644_853_627), (0.95, 1.959_963_985), (0.99, 2.575_829_304)] {
            assert!((z_of(confidence) - z).abs() < 1e-9, "{confidence}");
        }
        assert!(z_of(f64::NAN) == 0.0 && z_of(-1.0) == 0.0 && (7.0..7.3).contains(&z_of(1.0)));
    }

    #[test]
    fn a_library_agrees() {
        let normal = Normal::standard();
        for step in 0..400 {
            let z = f64::from(step) * 0.05;
            let tail = normal_tail(z);
            assert!((tail / normal.sf(z) - 1.0).abs() < 1e-9, "{z}");
            assert!((z_of_tail(tail) - z).abs() < 1e-9 * (1.0 + z), "{z} {}", z_of_tail(tail));
        }
    }
}
