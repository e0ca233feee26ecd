//! Counts over all steps of a run.

use schedscope_answer_macro::answer;
use schedscope_objects::id::Id as _;
use schedscope_vm::{
    request::PluginResponse,
    timeline::act::{Act, ActOutcome},
};

use crate::vm::timeline::RunAnswers;

/// Counts of requests and migrations.
#[answer(Copy, Default, Eq)]
pub struct VmTotals {
    /// The requests that were accepted.
    pub accepted: u32,
    /// The accepted requests that got less than they asked for.
    pub not_in_full: u32,
    /// The requests that were answered with 400 or 404.
    pub refused: u32,
    /// The requests without an answer: the scheduler was away, or the input has no such VM.
    pub unanswered: u32,
    /// The migrations that started.
    pub migrations: u32,
    /// The migrations that failed.
    pub failed: u32,
    /// The migrations that have not ended.
    pub open: u32,
    /// The number of times that a start found a resource of a node over budget.
    pub over_budget: u32,
    /// The steps after which at least one node was under too much pressure.
    pub steps_under_pressure: u32,
}

impl RunAnswers<'_> {
    pub(super) fn totals(&self) -> VmTotals {
        let mut totals = VmTotals {
            migrations: self.run.migrations.len() as u32,
            failed: self.run.migrations.iter().filter(|one| one.failed).count() as u32,
            open: self
                .run
                .migrations
                .iter()
                .filter(|one| one.ended.is_none())
                .count() as u32,
            over_budget: self.run.over_budget.len() as u32,
            ..VmTotals::default()
        };
        for entry in &self.run.steps {
            match (entry.act, entry.outcome) {
                (
                    Act::Request { want, .. },
                    ActOutcome::Response(PluginResponse::Permit { permit, .. }),
                ) => {
                    totals.accepted += 1;
                    let is_less = permit.cpu < want.cpu || permit.memory < want.memory;
                    totals.not_in_full += u32::from(is_less);
                }
                (Act::Request { .. }, ActOutcome::Response(PluginResponse::Refused(_))) => {
                    totals.refused += 1;
                }
                (Act::Request { .. }, _) => totals.unanswered += 1,
                _ => {}
            }
        }
        let mut under_pressure = vec![false; self.run.inventory.stated.nodes.len()];
        let mut count = 0u32;
        let mut since = 0;
        for change in &self.run.changes {
            if count > 0 {
                totals.steps_under_pressure += change.step - since;
            }
            since = change.step;
            let was = std::mem::replace(
                &mut under_pressure[change.node.index()],
                change.too_much_pressure,
            );
            count = count + u32::from(change.too_much_pressure) - u32::from(was);
        }
        if count > 0 {
            totals.steps_under_pressure += self.run.steps.len() as u32 + 1 - since;
        }
        totals
    }
}
