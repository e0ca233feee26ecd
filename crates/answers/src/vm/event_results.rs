//! The results of events, as data.
//!
//! The amounts of a node are a list: total, system, watermark, reserved, buffer, capacity pressure, pressure accounted
//! for. The amounts of a VM's pod are a list: reserved, buffer, capacity pressure.

use schedscope_objects::{by_name::ByName, id::Id as _};
use schedscope_vm::{
    amount::PerResource,
    id::HeapIndex,
    refusal::{PluginCode, Refusal},
    request::PluginResponse,
    state::{NodeResourceState, PodResourceState},
};
use serde::Serialize;

use crate::vm::problem::{VmConfigProblem, VmExcess, VmProblem};

/// The results of all events, in the form of the vectors.
#[derive(Clone, Debug, Default, Serialize)]
pub struct VmEventsAnswer {
    /// The result of the start.
    pub start: VmEventResult,
    /// The results, one for each event.
    pub out: Vec<VmEventResult>,
    /// The state of all known nodes after the last event.
    #[serde(rename = "final")]
    pub end: ByName<VmNodeDump>,
    /// The largest reservable vCPUs and memory slots of any known node.
    pub max: [u32; 2],
}

/// The result of one event.
#[derive(Clone, Debug, Default, Serialize)]
pub struct VmEventResult {
    /// The reply.
    pub res: VmReply,
    /// The nodes that changed, each with its changed pods.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    pub d: ByName<VmNodeDump>,
}

/// The reply to an event. Each field is present only if the event has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VmReply {
    /// The code of a plugin point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<PluginCode>,
    /// The score, from 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u64>,
    /// The HTTP status of the response to an agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The permitted vCPUs and memory slots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permit: Option<[u16; 2]>,
    /// Whether the VM has to migrate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub migrate: Option<bool>,
    /// The compute unit: vCPUs and memory slots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cu: Option<[u16; 2]>,
    /// `true`: the event was applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ok: Option<bool>,
    /// The reason why the event was refused. Vectors have upstream's message here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<VmProblem>,
    /// `true`: the plugin does not start, and no scheduler runs until `error` is fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fatal: Option<bool>,
    /// The reason why a plugin point refused the pod. Vectors have upstream's message here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub msg: Option<VmProblem>,
    /// The nodes whose pods may use more than the node has, by name. Vectors have upstream's message for each.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    pub over_budget: ByName<Vec<VmExcess>>,
}

/// The state of a node. Lists of 7 are total, system, watermark, reserved, buffer, capacity pressure and pressure
/// accounted for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VmNodeDump {
    /// The amounts of CPU, in vCPUs.
    pub cpu: [u32; 7],
    /// The amounts of memory, in slots.
    pub mem: [u32; 7],
    /// The compute unit: vCPUs and memory slots.
    pub cu: [u16; 2],
    /// Pods that are not VMs: requested milli-CPU and bytes, reserved vCPUs and slots, margin in milli-CPU and bytes.
    /// Requests and margins are rounded up.
    pub other: [i64; 6],
    /// The pods in the migration queue, in the order of the heap.
    pub mq: Vec<String>,
    /// Whether the node is under too much pressure.
    pub hot: bool,
    /// The pods of VMs, by name.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    pub pods: ByName<VmPodDump>,
    /// The requests of other pods in milli-CPU and bytes, rounded up, by name.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    pub others: ByName<[i64; 2]>,
    /// The pods that left the node.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
}

/// The state of a VM's pod. Lists of 3 are reserved, buffer and capacity pressure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VmPodDump {
    /// The amounts of CPU, in vCPUs.
    pub cpu: [u32; 3],
    /// The amounts of memory, in slots.
    pub mem: [u32; 3],
    /// The compute unit last sent to the agent: vCPUs and memory slots; `null`: none yet.
    pub cu: Option<[u16; 2]>,
    /// The load averages of 1 and 5 minutes; `null`: no metrics.
    pub load: Option<[f32; 2]>,
    /// The index in the migration queue; -1: not queued.
    pub mq: i32,
    /// Whether the VM is migrating.
    pub mig: bool,
}

pub(super) fn node_list(amounts: &NodeResourceState) -> [u32; 7] {
    [
        amounts.total,
        amounts.system,
        amounts.watermark,
        amounts.reserved,
        amounts.buffer,
        amounts.capacity_pressure,
        amounts.pressure_accounted_for,
    ]
}

pub(super) fn pod_list(amounts: PodResourceState) -> [u32; 3] {
    [amounts.reserved, amounts.buffer, amounts.capacity_pressure].map(u32::from)
}

/// A position in a migration queue, or -1.
pub(super) fn queue_index(index: Option<HeapIndex>) -> i32 {
    index.map_or(-1, |index| index.index() as i32)
}

/// Nanos as milli-CPU and bytes, rounded up.
pub(super) fn raw_list(raw: &PerResource<i128>) -> [i64; 2] {
    let up = |nanos: i128, unit: i128| {
        let whole = nanos.div_euclid(unit) + i128::from(nanos.rem_euclid(unit) > 0);
        i64::try_from(whole).unwrap_or(i64::MAX)
    };
    [up(raw.cpu, 1_000_000), up(raw.memory, 1_000_000_000)]
}

impl VmReply {
    pub(super) fn ok() -> Self {
        Self {
            ok: Some(true),
            ..Self::default()
        }
    }

    pub(super) fn error(problem: VmProblem) -> Self {
        Self {
            error: Some(problem),
            ..Self::default()
        }
    }

    pub(super) fn config(problem: impl Into<VmConfigProblem>) -> Self {
        Self::error(VmProblem::from(problem.into()))
    }

    pub(super) fn point(result: Result<(), Refusal>) -> Self {
        let (code, msg) = match result {
            Ok(()) => (PluginCode::Success, None),
            Err(refusal) => (refusal.code, Some((&refusal.reason).into())),
        };
        Self {
            code: Some(code),
            msg,
            ..Self::default()
        }
    }

    pub(super) fn answer(answer: PluginResponse) -> Self {
        match answer {
            PluginResponse::Permit {
                permit,
                migrate,
                unit,
            } => Self {
                status: Some(200),
                permit: Some(permit.array()),
                migrate: Some(migrate),
                cu: Some(unit.array()),
                ..Self::default()
            },
            PluginResponse::Refused(fault) => Self {
                status: Some(fault.status()),
                error: Some(fault.into()),
                ..Self::default()
            },
        }
    }
}
