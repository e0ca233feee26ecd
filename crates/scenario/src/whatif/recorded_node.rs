//! Why a pod is on its node.

use schedscope_answers::whatif::recorded_node::{
    RecordedNodeAnswer, RecordedNodeOptions, recorded_node_decision,
};
use schedscope_checks::uses::{Scheduling, Scored, Uses};
use schedscope_objects::{
    id::Id as _, namespaced_name::NamespacedName, not_looked_at::TouchedAnswer,
};
use schedscope_whatif::pods::recorded::{Recorded, RecordedPodKind};

use crate::{Answered, ClusterStates, Engine, QuestionError};

impl Engine<'_, ClusterStates> {
    /// Schedules a pod again that is on a node, with all other pods and without those that started later.
    ///
    /// # Errors
    /// The text does not have the pod, or it is on no node of the text.
    pub fn recorded_node(
        &mut self,
        options: &RecordedNodeOptions,
    ) -> Result<Answered<RecordedNodeAnswer>, QuestionError> {
        let version = self.version(options.kubernetes_version);
        let profile = options.profile.of_pods();
        let (cluster, input) = self.cluster(options.kubernetes_version);
        let objects = input.objects();
        let names = &objects.names;
        let key = cluster.key(&options.pod, names)?;
        let pod = cluster.snapshot.pod(&key, names);
        // Replicas that are still to be created follow the pods of the text, and are on no node.
        let pod = pod.and_then(|pod| objects.pods.get(pod.index()));
        let no_node = || {
            let why = ["recordedNode.pod: `", &key, "` is on no node of the input"];
            QuestionError::Invalid(why.concat())
        };
        let pod = pod.ok_or_else(no_node)?;
        let mut counted = Recorded::new(objects, profile, version);
        let now = recorded_node_decision(&mut counted, &key, names);
        let (node, now) = now.ok_or_else(no_node)?;
        let id = counted.snapshot.pod(&key, names).ok_or_else(no_node)?;
        let (later, untimed) = counted.later(id);
        let (fewest, decisions) = if now.kind == RecordedPodKind::Same {
            (None, 0)
        } else {
            counted.fewest(id, &later, names)
        };
        let later_total = later.len();
        let without = fewest.unwrap_or(later);
        let listed = without.iter().take(options.limit);
        let listed = listed.filter_map(|pod| counted.snapshot.pods.get(*pod));
        let listed = listed.map(|info| info.namespaced_name(names)).collect();
        let then = if without.is_empty() {
            None
        } else {
            counted.remove(&without);
            recorded_node_decision(&mut counted, &key, names)
        };
        let answer = RecordedNodeAnswer {
            pod: NamespacedName::new(pod.namespace, pod.name, names),
            node,
            mirror: pod.is_mirror,
            now,
            then: then.map(|(_, then)| then),
            without: listed,
            without_total: without.len(),
            later_total,
            decisions,
            untimed,
        };
        let feasible = answer.now.feasible;
        let uses = Scheduling {
            feasible,
            scores: Scored::all_if(feasible > 1),
            ..cluster.one(TouchedAnswer::SimulatePod, &key, objects)?
        };
        Ok(cluster.answered(answer, input, Some(&key), Uses::Schedules(uses)))
    }
}
