//! Findings about quotas.

use schedscope_objects::diagnostic::{ObjectName, Severity, TextRange};
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::lint::{QuotaFinding, QuotaFindingCode};
use serde::Serialize;

/// A finding about quotas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QuotaDiagnostic {
    /// What it is; stable.
    pub code: QuotaFindingCode,
    /// How bad it is.
    pub severity: Severity,
    /// The object that it is about; null where it is about all quotas.
    pub object: Option<ObjectName>,
    /// The field of that object.
    pub path: String,
    /// Where that stands; null where it is about no object.
    pub range: Option<TextRange>,
    /// The resource; null where it is about none.
    pub resource: Option<String>,
    /// What is there: milli-CPU, or base units; null where nothing is compared.
    pub found: Option<i64>,
    /// What it is held against.
    pub bound: Option<i64>,
}

impl QuotaDiagnostic {
    /// A finding with names.
    pub(crate) fn new(finding: QuotaFinding, snapshot: &ClusterSnapshot) -> Self {
        let resource = finding.resource.map(|r| snapshot.resources.name(r));
        Self {
            code: finding.code,
            severity: finding.code.severity(),
            object: finding.object,
            path: finding.path,
            range: None,
            resource: resource.map(str::to_owned),
            found: finding.amounts.map(|(found, _)| found),
            bound: finding.amounts.map(|(_, bound)| bound),
        }
    }
}
