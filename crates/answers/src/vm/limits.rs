//! What a node offers under a config, as data.

use schedscope_objects::config_map::ReadConfig;
use schedscope_quantity::Quantity;
use schedscope_vm::{
    amount::PerResource,
    limits::{cpu_limits, memory_limits},
};
use serde::Serialize;

use crate::vm::{event_results::raw_list, messages};

/// A question about what one node offers under a config's defaults.
#[derive(Clone, Debug)]
pub struct VmLimitsOptions {
    /// The config.
    pub config: ReadConfig,
    /// Allocatable CPU.
    pub cpu: Quantity,
    /// Allocatable memory.
    pub memory: Quantity,
}

/// What a node offers, or why it cannot be used.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum VmLimitsAnswer {
    /// It can be used.
    #[serde(rename_all = "camelCase")]
    Limits {
        /// Total, system and watermark.
        #[serde(rename = "vCPU")]
        vcpu: [u32; 3],
        /// Total, system and watermark.
        mem_slots: [u32; 3],
        /// Milli-CPU, rounded up.
        #[serde(rename = "marginCPUMilli")]
        margin_cpu_milli: i64,
        /// Bytes, rounded up.
        margin_mem: i64,
    },
    /// It cannot be used.
    Error {
        /// Why.
        error: String,
    },
}

/// Computes what a node offers.
pub fn node_limits(options: &VmLimitsOptions) -> VmLimitsAnswer {
    let computed = options
        .config
        .as_ref()
        .map_err(ToString::to_string)
        .and_then(|config| {
            let node = &config.node_defaults;
            let cpu = cpu_limits(&options.cpu, &node.cpu)
                .map_err(|problem| messages::limits(&problem))?;
            let memory = memory_limits(&options.memory, &config.slot_size, &node.memory)
                .map_err(|problem| messages::limits(&problem))?;
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
