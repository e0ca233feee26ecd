//! How often a decision changes when measured scores are noisy, and how much Steady prevents that.

use std::sync::Arc;

use schedscope_objects::{id::Id as _, order};
use schedscope_placement::{Decision, column::FeasiblePlace, prioritizer::ScoreColumn};

use super::{lines::NotLinear, sweep::is_selected};

/// The prioritizer that prefers selected clusters.
pub const STEADY: &str = "Steady";

/// The score that Steady gives to a selected cluster.
const KEPT: i64 = 100;

/// The maximum number of scores to draw.
const MOST_SCORES: usize = 2_000_000;

/// The noise of a run.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    /// How often to decide.
    pub ticks: usize,
    /// The largest deviation from a score, up or down.
    pub most: u32,
    /// The seed of the noise.
    pub seed: u64,
}

/// The result of a run with one weight of Steady.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaps {
    /// The number of ticks that changed the decision.
    pub changes: usize,
    /// The number of newly selected clusters, over all ticks.
    pub moved: usize,
}

/// A decision whose scores can be redrawn with noise.
#[derive(Debug)]
pub struct Flapping {
    /// The totals without Steady and without noisy prioritizers.
    quiet: Vec<i64>,
    /// The ranks by name of the feasible clusters.
    ranks: Vec<u32>,
    /// The columns with noise, with their weights.
    noisy: Vec<(Arc<ScoreColumn>, i64)>,
    /// The names of the prioritizers with noise.
    pub names: Vec<String>,
    /// The weight of Steady.
    pub weight: i32,
    count: usize,
    selected: Vec<bool>,
}

/// Whether the hub changes its decision once it is recorded: `Steady` then scores the selected clusters, and a negative
/// weight works against them. Returns `false` if the decision does not depend on totals alone.
pub fn alternates(decision: &Decision) -> bool {
    let steady = decision.plan.active().find(|entry| entry.name == STEADY);
    let Some(entry) = steady.filter(|entry| entry.weight < 0) else {
        return false;
    };
    let quiet = Noise {
        ticks: 1,
        most: 0,
        seed: 0,
    };
    Flapping::new(decision).is_ok_and(|flapping| {
        let mut run = flapping.start(entry.weight);
        flapping.tick(quiet, &mut run);
        run.flaps.changes > 0
    })
}

/// A run with one weight of Steady, tick by tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlapRun {
    /// The weight.
    pub weight: i32,
    /// The result so far.
    pub flaps: Flaps,
    /// The number of ticks so far.
    pub tick: usize,
    selected: Vec<bool>,
}

impl Flapping {
    /// Splits the totals of a decision into quiet and noisy parts.
    ///
    /// # Errors
    /// The decision does not depend on totals alone, or totals overflow.
    pub fn new(decision: &Decision) -> Result<Self, NotLinear> {
        let (Some((selection, fleet)), Some(scoring)) = (decision.selection(), &decision.scoring)
        else {
            return Err(NotLinear::Misconfigured);
        };
        if decision.spread_run().is_some() {
            return Err(NotLinear::Spread);
        }
        let entries = decision.plan.entries.iter();
        let entries = entries.filter(|entry| entry.weight != 0);
        let feasible = decision.feasible().iter();
        let mut found = Self {
            quiet: scoring.totals.clone(),
            ranks: feasible.map(|cluster| fleet.rank(*cluster)).collect(),
            noisy: Vec::new(),
            names: Vec::new(),
            weight: 0,
            count: selection.count,
            selected: Vec::new(),
        };
        for (entry, column) in entries.zip(&scoring.columns) {
            let Some(column) = column else { continue };
            let weight = i64::from(entry.weight);
            let is_steady = entry.name == STEADY;
            let is_noisy =
                entry.name.starts_with("AddOn/") || entry.name.starts_with("ResourceAllocatable");
            if is_steady {
                found.weight = entry.weight;
            } else if is_noisy && (0..column.scores.len()).any(|place| is_measured(column, place)) {
                found.noisy.push((Arc::clone(column), weight));
                found.names.push(entry.name.clone());
            } else {
                continue;
            }
            for (total, score) in found.quiet.iter_mut().zip(&column.scores) {
                let part = weight
                    .checked_mul(*score)
                    .and_then(|part| total.checked_sub(part));
                *total = part.ok_or(NotLinear::Overflow)?;
            }
        }
        let feasible = decision.feasible().iter();
        found.selected = feasible
            .map(|cluster| is_selected(decision, *cluster))
            .collect();
        Ok(found)
    }

    /// How many of the `wanted` ticks can run.
    pub fn ticks(&self, wanted: usize) -> usize {
        let scores = self.quiet.len().max(1) * self.noisy.len().max(1);
        wanted.min(MOST_SCORES / scores).max(1)
    }

    /// A run before its first tick. From then on, Steady prefers the clusters that the last tick selected.
    pub fn start(&self, weight: i32) -> FlapRun {
        FlapRun {
            weight,
            flaps: Flaps {
                changes: 0,
                moved: 0,
            },
            tick: 0,
            selected: self.selected.clone(),
        }
    }

    /// Redraws the scores, and selects again.
    pub fn tick(&self, noise: Noise, run: &mut FlapRun) {
        let now = self.drawn(noise, run);
        let moved = now.iter().zip(&run.selected);
        let moved = moved.filter(|(is, was)| **is && !**was).count();
        run.flaps.changes += usize::from(now != run.selected);
        run.flaps.moved += moved;
        run.selected = now;
        run.tick += 1;
    }

    /// The selection with the scores of one tick.
    fn drawn(&self, noise: Noise, run: &FlapRun) -> Vec<bool> {
        let total = |place: usize| {
            let kept = run.selected.get(place) == Some(&true);
            let mut total = self.quiet.get(place).copied().unwrap_or(0);
            total = total.saturating_add(i64::from(kept) * KEPT * i64::from(run.weight));
            for (at, (column, weight)) in self.noisy.iter().enumerate() {
                let score = column.scores.get(place).copied().unwrap_or(0);
                if !is_measured(column, place) {
                    total = total.saturating_add(score.saturating_mul(*weight));
                    continue;
                }
                let bits = [noise.seed, run.tick as u64, at as u64, place as u64];
                let width = 2 * u64::from(noise.most) + 1;
                let by = (drawn(bits) % width) as i64 - i64::from(noise.most);
                let score = score.saturating_add(by).clamp(-KEPT, KEPT);
                total = total.saturating_add(score.saturating_mul(*weight));
            }
            total
        };
        let mut ranks: Vec<(i64, u32, usize)> = self
            .ranks
            .iter()
            .enumerate()
            .map(|(place, rank)| (total(place), *rank, place))
            .collect();
        order::sort(&mut ranks, |a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut selected = vec![false; ranks.len()];
        for (.., place) in ranks.into_iter().take(self.count) {
            if let Some(flag) = selected.get_mut(place) {
                *flag = true;
            }
        }
        selected
    }
}

/// Whether a score is measured again. Missing and expired scores always count 0.
fn is_measured(column: &ScoreColumn, place: usize) -> bool {
    let place = FeasiblePlace::new(place);
    column.get(place).is_some() && !column.is_expired(place)
}

/// Hashes four numbers to 64 bits: the finalizer of `SplitMix64` (Steele, Lea, Flood, 2014), applied to each.
fn drawn(bits: [u64; 4]) -> u64 {
    bits.into_iter().fold(0, |mixed, next| {
        let mut bits = (mixed ^ next).wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    })
}
