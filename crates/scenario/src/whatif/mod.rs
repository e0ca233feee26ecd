//! What-ifs: questions that edit the input on trial. They do not change the scenario's text, decision and runs.

mod change;
mod drain;
mod left_behind;
mod more;
mod others;
mod pods;
mod recorded;
mod rollout;
mod search;
mod sweep;
mod sweep_pod;
mod sweep_vms;
mod text_edits;
mod trial;
mod unknown;
mod vms;
mod without;
mod without_nodes;
mod works;
mod world;

use schedscope_objects::{diagnostic::TextRange, id::ClusterId};
use schedscope_whatif::{Edit, edit::path_text};
pub(crate) use sweep::StabilityQuestion;
pub(crate) use world::World;

use self::text_edits::{Refused, text_edits};
use crate::{QuestionError, Scenario, TextEdit};

impl Scenario {
    /// The text edits of each of some edits that are applied together and remove no object; empty after the first edit
    /// of an object. `None` if the text as written does not allow the edit.
    pub(crate) fn edits_of(&self, edits: &[Edit]) -> Vec<Option<Vec<TextEdit>>> {
        text_edits(&self.reader, self.encoding, edits, Refused::Leave)
    }

    /// The location of an edit in the text.
    fn place_of(&self, edit: &Edit) -> Option<TextRange> {
        self.reader
            .locate(&edit.object, &path_text(&edit.path), self.encoding)
    }

    /// The cluster with a name.
    fn named_cluster(&self, name: &str) -> Result<ClusterId, QuestionError> {
        let objects = self.reader.objects();
        let clusters = objects.clusters.by_name(&objects.names);
        let found = objects
            .names
            .get(name)
            .and_then(|name| clusters.cluster(name));
        found.ok_or_else(|| QuestionError::NoCluster(name.to_owned()))
    }

    /// The names of clusters.
    fn cluster_list(&self, clusters: &[ClusterId]) -> Vec<String> {
        let objects = self.reader.objects();
        let names = clusters.iter();
        names
            .map(|cluster| objects.cluster_name(*cluster).to_owned())
            .collect()
    }

    fn named_clusters(&self, names: &[String]) -> Result<Vec<ClusterId>, QuestionError> {
        names.iter().map(|name| self.named_cluster(name)).collect()
    }
}
