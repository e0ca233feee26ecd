//! The reasons why the plugin refuses something, as data with upstream's own messages.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    namespaced_name::NamespacedName, plugin_config::ConfigProblem, word::Word as _,
};
use schedscope_vm::{
    amount::Resource,
    id::VmPodId,
    lifecycle::{ConfigRefusal, FatalVm, NotMigrating, OverBudget, StartRefusal},
    limits::LimitsProblem,
    refusal::RefusalReason,
    request::RequestFault,
    timeline::act::ActProblem,
};
use serde::Serialize;

use crate::vm::amount::VmAmountAnswer;

/// Why something was refused or had no effect; the codes are stable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "code",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum VmProblem {
    /// Reserve: the pod needs more than the node has left.
    NotEnoughLeft {
        /// The amount that the pod needs.
        needed: VmAmountAnswer,
        /// The amount that the node has left.
        left: VmAmountAnswer,
    },
    /// Filter: with this pod, the pods of the node would use more than the reservable amount.
    OverReservable {
        /// The amount that all pods would use.
        used: VmAmountAnswer,
        /// The reservable amount of the node.
        reservable: VmAmountAnswer,
    },
    /// The use of the VM is below its minimum or above its maximum.
    UseOutOfBounds,
    /// The pod is already reserved.
    AlreadyReserved,
    /// The node does not exist.
    NoSuchNode,
    /// The node cannot be used with the config.
    NodeLimits {
        /// Upstream's message.
        message: String,
    },
    /// The memory slots of the VM have another size than the plugin's.
    SlotSizeDiffers {
        /// The plugin's size, a quantity.
        expected: String,
        /// The VM's size, a quantity.
        found: String,
    },
    /// The pod names another scheduler than the plugin's.
    SchedulerDiffers {
        /// The name of the plugin's scheduler.
        expected: String,
        /// The name of the pod's scheduler.
        found: String,
    },
    /// A container has neither a request nor a limit of a resource.
    MissingAmount {
        /// The index of the container in its pod, from 0.
        container: usize,
        /// The resource.
        resource: Resource,
    },
    /// The config cannot be used.
    Config {
        /// The path in the config, such as `nodeDefaults.cpu.watermark`; empty if the problem is not about one field.
        path: String,
        /// The node that cannot be used with the config; `null`: the config itself is wrong.
        node: Option<String>,
        /// Upstream's message.
        message: String,
    },
    /// The plugin does not start with this VM: its use is outside its bounds, or its memory slots have another size
    /// than the plugin's. No scheduler runs until the VM's object or the config is fixed.
    FatalVm {
        /// The pod of the VM.
        pod: NamespacedName,
        /// The least that the VM may use.
        min: VmAmountAnswer,
        /// The amount that the VM uses.
        uses: VmAmountAnswer,
        /// The most that the VM may use.
        max: VmAmountAnswer,
        /// Whether the VM's memory slots have the plugin's size.
        slots_fit: bool,
    },
    /// The protocol version of the request is invalid.
    InvalidProtocol,
    /// The protocol version of the request is not supported.
    UnsupportedProtocol,
    /// The request has no metrics; only v1.1 allows that.
    MetricsNeeded,
    /// The plugin does not know the pod.
    UnknownPod,
    /// The pod does not run a VM.
    NotOfVm,
    /// The pod is migrating: its amounts cannot change.
    Migrating,
    /// The request is not a multiple of a compute unit.
    NotMultiple {
        /// The compute unit that the agent was last sent.
        compute_unit: VmAmountAnswer,
    },
    /// The plugin does not know the pod as one of a VM.
    UnknownVm,
    /// The pod is not migrating.
    NotMigrating,
    /// The input does not have the pod.
    NoSuchPod,
    /// The pod is already on a node.
    AlreadyOnNode,
    /// The pod is not on a node.
    NotOnNode,
    /// The pod does not run a VM on a node.
    NoVmOnNode,
    /// No node has room for the pod.
    NoRoom,
    /// The scheduler is down.
    SchedulerDown,
}

/// The reason why a config cannot be used.
#[answer(Eq)]
pub struct VmConfigProblem {
    /// The path in the config, such as `nodeDefaults.cpu.watermark`; empty if the problem is not about one field.
    pub path: String,
    /// The node that cannot be used with the config; `null`: the config itself is wrong.
    pub node: Option<String>,
    /// Upstream's message.
    pub message: String,
}

/// A resource of which the pods of a node may use more than the node has.
#[answer(Copy, Eq)]
pub struct VmExcess {
    /// The resource.
    pub resource: Resource,
    /// The amount in use, in vCPUs or slots.
    pub used: u32,
    /// The amount of the node, in vCPUs or slots.
    pub total: u32,
}

impl From<&RefusalReason> for VmProblem {
    fn from(reason: &RefusalReason) -> Self {
        match reason {
            RefusalReason::NotEnoughLeft { asked, left } => Self::NotEnoughLeft {
                needed: (*asked).into(),
                left: (*left).into(),
            },
            RefusalReason::OverReservable { used, reservable } => Self::OverReservable {
                used: (*used).into(),
                reservable: (*reservable).into(),
            },
            RefusalReason::Bounds => Self::UseOutOfBounds,
            RefusalReason::Reserved => Self::AlreadyReserved,
            RefusalReason::NoNode => Self::NoSuchNode,
            RefusalReason::Limits(problem) => Self::NodeLimits {
                message: limits_message(problem),
            },
            RefusalReason::SlotSize { expected, found } => Self::SlotSizeDiffers {
                expected: expected.to_string(),
                found: found.to_string(),
            },
            RefusalReason::Scheduler { expected, found } => Self::SchedulerDiffers {
                expected: expected.to_string(),
                found: found.to_string(),
            },
            RefusalReason::MissingAmount(missing) => Self::MissingAmount {
                container: missing.container,
                resource: missing.resource,
            },
        }
    }
}

impl From<RequestFault> for VmProblem {
    fn from(fault: RequestFault) -> Self {
        match fault {
            RequestFault::InvalidProtocol => Self::InvalidProtocol,
            RequestFault::UnsupportedProtocol => Self::UnsupportedProtocol,
            RequestFault::MetricsNeeded => Self::MetricsNeeded,
            RequestFault::NoPod => Self::UnknownPod,
            RequestFault::NoVm => Self::NotOfVm,
            RequestFault::Migrating => Self::Migrating,
            RequestFault::NotMultiple(unit) => Self::NotMultiple {
                compute_unit: unit.into(),
            },
        }
    }
}

impl From<NotMigrating> for VmProblem {
    fn from(problem: NotMigrating) -> Self {
        match problem {
            NotMigrating::Unknown => Self::UnknownVm,
            NotMigrating::Stays => Self::NotMigrating,
        }
    }
}

impl VmProblem {
    /// A VM with which the plugin does not start.
    pub(super) fn fatal(vm: &FatalVm, pod: &str) -> Self {
        Self::FatalVm {
            pod: pod.into(),
            min: vm.min.into(),
            uses: vm.uses.into(),
            max: vm.max.into(),
            slots_fit: vm.slots_fit,
        }
    }

    /// Why the plugin does not start; `pod` is the name of a pod.
    pub(super) fn start<'p>(refusal: &StartRefusal, pod: impl Fn(VmPodId) -> &'p str) -> Self {
        match refusal {
            StartRefusal::Config(refusal) => VmConfigProblem::from(refusal).into(),
            StartRefusal::Vm(vm) => Self::fatal(vm, pod(vm.pod)),
        }
    }

    /// The problem of an act; `pod` is the name of a pod.
    pub(super) fn act<'p>(problem: &ActProblem, pod: impl Fn(VmPodId) -> &'p str) -> Self {
        match problem {
            ActProblem::Fatal(vm) => Self::fatal(vm, pod(vm.pod)),
            ActProblem::Refused(reason) => reason.into(),
            ActProblem::Config(refusal) => VmConfigProblem::from(refusal).into(),
            ActProblem::NotMigrating(problem) => (*problem).into(),
            ActProblem::NoPod => Self::NoSuchPod,
            ActProblem::OnNode => Self::AlreadyOnNode,
            ActProblem::OnNoNode => Self::NotOnNode,
            ActProblem::NoVm => Self::NoVmOnNode,
            ActProblem::NoRoom => Self::NoRoom,
            ActProblem::Away => Self::SchedulerDown,
        }
    }
}

impl From<VmConfigProblem> for VmProblem {
    fn from(problem: VmConfigProblem) -> Self {
        Self::Config {
            path: problem.path,
            node: problem.node,
            message: problem.message,
        }
    }
}

impl From<&ConfigProblem> for VmConfigProblem {
    fn from(problem: &ConfigProblem) -> Self {
        Self {
            path: problem.path.clone(),
            node: None,
            message: problem.message.clone(),
        }
    }
}

impl From<&ConfigRefusal> for VmConfigProblem {
    fn from(refusal: &ConfigRefusal) -> Self {
        match refusal {
            ConfigRefusal::Unreadable(problem) => problem.into(),
            ConfigRefusal::Fixed(field) => Self {
                path: field.word().to_owned(),
                node: None,
                message: "value cannot be changed at runtime".to_owned(),
            },
            ConfigRefusal::Node(name, problem) => Self {
                path: String::new(),
                node: Some(name.to_string()),
                message: limits_message(problem),
            },
        }
    }
}

impl From<OverBudget> for VmExcess {
    fn from(over: OverBudget) -> Self {
        Self {
            resource: over.resource,
            used: over.used,
            total: over.total,
        }
    }
}

/// Upstream's message when a node cannot be used with a config.
pub(super) fn limits_message(problem: &LimitsProblem) -> String {
    match problem {
        LimitsProblem::SystemAboveTotal {
            resource,
            system,
            total,
        } => {
            let name = match resource {
                Resource::Cpu => "vCPU",
                Resource::Memory => "memory",
            };
            format!("desired system {name} {system} greater than node total {total}")
        }
        LimitsProblem::SlotAboveTotal { slot, total } => {
            format!("slotSize {slot} greater than node total {total}")
        }
        LimitsProblem::TooMany { resource, amount } => {
            let units = match resource {
                Resource::Cpu => "vCPUs",
                Resource::Memory => "memory slots",
            };
            format!("too many {units} ({amount} > maximum uint16)")
        }
    }
}
