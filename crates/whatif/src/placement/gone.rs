//! Clusters that edits take out of the text.

use std::sync::Arc;

use schedscope_objects::{
    id::{ClusterId, Id as _},
    objects::Objects,
    order,
};
use schedscope_placement::{Decision, cel::CelVerdicts};

use super::{Want, change::selected, loss::without, sweep::Exchange};
use crate::{Edit, Family};

/// Clusters that are gone, ascending. Those that stay count from 0 anew, in the order of the text.
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

    /// Whether none is gone.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The clusters.
    pub fn clusters(&self) -> &[ClusterId] {
        &self.0
    }

    /// Whether each of so many clusters is gone.
    pub(super) fn flags(&self, count: usize) -> Vec<bool> {
        let mut flags = vec![false; count];
        for cluster in &self.0 {
            if let Some(flag) = flags.get_mut(cluster.index()) {
                *flag = true;
            }
        }
        flags
    }

    /// A cluster among those that stay. `None`: it is gone.
    pub fn after(&self, cluster: ClusterId) -> Option<ClusterId> {
        let before = self.0.partition_point(|gone| *gone < cluster);
        let is_gone = self.0.get(before) == Some(&cluster);
        (!is_gone).then(|| ClusterId::new(cluster.index() - before))
    }

    /// What a cluster that stays was before the others went.
    pub fn before(&self, cluster: ClusterId) -> ClusterId {
        let index = self.0.iter().fold(cluster.index(), |index, gone| {
            index + usize::from(gone.index() <= index)
        });
        ClusterId::new(index)
    }

    /// Whether objects are the others with just these clusters gone: no second copy of one has come to light.
    pub(super) fn has_left(&self, objects: &Objects, before: usize) -> bool {
        objects.clusters.len() + self.0.len() == before
    }

    /// The verdicts of the clusters that stay, of which a text with these revisions of clusters has no others.
    pub(super) fn verdicts(
        &self,
        cel: &CelVerdicts,
        before: usize,
        revision: u64,
    ) -> Arc<CelVerdicts> {
        // Apart from the revisions of whoever evaluates, which count from 0.
        let revision = (1 << 63) | (cel.revision << 32) | (revision & 0xffff_ffff);
        Arc::new(without(cel, &self.flags(before), revision))
    }

    /// A want among the clusters that stay. `None`: one that shall be selected is gone.
    pub fn want(&self, want: &Want) -> Option<Want> {
        let selects = want.selects.iter().map(|cluster| self.after(*cluster));
        let drops = want.drops.iter().filter_map(|cluster| self.after(*cluster));
        Some(Want {
            selects: selects.collect::<Option<Vec<ClusterId>>>()?,
            drops: drops.collect(),
            count: want.count,
        })
    }

    /// How many clusters are selected before, and not after, or are gone.
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

    /// At most so many clusters that come in, and that go or are gone: by name, as they count before the others went.
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
        let first = |mut clusters: Vec<ClusterId>| {
            before.fleet.sort(&mut clusters);
            clusters.truncate(limit);
            clusters
        };
        Exchange {
            comes: first(comes.filter(|cluster| !is_in(before, *cluster)).collect()),
            out: first(out.collect()),
        }
    }
}
