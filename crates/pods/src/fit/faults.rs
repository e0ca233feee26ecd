//! Faults of Kubernetes 1.35 that decide where a pod goes.

use schedscope_objects::{profile::Profile, words};

use crate::matching::NamespaceRule;

words! {
    /// A fault of Kubernetes 1.35.
    pub enum Fault {
        /// A `namespaceSelector` of the incoming pod that an empty set of labels satisfies covers every namespace.
        NsSelector = "nsSelector",
        /// Preemption counts terminating pods, and all pods for an empty selector, when it takes pods out, although
        /// they were not counted before.
        SpreadDryRun = "spreadDryRun",
        /// If two pods of a node have the same port, taking one of them out frees it.
        PortSet = "portSet",
    }
}

/// Some faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults(u8);

impl Faults {
    /// All of them.
    pub const ALL: [Fault; 3] = [Fault::NsSelector, Fault::SpreadDryRun, Fault::PortSet];

    /// The faults of a profile: `Upstream` has all, `Proposal` none.
    pub fn of(profile: Profile) -> Self {
        match profile {
            Profile::Upstream => Self::ALL
                .iter()
                .fold(Self(0), |faults, fault| Self(faults.0 | Self::bit(*fault))),
            Profile::Proposal => Self(0),
        }
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
        }
    }
}
