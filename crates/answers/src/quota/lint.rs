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
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub code: QuotaFindingCode,
    /// How bad it is.
    pub severity: Severity,
    /// The same as a sentence.
    pub message: String,
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
            message: message(&finding, resource.unwrap_or_default()),
            object: finding.object,
            path: finding.path,
            range: None,
            resource: resource.map(str::to_owned),
            found: finding.amounts.map(|(found, _)| found),
            bound: finding.amounts.map(|(_, bound)| bound),
        }
    }
}

fn message(finding: &QuotaFinding, resource: &str) -> String {
    use QuotaFindingCode as DiagnosticCode;
    let above =
        |what: &str| format!("the pod asks for more {resource} than {what}: it can never run");
    match finding.code {
        DiagnosticCode::SeveralQuotas => {
            let namespace = finding.object.as_ref().map(|object| object.namespace.as_str());
            let namespace = namespace.unwrap_or_default();
            format!("the namespace `{namespace}` has an earlier quota: this one does not count")
        }
        DiagnosticCode::PodsIgnored => "`pods` is ignored: quotas count resources, not pods".to_owned(),
        DiagnosticCode::MaxEmpty => "an empty `max` is a maximum of 0 of cpu, memory and ephemeral-storage; leave \
                           `max` out for no limit"
            .to_owned(),
        DiagnosticCode::MaxWithoutCpuAndMemory => {
            "`max` names neither cpu nor memory, so of both it is 0: no pod that asks for cpu or \
             memory can run"
                .to_owned()
        }
        DiagnosticCode::MaxMissingIsZero if resource == "ephemeral-storage" => {
            "`max` does not name ephemeral-storage, so it is 0, and pods here ask for it".to_owned()
        }
        DiagnosticCode::MaxMissingIsZero => format!(
            "`max` does not name {resource}, so it is 0: no pod that asks for {resource} can run"
        ),
        DiagnosticCode::MaxBelowMin => {
            format!("`max` of {resource} is below `min`: it can never use all that it is due")
        }
        DiagnosticCode::MinIsZero => format!(
            "`min` of {resource} is 0: all that is used of it is borrowed, and taken back when its \
             owner asks"
        ),
        DiagnosticCode::UsedAboveMax => {
            format!("more {resource} is used than `max` allows; nothing is evicted for it")
        }
        DiagnosticCode::StatusDiffers => {
            "`status.used` is not what the pods of this text add up to; the scheduler does not read \
             it"
                .to_owned()
        }
        DiagnosticCode::MinAboveCapacity => format!(
            "the minimums of all quotas together promise more {resource} than all nodes can give"
        ),
        DiagnosticCode::UsedAboveMin => format!(
            "all quotas together use more {resource} than all minimums: no pod of any quota is \
             admitted before some is given back, not even one that asks for no {resource}"
        ),
        DiagnosticCode::RequestAboveEveryNode => above("any node has"),
        DiagnosticCode::RequestAboveMax => above("its quota's `max`"),
        DiagnosticCode::RequestAboveMin => above("all minimums together"),
    }
}
