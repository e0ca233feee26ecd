//! Where the design documents and the engines differ: the one list, from which the page of the documentation is made
//! and whose rows `main.rs` holds against the engines.

#[path = "list/nodes.rs"]
mod nodes;
#[path = "list/placement.rs"]
mod placement;
#[path = "list/quotas.rs"]
mod quotas;
#[path = "list/spread.rs"]
mod spread;
#[path = "list/vms.rs"]
mod vms;

/// A design document and the program that stands for it in production.
pub(crate) struct Document {
    /// What the documentation calls the engine.
    pub(crate) engine: &'static str,
    /// The document's title.
    pub(crate) title: &'static str,
    /// What `Upstream` stands for, and whether there are two profiles.
    pub(crate) upstream: &'static str,
    /// The differences, in the order of the document.
    pub(crate) differences: &'static [Difference],
}

/// A difference.
pub(crate) struct Difference {
    /// The name of the test that shows it, and its identity.
    pub(crate) test: &'static str,
    /// The section of the document.
    pub(crate) section: &'static str,
    /// The document's own words, in quotation marks; or what is not in them.
    pub(crate) says: &'static str,
    /// What `Upstream` does.
    pub(crate) upstream: &'static str,
    /// What `Proposal` does; empty: the same.
    pub(crate) proposal: &'static str,
    /// Why the engines do not follow the words.
    pub(crate) why: &'static str,
}

/// All of them.
pub(crate) const DOCUMENTS: [&Document; 5] = [
    &placement::DOCUMENT,
    &spread::DOCUMENT,
    &nodes::DOCUMENT,
    &quotas::DOCUMENT,
    &vms::DOCUMENT,
];
