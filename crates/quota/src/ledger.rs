//! Elastic quotas with what their namespaces use.

use std::sync::Arc;

use schedscope_objects::{
    managed_cluster::Resources,
    names::{Names, Symbol},
    policy::ElasticQuota,
};
use schedscope_pods::{
    amounts::{Amounts, BASIC, ResourceId, ResourceNames},
    world::World,
};

/// A lower or upper bound of a quota.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// The bound of each resource that has one.
    pub amounts: Amounts,
    /// The bound of an extended resource that is not named.
    pub absent: i64,
}

impl Bound {
    /// A `min`: what is not named is 0.
    pub fn min(list: Option<&Resources>, resources: &mut ResourceNames, names: &Names) -> Self {
        Self {
            amounts: list.map_or_else(Amounts::default, |list| {
                Amounts::read(list, resources, names)
            }),
            absent: 0,
        }
    }

    /// A `max`: without a list nothing is limited; with one, cpu, memory and ephemeral storage are 0
    /// unless named, and extended resources are not limited unless named.
    pub fn max(list: Option<&Resources>, resources: &mut ResourceNames, names: &Names) -> Self {
        Self {
            amounts: list.map_or_else(Amounts::unlimited, |list| {
                Amounts::read(list, resources, names)
            }),
            absent: i64::MAX,
        }
    }

    /// The bound of a resource.
    pub fn of(&self, resource: ResourceId) -> i64 {
        self.amounts.named(resource).unwrap_or(self.absent)
    }

    /// The first resource of which `used + more` is beyond the bound, with that sum. Basic resources
    /// are always compared, extended ones only where `more` names them, be it with 0.
    pub fn exceeded(&self, used: &Amounts, more: &Amounts) -> Option<(ResourceId, i64)> {
        let basic = (0..BASIC as u32).map(ResourceId);
        let named = more.extended().iter().map(|(resource, _)| *resource);
        basic
            .chain(named)
            .map(|resource| {
                (
                    resource,
                    used.get(resource).saturating_add(more.get(resource)),
                )
            })
            .find(|(resource, sum)| *sum > self.of(*resource))
    }
}

/// A quota in force.
#[derive(Clone, Debug)]
pub struct Quota {
    /// The namespace that it governs.
    pub namespace: Symbol,
    /// Its name.
    pub name: Symbol,
    /// What the namespace is entitled to.
    pub min: Bound,
    /// What it may borrow up to.
    pub max: Bound,
    /// What its live bound pods are charged.
    pub used: Amounts,
}

impl Quota {
    /// The first resource of which more is used than the minimum.
    pub fn over_min(&self) -> Option<(ResourceId, i64)> {
        self.min.exceeded(&Amounts::default(), &self.used)
    }
}

/// No quota.
pub const NONE: u32 = u32::MAX;

/// All quotas in force, one a namespace: the first one of the text.
///
/// INVARIANT: `used` of all is the sum of each one's.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// In the order of the text.
    pub quotas: Vec<Quota>,
    /// The quotas that do not count, for their namespace has an earlier one; by index in the text.
    pub shadowed: Vec<usize>,
    /// What all namespaces with a quota use.
    pub used: Amounts,
    /// The sum of all minimums.
    pub min: Bound,
    /// The index of the quota of each namespace, by symbol; [`NONE`] where it has none.
    by_namespace: Vec<u32>,
}

impl Ledger {
    /// Counts the live bound pods of a world. O(quotas + pods).
    pub fn new(quotas: &[Arc<ElasticQuota>], world: &mut World, names: &Names) -> Self {
        let mut ledger = Self {
            by_namespace: vec![NONE; names.len()],
            ..Self::default()
        };
        for (index, quota) in quotas.iter().enumerate() {
            ledger.add_quota(index, quota, &mut world.resources, names);
        }
        for pod in &world.pods {
            if pod.is_bound() && pod.is_live() {
                ledger.charge(pod.pod.namespace, &pod.request.charge);
            }
        }
        ledger
    }

    fn add_quota(
        &mut self,
        index: usize,
        quota: &ElasticQuota,
        resources: &mut ResourceNames,
        names: &Names,
    ) {
        let Some(slot) = self.by_namespace.get_mut(quota.namespace.index()) else {
            return;
        };
        let is_first = *slot == NONE;
        if is_first {
            *slot = self.quotas.len() as u32;
        }
        let min = Bound::min(quota.min.as_ref(), resources, names);
        let max = Bound::max(quota.max.as_ref(), resources, names);
        if !is_first {
            // Its resources have numbers, all the same.
            self.shadowed.push(index);
            return;
        }
        self.min.amounts.add(&min.amounts);
        self.quotas.push(Quota {
            namespace: quota.namespace,
            name: quota.name,
            min,
            max,
            used: Amounts::default(),
        });
    }

    /// A quota that is not in force, for its namespace has an earlier one; nothing is charged to it.
    pub fn read_shadowed(quota: &ElasticQuota, world: &World, names: &Names) -> Quota {
        let mut resources = world.resources.clone();
        Quota {
            namespace: quota.namespace,
            name: quota.name,
            min: Bound::min(quota.min.as_ref(), &mut resources, names),
            max: Bound::max(quota.max.as_ref(), &mut resources, names),
            used: Amounts::default(),
        }
    }

    /// The index of the quota of a namespace.
    pub fn of(&self, namespace: Symbol) -> Option<u32> {
        let index = self.by_namespace.get(namespace.index()).copied()?;
        (index != NONE).then_some(index)
    }

    /// The quota of a namespace.
    pub fn quota(&self, namespace: Symbol) -> Option<&Quota> {
        self.quotas.get(self.of(namespace)? as usize)
    }

    /// Charges a namespace; nothing where it has no quota.
    pub fn charge(&mut self, namespace: Symbol, amounts: &Amounts) {
        if let Some(quota) = self
            .of(namespace)
            .and_then(|i| self.quotas.get_mut(i as usize))
        {
            quota.used.add(amounts);
            self.used.add(amounts);
        }
    }

    /// Takes a charge back; nothing where the namespace has no quota.
    pub fn refund(&mut self, namespace: Symbol, amounts: &Amounts) {
        if let Some(quota) = self
            .of(namespace)
            .and_then(|i| self.quotas.get_mut(i as usize))
        {
            quota.used.subtract(amounts);
            self.used.subtract(amounts);
        }
    }
}
