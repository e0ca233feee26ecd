//! Taints and tolerations, of managed clusters and of nodes.

use super::{names::Symbol, time::Timestamp};

/// `spec.taints[]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taint {
    /// `key`.
    pub key: Symbol,
    /// `value`; empty where absent.
    pub value: Symbol,
    /// `effect`.
    pub effect: TaintEffect,
    /// `timeAdded`.
    pub time_added: Option<Timestamp>,
}

/// `tolerations[]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toleration {
    /// `key`; empty matches every key (with `Exists` only).
    pub key: Symbol,
    /// `operator`, `Equal` where absent.
    pub operator: TolerationOperator,
    /// `value`; empty where absent.
    pub value: Symbol,
    /// `effect`; `None` where absent or empty: matches every effect.
    pub effect: Option<TaintEffect>,
    /// `tolerationSeconds`; absent: for ever.
    pub seconds: Option<i64>,
}

/// What a taint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TaintEffect {
    /// Managed clusters: not selected without a toleration.
    NoSelect,
    /// Managed clusters: no effect at all on the hub of today.
    PreferNoSelect,
    /// Managed clusters: as `NoSelect`, but clusters that are already selected stay.
    NoSelectIfNew,
    /// Nodes: not scheduled without a toleration.
    NoSchedule,
    /// Nodes: scheduled if nothing better is there.
    PreferNoSchedule,
    /// Nodes: not scheduled, and running pods are evicted.
    NoExecute,
    /// Any other text, the empty one included.
    Other(Symbol),
}

/// How a toleration compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TolerationOperator {
    /// Key and value equal the taint's.
    #[default]
    Equal,
    /// The key equals the taint's.
    Exists,
    /// Any other text.
    Other(Symbol),
}
