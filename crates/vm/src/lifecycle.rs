//! Start and restart, config changes, and migrations that fail.
//!
//! Source: `readClusterState` upstream, "Startup uncertainty: `buffer`" and "Config changes" of the
//! design document. Config changes at run time and failed migrations were never implemented
//! upstream: what stands here is this product's own reading of the document.

use std::sync::Arc;

use schedscope_objects::plugin_config::{ConfigProblem, PluginConfig};

use crate::{
    amount::PerResource,
    limits::{NodeLimits, limits},
    plugin::{set_others, settle},
    state::{Mitigations, NodeSpec, Plugin, PluginPod, PodSpec, VmPod, VmSpec, pair},
};

/// A pod whose migration failed, as far as the plugin knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMigrating {
    /// It knows no such pod of a VM.
    Unknown,
    /// The pod does not migrate.
    Stays,
}

impl std::fmt::Display for NotMigrating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Unknown => "the plugin knows no such pod of a VM",
            Self::Stays => "the pod is not migrating",
        })
    }
}

impl Plugin {
    /// Puts a pod into the cluster that was there before the plugin started; a start finds it. What
    /// the plugin cannot use is left out.
    pub fn place(&mut self, pod: u32, node: u32, spec: &PodSpec) {
        if self.pods.len() <= pod as usize {
            self.pods.resize(pod as usize + 1, PluginPod::Absent);
        }
        match spec {
            PodSpec::Vm(spec) => self.put_vm(pod, node, spec, false),
            PodSpec::Other(spec) => self.put_other(pod, node, spec),
        }
    }

    /// Forgets all, and learns from the cluster what there is: every VM may use up to its maximum
    /// until its agent has said what it uses. Nodes that exist become known. O(nodes + pods).
    ///
    /// # Errors
    /// A node cannot be used with the config; nothing has changed then.
    pub fn restart(&mut self, config: Option<Arc<PluginConfig>>) -> Result<(), ConfigProblem> {
        let config = config.unwrap_or_else(|| Arc::clone(&self.config));
        let mut new = Self {
            config,
            mitigations: self.mitigations,
            infos: std::mem::take(&mut self.infos),
            nodes: vec![None; self.nodes.len()],
            pods: Vec::new(),
            largest: PerResource::default(),
        };
        for node in 0..new.infos.len() {
            if let Some(info) = new.infos[node].clone()
                && let Err(refusal) = new.learn(node as u32)
            {
                self.infos = new.infos;
                return Err(unusable(&info.name, &refusal.reason.to_string()));
            }
        }
        let pods = std::mem::take(&mut self.pods);
        new.pods = vec![PluginPod::Absent; pods.len()];
        let mut others = vec![PerResource::<i128>::default(); new.nodes.len()];
        for (number, pod) in pods.into_iter().enumerate() {
            let pod = match pod {
                PluginPod::Unseen(pod) => *pod,
                pod => pod,
            };
            match pod {
                PluginPod::Absent | PluginPod::Unseen(_) => {}
                PluginPod::Vm(VmPod { node, .. }) | PluginPod::Other(node, _)
                    if new.node(node).is_none() =>
                {
                    new.pods[number] = PluginPod::Unseen(Box::new(pod));
                }
                PluginPod::Vm(vm) => {
                    let spec = VmSpec {
                        min: PerResource::default(),
                        uses: vm.uses,
                        max: vm.max,
                        slot_size: None,
                        scheduler_name: None,
                        always_migrate: vm.always_migrate,
                    };
                    new.put_vm(number as u32, vm.node, &spec, true);
                    if let Some(PluginPod::Vm(new)) = new.pods.get_mut(number) {
                        new.migrate_once = vm.migrate_once;
                    }
                }
                PluginPod::Other(node, asked) => {
                    if let Some(sum) = others.get_mut(node as usize) {
                        *sum = sum.zip(*asked).map(|(sum, more)| sum.saturating_add(more));
                    }
                    new.pods[number] = PluginPod::Other(node, asked);
                }
            }
        }
        for (node, raw) in others.into_iter().enumerate() {
            new.add_others(node as u32, raw);
        }
        *self = new;
        Ok(())
    }

    /// The nodes that may use more than there is, once no VM may still use less than it reserved.
    pub fn over_budget(&self) -> Vec<(u32, String)> {
        let mut over = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let Some(node) = node else { continue };
            for (name, amounts) in [
                ("vCPUs", &node.amounts.cpu),
                ("memory slots", &node.amounts.memory),
            ] {
                let used = amounts.reserved - amounts.buffer;
                if used > amounts.total {
                    let total = amounts.total;
                    let message = format!("{used} {name} in use of {total}");
                    over.push((number as u32, message));
                }
            }
        }
        over
    }

    /// Puts another config in force while the plugin runs. This product's own reading: upstream
    /// never did it. O(nodes).
    ///
    /// # Errors
    /// Something that may not change has changed, or a known node cannot be used with the config;
    /// nothing has changed then.
    pub fn change_config(&mut self, config: Arc<PluginConfig>) -> Result<(), ConfigProblem> {
        let fixed = |path: &str| ConfigProblem {
            path: path.to_owned(),
            message: "value cannot be changed at runtime".to_owned(),
        };
        if config.slot_size.compare(&self.config.slot_size).is_ne() {
            return Err(fixed("memBlockSize"));
        }
        if config.scheduler_name != self.config.scheduler_name {
            return Err(fixed("schedulerName"));
        }
        let mut all = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let info = self.infos.get(number).and_then(Option::as_ref);
            if let (Some(_), Some(info)) = (node, info) {
                let node = config.for_node(&info.name);
                let new = limits(&info.allocatable, &config, node);
                let new = new.map_err(|message| unusable(&info.name, &message))?;
                all.push((
                    number,
                    new,
                    PerResource::new(node.unit_cpu, node.unit_memory),
                ));
            }
        }
        self.config = config;
        self.largest = PerResource::default();
        for (number, limits, unit) in all {
            let reservable = limits.as_ref().map(NodeLimits::reservable);
            self.largest = self.largest.zip(reservable).map(|(old, new)| old.max(new));
            let margin = limits.as_ref().map(|limits| limits.margin);
            let raw = self.node(number as u32).map(|node| node.others.raw);
            let others = self.rounded(raw.unwrap_or_default(), margin);
            if let Some(Some(state)) = self.nodes.get_mut(number) {
                state.amounts.cpu.set_limits(&limits.cpu);
                state.amounts.memory.set_limits(&limits.memory);
                state.others.margin = margin;
                state.unit = unit;
                set_others(state, others);
            }
        }
        Ok(())
    }

    /// A migration has failed: the pod stays, and is queued again with its next request. This
    /// product's own reading: upstream never did it.
    ///
    /// # Errors
    /// There is no such pod, or it does not migrate; nothing has changed then.
    pub fn migration_failed(&mut self, pod: u32) -> Result<(), NotMigrating> {
        let found = pair(&mut self.nodes, &mut self.pods, pod);
        let (node, vm) = found.ok_or(NotMigrating::Unknown)?;
        if !vm.migrating {
            return Err(NotMigrating::Stays);
        }
        settle(node, &vm.amounts);
        vm.migrating = false;
        Ok(())
    }

    /// A VM is to migrate with its next request, as if its object had the label for tests until then.
    /// `false`: there is no such pod of a VM.
    pub fn migrate_next(&mut self, pod: u32) -> bool {
        let slot = self.pods.get_mut(pod as usize);
        let Some(PluginPod::Vm(vm)) = slot else {
            return false;
        };
        vm.migrate_once = true;
        true
    }

    /// A VM changed what it uses without asking.
    pub fn note_use(&mut self, pod: u32, uses: crate::amount::VmAmount) {
        let pod = match self.pods.get_mut(pod as usize) {
            Some(PluginPod::Unseen(pod)) => Some(&mut **pod),
            pod => pod,
        };
        if let Some(PluginPod::Vm(vm)) = pod {
            vm.uses = uses;
        }
    }

    /// A node exists from now on; the plugin knows it when something names it.
    pub fn add_node(&mut self, node: u32, info: Arc<NodeSpec>) {
        let needed = node as usize + 1;
        if self.infos.len() < needed {
            self.infos.resize(needed, None);
            self.nodes.resize(needed, None);
        }
        self.infos[node as usize] = Some(info);
    }

    /// Switches ideas of the design document on and off.
    pub fn set_mitigations(&mut self, mitigations: Mitigations) {
        self.mitigations = mitigations;
    }
}

fn unusable(node: &str, message: &str) -> ConfigProblem {
    ConfigProblem {
        path: String::new(),
        message: format!("node `{node}`: {message}"),
    }
}
