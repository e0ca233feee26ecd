//! A sweep of one number of the config: how a timeline runs, as intervals with exact ends.

use schedscope_objects::{
    diagnostic::ObjectName, order, plugin_config::NodeConfig, word::Word as _,
};
use schedscope_pods::amounts::ResourceId;
use schedscope_vm::{
    amount::Resource,
    id::VmPodId,
    limits::{limits, slot_bytes},
    spec::PodSpec,
    timeline::run::TimelineRun,
};

use super::{
    Playing, RunEnd, VmQuestion, VmWant,
    fractions::decimal,
    space::{EditSource, MILLION, Section, pick, section_of},
};
use crate::{
    Editor, StepSize, Value,
    edit::{path, path_text},
    pods::amounts,
    search::Candidate,
};

/// The maximum number of critical values; with long runs, it is lower.
const MOST_VALUES: usize = 1_000;

/// The maximum number of different sums of the requests of other pods.
const MOST_SUMS: usize = 64;

/// The number to sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VmParameter {
    /// A watermark, in millionths.
    Watermark(Resource),
    /// The amount reserved for the system, in millicores or bytes.
    System(Resource),
    /// A side of the compute unit, in vCPUs or slots.
    Unit(Resource),
}

/// Why there is nothing to sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSwept {
    /// The input has no config, or it does not apply to a node.
    NoConfig,
    /// The node does not exist.
    NoNode,
}

/// Adjacent values with which the timeline runs in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VmStretch {
    /// The first value.
    pub from: i64,
    /// The last value.
    pub to: i64,
    /// How the run ends.
    pub end: RunEnd,
    /// The pods that migrate, `namespace/name`, sorted.
    pub migrates: Vec<String>,
    /// The pods of VMs that are not on a node in the end, `namespace/name`, sorted.
    pub unplaced: Vec<String>,
}

/// A sweep, computed in parts.
#[derive(Debug)]
pub struct VmSweep {
    /// The edited object.
    pub object: ObjectName,
    /// The field of the config, such as `nodeDefaults.cpu.watermark`.
    pub field: String,
    /// The current value.
    pub in_force: i64,
    /// The stretches, in the order of the values.
    pub stretches: Vec<VmStretch>,
    /// Whether the stretches show every change.
    pub complete: bool,
    question: VmQuestion,
    parameter: VmParameter,
    template: Candidate,
    /// Whether the current value is exactly as written.
    is_exact: bool,
    /// The values from which a run may end differently, ascending; the first is the smallest value.
    starts: Vec<i64>,
    last: i64,
    next: usize,
    /// Whether the run without edits was played: after a long run, fewer values are tried.
    is_begun: bool,
    playing: Playing,
}

impl VmSweep {
    /// Finds the critical values. `node`: selects the section of the config that applies to it; `None` for the
    /// defaults, or the first section that applies to a node.
    ///
    /// # Errors
    /// There is nothing to sweep.
    pub fn new(
        editor: &dyn Editor,
        question: &VmQuestion,
        parameter: VmParameter,
        node: Option<&str>,
    ) -> Result<Self, NotSwept> {
        // Only the setup of the run matters, not its end.
        let run = question.start(editor.objects()).finish();
        let want = VmWant::default();
        let source = EditSource::new(editor.objects(), question, &run, &want);
        let sections = source.sections();
        let is_it = |section: &&Section<'_>| {
            node.is_none_or(|name| section.nodes.iter().any(|node| *node.name == *name))
        };
        let mut nodes = run.inventory.stated.nodes.iter();
        if node.is_some_and(|name| !nodes.any(|node| *node.name == *name)) {
            return Err(NotSwept::NoNode);
        }
        let section = sections.iter().find(is_it).ok_or(NotSwept::NoConfig)?;
        let mut way = section.way.clone();
        let prefix = way.len() - section.own;
        let (key, field) = parameter.field();
        way.extend(path(key));
        way.extend(path(field));
        let field = path_text(way.get(prefix..).unwrap_or_default());
        let template = source.edit(way, None, Value::Integer(0), StepSize::of(0));
        let object = template.first().map(|edit| edit.object.clone());
        let mut found = Self {
            object: object.ok_or(NotSwept::NoConfig)?,
            field,
            in_force: 0,
            stretches: Vec::new(),
            complete: true,
            question: question.clone(),
            parameter,
            template,
            is_exact: true,
            starts: Vec::new(),
            last: 0,
            next: 0,
            is_begun: false,
            playing: Playing::default(),
        };
        match parameter {
            VmParameter::Watermark(resource) => found.watermarks(&source, section, resource),
            VmParameter::System(resource) => found.systems(&source, section, resource),
            VmParameter::Unit(resource) => found.units(&source, section, resource),
        }
        order::sort(&mut found.starts, Ord::cmp);
        found.starts.dedup();
        Ok(found)
    }

    /// Drops critical values, so that runs of `steps` steps do not take too long.
    fn thin_out(&mut self, steps: usize) {
        let most = MOST_VALUES / (1 + steps / 10_000);
        let step = self.starts.len().div_ceil(most.max(1)).max(1);
        self.complete &= step == 1;
        let starts = std::mem::take(&mut self.starts);
        self.starts = starts.into_iter().step_by(step).collect();
    }

    fn watermarks(&mut self, source: &EditSource<'_>, section: &Section<'_>, resource: Resource) {
        let old = section_of(section.config, resource).watermark;
        self.in_force = (f64::from(old) * MILLION).round() as i64;
        self.is_exact = part_of(self.in_force).total_cmp(&old).is_eq();
        self.last = MILLION as i64;
        self.starts.push(1);
        let mut config = section.config.clone();
        for node in &section.nodes {
            let mut watermark = |value: i64| {
                set_watermark(&mut config, resource, part_of(value));
                let found = limits(&node.allocatable, &source.config, &config).ok();
                found.map(|found| pick(found, resource))
            };
            let Some(all) = watermark(self.last) else {
                continue;
            };
            let reservable = i64::from(all.reservable());
            if reservable > MOST_VALUES as i64 {
                self.complete = false;
            }
            for amount in 1..=reservable.min(MOST_VALUES as i64) {
                // 32-bit rounding moves an end by less than a millionth.
                let near = amount * self.last / reservable;
                let reaches = |value: &i64| {
                    watermark(*value).is_some_and(|of| i64::from(of.watermark) >= amount)
                };
                let values = (near - 1).max(1)..=(near + 2).min(self.last);
                self.starts.extend({ values }.find(reaches));
            }
        }
    }

    fn systems(&mut self, source: &EditSource<'_>, section: &Section<'_>, resource: Resource) {
        let old = &section_of(section.config, resource).system;
        let (id, unit, scale) = match resource {
            Resource::Cpu => (ResourceId::CPU, 1000, 1_000_000),
            Resource::Memory => (
                ResourceId::MEMORY,
                slot_bytes(&source.config),
                1_000_000_000,
            ),
        };
        self.in_force = amounts::read(id, old);
        self.starts.push(1);
        // Pods without a VM use what rounding leaves: their sums, modulo whole units.
        let whole = i128::from(unit) * scale;
        let mut sums = vec![0_i128];
        for pod in &source.run.inventory.stated.pods {
            let PodSpec::Other(other) = &pod.spec else {
                continue;
            };
            let Ok(raw) = &other.raw else { continue };
            let raw = *pick(raw.as_ref(), resource);
            let more: Vec<i128> = sums
                .iter()
                .map(|sum| (sum + raw).rem_euclid(whole))
                .collect();
            sums.extend(more);
            order::sort(&mut sums, Ord::cmp);
            sums.dedup();
            if sums.len() > MOST_SUMS {
                self.complete = false;
                break;
            }
        }
        for node in &section.nodes {
            let quantity = pick(node.allocatable.as_ref(), resource);
            let all = amounts::read(id, quantity);
            self.last = self.last.max(all);
            let exact = quantity.nanos().unwrap_or(i128::from(all) * scale);
            if all / unit > MOST_VALUES as i64 {
                self.complete = false;
            }
            for left in 0..=(all / unit).min(MOST_VALUES as i64) {
                self.starts
                    .extend([all - left * unit, all - left * unit + 1]);
                for sum in &sums {
                    let at = exact - sum - i128::from(left) * whole;
                    let at = i64::try_from(at.div_euclid(scale)).unwrap_or(0);
                    self.starts.extend([at, at + 1]);
                }
            }
        }
        let last = self.last;
        self.starts.retain(|start| (1..=last).contains(start));
    }

    fn units(&mut self, source: &EditSource<'_>, section: &Section<'_>, resource: Resource) {
        let vms = source.objects.virtual_machines.iter();
        let (old, most) = match resource {
            Resource::Cpu => (
                section.config.unit_cpu,
                vms.filter_map(|vm| vm.cpus.max).max(),
            ),
            Resource::Memory => {
                let most = vms.filter_map(|vm| vm.memory_slots.max).max();
                (section.config.unit_memory, most)
            }
        };
        self.in_force = i64::from(old);
        self.last = i64::from(most.unwrap_or(1)).max(self.in_force);
        self.starts.extend(1..=self.last);
    }

    /// Plays the timeline with the values, for up to `turns` turns; returns whether the sweep has finished. A value
    /// takes a turn for every 512 turns of the timeline, and at least one.
    pub fn advance(&mut self, editor: &mut dyn Editor, turns: usize) -> bool {
        let mut turns = turns;
        if !self.is_begun {
            let objects = editor.objects();
            let Some(run) = self.playing.advance(&self.question, objects, &mut turns) else {
                return false;
            };
            self.thin_out(run.steps.len());
            self.is_begun = true;
        }
        while turns > 0 {
            let Some(&value) = self.starts.get(self.next) else {
                break;
            };
            let edits = self.edits(value);
            let run = (edits.is_empty() || editor.apply(&edits)).then(|| {
                self.playing
                    .advance(&self.question, editor.objects(), &mut turns)
            });
            editor.undo();
            if let Some(None) = run {
                return false;
            }
            let found = run
                .flatten()
                .map(|run| (RunEnd::of(&run), migrates(&run), unplaced(&run)));
            self.next += 1;
            let to = self
                .starts
                .get(self.next)
                .map_or(self.last, |next| next - 1);
            let Some((end, migrates, unplaced)) = found else {
                self.complete = false;
                continue;
            };
            match self.stretches.last_mut() {
                Some(last)
                    if last.end == end
                        && last.migrates == migrates
                        && last.unplaced == unplaced =>
                {
                    last.to = to;
                }
                _ => self.stretches.push(VmStretch {
                    from: value,
                    to,
                    end,
                    migrates,
                    unplaced,
                }),
            }
        }
        self.next >= self.starts.len()
    }

    /// The number of values tried, and of all values.
    pub fn progress(&self) -> (u64, u64) {
        (self.next as u64, self.starts.len() as u64)
    }

    /// The edits that set a value; empty if it is the current one.
    fn edits(&self, value: i64) -> Candidate {
        if self.is_exact && self.in_force == value {
            return Vec::new();
        }
        let new = match self.parameter {
            VmParameter::Watermark(_) => Value::Plain(decimal(value.unsigned_abs(), 6)),
            VmParameter::System(Resource::Cpu) => amounts::value(ResourceId::CPU, "cpu", value),
            VmParameter::System(Resource::Memory) => {
                amounts::value(ResourceId::MEMORY, "memory", value)
            }
            VmParameter::Unit(_) => Value::Integer(value),
        };
        let mut edits = self.template.clone();
        for edit in &mut edits {
            edit.new = Some(new.clone());
        }
        edits
    }
}

impl VmParameter {
    /// The keys of the field in a part of the config.
    fn field(self) -> (&'static str, &'static str) {
        match self {
            Self::Watermark(resource) => (resource.word(), "watermark"),
            Self::System(resource) => (resource.word(), "system"),
            Self::Unit(Resource::Cpu) => ("computeUnit", "vCPUs"),
            Self::Unit(Resource::Memory) => ("computeUnit", "mem"),
        }
    }
}

/// A number of millionths, in the type of the config.
fn part_of(value: i64) -> f32 {
    (value as f64 / MILLION) as f32
}

fn set_watermark(config: &mut NodeConfig, resource: Resource, watermark: f32) {
    match resource {
        Resource::Cpu => config.cpu.watermark = watermark,
        Resource::Memory => config.memory.watermark = watermark,
    }
}

/// The pods that migrate.
fn migrates(run: &TimelineRun) -> Vec<String> {
    let mut pods = names(run, run.migrations.iter().map(|one| one.pod));
    pods.dedup();
    pods
}

/// The pods of VMs that are not on a node in the end.
fn unplaced(run: &TimelineRun) -> Vec<String> {
    names(run, run.unplaced().into_iter())
}

/// The names of pods, sorted.
fn names(run: &TimelineRun, pods: impl Iterator<Item = VmPodId>) -> Vec<String> {
    let mut names: Vec<String> = pods
        .map(|pod| run.inventory.pod_key(pod).to_owned())
        .collect();
    order::sort(&mut names, Ord::cmp);
    names
}
