//! Why a pod does not fit a node.

use schedscope_objects::{
    id::{NodeId, PodId},
    names::{Names, Symbol},
    pod::HostPort,
    scheduler_configuration::Filter,
    taint::Taint,
    words,
};

use super::{FitContext, Shortage};
use crate::{
    amounts::{ResourceId, ResourceNames},
    snapshot::PodInfo,
    volumes::{VolumeMisfit, VolumeReason},
};

words! {
    /// Whether preemption could help. `Unschedulable`: evictions might make room; `UnschedulableAndUnresolvable`: they
    /// cannot.
    #[derive(Default)]
    pub enum FitCode {
        /// Evicting pods might make room.
        #[default]
        Unschedulable = "Unschedulable",
        /// Nothing that can be evicted is in the way.
        UnschedulableAndUnresolvable = "UnschedulableAndUnresolvable",
    }
}

/// Why a pod does not fit a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The node is cordoned.
    Cordoned,
    /// The pod names another node.
    OtherNode,
    /// A taint is not tolerated.
    Taint(Taint),
    /// The node selector or the required node affinity does not match.
    Affinity,
    /// The affinity that the profile of the pod's scheduler adds does not match.
    AddedAffinity,
    /// A port is taken.
    Ports(PortConflict),
    /// There is too little of something.
    Resources {
        /// The node holds as many pods as it may.
        too_many_pods: bool,
        /// The missing resources.
        short: Vec<Shortage>,
    },
    /// The volumes of the pod keep it away.
    Volumes(VolumeMisfit),
    /// A spread constraint would be broken.
    Spread(Box<SpreadMisfit>),
    /// A required term of pod affinity or anti-affinity does not hold.
    PodAffinity(Box<PodAffinityMisfit>),
}

/// A port of the node that the pod wants and another pod has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortConflict {
    /// What the pod wants.
    pub wanted: HostPort,
    /// What the other pod has.
    pub used: HostPort,
    /// The other pod.
    pub pod: PodId,
}

/// A topology spread constraint that a node would break.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpreadMisfit {
    /// `topologyKey`.
    pub key: Symbol,
    /// The value of the node; `None`: the node does not have the key, and nothing else is counted.
    pub value: Option<Symbol>,
    /// How many pods of the domain match.
    pub count: i64,
    /// Whether the pod itself matches, and would be one more.
    pub counts_itself: bool,
    /// The smallest number of matching pods in a domain.
    pub min: i64,
    /// The first domain with that number, one that has a `least_node` first; `None`: there are too few domains.
    pub least: Option<Symbol>,
    /// A node of that domain if all that count there are closed to the pod by a cordon or a taint, and whether it is
    /// by a cordon.
    pub least_node: Option<(NodeId, bool)>,
    /// `maxSkew`.
    pub max_skew: i64,
    /// The number of domains.
    pub domains: usize,
    /// `minDomains`: with fewer domains the smallest number is 0.
    pub min_domains: usize,
}

words! {
    /// Which check of `InterPodAffinity` fails, in the order in which they are made.
    #[derive(Default)]
    pub enum PodAffinityCheck {
        /// Pods that the pod wants to be near.
        #[default]
        Affinity = "affinity",
        /// Pods that the pod wants to be away from.
        AntiAffinity = "anti-affinity",
        /// Pods that want to be away from the pod.
        ExistingAntiAffinity = "existing-anti-affinity",
    }
}

/// A required term of pod affinity or anti-affinity that a node does not meet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PodAffinityMisfit {
    /// Which check fails.
    pub check: PodAffinityCheck,
    /// `topologyKey`.
    pub key: Symbol,
    /// The value of the node; `None`: it does not have the key.
    pub value: Option<Symbol>,
    /// The index of the term in the list of its owner.
    pub term: usize,
    /// A pod in the domain that is in the way; `None`: a pod is missing.
    pub pod: Option<PodId>,
}

impl Misfit {
    /// Whether preemption could help: it could not if the pod requests more than the whole node has.
    pub fn code(&self) -> FitCode {
        let is_curable = match self {
            Self::Resources { short, .. } => short.iter().all(|s| s.requested <= s.allocatable),
            Self::Ports(_) => true,
            Self::Volumes(misfit) => return misfit.code(),
            Self::Spread(misfit) => misfit.value.is_some(),
            Self::PodAffinity(misfit) => misfit.check != PodAffinityCheck::Affinity,
            _ => false,
        };
        if is_curable {
            FitCode::Unschedulable
        } else {
            FitCode::UnschedulableAndUnresolvable
        }
    }

    /// The filter that rejects the node.
    pub fn filter(&self) -> Filter {
        match self {
            Self::Cordoned => Filter::NodeUnschedulable,
            Self::OtherNode => Filter::NodeName,
            Self::Taint(_) => Filter::TaintToleration,
            Self::Affinity | Self::AddedAffinity => Filter::NodeAffinity,
            Self::Ports(_) => Filter::NodePorts,
            Self::Resources { .. } => Filter::NodeResourcesFit,
            Self::Volumes(misfit) => misfit.filter(),
            Self::Spread(_) => Filter::PodTopologySpread,
            Self::PodAffinity(_) => Filter::InterPodAffinity,
        }
    }

    /// Its reasons, in Kubernetes' order.
    pub fn each_reason(&self, visit: &mut dyn FnMut(MisfitReason)) {
        visit(match self {
            Self::Cordoned => MisfitReason::Cordoned,
            Self::OtherNode => MisfitReason::OtherNode,
            Self::Taint(_) => MisfitReason::Taint,
            Self::Affinity => MisfitReason::Affinity,
            Self::AddedAffinity => MisfitReason::AddedAffinity,
            Self::Ports(_) => MisfitReason::Ports,
            Self::Volumes(misfit) => return misfit.each_reason(visit),
            Self::Spread(misfit) if misfit.value.is_none() => MisfitReason::SpreadLabel,
            Self::Spread(_) => MisfitReason::Spread,
            Self::PodAffinity(misfit) => MisfitReason::PodAffinity(misfit.check),
            Self::Resources {
                too_many_pods,
                short,
            } => {
                if *too_many_pods {
                    visit(MisfitReason::Pods);
                }
                for shortage in short {
                    visit(MisfitReason::Resource(shortage.resource));
                }
                return;
            }
        });
    }

    /// Kubernetes' messages.
    pub fn reasons(&self, about: ReasonContext<'_>) -> Vec<String> {
        let mut reasons = Vec::new();
        self.each_reason(&mut |reason| reasons.push(reason.text(about)));
        reasons
    }
}

/// One reason why a pod does not fit a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisfitReason {
    /// The node is cordoned.
    Cordoned,
    /// The pod names another node.
    OtherNode,
    /// A taint is not tolerated.
    Taint,
    /// The node selector or the required node affinity does not match.
    Affinity,
    /// The affinity that the profile of the pod's scheduler adds does not match.
    AddedAffinity,
    /// A port is taken.
    Ports,
    /// The node holds as many pods as it may.
    Pods,
    /// There is too little of a resource.
    Resource(ResourceId),
    /// The volumes of the pod keep it away.
    Volumes(VolumeReason),
    /// A spread constraint would be broken.
    Spread,
    /// The node does not have the key of a spread constraint.
    SpreadLabel,
    /// A required term of pod affinity or anti-affinity does not hold.
    PodAffinity(PodAffinityCheck),
}

/// What a message is about.
#[derive(Clone, Copy, Debug)]
pub struct ReasonContext<'a> {
    pub resources: &'a ResourceNames,
    pub pod: &'a PodInfo,
    /// The texts of symbols.
    pub names: &'a Names,
}

impl<'a> From<FitContext<'a>> for ReasonContext<'a> {
    fn from(on: FitContext<'a>) -> Self {
        Self {
            resources: &on.snapshot.resources,
            pod: on.pod,
            names: on.names,
        }
    }
}

impl MisfitReason {
    /// Kubernetes' message.
    pub fn text(self, about: ReasonContext<'_>) -> String {
        let text = match self {
            Self::Cordoned => "node(s) were unschedulable",
            Self::OtherNode => "node(s) didn't match the requested node name",
            Self::Taint => "node(s) had untolerated taint(s)",
            Self::Affinity => "node(s) didn't match Pod's node affinity/selector",
            Self::AddedAffinity => "node(s) didn't match scheduler-enforced node affinity",
            Self::Ports => "node(s) didn't have free ports for the requested pod ports",
            Self::Pods => "Too many pods",
            Self::Resource(resource) => {
                return format!("Insufficient {}", about.resources.name(resource));
            }
            Self::Volumes(reason) => return reason.text(about.pod, about.names),
            Self::Spread => "node(s) didn't match pod topology spread constraints",
            Self::SpreadLabel => {
                "node(s) didn't match pod topology spread constraints (missing required label)"
            }
            Self::PodAffinity(PodAffinityCheck::Affinity) => {
                "node(s) didn't match pod affinity rules"
            }
            Self::PodAffinity(PodAffinityCheck::AntiAffinity) => {
                "node(s) didn't match pod anti-affinity rules"
            }
            Self::PodAffinity(PodAffinityCheck::ExistingAntiAffinity) => {
                "node(s) didn't satisfy existing pods anti-affinity rules"
            }
        };
        text.to_owned()
    }
}

/// How many misfits have each reason, in the order of the first of each. O(misfits x reasons).
pub fn count_reasons<'a>(misfits: impl Iterator<Item = &'a Misfit>) -> Vec<(MisfitReason, usize)> {
    let mut counts: Vec<(MisfitReason, usize)> = Vec::new();
    for misfit in misfits {
        misfit.each_reason(
            &mut |reason| match counts.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => counts.push((reason, 1)),
            },
        );
    }
    counts
}
