//! Questions about a decision.

use rustc_hash::FxHashSet;
use schedscope_objects::{
    id::{ClusterId, Id},
    names::Symbol,
    objects::Objects,
};
use schedscope_placement::{Decision, candidates::CandidateSource, select};

use crate::placement::{
    comparison::DecisionForm,
    explain,
    explain::ExplainClusterAnswer,
    find,
    report::ReportAnswer,
    rows::{ClusterOrder, ClusterRow, ClusterState, ClustersAnswer, NotSelectedReason},
    yaml,
};

/// A decision and its objects, for questions about it.
///
/// INVARIANT: the objects are those of the decision, so that a cluster has the same index in both.
#[derive(Clone, Copy, Debug)]
pub struct DecisionDetails<'a> {
    pub(crate) decision: &'a Decision,
    pub(crate) objects: &'a Objects,
}

impl<'a> DecisionDetails<'a> {
    /// The details of a decision about these objects.
    pub fn new(decision: &'a Decision, objects: &'a Objects) -> Self {
        Self { decision, objects }
    }

    /// The state of every cluster in the order of the input, as its place among the variants of [`ClusterState`].
    /// O(n).
    pub fn states(&self) -> Vec<u8> {
        let states = self.decision.states().into_iter();
        states.map(|state| state as u8).collect()
    }

    /// The total of every cluster in the order of the input; NaN for a cluster without one. O(n).
    pub fn totals(&self) -> Vec<f64> {
        self.decision.totals()
    }

    /// The total of a cluster; `None` if it has none.
    pub fn total(&self, cluster: u32) -> Option<i64> {
        self.decision.total(id(cluster))
    }

    /// The selected clusters, best first.
    pub fn selected(&self) -> Vec<u32> {
        self.decision
            .selected()
            .iter()
            .copied()
            .map(index)
            .collect()
    }

    /// The index of the cluster with this name.
    pub fn cluster_index(&self, name: &str) -> Option<u32> {
        let cluster = self.decision.fleet.cluster(self.objects.names.get(name)?);
        cluster.map(index)
    }

    /// A page of the table: `count` rows from row `from` of all, or of those that `find` finds (the option of
    /// `clusters` says by what).
    ///
    /// O(n) with `find`; sorting happens once per decision.
    pub fn rows(
        &self,
        order: ClusterOrder,
        from: usize,
        count: usize,
        find: Option<&str>,
    ) -> ClustersAnswer {
        let mut clusters = match order {
            ClusterOrder::Name => self.decision.fleet.by_rank(),
            ClusterOrder::Rank => self.decision.order(),
        };
        let found: Vec<ClusterId>;
        if let Some(find) = find.filter(|find| !find.is_empty()) {
            found = find::found(self, clusters, find);
            clusters = &found;
        }
        let page = clusters.iter().skip(from).take(count);
        ClustersAnswer {
            total: clusters.len(),
            rows: page.map(|&cluster| self.row(cluster)).collect(),
        }
    }

    fn row(&self, cluster: ClusterId) -> ClusterRow {
        let decision = self.decision;
        let place = decision.place(cluster);
        let scores = decision.scorers().map(|(_, column)| {
            let score = column
                .zip(place)
                .and_then(|(column, place)| column.get(place));
            score.map(Into::into)
        });
        ClusterRow {
            cluster: index(cluster),
            name: self.objects.cluster_name(cluster).to_owned(),
            state: decision.state(cluster),
            rank: decision.rank(cluster),
            total: decision.total(cluster).map(Into::into),
            scores: scores.collect(),
            spread: self.spread_score(cluster),
            reason: self.reason_of(cluster),
        }
    }

    /// Why a cluster is not selected; `None` if it is selected or nothing was decided.
    pub fn reason(&self, cluster: u32) -> Option<NotSelectedReason> {
        self.reason_of(id(cluster))
    }

    pub(crate) fn reason_of(&self, cluster: ClusterId) -> Option<NotSelectedReason> {
        let decision = self.decision;
        if !decision.is_scheduled() {
            return None;
        }
        match decision.state(cluster) {
            ClusterState::Selected => None,
            ClusterState::Feasible => {
                if let Some(run) = decision.spread_run() {
                    return self.spread_reason(run, cluster);
                }
                let total = decision.total(cluster)?;
                let (selection, fleet) = decision.selection()?;
                let last = selection.last(fleet).and_then(|last| decision.total(last));
                let gap = last.map_or(0, |last| i128::from(last) - i128::from(total));
                Some(NotSelectedReason::NotReached {
                    gap: select::clamp(gap).into(),
                })
            }
            ClusterState::Filtered => explain::filter_reason(self, cluster),
            ClusterState::Excluded => {
                let object = self.objects.clusters.get(cluster)?;
                let member = decision.candidates.basis == CandidateSource::All
                    || !explain::sets(self, object).is_empty();
                if object.is_deleting() && member {
                    Some(NotSelectedReason::Deleting)
                } else {
                    Some(NotSelectedReason::NoSet {
                        asked: explain::asked_by_set(self, object),
                    })
                }
            }
        }
    }

    /// The explanation of one cluster; `None` if the input does not have it.
    pub fn explain(&self, cluster: u32) -> Option<ExplainClusterAnswer> {
        explain::explain(self, id(cluster))
    }

    /// The `PlacementDecision` objects in a form, as YAML documents.
    pub fn decisions_yaml(&self, form: DecisionForm) -> String {
        yaml::decisions(
            &self.decision_objects(),
            form,
            self.decision.options.profile,
        )
    }

    /// How many feasible clusters have no scores of an add-on. O(feasible + scores).
    pub fn without_score(&self, add_on: &str) -> usize {
        let objects = self.objects;
        let add_on = objects.names.get(add_on);
        let scores = objects.scores.iter();
        let with = scores.filter(|score| Some(score.name) == add_on);
        let with: FxHashSet<Symbol> = with.map(|score| score.namespace).collect();
        let decision = self.decision;
        let clusters = with.iter().filter_map(|name| decision.fleet.cluster(*name));
        let with = clusters.filter(|cluster| decision.place(*cluster).is_some());
        decision.feasible().len() - with.count()
    }

    /// The whole decision.
    pub fn report(&self) -> ReportAnswer {
        ReportAnswer::new(self)
    }
}

/// The cluster at an index of the input.
pub(crate) fn id(cluster: u32) -> ClusterId {
    ClusterId::new(cluster as usize)
}

/// The index of a cluster in the input, as answers have it.
pub(crate) fn index(cluster: ClusterId) -> u32 {
    cluster.index() as u32
}
