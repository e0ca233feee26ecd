//! What came of events, as data.
//!
//! Amounts of nodes are lists: total, system, watermark, reserved, buffer, capacity pressure,
//! pressure accounted for. Those of VMs' pods: reserved, buffer, capacity pressure.

use schedscope_objects::{by_name::ByName, id::Id as _};
use schedscope_vm::{
    amount::PerResource,
    id::HeapIndex,
    refusal::{PluginCode, Refusal},
    request::PluginResponse,
    state::{NodeResourceState, PodResourceState},
};
use serde::Serialize;

use crate::vm::messages;

/// What came of each event.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmEventsAnswer {
    /// The start.
    pub start: VmEventResult,
    /// One step an event.
    pub out: Vec<VmEventResult>,
    /// All nodes that are known in the end.
    #[serde(rename = "final")]
    #[cfg_attr(
        feature = "types",
        ts(as = "std::collections::BTreeMap<String, VmNodeDump>")
    )]
    pub end: ByName<VmNodeDump>,
    /// The largest reservable vCPUs and slots of any known node.
    pub max: [u32; 2],
}

/// What came of one event.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmEventResult {
    /// The answer.
    pub res: VmReply,
    /// The nodes that changed, with the pods that did.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    #[cfg_attr(
        feature = "types",
        ts(
            optional,
            as = "Option<std::collections::BTreeMap<String, VmNodeDump>>"
        )
    )]
    pub d: ByName<VmNodeDump>,
}

/// The answer to an event, as far as it has one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmReply {
    /// Of a plugin point.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub code: Option<PluginCode>,
    /// From 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub score: Option<u64>,
    /// The HTTP status.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub status: Option<u16>,
    /// vCPUs and slots.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub permit: Option<[u16; 2]>,
    /// Whether the VM is to migrate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub migrate: Option<bool>,
    /// The compute unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub cu: Option<[u16; 2]>,
    /// Done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub ok: Option<bool>,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub error: Option<String>,
    /// Why a plugin point says no.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub msg: Option<String>,
    /// The nodes that may use more than there is.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    #[cfg_attr(
        feature = "types",
        ts(optional, as = "Option<std::collections::BTreeMap<String, String>>")
    )]
    pub over_budget: ByName<String>,
}

/// A node, whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmNodeDump {
    /// vCPUs.
    pub cpu: [u32; 7],
    /// Slots.
    pub mem: [u32; 7],
    /// The compute unit.
    pub cu: [u16; 2],
    /// Pods that are no VMs: raw milli-CPU and bytes, reserved vCPUs and slots, margin in milli-CPU
    /// and bytes; raw and margin rounded up.
    pub other: [i64; 6],
    /// The migration queue, a heap.
    pub mq: Vec<String>,
    /// Whether it is under too much pressure.
    pub hot: bool,
    /// VMs' pods.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    #[cfg_attr(
        feature = "types",
        ts(optional, as = "Option<std::collections::BTreeMap<String, VmPodDump>>")
    )]
    pub pods: ByName<VmPodDump>,
    /// Other pods: milli-CPU and bytes, rounded up.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    #[cfg_attr(
        feature = "types",
        ts(optional, as = "Option<std::collections::BTreeMap<String, [i64; 2]>>")
    )]
    pub others: ByName<[i64; 2]>,
    /// Pods that are no longer here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub gone: Vec<String>,
}

/// A VM's pod, whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmPodDump {
    /// vCPUs.
    pub cpu: [u32; 3],
    /// Slots.
    pub mem: [u32; 3],
    /// The compute unit that its agent was last told.
    pub cu: Option<[u16; 2]>,
    /// Load averages of one and five minutes.
    #[cfg_attr(
        feature = "types",
        ts(as = "Option<[schedscope_objects::types::Float; 2]>")
    )]
    pub load: Option<[f32; 2]>,
    /// Its place in the queue, or -1.
    pub mq: i32,
    /// Whether it migrates.
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

pub(super) fn pod_list(amounts: &PodResourceState) -> [u32; 3] {
    [amounts.reserved, amounts.buffer, amounts.capacity_pressure]
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

    pub(super) fn error(message: String) -> Self {
        Self {
            error: Some(message),
            ..Self::default()
        }
    }

    pub(super) fn point(result: Result<(), Refusal>) -> Self {
        let (code, msg) = match result {
            Ok(()) => (PluginCode::Success, None),
            Err(refusal) => (refusal.code, Some(messages::refusal(&refusal.reason))),
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
                error: Some(messages::fault(fault)),
                ..Self::default()
            },
        }
    }
}
