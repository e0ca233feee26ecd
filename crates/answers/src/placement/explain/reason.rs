//! Why a candidate is not feasible, in words made from data.

use schedscope_objects::{
    id::ClusterId,
    taint::{Expiry, Taint},
};
use schedscope_placement::filter::FilterError;

use crate::placement::{
    DecisionDetails,
    explain::{
        PredicateResult, RequirementOn, RequirementResult, TaintResult, TolerationRejection,
        build::{predicates, rules, taints},
    },
    rows::NotSelectedReason,
};

/// Why a candidate is not feasible.
pub(crate) fn filter_reason(of: &DecisionDetails<'_>, id: ClusterId) -> NotSelectedReason {
    let decision = of.decision;
    let predicate = |message| NotSelectedReason::Predicate { message };
    let Some(cluster) = of.objects.clusters.get(id) else {
        return predicate(String::new());
    };
    if let Some(Err(FilterError::Misconfigured(message))) = decision.matched.as_deref() {
        return predicate(message.clone());
    }
    if decision.matched().binary_search(&id).is_err() {
        return predicate(predicate_message(&predicates(of, cluster, id)));
    }
    let tolerated = decision.tolerated.as_deref().map(|t| &t.clusters);
    if let Some(Err(FilterError::Misconfigured(message))) = tolerated {
        return NotSelectedReason::Taint {
            message: message.clone(),
        };
    }
    let results = taints(of, cluster, id);
    let failing = cluster
        .taints()
        .iter()
        .zip(&results)
        .find(|(_, r)| !r.tolerated);
    NotSelectedReason::Taint {
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
            let expression = one_line(key);
            return match requirement.error.as_deref() {
                Some(error) => format!("`{expression}` fails: {error}"),
                None => format!("`{expression}` is {actual}"),
            };
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

/// An expression in so few characters that a sentence can hold it.
fn one_line(expression: &str) -> String {
    const MOST: usize = 80;
    let mut line = String::new();
    for word in expression.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().take(MOST + 1));
        if let Some((end, _)) = line.char_indices().nth(MOST) {
            line.truncate(end);
            line.push('…');
            break;
        }
    }
    line
}

fn taint_message(of: &DecisionDetails<'_>, taint: &Taint, result: &TaintResult) -> String {
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
        .find(|rejected| rejected.why == TolerationRejection::Expired);
    let Some(expired) = expired else {
        return format!("taint {name} is not tolerated");
    };
    let tolerations = &of.decision.placement.spec.tolerations;
    let expiry = tolerations
        .get(expired.toleration)
        .map(|toleration| toleration.expiry(taint, rules(of).long));
    match expiry {
        Some(Expiry::At(end)) => {
            format!("taint {name} was tolerated until {end}")
        }
        _ => format!("taint {name} has no `timeAdded`, so its toleration has ended"),
    }
}
