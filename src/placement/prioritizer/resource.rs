//! Allocatable and capacity of the resources that are scored.

use super::{Kind, World};
use crate::kube::{clusters::Cluster, names::Symbol};

/// Allocatable and capacity in base units; NaN, which no quantity is, where a cluster does not
/// report both.
type Amount = (f64, f64);

/// The amounts of some resources of the feasible clusters, read in one pass.
#[derive(Debug, Default)]
pub(crate) struct Amounts(Vec<(Symbol, Vec<Amount>)>);

impl Amounts {
    /// Reads what some prioritizers need. O(feasible x resources).
    pub(crate) fn read<'a>(kinds: impl Iterator<Item = &'a Kind>, world: World<'_>) -> Self {
        let mut amounts = Self::default();
        for kind in kinds {
            let (Kind::Allocatable(Some(resource)) | Kind::Ratio(Some(resource))) = kind else {
                continue;
            };
            if amounts.0.iter().all(|(known, _)| known != resource) {
                let column = Vec::with_capacity(world.feasible.len());
                amounts.0.push((*resource, column));
            }
        }
        if !amounts.0.is_empty() {
            for (_, cluster) in world.objects.clusters.of(world.feasible) {
                for (resource, column) in &mut amounts.0 {
                    column.push(both(cluster, *resource).unwrap_or((f64::NAN, f64::NAN)));
                }
            }
        }
        amounts
    }

    /// The amounts of a resource, by place; `None` at a place where a cluster does not report both.
    /// (Everywhere, where no object mentions the resource.)
    pub(super) fn of(
        &self,
        resource: Option<Symbol>,
        count: usize,
    ) -> impl ExactSizeIterator<Item = Option<Amount>> + '_ {
        let column = self.0.iter().find(|(known, _)| Some(*known) == resource);
        let column = column.map_or(&[][..], |(_, column)| column);
        (0..count).map(|place| column.get(place).copied().filter(|(a, _)| !a.is_nan()))
    }
}

fn both(cluster: Cluster<'_>, resource: Symbol) -> Option<Amount> {
    let allocatable = cluster.allocatable().get(resource)?;
    let capacity = cluster.capacity().get(resource)?;
    Some((allocatable.to_f64(), capacity.to_f64()))
}
