//! Names of pods, nodes and resources in answers about one pod.

use schedscope_objects::{
    id::{NodeId, PodId},
    names::Names,
    namespaced_name::NamespacedName,
};
use schedscope_pods::{
    fit::{Faults, FitContext, Misfit, ReasonContext},
    node::NodeInfo,
    snapshot::{ClusterSnapshot, PodInfo},
    volumes::{VolumeRefusal, foreign_claim_error},
};
use schedscope_quota::{
    admission::{Excess, QuotaRejection, QuotaRule},
    queue::StepVolumes,
};

use crate::{
    pods::{
        misfit::MisfitAnswer, volume_misfit::VolumeRefusalAnswer, volume_ties::VolumeTiesAnswer,
    },
    quota::rejection::{QuotaExcess, QuotaRejectionAnswer},
};

/// The names for an answer, and the pod that it is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnswerNames<'a> {
    pub(crate) snapshot: &'a ClusterSnapshot,
    pub(crate) names: &'a Names,
    pub(crate) pod: &'a PodInfo,
}

impl AnswerNames<'_> {
    pub(crate) fn node(&self, node: NodeId) -> String {
        let node = self.snapshot.nodes.get(node);
        node.map_or_else(String::new, |node| node.name.clone())
    }

    pub(crate) fn infos(&self, nodes: &[NodeId]) -> Vec<&NodeInfo> {
        let infos = nodes
            .iter()
            .filter_map(|node| self.snapshot.nodes.get(*node));
        infos.collect()
    }

    /// What is open about the volumes of the pod in a step of a queue.
    pub(crate) fn volume_ties(&self, open: Option<&StepVolumes>) -> Option<VolumeTiesAnswer> {
        let on = FitContext {
            snapshot: self.snapshot,
            pod: self.pod,
            names: self.names,
            faults: Faults::default(),
        };
        open.and_then(|open| VolumeTiesAnswer::new(&open.ties, &open.after, on))
    }

    pub(crate) fn pod(&self, pod: PodId) -> NamespacedName {
        let pod = self.snapshot.pods.get(pod);
        pod.map_or_else(NamespacedName::default, |pod| {
            pod.namespaced_name(self.names)
        })
    }

    pub(crate) fn pods(&self, pods: &[PodId]) -> Vec<NamespacedName> {
        pods.iter().map(|pod| self.pod(*pod)).collect()
    }

    /// Those of the pods that are terminating already.
    pub(crate) fn terminating(&self, pods: &[PodId]) -> Vec<NamespacedName> {
        let infos = pods.iter().filter_map(|pod| self.snapshot.pods.get(*pod));
        let infos = infos.filter(|info| info.terminating);
        infos.map(|info| info.namespaced_name(self.names)).collect()
    }

    /// The error with which upstream fails because of a pod that has an ephemeral claim that it does not control.
    pub(crate) fn foreign_claim_error(&self, pod: Option<PodId>) -> Option<String> {
        foreign_claim_error(self.snapshot.pods.get(pod?)?, self.names)
    }

    pub(crate) fn name(&self, pod: PodId) -> String {
        let pod = self.snapshot.pods.get(pod);
        pod.map_or_else(String::new, |pod| pod.name(self.names))
    }

    pub(crate) fn misfit(&self, node: NodeId, misfit: &Misfit) -> MisfitAnswer {
        MisfitAnswer::new(misfit, self.snapshot, self.names, (self.pod, node))
    }

    /// What messages about the pod need.
    pub(crate) fn reasons(&self) -> ReasonContext<'_> {
        ReasonContext {
            resources: &self.snapshot.resources,
            pod: self.pod,
            names: self.names,
        }
    }

    pub(crate) fn refusal(&self, refusal: Option<VolumeRefusal>) -> Option<VolumeRefusalAnswer> {
        let of = |refusal| VolumeRefusalAnswer::new(refusal, self.snapshot, self.names, self.pod);
        refusal.map(of)
    }

    pub(crate) fn rejection(&self, rejection: &QuotaRejection) -> QuotaRejectionAnswer {
        let key = self.pod.key(self.names);
        let start = format!("Pod {key} is rejected in PreFilter because ");
        let why = match rejection.rule {
            QuotaRule::OverMax => {
                let namespace = &self.names[self.pod.pod.namespace];
                format!("ElasticQuota {namespace} is more than Max")
            }
            QuotaRule::OverAggregatedMin => "total ElasticQuota used is more than min".to_owned(),
        };
        let first = self.excess(&rejection.excess);
        QuotaRejectionAnswer {
            reason: rejection.rule,
            resource: first.resource,
            would_use: first.would_use,
            bound: first.bound,
            unlisted: first.unlisted,
            others: rejection.others.iter().map(|of| self.excess(of)).collect(),
            message: start + &why,
        }
    }

    fn excess(&self, of: &Excess) -> QuotaExcess {
        QuotaExcess {
            resource: self.snapshot.resources.name(of.resource).to_owned(),
            would_use: of.would_use,
            bound: of.bound,
            unlisted: of.is_unlisted,
        }
    }
}
