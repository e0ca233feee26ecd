//! Why the API server refuses a new pod.

use schedscope_answer_macro::answer;
use schedscope_objects::{cluster_context::LimitType, names::Names};
use schedscope_quota::resource_quota::{ResourceQuotaRefusal, ResourceQuotaRule};

/// The `ResourceQuota` or `LimitRange` by which the API server refuses a new pod.
#[answer(Eq)]
pub struct ResourceQuotaAnswer {
    /// What the bound of a `LimitRange` is of; absent for a `ResourceQuota`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(inline)]
    pub limits: Option<LimitType>,
    /// The namespace of the `ResourceQuota` or `LimitRange`.
    pub namespace: String,
    /// The name of the `ResourceQuota` or `LimitRange`.
    pub name: String,
    /// The key of `spec.hard`, such as `requests.cpu`; the list and resource of a `LimitRange` in the same form.
    pub resource: String,
    /// The volume whose claim is refused, in place of the pod; absent: the pod is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub volume: Option<String>,
    /// `exceeded`: the namespace would use more than `hard`. `must-specify`: a container, or the pod, does not name the
    /// resource. Of a `LimitRange`: `below-min`, `above-max` and `above-ratio` (`maxLimitRequestRatio`);
    /// `above-limit`: a request is above the limit that the `LimitRange` sets.
    #[ts(inline)]
    pub rule: ResourceQuotaRule,
    /// The amount that the namespace may use, in milli-CPU or base units; the bound of a `LimitRange`, a ratio in
    /// thousandths.
    pub hard: i64,
    /// The amount that it uses without the pod: `status.used`, or that of the pods of the input; and that of the new
    /// pods that are admitted before it, which are those before it in the queue.
    pub used: i64,
    /// Whether `status.used` is the first part; else it is counted from the pods of the input.
    pub from_status: bool,
    /// The part of the new pods that are admitted before it.
    pub new: i64,
    /// The amount that the pod or a container asks for, or its ratio; 0 if it names none.
    pub requested: i64,
    /// The further keys that refuse the pod, of this `ResourceQuota` and of others.
    pub more: Vec<RefusingKey>,
}

/// A further key or bound that refuses a pod.
#[answer(Eq)]
pub struct RefusingKey {
    /// As in [`ResourceQuotaAnswer::limits`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(inline)]
    pub limits: Option<LimitType>,
    /// The namespace of the `ResourceQuota` or `LimitRange`.
    pub namespace: String,
    /// The name of the `ResourceQuota` or `LimitRange`.
    pub name: String,
    /// The key of `spec.hard`, such as `requests.cpu`; the list and resource of a `LimitRange` in the same form.
    pub resource: String,
    /// As in [`ResourceQuotaAnswer::volume`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub volume: Option<String>,
    /// As in [`ResourceQuotaAnswer::rule`].
    #[ts(inline)]
    pub rule: ResourceQuotaRule,
    /// The amount that the namespace may use, in milli-CPU or base units; the bound of a `LimitRange`, a ratio in
    /// thousandths.
    pub hard: i64,
    /// As in [`ResourceQuotaAnswer::used`].
    pub used: i64,
    /// As in [`ResourceQuotaAnswer::from_status`].
    pub from_status: bool,
    /// Of it the part of the new pods that are admitted before the pod.
    pub new: i64,
    /// The amount that the pod or a container asks for, or its ratio; 0 if it names none.
    pub requested: i64,
}

impl ResourceQuotaAnswer {
    /// Refusals with names; `None` without any.
    pub fn new(refusals: &[ResourceQuotaRefusal], names: &Names) -> Option<Self> {
        let mut keys = refusals
            .iter()
            .map(|refusal| RefusingKey::new(refusal, names));
        let first = keys.next()?;
        Some(Self {
            limits: first.limits,
            namespace: first.namespace,
            name: first.name,
            resource: first.resource,
            volume: first.volume,
            rule: first.rule,
            hard: first.hard,
            used: first.used,
            from_status: first.from_status,
            new: first.new,
            requested: first.requested,
            more: keys.collect(),
        })
    }
}

impl RefusingKey {
    /// A refusal with names.
    pub fn new(refusal: &ResourceQuotaRefusal, names: &Names) -> Self {
        Self {
            limits: refusal.limits,
            namespace: names[refusal.namespace].to_owned(),
            name: names[refusal.name].to_owned(),
            resource: names[refusal.key].to_owned(),
            volume: refusal.volume.map(|volume| names[volume].to_owned()),
            rule: refusal.rule,
            hard: refusal.hard,
            used: refusal.used,
            from_status: refusal.from_status,
            new: refusal.new,
            requested: refusal.requested,
        }
    }
}
