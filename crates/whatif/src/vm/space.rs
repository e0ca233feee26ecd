//! The candidate edits for VMs: the parts of the config and of VMs that a run compares.

use schedscope_objects::{
    diagnostic::ObjectName,
    objects::Objects,
    order,
    plugin_config::{NodeConfig, PluginConfig, ResourceConfig},
    virtual_machine::{GuestAmount, VirtualMachine},
    word::Word as _,
};
use schedscope_pods::amounts::ResourceId;
use schedscope_vm::{
    amount::{PerResource, Resource},
    limits::{limits, slot_bytes},
    spec::{NodeSpec, PodSpec},
    timeline::run::TimelineRun,
};

use super::{
    VmQuestion, VmWant,
    fractions::{decimal, fraction, value_of},
};
use crate::{
    Edit, Family, Step, StepSize, Value,
    edit::path,
    pods::amounts,
    search::{Absence, Candidate, Space},
};

/// The maximum number of values of one number, and of removals. Bounds, and pairs of edits, may be twice as many.
pub(super) const MOST: usize = 512;

/// What is edited, by rank.
const FAMILIES: [Family; 2] = [Family::Release, Family::VmConfig];

/// Shares of watermarks are compared in millionths.
pub(super) const MILLION: f64 = 1e6;

/// What candidates are derived from.
pub(super) struct EditSource<'a> {
    pub(super) objects: &'a Objects,
    pub(super) run: &'a TimelineRun,
    pub(super) want: &'a VmWant,
    pub(super) config: std::sync::Arc<PluginConfig>,
    /// Where the config is written: the object, and the path in it.
    at: Option<(ObjectName, Vec<Step>)>,
}

/// A section of the config that applies to some nodes.
pub(super) struct Section<'a> {
    pub(super) config: &'a NodeConfig,
    pub(super) way: Vec<Step>,
    /// How many of the last steps of `way` are within the config.
    pub(super) own: usize,
    pub(super) nodes: Vec<&'a NodeSpec>,
}

/// Some candidates, and whether the list is complete.
pub(super) type Kind = (Vec<Candidate>, bool);

impl<'a> EditSource<'a> {
    pub(super) fn new(
        objects: &'a Objects,
        question: &VmQuestion,
        run: &'a TimelineRun,
        want: &'a VmWant,
    ) -> Self {
        let names = &objects.names;
        let setup = &run.setup;
        let object = |kind: &str, namespace, name| ObjectName {
            kind: kind.to_owned(),
            namespace: names[namespace].to_owned(),
            name: names[name].to_owned(),
        };
        let at = if setup.own_config {
            run.timeline.as_ref().map(|timeline| {
                let mut way = path("spec.variants");
                way.push(Step::Index(question.settings.variant.unwrap_or(0)));
                way.push(Step::Key("config".to_owned()));
                (object("Timeline", timeline.namespace, timeline.name), way)
            })
        } else {
            let map = setup.config_map.and_then(|at| objects.config_maps.get(at));
            map.map(|map| {
                let mut way = path("data");
                way.push(Step::Key(map.config_key.to_owned()));
                (object("ConfigMap", map.namespace, map.name), way)
            })
        };
        Self {
            objects,
            run,
            want,
            config: setup.config_or_assumed(),
            at,
        }
    }

    /// Each kind of edit separately.
    pub(super) fn spaces(&self, absence: &dyn Fn(Family) -> Option<Absence>) -> Vec<Space> {
        let mut spaces = Vec::new();
        for family in FAMILIES {
            let kinds = match absence(family) {
                Some(absence) => {
                    spaces.push(Space {
                        family,
                        candidates: Err(absence),
                        whole: true,
                    });
                    continue;
                }
                None if family == Family::Release => vec![self.releases()],
                None => self.configs(),
            };
            spaces.extend(kinds.into_iter().map(|(list, whole)| Space {
                family,
                candidates: if list.is_empty() {
                    Err(Absence::Nothing)
                } else {
                    Ok(list)
                },
                whole,
            }));
        }
        spaces
    }

    /// Edits of the config, and of the bounds of VMs.
    fn configs(&self) -> Vec<Kind> {
        let sections = self.sections();
        let watermarks = self.watermarks(&sections);
        let both = both(&watermarks.0);
        let bounds = self.bounds();
        // A VM can be above both of its bounds when the scheduler starts.
        let maxima: Vec<Candidate> = bounds
            .0
            .iter()
            .filter(|edits| self.want.starts && edits.iter().all(is_max))
            .cloned()
            .collect();
        let maxima = self::both(&maxima);
        vec![
            watermarks,
            self.systems(&sections),
            self.units(&sections),
            self.slot_sizes(),
            self.migration(),
            bounds,
            both,
            maxima,
        ]
    }

    /// The sections of the config that apply to a node.
    pub(super) fn sections(&self) -> Vec<Section<'_>> {
        let Some((_, way)) = &self.at else {
            return Vec::new();
        };
        let overrides = self.config.node_overrides.iter().enumerate();
        let overrides = overrides.map(|(index, set)| {
            let mut way = way.clone();
            way.extend(path("nodeOverrides"));
            way.push(Step::Index(index));
            way.extend(path("config"));
            (&set.config, way)
        });
        let defaults = (
            &self.config.node_defaults,
            [&way[..], &path("nodeDefaults")].concat(),
        );
        let all = std::iter::once(defaults).chain(overrides);
        let nodes = &self.run.inventory.stated.nodes;
        let at = self.at.as_ref().map_or(0, |(_, way)| way.len());
        let section = |(config, way): (_, Vec<Step>)| Section {
            config,
            own: way.len() - at,
            way,
            nodes: nodes
                .iter()
                .map(AsRef::as_ref)
                .filter(|node| std::ptr::eq(self.config.for_node(&node.name), config))
                .collect(),
        };
        let mut sections: Vec<Section<'_>> = all.map(section).collect();
        sections.retain(|section| !section.nodes.is_empty());
        sections
    }

    /// An edit of the config.
    pub(super) fn edit(
        &self,
        way: Vec<Step>,
        old: Option<Value>,
        new: Value,
        step: StepSize,
    ) -> Candidate {
        let object = self.at.as_ref().map(|(object, _)| object.clone());
        let subject = match way.last() {
            Some(Step::Key(key)) => key.clone(),
            _ => String::new(),
        };
        let edit = object.map(|object| Edit {
            family: Family::VmConfig,
            object,
            path: way,
            old,
            new: Some(new),
            subject,
            model: None,
            pods: 1,
            numbers: None,
            step,
        });
        edit.into_iter().collect()
    }

    /// The nearest watermark of each whole amount on each node: a run cannot distinguish others.
    fn watermarks(&self, sections: &[Section<'_>]) -> Kind {
        let (mut list, mut whole) = (Vec::new(), true);
        for section in sections {
            for (resource, of) in resources(section.config) {
                let old = f64::from(of.watermark);
                let old_text = decimal((old * MILLION).round() as u64, 6);
                let mut values: Vec<(u64, u32)> = Vec::new();
                for node in &section.nodes {
                    let found = limits(&node.allocatable, &self.config, section.config);
                    let Ok(found) = found else { continue };
                    let reservable = pick(found, resource).reservable();
                    whole &= reservable as usize <= MOST;
                    let most = reservable.min(MOST as u32);
                    values
                        .extend((0..=most).filter_map(|amount| fraction(amount, reservable, old)));
                }
                order::sort(&mut values, |a, b| value_of(*a).total_cmp(&value_of(*b)));
                values.dedup_by(|a, b| value_of(*a).total_cmp(&value_of(*b)).is_eq());
                for value in values {
                    let text = decimal(value.0, value.1);
                    if text == old_text {
                        continue;
                    }
                    let mut way = section.way.clone();
                    way.extend(path(resource.word()));
                    way.extend(path("watermark"));
                    let step = (value_of(value) - old).abs() * MILLION;
                    let step = StepSize {
                        part: step.round() as u64,
                        whole: (old * MILLION).round().max(2.0) as u64,
                    };
                    let old = Value::Plain(old_text.clone());
                    list.push(self.edit(way, Some(old), Value::Plain(text), step));
                }
            }
        }
        (list, whole)
    }

    /// The largest amount for the system that leaves each whole amount on each node.
    fn systems(&self, sections: &[Section<'_>]) -> Kind {
        // Pods without a VM use what rounding leaves.
        let pods = &self.run.inventory.stated.pods;
        let mut whole = pods.iter().all(|pod| matches!(pod.spec, PodSpec::Vm(_)));
        let mut list = Vec::new();
        for section in sections {
            for (resource, of) in resources(section.config) {
                let (id, name, unit) = match resource {
                    Resource::Cpu => (ResourceId::CPU, "cpu", 1000),
                    Resource::Memory => (ResourceId::MEMORY, "memory", slot_bytes(&self.config)),
                };
                let old = amounts::read(id, &of.system);
                let mut values: Vec<i64> = Vec::new();
                for node in &section.nodes {
                    let all = amounts::read(id, pick(node.allocatable.as_ref(), resource));
                    let most = all / unit;
                    whole &= most <= MOST as i64;
                    values.extend((0..=most.min(MOST as i64)).map(|left| all - left * unit));
                }
                order::sort(&mut values, Ord::cmp);
                values.dedup();
                values.retain(|value| *value > 0 && *value != old);
                for value in values {
                    let mut way = section.way.clone();
                    way.extend(path(resource.word()));
                    way.extend(path("system"));
                    let text = Value::Text(of.system.to_string());
                    let new = amounts::value(id, name, value);
                    list.push(self.edit(way, Some(text), new, StepSize::share(old, value)));
                }
            }
        }
        (list, whole)
    }

    /// Every compute unit up to the largest VM.
    fn units(&self, sections: &[Section<'_>]) -> Kind {
        let (mut list, mut whole) = (Vec::new(), true);
        let most = |amount: fn(&VirtualMachine) -> GuestAmount| {
            let vms = self.objects.virtual_machines.iter();
            let most = vms.filter_map(|vm| amount(vm).max).max();
            i64::from(most.unwrap_or(1))
        };
        let most = [most(|vm| vm.cpus), most(|vm| vm.memory_slots)];
        for section in sections {
            let config = section.config;
            let units = [("vCPUs", config.unit_cpu), ("mem", config.unit_memory)];
            for ((key, old), most) in units.into_iter().zip(most) {
                whole &= most <= MOST as i64;
                let old = i64::from(old);
                for new in (1..=most.min(MOST as i64)).filter(|new| *new != old) {
                    let mut way = section.way.clone();
                    way.extend(path("computeUnit"));
                    way.extend(path(key));
                    let (from, to) = (Value::Integer(old), Value::Integer(new));
                    list.push(self.edit(way, Some(from), to, StepSize::share(old, new)));
                }
            }
        }
        (list, whole)
    }

    /// The slot sizes of VMs.
    fn slot_sizes(&self) -> Kind {
        let old = self.config.slot_size.value();
        let vms = self.objects.virtual_machines.iter();
        let mut sizes: Vec<i64> = vms.map(|vm| vm.memory_slot_size.value()).collect();
        order::sort(&mut sizes, Ord::cmp);
        sizes.dedup();
        sizes.retain(|size| *size > 0 && *size != old);
        let Some((_, way)) = &self.at else {
            return (Vec::new(), true);
        };
        let edits = sizes.into_iter().map(|size| {
            let way = [&way[..], &path("memBlockSize")].concat();
            let text = Value::Text(self.config.slot_size.to_string());
            let new = amounts::value(ResourceId::MEMORY, "memory", size);
            self.edit(way, Some(text), new, StepSize::share(old, size))
        });
        (edits.collect(), true)
    }

    /// Migrations on or off.
    fn migration(&self) -> Kind {
        let Some((_, way)) = &self.at else {
            return (Vec::new(), true);
        };
        let way = [&way[..], &path("doMigration")].concat();
        let now = self.config.do_migration;
        let value = |on: bool| Value::Plain(on.to_string());
        let edit = self.edit(way, Some(value(now)), value(!now), StepSize::of(1));
        (vec![edit], true)
    }
}

/// Whether it is an edit of a max: a start fails if a VM is above its max.
fn is_max(edit: &Edit) -> bool {
    edit.path.last() == Some(&Step::Key("max".to_owned()))
}

/// Two watermarks of one section of the config together, or two bounds of one VM: a node under pressure of both
/// resources, or a VM above both bounds, needs both.
fn both(single: &[Candidate]) -> Kind {
    let section = |edit: &Edit| edit.path.len().checked_sub(2);
    let mut list = Vec::new();
    for (at, one) in single.iter().enumerate() {
        for other in &single[at + 1..] {
            let ([a], [b]) = (&one[..], &other[..]) else {
                continue;
            };
            let is_pair = a.object == b.object
                && a.path != b.path
                && section(a).map(|end| &a.path[..end]) == section(b).map(|end| &b.path[..end]);
            if is_pair {
                if list.len() >= 2 * MOST {
                    return (list, false);
                }
                list.push(vec![a.clone(), b.clone()]);
            }
        }
    }
    (list, true)
}

/// The section of a config for a resource.
pub(super) fn section_of(config: &NodeConfig, resource: Resource) -> &ResourceConfig {
    match resource {
        Resource::Cpu => &config.cpu,
        Resource::Memory => &config.memory,
    }
}

fn resources(config: &NodeConfig) -> [(Resource, &ResourceConfig); 2] {
    [
        (Resource::Cpu, &config.cpu),
        (Resource::Memory, &config.memory),
    ]
}

pub(super) fn pick<T>(both: PerResource<T>, resource: Resource) -> T {
    match resource {
        Resource::Cpu => both.cpu,
        Resource::Memory => both.memory,
    }
}
