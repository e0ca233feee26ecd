//! The resources of a node under a config, as data.

use schedscope_objects::config_map::ReadConfig;
use schedscope_quantity::Quantity;
use schedscope_vm::{
    amount::PerResource,
    limits::{cpu_limits, memory_limits},
};
use serde::Serialize;

use crate::vm::{event_results::raw_list, problem::limits_message};

/// A question about the resources of one node under a config's defaults.
#[derive(Clone, Debug)]
pub struct VmLimitsOptions {
    /// The config.
    pub config: ReadConfig,
    /// The allocatable CPU.
    pub cpu: Quantity,
    /// The allocatable memory.
    pub memory: Quantity,
}

/// The resources of a node, or the reason why it cannot be used.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum VmLimitsAnswer {
    /// The node can be used.
    #[serde(rename_all = "camelCase")]
    Limits {
        /// The total, system and watermark, in vCPUs.
        #[serde(rename = "vCPU")]
        vcpu: [u32; 3],
        /// The total, system and watermark, in memory slots.
        mem_slots: [u32; 3],
        /// The margin of CPU in milli-CPU, rounded up.
        #[serde(rename = "marginCPUMilli")]
        margin_cpu_milli: i64,
        /// The margin of memory in bytes, rounded up.
        margin_mem: i64,
    },
    /// The node cannot be used.
    Error {
        /// Upstream's message.
        error: String,
    },
}

/// Computes the resources of a node.
pub fn node_limits(options: &VmLimitsOptions) -> VmLimitsAnswer {
    let computed = options
        .config
        .as_ref()
        .map_err(ToString::to_string)
        .and_then(|config| {
            let node = &config.node_defaults;
            let cpu =
                cpu_limits(&options.cpu, &node.cpu).map_err(|problem| limits_message(&problem))?;
            let memory = memory_limits(&options.memory, &config.slot_size, &node.memory)
                .map_err(|problem| limits_message(&problem))?;
            let margin = raw_list(&PerResource::new(cpu.margin, memory.margin));
            Ok(VmLimitsAnswer::Limits {
                vcpu: [cpu.total, cpu.system, cpu.watermark],
                mem_slots: [memory.total, memory.system, memory.watermark],
                margin_cpu_milli: margin[0],
                margin_mem: margin[1],
            })
        });
    computed.unwrap_or_else(|error| VmLimitsAnswer::Error { error })
}
