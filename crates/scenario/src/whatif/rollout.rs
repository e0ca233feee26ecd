//! A rollout.

use schedscope_answers::{
    quota::{
        cycle::{SimulatePodOptions, answer},
        marks::CycleMarks,
        resource_quota::ResourceQuotaAnswer,
    },
    whatif::rollout::{RolloutAnswer, RolloutOptions, rollout_answer},
};
use schedscope_checks::uses::{PodsWithChoice, Says, Scheduling, Scored, Uses};
use schedscope_objects::{diagnostic::ObjectName, namespaced_name::NamedObject, objects::Objects};
use schedscope_quota::queue::QueueStepOutcome;
use schedscope_whatif::pods::rollout::{RolloutInput, Rollouts};

use super::{
    unknown,
    works::{LongWork, System, WorkInput},
};
use crate::{Answered, ClusterStates, Pods, QuestionError};

/// The kinds that replace their pods when their template changes.
const KINDS: [&str; 3] = ["Deployment", "StatefulSet", "DaemonSet"];

impl System<RolloutOptions> for ClusterStates {
    type Work = Rollouts;
    type Answer = RolloutAnswer;

    fn begin(engine: &mut Pods<'_>, options: &RolloutOptions) -> Result<Rollouts, QuestionError> {
        let version = engine.version(options.kubernetes_version);
        let objects = engine.input.objects();
        let no_workload = || unknown::workload(objects, &options.object, &KINDS);
        let input = RolloutInput {
            objects,
            workload: workload(objects, &options.object).ok_or_else(no_workload)?,
            settings: &options.settings(),
            version,
        };
        Rollouts::new(&input).ok_or_else(no_workload)
    }

    fn answer(
        engine: &mut Pods<'_>,
        options: &RolloutOptions,
        found: &mut Rollouts,
    ) -> Result<Answered<RolloutAnswer>, QuestionError> {
        let (cluster, input) = engine.cluster(options.kubernetes_version);
        let profile = options.profile.of_pods();
        let names = found.rollout.objects.names.clone();
        let waiting = found.rollout.pending().into_iter().next();
        let blocked = waiting.and_then(|(pod, refusals)| {
            let asked = SimulatePodOptions {
                pod: NamedObject::default(),
                profile: options.profile,
                kubernetes_version: options.kubernetes_version,
                offset: 0,
                limit: options.limit,
            };
            let blocked = found
                .rollout
                .cycle(pod, |snapshot, ledger, budgets, cycle| {
                    let pod = snapshot.pods.get(pod)?;
                    let of = (profile, cycle);
                    let marks = CycleMarks::of(snapshot, ledger, budgets, pod, &names, of);
                    Some(answer(
                        snapshot,
                        ledger,
                        pod,
                        (cycle, &marks),
                        &names,
                        &asked,
                    ))
                });
            let mut blocked = blocked.flatten()?;
            blocked.resource_quota = ResourceQuotaAnswer::new(&refusals, &names);
            Some(blocked)
        });
        let answer = rollout_answer(found, blocked, options);
        let rollout = &found.rollout;
        let steps = rollout.simulation().steps();
        let chosen = steps.iter().filter(|step| step.had_choice);
        let choosing = PodsWithChoice::these(chosen.map(|step| step.pod), rollout.snapshot());
        let is_bound = |outcome: &QueueStepOutcome| matches!(outcome, QueueStepOutcome::Bound(_));
        let queue = Scheduling::queue(&cluster.snapshot);
        // The pods that the rollout creates need the same objects, all of them alike.
        let created = steps
            .iter()
            .filter_map(|step| rollout.snapshot().pods.get(step.pod));
        let created = created.filter(|info| info.replica.is_some()).take(1);
        let objects = input.objects();
        let of = workload(objects, &options.object).and_then(|at| objects.workloads.get(at));
        let uses = Scheduling {
            pods: queue.pods.iter().copied().chain(created).collect(),
            scores: Scored::Some(&choosing),
            evicts: steps.iter().any(|step| !is_bound(&step.outcome)),
            victims: answer.evicted.is_some(),
            says: Says {
                volumes: true,
                ..Says::default()
            },
            makes: of.map(|of| (of.kind, of.namespace, of.name)),
            ..queue
        };
        Ok(cluster.answered(answer, input, None, Uses::Schedules(uses)))
    }
}

impl LongWork for Rollouts {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        self.advance(on.objects, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.progress()
    }
}

/// The workload of a kind, a namespace and a name; an empty namespace is `default`.
fn workload(objects: &Objects, object: &ObjectName) -> Option<usize> {
    let names = &objects.names;
    let namespace = match object.namespace.as_str() {
        "" => "default",
        namespace => namespace,
    };
    objects.workloads.iter().position(|of| {
        names[of.kind] == *object.kind
            && names[of.namespace] == *namespace
            && names[of.name] == *object.name
    })
}
