//! Whether a node is under too much pressure.
//!
//! Source: "Pressure and watermarks" of the design document, `tooMuchPressure` upstream. O(1).

use crate::{amount::PerResource, plugin::Mitigations, state::NodeResourceState};

/// The inequality `logical + capacity > accountedFor + buffer + below` of one resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PressureSide {
    pub watermark: u32,
    /// The reserved amount.
    pub reserved: u32,
    /// The amount reserved above the watermark.
    pub logical: u32,
    /// The part of the requested and denied amount that counts.
    pub capacity: u32,
    /// The amount that migrations under way will free.
    pub accounted_for: u32,
    /// The amount that may be reserved and unused since a start.
    pub buffer: u32,
    /// The amount missing to the watermark.
    pub below: u32,
    /// `logical + capacity`.
    pub left: u32,
    /// `accountedFor + buffer + below`.
    pub right: u32,
    /// `left > right`.
    pub exceeds: bool,
}

/// Whether a node is under too much pressure, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pressure {
    /// CPU is at or below its watermark and memory below its own. Nothing else is checked then, and the pressure is
    /// not too much.
    pub below_watermarks: bool,
    /// CPU, in vCPUs.
    pub cpu: PressureSide,
    /// Memory, in slots.
    pub memory: PressureSide,
    /// Whether the pressure is too much.
    pub too_much: bool,
}

/// The pressure on a node.
pub fn pressure(amounts: &PerResource<NodeResourceState>, mitigations: &Mitigations) -> Pressure {
    let PerResource { cpu, memory } = amounts.as_ref().map(|amounts| side(amounts, mitigations));
    let below_watermarks = cpu.logical == 0 && memory.below > 0;
    Pressure {
        below_watermarks,
        too_much: !below_watermarks && (cpu.exceeds || memory.exceeds),
        cpu,
        memory,
    }
}

fn side(amounts: &NodeResourceState, mitigations: &Mitigations) -> PressureSide {
    let logical = amounts.reserved.saturating_sub(amounts.watermark);
    let below = amounts.watermark.saturating_sub(amounts.reserved);
    let capacity = match (
        mitigations.capacity_pressure_factor,
        amounts.capacity_pressure,
    ) {
        (None, whole) => whole,
        (Some(_), 0) => 0,
        (Some(factor), whole) => ((f64::from(whole) * factor) as u32).max(1),
    };
    let left = logical.saturating_add(capacity);
    let right = amounts
        .pressure_accounted_for
        .saturating_add(amounts.buffer)
        .saturating_add(below);
    PressureSide {
        watermark: amounts.watermark,
        reserved: amounts.reserved,
        logical,
        capacity,
        accounted_for: amounts.pressure_accounted_for,
        buffer: amounts.buffer,
        below,
        left,
        right,
        exceeds: left > right,
    }
}
