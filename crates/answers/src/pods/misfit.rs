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
    /// The plugin of Kubernetes that says so.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub plugin: Filter,
    /// Kubernetes' own words.
    pub reasons: Vec<String>,
    /// What there is too little of, where it is that.
    pub shortages: Vec<ShortageAnswer>,
    /// The taint that is not tolerated, as `key=value:effect`; null where it is not that.
    pub taint: Option<String>,
}

/// What there is too little of on a node: milli-CPU, or base units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ShortageAnswer {
    /// The resource.
    pub resource: String,
    /// What the pod asks for.
    pub requested: i64,
    /// What others hold.
    pub used: i64,
    /// What the node can give in all.
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

/// How many nodes do not fit for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MisfitCount {
    /// Kubernetes' own words.
    pub reason: String,
    /// How many nodes.
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
