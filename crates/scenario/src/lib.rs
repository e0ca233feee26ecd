//! A text that is kept parsed, with its objects and its latest decision.
//!
//! For interactive tools: the text is parsed once, an edit parses only the pieces again that it touches, and a
//! decision computes only the parts again that changed. Offsets are in the [`Encoding`] of the scenario.

mod advance;
mod cel;
mod edits;
mod find;
mod findings;
mod keys;
mod playing;
mod pods;
mod questions;
mod recorded;
mod spread_edits;
mod timeline_edits;
mod vms;
mod whatif;

pub use advance::Progress;
pub use cel::InvalidCelAnswer;
pub use edits::{PrioritizerMode, TextEdit};
pub use findings::Answered;
pub use keys::{ClusterKeysAnswer, KeyUse};
pub use questions::{
    ClusterIndexOptions, ClusterNamesOptions, ClustersOptions, DecisionsYamlOptions,
    EvictAcrossNodesOptions, ExplainClusterOptions, LocateAllOptions, LocateOptions,
    MatchClustersOptions, ModeEditOptions, NameOf, NoOptions, NumberOfClustersEditOptions,
    QuantityAnswer, QuantityOptions, QuestionError, SpreadCandidatesOptions, SpreadDomainsOptions,
    SpreadEditOptions, SpreadStepOptions, TimelineEditOptions, WeightEditOptions, Written,
};
#[cfg(feature = "types")]
pub use questions::{Description, descriptions};
use schedscope_answer_macro::answer;
use schedscope_answers::placement::{
    DecideOptions, DecisionDetails, caveats::DecisionCaveats, explain::ExplainClusterAnswer,
    report::ReportAnswer, summary::DecideAnswer,
};
use schedscope_objects::{
    diagnostic::{Diagnostic, Encoding, ObjectName, TextRange},
    id::{ClusterId, Id as _},
    incomplete::IncompleteText,
    order,
    placement::Placement,
    selector::ObjectPattern,
};
pub use schedscope_options::Key;
use schedscope_placement::{DecideError, Session};
use schedscope_reader::{Loading, Reader};

pub use spread_edits::SpreadEdit;
pub use timeline_edits::InvalidEvent;

/// The maximum number of diagnostics listed; all are counted.
const MOST_DIAGNOSTICS: usize = 1000;

/// A text, its objects, and the latest decision and runs about them.
#[derive(Debug, Default)]
pub struct Scenario {
    reader: Reader,
    session: Session,
    cel: cel::Cel,
    desks: pods::Desks,
    runs: vms::Runs,
    /// The copy of the text that what-ifs edit, as of the latest what-if.
    world: whatif::World,
    /// A text that is being read and will replace this one.
    loading: Option<Loading>,
    encoding: Encoding,
    /// The revision of the decided text.
    decided: Option<u64>,
}

/// The content of a text and the findings about it. Faulty objects are reported; all others are used.
#[answer(Eq)]
pub struct ReadingAnswer {
    /// The number of changes of the text, from 1.
    pub revision: u64,
    /// The number of documents and list items.
    pub documents: usize,
    /// The number of pieces that the last change parsed again.
    pub reread: usize,
    /// The number of objects of each kind, most frequent first, then by name; also of kinds that schedscope does
    /// not use.
    pub kinds: Vec<KindCount>,
    /// The placements, in the order of the text.
    pub placements: Vec<PlacementEntry>,
    /// The first 1,000 findings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of all findings by severity.
    pub counts: SeverityCounts,
    /// What of the text could not be read; absent if the text is whole. At most 100 places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<IncompleteText>>")]
    pub incomplete: Vec<IncompleteText>,
}

/// The number of objects of one kind.
#[answer(Eq)]
pub struct KindCount {
    /// The kind, as written.
    pub kind: String,
    /// The number of objects.
    pub count: usize,
}

/// A placement of the text.
#[answer(Eq)]
pub struct PlacementEntry {
    /// The index of the placement, from 0; the option `placement` takes it.
    pub index: usize,
    /// `metadata.namespace`; empty if none is written.
    pub namespace: String,
    /// `metadata.name`.
    pub name: String,
    /// The range of the placement in the text.
    pub range: TextRange,
}

/// The number of findings by severity.
#[answer(Copy, Default, Eq)]
pub struct SeverityCounts {
    /// The number of errors.
    pub error: usize,
    /// The number of warnings.
    pub warning: usize,
    /// The number of infos.
    pub info: usize,
    /// The number of hints.
    pub hint: usize,
}

/// One cluster in a decision: whether it is a candidate, which predicates and taints keep it out, its scores, and
/// how far it is below the last selected cluster.
#[answer]
#[ts(rename = "ExplainClusterAnswer")]
pub struct LocatedExplanation {
    /// The range of the cluster in the text.
    pub range: TextRange,
    /// The cluster in the decision.
    #[serde(flatten)]
    pub explanation: ExplainClusterAnswer,
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

    /// Replaces the code units `[from, to)` by `insert` and parses the touched pieces again.
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

    /// The content of the text and the findings about it. O(objects).
    pub fn reading(&self) -> ReadingAnswer {
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
        ReadingAnswer {
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
            incomplete: self.reader.incomplete(self.encoding),
        }
    }

    /// Decides a placement and reuses unchanged parts of the last decision. Known results of CEL expressions are
    /// used; [`Scenario::cel_question`] asks for the unknown ones.
    ///
    /// # Errors
    /// `now` is not a time, or the text has no such placement. The decision before it is kept.
    pub fn decide(
        &mut self,
        options: DecideOptions,
    ) -> Result<Answered<DecideAnswer>, QuestionError> {
        let limit = self.run_decision(options)?;
        let mut summary = self.details()?.summary(limit);
        self.explain_caveats(&mut summary.caveats);
        Ok(self.checked_latest(summary))
    }

    /// Decides a placement for [`Scenario::details`]; returns the limit of the options.
    fn run_decision(&mut self, options: DecideOptions) -> Result<usize, QuestionError> {
        let (options, limit) = self.trial_options(options)?;
        let decision = self.session.decide(self.reader.objects(), &options);
        decision.map_err(|DecideError::NoSuchPlacement { placement, count }| {
            QuestionError::NoPlacement {
                wanted: placement.to_string(),
                count,
            }
        })?;
        self.decided = Some(self.reader.revision());
        Ok(limit)
    }

    /// Adds what only the text and the decision together tell.
    fn explain_caveats(&self, caveats: &mut DecisionCaveats) {
        let reader = &self.reader;
        if let Some(decision) = self.session.latest(reader.objects()) {
            recorded::explain(caveats, reader, decision);
        }
    }

    /// The latest decision, for questions about it.
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

    /// Decides a placement and returns the whole decision.
    ///
    /// # Errors
    /// As [`Scenario::decide`].
    pub fn report(
        &mut self,
        options: DecideOptions,
    ) -> Result<Answered<ReportAnswer>, QuestionError> {
        self.run_decision(options)?;
        let mut report = self.details()?.report();
        self.explain_caveats(&mut report.caveats);
        Ok(self.checked_latest(report))
    }

    /// One cluster in the latest decision.
    ///
    /// # Errors
    /// The text has no such cluster; nothing was decided yet, or the text has changed since.
    pub fn explain(&self, cluster: &Key) -> Result<Answered<LocatedExplanation>, QuestionError> {
        let details = self.details()?;
        let explanation = details.explain(self.cluster_index(cluster)?);
        let mut explanation =
            explanation.ok_or_else(|| QuestionError::NoCluster(cluster.to_string()))?;
        recorded::date_scores(&mut explanation, &self.reader);
        let object = ObjectName {
            kind: "ManagedCluster".to_owned(),
            namespace: String::new(),
            name: explanation.name.clone(),
        };
        let range = self.reader.locate(&object, "", self.encoding);
        Ok(self.checked_part(LocatedExplanation {
            range: range.unwrap_or_default(),
            explanation,
        }))
    }

    /// The names of clusters, by their indices; empty for an index without a cluster.
    pub fn cluster_names(&self, clusters: &[u32]) -> Vec<String> {
        let objects = self.reader.objects();
        let name = |index: &u32| {
            objects
                .cluster_name(ClusterId::new(*index as usize))
                .to_owned()
        };
        clusters.iter().map(name).collect()
    }

    /// The names of the clusters that a name, a glob or a label selector matches, in the order of the text.
    /// O(clusters).
    ///
    /// # Errors
    /// The label selector does not parse.
    pub fn match_clusters(&self, pattern: &str) -> Result<Vec<String>, QuestionError> {
        let objects = self.reader.objects();
        let pattern = ObjectPattern::parse(pattern).map_err(|part| {
            let what = "is neither a name, a glob nor a requirement of a label selector";
            QuestionError::Invalid(format!("matchClusters.pattern: `{part}` {what}"))
        })?;
        let matched = objects.clusters.iter().filter(|cluster| {
            let name = &objects.names[cluster.name()];
            pattern.matches(name, cluster.labels(), &objects.names)
        });
        Ok(matched
            .map(|cluster| objects.names[cluster.name()].to_owned())
            .collect())
    }

    /// The range of a field of an object; of its nearest parent if the text does not have the field. `None`: the
    /// text does not have the object.
    pub fn locate(&self, object: &ObjectName, path: &str) -> Option<TextRange> {
        self.reader.locate(object, path, self.encoding)
    }

    /// The ranges of several fields of an object, in the time of one. `None`: the text does not have the object.
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
