//! Checks one cluster again, rule by rule, and records each result.

use schedscope_objects::{
    clusters::Cluster,
    id::ClusterId,
    names::Symbol,
    placement::ClusterSelector,
    profile::Profile,
    selector::{LabelSelector, RequirementMatch, field_of},
    taint::{TaintEffect, TaintUpkeep},
};
use schedscope_placement::{
    candidates::CandidateSource,
    cel::{CelPurse, CelVerdict, cel_path},
    filter::{predicate::Predicate, taint_toleration, taint_toleration::judge},
    select::clamp,
    window::ValidityWindow,
};

use crate::placement::{
    DecisionDetails,
    explain::{
        CandidateReason, CandidateStatus, ExplainClusterAnswer, HubUpkeep, PredicateResult,
        RejectedToleration, ScoreGap, ScoreGapTerm, ScoreNote, ScoreTerm, TaintResult,
    },
    index,
    requirement::{RequirementOn, RequirementResult},
    rows::{ClusterState, FilterName, NotSelectedReason},
};

/// The eligible sets that a cluster is in, by name.
pub(crate) fn sets(of: &DecisionDetails<'_>, cluster: Cluster<'_>) -> Vec<Symbol> {
    let membership = of.decision.candidates.membership(of.objects);
    membership.map_or_else(
        |_| Vec::new(),
        |membership| membership.of(cluster, &of.objects.names).collect(),
    )
}

pub(crate) fn explain(of: &DecisionDetails<'_>, id: ClusterId) -> Option<ExplainClusterAnswer> {
    let cluster = of.objects.clusters.get(id)?;
    let state = of.decision.state(id);
    let candidate = candidacy(of, cluster);
    let reason = of.reason_of(id);
    // Of a misconfigured placement, the hub checks nothing from the filter with the fault on.
    let fault = match &reason {
        Some(NotSelectedReason::Misconfigured { filter, .. }) => Some(*filter),
        _ => None,
    };
    let is_checked = state != ClusterState::Excluded && fault != Some(FilterName::Predicate);
    Some(ExplainClusterAnswer {
        cluster: index(id),
        name: of.objects.names[cluster.name()].to_owned(),
        state,
        predicates: if is_checked {
            predicates(of, cluster, id)
        } else {
            Vec::new()
        },
        taints: if is_checked && fault.is_none() {
            taints(of, cluster, id)
        } else {
            Vec::new()
        },
        scores: scores(of, id, true),
        total: of.decision.total(id).map(Into::into),
        rank: of.decision.rank(id),
        spread: of.cluster_spread(id),
        gap: gap(of, id),
        reason,
        candidate,
    })
}

fn candidacy(of: &DecisionDetails<'_>, cluster: Cluster<'_>) -> CandidateStatus {
    let sets = sets(of, cluster);
    let why = match of.decision.candidates.basis {
        CandidateSource::Given => CandidateReason::Given,
        CandidateSource::Sets if sets.is_empty() => CandidateReason::NoSet,
        _ if cluster.is_deleting() => CandidateReason::Deleting,
        CandidateSource::Sets => CandidateReason::InSet,
        CandidateSource::All => CandidateReason::AllClusters,
    };
    CandidateStatus {
        is: !matches!(why, CandidateReason::NoSet | CandidateReason::Deleting),
        why,
        sets: sets
            .into_iter()
            .map(|set| of.objects.names[set].to_owned())
            .collect(),
    }
}

pub(super) fn predicates(
    of: &DecisionDetails<'_>,
    cluster: Cluster<'_>,
    id: ClusterId,
) -> Vec<PredicateResult> {
    let predicates = of.decision.placement.spec.predicates.iter().enumerate();
    predicates
        .map(|(number, selector)| predicate_result(of, cluster, id, number, selector))
        .collect()
}

fn predicate_result(
    of: &DecisionDetails<'_>,
    cluster: Cluster<'_>,
    id: ClusterId,
    number: usize,
    selector: &ClusterSelector,
) -> PredicateResult {
    let names = &of.objects.names;
    let path = format!("spec.predicates[{number}].requiredClusterSelector");
    let mut requirements = Vec::new();
    let compiled = Predicate::without_cel(selector, names);
    if let Ok(compiled) = &compiled {
        for (on, field, written, found) in [
            (
                RequirementOn::Label,
                "labelSelector",
                &selector.labels,
                compiled.labels.findings(cluster.labels(), names),
            ),
            (
                RequirementOn::Claim,
                "claimSelector",
                &selector.claims,
                compiled.claims.findings(cluster.claims(), names),
            ),
        ] {
            let path = format!("{path}.{field}");
            requirements.extend(requirement_results(of, on, &path, written, &found));
        }
    }
    let mut purse = CelPurse::default();
    for (place, expression) in selector.cel_expressions.iter().enumerate() {
        let cel = of.decision.options.cel.as_deref();
        let column = cel.and_then(|cel| cel.column(expression));
        let verdict = column.and_then(|column| purse.pay(column, id));
        let actual = verdict.map(|verdict| match verdict {
            CelVerdict::True => "true",
            CelVerdict::False => "false",
            CelVerdict::Error(_) | CelVerdict::Overdrawn(_) => "error",
        });
        let overdrawn = match verdict {
            Some(CelVerdict::Overdrawn(budget)) => Some(budget),
            _ => None,
        };
        let error = column.and_then(|column| match &column.result {
            Ok(_) => column.error(verdict?).map(str::to_owned),
            Err(error) => Some(error.to_string()),
        });
        requirements.push(RequirementResult {
            on: RequirementOn::Cel,
            key: expression.clone(),
            operator: String::new(),
            values: Vec::new(),
            holds: verdict == Some(CelVerdict::True),
            actual: actual.map(str::to_owned),
            error,
            overdrawn,
            path: cel_path(number, place),
        });
    }
    PredicateResult {
        matches: compiled.is_ok() && requirements.iter().all(|requirement| requirement.holds),
        requirements,
        path,
    }
}

pub(super) fn requirement_results(
    of: &DecisionDetails<'_>,
    on: RequirementOn,
    path: &str,
    written: &LabelSelector,
    findings: &[RequirementMatch],
) -> Vec<RequirementResult> {
    let names = &of.objects.names;
    let labels = written.match_labels.iter().map(|(key, value)| {
        let field = field_of("matchLabels", &names[*key]);
        let values = vec![names[*value].to_owned()];
        ("=".to_owned(), values, format!("{path}.{field}"))
    });
    let expressions = written.match_expressions.iter().enumerate();
    let expressions = expressions.map(|(index, requirement)| {
        let values = requirement.values.iter().map(|v| names[*v].to_owned());
        (
            requirement.operator.clone(),
            values.collect(),
            format!("{path}.matchExpressions[{index}]"),
        )
    });
    let parts = labels.chain(expressions).zip(findings);
    parts
        .map(|((operator, values, path), finding)| RequirementResult {
            on,
            key: names[finding.key].to_owned(),
            operator,
            values,
            actual: finding.actual.map(|actual| names[actual].to_owned()),
            error: None,
            overdrawn: None,
            holds: finding.holds,
            path,
        })
        .collect()
}

pub(super) fn taints(
    of: &DecisionDetails<'_>,
    cluster: Cluster<'_>,
    id: ClusterId,
) -> Vec<TaintResult> {
    let names = &of.objects.names;
    let tolerations = &of.decision.placement.spec.tolerations;
    let own = of.decision.recorded.is_own(id);
    let rules = of.decision.taint_rules();
    let taints = cluster.taints().iter().enumerate();
    taints
        .map(|(place, taint)| {
            let verdict = judge(
                taint,
                tolerations,
                own,
                rules,
                &mut ValidityWindow::default(),
            );
            // A taint without effect tries no toleration.
            let tried = match (verdict.tolerated, verdict.toleration) {
                (true, tried) => tried.unwrap_or(0),
                (false, _) => tolerations.len(),
            };
            let rejected = tolerations.iter().enumerate().take(tried);
            TaintResult {
                key: names[taint.key].to_owned(),
                value: names[taint.value].to_owned(),
                effect: effect(of, taint.effect).to_owned(),
                path: if taint.upkeep == TaintUpkeep::Added {
                    "status.conditions".to_owned()
                } else {
                    format!("spec.taints[{place}]")
                },
                by_hub: match taint.upkeep {
                    TaintUpkeep::Kept => None,
                    TaintUpkeep::Added => Some(HubUpkeep::Added),
                    TaintUpkeep::Removed => Some(HubUpkeep::Removed),
                },
                tolerated: verdict.tolerated,
                toleration: verdict.toleration,
                expires: verdict.expires.map(|end| end.to_string()),
                rejected: rejected
                    .filter_map(|(toleration, candidate)| {
                        let why = taint_toleration::rejection(candidate, taint, rules)?;
                        Some(RejectedToleration { toleration, why })
                    })
                    .collect(),
            }
        })
        .collect()
}

fn effect<'a>(of: &DecisionDetails<'a>, effect: TaintEffect) -> &'a str {
    match effect {
        TaintEffect::NoSelect => "NoSelect",
        TaintEffect::PreferNoSelect => "PreferNoSelect",
        TaintEffect::NoSelectIfNew => "NoSelectIfNew",
        TaintEffect::NoSchedule => "NoSchedule",
        TaintEffect::PreferNoSchedule => "PreferNoSchedule",
        TaintEffect::NoExecute => "NoExecute",
        TaintEffect::Other(text) => &of.objects.names[text],
    }
}

/// The scores of a feasible cluster; `explained`: with their inputs.
fn scores(of: &DecisionDetails<'_>, id: ClusterId, explained: bool) -> Vec<ScoreTerm> {
    let decision = of.decision;
    let Some(place) = decision.place(id).filter(|_| decision.scoring.is_some()) else {
        return Vec::new();
    };
    let scorers = decision.scorers();
    scorers
        .map(|(entry, column)| {
            let raw = column.and_then(|column| column.get(place));
            let note = match column {
                None => Some(ScoreNote::StepByStep),
                Some(column) if column.is_expired(place) => Some(ScoreNote::Expired),
                Some(_) if raw.is_none() => Some(ScoreNote::NoScore),
                Some(_) => None,
            };
            let product = product(raw.unwrap_or(0), entry.weight, decision.options.profile);
            ScoreTerm {
                name: entry.name.clone(),
                raw: raw.map(Into::into),
                weight: entry.weight,
                product: product.into(),
                note,
                inputs: explained
                    .then(|| of.score_inputs(entry, id, place))
                    .flatten(),
            }
        })
        .collect()
}

/// Weight x score: wraps in `Upstream`, as there.
fn product(score: i64, weight: i32, profile: Profile) -> i64 {
    match profile {
        Profile::Upstream => score.wrapping_mul(i64::from(weight)),
        Profile::Proposal => clamp(i128::from(score) * i128::from(weight)),
    }
}

fn gap(of: &DecisionDetails<'_>, id: ClusterId) -> Option<ScoreGap> {
    let (selection, fleet) = of.decision.selection()?;
    if of.decision.state(id) != ClusterState::Feasible || of.decision.spread_run().is_some() {
        return None;
    }
    let last = selection.last(fleet)?;
    let difference = |a: i64, b: i64| clamp(i128::from(a) - i128::from(b)).into();
    let own = scores(of, id, false);
    let terms = scores(of, last, false).into_iter().zip(own);
    Some(ScoreGap {
        to: of.objects.cluster_name(last).to_owned(),
        total: difference(of.decision.total(last)?, of.decision.total(id)?),
        terms: terms
            .map(|(last, own)| ScoreGapTerm {
                difference: difference(last.product.0, own.product.0),
                name: last.name,
            })
            .collect(),
    })
}
