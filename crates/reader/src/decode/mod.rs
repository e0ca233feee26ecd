//! Decodes trees into typed objects, and reports every value that its CRD does not allow.
//!
//! A field with an invalid value is reported at its place and treated as absent; the object is kept. An unusual
//! value is reported and used as written.
//!
//! A field is read by an arm of `fields!`, which makes its name known: a new field is a new arm, or a new name in the
//! empty arm if it needs no reading.

#[macro_use]
mod fields;

mod addon_placement_score;
mod admission;
mod affinity;
mod application_set;
mod claim;
mod cluster_context;
mod cluster_secret;
mod cluster_set;
mod config_map;
mod constraints;
mod decision_strategy;
mod diagnostic;
mod event;
mod form;
mod kind;
mod labels;
mod managed_cluster;
mod meta;
mod misplaced;
mod node;
mod not_looked_at;
mod object;
mod object_faults;
mod path;
mod placement;
mod placement_decision;
mod placement_status;
pub mod plugin_config;
mod pod;
mod policy;
mod resources;
mod scalar;
mod schedule;
mod scheduler_configuration;
mod selector;
mod storage;
mod strict;
mod taint;
mod timeline;
mod update_strategy;
mod virtual_machine;
mod volumes;
mod words;
mod workload;
mod written;

pub use diagnostic::{Cause, PieceDiagnostic};
pub(crate) use kind::is_read;
pub use meta::Meta;
pub use not_looked_at::Overlooked;
pub use object::{Decoded, ListContext, LocatedObject, StoredObject, decode};
pub(crate) use object_faults::INSIDE;
pub use path::FieldPath;
pub use scalar::{number_of_yaml, whole_number};
pub use schedscope_objects::misspelt::{clip, clip_to};
use schedscope_objects::names::{Names, Symbol};
use schedscope_text::{
    merge,
    tree::{Tree, ValueId},
};
pub(crate) use words::quoted;
pub use written::WrittenTimes;

/// Reads the values of one tree.
pub struct Decoder<'a> {
    /// The text of the piece.
    pub source: &'a str,
    /// The tree of the text.
    pub tree: &'a Tree,
    /// All names, to which new ones are added.
    pub names: &'a mut Names,
    /// The diagnostics so far.
    pub findings: &'a mut Vec<PieceDiagnostic>,
    /// The object that is decoded: its value, and its kind.
    pub object: Option<(ValueId, Symbol)>,
}

impl<'a> Decoder<'a> {
    /// Whether a node is `null`.
    pub fn is_null(&self, node: ValueId) -> bool {
        self.tree.is_null(node, self.source)
    }

    fn text_of(&self, node: ValueId) -> &'a str {
        self.tree.text(node, self.source)
    }

    /// The value of a key, its own or a merged one (`<<`).
    pub fn get(&self, node: ValueId, key: &str) -> Option<ValueId> {
        self.tree.get(node, key, self.source).or_else(|| {
            let merged = self.merged(node);
            merged
                .iter()
                .rfind(|(_, _, name)| *name == key)
                .map(|(_, value, _)| *value)
        })
    }

    fn is_merge(&self, key: ValueId) -> bool {
        merge::is_merge(self.tree, self.source, key)
    }

    /// The entries that are merged (`<<`) into a mapping.
    fn merged(&self, node: ValueId) -> Vec<(ValueId, ValueId, &'a str)> {
        merge::merged(self.tree, self.source, node)
    }
}
