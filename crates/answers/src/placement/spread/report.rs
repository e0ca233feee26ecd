//! A run of spread as part of a report.

use schedscope_objects::id::ClusterId;
use schedscope_placement::{
    select::clamp,
    spread::score::{final_score, normalised},
};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::placement::{
    DecisionDetails,
    debug::names,
    rows::NotSelectedReason,
    spread::{SpreadEnd, summary},
};

/// Up to so many feasible clusters a report has the table of every step.
const MOST_IN_TABLE: usize = 100;

/// A run of spread as part of a [`DecisionReport`](crate::placement::report::DecisionReport).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadReport {
    /// The weight of `Spread`.
    pub weight: i64,
    /// How many feasible clusters have the topology keys of all hard terms.
    pub eligible: usize,
    /// Why no more were picked.
    pub end: SpreadEnd,
    /// The largest difference between siblings' counts per term, after the run.
    pub worst_skew_per_term: Vec<u32>,
    /// The picks, in order.
    pub steps: Vec<StepReport>,
    /// Why the other feasible clusters were not picked, by name.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(
        feature = "types",
        ts(as = "std::collections::BTreeMap<String, NotSelected>")
    )]
    pub not_selected: Vec<(String, NotSelected)>,
    /// The domains after the run: parents before their children, siblings by value.
    pub domains: Vec<DomainReport>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct StepReport {
    /// Who was picked.
    pub picked: String,
    /// Its spread score.
    pub raw: i64,
    /// The same among the candidates of the step, -100 to 100.
    pub spread: i32,
    /// The weighted sum of the other prioritizers.
    pub prioritizer: i64,
    /// Weight x spread + prioritizer.
    #[serde(rename = "final")]
    pub final_score: i64,
    /// How many clusters could have been picked.
    pub candidates: usize,
    /// How many of the remaining ones were blocked.
    pub blocked: usize,
    /// Candidates, best first, then the blocked ones by name; only where at most 100 clusters are
    /// feasible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<StepRowReport>>"))]
    pub table: Vec<StepRowReport>,
}

/// A remaining cluster of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct StepRowReport {
    /// Its name.
    pub name: String,
    /// The term that blocks it.
    pub blocked_by: Option<usize>,
    /// Its spread score.
    pub raw: i64,
    /// The same among the candidates; null where it is blocked.
    pub spread: Option<i32>,
    /// Weight x spread + prioritizer; null where it is blocked.
    #[serde(rename = "final")]
    pub final_score: Option<i64>,
}

/// Why a feasible cluster was not picked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NotSelected {
    /// Why.
    pub reason: SpreadReportReason,
    /// The hard term at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub term: Option<usize>,
    /// The term whose topology key is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub missing_term: Option<usize>,
    /// The final score in the last step, where it was a candidate there.
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub final_score: Option<i64>,
}

/// Why a feasible cluster was not picked, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(rename = "SpreadReportReason")
)]
pub enum SpreadReportReason {
    /// It lacks the topology key of a hard term or of one above.
    MissingTopologyKey,
    /// All that remained were blocked.
    MaxSkew,
    /// As many as wanted were picked before.
    NotReached,
}

/// A domain after the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DomainReport {
    /// The values of the topology keys down to its level.
    pub values: Vec<String>,
    /// Selected clusters in it.
    pub selected: u32,
    /// Eligible clusters in it.
    pub eligible: u32,
    /// The smallest count among its siblings, itself included.
    pub lowest: u32,
    /// The largest.
    pub highest: u32,
}

impl SpreadReport {
    /// O(steps + clusters x terms), and O(steps x clusters) where there are at most 100 clusters.
    pub(crate) fn new(of: &DecisionDetails<'_>) -> Option<Self> {
        let run = of.decision.spread_run()?;
        let summary = summary(run);
        let feasible = of.decision.feasible();
        let tables = feasible.len() <= MOST_IN_TABLE;
        let selected = names(of.objects, of.decision.selected().iter().copied());
        let steps = run.picks.iter().zip(selected).enumerate();
        let steps = steps.map(|(index, (pick, picked))| {
            let step = index + 1;
            let prioritizer = run.picked(step).map_or(0, |place| of.total_at(place));
            let spread = normalised(pick.raw, pick.lowest, pick.highest);
            StepReport {
                picked,
                raw: pick.raw as i64,
                spread,
                prioritizer,
                final_score: clamp(final_score(run.weight, spread, prioritizer)),
                candidates: pick.candidates as usize,
                blocked: summary.eligible - index - pick.candidates as usize,
                table: if tables { table(of, step) } else { Vec::new() },
            }
        });
        let mut others: Vec<ClusterId> = of
            .decision
            .ranked()
            .iter()
            .skip(run.picks.len())
            .copied()
            .collect();
        of.decision.fleet.sort(&mut others);
        let domains = of.spread_domains(run.picks.len(), usize::MAX)?;
        Some(Self {
            weight: run.weight,
            eligible: summary.eligible,
            end: summary.end,
            worst_skew_per_term: summary.terms.iter().map(|term| term.worst_skew).collect(),
            steps: steps.collect(),
            not_selected: others
                .into_iter()
                .filter_map(|cluster| {
                    let name = of.objects.cluster_name(cluster).to_owned();
                    Some((name, not_selected(of, cluster)?))
                })
                .collect(),
            domains: domains
                .domains
                .into_iter()
                .filter(|domain| domain.eligible > 0)
                .map(|domain| DomainReport {
                    values: domain.values,
                    selected: domain.count,
                    eligible: domain.eligible,
                    lowest: domain.lowest,
                    highest: domain.highest,
                })
                .collect(),
        })
    }
}

fn table(of: &DecisionDetails<'_>, step: usize) -> Vec<StepRowReport> {
    let page = of.spread_candidates(step, 0, usize::MAX);
    let candidates = page.into_iter().flat_map(|page| page.candidates);
    candidates
        .map(|candidate| StepRowReport {
            name: candidate.name,
            blocked_by: candidate.blocked_by,
            raw: candidate.raw.0,
            spread: candidate.spread,
            final_score: candidate.final_score.map(|score| score.0),
        })
        .collect()
}

fn not_selected(of: &DecisionDetails<'_>, cluster: ClusterId) -> Option<NotSelected> {
    let run = of.decision.spread_run()?;
    let (reason, term, missing_term, final_score) = match of.spread_reason(run, cluster)? {
        NotSelectedReason::MissingTopologyKey { term, missing_term } => (
            SpreadReportReason::MissingTopologyKey,
            Some(term),
            Some(missing_term),
            None,
        ),
        NotSelectedReason::MaxSkew { term } => {
            (SpreadReportReason::MaxSkew, Some(term), None, None)
        }
        NotSelectedReason::NotPicked { gap, .. } => {
            let last = gap.and_then(|_| of.last_final(cluster));
            (SpreadReportReason::NotReached, None, None, last)
        }
        _ => return None,
    };
    Some(NotSelected {
        reason,
        term,
        missing_term,
        final_score,
    })
}

fn as_map<S: Serializer>(
    entries: &[(String, NotSelected)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(entries.len()))?;
    for (name, entry) in entries {
        map.serialize_entry(name, entry)?;
    }
    map.end()
}
