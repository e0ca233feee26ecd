//! Why a pod does not fit a node.

use schedscope_objects::{names::Names, order};
use schedscope_pods::{
    amounts::ResourceNames,
    fit::{Filter, FitCode, Misfit, MisfitReason},
};
use serde::Serialize;

/// Why a pod does not fit a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MisfitAnswer {
    /// Whether preemption could help.
    pub code: FitCode,
    /// The name of the filter plugin of Kubernetes that rejects the node.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub plugin: Filter,
    /// The messages of Kubernetes.
    pub reasons: Vec<String>,
    /// The resources that are short; empty if the node lacks none.
    pub shortages: Vec<ShortageAnswer>,
    /// The taint that the pod does not tolerate, as `key=value:effect`; `null` for other reasons.
    pub taint: Option<String>,
}

/// A resource that is short on a node; amounts in milli-CPU or base units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ShortageAnswer {
    /// The name of the resource.
    pub resource: String,
    /// The amount that the pod requests.
    pub requested: i64,
    /// The amount that other pods request.
    pub used: i64,
    /// The amount that the node can give to pods in all.
    pub allocatable: i64,
}

impl MisfitAnswer {
    /// A misfit with names.
    pub fn new(misfit: &Misfit, resources: &ResourceNames, names: &Names) -> Self {
        let short = match misfit {
            Misfit::Resources { short, .. } => short.as_slice(),
            _ => &[],
        };
        Self {
            code: misfit.code(),
            plugin: misfit.filter(),
            reasons: misfit.reasons(resources),
            shortages: short
                .iter()
                .map(|short| ShortageAnswer {
                    resource: resources.name(short.resource).to_owned(),
                    requested: short.requested,
                    used: short.used,
                    allocatable: short.allocatable,
                })
                .collect(),
            taint: match misfit {
                Misfit::Taint(taint) => Some(taint.text(names)),
                _ => None,
            },
        }
    }
}

/// The number of nodes that do not fit for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MisfitCount {
    /// The message of Kubernetes.
    pub reason: String,
    /// The number of nodes.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub nodes: usize,
}

/// Counts with texts, in the order of the texts, as Kubernetes lists them.
pub fn misfit_counts(
    counts: &[(MisfitReason, usize)],
    resources: &ResourceNames,
) -> Vec<MisfitCount> {
    let counts = counts.iter().map(|(reason, nodes)| MisfitCount {
        reason: reason.text(resources),
        nodes: *nodes,
    });
    let mut counts: Vec<MisfitCount> = counts.collect();
    order::sort(&mut counts, |a, b| a.reason.cmp(&b.reason));
    counts
}
