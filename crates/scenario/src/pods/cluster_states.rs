//! The counts of the text for each version of Kubernetes that questions are about.

use schedscope_objects::{
    kubernetes_version::{AssumedVersion, KubernetesVersion},
    objects::Objects,
};

use super::ClusterState;
use crate::{Engine, Input};

/// The counts of the text, one for each release of Kubernetes that questions are about.
#[derive(Debug, Default)]
pub struct ClusterStates {
    by_version: Vec<ClusterState>,
    /// The version for questions that do not name one; `None`: the nodes say.
    chosen: Option<KubernetesVersion>,
    /// What the nodes say, and the epoch of the nodes that it comes from.
    of_nodes: Option<(u64, AssumedVersion)>,
}

impl ClusterStates {
    /// Sets the version that questions assume if their options do not name one. Returns whether it was another one.
    pub(crate) fn assume(&mut self, version: Option<KubernetesVersion>) -> bool {
        std::mem::replace(&mut self.chosen, version) != version
    }

    /// The version that a question assumes; `option`: that of its options. O(nodes) after they changed.
    fn assumed(&mut self, option: Option<KubernetesVersion>, objects: &Objects) -> AssumedVersion {
        if option.or(self.chosen).is_some() {
            return AssumedVersion::new(option.or(self.chosen), &[]);
        }
        let epoch = objects.pod_journal.epoch;
        let known = self.of_nodes.take().filter(|(known, _)| *known == epoch);
        let known = known.unwrap_or_else(|| (epoch, AssumedVersion::new(None, &objects.nodes)));
        self.of_nodes.insert(known).1.clone()
    }

    /// The counts for the current text.
    pub(crate) fn of(
        &mut self,
        option: Option<KubernetesVersion>,
        objects: &Objects,
    ) -> &mut ClusterState {
        let assumed = self.assumed(option, objects);
        let is_of = |cluster: &ClusterState| cluster.version.version == assumed.version;
        // Those of a former text are not used again.
        let epoch = Some(objects.pod_journal.epoch);
        self.by_version
            .retain(|cluster| is_of(cluster) || cluster.epoch == epoch);
        let known = self.by_version.iter().position(is_of);
        let at = known.unwrap_or(self.by_version.len());
        if known.is_none() {
            self.by_version.push(ClusterState::default());
        }
        let cluster = &mut self.by_version[at];
        cluster.version = assumed;
        cluster.follow(objects);
        cluster
    }
}

impl<'a> Engine<'a, ClusterStates> {
    /// The version of Kubernetes that a question assumes; `option`: that of its options.
    pub(crate) fn version(&mut self, option: Option<KubernetesVersion>) -> KubernetesVersion {
        self.state.assumed(option, self.input.objects()).version
    }

    /// The counts of the text for a version of Kubernetes; `None`: the one that is assumed. And the text.
    pub(crate) fn cluster(
        &mut self,
        version: Option<KubernetesVersion>,
    ) -> (&mut ClusterState, &'a Input) {
        let input = self.input;
        (self.state.of(version, input.objects()), input)
    }
}
