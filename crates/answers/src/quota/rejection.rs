//! Why a quota rejects a pod, as an answer says it.

use schedscope_answer_macro::answer;
use schedscope_quota::admission::QuotaRule;

/// Why a quota rejects a pod: the use of one resource would exceed a limit.
#[answer(Eq)]
pub struct QuotaRejectionAnswer {
    /// `OverMax`: the namespace would use more than its max. `OverAggregatedMin`: all namespaces together would use
    /// more than the sum of all mins.
    #[ts(inline)]
    pub reason: QuotaRule,
    /// The first resource whose use would exceed the limit; upstream stops at it.
    pub resource: String,
    /// The amount that would be used, in milli-CPU or base units.
    pub would_use: i64,
    /// The amount that may be used, in milli-CPU or base units.
    pub bound: i64,
    /// Whether the max does not list the resource, so that its bound is 0. Absent: not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub unlisted: bool,
    /// The other resources whose use would exceed the limit, too.
    pub others: Vec<QuotaExcess>,
    /// The message of upstream.
    pub message: String,
}

/// A resource of which more would be used than a quota allows.
#[answer(Eq)]
pub struct QuotaExcess {
    /// The resource.
    pub resource: String,
    /// The amount that would be used, in milli-CPU or base units.
    pub would_use: i64,
    /// The amount that may be used, in milli-CPU or base units.
    pub bound: i64,
    /// Whether the max does not list the resource, so that its bound is 0. Absent: not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub unlisted: bool,
}
