//! The text of a scenario with its objects, and the objects that a question names.

use schedscope_objects::{
    diagnostic::{Encoding, ObjectName, TextRange},
    id::{ClusterId, Id as _},
    namespaced_name::{NamedObject, NotNamed},
    objects::Objects,
    placement::Placement,
    selector::ObjectPattern,
};
use schedscope_options::Key;
use schedscope_reader::Reader;

use crate::QuestionError;

/// A text that is kept parsed, and the encoding of the offsets in questions and answers about it.
#[derive(Clone, Debug, Default)]
pub struct Input {
    pub(crate) reader: Reader,
    pub(crate) encoding: Encoding,
}

impl Input {
    /// The reader, for its objects and findings.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    pub(crate) fn objects(&self) -> &Objects {
        self.reader.objects()
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

    /// The names of clusters, by their indices; empty for an index without a cluster.
    pub fn cluster_names(&self, clusters: &[u32]) -> Vec<String> {
        let clusters = clusters.iter();
        let clusters: Vec<_> = clusters
            .map(|index| ClusterId::new(*index as usize))
            .collect();
        self.cluster_list(&clusters)
    }

    /// The names of clusters.
    pub(crate) fn cluster_list(&self, clusters: &[ClusterId]) -> Vec<String> {
        let names = clusters.iter();
        names
            .map(|cluster| self.objects().cluster_name(*cluster).to_owned())
            .collect()
    }

    /// The names of the clusters that a name, a glob or a label selector matches, in the order of the text.
    /// O(clusters).
    ///
    /// # Errors
    /// The label selector does not parse.
    pub fn match_clusters(&self, pattern: &str) -> Result<Vec<String>, QuestionError> {
        let objects = self.objects();
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

    /// The cluster with a name.
    pub(crate) fn named_cluster(&self, name: &str) -> Result<ClusterId, QuestionError> {
        let objects = self.objects();
        let clusters = objects.clusters.by_name(&objects.names);
        let found = objects
            .names
            .get(name)
            .and_then(|name| clusters.cluster(name));
        found.ok_or_else(|| QuestionError::NoCluster(name.to_owned()))
    }

    pub(crate) fn named_clusters(&self, names: &[String]) -> Result<Vec<ClusterId>, QuestionError> {
        names.iter().map(|name| self.named_cluster(name)).collect()
    }

    /// The index of a placement. `None`: the only one.
    ///
    /// # Errors
    /// The input does not have the placement, or the name is ambiguous.
    pub fn placement_index(
        &self,
        wanted: Option<&Key<NamedObject>>,
    ) -> Result<usize, QuestionError> {
        let Objects {
            placements, names, ..
        } = self.objects();
        let named = |placement: &Placement| {
            NamedObject {
                namespace: Some(names[placement.namespace].to_owned()).filter(|of| !of.is_empty()),
                name: names[placement.name].to_owned(),
            }
            .to_string()
        };
        let none = || QuestionError::NoPlacement {
            wanted: wanted.map_or_else(String::new, Key::to_string),
            count: placements.len(),
        };
        match wanted {
            None if placements.len() > 1 => {
                let all = placements.iter().map(|placement| named(placement));
                Err(QuestionError::SeveralPlacements(all.collect()))
            }
            None if placements.is_empty() => Err(none()),
            None => Ok(0),
            Some(Key::Index(index)) => {
                let index = *index as usize;
                (index < placements.len()).then_some(index).ok_or_else(none)
            }
            Some(Key::Name(name)) => {
                let alike = placements.iter().enumerate();
                let alike = alike.filter(|(_, placement)| names[placement.name] == *name.name);
                let alike = alike.map(|(at, placement)| (&names[placement.namespace], at));
                name.among(alike).map_err(|why| match why {
                    NotNamed::Absent => none(),
                    NotNamed::Several(namespaces) => {
                        QuestionError::SeveralPlacements(name.in_each(&namespaces))
                    }
                })
            }
        }
    }

    /// The index of a constraint among those of a placement.
    pub(crate) fn constraint(
        &self,
        placement: &Placement,
        constraint: &Key,
    ) -> Result<usize, String> {
        let name = match constraint {
            Key::Index(index) => return Ok(*index as usize),
            Key::Name(name) => name,
        };
        let names = &self.objects().names;
        let terms = placement.spec.spread_constraints.iter().enumerate();
        let mut found = terms.filter(|(_, term)| names[term.topology_key] == **name);
        match (found.next(), found.next()) {
            (Some((index, _)), None) => Ok(index),
            (None, _) => Err(format!(
                "no spread constraint has the topology key `{name}`"
            )),
            _ => Err(format!(
                "several spread constraints have the topology key `{name}`: name one by its index"
            )),
        }
    }
}
