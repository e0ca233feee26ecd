//! Requests of autoscaled VMs' agents, a restart, and any moment of a run. The twin for JavaScript is
//! tests/node/bench/vm.mjs.

mod nodes_and_pods;
mod timing;

use std::{cell::RefCell, fmt::Write as _};

use nodes_and_pods::vms;
use schedscope::{
    answers::vm::timeline::{
        answer::{VmMitigations, VmRunOptions, VmTimelineOptions},
        step::VmStepOptions,
    },
    scenario::Scenario,
};

/// The options of a run: all summaries, no lists.
fn summary(largest_step: u16) -> VmTimelineOptions {
    VmTimelineOptions {
        run: VmRunOptions {
            // Another run each time, because runs are cached. No VM requests that amount.
            mitigations: Some(VmMitigations {
                largest_step: Some(largest_step),
                ..VmMitigations::default()
            }),
            ..VmRunOptions::default()
        },
        limit: 0,
        heat: Some(false),
        ..VmTimelineOptions::default()
    }
}

/// A hundred thousand requests that the text says one by one, of all VMs in turn.
fn requests() -> String {
    let mut text = String::from("  events:\n");
    for number in 0..100_000u32 {
        let (vm, units) = (number * 7 % 40_000, number * 13 % 4 + 1);
        let _ = writeln!(
            text,
            "  - {{at: {number}ms, request: {{pod: vm-{vm:06}, vCPUs: {units}, mem: {}, load: [{}, 0.5]}}}}",
            units * 4,
            number % 97
        );
    }
    text.push_str("  duration: 0s");
    text
}

fn main() {
    let requests = requests();
    let works = [
        (
            "100,000 requests of a text, 1,000 nodes x 40 VMs",
            requests.as_str(),
            99_000,
        ),
        (
            "100,000 requests of agents, 1,000 nodes x 40 VMs",
            "  duration: 12499ms",
            99_000,
        ),
        ("the start of 1,000 nodes x 40 VMs", "  duration: 0s", 1),
    ];
    for (work, timeline, least) in works {
        let scenario = RefCell::new(Scenario::new(&vms(1_000, 40, timeline)));
        let run = scenario
            .borrow_mut()
            .vms()
            .timeline(&summary(1000))
            .expect("a run");
        // A VM that migrates does not ask.
        let accepted = run.totals.accepted as usize;
        assert!(accepted >= least, "{:?}", run.totals);
        let mut step = 1000;
        timing::row(
            "vm",
            work,
            if least == 1 { 1 } else { 100_000 },
            || {
                step += 1;
                summary(step)
            },
            |options| scenario.borrow_mut().vms().timeline(&options),
        );
    }
    let restart = "  duration: 0s\n  events: [{at: 1ms, restart: {}}]";
    let scenario = RefCell::new(Scenario::new(&vms(1_000, 40, restart)));
    let mut step = 1000;
    timing::row(
        "vm",
        "the start and one restart of 1,000 nodes x 40 VMs",
        1,
        || {
            step += 1;
            summary(step)
        },
        |options| scenario.borrow_mut().vms().timeline(&options),
    );
    let mut scenario = Scenario::new(&vms(1_000, 40, "  duration: 12499ms"));
    let run = scenario
        .vms()
        .timeline(&VmTimelineOptions::default())
        .expect("a run");
    let steps = run.steps_total as usize;
    let mut step = 1;
    let scenario = RefCell::new(scenario);
    timing::row(
        "vm",
        "scrub to any of 100,000 steps",
        steps,
        || {
            // All over the run, in no order.
            step = (step * 48_271 + 11) % steps;
            VmStepOptions {
                step,
                ..VmStepOptions::default()
            }
        },
        |options| scenario.borrow_mut().vms().step(&options),
    );
}
