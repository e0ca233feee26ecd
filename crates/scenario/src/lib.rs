//! A text that is kept parsed, with its objects and its latest decision.
//!
//! For interactive tools: the text is parsed once, an edit parses only the pieces again that it touches, and a
//! decision computes only the parts again that changed. Offsets are in the [`Encoding`] of the scenario.

mod advance;
mod cel;
mod decisions;
mod edits;
mod engine;
mod find;
mod findings;
mod input;
mod keys;
mod playing;
mod pods;
mod questions;
mod reading;
mod recorded;
mod spread_edits;
mod timeline_edits;
mod vms;
mod whatif;

pub use advance::Progress;
pub use cel::InvalidCelAnswer;
pub use decisions::{Decisions, LocatedExplanation};
pub use edits::{PrioritizerMode, TextEdit};
pub use engine::{Engine, Placements, Pods, Vms};
pub use findings::Answered;
pub use input::Input;
pub use keys::{ClusterKeysAnswer, KeyUse};
pub use pods::ClusterStates;
pub use questions::{
    ClusterIndexOptions, ClusterNamesOptions, ClustersOptions, DecisionsYamlOptions,
    EvictAcrossNodesOptions, ExplainClusterOptions, LocateAllOptions, LocateOptions,
    MatchClustersOptions, ModeEditOptions, NameOf, NoOptions, NumberOfClustersEditOptions,
    QuantityAnswer, QuantityOptions, QuestionError, SpreadCandidatesOptions, SpreadDomainsOptions,
    SpreadEditOptions, SpreadStepOptions, TimelineEditOptions, WeightEditOptions, Written,
};
#[cfg(feature = "types")]
pub use questions::{Description, descriptions};
pub use reading::{KindCount, PlacementEntry, ReadingAnswer, SeverityCounts};
use schedscope_answers::placement::{
    DecideOptions, DecisionDetails, report::ReportAnswer, summary::DecideAnswer,
};
use schedscope_objects::{
    diagnostic::Encoding, kubernetes_version::KubernetesVersion, objects::Assumed,
};
pub use schedscope_options::Key;
use schedscope_reader::{Loading, Reader};

pub use spread_edits::SpreadEdit;
pub use timeline_edits::InvalidEvent;
pub use vms::Runs;

/// A text with its objects, and what each engine keeps of it.
#[derive(Debug, Default)]
pub struct Scenario {
    input: Input,
    decisions: Decisions,
    cluster_states: ClusterStates,
    runs: Runs,
    /// The copy of the text that what-ifs edit, as of the latest what-if.
    edited_copy: whatif::EditedCopy,
    /// A text that is being read and will replace this one.
    loading: Option<Loading>,
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
            input: Input {
                encoding,
                ..Input::default()
            },
            ..Self::default()
        }
    }

    /// Takes a whole new text. O(bytes).
    pub fn replace(&mut self, text: &str) {
        self.loading = None;
        self.input.reader.replace(text);
    }

    /// Replaces the code units `[from, to)` by `insert` and parses the touched pieces again.
    pub fn edit(&mut self, from: usize, to: usize, insert: &str) {
        self.loading = None;
        let encoding = self.input.encoding;
        self.input.reader.edit(from, to, insert, encoding);
    }

    /// Begins to read a text. Nothing changes before [`Scenario::read_on`] has read all of it; any other change of
    /// the text cancels it.
    pub fn begin(&mut self, text: String) {
        self.loading = Some(self.input.reader.begin(text));
    }

    /// Reads about this many further bytes of the text that was passed to [`Scenario::begin`]. `None` if all is read
    /// and the text is in place, or if no text is being read.
    pub fn read_on(&mut self, bytes: usize) -> Option<Progress> {
        let mut loading = self.loading.take()?;
        if !loading.advance(bytes) {
            let (done, of) = loading.progress();
            self.loading = Some(loading);
            return Some(Progress::new((done as u64, of as u64)));
        }
        self.input.reader.take(loading);
        None
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.input.reader.text()
    }

    /// The text with its objects, and edits of it.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// The reader, for its objects and findings.
    pub fn reader(&self) -> &Reader {
        self.input.reader()
    }

    /// The content of the text and the findings about it. O(objects).
    pub fn reading(&self) -> ReadingAnswer {
        reading::reading(&self.input, &self.decisions.cel)
    }

    /// What-ifs about placements. [`Scenario::decide`] and [`Scenario::report`] decide one.
    pub fn placements(&mut self) -> Placements<'_> {
        Engine {
            input: &self.input,
            state: &mut self.decisions,
            edited_copy: &mut self.edited_copy,
        }
    }

    /// Questions about nodes, pods and quotas.
    pub fn pods(&mut self) -> Pods<'_> {
        Engine {
            input: &self.input,
            state: &mut self.cluster_states,
            edited_copy: &mut self.edited_copy,
        }
    }

    /// Questions about autoscaled VMs.
    pub fn vms(&mut self) -> Vms<'_> {
        Engine {
            input: &self.input,
            state: &mut self.runs,
            edited_copy: &mut self.edited_copy,
        }
    }

    /// Sets the version of Kubernetes that questions about pods assume if their options do not name one. `None`: the
    /// newest one that nodes report.
    pub fn assume_version(&mut self, version: Option<KubernetesVersion>) {
        if self.cluster_states.assume(version) {
            // What-ifs in progress are of the version before.
            self.edited_copy = whatif::EditedCopy::default();
        }
    }

    /// Assumes something beyond the text, for all questions from now on.
    pub fn assume(&mut self, assumed: Assumed) {
        self.input.reader.assume(assumed);
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
        self.decisions.decide(&self.input, options)
    }

    /// Decides a placement and returns the whole decision.
    ///
    /// # Errors
    /// As [`Scenario::decide`].
    pub fn report(
        &mut self,
        options: DecideOptions,
    ) -> Result<Answered<ReportAnswer>, QuestionError> {
        self.decisions.report(&self.input, options)
    }

    /// The latest decision, for questions about it.
    ///
    /// # Errors
    /// Nothing was decided yet, or the text has changed since.
    pub fn details(&self) -> Result<DecisionDetails<'_>, QuestionError> {
        self.decisions.details(&self.input)
    }

    /// One cluster in the latest decision.
    ///
    /// # Errors
    /// The text has no such cluster; nothing was decided yet, or the text has changed since.
    pub fn explain(&self, cluster: &Key) -> Result<Answered<LocatedExplanation>, QuestionError> {
        self.decisions.explain(&self.input, cluster)
    }

    /// The next question about a placement's CEL expressions, as JSON for the evaluator (the crate `schedscope-cel`
    /// describes it). `None` if nothing has to be evaluated. Callers pass the answer to [`Scenario::cel_answer`] and
    /// request the next question, before [`Scenario::decide`]. Without an evaluator, the decision of a placement that
    /// uses CEL reports it.
    ///
    /// O(clusters) for the first question after a change; a question holds about 1 MB of clusters.
    pub fn cel_question(&mut self, placement: usize) -> Option<String> {
        self.decisions.cel.question(&self.input.reader, placement)
    }

    /// Stores the evaluator's answer to the latest question. Ignores an answer to an earlier question.
    ///
    /// # Errors
    /// The text is not an answer to that question. Nothing is stored.
    pub fn cel_answer(&mut self, answer: &str) -> Result<(), InvalidCelAnswer> {
        let stored = self.decisions.cel.answer(&self.input.reader, answer);
        stored.ok_or(InvalidCelAnswer)
    }
}
