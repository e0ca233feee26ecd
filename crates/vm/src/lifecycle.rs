//! Start and restart, config changes, and migrations that fail.
//!
//! Source: `readClusterState` upstream, "Startup uncertainty: `buffer`" and "Config changes" of the design document.
//! Upstream never implemented config changes at run time and failed migrations; they follow the document.

use std::sync::Arc;

use schedscope_objects::{
    id::{Id as _, IdVec},
    plugin_config::{ConfigProblem, PluginConfig},
    words,
};

use crate::{
    amount::{PerResource, Resource, VmAmount, fits},
    id::{VmNodeId, VmPodId},
    limits::{LimitsProblem, NodeLimits, limits},
    plugin::{Mitigations, Plugin, pair},
    reservation::{set_others, settle},
    spec::{NodeSpec, VmSpec},
    state::PluginPod,
};

/// Why a migration cannot fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMigrating {
    /// The plugin knows no such pod of a VM.
    Unknown,
    /// The pod does not migrate.
    Stays,
}

/// Why a config cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum ConfigRefusal {
    /// It cannot be read.
    Unreadable(ConfigProblem),
    /// A field has changed that has to stay while the plugin runs.
    Fixed(FixedField),
    /// It does not fit a node.
    Node(Arc<str>, LimitsProblem),
}

words! {
    /// A field of the config that has to stay while the plugin runs.
    pub enum FixedField {
        /// The size of a memory slot.
        MemBlockSize = "memBlockSize",
        SchedulerName = "schedulerName",
    }
}

/// Why the plugin does not start.
#[derive(Clone, Debug, PartialEq)]
pub enum StartRefusal {
    /// The config cannot be used.
    Config(ConfigRefusal),
    /// A VM cannot be read. No scheduler runs until the VM's object or the config is mended.
    Vm(FatalVm),
}

impl From<ConfigRefusal> for StartRefusal {
    fn from(refusal: ConfigRefusal) -> Self {
        Self::Config(refusal)
    }
}

/// A VM that keeps the plugin from starting: its use is outside its bounds, or its slots have another size than the
/// plugin's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FatalVm {
    /// The VM's pod.
    pub pod: VmPodId,
    /// The least that the VM may use.
    pub min: VmAmount,
    /// The amount that it uses.
    pub uses: VmAmount,
    /// The most that it may use.
    pub max: VmAmount,
    /// Whether its slots have the plugin's size.
    pub slots_fit: bool,
}

/// Pods of a node use more of a resource than the node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverBudget {
    pub node: VmNodeId,
    pub resource: Resource,
    /// The amount in use.
    pub used: u32,
    /// The node's total.
    pub total: u32,
}

impl Plugin {
    /// Forgets everything, and reads the cluster again: every VM may use up to its maximum until its agent has
    /// reported. Nodes that exist become known. O(nodes + pods).
    ///
    /// # Errors
    /// A node cannot be used with the config, or a VM is [fatal](FatalVm); nothing has changed then.
    pub fn restart(&mut self, config: Option<Arc<PluginConfig>>) -> Result<(), StartRefusal> {
        let config = config.unwrap_or_else(|| Arc::clone(&self.config));
        let mut new = Self::new(config, std::mem::take(&mut self.infos), 0);
        new.mitigations = self.mitigations;
        for node in new.infos.ids() {
            if let Some(info) = new.infos[node].clone()
                && let Err(problem) = new.read_limits(node, &info)
            {
                self.infos = new.infos;
                return Err(ConfigRefusal::Node(Arc::clone(&info.name), problem).into());
            }
        }
        if let Some(vm) = self.fatal_vm(&new.config) {
            self.infos = new.infos;
            return Err(StartRefusal::Vm(vm));
        }
        // Where they are: there may be many.
        new.pods = std::mem::take(&mut self.pods);
        new.positions = std::mem::take(&mut self.positions);
        for place in &mut new.positions {
            *place = None;
        }
        let others = vec![PerResource::<i128>::default(); new.nodes.len()];
        let mut others: IdVec<VmNodeId, _> = others.into();
        for number in new.pods.ids() {
            match new.pods[number].seen() {
                PluginPod::Absent | PluginPod::UnseenVm(_) | PluginPod::UnseenOther(..) => {}
                PluginPod::Vm(vm) if new.node(vm.node).is_none() => {
                    new.pods[number] = PluginPod::UnseenVm(vm);
                }
                PluginPod::Other(node, asked) if new.node(node).is_none() => {
                    new.pods[number] = PluginPod::UnseenOther(node, asked);
                }
                PluginPod::Vm(vm) => {
                    let spec = VmSpec {
                        min: vm.min,
                        uses: vm.uses,
                        max: vm.max,
                        slot_size: None,
                        scheduler_name: None,
                        always_migrate: vm.always_migrate,
                    };
                    new.put_vm(number, vm.node, &spec, true);
                    if let Some(PluginPod::Vm(new)) = new.pods.get_mut(number) {
                        new.migrate_once = vm.migrate_once;
                    }
                }
                PluginPod::Other(node, asked) => {
                    if let Some(sum) = others.get_mut(node) {
                        *sum = sum.zip(asked).map(|(sum, more)| sum.saturating_add(more));
                    }
                    new.pods[number] = PluginPod::Other(node, asked);
                }
            }
        }
        for (node, raw) in others.entries() {
            new.add_others(node, *raw);
        }
        *self = new;
        Ok(())
    }

    /// The first VM with which the plugin does not start with a config. O(pods).
    fn fatal_vm(&self, config: &PluginConfig) -> Option<FatalVm> {
        let same_size = config.slot_size.compare(&self.config.slot_size).is_eq();
        self.pods.entries().find_map(|(number, pod)| {
            let PluginPod::Vm(vm) = pod.seen() else {
                return None;
            };
            let slots_fit = same_size && vm.slots_fit;
            let is_fatal = !slots_fit || !fits(vm.min, vm.uses) || !fits(vm.uses, vm.max);
            is_fatal.then_some(FatalVm {
                pod: number,
                min: vm.min,
                uses: vm.uses,
                max: vm.max,
                slots_fit,
            })
        })
    }

    /// The nodes whose pods use more than there is, even if no VM uses its buffer. By node, CPU first.
    pub fn over_budget(&self) -> Vec<OverBudget> {
        let mut over = Vec::new();
        for (node, state) in self.nodes.entries() {
            let Some(state) = state else { continue };
            for (resource, amounts) in state.amounts.named() {
                let used = amounts.reserved - amounts.buffer;
                if used > amounts.total {
                    over.push(OverBudget {
                        node,
                        resource,
                        used,
                        total: amounts.total,
                    });
                }
            }
        }
        over
    }

    /// Puts another config in force while the plugin runs. Upstream never does it. O(nodes).
    ///
    /// # Errors
    /// A fixed field has changed, or a known node cannot be used with the config; nothing has changed then.
    pub fn change_config(&mut self, config: Arc<PluginConfig>) -> Result<(), ConfigRefusal> {
        if config.slot_size.compare(&self.config.slot_size).is_ne() {
            return Err(ConfigRefusal::Fixed(FixedField::MemBlockSize));
        }
        if config.scheduler_name != self.config.scheduler_name {
            return Err(ConfigRefusal::Fixed(FixedField::SchedulerName));
        }
        let mut all = Vec::new();
        for (number, node) in self.nodes.entries() {
            let info = self.infos.get(number).and_then(Option::as_ref);
            if let (Some(_), Some(info)) = (node, info) {
                let node = config.for_node(&info.name);
                let new = limits(&info.allocatable, &config, node);
                let refusal = |problem| ConfigRefusal::Node(Arc::clone(&info.name), problem);
                let unit = VmAmount::new(node.unit_cpu, node.unit_memory);
                all.push((number, new.map_err(refusal)?, unit));
            }
        }
        self.config = config;
        self.largest = PerResource::default();
        for (number, limits, unit) in all {
            let reservable = limits.as_ref().map(NodeLimits::reservable);
            self.largest = self.largest.zip(reservable).map(|(old, new)| old.max(new));
            let margin = limits.as_ref().map(|limits| limits.margin);
            let raw = self.node(number).map(|node| node.others.raw);
            let others = self.rounded(raw.unwrap_or_default(), margin);
            if let Some(state) = self.node_mut(number) {
                state.amounts.cpu.set_limits(&limits.cpu);
                state.amounts.memory.set_limits(&limits.memory);
                state.others.margin = margin;
                state.unit = unit;
                set_others(state, others);
            }
        }
        Ok(())
    }

    /// Ends a failed migration: the pod is kept, and is queued again with its next request. Upstream never does this.
    ///
    /// # Errors
    /// The pod does not exist, or is not migrating; nothing has changed.
    pub fn migration_failed(&mut self, pod: VmPodId) -> Result<(), NotMigrating> {
        let found = pair(&mut self.nodes, &mut self.pods, pod);
        let (node, vm) = found.ok_or(NotMigrating::Unknown)?;
        if !vm.migrating {
            return Err(NotMigrating::Stays);
        }
        settle(node, &vm.amounts);
        vm.migrating = false;
        Ok(())
    }

    /// Makes a VM migrate with its next request, as if its object had the label for tests until then. Returns `false`
    /// if the plugin knows no VM with that pod.
    pub fn migrate_next(&mut self, pod: VmPodId) -> bool {
        let Some(PluginPod::Vm(vm)) = self.pods.get_mut(pod) else {
            return false;
        };
        vm.migrate_once = true;
        true
    }

    /// Stores the use of a VM that changed it without asking.
    pub fn note_use(&mut self, pod: VmPodId, uses: VmAmount) {
        if let Some(PluginPod::Vm(vm) | PluginPod::UnseenVm(vm)) = self.pods.get_mut(pod) {
            vm.uses = uses;
        }
    }

    /// Adds a node to the cluster; the plugin knows it once a plugin point names it.
    pub fn add_node(&mut self, node: VmNodeId, info: Arc<NodeSpec>) {
        let needed = node.index() + 1;
        if self.infos.len() < needed {
            self.infos.resize(needed, None);
            self.nodes.resize(needed, None);
        }
        let old = self.infos[node].replace(info);
        self.existing += usize::from(old.is_none());
    }

    /// Switches mitigations on and off.
    pub fn set_mitigations(&mut self, mitigations: Mitigations) {
        self.mitigations = mitigations;
    }
}
