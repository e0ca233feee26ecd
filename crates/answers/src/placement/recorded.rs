//! A decision against what a hub has recorded in the text.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use schedscope_objects::{
    clusters::Cluster,
    id::ClusterId,
    names::Symbol,
    order,
    placement_decision::{
        DECISION_INDEX_LABEL, GROUP_INDEX_LABEL, GROUP_NAME_LABEL, PlacementDecision,
    },
};
use schedscope_placement::{groups, outcome::Outcome};

use crate::placement::{
    DecisionDetails,
    comparison::{
        DecisionForm, DecisionFormDifference, GroupSize, KeptDecision, RecordedComparison,
        RecordedConditionDifference, RecordedGroupDifference,
    },
    condition::{Condition, ConditionStatus},
};

/// A decision group: its index, its name and its clusters, by name.
type Group<'n> = (usize, &'n str, Vec<&'n str>);

/// Joins the slices of each group, by index; drops groups without clusters.
fn joined(mut slices: Vec<Group<'_>>) -> Vec<Group<'_>> {
    order::sort(&mut slices, |a, b| a.0.cmp(&b.0));
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (index, name, clusters) in slices {
        match groups.last_mut() {
            _ if clusters.is_empty() => {}
            Some(last) if last.0 == index => last.2.extend(clusters),
            _ => groups.push((index, name, clusters)),
        }
    }
    for (_, _, clusters) in &mut groups {
        order::sort(clusters, Ord::cmp);
        clusters.dedup();
    }
    groups
}

impl DecisionDetails<'_> {
    /// Names in alphabetical order, so that an answer does not depend on the order of the input.
    pub fn by_name(&self, names: impl Iterator<Item = Symbol>) -> Vec<Symbol> {
        let mut names: Vec<Symbol> = names.collect();
        order::sort(&mut names, |a, b| {
            self.objects.names[*a].cmp(&self.objects.names[*b])
        });
        names
    }

    /// The `PlacementDecision`s that the placement's status names and the input lacks.
    pub fn lacking_decisions(&self) -> impl Iterator<Item = Symbol> + '_ {
        let named = self.decision.placement.status.decisions.iter().copied();
        // A hub copies its decisions under the same names.
        named.filter(move |name| !self.own_recorded().any(|own| own.name == *name))
    }

    /// The placement's own recorded decisions, in the form that counts.
    pub(crate) fn own_recorded(&self) -> impl Iterator<Item = &Arc<PlacementDecision>> {
        let recorded = &self.decision.recorded;
        let (own, all) = match self.own_form() {
            Some(DecisionForm::Multicluster) => (
                &recorded.own_multicluster,
                &self.objects.multicluster_decisions,
            ),
            _ => (&recorded.own_decisions, &self.objects.decisions),
        };
        own.iter().filter_map(|index| all.get(*index))
    }

    /// The form of the recorded decisions that counts; `None`: nothing is recorded.
    pub fn own_form(&self) -> Option<DecisionForm> {
        let recorded = &self.decision.recorded;
        if !recorded.own_decisions.is_empty() {
            Some(DecisionForm::Ocm)
        } else if recorded.own_multicluster.is_empty() {
            None
        } else {
            Some(DecisionForm::Multicluster)
        }
    }

    /// Whether the input has any of the recorded decision, and all of it, as far as it tells.
    pub fn record(&self) -> (bool, bool) {
        let is_any = self.own_form().is_some();
        let is_whole = is_any && self.lacking_decisions().next().is_none() && self.has_all_slices();
        (is_any, is_whole)
    }

    /// Whether no index is left out before the last slice, and the slices have as many clusters as the status counts. A
    /// hub of OCM gives all slices of a decision group the same index.
    pub fn has_all_slices(&self) -> bool {
        let clusters: usize = self.own_recorded().map(|own| own.clusters.len()).sum();
        // Slices that the status names are known to be missing, by their names.
        let is_unnamed = || self.lacking_decisions().next().is_none();
        if self.own_form().is_some()
            && is_unnamed()
            && self.decision.placement.status.selected > Some(clusters as i64)
        {
            return false;
        }
        if self.own_form() != Some(DecisionForm::Multicluster) {
            return true;
        }
        let names = &self.objects.names;
        let label = names.get(DECISION_INDEX_LABEL);
        let indices = self.own_recorded().filter_map(|own| {
            let index = own.labels.get(label?)?;
            names[index].parse::<u32>().ok()
        });
        let mut indices: Vec<u32> = indices.collect();
        indices.sort_unstable();
        indices.dedup();
        indices
            .iter()
            .zip(0..)
            .all(|(index, place)| *index == place)
    }

    /// The distinct clusters of recorded decisions, by name.
    fn clusters_of<'o>(
        &self,
        decisions: impl Iterator<Item = &'o Arc<PlacementDecision>>,
    ) -> Vec<Symbol> {
        let mut clusters = self.by_name(decisions.flat_map(|own| own.clusters.iter().copied()));
        clusters.dedup();
        clusters
    }

    /// How both forms of the recorded decisions differ; `None`: they do not, or the input has one.
    fn form_difference(&self, limit: usize) -> Option<DecisionFormDifference> {
        let copies = &self.decision.recorded.own_multicluster;
        if self.own_form() != Some(DecisionForm::Ocm) || copies.is_empty() {
            return None;
        }
        let ocm = self.clusters_of(self.own_recorded());
        let all = &self.objects.multicluster_decisions;
        let copies = self.clusters_of(copies.iter().filter_map(|index| all.get(*index)));
        let only = |of: &[Symbol], other: &[Symbol]| {
            let other: FxHashSet<Symbol> = other.iter().copied().collect();
            let mut only = of.to_vec();
            only.retain(|name| !other.contains(name));
            only
        };
        let (of_ocm, of_copies) = (only(&ocm, &copies), only(&copies, &ocm));
        (!of_ocm.is_empty() || !of_copies.is_empty()).then(|| DecisionFormDifference {
            only_ocm: self.texts(&of_ocm[..limit.min(of_ocm.len())]),
            only_multicluster: self.texts(&of_copies[..limit.min(of_copies.len())]),
        })
    }

    /// The first decision group of the status that differs; `None`: none does, or the status has none.
    fn group_difference(&self) -> Option<RecordedGroupDifference> {
        let recorded = &self.decision.placement.status.groups;
        let decided = self.decision_groups();
        let most = recorded.len().max(decided.len());
        let mut groups = (0..most).map(|index| {
            let decided = decided.get(index).map(|group| GroupSize {
                name: group.decision_group_name.clone(),
                clusters: group.cluster_count,
                members: Vec::new(),
            });
            let recorded = recorded.get(index).map(|(name, clusters)| GroupSize {
                name: self.objects.names[*name].to_owned(),
                // Where the status does not count, it does not differ.
                clusters: clusters
                    .or(decided.as_ref().map(|of| of.clusters))
                    .unwrap_or_default(),
                members: Vec::new(),
            });
            RecordedGroupDifference {
                index,
                recorded,
                decided,
            }
        });
        let differing = groups.find(|group| group.recorded != group.decided);
        differing.filter(|_| !recorded.is_empty())
    }

    /// The first decision group whose name or clusters differ from those of the recorded decisions, in OCM's form;
    /// `None`: none does, or a recorded decision does not tell its group. O(selected).
    fn member_difference(&self, limit: usize) -> Option<RecordedGroupDifference> {
        if self.own_form() != Some(DecisionForm::Ocm) {
            return None;
        }
        let names = &self.objects.names;
        let (index, name) = (names.get(GROUP_INDEX_LABEL)?, names.get(GROUP_NAME_LABEL)?);
        let mut recorded = Vec::new();
        for own in self.own_recorded() {
            let clusters = own.clusters.iter().map(|cluster| &names[*cluster]);
            let index = names[own.labels.get(index)?].parse().ok()?;
            recorded.push((index, &names[own.labels.get(name)?], clusters.collect()));
        }
        let decision = self.decision;
        let (groups, grouping) = (&decision.groups, &decision.grouping);
        let decided = groups::members(groups, grouping, decision.selection(), None);
        let decided = decided.iter().map(|slice| {
            let group = groups.chunks.get(slice.chunk).and_then(|chunk| chunk.group);
            let name = groups::group_name(&decision.placement, group);
            let clusters = slice.clusters.iter();
            let clusters = clusters.map(|cluster| self.objects.cluster_name(*cluster));
            (slice.chunk, name, clusters.collect())
        });
        let (recorded, decided) = (joined(recorded), joined(decided.collect()));
        let same = recorded.iter().zip(&decided).take_while(|(a, b)| a == b);
        let at = same.count();
        let (recorded, decided) = (recorded.get(at), decided.get(at));
        let index = recorded.into_iter().chain(decided).map(|group| group.0);
        let index = index.min()?;
        let size = |group: Option<&Group<'_>>| {
            let (_, name, clusters) = group.filter(|group| group.0 == index)?;
            let members = clusters.iter().take(limit);
            Some(GroupSize {
                name: (*name).to_owned(),
                clusters: clusters.len(),
                members: members.map(|&member| member.to_owned()).collect(),
            })
        };
        Some(RecordedGroupDifference {
            index,
            recorded: size(recorded),
            decided: size(decided),
        })
    }

    /// The recorded decision, where the hub schedules nothing and leaves it as it is. O(recorded).
    pub(crate) fn kept(&self) -> Option<KeptDecision> {
        let is_left = matches!(
            self.decision.outcome,
            Outcome::Skipped { .. } | Outcome::SyncError { .. }
        );
        self.own_form().filter(|_| is_left)?;
        Some(KeptDecision {
            clusters: self.texts(&self.clusters_of(self.own_recorded())),
            is_whole: self.record().1,
        })
    }

    /// The decision against the recorded one, without causes; `None`: nothing is recorded, or nothing was scheduled.
    /// O(recorded + selected).
    pub(crate) fn recorded(
        &self,
        limit: usize,
        conditions: &[Condition],
    ) -> Option<RecordedComparison> {
        let (decision, objects) = (self.decision, self.objects);
        let status = &decision.placement.status;
        let form = self.own_form();
        if !decision.is_scheduled() || (form.is_none() && status.is_empty()) {
            return None;
        }
        let (_, is_whole) = self.record();
        let (mut added, mut removed, mut clusters) = (Vec::new(), Vec::new(), None);
        let (mut added_count, mut removed_count) = (0, 0);
        // Of a part of the recorded decisions, each cluster must be selected, too.
        if form.is_some() {
            let (own, gone) = (&decision.recorded.own_clusters, &decision.recorded.own_gone);
            clusters = is_whole.then_some(own.len() + gone.len());
            let difference = decision.recorded_difference(limit, is_whole);
            (added_count, removed_count) = (difference.come, difference.go + gone.len());
            let symbols = |clusters: &[ClusterId]| {
                let mut symbols = Vec::with_capacity(clusters.len());
                let clusters = clusters.iter().filter_map(|id| objects.clusters.get(*id));
                symbols.extend(clusters.map(Cluster::name));
                symbols
            };
            (added, removed) = (symbols(&difference.comes), symbols(&difference.goes));
            if !gone.is_empty() {
                removed.extend(gone.iter().take(limit));
                removed = self.by_name(removed.into_iter());
                removed.truncate(limit);
            }
        }
        let differing = status.conditions.iter().filter_map(|recorded| {
            let decided = conditions.iter().find(|one| one.kind == recorded.kind)?;
            let is_true = decided.status == ConditionStatus::True;
            let same = recorded.reason == decided.reason && (recorded.status == "True") == is_true;
            (!same).then(|| RecordedConditionDifference {
                kind: recorded.kind.clone(),
                status: recorded.status.clone(),
                reason: recorded.reason.clone(),
                decided: decided.reason.clone(),
            })
        });
        let conditions: Vec<_> = differing.collect();
        let count = decision.selected_count() as i64;
        let other_form = self.form_difference(limit);
        let same_clusters = added_count == 0 && removed_count == 0;
        let by_members = || self.member_difference(limit).filter(|_| is_whole);
        let group = same_clusters
            .then(|| by_members().or_else(|| self.group_difference()))
            .flatten();
        Some(RecordedComparison {
            same: same_clusters
                && group.is_none()
                && conditions.is_empty()
                && status.selected.is_none_or(|selected| selected == count),
            clusters,
            form,
            other_form,
            added_count,
            removed_count,
            added: self.texts(&added),
            removed: self.texts(&removed),
            listed: [added, removed],
            number_of_selected_clusters: status.selected.map(Into::into),
            conditions,
            group,
            at: None,
            causes: Vec::new(),
        })
    }
}
