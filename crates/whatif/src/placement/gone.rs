//! Clusters that edits remove from the input.

use std::sync::Arc;

use schedscope_objects::{
    id::{ClusterId, Id as _},
    objects::Objects,
    order,
};
use schedscope_placement::{Decision, cel::CelVerdicts};

use super::{Want, change::selected, loss::without, sweep::Exchange};
use crate::{Edit, Family};

/// The removed clusters, ascending. Without them, the other clusters are renumbered from 0, in input order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gone(Vec<ClusterId>);

impl Gone {
    /// The clusters that edits remove from objects.
    pub fn of(objects: &Objects, edits: &[Edit]) -> Self {
        if edits.iter().all(|edit| edit.family != Family::Release) {
            return Self::default();
        }
        let order = objects.clusters.by_name(&objects.names);
        let removed = edits.iter().filter(|edit| edit.family == Family::Release);
        let clusters = removed.filter_map(|edit| {
            let name = objects.names.get(&edit.object.name)?;
            order.cluster(name)
        });
        let mut clusters: Vec<ClusterId> = clusters.collect();
        order::sort(&mut clusters, Ord::cmp);
        clusters.dedup();
        Self(clusters)
    }

    /// Whether no cluster is removed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The removed clusters.
    pub fn clusters(&self) -> &[ClusterId] {
        &self.0
    }

    /// For each of `count` clusters, whether it is removed.
    pub(super) fn flags(&self, count: usize) -> Vec<bool> {
        let mut flags = vec![false; count];
        for cluster in &self.0 {
            if let Some(flag) = flags.get_mut(cluster.index()) {
                *flag = true;
            }
        }
        flags
    }

    /// The new number of a cluster; `None` if it is removed.
    pub fn after(&self, cluster: ClusterId) -> Option<ClusterId> {
        let before = self.0.partition_point(|gone| *gone < cluster);
        let is_gone = self.0.get(before) == Some(&cluster);
        (!is_gone).then(|| ClusterId::new(cluster.index() - before))
    }

    /// The original number of a remaining cluster.
    pub fn before(&self, cluster: ClusterId) -> ClusterId {
        let index = self.0.iter().fold(cluster.index(), |index, gone| {
            index + usize::from(gone.index() <= index)
        });
        ClusterId::new(index)
    }

    /// Whether `objects` lacks exactly these clusters. It does not if the removal uncovers a second copy of one.
    pub(super) fn has_left(&self, objects: &Objects, before: usize) -> bool {
        objects.clusters.len() + self.0.len() == before
    }

    /// The CEL verdicts of the remaining clusters. Their revision combines those of the verdicts and of the clusters.
    pub(super) fn verdicts(
        &self,
        cel: &CelVerdicts,
        before: usize,
        revision: u64,
    ) -> Arc<CelVerdicts> {
        // The highest bit separates this from the revisions of other evaluations, which count from 0.
        let revision = (1 << 63) | (cel.revision << 32) | (revision & 0xffff_ffff);
        Arc::new(without(cel, &self.flags(before), revision))
    }

    /// The want, with the new numbers; `None` if a cluster to select is removed.
    pub fn want(&self, want: &Want) -> Option<Want> {
        let selects = want.selects.iter().map(|cluster| self.after(*cluster));
        let drops = want.drops.iter().filter_map(|cluster| self.after(*cluster));
        Some(Want {
            selects: selects.collect::<Option<Vec<ClusterId>>>()?,
            drops: drops.collect(),
            count: want.count,
            record: want.record,
        })
    }

    /// How many clusters that `before` selects are removed, or not selected by `after`.
    pub(super) fn displaced(&self, before: &Decision, after: &Decision) -> usize {
        let is_in = |cluster: ClusterId| {
            let selection = after.selection();
            selection.is_some_and(|(selection, fleet)| {
                after.place(cluster).is_some() && selection.is_selected(cluster, fleet)
            })
        };
        let stays = |cluster: &ClusterId| self.after(*cluster).is_some_and(is_in);
        selected(before).filter(|cluster| !stays(cluster)).count()
    }

    /// The newly selected clusters, and the deselected or removed ones: at most `limit` each, by name, with their
    /// original numbers.
    pub fn exchange(&self, before: &Decision, after: &Decision, limit: usize) -> Exchange {
        let is_in = |decision: &Decision, cluster: ClusterId| {
            let selection = decision.selection();
            selection.is_some_and(|(selection, fleet)| selection.is_selected(cluster, fleet))
        };
        let selected = |decision: &Decision| -> Vec<ClusterId> {
            let selection = decision.selection();
            selection.map_or_else(Vec::new, |(selection, fleet)| {
                selection.unordered(fleet).collect()
            })
        };
        let comes = selected(after).into_iter();
        let comes = comes.map(|cluster| self.before(cluster));
        let out = selected(before).into_iter();
        let out = out.filter(|cluster| {
            let cluster = self.after(*cluster);
            cluster.is_none_or(|cluster| !is_in(after, cluster))
        });
        let comes = comes.filter(|cluster| !is_in(before, *cluster));
        Exchange::first(comes.collect(), out.collect(), before, limit)
    }
}
