//! Questions about the queue of pending pods.

use schedscope_answers::quota::{
    queue::{QueueAnswer, QueueOptions, queue_answer},
    queue_limits::{QueueLimitsAnswer, QueueLimitsOptions, queue_limits},
    queue_step::{QueueStepAnswer, QueueStepOptions, queue_moment},
};
use schedscope_checks::{
    uses::{
        Gives, PodsWithChoice, Says, Scheduling, Scored, Uses, gives_nodes, has_victims, preempts,
    },
    verdict_differs::RecordedVerdict,
};
use schedscope_objects::objects::Objects;
use schedscope_pods::{node::NodeInfo, snapshot::PodInfo};
use schedscope_quota::queue::QueueStepOutcome;

use crate::{Answered, ClusterStates, Engine, Progress, pods::ClusterState};

/// Whether one of these scorers spreads pods by the selectors of their owners.
fn spreads<'s>(mut scorers: impl Iterator<Item = &'s str>) -> bool {
    scorers.any(|name| matches!(name, "DefaultProfile" | "PodTopologySpread"))
}

/// How simulated queues use the pods. `choosing`: those with several feasible nodes.
fn simulated<'a>(
    cluster: &'a ClusterState,
    queues: &[&QueueOptions],
    choosing: &'a mut PodsWithChoice,
) -> Scheduling<'a> {
    let (mut evicts, mut victims, mut places) = (false, false, false);
    for queue in queues {
        let Some(run) = cluster.known(queue) else {
            places = true;
            continue;
        };
        places |= gives_nodes(run);
        if spreads(queue.settings().scorers.iter().map(|(name, _)| *name)) {
            choosing.add(run, &cluster.snapshot);
        }
        evicts |= preempts(run);
        victims |= has_victims(run);
    }
    Scheduling {
        scores: Scored::Some(choosing),
        evicts,
        victims,
        gives: Gives::nodes_if(places),
        says: Says {
            volumes: true,
            schedulers: true,
            all_as_is: true,
        },
        ..Scheduling::queue(&cluster.snapshot)
    }
}

/// The nodes that a simulated queue binds pods to, once for each pod.
fn bound_to<'a>(cluster: &'a ClusterState, queue: &QueueOptions) -> Vec<&'a NodeInfo> {
    let steps = cluster.known(queue).map_or(&[][..], |run| &run.steps);
    let nodes = steps.iter().filter_map(|step| match step.outcome {
        QueueStepOutcome::Bound(node) => cluster.snapshot.nodes.get(node),
        _ => None,
    });
    nodes.collect()
}

/// The maximum number of pods of a queue whose recorded verdict is checked.
const VERDICTS: usize = 20;

/// The recorded verdicts of pods that a queue binds or evicts others for, if the pods' own cycles contradict them.
fn verdicts(
    cluster: &mut ClusterState,
    objects: &Objects,
    options: &QueueOptions,
) -> Vec<RecordedVerdict> {
    let names = &objects.names;
    let steps = cluster.known(options).map_or(&[][..], |run| &run.steps);
    let placed = steps.iter().filter(|step| {
        let outcome = &step.outcome;
        matches!(
            outcome,
            QueueStepOutcome::Bound(_) | QueueStepOutcome::Preempts(..)
        )
    });
    let infos = placed.filter_map(|step| cluster.snapshot.pods.get(step.pod));
    let has_verdict = |info: &&PodInfo| !cluster.needs.verdict(&info.pod).is_empty();
    let judged = infos.filter(|info| has_verdict(info) && info.pod.node.is_empty());
    let mut pods: Vec<String> = Vec::new();
    for key in judged.map(|info| info.key(names)) {
        if pods.len() == VERDICTS {
            break;
        }
        if !pods.contains(&key) {
            pods.push(key);
        }
    }
    let found = pods.into_iter().filter_map(|pod| {
        let of_pod = cluster.contradicted((&pod, options.profile.of_pods()), objects)?;
        Some(RecordedVerdict {
            pod: Some(pod.as_str().into()),
            ..of_pod
        })
    });
    found.collect()
}

impl Engine<'_, ClusterStates> {
    /// Schedules the pending pods one after another.
    pub fn queue(&mut self, options: &QueueOptions) -> Answered<QueueAnswer> {
        let (cluster, input) = self.cluster(options.kubernetes_version);
        let objects = input.objects();
        cluster.played(objects, options);
        cluster.ledger.read_as(options.profile.of_pods());
        let mut answer = match cluster.known(options) {
            Some(played) => queue_answer(
                played,
                &cluster.snapshot,
                &cluster.budgets,
                &objects.names,
                options,
            ),
            None => QueueAnswer::default(),
        };
        let verdicts = verdicts(cluster, objects, options);
        answer.hanging = cluster.hanging(&objects.names, options);
        let mut choosing = PodsWithChoice::default();
        let uses = Scheduling {
            nodes: bound_to(cluster, options),
            verdicts,
            ..simulated(cluster, &[options], &mut choosing)
        };
        cluster.answered(answer, input, None, Uses::Schedules(uses))
    }

    /// Computes at most this many further steps of the queue.
    pub(crate) fn advance_queue(
        &mut self,
        options: &QueueOptions,
        steps: usize,
    ) -> Option<Progress> {
        let (cluster, input) = self.cluster(options.kubernetes_version);
        let objects = input.objects();
        cluster.play_on(objects, options, steps).map(Progress::new)
    }

    /// The nodes, pods and quotas after a step of the queue.
    pub fn queue_step(&mut self, options: &QueueStepOptions) -> Answered<QueueStepAnswer> {
        // A step depends on the whole queue, and has its findings.
        let queue = self.queue(&QueueOptions {
            limit: 0,
            ..options.queue.clone()
        });
        let (cluster, input) = self.cluster(options.queue.kubernetes_version);
        let names = &input.objects().names;
        cluster.ledger.read_as(options.queue.profile.of_pods());
        let moment = cluster.known(&options.queue).and_then(|played| {
            let before = (&cluster.snapshot, &cluster.ledger);
            queue_moment(played, before, &cluster.budgets, names, options)
        });
        queue.map(|_| moment.unwrap_or_default())
    }

    /// The limits on the nodes after the queue, for each scorer side by side.
    pub fn queue_limits(&mut self, options: &QueueLimitsOptions) -> Answered<QueueLimitsAnswer> {
        let queues = options.queues();
        let (cluster, input) = self.cluster(options.kubernetes_version);
        for queue in &queues {
            cluster.played(input.objects(), queue);
        }
        let runs = queues
            .iter()
            .filter_map(|queue| Some((queue, cluster.known(queue)?)));
        let runs: Vec<_> = runs.collect();
        let answer = queue_limits(&runs, &cluster.snapshot, options, &input.objects().names);
        let queues: Vec<&QueueOptions> = queues.iter().collect();
        let mut choosing = PodsWithChoice::default();
        let uses = simulated(cluster, &queues, &mut choosing);
        cluster.answered(answer, input, None, Uses::Schedules(uses))
    }

    /// Computes at most this many further steps of one of the compared queues.
    pub(crate) fn advance_queue_limits(
        &mut self,
        options: &QueueLimitsOptions,
        steps: usize,
    ) -> Option<Progress> {
        let queues = options.queues();
        let (cluster, input) = self.cluster(options.kubernetes_version);
        let objects = input.objects();
        let mut played = 0;
        for (at, queue) in queues.iter().enumerate() {
            if let Some((done, of)) = cluster.play_on(objects, queue, steps) {
                // Assumes that the remaining queues are about as long.
                let rest = ((queues.len() - at - 1) as u64).saturating_mul(of);
                let of = of.saturating_add(rest);
                return Some(Progress::new((played + done, played.saturating_add(of))));
            }
            played += cluster.known(queue).map_or(0, |run| run.steps.len() as u64);
        }
        None
    }
}
