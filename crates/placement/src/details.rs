//! What can be asked about a decision.

use schedscope_objects::objects::Objects;

use crate::{
    candidates::Basis,
    debug::DebugResult,
    decision::{Decision, cluster_name},
    explain,
    explain::ClusterExplanation,
    groups,
    groups::DecisionObject,
    report::Report,
    rows::{ClusterState, Reason, Row, RowOrder, RowPage},
    select,
    summary::DecisionSummary,
    yaml,
};

/// The latest decision of a [`Session`](crate::Session) with the objects it was made of.
///
/// INVARIANT: clusters and other objects are those of the decision, so a cluster's index means the
/// same in both.
#[derive(Clone, Copy, Debug)]
pub struct Details<'a> {
    pub(crate) decision: &'a Decision,
    pub(crate) objects: &'a Objects,
}

impl<'a> Details<'a> {
    /// The decision in short, as [`Session::decide`](crate::Session::decide) gave it.
    pub fn summary(&self) -> DecisionSummary {
        self.decision.summary(self.objects)
    }

    /// What became of a cluster.
    pub fn state(&self, cluster: u32) -> ClusterState {
        let decision = self.decision;
        if decision.place(cluster).is_some() {
            let selected = decision
                .selection()
                .is_some_and(|(selection, fleet)| selection.is_selected(cluster, fleet));
            if selected {
                ClusterState::Selected
            } else {
                ClusterState::Feasible
            }
        } else if decision.available().binary_search(&cluster).is_ok() {
            ClusterState::Filtered
        } else {
            ClusterState::Excluded
        }
    }

    /// The state of every cluster in the order of the text, as the numbers of [`ClusterState`].
    /// O(n).
    pub fn states(&self) -> Vec<u8> {
        let decision = self.decision;
        let mut states = vec![ClusterState::Excluded as u8; decision.fleet.len()];
        let mut set = |cluster: u32, state: ClusterState| {
            if let Some(slot) = states.get_mut(cluster as usize) {
                *slot = state as u8;
            }
        };
        for &cluster in decision.available() {
            set(cluster, ClusterState::Filtered);
        }
        for &cluster in decision.feasible() {
            set(cluster, ClusterState::Feasible);
        }
        if let Some((selection, fleet)) = decision.selection() {
            for cluster in selection.unordered(fleet) {
                set(cluster, ClusterState::Selected);
            }
        }
        states
    }

    /// The total of every cluster in the order of the text; NaN where it has none. O(n).
    pub fn totals(&self) -> Vec<f64> {
        let decision = self.decision;
        let mut totals = vec![f64::NAN; decision.fleet.len()];
        if let Some(scored) = &decision.scored {
            for (&cluster, &total) in decision.feasible().iter().zip(&scored.totals) {
                if let Some(slot) = totals.get_mut(cluster as usize) {
                    *slot = total as f64;
                }
            }
        }
        totals
    }

    /// The total of a cluster; `None` where it has none.
    pub fn total(&self, cluster: u32) -> Option<i64> {
        let scored = self.decision.scored.as_ref()?;
        scored.totals.get(self.decision.place(cluster)?).copied()
    }

    /// The selected clusters, best first.
    pub fn selected(&self) -> &'a [u32] {
        self.decision
            .selection()
            .map_or(&[], |(selection, fleet)| selection.selected(fleet))
    }

    /// All feasible clusters, best first; empty where nothing was scored.
    pub fn ranked(&self) -> &'a [u32] {
        self.decision
            .selection()
            .map_or(&[], |(selection, fleet)| selection.ranked(fleet))
    }

    /// The index of the cluster of a name.
    pub fn cluster_index(&self, name: &str) -> Option<u32> {
        self.decision.fleet.cluster(self.objects.names.get(name)?)
    }

    /// A page of the table: `count` rows from row `from` of those whose name contains `find`, or
    /// whose state begins with it (three letters at least).
    ///
    /// O(n) with `find`; sorting happens once per decision.
    pub fn rows(&self, order: RowOrder, from: usize, count: usize, find: Option<&str>) -> RowPage {
        use ClusterState::{Excluded, Feasible, Filtered, Selected};
        let clusters = match order {
            RowOrder::Name => self.decision.fleet.by_rank(),
            RowOrder::Rank => self.decision.order(),
        };
        let row = |&cluster: &u32| self.row(cluster);
        match find.filter(|find| !find.is_empty()) {
            None => RowPage {
                total: clusters.len(),
                rows: clusters.iter().skip(from).take(count).map(row).collect(),
            },
            Some(find) => {
                let is_meant =
                    |state: ClusterState| find.len() >= 3 && state.name().starts_with(find);
                let of = [Excluded, Filtered, Feasible, Selected].map(is_meant);
                let states = if of.contains(&true) {
                    self.states()
                } else {
                    Vec::new()
                };
                let has_state = |cluster: u32| {
                    let state = states.get(cluster as usize);
                    state.and_then(|state| of.get(usize::from(*state))) == Some(&true)
                };
                let found: Vec<u32> = clusters
                    .iter()
                    .copied()
                    .filter(|&cluster| {
                        has_state(cluster) || cluster_name(self.objects, cluster).contains(find)
                    })
                    .collect();
                RowPage {
                    total: found.len(),
                    rows: found.iter().skip(from).take(count).map(row).collect(),
                }
            }
        }
    }

    fn row(&self, cluster: u32) -> Row {
        let decision = self.decision;
        let place = decision.place(cluster);
        let scores = decision.scorers().map(|(_, column)| {
            let score = column
                .zip(place)
                .and_then(|(column, place)| column.get(place));
            score.map(Into::into)
        });
        Row {
            cluster,
            name: cluster_name(self.objects, cluster).to_owned(),
            state: self.state(cluster),
            rank: self.rank(cluster),
            total: self.total(cluster).map(Into::into),
            scores: scores.collect(),
            reason: self.reason(cluster),
        }
    }

    /// The rank of a cluster from 1; `None` where it has none.
    pub(crate) fn rank(&self, cluster: u32) -> Option<u32> {
        let (selection, fleet) = self.decision.selection()?;
        selection.rank(cluster, fleet)
    }

    /// Why a cluster is not selected; `None` where it is or nothing was decided.
    pub fn reason(&self, cluster: u32) -> Option<Reason> {
        let decision = self.decision;
        if !decision.is_scheduled() {
            return None;
        }
        match self.state(cluster) {
            ClusterState::Selected => None,
            ClusterState::Feasible => {
                if let Some(run) = self.run() {
                    return self.spread_reason(run, cluster);
                }
                let total = self.total(cluster)?;
                let (selection, fleet) = decision.selection()?;
                let last = selection.last(fleet).and_then(|last| self.total(last));
                let gap = last.map_or(0, |last| i128::from(last) - i128::from(total));
                Some(Reason::NotReached {
                    gap: select::clamp(gap).into(),
                })
            }
            ClusterState::Filtered => Some(explain::filter_reason(self, cluster)),
            ClusterState::Excluded => {
                let object = self.objects.clusters.get(cluster as usize)?;
                let member = decision.candidates.basis == Basis::All
                    || !explain::sets(self, object).is_empty();
                if object.is_deleting() && member {
                    Some(Reason::Deleting)
                } else {
                    Some(Reason::NoSet)
                }
            }
        }
    }

    /// Everything about one cluster; `None` where there is no such cluster.
    pub fn explain(&self, cluster: u32) -> Option<ClusterExplanation> {
        explain::explain(self, cluster)
    }

    /// The `PlacementDecision` objects as the hub would write them.
    pub fn decision_objects(&self) -> Vec<DecisionObject> {
        let decision = self.decision;
        groups::objects(
            &decision.placement,
            &decision.groups,
            &decision.grouping,
            decision.selection(),
            &self.objects.names,
            |cluster| {
                let cluster = self.objects.clusters.get(cluster as usize)?;
                Some(cluster.name())
            },
        )
    }

    /// Those objects as YAML documents.
    pub fn decisions_yaml(&self) -> String {
        yaml::decisions(&self.decision_objects())
    }

    /// What upstream serves at `/debug/placements/<namespace>/<name>`.
    pub fn debug(&self) -> DebugResult {
        DebugResult::new(self)
    }

    /// Everything about the decision.
    pub fn report(&self) -> Report {
        Report::new(self)
    }
}
