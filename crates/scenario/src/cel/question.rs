//! The questions to the CEL evaluator.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use schedscope_objects::{
    addon_placement_score::AddOnPlacementScore, clusters::Slot, names::Symbol, objects::Objects,
};
use schedscope_reader::{ClusterCursor, Reader};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::{
    cel::{Asked, Cel, MOST_UNUSED, expressions, known::Column, most_columns, needs_costs},
    questions::to_json,
};

/// The size of a question in bytes and in clusters; it is complete when it reaches either.
const MOST_BYTES: usize = 1 << 20;
const MOST_CLUSTERS: usize = 2_000;
/// The maximum number of expressions of other placements that a question compiles too, for their diagnostics.
const MOST_OTHERS: usize = 1_000;
/// The step limit for all expressions of a placement together: a base, and an amount for each cluster.
const STEPS: u64 = 200_000_000;
const STEPS_PER_CLUSTER: u64 = 2_000;

/// The limit of each expression on all clusters together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) steps: u64,
    clusters: usize,
}

impl Limit {
    pub(super) fn of(clusters: usize, expressions: usize) -> Self {
        let steps = STEPS + STEPS_PER_CLUSTER * clusters as u64;
        Self {
            steps: steps / expressions.max(1) as u64,
            clusters,
        }
    }
}

/// The evaluation of some expressions on all clusters.
#[derive(Debug)]
pub(super) struct Round {
    /// The revision of the text.
    pub(super) revision: u64,
    /// The number of columns that it fills: the last ones.
    pub(super) columns: usize,
    /// Costs are requested.
    costs: bool,
    /// Whether a column lacks the cluster, by slot.
    missing: Vec<bool>,
    /// The scores by the cluster's name, if a column uses them.
    scores: FxHashMap<Symbol, Vec<Arc<AddOnPlacementScore>>>,
    walk: ClusterCursor,
}

impl Cel {
    pub(crate) fn question(&mut self, reader: &Reader, placement: usize) -> Option<String> {
        let objects = reader.objects();
        let asking = objects.placements.get(placement)?;
        let (wanted, costs) = (expressions(asking), needs_costs(asking));
        if wanted.is_empty() || self.kept_for(reader, &wanted, costs).is_some() {
            return None;
        }
        if let Some(question) = self.ask_to_compile(objects, placement, &wanted) {
            return Some(question);
        }
        let error = |expression: &&str| self.compiled.get(*expression).is_none_or(Option::is_some);
        if wanted.iter().any(error) {
            return None;
        }
        self.void();
        let evaluated = wanted.len().min(most_columns(objects.clusters.len()));
        self.begin(reader, &wanted[..evaluated], costs);
        let question = self.ask_about_clusters(reader);
        if question.is_none() {
            // The next evaluation may require its memory or its steps.
            self.verdicts(reader, placement);
        }
        question
    }

    /// The question whether expressions compile: those of the placement, then those of other placements.
    fn ask_to_compile(
        &mut self,
        objects: &Objects,
        placement: usize,
        wanted: &[&str],
    ) -> Option<String> {
        let others = objects.placements.iter().enumerate();
        let others = others.filter(|(index, _)| *index != placement);
        let others = others.flat_map(|(_, other)| expressions(other));
        let all = wanted.iter().copied().chain(others);
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut all: Vec<&str> = all.filter(|expression| seen.insert(expression)).collect();
        all.truncate(wanted.len() + MOST_OTHERS);
        let unknown = all.iter().filter(|one| !self.compiled.contains_key(**one));
        let mut asked = Vec::new();
        let mut bytes = 0;
        for expression in unknown {
            asked.push((*expression).to_owned());
            bytes += expression.len();
            if bytes > MOST_BYTES {
                break;
            }
        }
        if asked.is_empty() {
            return None;
        }
        self.void();
        // Drops expressions that no placement contains any more.
        self.compiled
            .retain(|expression, _| seen.contains(&**expression));
        self.questions += 1;
        let question = to_json(&Question {
            id: self.questions,
            expressions: asked.iter().map(String::as_str).collect(),
            steps: Vec::new(),
            costs: false,
            clusters: Vec::new(),
        });
        self.asked = Some(Asked::Compile(asked));
        Some(question)
    }

    /// Discards the latest question. If it has no answer yet, its clusters are included in a later question.
    fn void(&mut self) {
        if let Some(Asked::Clusters(_)) = self.asked.take() {
            self.round = None;
        }
    }

    /// Begins a round, unless one with the same expressions is in progress for the current text.
    fn begin(&mut self, reader: &Reader, wanted: &[&str], costs: bool) {
        // Another placement may have requested costs, and requires those of all clusters.
        let mut columns = self.columns.iter();
        let costs = costs
            || columns.any(|column| column.has_costs() && wanted.contains(&column.expression()));
        let running = self.round.as_ref().is_some_and(|round| {
            let columns = self.columns.iter().rev().take(round.columns).rev();
            let columns = columns.map(Column::expression);
            round.revision == reader.revision()
                && round.costs == costs
                && columns.eq(wanted.iter().copied())
        });
        if running {
            return;
        }
        let objects = reader.objects();
        let others = objects.revisions.others;
        if self.generation != reader.generation() {
            self.generation = reader.generation();
            self.columns.clear();
        }
        self.use_columns(wanted, others, costs);
        let unused = self.columns.len() - wanted.len();
        let slots = objects.clusters.slots();
        let columns = &mut self.columns[unused..];
        let limit = Limit::of(slots.len(), wanted.len());
        for column in &mut *columns {
            if !column.holds(others) || (costs && !column.has_costs()) {
                column.forget(others, costs);
            }
            column.go_on(reader.revision(), limit, slots);
        }
        let most = slots.iter().map(|slot| slot.index() + 1).max();
        let mut missing = vec![false; most.unwrap_or_default()];
        for slot in slots {
            if columns.iter().any(|column| !column.knows(*slot)) {
                missing[slot.index()] = true;
            }
        }
        let mut scores: FxHashMap<Symbol, Vec<_>> = FxHashMap::default();
        if columns.iter().any(Column::uses_scores) {
            for score in &objects.scores {
                let of_cluster = scores.entry(score.namespace).or_default();
                of_cluster.push(Arc::clone(score));
            }
        }
        self.round = Some(Round {
            revision: reader.revision(),
            columns: wanted.len(),
            costs,
            missing,
            scores,
            walk: ClusterCursor::default(),
        });
    }

    /// Moves the columns of some expressions to the end, in their order, and keeps some of the others.
    fn use_columns(&mut self, wanted: &[&str], others: u64, costs: bool) {
        let mut known: FxHashMap<&str, Column> = FxHashMap::default();
        let mut unused = Vec::new();
        for column in self.columns.drain(..) {
            match wanted.iter().find(|one| **one == column.expression()) {
                Some(one) => {
                    known.insert(one, column);
                }
                None => unused.push(column),
            }
        }
        unused.drain(..unused.len().saturating_sub(MOST_UNUSED));
        self.columns = unused;
        let columns = wanted.iter().map(|one| {
            let column = known.remove(one);
            column.unwrap_or_else(|| Column::new(one, others, costs))
        });
        self.columns.extend(columns);
    }

    /// The question about the next clusters of the round. `None` if the round is complete.
    fn ask_about_clusters(&mut self, reader: &Reader) -> Option<String> {
        let round = self.round.as_mut()?;
        let unused = self.columns.len() - round.columns;
        let columns = &mut self.columns[unused..];
        let steps: Vec<u64> = columns.iter().map(Column::left).collect();
        if steps.iter().all(|steps| *steps == 0) {
            exhaust(columns, reader.objects().clusters.slots());
        }
        let unknown = |columns: &[Column], slot: Slot| -> Vec<usize> {
            let columns = columns.iter().enumerate();
            let unknown = columns.filter(|(_, column)| !column.knows(slot));
            unknown.map(|(place, _)| place).collect()
        };
        self.questions += 1;
        let mut asked = Vec::new();
        let mut clusters = Vec::new();
        let mut bytes = 0;
        let objects = reader.objects();
        let missing = &round.missing;
        let is_missing = |slot: Slot| {
            missing.get(slot.index()).is_some_and(|missing| *missing)
                && columns.iter().any(|column| !column.knows(slot))
        };
        while bytes < MOST_BYTES && asked.len() < MOST_CLUSTERS {
            let mut object = String::new();
            let next = reader.next_whole(&mut round.walk, is_missing, &mut object);
            let Some((name, slot)) = next else {
                break;
            };
            bytes += object.len();
            let of = unknown(columns, slot);
            let scores = round.scores.get(&name);
            clusters.push(AskedCluster {
                object: RawValue::from_string(object).ok()?,
                of: of.clone(),
                scores: scores.map(|scores| Scores { scores, objects }),
            });
            asked.push((slot, of));
        }
        if asked.is_empty() {
            self.round = None;
            return None;
        }
        let question = to_json(&Question {
            id: self.questions,
            expressions: columns.iter().map(Column::expression).collect(),
            steps,
            costs: round.costs,
            clusters,
        });
        self.asked = Some(Asked::Clusters(asked));
        Some(question)
    }
}

/// Records for all clusters without a result that no steps are left.
fn exhaust(columns: &mut [Column], slots: &[Slot]) {
    for column in columns {
        for slot in slots {
            if !column.knows(*slot) {
                column.exhaust(*slot);
            }
        }
    }
}

/// A question as the evaluator reads it.
#[derive(Serialize)]
struct Question<'a> {
    id: u64,
    expressions: Vec<&'a str>,
    steps: Vec<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    costs: bool,
    clusters: Vec<AskedCluster<'a>>,
}

/// A cluster of a question.
#[derive(Serialize)]
struct AskedCluster<'a> {
    object: Box<RawValue>,
    /// The indices of the expressions to evaluate.
    of: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Scores<'a>>,
}

/// The scores of a cluster, by the names of their objects.
struct Scores<'a> {
    scores: &'a [Arc<AddOnPlacementScore>],
    objects: &'a Objects,
}

impl Serialize for Scores<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = &self.objects.names;
        serializer.collect_map(self.scores.iter().map(|resource| {
            let scores = resource.scores.iter().map(|(name, value)| Score {
                name: &names[*name],
                value: *value,
            });
            (&names[resource.name], scores.collect::<Vec<_>>())
        }))
    }
}

/// A score of a cluster.
#[derive(Serialize)]
struct Score<'a> {
    name: &'a str,
    value: i32,
}
