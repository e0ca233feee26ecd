//! What entries of the table have in common.

use super::{Counts, NotLookedAtReason, NotLookedAtRule, Subject, TouchedPods};
use crate::kubernetes_version::VersionedRule;

/// An entry about pods.
pub(super) const fn pods(path: &'static str, reason: NotLookedAtReason) -> NotLookedAtRule {
    NotLookedAtRule {
        subject: Subject::Pods,
        path,
        counts: Counts::Always,
        reason,
        pods: TouchedPods::Own,
        needs: None,
    }
}

/// An entry about a field of pods for which a node must declare a feature.
pub(super) const fn declared(path: &'static str) -> NotLookedAtRule {
    pods(path, NotLookedAtReason::DeclaredFeatures).since(VersionedRule::DeclaredFeatures)
}

/// An entry about a field of objects, or, without a path, about the objects.
pub(super) const fn objects(
    group: &'static str,
    kinds: &'static [&'static str],
    path: &'static str,
    reason: NotLookedAtReason,
    pods: TouchedPods,
) -> NotLookedAtRule {
    NotLookedAtRule {
        subject: Subject::Objects { group, kinds },
        path,
        counts: Counts::Always,
        reason,
        pods,
        needs: None,
    }
}

/// An entry about a source of a volume that Kubernetes translates for a CSI driver.
pub(super) const fn persistent_volume(path: &'static str) -> NotLookedAtRule {
    objects(
        "",
        &["PersistentVolume"],
        path,
        NotLookedAtReason::Volumes,
        TouchedPods::WithClaims,
    )
}

/// An entry about a field of an autoscaled VM.
pub(super) const fn vm(path: &'static str) -> NotLookedAtRule {
    objects(
        "vm.neon.tech",
        &["VirtualMachine"],
        path,
        NotLookedAtReason::VmSettings,
        TouchedPods::Every,
    )
}

/// An entry about a field of a hub's configuration.
pub(super) const fn hub(path: &'static str) -> NotLookedAtRule {
    objects(
        "operator.open-cluster-management.io",
        &["ClusterManager"],
        path,
        NotLookedAtReason::HubFeatures,
        TouchedPods::Every,
    )
}

/// An entry about how a `ManifestWorkReplicaSet` changes the clusters of its placements.
pub(super) const fn work(
    types: &'static [&'static str],
    reason: NotLookedAtReason,
) -> NotLookedAtRule {
    objects(
        "work.open-cluster-management.io",
        &["ManifestWorkReplicaSet"],
        "spec.placementRefs[].rolloutStrategy.type",
        reason,
        TouchedPods::Every,
    )
    .counting(Counts::IfOneOf(types))
}

/// An entry about a field of a scheduler's configuration.
pub(super) const fn configuration(path: &'static str) -> NotLookedAtRule {
    objects(
        "kubescheduler.config.k8s.io",
        &["KubeSchedulerConfiguration"],
        path,
        NotLookedAtReason::SchedulerConfiguration,
        TouchedPods::Every,
    )
}

/// An entry about a field of a profile.
pub(super) const fn in_profile(path: &'static str) -> NotLookedAtRule {
    NotLookedAtRule {
        pods: TouchedPods::OfProfile,
        ..configuration(path)
    }
}

/// An entry about a profile, or about the configuration if it has none.
pub(super) const fn profile(path: &'static str, reason: NotLookedAtReason) -> NotLookedAtRule {
    NotLookedAtRule {
        reason,
        ..in_profile(path).counting(Counts::Elsewhere)
    }
}

/// An entry about plugins that a configuration switches on.
pub(super) const fn enabled(path: &'static str) -> NotLookedAtRule {
    in_profile(path).counting(Counts::UnlessKnownPlugin)
}

/// An entry about plugins that a configuration switches off.
pub(super) const fn disabled(path: &'static str) -> NotLookedAtRule {
    in_profile(path).counting(Counts::IfNeededPlugin)
}

impl NotLookedAtRule {
    pub(super) const fn counting(mut self, counts: Counts) -> Self {
        self.counts = counts;
        self
    }

    pub(super) const fn since(mut self, rule: VersionedRule) -> Self {
        self.needs = Some(rule);
        self
    }
}

/// An entry about an annotation of a namespace.
pub(super) const fn namespace(path: &'static str) -> NotLookedAtRule {
    objects(
        "",
        &["Namespace"],
        path,
        NotLookedAtReason::NamespaceAdmission,
        TouchedPods::NewOfThis,
    )
}

/// An entry about what sets the replicas of a workload.
pub(super) const fn autoscaler(
    group: &'static str,
    kinds: &'static [&'static str],
) -> NotLookedAtRule {
    objects(
        group,
        kinds,
        "spec.scaleTargetRef.name",
        NotLookedAtReason::AutoscaledReplicas,
        TouchedPods::Every,
    )
}
