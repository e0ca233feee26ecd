//! Makes the summary of a decision.

use schedscope_objects::{diagnostic::ObjectName, names::Symbol};
use schedscope_placement::{
    cel::cel_path,
    groups,
    outcome::{self, InvalidPlacement},
    prioritizer::PlannedPrioritizer,
    spread::topology::MAX_TERMS,
};

use crate::placement::{
    DecisionDetails,
    condition::Condition,
    names::names,
    options::CandidateMode,
    spread::{self, SpreadConstraintSummary},
    summary::{
        ClusterCounts, DecideAnswer, DecisionEnd, DecisionGroupStatus, DecisionOutcome,
        FilterSummary, PlacementProblem, PrioritizerSummary, SchedulerStatus, SchedulerStatusCode,
    },
};

/// How many names a summary's sentence lists at most.
const MAX_NAMES: usize = 20;

/// The field at fault, and the fault.
fn invalid(why: InvalidPlacement) -> (String, PlacementProblem) {
    match why {
        InvalidPlacement::NegativeNumberOfClusters { wanted } => (
            "spec.numberOfClusters".to_owned(),
            PlacementProblem::NegativeNumberOfClusters {
                number_of_clusters: wanted.into(),
            },
        ),
        InvalidPlacement::CelNotEvaluated {
            predicate,
            expression,
        } => (
            cel_path(predicate, expression),
            PlacementProblem::CelNotEvaluated,
        ),
        InvalidPlacement::TooManySpreadConstraints { count } => (
            "spec.spreadPolicy.spreadConstraints".to_owned(),
            PlacementProblem::TooManySpreadConstraints {
                count,
                most: MAX_TERMS,
            },
        ),
        InvalidPlacement::MaxSkewTooSmall {
            constraint,
            max_skew,
        } => (
            format!("{}.maxSkew", spread::constraint_path(constraint)),
            PlacementProblem::MaxSkewTooSmall { max_skew },
        ),
    }
}

impl From<outcome::SchedulerStatus> for SchedulerStatus {
    fn from(status: outcome::SchedulerStatus) -> Self {
        Self {
            code: status.code,
            plugin: status.plugin,
            message: status.message,
            path: status.configuration.map(configuration_path),
        }
    }
}

fn configuration_path(index: usize) -> String {
    format!("spec.prioritizerPolicy.configurations[{index}]")
}

/// The path of a prioritizer's configuration in the placement; `None` if it is not configured.
pub(crate) fn prioritizer_path(entry: &PlannedPrioritizer) -> Option<String> {
    entry.configuration.map(configuration_path)
}

impl DecisionDetails<'_> {
    /// The decision in short. O(groups + prioritizers), no work per cluster but for expired scores.
    ///
    /// `limit`: how many names of selected clusters it lists at most; O(selected + limit log limit) for those.
    pub fn summary(&self, limit: usize) -> DecideAnswer {
        let (decision, objects) = (self.decision, self.objects);
        let status = decision.status(objects, MAX_NAMES);
        let mut before = decision.available().len();
        let filters = decision.filters().into_iter().map(|(name, clusters)| {
            let filter = FilterSummary {
                name: name.to_owned(),
                before,
                after: clusters.len(),
            };
            before = clusters.len();
            filter
        });
        let conditions = self.conditions(&status);
        let status = SchedulerStatus::from(status);
        DecideAnswer {
            caveats: self.caveats(limit, &conditions),
            filters: filters.collect(),
            placement: self.name(),
            profile: decision.options.profile,
            end: self.end(&status),
            all_clusters_considered: decision.all_considered(),
            valid_bindings: self.texts(&decision.candidates.valid_bindings),
            eligible_cluster_sets: self.texts(&decision.candidates.eligible),
            selected: names(objects, decision.first_selected(limit).into_iter()),
            cluster_counts: self.cluster_counts(),
            unscheduled: decision.unscheduled().into(),
            number_of_clusters: decision.wanted.map(Into::into),
            mode: self.mode().to_owned(),
            prioritizers: self.prioritizers(),
            spread_constraints: self.spread_constraints(),
            spread: decision.spread_run().map(spread::summary),
            conditions,
            decision_groups: self.decision_groups(),
            deleted_placement_decisions: self.deleted(),
            requeue_time: decision.requeue_time().map(|time| time.to_string()),
            notes: self.notes(),
            status,
        }
    }

    /// How the decision ended, with the status of the scheduler.
    pub(crate) fn end(&self, status: &SchedulerStatus) -> DecisionEnd {
        let decision = self.decision;
        let error = match &decision.outcome {
            outcome::Outcome::SyncError { message } => message.clone(),
            outcome::Outcome::Invalid(_) => String::new(),
            // Clusters that are given come from no pass that could end with an error.
            _ if decision.options.candidates == CandidateMode::Given => String::new(),
            _ if status.code == SchedulerStatusCode::Success => String::new(),
            _ => status.message.clone(),
        };
        let end = DecisionEnd {
            outcome: DecisionOutcome::Scheduled,
            skip_reason: None,
            invalid_path: None,
            problem: None,
            error,
        };
        match &decision.outcome {
            outcome::Outcome::Scheduled => end,
            outcome::Outcome::Skipped { reason } => DecisionEnd {
                outcome: DecisionOutcome::Skipped,
                skip_reason: Some(*reason),
                ..end
            },
            outcome::Outcome::SyncError { .. } => DecisionEnd {
                outcome: DecisionOutcome::SyncError,
                ..end
            },
            outcome::Outcome::Invalid(why) => {
                let (path, problem) = invalid(*why);
                DecisionEnd {
                    outcome: DecisionOutcome::Invalid,
                    invalid_path: Some(path),
                    problem: Some(problem),
                    ..end
                }
            }
        }
    }

    pub(crate) fn name(&self) -> ObjectName {
        let (placement, names) = (&self.decision.placement, &self.objects.names);
        ObjectName {
            kind: "Placement".to_owned(),
            namespace: names[placement.namespace].to_owned(),
            name: names[placement.name].to_owned(),
        }
    }

    pub(crate) fn texts(&self, symbols: &[Symbol]) -> Vec<String> {
        let texts = symbols.iter().map(|symbol| &self.objects.names[*symbol]);
        texts.map(str::to_owned).collect()
    }

    pub(crate) fn conditions(&self, status: &outcome::SchedulerStatus) -> Vec<Condition> {
        let conditions = self.decision.conditions(self.objects, status);
        conditions.into_iter().map(Into::into).collect()
    }

    /// The names of existing objects that would be deleted, sorted.
    pub(crate) fn deleted(&self) -> Vec<String> {
        self.texts(&self.decision.deleted(self.objects))
    }

    pub(crate) fn cluster_counts(&self) -> ClusterCounts {
        ClusterCounts {
            all: self.decision.fleet.len(),
            candidates: self.decision.available().len(),
            feasible: self.decision.feasible().len(),
            selected: self.decision.selected_count(),
        }
    }

    pub(crate) fn decision_groups(&self) -> Vec<DecisionGroupStatus> {
        let placement = &self.decision.placement;
        let name = &self.objects.names[placement.name];
        let mut number = 0;
        let chunks = self.decision.groups.chunks.iter().enumerate();
        chunks
            .map(|(index, chunk)| DecisionGroupStatus {
                decision_group_index: index,
                decision_group_name: groups::group_name(placement, chunk.group).to_owned(),
                cluster_count: chunk.clusters,
                decisions: (0..chunk.objects())
                    .map(|_| {
                        number += 1;
                        groups::object_name(name, number)
                    })
                    .collect(),
            })
            .collect()
    }

    fn prioritizers(&self) -> Vec<PrioritizerSummary> {
        let mut columns = self.decision.scorers().map(|(_, column)| column);
        let entries = self.decision.plan.entries.iter();
        entries
            .map(|entry| {
                let column = if entry.weight == 0 {
                    None
                } else {
                    columns.next().flatten()
                };
                let range = column.and_then(|column| column.range);
                PrioritizerSummary {
                    name: entry.name.clone(),
                    weight: entry.weight,
                    default_weight: entry.default_weight,
                    source: entry.source,
                    path: prioritizer_path(entry),
                    min: range.map(|(min, _)| min.into()),
                    max: range.map(|(_, max)| max.into()),
                }
            })
            .collect()
    }

    /// The mode of the prioritizer policy.
    fn mode(&self) -> &str {
        let policy = self.decision.placement.spec.prioritizer_policy.as_ref();
        match policy.map_or("", |policy| policy.mode.as_str()) {
            "" => "Additive",
            mode => mode,
        }
    }

    fn spread_constraints(&self) -> Vec<SpreadConstraintSummary> {
        let terms = self.decision.placement.spec.spread_constraints.iter();
        terms
            .map(|term| SpreadConstraintSummary {
                topology_key: self.objects.names[term.topology_key].to_owned(),
                topology_key_type: term.topology_key_type,
                max_skew: term.max_skew,
                when_unsatisfiable: term.when_unsatisfiable,
                path: spread::constraint_path(term.index),
            })
            .collect()
    }
}
