//! All clusters of a text, densely.

use std::sync::{Arc, OnceLock};

use schedscope_quantity::Quantity;

use crate::{
    id::{ClusterId, Id},
    labels::LabelSlice,
    managed_cluster::ManagedCluster,
    name_order::NameOrder,
    names::{Names, Symbol},
    taint::Taint,
};

/// Where a cluster's data is. A slot is never reused for another cluster, until the store is
/// [compacted](Clusters::compact).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slot(u32);

impl Slot {
    /// Where it is among all slots of its store.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// A slot by its place, to test with.
    pub fn of(index: usize) -> Self {
        Self(index as u32)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ArenaRange {
    start: u32,
    end: u32,
}

impl ArenaRange {
    fn of<T>(self, arena: &[T]) -> &[T] {
        arena
            .get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// The fields of a cluster with a fixed size, and the location of the others.
#[derive(Clone, Copy, Debug)]
struct ClusterHead {
    name: Symbol,
    /// Labels, then claims.
    pairs: u32,
    claims: u32,
    claims_end: u32,
    /// Allocatable, then capacity.
    amounts: u32,
    capacity: u32,
    capacity_end: u32,
    /// In the side table, from 1; 0: no taints.
    taints: u32,
    deleting: bool,
}

/// The `ManagedCluster`s of a text, in its order.
///
/// Each step scans the whole fleet, for labels or for amounts. With one object per cluster, each with its own lists,
/// every scan waited for memory. Here all labels are adjacent, and so are all amounts, in the order in which they were
/// read, which is nearly always the order of the text.
///
/// INVARIANT: the data of a slot never changes. An edit adds a slot and lists it in place of the old one, whose data is
/// kept until the store is compacted.
#[derive(Clone, Debug, Default)]
pub struct Clusters {
    heads: Vec<ClusterHead>,
    pairs: Vec<(Symbol, Symbol)>,
    /// Parallel: which resource, how much.
    resources: Vec<Symbol>,
    quantities: Vec<Quantity>,
    taints: Vec<Box<[Taint]>>,
    /// The slots in the order of the text.
    listed: Vec<Slot>,
    /// The order of the names of the listed clusters, computed on demand.
    by_name: OnceLock<Arc<NameOrder>>,
}

/// The number of clusters after which the memory for the others is estimated.
const SAMPLE: usize = 256;

impl Clusters {
    /// How many clusters there are.
    pub fn len(&self) -> usize {
        self.listed.len()
    }

    /// Whether it has no clusters.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// A cluster by its index.
    #[inline] // For each cluster of a decision, from crates that are compiled for speed.
    pub fn get(&self, cluster: ClusterId) -> Option<Cluster<'_>> {
        self.at(*self.listed.get(cluster.index())?)
    }

    /// All clusters, in the order of the text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Cluster<'_>> + Clone {
        self.listed.iter().map(|slot| Cluster {
            head: self.heads.get(slot.0 as usize).unwrap_or(&NOBODY),
            store: self,
        })
    }

    /// Some clusters with their ids.
    pub fn of<'a>(
        &'a self,
        ids: &'a [ClusterId],
    ) -> impl Iterator<Item = (ClusterId, Cluster<'a>)> + 'a {
        ids.iter().filter_map(|&id| Some((id, self.get(id)?)))
    }

    /// The slots of all clusters, in the order of the text.
    pub fn slots(&self) -> &[Slot] {
        &self.listed
    }

    /// The cluster of a slot.
    pub fn at(&self, slot: Slot) -> Option<Cluster<'_>> {
        let head = self.heads.get(slot.0 as usize)?;
        Some(Cluster { head, store: self })
    }

    /// Takes a cluster in, without listing it. `expected`: how many there will be at most.
    pub fn add(&mut self, cluster: ManagedCluster, expected: usize) -> Slot {
        if self.heads.len() == SAMPLE && expected > SAMPLE {
            self.expect(expected);
        }
        let slot = Slot(self.heads.len() as u32);
        let pairs = self.pairs.len() as u32;
        self.pairs.extend_from_slice(&cluster.labels.0);
        let claims = self.pairs.len() as u32;
        self.pairs.extend_from_slice(&cluster.claims.0);
        let amounts = self.resources.len() as u32;
        let mut capacity = amounts;
        for (index, list) in [cluster.allocatable, cluster.capacity]
            .into_iter()
            .enumerate()
        {
            if index == 1 {
                capacity = self.resources.len() as u32;
            }
            for (resource, quantity) in list.0 {
                self.resources.push(resource);
                self.quantities.push(quantity);
            }
        }
        let taints = if cluster.taints.is_empty() {
            0
        } else {
            self.taints.push(cluster.taints);
            self.taints.len() as u32
        };
        self.heads.push(ClusterHead {
            name: cluster.name,
            pairs,
            claims,
            claims_end: self.pairs.len() as u32,
            amounts,
            capacity,
            capacity_end: self.resources.len() as u32,
            taints,
            deleting: cluster.deleting,
        });
        slot
    }

    /// Reserves memory for `clusters` clusters of the average size so far.
    fn expect(&mut self, clusters: usize) {
        let here = self.heads.len().max(1);
        // A little more than the average, because the estimate is never exact.
        let room = |len: usize| (len * clusters / here).saturating_sub(len) * 33 / 32;
        self.heads.reserve_exact(clusters - here);
        self.pairs.reserve_exact(room(self.pairs.len()));
        self.resources.reserve_exact(room(self.resources.len()));
        self.quantities.reserve_exact(room(self.quantities.len()));
    }

    /// Appends a cluster.
    pub fn insert(&mut self, cluster: ManagedCluster) {
        let slot = self.add(cluster, 0);
        self.push(slot);
    }

    /// Lists no cluster; what slots refer to stays.
    pub fn clear(&mut self) {
        self.by_name.take();
        self.listed.clear();
    }

    /// Appends a slot to the list.
    pub fn push(&mut self, slot: Slot) {
        self.by_name.take();
        self.listed.push(slot);
    }

    /// The order of all names. O(n log n) at the first call after clusters were added or removed, O(n) if they are
    /// sorted.
    pub fn by_name(&self, names: &Names) -> Arc<NameOrder> {
        let order = || Arc::new(NameOrder::new(self.iter().map(Cluster::name), names));
        Arc::clone(self.by_name.get_or_init(order))
    }

    /// Lists a slot in place of the cluster with the same name. Returns whether the two differ; `None` if no listed
    /// cluster has the name. O(clusters).
    pub fn exchange(&mut self, slot: Slot) -> Option<bool> {
        let name = self.at(slot)?.name();
        let place = self.iter().position(|cluster| cluster.name() == name)?;
        let differs = !self.at(slot)?.equals(self.get(ClusterId::new(place))?);
        if let Some(listed) = self.listed.get_mut(place) {
            *listed = slot;
        }
        Some(differs)
    }

    /// Whether most of the store is unlisted after edits.
    pub fn is_wasteful(&self) -> bool {
        self.heads.len() > 1024 + 2 * self.listed.len()
    }

    /// A store with the clusters of some slots only. Returns it with the new slots, in the same order.
    pub fn compact(&self, slots: impl Iterator<Item = Slot>) -> (Self, Vec<Slot>) {
        let mut store = Self::default();
        let copied = slots.map(|slot| match self.at(slot) {
            Some(cluster) => store.add(cluster.to_object(), 0),
            None => slot,
        });
        let copied: Vec<Slot> = copied.collect();
        (store, copied)
    }
}

/// The head of no cluster.
static NOBODY: ClusterHead = ClusterHead {
    name: Symbol::EMPTY,
    pairs: 0,
    claims: 0,
    claims_end: 0,
    amounts: 0,
    capacity: 0,
    capacity_end: 0,
    taints: 0,
    deleting: false,
};

/// A cluster registered with the hub, as far as scheduling looks at it.
#[derive(Clone, Copy)]
pub struct Cluster<'a> {
    head: &'a ClusterHead,
    store: &'a Clusters,
}

impl std::fmt::Debug for Cluster<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.to_object().fmt(f)
    }
}

impl<'a> Cluster<'a> {
    /// `metadata.name`.
    pub fn name(self) -> Symbol {
        self.head.name
    }

    /// `metadata.deletionTimestamp` is set: the cluster is going away.
    pub fn is_deleting(self) -> bool {
        self.head.deleting
    }

    /// `metadata.labels`.
    pub fn labels(self) -> LabelSlice<'a> {
        let ClusterHead { pairs, claims, .. } = *self.head;
        let span = ArenaRange {
            start: pairs,
            end: claims,
        };
        LabelSlice(span.of(&self.store.pairs))
    }

    /// `status.clusterClaims`; a claim listed twice counts with its last value.
    pub fn claims(self) -> LabelSlice<'a> {
        let span = ArenaRange {
            start: self.head.claims,
            end: self.head.claims_end,
        };
        LabelSlice(span.of(&self.store.pairs))
    }

    /// Whether there are taints.
    pub fn is_tainted(self) -> bool {
        self.head.taints > 0
    }

    /// `spec.taints`.
    pub fn taints(self) -> &'a [Taint] {
        let index = (self.head.taints as usize).checked_sub(1);
        let taints = index.and_then(|index| self.store.taints.get(index));
        taints.map_or(&[], |taints| taints)
    }

    /// `status.allocatable`.
    pub fn allocatable(self) -> ResourceSlice<'a> {
        let ClusterHead {
            amounts, capacity, ..
        } = *self.head;
        self.amounts(amounts, capacity)
    }

    /// `status.capacity`.
    pub fn capacity(self) -> ResourceSlice<'a> {
        let ClusterHead {
            capacity,
            capacity_end,
            ..
        } = *self.head;
        self.amounts(capacity, capacity_end)
    }

    fn amounts(self, start: u32, end: u32) -> ResourceSlice<'a> {
        let span = ArenaRange { start, end };
        ResourceSlice {
            resources: span.of(&self.store.resources),
            quantities: span.of(&self.store.quantities),
        }
    }

    fn equals(self, other: Cluster<'_>) -> bool {
        self.name() == other.name()
            && self.is_deleting() == other.is_deleting()
            && self.labels() == other.labels()
            && self.claims() == other.claims()
            && self.taints() == other.taints()
            && self.allocatable() == other.allocatable()
            && self.capacity() == other.capacity()
    }

    /// Converts it to a separate object.
    pub fn to_object(self) -> ManagedCluster {
        ManagedCluster {
            name: self.name(),
            deleting: self.is_deleting(),
            labels: self.labels().to_owned(),
            claims: self.claims().to_owned(),
            taints: self.taints().into(),
            allocatable: self.allocatable().to_owned(),
            capacity: self.capacity().to_owned(),
        }
    }
}

/// Resource names with their amounts, in the order of the text, names distinct.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResourceSlice<'a> {
    resources: &'a [Symbol],
    quantities: &'a [Quantity],
}

impl<'a> ResourceSlice<'a> {
    /// The amount of a resource.
    #[inline]
    pub fn get(self, resource: Symbol) -> Option<&'a Quantity> {
        let index = self.resources.iter().position(|name| *name == resource)?;
        self.quantities.get(index)
    }

    /// All resources with their amounts.
    pub fn iter(self) -> impl Iterator<Item = (Symbol, &'a Quantity)> {
        self.resources.iter().copied().zip(self.quantities)
    }

    fn to_owned(self) -> crate::managed_cluster::Resources {
        let owned = self
            .iter()
            .map(|(resource, quantity)| (resource, quantity.clone()));
        crate::managed_cluster::Resources(owned.collect())
    }
}
