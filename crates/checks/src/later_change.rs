//! What a release of Kubernetes that is not modelled yet answers otherwise.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::{ObjectName, Severity, TextRange},
    pod::Pod,
    selector::LabelSelector,
    words,
};
use schedscope_pods::snapshot::PodInfo;

use crate::{
    Check, Fact, MOST,
    context::{About, Context, Pods, Which},
};

pub(crate) const CHECK: Check = Check::after(Severity::Info, rule);

words! {
    /// A change of Kubernetes 1.38 (alpha). `empty-spread-selector`: a topology spread constraint with
    /// `labelSelector: {}` counts all pods of the namespace; before, none. `empty-budget-selector`: preemption applies
    /// a `PodDisruptionBudget` with `selector: {}` to every pod of its namespace; before, to none.
    pub enum LaterChangeKind {
        /// A topology spread constraint with `labelSelector: {}` counts all pods of the namespace.
        EmptySpreadSelector = "empty-spread-selector",
        /// Preemption applies a `PodDisruptionBudget` with `selector: {}` to every pod of its namespace.
        EmptyBudgetSelector = "empty-budget-selector",
    }
}

/// Something of the input that a later release of Kubernetes reads otherwise.
#[answer(Eq)]
pub struct LaterChange {
    /// The change.
    pub change: LaterChangeKind,
    /// The release, such as `1.38`.
    pub version: &'static str,
    /// The object with the field.
    pub object: ObjectName,
    /// The path of the field.
    pub path: String,
    /// The range of the field; `null` if the input does not have it.
    pub range: Option<TextRange>,
}

/// The release that is announced.
const LATER: &str = "1.38";

/// O(pods + budgets) if a pod has an empty selector, else O(budgets).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let About::Pods(pods) = &context.about else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut add = |change: LaterChangeKind, object: ObjectName, path: String| {
        if found.len() < MOST {
            let range = context.reader.locate(&object, &path, context.encoding);
            let data = LaterChange {
                change,
                version: LATER,
                object,
                path,
                range,
            };
            found.push(Fact::LaterChange { data });
        }
    };
    for (object, path) in empty_spread_selectors(pods, context) {
        add(LaterChangeKind::EmptySpreadSelector, object, path);
    }
    if pods.quotas.is_some() {
        let objects = context.reader.objects();
        let names = &objects.names;
        for budget in &objects.disruption_budgets {
            if budget
                .selector
                .as_ref()
                .is_some_and(LabelSelector::is_empty)
            {
                let object = ObjectName {
                    kind: "PodDisruptionBudget".to_owned(),
                    namespace: names[budget.namespace].to_owned(),
                    name: names[budget.name].to_owned(),
                };
                let path = "spec.selector".to_owned();
                add(LaterChangeKind::EmptyBudgetSelector, object, path);
            }
        }
    }
    found
}

/// The empty selectors of the constraints of the pods that the answer schedules, each object once.
fn empty_spread_selectors(pods: &Pods<'_>, context: &Context<'_>) -> Vec<(ObjectName, String)> {
    if pods.needs.spreading_over_all == 0 {
        return Vec::new();
    }
    let objects = context.reader.objects();
    let is_scheduled = |info: &&PodInfo| match pods.which {
        Which::All => info.is_to_schedule(),
        Which::One(_) => true,
    };
    let mut found: Vec<(ObjectName, String)> = Vec::new();
    for info in pods.snapshot.pods.iter().filter(is_scheduled) {
        let Some(at) = empty_spread_selector(&info.pod) else {
            continue;
        };
        let object = info.object(objects);
        if pods.has(&object) && !found.iter().any(|(known, _)| *known == object) {
            let template = if info.replica.is_some() {
                "spec.template."
            } else {
                ""
            };
            let path = format!("{template}spec.topologySpreadConstraints[{at}].labelSelector");
            found.push((object, path));
            if found.len() == MOST {
                break;
            }
        }
    }
    found
}

/// The index of the first topology spread constraint of a pod with an empty selector.
pub(crate) fn empty_spread_selector(pod: &Pod) -> Option<usize> {
    let constraints = &pod.constraints.as_deref()?.topology_spread;
    constraints.iter().position(|constraint| {
        let selector = constraint.selector.as_ref();
        constraint.match_label_keys.is_empty() && selector.is_some_and(LabelSelector::is_empty)
    })
}
