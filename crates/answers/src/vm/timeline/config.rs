//! The plugin's config as data.

use schedscope_objects::plugin_config::{NodeConfig, PluginConfig};
use serde::Serialize;

use crate::vm::timeline::state::VmAmountAnswer;

/// The plugin's config.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmConfig {
    /// The size of a memory slot, a quantity.
    pub mem_block_size: String,
    /// The plugin's scheduler.
    pub scheduler_name: String,
    /// Whether migrations start at all.
    pub do_migration: bool,
    /// What holds for nodes without an override.
    pub node_defaults: VmNodeConfig,
    /// What holds for some nodes.
    pub node_overrides: Vec<VmNodeOverride>,
}

/// What holds for some nodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmNodeOverride {
    /// Their names.
    pub nodes: Vec<String>,
    /// What holds for them.
    pub config: VmNodeConfig,
}

/// What is configured for a node.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmNodeConfig {
    /// CPU.
    pub cpu: VmResourceConfig,
    /// Memory.
    pub memory: VmResourceConfig,
    /// The compute unit.
    pub compute_unit: VmAmountAnswer,
}

/// What is configured for one resource.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmResourceConfig {
    /// A fraction of what is reservable.
    #[cfg_attr(feature = "types", ts(as = "schedscope_objects::types::Float"))]
    pub watermark: f32,
    /// A quantity.
    pub system: String,
}

pub(super) fn config_of(config: &PluginConfig) -> VmConfig {
    let node = |node: &NodeConfig| VmNodeConfig {
        cpu: VmResourceConfig {
            watermark: node.cpu.watermark,
            system: node.cpu.system.to_string(),
        },
        memory: VmResourceConfig {
            watermark: node.memory.watermark,
            system: node.memory.system.to_string(),
        },
        compute_unit: VmAmountAnswer {
            vcpus: node.unit_cpu,
            mem: node.unit_memory,
        },
    };
    VmConfig {
        mem_block_size: config.slot_size.to_string(),
        scheduler_name: config.scheduler_name.clone(),
        do_migration: config.do_migration,
        node_defaults: node(&config.node_defaults),
        node_overrides: config
            .node_overrides
            .iter()
            .map(|set| VmNodeOverride {
                nodes: set.nodes.clone(),
                config: node(&set.config),
            })
            .collect(),
    }
}
