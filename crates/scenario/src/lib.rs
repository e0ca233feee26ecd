//! A resident text with its objects and its latest decision.
//!
//! This is what interactive tools hold: the text is read once, edits re-read the piece they touch,
//! and a decision computes again only what changed. Offsets are in the [`Encoding`] that the
//! scenario was made for.

mod advance;
mod cel;
mod edits;
mod keys;
mod pods;
mod questions;
mod spread_edits;
mod timeline_edits;
mod vms;

pub use advance::Progress;
pub use cel::InvalidCelAnswer;
pub use edits::TextEdit;
pub use keys::{ClusterKeys, KeyUse};
pub use questions::{
    ClusterIndexOptions, ClusterNamesOptions, ClustersOptions, EvictAcrossNodesOptions,
    ExplainClusterOptions, LocateAllOptions, LocateOptions, NoOptions, NumberOfClustersEditOptions,
    QuantityOptions, QuantityValue, QuestionError, SpreadCandidatesOptions, SpreadDomainsOptions,
    SpreadEditOptions, SpreadStepOptions, TimelineEditOptions, WeightEditOptions, Written,
};
#[cfg(feature = "types")]
pub use questions::{Description, descriptions};
use schedscope_answers::placement::{
    DecideOptions, DecisionDetails, explain::ClusterExplanation, report::DecisionReport,
    summary::DecisionSummary,
};
use schedscope_objects::{
    diagnostic::{Diagnostic, Encoding, ObjectName, TextRange},
    id::{ClusterId, Id as _},
    order,
    placement::Placement,
};
pub use schedscope_options::Key;
use schedscope_placement::{DecideError, Session};
use schedscope_reader::{Loading, Reader};
use serde::Serialize;
pub use spread_edits::SpreadEdit;
pub use timeline_edits::InvalidEvent;

/// At most this many diagnostics are listed; all are counted.
const MOST_DIAGNOSTICS: usize = 1000;

/// A text, its objects, and the latest decision about them.
#[derive(Debug, Default)]
pub struct Scenario {
    reader: Reader,
    session: Session,
    cel: cel::Cel,
    desk: pods::Desk,
    runs: vms::Runs,
    /// A text that is being read, to take the place of this one.
    loading: Option<Loading>,
    encoding: Encoding,
    /// The revision of the text that was decided.
    decided: Option<u64>,
}

/// What a text holds, and what is wrong with it. It is never refused: what is fine is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Reading {
    /// Counts changes of the text, from 1.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub revision: u64,
    /// How many documents and list items there are.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub documents: usize,
    /// How many pieces of the text the last change read.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub reread: usize,
    /// Objects by kind, most frequent first, then by name; kinds that are not used here too.
    pub kinds: Vec<KindCount>,
    /// The placements that can be decided, in the order of the text.
    pub placements: Vec<PlacementEntry>,
    /// What is wrong with it, in the order of the text, at most 1,000.
    pub diagnostics: Vec<Diagnostic>,
    /// How many findings there are by severity, the ones that are not listed included.
    pub counts: SeverityCounts,
}

/// How often a kind stands in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct KindCount {
    /// The kind, as written.
    pub kind: String,
    /// How many objects.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub count: usize,
}

/// A placement to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PlacementEntry {
    /// What [`DecideOptions::placement`] calls it.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub index: usize,
    /// `metadata.namespace`; empty where none is given.
    pub namespace: String,
    /// `metadata.name`.
    pub name: String,
    /// Where it stands.
    pub range: TextRange,
}

/// How many findings there are, by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SeverityCounts {
    /// Errors.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub error: usize,
    /// Warnings.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub warning: usize,
    /// Infos.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub info: usize,
    /// Hints.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub hint: usize,
}

/// Everything about one cluster in a decision: whether it may be chosen, which predicates and taints stand
/// against it, how it scores, and how far it is from being selected.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename = "ClusterExplanation"))]
pub struct LocatedExplanation {
    /// Where the cluster stands in the text.
    pub range: TextRange,
    /// Everything about it.
    #[serde(flatten)]
    pub explanation: ClusterExplanation,
}

impl Scenario {
    /// A scenario with a text; offsets count bytes.
    pub fn new(text: &str) -> Self {
        let mut scenario = Self::default();
        scenario.replace(text);
        scenario
    }

    /// An empty scenario whose offsets are in `encoding`.
    pub fn with_encoding(encoding: Encoding) -> Self {
        Self {
            encoding,
            ..Self::default()
        }
    }

    /// Takes a whole new text. O(bytes).
    pub fn replace(&mut self, text: &str) {
        self.loading = None;
        self.reader.replace(text);
    }

    /// Replaces the code units `[from, to)` by `insert` and reads what that touches.
    pub fn edit(&mut self, from: usize, to: usize, insert: &str) {
        self.loading = None;
        self.reader.edit(from, to, insert, self.encoding);
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.reader.text()
    }

    /// The reader, for its objects and findings.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// What the text holds. O(objects).
    pub fn reading(&self) -> Reading {
        let [error, warning, info, hint] = self.reader.counts();
        let kinds = self.reader.kinds().into_iter();
        let placements = self.reader.objects().placements.iter();
        let ranges = self.reader.placement_ranges(self.encoding);
        let placements = placements.zip(ranges).enumerate();
        let (wrong, expressions) =
            self.cel
                .diagnostics(&self.reader, self.encoding, MOST_DIAGNOSTICS);
        let mut diagnostics = self.reader.diagnostics(self.encoding, MOST_DIAGNOSTICS);
        if !expressions.is_empty() {
            diagnostics.extend(expressions);
            order::sort(&mut diagnostics, |a, b| {
                a.range.start.offset.cmp(&b.range.start.offset)
            });
            diagnostics.truncate(MOST_DIAGNOSTICS);
        }
        Reading {
            revision: self.reader.revision(),
            documents: self.reader.documents(),
            reread: self.reader.reread(),
            kinds: kinds
                .map(|count| KindCount {
                    kind: count.kind,
                    count: count.count,
                })
                .collect(),
            placements: placements
                .map(|(index, (placement, range))| {
                    let name = self.placement_name(placement);
                    PlacementEntry {
                        index,
                        range,
                        namespace: name.namespace,
                        name: name.name,
                    }
                })
                .collect(),
            diagnostics,
            counts: SeverityCounts {
                error: error + wrong,
                warning,
                info,
                hint,
            },
        }
    }

    /// Decides a placement. What is unchanged since the last decision is not computed again. What is
    /// known of CEL is used; [`Scenario::cel_question`] says what is not known.
    ///
    /// # Errors
    /// The clock is no time; there is no such placement. The decision before it is kept.
    pub fn decide(&mut self, options: DecideOptions) -> Result<DecisionSummary, QuestionError> {
        let placement = self.placement_index(options.placement.as_ref())?;
        let limit = options.limit;
        let mut options = options.read(placement).map_err(QuestionError::Now)?;
        options.cel = self.cel.verdicts(&self.reader, placement);
        let objects = self.reader.objects();
        let decision = self.session.decide(objects, &options);
        let decision = decision.map_err(|DecideError::NoSuchPlacement { placement, count }| {
            QuestionError::NoPlacement {
                wanted: placement.to_string(),
                count,
            }
        })?;
        let summary = DecisionDetails::new(decision, objects).summary(limit);
        self.decided = Some(self.reader.revision());
        Ok(summary)
    }

    /// The latest decision, to ask about details.
    ///
    /// # Errors
    /// Nothing was decided yet, or the text has changed since.
    pub fn details(&self) -> Result<DecisionDetails<'_>, QuestionError> {
        let objects = self.reader.objects();
        // The session knows of changed objects; paths and places are those of the whole text.
        self.decided
            .filter(|revision| *revision == self.reader.revision())
            .and_then(|_| self.session.latest(objects))
            .map(|decision| DecisionDetails::new(decision, objects))
            .ok_or(QuestionError::NoDecision)
    }

    /// Decides a placement and gives all of it at once.
    ///
    /// # Errors
    /// As [`Scenario::decide`].
    pub fn report(&mut self, options: DecideOptions) -> Result<DecisionReport, QuestionError> {
        self.decide(DecideOptions {
            limit: 0,
            ..options
        })?;
        Ok(self.details()?.report())
    }

    /// Everything about one cluster.
    ///
    /// # Errors
    /// There is no such cluster; nothing was decided yet, or the text has changed since.
    pub fn explain(&self, cluster: &Key) -> Result<LocatedExplanation, QuestionError> {
        let details = self.details()?;
        let explanation = details.explain(self.cluster_index(cluster)?);
        let explanation =
            explanation.ok_or_else(|| QuestionError::NoCluster(cluster.to_string()))?;
        let object = ObjectName {
            kind: "ManagedCluster".to_owned(),
            namespace: String::new(),
            name: explanation.name.clone(),
        };
        let range = self.reader.locate(&object, "", self.encoding);
        Ok(LocatedExplanation {
            range: range.unwrap_or_default(),
            explanation,
        })
    }

    /// The names of clusters, by their indices; empty where there is none of an index.
    pub fn cluster_names(&self, clusters: &[u32]) -> Vec<String> {
        let objects = self.reader.objects();
        let name = |index: &u32| {
            objects
                .cluster_name(ClusterId::new(*index as usize))
                .to_owned()
        };
        clusters.iter().map(name).collect()
    }

    /// Where a field of an object stands; where the text does not have it, its nearest parent.
    /// `None`: no such object.
    pub fn locate(&self, object: &ObjectName, path: &str) -> Option<TextRange> {
        self.reader.locate(object, path, self.encoding)
    }

    /// Where several fields of an object stand, in the time that one takes. `None`: no such object.
    pub fn locate_all(&self, object: &ObjectName, paths: &[&str]) -> Option<Vec<TextRange>> {
        self.reader.locate_all(object, paths, self.encoding)
    }

    fn placement_name(&self, placement: &Placement) -> ObjectName {
        let names = &self.reader.objects().names;
        ObjectName {
            kind: "Placement".to_owned(),
            namespace: names[placement.namespace].to_owned(),
            name: names[placement.name].to_owned(),
        }
    }
}
