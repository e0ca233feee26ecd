//! `ManagedCluster` (`cluster.open-cluster-management.io/v1`).

use schedscope_quantity::Quantity;

use crate::{labels::Labels, names::Symbol, taint::Taint};

/// A cluster registered with the hub, as far as scheduling looks at it.
#[derive(Clone, Debug, PartialEq)]
pub struct ManagedCluster {
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.deletionTimestamp` is set: the cluster is going away.
    pub deleting: bool,
    /// `metadata.labels`.
    pub labels: Labels,
    /// `status.clusterClaims`; a claim listed twice counts with its last value.
    pub claims: Labels,
    /// `spec.taints`.
    pub taints: Box<[Taint]>,
    /// `status.allocatable`.
    pub allocatable: Resources,
    /// `status.capacity`.
    pub capacity: Resources,
}

/// Resource names with their amounts, in the order of the text, names distinct.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resources(pub Box<[(Symbol, Quantity)]>);

impl Resources {
    /// The amount of a resource.
    pub fn get(&self, resource: Symbol) -> Option<&Quantity> {
        self.0
            .iter()
            .find(|(name, _)| *name == resource)
            .map(|(_, amount)| amount)
    }

    /// Adds the resources of other amounts that these lack.
    pub fn fill(&mut self, others: &Self) {
        let lacks = |(name, _): &&(Symbol, Quantity)| self.get(*name).is_none();
        let lacking: Vec<_> = others.0.iter().filter(lacks).cloned().collect();
        if !lacking.is_empty() {
            let mut all = std::mem::take(&mut self.0).into_vec();
            all.extend(lacking);
            self.0 = all.into();
        }
    }
}
