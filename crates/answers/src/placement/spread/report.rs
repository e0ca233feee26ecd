//! A run of spread as part of a report.

use schedscope_answer_macro::answer;
use schedscope_objects::id::ClusterId;
use schedscope_placement::{
    select::clamp,
    spread::score::{final_score, normalised},
};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::placement::{
    DecisionDetails,
    names::names,
    rows::NotSelectedReason,
    spread::{SpreadEnd, summary},
};

/// The largest number of feasible clusters for which a report has the table of every step.
const MOST_IN_TABLE: usize = 100;

/// A run of spread as part of a [`ReportAnswer`](crate::placement::report::ReportAnswer).
#[answer(Eq)]
pub struct SpreadReport {
    /// The weight of `Spread` in force, -10 to 10 on a hub.
    pub weight: i64,
    /// The number of feasible clusters with a domain for each hard term.
    pub eligible: usize,
    /// Why the run ended.
    pub end: SpreadEnd,
    /// For each term, the largest difference between the counts of siblings after the run.
    pub worst_skew_per_term: Vec<u32>,
    /// The steps, in order.
    pub steps: Vec<StepReport>,
    /// Why the other feasible clusters were not picked, by name of the cluster.
    #[serde(serialize_with = "as_map")]
    #[ts(as = "std::collections::BTreeMap<String, NotSelected>")]
    pub not_selected: Vec<(String, NotSelected)>,
    /// The domains after the run: parents before their children, siblings by value.
    pub domains: Vec<DomainReport>,
}

/// One step of a run of spread.
#[answer(Eq)]
pub struct StepReport {
    /// The name of the picked cluster.
    pub picked: String,
    /// Its raw spread score: the term scores joined, six bits each.
    pub raw: i64,
    /// Its spread score, normalised to -100 to 100 over the candidates of the step.
    pub spread: i32,
    /// The total of its other prioritizers.
    pub prioritizer: i64,
    /// Weight x spread + prioritizer.
    #[serde(rename = "final")]
    pub final_score: i64,
    /// The number of clusters that could be picked.
    pub candidates: usize,
    /// The number of remaining clusters that were blocked.
    pub blocked: usize,
    /// The candidates, best first, then the blocked clusters by name; absent if more than 100 clusters are
    /// feasible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<StepRowReport>>")]
    pub table: Vec<StepRowReport>,
}

/// A remaining cluster in a step.
#[answer(Eq)]
pub struct StepRowReport {
    /// The name of the cluster.
    pub name: String,
    /// The index of the term that blocks it, from 0; `null` for a candidate.
    pub blocked_by: Option<usize>,
    /// Its raw spread score.
    pub raw: i64,
    /// Its spread score, -100 to 100; `null` if it is blocked.
    pub spread: Option<i32>,
    /// Weight x spread + prioritizer; `null` if it is blocked.
    #[serde(rename = "final")]
    pub final_score: Option<i64>,
}

/// Why spread did not pick a feasible cluster.
#[answer(Eq)]
pub struct NotSelected {
    /// The reason.
    pub reason: SpreadReportReason,
    /// The index of the hard term that keeps the cluster out, from 0; absent for `NotReached`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub term: Option<usize>,
    /// The index of the term whose topology key is missing, from 0; absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing_term: Option<usize>,
    /// The final score of the cluster in the last step; absent if it was not a candidate in it.
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    pub final_score: Option<i64>,
}

/// Why spread did not pick a feasible cluster. `MissingTopologyKey`: it lacks the topology key of a hard term or of
/// a term before one. `MaxSkew`: the run ended because all remaining clusters were blocked. `NotReached`: as many
/// clusters as wanted were picked without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(rename = "SpreadReportReason")
)]
pub enum SpreadReportReason {
    /// It lacks the topology key of a hard term or of a term before one.
    MissingTopologyKey,
    /// The run ended because all remaining clusters were blocked.
    MaxSkew,
    /// As many clusters as wanted were picked without it.
    NotReached,
}

/// A topology domain after the run.
#[answer(Eq)]
pub struct DomainReport {
    /// The values of the topology keys from the first level to the domain.
    pub values: Vec<String>,
    /// The number of selected clusters in it.
    pub selected: u32,
    /// The number of eligible clusters in it, selected ones included.
    pub eligible: u32,
    /// The smallest count of its siblings, its own included.
    pub lowest: u32,
    /// The largest count of its siblings, its own included.
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
