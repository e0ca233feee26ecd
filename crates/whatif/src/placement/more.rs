//! More clusters like one: how many of them a placement selects.

use std::sync::Arc;

use schedscope_objects::{
    addon_placement_score::AddOnPlacementScore,
    id::{ClusterId, Id as _},
    managed_cluster::ManagedCluster,
    objects::Objects,
};
use schedscope_placement::{Decision, DecisionOptions, Session, cel::CelVerdicts};

use super::sweep::is_selected;

/// Adds copies of one cluster, or of several in turn, to a fleet. A copy has the labels, claims, taints, resources,
/// add-on scores and CEL verdicts of its original. A cluster is no longer copied once its last copy did not increase
/// the number of selected copies.
#[derive(Debug)]
pub struct MoreClusters {
    /// The objects, with the clusters that joined.
    pub objects: Objects,
    /// The decision without copies; `None` before the first part.
    pub before: Option<Decision>,
    /// The last decision.
    pub last: Option<Decision>,
    /// The clusters to copy, in the order of their first copies.
    pub kinds: Vec<Kind>,
    /// The kind of each copy.
    joined: Vec<usize>,
    /// The next kind to copy.
    turn: usize,
    /// The last kind that ended.
    last_over: usize,
    /// Whether there are more kinds than copies allowed.
    is_cut: bool,
    options: DecisionOptions,
    session: Session,
    fleet: usize,
    most: usize,
}

/// A cluster to copy.
#[derive(Debug)]
pub struct Kind {
    /// The cluster of the input.
    pub cluster: ClusterId,
    /// The number of its copies.
    pub joined: usize,
    /// Whether its last copy did not increase the number of selected copies.
    pub is_over: bool,
    of: ManagedCluster,
    scores: Vec<Arc<AddOnPlacementScore>>,
}

impl MoreClusters {
    /// Before the first copy; at most `most` are added. Returns `None` if a cluster does not exist, or `like` is empty.
    /// O(objects + clusters x scores).
    pub fn new(
        objects: &Objects,
        options: DecisionOptions,
        like: &[ClusterId],
        most: usize,
    ) -> Option<Self> {
        // More kinds than copies are not needed.
        let kinds = like.iter().take(most).map(|&cluster| {
            let of = objects.clusters.get(cluster)?.to_object();
            let scores = objects.scores.iter();
            let scores = scores.filter(|score| score.namespace == of.name);
            Some(Kind {
                cluster,
                joined: 0,
                is_over: false,
                scores: scores.cloned().collect(),
                of,
            })
        });
        let kinds: Vec<Kind> = kinds.collect::<Option<_>>()?;
        (!kinds.is_empty()).then(|| Self {
            before: None,
            last: None,
            kinds,
            joined: Vec::new(),
            turn: 0,
            last_over: 0,
            is_cut: like.len() > most,
            options,
            session: Session::default(),
            fleet: objects.clusters.len(),
            objects: objects.clone(),
            most,
        })
    }

    /// Adds up to `turns` more copies; returns whether the count has finished. If `before` is still `None` then, the
    /// placement does not exist.
    pub fn advance(&mut self, turns: usize) -> bool {
        for _ in 0..turns {
            if self.is_at_end() {
                break;
            }
            if self.before.is_none() {
                self.before = self.decide();
                if self.before.is_none() {
                    return true;
                }
                continue;
            }
            let selected = self.selected(None);
            let at = self.turn;
            self.join(at);
            self.last = self.decide();
            if self.last.is_none() {
                return true;
            }
            if self.selected(None) <= selected {
                self.kinds[at].is_over = true;
                self.last_over = at;
            }
            let later = (at + 1..self.kinds.len()).chain(0..=at);
            let mut later = later.filter(|kind| !self.kinds[*kind].is_over);
            self.turn = later.next().unwrap_or(at);
        }
        self.is_at_end()
    }

    fn is_at_end(&self) -> bool {
        self.is_over() || (self.joined.len() == self.most && self.before.is_some())
    }

    /// Whether all kinds have ended.
    pub fn is_over(&self) -> bool {
        !self.is_cut && self.kinds.iter().all(|kind| kind.is_over)
    }

    fn decide(&mut self) -> Option<Decision> {
        self.session.what_if(&self.objects, &self.options).ok()
    }

    /// The copies, of one kind or of all, that are selected in the last decision, or not.
    fn joined(&self, kind: Option<usize>, selected: bool) -> Vec<ClusterId> {
        let mut found = Vec::new();
        for (number, of) in self.joined.iter().enumerate() {
            let cluster = ClusterId::new(self.fleet + number);
            let last = self.last.as_ref();
            if kind.is_none_or(|kind| kind == *of)
                && last.is_some_and(|last| is_selected(last, cluster) == selected)
            {
                found.push(cluster);
            }
        }
        found
    }

    /// How many copies are selected in the last decision: of one kind, or of all.
    pub fn selected(&self, kind: Option<usize>) -> usize {
        self.joined(kind, true).len()
    }

    /// The first copy that is not selected: of one kind, or of all.
    pub fn not_selected(&self, kind: Option<usize>) -> Option<ClusterId> {
        self.joined(kind, false).first().copied()
    }

    /// A copy that is not selected, if possible of the kind that ended last; `None` if the limit ended the count.
    pub fn next(&self) -> Option<ClusterId> {
        let last = self.is_over().then_some(self.last_over)?;
        // The last copy is selected if it replaced another copy.
        self.not_selected(Some(last))
            .or_else(|| self.not_selected(None))
    }

    fn join(&mut self, at: usize) {
        let Some(kind) = self.kinds.get_mut(at) else {
            return;
        };
        self.joined.push(at);
        kind.joined += 1;
        let names = &mut self.objects.names;
        // Sorts after the original by name, in the order of the copies.
        let name = format!("{}-more-{:05}", &names[kind.of.name], kind.joined);
        let name = names.intern(&name);
        self.objects.clusters.insert(ManagedCluster {
            name,
            ..kind.of.clone()
        });
        for score in &kind.scores {
            let score = AddOnPlacementScore {
                namespace: name,
                ..AddOnPlacementScore::clone(score)
            };
            self.objects.scores.push(Arc::new(score));
        }
        let revisions = &mut self.objects.revisions;
        revisions.clusters += 1;
        revisions.others += 1;
        if let Some(cel) = &self.options.cel {
            let mut cel = CelVerdicts::clone(cel);
            cel.revision = revisions.clusters;
            for column in &mut cel.columns {
                if let Ok(all) = &mut column.result {
                    all.extend(all.get(kind.cluster.index()).copied());
                }
                column
                    .costs
                    .extend(column.costs.get(kind.cluster.index()).copied());
            }
            self.options.cel = Some(Arc::new(cel));
        }
    }

    /// The number of copies, and their limit.
    pub fn progress(&self) -> (u64, u64) {
        (self.joined.len() as u64, self.most as u64)
    }
}
