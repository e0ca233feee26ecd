//! All that a reader knows, as text.

use std::fmt::{Debug, Write as _};

use schedscope::{
    objects::{
        diagnostic::{Diagnostic, Encoding},
        incomplete::IncompleteText,
        objects::Objects,
    },
    reader::{KindCount, Reader},
};

/// What two readers of one text agree on.
#[derive(Debug, PartialEq)]
pub struct Dump {
    text: String,
    documents: usize,
    kinds: Vec<KindCount>,
    counts: [usize; 4],
    bytes: Vec<Diagnostic>,
    units: Vec<Diagnostic>,
    incomplete: Vec<IncompleteText>,
    objects: Vec<String>,
}

/// Writes down all that a reader knows but the numbers of symbols and revisions.
pub fn dump(reader: &Reader) -> Dump {
    Dump {
        text: reader.text(),
        documents: reader.documents(),
        kinds: reader.kinds(),
        counts: reader.counts(),
        bytes: reader.diagnostics(Encoding::Utf8, usize::MAX),
        units: reader.diagnostics(Encoding::Utf16, usize::MAX),
        incomplete: reader.incomplete(Encoding::Utf8),
        objects: objects(reader.objects()),
    }
}

/// Every object with all its fields, symbols as their texts.
pub fn objects(objects: &Objects) -> Vec<String> {
    fn all<T: Debug>(list: &[T]) -> impl Iterator<Item = &dyn Debug> {
        list.iter().map(|object| object as &dyn Debug)
    }
    let texts: Vec<&str> = objects.names.texts().collect();
    let clusters = objects.clusters.iter();
    let clusters: Vec<_> = clusters
        .map(schedscope::objects::clusters::Cluster::to_object)
        .collect();
    let expansions = objects.expansions();
    let lists = all(&clusters)
        .chain(all(&objects.placements))
        .chain(all(&objects.decisions))
        .chain(all(&objects.cluster_sets))
        .chain(all(&objects.bindings))
        .chain(all(&objects.scores))
        .chain(all(&objects.nodes))
        .chain(all(&objects.pods))
        .chain(all(&objects.workloads))
        .chain(all(&expansions))
        .chain(all(&objects.quotas))
        .chain(all(&objects.priority_classes))
        .chain(all(&objects.disruption_budgets))
        .chain(all(&objects.namespaces))
        .chain(all(&objects.services))
        .chain(all(&objects.runtime_classes))
        .chain(all(&objects.resource_quotas))
        .chain(all(&objects.scheduler_configurations))
        .chain(all(&objects.virtual_machines))
        .chain(all(&objects.config_maps))
        .chain(all(&objects.timelines));
    lists
        .map(|object| resolve(&format!("{object:?}"), &texts))
        .collect()
}

/// Writes texts for symbols.
pub fn resolve(debug: &str, texts: &[&str]) -> String {
    let mut resolved = String::new();
    let mut rest = debug;
    while let Some((before, after)) = rest.split_once("Symbol(") {
        let (number, after) = after.split_once(')').expect("a bracket");
        let number: usize = number.parse().expect("a number");
        resolved.push_str(before);
        write!(resolved, "{:?}", texts[number]).expect("a text takes it");
        rest = after;
    }
    resolved + rest
}
