//! Fuzz targets, and the comparisons that they make of random cases: of an engine with its twin, of an edited text with
//! one that is read as a whole, of work in slices with work in one piece.
#![allow(
    clippy::missing_panics_doc,
    clippy::return_self_not_must_use,
    clippy::missing_errors_doc,
    reason = "only tests use it"
)]

pub mod cases;
pub mod cel;
pub mod edits;
pub mod events;
pub mod ledger;
pub mod placement;
pub mod pods;
pub mod quantity;
pub mod quota;
pub mod random_edits;
pub mod reader;
pub mod slices;
pub mod spread;
pub mod vm;

/// Runs a case.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 12] = [
    ("cel", cel::run),
    ("edits", edits::run),
    ("events", events::run),
    ("ledger", ledger::run),
    ("placement", placement::run),
    ("pods", pods::run),
    ("quantity", quantity::run),
    ("quota", quota::run),
    ("reader", reader::run),
    ("slices", slices::run),
    ("spread", spread::run),
    ("vm", vm::run),
];
