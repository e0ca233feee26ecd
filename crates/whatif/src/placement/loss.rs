//! Loss of clusters: of one, or of all with a label value.

use std::sync::Arc;

use schedscope_objects::{
    clusters::Slot,
    id::{ClusterId, Id as _},
    objects::Objects,
    order,
};
use schedscope_placement::{
    Decision, DecisionOptions, Session,
    cel::{CelColumn, CelVerdicts},
};

/// A loss of clusters.
#[derive(Debug)]
pub struct Loss {
    /// What is lost: the name of a cluster, or the value of a label.
    pub name: String,
    /// The clusters, in input order.
    pub clusters: Vec<ClusterId>,
}

/// The clusters with each value of a label, by value.
pub fn by_label(objects: &Objects, key: &str) -> Vec<Loss> {
    let Some(key) = objects.names.get(key) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (index, cluster) in objects.clusters.iter().enumerate() {
        if let Some(value) = cluster.labels().get(key) {
            found.push((&objects.names[value], ClusterId::new(index)));
        }
    }
    order::sort(&mut found, Ord::cmp);
    let mut losses: Vec<Loss> = Vec::new();
    for (value, cluster) in found {
        match losses.last_mut() {
            Some(last) if last.name == value => last.clusters.push(cluster),
            _ => losses.push(Loss {
                name: value.to_owned(),
                clusters: vec![cluster],
            }),
        }
    }
    losses
}

/// A fleet to remove clusters from.
#[derive(Debug)]
pub struct Remaining {
    objects: Objects,
    all: Vec<Slot>,
    session: Session,
    revision: u64,
}

impl Remaining {
    /// A copy of the objects. O(objects).
    pub fn new(objects: &Objects) -> Self {
        Self {
            all: objects.clusters.slots().to_vec(),
            revision: objects.revisions.clusters,
            objects: objects.clone(),
            session: Session::default(),
        }
    }

    /// The objects without the clusters that were removed last.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// Decides without some clusters; the decision renumbers the others from 0. Returns `None` if the placement does
    /// not exist.
    pub fn decide(&mut self, options: &DecisionOptions, gone: &[ClusterId]) -> Option<Decision> {
        let mut gone_at = vec![false; self.all.len()];
        for cluster in gone {
            if let Some(flag) = gone_at.get_mut(cluster.index()) {
                *flag = true;
            }
        }
        self.objects.clusters.clear();
        for (slot, gone) in self.all.iter().zip(&gone_at) {
            if !gone {
                self.objects.clusters.push(*slot);
            }
        }
        self.revision += 1;
        self.objects.revisions.clusters = self.revision;
        let cel = options
            .cel
            .as_deref()
            .map(|cel| Arc::new(without(cel, &gone_at, self.revision)));
        let options = DecisionOptions {
            cel,
            ..options.clone()
        };
        self.session.what_if(&self.objects, &options).ok()
    }
}

/// The verdicts of the remaining clusters.
pub(super) fn without(cel: &CelVerdicts, gone: &[bool], revision: u64) -> CelVerdicts {
    fn kept<T: Copy>(all: &[T], gone: &[bool]) -> Vec<T> {
        all.iter()
            .zip(gone)
            .filter(|(_, gone)| !**gone)
            .map(|(one, _)| *one)
            .collect()
    }
    let columns = cel.columns.iter().map(|column| CelColumn {
        expression: column.expression.clone(),
        result: column
            .result
            .as_ref()
            .map(|all| kept(all, gone))
            .map_err(Clone::clone),
        errors: column.errors.clone(),
        costs: kept(&column.costs, gone),
        skipped: column.skipped,
    });
    CelVerdicts {
        revision,
        columns: columns.collect(),
    }
}
