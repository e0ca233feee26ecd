//! The smallest changes of the input.

use schedscope_answers::{
    placement::{DecisionDetails, applications::DecisionApplications},
    whatif::{
        change::{Change, ChangeAnswer, ChangeInOtherProfile, OtherPlacement, change_cost},
        change_edit::change_edit,
        options::{ChangeOptions, Want as Wanted},
    },
};
use schedscope_objects::{namespaced_name::NamespacedName, objects::Objects, order};
use schedscope_placement::{DecisionOptions, outcome::SchedulerStatusCode};
use schedscope_whatif::{
    Edit, Family,
    edit::path_text,
    placement::{
        Gone, PlacementSearch, Record, Trials, Want, alternates::alternates, placement_name,
        sweep::Exchange,
    },
    search::Change as Found,
};

use super::{
    left_behind::whole_edits,
    others::Others,
    search::{Searching, families},
    sweep::wrong,
    text_edits::Refused,
    works::System,
};
use crate::{Answered, Decisions, Input, Placements, QuestionError, decisions::about_whatif};

/// A change with its effects.
struct After {
    found: Found,
    exchange: Exchange,
    alternates: bool,
    applications: Vec<DecisionApplications>,
    /// The other placements that change, and how many were not decided again.
    others: (Vec<OtherPlacement>, usize),
    by_other: Option<ChangeInOtherProfile>,
}

impl System<ChangeOptions> for Decisions {
    type Work = Searching<PlacementSearch>;
    type Answer = ChangeAnswer;

    fn begin(
        engine: &mut Placements<'_>,
        options: &ChangeOptions,
    ) -> Result<Self::Work, QuestionError> {
        let options = options.clone();
        let asked = want_of_clusters(engine.input, &options)?;
        let decide = options.decide.clone();
        let (decide, _) = engine.state.options(engine.input, decide)?;
        Ok(Searching::new(move |on| {
            let mut trials = Trials {
                editor: on.trial,
                session: on.session,
                options: decide,
                left: options.max_steps,
            };
            let want = asked.or_else(|| recorded(&mut trials))?;
            PlacementSearch::new(&mut trials, &want, families(&options))
        }))
    }

    fn answer(
        engine: &mut Placements<'_>,
        options: &ChangeOptions,
        work: &mut Self::Work,
    ) -> Result<Answered<ChangeAnswer>, QuestionError> {
        let result = work.begun()?;
        let input = engine.input;
        let want = wanted(result)?;
        let (decide, limit) = engine.state.options(input, options.decide.clone())?;
        let mut others = Others::new(input.objects(), &decide);
        let found = result.search.so_far();
        // Decides each change once more, to list the clusters that it adds and removes.
        let count = found.changes.len().min(limit);
        let other = decide.profile.other();
        let by_other = DecisionOptions {
            profile: other,
            ..decide.clone()
        };
        let mut trials = engine.edited_copy.of(input).trials(decide, 1 + 2 * count);
        // If the other profile rejects the placement even without a change, the changes do not report it.
        let is_taken = (count > 0)
            .then(|| trials.decide(&by_other))
            .flatten()
            .is_some_and(|decision| {
                let status = decision.status(trials.editor.objects(), 0).code;
                !matches!(
                    status,
                    SchedulerStatusCode::Misconfigured | SchedulerStatusCode::Error
                )
            });
        let (base, profile) = (&result.decision, trials.options.profile);
        let mut after: Vec<After> = Vec::with_capacity(count);
        for change in found.changes.iter().take(limit) {
            let (change, of_others) = others.least(&mut trials, change, limit);
            let gone = Gone::of(trials.editor.objects(), &change.edits);
            let Some(want) = gone.want(&want) else {
                continue;
            };
            let edits = &change.edits;
            let mut found = None;
            trials.edited_as(edits, profile, &mut |decision, objects| {
                let is_empty = decision.selected_count() == 0;
                found = want.is_met(&decision).then(|| After {
                    exchange: gone.exchange(base, &decision, limit),
                    alternates: alternates(&decision),
                    applications: if is_empty {
                        DecisionDetails::new(&decision, objects).applications(limit)
                    } else {
                        Vec::new()
                    },
                    found: change.clone(),
                    others: of_others.clone(),
                    by_other: None,
                });
            });
            let Some(found) = found else {
                continue;
            };
            let mut by_other = None;
            trials.edited_as(edits, other, &mut |decision, objects| {
                let status = decision.status(objects, limit);
                by_other = (is_taken && !want.is_met(&decision)).then(|| ChangeInOtherProfile {
                    profile: other,
                    status: Some(status.code),
                    message: status.message,
                    selected: Some(decision.selected_count()),
                    cycle: None,
                });
            });
            after.push(After { by_other, ..found });
        }
        order::sort(&mut after, |a, b| a.found.cost.cmp(&b.found.cost));
        let object = placement_name(&result.decision.placement, &input.objects().names);
        let searched = (result.met, &*result.space, result.steps());
        let mut answer = ChangeAnswer::new(object, searched, &found, Vec::new());
        answer.recorded = result.want.record.is_some();
        for after in after {
            let exchange = &after.exchange;
            let (others, others_unknown) = after.others;
            answer.changes.push(Change {
                other_profile: after.by_other,
                alternates: after.alternates,
                applications: after.applications,
                added: input.cluster_list(&exchange.comes),
                removed: input.cluster_list(&exchange.out),
                added_total: exchange.comes_total,
                removed_total: exchange.out_total,
                others,
                others_unknown,
                ..told(input, &after.found)
            });
        }
        Ok(Answered::new(answer, input, about_whatif(&result.decision)))
    }

    fn verdicts(
        engine: &mut Placements<'_>,
        options: &ChangeOptions,
    ) -> Result<Option<u64>, QuestionError> {
        engine.state.verdicts(engine.input, &options.decide)
    }
}

/// The recorded decision as a want; `None` without a decision.
fn recorded(trials: &mut Trials<'_>) -> Option<Want> {
    let (options, left) = (trials.options.clone(), trials.left);
    let decision = trials.decide(&options)?;
    // The search makes this decision itself, too.
    trials.left = left;
    let details = DecisionDetails::new(&decision, trials.editor.objects());
    let (is_any, is_whole) = details.record();
    Some(Want::recorded(&decision, is_any, is_whole))
}

/// Parses the wanted outcome for a placement; `None`: the recorded decision.
fn want_of_clusters(input: &Input, options: &ChangeOptions) -> Result<Option<Want>, QuestionError> {
    let others = Wanted {
        recorded: false,
        ..options.want.clone()
    };
    if options.want.recorded {
        return if others == Wanted::default() {
            Ok(None)
        } else {
            Err(wrong("change.want: `recorded` excludes the others"))
        };
    }
    let want = Want {
        selects: input.named_clusters(&options.want.selects)?,
        drops: input.named_clusters(&options.want.drops)?,
        count: options.want.count,
        record: None,
    };
    let mut both = options.want.selects.iter();
    if let Some(both) = both.find(|name| options.want.drops.contains(name)) {
        let why = ["change.want: `", both, "` cannot be selected and dropped"];
        return Err(wrong(&why.concat()));
    }
    if want == Want::default() {
        let of_pod = options.want != Wanted::default();
        return Err(wrong(if of_pod {
            "change.want: say which pod"
        } else {
            "change.want: nothing is wanted"
        }));
    }
    Ok(Some(want))
}

/// What a search was asked for.
fn wanted(result: &PlacementSearch) -> Result<Want, QuestionError> {
    if result.want.record == Some(Record::Absent) {
        let why = "change.want: the input records no decision of the placement";
        return Err(wrong(why));
    }
    Ok(result.want.clone())
}

/// A change with its places in the text.
pub(super) fn told(input: &Input, found: &Found) -> Change {
    let text_edits = whole_edits(input, &found.edits, Refused::Leave);
    let edits = found.edits.iter().zip(text_edits);
    let edits = edits.map(|(edit, text)| {
        change_edit(
            input.objects(),
            edit,
            text,
            input.locate(&edit.object, &path_text(&edit.path)),
        )
    });
    Change {
        cost: change_cost(&found.cost),
        edits: edits.collect(),
        verified: true,
        as_cheap: found.alike.len(),
        terminating: terminating(input.objects(), &found.edits),
        ..Change::default()
    }
}

/// The pods that the edits remove and that are terminating.
fn terminating(objects: &Objects, edits: &[Edit]) -> Vec<NamespacedName> {
    let names = &objects.names;
    let released = edits
        .iter()
        .filter(|edit| edit.family == Family::Release && edit.path.is_empty());
    let released = released.map(|edit| NamespacedName {
        namespace: edit.object.namespace.clone(),
        name: edit.object.name.clone(),
    });
    let is_terminating = |of: &NamespacedName| {
        let mut pods = objects.pods.iter().filter(|pod| pod.deleting);
        pods.any(|pod| names[pod.namespace] == *of.namespace && names[pod.name] == *of.name)
    };
    released.filter(is_terminating).collect()
}
