//! Edits of spread constraints.

use schedscope_objects::placement::{SpreadConstraint, WhenUnsatisfiable};

use super::{ALL_COUNTS, Candidates, EditSource};
use crate::{Edit, Family, Step, StepSize, Value, edit::path, search::Absence};

impl EditSource<'_> {
    /// The edit of a field of a spread constraint; an empty key means the whole constraint.
    fn term_edit(
        &self,
        term: &SpreadConstraint,
        key: &str,
        (old, new): (Value, Option<Value>),
        step: u64,
    ) -> Edit {
        let mut way = path("spec.spreadPolicy.spreadConstraints");
        way.push(Step::Index(term.index));
        way.extend(path(key));
        Edit {
            subject: self.objects.names[term.topology_key].to_owned(),
            step: StepSize::of(step),
            ..self.placement_edit(Family::Skew, way, Some(old), new)
        }
    }

    /// The edit that sets `maxSkew` of a spread constraint.
    pub(in crate::placement) fn max_skew(&self, term: &SpreadConstraint, new: i64) -> Edit {
        let old = i64::from(term.max_skew);
        let values = (Value::Integer(old), Some(Value::Integer(new)));
        Edit {
            numbers: Some((Some(old), Some(new))),
            ..self.term_edit(term, "maxSkew", values, new.abs_diff(old))
        }
    }

    /// For hard constraints, every `maxSkew` from 1 to the number of feasible clusters, but at most `ALL_COUNTS`. For
    /// every constraint, the other `whenUnsatisfiable`, and its removal. Another `whenUnsatisfiable` counts as a larger
    /// step than any `maxSkew`, and a removal as a still larger one.
    pub(super) fn skews(&self) -> Result<Candidates, Absence> {
        let terms = &self.decision.placement.spec.spread_constraints;
        if self.decision.spread_run().is_none() {
            return Err(Absence::Nothing);
        }
        let clusters = self.decision.feasible().len();
        let most = clusters.clamp(1, ALL_COUNTS) as i32;
        let mut list = Vec::new();
        for term in terms {
            let is_hard = term.when_unsatisfiable == WhenUnsatisfiable::DoNotSchedule;
            for new in (1..=most).filter(|new| is_hard && *new != term.max_skew) {
                list.push(vec![self.max_skew(term, i64::from(new))]);
            }
            let other = if is_hard {
                WhenUnsatisfiable::ScheduleAnyway
            } else {
                WhenUnsatisfiable::DoNotSchedule
            };
            let beyond = (clusters as u64).max(u64::from(term.max_skew.unsigned_abs())) + 1;
            let action = |when: WhenUnsatisfiable| Value::text(when.name());
            let values = (action(term.when_unsatisfiable), Some(action(other)));
            list.push(vec![self.term_edit(
                term,
                "whenUnsatisfiable",
                values,
                beyond,
            )]);
            let whole = Value::map([
                (
                    "topologyKey",
                    Value::text(&self.objects.names[term.topology_key]),
                ),
                ("maxSkew", Value::Integer(i64::from(term.max_skew))),
            ]);
            list.push(vec![self.term_edit(term, "", (whole, None), beyond + 1)]);
        }
        Ok(Candidates {
            list,
            whole: clusters <= ALL_COUNTS,
        })
    }
}
