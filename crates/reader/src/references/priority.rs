//! Priorities of new pods, which the API server computes itself.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    names::Symbol,
    objects::Objects,
    pod::Pod,
    policy::{AdmittedPriority, PriorityRefusal},
};

use super::{DiagnosticPath, ReferenceCheck, ReferenceProblem, UnplacedDiagnostic};
use crate::decode::LocatedObject;

impl<'r> ReferenceCheck<'r> {
    /// Reports a priority other than the one that the API server computes from the pod's class. `is_template`: the pod
    /// is a workload's template.
    pub(super) fn admit(
        &mut self,
        pod: &Pod,
        (piece, located): (usize, &'r LocatedObject),
        is_template: bool,
        objects: &Objects,
    ) {
        if !is_template && !pod.is_new() || pod.priority.is_none() && pod.preemption.is_none() {
            return;
        }
        let classes = &objects.priority_classes;
        let admitted = AdmittedPriority::of(pod.priority_class, classes, &objects.names);
        if let Some(refusal) = admitted.and_then(|admitted| admitted.refuses(pod)) {
            let path = match (is_template, refusal) {
                (false, PriorityRefusal::Priority(..)) => "spec.priority",
                (false, PriorityRefusal::Preemption(..)) => "spec.preemptionPolicy",
                (true, PriorityRefusal::Priority(..)) => "spec.template.spec.priority",
                (true, PriorityRefusal::Preemption(..)) => "spec.template.spec.preemptionPolicy",
            };
            self.found.push(UnplacedDiagnostic {
                piece,
                located,
                severity: Severity::Error,
                code: DiagnosticCode::InvalidValue,
                path: DiagnosticPath::Field(path),
                problem: ReferenceProblem::Priority(refusal),
            });
        }
    }
}

/// The inputs of the check of a pod's own priority: its class, its `priority` and its `preemptionPolicy`.
pub(super) fn own_priority(pod: &Pod, is_template: bool) -> Option<(Symbol, Symbol, i64)> {
    let says = pod.priority.is_some() || pod.preemption.is_some();
    // Odd if `priority` is set, even to 0.
    let priority = pod.priority.map_or(0, |own| 2 * i64::from(own) + 1);
    let own = priority * 4 + pod.preemption.map_or(0, |policy| 1 + policy as i64);
    (says && (is_template || pod.is_new())).then_some((pod.priority_class, Symbol::EMPTY, own))
}
