//! Quotas under a release of Kubernetes for which `CapacityScheduling` does not work.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::Severity,
    kubernetes_version::{KubernetesVersion, VersionedRule},
    word::Word as _,
};

use crate::{
    Check, Fact,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::after(Severity::Info, rule);

/// `CapacityScheduling` panics with the version of Kubernetes that the answer assumes.
#[answer(Copy, Eq)]
pub struct QuotasAsBefore {
    /// The version that the answer assumes.
    pub version: KubernetesVersion,
    /// The latest version with which `CapacityScheduling` works: quotas are answered as with it.
    pub quotas_of: KubernetesVersion,
}

/// O(1).
///
/// Source: `pkg/scheduler/framework/types.go` of Kubernetes 1.36 clears the slot of a pod that it removes, while the
/// plugin's dry run iterates over the pods of the node.
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let About::Pods(pods) = &context.about else {
        return Vec::new();
    };
    let version = pods.snapshot.version;
    let panics = version.has(VersionedRule::CapacitySchedulingPanics);
    if !panics || pods.quotas.is_none() || context.reader.objects().quotas.is_empty() {
        return Vec::new();
    }
    let all = KubernetesVersion::ALL.iter().map(|(version, _)| *version);
    let works = |version: &KubernetesVersion| !version.has(VersionedRule::CapacitySchedulingPanics);
    let quotas_of = all.rev().find(works).unwrap_or_default();
    vec![Fact::QuotasAsBefore {
        data: QuotasAsBefore { version, quotas_of },
    }]
}
