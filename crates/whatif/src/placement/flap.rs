//! How often a decision changes when the scores that are measured are noisy, and how much Steady holds it.

use schedscope_objects::order;
use schedscope_placement::{Decision, fleet::Fleet};

use super::{lines::NotLinear, sweep::is_selected};

/// The prioritizer that keeps what is selected.
pub const STEADY: &str = "Steady";

/// The score of a selected cluster.
const KEPT: i64 = 100;

/// At most so many scores are drawn.
const MOST_SCORES: usize = 2_000_000;

/// The noise of a run.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    /// How often the decision is made again.
    pub ticks: usize,
    /// The largest difference from a score, up or down.
    pub most: u32,
    /// Where the noise comes from.
    pub seed: u64,
}

/// What a run under one weight of Steady showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaps {
    /// The number of ticks that changed the decision.
    pub changes: usize,
    /// The number of clusters that came in.
    pub moved: usize,
}

/// A decision whose scores can be drawn again.
#[derive(Debug)]
pub struct Flapping<'a> {
    fleet: &'a Fleet,
    decision: &'a Decision,
    /// The totals without Steady and without what is noisy.
    quiet: Vec<i64>,
    /// What is noisy, with its weight.
    noisy: Vec<(&'a [i64], i64)>,
    /// The names of the prioritizers with noise.
    pub names: Vec<String>,
    /// The weight of Steady.
    pub weight: i32,
    count: usize,
    selected: Vec<bool>,
}

impl<'a> Flapping<'a> {
    /// Takes a decision apart.
    ///
    /// # Errors
    /// It is not made by totals alone.
    pub fn new(decision: &'a Decision) -> Result<Self, NotLinear> {
        let (Some((selection, fleet)), Some(scoring)) = (decision.selection(), &decision.scoring)
        else {
            return Err(NotLinear::Misconfigured);
        };
        if decision.spread_run().is_some() {
            return Err(NotLinear::Spread);
        }
        let entries = decision.plan.entries.iter();
        let entries = entries.filter(|entry| entry.weight != 0);
        let mut found = Self {
            fleet,
            decision,
            quiet: scoring.totals.clone(),
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
            } else if is_noisy {
                found.noisy.push((&column.scores, weight));
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

    /// How often the decision can be made again, of so many times.
    pub fn ticks(&self, wanted: usize) -> usize {
        let scores = self.quiet.len().max(1) * self.noisy.len().max(1);
        wanted.min(MOST_SCORES / scores).max(1)
    }

    /// Draws the scores again and again; what is selected once, Steady keeps from then on.
    pub fn run(&self, noise: Noise, steady: i32) -> Flaps {
        let mut found = Flaps {
            changes: 0,
            moved: 0,
        };
        let mut selected = self.selected.clone();
        for tick in 0..noise.ticks {
            let now = self.drawn(noise, tick, steady, &selected);
            let moved = now.iter().zip(&selected);
            let moved = moved.filter(|(is, was)| **is && !**was).count();
            found.changes += usize::from(now != selected);
            found.moved += moved;
            selected = now;
        }
        found
    }

    /// The selection with the scores of one tick.
    fn drawn(&self, noise: Noise, tick: usize, steady: i32, before: &[bool]) -> Vec<bool> {
        let total = |place: usize| {
            let kept = before.get(place) == Some(&true);
            let mut total = self.quiet.get(place).copied().unwrap_or(0);
            total = total.saturating_add(i64::from(kept) * KEPT * i64::from(steady));
            for (column, (scores, weight)) in self.noisy.iter().enumerate() {
                let score = scores.get(place).copied().unwrap_or(0);
                let bits = [noise.seed, tick as u64, column as u64, place as u64];
                let width = 2 * u64::from(noise.most) + 1;
                let by = (drawn(bits) % width) as i64 - i64::from(noise.most);
                let score = score.saturating_add(by).clamp(-KEPT, KEPT);
                total = total.saturating_add(score.saturating_mul(*weight));
            }
            total
        };
        let feasible = self.decision.feasible();
        let mut ranks: Vec<(i64, u32, usize)> = feasible
            .iter()
            .enumerate()
            .map(|(place, cluster)| (total(place), self.fleet.rank(*cluster), place))
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

/// A number from others, all bits of it: the finalizer of `SplitMix64` (Steele, Lea, Flood, 2014), for each.
fn drawn(bits: [u64; 4]) -> u64 {
    bits.into_iter().fold(0, |mixed, next| {
        let mut bits = (mixed ^ next).wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    })
}
