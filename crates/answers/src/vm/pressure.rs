//! The pressure on a node, and whether a migration starts, as data.

use schedscope_answer_macro::answer;
use schedscope_vm::{pressure, request};

/// The inequality `logicalPressure + capacityPressure > pressureAccountedFor + buffer + below` of one resource.
#[answer(Copy, Default, Eq)]
pub struct PressureSide {
    /// The watermark.
    pub watermark: u32,
    /// The reserved amount.
    pub reserved: u32,
    /// The reserved amount above the watermark.
    pub logical_pressure: u32,
    /// The amount that agents asked for and were denied, as far as it counts.
    pub capacity_pressure: u32,
    /// The amount that the migrations under way will free.
    pub pressure_accounted_for: u32,
    /// The reserved amount that may be unused since a start.
    pub buffer: u32,
    /// The room below the watermark.
    pub below: u32,
    /// `logicalPressure + capacityPressure`.
    pub left: u32,
    /// `pressureAccountedFor + buffer + below`.
    pub right: u32,
    /// `left > right`.
    pub exceeds: bool,
}

/// The pressure on a node, with both sides of the inequality.
#[answer(Copy, Default, Eq)]
pub struct Pressure {
    /// CPU is at or below its watermark, and memory is below its watermark: nothing else is checked, and the pressure
    /// is not too much.
    pub below_watermarks: bool,
    /// The amounts of CPU, in vCPUs.
    pub cpu: PressureSide,
    /// The amounts of memory, in slots.
    pub memory: PressureSide,
    /// Whether the node is under too much pressure.
    pub too_much_pressure: bool,
}

/// The conditions that decide whether a migration starts.
#[answer(Copy, Default, Eq)]
#[allow(clippy::struct_excessive_bools)] // Five independent facts.
pub struct MigrationChoice {
    /// The pod was the head of the migration queue before the request.
    pub was_head: bool,
    /// The node was under too much pressure, before the request.
    pub was_too_much_pressure: bool,
    /// The VM always migrates, and the plugin had its metrics.
    pub forced: bool,
    /// The VM is already migrating.
    pub already: bool,
    /// The config does not disable migrations.
    pub enabled: bool,
}

impl From<pressure::PressureSide> for PressureSide {
    fn from(side: pressure::PressureSide) -> Self {
        Self {
            watermark: side.watermark,
            reserved: side.reserved,
            logical_pressure: side.logical,
            capacity_pressure: side.capacity,
            pressure_accounted_for: side.accounted_for,
            buffer: side.buffer,
            below: side.below,
            left: side.left,
            right: side.right,
            exceeds: side.exceeds,
        }
    }
}

impl From<pressure::Pressure> for Pressure {
    fn from(pressure: pressure::Pressure) -> Self {
        Self {
            below_watermarks: pressure.below_watermarks,
            cpu: pressure.cpu.into(),
            memory: pressure.memory.into(),
            too_much_pressure: pressure.too_much,
        }
    }
}

impl From<request::MigrationChoice> for MigrationChoice {
    fn from(choice: request::MigrationChoice) -> Self {
        Self {
            was_head: choice.was_head,
            was_too_much_pressure: choice.was_too_much_pressure,
            forced: choice.forced,
            already: choice.already,
            enabled: choice.enabled,
        }
    }
}
