//! Results of steps, kept with exactly what they were computed from.

use std::sync::Arc;

use schedscope_objects::{
    names::Symbol,
    placement::{ClusterSelector, DecisionGroup, TopologyKeyType, WhenUnsatisfiable},
    profile::Profile,
    taint::{LongSeconds, Toleration},
};

use crate::{
    options::CandidateMode,
    prioritizer::{Column, Kind},
};

/// A step's latest result, what it was computed from, and its number.
#[derive(Debug)]
pub(crate) struct Slot<K, V>(Option<(K, u64, Arc<V>)>);

impl<K, V> Default for Slot<K, V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq, V> Slot<K, V> {
    /// The result for a key and its number, computed where the kept one is for another key or does
    /// not `serve`.
    pub(crate) fn get(
        &mut self,
        count: &mut u64,
        key: K,
        serves: impl FnOnce(&V) -> bool,
        compute: impl FnOnce() -> V,
    ) -> (u64, Arc<V>) {
        if let Some((kept, number, value)) = &self.0
            && *kept == key
            && serves(value)
        {
            return (*number, Arc::clone(value));
        }
        *count += 1;
        let value = Arc::new(compute());
        self.0 = Some((key, *count, Arc::clone(&value)));
        (*count, value)
    }
}

/// The numbers of the first steps' results.
pub(crate) struct Numbers {
    pub(crate) history: u64,
    pub(crate) candidates: u64,
}

/// What the history is computed from.
#[derive(Debug, PartialEq)]
pub(crate) struct HistoryKey {
    pub(crate) fleet: u64,
    pub(crate) others: u64,
    pub(crate) namespace: Symbol,
    pub(crate) name: Symbol,
}

/// What the candidates are computed from.
#[derive(Debug, PartialEq)]
pub(crate) struct CandidatesKey {
    pub(crate) fleet: u64,
    pub(crate) others: u64,
    pub(crate) namespace: Symbol,
    pub(crate) cluster_sets: Vec<Symbol>,
    pub(crate) mode: CandidateMode,
}

/// What the predicates' clusters are computed from.
#[derive(Debug, PartialEq)]
pub(crate) struct MatchedKey {
    pub(crate) candidates: u64,
    pub(crate) predicates: Vec<ClusterSelector>,
    /// The revision of the verdicts, where any expression is used.
    pub(crate) cel: Option<u64>,
}

/// What the feasible clusters are computed from, beside the clock.
#[derive(Debug, PartialEq)]
pub(crate) struct ToleratedKey {
    pub(crate) matched: u64,
    pub(crate) history: u64,
    pub(crate) tolerations: Vec<Toleration>,
    pub(crate) long: LongSeconds,
}

/// What the ground of spread is computed from.
#[derive(Debug, PartialEq)]
pub(crate) struct GroundKey {
    pub(crate) tolerated: u64,
    /// Key, type and whether the term is hard; max skews do not matter.
    pub(crate) terms: Vec<(Symbol, TopologyKeyType, WhenUnsatisfiable)>,
}

/// What the groups of the feasible clusters are computed from.
#[derive(Debug, PartialEq)]
pub(crate) struct GroupingKey {
    pub(crate) tolerated: u64,
    pub(crate) groups: Vec<DecisionGroup>,
}

/// A column with what it was computed from. The feasible clusters depend on all objects but
/// placements, so their number stands for those as well.
#[derive(Debug)]
pub(crate) struct KeptColumn {
    pub(crate) kind: Kind,
    pub(crate) profile: Profile,
    pub(crate) tolerated: u64,
    pub(crate) column: Arc<Column>,
}
