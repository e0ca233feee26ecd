//! The counts of the text for each version of Kubernetes that questions are about.

use schedscope_objects::{
    kubernetes_version::{AssumedVersion, KubernetesVersion},
    objects::Objects,
};
use schedscope_reader::Reader;

use super::Desk;
use crate::{Scenario, whatif::World};

/// The counts of the text, one for each release of Kubernetes that questions are about.
#[derive(Debug, Default)]
pub(crate) struct Desks {
    by_version: Vec<Desk>,
    /// The version for questions that do not name one; `None`: the nodes say.
    chosen: Option<KubernetesVersion>,
    /// What the nodes say, and the epoch of the nodes that it comes from.
    of_nodes: Option<(u64, AssumedVersion)>,
}

impl Desks {
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
    fn of(&mut self, option: Option<KubernetesVersion>, objects: &Objects) -> &mut Desk {
        let assumed = self.assumed(option, objects);
        let is_of = |desk: &Desk| desk.version.version == assumed.version;
        // Those of a former text are not used again.
        let epoch = Some(objects.pod_journal.epoch);
        self.by_version
            .retain(|desk| is_of(desk) || desk.epoch == epoch);
        let known = self.by_version.iter().position(is_of);
        let at = known.unwrap_or(self.by_version.len());
        if known.is_none() {
            self.by_version.push(Desk::default());
        }
        let desk = &mut self.by_version[at];
        desk.version = assumed;
        desk.follow(objects);
        desk
    }
}

impl Scenario {
    /// Sets the version of Kubernetes that questions about pods assume if their options do not name one. `None`: the
    /// newest one that nodes report.
    pub fn assume_version(&mut self, version: Option<KubernetesVersion>) {
        if self.desks.chosen != version {
            self.desks.chosen = version;
            // What-ifs in progress are of the version before.
            self.world = World::default();
        }
    }

    /// The version of Kubernetes that a question assumes; `option`: that of its options.
    pub(crate) fn assumed_version(&mut self, option: Option<KubernetesVersion>) -> AssumedVersion {
        self.desks.assumed(option, self.input.objects())
    }

    /// The counts for the current text, for a version of Kubernetes; `None`: the one that is assumed.
    pub(crate) fn desk(&mut self, version: Option<KubernetesVersion>) -> (&mut Desk, &Objects) {
        let objects = self.input.objects();
        (self.desks.of(version, objects), objects)
    }

    /// The same, and the reader.
    pub(crate) fn desk_and_reader(
        &mut self,
        version: Option<KubernetesVersion>,
    ) -> (&mut Desk, &Reader) {
        let desk = self.desks.of(version, self.input.objects());
        (desk, &self.input.reader)
    }
}
