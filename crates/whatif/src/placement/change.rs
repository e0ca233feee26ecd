//! The cheapest edits that change the decision of a placement.

use std::sync::OnceLock;

use schedscope_objects::{
    id::{ClusterId, Id as _},
    objects::Objects,
};
use schedscope_placement::{
    CandidateMode, Decision, DecisionOptions, Session, Wanted, remaining::RemainingScores,
};

use super::{
    Gone, Record, Trials, Want,
    candidates::{EditSource, FAMILIES, OF_RECORD, RANKS},
    counts::CountRanges,
    loss::Remaining,
    quick::may_meet,
    weights::three_weights,
};
use crate::{
    Edit, Editor, Family, Floor,
    search::{Absence, Search, Space, Trial},
};

/// The number of candidates that count as one decision if their scores alone reject them.
const AS_ONE: usize = 16;

/// The search for the cheapest edits after which a decision meets a want.
#[derive(Debug)]
pub struct PlacementSearch {
    /// The decision without edits.
    pub decision: Decision,
    /// Whether the decision already meets the want.
    pub met: bool,
    /// The families, searched or not.
    pub space: Vec<Space>,
    /// What was found.
    pub search: Search,
    /// The wanted outcome.
    pub want: Want,
    options: DecisionOptions,
    known: Known,
    /// How many candidates were rejected by their scores alone.
    rejected: usize,
    /// The remaining number of decisions.
    left: usize,
    /// The initial number of decisions.
    steps: usize,
}

impl PlacementSearch {
    /// Decides, and lists the candidates of `families`; `None` searches those that the want is usually reached by.
    /// Returns `None` if the placement does not exist or no decision is allowed.
    pub fn new(trials: &mut Trials<'_>, want: &Want, families: Option<&[Family]>) -> Option<Self> {
        let (options, steps) = (trials.options.clone(), trials.left);
        let decision = trials.decide(&options)?;
        let source = EditSource {
            objects: trials.editor.objects(),
            decision: &decision,
            want,
        };
        let met = want.is_met(&decision);
        // No edit reverts a deletion.
        let is_deleting = decision.options.candidates != CandidateMode::Given
            && (want.selects.iter()).any(|cluster| decision.fleet.is_deleting(*cluster));
        let is_unreachable = matches!(want.record, Some(Record::Absent | Record::Gone));
        let space = |family: Family| match families {
            Some(families) if !families.contains(&family) => Space {
                family,
                candidates: Err(Absence::Off),
                whole: true,
            },
            _ if met || is_deleting || is_unreachable => Space {
                family,
                candidates: Err(if met {
                    Absence::NotNeeded
                } else if is_deleting {
                    Absence::Deleting
                } else {
                    Absence::Gone
                }),
                whole: true,
            },
            _ => source.space(family),
        };
        let usual = if want.record.is_some() {
            &OF_RECORD[..]
        } else {
            &FAMILIES[..]
        };
        let named = |family: &Family| families.is_some_and(|named| named.contains(family));
        let more = FAMILIES.iter().chain(&OF_RECORD);
        let more = more.filter(|family| named(family) && !usual.contains(family));
        let mut space: Vec<Space> = usual.iter().chain(more).copied().map(space).collect();
        // The family `name` is listed only if a name is misspelt.
        space.retain(|space| space.family != Family::Name || space.candidates.is_ok());
        let (weights, are_all) = three_weights(&space);
        let is_off = |space: &Space| space.candidates == Err(Absence::Off);
        let releases = space.iter().find(|space| space.family == Family::Release);
        let is_whole = source.has_all_releases() || releases.is_none_or(is_off);
        let mut search = Search::above(floor(&decision, want), &space)
            .with_pairs(is_whole)
            .with_threes(weights, are_all);
        if !want.selects.is_empty() {
            search = search.with_obstacles(&source.obstacles(), &RANKS);
        }
        Some(Self {
            search,
            known: Known::default(),
            decision,
            met,
            space,
            want: want.clone(),
            options,
            rejected: 0,
            left: trials.left,
            steps,
        })
    }

    /// Tries up to `trials` more candidates; returns whether the search has finished.
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
        let (asked, known) = ((&self.decision, &self.want), &mut self.known);
        let rejected = &mut self.rejected;
        let is_over = self.search.advance(trials, &mut |edits| {
            let is_of_scores =
                |edit: &Edit| matches!(edit.family, Family::Allocatable | Family::Score);
            if edits.iter().any(is_of_scores) && !may_meet(asked, on.editor.objects(), edits) {
                *rejected += 1;
                let is_counted = rejected.is_multiple_of(AS_ONE);
                return match on.left.checked_sub(usize::from(is_counted)) {
                    Some(left) => {
                        on.left = left;
                        Trial::Fails
                    }
                    None => Trial::OutOfSteps,
                };
            }
            tried(&mut on, asked, known, edits)
        });
        self.left = on.left;
        is_over
    }

    /// The number of decisions made.
    pub fn steps(&self) -> usize {
        self.steps - self.left
    }
}

/// What trials share.
#[derive(Debug, Default)]
struct Known {
    releases: Releases,
    counts: CountRanges,
}

/// What trials with removed clusters share.
#[derive(Debug, Default)]
struct Releases {
    /// The fleet to remove clusters from, created by the first trial that needs it.
    remaining: Option<Remaining>,
    /// The scores to select from if clusters are removed and nothing else changes; `None` if each trial decides again.
    scores: OnceLock<Option<RemainingScores>>,
    /// How many clusters a single removal displaced that met the want in the edited input. Other removals that displace
    /// as many are only counted, so they are not decided in the input.
    found: Option<usize>,
}

impl Releases {
    /// How many clusters are displaced if `gone` is removed and `options` apply; `None` if the want is not met.
    fn displaced(
        &mut self,
        objects: &Objects,
        (base, want): (&Decision, &Want),
        (options, is_same): (&DecisionOptions, bool),
        gone: &Gone,
    ) -> Option<usize> {
        let new = || RemainingScores::new(base, objects);
        if is_same && let Some(scores) = self.scores.get_or_init(new) {
            let flags = gone.flags(base.fleet.len());
            let selection = scores.select(base, &flags);
            let is_gone = |cluster: ClusterId| flags.get(cluster.index()) == Some(&true);
            let is_feasible = |cluster| base.place(cluster).is_some() && !is_gone(cluster);
            let (selection, _) = selection?;
            let is_in = |cluster: ClusterId| {
                is_feasible(cluster) && selection.is_selected(cluster, &base.fleet)
            };
            let meets = want.is_met_by(selection.count, &is_in);
            return meets.then(|| selected(base).filter(|cluster| !is_in(*cluster)).count());
        }
        let remaining = self
            .remaining
            .get_or_insert_with(|| Remaining::new(objects));
        let decision = remaining.decide(options, gone.clusters());
        let (want, decision) = gone.want(want).zip(decision)?;
        want.is_met(&decision)
            .then(|| gone.displaced(base, &decision))
    }
}

/// The clusters that a decision selects.
pub(super) fn selected(decision: &Decision) -> impl Iterator<Item = ClusterId> {
    let all = decision
        .selection()
        .map(|(selection, fleet)| selection.unordered(fleet).collect::<Vec<ClusterId>>());
    all.unwrap_or_default().into_iter()
}

/// A lower bound on how many clusters the edits displace that meet the want.
fn floor(decision: &Decision, want: &Want) -> Floor {
    let before: Vec<ClusterId> = selected(decision).collect();
    let drops = want.drops.iter();
    let drops = drops.filter(|cluster| before.contains(cluster)).count();
    let new = want.selects.iter();
    let new = new.filter(|cluster| !before.contains(cluster)).count();
    let beyond = |most: usize| (before.len() + new).saturating_sub(most);
    let always = drops.max(want.count.map_or(0, beyond));
    let most = match decision.options.number_of_clusters {
        Wanted::AsWritten => decision.placement.spec.number_of_clusters,
        Wanted::Exactly(most) => Some(most),
        Wanted::All => None,
    };
    let most = most.and_then(|most| usize::try_from(most).ok());
    Floor {
        always,
        same_count: always.max(most.map_or(0, beyond)),
    }
}

/// Decides with the edits. If options and removed clusters can express the edits, decides with these first, and edits
/// the input only if that meets the want.
fn tried(
    trials: &mut Trials<'_>,
    (base, want): (&Decision, &Want),
    known: &mut Known,
    edits: &[Edit],
) -> Trial {
    let mut options = trials.options.clone();
    let (mut is_optional, mut is_same) = (true, true);
    for edit in edits {
        is_same &= edit.family == Family::Release;
        match (edit.family, edit.numbers) {
            (Family::Weight, Some((_, Some(weight)))) => {
                let same = base
                    .plan
                    .entries
                    .iter()
                    .filter(|entry| entry.name == edit.subject);
                // If a score is listed twice, the options would change both weights.
                is_optional &= same.count() < 2;
                options.weights.insert(edit.subject.clone(), weight as i32);
            }
            (Family::Count, Some((_, count))) => {
                options.number_of_clusters = count.map_or(Wanted::All, Wanted::Exactly);
            }
            (Family::Release, _) => {}
            _ => is_optional = false,
        }
    }
    // Edits of scores, `numberOfClusters` and removals never select an infeasible cluster. An empty list means that
    // feasibility is unknown.
    let feasible = base.feasible();
    let is_out = |cluster| feasible.binary_search(cluster).is_err();
    let is_scoring = edits.iter().all(|edit| edit.family.only_scores());
    if is_scoring && !feasible.is_empty() && want.selects.iter().any(is_out) {
        return Trial::Fails;
    }
    if trials.left < 2 {
        return Trial::OutOfSteps;
    }
    if !is_scoring && known.counts.reject(trials, want, edits) {
        return Trial::Fails;
    }
    let releases = &mut known.releases;
    let gone = Gone::of(trials.editor.objects(), edits);
    if is_optional && !gone.is_empty() {
        trials.left -= 1;
        let objects = trials.editor.objects();
        let found = releases.displaced(objects, (base, want), (&options, is_same), &gone);
        let Some(displaced) = found else {
            return Trial::Fails;
        };
        if is_same && edits.len() == 1 && releases.found == Some(displaced) {
            return Trial::Meets(displaced);
        }
    }
    let Some(want) = gone.want(want) else {
        return Trial::Fails;
    };
    let meets =
        |decision: Option<Decision>| decision.is_some_and(|decision| want.is_met(&decision));
    if is_optional && gone.is_empty() && !meets(trials.decide(&options)) {
        return Trial::Fails;
    }
    let decision = trials.edited(edits);
    let Some(decision) = decision.filter(|decision| want.is_met(decision)) else {
        return Trial::Fails;
    };
    let displaced = gone.displaced(base, &decision);
    let trial = trials.editor.met(edits, displaced);
    if is_same && edits.len() == 1 && trial == Trial::Meets(displaced) {
        releases.found = Some(displaced);
    }
    trial
}
