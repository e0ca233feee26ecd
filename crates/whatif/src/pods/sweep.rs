//! A sweep of one number: how the cycle of a pod ends, as intervals with exact ends.

use schedscope_objects::{
    diagnostic::ObjectName, kubernetes_version::KubernetesVersion, names::Names, objects::Objects,
    order, profile::Profile,
};
use schedscope_quota::cycle::Cycle;

use super::{
    CycleEnd, PodCluster, PodWant, amounts, change::Trials, counts::Counts, ranges::Range,
    space::EditSource,
};
use crate::{Edit, Editor, Value, known::Known};

/// Up to twice this number of points is sampled; with many pods and nodes, fewer. If scores depend on the value, a
/// range with fewer values than this is tried in full.
const MOST_VALUES: usize = 1_000;

/// The largest amount to try: JavaScript numbers are exact up to here.
const MOST_AMOUNT: i64 = (1 << 53) - 1;

/// A want that every cycle meets.
static ANYTHING: PodWant = PodWant {
    admitted: false,
    on: None,
    spares: None,
    evicts_nobody: false,
};

/// The number to sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PodParameter<'a> {
    /// A request of the pod, in its first container that has one.
    Request(&'a str),
    /// The priority of the pod.
    Priority,
    /// A bound of a quota; `quota` is `namespace/name`, or `None` for the quota of the pod.
    Bound {
        quota: Option<&'a str>,
        /// Whether it is the max, not the min.
        is_max: bool,
        resource: &'a str,
    },
}

/// Why there is nothing to sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSwept {
    /// The pod does not exist.
    NoPod,
    /// The quota does not exist, or the pod has no quota.
    NoQuota,
    /// No object of the input names the resource.
    NoResource,
    /// No container of the pod requests it.
    NoRequest,
}

/// Adjacent values with which the cycle ends in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PodStretch {
    /// The first value.
    pub from: i64,
    /// The last value.
    pub to: i64,
    /// How the cycle ends.
    pub end: CycleEnd,
    /// A tried value with which other nodes have the same total: the one in force, or else the lowest.
    pub tied_at: Option<i64>,
}

/// A sweep, computed in parts: tries every critical value of one number, and values between them where that matters.
#[derive(Debug)]
pub struct PodSweep {
    /// The edited object.
    pub object: ObjectName,
    /// The stretches, in the order of the values; empty before the end.
    pub stretches: Vec<PodStretch>,
    pod: String,
    range: Range,
    /// The resource of the amount.
    resource: Option<String>,
    counts: Counts,
    /// Half of the maximum number of points to sample.
    most: usize,
    /// Whether values were left out.
    is_thinned: bool,
    /// Whether scores chose between starts, so that a change may be missed.
    is_open: bool,
    /// Whether each value is decided in the edited input.
    is_anew: bool,
    /// How the cycle ends with the values tried so far; in the counted cluster, unless `is_anew`.
    known: Known<i64, Option<CycleEnd>>,
    /// How it ends in the edited input.
    known_anew: Known<i64, Option<CycleEnd>>,
    /// The values tried so far with which several nodes have the highest total.
    ties: Vec<i64>,
}

impl PodSweep {
    /// Before the first part.
    ///
    /// # Errors
    /// There is nothing to sweep.
    pub fn new(
        objects: &Objects,
        pod: &str,
        parameter: PodParameter<'_>,
        reading: (Profile, KubernetesVersion),
    ) -> Result<Self, NotSwept> {
        let mut cluster = PodCluster::new(objects, pod, reading).ok_or(NotSwept::NoPod)?;
        let cycle = cluster.cycle(&objects.names).ok_or(NotSwept::NoPod)?;
        let source = EditSource {
            objects,
            cluster: &cluster,
            cycle: &cycle,
            want: &PodWant::default(),
        };
        let info = cluster
            .snapshot
            .pods
            .get(cluster.pod)
            .ok_or(NotSwept::NoPod)?;
        let mut range = source.range(info, parameter)?;
        let size = cluster.snapshot.pods.len() + cluster.snapshot.nodes.len();
        let object = range.template.first().map(|edit| edit.object.clone());
        let last = range.last.min(MOST_AMOUNT);
        range.whole &= last == range.last;
        range.last = last;
        range.starts.retain(|start| *start <= last);
        let resource = match parameter {
            PodParameter::Priority => None,
            PodParameter::Request(name) | PodParameter::Bound { resource: name, .. } => {
                Some(name.to_owned())
            }
        };
        Ok(Self {
            object: object.ok_or(NotSwept::NoRequest)?,
            stretches: Vec::new(),
            pod: pod.to_owned(),
            range,
            resource,
            counts: Counts::new(cluster, 0, 0),
            most: MOST_VALUES / (1 + size / 4000),
            is_thinned: false,
            is_open: false,
            is_anew: false,
            known: Known::default(),
            known_anew: Known::default(),
            ties: Vec::new(),
        })
    }

    /// The current value; `None` if unlimited.
    pub fn in_force(&self) -> Option<i64> {
        self.range.in_force
    }

    /// Whether the stretches show every change.
    pub fn complete(&self) -> bool {
        self.range.whole && !self.is_thinned && !self.is_open
    }

    /// The nodes and pods.
    pub fn cluster(&self) -> &PodCluster {
        &self.counts.cluster
    }

    /// Tries up to `turns` more values; returns whether the sweep has finished.
    ///
    /// Values that a part did not try are unknown; the next part takes the same path through the values that are known.
    pub fn advance(&mut self, editor: &mut dyn Editor, turns: usize) -> bool {
        let mut walk = Walk {
            of: self,
            editor,
            left: turns,
            is_paused: false,
        };
        let mut found = walk.stretches();
        if !walk.is_paused && !walk.of.is_anew && !walk.is_true(&found) {
            // The counted cluster does not reproduce an effect of the edits.
            walk.of.is_anew = true;
            walk.of.known = Known::default();
            walk.of.ties.clear();
            found = walk.stretches();
        }
        if walk.is_paused {
            return false;
        }
        self.stretches = found;
        true
    }

    /// The number of values tried and of all values, as far as it is known.
    pub fn progress(&self) -> (u64, u64) {
        let done = (self.known.len() + self.known_anew.len()) as u64;
        (done, (self.range.starts.len() as u64).max(done))
    }
}

/// A value, and how the cycle ends with it.
type At = (i64, CycleEnd);

struct Walk<'a> {
    of: &'a mut PodSweep,
    editor: &'a mut dyn Editor,
    /// The remaining number of values.
    left: usize,
    /// Whether the turns ran out.
    is_paused: bool,
}

impl Walk<'_> {
    fn stretches(&mut self) -> Vec<PodStretch> {
        let points = self.points();
        let step = points.len().div_ceil(2 * self.of.most.max(1)).max(1);
        self.of.is_thinned = step > 1;
        let mut found: Vec<At> = Vec::new();
        let mut before: Option<(usize, At)> = None;
        for place in (0..points.len()).filter(|at| at % step == 0 || at + 1 == points.len()) {
            let Some(here) = self.at(points[place]) else {
                continue;
            };
            match &before {
                None => found.push(here.clone()),
                Some(before) => {
                    let (low, high) = (before.clone(), (place, here.clone()));
                    self.changes(&points, low, high, &mut found);
                }
            }
            before = Some((place, here));
        }
        let last = points.last().copied().unwrap_or(0);
        let ends = found.iter().skip(1).map(|(from, _)| from - 1);
        let ends: Vec<i64> = ends.chain([last]).collect();
        let stretches = found.into_iter().zip(ends);
        let PodSweep { ties, range, .. } = &*self.of;
        let tied_at = |from, to| {
            let ties = ties.iter().copied();
            let within = ties.filter(|tie| (from..=to).contains(tie));
            within.min_by_key(|tie| (Some(*tie) != range.in_force, *tie))
        };
        let stretch = |((from, end), to)| PodStretch {
            from,
            to,
            end,
            tied_at: tied_at(from, to),
        };
        stretches.map(stretch).collect()
    }

    /// The starts. If scores depend on the value, also the value in force, the last value before each start, and all
    /// values of a small range.
    fn points(&self) -> Vec<i64> {
        let Range {
            starts,
            last,
            in_force,
            ..
        } = &self.of.range;
        let mut points = starts.clone();
        points.push(*last);
        if self.of.range.is_scored {
            let first = starts.first().copied().unwrap_or(0);
            points.extend(in_force.filter(|now| (first..=*last).contains(now)));
            if last - first < MOST_VALUES as i64 {
                points.extend(first..=*last);
            }
            points.extend(starts.iter().skip(1).map(|start| start - 1));
        }
        order::sort(&mut points, Ord::cmp);
        points.dedup();
        points
    }

    /// The values between two points from which the cycle ends differently, including the upper point.
    fn changes(&mut self, points: &[i64], low: (usize, At), high: (usize, At), to: &mut Vec<At>) {
        if low.1.1 == high.1.1 {
            return;
        }
        if high.0 - low.0 < 2 {
            self.between(low.1, high.1, to);
            return;
        }
        let middle = usize::midpoint(low.0, high.0);
        if let Some(at) = points.get(middle).and_then(|value| self.at(*value)) {
            self.changes(points, low, (middle, at.clone()), to);
            self.changes(points, (middle, at), high, to);
        }
    }

    fn between(&mut self, low: At, high: At, to: &mut Vec<At>) {
        if low.1 == high.1 {
            return;
        }
        let middle = i64::midpoint(low.0, high.0);
        if !self.of.range.is_scored || high.0 - low.0 < 2 {
            to.push(high);
        } else if let Some(at) = self.at(middle) {
            self.between(low, at.clone(), to);
            self.between(at, high, to);
        }
    }

    /// How the cycle ends with a value.
    fn at(&mut self, value: i64) -> Option<At> {
        if let Ok(end) = self.of.known.find(&value) {
            return Some((value, end.clone()?));
        }
        if !self.goes_on() {
            return None;
        }
        let edits = self.edits(value);
        let Range {
            is_scored,
            last,
            starts,
            ..
        } = &self.of.range;
        let is_wide = last.saturating_sub(starts.first().copied()?) >= MOST_VALUES as i64;
        let is_asked = *is_scored && is_wide;
        let (mut is_open, mut is_tied) = (false, false);
        let mut look = |cluster: &mut PodCluster, cycle: &Cycle, names: &Names| {
            cluster.ask_quotas(names);
            // If several nodes are feasible, scores choose.
            is_open |= is_asked && !cycle.totals.is_empty();
            is_tied = cycle.choice.as_ref().is_some_and(|of| of.best.count > 1);
            cluster.end(cycle, names)
        };
        let is_anew = self.of.is_anew;
        let mut trials = self.trials();
        let counted = if is_anew {
            None
        } else {
            trials.counted(&edits, &mut look)
        };
        let end = counted.or_else(|| trials.anew(&edits, &mut look));
        self.of.is_open |= is_open;
        self.of.ties.extend(is_tied.then_some(value));
        self.of.known.insert(value, end.clone());
        Some((value, end?))
    }

    /// Takes a turn; returns whether one was left.
    fn goes_on(&mut self) -> bool {
        self.is_paused |= self.left == 0;
        self.left = self.left.saturating_sub(1);
        !self.is_paused
    }

    fn trials(&mut self) -> Trials<'_> {
        Trials {
            editor: self.editor,
            pod: &self.of.pod,
            want: &ANYTHING,
            counts: &mut self.of.counts,
        }
    }

    /// Whether the edited input confirms both ends of each stretch.
    fn is_true(&mut self, stretches: &[PodStretch]) -> bool {
        stretches.iter().all(|stretch| {
            [stretch.from, stretch.to]
                .into_iter()
                .all(|value| self.anew(value).as_ref() == Some(&stretch.end) || self.is_paused)
        })
    }

    /// How the cycle ends with a value in the edited input.
    fn anew(&mut self, value: i64) -> Option<CycleEnd> {
        if let Ok(end) = self.of.known_anew.find(&value) {
            return end.clone();
        }
        if !self.goes_on() {
            return None;
        }
        let edits = self.edits(value);
        let mut trials = self.trials();
        let end = trials.anew(&edits, &mut |cluster, cycle, names| {
            cluster.end(cycle, names)
        });
        self.of.known_anew.insert(value, end.clone());
        end
    }

    /// The edits that set a value; empty if it is the current one.
    fn edits(&self, value: i64) -> Vec<Edit> {
        if self.of.range.in_force == Some(value) {
            return Vec::new();
        }
        let resources = &self.of.counts.cluster.snapshot.resources;
        let resource = self.of.resource.as_deref();
        let id = resource.and_then(|name| resources.get(name));
        let mut edits = self.of.range.template.clone();
        for edit in &mut edits {
            edit.new = Some(match (id, resource) {
                (Some(id), Some(name)) => amounts::value(id, name, value),
                _ => Value::Integer(value),
            });
            edit.numbers = Some((self.of.range.in_force, Some(value)));
        }
        edits
    }
}
