//! What a node offers under a config.
//!
//! Source: "Basics: `reserved`, `system`, and `total`" of the design document, and upstream's
//! `vCpuLimits` and `memoryLimits`.

use schedscope_objects::plugin_config::{NodeConfig, PluginConfig, ResourceConfig};
use schedscope_quantity::Quantity;

use crate::amount::PerResource;

/// What a node offers of one resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeLimits {
    /// Whole vCPUs or slots of the node, at most 65,535.
    pub total: u32,
    /// Of these, what is kept for what the plugin does not schedule.
    pub system: u32,
    /// Above so many reserved ones VMs migrate away.
    pub watermark: u32,
    /// What rounding leaves over, in nanos of a vCPU or byte: pods that are no VMs have it for free.
    pub margin: i128,
}

impl NodeLimits {
    /// What may be reserved.
    pub fn reservable(&self) -> u32 {
        self.total - self.system
    }
}

/// A slot's size in bytes, at least 1.
pub fn slot_bytes(config: &PluginConfig) -> i64 {
    config.slot_size.value().max(1)
}

/// What a node offers of both resources.
///
/// # Errors
/// The node is too small for the config, or too large for 16 bits; the text names the amount.
pub fn limits(
    allocatable: &PerResource<Quantity>,
    config: &PluginConfig,
    node: &NodeConfig,
) -> Result<PerResource<NodeLimits>, String> {
    Ok(PerResource {
        cpu: cpu_limits(&allocatable.cpu, &node.cpu)?,
        memory: memory_limits(&allocatable.memory, &config.slot_size, &node.memory)?,
    })
}

/// vCPUs. PerResource amounts are rounded up to thousandths before they are subtracted.
///
/// # Errors
/// More is kept for the system than there is; more than 65,535 vCPUs.
pub fn cpu_limits(allocatable: &Quantity, config: &ResourceConfig) -> Result<NodeLimits, String> {
    let system = &config.system;
    if system.compare(allocatable).is_gt() {
        return Err(format!(
            "desired system vCPU {system} greater than node total {allocatable}"
        ));
    }
    let (milli, system_milli) = (allocatable.milli_value(), system.milli_value());
    let total = narrow(milli / 1000, "vCPUs")?;
    let reservable = milli.saturating_sub(system_milli).max(0) / 1000;
    Ok(finish(
        total,
        reservable,
        1_000_000_000,
        allocatable,
        config,
    ))
}

/// Memory slots. Amounts are rounded up to whole bytes.
///
/// # Errors
/// More is kept for the system than there is; no slot fits; more than 65,535 slots.
pub fn memory_limits(
    allocatable: &Quantity,
    slot: &Quantity,
    config: &ResourceConfig,
) -> Result<NodeLimits, String> {
    let system = &config.system;
    if system.compare(allocatable).is_gt() {
        return Err(format!(
            "desired system memory {system} greater than node total {allocatable}"
        ));
    }
    if slot.compare(allocatable).is_gt() {
        return Err(format!(
            "slotSize {slot} greater than node total {allocatable}"
        ));
    }
    let bytes = slot.value().max(1);
    let total = narrow(allocatable.value() / bytes, "memory slots")?;
    let reservable = allocatable.value().saturating_sub(system.value()).max(0) / bytes;
    let unit = i128::from(bytes) * 1_000_000_000;
    Ok(finish(total, reservable, unit, allocatable, config))
}

fn narrow(amount: i64, what: &str) -> Result<u16, String> {
    u16::try_from(amount.max(0)).map_err(|_| format!("too many {what} ({amount} > maximum uint16)"))
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
    // As Go multiplies: in 32 bits, rounded before the fraction is cut off.
    let watermark = config.watermark * f32::from(reservable);
    NodeLimits {
        total: u32::from(total),
        system: u32::from(total - reservable),
        watermark: watermark as u32,
        margin: nanos(allocatable) - i128::from(reservable) * unit - nanos(&config.system),
    }
}
