//! More pods like some, and of workloads.

use schedscope_answers::{
    pods::{kubelet::KubeletRejectionAnswer, volumes::volume_names},
    quota::{
        cycle::{SimulatePodAnswer, SimulatePodOptions, answer},
        marks::CycleMarks,
        resource_quota::ResourceQuotaAnswer,
    },
    whatif::more::{
        MOST_LIKE, MoreAnswer, MoreLike, MoreOptions, MoreShapeAnswer, POD, more_answer, more_name,
        more_shape_answer,
    },
};
use schedscope_checks::uses::{Gives, PodsWithChoice, Says, Scheduling, Scored, Uses};
use schedscope_objects::{
    diagnostic::ObjectName,
    namespaced_name::{NamedObject, NotNamed},
    not_looked_at::TouchedAnswer,
    objects::Objects,
};
use schedscope_quota::{
    cycle::run,
    disruption::Budgets,
    queue::{QueueStepOutcome, SimulatedStep},
};
use schedscope_whatif::pods::more::{More, MoreOf};

use super::{
    sweep::wrong,
    unknown,
    works::{LongWork, System, WorkInput},
};
use crate::{
    Answered, ClusterStates, Pods, QuestionError, findings::not_named, pods::ClusterState,
};

impl System<MoreOptions> for ClusterStates {
    type Work = More;
    type Answer = MoreAnswer;

    fn begin(engine: &mut Pods<'_>, options: &MoreOptions) -> Result<More, QuestionError> {
        let (cluster, input) = engine.cluster(options.kubernetes_version);
        let objects = input.objects();
        let shapes = shapes(options, cluster, objects)?;
        let counted = (&cluster.snapshot, &cluster.ledger);
        let limits = (options.most, options.pending_first);
        let more = More::new(objects, counted, &shapes, options.settings(), limits);
        more.ok_or_else(|| wrong(NAME_ONE))
    }

    fn answer(
        engine: &mut Pods<'_>,
        options: &MoreOptions,
        found: &mut More,
    ) -> Result<Answered<MoreAnswer>, QuestionError> {
        let (cluster, input) = engine.cluster(options.kubernetes_version);
        let objects = input.objects();
        let names = &objects.names;
        let shapes = shape_answers(found, (cluster, objects), options);
        let next = || shapes.iter().filter_map(|shape| shape.next.as_ref());
        let victims = next().any(|next| !next.victims.is_empty());
        let evicts = next().any(|next| next.preemption.is_some());
        let answer = more_answer(found, shapes, names, options);
        let only = match &found.shapes[..] {
            [shape] => Some(shape.of),
            _ => None,
        };
        let key = only.and_then(|of| match of {
            MoreOf::Pod(pod) => cluster.snapshot.pods.get(pod).map(|info| info.key(names)),
            MoreOf::Workload(_) => None,
        });
        let profile = options.profile.of_pods();
        let verdict = match &key {
            Some(key) => cluster.contradicted((key, profile), objects),
            None => None,
        };
        let cluster = &*cluster;
        let pods = found.shapes.iter().filter_map(|shape| match shape.of {
            MoreOf::Pod(pod) => cluster.snapshot.pods.get(pod),
            MoreOf::Workload(_) => found.snapshot.pods.get(shape.first?),
        });
        let pods: Vec<_> = pods.collect();
        let makes = found.shapes.iter().find_map(|shape| match shape.of {
            MoreOf::Workload(at) => objects.workloads.get(at),
            MoreOf::Pod(_) => None,
        });
        let alone = Scheduling {
            feasible: answer.nodes_total,
            scores: Scored::all_if(found.had_choice),
            evicts,
            victims,
            gives: Gives::nodes_if(answer.count > 0),
            verdicts: verdict.into_iter().collect(),
            says: Says {
                volumes: true,
                ..Says::default()
            },
            makes: makes.map(|of| (of.kind, of.namespace, of.name)),
            ..Scheduling::new(TouchedAnswer::SimulatePod, pods.iter().copied())
        };
        let Some(queue) = found.queue() else {
            return Ok(cluster.answered(answer, input, key.as_deref(), Uses::Schedules(alone)));
        };
        let steps = queue.steps();
        let is_bound = |step: &SimulatedStep| matches!(step.outcome, QueueStepOutcome::Bound(_));
        let preempts =
            |step: &SimulatedStep| matches!(step.outcome, QueueStepOutcome::Preempts(..));
        let of_queue = Scheduling::queue(&cluster.snapshot);
        let chosen = steps.iter().filter(|step| step.had_choice);
        let choosing = PodsWithChoice::these(chosen.map(|step| step.pod), queue.snapshot());
        let uses = Scheduling {
            pods: of_queue
                .pods
                .iter()
                .copied()
                .chain(pods.iter().copied())
                .collect(),
            scores: match alone.scores {
                Scored::None => Scored::Some(&choosing),
                all => all,
            },
            evicts: evicts || !steps.iter().all(is_bound),
            victims: victims || steps.iter().any(preempts),
            verdicts: alone.verdicts,
            says: alone.says,
            makes: alone.makes,
            ..of_queue
        };
        Ok(cluster.answered(answer, input, None, Uses::Schedules(uses)))
    }
}

impl LongWork for More {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        self.advance(on.objects, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.progress()
    }
}

/// Nothing is named.
const NAME_ONE: &str = "more: name `pod` or `like`";

/// What the new pods are like, and how many of each there are in a round.
fn shapes(
    options: &MoreOptions,
    cluster: &ClusterState,
    objects: &Objects,
) -> Result<Vec<(MoreOf, usize)>, QuestionError> {
    if options.like.len() > MOST_LIKE {
        return Err(wrong("more.like: expected at most 20 pods and workloads"));
    }
    let pod = options.pod.iter();
    let pod = pod.map(|pod| Ok((pod_of(pod, cluster, objects)?, 1)));
    let like = options.like.iter();
    let like = like.map(|like| Ok((of(like, cluster, objects)?, like.copies)));
    pod.chain(like).collect()
}

fn pod_of(
    pod: &NamedObject,
    cluster: &ClusterState,
    objects: &Objects,
) -> Result<MoreOf, QuestionError> {
    let key = cluster.key(pod, &objects.names)?;
    let pod = cluster.snapshot.pod(&key, &objects.names);
    pod.map(MoreOf::Pod).ok_or(QuestionError::NoPod(key))
}

fn of(like: &MoreLike, cluster: &ClusterState, objects: &Objects) -> Result<MoreOf, QuestionError> {
    let wanted_name = NamedObject {
        namespace: like.namespace.clone().filter(|of| !of.is_empty()),
        name: like.name.clone(),
    };
    if like.kind == POD {
        return pod_of(&wanted_name, cluster, objects);
    }
    let names = &objects.names;
    let workloads = objects.workloads.iter().enumerate();
    let alike =
        workloads.filter(|(_, of)| names[of.kind] == *like.kind && names[of.name] == *like.name);
    let found = wanted_name.among(alike.map(|(at, of)| (&names[of.namespace], at)));
    found.map(MoreOf::Workload).map_err(|why| match why {
        NotNamed::Absent => {
            let wanted = ObjectName {
                kind: like.kind.clone(),
                namespace: like.namespace.clone().unwrap_or_default(),
                name: like.name.clone(),
            };
            unknown::workload(objects, &wanted, &[&like.kind])
        }
        several @ NotNamed::Several(_) => {
            not_named(several, &wanted_name, "workloads", QuestionError::NoPod)
        }
    })
}

/// The cycle of the next copy of each shape, when no more like it fitted, and what is not known of volumes.
fn shape_answers(
    found: &mut More,
    (cluster, objects): (&ClusterState, &Objects),
    options: &MoreOptions,
) -> Vec<MoreShapeAnswer> {
    let names = &objects.names;
    let profile = options.profile.of_pods();
    let mut answers = Vec::new();
    for at in 0..found.shapes.len() {
        let Some(shape) = found.shapes.get(at) else {
            continue;
        };
        let (of, stop) = (shape.of, shape.stop.as_ref());
        let stop = stop.map(|stop| (stop.next, ResourceQuotaAnswer::new(&stop.refusals, names)));
        let stop = stop.and_then(|(next, resource_quota)| {
            let (snapshot, ledger) = found.at_stop(at);
            let info = snapshot.pods.get(next)?;
            let budgets: &Budgets = &cluster.budgets;
            let cycle = run(snapshot, ledger, budgets, info, names, profile);
            let marks = CycleMarks::of(snapshot, ledger, budgets, info, names, (profile, &cycle));
            let asked = SimulatePodOptions {
                pod: NamedObject::default(),
                profile: options.profile,
                kubernetes_version: options.kubernetes_version,
                offset: 0,
                limit: options.limit,
            };
            let next = SimulatePodAnswer {
                resource_quota,
                ..answer(snapshot, ledger, info, (&cycle, &marks), names, &asked)
            };
            Some((next, KubeletRejectionAnswer::of(info, snapshot, names)))
        });
        let (next, kubelet) = stop.map_or((None, None), |(next, kubelet)| (Some(next), kubelet));
        let object = more_name(of, found, objects);
        let Some(shape) = found.shapes.get(at) else {
            continue;
        };
        let info = match of {
            MoreOf::Pod(pod) => cluster.snapshot.pods.get(pod),
            MoreOf::Workload(_) => shape.first.and_then(|first| found.snapshot.pods.get(first)),
        };
        let volumes = info.map(|info| {
            let open = if info.depends_on_volumes() && matches!(of, MoreOf::Pod(_)) {
                &info.open_volumes
            } else {
                &shape.open
            };
            volume_names(info, open, &cluster.snapshot, names)
        });
        let volumes = volumes.unwrap_or_default();
        answers.push(more_shape_answer(shape, object, (next, kubelet), volumes));
    }
    answers
}
