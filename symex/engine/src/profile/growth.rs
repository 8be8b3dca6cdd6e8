//! Samples of the numbers of states and expressions during an exploration, taken at equal intervals of work. The number
//! of samples is bounded.

/// The maximum number of samples. When it is reached, every second sample is removed, and the interval between later
/// samples is doubled.
const MAX_SAMPLES: usize = 240;
/// The initial interval between two samples: an amount of work, in instructions of the symbolic interpreter.
const FIRST_DISTANCE: u64 = 200;

/// The numbers of states and expressions after a certain amount of work of the exploration.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct GrowthSample {
    /// The work so far, in instructions of the symbolic interpreter.
    pub work: u64,
    /// The number of live states.
    pub live: u64,
    /// The number of states that were merged into another one so far.
    pub merges: u64,
    /// The number of expression nodes that exist.
    pub nodes: u64,
    /// The number of expression nodes that merges have built.
    pub merge_nodes: u64,
}

/// The samples recorded so far, the distance between samples, and the amount of work at which the next sample is due.
#[derive(Clone, Debug)]
pub(crate) struct Growth {
    samples: Vec<GrowthSample>,
    distance: u64,
    next: u64,
}

impl Default for Growth {
    fn default() -> Growth {
        Growth {
            samples: Vec::new(),
            distance: FIRST_DISTANCE,
            next: 0,
        }
    }
}

impl Growth {
    /// Returns whether a sample is due after the amount of work `work`.
    #[inline]
    pub(crate) fn is_due(&self, work: u64) -> bool {
        work >= self.next
    }

    /// Adds a sample. If the maximum number of samples is reached, removes every second sample and doubles the distance
    /// between later samples.
    pub(crate) fn add(&mut self, sample: GrowthSample) {
        self.samples.push(sample);
        if self.samples.len() >= MAX_SAMPLES {
            let mut number = 0;
            self.samples.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.distance *= 2;
        }
        self.next = sample.work + self.distance;
    }

    /// Returns the samples, and `last`, the sample at the end of the exploration.
    pub(crate) fn finish(mut self, last: GrowthSample) -> Vec<GrowthSample> {
        self.samples.push(last);
        self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_samples_is_bounded_and_the_last_one_is_kept() {
        let mut growth = Growth::default();
        let sample = |work| GrowthSample {
            work,
            ..GrowthSample::default()
        };
        for work in 0..1_000_000 {
            if growth.is_due(work) {
                growth.add(sample(work));
            }
        }
        let samples = growth.finish(sample(1_000_000));
        assert!((100..=MAX_SAMPLES).contains(&samples.len()));
        assert_eq!(
            (samples[0].work, samples[samples.len() - 1].work),
            (0, 1_000_000)
        );
        assert!(samples.is_sorted_by_key(|sample| sample.work));
    }
}
