//! New pods that the API server does not take because of their namespace or their runtime class.
//!
//! Source: `plugin/pkg/admission/runtimeclass` and `plugin/pkg/admission/namespace/lifecycle` of Kubernetes 1.35.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use schedscope_objects::{
    cluster_context::RuntimeClass,
    diagnostic::{DiagnosticCode, Severity},
    managed_cluster::Resources,
    names::{Names, Symbol},
    objects::Objects,
    pod::Pod,
};

use super::{DiagnosticPath, ReferenceCheck, ReferenceProblem, UnplacedDiagnostic};
use crate::decode::LocatedObject;

/// Why the API server refuses a new pod that names a runtime class.
#[derive(Clone, Copy)]
pub(super) enum RuntimeRefusal {
    /// The pod sets `overhead`, and the class defines none.
    NoOverhead(Symbol),
    /// The pod sets another `overhead` than the class.
    Overhead(Symbol),
    /// A key of `nodeSelector` for which the pod and the class require different values.
    NodeSelector {
        class: Symbol,
        key: Symbol,
        own: Symbol,
        required: Symbol,
    },
}

impl RuntimeRefusal {
    /// The first reason; `None`: the pod agrees with its class.
    fn of(pod: &Pod, class: &RuntimeClass) -> Option<Self> {
        if !pod.overhead.0.is_empty() && !is_same(&pod.overhead, &class.overhead) {
            return Some(if class.overhead.0.is_empty() {
                Self::NoOverhead(class.name)
            } else {
                Self::Overhead(class.name)
            });
        }
        class.node_selector.0.iter().find_map(|(key, required)| {
            let own = pod.node_selector.get(*key)?;
            (own != *required).then_some(Self::NodeSelector {
                class: class.name,
                key: *key,
                own,
                required: *required,
            })
        })
    }

    /// The field of a pod, and of a template.
    fn paths(self) -> [&'static str; 2] {
        match self {
            Self::NoOverhead(_) | Self::Overhead(_) => {
                ["spec.overhead", "spec.template.spec.overhead"]
            }
            Self::NodeSelector { .. } => ["spec.nodeSelector", "spec.template.spec.nodeSelector"],
        }
    }

    pub(super) fn message(self, names: &Names) -> String {
        match self {
            Self::NoOverhead(class) => format!(
                "is set, and RuntimeClass `{}` defines none: the API server refuses the pod",
                &names[class]
            ),
            Self::Overhead(class) => format!(
                "differs from `overhead.podFixed` of RuntimeClass `{}`: the API server refuses the pod",
                &names[class]
            ),
            Self::NodeSelector {
                class,
                key,
                own,
                required,
            } => {
                let [class, key, own, required] = [class, key, own, required].map(|of| &names[of]);
                format!(
                    "requires `{key}: {own}`, and RuntimeClass `{class}` requires `{key}: {required}`: the API server \
                     refuses the pod"
                )
            }
        }
    }
}

/// Whether two lists have the same amounts.
fn is_same(one: &Resources, other: &Resources) -> bool {
    one.0.len() == other.0.len()
        && one.0.iter().all(|(name, amount)| {
            let of_other = other.get(*name);
            of_other.is_some_and(|of_other| amount.compare(of_other).is_eq())
        })
}

impl<'r> ReferenceCheck<'r> {
    /// Reports a new pod that the API server does not take. `is_template`: the pod is a workload's template.
    pub(super) fn admit_new(
        &mut self,
        pod: &Pod,
        (piece, located): (usize, &'r LocatedObject),
        is_template: bool,
        objects: &Objects,
    ) {
        let mut refuse = |path, problem| {
            self.found.push(UnplacedDiagnostic {
                piece,
                located,
                severity: Severity::Error,
                code: DiagnosticCode::InvalidValue,
                path: DiagnosticPath::Field(path),
                problem,
            });
        };
        let mut namespaces = objects.namespaces.iter();
        // A workload may be as old as its namespace.
        if !is_template && namespaces.any(|one| one.deleting && one.name == pod.namespace) {
            let problem = ReferenceProblem::EndingNamespace(pod.namespace);
            refuse("metadata.namespace", problem);
        }
        if pod.runtime_class.is_empty() {
            return;
        }
        let mut classes = objects.runtime_classes.iter();
        let class = classes.find(|class| class.name == pod.runtime_class);
        if let Some(refusal) = class.and_then(|class| RuntimeRefusal::of(pod, class)) {
            let path = refusal.paths()[usize::from(is_template)];
            refuse(path, ReferenceProblem::Runtime(refusal));
        }
    }
}

/// The inputs of the checks of a new pod with a runtime class: its class, and a hash of the fields that are compared.
pub(super) fn own_runtime(pod: &Pod) -> Option<(Symbol, Symbol, i64)> {
    let hash = || hash_of(&pod.overhead, &pod.node_selector.0);
    (!pod.runtime_class.is_empty()).then(|| (pod.runtime_class, Symbol::EMPTY, hash()))
}

/// The same of a runtime class.
pub(super) fn of_class(class: &RuntimeClass) -> (Symbol, Symbol, i64) {
    let hash = hash_of(&class.overhead, &class.node_selector.0);
    (class.name, Symbol::EMPTY, hash)
}

fn hash_of(overhead: &Resources, selector: &[(Symbol, Symbol)]) -> i64 {
    let mut hasher = FxHasher::default();
    for (name, amount) in &overhead.0 {
        (name.index(), amount.to_string()).hash(&mut hasher);
    }
    for (key, value) in selector {
        (key.index(), value.index()).hash(&mut hasher);
    }
    hasher.finish() as i64
}
