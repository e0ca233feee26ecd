//! The smallest changes of the input.

use schedscope_answers::{
    placement::{DecisionDetails, applications::DecisionApplications},
    whatif::{
        change::{
            Change, ChangeAnswer, ChangeInOtherProfile, ChangesSoFarAnswer, OtherPlacement,
            SearchStop, change_cost, change_edit, searched,
        },
        options::{ChangeOptions, Want as Wanted},
    },
};
use schedscope_placement::{DecisionOptions, outcome::SchedulerStatusCode};
use schedscope_whatif::{
    Edit, Family,
    edit::path_text,
    placement::{
        Gone, PlacementSearch, Want, alternates::alternates, placement_name, sweep::Exchange,
    },
    search::Change as Found,
};

use super::{
    left_behind::whole_edits,
    search::{Asked, Running},
    sweep::wrong,
    text_edits::Refused,
};
use crate::{Answered, QuestionError, Scenario};

/// The other placements that change with some edits, and how many were not decided again.
type Others = (Vec<OtherPlacement>, usize);

/// A change with its effects.
struct After {
    found: Found,
    exchange: Exchange,
    alternates: bool,
    applications: Vec<DecisionApplications>,
    others: Others,
    by_other: Option<ChangeInOtherProfile>,
}

impl Scenario {
    /// The smallest changes of the input after which something comes out.
    ///
    /// # Errors
    /// Nothing is wanted; `now` is not a time; the text has no such placement, cluster, pod,
    /// node, timeline or variant.
    pub fn change(
        &mut self,
        options: ChangeOptions,
    ) -> Result<Answered<ChangeAnswer>, QuestionError> {
        let (key, mut search) = self.searched(&options)?;
        let answer = match &mut search.running {
            Some(running) => self.changes_of(options, running),
            None => Err(QuestionError::NoDecision),
        };
        self.keep_search((key, search));
        answer
    }

    /// The changes that a search in progress has found and that remain the cheapest: the first ones of the final
    /// answer. All changes after the search; empty before it.
    ///
    /// # Errors
    /// As [`Scenario::change`].
    pub fn changes_so_far(
        &mut self,
        options: ChangeOptions,
    ) -> Result<ChangesSoFarAnswer, QuestionError> {
        let changes = match self.in_progress(&options)? {
            Some((key, at, mut search)) => {
                let running = search.running.as_mut();
                let answer = running.map(|running| self.changes_of(options, running));
                self.goes_on((key, at, search));
                answer
                    .transpose()?
                    .map_or_else(Vec::new, |answer| answer.answer.changes)
            }
            None if self.is_searched(&options)? => self.change(options)?.answer.changes,
            None => Vec::new(),
        };
        Ok(ChangesSoFarAnswer { changes })
    }

    fn changes_of(
        &mut self,
        options: ChangeOptions,
        search: &mut Running,
    ) -> Result<Answered<ChangeAnswer>, QuestionError> {
        match search {
            Running::Clusters(found) => self.change_clusters(options, found),
            Running::Pod(found) => self.change_pod(&options, found),
            Running::Vms(found) => self.change_vms(&options, found),
        }
    }

    /// Parses the wanted outcome for a placement.
    pub(super) fn asked_clusters(
        &mut self,
        options: &ChangeOptions,
    ) -> Result<Asked, QuestionError> {
        let want = self.want_of_clusters(options)?;
        let (decide, _) = self.trial_options(options.decide.clone())?;
        Ok(Asked::Clusters(decide, want))
    }

    fn want_of_clusters(&self, options: &ChangeOptions) -> Result<Want, QuestionError> {
        let want = Want {
            selects: self.input.named_clusters(&options.want.selects)?,
            drops: self.input.named_clusters(&options.want.drops)?,
            count: options.want.count,
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
        Ok(want)
    }

    fn change_clusters(
        &mut self,
        options: ChangeOptions,
        result: &PlacementSearch,
    ) -> Result<Answered<ChangeAnswer>, QuestionError> {
        let want = self.want_of_clusters(&options)?;
        let (decide, limit) = self.trial_options(options.decide)?;
        let mut others = self.other_placements(&decide);
        let found = result.search.so_far();
        // Decides each change once more, to list the clusters that it adds and removes.
        let count = found.changes.len().min(limit);
        let other = decide.profile.other();
        let by_other = DecisionOptions {
            profile: other,
            ..decide.clone()
        };
        let mut trials = self.trials(decide, 1 + 2 * count);
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
                    others: (Vec::new(), 0),
                    by_other: None,
                });
            });
            let Some(found) = found else {
                continue;
            };
            let others = others.changed(&mut trials, edits, limit);
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
            after.push(After {
                others,
                by_other,
                ..found
            });
        }
        let names = &self.input.objects().names;
        let mut answer = ChangeAnswer {
            object: placement_name(&result.decision.placement, names),
            met: result.met,
            changes: Vec::new(),
            space: searched(&result.space),
            complete: found.complete,
            depth: found.depth,
            weights_to: found.distance,
            stopped: found.out_of_steps.then_some(SearchStop::Steps),
            steps: result.steps(),
            outside: Vec::new(),
        };
        for after in after {
            let Exchange { comes, out } = &after.exchange;
            let (others, others_unknown) = after.others;
            answer.changes.push(Change {
                other_profile: after.by_other,
                alternates: after.alternates,
                applications: after.applications,
                added: self.input.cluster_list(comes),
                removed: self.input.cluster_list(out),
                others,
                others_unknown,
                ..self.told(&after.found)
            });
        }
        Ok(self.checked_whatif(answer, &result.decision))
    }

    /// A change with its places in the text.
    pub(super) fn told(&self, found: &Found) -> Change {
        let text_edits = whole_edits(&self.input, &found.edits, Refused::Leave);
        let edits = found.edits.iter().zip(text_edits);
        let edits = edits.map(|(edit, text)| {
            change_edit(
                edit,
                text,
                self.input.locate(&edit.object, &path_text(&edit.path)),
            )
        });
        Change {
            cost: change_cost(&found.cost),
            edits: edits.collect(),
            verified: true,
            added: Vec::new(),
            removed: Vec::new(),
            as_cheap: found.as_cheap,
            others: Vec::new(),
            others_unknown: 0,
            cycle: None,
            made_anew: Vec::new(),
            terminating: self.terminating(&found.edits),
            run: None,
            other_profile: None,
            alternates: false,
            applications: Vec::new(),
        }
    }

    /// The pods that the edits remove and that are terminating.
    fn terminating(&self, edits: &[Edit]) -> Vec<String> {
        let objects = self.input.objects();
        let names = &objects.names;
        let released = edits
            .iter()
            .filter(|edit| edit.family == Family::Release && edit.path.is_empty());
        let key = |edit: &Edit| [&edit.object.namespace, "/", &edit.object.name].concat();
        let is_terminating = |key: &String| {
            let mut pods = objects.pods.iter().filter(|pod| pod.deleting);
            pods.any(|pod| [&names[pod.namespace], "/", &names[pod.name]].concat() == *key)
        };
        released.map(key).filter(is_terminating).collect()
    }
}
