//! Faults of Kubernetes that affect where a pod is scheduled.

use schedscope_objects::{
    kubernetes_version::{KubernetesVersion, VersionedRule},
    profile::Profile,
    words,
};

use super::{FitContext, Misfit, PeerState};
use crate::{
    matching::{AffinityTerm, NamespaceRule},
    volumes::has_exclusive_claim,
};

words! {
    /// A fault of Kubernetes.
    pub enum Fault {
        /// A `namespaceSelector` of the incoming pod that an empty set of labels satisfies covers every namespace.
        /// Fixed in 1.37, and in the patch releases of 1.34 to 1.36 of autumn 2026.
        NsSelector = "nsSelector",
        /// Preemption counts terminating pods, and all pods for an empty selector, when it takes pods out, although
        /// they were not counted before.
        SpreadDryRun = "spreadDryRun",
        /// If two pods of a node have the same port, taking one of them out frees it.
        PortSet = "portSet",
        /// The score for free resources ignores what the incoming pod requests as a whole.
        LeastPodLevel = "leastPodLevel",
        /// Claims that one pod may use are counted once for all their users, and each volume of an evicted pod that
        /// names one of them, in any namespace, takes 1 from that count.
        ReadWriteOncePod = "readWriteOncePod",
    }
}

/// The stages of a pod's cycle besides the filters.
#[derive(Clone, Copy, Debug)]
pub struct Undergone {
    /// Evictions were tried on a node.
    pub dry_runs: bool,
    /// The default profile scored nodes.
    pub scores: bool,
}

impl Fault {
    /// The rule of a later release without the fault.
    pub fn fixed_by(self) -> Option<VersionedRule> {
        match self {
            Self::NsSelector => Some(VersionedRule::NamespaceSelectors),
            Self::SpreadDryRun | Self::PortSet | Self::LeastPodLevel | Self::ReadWriteOncePod => {
                None
            }
        }
    }

    /// Whether the fault could decide something for a pod with these counts over other pods.
    ///
    /// O(terms of the pod), and O(pods) for a spread constraint.
    pub fn could_matter(self, on: FitContext<'_>, peers: &PeerState, beside: Undergone) -> bool {
        let FitContext { snapshot, pod, .. } = on;
        match self {
            Self::NsSelector => {
                let classes = snapshot.classes.as_ref();
                let terms = classes.and_then(|classes| classes.terms.get(pod.class.terms?));
                terms.is_some_and(|class| {
                    let terms = &class.terms;
                    let mut required = terms.affinity.iter().chain(&terms.anti_affinity);
                    let mut preferred = terms.preferred.iter().chain(&terms.avoided);
                    required.any(AffinityTerm::is_faulty)
                        || (beside.scores && preferred.any(|one| one.term.is_faulty()))
                })
            }
            Self::SpreadDryRun => {
                // Nominated pods are counted as in the dry run.
                let counts = beside.dry_runs || !snapshot.nominated.is_empty();
                let leaving = || snapshot.pods.iter().any(|pod| pod.terminating);
                let (spreads, is_empty) = peers.spreads();
                spreads && counts && (is_empty || leaving())
            }
            Self::PortSet => beside.dry_runs && peers.wants_ports(),
            Self::LeastPodLevel => beside.scores && pod.pod.resources.is_some(),
            Self::ReadWriteOncePod => {
                (beside.dry_runs || !snapshot.nominated.is_empty()) && has_exclusive_claim(on)
            }
        }
    }
}

/// Whether two verdicts on a node differ: in the filter that rejects it, or in whether evictions could help.
pub fn differ(one: &Result<(), Misfit>, two: &Result<(), Misfit>) -> bool {
    let verdict = |fit: &Result<(), Misfit>| {
        let misfit = fit.as_ref().err();
        misfit.map(|misfit| (misfit.filter(), misfit.code()))
    };
    verdict(one) != verdict(two)
}

/// Some faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults(u8);

impl Faults {
    /// All of them.
    pub const ALL: [Fault; 5] = [
        Fault::NsSelector,
        Fault::SpreadDryRun,
        Fault::PortSet,
        Fault::LeastPodLevel,
        Fault::ReadWriteOncePod,
    ];

    /// The faults of a profile: `Upstream` has all that its release of Kubernetes has, `Proposal` none.
    pub fn of(profile: Profile, version: KubernetesVersion) -> Self {
        match profile {
            Profile::Upstream => Self::in_release(version)
                .fold(Self(0), |faults, fault| Self(faults.0 | Self::bit(fault))),
            Profile::Proposal => Self(0),
        }
    }

    /// The faults that a release of Kubernetes has.
    pub fn in_release(version: KubernetesVersion) -> impl Iterator<Item = Fault> {
        let is_fixed = move |fault: &Fault| fault.fixed_by().is_some_and(|rule| version.has(rule));
        Self::ALL.into_iter().filter(move |fault| !is_fixed(fault))
    }

    /// Whether a fault is among them.
    pub fn has(self, fault: Fault) -> bool {
        self.0 & Self::bit(fault) != 0
    }

    /// All but one.
    #[must_use]
    pub fn without(self, fault: Fault) -> Self {
        Self(self.0 & !Self::bit(fault))
    }

    /// The same with one more or one less.
    #[must_use]
    pub fn flipped(self, fault: Fault) -> Self {
        Self(self.0 ^ Self::bit(fault))
    }

    /// How selectors of namespaces are matched in terms of the incoming pod.
    pub fn namespace_rule(self) -> NamespaceRule {
        if self.has(Fault::NsSelector) {
            NamespaceRule::LabelsOrNone
        } else {
            NamespaceRule::Labels
        }
    }

    fn bit(fault: Fault) -> u8 {
        match fault {
            Fault::NsSelector => 1,
            Fault::SpreadDryRun => 2,
            Fault::PortSet => 4,
            Fault::LeastPodLevel => 8,
            Fault::ReadWriteOncePod => 16,
        }
    }
}
