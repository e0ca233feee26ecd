//! Questions about the queue of pending pods.

use schedscope_answers::quota::{
    queue::{QueueAnswer, QueueOptions, queue_answer},
    queue_limits::{QueueLimitsAnswer, QueueLimitsOptions, queue_limits},
    queue_step::{QueueStepAnswer, QueueStepOptions, queue_moment},
};
use schedscope_checks::{
    uses::{PodsWithChoice, Says, Scheduling, Scored, Uses, has_victims, preempts},
    verdict_differs::RecordedVerdict,
};
use schedscope_objects::objects::Objects;
use schedscope_pods::{node::NodeInfo, snapshot::PodInfo};
use schedscope_quota::queue::QueueStepOutcome;

use crate::{Answered, Desks, Engine, Progress, pods::Desk};

/// Whether one of these scorers spreads pods by the selectors of their owners.
fn spreads<'s>(mut scorers: impl Iterator<Item = &'s str>) -> bool {
    scorers.any(|name| matches!(name, "DefaultProfile" | "PodTopologySpread"))
}

/// How simulated queues use the pods. `choosing`: those with several feasible nodes.
fn simulated<'a>(
    desk: &'a Desk,
    queues: &[&QueueOptions],
    choosing: &'a mut PodsWithChoice,
) -> Scheduling<'a> {
    let (mut evicts, mut victims) = (false, false);
    for queue in queues {
        let Some(run) = desk.known(queue) else {
            continue;
        };
        if spreads(queue.settings().scorers.iter().map(|(name, _)| *name)) {
            choosing.add(run, &desk.snapshot);
        }
        evicts |= preempts(run);
        victims |= has_victims(run);
    }
    Scheduling {
        scores: Scored::Some(choosing),
        evicts,
        victims,
        says: Says {
            volumes: true,
            schedulers: true,
            all_as_is: true,
        },
        ..Scheduling::queue(&desk.snapshot)
    }
}

/// The nodes that a simulated queue binds pods to, once for each pod.
fn bound_to<'a>(desk: &'a Desk, queue: &QueueOptions) -> Vec<&'a NodeInfo> {
    let steps = desk.known(queue).map_or(&[][..], |run| &run.steps);
    let nodes = steps.iter().filter_map(|step| match step.outcome {
        QueueStepOutcome::Bound(node) => desk.snapshot.nodes.get(node),
        _ => None,
    });
    nodes.collect()
}

/// The maximum number of pods of a queue whose recorded verdict is checked.
const VERDICTS: usize = 20;

/// The recorded verdicts of pods that a queue binds or evicts others for, if the pods' own cycles contradict them.
fn verdicts(desk: &mut Desk, objects: &Objects, options: &QueueOptions) -> Vec<RecordedVerdict> {
    let names = &objects.names;
    let steps = desk.known(options).map_or(&[][..], |run| &run.steps);
    let placed = steps.iter().filter(|step| {
        let outcome = &step.outcome;
        matches!(
            outcome,
            QueueStepOutcome::Bound(_) | QueueStepOutcome::Preempts(..)
        )
    });
    let infos = placed.filter_map(|step| desk.snapshot.pods.get(step.pod));
    let has_verdict = |info: &&PodInfo| !desk.needs.verdict(&info.pod).is_empty();
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
        let of_pod = desk.contradicted((&pod, options.profile.of_pods()), objects)?;
        Some(RecordedVerdict {
            pod: Some(pod.as_str().into()),
            ..of_pod
        })
    });
    found.collect()
}

impl Engine<'_, Desks> {
    /// Schedules the pending pods one after another.
    pub fn queue(&mut self, options: &QueueOptions) -> Answered<QueueAnswer> {
        let (desk, input) = self.desk(options.kubernetes_version);
        let objects = input.objects();
        desk.played(objects, options);
        desk.ledger.read_as(options.profile.of_pods());
        let mut answer = match desk.known(options) {
            Some(played) => queue_answer(
                played,
                &desk.snapshot,
                &desk.budgets,
                &objects.names,
                options,
            ),
            None => QueueAnswer::default(),
        };
        let verdicts = verdicts(desk, objects, options);
        answer.hanging = desk.hanging(&objects.names, options);
        let mut choosing = PodsWithChoice::default();
        let uses = Scheduling {
            nodes: bound_to(desk, options),
            verdicts,
            ..simulated(desk, &[options], &mut choosing)
        };
        desk.answered(answer, input, None, Uses::Schedules(uses))
    }

    /// Computes at most this many further steps of the queue.
    pub(crate) fn advance_queue(
        &mut self,
        options: &QueueOptions,
        steps: usize,
    ) -> Option<Progress> {
        let (desk, input) = self.desk(options.kubernetes_version);
        let objects = input.objects();
        desk.play_on(objects, options, steps).map(Progress::new)
    }

    /// The nodes, pods and quotas after a step of the queue.
    pub fn queue_step(&mut self, options: &QueueStepOptions) -> Answered<QueueStepAnswer> {
        // A step depends on the whole queue, and has its findings.
        let queue = self.queue(&QueueOptions {
            limit: 0,
            ..options.queue.clone()
        });
        let (desk, input) = self.desk(options.queue.kubernetes_version);
        let names = &input.objects().names;
        desk.ledger.read_as(options.queue.profile.of_pods());
        let moment = desk.known(&options.queue).and_then(|played| {
            let before = (&desk.snapshot, &desk.ledger);
            queue_moment(played, before, &desk.budgets, names, options)
        });
        queue.map(|_| moment.unwrap_or_default())
    }

    /// The limits on the nodes after the queue, for each scorer side by side.
    pub fn queue_limits(&mut self, options: &QueueLimitsOptions) -> Answered<QueueLimitsAnswer> {
        let queues = options.queues();
        let (desk, input) = self.desk(options.kubernetes_version);
        for queue in &queues {
            desk.played(input.objects(), queue);
        }
        let runs = queues
            .iter()
            .filter_map(|queue| Some((queue, desk.known(queue)?)));
        let runs: Vec<_> = runs.collect();
        let answer = queue_limits(&runs, &desk.snapshot, options, &input.objects().names);
        let queues: Vec<&QueueOptions> = queues.iter().collect();
        let mut choosing = PodsWithChoice::default();
        let uses = simulated(desk, &queues, &mut choosing);
        desk.answered(answer, input, None, Uses::Schedules(uses))
    }

    /// Computes at most this many further steps of one of the compared queues.
    pub(crate) fn advance_queue_limits(
        &mut self,
        options: &QueueLimitsOptions,
        steps: usize,
    ) -> Option<Progress> {
        let queues = options.queues();
        let (desk, input) = self.desk(options.kubernetes_version);
        let objects = input.objects();
        let mut played = 0;
        for (at, queue) in queues.iter().enumerate() {
            if let Some((done, of)) = desk.play_on(objects, queue, steps) {
                // Assumes that the remaining queues are about as long.
                let rest = ((queues.len() - at - 1) as u64).saturating_mul(of);
                let of = of.saturating_add(rest);
                return Some(Progress::new((played + done, played.saturating_add(of))));
            }
            played += desk.known(queue).map_or(0, |run| run.steps.len() as u64);
        }
        None
    }
}
