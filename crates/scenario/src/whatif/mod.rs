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
    options::{AnsweredBy, ChangeOptions, SweepOptions},
    sweep::SweepAnswer,
};

use self::works::{LongQuestion, System};
pub(crate) use self::{
    edited_copy::EditedCopy,
    text_edits::{Refused, text_edits},
    works::by,
};
use crate::{ClusterStates, Decisions, QuestionError, Runs, Scenario};

/// The question with these options, which the system answers that they are about.
fn by_system<O: PartialEq + 'static, A>(system: AnsweredBy, options: O) -> Box<dyn LongQuestion<A>>
where
    Decisions: System<O, Answer = A>,
    ClusterStates: System<O, Answer = A>,
    Runs: System<O, Answer = A>,
{
    match system {
        AnsweredBy::Placements => by::<Decisions, O>(options),
        AnsweredBy::Pods => by::<ClusterStates, O>(options),
        AnsweredBy::Vms => by::<Runs, O>(options),
    }
}

/// The smallest changes of the input after which something comes out.
pub(crate) fn change(options: ChangeOptions) -> Box<dyn LongQuestion<ChangeAnswer>> {
    by_system(options.want.answered_by(), options)
}

/// The outcome for every value of one number.
pub(crate) fn sweep(options: SweepOptions) -> Box<dyn LongQuestion<SweepAnswer>> {
    by_system(options.answered_by(), options)
}

/// The changes that a search in progress has found and that remain the cheapest: the first ones of the final answer.
/// All changes after the search; empty before it.
pub(crate) fn changes_so_far(
    scenario: &mut Scenario,
    options: ChangeOptions,
) -> Result<ChangesSoFarAnswer, QuestionError> {
    let found = change(options).so_far(scenario)?;
    let changes = found.map(|found| found.answer.changes);
    Ok(ChangesSoFarAnswer {
        changes: changes.unwrap_or_default(),
    })
}
