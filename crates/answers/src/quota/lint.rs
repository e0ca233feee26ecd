//! Findings about quotas.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::{ObjectName, Severity, TextRange},
    names::Names,
    namespaced_name::NamespacedName,
};
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::lint::{QuotaFinding, QuotaFindingCode};

use super::resource_quota::RefusingKey;

/// A finding about quotas.
#[answer(Eq)]
pub struct QuotaDiagnostic {
    /// The stable code of the finding.
    pub code: QuotaFindingCode,
    /// The severity: `warning` or `info`.
    pub severity: Severity,
    /// The object that the finding is about; `null` if it is about all quotas.
    pub object: Option<ObjectName>,
    /// The path of the field in that object; empty if it is about all quotas.
    pub path: String,
    /// The range of that field in the input; `null` if it is about all quotas.
    pub range: Option<TextRange>,
    /// The name of the resource; `null` if the finding is not about one.
    pub resource: Option<String>,
    /// The faulty amount, in milli-CPU or base units; `null` if no amounts are compared.
    pub found: Option<i64>,
    /// The amount that it is compared with, in milli-CPU or base units; `null` if no amounts are compared.
    pub bound: Option<i64>,
    /// The `ResourceQuota` whose `spec.hard` is broken; `null` if the finding is not about one.
    pub resource_quota: Option<NamespacedName>,
    /// Why the API server refuses the pod; absent if the finding is not about that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refusal: Option<RefusingKey>,
}

impl QuotaDiagnostic {
    /// A finding with names.
    #[must_use]
    pub fn new(finding: QuotaFinding, snapshot: &ClusterSnapshot, names: &Names) -> Self {
        let resource = finding.resource.map(|r| snapshot.resources.name(r));
        let resource = resource.or(finding.hard.map(|hard| &names[hard.resource]));
        Self {
            code: finding.code,
            severity: finding.code.severity(),
            path: finding.path,
            range: None,
            resource: resource.map(str::to_owned),
            found: finding.amounts.map(|(found, _)| found),
            bound: finding.amounts.map(|(_, bound)| bound),
            // It is of the object's namespace.
            resource_quota: finding.hard.map(|hard| NamespacedName {
                namespace: finding
                    .object
                    .as_ref()
                    .map_or_else(String::new, |object| object.namespace.clone()),
                name: names[hard.quota].to_owned(),
            }),
            object: finding.object,
            refusal: finding
                .refusal
                .map(|refusal| RefusingKey::new(&refusal, names)),
        }
    }
}
