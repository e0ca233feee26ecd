// The modules of all targets, for the root of each program that has them.

#[path = "../fuzz_targets/cel.rs"]
mod cel;
#[path = "../fuzz_targets/edits.rs"]
mod edits;
#[path = "../fuzz_targets/events.rs"]
mod events;
#[path = "../fuzz_targets/ledger.rs"]
mod ledger;
#[path = "../fuzz_targets/placement.rs"]
mod placement;
#[path = "../fuzz_targets/pods.rs"]
mod pods;
#[path = "../fuzz_targets/quantity.rs"]
mod quantity;
#[path = "../fuzz_targets/quota.rs"]
mod quota;
#[path = "../fuzz_targets/reader.rs"]
mod reader;
#[path = "../fuzz_targets/slices.rs"]
mod slices;
#[path = "../fuzz_targets/spread.rs"]
mod spread;
#[path = "../fuzz_targets/vm.rs"]
mod vm;

// What the modules of the tests find in the root of their own program.
use placement::properties::{self, objects, options, profiles, reference};
use quota::vectors;
use reader::dump;
use spread::{decide, fleets};
use vm::tests::{engine, hostile, random, settings, states};

mod shape {
    pub(crate) use crate::{pods::shape::*, quota::shape::*, vm::tests::shape::*};
}

/// Runs a case.
type Target = fn(&[u8]);

const TARGETS: [(&str, Target); 12] = [
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
