//! Fits the relation between path counts and multiplicity (an upper bound of the number of paths that a state
//! represents). The state merging paper gives this relation (Kuznetsov et al., PLDI 2012, §5.2):
//! log p ≈ c1 + c2 · log m, for p paths and multiplicity m.

/// A straight line: its value at 0 and its slope.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) c1: f64,
    pub(crate) c2: f64,
}

impl Line {
    /// Returns the least-squares line through points; `None` if all abscissas are equal.
    pub(crate) fn through(points: &[(f64, f64)]) -> Option<Line> {
        let n = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let spread: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
        let together: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
        (spread > 0.0).then(|| {
            let c2 = together / spread;
            Line { c1: y - c2 * x, c2 }
        })
    }

    /// Returns the least-squares line through the points (log m, log p), for pairs of a multiplicity m and a path
    /// count p.
    pub(crate) fn of_counts(pairs: impl Iterator<Item = (u64, u128)>) -> Option<Line> {
        let points: Vec<(f64, f64)> = pairs
            .map(|(m, p)| ((m as f64).ln(), (p as f64).ln()))
            .collect();
        Line::through(&points)
    }

    /// Returns the number of paths that this line predicts for a multiplicity.
    pub(crate) fn paths(self, multiplicity: u64) -> f64 {
        (self.c1 + self.c2 * (multiplicity as f64).ln()).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_through_its_points() {
        let line = Line::through(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]).unwrap();
        assert!((line.c1 - 1.0).abs() < 1e-9 && (line.c2 - 2.0).abs() < 1e-9);
        assert_eq!(Line::through(&[(1.0, 1.0)]), None);
    }

    #[test]
    fn paths_are_estimated_from_the_multiplicity() {
        // The two pairs of a multiplicity m and a path count p satisfy p = m² / 4. For m = 16, the line therefore
        // predicts that p is 64.
        let line = Line::of_counts([(4, 4), (8, 16)].into_iter()).unwrap();
        assert!((line.paths(16) - 64.0).abs() < 1e-6);
    }
}
