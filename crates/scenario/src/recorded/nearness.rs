//! Ranks changes of objects by how directly they affect the differing clusters.

use std::cmp::Reverse;

use schedscope_answers::placement::comparison::RecordedCauseCode;
use schedscope_objects::{kind::ObjectKind, names::Symbol};
use schedscope_placement::{Decision, filter::taint_toleration::judge, window::ValidityWindow};
use schedscope_reader::{ObjectChange, Reader};
use schedscope_time::Timestamp;

use super::{Changed, Identity};

/// The rank of a change of a cluster that does not differ, or of its scores.
pub(super) const OF_OTHERS: u8 = 2;

/// Ranks an object's change by its distance from the difference.
pub(super) struct Nearness<'c> {
    /// The clusters that differ.
    pub(super) differing: &'c [Symbol],
    /// Every feasible cluster is selected: no other cluster and no score is relevant.
    pub(super) takes_all: bool,
}

impl Nearness<'_> {
    /// The rank of an object: 0 for the placement and a cluster that differs, 1 for scores of such a cluster and
    /// objects of other kinds, [`OF_OTHERS`] for other clusters and their scores; `None` if the object is irrelevant.
    pub(super) fn of(&self, object: &Identity) -> Option<u8> {
        let rank = match object.0 {
            ObjectKind::Placement => 0,
            ObjectKind::ManagedCluster if self.differs(object) => 0,
            ObjectKind::AddOnPlacementScore if self.takes_all => return None,
            ObjectKind::AddOnPlacementScore if self.differs(object) => 1,
            ObjectKind::ManagedCluster | ObjectKind::AddOnPlacementScore => OF_OTHERS,
            _ => 1,
        };
        (rank < OF_OTHERS || !self.takes_all).then_some(rank)
    }

    /// Whether an object is a cluster that differs, or its score.
    pub(super) fn differs(&self, (kind, namespace, name): &Identity) -> bool {
        let cluster = match kind {
            ObjectKind::ManagedCluster => name,
            ObjectKind::AddOnPlacementScore => namespace,
            _ => return false,
        };
        self.differing.contains(cluster)
    }

    /// Changes and expired scores as causes: scores first if one is of a cluster that differs.
    pub(super) fn ordered(
        &self,
        later: &[Changed],
        expired: &[(Timestamp, Identity)],
    ) -> Vec<(RecordedCauseCode, Option<Identity>, Option<Timestamp>)> {
        let changes = later.iter().map(|(_, Reverse(time), object)| {
            (RecordedCauseCode::ChangedSince, Some(*object), *time)
        });
        let scores = expired
            .iter()
            .map(|(time, object)| (RecordedCauseCode::ScoreExpired, Some(*object), Some(*time)));
        let mut causes: Vec<_> = changes.chain(scores).collect();
        if expired.iter().any(|(_, object)| self.differs(object)) {
            causes.rotate_left(later.len());
        }
        causes
    }
}

/// Counts taints that were added as changes of their clusters.
pub(super) fn add_taints(
    changes: &mut [ObjectChange],
    objects: &[Identity],
    reader: &Reader,
    decision: &Decision,
) {
    for (change, object) in changes.iter_mut().zip(objects) {
        change.spec = change.spec.max(tainted_at(reader, decision, object));
    }
}

/// When the latest taint that keeps a cluster out was added; `None` for other objects. O(its taints).
fn tainted_at(reader: &Reader, decision: &Decision, object: &Identity) -> Option<Timestamp> {
    let (ObjectKind::ManagedCluster, _, name) = *object else {
        return None;
    };
    let id = decision.fleet.cluster(name)?;
    let taints = reader.objects().clusters.get(id)?.taints();
    let tolerations = &decision.placement.spec.tolerations;
    let (is_own, rules) = (decision.recorded.is_own(id), decision.taint_rules());
    let keeping_out = taints.iter().filter(|taint| {
        let window = &mut ValidityWindow::default();
        !judge(taint, tolerations, is_own, rules, window).tolerated
    });
    keeping_out.filter_map(|taint| taint.time_added).max()
}
