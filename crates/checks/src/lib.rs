//! Checks: what to know before you believe an answer.
//!
//! Each check is one file with its rule. To add one: write the file, add a variant to [`Fact`] and a row to `CHECKS`,
//! both here, the sentence to `pkg/src/words/findings.ts`, which does not compile without it, and the file
//! `fixtures/CODE.yaml` of this crate, whose comments say what is found.

#![deny(missing_docs)]

pub mod attached_elsewhere;
pub mod budget_blocks;
pub mod cel_skipped;
pub mod context;
pub mod default_request;
pub mod ending_namespace;
pub mod event_pods;
mod fields;
pub mod finding;
pub mod idle_selector;
mod incomplete_text;
mod invalid_field;
mod last_events;
pub mod later_change;
pub mod missing;
mod misspelt_field;
pub mod misspelt_requirement;
pub mod needs;
pub mod node_not_ready;
pub mod not_looked_at;
pub mod ordered_set;
mod other_scheduler;
mod quota_fault;
pub mod quotas_as_before;
pub mod recorded_failure;
pub mod rollout_due;
pub mod unknown_class;
pub mod unknown_score;
pub mod uses;
pub mod verdict_differs;
pub mod vm_label;
pub mod vm_model;

use schedscope_answer_macro::answer;
use schedscope_answers::{pods::scheduler::SchedulerPods, quota::lint::QuotaDiagnostic};
use schedscope_objects::{
    diagnostic::Severity,
    incomplete::{IncompleteText, RefusedField},
    namespaced_name::NamespacedName,
};

use self::{
    attached_elsewhere::AttachedElsewhere,
    budget_blocks::BlockingBudget,
    cel_skipped::SkippedCel,
    context::Context,
    default_request::DefaultRequest,
    ending_namespace::EndingNamespace,
    finding::{Finding, FindingPlace},
    idle_selector::IdleSelector,
    later_change::LaterChange,
    missing::MissingInput,
    misspelt_requirement::MisspeltRequirement,
    node_not_ready::UnreadyNode,
    not_looked_at::NotLookedAt,
    ordered_set::OrderedSet,
    quotas_as_before::QuotasAsBefore,
    recorded_failure::RecordedFailure,
    rollout_due::DueRollout,
    unknown_class::UnknownClass,
    unknown_score::UnknownScore,
    verdict_differs::RecordedVerdict,
    vm_label::UnlabelledVms,
    vm_model::VmModel,
};

/// What is found, as a code with its data.
#[answer]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Fact {
    /// A part of the input cannot be read.
    IncompleteText {
        /// The part of the input that cannot be read: the answer lacks it. At most 100.
        data: IncompleteText,
    },
    /// The answer rests on an invalid field.
    InvalidField {
        /// An invalid field that the answer depends on: the API server rejects its object, or kube-scheduler does not
        /// start with the configuration. At most 10.
        data: RefusedField,
    },
    /// A namespace with pods or workloads of the answer is being deleted.
    EndingNamespace {
        /// The namespace, in which controllers create no pods. Where the answer is about all pods as they are, or about
        /// one; at most 10.
        data: EndingNamespace,
    },
    /// The controller of a workload of the answer recorded that it failed, or that the API server refused its pods.
    RecordedFailure {
        /// The workload and its condition. Where the answer is about all pods as they are, or about one; at most 10.
        data: RecordedFailure,
    },
    /// The input lacks an object that the answer depends on.
    MissingInput {
        /// The object, or all objects of a kind, that the answer depends on and the input lacks. At most 10 for each
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
    /// A key or value of a predicate is misspelt.
    MisspeltRequirement {
        /// The key or value of a predicate that no candidate cluster has, and that differs little from one that a
        /// candidate has. At most 10.
        data: MisspeltRequirement,
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
    /// Pods name a scheduler that the input has no profile for.
    OtherScheduler {
        /// The scheduler that pods of the answer name and that the input has no profile for: the answer is as by the
        /// default profile. At most 10. An answer with `schedulerName` or `schedulerNames` has only the one of VMs.
        data: SchedulerPods,
    },
    /// A node that pods get or fit is not ready, and no taint says so.
    NodeNotReady {
        /// The node that a pod gets or fits, and that is not ready, with no taint that says so: kube-scheduler reads
        /// taints only. At most 10.
        data: UnreadyNode,
    },
    /// Events name a pod that the input lacks.
    EventPods {
        /// The pod that an event names and the input, which has others, lacks: it counts as deleted. At most 10.
        data: NamespacedName,
    },
    /// A pod does not start, because one of its volumes is attached to another node.
    AttachedElsewhere {
        /// The volume that is attached to another node than the one of its pod, which does not start. At most 10.
        data: AttachedElsewhere,
    },
    /// A rollout is not complete, or about to start.
    RolloutDue {
        /// The workload of which some pods have an earlier template, where the answer is about all pods as they are. At
        /// most 10.
        data: DueRollout,
    },
    /// A `PodDisruptionBudget` never allows a disruption.
    BudgetBlocks {
        /// The budget, and a node with pods that it guards: a drain of it never completes. Where the answer is about
        /// all pods as they are; at most 10, those of cordoned nodes first.
        data: BlockingBudget,
    },
    /// Something that is not modelled is in the pods of the answer, or changes them.
    NotModelled {
        /// What is in the pods, or changes them, and is not modelled: it can change the answer.
        data: NotLookedAt,
    },
    /// The pod names a `PriorityClass` that the input lacks.
    UnknownClass {
        /// The `PriorityClass` that the pod names and the input lacks, where it has no priority of its own: that is
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
        /// The selector that selects no pod of the input, or only pods other than the one that has it. At most 10.
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
    /// Nothing in the input says whether an object exists that the answer would depend on.
    AssumedInput {
        /// The object, or all objects of a kind, of which the answer assumes that there are none, or what is computed
        /// in their place.
        data: MissingInput,
    },
    /// The input has no object of a kind that could decide where the volumes of pods let them run.
    AssumedStorage {
        /// The kind, of which the answer assumes that there are none.
        data: MissingInput,
    },
    /// Something else of the input is not modelled.
    NotLookedAt {
        /// What else of the input is not modelled and can change the answer.
        data: NotLookedAt,
    },
    /// Quotas are answered as with an earlier version of Kubernetes.
    QuotasAsBefore {
        /// `CapacityScheduling` panics with the assumed version of Kubernetes.
        data: QuotasAsBefore,
    },
    /// A version of Kubernetes that is not modelled yet reads something of the input otherwise.
    LaterChange {
        /// The change, and what of the input it concerns. At most 10.
        data: LaterChange,
    },
}

/// One thing that is checked of each answer.
struct Check {
    /// Whether its findings come before or after the answer.
    at: FindingPlace,
    severity: Severity,
    /// The facts found, in the order of the input; none if the check does not apply to the answer.
    rule: Rule,
}

type Rule = fn(&Context<'_>) -> Vec<Fact>;

impl Check {
    const fn before(severity: Severity, rule: Rule) -> Self {
        let at = FindingPlace::Before;
        Self { at, severity, rule }
    }

    const fn beside(severity: Severity, rule: Rule) -> Self {
        let at = FindingPlace::Beside;
        Self { at, severity, rule }
    }

    const fn after(severity: Severity, rule: Rule) -> Self {
        let at = FindingPlace::After;
        Self { at, severity, rule }
    }
}

/// All checks, in the order in which their findings are shown.
const CHECKS: &[Check] = &[
    vm_model::CHECK,
    incomplete_text::CHECK,
    invalid_field::CHECK,
    ending_namespace::CHECK,
    recorded_failure::CHECK,
    missing::MISSING_INPUT,
    missing::ASSUMED_STORAGE,
    cel_skipped::CHECK,
    quota_fault::CHECK,
    misspelt_field::CHECK,
    misspelt_requirement::CHECK,
    unknown_score::CHECK,
    verdict_differs::CHECK,
    other_scheduler::CHECK,
    node_not_ready::CHECK,
    event_pods::CHECK,
    attached_elsewhere::CHECK,
    rollout_due::CHECK,
    budget_blocks::CHECK,
    not_looked_at::NOT_MODELLED,
    unknown_class::CHECK,
    default_request::CHECK,
    ordered_set::CHECK,
    idle_selector::CHECK,
    vm_label::CHECK,
    missing::ASSUMED_INPUT,
    rollout_due::BESIDE_PENDING,
    not_looked_at::NOT_LOOKED_AT,
    quotas_as_before::CHECK,
    later_change::CHECK,
];

/// The maximum number of facts that a check lists.
const MOST: usize = 10;

/// The findings of all checks about an answer, in the order in which they are shown.
pub fn findings(context: &Context<'_>) -> Vec<Finding> {
    let of = |check: &Check| {
        let &Check { at, severity, rule } = check;
        let facts = rule(context).into_iter();
        facts.map(move |fact| Finding { at, severity, fact })
    };
    CHECKS.iter().flat_map(of).collect()
}
