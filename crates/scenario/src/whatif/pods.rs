//! What-ifs about nodes, pods and quotas. They do not modify the text or the counts.

use schedscope_answers::{
    pods::volumes::VolumeDependence,
    whatif::{
        change::{
            Change, ChangeAnswer, ChangeInOtherProfile, CycleAfter, PodMadeAnew, cycle_after,
        },
        options::{ChangeOptions, Want},
    },
};
use schedscope_checks::uses::{Scheduling, Scored, Uses};
use schedscope_objects::{
    id::PodId, kubernetes_version::KubernetesVersion, namespaced_name::NamedObject,
    not_looked_at::TouchedAnswer, objects::Objects, profile::Profile,
};
use schedscope_pods::node::NodeInfo;
use schedscope_quota::cycle::Cycle;
use schedscope_whatif::{
    Edit, Editor as _,
    pods::{PodCluster, PodQuestion, PodSearch, PodWant, without_releases},
};

use super::{
    change::told,
    search::{Searching, families},
    works::System,
};
use crate::{Answered, ClusterStates, Input, Pods, QuestionError, pods::ClusterState};

/// Counts all objects again, and simulates the cycle of a pod.
fn counted(
    edits: &[Edit],
    objects: &Objects,
    pod: &str,
    reading: (Profile, KubernetesVersion),
) -> Option<(PodCluster, Cycle)> {
    let mut pod_cluster = PodCluster::after(edits, objects, pod, reading)?;
    let cycle = pod_cluster.cycle(&objects.names)?;
    Some((pod_cluster, cycle))
}

/// The cycle of the pod under the other profile, if it does not meet `want`.
fn unwanted_cycle(
    objects: &Objects,
    pod_cluster: &mut PodCluster,
    profile: Profile,
    want: &PodWant,
) -> Option<CycleAfter> {
    pod_cluster.read_as(profile);
    let cycle = pod_cluster.cycle(&objects.names)?;
    let end = pod_cluster.end(&cycle, &objects.names);
    let is_met = pod_cluster.meets(want, &cycle, &objects.names);
    (!is_met).then(|| cycle_after(pod_cluster, &end, &objects.names))
}

/// What the node of a pod depends on, without edits.
fn dependence(
    (cluster, objects): (&ClusterState, &Objects),
    pod: &str,
    profile: Profile,
) -> Option<VolumeDependence> {
    let names = &objects.names;
    let id = cluster.snapshot.pod(pod, names)?;
    let info = cluster.snapshot.pods.get(id)?;
    if !info.depends_on_volumes() {
        return None;
    }
    let counted = (cluster.snapshot.clone(), cluster.ledger.clone());
    let cycle = PodCluster::counted(counted, objects, pod, profile)?.cycle(names)?;
    let passing = cycle.passing();
    let nodes = passing
        .iter()
        .filter_map(|node| cluster.snapshot.nodes.get(*node));
    let nodes: Vec<&NodeInfo> = nodes.collect();
    VolumeDependence::of(info, (&cluster.snapshot, names), &nodes)
}

/// The pods that a change removes or the pod evicts and that their controllers recreate. `objects` and `pod_cluster`
/// include the other edits.
fn made_anew(
    objects: &Objects,
    pod_cluster: Option<PodCluster>,
    (profile, want): (Profile, &PodWant),
    released: &[String],
) -> Vec<PodMadeAnew> {
    let names = &objects.names;
    let Some(mut pod_cluster) = pod_cluster else {
        return Vec::new();
    };
    pod_cluster.read_as(profile);
    let released = released
        .iter()
        .filter_map(|pod| pod_cluster.snapshot.pod(pod, names));
    let released: Vec<PodId> = released.collect();
    let found = pod_cluster.returning(want, &released, names).into_iter();
    let found = found.filter_map(|one| PodMadeAnew::new(one, &pod_cluster, names));
    found.collect()
}

/// The wanted outcome for a pod.
fn want_of(wanted: &Want, spares: Option<String>) -> PodWant {
    PodWant {
        admitted: wanted.admitted,
        on: wanted.on.clone(),
        spares,
        evicts_nobody: wanted.evicts_nobody,
    }
}

/// Parses the wanted outcome for a pod, with the pod as `namespace/name`.
fn asked_pod(
    input: &Input,
    cluster: &ClusterState,
    options: &ChangeOptions,
) -> Result<(String, PodWant), QuestionError> {
    let wanted = &options.want;
    let invalid = |message: &str| QuestionError::Invalid(message.to_owned());
    if !wanted.selects.is_empty() || !wanted.drops.is_empty() || wanted.count.is_some() {
        return Err(invalid("change.want: either of a pod or of clusters"));
    }
    if want_of(wanted, wanted.spares.as_ref().map(NamedObject::to_string)) == PodWant::default() {
        return Err(invalid("change.want: nothing is wanted of the pod"));
    }
    let names = &input.objects().names;
    let pod = wanted.pod.clone().unwrap_or_default();
    let key = cluster.key(&pod, names)?;
    let spares = wanted.spares.as_ref().map(|pod| cluster.key(pod, names));
    let want = want_of(wanted, spares.transpose()?);
    if let Some(node) = &want.on {
        let found = names.get(node).and_then(|node| cluster.snapshot.node(node));
        found.ok_or_else(|| QuestionError::NoNode(node.clone()))?;
    }
    Ok((key, want))
}

impl System<ChangeOptions> for ClusterStates {
    type Work = Searching<PodSearch>;
    type Answer = ChangeAnswer;

    fn begin(engine: &mut Pods<'_>, options: &ChangeOptions) -> Result<Self::Work, QuestionError> {
        let options = options.clone();
        let (cluster, input) = engine.cluster(options.kubernetes_version);
        let (pod, want) = asked_pod(input, cluster, &options)?;
        let counted = (cluster.snapshot.clone(), cluster.ledger.clone());
        Ok(Searching::new(move |on| {
            let question = PodQuestion {
                pod: &pod,
                want: &want,
                profile: options.decide.profile.of_pods(),
                families: families(&options),
                steps: options.max_steps,
            };
            PodSearch::new(on.trial, question, counted)
        }))
    }

    fn answer(
        engine: &mut Pods<'_>,
        options: &ChangeOptions,
        work: &mut Self::Work,
    ) -> Result<Answered<ChangeAnswer>, QuestionError> {
        let result = work.begun()?;
        let input = engine.input;
        let objects = input.objects();
        let no_pod = |key: &str| QuestionError::NoPod(key.to_owned());
        let version = engine.version(options.kubernetes_version);
        let (cluster, _) = engine.cluster(options.kubernetes_version);
        let (key, want) = asked_pod(input, cluster, options)?;
        let id = cluster.snapshot.pod(&key, &objects.names);
        let info = id.and_then(|id| cluster.snapshot.pods.get(id));
        let info = info.ok_or_else(|| no_pod(&key))?;
        let object = info.object(objects);
        let verdict = cluster.contradicted((&key, options.decide.profile.of_pods()), objects);
        let trial = &mut engine.edited_copy.of(input).trial;
        let found = result.search.so_far();
        let profile = options.decide.profile.of_pods();
        let reading = (profile, version);
        // Simulates each change once more, to report how the cycle ends, also under the other profile.
        let mut changes = Vec::new();
        // The choice between nodes affects whether a change works only if `want` names a node.
        let mut is_scored = want.on.is_some();
        for found in found.changes.iter().take(options.decide.limit) {
            if trial.apply(&found.edits)
                && let objects = trial.objects()
                && let Some((mut pod_cluster, cycle)) = result
                    .verified(&found.edits)
                    .or_else(|| counted(&found.edits, objects, &key, reading))
            {
                // Scores chose between several nodes.
                is_scored |= cycle.choice.is_some();
                let after = cycle_after(
                    &pod_cluster,
                    &pod_cluster.end(&cycle, &objects.names),
                    &objects.names,
                );
                let other = unwanted_cycle(objects, &mut pod_cluster, profile.other(), &want);
                let (rest, released) = without_releases(&found.edits);
                // Without a removed pod, the counts remain valid.
                let counted = if released.is_empty() {
                    Some(pod_cluster)
                } else {
                    trial.undo();
                    let is_made = rest.is_empty() || trial.apply(&rest);
                    is_made
                        .then(|| PodCluster::new(trial.objects(), &key, reading))
                        .flatten()
                };
                let anew = made_anew(trial.objects(), counted, (profile, &want), &released);
                changes.push((found, after, other, anew));
            }
            trial.undo();
        }
        let evicts = |after: &CycleAfter| !after.victims.is_empty();
        // Budgets affect the choice of victims, not whether preemption succeeds.
        let victims = want.spares.is_some()
            || result.evicts
            || changes.iter().any(|(_, after, ..)| evicts(after));
        let told = changes
            .into_iter()
            .map(|(found, after, other, anew)| Change {
                cycle: Some(after),
                made_anew: anew,
                other_profile: other.map(|cycle| ChangeInOtherProfile {
                    profile: profile.other(),
                    status: None,
                    message: String::new(),
                    selected: None,
                    cycle: Some(cycle),
                }),
                ..told(input, found)
            });
        let searched = (result.met, &*result.space, result.steps());
        let mut answer = ChangeAnswer::new(object, searched, &found, told.collect());
        answer.outside = result.outside.iter().copied().map(Into::into).collect();
        let (cluster, _) = engine.cluster(options.kubernetes_version);
        if result.met {
            answer.volume_dependence = dependence((cluster, objects), &key, profile);
        }
        let uses = Scheduling {
            scores: Scored::all_if(is_scored),
            ranks: true,
            evicts: true,
            victims,
            verdicts: verdict.into_iter().collect(),
            ..cluster.one(TouchedAnswer::SimulatePod, &key, objects)?
        };
        Ok(cluster.answered(answer, input, Some(&key), Uses::Schedules(uses)))
    }
}
