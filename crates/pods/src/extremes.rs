//! The lowest and the highest limit-aware sum, without the rounding of integer division.

use std::cmp::Ordering;

use crate::{
    exact::ExactScore,
    node_scan::{NodeScan, TopNodes},
    score::limit_aware::LimitAware,
    snapshot::PodInfo,
};

/// The lowest and the highest sum, not rounded.
#[derive(Debug)]
pub struct ScoreExtremes {
    lowest: ExactScore,
    highest: ExactScore,
    /// The nodes with the highest, by position among the feasible ones.
    top: Vec<u32>,
}

/// Doubles that differ by more than this share of the larger one also differ as fractions: each is a sum of a few
/// rounded terms.
const NEAR: f64 = 1e-9;

impl ScoreExtremes {
    /// Compares doubles first and fractions only where doubles are too close, because fractions are slow.
    pub fn of(scorer: &LimitAware, info: &PodInfo, scan: &NodeScan<'_>) -> Self {
        let NodeScan {
            feasible,
            near,
            kinds,
            size,
            ..
        } = scan;
        let highest = near.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let lowest = near.iter().copied().fold(f64::INFINITY, f64::min);
        let margin = NEAR * (1.0 + size);
        let mut extremes = Self {
            lowest: ExactScore::ZERO,
            highest: ExactScore::ZERO,
            top: Vec::new(),
        };
        let mut found = (None::<ExactScore>, None::<ExactScore>);
        // The kind of the previous node, and whether it is at the top: the next node often has the same kind.
        let mut before = None;
        for (at, (kind, value)) in kinds.iter().zip(near).enumerate() {
            let (low, high) = (*value <= lowest + margin, *value >= highest - margin);
            if !(low || high || value.is_nan()) {
                continue;
            }
            if let Some((known, is_top)) = before
                && known == kind
            {
                if is_top {
                    extremes.top.push(at as u32);
                }
                continue;
            }
            let Some(node) = feasible.get(at) else {
                continue;
            };
            let exact = scorer.exact(&info.request, node);
            if found.0.is_none_or(|known| exact.compare(known).is_lt()) {
                found.0 = Some(exact);
            }
            let order = found
                .1
                .map_or(Ordering::Greater, |known| exact.compare(known));
            if order.is_gt() {
                found.1 = Some(exact);
                extremes.top.clear();
            }
            if order.is_ge() {
                extremes.top.push(at as u32);
            }
            before = Some((kind, order.is_ge()));
        }
        extremes.lowest = found.0.unwrap_or(ExactScore::ZERO);
        extremes.highest = found.1.unwrap_or(ExactScore::ZERO);
        extremes
    }

    /// The nodes with the highest sum.
    pub fn best(&self, scan: &NodeScan<'_>, limit: usize) -> TopNodes {
        let mut first = TopNodes::default();
        for at in &self.top {
            if let Some(rank) = scan.ranks.get(*at as usize) {
                first.take(*rank, limit);
            }
        }
        first
    }

    /// A sum from 0 to 100 by the lowest and the highest.
    #[must_use]
    pub fn normalise(&self, value: ExactScore) -> ExactScore {
        let span = self.highest.minus(self.lowest);
        if span.compare(ExactScore::ZERO).is_eq() {
            return ExactScore::ZERO;
        }
        value
            .minus(self.lowest)
            .times(ExactScore::new(100, 1))
            .over(span)
    }
}
