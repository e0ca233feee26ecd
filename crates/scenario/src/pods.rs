//! Nodes, pods and quotas of the resident text, and what is asked about them.

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
        queue::{QueueAnswer, QueueOptions, queue_answer},
        queue_step::{QueueStepAnswer, QueueStepOptions, queue_moment},
        report::{QuotasAnswer, report},
    },
};
use schedscope_objects::{
    diagnostic::{Encoding, ObjectName},
    id::{Id, PodId},
    objects::Objects,
};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo, SnapshotInput};
use schedscope_quota::{
    across::evict_across_nodes,
    admission::admit,
    cycle::run,
    disruption::Budgets,
    ledger::Ledger,
    queue::{QueueRun, QueueSimulation},
};
use schedscope_reader::Reader;

use crate::{Progress, QuestionError, Scenario};

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
    played: Option<(QueueOptions, QueueRun)>,
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
            (self.played, self.playing) = (None, None);
            return;
        }
        for &index in journal.changed.get(self.read..).unwrap_or_default() {
            let pod = PodId::new(index as usize);
            self.charge(pod, false);
            if let Some(new) = objects.pods.get(index as usize) {
                let classes = &objects.priority_classes;
                self.snapshot.replace(pod, new, classes, &objects.names);
            }
            self.charge(pod, true);
            (self.played, self.playing) = (None, None);
        }
        self.read = journal.changed.len();
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

    /// The queue as it is played by some options; kept for further questions about it.
    fn played(&mut self, objects: &Objects, options: &QueueOptions) {
        self.play_on(objects, options, usize::MAX);
    }

    /// Plays at most so many more steps of a queue. How many there are, and how many there will be if
    /// no more pods are queued again; `None`: it is played to its end.
    fn play_on(
        &mut self,
        objects: &Objects,
        options: &QueueOptions,
        steps: usize,
    ) -> Option<(usize, usize)> {
        let played = self.played.as_ref();
        if played.is_some_and(|(known, _)| known.is_same_run(options)) {
            return None;
        }
        let names = &objects.names;
        let playing = self.playing.take();
        let playing = playing.filter(|(known, _)| known.is_same_run(options));
        let mut playing = playing.map_or_else(
            || QueueSimulation::new(&self.snapshot, &self.ledger, names, options.settings()),
            |(_, playing)| playing,
        );
        if playing.advance(&self.budgets, names, steps) {
            self.played = Some((options.clone(), playing.finish()));
            return None;
        }
        let progress = playing.progress();
        self.playing = Some((options.clone(), playing));
        Some(progress)
    }
}

/// At most so many findings get their places.
const LOCATED: usize = 500;

impl Scenario {
    /// What is counted of the text as it is now.
    fn desk(&mut self) -> (&mut Desk, &Objects) {
        let objects = self.reader.objects();
        self.desk.follow(objects);
        (&mut self.desk, objects)
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
        let (desk, objects) = self.desk();
        desk.without(&options.pod, objects, |snapshot, _, _, pod| {
            score_nodes(snapshot, pod, &objects.names, options)
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
        let (desk, objects) = self.desk();
        let names = &objects.names;
        desk.without(&options.pod, objects, |snapshot, ledger, budgets, pod| {
            let cycle = run(snapshot, ledger, budgets, pod, names, options.profile);
            let of = (options.profile, &cycle);
            let marks = CycleMarks::of(snapshot, ledger, budgets, pod, names, of);
            answer(snapshot, ledger, pod, (&cycle, &marks), names, options)
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
        let (desk, objects) = self.desk();
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
            explain(snapshot, ledger, budgets, pod, &cycle, names, place)
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
        report
    }

    /// Schedules the pending pods one after another.
    pub fn queue(&mut self, options: &QueueOptions) -> QueueAnswer {
        let (desk, objects) = self.desk();
        desk.played(objects, options);
        match &desk.played {
            Some((_, played)) => queue_answer(played, &desk.snapshot, &objects.names, options),
            None => QueueAnswer::default(),
        }
    }

    /// Computes at most this many further steps of the queue.
    pub(super) fn advance_queue(
        &mut self,
        options: &QueueOptions,
        steps: usize,
    ) -> Option<Progress> {
        let (desk, objects) = self.desk();
        let (done, of) = desk.play_on(objects, options, steps)?;
        Some(Progress::new((done as u64, of as u64)))
    }

    /// The nodes, pods and quotas after a step of the queue.
    pub fn queue_step(&mut self, options: &QueueStepOptions) -> QueueStepAnswer {
        let (desk, objects) = self.desk();
        desk.played(objects, &options.queue);
        let played = desk.played.as_ref().map(|(_, played)| played);
        let moment = played.and_then(|played| {
            queue_moment(
                played,
                &desk.snapshot,
                &desk.ledger,
                &objects.names,
                options,
            )
        });
        moment.unwrap_or_default()
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
