//! Findings about quotas.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::{ObjectName, Severity, TextRange},
    names::Names,
};
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::lint::{QuotaFinding, QuotaFindingCode};

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
    /// The name of the `ResourceQuota` whose `spec.hard` is broken; `null` if the finding is not about one.
    pub resource_quota: Option<String>,
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
            object: finding.object,
            path: finding.path,
            range: None,
            resource: resource.map(str::to_owned),
            found: finding.amounts.map(|(found, _)| found),
            bound: finding.amounts.map(|(_, bound)| bound),
            resource_quota: finding.hard.map(|hard| names[hard.quota].to_owned()),
        }
    }
}
