//! The release of Kubernetes whose kube-scheduler is reproduced, and the rules that differ between releases.

use schedscope_answer_macro::answer;
use std::sync::Arc;

use crate::{node::Node, word::Word as _, words};

words! {
    /// A minor release of Kubernetes whose kube-scheduler is modelled.
    pub enum KubernetesVersion {
        /// Kubernetes 1.35.
        V1_35 = "1.35",
        /// Kubernetes 1.36.
        V1_36 = "1.36",
        /// Kubernetes 1.37.
        V1_37 = "1.37",
    }
}

schedscope_options::words! {
    KubernetesVersion { "1.35" = V1_35, "1.36" = V1_36, "1.37" = V1_37, }
}

impl Default for KubernetesVersion {
    /// The version of a text whose nodes do not report one.
    fn default() -> Self {
        Self::V1_36
    }
}

/// A rule of kube-scheduler that differs between the modelled releases.
///
/// To model another release, add it to [`KubernetesVersion`], a row here for each rule that it changes, and the rule
/// itself next to the older one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VersionedRule {
    /// `NodeResourcesBalancedAllocation` scores by how much the pod improves the balance of a node.
    BalancedImprovement,
    /// `status.resources` and `status.allocatedResources` of a pod with requests as a whole count.
    PodLevelStatus,
    /// `ImageLocality` counts the images of volumes.
    ImageVolumes,
    /// The filter `NodeDeclaredFeatures` is on.
    DeclaredFeatures,
    /// A resized pod holds the largest of three sums over its containers: requested, allocated, and in effect. Before,
    /// the largest amount of each container counts.
    ResizedSums,
    /// A `namespaceSelector` of the incoming pod is matched with the labels of each namespace. Before, a selector that
    /// an empty set of labels satisfies covers every namespace.
    NamespaceSelectors,
    /// A pod with scheduling gates and a nominated node holds room on it.
    GatedNominations,
    /// A pod with volumes of a CSI driver that says `preventPodSchedulingIfMissing` needs a node with the driver.
    RequiredDrivers,
    /// `VolumeBinding` scores nodes by the storage that a pod's new volumes leave. Not reproduced.
    StorageCapacityScores,
    /// `CapacityScheduling` of scheduler-plugins panics in preemption if it is built with this release. Not reproduced.
    CapacitySchedulingPanics,
}

impl VersionedRule {
    /// The first release with the rule.
    pub const fn since(self) -> KubernetesVersion {
        match self {
            Self::BalancedImprovement
            | Self::PodLevelStatus
            | Self::ImageVolumes
            | Self::DeclaredFeatures
            | Self::CapacitySchedulingPanics => KubernetesVersion::V1_36,
            Self::ResizedSums
            | Self::NamespaceSelectors
            | Self::GatedNominations
            | Self::RequiredDrivers
            | Self::StorageCapacityScores => KubernetesVersion::V1_37,
        }
    }
}

impl KubernetesVersion {
    /// Whether kube-scheduler of this release has a rule.
    #[inline]
    pub const fn has(self, rule: VersionedRule) -> bool {
        self.is_at_least(rule.since())
    }

    /// Whether this is a release or a later one.
    #[inline]
    pub const fn is_at_least(self, other: Self) -> bool {
        self as u8 >= other as u8
    }

    /// The minor number: 36 for Kubernetes 1.36.
    fn minor(self) -> u32 {
        let number = self.word().strip_prefix("1.");
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    }
}

words! {
    /// Where the assumed version of Kubernetes comes from. `option`: the option `kubernetesVersion`. `nodes`: the
    /// newest minor version that nodes report in `status.nodeInfo.kubeletVersion`. `default`: no node reports one.
    #[derive(Default)]
    pub enum VersionSource {
        /// The option `kubernetesVersion`.
        Option = "option",
        /// The newest minor version that nodes report.
        Nodes = "nodes",
        /// No node reports a version.
        #[default]
        Default = "default",
    }
}

/// The version of Kubernetes that an answer assumes, and where it comes from.
#[answer(Default, Eq)]
pub struct AssumedVersion {
    /// The version: the answer is that of its kube-scheduler.
    pub version: KubernetesVersion,
    /// Where it comes from.
    pub source: VersionSource,
    /// The version that nodes report, if it is not modelled; `version` is the nearest. Absent: it is modelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capped: Option<String>,
}

impl AssumedVersion {
    /// The version that an answer assumes: that of the option, or of the nodes, or the default. O(nodes) without an
    /// option.
    pub fn new(option: Option<KubernetesVersion>, nodes: &[Arc<Node>]) -> Self {
        if let Some(version) = option {
            return Self {
                version,
                source: VersionSource::Option,
                capped: None,
            };
        }
        let Some(newest) = nodes.iter().filter_map(|node| node.kubelet_minor).max() else {
            return Self::default();
        };
        let mut modelled = KubernetesVersion::ALL.iter().map(|(version, _)| *version);
        // The newest modelled one that is not newer; for an older kubelet, the oldest.
        let oldest = modelled.next().unwrap_or_default();
        let version = modelled
            .take_while(|version| version.minor() <= newest)
            .last()
            .unwrap_or(oldest);
        Self {
            version,
            source: VersionSource::Nodes,
            capped: (version.minor() != newest).then(|| format!("1.{newest}")),
        }
    }
}

/// The minor number of a kubelet's version, such as 36 of `v1.36.2+k3s1`; `None`: the text is not a version of
/// Kubernetes.
pub fn minor_of(version: &str) -> Option<u32> {
    let rest = version.strip_prefix('v').unwrap_or(version);
    let rest = rest.strip_prefix("1.")?;
    let end = rest.find(|character: char| !character.is_ascii_digit());
    rest.get(..end.unwrap_or(rest.len()))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assumed(option: Option<KubernetesVersion>, kubelets: &[&str]) -> (&'static str, String) {
        let node = |version: &&str| {
            Arc::new(Node {
                kubelet_minor: minor_of(version),
                ..Node::default()
            })
        };
        let nodes: Vec<_> = kubelets.iter().map(node).collect();
        let AssumedVersion {
            version,
            source,
            capped,
        } = AssumedVersion::new(option, &nodes);
        let capped = capped.map_or_else(String::new, |capped| format!(" capped {capped}"));
        (version.word(), format!("{}{capped}", source.word()))
    }

    #[test]
    fn the_newest_kubelet_tells_the_version() {
        let cases: &[(&[&str], &str, &str)] = &[
            (&["v1.35.4", "v1.36.2+k3s1", "v1.35.0"], "1.36", "nodes"),
            (&["v1.37.0-gke.1042000"], "1.37", "nodes"),
            (&["v1.38.0-alpha.2"], "1.37", "nodes capped 1.38"),
            (&["v1.29.3-eks-adc7111"], "1.35", "nodes capped 1.29"),
            (&["v1.9.11"], "1.35", "nodes capped 1.9"),
            (
                &["kwok-v0.7.0", "fake", "", "v1.", "v2.36.0", "1.x"],
                "1.36",
                "default",
            ),
            (&["1.36"], "1.36", "nodes"),
            (&["v1.99999999999999999999.0"], "1.36", "default"),
        ];
        for (kubelets, version, source) in cases {
            assert_eq!(assumed(None, kubelets), (*version, (*source).to_owned()));
        }
        let option = Some(KubernetesVersion::V1_35);
        assert_eq!(assumed(option, &["v1.37.0"]), ("1.35", "option".to_owned()));
    }
}
