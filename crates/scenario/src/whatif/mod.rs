//! What-ifs: questions that edit the input on trial. They do not change the scenario's text, decision and runs.

mod change;
mod drain;
mod edited_copy;
mod left_behind;
mod loss_needs;
mod more;
mod nodes_needed;
mod others;
mod pods;
mod recorded;
mod recorded_node;
mod rollout;
mod search;
mod sweep;
mod sweep_pod;
mod sweep_vms;
mod text_edits;
pub(crate) mod unknown;
mod vms;
mod without;
mod without_nodes;
mod works;

use schedscope_answers::whatif::{
    change::{ChangeAnswer, ChangesSoFarAnswer},
    options::{ChangeOptions, SweepOptions},
    sweep::SweepAnswer,
};

use self::{
    change::PlacementChange, pods::PodChange, sweep::PlacementSweep, sweep_pod::SweepOfPod,
    sweep_vms::SweepOfVms, vms::VmChange,
};
pub(crate) use self::{
    edited_copy::EditedCopy,
    sweep::StabilityQuestion,
    text_edits::{Refused, text_edits},
};
use crate::{Answered, Progress, QuestionError, Scenario};

/// The smallest changes of the input after which something comes out.
///
/// # Errors
/// Nothing is wanted; `now` is not a time; the text has no such placement, cluster, pod, node, timeline or variant.
pub fn change(
    scenario: &mut Scenario,
    options: ChangeOptions,
) -> Result<Answered<ChangeAnswer>, QuestionError> {
    if options.want.is_of_vms() {
        scenario.vms().changes(VmChange(options), vms::changes)
    } else if options.want.pod.is_some() {
        scenario.pods().changes(PodChange(options), pods::changes)
    } else {
        scenario
            .placements()
            .changes(PlacementChange(options), change::changes)
    }
}

/// The changes that a search in progress has found and that remain the cheapest: the first ones of the final answer.
/// All changes after the search; empty before it.
///
/// # Errors
/// As [`change`].
pub fn changes_so_far(
    scenario: &mut Scenario,
    options: ChangeOptions,
) -> Result<ChangesSoFarAnswer, QuestionError> {
    if options.want.is_of_vms() {
        scenario
            .vms()
            .changes_so_far(VmChange(options), vms::changes)
    } else if options.want.pod.is_some() {
        scenario
            .pods()
            .changes_so_far(PodChange(options), pods::changes)
    } else {
        scenario
            .placements()
            .changes_so_far(PlacementChange(options), change::changes)
    }
}

/// Continues the search of the engine that a change is about.
pub(crate) fn advance_change(
    scenario: &mut Scenario,
    options: ChangeOptions,
    turns: usize,
) -> Result<Option<Progress>, QuestionError> {
    if options.want.is_of_vms() {
        scenario.vms().advance_long(VmChange(options), turns)
    } else if options.want.pod.is_some() {
        scenario.pods().advance_long(PodChange(options), turns)
    } else {
        let mut engine = scenario.placements();
        engine.advance_long(PlacementChange(options), turns)
    }
}

/// The outcome for every value of one number.
///
/// # Errors
/// Not one number is named; `now` is not a time; the text lacks the placement, cluster, pod, timeline or other object
/// that the options name.
pub fn sweep(
    scenario: &mut Scenario,
    options: SweepOptions,
) -> Result<Answered<SweepAnswer>, QuestionError> {
    if options.pod.is_some() {
        scenario
            .pods()
            .worked(SweepOfPod(options), sweep_pod::swept)
    } else if options.is_of_vms() {
        scenario.vms().worked(SweepOfVms(options), sweep_vms::swept)
    } else {
        scenario
            .placements()
            .worked(PlacementSweep(options), sweep::swept)
    }
}

/// Continues the sweep of the engine that it is about.
pub(crate) fn advance_sweep(
    scenario: &mut Scenario,
    options: SweepOptions,
    turns: usize,
) -> Result<Option<Progress>, QuestionError> {
    if options.pod.is_some() {
        scenario.pods().advance_long(SweepOfPod(options), turns)
    } else if options.is_of_vms() {
        scenario.vms().advance_long(SweepOfVms(options), turns)
    } else {
        let mut engine = scenario.placements();
        engine.advance_long(PlacementSweep(options), turns)
    }
}
