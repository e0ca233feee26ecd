//! What of a placement has no effect on its decision.

use schedscope_answer_macro::answer;
use schedscope_objects::placement::WhenUnsatisfiable;
use schedscope_placement::{
    Decision, Wanted,
    column::ScoreColumn,
    prioritizer::WeightSource,
    spread::{SpreadEnd, SpreadRun, skews::skews},
};
use serde::Serialize;

use crate::placement::{
    DecisionDetails, integer::Integer, spread::constraint_path, summary::prioritizer_path,
};

/// A part of the placement that has no effect on the decision about these clusters. The codes are stable.
///
/// - `term-without-weight`: a soft constraint while the weight of `Spread` is 0, and no hard one after it
/// - `same-for-all`: a configured prioritizer gives all feasible clusters the same score
/// - `max-skew-unused`: the max skew of a hard constraint blocks no cluster in any step
/// - `toleration-unused`: no cluster of the input has a taint that the toleration matches
/// - `predicates-match-all`: the predicates match all candidates
/// - `number-above-feasible`: more clusters are wanted than are feasible
#[answer(Eq)]
pub struct DecisionHint {
    /// The code and its data.
    #[serde(flatten)]
    #[ts(flatten)]
    pub kind: DecisionHintKind,
    /// The path in the placement that the hint is about; `null` for what is not written there.
    pub path: Option<String>,
}

/// The code of a hint, with its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "code",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum DecisionHintKind {
    /// A soft constraint while the weight of `Spread` is 0, and no hard one after it.
    TermWithoutWeight {
        /// The topology key of the constraint.
        topology_key: String,
    },
    /// A configured prioritizer gives all feasible clusters, at least two, the same score.
    SameForAll {
        /// The name of the prioritizer.
        prioritizer: String,
        /// The score; `null` if no cluster has one, which counts as 0.
        score: Option<Integer>,
        /// The number of feasible clusters.
        clusters: usize,
    },
    /// The max skew of a hard constraint blocks no cluster in any step: a larger one selects the same clusters.
    MaxSkewUnused {
        /// The topology key of the constraint.
        topology_key: String,
        /// The max skew.
        max_skew: u32,
        /// The largest skew that a step began with, at least 1 and below the max skew.
        worst_skew: u32,
    },
    /// No cluster of the input has a taint that the toleration matches.
    TolerationUnused {
        /// The index of the toleration in `spec.tolerations`.
        toleration: usize,
    },
    /// The predicates match all candidates.
    PredicatesMatchAll {
        /// The number of predicates, of which one has to match.
        predicates: usize,
        /// The number of candidates.
        clusters: usize,
    },
    /// More clusters are wanted than are feasible.
    NumberAboveFeasible {
        /// The number of wanted clusters.
        number_of_clusters: Integer,
        /// The number of feasible clusters, at least 1.
        feasible: usize,
    },
}

/// Sums of scores within it are exact, so that equal scores change no order.
const EXACT: i64 = 1 << 40;

/// Whether all feasible clusters have the same score.
fn is_level(column: &ScoreColumn) -> bool {
    let mut scores = column.scores.iter();
    let first = scores.next();
    scores.all(|score| Some(score) == first)
}

impl DecisionDetails<'_> {
    /// What of the placement has no effect on the decision; empty if nothing was scored, or without clusters.
    ///
    /// O(clusters x taints x tolerations + feasible x prioritizers + steps x terms).
    pub fn hints(&self) -> Vec<DecisionHint> {
        let decision = self.decision;
        let mut hints = Vec::new();
        if decision.scoring.is_none() {
            return hints;
        }
        let mut hint = |kind, path| hints.push(DecisionHint { kind, path });
        self.filter_hints(&mut hint);
        level_prioritizers(decision, &mut hint);
        if let Some(run) = decision.spread_run() {
            self.spread_hints(run, &mut hint);
        }
        let feasible = decision.feasible().len();
        if let Some(wanted) = decision.wanted
            && decision.options.number_of_clusters == Wanted::AsWritten
            && feasible > 0
            && wanted > feasible as i64
        {
            hint(
                DecisionHintKind::NumberAboveFeasible {
                    number_of_clusters: wanted.into(),
                    feasible,
                },
                Some("spec.numberOfClusters".to_owned()),
            );
        }
        hints
    }

    fn filter_hints(&self, hint: &mut impl FnMut(DecisionHintKind, Option<String>)) {
        let decision = self.decision;
        let spec = &decision.placement.spec;
        let candidates = decision.available().len();
        if !spec.predicates.is_empty() && candidates > 0 && decision.matched().len() == candidates {
            hint(
                DecisionHintKind::PredicatesMatchAll {
                    predicates: spec.predicates.len(),
                    clusters: candidates,
                },
                Some("spec.predicates".to_owned()),
            );
        }
        let mut used = vec![decision.fleet.is_empty(); spec.tolerations.len()];
        for &id in decision.fleet.by_rank() {
            if used.iter().all(|used| *used) {
                break;
            }
            let cluster = self.objects.clusters.get(id);
            let taints = cluster.iter().flat_map(|cluster| cluster.taints());
            for taint in taints {
                for (used, toleration) in used.iter_mut().zip(&spec.tolerations) {
                    *used |= toleration.matches(taint).is_ok();
                }
            }
        }
        for (toleration, _) in used.iter().enumerate().filter(|(_, used)| !**used) {
            let path = format!("spec.tolerations[{toleration}]");
            hint(
                DecisionHintKind::TolerationUnused { toleration },
                Some(path),
            );
        }
    }

    fn spread_hints(
        &self,
        run: &SpreadRun,
        hint: &mut impl FnMut(DecisionHintKind, Option<String>),
    ) {
        let terms = &self.decision.placement.spec.spread_constraints;
        let hard = |when| when == WhenUnsatisfiable::DoNotSchedule;
        let last_hard = terms.iter().rposition(|term| hard(term.when_unsatisfiable));
        // A step begins with the skews after the one before it; a run that is blocked tried one more step.
        let begun = run.picks.len() + usize::from(run.end() == SpreadEnd::Blocked);
        let worst = skews(run).into_iter().map(|skews| {
            let begun = skews.iter().take(begun);
            begun.copied().max()
        });
        for (index, (term, worst)) in terms.iter().zip(worst).enumerate() {
            let topology_key = || self.objects.names[term.topology_key].to_owned();
            let path = constraint_path(term.index);
            match (run.max_skews.get(index).copied().flatten(), worst) {
                (None, _) if run.weight == 0 && last_hard.is_none_or(|hard| hard < index) => hint(
                    DecisionHintKind::TermWithoutWeight {
                        topology_key: topology_key(),
                    },
                    Some(path),
                ),
                // Where domains have no siblings, a note says so.
                (Some(max_skew), Some(worst_skew)) if 0 < worst_skew && worst_skew < max_skew => {
                    hint(
                        DecisionHintKind::MaxSkewUnused {
                            topology_key: topology_key(),
                            max_skew,
                            worst_skew,
                        },
                        Some(path + ".maxSkew"),
                    );
                }
                _ => {}
            }
        }
    }
}

/// Prioritizers that are configured and move no feasible cluster past another.
fn level_prioritizers(
    decision: &Decision,
    hint: &mut impl FnMut(DecisionHintKind, Option<String>),
) {
    let clusters = decision.feasible().len();
    let is_exact = |column: &ScoreColumn| {
        let bounds = column.range.unwrap_or((0, 0));
        -EXACT < bounds.0 && bounds.1 < EXACT
    };
    let columns = || decision.scorers().filter_map(|(_, column)| column);
    if clusters < 2 || !columns().all(is_exact) {
        return;
    }
    for (entry, column) in decision.scorers() {
        // That scores have expired is a note.
        let Some(column) = column.filter(|of| of.expired.is_empty() && is_level(of)) else {
            continue;
        };
        if entry.source != WeightSource::Default {
            hint(
                DecisionHintKind::SameForAll {
                    prioritizer: entry.name.clone(),
                    score: column.range.map(|(score, _)| score.into()),
                    clusters,
                },
                prioritizer_path(entry),
            );
        }
    }
}
