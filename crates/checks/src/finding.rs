//! Findings.

use schedscope_answers::quota::lint::QuotaDiagnostic;
use schedscope_objects::{
    diagnostic::Severity,
    incomplete::{IncompleteText, RefusedField},
    kubernetes_version::AssumedVersion,
    words,
};
use serde::Serialize;

use schedscope_answers::pods::scheduler::SchedulerPods;

use crate::{
    cel_skipped::SkippedCel, default_request::DefaultRequest, idle_selector::IdleSelector,
    later_change::LaterChange, missing::MissingInput, node_not_ready::UnreadyNode,
    not_looked_at::NotLookedAt, ordered_set::OrderedSet, quotas_as_before::QuotasAsBefore,
    unknown_class::UnknownClass, unknown_score::UnknownScore, verdict_differs::RecordedVerdict,
    vm_label::UnlabelledVms, vm_model::VmModel,
};

words! {
    /// Whether a finding comes before or after the answer. `before`: it can make the answer wrong. `beside`: the
    /// answer's own sentence says it. `after`: it adds to the answer.
    pub enum FindingPlace {
        /// It can make the answer wrong.
        Before = "before",
        /// The answer's own sentence says it.
        Beside = "beside",
        /// It adds to the answer.
        After = "after",
    }
}

/// What to know before you believe an answer, or in addition to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Finding {
    /// Whether it comes before or after the answer.
    pub at: FindingPlace,
    /// How bad it is. `error`: the answer lacks an input, or depends on an object that the API server rejects.
    /// `warning`: the text is most likely not what its author meant, or the answer does not use all of it. `info`: the
    /// answer assumes something, or explains a number.
    pub severity: Severity,
    /// What is found, as a code with its data.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(flatten))]
    pub fact: Fact,
}

/// What is found, as a code with its data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Fact {
    /// A part of the text cannot be read.
    IncompleteText {
        /// The part of the text that cannot be read: the answer lacks it. At most 100.
        data: IncompleteText,
    },
    /// The answer rests on an invalid field.
    InvalidField {
        /// An invalid field that the answer depends on: the API server rejects its object, or kube-scheduler does not
        /// start with the configuration. At most 10.
        data: RefusedField,
    },
    /// The text lacks an object that the answer depends on.
    MissingInput {
        /// The object, or all objects of a kind, that the answer depends on and the text lacks. At most 10 for each
        /// reason.
        data: MissingInput,
    },
    /// A CEL expression was not evaluated on some clusters.
    CelSkipped {
        /// The CEL expression that was not evaluated on the most clusters, because it takes too many steps on all
        /// together. They count as not matching; the hub evaluates it there.
        data: SkippedCel,
    },
    /// A quota has a fault.
    QuotaFault {
        /// The fault of a quota, which makes an answer about quotas doubtful: another quota of its namespace displaces
        /// it, or its `max` is below its `min`. At most 10.
        data: QuotaDiagnostic,
    },
    /// A field of an object that the answer rests on is misspelt or in a wrong place.
    MisspeltField {
        /// The misspelt or misplaced field of an object that the answer rests on: it is ignored. At most 10.
        data: RefusedField,
    },
    /// A prioritizer names a score that no add-on reports.
    UnknownScore {
        /// The score that a prioritizer names and no `AddOnPlacementScore` of that name has: it counts 0. At most 10.
        data: UnknownScore,
    },
    /// kube-scheduler recorded that it could not place a pod that the answer places.
    VerdictDiffers {
        /// What kube-scheduler recorded of a pod that it could not place, and that `simulatePod` places or evicts
        /// others for. At most 20; of `compareRecorded` 200.
        data: RecordedVerdict,
    },
    /// Pods name a scheduler that the text has no profile for.
    OtherScheduler {
        /// The scheduler that pods of the answer name and that the text has no profile for: the answer is as by the
        /// default profile. At most 10. An answer with `schedulerName` or `schedulerNames` has only the one of VMs.
        data: SchedulerPods,
    },
    /// A node that pods get or fit is not ready, and no taint says so.
    NodeNotReady {
        /// The node that a pod gets or fits, and that is not ready, with no taint that says so: kube-scheduler reads
        /// taints only. At most 10.
        data: UnreadyNode,
    },
    /// Something that is not modelled is in the pods of the answer, or changes them.
    NotModelled {
        /// What is in the pods, or changes them, and is not modelled: it can change the answer.
        data: NotLookedAt,
    },
    /// The pod names a `PriorityClass` that the text lacks.
    UnknownClass {
        /// The `PriorityClass` that the pod names and the text lacks, where it has no priority of its own: that is
        /// taken as 0.
        data: UnknownClass,
    },
    /// Containers of the pod have a request by default.
    DefaultRequest {
        /// The request that containers of the pod have by default of a `LimitRange`: the API server writes it into new
        /// pods.
        data: DefaultRequest,
    },
    /// More pods of a `StatefulSet` wait in the answer than its controller creates at a time.
    OrderedSet {
        /// The `StatefulSet` whose pods its controller creates one after another; of an answer about one pod, the set
        /// that creates others before it. At most 10.
        data: OrderedSet,
    },
    /// A selector selects no pod.
    IdleSelector {
        /// The selector that selects no pod of the text, or only pods other than the one that has it. At most 10.
        data: IdleSelector,
    },
    /// The answer is about autoscaled VMs, whose plugin is modelled as designed.
    VmModel {
        /// What the answer models, and a config of today's plugin, which it does not.
        data: VmModel,
    },
    /// VMs migrate in the run that would not migrate today.
    VmLabel {
        /// The VMs that migrate in the run, and lack the label without which no VM migrates since July 2024.
        data: UnlabelledVms,
    },
    /// Nothing in the text says whether an object exists that the answer would depend on.
    AssumedInput {
        /// The object, or all objects of a kind, of which the answer assumes that there are none, or what is computed
        /// in their place.
        data: MissingInput,
    },
    /// The text has no object of a kind that could decide where the volumes of pods let them run.
    AssumedStorage {
        /// The kind, of which the answer assumes that there are none.
        data: MissingInput,
    },
    /// Something else of the text is not modelled.
    NotLookedAt {
        /// What else of the text is not modelled and can change the answer.
        data: NotLookedAt,
    },
    /// Quotas are answered as with an earlier version of Kubernetes.
    QuotasAsBefore {
        /// `CapacityScheduling` panics with the assumed version of Kubernetes.
        data: QuotasAsBefore,
    },
    /// A version of Kubernetes that is not modelled yet reads something of the text otherwise.
    LaterChange {
        /// The change, and what of the text it concerns. At most 10.
        data: LaterChange,
    },
}

/// What every answer to a question about the text has besides its own fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Findings {
    /// What to know before you believe the answer, or in addition to it, in the order in which it is shown.
    pub findings: Vec<Finding>,
    /// The version of Kubernetes that an answer about pods assumes. Absent: the answer is not about pods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub kubernetes_version: Option<AssumedVersion>,
}
