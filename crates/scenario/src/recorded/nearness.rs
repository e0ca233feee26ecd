//! How near the change of an object is to what differs.

use schedscope_objects::{kind::ObjectKind, names::Symbol};

use super::Identity;

/// The rank of changes of clusters that do not differ.
pub(super) const OF_OTHERS: u8 = 2;

/// How near an object's change is to the difference.
pub(super) struct Nearness<'c> {
    /// The clusters that differ.
    pub(super) differing: &'c [Symbol],
    /// Every feasible cluster is selected: no other cluster and no score plays a part.
    pub(super) takes_all: bool,
}

impl Nearness<'_> {
    /// 0 of a cluster that differs and of the placement, 1 of its score and of what is no cluster's, [`OF_OTHERS`] of
    /// other clusters; `None` where it plays no part.
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

    /// Whether an object is of a cluster that differs.
    pub(super) fn differs(&self, (kind, namespace, name): &Identity) -> bool {
        let cluster = match kind {
            ObjectKind::ManagedCluster => name,
            ObjectKind::AddOnPlacementScore => namespace,
            _ => return false,
        };
        self.differing.contains(cluster)
    }
}
