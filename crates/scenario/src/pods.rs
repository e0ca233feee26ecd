//! Nodes, pods and quotas of the resident text, and what is asked about them.

mod queue;

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
        marks::CycleMarks,
        queue::QueueOptions,
        report::{QuotasAnswer, report},
        resource_quota::ResourceQuotaAnswer,
    },
};
use schedscope_objects::{
    diagnostic::{Encoding, ObjectName},
    id::{Id, PodId},
    not_looked_at::TouchedAnswer,
    objects::Objects,
};
use schedscope_pods::snapshot::{ClusterSnapshot, NamedClasses, PodInfo, SnapshotInput};
use schedscope_quota::{
    across::evict_across_nodes,
    admission::admit,
    cycle::run,
    disruption::Budgets,
    ledger::Ledger,
    queue::{QueueRun, QueueSimulation},
    resource_quota::{counted, refusal},
};
use schedscope_reader::Reader;

use crate::{
    QuestionError, Scenario,
    not_looked_at::{of_pod, of_quotas},
};

/// What is counted of the text, kept as it changes.
///
/// INVARIANT: `snapshot` and `ledger` are what counting the objects anew would give.
#[derive(Debug, Default)]
pub(super) struct Desk {
    snapshot: ClusterSnapshot,
    ledger: Ledger,
    budgets: Budgets,
    /// The epoch of the journal that was read; `None`: nothing was counted yet.
    epoch: Option<u64>,
    /// How much of the journal was read.
    read: usize,
    /// The queues that were played last, the latest at the end.
    played: Vec<(QueueOptions, QueueRun)>,
    /// A queue that is not played to its end yet.
    playing: Option<(QueueOptions, QueueSimulation)>,
}

impl Desk {
    /// Follows the text: a changed pod is counted out and in again, anything else counts all anew.
    fn follow(&mut self, objects: &Objects) {
        let journal = &objects.pod_journal;
        if self.epoch != Some(journal.epoch) {
            self.snapshot = ClusterSnapshot::new(&SnapshotInput::of(objects));
            self.ledger = Ledger::new(&objects.quotas, &mut self.snapshot, &objects.names);
            self.budgets = Budgets::new(&objects.disruption_budgets, &objects.names);
            self.epoch = Some(journal.epoch);
            self.read = journal.changed.len();
            self.forget_queues();
            return;
        }
        for &index in journal.changed.get(self.read..).unwrap_or_default() {
            let pod = PodId::new(index as usize);
            self.charge(pod, false);
            if let Some(new) = objects.pods.get(index as usize) {
                let classes = NamedClasses::of(objects);
                self.snapshot.replace(pod, new, classes, &objects.names);
            }
            self.charge(pod, true);
            self.forget_queues();
        }
        self.read = journal.changed.len();
    }

    fn forget_queues(&mut self) {
        self.played.clear();
        self.playing = None;
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

    /// Asks about a pod as if it was on no node, and puts it back.
    fn without<T>(
        &mut self,
        key: &str,
        objects: &Objects,
        ask: impl FnOnce(&ClusterSnapshot, &mut Ledger, &Budgets, &PodInfo) -> T,
    ) -> Result<T, QuestionError> {
        let pod = self.snapshot.pod(key, &objects.names);
        let pod = pod.ok_or_else(|| QuestionError::NoPod(key.to_owned()))?;
        self.charge(pod, false);
        let place = self.snapshot.take(pod);
        let info = self.snapshot.pods.get(pod);
        let answer = info.map(|info| ask(&self.snapshot, &mut self.ledger, &self.budgets, info));
        self.snapshot.give_back(pod, place);
        self.charge(pod, true);
        answer.ok_or_else(|| QuestionError::NoPod(key.to_owned()))
    }

    /// Plays a queue to its end; it is kept for further questions about it.
    fn played(&mut self, objects: &Objects, options: &QueueOptions) {
        self.play_on(objects, options, usize::MAX);
    }

    /// The queue, if it was played to its end.
    fn known(&self, options: &QueueOptions) -> Option<&QueueRun> {
        let mut played = self.played.iter();
        let known = played.find(|(known, _)| known.is_same_run(options))?;
        Some(&known.1)
    }

    /// Keeps a queue that was played to its end.
    fn keep(&mut self, options: &QueueOptions, run: QueueRun) {
        if self.played.len() >= KEPT {
            self.played.remove(0);
        }
        self.played.push((options.clone(), run));
    }

    /// Plays at most so many more steps of a queue. How many there are, and how many there will be if
    /// no more pods are queued again; `None`: it is played to its end.
    fn play_on(
        &mut self,
        objects: &Objects,
        options: &QueueOptions,
        steps: usize,
    ) -> Option<(usize, usize)> {
        let mut played = self.played.iter();
        if let Some(at) = played.position(|(known, _)| known.is_same_run(options)) {
            // A question of several queues asks for all before it reads the first.
            let latest = self.played.remove(at);
            self.played.push(latest);
            return None;
        }
        let names = &objects.names;
        let playing = self.playing.take();
        let playing = playing.filter(|(known, _)| known.is_same_run(options));
        let mut playing = playing.map_or_else(
            || {
                let (snapshot, ledger) = (&self.snapshot, &self.ledger);
                let mut quotas = counted(objects, None);
                QueueSimulation::new(snapshot, ledger, names, &options.settings(), &mut quotas)
            },
            |(_, playing)| playing,
        );
        if playing.advance(&self.budgets, names, steps) {
            self.keep(options, playing.finish());
            return None;
        }
        let progress = playing.progress();
        self.playing = Some((options.clone(), playing));
        Some(progress)
    }
}

/// How many queues are kept: one for the default profile and each scorer, and one for a weighted sum.
const KEPT: usize = 9;

/// At most so many findings get their places.
const LOCATED: usize = 500;

impl Scenario {
    /// What is counted of the text as it is now.
    fn desk(&mut self) -> (&mut Desk, &Objects) {
        let objects = self.reader.objects();
        self.desk.follow(objects);
        (&mut self.desk, objects)
    }

    fn desk_and_reader(&mut self) -> (&mut Desk, &Reader) {
        self.desk.follow(self.reader.objects());
        (&mut self.desk, &self.reader)
    }

    /// Lists the pods, a page at a time. O(pods).
    pub fn pods(&mut self, options: &PodsOptions) -> PodsAnswer {
        let (desk, objects) = self.desk();
        list::pods(&desk.snapshot, objects, options)
    }

    /// Lists the nodes, a page at a time. O(nodes).
    pub fn nodes(&mut self, options: &NodesOptions) -> NodesAnswer {
        let (desk, objects) = self.desk();
        list::nodes(&desk.snapshot, objects, options)
    }

    /// Scores the nodes for a pod by several scorers.
    ///
    /// # Errors
    /// The text does not have the pod.
    pub fn score_nodes(
        &mut self,
        options: &ScoreNodesOptions,
    ) -> Result<ScoreNodesAnswer, QuestionError> {
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        desk.without(&options.pod, objects, |snapshot, _, _, pod| {
            let mut answer = score_nodes(snapshot, pod, &objects.names, options);
            answer.not_looked_at = of_pod(
                reader,
                pod,
                (
                    TouchedAnswer::ScoreNodes,
                    answer.feasible,
                    answer.default_profile.is_some(),
                ),
                encoding,
            );
            answer
        })
    }

    /// Runs one scheduling cycle for a pod.
    ///
    /// # Errors
    /// The text does not have the pod.
    pub fn simulate_pod(
        &mut self,
        options: &SimulatePodOptions,
    ) -> Result<SimulatePodAnswer, QuestionError> {
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let names = &objects.names;
        desk.without(&options.pod, objects, |snapshot, ledger, budgets, pod| {
            let cycle = run(snapshot, ledger, budgets, pod, names, options.profile);
            let of = (options.profile, &cycle);
            let marks = CycleMarks::of(snapshot, ledger, budgets, pod, names, of);
            let mut answer = answer(snapshot, ledger, pod, (&cycle, &marks), names, options);
            answer.not_looked_at = of_pod(
                reader,
                pod,
                (TouchedAnswer::SimulatePod, answer.feasible, true),
                encoding,
            );
            let quotas = counted(objects, Some(pod.pod.namespace));
            let refusal = refusal(&quotas, &pod.pod, names);
            answer.resource_quota = refusal.map(|refusal| ResourceQuotaAnswer::new(refusal, names));
            answer
        })
    }

    /// Gives the verdict of preemption on each pod of a node.
    ///
    /// # Errors
    /// The text does not have the pod or the node.
    pub fn explain_node(
        &mut self,
        options: &ExplainNodeOptions,
    ) -> Result<ExplainNodeAnswer, QuestionError> {
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let names = &objects.names;
        let node = desk
            .snapshot
            .nodes
            .entries()
            .find(|(_, node)| node.name == options.node);
        let no_node = || QuestionError::NoNode(options.node.clone());
        let (node, _) = node.ok_or_else(no_node)?;
        let found = desk.without(&options.pod, objects, |snapshot, ledger, budgets, pod| {
            let cycle = run(snapshot, ledger, budgets, pod, names, options.profile);
            let place = (node, options.profile);
            let mut answer = explain(snapshot, ledger, budgets, pod, &cycle, names, place)?;
            answer.not_looked_at = of_pod(
                reader,
                pod,
                (TouchedAnswer::ExplainNode, 0, false),
                encoding,
            );
            Some(answer)
        });
        found?.ok_or_else(no_node)
    }

    /// Looks for evictions on several nodes that make room for a pod. No scheduler does this.
    ///
    /// # Errors
    /// The text does not have the pod.
    pub fn evict_across_nodes(
        &mut self,
        pod: &str,
    ) -> Result<EvictAcrossNodesAnswer, QuestionError> {
        let (desk, objects) = self.desk();
        let names = &objects.names;
        desk.without(pod, objects, |snapshot, ledger, budgets, pod| {
            let admission = admit(snapshot, ledger, pod);
            let found = evict_across_nodes(snapshot, ledger, budgets, pod, &admission, names);
            cross_node(found, snapshot, pod, names)
        })
    }

    /// Lists all quotas, with the ranges of their findings.
    pub fn quotas(&mut self) -> QuotasAnswer {
        let encoding = self.encoding;
        let (desk, objects) = self.desk();
        let mut report = report(&desk.snapshot, &desk.ledger, objects);
        let reader = &self.reader;
        for lint in report.quota_diagnostics.iter_mut().take(LOCATED) {
            let object = lint.object.as_ref();
            lint.range = object.and_then(|object| locate(reader, object, &lint.path, encoding));
        }
        report.not_looked_at = of_quotas(reader, encoding);
        report
    }
}

fn locate(
    reader: &Reader,
    object: &ObjectName,
    path: &str,
    encoding: Encoding,
) -> Option<schedscope_objects::diagnostic::TextRange> {
    reader.locate(object, path, encoding)
}
