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

/// Clusters like one that join a fleet, one after another: with its labels, claims, taints, amounts and add-on scores,
/// and with its verdicts of CEL expressions.
#[derive(Debug)]
pub struct MoreClusters {
    /// The objects, with the clusters that joined.
    pub objects: Objects,
    /// The decision as it is; `None` before the first part.
    pub before: Option<Decision>,
    /// The last decision.
    pub last: Option<Decision>,
    /// How many joined.
    pub joined: usize,
    /// Whether the last one that joined is the first that is not selected.
    pub is_over: bool,
    of: ManagedCluster,
    at: ClusterId,
    scores: Vec<Arc<AddOnPlacementScore>>,
    options: DecisionOptions,
    session: Session,
    fleet: usize,
    most: usize,
}

impl MoreClusters {
    /// Before the first one joins; at most `most` do. `None`: there is no such cluster. O(objects).
    pub fn new(
        objects: &Objects,
        options: DecisionOptions,
        of: ClusterId,
        most: usize,
    ) -> Option<Self> {
        let cluster = objects.clusters.get(of)?.to_object();
        let scores = objects.scores.iter();
        let scores = scores.filter(|score| score.namespace == cluster.name);
        Some(Self {
            before: None,
            last: None,
            joined: 0,
            is_over: false,
            at: of,
            scores: scores.cloned().collect(),
            of: cluster,
            options,
            session: Session::default(),
            fleet: objects.clusters.len(),
            objects: objects.clone(),
            most,
        })
    }

    /// Lets at most so many more clusters join; gives whether that is the end. Without a decision then, there is no
    /// such placement.
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
            self.join();
            self.last = self.decide();
            let Some(last) = &self.last else {
                return true;
            };
            self.is_over = (0..self.joined).any(|number| !is_selected(last, self.number(number)));
        }
        self.is_at_end()
    }

    fn is_at_end(&self) -> bool {
        self.is_over || (self.joined == self.most && self.before.is_some())
    }

    fn decide(&mut self) -> Option<Decision> {
        self.session.what_if(&self.objects, &self.options).ok()
    }

    /// One of those that joined.
    fn number(&self, number: usize) -> ClusterId {
        ClusterId::new(self.fleet + number)
    }

    /// Those that joined and are selected in the last decision.
    pub fn selected(&self) -> usize {
        let Some(last) = &self.last else { return 0 };
        let all = (0..self.joined).filter(|number| is_selected(last, self.number(*number)));
        all.count()
    }

    /// The first one that joined and is not selected.
    pub fn next(&self) -> Option<ClusterId> {
        let last = self.last.as_ref()?;
        let mut all = (0..self.joined).map(|number| self.number(number));
        all.find(|cluster| !is_selected(last, *cluster))
    }

    fn join(&mut self) {
        self.joined += 1;
        let names = &mut self.objects.names;
        // Behind the cluster by name, in the order in which they join.
        let name = format!("{}-more-{:05}", &names[self.of.name], self.joined);
        let name = names.intern(&name);
        self.objects.clusters.insert(ManagedCluster {
            name,
            ..self.of.clone()
        });
        for score in &self.scores {
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
                    all.extend(all.get(self.at.index()).copied());
                }
                column
                    .costs
                    .extend(column.costs.get(self.at.index()).copied());
            }
            self.options.cel = Some(Arc::new(cel));
        }
    }

    /// How many joined, of how many at most.
    pub fn progress(&self) -> (u64, u64) {
        (self.joined as u64, self.most as u64)
    }
}
