//! Results of steps, kept with exactly what they were computed from.

use std::sync::Arc;

use schedscope_objects::{
    names::Symbol,
    placement::{ClusterSelector, DecisionGroup, TopologyKeyType, WhenUnsatisfiable},
    profile::Profile,
    taint::{LongSeconds, Toleration},
};

use crate::{
    decision_options::CandidateMode,
    prioritizer::{PrioritizerKind, ScoreColumn},
};

/// A step's latest result, what it was computed from, and its version.
#[derive(Debug)]
pub(crate) struct StepCache<K, V>(Option<(K, u64, Arc<V>)>);

impl<K, V> Default for StepCache<K, V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq, V> StepCache<K, V> {
    /// The result for a key and its version, computed where the kept one is for another key or does
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

/// The versions of the first steps' results.
pub(crate) struct StepVersions {
    pub(crate) recorded: u64,
    pub(crate) candidates: u64,
}

/// What the recorded decisions is computed from.
#[derive(Debug, PartialEq)]
pub(crate) struct RecordedDecisionsKey {
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

/// The inputs from which the feasible clusters are computed, besides the clock.
#[derive(Debug, PartialEq)]
pub(crate) struct ToleratedKey {
    pub(crate) matched: u64,
    pub(crate) recorded: u64,
    pub(crate) tolerations: Vec<Toleration>,
    pub(crate) long: LongSeconds,
}

/// What the domains of spread are computed from.
#[derive(Debug, PartialEq)]
pub(crate) struct DomainTreeKey {
    pub(crate) tolerated: u64,
    /// Key, type and whether the term is hard; max skews do not matter.
    pub(crate) terms: Vec<(Symbol, TopologyKeyType, WhenUnsatisfiable)>,
}

/// What the groups of the feasible clusters are computed from.
#[derive(Debug, PartialEq)]
pub(crate) struct GroupAssignmentKey {
    pub(crate) tolerated: u64,
    pub(crate) groups: Vec<DecisionGroup>,
}

/// A column with what it was computed from. The feasible clusters depend on all objects but
/// placements, so their number stands for those as well.
#[derive(Debug)]
pub(crate) struct CachedColumn {
    pub(crate) kind: PrioritizerKind,
    pub(crate) profile: Profile,
    pub(crate) tolerated: u64,
    pub(crate) column: Arc<ScoreColumn>,
}
