//! Why the API server refuses a new pod.

use schedscope_objects::names::Names;
use schedscope_quota::resource_quota::{ResourceQuotaRefusal, ResourceQuotaRule};
use serde::Serialize;

/// The `ResourceQuota` by which the API server refuses a new pod, before any scheduler sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ResourceQuotaAnswer {
    /// The name of the `ResourceQuota`.
    pub name: String,
    /// The key of `spec.hard`, such as `requests.cpu`.
    pub resource: String,
    /// `exceeded`: the namespace would use more than `hard`. `must-specify`: a container does not name the resource.
    #[cfg_attr(feature = "types", ts(inline))]
    pub rule: ResourceQuotaRule,
    /// The amount that the namespace may use, in milli-CPU or base units.
    pub hard: i64,
    /// The amount that it uses without the pod: `status.used`, or that of the pods of the text.
    pub used: i64,
    /// The amount that the pod asks for; 0 if it names none.
    pub requested: i64,
}

impl ResourceQuotaAnswer {
    /// A refusal with names.
    pub fn new(refusal: ResourceQuotaRefusal, names: &Names) -> Self {
        Self {
            name: names[refusal.name].to_owned(),
            resource: names[refusal.key].to_owned(),
            rule: refusal.rule,
            hard: refusal.hard,
            used: refusal.used,
            requested: refusal.requested,
        }
    }
}
