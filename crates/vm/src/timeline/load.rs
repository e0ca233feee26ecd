//! The load of a VM at a time, in compute units.

use std::f64::consts::TAU;

use schedscope_objects::timeline::Load;

/// The key of one number of a run's noise.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoiseKey {
    /// The timeline's seed.
    pub seed: u64,
    /// The position of the pod.
    pub pod: u32,
    /// The number of the pod's request.
    pub count: u32,
}

/// The compute units that a load needs at a time in ms, at least 0. O(log steps).
pub fn units(load: &Load, at: u64, draw: NoiseKey) -> f64 {
    let begun = load.steps.partition_point(|step| step.at <= at);
    let step = begun.checked_sub(1).and_then(|last| load.steps.get(last));
    let mut units = load.constant + step.map_or(0.0, |step| step.units);
    if let Some(sine) = &load.sine {
        let period = sine.period.max(1);
        // Times are far below 2^53 ms, and within one period the angle is exact.
        let turn = (at.wrapping_add(sine.phase) % period) as f64 / period as f64;
        units += sine.mean + sine.amplitude * wave(turn);
    }
    if load.noise > 0.0 {
        units += load.noise * (2.0 * draw.uniform() - 1.0);
    }
    if units.is_finite() {
        units.max(0.0)
    } else {
        0.0
    }
}

/// The sine of a part of a turn in [0, 1). By the first quarter, so that it is 0 after half a turn:
/// of 3 units plus a trace an agent would make 4.
fn wave(turn: f64) -> f64 {
    let (sign, half) = if turn < 0.5 {
        (1.0, turn)
    } else {
        (-1.0, turn - 0.5)
    };
    // Not the platform's own sine, which differs in the last digit from machine to machine.
    sign * libm::sin(TAU * half.min(0.5 - half))
}

impl NoiseKey {
    /// A number in [0, 1), the same for the same question: two rounds of `SplitMix64` over it.
    fn uniform(self) -> f64 {
        let pod = u64::from(self.pod) << 32 | u64::from(self.count);
        let bits = mix(mix(self.seed) ^ pod);
        (bits >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn mix(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use schedscope_objects::timeline::{LoadStep, Sine};

    use super::*;

    #[track_caller]
    fn check(load: &Load, at: u64, expected: f64) {
        let found = units(load, at, NoiseKey::default());
        assert!((found - expected).abs() < 1e-12, "{found} at {at}");
    }

    #[test]
    fn parts_add_up_and_never_fall_below_zero() {
        let mut load = Load {
            constant: 2.0,
            ..Load::default()
        };
        check(&load, 0, 2.0);
        load.steps = [(10, 1.0), (20, -9.0)]
            .map(|(at, units)| LoadStep { at, units })
            .into();
        check(&load, 9, 2.0);
        check(&load, 10, 3.0);
        check(&load, 19, 3.0);
        check(&load, 20, 0.0);
        let load = Load {
            sine: Some(Sine {
                mean: 3.0,
                amplitude: 2.0,
                period: 1000,
                phase: 250,
            }),
            ..Load::default()
        };
        check(&load, 0, 5.0);
        check(&load, 250, 3.0);
        check(&load, 1500, 1.0);
    }

    #[test]
    fn noise_stays_in_its_band_and_comes_from_the_seed() {
        let load = Load {
            constant: 5.0,
            noise: 0.5,
            ..Load::default()
        };
        let draw = |seed, pod, count| units(&load, 0, NoiseKey { seed, pod, count });
        let found: Vec<f64> = (0..1000).map(|count| draw(7, 1, count)).collect();
        assert!(found.iter().all(|units| (4.5..5.5).contains(units)));
        let low = found.iter().filter(|units| **units < 5.0).count();
        assert!((400..600).contains(&low), "{low} of 1000 below the middle");
        assert!(draw(7, 1, 0).to_bits() == found[0].to_bits());
        assert!(draw(8, 1, 0).to_bits() != found[0].to_bits());
        assert!(draw(7, 2, 0).to_bits() != found[0].to_bits());
    }
}
