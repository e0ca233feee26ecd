//! How many more clusters like one a placement selects.

use schedscope_objects::diagnostic::ObjectName;
use schedscope_options::options;
use serde::Serialize;

use crate::{
    missing::MissingInput,
    not_looked_at::NotLookedAt,
    placement::{
        DecideOptions,
        integer::Integer,
        rows::{ClusterState, NotSelectedReason},
        spread::SpreadConstraintSummary,
    },
};

options! {
    /// Options of `moreClusters`: one of `cluster` and `label`. `limit` of the options of `decide` is the maximum
    /// number of names.
    pub struct MoreClustersOptions {
        ..decide: DecideOptions,
        /// The name of the cluster that the new ones are like.
        cluster: Option<String>,
        /// The label of the clusters that the new ones are like in turn, by name, such as `region=eu`.
        label: Option<String>,
        /// The maximum number of clusters that join.
        most: usize [1..=1_000] = 100,
    }
}

/// How many more clusters like one, or like those of a label, a placement selects. They join the fleet one after
/// another, with its labels, claims, taints, amounts and add-on scores, and the placement is decided each time. Once
/// one of them makes no more new clusters selected, no more like it join; the others of the label go on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MoreClustersAnswer {
    /// The placement.
    pub object: ObjectName,
    /// The cluster that the new ones are like; `null`: they are like those of a label.
    pub cluster: Option<String>,
    /// The label of the clusters that the new ones are like; `null`: they are like one cluster.
    pub label: Option<String>,
    /// The number of new clusters that are selected at the end.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub count: usize,
    /// Whether `most` ended the count: more may be selected.
    pub stopped: bool,
    /// The number of selected clusters, as it is.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub before: usize,
    /// The number of selected clusters at the end.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub after: usize,
    /// The clusters that are selected as it is, and not at the end, by name; at most `limit`.
    pub out: Vec<String>,
    /// A new cluster that is not selected, of the cluster of which more joined last; `null`: `most` ended the count.
    pub next: Option<NextCluster>,
    /// The clusters that the new ones are like, in the order in which one like each joined first; at most `limit`.
    pub kinds: Vec<MoreOfCluster>,
    /// The number of all these clusters.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub kinds_total: usize,
    /// The number of wanted clusters; `null`: all.
    pub number_of_clusters: Option<Integer>,
    /// The spread constraints of the placement, for the reason of `next`.
    pub spread_constraints: Vec<SpreadConstraintSummary>,
    /// What this answer depends on and the text lacks; empty: nothing.
    pub missing_inputs: Vec<MissingInput>,
    /// What of the text is not modelled and can change this answer; empty: nothing.
    pub not_looked_at: Vec<NotLookedAt>,
}

/// A new cluster that is not selected.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NextCluster {
    /// Its state.
    pub state: ClusterState,
    /// Its rank, from 1; `null`: it has none.
    pub rank: Option<u32>,
    /// Its total; `null`: it has none.
    pub total: Option<Integer>,
    /// Why it is not selected; `null`: nothing is scored.
    pub reason: Option<NotSelectedReason>,
}

/// New clusters like one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MoreOfCluster {
    /// The cluster that they are like.
    pub cluster: String,
    /// The number that joined.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub joined: usize,
    /// The number that is selected at the end.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub count: usize,
    /// The first one that is not selected; `null`: all that joined are.
    pub next: Option<NextCluster>,
}
