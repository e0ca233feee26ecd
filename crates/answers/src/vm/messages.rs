//! The messages of the VM engine's refusals and problems.

use std::fmt::Write as _;

use schedscope_objects::{plugin_config::ConfigProblem, word::Word as _};
use schedscope_vm::{
    amount::{PerResource, Resource},
    lifecycle::{ConfigRefusal, NotMigrating, OverBudget},
    limits::LimitsProblem,
    refusal::{MissingAmount, RefusalReason},
    request::RequestFault,
    timeline::act::ActProblem,
};

/// Why a plugin point refuses a pod.
pub(super) fn refusal(reason: &RefusalReason) -> String {
    match reason {
        RefusalReason::NotEnoughLeft { asked, left } => short(*asked, *left, ["needed", "left"]),
        RefusalReason::OverReservable { used, reservable } => {
            short(*used, *reservable, ["with this pod", "reservable"])
        }
        RefusalReason::Bounds => {
            "what the VM uses is not between its minimum and its maximum".to_owned()
        }
        RefusalReason::Reserved => "the pod is reserved already".to_owned(),
        RefusalReason::NoNode => "the node does not exist".to_owned(),
        RefusalReason::Limits(problem) => limits(problem),
        RefusalReason::SlotSize { expected, found } => {
            format!("expected memory slots of {expected}, found {found}")
        }
        RefusalReason::Scheduler { expected, found } => {
            format!("expected the scheduler `{expected}`, found `{found}`")
        }
        RefusalReason::MissingAmount(missing) => missing_amount(*missing),
    }
}

/// The resources that are short, with both amounts.
fn short(one: PerResource<u32>, other: PerResource<u32>, [ones, others]: [&str; 2]) -> String {
    let mut text = "not enough room".to_owned();
    let mut before = ": ";
    for (resource, (one, other)) in one.zip(other).named() {
        if one > other {
            let name = unit(resource);
            let _ = write!(text, "{before}{one} {name} {ones}, {other} {others}");
            before = "; ";
        }
    }
    text
}

/// Whole units of a resource.
fn unit(resource: Resource) -> &'static str {
    match resource {
        Resource::Cpu => "vCPUs",
        Resource::Memory => "memory slots",
    }
}

fn missing_amount(missing: MissingAmount) -> String {
    let amount = match missing.resource {
        Resource::Cpu => "CPU request or limit",
        Resource::Memory => "memory limit",
    };
    format!("container {} has no {amount}", missing.container)
}

/// Why a node cannot be used with a config: upstream's messages.
pub(super) fn limits(problem: &LimitsProblem) -> String {
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
            format!("too many {} ({amount} > maximum uint16)", unit(*resource))
        }
    }
}

/// Why a request is refused.
pub(super) fn fault(fault: RequestFault) -> String {
    let text = match fault {
        RequestFault::InvalidProtocol => "the protocol version is invalid",
        RequestFault::UnsupportedProtocol => {
            "the protocol version is not supported, v1.0 and v1.1 are"
        }
        RequestFault::MetricsNeeded => "requests without metrics need protocol v1.1",
        RequestFault::NoPod => "the plugin knows no such pod",
        RequestFault::NoVm => "the pod is not of a VM",
        RequestFault::Migrating => "the pod is migrating: its resources cannot change",
        RequestFault::NotMultiple(unit) => {
            return format!(
                "the request is no multiple of the compute unit last sent, {} vCPUs and {} memory slots",
                unit.cpu, unit.memory
            );
        }
    };
    text.to_owned()
}

/// Why a migration cannot fail.
pub(super) fn not_migrating(problem: NotMigrating) -> &'static str {
    match problem {
        NotMigrating::Unknown => "the plugin knows no such pod of a VM",
        NotMigrating::Stays => "the pod is not migrating",
    }
}

/// Why a config cannot be used.
pub(super) fn config(refusal: &ConfigRefusal) -> ConfigProblem {
    match refusal {
        ConfigRefusal::Unreadable(problem) => problem.clone(),
        ConfigRefusal::Fixed(field) => ConfigProblem {
            path: field.word().to_owned(),
            message: "value cannot be changed at runtime".to_owned(),
        },
        ConfigRefusal::Node(name, problem) => ConfigProblem {
            path: String::new(),
            message: format!("node `{name}`: {}", limits(problem)),
        },
    }
}

/// The use of a node over budget.
pub(super) fn over_budget(over: OverBudget) -> String {
    let OverBudget { used, total, .. } = over;
    format!("{used} {} in use of {total}", unit(over.resource))
}

/// The problem of an act.
pub(super) fn act(problem: &ActProblem) -> String {
    let text = match problem {
        ActProblem::Refused(reason) => return refusal(reason),
        ActProblem::Config(refusal) => return config(refusal).to_string(),
        ActProblem::NotMigrating(problem) => not_migrating(*problem),
        ActProblem::NoPod => "the text has no such pod",
        ActProblem::OnNode => "the pod is on a node already",
        ActProblem::OnNoNode => "the pod is on no node",
        ActProblem::NoVm => "the pod is of no VM on a node",
        ActProblem::NoRoom => "no node has room",
        ActProblem::Away => "the scheduler is away",
    };
    text.to_owned()
}
