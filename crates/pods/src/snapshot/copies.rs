//! Pods that no text names, as copies of one that is there.

use std::sync::Arc;

use schedscope_objects::{
    id::{Id as _, PodId},
    names::Names,
    pod::Pod,
};

use super::{ClusterSnapshot, NamedClasses, PodInfo, Replica};
use crate::classes::{PodClasses, needs_classes};

impl ClusterSnapshot {
    /// Adds a pod that is on no node, made from `template`: a copy with this number, of a workload with this index.
    /// [`pod`](Self::pod) does not find it. O(containers x resources), and O(pods) where its selectors read other keys
    /// than those of the pods before it.
    pub fn add_copy(
        &mut self,
        (workload, number): (Option<u32>, u32),
        template: &Arc<Pod>,
        classes: NamedClasses<'_>,
        names: &Names,
    ) -> PodId {
        // Without a workload its owner counts, as for a pod of the text.
        let workload = workload.unwrap_or(u32::MAX);
        let replica = Some(Replica { workload, number });
        let template = classes.admitted(template);
        let info = PodInfo::new(
            template,
            replica,
            (classes, self.version),
            &mut self.resources,
            names,
        );
        let info = info.configured(&self.profiles, &self.resources);
        let mut info = info.with_volumes(self.storage.as_deref(), names);
        let id = PodId::new(self.pods.len());
        let is_known = match &mut self.classes {
            Some(classes) => classes.learn(id, &mut info, names),
            None => !needs_classes(&info.pod),
        };
        self.pods.push(info);
        self.list_claims_of(id);
        if !is_known {
            self.classes = PodClasses::new(&self.nodes, &mut self.pods, names);
        }
        id
    }
}
