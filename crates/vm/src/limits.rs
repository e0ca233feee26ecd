//! The resources that a node offers under a config.
//!
//! Source: "Basics: `reserved`, `system`, and `total`" of the design document, and upstream's `vCpuLimits` and
//! `memoryLimits`.

use schedscope_objects::plugin_config::{NodeConfig, PluginConfig, ResourceConfig};
use schedscope_quantity::Quantity;

use crate::amount::{PerResource, Resource};

/// The amounts of one resource that a node offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeLimits {
    /// Whole vCPUs or slots of the node, at most 65,535.
    pub total: u32,
    /// The part of `total` that is kept for pods that the plugin does not schedule.
    pub system: u32,
    /// VMs migrate away when more than this is reserved.
    pub watermark: u32,
    /// The rest that rounding leaves, in nanos of a vCPU or byte. Pods that are not VMs use it for free.
    pub margin: i128,
}

impl NodeLimits {
    /// The amount that pods may reserve.
    pub fn reservable(&self) -> u32 {
        self.total - self.system
    }
}

/// Why a node cannot be used with a config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitsProblem {
    /// The config keeps more for the system than the node has.
    SystemAboveTotal {
        resource: Resource,
        /// The amount kept for the system.
        system: Quantity,
        /// The node's allocatable amount.
        total: Quantity,
    },
    /// A memory slot is larger than the node's memory.
    SlotAboveTotal {
        /// The size of a slot.
        slot: Quantity,
        /// The node's allocatable memory.
        total: Quantity,
    },
    /// The node has more vCPUs or slots than 16 bits count.
    TooMany {
        resource: Resource,
        /// The number of vCPUs or slots.
        amount: i64,
    },
}

/// A slot's size in bytes, at least 1.
pub fn slot_bytes(config: &PluginConfig) -> i64 {
    config.slot_size.value().max(1)
}

/// The limits of both resources of a node.
///
/// # Errors
/// The node is too small for the config, or too large for 16 bits.
pub fn limits(
    allocatable: &PerResource<Quantity>,
    config: &PluginConfig,
    node: &NodeConfig,
) -> Result<PerResource<NodeLimits>, LimitsProblem> {
    Ok(PerResource {
        cpu: cpu_limits(&allocatable.cpu, &node.cpu)?,
        memory: memory_limits(&allocatable.memory, &config.slot_size, &node.memory)?,
    })
}

/// The limits in vCPUs. Both amounts are rounded up to thousandths before they are subtracted.
///
/// # Errors
/// The system's part is above the total; the node has more than 65,535 vCPUs.
pub fn cpu_limits(
    allocatable: &Quantity,
    config: &ResourceConfig,
) -> Result<NodeLimits, LimitsProblem> {
    check_system(Resource::Cpu, allocatable, config)?;
    let (milli, system_milli) = (allocatable.milli_value(), config.system.milli_value());
    let total = narrow(Resource::Cpu, milli / 1000)?;
    let reservable = milli.saturating_sub(system_milli).max(0) / 1000;
    Ok(finish(
        total,
        reservable,
        1_000_000_000,
        allocatable,
        config,
    ))
}

/// The limits in memory slots. Amounts are rounded up to whole bytes.
///
/// # Errors
/// The system's part is above the total; no slot fits; the node has more than 65,535 slots.
pub fn memory_limits(
    allocatable: &Quantity,
    slot: &Quantity,
    config: &ResourceConfig,
) -> Result<NodeLimits, LimitsProblem> {
    check_system(Resource::Memory, allocatable, config)?;
    if slot.compare(allocatable).is_gt() {
        return Err(LimitsProblem::SlotAboveTotal {
            slot: slot.clone(),
            total: allocatable.clone(),
        });
    }
    let bytes = slot.value().max(1);
    let total = narrow(Resource::Memory, allocatable.value() / bytes)?;
    let system = config.system.value();
    let reservable = allocatable.value().saturating_sub(system).max(0) / bytes;
    let unit = i128::from(bytes) * 1_000_000_000;
    Ok(finish(total, reservable, unit, allocatable, config))
}

fn check_system(
    resource: Resource,
    allocatable: &Quantity,
    config: &ResourceConfig,
) -> Result<(), LimitsProblem> {
    if config.system.compare(allocatable).is_gt() {
        return Err(LimitsProblem::SystemAboveTotal {
            resource,
            system: config.system.clone(),
            total: allocatable.clone(),
        });
    }
    Ok(())
}

fn narrow(resource: Resource, amount: i64) -> Result<u16, LimitsProblem> {
    u16::try_from(amount.max(0)).map_err(|_| LimitsProblem::TooMany { resource, amount })
}

fn finish(
    total: u16,
    reservable: i64,
    unit: i128,
    allocatable: &Quantity,
    config: &ResourceConfig,
) -> NodeLimits {
    let reservable = reservable.clamp(0, i64::from(total)) as u16;
    let nanos = |quantity: &Quantity| quantity.nanos().unwrap_or(i128::MAX / 4);
    // Go multiplies in 32 bits, which rounds before the fraction is cut off.
    let watermark = config.watermark * f32::from(reservable);
    NodeLimits {
        total: u32::from(total),
        system: u32::from(total - reservable),
        watermark: watermark as u32,
        margin: nanos(allocatable) - i128::from(reservable) * unit - nanos(&config.system),
    }
}
