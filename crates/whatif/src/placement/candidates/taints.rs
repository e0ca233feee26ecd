//! Taints of clusters, and their availability.

use schedscope_objects::{
    id::ClusterId,
    taint::{Taint, TaintUpkeep},
};
use schedscope_placement::{filter::taint_toleration::judge, window::ValidityWindow};

use super::{Candidates, EditSource, MOST_OTHERS};
use crate::{
    Edit, Family, Step, StepSize, Value, edit::path, placement::cluster_name,
    pods::amounts::taint_value, search::Candidate,
};

/// The condition by which the hub taints a cluster.
const AVAILABLE: &str = "ManagedClusterConditionAvailable";

impl EditSource<'_> {
    /// Wanted clusters without the taints that keep them out, and unwanted ones that the hub taints because they are
    /// not available: all of them, and each alone.
    pub(super) fn taints(&self) -> Candidates {
        let mut cleared: Candidate = Vec::new();
        for &cluster in &self.want.selects {
            cleared.extend(self.cleared(cluster));
        }
        let drops = self.want.drops.iter().copied();
        let drops = drops.filter(|cluster| self.decision.place(*cluster).is_some());
        let drops: Vec<ClusterId> = drops.collect();
        let mut list = vec![cleared.clone()];
        for status in ["Unknown", "False"] {
            let all = drops.iter().map(|cluster| self.available(*cluster, status));
            list.push(cleared.iter().cloned().chain(all).collect());
            let each = drops
                .iter()
                .map(|cluster| vec![self.available(*cluster, status)]);
            list.extend(each.take(MOST_OTHERS));
        }
        list.retain(|candidate| !candidate.is_empty());
        Candidates {
            whole: drops.len() <= MOST_OTHERS,
            ..Candidates::distinct(list)
        }
    }

    /// The edits of a cluster after which no taint keeps it out.
    fn cleared(&self, id: ClusterId) -> Candidate {
        let Some(cluster) = self.objects.clusters.get(id) else {
            return Vec::new();
        };
        let tolerations = &self.decision.placement.spec.tolerations;
        let rules = self.decision.taint_rules();
        let own = self.decision.recorded.is_own(id);
        let keeps_out = |taint: &&Taint| {
            !judge(
                taint,
                tolerations,
                own,
                rules,
                &mut ValidityWindow::default(),
            )
            .tolerated
        };
        let taints = cluster.taints().iter().enumerate();
        let taints = taints.filter(|(_, taint)| keeps_out(taint));
        let edits = taints.map(|(at, taint)| match taint.upkeep {
            TaintUpkeep::Added => self.available(id, "True"),
            TaintUpkeep::Kept | TaintUpkeep::Removed => {
                let mut way = path("spec.taints");
                way.push(Step::Index(at));
                let old = Some(taint_value(taint, &self.objects.names));
                self.cluster_edit(Family::Taint, id, way, (old, None))
            }
        });
        edits.collect()
    }

    /// The edit after which a cluster has the condition of its availability with a status, and no other condition.
    fn available(&self, cluster: ClusterId, status: &str) -> Edit {
        let condition = [("type", AVAILABLE), ("status", status)];
        let condition = Value::map(condition.map(|(key, value)| (key, Value::text(value))));
        let new = Some(Value::List(vec![condition]));
        Edit {
            subject: status.to_owned(),
            step: StepSize::of(1),
            ..self.cluster_edit(
                Family::Taint,
                cluster,
                path("status.conditions"),
                (None, new),
            )
        }
    }

    /// An edit of a cluster that changes no number.
    pub(super) fn cluster_edit(
        &self,
        family: Family,
        cluster: ClusterId,
        path: Vec<Step>,
        (old, new): (Option<Value>, Option<Value>),
    ) -> Edit {
        Edit {
            family,
            object: cluster_name(self.objects.cluster_name(cluster)),
            path,
            old,
            new,
            subject: String::new(),
            model: None,
            pods: 1,
            numbers: None,
            step: StepSize::of(0),
        }
    }
}
