//! Allocatable and capacity of the resources that are scored.

use schedscope_objects::{
    clusters::{Cluster, Clusters},
    id::ClusterId,
    names::Symbol,
    profile::Profile,
};

/// Allocatable and capacity in base units; NaN, which no quantity is, where a cluster does not
/// report both.
type AllocatableAndCapacity = (f64, f64);

/// The amounts of some resources of the feasible clusters, read in one pass.
#[derive(Debug, Default)]
pub struct ClusterResources(Vec<(Symbol, Vec<AllocatableAndCapacity>)>);

impl ClusterResources {
    /// Reads some resources of the feasible clusters; each resource once. O(feasible x resources).
    pub fn read(
        resources: impl Iterator<Item = Symbol>,
        clusters: &Clusters,
        feasible: &[ClusterId],
    ) -> Self {
        let mut amounts = Self::default();
        for resource in resources {
            if amounts.0.iter().all(|(known, _)| *known != resource) {
                let column = Vec::with_capacity(feasible.len());
                amounts.0.push((resource, column));
            }
        }
        amounts.fill(clusters, feasible);
        amounts
    }

    fn fill(&mut self, clusters: &Clusters, feasible: &[ClusterId]) {
        if self.0.is_empty() {
            return;
        }
        for (_, cluster) in clusters.of(feasible) {
            for (resource, column) in &mut self.0 {
                column.push(both(cluster, *resource).unwrap_or((f64::NAN, f64::NAN)));
            }
        }
    }

    /// The amounts of a resource, by place; `None` at a place where a cluster does not report both.
    /// (Everywhere, where no object mentions the resource.)
    pub fn of(
        &self,
        resource: Option<Symbol>,
        count: usize,
    ) -> impl ExactSizeIterator<Item = Option<AllocatableAndCapacity>> + '_ {
        let column = self.0.iter().find(|(known, _)| Some(*known) == resource);
        let column = column.map_or(&[][..], |(_, column)| column);
        (0..count).map(|place| column.get(place).copied().filter(|(a, _)| !a.is_nan()))
    }

    /// The amounts at some places. O(places x resources).
    pub(crate) fn at(&self, places: &[usize]) -> Self {
        let columns = self.0.iter().map(|(resource, column)| {
            let amounts = places.iter().filter_map(|place| column.get(*place));
            (*resource, amounts.copied().collect())
        });
        Self(columns.collect())
    }

    /// The minimum and maximum allocatable amount at some places.
    pub(crate) fn range_at(&self, resource: Symbol, places: &[usize]) -> Option<(f64, f64)> {
        let (_, column) = self.0.iter().find(|(known, _)| *known == resource)?;
        let amounts = places.iter().filter_map(|place| column.get(*place));
        Self::span(amounts.map(|(amount, _)| *amount))
    }

    /// The minimum and maximum of the amounts; ignores NaN.
    fn span(amounts: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
        let amounts = amounts.filter(|amount| !amount.is_nan());
        amounts.fold(None, |range, amount| {
            let (min, max): (f64, f64) = range.unwrap_or((amount, amount));
            Some((min.min(amount), max.max(amount)))
        })
    }

    /// The minimum and maximum allocatable amount of a resource; `None` if no cluster reports both amounts.
    pub fn range(&self, resource: Option<Symbol>, count: usize) -> Option<(f64, f64)> {
        let amounts = self.of(resource, count).flatten();
        Self::span(amounts.map(|(amount, _)| amount))
    }
}

fn both(cluster: Cluster<'_>, resource: Symbol) -> Option<AllocatableAndCapacity> {
    let allocatable = cluster.allocatable().get(resource)?;
    let capacity = cluster.capacity().get(resource)?;
    Some((allocatable.to_f64(), capacity.to_f64()))
}

/// Converts a float to an integer as Go does on amd64: truncates toward zero; NaN and values out of range become the
/// smallest integer.
pub fn go_trunc(value: f64) -> i64 {
    // Both bounds are exact doubles.
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value) {
        value as i64
    } else {
        i64::MIN
    }
}

/// A resource's score from its formula: `Upstream` truncates it; `Proposal` returns `None` for NaN, and clamps scores
/// to [-100, 100].
pub(super) fn resource_score(value: f64, profile: Profile) -> Option<i64> {
    match profile {
        Profile::Upstream => Some(go_trunc(value)),
        Profile::Proposal if value.is_nan() => None,
        Profile::Proposal => Some(go_trunc(value.clamp(-100.0, 100.0))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_become_integers_as_in_go() {
        for (value, expect) in [
            (0.9, 0),
            (-0.9, 0),
            (-99.999, -99),
            (f64::NAN, i64::MIN),
            (f64::INFINITY, i64::MIN),
            (f64::NEG_INFINITY, i64::MIN),
            (9_223_372_036_854_775_808.0, i64::MIN),
            (9_223_372_036_854_774_784.0, 9_223_372_036_854_774_784),
            (-9_223_372_036_854_775_808.0, i64::MIN),
        ] {
            assert_eq!(go_trunc(value), expect, "{value}");
        }
    }

    #[test]
    fn resource_scores_by_profile() {
        use Profile::{Proposal, Upstream};
        for (value, upstream, proposal) in [
            (12.7, Some(12), Some(12)),
            (-250.0, Some(-250), Some(-100)),
            (f64::INFINITY, Some(i64::MIN), Some(100)),
            (f64::NEG_INFINITY, Some(i64::MIN), Some(-100)),
            (f64::NAN, Some(i64::MIN), None),
        ] {
            assert_eq!(resource_score(value, Upstream), upstream, "{value}");
            assert_eq!(resource_score(value, Proposal), proposal, "{value}");
        }
    }
}
