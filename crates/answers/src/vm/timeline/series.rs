//! Amounts of nodes over time.

use schedscope_answer_macro::answer;
use schedscope_objects::id::Id as _;
use schedscope_vm::{id::VmNodeId, timeline::change::NodeChange};
use serde::{Serialize, Serializer, ser::SerializeTuple};

use crate::vm::timeline::RunAnswers;

/// The amounts from a step on. As JSON it is one flat list: step, time in seconds, amounts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VmPoint<const N: usize> {
    /// The step.
    pub step: u32,
    /// The time from the start, in seconds.
    pub at: f64,
    /// The amounts.
    pub amounts: [u32; N],
}

impl<const N: usize> Serialize for VmPoint<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_tuple(N + 2)?;
        list.serialize_element(&self.step)?;
        list.serialize_element(&self.at)?;
        for amount in &self.amounts {
            list.serialize_element(amount)?;
        }
        list.end()
    }
}

/// The amounts of one node over time.
#[answer(Default)]
pub struct VmSeries {
    /// The node's name.
    pub node: String,
    /// The limits: step, time in seconds, and from then on total, system and watermark of CPU, then of memory.
    #[ts(type = "Float[][]")]
    pub limits: Vec<VmPoint<6>>,
    /// The amounts in order of the steps: step, time in seconds, then of CPU and of memory each: reserved, buffer,
    /// capacity pressure, pressure accounted for, and the part of `reserved` that other pods have.
    #[ts(type = "Float[][]")]
    pub points: Vec<VmPoint<10>>,
    /// The steps during which the node was under too much pressure: first step, and the step after the last.
    pub under_pressure: Vec<(u32, u32)>,
    /// Whether there were more points than asked for: of each stretch of time, only the last and the highest are
    /// listed.
    pub thinned: bool,
}

/// The fill level of a node over time.
#[answer(Default, Eq)]
pub struct VmHeat {
    /// The node's name.
    pub node: String,
    /// The highest ratio of reserved to reservable amount of both resources, in percent, for 120 stretches of equal
    /// time; 65,535 if something is reserved and nothing is reservable.
    pub percent: Vec<u16>,
}

/// The number of stretches of time.
const STRETCHES: usize = 120;

/// Milliseconds as seconds.
pub fn seconds(at: u64) -> f64 {
    at as f64 / 1000.0
}

impl RunAnswers<'_> {
    /// The amounts of a node over time, at most about `most` points. O(changes).
    pub fn series(&self, node: VmNodeId, most: usize) -> VmSeries {
        let limits = self
            .run
            .limit_changes
            .iter()
            .filter(|change| change.node == node);
        let limits = limits.map(|change| {
            let [total, system, watermark] = change.limits.cpu;
            let memory = change.limits.memory;
            VmPoint {
                step: change.step,
                at: seconds(self.run.time(change.step)),
                amounts: [total, system, watermark, memory[0], memory[1], memory[2]],
            }
        });
        let limits = limits.collect();
        let mut points: Vec<VmPoint<10>> = Vec::new();
        let mut under_pressure = Vec::new();
        let mut since = None;
        for change in self.run.changes.iter().filter(|change| change.node == node) {
            match (since, change.too_much_pressure) {
                (None, true) => since = Some(change.step),
                (Some(start), false) => {
                    under_pressure.push((start, change.step));
                    since = None;
                }
                _ => {}
            }
            let point = self.point(change);
            match points.last_mut() {
                Some(last) if last.step == point.step => *last = point,
                Some(last) if last.amounts == point.amounts => {}
                _ => points.push(point),
            }
        }
        if let Some(start) = since {
            under_pressure.push((start, self.run.steps.len() as u32 + 1));
        }
        let thinned = points.len() > most.max(2);
        if thinned {
            points = self.thin(points, most.max(2));
        }
        VmSeries {
            node: self.run.inventory.node_name(node).to_owned(),
            limits,
            points,
            under_pressure,
            thinned,
        }
    }

    fn point(&self, change: &NodeChange) -> VmPoint<10> {
        let mut amounts = [0; 10];
        for (part, used) in amounts.chunks_mut(5).zip(change.used.array()) {
            part.copy_from_slice(&[
                used.reserved,
                used.buffer,
                used.capacity_pressure,
                used.pressure_accounted_for,
                used.others,
            ]);
        }
        VmPoint {
            step: change.step,
            at: seconds(self.run.time(change.step)),
            amounts,
        }
    }

    fn thin(&self, points: Vec<VmPoint<10>>, most: usize) -> Vec<VmPoint<10>> {
        let stretches = (most / 2).max(1) as f64;
        let length = seconds(self.run.duration).max(f64::MIN_POSITIVE) / stretches;
        let mut kept: Vec<VmPoint<10>> = Vec::new();
        let mut stretch: Option<(u64, VmPoint<10>, VmPoint<10>)> = None;
        let height = |point: &VmPoint<10>| {
            let amounts = &point.amounts;
            (amounts[0] + amounts[2], amounts[5] + amounts[7])
        };
        let mut close = |stretch: Option<(u64, VmPoint<10>, VmPoint<10>)>| {
            if let Some((_, highest, last)) = stretch {
                kept.push(highest);
                if last.step != highest.step {
                    kept.push(last);
                }
            }
        };
        for point in points {
            let number = (point.at / length) as u64;
            stretch = match stretch {
                Some((known, highest, _)) if known == number => {
                    let higher = height(&point) > height(&highest);
                    Some((known, if higher { point } else { highest }, point))
                }
                other => {
                    close(other);
                    Some((number, point, point))
                }
            };
        }
        close(stretch);
        kept
    }

    /// The fill levels over time of the first `most` nodes by name. O(changes + nodes).
    pub fn heat(&self, most: usize) -> Vec<VmHeat> {
        let nodes = self.run.inventory.stated.nodes.len();
        let mut reservable = vec![[0u32; 2]; nodes];
        let mut level = vec![0u16; nodes];
        let mut heat = vec![[0u16; STRETCHES]; nodes];
        let mut filled = vec![0usize; nodes];
        let mut limits = self.run.limit_changes.iter().peekable();
        let length = self.run.duration.max(1);
        for change in &self.run.changes {
            while let Some(limit) = limits.next_if(|limit| limit.step <= change.step) {
                let [cpu, memory] = limit
                    .limits
                    .array()
                    .map(|[total, system, _]| total - system);
                reservable[limit.node.index()] = [cpu, memory];
            }
            let node = change.node.index();
            let at = self.run.time(change.step).min(length);
            let stretch = (u128::from(at) * STRETCHES as u128 / u128::from(length)) as usize;
            let stretch = stretch.min(STRETCHES - 1);
            // As full as before until now.
            let from = filled[node];
            if let Some(between) = heat[node].get_mut(from..=stretch) {
                for percent in between {
                    *percent = (*percent).max(level[node]);
                }
            }
            filled[node] = stretch;
            let used = change.used.array();
            let parts = used.iter().zip(reservable[node]);
            let percent = parts.map(|(used, reservable)| percent(used.reserved, reservable));
            level[node] = percent.max().unwrap_or(0);
            heat[node][stretch] = heat[node][stretch].max(level[node]);
        }
        for node in 0..nodes {
            for percent in &mut heat[node][filled[node]..] {
                *percent = (*percent).max(level[node]);
            }
        }
        let shown = self.run.inventory.stated.nodes_by_name.iter().take(most);
        shown
            .map(|node| VmHeat {
                node: self.run.inventory.node_name(*node).to_owned(),
                percent: heat[node.index()].to_vec(),
            })
            .collect()
    }
}

fn percent(reserved: u32, reservable: u32) -> u16 {
    if reserved == 0 {
        return 0;
    }
    let percent = (u64::from(reserved) * 100).checked_div(u64::from(reservable));
    percent.map_or(u16::MAX, |percent| percent.min(u64::from(u16::MAX)) as u16)
}
