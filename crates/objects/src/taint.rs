//! Taints and tolerations, of managed clusters and of nodes.

use schedscope_time::Timestamp;

use crate::names::{Names, Symbol};

/// The key of the taint that kube-controller-manager adds to a cordoned node, with the effect `NoSchedule`.
pub const CORDON: &str = "node.kubernetes.io/unschedulable";

/// The key of the taint that the hub adds to a cluster whose condition `ManagedClusterConditionAvailable` is `False`.
pub const UNAVAILABLE: &str = "cluster.open-cluster-management.io/unavailable";
/// The same where the condition is `Unknown`.
pub const UNREACHABLE: &str = "cluster.open-cluster-management.io/unreachable";

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
    /// What the hub's taint controller does with it.
    pub upkeep: TaintUpkeep,
}

/// What the hub's taint controller does with a taint of a managed cluster, by the condition
/// `ManagedClusterConditionAvailable`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TaintUpkeep {
    /// Nothing: the taint counts as written.
    #[default]
    Kept,
    /// The input lacks the taint, and the hub adds it: its `timeAdded` is the time of the decision.
    Added,
    /// The input has the taint, and the hub removes it: it has no effect.
    Removed,
}

impl Taint {
    /// As kubectl writes it: `key=value:effect`, `key:effect` without a value.
    pub fn text(&self, names: &Names) -> String {
        let effect = match self.effect {
            TaintEffect::NoSelect => "NoSelect",
            TaintEffect::PreferNoSelect => "PreferNoSelect",
            TaintEffect::NoSelectIfNew => "NoSelectIfNew",
            TaintEffect::NoSchedule => "NoSchedule",
            TaintEffect::PreferNoSchedule => "PreferNoSchedule",
            TaintEffect::NoExecute => "NoExecute",
            TaintEffect::Other(text) => &names[text],
        };
        let sign = if self.value.is_empty() { "" } else { "=" };
        format!("{}{sign}{}:{effect}", &names[self.key], &names[self.value])
    }
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

/// The tolerations that the controller gives the pods of every `DaemonSet`: these effects of these keys.
///
/// Source: `AddOrUpdateDaemonPodTolerations` in `pkg/controller/daemon/util/daemonset_util.go` of Kubernetes 1.35.
pub const DAEMON_TOLERATIONS: [(&str, TaintEffect); 6] = [
    ("node.kubernetes.io/not-ready", TaintEffect::NoExecute),
    ("node.kubernetes.io/unreachable", TaintEffect::NoExecute),
    ("node.kubernetes.io/disk-pressure", TaintEffect::NoSchedule),
    (
        "node.kubernetes.io/memory-pressure",
        TaintEffect::NoSchedule,
    ),
    ("node.kubernetes.io/pid-pressure", TaintEffect::NoSchedule),
    (CORDON, TaintEffect::NoSchedule),
];

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

/// Why a toleration does not match a taint, in the order in which upstream compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mismatch {
    /// Another effect.
    Effect,
    /// Another key.
    Key,
    /// Another value.
    Value,
    /// An unknown operator, which matches nothing.
    Operator,
}

/// When a toleration that matches ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expiry {
    /// Never: no `tolerationSeconds`.
    Never,
    /// It holds strictly before this moment.
    At(Timestamp),
    /// It ended already: `tolerationSeconds` without a `timeAdded`.
    Past,
}

impl Expiry {
    /// Whether the toleration still holds at a moment.
    pub fn holds_at(self, now: Timestamp) -> bool {
        match self {
            Self::Never => true,
            Self::At(end) => now < end,
            Self::Past => false,
        }
    }
}

/// How `tolerationSeconds` beyond 292 years are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LongSeconds {
    /// The count of nanoseconds wraps in 64 bits, as in Go's `time.Duration`.
    Wrap,
    /// It is as long as it says, up to the end of time.
    Saturate,
}

/// Why a toleration is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TolerationError {
    /// An empty key with another operator than `Exists`.
    EmptyKey,
    /// `Exists` with a value.
    ExistsWithValue,
}

impl std::fmt::Display for TolerationError {
    /// Upstream's own sentences: the hub puts them into its condition.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::EmptyKey => "If the key is empty, operator must be Exists.",
            Self::ExistsWithValue => "If the operator is Exists, the value should be empty.",
        })
    }
}

impl std::error::Error for TolerationError {}

impl Toleration {
    /// Checks what a hub checks before it looks at any taint.
    ///
    /// # Errors
    /// An empty key without `Exists`, or `Exists` with a value.
    pub fn validate(&self) -> Result<(), TolerationError> {
        if self.key.is_empty() && self.operator != TolerationOperator::Exists {
            return Err(TolerationError::EmptyKey);
        }
        if self.operator == TolerationOperator::Exists && !self.value.is_empty() {
            return Err(TolerationError::ExistsWithValue);
        }
        Ok(())
    }

    /// Whether effect, key and value match a taint, ignoring time. An empty key matches every key.
    ///
    /// # Errors
    /// The first part that does not match.
    pub fn matches(&self, taint: &Taint) -> Result<(), Mismatch> {
        if self.effect.is_some_and(|effect| effect != taint.effect) {
            return Err(Mismatch::Effect);
        }
        if !self.key.is_empty() && self.key != taint.key {
            return Err(Mismatch::Key);
        }
        match self.operator {
            TolerationOperator::Exists => Ok(()),
            TolerationOperator::Other(operator) if !operator.is_empty() => Err(Mismatch::Operator),
            // No operator means `Equal`.
            _ if self.value == taint.value => Ok(()),
            _ => Err(Mismatch::Value),
        }
    }

    /// When this toleration of a taint that it matches ends.
    pub fn expiry(&self, taint: &Taint, now: Timestamp, long: LongSeconds) -> Expiry {
        const NANOSECONDS: i64 = 1_000_000_000;
        let Some(seconds) = self.seconds else {
            return Expiry::Never;
        };
        let added = match taint.upkeep {
            TaintUpkeep::Added => Some(now),
            TaintUpkeep::Kept | TaintUpkeep::Removed => taint.time_added,
        };
        let Some(added) = added else {
            return Expiry::Past;
        };
        let duration = match long {
            LongSeconds::Wrap => i128::from(seconds.wrapping_mul(NANOSECONDS)),
            LongSeconds::Saturate => i128::from(seconds) * i128::from(NANOSECONDS),
        };
        let end = Timestamp::from_nanosecond(added.as_nanosecond() + duration);
        let limit = if duration < 0 {
            Timestamp::MIN
        } else {
            Timestamp::MAX
        };
        Expiry::At(end.unwrap_or(limit))
    }

    /// Whether its seconds leave 64 bits of nanoseconds, so that [`LongSeconds`] matter.
    pub fn is_long(&self) -> bool {
        self.seconds
            .is_some_and(|seconds| seconds.checked_mul(1_000_000_000).is_none())
    }

    /// Whether this toleration holds for a taint at a moment.
    pub fn tolerates(&self, taint: &Taint, now: Timestamp, long: LongSeconds) -> bool {
        self.matches(taint).is_ok() && self.expiry(taint, now, long).holds_at(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Names;

    fn time(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[track_caller]
    fn check(toleration: (&str, TolerationOperator, &str), expect: Result<(), Mismatch>) {
        let mut names = Names::default();
        let taint = Taint {
            key: names.intern("gpu"),
            value: names.intern("old"),
            effect: TaintEffect::NoSelect,
            time_added: None,
            upkeep: TaintUpkeep::Kept,
        };
        let (key, operator, value) = toleration;
        let toleration = Toleration {
            key: names.intern(key),
            operator,
            value: names.intern(value),
            effect: None,
            seconds: None,
        };
        assert_eq!(toleration.matches(&taint), expect);
        let other = Toleration {
            effect: Some(TaintEffect::NoSelectIfNew),
            ..toleration
        };
        assert_eq!(other.matches(&taint), Err(Mismatch::Effect));
    }

    #[test]
    fn key_and_value() {
        use TolerationOperator::{Equal, Exists, Other};
        check(("gpu", Equal, "old"), Ok(()));
        check(("gpu", Equal, "new"), Err(Mismatch::Value));
        check(("gpu", Equal, ""), Err(Mismatch::Value));
        check(("cpu", Equal, "old"), Err(Mismatch::Key));
        check(("gpu", Exists, ""), Ok(()));
        check(("", Exists, ""), Ok(()));
        check(("", Equal, "old"), Ok(()));
        check(("gpu", Other(Symbol::EMPTY), "old"), Ok(()));
        let mut names = Names::default();
        check(
            ("gpu", Other(names.intern("Near")), "old"),
            Err(Mismatch::Operator),
        );
    }

    #[track_caller]
    fn check_expiry(seconds: Option<i64>, added: Option<&str>, long: LongSeconds, expect: Expiry) {
        let taint = Taint {
            key: Symbol::EMPTY,
            value: Symbol::EMPTY,
            effect: TaintEffect::NoSelect,
            time_added: added.map(time),
            upkeep: TaintUpkeep::Kept,
        };
        let toleration = Toleration {
            key: Symbol::EMPTY,
            operator: TolerationOperator::Exists,
            value: Symbol::EMPTY,
            effect: None,
            seconds,
        };
        let now = time("2025-06-01T13:00:00Z");
        assert_eq!(toleration.expiry(&taint, now, long), expect);
    }

    #[test]
    fn expiry() {
        use LongSeconds::{Saturate, Wrap};
        let added = Some("2025-06-01T12:00:00Z");
        check_expiry(None, added, Wrap, Expiry::Never);
        check_expiry(None, None, Wrap, Expiry::Never);
        check_expiry(Some(9), None, Saturate, Expiry::Past);
        let end = Expiry::At(time("2025-06-01T12:05:00Z"));
        check_expiry(Some(300), added, Wrap, end);
        check_expiry(Some(300), added, Saturate, end);
        let before = Expiry::At(time("2025-06-01T11:59:59Z"));
        check_expiry(Some(-1), added, Saturate, before);
        // 2^63 - 1 seconds are -1 second in 64 bits of nanoseconds.
        check_expiry(Some(i64::MAX), added, Wrap, before);
        check_expiry(Some(i64::MAX), added, Saturate, Expiry::At(Timestamp::MAX));
        check_expiry(Some(i64::MIN), added, Saturate, Expiry::At(Timestamp::MIN));
        assert!(end.holds_at(time("2025-06-01T12:04:59.999999999Z")));
        assert!(!end.holds_at(time("2025-06-01T12:05:00Z")));
    }

    #[test]
    fn validation() {
        let toleration = |key: Symbol, operator, value| Toleration {
            key,
            operator,
            value,
            effect: None,
            seconds: None,
        };
        let mut names = Names::default();
        let (key, value) = (names.intern("k"), names.intern("v"));
        let exists = TolerationOperator::Exists;
        let equal = TolerationOperator::Equal;
        let none = Symbol::EMPTY;
        assert_eq!(toleration(none, exists, none).validate(), Ok(()));
        assert_eq!(toleration(key, equal, value).validate(), Ok(()));
        assert_eq!(
            toleration(none, equal, value).validate(),
            Err(TolerationError::EmptyKey)
        );
        assert_eq!(
            toleration(key, exists, value).validate(),
            Err(TolerationError::ExistsWithValue)
        );
    }
}
