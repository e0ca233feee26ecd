//! How a workload replaces its pods when its template changes.

use crate::policy::IntOrPercent;

/// `spec.strategy` of a `Deployment`, `spec.updateStrategy` of a `StatefulSet` or a `DaemonSet`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateStrategy {
    /// `RollingUpdate`, the default.
    Rolling(RollingUpdate),
    /// `Recreate` of a `Deployment`: all old pods go before the first new one is created.
    Recreate,
    /// `OnDelete` of a `StatefulSet` or a `DaemonSet`: a pod is replaced once somebody deletes it.
    OnDelete,
}

/// `rollingUpdate`; a field that is absent has the default of the workload's kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RollingUpdate {
    /// `maxSurge`.
    pub max_surge: Option<IntOrPercent>,
    /// `maxUnavailable`.
    pub max_unavailable: Option<IntOrPercent>,
    /// `partition` of a `StatefulSet`: its first pods up to this number stay as they are.
    pub partition: u32,
}

impl Default for UpdateStrategy {
    fn default() -> Self {
        Self::Rolling(RollingUpdate::default())
    }
}
