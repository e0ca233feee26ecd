//! What would change the decision of a placement.

pub mod alternates;
mod by_score;
mod candidates;
mod change;
mod counts;
mod gone;
mod leaving;
pub mod lines;
pub mod loss;
mod quick;
pub mod radius;
pub mod rank;
pub mod stability;
pub mod sweep;
mod weights;

pub use candidates::{MisspeltWord, misspelt_words};
pub use change::PlacementSearch;
pub use gone::Gone;
use schedscope_objects::{
    diagnostic::ObjectName, id::ClusterId, names::Names, objects::Objects, placement::Placement,
    profile::Profile,
};
use schedscope_placement::{Decision, DecisionOptions, Session, Wanted};
pub use weights::weight_edit;

use crate::{Edit, Editor, Family};

/// The wanted outcome of a decision; all parts must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Want {
    pub selects: Vec<ClusterId>,
    /// Clusters to deselect.
    pub drops: Vec<ClusterId>,
    /// The number of selected clusters; `None` for any number.
    pub count: Option<usize>,
    /// What the input records of the placement, if that is wanted; `None` if clusters or their number are.
    pub record: Option<Record>,
}

/// What the input records of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// No decision.
    Absent,
    /// The hub schedules nothing and leaves its decision as it is.
    Kept,
    /// A decision with a cluster that the input lacks.
    Gone,
    /// A decision with clusters of the input.
    Present,
}

impl Want {
    /// The recorded decision of the placement. `is_whole`: the input has all of it; otherwise, its clusters are wanted
    /// and others are not dropped.
    pub fn recorded(decision: &Decision, is_any: bool, is_whole: bool) -> Self {
        let recorded = &decision.recorded;
        let record = if !is_any {
            Record::Absent
        } else if !decision.is_scheduled() {
            Record::Kept
        } else if recorded.own_gone.is_empty() {
            Record::Present
        } else {
            Record::Gone
        };
        let mut want = Self {
            record: Some(record),
            ..Self::default()
        };
        if record == Record::Present {
            want.selects.clone_from(&recorded.own_clusters);
            if is_whole {
                let others = change::selected(decision);
                want.drops = others
                    .filter(|cluster| !recorded.is_own(*cluster))
                    .collect();
                decision.fleet.sort(&mut want.drops);
                want.count = Some(want.selects.len());
            }
        }
        want
    }

    /// Whether a decision meets the want.
    pub fn is_met(&self, decision: &Decision) -> bool {
        match self.record {
            Some(Record::Absent | Record::Gone) => return false,
            Some(Record::Kept) => return true,
            Some(Record::Present) | None => {}
        }
        let Some((selection, fleet)) = decision.selection() else {
            return self.selects.is_empty() && self.count.is_none_or(|count| count == 0);
        };
        self.is_met_by(selection.count, &|cluster| {
            decision.place(cluster).is_some() && selection.is_selected(cluster, fleet)
        })
    }

    /// Whether a selection of `count` clusters meets the want.
    fn is_met_by(&self, count: usize, is_in: &dyn Fn(ClusterId) -> bool) -> bool {
        self.count.is_none_or(|wanted| wanted == count)
            && self.selects.iter().all(|cluster| is_in(*cluster))
            && !self.drops.iter().any(|cluster| is_in(*cluster))
    }
}

/// Makes trial decisions.
pub struct Trials<'a> {
    /// Makes edits.
    pub editor: &'a mut dyn Editor,
    /// A session that sees only the objects of the editor.
    pub session: &'a mut Session,
    /// The options of the question, including the overrides of the caller.
    pub options: DecisionOptions,
    /// The remaining number of decisions.
    pub left: usize,
}

impl std::fmt::Debug for Trials<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trials")
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}

impl Trials<'_> {
    /// Decides with other options. Returns `None` if no decision is allowed or the placement does not exist.
    pub fn decide(&mut self, options: &DecisionOptions) -> Option<Decision> {
        self.left = self.left.checked_sub(1)?;
        self.session.what_if(self.editor.objects(), options).ok()
    }

    /// Decides after edits of the input. Returns `None` also if they cannot be applied. If clusters are removed, the
    /// decision renumbers the others from 0.
    pub fn edited(&mut self, edits: &[Edit]) -> Option<Decision> {
        let mut found = None;
        let profile = self.options.profile;
        self.edited_as(edits, profile, &mut |decision, _| found = Some(decision));
        found
    }

    /// The same with the behaviour of a profile: passes the decision and the edited objects to `look`.
    pub fn edited_as(
        &mut self,
        edits: &[Edit],
        profile: Profile,
        look: &mut dyn FnMut(Decision, &Objects),
    ) {
        let before = self.editor.objects();
        let (gone, count) = (Gone::of(before, edits), before.clusters.len());
        let mut options = DecisionOptions {
            profile,
            ..self.options.clone()
        };
        for edit in edits {
            // Overrides of the caller would hide the edits.
            match edit.family {
                Family::Weight => options.weights.retain(|name, _| name != edit.subject),
                Family::Count => options.number_of_clusters = Wanted::AsWritten,
                Family::Skew => options.max_skews.retain(|_, _| false),
                _ => {}
            }
        }
        if self.left > 0 && self.editor.apply(edits) && gone.has_left(self.editor.objects(), count)
        {
            if !gone.is_empty()
                && let Some(cel) = options.cel.take()
            {
                let revision = self.editor.objects().revisions.clusters;
                options.cel = Some(gone.verdicts(&cel, count, revision));
            }
            if let Some(decision) = self.decide(&options) {
                look(decision, self.editor.objects());
            }
        }
        self.editor.undo();
    }
}

pub fn placement_name(placement: &Placement, names: &Names) -> ObjectName {
    ObjectName {
        kind: "Placement".to_owned(),
        namespace: names[placement.namespace].to_owned(),
        name: names[placement.name].to_owned(),
    }
}

pub fn cluster_name(name: &str) -> ObjectName {
    ObjectName {
        kind: "ManagedCluster".to_owned(),
        namespace: String::new(),
        name: name.to_owned(),
    }
}
