//! The plugin's config as data.

use schedscope_answer_macro::answer;
use schedscope_objects::plugin_config::{NodeConfig, PluginConfig};
use schedscope_vm::amount::VmAmount;

use crate::vm::amount::VmAmountAnswer;

/// The plugin's config.
#[answer]
pub struct VmConfig {
    /// The size of a memory slot, a quantity.
    pub mem_block_size: String,
    /// The name of the plugin's scheduler.
    pub scheduler_name: String,
    /// Whether migrations start at all.
    pub do_migration: bool,
    /// The config of nodes without an override.
    pub node_defaults: VmNodeConfig,
    /// The config of some nodes; the first entry that names a node counts.
    pub node_overrides: Vec<VmNodeOverride>,
}

/// The config of some nodes.
#[answer]
pub struct VmNodeOverride {
    /// The names of the nodes.
    pub nodes: Vec<String>,
    /// The config of these nodes.
    pub config: VmNodeConfig,
}

/// The config of a node.
#[answer]
pub struct VmNodeConfig {
    /// The config of CPU.
    pub cpu: VmResourceConfig,
    /// The config of memory.
    pub memory: VmResourceConfig,
    /// The compute unit.
    pub compute_unit: VmAmountAnswer,
}

/// The config of one resource.
#[answer]
pub struct VmResourceConfig {
    /// The watermark, as a fraction of the reservable amount.
    #[ts(as = "schedscope_objects::types::Float")]
    pub watermark: f32,
    /// The amount that is kept for pods that the plugin does not schedule, a quantity.
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
        compute_unit: VmAmount::new(node.unit_cpu, node.unit_memory).into(),
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
