//! Everything about one cluster, as data.

use serde::Serialize;

pub use super::filter::taint_toleration::Rejection;
use super::{
    candidates::Basis,
    decision::{cel_path, cluster_name},
    details::Details,
    filter::{
        FilterError,
        predicate::{self, Predicate},
        taint_toleration::{self, Clock, Window, judge},
    },
    number::Number,
    options::Profile,
    rows::{ClusterState, Reason},
    select::clamp,
};
use crate::kube::{
    managed_cluster::ManagedCluster,
    names::Symbol,
    placement::ClusterSelector,
    selector::{Finding, LabelSelector, field_of},
    taint::{Taint, TaintEffect},
};

/// One requirement of a predicate, held against the cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RequirementResult {
    /// What it looks at.
    pub on: RequirementOn,
    /// The label's or claim's key; the expression of CEL.
    pub key: String,
    /// `=` of `matchLabels`; `In`, `NotIn`, `Exists`, `DoesNotExist`; empty for CEL.
    pub operator: String,
    /// The values asked for.
    pub values: Vec<String>,
    /// The cluster's value; null where it has none. For CEL `true`, `false` or `error`.
    pub actual: Option<String>,
    /// Whether it holds.
    pub holds: bool,
    /// The field in the placement.
    pub path: String,
}

/// What a requirement looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RequirementOn {
    /// A label.
    Label,
    /// A cluster claim.
    Claim,
    /// The whole object, through CEL.
    Cel,
}

/// One predicate: all of its requirements must hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PredicateResult {
    /// Whether all hold. False where the predicate is misconfigured.
    pub matches: bool,
    /// In the order of the text: labels, claims, CEL.
    pub requirements: Vec<RequirementResult>,
    /// The field in the placement.
    pub path: String,
}

/// One toleration that does not hold for a taint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RejectedToleration {
    /// Its index in the placement.
    #[cfg_attr(test, ts(type = "number"))]
    pub toleration: usize,
    /// Why it does not hold.
    pub why: Rejection,
}

/// One taint of the cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TaintResult {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Its effect.
    pub effect: String,
    /// The field in the cluster.
    pub path: String,
    /// Whether it lets the cluster through.
    pub tolerated: bool,
    /// Index of the toleration that holds; null where none does or the taint has no effect here.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub toleration: Option<usize>,
    /// When that toleration ends, RFC 3339; null where it does not.
    pub expires: Option<String>,
    /// The tolerations that were tried in vain, in order.
    pub rejected: Vec<RejectedToleration>,
}

/// One prioritizer's part in the total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoreTerm {
    /// The prioritizer.
    pub name: String,
    /// The score; null where there is none, which counts 0.
    pub raw: Option<Number>,
    /// The weight in force.
    pub weight: i32,
    /// Weight x score.
    pub product: Number,
    /// What is remarkable about it.
    pub note: Option<String>,
}

/// Whether a cluster is a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Candidacy {
    /// Whether it is.
    pub is: bool,
    /// Why.
    pub why: CandidacyReason,
    /// The eligible sets that it is in, sorted.
    pub sets: Vec<String>,
}

/// Why a cluster is a candidate, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CandidacyReason {
    /// There are neither sets nor bindings.
    AllClusters,
    /// It is in an eligible set.
    InSet,
    /// It is in none.
    NoSet,
    /// It is being deleted.
    Deleting,
    /// Every cluster was given to the filters.
    Given,
}

/// One prioritizer's part in a [`Gap`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GapTerm {
    /// The prioritizer.
    pub name: String,
    /// By how much the last selected cluster's product is larger.
    pub difference: Number,
}

/// How far a cluster is from the last selected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Gap {
    /// The last selected cluster.
    pub to: String,
    /// By how much its total is larger; 0 where only the name decided.
    pub total: Number,
    /// The same, prioritizer by prioritizer.
    pub terms: Vec<GapTerm>,
}

/// Everything about one cluster. (Where it stands in the text is for the reader's layer to add.)
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClusterExplanation {
    /// Index of the cluster in the text.
    pub cluster: u32,
    /// Its name.
    pub name: String,
    /// What became of it.
    pub state: ClusterState,
    /// Whether it is a candidate, and why.
    pub candidate: Candidacy,
    /// The predicates, `ORed`; empty where the placement has none or the cluster is no candidate.
    pub predicates: Vec<PredicateResult>,
    /// The taints, also where a predicate dropped the cluster already; empty where it is no
    /// candidate.
    pub taints: Vec<TaintResult>,
    /// The active prioritizers; empty where the cluster is not feasible or nothing was scored.
    pub scores: Vec<ScoreTerm>,
    /// The weighted sum.
    pub total: Option<Number>,
    /// From 1, among the feasible clusters.
    pub rank: Option<u32>,
    /// For a feasible cluster that was not selected: distance to the last selected one.
    pub gap: Option<Gap>,
    /// Why it is not selected; null where it is or nothing was decided.
    pub reason: Option<Reason>,
}

/// The eligible sets that a cluster is in, by name.
pub(crate) fn sets(of: &Details<'_>, cluster: &ManagedCluster) -> Vec<Symbol> {
    let membership = of.decision.candidates.membership(of.objects);
    membership.map_or_else(
        |_| Vec::new(),
        |membership| membership.of(cluster, &of.objects.names).collect(),
    )
}

pub(crate) fn explain(of: &Details<'_>, index: u32) -> Option<ClusterExplanation> {
    let cluster = of.objects.clusters.get(index as usize)?;
    let state = of.state(index);
    let candidate = candidacy(of, cluster);
    let filtered = state != ClusterState::Excluded;
    Some(ClusterExplanation {
        cluster: index,
        name: of.objects.names[cluster.name].to_owned(),
        state,
        predicates: if filtered {
            predicates(of, cluster, index)
        } else {
            Vec::new()
        },
        taints: if filtered {
            taints(of, cluster, index)
        } else {
            Vec::new()
        },
        scores: scores(of, index),
        total: of.total(index).map(Into::into),
        rank: of.rank(index),
        gap: gap(of, index),
        reason: of.reason(index),
        candidate,
    })
}

fn candidacy(of: &Details<'_>, cluster: &ManagedCluster) -> Candidacy {
    let sets = sets(of, cluster);
    let why = match of.decision.candidates.basis {
        Basis::Given => CandidacyReason::Given,
        Basis::Sets if sets.is_empty() => CandidacyReason::NoSet,
        _ if cluster.deleting => CandidacyReason::Deleting,
        Basis::Sets => CandidacyReason::InSet,
        Basis::All => CandidacyReason::AllClusters,
    };
    Candidacy {
        is: !matches!(why, CandidacyReason::NoSet | CandidacyReason::Deleting),
        why,
        sets: sets
            .into_iter()
            .map(|set| of.objects.names[set].to_owned())
            .collect(),
    }
}

fn predicates(of: &Details<'_>, cluster: &ManagedCluster, index: u32) -> Vec<PredicateResult> {
    let predicates = of.decision.placement.spec.predicates.iter().enumerate();
    predicates
        .map(|(number, selector)| predicate_result(of, cluster, index, number, selector))
        .collect()
}

fn predicate_result(
    of: &Details<'_>,
    cluster: &ManagedCluster,
    index: u32,
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
                compiled.labels.findings(&cluster.labels, names),
            ),
            (
                RequirementOn::Claim,
                "claimSelector",
                &selector.claims,
                compiled.claims.findings(&cluster.claims, names),
            ),
        ] {
            let path = format!("{path}.{field}");
            requirements.extend(requirement_results(of, on, &path, written, &found));
        }
    }
    for (place, expression) in selector.cel_expressions.iter().enumerate() {
        let cel = of.decision.options.cel.as_deref();
        let verdict = cel.and_then(|cel| {
            let columns = cel.columns.iter();
            let column = columns
                .clone()
                .position(|column| column.expression == *expression)?;
            Some(predicate::verdict(cel, column, index))
        });
        let actual = verdict.map(|verdict| format!("{verdict:?}").to_lowercase());
        requirements.push(RequirementResult {
            on: RequirementOn::Cel,
            key: expression.clone(),
            operator: String::new(),
            values: Vec::new(),
            holds: actual.as_deref() == Some("true"),
            actual,
            path: cel_path(number, place),
        });
    }
    PredicateResult {
        matches: compiled.is_ok() && requirements.iter().all(|requirement| requirement.holds),
        requirements,
        path,
    }
}

fn requirement_results(
    of: &Details<'_>,
    on: RequirementOn,
    path: &str,
    written: &LabelSelector,
    findings: &[Finding],
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
            holds: finding.holds,
            path,
        })
        .collect()
}

fn clock(of: &Details<'_>) -> Clock {
    Clock {
        now: of.decision.options.now,
        long: of.decision.options.profile.long_seconds(),
    }
}

fn taints(of: &Details<'_>, cluster: &ManagedCluster, index: u32) -> Vec<TaintResult> {
    let names = &of.objects.names;
    let tolerations = &of.decision.placement.spec.tolerations;
    let own = of.decision.history.is_own(index);
    let clock = clock(of);
    let taints = cluster.taints.iter().enumerate();
    taints
        .map(|(place, taint)| {
            let judgement = judge(taint, tolerations, own, clock, &mut Window::default());
            // A taint without effect tries no toleration.
            let tried = match (judgement.tolerated, judgement.toleration) {
                (true, tried) => tried.unwrap_or(0),
                (false, _) => tolerations.len(),
            };
            let rejected = tolerations.iter().enumerate().take(tried);
            TaintResult {
                key: names[taint.key].to_owned(),
                value: names[taint.value].to_owned(),
                effect: effect(of, taint.effect).to_owned(),
                path: format!("spec.taints[{place}]"),
                tolerated: judgement.tolerated,
                toleration: judgement.toleration,
                expires: judgement.expires.map(|end| end.to_string()),
                rejected: rejected
                    .filter_map(|(toleration, candidate)| {
                        let why = taint_toleration::rejection(candidate, taint, clock)?;
                        Some(RejectedToleration { toleration, why })
                    })
                    .collect(),
            }
        })
        .collect()
}

fn effect<'a>(of: &Details<'a>, effect: TaintEffect) -> &'a str {
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

fn scores(of: &Details<'_>, index: u32) -> Vec<ScoreTerm> {
    let decision = of.decision;
    let Some(place) = decision.place(index).filter(|_| decision.scored.is_some()) else {
        return Vec::new();
    };
    let scorers = decision.scorers();
    scorers
        .map(|(entry, column)| {
            let raw = column.and_then(|column| column.get(place));
            let note = match column {
                None => Some("spread is not computed here yet"),
                Some(column) if column.is_expired(place as u32) => Some("expired"),
                Some(_) if raw.is_none() => Some("no score"),
                Some(_) => None,
            };
            let product = product(raw.unwrap_or(0), entry.weight, decision.options.profile);
            ScoreTerm {
                name: entry.name.clone(),
                raw: raw.map(Into::into),
                weight: entry.weight,
                product: product.into(),
                note: note.map(str::to_owned),
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

fn gap(of: &Details<'_>, index: u32) -> Option<Gap> {
    let (selection, fleet) = of.decision.selection()?;
    if of.state(index) != ClusterState::Feasible {
        return None;
    }
    let last = selection.last(fleet)?;
    let difference = |a: i64, b: i64| clamp(i128::from(a) - i128::from(b)).into();
    let own = scores(of, index);
    let terms = scores(of, last).into_iter().zip(own);
    Some(Gap {
        to: cluster_name(of.objects, last).to_owned(),
        total: difference(of.total(last)?, of.total(index)?),
        terms: terms
            .map(|(last, own)| GapTerm {
                difference: difference(last.product.0, own.product.0),
                name: last.name,
            })
            .collect(),
    })
}

/// Why a candidate is not feasible.
pub(crate) fn filter_reason(of: &Details<'_>, index: u32) -> Reason {
    let decision = of.decision;
    let predicate = |message| Reason::Predicate { message };
    let Some(cluster) = of.objects.clusters.get(index as usize) else {
        return predicate(String::new());
    };
    if let Some(Err(FilterError::Misconfigured(message))) = decision.matched.as_deref() {
        return predicate(message.clone());
    }
    if decision.matched().binary_search(&index).is_err() {
        return predicate(predicate_message(&predicates(of, cluster, index)));
    }
    let tolerated = decision.tolerated.as_deref().map(|t| &t.clusters);
    if let Some(Err(FilterError::Misconfigured(message))) = tolerated {
        return Reason::Taint {
            message: message.clone(),
        };
    }
    let results = taints(of, cluster, index);
    let failing = cluster
        .taints
        .iter()
        .zip(&results)
        .find(|(_, r)| !r.tolerated);
    Reason::Taint {
        message: failing.map_or_else(String::new, |(taint, result)| {
            taint_message(of, taint, result)
        }),
    }
}

/// The first requirement that fails, in words.
fn predicate_message(predicates: &[PredicateResult]) -> String {
    let failing = predicates
        .iter()
        .find_map(|predicate| predicate.requirements.iter().find(|r| !r.holds));
    let message = failing.map_or_else(String::new, requirement_message);
    match predicates.len().saturating_sub(1) {
        0 => message,
        1 => format!("{message}; the other predicate does not match either"),
        others => format!("{message}; the other {others} predicates do not match either"),
    }
}

fn requirement_message(requirement: &RequirementResult) -> String {
    let RequirementResult {
        on, key, values, ..
    } = requirement;
    let what = match on {
        RequirementOn::Label => "label",
        RequirementOn::Claim => "claim",
        RequirementOn::Cel => {
            let actual = requirement.actual.as_deref().unwrap_or("not evaluated");
            return format!("`{key}` is {actual}");
        }
    };
    let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    let values = values.join(", ");
    let actual = requirement.actual.as_deref();
    let is = actual.map_or_else(
        || "is missing".to_owned(),
        |actual| format!("is `{actual}`"),
    );
    match requirement.operator.as_str() {
        "Exists" => format!("{what} `{key}` is missing"),
        "DoesNotExist" => format!("{what} `{key}` {is}, but must not exist"),
        "NotIn" => format!("{what} `{key}` {is}, but must not be one of {values}"),
        "In" => format!("{what} `{key}` {is}, but must be one of {values}"),
        _ => format!("{what} `{key}` {is}, but must be {values}"),
    }
}

fn taint_message(of: &Details<'_>, taint: &Taint, result: &TaintResult) -> String {
    let TaintResult {
        key, value, effect, ..
    } = result;
    let name = if value.is_empty() {
        format!("`{key}:{effect}`")
    } else {
        format!("`{key}={value}:{effect}`")
    };
    let expired = result
        .rejected
        .iter()
        .find(|rejected| rejected.why == Rejection::Expired);
    let Some(expired) = expired else {
        return format!("taint {name} is not tolerated");
    };
    let tolerations = &of.decision.placement.spec.tolerations;
    let expiry = tolerations
        .get(expired.toleration)
        .map(|toleration| toleration.expiry(taint, clock(of).long));
    match expiry {
        Some(crate::kube::taint::Expiry::At(end)) => {
            format!("taint {name} was tolerated until {end}")
        }
        _ => format!("taint {name} has no `timeAdded`, so its toleration has ended"),
    }
}
