//! A hub's answer at `/debug/placements/<namespace>/<name>` in a text.

use crate::{names::Symbol, objects::Objects, placement::Placement};

/// What a hub has decided without writing it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugResult {
    /// The namespace of its `placement`; empty where it does not say.
    pub namespace: Symbol,
    /// The name of its `placement`; empty where it does not say.
    pub name: Symbol,
    /// `filteredPipelineResults`: the names of the filters up to one, separated by commas, and the clusters left.
    pub filters: Vec<(Symbol, Box<[Symbol]>)>,
    /// `prioritizeResults`.
    pub prioritizers: Vec<DebugScores>,
    /// `aggregatedScores`.
    pub totals: Vec<(Symbol, i64)>,
    /// `error`; empty without one.
    pub error: Box<str>,
}

/// The scores of one prioritizer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugScores {
    /// The name of the prioritizer.
    pub name: Symbol,
    /// Its weight.
    pub weight: i64,
    /// The scores by cluster, before the weight.
    pub scores: Vec<(Symbol, i64)>,
}

impl DebugResult {
    /// The placement of the text that it is about: the one that it names, else the only one. O(placements).
    pub fn placement<'o>(&self, objects: &'o Objects) -> Option<&'o Placement> {
        let mut fitting = objects.placements.iter().filter(|placement| {
            self.name.is_empty()
                || placement.name == self.name
                    && (self.namespace.is_empty() || placement.namespace == self.namespace)
        });
        let first = fitting.next()?;
        fitting.next().is_none().then_some(&**first)
    }
}
