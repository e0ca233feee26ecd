//! How many more pods like one fit.

use std::sync::Arc;

use schedscope_objects::{
    id::{IdVec, NodeId, PodId},
    names::{Names, Symbol},
    objects::Objects,
    pod::{Phase, Pod, PodVolume, Preemption, VolumeSource},
    profile::Profile,
    storage::ClaimSpec,
};
use schedscope_pods::{
    fit::{KubeletRejection, admit as kubelet_admit},
    snapshot::{ClusterSnapshot, NamedClasses, PodInfo},
    volumes::OpenVolume,
};
use schedscope_quota::{
    cycle::{CycleOutcome, run},
    disruption::Budgets,
    ledger::Ledger,
    resource_quota::{CountedQuota, ResourceQuotaRefusal, admit, counted, refusals},
};

/// Copies of a pod, bound one after another, each by an ordinary cycle without preemption, until one does not fit. The
/// pods of the input do not move, and pending ones wait.
#[derive(Debug)]
pub struct More {
    /// The number of copies bound to each node.
    pub nodes: IdVec<NodeId, usize>,
    /// The number of copies bound.
    pub count: usize,
    /// Whether several nodes were feasible for a copy, so that scores chose.
    pub had_choice: bool,
    /// The next copy, which is on no node; `None` if the limit ended the count.
    pub next: Option<PodId>,
    /// The `ResourceQuota`s that reject the next copy: it is not created, and no scheduler sees it.
    pub refusals: Vec<ResourceQuotaRefusal>,
    /// Whether a `DaemonSet` owns the pod: it runs one pod on each node, and creates no more.
    pub is_daemon: bool,
    /// The volumes of copies on which it depends how many fit: they are provisioned with a copy before.
    pub open: Box<[OpenVolume]>,
    /// The nodes and pods in the end, with the next copy.
    pub snapshot: ClusterSnapshot,
    /// The quotas in the end.
    pub ledger: Ledger,
    of: PodInfo,
    template: Arc<Pod>,
    /// The number of the last copy; of a pod of a `StatefulSet` its ordinal.
    number: u32,
    /// The `StatefulSet` of the pod.
    set: Option<Symbol>,
    quotas: Vec<CountedQuota>,
    budgets: Budgets,
    profile: Profile,
    most: usize,
}

/// A pod of a `StatefulSet` whose claims the set has made: each further pod gets claims of its own.
struct SetPod {
    /// The name of the set; `None`: nothing else in the text has it.
    set: Option<Symbol>,
    ordinal: u32,
}

impl SetPod {
    /// `None`: nothing tells that a `StatefulSet` makes the pod. A pod without an owner is one if it has a claim that
    /// is named as a set names it.
    fn new(of: &PodInfo, objects: &Objects) -> Option<Self> {
        let names = &objects.names;
        let pod = &of.pod;
        if let Some(replica) = of.replica {
            let workload = objects.workloads.get(replica.workload as usize)?;
            let is_set = names[workload.kind] == *STATEFUL_SET;
            let ordinal = replica.number;
            return is_set.then_some(Self {
                set: Some(workload.name),
                ordinal,
            });
        }
        let (set, ordinal) = names[pod.name].rsplit_once('-')?;
        let (set, ordinal) = (names.get(set), ordinal.parse().ok()?);
        let is_made = |volume: &PodVolume| made_claim(volume, pod, names).is_some();
        let is_of_set = match &pod.owner {
            Some(owner) => names[owner.kind] == *STATEFUL_SET && Some(owner.name) == set,
            None => pod.volumes.iter().any(is_made),
        };
        is_of_set.then_some(Self { set, ordinal })
    }

    /// The volumes of further pods: the claims that the set has made, as the templates that they were made of.
    fn volumes(&self, pod: &Pod, objects: &Objects) -> Box<[PodVolume]> {
        let mut workloads = objects.workloads.iter();
        let set = workloads.find(|of| {
            (of.namespace, Some(of.name)) == (pod.namespace, self.set)
                && objects.names[of.kind] == *STATEFUL_SET
        });
        let names = &objects.names;
        let volumes = pod.volumes.iter().map(|volume| {
            let made = made_claim(volume, pod, names);
            let spec = made.and_then(|(name, template)| {
                if let Some(set) = set {
                    return template_of(&set.template.volumes, template, names);
                }
                // Without the claim, nothing is known of the template.
                let mut claims = objects.persistent_volume_claims.iter();
                let claim = claims.find(|of| (of.namespace, of.name) == (pod.namespace, name))?;
                Some(Arc::new(ClaimSpec {
                    volume: Symbol::EMPTY,
                    ..claim.spec.clone()
                }))
            });
            let source = made.zip(spec).map(|((_, template), spec)| {
                VolumeSource::Template(Some(Arc::from(template)), spec)
            });
            PodVolume {
                name: volume.name,
                source: source.unwrap_or_else(|| volume.source.clone()),
            }
        });
        volumes.collect()
    }
}

/// The template of a `StatefulSet` with this name; `volumes`: those of its pods.
fn template_of(volumes: &[PodVolume], name: &str, names: &Names) -> Option<Arc<ClaimSpec>> {
    volumes.iter().find_map(|volume| match &volume.source {
        VolumeSource::Template(own, spec) => {
            let own = own.as_deref().unwrap_or(&names[volume.name]);
            (own == name).then(|| Arc::clone(spec))
        }
        _ => None,
    })
}

/// The claim of a volume and the name of its template, if it is named as a `StatefulSet` names the claim of a template:
/// the template, a hyphen, and the pod.
fn made_claim<'n>(volume: &PodVolume, pod: &Pod, names: &'n Names) -> Option<(Symbol, &'n str)> {
    let VolumeSource::Claim(name) = volume.source else {
        return None;
    };
    let template = names[name].strip_suffix(&names[pod.name])?;
    let template = template.strip_suffix('-')?;
    (!template.is_empty()).then_some((name, template))
}

const STATEFUL_SET: &str = "StatefulSet";

/// The pod as its controller would recreate it.
fn template(of: &PodInfo, set: Option<&SetPod>, objects: &Objects) -> Pod {
    let pod = &of.pod;
    Pod {
        name: set.and_then(|set| set.set).unwrap_or(pod.name),
        volumes: set.map_or_else(|| pod.volumes.clone(), |set| set.volumes(pod, objects)),
        uid: Symbol::EMPTY,
        // The node of a started pod comes from a scheduler, not from the template.
        node: of.wanted,
        nominated: Symbol::EMPTY,
        phase: Phase::Pending,
        started: None,
        created: None,
        deleting: false,
        ..Pod::clone(pod)
    }
}

impl More {
    /// Before the first copy; at most `most` are bound. Returns `None` if the pod does not exist.
    pub fn new(
        objects: &Objects,
        (snapshot, ledger): (&ClusterSnapshot, &Ledger),
        pod: PodId,
        profile: Profile,
        most: usize,
    ) -> Option<Self> {
        let names = &objects.names;
        let of = snapshot.pods.get(pod)?.clone();
        let mut ledger = ledger.clone();
        ledger.read_as(profile);
        let set = SetPod::new(&of, objects);
        Some(Self {
            number: set
                .as_ref()
                .filter(|set| set.set.is_some())
                .map_or(FIRST, |set| set.ordinal),
            set: set.as_ref().and_then(|set| set.set),
            nodes: IdVec::from(vec![0; snapshot.nodes.len()]),
            count: 0,
            had_choice: false,
            next: None,
            refusals: Vec::new(),
            open: Box::default(),
            is_daemon: (of.pod.owner).is_some_and(|owner| names[owner.kind] == *"DaemonSet"),
            snapshot: snapshot.clone(),
            ledger,
            template: Arc::new(template(&of, set.as_ref(), objects)),
            quotas: counted(objects, Some(of.pod.namespace)),
            budgets: Budgets::new(objects),
            of,
            profile,
            most,
        })
    }

    /// Binds up to `turns` more copies; returns whether the count has finished. O(count x (nodes + the cost of the
    /// scores)).
    pub fn advance(&mut self, objects: &Objects, turns: usize) -> bool {
        let left = self.most - self.count;
        for _ in 0..turns.min(left) {
            if self.next.is_some() || self.bind(objects).is_none() {
                return true;
            }
        }
        self.next.is_some() || self.count == self.most
    }

    /// The number of the next copy: of a pod of a `StatefulSet`, the next ordinal without a pod.
    fn next_number(&mut self, names: &Names) -> Option<u32> {
        self.number = self.number.checked_add(1)?;
        while let Some(set) = self.set {
            let namespace = &names[self.of.pod.namespace];
            let key = format!("{namespace}/{}-{}", &names[set], self.number);
            if self.snapshot.pod(&key, names).is_none() {
                break;
            }
            self.number = self.number.checked_add(1)?;
        }
        Some(self.number)
    }

    /// Creates one more copy, and binds it if it fits.
    fn bind(&mut self, objects: &Objects) -> Option<()> {
        let (names, classes) = (&objects.names, NamedClasses::of(objects));
        let number = self.next_number(names)?;
        let snapshot = &mut self.snapshot;
        let workload = self.of.replica.map(|replica| replica.workload);
        let copy = snapshot.add_copy((workload, number), &self.template, classes, names);
        let policy = snapshot.pods.get(copy)?.preemption;
        // Room that evictions would free does not count: only the cycle of the next copy shows evictions.
        snapshot.pods.get_mut(copy)?.preemption = Preemption::Never;
        let info = snapshot.pods.get(copy)?;
        self.refusals = refusals(&self.quotas, &info.pod, names);
        let bound = if !info.wanted.is_empty() && self.refusals.is_empty() {
            let node = snapshot.node(info.wanted);
            let verdict = match node.and_then(|node| snapshot.nodes.get(node)) {
                Some(room) => kubelet_admit(info, room, snapshot, names),
                None => Err(KubeletRejection::NoNode),
            };
            match (node, verdict) {
                (Some(node), Ok(())) => CycleOutcome::Schedulable(node),
                (_, verdict) => {
                    let rejected = verdict.err().map(Box::new);
                    snapshot.pods.get_mut(copy)?.rejected = rejected;
                    self.next = Some(copy);
                    return Some(());
                }
            }
        } else if self.refusals.is_empty() {
            admit(&mut self.quotas, &info.pod, names);
            let ledger = &mut self.ledger;
            let cycle = run(snapshot, ledger, &self.budgets, info, names, self.profile);
            self.had_choice |= cycle.choice.is_some();
            if self.open.is_empty() && !snapshot.surely_reaches(info, &cycle.passing()) {
                self.open.clone_from(&info.open_volumes);
            }
            cycle.outcome
        } else {
            CycleOutcome::Unschedulable
        };
        let CycleOutcome::Schedulable(node) = bound else {
            snapshot.pods.get_mut(copy)?.preemption = policy;
            self.next = Some(copy);
            return Some(());
        };
        self.ledger.charge(info.pod.namespace, &info.request.charge);
        snapshot.bind(copy, node, self.count as u32 + 1, names);
        if let Some(info) = snapshot.pods.get_mut(copy) {
            info.preemption = policy;
        }
        *self.nodes.get_mut(node)? += 1;
        self.count += 1;
        Some(())
    }

    /// The number of copies bound, and their limit.
    pub fn progress(&self) -> (u64, u64) {
        (self.count as u64, self.most as u64)
    }
}

/// The number before the first copy, above the number of replicas of any workload.
const FIRST: u32 = 1 << 30;
