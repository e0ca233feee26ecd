//! A decision: what each step found, kept for as long as anybody asks about it.

use std::{
    fmt::Write as _,
    sync::{Arc, OnceLock},
};

use schedscope_objects::{
    diagnostic::ObjectName,
    names::Symbol,
    objects::{Objects, Revisions},
    order,
    placement::Placement,
};

use crate::{
    candidates::{Basis, Candidates},
    conditions,
    filter::{FilterError, predicate, taint_toleration},
    fleet::Fleet,
    groups,
    groups::{Grouping, Groups},
    history::History,
    options::Options,
    prioritizer::{Column, Entry, Plan},
    select::Selection,
    spread,
    spread::{Run, SpreadConstraintSummary},
    summary::{
        Condition, DecisionSummary, FilterSummary, GroupSummary, Outcome, PrioritizerSummary,
        Status, StatusCode,
    },
};

/// How many names a summary's sentence lists at most.
const NAMES_IN_SUMMARY: usize = 20;

/// What every step of one decision found.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) revisions: Revisions,
    pub(crate) placement: Arc<Placement>,
    pub(crate) options: Options,
    /// How many clusters are wanted; `None`: all.
    pub(crate) wanted: Option<i64>,
    pub(crate) outcome: Outcome,
    pub(crate) fleet: Arc<Fleet>,
    pub(crate) history: Arc<History>,
    pub(crate) candidates: Arc<Candidates>,
    /// What the predicates left; `None` where they were not reached.
    pub(crate) matched: Option<Arc<Result<Vec<u32>, FilterError>>>,
    /// What the taints left; `None` where they were not reached.
    pub(crate) tolerated: Option<Arc<taint_toleration::Tolerated>>,
    pub(crate) plan: Plan,
    /// `None` where something was misconfigured before.
    pub(crate) scored: Option<Scored>,
    pub(crate) grouping: Arc<Grouping>,
    pub(crate) groups: Groups,
    /// The rows of the table in order; see [`Decision::order`].
    pub(crate) order: OnceLock<Vec<u32>>,
}

/// The second half of a decision.
#[derive(Debug)]
pub(crate) struct Scored {
    /// Parallel to the prioritizers whose weight is not 0; `None` where one does not score clusters
    /// one by one.
    pub(crate) columns: Vec<Option<Arc<Column>>>,
    /// Parallel to the feasible clusters.
    pub(crate) totals: Vec<i64>,
    pub(crate) selection: Selection,
    /// The run of spread, where there was one.
    pub(crate) spread: Option<Run>,
    pub(crate) unscheduled: i64,
}

impl Decision {
    /// Whether the scheduler ran.
    pub(crate) fn is_scheduled(&self) -> bool {
        self.outcome == Outcome::Scheduled
    }

    /// Whether there are neither sets nor bindings.
    pub(crate) fn all_considered(&self) -> bool {
        self.candidates.basis == Basis::All
    }

    /// The placement's name as a person would say it.
    pub(crate) fn name(&self, objects: &Objects) -> ObjectName {
        ObjectName {
            kind: "Placement".to_owned(),
            namespace: objects.names[self.placement.namespace].to_owned(),
            name: objects.names[self.placement.name].to_owned(),
        }
    }

    /// The clusters the placement may choose from; none where the scheduler was not reached.
    pub(crate) fn available(&self) -> &[u32] {
        match (&self.outcome, &self.candidates.clusters) {
            (Outcome::Scheduled | Outcome::Invalid { .. }, Ok(clusters)) => clusters,
            _ => &[],
        }
    }

    /// The clusters that match a predicate; none where that is not known.
    pub(crate) fn matched(&self) -> &[u32] {
        self.matched
            .as_deref()
            .and_then(|matched| matched.as_ref().ok())
            .map_or(&[], Vec::as_slice)
    }

    /// The clusters that passed all filters; none where that is not known.
    pub(crate) fn feasible(&self) -> &[u32] {
        self.tolerated
            .as_deref()
            .and_then(|tolerated| tolerated.clusters.as_ref().ok())
            .map_or(&[], Vec::as_slice)
    }

    /// The place of a feasible cluster.
    pub(crate) fn place(&self, cluster: u32) -> Option<usize> {
        // Feasible clusters stand in the order of the text, so ascending.
        self.feasible().binary_search(&cluster).ok()
    }

    /// The selection with what it needs to be read.
    pub(crate) fn selection(&self) -> Option<(&Selection, &Fleet)> {
        let scored = self.scored.as_ref()?;
        Some((&scored.selection, &self.fleet))
    }

    /// The active prioritizers with their columns, in order.
    pub(crate) fn scorers(&self) -> impl Iterator<Item = (&Entry, Option<&Column>)> {
        let columns = self.scored.as_ref().map_or(&[][..], |s| &s.columns);
        self.plan.active().enumerate().map(move |(index, entry)| {
            let column = columns.get(index).and_then(Option::as_deref);
            (entry, column)
        })
    }

    /// All clusters: the feasible ones by rank, then the filtered, then the excluded ones, both by
    /// name. O(n log n) at the first call.
    pub(crate) fn order(&self) -> &[u32] {
        self.order.get_or_init(|| {
            let mut kinds = vec![2_u8; self.fleet.len()];
            for (clusters, kind) in [(self.available(), 1), (self.feasible(), 0)] {
                for &cluster in clusters {
                    if let Some(slot) = kinds.get_mut(cluster as usize) {
                        *slot = kind;
                    }
                }
            }
            let by_name = |kind: u8| {
                let clusters = self.fleet.by_rank().iter().copied();
                clusters.filter({
                    let kinds = &kinds;
                    move |&cluster| kinds.get(cluster as usize) == Some(&kind)
                })
            };
            let mut order: Vec<u32> = match self.selection() {
                Some((selection, fleet)) => selection.ranked(fleet).to_vec(),
                None => by_name(0).collect(),
            };
            order.extend(by_name(1));
            order.extend(by_name(2));
            order
        })
    }

    /// How the scheduler ended. `limit` bounds how many names a warning lists.
    pub(crate) fn status(&self, objects: &Objects, limit: usize) -> Status {
        let misconfigured = |plugin: &str, message: &str| Status {
            code: StatusCode::Misconfigured,
            plugin: plugin.to_owned(),
            message: message.to_owned(),
        };
        match &self.outcome {
            Outcome::Scheduled => {}
            Outcome::Invalid { message, .. } => {
                return Status {
                    code: StatusCode::Error,
                    plugin: String::new(),
                    message: message.clone(),
                };
            }
            _ => return Status::default(),
        }
        if let Some(message) = &self.groups.error {
            return misconfigured("", message);
        }
        if let Some(Err(FilterError::Misconfigured(message))) = self.matched.as_deref() {
            return misconfigured(predicate::NAME, message);
        }
        let tolerated = self
            .tolerated
            .as_deref()
            .map(|tolerated| &tolerated.clusters);
        if let Some(Err(FilterError::Misconfigured(message))) = tolerated {
            return misconfigured(taint_toleration::NAME, message);
        }
        if let Some(message) = &self.plan.error {
            return misconfigured("", message);
        }
        // The last warning counts.
        let warning = self
            .scorers()
            .filter_map(|(entry, column)| Some((entry, column?)))
            .filter(|(_, column)| !column.expired.is_empty())
            .last();
        warning.map_or_else(Status::default, |(entry, column)| Status {
            code: StatusCode::Warning,
            plugin: entry.name.clone(),
            message: self.expired(objects, entry, column, limit),
        })
    }

    /// Upstream's sentence about expired scores, by name.
    fn expired(&self, objects: &Objects, entry: &Entry, column: &Column, limit: usize) -> String {
        let feasible = self.feasible();
        let mut clusters: Vec<u32> = column
            .expired
            .iter()
            .filter_map(|&place| feasible.get(place as usize).copied())
            .collect();
        self.fleet.sort(&mut clusters);
        let resource = entry.name.split('/').nth(1).unwrap_or_default();
        let mut message = String::from("AddOnPlacementScores");
        for &cluster in clusters.iter().take(limit) {
            let name = cluster_name(objects, cluster);
            // Writing to a String cannot fail.
            let _ = write!(message, " {name}/{resource}");
        }
        if clusters.len() > limit {
            let _ = write!(message, " and {} more", clusters.len() - limit);
        }
        message.push_str(" expired");
        message
    }

    /// The conditions that the hub would write; none where it touches nothing.
    pub(crate) fn conditions(&self, objects: &Objects, status: &Status) -> Vec<Condition> {
        if !self.is_scheduled() {
            return Vec::new();
        }
        vec![
            conditions::misconfigured(status),
            conditions::satisfied(&conditions::Satisfaction {
                spec: &self.placement.spec,
                candidates: &self.candidates,
                names: &objects.names,
                available: self.available().len(),
                selected: self.selected_count(),
                unscheduled: self.unscheduled(),
                status,
            }),
        ]
    }

    pub(crate) fn selected_count(&self) -> usize {
        self.scored.as_ref().map_or(0, |s| s.selection.count)
    }

    pub(crate) fn unscheduled(&self) -> i64 {
        self.scored.as_ref().map_or(0, |s| s.unscheduled)
    }

    /// When to look again, RFC 3339.
    pub(crate) fn requeue_time(&self) -> Option<String> {
        self.scored.as_ref()?;
        let requeue = self.tolerated.as_deref()?.requeue?;
        Some(requeue.to_string())
    }

    /// The names of existing objects that would be deleted, sorted.
    pub(crate) fn deleted(&self, objects: &Objects) -> Vec<String> {
        if !self.is_scheduled() {
            return Vec::new();
        }
        let names = &objects.names;
        let count = self.groups.objects();
        let own = self.history.own_decisions.iter();
        let mut deleted: Vec<String> = own
            .filter_map(|&index| objects.decisions.get(index as usize))
            .map(|decision| &names[decision.name])
            .filter(|name| !groups::is_object_name(name, &names[self.placement.name], count))
            .map(str::to_owned)
            .collect();
        order::sort(&mut deleted, String::cmp);
        deleted
    }

    /// The decision groups in short.
    pub(crate) fn group_summaries(&self, objects: &Objects) -> Vec<GroupSummary> {
        let name = &objects.names[self.placement.name];
        let mut number = 0;
        let chunks = self.groups.chunks.iter().enumerate();
        chunks
            .map(|(index, chunk)| GroupSummary {
                index,
                name: groups::group_name(&self.placement, chunk.group).to_owned(),
                clusters: chunk.clusters,
                decisions: (0..chunk.objects())
                    .map(|_| {
                        number += 1;
                        groups::object_name(name, number)
                    })
                    .collect(),
            })
            .collect()
    }

    /// The filters that ran without an error, with what each left.
    pub(crate) fn filters(&self) -> Vec<(&'static str, &[u32])> {
        let mut filters = Vec::with_capacity(2);
        if self.is_scheduled() {
            if let Some(Ok(clusters)) = self.matched.as_deref() {
                filters.push((predicate::NAME, clusters.as_slice()));
            }
            if let Some(Ok(clusters)) = self.tolerated.as_deref().map(|t| &t.clusters) {
                filters.push((taint_toleration::NAME, clusters.as_slice()));
            }
        }
        filters
    }

    fn prioritizers(&self) -> Vec<PrioritizerSummary> {
        let mut columns = self.scorers().map(|(_, column)| column);
        let entries = self.plan.entries.iter();
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
                    path: entry.path(),
                    min: range.map(|(min, _)| min.into()),
                    max: range.map(|(_, max)| max.into()),
                }
            })
            .collect()
    }

    /// The mode of the prioritizer policy.
    fn mode(&self) -> &str {
        let policy = self.placement.spec.prioritizer_policy.as_ref();
        match policy.map_or("", |policy| policy.mode.as_str()) {
            "" => "Additive",
            mode => mode,
        }
    }

    fn spread_constraints(&self, objects: &Objects) -> Vec<SpreadConstraintSummary> {
        let terms = self.placement.spec.spread_constraints.iter();
        terms
            .map(|term| SpreadConstraintSummary {
                topology_key: objects.names[term.topology_key].to_owned(),
                topology_key_type: term.topology_key_type,
                max_skew: term.max_skew,
                when_unsatisfiable: term.when_unsatisfiable,
                path: spread::path(term),
            })
            .collect()
    }

    /// The decision in short. O(groups + prioritizers), no work per cluster but for expired scores.
    pub(crate) fn summary(&self, objects: &Objects) -> DecisionSummary {
        let names = &objects.names;
        let texts = |symbols: &[Symbol]| -> Vec<String> {
            symbols.iter().map(|s| names[*s].to_owned()).collect()
        };
        let status = self.status(objects, NAMES_IN_SUMMARY);
        let mut before = self.available().len();
        let filters = self.filters().into_iter().map(|(name, clusters)| {
            let filter = FilterSummary {
                name: name.to_owned(),
                before,
                after: clusters.len(),
            };
            before = clusters.len();
            filter
        });
        DecisionSummary {
            filters: filters.collect(),
            placement: self.name(objects),
            profile: self.options.profile,
            outcome: self.outcome.clone(),
            all_clusters_considered: self.all_considered(),
            valid_bindings: texts(&self.candidates.valid_bindings),
            eligible_cluster_sets: texts(&self.candidates.eligible),
            clusters: self.fleet.len(),
            candidates: self.available().len(),
            feasible: self.feasible().len(),
            selected: self.selected_count(),
            unscheduled: self.unscheduled().into(),
            wanted: self.wanted.map(Into::into),
            mode: self.mode().to_owned(),
            prioritizers: self.prioritizers(),
            spread_constraints: self.spread_constraints(objects),
            spread: self
                .scored
                .as_ref()
                .and_then(|s| Some(s.spread.as_ref()?.summary())),
            conditions: self.conditions(objects, &status),
            groups: self.group_summaries(objects),
            deleted_decisions: self.deleted(objects),
            requeue_time: self.requeue_time(),
            notes: self.notes(objects),
            status,
        }
    }
}

/// The path of a CEL expression in a placement.
pub fn cel_path(predicate: usize, expression: usize) -> String {
    format!(
        "spec.predicates[{predicate}].requiredClusterSelector.celSelector.\
         celExpressions[{expression}]"
    )
}

/// The name of a cluster.
pub(crate) fn cluster_name(objects: &Objects, cluster: u32) -> &str {
    objects
        .clusters
        .get(cluster as usize)
        .map_or("", |cluster| &objects.names[cluster.name()])
}
