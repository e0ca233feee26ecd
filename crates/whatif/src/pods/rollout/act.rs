//! What the controller of a workload does in a step.

use std::{cmp::Reverse, sync::Arc};

use schedscope_objects::{
    id::{Id as _, IdVec, NodeId, PodId},
    order,
    pod::{Health, Pod, Workload},
};
use schedscope_pods::{
    snapshot::{NamedClasses, PodInfo},
    volumes::HeldClaim,
};

use super::{
    DeploymentPods, Member, Rollout, Scaling, Slot, WorkloadKind, daemon_set_changes,
    revision::{for_node, old_template},
    stateful_set_changes,
};

impl Rollout {
    /// Lets the controller act; `false`: it has nothing to do.
    pub(super) fn act(&mut self) -> bool {
        // A pod that was refused is tried again and again.
        let refused: Vec<usize> = (0..self.members.len())
            .filter(|at| {
                self.members
                    .get(*at)
                    .is_some_and(|member| !member.is_created)
            })
            .collect();
        for at in refused {
            self.admit(at);
        }
        if !self.current.created.is_empty() {
            self.current.refused.clear();
            return true;
        }
        self.current.refused.clear();
        if self.kind == WorkloadKind::Deployment {
            return self.scale();
        }
        let slots = self.slots();
        let of = self.objects.workloads.get(self.workload);
        let one_by_one = of.is_some_and(|of| of.one_by_one);
        let changes = match self.kind {
            WorkloadKind::DaemonSet => daemon_set_changes(&slots, &self.strategy),
            _ => stateful_set_changes(&slots, one_by_one, &self.strategy),
        };
        for (is_new, gone) in [(false, &changes.delete_old), (true, &changes.delete_new)] {
            let mut pods: Vec<Vec<PodId>> = vec![Vec::new(); slots.len()];
            for member in self.members.iter().filter(|member| member.is_new == is_new) {
                if let Some(of_slot) = pods.get_mut(member.slot) {
                    of_slot.push(member.pod);
                }
            }
            let pods = gone.iter().filter_map(|slot| pods.get(*slot)).flatten();
            let pods: Vec<PodId> = pods.copied().collect();
            self.delete(&pods);
        }
        for slot in &changes.create {
            self.create(*slot);
        }
        !changes.is_empty()
    }

    fn scale(&mut self) -> bool {
        if !std::mem::replace(&mut self.is_scaled, true) && self.scale_old() {
            return true;
        }
        match self.deployment_pods().next(&self.strategy) {
            Some(Scaling::CreateNew(count)) => {
                for _ in 0..count {
                    self.create(0);
                }
            }
            Some(Scaling::DeleteOld(count)) => self.delete_first(false, count as usize),
            Some(Scaling::DeleteNew(count)) => self.delete_first(true, count as usize),
            None => return false,
        }
        true
    }

    pub(super) fn deployment_pods(&self) -> DeploymentPods {
        let of = self.objects.workloads.get(self.workload);
        let mut pods = DeploymentPods {
            replicas: of.map_or(0, |of| of.replicas),
            ..DeploymentPods::default()
        };
        for member in &self.members {
            let (count, available) = if member.is_new {
                (&mut pods.new, &mut pods.new_available)
            } else {
                (&mut pods.old, &mut pods.old_available)
            };
            *count += 1;
            *available += u32::from(self.is_available(member));
        }
        pods
    }

    /// The pods of each slot.
    pub(super) fn slots(&self) -> Vec<Slot> {
        let places = self.places.iter();
        let slots = places.map(|(_, wanted)| Slot {
            wanted: *wanted,
            ..Slot::default()
        });
        let mut slots: Vec<Slot> = slots.collect();
        for member in &self.members {
            let is_available = self.is_available(member);
            if let Some(slot) = slots.get_mut(member.slot) {
                let side = if member.is_new {
                    &mut slot.new
                } else {
                    &mut slot.old
                };
                *side = Some(is_available);
            }
        }
        slots
    }

    pub(super) fn is_on_node(&self, pod: PodId) -> bool {
        let info = self.simulation.snapshot().pods.get(pod);
        info.is_some_and(|info| info.is_bound() && info.is_live())
    }

    /// Whether a pod is on a node and is ready, or can start there. A pod of the text has its volumes already.
    pub(super) fn is_available(&self, member: &Member) -> bool {
        self.is_on_node(member.pod)
            && !self.is_unready(member.pod)
            && (!member.is_new || self.held_claim(member.pod).is_none())
    }

    /// Whether a pod of the text has a node there and is not ready. A pod that gets one here becomes ready.
    fn is_unready(&self, pod: PodId) -> bool {
        let snapshot = self.simulation.snapshot();
        let info = snapshot
            .pods
            .get(pod)
            .filter(|info| info.replica.is_none() && !self.are_ready);
        info.is_some_and(|info| {
            let has_started = match info.pod.health {
                Health::Unready => true,
                Health::Pending => info.pod.started.is_some(),
                Health::Unstated | Health::Ready => false,
            };
            let node = info.node().and_then(|node| snapshot.nodes.get(node));
            has_started && node.is_some_and(|node| node.node.name == info.pod.node)
        })
    }

    /// The pods of the workload that have a node and are not ready, new ones first.
    pub fn unready(&self) -> impl Iterator<Item = PodId> + '_ {
        let members = [true, false].into_iter().flat_map(|is_new| {
            let members = self.members.iter();
            members.filter(move |member| member.is_new == is_new)
        });
        members
            .map(|member| member.pod)
            .filter(|pod| self.is_on_node(*pod) && self.is_unready(*pod))
    }

    /// The claim of a pod whose volume another node has.
    fn held_claim(&self, pod: PodId) -> Option<HeldClaim> {
        let snapshot = self.simulation.snapshot();
        snapshot.held_elsewhere(pod, &self.objects.names)
    }

    /// The first new pod on a node that waits for a volume which another node has, with its claim.
    pub fn detached(&self) -> Option<(PodId, HeldClaim)> {
        let mut new = self.members.iter().filter(|member| member.is_new);
        new.find_map(|member| Some((member.pod, self.held_claim(member.pod)?)))
    }

    /// Scales the only active `ReplicaSet` to the wanted number of pods, if it is an old one: `replicas` has changed
    /// with the template. `false`: there is nothing to scale.
    ///
    /// Source: `syncDeployment` in `pkg/controller/deployment/deployment_controller.go` and `scale` in `sync.go` there,
    /// of Kubernetes 1.35. Several active ones are not scaled in proportion: the text does not say for which number of
    /// replicas they were made.
    fn scale_old(&mut self) -> bool {
        let pods = self.deployment_pods();
        let mut members = self.members.iter();
        let Some(first) = members.next().filter(|_| pods.new == 0) else {
            return false;
        };
        let snapshot = self.simulation.snapshot();
        let owner = |pod: PodId| Some(snapshot.pods.get(pod)?.pod.owner?.name);
        let own = owner(first.pod);
        if pods.old == pods.replicas || !members.all(|member| owner(member.pod) == own) {
            return false;
        }
        self.scaled_to = Some(pods.replicas);
        if pods.old > pods.replicas {
            self.delete_first(false, (pods.old - pods.replicas) as usize);
            return true;
        }
        let info = snapshot.pods.get(first.pod);
        let Some(template) = info.map(|info| old_template(&info.pod, &self.objects)) else {
            return false;
        };
        let template = Arc::new(template);
        let mut number = 0;
        for _ in 0..pods.replicas - pods.old {
            number = self.free_number(&template, number);
            self.create_of(&template, (None, number), (0, false));
            number += 1;
        }
        true
    }

    /// Creates a new pod in a slot.
    fn create(&mut self, slot: usize) {
        let (replica, template) = match self.kind {
            WorkloadKind::Deployment => {
                let number = self.free_number(&self.template, self.number);
                self.number = number + 1;
                ((None, number), Arc::clone(&self.template))
            }
            WorkloadKind::StatefulSet => (
                (Some(self.workload as u32), self.place(slot)),
                Arc::clone(&self.template),
            ),
            WorkloadKind::DaemonSet => {
                let place = self.place(slot);
                let node = NodeId::new(place as usize);
                let node = self.snapshot().nodes.get(node);
                let name = node.map(|node| node.node.name).unwrap_or_default();
                let template = for_node(&self.template, name, &mut self.objects.names);
                ((Some(self.workload as u32), place), Arc::new(template))
            }
        };
        self.create_of(&template, replica, (slot, true));
    }

    /// The first number from one on that makes a name which no pod of the text has. O(pods) for each name that one has.
    fn free_number(&self, template: &Pod, from: u32) -> u32 {
        let (names, pods) = (&self.objects.names, &self.objects.pods);
        let is_free = |number: &u32| {
            let name = names.get(&format!("{}-{number}", &names[template.name]));
            let is_its = |pod: &Pod, name| (pod.namespace, pod.name) == (template.namespace, name);
            name.is_none_or(|name| !pods.iter().any(|pod| is_its(pod, name)))
        };
        // As many names as there are pods are taken.
        let most = from.saturating_add(pods.len() as u32);
        (from..=most).find(is_free).unwrap_or(from)
    }

    /// Creates a pod of a template; `replica`: of which workload it is which copy.
    fn create_of(
        &mut self,
        template: &Arc<Pod>,
        replica: (Option<u32>, u32),
        (slot, is_new): (usize, bool),
    ) {
        let classes = NamedClasses::of(&self.objects);
        let pod = self
            .simulation
            .add(replica, template, classes, &self.objects.names);
        self.members.push(Member {
            pod,
            is_new,
            slot,
            is_created: false,
        });
        self.admit(self.members.len() - 1);
    }

    fn place(&self, slot: usize) -> u32 {
        self.places.get(slot).map_or(0, |(place, _)| *place)
    }

    /// Lets the API server admit a member.
    fn admit(&mut self, at: usize) {
        let Some(member) = self.members.get_mut(at) else {
            return;
        };
        let names = &self.objects.names;
        if !self.simulation.admit(member.pod, names).is_empty() {
            self.current.refused.push(member.pod);
            return;
        }
        member.is_created = true;
        self.current.created.push(member.pod);
        self.simulation.create(member.pod, names);
    }

    /// Deletes the first pods of a revision, in the order of the `ReplicaSet` controller: those without a node first,
    /// then those of the older `ReplicaSet`, those that are not ready, those with more siblings on their node, younger
    /// ones. Upstream compares ages by magnitude; `controller.kubernetes.io/pod-deletion-cost` is not looked at.
    ///
    /// Source: `ActivePodsWithRanks` in `pkg/controller/controller_utils.go` of Kubernetes 1.35.
    fn delete_first(&mut self, is_new: bool, count: usize) {
        let snapshot = self.simulation.snapshot();
        let names = &self.objects.names;
        let mut siblings: IdVec<NodeId, usize> = IdVec::from(vec![0; snapshot.nodes.len()]);
        for member in &self.members {
            let node = snapshot.pods.get(member.pod).and_then(PodInfo::node);
            if let Some(count) = node.and_then(|node| siblings.get_mut(node)) {
                *count += 1;
            }
        }
        let sets = self.objects.workloads.iter();
        let sets: Vec<&Arc<Workload>> = sets
            .filter(|set| names[set.kind] == *"ReplicaSet")
            .collect();
        let key = |member: &Member| {
            let info = snapshot.pods.get(member.pod)?;
            let is_its = |set: &&&Arc<Workload>| {
                let own = (info.pod.namespace, info.pod.owner.map(|owner| owner.name));
                own == (set.namespace, Some(set.name))
            };
            let set = sets
                .iter()
                .find(is_its)
                .and_then(|set| set.template.created);
            let beside = info.node().and_then(|node| siblings.get(node)).copied();
            Some((
                info.is_bound() && info.is_live(),
                set,
                info.pod.health != Health::Unready,
                Reverse(beside.unwrap_or(0)),
                Reverse((info.pod.created.is_none(), info.pod.created)),
                info.key(names),
            ))
        };
        let members = self.members.iter().filter(|member| member.is_new == is_new);
        let mut keyed: Vec<_> = members.map(|member| (key(member), member.pod)).collect();
        order::sort(&mut keyed, |a, b| a.0.cmp(&b.0));
        let pods: Vec<PodId> = keyed.into_iter().take(count).map(|(_, pod)| pod).collect();
        self.delete(&pods);
    }

    fn delete(&mut self, pods: &[PodId]) {
        let turns = order::positions(pods.len(), &mut |a, b| {
            let pod = |at: u32| pods.get(at as usize);
            pod(a).cmp(&pod(b))
        });
        let turn = |member: &Member| {
            let pod = |at: &u32| pods.get(*at as usize);
            let at = turns.partition_point(|at| pod(at) < Some(&member.pod));
            let at = *turns.get(at)?;
            (pod(&at) == Some(&member.pod)).then_some(at)
        };
        let gone = self.members.extract_if(.., |member| turn(member).is_some());
        let mut members: Vec<Member> = gone.collect();
        order::sort(&mut members, |a, b| turn(a).cmp(&turn(b)));
        for Member {
            pod, is_created, ..
        } in members
        {
            let info = self.simulation.snapshot().pods.get(pod);
            let node = info.and_then(PodInfo::node);
            self.current.deleted.push((pod, node));
            if is_created {
                self.simulation.release(pod, &self.objects.names);
            }
            self.simulation.delete(pod);
        }
    }
}
