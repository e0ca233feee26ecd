//! Where evictions could make room for a pod. If edits of the bounds of quotas leave no such node, they fail without a
//! cycle: what the filters require of a node, and the order in which its pods are evicted, do not depend on bounds.

use schedscope_objects::{
    id::{IdVec, NodeId, QuotaId},
    names::Names,
    order,
    pod::Preemption,
};
use schedscope_pods::{
    amount_sum::AmountSum,
    amounts::Amounts,
    default_profile::Preempting,
    fit::{CycleState, Faults, NamedNodes, NominatedRoom, fits_statically, has_room},
    node::{BoundPod, NodeInfo, eviction_order},
};
use schedscope_quota::{
    admission::{Admission, admit},
    ledger::{Ledger, Quota},
};

use super::{PodCluster, PodWant};

/// What can be predicted of a cycle before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foreseen {
    /// The pod gets no node, or not the wanted one.
    NoRoom,
    /// The pod is bound without evictions, to the same node for all bounds.
    Bound,
    /// The cycle has to run.
    Open,
}

/// The nodes that the want allows, with the pods to evict from them.
#[derive(Debug)]
pub(super) struct Rooms {
    /// Whether a node fits the pod without evictions.
    is_free: bool,
    /// Whether the pod may evict pods.
    evicts: bool,
    /// The amounts that are freed on each node that fits the pod once the less important pods of its own quota are
    /// evicted; without duplicates.
    own: Vec<Amounts>,
    /// The nodes without pods of other quotas that use more than their min, with unedited bounds.
    lent: Vec<Room>,
    /// The pods of each quota on these nodes, ascending.
    pods: IdVec<QuotaId, Vec<QuotaPods>>,
}

/// A node without some of its pods.
#[derive(Clone, Debug)]
struct Room {
    node: NodeId,
    /// What its pods request, including nominated pods that come first.
    requested: AmountSum,
    /// The number of these pods.
    pods: i64,
    /// What the evicted pods were charged.
    freed: AmountSum,
    /// The number of evicted pods.
    left: usize,
    /// Whether the pod fits now.
    fits: bool,
}

/// The pods of a quota on a node.
#[derive(Clone, Debug)]
struct QuotaPods {
    /// The index of the node in [`Rooms::lent`].
    room: usize,
    /// Their indexes on the node, least important first.
    places: Vec<u32>,
    /// How many of them are evicted with unedited bounds.
    left: usize,
}

impl Room {
    fn of(cluster: &PodCluster, node: NodeId, info: &NodeInfo) -> Option<Self> {
        let pod = cluster.snapshot.pods.get(cluster.pod)?;
        let mut requested = info.requested.clone();
        let nominated = NominatedRoom::on(info, &cluster.snapshot, pod);
        requested.add_sum(&nominated.requested);
        Some(Self {
            node,
            requested,
            pods: (info.pods.len() + nominated.nominated.len()) as i64,
            freed: AmountSum::default(),
            left: 0,
            fits: false,
        })
    }

    fn take_out(&mut self, pod: &BoundPod) {
        self.requested.subtract(&pod.fit);
        self.freed.add(&pod.charge);
        self.pods -= 1;
        self.left += 1;
    }

    fn put_back(&mut self, pod: &BoundPod) {
        self.requested.add(&pod.fit);
        self.freed.subtract(&pod.charge);
        self.pods += 1;
        self.left -= 1;
    }

    /// Checks whether there is room for the pod.
    fn look(mut self, cluster: &PodCluster, info: &NodeInfo) -> Self {
        let pod = cluster.snapshot.pods.get(cluster.pod);
        self.fits = self.left > 0
            && pod.is_some_and(|pod| has_room(&pod.request, info, &self.requested, self.pods));
        self
    }
}

impl Rooms {
    /// Looks at every node of a counted cluster without edits. `None` if nothing can be predicted. O(pods).
    pub(super) fn new(cluster: &PodCluster, want: &PodWant, names: &Names) -> Option<Self> {
        let pod = cluster.snapshot.pods.get(cluster.pod)?;
        let own = cluster.ledger.of(pod.pod.namespace)?;
        let state = CycleState::new(
            &cluster.snapshot,
            pod,
            names,
            Faults::of(cluster.profile, cluster.snapshot.version),
        );
        if !(want.admitted || want.on.is_some()) || state.named == NamedNodes::Conflict {
            return None;
        }
        let mut nodes = cluster.snapshot.nodes.ids();
        let is_filtered = |node| state.named.has(node) || pod.nominated == Some(node);
        let is_free = nodes.any(|node| is_filtered(node) && state.fits(node).is_ok());
        let mut rooms = Self {
            is_free,
            evicts: pod.preempting != Preempting::Nothing && pod.preemption != Preemption::Never,
            own: Vec::new(),
            lent: Vec::new(),
            pods: IdVec::from(vec![Vec::new(); cluster.ledger.quotas.len()]),
        };
        for (node, info) in cluster.snapshot.nodes.entries() {
            let is_meant = want.on.as_ref().is_none_or(|on| info.name == *on);
            if !is_meant || fits_statically(pod, info, names).is_err() {
                continue;
            }
            let room = Room::of(cluster, node, info)?;
            let mut of_own = room.clone();
            for bound in info.pods.iter().rev() {
                let is_own = cluster.ledger.of(bound.namespace) == Some(own);
                if is_own && bound.priority < pod.priority {
                    of_own.take_out(bound);
                }
            }
            let of_own = of_own.look(cluster, info);
            if of_own.fits {
                rooms.own.push(Amounts::clone(&of_own.freed));
            }
            rooms.lend(cluster, own, (room, info));
        }
        order::sort(&mut rooms.own, Ord::cmp);
        rooms.own.dedup();
        Some(rooms)
    }

    /// Adds a node without pods of other quotas that use more than their min.
    fn lend(&mut self, cluster: &PodCluster, own: QuotaId, (mut room, info): (Room, &NodeInfo)) {
        let at = self.lent.len();
        for place in eviction_order(&info.pods) {
            let Some(bound) = info.pods.get(place as usize) else {
                continue;
            };
            let quota = cluster
                .ledger
                .of(bound.namespace)
                .filter(|quota| *quota != own);
            let Some(of) = quota.and_then(|quota| self.pods.get_mut(quota)) else {
                continue;
            };
            match of.last_mut().filter(|pods| pods.room == at) {
                Some(pods) => pods.places.push(place),
                None => of.push(QuotaPods {
                    room: at,
                    places: vec![place],
                    left: 0,
                }),
            }
        }
        for (quota, of) in cluster.ledger.quotas.iter().zip(self.pods.iter_mut()) {
            if let Some(pods) = of.last_mut().filter(|pods| pods.room == at) {
                pods.left = lent(quota, info, &pods.places);
                for bound in of_places(info, &pods.places).take(pods.left) {
                    room.take_out(bound);
                }
            }
        }
        self.lent.push(room.look(cluster, info));
    }

    /// Predicts the cycle in a cluster in which the bounds of some quotas are edited.
    pub(super) fn foresee(&self, cluster: &PodCluster, edited: &[QuotaId]) -> Foreseen {
        let Some(pod) = cluster.snapshot.pods.get(cluster.pod) else {
            return Foreseen::Open;
        };
        let admission = admit(&cluster.snapshot, &cluster.ledger, pod);
        if admission.rejection.is_none() && self.is_free {
            return Foreseen::Bound;
        }
        let has_room = self.evicts
            && if admission.over_min {
                let mut own = self.own.iter();
                own.any(|freed| allows(&cluster.ledger, &admission, [freed, freed]))
            } else {
                let none = Amounts::default();
                let mut rooms = self.lent.iter().enumerate();
                rooms.any(|(at, room)| {
                    let others = self.lent_otherwise(cluster, edited, (at, room));
                    let room = others.as_ref().unwrap_or(room);
                    room.fits && allows(&cluster.ledger, &admission, [&none, &room.freed])
                })
            };
        if has_room {
            Foreseen::Open
        } else {
            Foreseen::NoRoom
        }
    }

    /// A node after evictions with the edited bounds; `None` if they evict the same pods as the unedited ones.
    fn lent_otherwise(
        &self,
        cluster: &PodCluster,
        edited: &[QuotaId],
        (at, room): (usize, &Room),
    ) -> Option<Room> {
        let info = cluster.snapshot.nodes.get(room.node)?;
        let mut other = None;
        for (place, quota) in edited.iter().enumerate() {
            // Evict the pods of a quota once, even if both of its bounds are edited.
            if edited[..place].contains(quota) {
                continue;
            }
            let of = self.pods.get(*quota)?;
            let Ok(found) = of.binary_search_by_key(&at, |pods| pods.room) else {
                continue;
            };
            let (quota, pods) = (cluster.ledger.quotas.get(*quota)?, of.get(found)?);
            let left = lent(quota, info, &pods.places);
            if left == pods.left {
                continue;
            }
            let other: &mut Room = other.get_or_insert_with(|| room.clone());
            for bound in of_places(info, &pods.places).take(left).skip(pods.left) {
                other.take_out(bound);
            }
            for bound in of_places(info, &pods.places).take(pods.left).skip(left) {
                other.put_back(bound);
            }
        }
        other.map(|other| other.look(cluster, info))
    }
}

/// How many pods of a quota are evicted from a node: one after another, while the quota uses more than its min.
fn lent(quota: &Quota, info: &NodeInfo, places: &[u32]) -> usize {
    let mut used = quota.used.clone();
    let mut left = 0;
    for bound in of_places(info, places) {
        if quota.min.exceeded(&Amounts::default(), &used).is_none() {
            break;
        }
        used.refund(&bound.charge);
        left += 1;
    }
    left
}

fn of_places<'a>(info: &'a NodeInfo, places: &'a [u32]) -> impl Iterator<Item = &'a BoundPod> {
    places.iter().filter_map(|at| info.pods.get(*at as usize))
}

/// Whether the quotas may admit the pod once its own quota and all quotas together use less by `own` and `all`. Only
/// resources that the pod names are compared, and the basic ones.
fn allows(ledger: &Ledger, admission: &Admission, [own, all]: [&Amounts; 2]) -> bool {
    let Some(quota) = admission.quota.and_then(|id| ledger.quotas.get(id)) else {
        return true;
    };
    admission.request.iter().all(|(resource, request)| {
        let [used, used_all] = [(&quota.used, own), (&ledger.used, all)].map(|(used, freed)| {
            let used = used.get(resource).saturating_sub(freed.get(resource));
            used.saturating_add(request)
        });
        // Saturated amounts are not exact, so they are not compared.
        let is_exact = own.get(resource) < i64::MAX && all.get(resource) < i64::MAX;
        let is_within = used <= quota.max.of(resource) && used_all <= ledger.min.of(resource);
        !is_exact || is_within
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use schedscope_objects::{
        kubernetes_version::KubernetesVersion, profile::Profile, word::Word as _,
    };
    use schedscope_pods::amounts::ResourceId;
    use schedscope_quota::cycle::CycleOutcome;
    use schedscope_reader::Reader;

    use super::*;

    /// Deterministic pseudo-random numbers.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, most: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 33) % most
        }
    }

    /// Up to three nodes and quotas, and pods that fill them, of several priorities.
    fn text(dice: &mut Dice) -> String {
        let (nodes, spaces) = (1 + dice.below(3), 1 + dice.below(3));
        let mut text = String::new();
        for node in 0..nodes {
            let cpu = 2 + dice.below(5);
            let _ = writeln!(
                text,
                "---\n{{apiVersion: v1, kind: Node, metadata: {{name: n{node}}}, \
                 status: {{allocatable: {{cpu: {cpu}, memory: 8, pods: {}}}}}}}",
                2 + dice.below(4)
            );
        }
        for space in 0..spaces {
            let (min, more) = (dice.below(5), dice.below(5));
            let _ = writeln!(
                text,
                "---\n{{apiVersion: scheduling.x-k8s.io/v1alpha1, kind: ElasticQuota, \
                 metadata: {{name: q, namespace: s{space}}}, spec: {{min: {{cpu: {min}, memory: 4}}, \
                 max: {{cpu: {}, memory: 9}}}}}}",
                min + more
            );
        }
        for pod in 0..=dice.below(7) {
            let (space, node) = (dice.below(spaces + 1), dice.below(nodes));
            let (place, name) = if pod == 0 {
                (String::new(), "asked".to_owned())
            } else {
                (format!("nodeName: n{node}, "), format!("p{pod}"))
            };
            let space = if pod == 0 { 0 } else { space };
            let never = if pod == 0 && dice.below(6) == 0 {
                "preemptionPolicy: Never, "
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: s{space}, uid: {name}}}, \
                 spec: {{{place}{never}priority: {}, containers: [{{name: c, resources: {{requests: \
                 {{cpu: {}, memory: {}}}}}}}]}}}}",
                dice.below(3),
                1 + dice.below(3),
                dice.below(3)
            );
        }
        text
    }

    /// Sets a bound of a quota, as an edit of it does.
    fn set(cluster: &mut PodCluster, quota: QuotaId, is_max: bool, resource: ResourceId, new: i64) {
        let ledger = &mut cluster.ledger;
        let Some(of) = ledger.quotas.get_mut(quota) else {
            return;
        };
        let side = if is_max { &mut of.max } else { &mut of.min };
        let old = side.of(resource);
        side.amounts.set(resource, new);
        if !is_max {
            let sum = ledger.min.of(resource) - old + new;
            ledger.min.amounts.set(resource, sum);
        }
    }

    /// If `NoRoom` is predicted, the cycle ends without a node or without the wanted one. If `Bound` is predicted, the
    /// pod is bound to the same node for all bounds.
    #[test]
    fn what_is_foreseen_is_what_the_cycle_says() {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        let (mut no_room, mut bound, mut open, mut lent) = (0, 0, 0, 0);
        for case in 0..1500 {
            let text = text(&mut dice);
            let reader = Reader::new(&text);
            let objects = reader.objects();
            let names = &objects.names;
            let profile = [Profile::Upstream, Profile::Proposal][case % 2];
            let version = KubernetesVersion::ALL[case % 3].0;
            let reading = (profile, version);
            let mut cluster = PodCluster::new(objects, "s0/asked", reading).expect("a pod");
            let want = PodWant {
                admitted: true,
                on: (case % 3 == 0).then(|| "n0".to_owned()),
                ..PodWant::default()
            };
            let rooms = Rooms::new(&cluster, &want, names).expect("a quota");
            let mut node = None;
            for _ in 0..12 {
                let mut edited = Vec::new();
                let mut undo = Vec::new();
                for _ in 0..=dice.below(2) {
                    let quota = dice.below(cluster.ledger.quotas.len() as u64);
                    let Some(quota) = cluster.ledger.quotas.ids().nth(quota as usize) else {
                        continue;
                    };
                    let is_max = dice.below(2) == 0;
                    let resource = [ResourceId::CPU, ResourceId::MEMORY][dice.below(2) as usize];
                    let new = dice.below(12) as i64;
                    let scale = if resource == ResourceId::CPU { 1000 } else { 1 };
                    let of = cluster.ledger.quotas.get(quota).expect("a quota");
                    let side = if is_max { &of.max } else { &of.min };
                    undo.push((quota, is_max, resource, side.of(resource)));
                    set(&mut cluster, quota, is_max, resource, new * scale);
                    edited.push(quota);
                }
                let foreseen = rooms.foresee(&cluster, &edited);
                let cycle = cluster.cycle(names).expect("a cycle");
                let met = cluster.meets(&want, &cycle, names);
                match foreseen {
                    Foreseen::NoRoom => {
                        assert!(!met, "{case} {want:?} {:?} {text}", cycle.outcome);
                        no_room += 1;
                    }
                    Foreseen::Bound => {
                        let CycleOutcome::Schedulable(on) = cycle.outcome else {
                            panic!("{case} {:?} {text}", cycle.outcome);
                        };
                        assert_eq!(*node.get_or_insert(on), on, "{case} {text}");
                        bound += 1;
                    }
                    Foreseen::Open => {
                        open += 1;
                        lent += usize::from(met);
                    }
                }
                for (quota, is_max, resource, old) in undo.into_iter().rev() {
                    set(&mut cluster, quota, is_max, resource, old);
                }
            }
        }
        // More than a quarter of the open predictions meet the want: few cycles run in vain.
        let seen = [no_room, bound, open, lent];
        assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
        assert!(lent * 4 > open, "{seen:?}");
    }
}
