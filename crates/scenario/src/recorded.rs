//! Why a decision differs from what a hub has recorded.

mod again;
mod nearness;
mod steady;

use std::cmp::Reverse;

use nearness::{Nearness, OF_OTHERS, add_taints};
use schedscope_answers::placement::{
    caveats::DecisionCaveats,
    comparison::{RecordedCause, RecordedCauseCode, RecordedComparison},
    explain::{ExplainClusterAnswer, ScoreInputs},
};
use schedscope_checks::missing;
use schedscope_objects::{
    clusters::Cluster,
    diagnostic::ObjectName,
    id::{ClusterId, Id as _},
    kind::ObjectKind,
    names::Symbol,
    order,
    taint::{Expiry, Taint, TaintUpkeep, Toleration},
};
use schedscope_placement::{
    Decision, Wanted,
    filter::taint_toleration::{TaintRules, judge},
    prioritizer::PrioritizerKind,
    window::ValidityWindow,
};
use schedscope_reader::{ObjectChange, Reader};
use schedscope_time::Timestamp;

/// The maximum number of clusters that are examined.
const MOST_CLUSTERS: usize = 20;
/// The maximum number of objects listed for one cause.
const MOST_CAUSES: usize = 3;

type Identity = (ObjectKind, Symbol, Symbol);

/// A changed object: the rank of the change, its time, and the object.
type Changed = (u8, Reverse<Option<Timestamp>>, Identity);

/// Adds the time when the decision was recorded, and possible causes of the difference. O(scores), plus O(1) for each
/// listed cluster.
pub(crate) fn explain(caveats: &mut DecisionCaveats, reader: &Reader, decision: &Decision) {
    let Some(recorded) = &mut caveats.recorded else {
        return;
    };
    if recorded.same {
        return;
    }
    let names = &reader.objects().names;
    let placement = &decision.placement;
    let (clusters, differing) = clusters_of(recorded, reader, decision);
    let mut objects = records(reader, decision);
    let owned = objects.len();
    add_inputs(&mut objects, decision, &clusters);
    let mut changes = reader.changes(&objects);
    // The placement's status is a record of the decision, and its spec is an input.
    let [placement_change, decisions @ ..] = &changes[..owned] else {
        return;
    };
    let mut at = placement_change.status;
    let mut version = None;
    for change in decisions {
        at = at.max(change.spec).max(change.status);
        version = version.max(change.resource_version);
    }
    recorded.at = at.map(|at| at.to_string());
    changes[0].status = None;
    changes[0].resource_version = None;
    add_taints(&mut changes[owned..], &objects[owned..], reader, decision);

    let mut causes = Vec::new();
    let mut add = |code, object: Option<Identity>, time: Option<Timestamp>| {
        causes.push(RecordedCause {
            code,
            object: object.map(|(kind, namespace, name)| ObjectName {
                kind: kind.name().to_owned(),
                namespace: names[namespace].to_owned(),
                name: names[name].to_owned(),
            }),
            time: time.map(|time| time.to_string()),
            taint: None,
        });
    };
    let options = &decision.options;
    let is_whatif = !options.weights.is_empty()
        || !options.max_skews.is_empty()
        || options.number_of_clusters != Wanted::AsWritten;
    if is_whatif {
        add(RecordedCauseCode::WhatIf, None, None);
    }
    if options.number_of_clusters == Wanted::AsWritten && is_of_other_number(decision, recorded) {
        let object = (ObjectKind::Placement, placement.namespace, placement.name);
        add(RecordedCauseCode::NumberChanged, Some(object), None);
    }
    if was_misconfigured(recorded) {
        let object = (ObjectKind::Placement, placement.namespace, placement.name);
        add(RecordedCauseCode::MisconfiguredThen, Some(object), None);
    }
    let left = left(reader, decision, recorded, at);
    // A missing object does not explain a cluster that a taint keeps out.
    let is_tainted = !left.ended.is_empty() || !left.tainted.is_empty();
    let is_missing = missing::is_missing(decision, reader.objects());
    if is_missing && !is_tainted {
        add(RecordedCauseCode::MissingInput, None, None);
    }
    if is_others(decision, recorded) {
        add(RecordedCauseCode::OtherProfile, None, None);
    }
    let by_scores = left.by_scores;
    for (time, object) in left.ended {
        add(RecordedCauseCode::TolerationEnded, Some(object), Some(time));
    }
    for (time, object, _) in &left.tainted {
        add(taint_code(*time), Some(*object), *time);
    }
    if is_missing && is_tainted {
        add(RecordedCauseCode::MissingInput, None, None);
    }
    let nearness = Nearness {
        differing: &clusters[..differing],
        takes_all: decision.selected_count() == decision.feasible().len(),
    };
    let since = Since { at, version };
    // The placement and its inputs, without its recorded decisions.
    let inputs = changes.iter().zip(&objects).enumerate();
    let inputs = inputs.filter(|(index, _)| *index == 0 || *index >= owned);
    // The added taint is the change of the cluster.
    let is_tainted = |object: &Identity| left.tainted.iter().any(|(_, one, _)| one == object);
    let inputs = inputs.filter(|(_, (_, object))| !is_tainted(object));
    let later = since.changed(inputs.map(|(_, input)| input), &nearness);
    let near = later.partition_point(|(nearness, ..)| *nearness < OF_OTHERS);
    // No score selects a cluster that a filter rejects.
    let mut expired_scores = Vec::new();
    if by_scores || recorded.removed_count == 0 {
        expired_scores = expired(reader, decision, at);
    }
    for (code, object, time) in nearness.ordered(&later[..near], &expired_scores) {
        add(code, object, time);
    }
    if !is_whatif && steady::exchanges(decision) {
        add(RecordedCauseCode::Steady, None, None);
    }
    // A cluster that is in both selections or in neither is relevant only through the scores or picks of others.
    for (_, Reverse(time), object) in &later[near..] {
        add(RecordedCauseCode::ChangedSince, Some(*object), *time);
    }
    name_taints(&mut causes, left.tainted);
    recorded.causes = causes;
}

/// A taint of the text has a time; one that the hub adds has none.
fn taint_code(time: Option<Timestamp>) -> RecordedCauseCode {
    match time {
        Some(_) => RecordedCauseCode::TaintAdded,
        None => RecordedCauseCode::HubTaint,
    }
}

/// Adds the taints to the causes about taints.
fn name_taints(causes: &mut [RecordedCause], tainted: Vec<(Option<Timestamp>, Identity, String)>) {
    let of_taints = causes.iter_mut().filter(|cause| {
        matches!(
            cause.code,
            RecordedCauseCode::TaintAdded | RecordedCauseCode::HubTaint
        )
    });
    for (cause, (_, _, taint)) in of_taints.zip(tainted) {
        cause.taint = Some(taint);
    }
}

/// The clusters that can explain a difference, at most [`MOST_CLUSTERS`], and the number of those that differ, which
/// are first. Scores of one cluster can depend on the others.
fn clusters_of(
    recorded: &RecordedComparison,
    reader: &Reader,
    decision: &Decision,
) -> (Vec<Symbol>, usize) {
    let mut clusters = Vec::with_capacity(MOST_CLUSTERS);
    let differing = recorded.listed.iter().flatten().copied();
    clusters.extend(differing.take(MOST_CLUSTERS));
    let differing = clusters.len();
    for &cluster in decision.fleet.by_rank() {
        if clusters.len() == MOST_CLUSTERS {
            break;
        }
        if decision.place(cluster).is_some()
            && let Some(name) = reader.objects().clusters.get(cluster).map(Cluster::name)
            && !clusters.contains(&name)
        {
            clusters.push(name);
        }
    }
    (clusters, differing)
}

/// Whether the hub recorded the placement as misconfigured, and it no longer is: only conditions that differ are
/// listed.
fn was_misconfigured(recorded: &RecordedComparison) -> bool {
    let mut conditions = recorded.conditions.iter();
    conditions.any(|one| one.kind == "PlacementMisconfigured" && one.status == "True")
}

/// Adds when the add-ons' scores of a cluster were written. O(its scores).
pub(crate) fn date_scores(explanation: &mut ExplainClusterAnswer, reader: &Reader) {
    for score in &mut explanation.scores {
        if let Some(ScoreInputs::AddOn {
            object: Some(object),
            updated,
            ..
        }) = &mut score.inputs
            && let names = &reader.objects().names
            && let (Some(namespace), Some(name)) =
                (names.get(&object.namespace), names.get(&object.name))
        {
            let changes = reader.changes(&[(ObjectKind::AddOnPlacementScore, namespace, name)]);
            let written = changes.first().and_then(|change| change.status);
            *updated = written.map(|time| time.to_string());
        }
    }
}

/// When the decision was recorded: the latest time and the latest version of its objects.
struct Since {
    at: Option<Timestamp>,
    version: Option<u64>,
}

impl Since {
    /// When an object was changed later; `None` if its times do not show a later change.
    fn time(&self, change: &ObjectChange) -> Option<Timestamp> {
        let time = change.spec.max(change.status);
        time.filter(|time| Some(*time) > self.at)
    }

    /// The objects that were changed later, with their times, at most [`MOST_CAUSES`]: those nearest to the difference
    /// first, then the latest.
    fn changed<'o>(
        &self,
        inputs: impl Iterator<Item = (&'o ObjectChange, &'o Identity)>,
        nearness: &Nearness,
    ) -> Vec<Changed> {
        let mut found: Vec<Changed> = Vec::with_capacity(MOST_CAUSES + 1);
        for (change, object) in inputs.filter(|(change, _)| self.is_before(change)) {
            let Some(rank) = nearness.of(object) else {
                continue;
            };
            let order = (rank, Reverse(self.time(change)));
            // Stable: equal entries keep their order.
            let at = found.partition_point(|(rank, time, _)| (*rank, *time) <= order);
            if at < MOST_CAUSES {
                found.insert(at, (order.0, order.1, *object));
                found.truncate(MOST_CAUSES);
            }
        }
        found
    }

    /// Whether an object was changed later, by its times or its version.
    fn is_before(&self, change: &ObjectChange) -> bool {
        self.at.is_some() && self.time(change).is_some()
            || self.version.is_some() && change.resource_version > self.version
    }
}

/// Whether a hub recorded this number of clusters for another `numberOfClusters`: more clusters than wanted, or fewer
/// with `AllDecisionsScheduled`.
fn is_of_other_number(decision: &Decision, recorded: &RecordedComparison) -> bool {
    let status = &decision.placement.status;
    let clusters = recorded
        .clusters
        .and_then(|count| i64::try_from(count).ok());
    let Some((count, wanted)) = clusters.or(status.selected).zip(decision.wanted) else {
        return false;
    };
    let is_satisfied = || {
        let mut conditions = status.conditions.iter();
        conditions.any(|one| one.status == "True" && one.reason == "AllDecisionsScheduled")
    };
    count > wanted || count < wanted && is_satisfied()
}

/// Whether the other profile reproduces the recorded decision.
fn is_others(decision: &Decision, recorded: &RecordedComparison) -> bool {
    decision.other.as_ref().is_some_and(|other| {
        let is_own = |cluster: &ClusterId| decision.recorded.is_own(*cluster);
        !other.is_same
            && recorded.clusters == Some(other.selected)
            && recorded.added_count == other.goes.len()
            && recorded.removed_count == other.comes.len()
            && !other.goes.iter().any(is_own)
            && other.comes.iter().all(is_own)
    })
}

/// The placement, and its recorded decisions of both forms.
fn records(reader: &Reader, decision: &Decision) -> Vec<Identity> {
    let placement = &decision.placement;
    let mut objects = vec![(ObjectKind::Placement, placement.namespace, placement.name)];
    let own = decision.recorded.own_decisions.iter();
    let own = own.filter_map(|index| reader.objects().decisions.get(*index));
    objects.extend(own.map(|own| (ObjectKind::PlacementDecision, own.namespace, own.name)));
    let copies = decision.recorded.own_multicluster.iter();
    let copies = copies.filter_map(|index| reader.objects().multicluster_decisions.get(*index));
    let kind = ObjectKind::MulticlusterPlacementDecision;
    objects.extend(copies.map(|own| (kind, own.namespace, own.name)));
    objects
}

/// Adds the objects on which the difference can depend: the clusters, their scores, sets and bindings.
fn add_inputs(objects: &mut Vec<Identity>, decision: &Decision, clusters: &[Symbol]) {
    objects.reserve(2 * clusters.len() + 2 * decision.candidates.eligible.len().min(MOST_CLUSTERS));
    let of_clusters = clusters.iter();
    objects.extend(of_clusters.map(|name| (ObjectKind::ManagedCluster, Symbol::EMPTY, *name)));
    let mut known: Vec<Symbol> = Vec::new();
    for (entry, _) in decision.scorers() {
        let PrioritizerKind::AddOn {
            resource: Some(resource),
            ..
        } = entry.kind
        else {
            continue;
        };
        if known.contains(&resource) {
            continue;
        }
        known.push(resource);
        let of_clusters = clusters.iter();
        objects.extend(of_clusters.map(|name| (ObjectKind::AddOnPlacementScore, *name, resource)));
    }
    for &set in decision.candidates.eligible.iter().take(MOST_CLUSTERS) {
        objects.push((ObjectKind::ManagedClusterSet, Symbol::EMPTY, set));
        let namespace = decision.placement.namespace;
        objects.push((ObjectKind::ManagedClusterSetBinding, namespace, set));
    }
}

/// Why recorded clusters are not selected; at most [`MOST_CAUSES`] of each cause.
#[derive(Default)]
struct Left {
    /// Clusters whose toleration has ended since, with the time.
    ended: Vec<(Timestamp, Identity)>,
    /// Clusters with a taint that was added since and keeps them out, with the time; `None` if the hub has yet to add
    /// it.
    tainted: Vec<(Option<Timestamp>, Identity, String)>,
    /// One of the clusters passes all filters.
    by_scores: bool,
}

/// Examines the recorded clusters that are not selected. O(these clusters and their taints).
fn left(
    reader: &Reader,
    decision: &Decision,
    recorded: &RecordedComparison,
    at: Option<Timestamp>,
) -> Left {
    let objects = reader.objects();
    let tolerations = &decision.placement.spec.tolerations;
    let rules = decision.taint_rules();
    let mut left = Left::default();
    for &name in recorded.listed.iter().flatten() {
        let id = decision.fleet.cluster(name);
        let Some(id) = id.filter(|id| decision.recorded.is_own(*id)) else {
            continue;
        };
        if decision.place(id).is_some() {
            left.by_scores = true;
            continue;
        }
        let Some(taints) = objects.clusters.get(id).map(Cluster::taints) else {
            continue;
        };
        // When the first of its taints was no longer tolerated, if all were tolerated when the decision was recorded.
        let ends = taints.iter().map(|taint| {
            let window = &mut ValidityWindow::default();
            if judge(taint, tolerations, true, rules, window).tolerated {
                return Some(None);
            }
            let matching = tolerations.iter().filter(|one| one.matches(taint).is_ok());
            let end = matching.filter_map(|one| match one.expiry(taint, rules.now, rules.long) {
                Expiry::At(end) => Some(end),
                Expiry::Never | Expiry::Past => None,
            });
            let end = end.max()?;
            at.is_none_or(|at| end > at).then_some(Some(end))
        });
        let ends: Option<Vec<Option<Timestamp>>> = ends.collect();
        if let Some(first) = ends.into_iter().flatten().flatten().min()
            && left.ended.len() < MOST_CAUSES
        {
            let object = (ObjectKind::ManagedCluster, Symbol::EMPTY, name);
            left.ended.push((first, object));
            continue;
        }
        // Without these taints it would still be feasible: it passes the predicates.
        if left.tainted.len() < MOST_CAUSES
            // In the order of the text.
            && decision.matched().binary_search(&id).is_ok()
            && let Some((time, taint)) = added_since(taints, tolerations, rules, at)
        {
            let object = (ObjectKind::ManagedCluster, Symbol::EMPTY, name);
            left.tainted
                .push((time, object, taint.text(&objects.names)));
        }
    }
    left
}

/// The first of the taints that are not tolerated, with the time when it was added, if all of them were added after the
/// decision was recorded. The time is `None` if the hub has yet to add a taint.
fn added_since<'t>(
    taints: &'t [Taint],
    tolerations: &[Toleration],
    rules: TaintRules,
    at: Option<Timestamp>,
) -> Option<(Option<Timestamp>, &'t Taint)> {
    let is_tolerated = |taint: &Taint| {
        let window = &mut ValidityWindow::default();
        judge(taint, tolerations, true, rules, window).tolerated
    };
    let keeping_out = taints.iter().filter(|taint| !is_tolerated(taint));
    let added = keeping_out.map(|taint| {
        if taint.upkeep == TaintUpkeep::Added {
            return Some((None, taint));
        }
        let time = taint.time_added?;
        at.is_none_or(|at| time > at).then_some((Some(time), taint))
    });
    let added: Option<Vec<(Option<Timestamp>, &Taint)>> = added.collect();
    added?.into_iter().min_by_key(|(time, _)| *time)
}

/// The scores of feasible clusters that have expired since the decision was recorded, if more of the recorded clusters
/// would be selected with all of them; at most [`MOST_CAUSES`]. O(scores + feasible), plus a run of spread.
fn expired(
    reader: &Reader,
    decision: &Decision,
    at: Option<Timestamp>,
) -> Vec<(Timestamp, Identity)> {
    let mut found = Vec::new();
    // The points that the scores would add to the totals of their clusters.
    let mut added: Vec<(ClusterId, i64)> = Vec::new();
    for entry in decision.plan.active() {
        let PrioritizerKind::AddOn {
            resource,
            score: name,
        } = entry.kind
        else {
            continue;
        };
        for score in &reader.objects().scores {
            let feasible = || {
                let cluster = decision.fleet.cluster(score.namespace)?;
                decision.place(cluster).and(Some(cluster))
            };
            if let Some(until) = score.valid_until
                && Some(score.name) == resource
                && until < decision.options.now
                && at.is_none_or(|at| until >= at)
                && let Some(cluster) = feasible()
            {
                let mut values = score.scores.iter().rev();
                let value = values.find(|(one, _)| Some(*one) == name);
                let value = value.map_or(0, |(_, value)| i64::from(*value));
                added.push((cluster, i64::from(entry.weight) * value));
                let object = (ObjectKind::AddOnPlacementScore, score.namespace, score.name);
                found.push((until, object));
            }
        }
    }
    let explains = || {
        let (now, _) = decision.selection()?;
        let mut points = vec![0; reader.objects().clusters.len()];
        for (cluster, more) in added {
            if let Some(points) = points.get_mut(cluster.index()) {
                *points += more;
            }
        }
        let of = |cluster: ClusterId| points.get(cluster.index()).copied().unwrap_or(0);
        let then = again::selected(decision, &of)?;
        Some(again::left_out(decision, &then) < again::left_out(decision, now))
    };
    if found.is_empty() || explains() != Some(true) {
        return Vec::new();
    }
    let names = &reader.objects().names;
    order::sort(&mut found, |(_, a), (_, b)| names[a.1].cmp(&names[b.1]));
    found.truncate(MOST_CAUSES);
    found
}
