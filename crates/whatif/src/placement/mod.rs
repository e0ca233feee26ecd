//! What would change the decision of a placement.

mod by_score;
mod candidates;
mod change;
pub mod flap;
mod gone;
pub mod grid;
mod leaving;
pub mod lines;
pub mod loss;
pub mod more;
pub mod radius;
pub mod rank;
pub mod stability;
pub mod sweep;
mod weights;

pub use change::PlacementSearch;
pub use gone::Gone;
use schedscope_objects::{
    diagnostic::ObjectName, id::ClusterId, names::Names, objects::Objects, placement::Placement,
    profile::Profile,
};
use schedscope_placement::{Decision, DecisionOptions, Session, Wanted};
pub use weights::weight_edit;

use crate::{Edit, Editor, Family};

/// What shall come out of a decision; all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Want {
    /// Clusters that are selected.
    pub selects: Vec<ClusterId>,
    /// Clusters that are not selected.
    pub drops: Vec<ClusterId>,
    /// How many clusters are selected; `None`: any number.
    pub count: Option<usize>,
}

impl Want {
    /// Whether a decision meets the want.
    pub fn is_met(&self, decision: &Decision) -> bool {
        let Some((selection, fleet)) = decision.selection() else {
            return self.selects.is_empty() && self.count.is_none_or(|count| count == 0);
        };
        self.is_met_by(selection.count, &|cluster| {
            decision.place(cluster).is_some() && selection.is_selected(cluster, fleet)
        })
    }

    /// Whether a selection of so many clusters meets the want.
    fn is_met_by(&self, count: usize, is_in: &dyn Fn(ClusterId) -> bool) -> bool {
        self.count.is_none_or(|wanted| wanted == count)
            && self.selects.iter().all(|cluster| is_in(*cluster))
            && !self.drops.iter().any(|cluster| is_in(*cluster))
    }
}

/// Where decisions are made on trial.
pub struct Trials<'a> {
    /// Makes edits.
    pub editor: &'a mut dyn Editor,
    /// Of the editor's objects alone.
    pub session: &'a mut Session,
    /// What is asked, with the caller's own what-if.
    pub options: DecisionOptions,
    /// How many decisions may still be made.
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
    /// Decides with other options. `None`: no more decisions may be made, or there is no such placement.
    pub fn decide(&mut self, options: &DecisionOptions) -> Option<Decision> {
        self.left = self.left.checked_sub(1)?;
        self.session.what_if(self.editor.objects(), options).ok()
    }

    /// Decides after edits of the input. `None` also where they cannot be made. Where clusters are gone, those of the
    /// decision count from 0 anew.
    pub fn edited(&mut self, edits: &[Edit]) -> Option<Decision> {
        let mut found = None;
        let profile = self.options.profile;
        self.edited_as(edits, profile, &mut |decision, _| found = Some(decision));
        found
    }

    /// The same, as a profile decides: shows the decision with the edited objects.
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
            // What the caller overrides would hide what is edited.
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

/// The name of a placement.
pub fn placement_name(placement: &Placement, names: &Names) -> ObjectName {
    ObjectName {
        kind: "Placement".to_owned(),
        namespace: names[placement.namespace].to_owned(),
        name: names[placement.name].to_owned(),
    }
}

/// The name of a cluster.
pub fn cluster_name(name: &str) -> ObjectName {
    ObjectName {
        kind: "ManagedCluster".to_owned(),
        namespace: String::new(),
        name: name.to_owned(),
    }
}
