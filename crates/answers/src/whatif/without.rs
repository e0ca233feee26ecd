//! The decision without some clusters.

use schedscope_answer_macro::answer;
use schedscope_objects::diagnostic::ObjectName;

use crate::placement::integer::Integer;

/// The decisions without some clusters, worst first.
#[answer]
pub struct WithoutAnswer {
    /// The placement.
    pub object: ObjectName,
    /// The number of selected clusters, with all clusters there.
    pub selected: usize,
    /// The losses: those that leave most wanted clusters without a place first, then those that move most, then by
    /// name. At most `limit`.
    pub losses: Vec<Loss>,
    /// The number of all losses.
    pub count: usize,
}

/// The decision without some clusters.
#[answer(Eq)]
pub struct Loss {
    /// What is lost: a cluster, or the value of a label.
    pub name: String,
    /// The number of clusters that are lost.
    pub clusters: usize,
    /// The selected clusters among them, by name; at most `limit`.
    pub lost: Vec<String>,
    /// The number of selected clusters among them.
    pub lost_count: usize,
    /// The number of selected clusters afterwards.
    pub selected: usize,
    /// The number of wanted clusters without a place afterwards.
    pub unscheduled: Integer,
    /// The clusters that are added, by name; at most `limit`.
    pub added: Vec<String>,
    /// The clusters that still exist and are removed from the selection, by name; at most `limit`.
    pub removed: Vec<String>,
    /// The number of clusters that are added or removed.
    pub moved: usize,
    /// The skew of each spread constraint afterwards; empty without a run of spread.
    pub skews: Vec<u32>,
}
