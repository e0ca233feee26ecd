//! The smallest changes of a placement's decision.

use schedscope_placement::{CandidateMode, Decision, DecisionOptions, Session, Wanted};

use super::{
    Trials, Want,
    candidates::{FAMILIES, Ground},
};
use crate::{
    Edit, Editor, Family,
    search::{Absence, Search, Space, Trial},
};

/// The search for the cheapest edits after which a decision meets a want.
#[derive(Debug)]
pub struct PlacementSearch {
    /// The decision as it is.
    pub decision: Decision,
    /// Whether it meets the want already.
    pub met: bool,
    /// The families, searched or not.
    pub space: Vec<Space>,
    /// What was found.
    pub search: Search,
    want: Want,
    options: DecisionOptions,
    /// How many decisions may still be made.
    left: usize,
    /// How many could be made at first.
    steps: usize,
}

impl PlacementSearch {
    /// Decides, and lists what will be tried. `families`: those to search. `None`: there is no such placement, or no
    /// decision may be made.
    pub fn new(trials: &mut Trials<'_>, want: &Want, families: Option<&[Family]>) -> Option<Self> {
        let (options, steps) = (trials.options.clone(), trials.left);
        let decision = trials.decide(&options)?;
        let ground = Ground {
            objects: trials.editor.objects(),
            decision: &decision,
            want,
        };
        let met = want.is_met(&decision);
        // No edit of the space takes a deletion back.
        let is_deleting = decision.options.candidates != CandidateMode::Given
            && (want.selects.iter()).any(|cluster| decision.fleet.is_deleting(*cluster));
        let space = |family: Family| match families {
            Some(families) if !families.contains(&family) => Space {
                family,
                candidates: Err(Absence::Off),
                whole: true,
            },
            _ if met || is_deleting => Space {
                family,
                candidates: Err(if met {
                    Absence::NotNeeded
                } else {
                    Absence::Deleting
                }),
                whole: true,
            },
            _ => ground.space(family),
        };
        let space: Vec<Space> = FAMILIES.into_iter().map(space).collect();
        Some(Self {
            search: Search::new(&space),
            decision,
            met,
            space,
            want: want.clone(),
            options,
            left: trials.left,
            steps,
        })
    }

    /// Tries at most so many more candidates; gives whether the search is at its end.
    pub fn advance(
        &mut self,
        editor: &mut dyn Editor,
        session: &mut Session,
        trials: usize,
    ) -> bool {
        let mut on = Trials {
            editor,
            session,
            options: self.options.clone(),
            left: self.left,
        };
        let (decision, want) = (&self.decision, &self.want);
        let is_over = self
            .search
            .advance(trials, &mut |edits| tried(&mut on, decision, want, edits));
        self.left = on.left;
        is_over
    }

    /// How many decisions were made.
    pub fn steps(&self) -> usize {
        self.steps - self.left
    }
}

/// Decides with the edits: at first as options, where they can be options, and in the input where that meets the
/// want.
fn tried(trials: &mut Trials<'_>, base: &Decision, want: &Want, edits: &[Edit]) -> Trial {
    let meets =
        |decision: Option<Decision>| decision.is_some_and(|decision| want.is_met(&decision));
    let mut options = trials.options.clone();
    let mut is_optional = true;
    for edit in edits {
        match (edit.family, edit.numbers) {
            (Family::Weight, Some((_, Some(weight)))) => {
                let same = base
                    .plan
                    .entries
                    .iter()
                    .filter(|entry| entry.name == edit.subject);
                // Of a score that is listed twice, the options would change both.
                is_optional &= same.count() < 2;
                options.weights.insert(edit.subject.clone(), weight as i32);
            }
            (Family::Count, Some((_, count))) => {
                options.number_of_clusters = count.map_or(Wanted::All, Wanted::Exactly);
            }
            _ => is_optional = false,
        }
    }
    // No weight and no number selects a cluster that is not feasible. None is, too, where that is not known.
    let feasible = base.feasible();
    let is_out = |cluster| feasible.binary_search(cluster).is_err();
    if is_optional && !feasible.is_empty() && want.selects.iter().any(is_out) {
        return Trial::Fails;
    }
    if trials.left < 2 {
        return Trial::OutOfSteps;
    }
    if is_optional && !meets(trials.decide(&options)) {
        return Trial::Fails;
    }
    if meets(trials.edited(edits)) {
        trials.editor.met(edits)
    } else {
        Trial::Fails
    }
}
