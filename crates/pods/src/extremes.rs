//! The lowest and the highest limit-aware sum, without the cut of integer division.

use crate::{
    exact::Exact,
    score::limit_aware::LimitAware,
    sight::{First, Sight},
    world::PodInfo,
};

/// The lowest and the highest sum without any cut.
#[derive(Debug)]
pub struct Extremes {
    lowest: Exact,
    highest: Exact,
    /// The nodes that may have the highest, by place among the feasible ones.
    top: Vec<u32>,
}

/// Doubles that differ by more than this share of the larger one differ as fractions, too: each is a
/// sum of a few rounded terms.
const NEAR: f64 = 1e-9;

impl Extremes {
    /// Fractions are slow, so doubles say first which nodes come into question.
    pub fn of(scorer: &LimitAware, info: &PodInfo, sight: &Sight<'_>) -> Self {
        let Sight {
            feasible,
            near,
            size,
            ..
        } = sight;
        let highest = near.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let lowest = near.iter().copied().fold(f64::INFINITY, f64::min);
        let margin = NEAR * (1.0 + size);
        let mut extremes = Self {
            lowest: Exact::ZERO,
            highest: Exact::ZERO,
            top: Vec::new(),
        };
        let mut found = (None::<Exact>, None::<Exact>);
        // Nodes are often alike: what is the same has the same sum.
        let mut known: Option<(Vec<[i64; 3]>, Exact)> = None;
        let mut parts = Vec::new();
        for (at, (node, value)) in feasible.iter().zip(near).enumerate() {
            let (low, high) = (*value <= lowest + margin, *value >= highest - margin);
            if !(low || high || value.is_nan()) {
                continue;
            }
            scorer.parts(&info.request, node, &mut parts);
            let exact = match &known {
                Some((alike, exact)) if *alike == parts => *exact,
                _ => {
                    let exact = scorer.exact(&info.request, node);
                    known = Some((parts.clone(), exact));
                    exact
                }
            };
            let same = |known: Exact| exact.is_identical(known);
            if found
                .0
                .is_none_or(|known| !same(known) && exact.compare(known).is_lt())
            {
                found.0 = Some(exact);
            }
            let order = found.1.map(|known| {
                if same(known) {
                    std::cmp::Ordering::Equal
                } else {
                    exact.compare(known)
                }
            });
            match order {
                Some(std::cmp::Ordering::Less) => {}
                Some(std::cmp::Ordering::Equal) => extremes.top.push(at as u32),
                _ => {
                    found.1 = Some(exact);
                    extremes.top = vec![at as u32];
                }
            }
        }
        extremes.lowest = found.0.unwrap_or(Exact::ZERO);
        extremes.highest = found.1.unwrap_or(Exact::ZERO);
        extremes
    }

    /// The nodes with the highest sum.
    pub fn best(&self, sight: &Sight<'_>, most: usize) -> First {
        let mut first = First::default();
        for at in &self.top {
            if let Some(rank) = sight.ranks.get(*at as usize) {
                first.take(*rank, most);
            }
        }
        first
    }

    /// A sum from 0 to 100 by the lowest and the highest.
    #[must_use]
    pub fn normalise(&self, value: Exact) -> Exact {
        let span = self.highest.minus(self.lowest);
        if span.compare(Exact::ZERO).is_eq() {
            return Exact::ZERO;
        }
        value
            .minus(self.lowest)
            .times(Exact::new(100, 1))
            .over(span)
    }
}
