//! A part of a whole, and how sure one can be of it.

/// The normal deviate of a two-sided interval at 95 %.
const DEVIATE: f64 = 1.959_963_984_540_054;

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// The part.
    pub hits: usize,
    /// The whole.
    pub of: usize,
}

impl Share {
    /// Counts one more, as a part of the whole or only to it.
    pub fn count(&mut self, hit: bool) {
        self.hits += usize::from(hit);
        self.of += 1;
    }

    /// The part by the whole, from 0 to 1; none of nothing.
    pub fn rate(self) -> Option<f64> {
        (self.of > 0).then(|| self.hits as f64 / self.of as f64)
    }

    /// The score interval at 95 % around the rate; none of nothing.
    ///
    /// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
    /// Statistical Association 22 (1927), pages 209-212. Unlike the rate plus and minus its standard error it never leaves
    /// 0 to 1, and 9 of 9 do not pass for certainty.
    pub fn interval(self) -> Option<(f64, f64)> {
        let rate = self.rate()?;
        let whole = self.of as f64;
        let squared = DEVIATE * DEVIATE;
        let scale = 1.0 + squared / whole;
        let middle = (rate + squared / (2.0 * whole)) / scale;
        let spread = DEVIATE * (rate * (1.0 - rate) / whole + squared / (4.0 * whole * whole)).sqrt() / scale;
        // Rounding may put an end past the rate that it must hold.
        Some(((middle - spread).clamp(0.0, rate), (middle + spread).clamp(rate, 1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    fn interval(hits: usize, of: usize) -> (f64, f64) {
        let (low, high) = Share { hits, of }.interval().unwrap();
        ((low * 10_000.0).round() / 10_000.0, (high * 10_000.0).round() / 10_000.0)
    }

    #[test]
    fn the_interval_is_wilsons() {
        // With n tries and no miss, the low end is n / (n + z²) with z² = 3.8415; and the other way round.
        assert_eq!(interval(9, 9), (0.7009, 1.0));
        assert_eq!(interval(0, 9), (0.0, 0.2991));
        assert_eq!(interval(1, 1), (0.2065, 1.0));
        // (1/2 ± z · √(1/400 + z²/40000) / …) by hand: 0.5 ± 1.96 · 0.05096 / 1.03842.
        assert_eq!(interval(50, 100), (0.4038, 0.5962));
        assert_eq!(interval(960, 1000), (0.9460, 0.9705));
    }

    #[test]
    fn nothing_has_no_rate() {
        assert_eq!((Share::default().rate(), Share::default().interval()), (None, None));
    }
}
