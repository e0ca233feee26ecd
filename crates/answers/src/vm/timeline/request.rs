//! An agent's request, explained.

use schedscope_answer_macro::answer;
use schedscope_objects::{namespaced_name::NamespacedName, words};
use schedscope_vm::{
    plugin::Plugin,
    pressure::pressure,
    request::PluginResponse,
    state::{NodeResourceState, NodeState, PodResourceState},
    timeline::act::{Act, ActOutcome, RunStep},
};

use crate::vm::{
    amount::VmAmountAnswer,
    event_results::queue_index,
    pressure::{MigrationChoice, Pressure},
    problem::VmProblem,
    timeline::{RunAnswers, event::VmStep},
};

/// The permit of one resource of a request. Amounts are in vCPUs or slots.
#[answer(Copy, Eq)]
pub struct VmResourcePermit {
    /// The amount that the agent asks for.
    pub asked: u16,
    /// The amount that was reserved for the VM before.
    pub before: u32,
    /// The amount that the VM may have and that is reserved for it from now on.
    pub permit: u32,
    /// The amount that the node had left before.
    pub remaining: u32,
    /// The increase of the permit over `before`; 0 if the VM gave back.
    pub increase: u32,
    /// The part of `asked` that was denied.
    pub denied: u32,
    /// The part of `before` that counted as buffer since a start; the request ends that.
    pub buffer_before: u32,
    /// The rule that decided the permit.
    pub rule: VmPermitRule,
}

words! {
    /// The rule that decided the permit of a resource.
    pub enum VmPermitRule {
        /// The agent asks for the amount that the VM has.
        Unchanged = "unchanged",
        /// The agent asks for less; the permit is exactly that.
        Decrease = "decrease",
        /// The node has room for the whole increase.
        InFull = "in-full",
        /// The node has room for a part of the increase.
        InPart = "in-part",
        /// The node has no room.
        NothingLeft = "nothing-left",
        /// The migration of the VM starts, so it gets no increase.
        MigrationStarts = "migration-starts",
    }
}

/// Whether a migration starts with a request.
#[answer(Copy, Eq)]
pub struct VmMigrationDecision {
    /// The conditions.
    #[serde(flatten)]
    #[ts(flatten)]
    pub choice: MigrationChoice,
    /// Whether the migration starts.
    pub starts: bool,
}

/// The index of a pod in the migration queue before and after a request.
#[answer(Eq)]
pub struct VmQueueMove {
    /// The index before; -1: not queued.
    pub before: i32,
    /// The index after; -1: not queued.
    pub after: i32,
    /// The head of the queue before; `null`: the queue was empty.
    pub head_before: Option<NamespacedName>,
    /// The head of the queue after; `null`: the queue is empty.
    pub head_after: Option<NamespacedName>,
    /// The number of pods in the queue after.
    pub length: u32,
}

/// The explanation of the response to an agent's request.
#[answer]
pub struct VmRequestExplanation {
    /// The pod of the VM.
    pub pod: NamespacedName,
    /// The node of the pod; empty: the plugin does not know the pod.
    pub node: String,
    /// The amount that the agent asks for.
    pub want: VmAmountAnswer,
    /// The load averages of 1 and 5 minutes; `null`: the request has no metrics.
    #[ts(as = "Option<[schedscope_objects::types::Float; 2]>")]
    pub load: Option<[f32; 2]>,
    /// The protocol version: 1 is v1.0, 2 is v1.1.
    pub protocol: u32,
    /// The HTTP status: 200, 400 or 404.
    pub status: u16,
    /// The reason why the request was refused; `null`: it was accepted.
    pub problem: Option<VmProblem>,
    /// The amount that the VM may have; `null`: the request was refused.
    pub permit: Option<VmAmountAnswer>,
    /// The compute unit that is sent to the agent; `null`: the request was refused.
    pub compute_unit: Option<VmAmountAnswer>,
    /// Whether the VM has to migrate.
    pub migrate: bool,
    /// The compute unit last sent to the agent; `null`: none yet.
    pub last_compute_unit: Option<VmAmountAnswer>,
    /// The permit of CPU; `null`: the request changed no amount.
    pub cpu: Option<VmResourcePermit>,
    /// The permit of memory; `null`: the request changed no amount.
    pub memory: Option<VmResourcePermit>,
    /// The pressure on the node before the request; `null`: the plugin does not know the pod.
    pub pressure: Option<Pressure>,
    /// The decision whether a migration starts.
    pub migration: VmMigrationDecision,
    /// The index in the migration queue.
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
        let vm = |plugin: &'_ Plugin| entry.pod.and_then(|pod| plugin.vm(pod).copied());
        let (vm_before, vm_after) = (vm(before), vm(after));
        let node = vm_before.as_ref().map(|vm| vm.node);
        let state = |plugin: &'_ Plugin| node.and_then(|node| plugin.node(node).cloned());
        let (node_before, node_after) = (state(before), state(after));
        let choice = entry.pod.map(|pod| before.migration_choice(pod));
        let choice = choice.unwrap_or_default();
        let (status, problem, permit, unit, migrate) = match answer {
            PluginResponse::Permit {
                permit,
                migrate,
                unit,
            } => (200, None, Some(permit), Some(unit), migrate),
            PluginResponse::Refused(fault) => {
                (fault.status(), Some(fault.into()), None, None, false)
            }
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
        let place = |plugin: &Plugin| {
            let index = entry.pod.and_then(|pod| plugin.queue_index(pod));
            queue_index(index)
        };
        let head = |node: &Option<NodeState>| {
            let head = node.as_ref().and_then(|node| node.queue.first());
            head.map(|queued| self.run.inventory.pod_key(queued.pod).into())
        };
        Some(VmRequestExplanation {
            pod: event.pod.clone().unwrap_or_default(),
            node: event.node.clone().unwrap_or_default(),
            want: want.into(),
            load,
            protocol,
            status,
            problem,
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
                before: place(before),
                after: place(after),
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
    let increase = after.reserved.saturating_sub(before.reserved);
    let denied = asked.saturating_sub(after.reserved);
    let rule = if asked == before.reserved {
        VmPermitRule::Unchanged
    } else if asked < before.reserved {
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
        before: before.reserved.into(),
        permit: after.reserved.into(),
        remaining: node.remaining(),
        increase: increase.into(),
        denied: denied.into(),
        buffer_before: before.buffer.into(),
        rule,
    }
}
