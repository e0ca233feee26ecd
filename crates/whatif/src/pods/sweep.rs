//! One number over its range: how the cycle of a pod ends, as intervals with exact ends.

use schedscope_objects::{diagnostic::ObjectName, names::Names, order, profile::Profile};
use schedscope_quota::cycle::Cycle;

use super::{
    CycleEnd, PodWant, PodWorld, amounts,
    change::{Counts, Trials},
    ranges::Range,
    space::Ground,
};
use crate::{Edit, Editor, Value};

/// With more critical values than this, not all are looked at; with many pods and nodes, with fewer.
const MOST_VALUES: usize = 1_000;

/// The largest amount that is looked at: JavaScript's numbers are exact up to here.
const MOST_AMOUNT: i64 = (1 << 53) - 1;

/// What is swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PodParameter<'a> {
    /// A request of the pod: of its first container that has one.
    Request(&'a str),
    /// The priority of the pod.
    Priority,
    /// A bound of a quota; `quota`: `namespace/name`, `None`: the quota of the pod.
    Bound {
        /// The quota.
        quota: Option<&'a str>,
        /// Its max, not its min.
        is_max: bool,
        /// The resource.
        resource: &'a str,
    },
}

/// Why there is nothing to sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSwept {
    /// There is no such pod.
    NoPod,
    /// There is no such quota, or the pod has none.
    NoQuota,
    /// No object of the text names the resource.
    NoResource,
    /// No container of the pod requests it.
    NoRequest,
}

/// Values next to each other after which the cycle ends alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PodStretch {
    /// The first value.
    pub from: i64,
    /// The last value.
    pub to: i64,
    /// How the cycle ends.
    pub end: CycleEnd,
}

/// A sweep.
#[derive(Debug)]
pub struct PodSweep {
    /// The object that is swept.
    pub object: ObjectName,
    /// The value in force; `None`: unlimited.
    pub in_force: Option<i64>,
    /// The stretches, in the order of the values.
    pub stretches: Vec<PodStretch>,
    /// Whether the ends are all that there are.
    pub complete: bool,
    /// The nodes and pods.
    pub world: PodWorld,
}

/// Looks at every critical value of one number, and between them where that matters.
///
/// # Errors
/// There is nothing to sweep.
pub fn sweep(
    editor: &mut dyn Editor,
    pod: &str,
    parameter: PodParameter<'_>,
    profile: Profile,
) -> Result<PodSweep, NotSwept> {
    let objects = editor.objects();
    let mut world = PodWorld::new(objects, pod, profile).ok_or(NotSwept::NoPod)?;
    let cycle = world.cycle(&objects.names).ok_or(NotSwept::NoPod)?;
    let want = PodWant::default();
    let ground = Ground {
        objects,
        world: &world,
        cycle: &cycle,
        want: &want,
    };
    let info = world.snapshot.pods.get(world.pod).ok_or(NotSwept::NoPod)?;
    let mut range = ground.range(info, parameter)?;
    let size = world.snapshot.pods.len() + world.snapshot.nodes.len();
    let object = range.template.first().map(|edit| edit.object.clone());
    let last = range.last.min(MOST_AMOUNT);
    range.whole &= last == range.last;
    range.last = last;
    range.starts.retain(|start| *start <= last);
    let mut counts = Counts::new(world, 0);
    let mut walk = Walk {
        trials: Trials {
            editor,
            pod,
            want: &want,
            counts: &mut counts,
        },
        range,
        resource: None,
        most: MOST_VALUES / (1 + size / 4000),
        is_thinned: false,
        is_open: false,
        is_anew: false,
    };
    walk.resource = match parameter {
        PodParameter::Priority => None,
        PodParameter::Request(name) | PodParameter::Bound { resource: name, .. } => {
            Some(name.to_owned())
        }
    };
    let mut found = walk.stretches();
    if !walk.is_true(&found) {
        // Something that the counted world does not follow.
        walk.is_anew = true;
        found = walk.stretches();
    }
    let Walk {
        range,
        is_thinned,
        is_open,
        ..
    } = walk;
    Ok(PodSweep {
        object: object.ok_or(NotSwept::NoRequest)?,
        in_force: range.in_force,
        stretches: found,
        complete: range.whole && !is_thinned && !is_open,
        world: counts.world,
    })
}

/// A value with how the cycle ends there.
type At = (i64, CycleEnd);

struct Walk<'a> {
    trials: Trials<'a>,
    range: Range,
    /// The resource whose amounts are written.
    resource: Option<String>,
    /// At most so many values of each kind are looked at.
    most: usize,
    /// Whether there are more.
    is_thinned: bool,
    /// Whether scores chose between starts.
    is_open: bool,
    /// Whether each value is decided in the input.
    is_anew: bool,
}

impl Walk<'_> {
    fn stretches(&mut self) -> Vec<PodStretch> {
        let points = self.points();
        let step = points.len().div_ceil(2 * self.most.max(1)).max(1);
        self.is_thinned = step > 1;
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
        let stretch = |((from, end), to)| PodStretch { from, to, end };
        stretches.map(stretch).collect()
    }

    /// The starts, and, where scores follow the value, the last value before each and all of a few.
    fn points(&self) -> Vec<i64> {
        let Range { starts, last, .. } = &self.range;
        let mut points = starts.clone();
        points.push(*last);
        if self.range.is_scored {
            let first = starts.first().copied().unwrap_or(0);
            if last - first < MOST_VALUES as i64 {
                points.extend(first..=*last);
            }
            points.extend(starts.iter().skip(1).map(|start| start - 1));
        }
        order::sort(&mut points, Ord::cmp);
        points.dedup();
        points
    }

    /// The values between two points from which on the cycle ends otherwise, the upper one included.
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
        if !self.range.is_scored || high.0 - low.0 < 2 {
            to.push(high);
        } else if let Some(at) = self.at(middle) {
            self.between(low, at.clone(), to);
            self.between(at, high, to);
        }
    }

    /// How the cycle ends with a value.
    fn at(&mut self, value: i64) -> Option<At> {
        let edits = self.edits(value);
        let is_scored = self.range.is_scored;
        let is_wide = self
            .range
            .last
            .saturating_sub(self.range.starts.first().copied()?)
            >= MOST_VALUES as i64;
        let mut is_open = false;
        let mut look = |world: &mut PodWorld, cycle: &Cycle, names: &Names| {
            world.ask_quotas(names);
            // Of several feasible nodes, scores choose.
            is_open |= is_scored && is_wide && !cycle.totals.is_empty();
            world.end(cycle)
        };
        let counted = if self.is_anew {
            None
        } else {
            self.trials.counted(&edits, &mut look)
        };
        let end = counted.or_else(|| self.trials.anew(&edits, &mut look));
        self.is_open |= is_open;
        Some((value, end?))
    }

    /// Whether the input says the same at both ends of each stretch.
    fn is_true(&mut self, stretches: &[PodStretch]) -> bool {
        stretches.iter().all(|stretch| {
            [stretch.from, stretch.to].into_iter().all(|value| {
                let edits = self.edits(value);
                let end = self
                    .trials
                    .anew(&edits, &mut |world, cycle, _| world.end(cycle));
                end.as_ref() == Some(&stretch.end)
            })
        })
    }

    /// The edits that bring a value about; none where it is in force.
    fn edits(&self, value: i64) -> Vec<Edit> {
        if self.range.in_force == Some(value) {
            return Vec::new();
        }
        let resources = &self.trials.counts.world.snapshot.resources;
        let resource = self.resource.as_deref();
        let id = resource.and_then(|name| resources.get(name));
        let mut edits = self.range.template.clone();
        for edit in &mut edits {
            edit.new = Some(match (id, resource) {
                (Some(id), Some(name)) => amounts::value(id, name, value),
                _ => Value::Integer(value),
            });
            edit.numbers = Some((self.range.in_force, Some(value)));
        }
        edits
    }
}
