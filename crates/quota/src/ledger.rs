//! Elastic quotas with the use of their namespaces.

use std::{ops::Deref, sync::Arc};

use schedscope_objects::{
    id::{Id, IdVec, QuotaId},
    managed_cluster::Resources,
    names::{Names, Symbol},
    policy::ElasticQuota,
    profile::Profile,
};
use schedscope_pods::{
    amount_sum::AmountSum,
    amounts::{Amounts, BASIC, ResourceId, ResourceNames},
    snapshot::ClusterSnapshot,
};

/// A lower or upper bound of a quota.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuotaBound {
    /// The bound of each resource that has one.
    pub amounts: Amounts,
    /// The bound of an extended resource that is not named.
    pub absent: i64,
}

impl QuotaBound {
    /// A `min`: a resource that is not named is 0.
    pub fn min(list: Option<&Resources>, resources: &mut ResourceNames, names: &Names) -> Self {
        Self {
            amounts: list.map_or_else(Amounts::default, |list| {
                Amounts::read(list, resources, names)
            }),
            absent: 0,
        }
    }

    /// A `max`: a resource that is not named is not limited. In `Upstream`, cpu, memory and ephemeral storage are 0
    /// unless named, but not without a list.
    pub fn max(
        list: Option<&Resources>,
        profile: Profile,
        resources: &mut ResourceNames,
        names: &Names,
    ) -> Self {
        let mut amounts = list.map_or_else(Amounts::unlimited, |list| {
            Amounts::read(list, resources, names)
        });
        for resource in unnamed(list, resources, names) {
            amounts.set(resource, of_unnamed(profile));
        }
        Self {
            amounts,
            absent: i64::MAX,
        }
    }

    /// The bound of a resource.
    pub fn of(&self, resource: ResourceId) -> i64 {
        self.amounts.named(resource).unwrap_or(self.absent)
    }

    /// The first resource of which `used + more` exceeds the bound, with that sum. Basic resources are always compared,
    /// extended ones only if `more` names them, even with 0.
    pub fn exceeded(&self, used: &Amounts, more: &Amounts) -> Option<(ResourceId, i64)> {
        self.all_exceeded(used, more).next()
    }

    /// Whether there is one.
    #[inline]
    pub fn is_exceeded(&self, used: &Amounts, more: &Amounts) -> bool {
        let (held, asked, bound) = (used.basic(), more.basic(), self.amounts.basic());
        let is_over = |at: usize| held[at].saturating_add(asked[at]) > bound[at];
        (0..BASIC).any(is_over)
            || !more.extended().is_empty() && self.exceeded(used, more).is_some()
    }

    /// All of them, in that order.
    pub fn all_exceeded<'a>(
        &'a self,
        used: &'a Amounts,
        more: &'a Amounts,
    ) -> impl Iterator<Item = (ResourceId, i64)> + 'a {
        let named = more.extended().iter().map(|(resource, more)| {
            let sum = used.get(*resource).saturating_add(*more);
            (*resource, sum)
        });
        let named = named.filter(|(resource, sum)| *sum > self.of(*resource));
        self.all_exceeded_basic(used, more).chain(named)
    }

    /// The basic resources of which `used + more` exceeds the bound, with that sum.
    pub fn all_exceeded_basic<'a>(
        &'a self,
        used: &'a Amounts,
        more: &'a Amounts,
    ) -> impl Iterator<Item = (ResourceId, i64)> + 'a {
        let sums = used.basic().iter().zip(more.basic());
        let sums = sums.map(|(used, more)| used.saturating_add(*more));
        let bounds = sums.zip(self.amounts.basic()).enumerate();
        let over = bounds.filter(|(_, (sum, bound))| sum > *bound);
        over.map(|(number, (sum, _))| (ResourceId(number as u32), sum))
    }
}

/// The `max` of a basic resource that a list does not name.
fn of_unnamed(profile: Profile) -> i64 {
    match profile {
        Profile::Upstream => 0,
        Profile::Proposal => i64::MAX,
    }
}

/// The basic resources that a list does not name; none without a list.
fn unnamed(
    list: Option<&Resources>,
    resources: &ResourceNames,
    names: &Names,
) -> impl Iterator<Item = ResourceId> {
    let is_named = move |resource: ResourceId| {
        let name = names.get(resources.name(resource));
        list.is_none_or(|list| name.is_some_and(|name| list.get(name).is_some()))
    };
    let basic = (0..BASIC as u32).map(ResourceId);
    basic.filter(move |resource| !is_named(*resource))
}

/// The charge of a changing set of pods: their sum, and the extended resources that they name.
#[derive(Clone, Debug, Default)]
pub struct QuotaUse {
    sum: AmountSum,
    /// How many pods name each extended resource; none is 0.
    named: Vec<(ResourceId, u32)>,
}

impl Deref for QuotaUse {
    type Target = Amounts;

    #[inline]
    fn deref(&self) -> &Amounts {
        &self.sum
    }
}

impl QuotaUse {
    /// Charges a pod.
    #[inline]
    pub fn charge(&mut self, amounts: &Amounts) {
        self.sum.add(amounts);
        if !amounts.extended().is_empty() {
            self.name(amounts);
        }
    }

    /// Takes the charge of a pod back.
    #[inline]
    pub fn refund(&mut self, amounts: &Amounts) {
        self.sum.subtract(amounts);
        if !amounts.extended().is_empty() {
            self.unname(amounts);
        }
    }

    /// Takes the charge of a pod back, and keeps its resources named: upstream's ledger forgets none.
    pub(crate) fn refund_named(&mut self, amounts: &Amounts) {
        self.sum.subtract(amounts);
    }

    #[inline(never)]
    fn name(&mut self, amounts: &Amounts) {
        for (resource, _) in amounts.extended() {
            match self.named.iter_mut().find(|(known, _)| known == resource) {
                Some((_, pods)) => *pods += 1,
                None => self.named.push((*resource, 1)),
            }
        }
    }

    #[inline(never)]
    fn unname(&mut self, amounts: &Amounts) {
        for (resource, _) in amounts.extended() {
            let mut named = self.named.iter();
            if let Some(at) = named.position(|(known, _)| known == resource) {
                self.named[at].1 -= 1;
                if self.named[at].1 == 0 {
                    self.named.swap_remove(at);
                    self.sum.forget(*resource);
                }
            }
        }
    }
}

/// A quota in force.
#[derive(Clone, Debug)]
pub struct Quota {
    /// The namespace that it governs.
    pub namespace: Symbol,
    pub name: Symbol,
    /// The amount that the namespace is guaranteed.
    pub min: QuotaBound,
    /// The amount up to which it may borrow.
    pub max: QuotaBound,
    /// The charge of its live bound pods.
    pub used: QuotaUse,
}

impl Quota {
    /// The first resource of which more than the minimum is used.
    pub fn over_min(&self) -> Option<(ResourceId, i64)> {
        self.min.exceeded(&Amounts::default(), &self.used)
    }

    /// Whether more than the minimum is used of a resource.
    #[inline]
    pub fn is_over_min(&self) -> bool {
        self.min.is_exceeded(&Amounts::default(), &self.used)
    }
}

/// All quotas in force: of each namespace the first one of the text.
///
/// INVARIANT: `used` of all is the sum of each one's.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// In the order of the text.
    pub quotas: IdVec<QuotaId, Quota>,
    /// The quotas that do not count because their namespace has an earlier one, by index in the text.
    pub shadowed: Vec<usize>,
    /// The use of all namespaces with a quota.
    pub used: QuotaUse,
    /// The sum of all minimums.
    pub min: QuotaBound,
    /// The quota of each namespace, by symbol.
    by_namespace: Vec<Option<QuotaId>>,
    /// Whose reading of `max` it has.
    profile: Profile,
    /// What lists of `max` do not name, which the profiles read differently.
    unnamed: Vec<(QuotaId, ResourceId)>,
}

impl Ledger {
    /// Counts the live bound pods of a snapshot. O(quotas + pods).
    pub fn new(
        quotas: &[Arc<ElasticQuota>],
        snapshot: &mut ClusterSnapshot,
        names: &Names,
    ) -> Self {
        let mut ledger = Self {
            by_namespace: vec![None; names.len()],
            ..Self::default()
        };
        for (index, quota) in quotas.iter().enumerate() {
            ledger.add_quota(index, quota, &mut snapshot.resources, names);
        }
        for pod in &snapshot.pods {
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
        let is_first = slot.is_none();
        if is_first {
            *slot = Some(QuotaId::new(self.quotas.len()));
        }
        let min = QuotaBound::min(quota.min.as_ref(), resources, names);
        let max = QuotaBound::max(quota.max.as_ref(), self.profile, resources, names);
        if !is_first {
            // It has given its resources numbers, as every quota does.
            self.shadowed.push(index);
            return;
        }
        let id = QuotaId::new(self.quotas.len());
        let missing = unnamed(quota.max.as_ref(), resources, names);
        self.unnamed.extend(missing.map(|resource| (id, resource)));
        self.min.amounts.add(&min.amounts);
        self.quotas.push(Quota {
            namespace: quota.namespace,
            name: quota.name,
            min,
            max,
            used: QuotaUse::default(),
        });
    }

    /// A quota that is not in force because its namespace has an earlier one; nothing is charged to it.
    pub fn read_shadowed(
        &self,
        quota: &ElasticQuota,
        snapshot: &ClusterSnapshot,
        names: &Names,
    ) -> Quota {
        let mut resources = snapshot.resources.clone();
        Quota {
            namespace: quota.namespace,
            name: quota.name,
            min: QuotaBound::min(quota.min.as_ref(), &mut resources, names),
            max: QuotaBound::max(quota.max.as_ref(), self.profile, &mut resources, names),
            used: QuotaUse::default(),
        }
    }

    /// Whether the profiles read the `max` of a quota differently.
    pub fn reads_otherwise(&self) -> bool {
        !self.unnamed.is_empty()
    }

    /// Reads `max` as a profile does. O(resources that lists of `max` do not name).
    pub fn read_as(&mut self, profile: Profile) {
        if self.profile == profile {
            return;
        }
        self.profile = profile;
        for (id, resource) in &self.unnamed {
            if let Some(quota) = self.quotas.get_mut(*id) {
                quota.max.amounts.set(*resource, of_unnamed(profile));
            }
        }
    }

    /// Whether the `max` of a quota, if it has one, names a resource. O(resources that lists of `max` do not name).
    pub fn max_names(&self, quota: QuotaId, resource: ResourceId) -> bool {
        !self.unnamed.contains(&(quota, resource))
    }

    /// The id of the quota of a namespace.
    pub fn of(&self, namespace: Symbol) -> Option<QuotaId> {
        self.by_namespace.get(namespace.index()).copied()?
    }

    /// The quota of a namespace.
    pub fn quota(&self, namespace: Symbol) -> Option<&Quota> {
        self.quotas.get(self.of(namespace)?)
    }

    /// Charges a namespace, if it has a quota.
    pub fn charge(&mut self, namespace: Symbol, amounts: &Amounts) {
        if let Some(quota) = self.of(namespace).and_then(|id| self.quotas.get_mut(id)) {
            quota.used.charge(amounts);
            self.used.charge(amounts);
        }
    }

    /// Takes a charge back, if the namespace has a quota.
    pub fn refund(&mut self, namespace: Symbol, amounts: &Amounts) {
        if let Some(quota) = self.of(namespace).and_then(|id| self.quotas.get_mut(id)) {
            quota.used.refund(amounts);
            self.used.refund(amounts);
        }
    }

    /// How many live bound pods each quota is charged for, and how many have no quota. O(pods).
    pub fn count_pods(&self, snapshot: &ClusterSnapshot) -> (IdVec<QuotaId, usize>, usize) {
        let mut counts = IdVec::from(vec![0; self.quotas.len()]);
        let mut without = 0;
        for pod in &snapshot.pods {
            if pod.is_bound() && pod.is_live() {
                match self.of(pod.pod.namespace) {
                    Some(quota) => counts[quota] += 1,
                    None => without += 1,
                }
            }
        }
        (counts, without)
    }

    /// Whether a quota bounds a resource, or its pods are charged some.
    pub fn counts(&self, resource: ResourceId) -> bool {
        let counts = |quota: &Quota| {
            let max = quota.max.of(resource);
            (max != i64::MAX && max != 0)
                || quota.min.of(resource) > 0
                || quota.used.get(resource) > 0
        };
        self.quotas.iter().any(counts)
    }
}
