//! The pods that controllers have still to create for workloads.

use crate::{
    id::{Id as _, IdVec, PodId},
    names::Symbol,
    objects::Objects,
    order,
    pod::{Owner, Phase, Pod, Workload},
};

/// The limit of the pods that are created for all workloads together.
pub const MOST_PODS: usize = 200_000;

/// A chain of owners is followed so far: a `ReplicaSet`, its `Deployment`, and something above.
const MOST_OWNERS: usize = 4;

/// The pods that a workload has still to make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The workload, by index in [`Objects::workloads`].
    pub workload: usize,
    /// The pods' numbers, ascending: each is called `<workload>-<number>`, and no pod of the text
    /// and of another expansion is called so.
    pub numbers: Vec<u32>,
}

/// The pods of a workload that exist in the cluster and not in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LackingPods {
    /// The workload, by index in [`Objects::workloads`].
    pub workload: usize,
    /// How many there are.
    pub pods: u32,
}

/// How many pods of a workload stand in the text.
#[derive(Clone, Copy, Debug, Default)]
struct ExistingReplicas {
    /// Those that count as its replicas.
    active: u32,
    succeeded: u32,
    /// Those that are not over.
    live: u32,
}

/// The fields of a pod of the text, besides its name, that determine which pods workloads still have to create.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Membership {
    namespace: Symbol,
    owner: Option<Owner>,
    phase: Phase,
    deleting: bool,
    /// The label `pod-template-hash`.
    template_hash: Option<Symbol>,
}

impl Membership {
    /// `template_hash`: the symbol of the label, if any object names it.
    pub(crate) fn of(pod: &Pod, template_hash: Option<Symbol>) -> Self {
        Self {
            namespace: pod.namespace,
            owner: pod.owner,
            phase: pod.phase,
            deleting: pod.deleting,
            template_hash: template_hash.and_then(|label| pod.labels.get(label)),
        }
    }
}

/// The label by which a pod names its `ReplicaSet`.
pub(crate) const TEMPLATE_HASH: &str = "pod-template-hash";

/// The identity of a workload: namespace, name, kind.
type Key = (Symbol, Symbol, Symbol);

fn key(workload: &Workload) -> Key {
    (workload.namespace, workload.name, workload.kind)
}

/// The workloads by the owner references of pods and other workloads.
#[derive(Debug)]
pub struct WorkloadIndex<'o> {
    objects: &'o Objects,
    /// The workloads by index, in the order of [`key`].
    by_key: Vec<u32>,
    deployment: Option<Symbol>,
    replica_set: Option<Symbol>,
    template_hash: Option<Symbol>,
}

impl Objects {
    /// The pods that workloads still have to create, in the order of the workloads. O(pods + workloads + created pods).
    ///
    /// - Pods of the text that a workload owns (`ownerReferences`) count towards its replicas, unless they have ended
    ///   or, if the controller replaces them immediately, are terminating.
    /// - A workload whose owner is in the text creates no pods: a `ReplicaSet`'s pods are its `Deployment`'s. A pod of
    ///   a `ReplicaSet` that is not in the text counts for the `Deployment` from whose name both names derive.
    /// - A job runs at most as many pods as it still has to complete.
    /// - No pods are created in a namespace that is being deleted, or by a paused `Deployment` before its first
    ///   `ReplicaSet`.
    /// - The ordinals of a `StatefulSet` begin with `ordinals.start`.
    /// - A workload that rests creates its pods if that is [assumed](crate::objects::Assumed).
    pub fn expansions(&self) -> Vec<Expansion> {
        if self.workloads.is_empty() {
            return Vec::new();
        }
        let owners = WorkloadIndex::new(self);
        let present = owners.present();
        let taken = PodNames::new(self);
        let resting = self.resting(&owners, &present);
        let mut left = MOST_PODS;
        // The next number, by the first workload of a namespace and a name.
        let mut next = vec![0_u32; self.workloads.len()];
        let mut expansions = Vec::new();
        for (index, workload) in self.workloads.iter().enumerate() {
            if owners.parent(index).is_some() || resting[index] {
                continue;
            }
            let replicas = match workload.resting {
                Some(resting) if self.is_started(workload) => resting.replicas,
                _ => workload.replicas,
            };
            let count = missing((workload, replicas), present[index]).min(left as u32) as usize;
            if count == 0 {
                continue;
            }
            left -= count;
            let number = &mut next[owners.first(workload)];
            *number = (*number).max(workload.first_ordinal);
            let mut numbers = Vec::with_capacity(count);
            while numbers.len() < count {
                let name = format!("{}-{number}", &self.names[workload.name]);
                if !taken.contains(workload.namespace, &name) {
                    numbers.push(*number);
                }
                *number += 1;
            }
            expansions.push(Expansion {
                workload: index,
                numbers,
            });
        }
        expansions
    }

    /// The workloads that make no pods for now. O(workloads).
    fn resting(&self, owners: &WorkloadIndex<'_>, present: &[ExistingReplicas]) -> Vec<bool> {
        let namespaces = self.namespaces.iter();
        let ending = namespaces.filter(|namespace| namespace.deleting);
        let mut ending: Vec<Symbol> = ending.map(|namespace| namespace.name).collect();
        ending.sort_unstable();
        let workloads = self.workloads.iter().enumerate();
        let mut resting: Vec<bool> = workloads
            .map(|(index, workload)| {
                let has_set = workload.existing > 0 || present[index].live > 0;
                workload.paused && !has_set || ending.binary_search(&workload.namespace).is_ok()
            })
            .collect();
        // The existing `ReplicaSet` of a paused `Deployment` continues.
        for index in 0..self.workloads.len() {
            let (top, namespace) = (owners.top(index), self.workloads[index].namespace);
            if top != index && ending.binary_search(&namespace).is_err() {
                resting[top] = false;
            }
        }
        resting
    }

    /// The pods that the status of workloads counts and the text lacks, in the order of the workloads: the text was
    /// printed without them. What owns another workload counts for it. O(pods + workloads).
    pub fn lacking_pods(&self) -> Vec<LackingPods> {
        if self.workloads.iter().all(|workload| workload.existing == 0) {
            return Vec::new();
        }
        let owners = WorkloadIndex::new(self);
        let present = owners.present();
        let mut of_owned = vec![0_u32; self.workloads.len()];
        for (index, workload) in self.workloads.iter().enumerate() {
            let top = owners.top(index);
            if top != index {
                of_owned[top] = of_owned[top].saturating_add(workload.existing);
            }
        }
        let all = self.workloads.iter().enumerate();
        let lacking = all.filter_map(|(index, workload)| {
            let exist = workload.existing.max(of_owned[index]);
            let pods = exist.saturating_sub(present[index].live);
            let is_top = owners.parent(index).is_none();
            (is_top && pods > 0).then_some(LackingPods {
                workload: index,
                pods,
            })
        });
        lacking.collect()
    }
}

/// The names of the pods of a text.
struct PodNames<'o> {
    objects: &'o Objects,
    /// The last pod of each name, by the name's symbol.
    last: Vec<Option<PodId>>,
    /// The pod before each pod that has the same name.
    previous: IdVec<PodId, Option<PodId>>,
}

impl<'o> PodNames<'o> {
    fn new(objects: &'o Objects) -> Self {
        let mut last: Vec<Option<PodId>> = vec![None; objects.names.len()];
        let pods = objects.pods.iter().enumerate();
        let previous = pods.map(|(index, pod)| {
            let slot = last.get_mut(pod.name.index())?;
            slot.replace(PodId::new(index))
        });
        Self {
            objects,
            previous: previous.collect(),
            last,
        }
    }

    /// O(pods of that name).
    fn contains(&self, namespace: Symbol, name: &str) -> bool {
        let symbol = self.objects.names.get(name);
        let mut next = symbol.and_then(|name| *self.last.get(name.index())?);
        while let Some(id) = next {
            let pod = self.objects.pods.get(id.index());
            if pod.is_some_and(|pod| pod.namespace == namespace) {
                return true;
            }
            next = self.previous[id];
        }
        false
    }
}

fn count(pod: Membership, workload: &Workload, objects: &Objects, present: &mut ExistingReplicas) {
    // A stateful set waits for the end of a pod before it makes another one of that name.
    let waits = &objects.names[workload.kind] == "StatefulSet";
    let is_active = !pod.phase.is_over() && (waits || !pod.deleting);
    present.active += u32::from(is_active);
    present.live += u32::from(!pod.phase.is_over());
    present.succeeded += u32::from(pod.phase == Phase::Succeeded);
}

/// How many pods a workload creates in addition to those of the text.
fn missing((workload, replicas): (&Workload, u32), present: ExistingReplicas) -> u32 {
    let wanted = match workload.job {
        None => replicas,
        Some(job) => {
            let succeeded = job.succeeded.max(present.succeeded);
            match job.completions {
                Some(completions) => replicas.min(completions.saturating_sub(succeeded)),
                None if succeeded > 0 => 0,
                None => replicas,
            }
        }
    };
    wanted.saturating_sub(present.active)
}

impl<'o> WorkloadIndex<'o> {
    /// Orders the workloads. O(workloads × log(workloads)).
    pub fn new(objects: &'o Objects) -> Self {
        let workloads = &objects.workloads;
        let by_key = order::positions(workloads.len(), &mut |a, b| {
            key(&workloads[a as usize]).cmp(&key(&workloads[b as usize]))
        });
        Self {
            objects,
            by_key,
            deployment: objects.names.get("Deployment"),
            replica_set: objects.names.get("ReplicaSet"),
            template_hash: objects.names.get(TEMPLATE_HASH),
        }
    }

    /// Where a key is in the order, or would be.
    fn position(&self, wanted: Key) -> usize {
        let workloads = &self.objects.workloads;
        self.by_key
            .partition_point(|index| key(&workloads[*index as usize]) < wanted)
    }

    fn get(&self, wanted: Key) -> Option<usize> {
        let index = *self.by_key.get(self.position(wanted))? as usize;
        (key(&self.objects.workloads[index]) == wanted).then_some(index)
    }

    /// The first workload in the order that has the namespace and the name of this one.
    fn first(&self, workload: &Workload) -> usize {
        self.position((workload.namespace, workload.name, Symbol::EMPTY))
    }

    /// The workload that owns an object of this namespace. If both sides have a UID, the UIDs must be equal: a
    /// recreated workload does not own the pods of the former one.
    fn find(&self, namespace: Symbol, owner: Owner) -> Option<usize> {
        let index = self.get((namespace, owner.name, owner.kind))?;
        let uid = self.objects.workloads[index].uid;
        (owner.uid.is_empty() || uid.is_empty() || owner.uid == uid).then_some(index)
    }

    fn parent(&self, index: usize) -> Option<usize> {
        let workload = &self.objects.workloads[index];
        let parent = self.find(workload.namespace, workload.owner?)?;
        // A Job creates its pods itself, also that of a `CronJob`.
        let is_maker = workload.job.is_none();
        (parent != index && is_maker).then_some(parent)
    }

    /// The pods of the text that each workload has. O(pods).
    fn present(&self) -> Vec<ExistingReplicas> {
        let workloads = &self.objects.workloads;
        let mut present = vec![ExistingReplicas::default(); workloads.len()];
        for pod in &self.objects.pods {
            let pod = Membership::of(pod, self.template_hash);
            if let Some(index) = self.of_pod(pod) {
                count(pod, &workloads[index], self.objects, &mut present[index]);
            }
        }
        present
    }

    /// The workload that creates a pod, by index in [`Objects::workloads`]; of a `ReplicaSet` in the text, its
    /// `Deployment`. `None`: the text does not have it, or no controller owns the pod. O(log(workloads)).
    pub fn controller(&self, pod: &Pod) -> Option<usize> {
        self.of_pod(Membership::of(pod, self.template_hash))
    }

    /// The workload that a pod counts for.
    fn of_pod(&self, pod: Membership) -> Option<usize> {
        let owner = pod.owner?;
        let index = match self.find(pod.namespace, owner) {
            Some(index) => index,
            None => self.deployment_of(pod, owner)?,
        };
        Some(self.top(index))
    }

    /// The workload above all that own this one.
    fn top(&self, mut index: usize) -> usize {
        for _ in 0..MOST_OWNERS {
            let Some(parent) = self.parent(index) else {
                break;
            };
            index = parent;
        }
        index
    }

    /// The deployment of a pod whose replica set is not in the text: that one is called
    /// `<deployment>-<pod-template-hash>`.
    fn deployment_of(&self, pod: Membership, owner: Owner) -> Option<usize> {
        if Some(owner.kind) != self.replica_set {
            return None;
        }
        let names = &self.objects.names;
        let hash = &names[pod.template_hash?];
        let name = names[owner.name].strip_suffix(hash)?.strip_suffix('-')?;
        self.get((pod.namespace, names.get(name)?, self.deployment?))
    }
}
