//! The config of the autoscaled-VM scheduler plugin: JSON, kept in a `ConfigMap`.

use schedscope_quantity::Quantity;

/// The plugin's config, checked: every amount is in its range.
#[derive(Clone, Debug, PartialEq)]
pub struct PluginConfig {
    /// `memBlockSize`: the size of a memory slot in bytes, whole and above 0.
    pub slot_size: Quantity,
    /// `nodeDefaults`: for nodes that no override names.
    pub node_defaults: NodeConfig,
    /// `nodeOverrides`: the first that names a node counts.
    pub node_overrides: Vec<NodeOverride>,
    /// `schedulerName`: pods of other schedulers are refused; never empty.
    pub scheduler_name: String,
    /// `doMigration`: whether migrations start at all; true where absent.
    pub do_migration: bool,
}

/// `nodeOverrides[]`.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeOverride {
    /// Names of nodes; at least one.
    pub nodes: Vec<String>,
    /// Their config, which replaces the defaults.
    pub config: NodeConfig,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NodeConfig {
    /// `cpu`, in vCPUs.
    pub cpu: ResourceConfig,
    /// `memory`, in bytes.
    pub memory: ResourceConfig,
    /// `computeUnit.vCPUs`: whole vCPUs, above 0.
    pub unit_cpu: u16,
    /// `computeUnit.mem`: memory slots, above 0.
    pub unit_memory: u16,
}

/// The config of one resource of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceConfig {
    /// `watermark`: the fraction of the reservable amount above which VMs migrate away; above 0, at
    /// most 1.
    pub watermark: f32,
    /// `system`: the amount reserved for processes that the plugin does not schedule; above 0.
    pub system: Quantity,
}

/// Why a config is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigProblem {
    /// Where in the config: `nodeDefaults.cpu.watermark`; empty for the config as a whole.
    pub path: String,
    /// The plugin's error message.
    pub message: String,
    /// The config is of the plugin as rewritten in February 2025, which is not modelled.
    pub is_rewritten: bool,
}

impl std::fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

impl PluginConfig {
    /// The config of a node. O(names of the overrides).
    pub fn for_node(&self, name: &str) -> &NodeConfig {
        let named = |set: &&NodeOverride| set.nodes.iter().any(|node| node == name);
        let named = self.node_overrides.iter().find(named);
        named.map_or(&self.node_defaults, |set| &set.config)
    }
}
