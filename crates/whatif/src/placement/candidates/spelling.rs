//! Corrections of misspelt names.

use schedscope_objects::{
    labels::LabelSlice,
    misspelt::nearest_or_abbreviated,
    names::Symbol,
    objects::Objects,
    placement::PrioritizerConfig,
    selector::{LabelSelector, Requirement},
};
use schedscope_placement::{
    Decision,
    prioritizer::{PrioritizerKind, built_ins},
};

use super::{Candidates, EditSource, Want, filters::selector_path};
use crate::{
    Edit, Family, Step, StepSize, Value,
    edit::{joined, path, path_text},
    misspelt::meant,
    search::Candidate,
};

/// A key or value of a predicate that no candidate cluster has, and that differs little from one that a candidate has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisspeltWord {
    /// The path of the word in the placement.
    pub path: String,
    /// Whether the requirement is of labels, not of claims.
    pub of_labels: bool,
    /// The key, or `key=value` if candidates have the key.
    pub required: String,
    /// The key, or `key=value`, that is probably meant.
    pub meant: String,
}

/// The misspelt words of all predicates of a placement, each with what is most likely meant. O(requirements x labels of
/// candidates).
pub fn misspelt_words(objects: &Objects, decision: &Decision) -> Vec<MisspeltWord> {
    let source = EditSource {
        objects,
        decision,
        want: &Want::default(),
    };
    let predicates = 0..decision.placement.spec.predicates.len();
    let words = predicates.flat_map(|index| source.of_predicate(index));
    words
        .filter_map(|corrections| misspelt_word(corrections.first()?.first()?))
        .collect()
}

/// The word that the first edit of a correction replaces.
fn misspelt_word(edit: &Edit) -> Option<MisspeltWord> {
    let Some(Value::Text(old)) = &edit.old else {
        return None;
    };
    let key = &edit.subject;
    let (required, meant) = match (edit.path.last()?, &edit.new) {
        (Step::Key(old), None) => (old.clone(), key.clone()),
        (_, Some(Value::Text(new))) if key.is_empty() => (old.clone(), new.clone()),
        (_, Some(Value::Text(new))) => {
            let of = |value: &str| [key, "=", value].concat();
            (of(old), of(new))
        }
        _ => return None,
    };
    Some(MisspeltWord {
        path: path_text(&edit.path),
        of_labels: edit.path.contains(&step("labelSelector")),
        required,
        meant,
    })
}

/// The corrections of one misspelt name, the most likely first.
type Corrections = Vec<Candidate>;

/// A selector of labels or claims, and what the candidate clusters have of them.
struct Spelt<'a> {
    written: &'a LabelSelector,
    path: Vec<Step>,
    of_labels: bool,
    source: &'a EditSource<'a>,
}

impl EditSource<'_> {
    /// Corrects misspelt names of prioritizers, and misspelt keys and values of predicates: each name alone, those of
    /// all prioritizers or of one predicate together, and all of them together.
    pub(super) fn spelling(&self) -> Candidates {
        let predicates = 0..self.decision.placement.spec.predicates.len();
        let mut groups = vec![self.of_prioritizers()];
        groups.extend(predicates.map(|index| self.of_predicate(index)));
        let all: Vec<Corrections> = groups.iter().flatten().cloned().collect();
        let mut list: Vec<Candidate> = all.iter().flatten().cloned().collect();
        groups.push(all);
        list.extend(groups.iter().map(|names| together(names)));
        list.retain(|candidate| !candidate.is_empty());
        Candidates::distinct(list)
    }

    /// The nearest built-in for each unknown prioritizer name, or the only one that it abbreviates.
    fn of_prioritizers(&self) -> Vec<Corrections> {
        let mut unknown = self.decision.plan.entries.iter();
        if !unknown.any(|entry| entry.kind == PrioritizerKind::Unknown) {
            return Vec::new();
        }
        let policy = self.decision.placement.spec.prioritizer_policy.as_ref();
        let configurations = policy.map_or(&[][..], |policy| &policy.configurations);
        let edits = configurations.iter().enumerate();
        let edits = edits.filter_map(|(at, config)| self.put_right(at, config));
        edits.map(|edit| vec![vec![edit]]).collect()
    }

    fn put_right(&self, at: usize, config: &PrioritizerConfig) -> Option<Edit> {
        let (key, name) = match (&config.score_coordinate, &config.name) {
            (Some(coordinate), _) if coordinate.kind == "AddOn" => return None,
            (Some(coordinate), _) => ("scoreCoordinate.builtIn", coordinate.built_in.as_str()),
            (None, name) => ("name", name.as_deref()?),
        };
        let known = built_ins(self.decision.options.profile);
        let new = nearest_or_abbreviated(name, known)?;
        let mut way = path("spec.prioritizerPolicy.configurations");
        way.push(Step::Index(at));
        way.extend(path(key));
        Some(self.correction(way, Some(name), Some(new)))
    }

    /// Keys that no candidate cluster has, and values of `matchLabels` and `In` that no candidate has for the key: each
    /// replaced by one that differs little and that a candidate has.
    fn of_predicate(&self, index: usize) -> Vec<Corrections> {
        let Some(selector) = self.decision.placement.spec.predicates.get(index) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (written, of_labels) in [(&selector.labels, true), (&selector.claims, false)] {
            let spelt = Spelt {
                written,
                path: selector_path(index, of_labels),
                of_labels,
                source: self,
            };
            let labels = written.match_labels.iter();
            found.extend(labels.map(|label| self.of_label(&spelt, *label)));
            for (at, requirement) in written.match_expressions.iter().enumerate() {
                found.extend(self.of_requirement(&spelt, (at, requirement)));
            }
        }
        found.retain(|corrections| !corrections.is_empty());
        found
    }

    fn of_label(&self, spelt: &Spelt<'_>, (key, value): (Symbol, Symbol)) -> Corrections {
        let names = &self.objects.names;
        let way = |key: &str| spelt.at([Step::Key("matchLabels".to_owned()), step(key)]);
        let old = &names[value];
        let keys = meant(key, spelt.keys(), names).into_iter();
        let is_free = |new: &&str| {
            let mut known = spelt.written.match_labels.iter();
            !known.any(|(key, _)| &names[*key] == *new)
        };
        let keys = keys.filter(is_free).map(|new| {
            let removal = Edit {
                subject: new.to_owned(),
                ..self.correction(way(&names[key]), Some(old), None)
            };
            vec![removal, self.correction(way(new), None, Some(old))]
        });
        let values = spelt.meant_values((key, value)).into_iter();
        let values = values.map(|new| {
            vec![Edit {
                subject: names[key].to_owned(),
                ..self.correction(way(&names[key]), Some(old), Some(new))
            }]
        });
        keys.chain(values).collect()
    }

    fn of_requirement(
        &self,
        spelt: &Spelt<'_>,
        (at, requirement): (usize, &Requirement),
    ) -> Vec<Corrections> {
        let names = &self.objects.names;
        let key = requirement.key;
        // No cluster is to have the key.
        if requirement.operator == "DoesNotExist" {
            return Vec::new();
        }
        let way = |more: Vec<Step>| {
            let item = [step("matchExpressions"), Step::Index(at)];
            spelt.at(item.into_iter().chain(more))
        };
        let keys = meant(key, spelt.keys(), names).into_iter();
        let keys = keys
            .map(|new| vec![self.correction(way(vec![step("key")]), Some(&names[key]), Some(new))]);
        let mut found = vec![keys.collect()];
        if requirement.operator != "In" {
            return found;
        }
        for (index, value) in requirement.values.iter().enumerate() {
            let values = spelt.meant_values((key, *value)).into_iter();
            let mut known = requirement.values.iter();
            let values = values.filter(|new| !known.any(|value| &names[*value] == *new));
            let corrections = values.map(|new| {
                let way = way(vec![step("values"), Step::Index(index)]);
                vec![Edit {
                    subject: names[key].to_owned(),
                    ..self.correction(way, Some(&names[*value]), Some(new))
                }]
            });
            found.push(corrections.collect());
        }
        found
    }

    fn correction(&self, way: Vec<Step>, old: Option<&str>, new: Option<&str>) -> Edit {
        Edit {
            step: StepSize::of(1),
            ..self.placement_edit(
                Family::Name,
                way,
                old.map(Value::text),
                new.map(Value::text),
            )
        }
    }
}

impl<'a> Spelt<'a> {
    /// The labels, or the claims, of the candidate clusters.
    fn known(&self) -> impl Iterator<Item = LabelSlice<'a>> + Clone + use<'a> {
        let Self {
            of_labels, source, ..
        } = *self;
        let ids = source.decision.available().iter();
        let clusters = ids.filter_map(|id| source.objects.clusters.get(*id));
        clusters.map(move |cluster| {
            if of_labels {
                cluster.labels()
            } else {
                cluster.claims()
            }
        })
    }

    fn at(&self, more: impl IntoIterator<Item = Step>) -> Vec<Step> {
        self.path.iter().cloned().chain(more).collect()
    }

    fn keys(&self) -> impl Iterator<Item = Symbol> + Clone + use<'a> {
        let labels = self.known().flat_map(|labels| labels.0.iter());
        labels.map(|(key, _)| *key)
    }

    /// The values of the key that `value` may be meant as.
    fn meant_values(&self, (key, value): (Symbol, Symbol)) -> Vec<&'a str> {
        let names = &self.source.objects.names;
        // Zones, architectures and types of machines differ little from one another.
        if names[key].contains("kubernetes.io/") {
            return Vec::new();
        }
        let values = self.known().filter_map(|labels| labels.get(key));
        meant(value, values, names)
    }
}

/// The most likely corrections of all names.
fn together(names: &[Corrections]) -> Candidate {
    let first = names.iter().filter_map(|corrections| corrections.first());
    first.fold(Candidate::new(), |all, one| {
        joined(&all, one).unwrap_or(all)
    })
}

fn step(key: &str) -> Step {
    Step::Key(key.to_owned())
}
