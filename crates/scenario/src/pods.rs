//! Nodes, pods and quotas of the resident text, and the questions about them.

mod admitted;
mod cluster_states;
mod queue;
mod verdicts;

use schedscope_answers::{
    pods::{
        list,
        list::{NodesAnswer, NodesOptions, PodsAnswer, PodsOptions},
        score_nodes::{ScoreNodesAnswer, ScoreNodesOptions, score_nodes},
    },
    quota::{
        across::{EvictAcrossNodesAnswer, cross_node},
        cycle::{SimulatePodAnswer, SimulatePodOptions, answer},
        explain::{ExplainNodeAnswer, ExplainNodeOptions, explain},
        hanging::HangingStepsAnswer,
        marks::CycleMarks,
        queue::QueueOptions,
        report::{QuotasAnswer, QuotasOptions, report},
    },
};
use schedscope_checks::{
    needs::Needs,
    uses::{Gives, Says, Scheduling, Scored, Uses},
};
use schedscope_objects::{
    id::{Id, PodId},
    kubernetes_version::{AssumedVersion, KubernetesVersion},
    names::Names,
    namespaced_name::NamedObject,
    not_looked_at::TouchedAnswer,
    objects::Objects,
    profile::Profile,
};
use schedscope_pods::snapshot::{ClusterSnapshot, NamedClasses, PodInfo, SnapshotInput};
use schedscope_quota::{
    across::evict_across_nodes,
    admission::admit,
    cycle::{Cycle, CycleOutcome, run},
    disruption::Budgets,
    ledger::Ledger,
    queue::{QueueRun, QueueSettings, QueueSimulation, refused_pods},
    resource_quota::counted,
    status::use_without_pods,
};

pub use self::cluster_states::ClusterStates;
use self::{admitted::refusal, verdicts::of_this};
use crate::{
    Answered, Engine, QuestionError,
    playing::{Played, Playing},
};

/// The pods and usage counted from the text, updated when it changes.
///
/// INVARIANT: `snapshot` and `ledger` equal those computed from all objects.
#[derive(Debug, Default)]
pub(super) struct ClusterState {
    /// The version of Kubernetes of the counts, and where the latest question has it from.
    pub(super) version: AssumedVersion,
    pub(super) snapshot: ClusterSnapshot,
    pub(super) ledger: Ledger,
    pub(super) budgets: Budgets,
    /// The epoch of the journal that was read; `None` before the first count.
    epoch: Option<u64>,
    /// How much of the journal was read.
    read: usize,
    pub(super) needs: Needs,
    /// The sensitive steps of the queue that was queried last.
    hanging: Option<(QueueSettings, HangingStepsAnswer)>,
    queues: Playing<QueueSettings, QueueSimulation>,
}

impl Played for QueueSimulation {
    type On<'a> = (&'a Budgets, &'a Names);
    type Complete = QueueRun;

    // One for the default profile and each scorer, and one for a weighted sum.
    const KEPT: usize = 9;

    fn play(&mut self, (budgets, names): Self::On<'_>, steps: usize) -> bool {
        self.advance(budgets, names, steps)
    }

    fn progress(&self) -> (u64, u64) {
        let (done, of) = self.progress();
        (done as u64, of as u64)
    }

    fn finish(self) -> QueueRun {
        self.finish()
    }
}

impl ClusterState {
    /// Updates the counts after a change of the text: replaces changed pods; counts all objects again after any other
    /// change.
    fn follow(&mut self, objects: &Objects) {
        let journal = &objects.pod_journal;
        let changed = journal.changed.get(self.read..).unwrap_or_default();
        if self.epoch == Some(journal.epoch) && changed.is_empty() {
            return;
        }
        self.queues = Playing::default();
        self.hanging = None;
        let mut changed = changed.iter().map(|index| PodId::new(*index as usize));
        if self.epoch != Some(journal.epoch) || !changed.all(|pod| self.recount(pod, objects)) {
            self.snapshot = ClusterSnapshot::new(&SnapshotInput::of(objects, self.version.version));
            self.ledger = Ledger::new(&objects.quotas, &mut self.snapshot, &objects.names);
            self.budgets = Budgets::new(objects);
            self.needs = Needs::of(objects);
            self.epoch = Some(journal.epoch);
        } else if self.budgets.computed().next().is_some() {
            self.budgets = Budgets::new(objects);
        }
        self.needs.of_quotas = use_without_pods(
            &objects.quotas,
            &self.ledger,
            &self.snapshot.resources,
            &objects.names,
        );
        self.read = journal.changed.len();
    }

    /// Replaces a changed pod in the counts. Returns `false` if all objects have to be counted again.
    fn recount(&mut self, pod: PodId, objects: &Objects) -> bool {
        self.charge(pod, false);
        let (classes, names) = (NamedClasses::of(objects), &objects.names);
        let new = objects.pods.get(pod.index());
        if let (Some(old), Some(new)) = (self.snapshot.pods.get(pod), new) {
            self.needs.count(&old.pod, false, objects);
            self.needs.count(new, true, objects);
        }
        if !new.is_some_and(|new| self.snapshot.replace(pod, new, classes, names)) {
            return false;
        }
        self.charge(pod, true);
        true
    }

    fn charge(&mut self, pod: PodId, counts: bool) {
        if let Some(info) = self.snapshot.pods.get(pod)
            && info.is_bound()
            && info.is_live()
        {
            let charge = &info.request.charge;
            if counts {
                self.ledger.charge(info.pod.namespace, charge);
            } else {
                self.ledger.refund(info.pod.namespace, charge);
            }
        }
    }

    /// Calls `ask` with a pod as if it was on no node, and restores it.
    fn without<T>(
        &mut self,
        (key, profile): (&str, Profile),
        objects: &Objects,
        ask: impl FnOnce(&ClusterSnapshot, &mut Ledger, (&Budgets, &Needs), &PodInfo) -> T,
    ) -> Result<T, QuestionError> {
        let pod = self.snapshot.pod(key, &objects.names);
        let pod = pod.ok_or_else(|| QuestionError::NoPod(key.to_owned()))?;
        self.ledger.read_as(profile);
        self.charge(pod, false);
        let place = self.snapshot.take(pod);
        let info = self.snapshot.pods.get(pod);
        let answer = info.map(|info| {
            let beside = (&self.budgets, &self.needs);
            ask(&self.snapshot, &mut self.ledger, beside, info)
        });
        self.snapshot.give_back(pod, place);
        self.charge(pod, true);
        answer.ok_or_else(|| QuestionError::NoPod(key.to_owned()))
    }

    /// Simulates a queue to its end, and caches it for further questions.
    fn played(&mut self, objects: &Objects, options: &QueueOptions) {
        self.play_on(objects, options, usize::MAX);
    }

    /// The cached queue, if it is complete.
    fn known(&self, options: &QueueOptions) -> Option<&QueueRun> {
        self.queues.complete(&options.settings())
    }

    /// The sensitive steps of a cached queue.
    fn hanging(&mut self, names: &Names, options: &QueueOptions) -> HangingStepsAnswer {
        let settings = options.settings();
        if let Some((_, known)) = self.hanging.as_ref().filter(|(of, _)| *of == settings) {
            return known.clone();
        }
        let before = (&self.snapshot, &self.ledger);
        let run = self.known(options);
        let steps = run.map(|run| run.hanging(before, &self.budgets, names, &settings));
        let answer = HangingStepsAnswer::new(&steps.unwrap_or_default());
        self.hanging = Some((settings, answer.clone()));
        answer
    }

    /// Simulates at most `steps` more steps of a queue; cancels it with 0. Returns the number of steps so far, and the
    /// total if no more pods are queued again; `None` if the queue is complete or cancelled.
    fn play_on(
        &mut self,
        objects: &Objects,
        options: &QueueOptions,
        steps: usize,
    ) -> Option<(u64, u64)> {
        let settings = options.settings();
        self.ledger.read_as(options.profile.of_pods());
        let names = &objects.names;
        let (snapshot, ledger) = (&self.snapshot, &self.ledger);
        let begin = || {
            let quotas = counted(objects, None);
            QueueSimulation::new(snapshot, ledger, names, &settings, quotas)
        };
        let on = (&self.budgets, names);
        self.queues.advance(&settings, begin, on, steps)
    }
}

/// The maximum number of findings that are located in the text.
const LOCATED: usize = 500;

/// The outcome of a cycle, and its victims.
fn evicts(cycle: &Cycle) -> (CycleOutcome, &[PodId]) {
    let victims = match cycle.outcome {
        CycleOutcome::Preempt(node) => cycle.candidate(node).map(|of| &of.victims[..]),
        _ => None,
    };
    (cycle.outcome.clone(), victims.unwrap_or_default())
}

impl Engine<'_, ClusterStates> {
    /// Lists the pods, a page at a time. O(pods).
    pub fn pods(&mut self, options: &PodsOptions) -> Answered<PodsAnswer> {
        let (cluster, input) = self.cluster(options.kubernetes_version);
        let objects = input.objects();
        let mut quotas = counted(objects, None);
        let refused = refused_pods(&cluster.snapshot, &mut quotas, &objects.names);
        let answer = list::pods(&cluster.snapshot, objects, &refused, options);
        cluster.answered_of_pods(answer, input, None, Uses::Lists)
    }

    /// Lists the nodes, a page at a time. O(nodes).
    pub fn nodes(&mut self, options: &NodesOptions) -> Answered<NodesAnswer> {
        let (cluster, input) = self.cluster(options.kubernetes_version);
        let answer = list::nodes(&cluster.snapshot, input.objects(), options);
        cluster.answered_of_pods(answer, input, None, Uses::Counts(TouchedAnswer::Nodes))
    }

    /// Scores the nodes for a pod by several scorers.
    ///
    /// # Errors
    /// The text does not have the pod.
    pub fn score_nodes(
        &mut self,
        options: &ScoreNodesOptions,
    ) -> Result<Answered<ScoreNodesAnswer>, QuestionError> {
        let (cluster, input) = self.cluster(options.kubernetes_version);
        let objects = input.objects();
        let pod = cluster.key(&options.pod, &objects.names)?;
        let asked = (pod.as_str(), Profile::default());
        let verdict = cluster.contradicted((&pod, options.profile.of_pods()), objects);
        let (answer, unready) = cluster.without(asked, objects, |snapshot, _, _, pod| {
            let (mut answer, unready) = score_nodes(snapshot, pod, &objects.names, options);
            answer.resource_quota = refusal(objects, snapshot, pod);
            (answer, unready)
        })?;
        let unready = unready.into_iter();
        let unready =
            unready.filter_map(|node| cluster.snapshot.nodes.get(cluster.snapshot.node(node)?));
        let uses = Scheduling {
            feasible: answer.feasible,
            gives: Gives::nodes_if(answer.feasible > 0),
            scores: Scored::all_if(answer.feasible > 1 && answer.default_profile.is_some()),
            nodes: unready.collect(),
            verdicts: verdict.into_iter().collect(),
            says: Says {
                volumes: true,
                schedulers: true,
                ..Says::default()
            },
            ..cluster.one(TouchedAnswer::ScoreNodes, &pod, objects)?
        };
        Ok(cluster.answered_of_pods(answer, input, Some(&pod), Uses::Schedules(uses)))
    }

    /// Runs one scheduling cycle for a pod.
    ///
    /// # Errors
    /// The text does not have the pod.
    pub fn simulate_pod(
        &mut self,
        options: &SimulatePodOptions,
    ) -> Result<Answered<SimulatePodAnswer>, QuestionError> {
        let (cluster, input) = self.cluster(options.kubernetes_version);
        let objects = input.objects();
        let names = &objects.names;
        let profile = options.profile.of_pods();
        let pod = cluster.key(&options.pod, names)?;
        let asked = (pod.as_str(), profile);
        let found = cluster.without(asked, objects, |snapshot, ledger, (budgets, needs), pod| {
            let cycle = run(snapshot, ledger, budgets, pod, names, profile);
            let of = (profile, &cycle);
            let marks = CycleMarks::of(snapshot, ledger, budgets, pod, names, of);
            let mut answer = answer(snapshot, ledger, pod, (&cycle, &marks), names, options);
            let verdict = &names[needs.verdict(&pod.pod)];
            let verdict = marks.contradicted(pod, &cycle, verdict);
            // Whether the outcome depends on budgets whose status is computed.
            let mut decides = |allowed: i32| {
                budgets.with_computed(allowed).is_some_and(|budgets| {
                    let then = run(snapshot, ledger, &budgets, pod, names, profile);
                    evicts(&then) != evicts(&cycle)
                })
            };
            let has_budgets = cycle.preemption.is_some() && (decides(0) || decides(i32::MAX));
            answer.resource_quota = refusal(objects, snapshot, pod);
            (answer, verdict, has_budgets)
        });
        let (answer, verdict, has_budgets) = found?;
        let node = answer.node.as_deref().and_then(|node| names.get(node));
        let node = node.and_then(|node| cluster.snapshot.node(node));
        let computed = cluster.budgets.computed().filter(|_| has_budgets);
        let uses = Scheduling {
            feasible: answer.feasible,
            gives: Gives::nodes_if(answer.feasible > 0 || !answer.victims.is_empty()),
            scores: Scored::all_if(answer.feasible > 1),
            evicts: answer.preemption.is_some(),
            victims: !answer.victims.is_empty(),
            budgets: computed
                .map(|(_, budget, status)| (budget, status))
                .collect(),
            nodes: node
                .and_then(|node| cluster.snapshot.nodes.get(node))
                .into_iter()
                .collect(),
            verdicts: verdict.map(of_this).into_iter().collect(),
            says: Says {
                volumes: true,
                schedulers: true,
                ..Says::default()
            },
            ..cluster.one(TouchedAnswer::SimulatePod, &pod, objects)?
        };
        Ok(cluster.answered(answer, input, Some(&pod), Uses::Schedules(uses)))
    }

    /// Returns the verdict of preemption on each pod of a node.
    ///
    /// # Errors
    /// The text does not have the pod or the node.
    pub fn explain_node(
        &mut self,
        options: &ExplainNodeOptions,
    ) -> Result<Answered<ExplainNodeAnswer>, QuestionError> {
        let (cluster, input) = self.cluster(options.kubernetes_version);
        let objects = input.objects();
        let names = &objects.names;
        let node = cluster
            .snapshot
            .nodes
            .entries()
            .find(|(_, node)| node.name == options.node);
        let no_node = || QuestionError::NoNode(options.node.clone());
        let (node, _) = node.ok_or_else(no_node)?;
        let pod = cluster.key(&options.pod, names)?;
        let asked = (pod.as_str(), options.profile.of_pods());
        let found = cluster.without(asked, objects, |snapshot, ledger, (budgets, _), pod| {
            let cycle = run(
                snapshot,
                ledger,
                budgets,
                pod,
                names,
                options.profile.of_pods(),
            );
            let place = (node, options.profile.of_pods());
            explain(snapshot, ledger, budgets, pod, &cycle, names, place)
        });
        let answer = found?.ok_or_else(no_node)?;
        let uses = Scheduling {
            evicts: true,
            victims: !answer.pods.is_empty(),
            says: Says {
                schedulers: true,
                ..Says::default()
            },
            ..cluster.one(TouchedAnswer::ExplainNode, &pod, objects)?
        };
        Ok(cluster.answered_of_pods(answer, input, Some(&pod), Uses::Schedules(uses)))
    }

    /// Searches for evictions on several nodes that make room for a pod. No scheduler does this.
    ///
    /// # Errors
    /// The text does not have the pod.
    pub fn evict_across_nodes(
        &mut self,
        (pod, profile): (&NamedObject, Profile),
        version: Option<KubernetesVersion>,
    ) -> Result<Answered<EvictAcrossNodesAnswer>, QuestionError> {
        let (cluster, input) = self.cluster(version);
        let objects = input.objects();
        let names = &objects.names;
        let key = cluster.key(pod, names)?;
        let asked = (key.as_str(), profile);
        let answer = cluster.without(asked, objects, |snapshot, ledger, (budgets, _), pod| {
            let admission = admit(snapshot, ledger, pod);
            let found = evict_across_nodes(snapshot, ledger, budgets, pod, &admission, names);
            cross_node(found, snapshot, pod, names)
        })?;
        let uses = Scheduling {
            evicts: true,
            victims: answer.possible,
            says: Says {
                schedulers: true,
                ..Says::default()
            },
            ..cluster.one(TouchedAnswer::SimulatePod, asked.0, objects)?
        };
        Ok(cluster.answered(answer, input, Some(asked.0), Uses::Schedules(uses)))
    }

    /// Lists all quotas, with the ranges of their findings.
    pub fn quotas(&mut self, options: &QuotasOptions) -> Answered<QuotasAnswer> {
        let (cluster, input) = self.cluster(options.kubernetes_version);
        cluster.ledger.read_as(options.profile.of_pods());
        let mut report = report(&cluster.snapshot, &cluster.ledger, input.objects());
        for lint in report.quota_diagnostics.iter_mut().take(LOCATED) {
            let object = lint.object.as_ref();
            lint.range = object.and_then(|object| input.locate(object, &lint.path));
        }
        cluster.answered(report, input, None, Uses::Counts(TouchedAnswer::Quotas))
    }
}
