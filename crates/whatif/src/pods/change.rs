//! The cheapest edits after which the cycle of a pod ends as wanted.

use std::sync::Arc;

use schedscope_objects::{
    id::{Id as _, NodeId, PodId, QuotaId},
    names::{Names, Symbol},
    pod::Pod,
    profile::Profile,
};
use schedscope_pods::{
    amounts::ResourceId,
    snapshot::{ClusterSnapshot, NamedClasses, PodLocation},
};
use schedscope_quota::{cycle::Cycle, ledger::Ledger};

use super::{
    Outside, PodCluster, PodWant,
    cluster::victims,
    counts::{Counts, OfBounds},
    requests::requesting,
    rooms::{Foreseen, Rooms},
    space::{EditSource, FAMILIES},
};
use crate::{
    Edit, Editor, Family, Step,
    cost::removed,
    search::{Absence, Search, Space, Trial},
};

/// A question about a pod.
#[derive(Clone, Copy, Debug)]
pub struct PodQuestion<'a> {
    /// The pod, as `namespace/name`.
    pub pod: &'a str,
    /// The wanted outcome.
    pub want: &'a PodWant,
    /// The scheduler behaviour to reproduce.
    pub profile: Profile,
    /// The families to search; `None` for all.
    pub families: Option<&'a [Family]>,
    /// The allowed number of decisions. A decision counts as 1, plus 1 for every 1,000 pods and nodes. If it reuses the
    /// counted cluster, it counts as 1, plus 1 for every 4,000.
    pub steps: usize,
}

/// The search for the cheapest edits after which a pod's cycle ends as wanted.
#[derive(Debug)]
pub struct PodSearch {
    /// Whether the cycle already meets the want.
    pub met: bool,
    /// Whether the cycle evicts pods without edits.
    pub evicts: bool,
    /// The families, searched or not.
    pub space: Vec<Space>,
    /// What keeps the pod off nodes and cannot be edited; empty if the want is already met.
    pub outside: Vec<Outside>,
    /// What was found.
    pub search: Search,
    pod: String,
    want: PodWant,
    /// The initial number of decisions.
    steps: usize,
    counts: Counts,
}

impl PodSearch {
    /// Runs the cycle, and lists the candidates. `counted`: the nodes and pods of the input, and its quotas. Returns
    /// `None` if the pod does not exist.
    pub fn new(
        editor: &dyn Editor,
        asked: PodQuestion<'_>,
        counted: (ClusterSnapshot, Ledger),
    ) -> Option<Self> {
        let objects = editor.objects();
        let mut cluster = PodCluster::counted(counted, objects, asked.pod, asked.profile)?;
        let cycle = cluster.cycle(&objects.names)?;
        let met = cluster.meets(asked.want, &cycle, &objects.names);
        let evicts = !victims(&cycle).is_empty();
        let source = EditSource {
            objects,
            cluster: &cluster,
            cycle: &cycle,
            want: asked.want,
        };
        let space = |family: Family| {
            let is_off = asked
                .families
                .is_some_and(|families| !families.contains(&family));
            if is_off || met {
                let absence = if is_off {
                    Absence::Off
                } else {
                    Absence::NotNeeded
                };
                return vec![Space {
                    family,
                    candidates: Err(absence),
                    whole: true,
                }];
            }
            source.spaces(family)
        };
        let mut space: Vec<Space> = FAMILIES.into_iter().flat_map(space).collect();
        // As of placements, misspelt words are a family only if there are any.
        space.retain(|space| space.family != Family::Name || space.candidates.is_ok());
        let is_searched = |family: Family| {
            space.iter().any(|space| {
                let is_left_out =
                    matches!(space.candidates, Err(Absence::Off | Absence::NotNeeded));
                space.family == family && !is_left_out
            })
        };
        let info = cluster.snapshot.pods.get(cluster.pod);
        let is_whole =
            !is_searched(Family::Request) || info.is_none_or(|info| source.requests_once(info));
        let (joint, whole) = match info {
            Some(info) if is_searched(Family::Quota) => {
                source.joint(info, is_searched(Family::Request))
            }
            _ => (Vec::new(), true),
        };
        let outside = if met {
            Vec::new()
        } else {
            cluster.outside(asked.want, &objects.names)
        };
        let evicted = evicted(&cluster, &cycle, &objects.names);
        let counts = Counts {
            evicted,
            ..Counts::new(cluster, asked.steps, joint.len())
        };
        Some(Self {
            met,
            evicts,
            outside,
            search: Search::new(&space)
                .with_pairs(is_whole)
                .past_last()
                .with_joint(joint, whole),
            space,
            pod: asked.pod.to_owned(),
            want: asked.want.clone(),
            steps: asked.steps,
            counts,
        })
    }

    /// Tries up to `trials` more candidates; returns whether the search has finished.
    pub fn advance(&mut self, editor: &mut dyn Editor, trials: usize) -> bool {
        let Self {
            search,
            pod,
            want,
            counts,
            ..
        } = self;
        let mut on = Trials {
            editor,
            pod,
            want,
            counts,
        };
        if !search.advance(trials, &mut |edits| on.tried(edits)) {
            return false;
        }
        on.counts.left += std::mem::take(&mut on.counts.kept);
        !search.resume_joint() || search.advance(trials, &mut |edits| on.tried(edits))
    }

    /// The cluster and the cycle that were computed for `edits`. They are available only once, and only for the first
    /// edits that met the want; otherwise `None`, and the caller has to count again.
    pub fn verified(&mut self, edits: &[Edit]) -> Option<(PodCluster, Cycle)> {
        let verified = &mut self.counts.verified;
        let (_, cluster, cycle) = verified.take_if(|(known, ..)| known == edits)?;
        Some((cluster, cycle))
    }

    /// The number of decisions made, counted as in [`PodQuestion::steps`].
    pub fn steps(&self) -> usize {
        self.steps - self.counts.left - self.counts.kept
    }
}

/// Runs trial cycles.
pub(super) struct Trials<'a> {
    pub(super) editor: &'a mut dyn Editor,
    /// The pod, as `namespace/name`.
    pub(super) pod: &'a str,
    pub(super) want: &'a PodWant,
    pub(super) counts: &'a mut Counts,
}

/// Reads a result from a cycle of the pod.
pub(super) type Look<'a, T> = &'a mut dyn FnMut(&mut PodCluster, &Cycle, &Names) -> T;

/// How to revert an edit of the counted cluster.
#[derive(Clone, Copy)]
enum Undo {
    Bound(Bound, i64),
    Priority(i32),
    Request,
    Release(PodId, PodLocation, Option<NodeId>),
}

/// A bound of a quota.
#[derive(Clone, Copy)]
struct Bound {
    namespace: Symbol,
    is_max: bool,
    resource: ResourceId,
}

impl Trials<'_> {
    /// Decides with the edits: first in the counted cluster, if it can apply them, and in the input unless that fails
    /// the want.
    fn tried(&mut self, edits: &[Edit]) -> Trial {
        let most = self.counts.counted + self.counts.each;
        let Some(left) = self.counts.left.checked_sub(most) else {
            return Trial::OutOfSteps;
        };
        // The quotas of the API server are evaluated only in the edited input.
        let is_refused = std::mem::take(&mut self.counts.cluster.is_refused);
        let fails = self.fails_counted(edits);
        self.counts.cluster.is_refused = is_refused;
        self.counts.left = left + if fails { self.counts.each } else { 0 };
        if fails {
            return Trial::Fails;
        }
        match self.meets_after(edits) {
            Some(displaced) => self.editor.met(edits, displaced),
            None => Trial::Fails,
        }
    }

    /// Applies the edits to the input, and counts everything again. Returns the number of displaced pods: those that
    /// are removed, and those that are evicted and are neither terminating nor evicted without the edits. Returns
    /// `None` if the want is not met.
    fn meets_after(&mut self, edits: &[Edit]) -> Option<usize> {
        let want = self.want;
        let found = self.counted_anew(edits, &mut |cluster, cycle, names| {
            meets_with(edits, cluster, want, cycle, names).then(|| evicted(cluster, cycle, names))
        });
        let (cluster, cycle, Some(evicted)) = found? else {
            return None;
        };
        let before = &self.counts.evicted;
        let new = evicted.iter().filter(|pod| !before.contains(pod));
        let displaced = new.count() + removed(edits);
        let verified = &mut self.counts.verified;
        verified.get_or_insert_with(|| (edits.to_vec(), cluster, cycle));
        Some(displaced)
    }

    /// Applies edits to the input, counts again, and reads a result from the cycle. `None` if the edits cannot be
    /// applied.
    pub(super) fn anew<T>(&mut self, edits: &[Edit], look: Look<'_, T>) -> Option<T> {
        self.counted_anew(edits, look).map(|(.., found)| found)
    }

    /// The same, with the counted cluster and the cycle.
    fn counted_anew<T>(
        &mut self,
        edits: &[Edit],
        look: Look<'_, T>,
    ) -> Option<(PodCluster, Cycle, T)> {
        let mut found = None;
        if edits.is_empty() || self.editor.apply(edits) {
            let objects = self.editor.objects();
            let names = &objects.names;
            let counted = &self.counts.cluster;
            let reading = (counted.profile, counted.snapshot.version);
            let cluster = PodCluster::after(edits, objects, self.pod, reading);
            found = cluster.and_then(|mut cluster| {
                let cycle = cluster.cycle(names)?;
                let seen = look(&mut cluster, &cycle, names);
                Some((cluster, cycle, seen))
            });
        }
        self.editor.undo();
        found
    }

    /// Whether the want is not met in the counted cluster; `false` also if the edits cannot be applied to it.
    fn fails_counted(&mut self, edits: &[Edit]) -> bool {
        let want = self.want;
        let mut fails = |cluster: &mut PodCluster, cycle: &Cycle, names: &Names| {
            !meets_with(edits, cluster, want, cycle, names)
        };
        if !edits.iter().all(|edit| edit.family == Family::Quota) {
            return self.counted(edits, &mut fails) == Some(true);
        }
        let mut known = self.counts.rooms.take().unwrap_or_else(|| OfBounds {
            rooms: Rooms::new(&self.counts.cluster, want, &self.editor.objects().names),
            bound_fails: None,
        });
        let found = self.made(edits, &mut |cluster, names| {
            let of = |edit: &Edit| cluster.ledger.of(names.get(&edit.object.namespace)?);
            let edited: Vec<QuotaId> = edits.iter().filter_map(of).collect();
            let rooms = known.rooms.as_ref();
            let foreseen = rooms.map_or(Foreseen::Open, |rooms| rooms.foresee(cluster, &edited));
            match (foreseen, known.bound_fails) {
                (Foreseen::NoRoom, _) => return Some(true),
                (Foreseen::Bound, Some(fails)) => return Some(fails),
                _ => {}
            }
            let cycle = cluster.cycle(names)?;
            let fails = fails(cluster, &cycle, names);
            if foreseen == Foreseen::Bound {
                known.bound_fails = Some(fails);
            }
            Some(fails)
        });
        self.counts.rooms = Some(known);
        found == Some(true)
    }

    /// Applies edits to the counted cluster, and reads a result from the cycle. `None` if they cannot be applied to it.
    pub(super) fn counted<T>(&mut self, edits: &[Edit], look: Look<'_, T>) -> Option<T> {
        self.made(edits, &mut |cluster, names| {
            let cycle = cluster.cycle(names)?;
            Some(look(cluster, &cycle, names))
        })
    }

    /// Applies edits to the counted cluster, and computes a result. `None` if they cannot be applied to it.
    fn made<T>(
        &mut self,
        edits: &[Edit],
        find: &mut dyn FnMut(&mut PodCluster, &Names) -> Option<T>,
    ) -> Option<T> {
        let mut undo = Vec::new();
        for edit in edits {
            let made = self.make(edit);
            let is_made = made.is_some();
            undo.extend(made);
            if !is_made {
                break;
            }
        }
        let names = &self.editor.objects().names;
        let found = (undo.len() == edits.len())
            .then(|| find(&mut self.counts.cluster, names))
            .flatten();
        for undo in undo.into_iter().rev() {
            self.take_back(undo);
        }
        found
    }

    /// Applies an edit to the counted cluster. `None` if everything has to be counted again.
    fn make(&mut self, edit: &Edit) -> Option<Undo> {
        let objects = self.editor.objects();
        let (_, number) = edit.numbers.unwrap_or_default();
        match edit.family {
            // A `ResourceQuota` is evaluated only in the edited input.
            Family::Quota if edit.object.kind != "ElasticQuota" => None,
            Family::Quota => {
                let [.., Step::Key(bound), Step::Key(resource)] = edit.path.as_slice() else {
                    return None;
                };
                let bound = Bound {
                    namespace: objects.names.get(&edit.object.namespace)?,
                    is_max: bound == "max",
                    resource: self.counts.cluster.snapshot.resources.get(resource)?,
                };
                let old = self.set(bound, number?)?;
                Some(Undo::Bound(bound, old))
            }
            Family::Priority => {
                let info = self
                    .counts
                    .cluster
                    .snapshot
                    .pods
                    .get_mut(self.counts.cluster.pod)?;
                let new = i32::try_from(number?).ok()?;
                Some(Undo::Priority(std::mem::replace(&mut info.priority, new)))
            }
            Family::Release => {
                let key = [&edit.object.namespace, "/", &edit.object.name].concat();
                if self.want.spares.as_ref() == Some(&key) {
                    return None;
                }
                let pod = self.counts.cluster.snapshot.pod(&key, &objects.names)?;
                // Without a pod that the queue bound, its claims have no volumes.
                let info = self.counts.cluster.snapshot.pods.get(pod);
                let info = info.filter(|of| of.bound == 0 || of.volumes.is_none())?;
                let nominated = info.nominated;
                let place = self.counts.cluster.take(pod);
                self.counts.cluster.snapshot.nominate(pod, None);
                Some(Undo::Release(pod, place, nominated))
            }
            Family::Request => {
                objects.pods.get(self.counts.cluster.pod.index())?;
                // The current pod, because another request may be edited already.
                let pod = &self
                    .counts
                    .cluster
                    .snapshot
                    .pods
                    .get(self.counts.cluster.pod)?
                    .pod;
                let pod = Arc::new(requesting(pod, edit, objects)?);
                self.exchange(&pod).then_some(Undo::Request)
            }
            _ => None,
        }
    }

    fn take_back(&mut self, undo: Undo) {
        match undo {
            Undo::Bound(bound, old) => drop(self.set(bound, old)),
            Undo::Priority(old) => {
                if let Some(info) = self
                    .counts
                    .cluster
                    .snapshot
                    .pods
                    .get_mut(self.counts.cluster.pod)
                {
                    info.priority = old;
                }
            }
            Undo::Release(pod, place, nominated) => {
                self.counts.cluster.snapshot.give_back(pod, place);
                self.counts.cluster.snapshot.nominate(pod, nominated);
                if let Some(info) = self.counts.cluster.snapshot.pods.get(pod)
                    && info.is_bound()
                    && info.is_live()
                {
                    let charge = info.request.charge.clone();
                    self.counts
                        .cluster
                        .ledger
                        .charge(info.pod.namespace, &charge);
                }
            }
            Undo::Request => {
                let objects = self.editor.objects();
                if let Some(pod) = objects.pods.get(self.counts.cluster.pod.index()) {
                    let pod = Arc::clone(pod);
                    self.exchange(&pod);
                }
            }
        }
    }

    /// Sets a bound, and returns the old value.
    fn set(&mut self, bound: Bound, value: i64) -> Option<i64> {
        let ledger = &mut self.counts.cluster.ledger;
        let quota = ledger.quotas.get_mut(ledger.of(bound.namespace)?)?;
        let side = if bound.is_max {
            &mut quota.max
        } else {
            &mut quota.min
        };
        let old = side.of(bound.resource);
        side.amounts.set(bound.resource, value);
        if !bound.is_max {
            let sum = ledger.min.of(bound.resource).saturating_sub(old);
            let sum = sum.saturating_add(value);
            ledger.min.amounts.set(bound.resource, sum);
        }
        Some(old)
    }

    /// Replaces the pod by another version of it, on no node. Returns `false` if everything has to be counted again;
    /// the pod is unchanged then.
    fn exchange(&mut self, pod: &Arc<Pod>) -> bool {
        let objects = self.editor.objects();
        let (classes, names) = (NamedClasses::of(objects), &objects.names);
        let snapshot = &mut self.counts.cluster.snapshot;
        let done = snapshot.replace(self.counts.cluster.pod, pod, classes, names);
        snapshot.take(self.counts.cluster.pod);
        done
    }
}

/// The pods that a cycle evicts and that are not terminating already, as `namespace/name`.
fn evicted(cluster: &PodCluster, cycle: &Cycle, names: &Names) -> Vec<String> {
    let pods = victims(cycle).iter();
    let pods = pods.filter_map(|pod| cluster.snapshot.pods.get(*pod));
    let pods = pods.filter(|pod| !pod.terminating);
    pods.map(|pod| pod.key(names)).collect()
}

/// Whether a cycle with these edits meets a want. A priority does not help if the pod then evicts pods with the same
/// owner: that would recreate them with the same priority.
fn meets_with(
    edits: &[Edit],
    cluster: &PodCluster,
    want: &PodWant,
    cycle: &Cycle,
    names: &Names,
) -> bool {
    let is_priority = |edit: &Edit| edit.family == Family::Priority;
    cluster.meets(want, cycle, names)
        && !(edits.iter().any(is_priority) && cluster.evicts_siblings(cycle))
}
