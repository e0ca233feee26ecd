//! `StatefulSet`s that create their pods one after another.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::Severity, names::Symbol, namespaced_name::NamespacedName, objects::Objects,
    pod::Workload,
};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};
use schedscope_quota::queue::unready_before;

use crate::{
    Check, Fact, MOST,
    context::{About, Context},
    uses::Uses,
};

pub(crate) const CHECK: Check = Check::beside(Severity::Info, rule);

/// A `StatefulSet` with `podManagementPolicy: OrderedReady` that has more pending pods in an answer than its controller
/// would create: the controller creates a pod only when all earlier pods are Running and Ready.
#[answer(Eq)]
pub struct OrderedSet {
    /// The `StatefulSet`.
    pub stateful_set: NamespacedName,
    /// The number of pods that it has still to create.
    pub pods: usize,
    /// The first of them.
    pub first: NamespacedName,
    /// A pod of the set that is pending or terminating, or not Ready: the controller creates the next pod once
    /// this one is Running and Ready, or deleted and recreated. `null` without such a pod.
    pub behind: Option<NamespacedName>,
    /// Whether that pod is terminating.
    pub terminating: bool,
    /// Whether that pod is on a node and not Ready: no other pod is created, in the answer either.
    pub unready: bool,
    /// Whether the answer creates them one after another, each once the one before is on a node; else all of them are
    /// pending.
    pub in_order: bool,
}

/// O(pods + sets) if a set makes its pods one after another, else O(workloads).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let About::Pods(pods) = &context.about else {
        return Vec::new();
    };
    let objects = context.reader.objects();
    let sets = match &pods.uses {
        Uses::Counts(_) => Vec::new(),
        Uses::Whole | Uses::Lists => ordered_sets(objects, pods.snapshot),
        Uses::Schedules(of) => match of.pods.as_slice() {
            [pod] if pods.is_of_one() => ordered_set_of(pod, objects, pods.snapshot)
                .into_iter()
                .collect(),
            _ if pods.is_of_one() => Vec::new(),
            _ => in_order(ordered_sets(objects, pods.snapshot)),
        },
    };
    let sets = sets.into_iter();
    sets.map(|data| Fact::OrderedSet { data }).collect()
}

/// The same in a queue.
fn in_order(mut sets: Vec<OrderedSet>) -> Vec<OrderedSet> {
    for set in &mut sets {
        set.in_order = true;
    }
    sets
}

/// The sets that have more pending pods than they would create, in the order of the input. O(pods + sets).
fn ordered_sets(objects: &Objects, snapshot: &ClusterSnapshot) -> Vec<OrderedSet> {
    if !objects.workloads.iter().any(|set| set.one_by_one) {
        return Vec::new();
    }
    let names = &objects.names;
    let mut found: Vec<(u32, OrderedSet)> = Vec::new();
    for info in &snapshot.pods {
        let Some(replica) = info.replica.filter(|_| info.is_live() && !info.is_bound()) else {
            continue;
        };
        if let Some((_, known)) = found.iter_mut().find(|(set, _)| *set == replica.workload) {
            known.pods += 1;
            continue;
        }
        let set = objects.workloads.get(replica.workload as usize);
        let Some(set) = set.filter(|set| set.one_by_one && found.len() < MOST) else {
            continue;
        };
        let behind = snapshot.pods.iter().find(|pod| {
            let waits = pod.is_live() && (!pod.is_bound() || pod.terminating);
            pod.replica.is_none() && waits && is_of(pod, set)
        });
        let unready = unready_before(info, snapshot, names);
        let behind = behind.or(unready);
        let told = OrderedSet {
            stateful_set: NamespacedName::new(set.namespace, set.name, names),
            pods: 1,
            first: info.namespaced_name(names),
            behind: behind.map(|pod| pod.namespaced_name(names)),
            terminating: behind.is_some_and(|pod| pod.terminating),
            unready: behind.is_some_and(|pod| pod.is_bound() && !pod.terminating),
            in_order: false,
        };
        found.push((replica.workload, told));
    }
    let sets = found.into_iter().map(|(_, set)| set);
    sets.filter(|set| set.pods > 1 || set.behind.is_some())
        .collect()
}

/// The set of a pod that it has still to create, and only after others. O(pods + sets).
fn ordered_set_of(
    pod: &PodInfo,
    objects: &Objects,
    snapshot: &ClusterSnapshot,
) -> Option<OrderedSet> {
    let set = objects.workloads.get(pod.replica?.workload as usize)?;
    let names = &objects.names;
    let name = NamespacedName::new(set.namespace, set.name, names);
    let mut sets = ordered_sets(objects, snapshot).into_iter();
    let found = sets.find(|known| set.one_by_one && known.stateful_set == name)?;
    (found.behind.is_some() || found.first != pod.namespaced_name(names)).then_some(found)
}

fn is_of(pod: &PodInfo, set: &Workload) -> bool {
    let owns = |(kind, name): (Symbol, Symbol)| (kind, name) == (set.kind, set.name);
    let owner = pod.pod.owner.filter(|owner| owner.controls);
    pod.pod.namespace == set.namespace && owner.is_some_and(|owner| owns((owner.kind, owner.name)))
}
