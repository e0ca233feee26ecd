//! Edits that make clusters feasible: taints, labels, claims, predicates.

use schedscope_objects::{
    clusters::Cluster,
    diagnostic::ObjectName,
    labels::LabelSlice,
    names::Symbol,
    placement::ClusterSelector,
    selector::{LabelSelector, Requirement, RequirementMatch},
    taint::{LongSeconds, Taint, TaintEffect, Toleration},
};
use schedscope_placement::{
    filter::{
        predicate::Predicate,
        taint_toleration::{TaintRules, judge},
    },
    window::ValidityWindow,
};

use super::{Candidates, EditSource};
use crate::{
    Edit, Family, Step, StepSize, Value,
    edit::path,
    placement::{cluster_name, placement_name},
    search::{Absence, Candidate},
};

/// The value for a label that only has to exist.
pub(super) const ANY: &str = "true";

/// A requirement of a selector, evaluated for a cluster.
pub(super) struct Failing<'a> {
    /// The index of the predicate; 0 for a cluster set.
    pub(super) predicate: usize,
    /// Whether it selects labels, not claims.
    pub(super) of_labels: bool,
    /// The result of the evaluation.
    pub(super) found: RequirementMatch,
    /// The requirement, as written.
    pub(super) written: Written<'a>,
}

/// An entry of `matchLabels`, or an item of `matchExpressions` with its index.
pub(super) type Written<'a> = Result<(Symbol, Symbol), (usize, &'a Requirement)>;

impl EditSource<'_> {
    /// The wanted clusters that match no predicate. (Sets are a separate family: a cluster may need both.)
    fn unmatched(&self) -> Vec<Cluster<'_>> {
        let matched = self.decision.matched();
        let predicates = &self.decision.placement.spec.predicates;
        let wanted = self.want.selects.iter().copied();
        let ids = wanted.filter(|id| matched.binary_search(id).is_err());
        let clusters = ids.filter_map(|id| self.objects.clusters.get(id));
        let fails = |cluster: &Cluster<'_>| {
            let mut all = predicates.iter().enumerate();
            all.all(|(index, selector)| {
                !selector.cel_expressions.is_empty() || !self.failing(index, *cluster).is_empty()
            })
        };
        clusters.filter(fails).collect()
    }

    /// What may keep the wanted clusters out, one after another: the families that change it.
    pub(in crate::placement) fn obstacles(&self) -> Vec<&'static [Family]> {
        let available = self.decision.available();
        let mut wanted = self.want.selects.iter();
        let mut all: Vec<&[Family]> = Vec::new();
        if wanted.any(|id| available.binary_search(id).is_err()) {
            // Labels select clusters for a set, too.
            all.push(&[Family::Set, Family::Label]);
        }
        if !self.unmatched().is_empty() {
            // The labels for a set can be those of a predicate.
            all.push(&[
                Family::Label,
                Family::Claim,
                Family::Predicate,
                Family::Name,
                Family::Set,
            ]);
        }
        all.push(&[Family::Toleration, Family::Taint]);
        all
    }

    /// One candidate with tolerations for all taints that keep wanted clusters out.
    pub(super) fn tolerations(&self) -> Result<Candidates, Absence> {
        let decision = self.decision;
        let tolerations = &decision.placement.spec.tolerations;
        let rules = TaintRules {
            now: decision.options.now,
            long: if tolerations.iter().any(Toleration::is_long) {
                decision.options.profile.long_seconds()
            } else {
                LongSeconds::Saturate
            },
        };
        let mut taints: Vec<&Taint> = Vec::new();
        for &id in &self.want.selects {
            let own = decision.recorded.is_own(id);
            let Some(cluster) = self.objects.clusters.get(id) else {
                continue;
            };
            for taint in cluster.taints() {
                let mut window = ValidityWindow::default();
                let same = |other: &&Taint| {
                    (other.key, other.value, other.effect) == (taint.key, taint.value, taint.effect)
                };
                if !judge(taint, tolerations, own, rules, &mut window).tolerated
                    && !taints.iter().any(same)
                {
                    taints.push(taint);
                }
            }
        }
        let edits = taints.into_iter().enumerate().map(|(at, taint)| {
            let mut way = path("spec.tolerations");
            way.push(Step::Index(tolerations.len() + at));
            let toleration = self.toleration(taint);
            self.placement_edit(Family::Toleration, way, None, Some(toleration))
        });
        let edits: Candidate = edits.collect();
        if edits.is_empty() {
            return Err(Absence::NotNeeded);
        }
        Ok(Candidates::all(vec![edits]))
    }

    fn toleration(&self, taint: &Taint) -> Value {
        let names = &self.objects.names;
        let mut fields = vec![("key", &names[taint.key])];
        if taint.value.is_empty() {
            fields.push(("operator", "Exists"));
        } else {
            fields.extend([("operator", "Equal"), ("value", &names[taint.value])]);
        }
        let effect = match taint.effect {
            TaintEffect::NoSelect => "NoSelect",
            TaintEffect::NoSelectIfNew => "NoSelectIfNew",
            TaintEffect::Other(effect) => &names[effect],
            _ => "",
        };
        if !effect.is_empty() {
            fields.push(("effect", effect));
        }
        let fields = fields
            .into_iter()
            .map(|(key, value)| (key.to_owned(), Value::text(value)));
        Value::Map(fields.collect())
    }

    /// Labels and claims that wanted clusters need to match a predicate: for each predicate, with each value of an
    /// `In`. Candidates that edit a claim belong to the family `claim`.
    pub(super) fn labels(&self, family: Family) -> Result<Candidates, Absence> {
        let predicates = &self.decision.placement.spec.predicates;
        if predicates
            .iter()
            .any(|predicate| !predicate.cel_expressions.is_empty())
        {
            return Err(Absence::Cel);
        }
        let mut choices = Vec::new();
        let unmatched = self.unmatched();
        for &id in &self.want.selects {
            let Some(cluster) = self.objects.clusters.get(id) else {
                continue;
            };
            let mut own: Vec<Candidate> = Vec::new();
            if unmatched.iter().any(|one| one.name() == cluster.name()) {
                for index in 0..predicates.len() {
                    own.extend(self.meeting(cluster, &self.failing(index, cluster)));
                }
            }
            if family == Family::Label {
                own.extend(self.set_labels(id, cluster));
            }
            if !own.is_empty() {
                choices.push(own);
            }
        }
        if choices.is_empty() && unmatched.is_empty() {
            return Err(Absence::NotNeeded);
        }
        let mut all = Candidates::every(&choices);
        all.list.retain(|edits| {
            let claims = edits.iter().any(|edit| edit.family == Family::Claim);
            claims == (family == Family::Claim)
        });
        Ok(all)
    }

    /// The edits of a cluster after which it meets all of some requirements, for each choice of values.
    pub(super) fn meeting(&self, cluster: Cluster<'_>, failing: &[Failing<'_>]) -> Vec<Candidate> {
        let most = failing.iter().map(Failing::choices).max().unwrap_or(0);
        let choices = (0..most).map(|choice| {
            let edits = failing.iter();
            edits
                .map(|one| self.label_edit(cluster, one, choice))
                .collect::<Option<Candidate>>()
        });
        choices.flatten().collect()
    }

    /// The requirements of a predicate that a cluster does not meet.
    fn failing(&self, index: usize, cluster: Cluster<'_>) -> Vec<Failing<'_>> {
        self.required(index, cluster, false)
    }

    /// The requirements of a predicate that a cluster meets (`holds`) or does not meet.
    pub(super) fn required(
        &self,
        index: usize,
        cluster: Cluster<'_>,
        holds: bool,
    ) -> Vec<Failing<'_>> {
        let predicates = &self.decision.placement.spec.predicates;
        let names = &self.objects.names;
        let Some((selector, Ok(compiled))) = predicates
            .get(index)
            .map(|selector| (selector, Predicate::without_cel(selector, names)))
        else {
            return Vec::new();
        };
        let ClusterSelector { labels, claims, .. } = selector;
        let mut failing = Vec::new();
        let parts = [
            (labels, &compiled.labels, cluster.labels(), true),
            (claims, &compiled.claims, cluster.claims(), false),
        ];
        for (written, compiled, has, of_labels) in parts {
            let found = compiled.findings(has, names).into_iter().enumerate();
            for (at, found) in found.filter(|(_, found)| found.holds == holds) {
                let part = part(written, at);
                failing.extend(part.map(|written| Failing {
                    predicate: index,
                    of_labels,
                    found,
                    written,
                }));
            }
        }
        failing
    }

    /// The edit of a cluster after which it meets a requirement, with one of the allowed values.
    fn label_edit(
        &self,
        cluster: Cluster<'_>,
        failing: &Failing<'_>,
        choice: usize,
    ) -> Option<Edit> {
        let names = &self.objects.names;
        let key = &names[failing.found.key];
        let value = match failing.written {
            Ok((_, value)) => Some(&names[value]),
            Err((_, requirement)) => match &*requirement.operator {
                "In" => {
                    let at = choice.min(requirement.values.len().checked_sub(1)?);
                    Some(&names[requirement.values[at]])
                }
                "Exists" => Some(ANY),
                _ => None,
            },
        };
        let name = cluster_name(&names[cluster.name()]);
        let old = failing.found.actual.map(|actual| &names[actual]);
        Some(if failing.of_labels {
            label(name, key, old, value)
        } else {
            claim(name, cluster.claims(), failing.found.key, (key, old, value))
        })
    }

    /// Removes a failing requirement, or adds a value to an `In`.
    pub(super) fn predicates(&self) -> Result<Candidates, Absence> {
        let predicates = &self.decision.placement.spec.predicates;
        let unmatched = self.unmatched();
        if predicates.is_empty() || unmatched.is_empty() {
            return Err(Absence::NotNeeded);
        }
        let names = &self.objects.names;
        let mut list: Vec<Candidate> = Vec::new();
        for cluster in unmatched {
            for index in 0..predicates.len() {
                for failing in self.failing(index, cluster) {
                    let mut way = failing.way();
                    let old;
                    match failing.written {
                        Ok((key, value)) => {
                            way.extend(path("matchLabels"));
                            way.push(Step::Key(names[key].to_owned()));
                            old = Value::text(&names[value]);
                        }
                        Err((at, requirement)) => {
                            way.extend(path("matchExpressions"));
                            way.push(Step::Index(at));
                            old = self.requirement(requirement);
                            if let ("In", Some(actual)) =
                                (&*requirement.operator, failing.found.actual)
                            {
                                let mut way = way.clone();
                                way.extend(path("values"));
                                way.push(Step::Index(requirement.values.len()));
                                let new = Value::text(&names[actual]);
                                let edit =
                                    self.placement_edit(Family::Predicate, way, None, Some(new));
                                list.push(vec![edit]);
                            }
                        }
                    }
                    list.push(vec![self.placement_edit(
                        Family::Predicate,
                        way,
                        Some(old),
                        None,
                    )]);
                }
            }
        }
        if list.is_empty() {
            let available = self.decision.available();
            let mut wanted = self.want.selects.iter();
            // CEL expressions are evaluated only for candidates.
            let is_outside = wanted.any(|id| available.binary_search(id).is_ok());
            return Err(if is_outside {
                Absence::CelFails
            } else {
                Absence::NotNeeded
            });
        }
        Ok(Candidates::distinct(list))
    }

    fn requirement(&self, requirement: &Requirement) -> Value {
        let names = &self.objects.names;
        let mut fields = vec![
            ("key".to_owned(), Value::text(&names[requirement.key])),
            ("operator".to_owned(), Value::text(&requirement.operator)),
        ];
        if !requirement.values.is_empty() {
            let values = requirement
                .values
                .iter()
                .map(|value| Value::text(&names[*value]));
            fields.push(("values".to_owned(), Value::List(values.collect())));
        }
        Value::Map(fields)
    }

    /// An edit of the placement that changes no number.
    pub(super) fn placement_edit(
        &self,
        family: Family,
        path: Vec<Step>,
        old: Option<Value>,
        new: Option<Value>,
    ) -> Edit {
        Edit {
            family,
            object: placement_name(&self.decision.placement, &self.objects.names),
            path,
            old,
            new,
            subject: String::new(),
            model: None,
            pods: 1,
            numbers: None,
            step: StepSize::of(0),
        }
    }
}

impl Failing<'_> {
    /// The path of its selector.
    pub(super) fn way(&self) -> Vec<Step> {
        selector_path(self.predicate, self.of_labels)
    }

    /// How many of the listed values meet the requirement.
    fn choices(&self) -> usize {
        match self.written {
            Err((_, requirement)) if requirement.operator == "In" => requirement.values.len(),
            _ => 1,
        }
    }
}

/// The path of the selector of labels or claims of a predicate.
pub(super) fn selector_path(predicate: usize, of_labels: bool) -> Vec<Step> {
    let mut way = path("spec.predicates");
    way.push(Step::Index(predicate));
    way.extend(path("requiredClusterSelector"));
    way.extend(path(if of_labels {
        "labelSelector"
    } else {
        "claimSelector"
    }));
    way
}

/// The part of a selector with the index of a finding.
pub(super) fn part(selector: &LabelSelector, at: usize) -> Option<Written<'_>> {
    let beyond = at.checked_sub(selector.match_labels.len());
    match beyond {
        Some(at) => Some(Err((at, selector.match_expressions.get(at)?))),
        None => selector.match_labels.get(at).copied().map(Ok),
    }
}

/// The edit of a label of a cluster; `new` is `None` to remove it.
pub(super) fn label(object: ObjectName, key: &str, old: Option<&str>, new: Option<&str>) -> Edit {
    let mut way = path("metadata.labels");
    way.push(Step::Key(key.to_owned()));
    Edit {
        family: Family::Label,
        object,
        path: way,
        old: old.map(Value::text),
        new: new.map(Value::text),
        subject: String::new(),
        model: None,
        pods: 1,
        numbers: None,
        step: StepSize::of(0),
    }
}

pub(super) fn claim(
    object: ObjectName,
    claims: LabelSlice<'_>,
    symbol: Symbol,
    (key, old, new): (&str, Option<&str>, Option<&str>),
) -> Edit {
    let known = claims.0.iter().position(|(claim, _)| *claim == symbol);
    let mut way = path("status.clusterClaims");
    way.push(Step::Index(known.unwrap_or(claims.0.len())));
    let whole =
        |value: &str| Value::map([("name", Value::text(key)), ("value", Value::text(value))]);
    let (old, new) = match (known, new) {
        (Some(_), Some(new)) => {
            way.push(Step::Key("value".to_owned()));
            (old.map(Value::text), Some(Value::text(new)))
        }
        (_, new) => (old.map(whole), new.map(whole)),
    };
    let subject = key.to_owned();
    Edit {
        family: Family::Claim,
        object,
        path: way,
        old,
        new,
        subject,
        model: None,
        pods: 1,
        numbers: None,
        step: StepSize::of(0),
    }
}
