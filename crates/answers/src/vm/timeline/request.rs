//! An agent's request, explained.

use schedscope_objects::words;
use schedscope_vm::{
    plugin::Plugin,
    pressure::pressure,
    request::PluginResponse,
    state::{NodeResourceState, NodeState, PodResourceState},
    timeline::act::{Act, ActOutcome, RunStep},
};
use serde::Serialize;

use crate::vm::{
    event_results::queue_index,
    messages,
    pressure::{MigrationChoice, Pressure},
    timeline::{RunAnswers, event::VmStep, state::VmAmountAnswer},
};

/// What became of one resource of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmResourcePermit {
    /// The amount that the agent asks for.
    pub asked: u16,
    /// The amount that was reserved for the VM before.
    pub before: u32,
    /// The amount that the VM may have, which is reserved for it from now on.
    pub permit: u32,
    /// What the node had left before.
    pub remaining: u32,
    /// By how much the permit is above `before`; 0 where the VM gave back.
    pub increase: u32,
    /// By how much the permit is below `asked`.
    pub denied: u32,
    /// The part of `before` that counted as buffer since a start; the request ends that.
    pub buffer_before: u32,
    /// The rule that decided the permit.
    pub rule: VmPermitRule,
}

words! {
    /// The rule that decided the permit of a resource.
    pub enum VmPermitRule {
        /// It asks for what it has.
        Unchanged = "unchanged",
        /// It gives back, which is always done exactly.
        Decrease = "decrease",
        /// There is room for all.
        InFull = "in-full",
        /// There is room for some.
        InPart = "in-part",
        /// There is no room.
        NothingLeft = "nothing-left",
        /// A VM that leaves gets no more.
        MigrationStarts = "migration-starts",
    }
}

/// Whether a migration starts with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmMigrationDecision {
    /// What decides it.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(flatten))]
    pub choice: MigrationChoice,
    /// It starts.
    pub starts: bool,
}

/// Where a pod was and is in the migration queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmQueueMove {
    /// Its place before, or -1.
    pub before: i32,
    /// Its place after, or -1.
    pub after: i32,
    /// Who was first before.
    pub head_before: Option<String>,
    /// Who is first after.
    pub head_after: Option<String>,
    /// How many are in the queue after.
    pub length: u32,
}

/// Why an agent's request was answered so.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmRequestExplanation {
    /// The pod.
    pub pod: String,
    /// Its node; empty where the plugin knows no such pod.
    pub node: String,
    /// What the VM is to have.
    pub want: VmAmountAnswer,
    /// The load averages that came with it.
    #[cfg_attr(
        feature = "types",
        ts(as = "Option<[schedscope_objects::types::Float; 2]>")
    )]
    pub load: Option<[f32; 2]>,
    /// The protocol's number: 1 is v1.0, 2 is v1.1.
    pub protocol: u32,
    /// 200, 400 or 404.
    pub status: u16,
    /// Why it was refused.
    pub error: Option<String>,
    /// What the VM may have.
    pub permit: Option<VmAmountAnswer>,
    /// The compute unit that the agent is told.
    pub compute_unit: Option<VmAmountAnswer>,
    /// The VM is to migrate.
    pub migrate: bool,
    /// The compute unit that the agent was told before: the request has to be a multiple of it.
    pub last_compute_unit: Option<VmAmountAnswer>,
    /// CPU; `null` where nothing was settled.
    pub cpu: Option<VmResourcePermit>,
    /// Memory; `null` where nothing was settled.
    pub memory: Option<VmResourcePermit>,
    /// The node before the request.
    pub pressure: Option<Pressure>,
    /// Whether a migration starts.
    pub migration: VmMigrationDecision,
    /// Its place in the queue.
    pub queue: VmQueueMove,
}

impl RunAnswers<'_> {
    /// The explanation of a request, from the plugin before and after it.
    pub(super) fn explain(
        &self,
        before: &Plugin,
        after: &Plugin,
        entry: &RunStep,
        event: &VmStep,
    ) -> Option<VmRequestExplanation> {
        let Act::Request {
            want,
            load,
            protocol,
        } = entry.act
        else {
            return None;
        };
        let ActOutcome::Response(answer) = entry.outcome else {
            return None;
        };
        let vm = |plugin: &'_ Plugin| entry.pod.and_then(|pod| plugin.vm(pod).cloned());
        let (vm_before, vm_after) = (vm(before), vm(after));
        let node = vm_before.as_ref().map(|vm| vm.node);
        let state = |plugin: &'_ Plugin| node.and_then(|node| plugin.node(node).cloned());
        let (node_before, node_after) = (state(before), state(after));
        let choice = entry.pod.map(|pod| before.migration_choice(pod));
        let choice = choice.unwrap_or_default();
        let (status, error, permit, unit, migrate) = match answer {
            PluginResponse::Permit {
                permit,
                migrate,
                unit,
            } => (200, None, Some(permit), Some(unit), migrate),
            PluginResponse::Refused(fault) => (
                fault.status(),
                Some(messages::fault(fault)),
                None,
                None,
                false,
            ),
        };
        let is_settled = status == 200 && !choice.already;
        let settled = vm_before
            .as_ref()
            .zip(vm_after.as_ref())
            .zip(node_before.as_ref())
            .filter(|_| is_settled);
        let settled = settled.map(|((before, after), node)| {
            let all = want.zip(node.amounts.zip(before.amounts.zip(after.amounts)));
            all.map(|(want, (node, (before, after)))| {
                resource_permit(want, &node, (before, after), migrate)
            })
        });
        let head = |node: &Option<NodeState>| {
            let head = node.as_ref().and_then(|node| node.queue.first());
            head.map(|pod| self.run.inventory.pod_key(*pod).to_owned())
        };
        Some(VmRequestExplanation {
            pod: event.pod.clone().unwrap_or_default(),
            node: event.node.clone().unwrap_or_default(),
            want: want.into(),
            load,
            protocol,
            status,
            error,
            permit: permit.map(Into::into),
            compute_unit: unit.map(Into::into),
            migrate,
            last_compute_unit: vm_before
                .as_ref()
                .and_then(|vm| vm.last_unit)
                .map(Into::into),
            cpu: settled.map(|both| both.cpu),
            memory: settled.map(|both| both.memory),
            pressure: node_before
                .as_ref()
                .map(|node| pressure(&node.amounts, &before.mitigations).into()),
            migration: VmMigrationDecision {
                choice: choice.into(),
                starts: migrate,
            },
            queue: VmQueueMove {
                before: queue_index(vm_before.and_then(|vm| vm.queue_index)),
                after: queue_index(vm_after.and_then(|vm| vm.queue_index)),
                head_before: head(&node_before),
                head_after: head(&node_after),
                length: node_after.map_or(0, |node| node.queue.len() as u32),
            },
        })
    }
}

fn resource_permit(
    asked: u16,
    node: &NodeResourceState,
    (before, after): (PodResourceState, PodResourceState),
    starts: bool,
) -> VmResourcePermit {
    let want = u32::from(asked);
    let increase = after.reserved.saturating_sub(before.reserved);
    let denied = want.saturating_sub(after.reserved);
    let rule = if want == before.reserved {
        VmPermitRule::Unchanged
    } else if want < before.reserved {
        VmPermitRule::Decrease
    } else if starts {
        VmPermitRule::MigrationStarts
    } else if denied == 0 {
        VmPermitRule::InFull
    } else if increase > 0 {
        VmPermitRule::InPart
    } else {
        VmPermitRule::NothingLeft
    };
    VmResourcePermit {
        asked,
        before: before.reserved,
        permit: after.reserved,
        remaining: node.remaining(),
        increase,
        denied,
        buffer_before: before.buffer,
        rule,
    }
}
