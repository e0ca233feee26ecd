//! The plugin points: Filter, Score, Reserve, Unreserve.
//!
//! Source: `plugin.go` upstream.

use schedscope_objects::words;

use crate::{
    amount::{PerResource, fits},
    limits::limits,
    queue,
    state::{
        NodeState, OtherSpec, Plugin, PluginPod, PluginPods, PodResourceState, PodSpec, VmPod,
        VmSpec,
    },
};

words! {
    /// How a plugin point answers, as the scheduling framework calls it.
    #[cfg_attr(feature = "types", ts(rename = "VmCode"))]
    pub enum PluginCode {
        /// Yes.
        Success = "Success",
        /// Something is wrong.
        Error = "Error",
        /// Not now.
        Unschedulable = "Unschedulable",
        /// Not here, whoever is evicted.
        UnschedulableAndUnresolvable = "UnschedulableAndUnresolvable",
    }
}

/// A code that is not [`PluginCode::Success`], with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The code.
    pub code: PluginCode,
    /// Why.
    pub reason: RefusalReason,
}

/// Why a plugin point says no; its [`Display`](std::fmt::Display) says it to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalReason {
    /// Not enough room: what is needed, and what is left, in vCPUs and slots.
    Room(PerResource<u32>, PerResource<u32>),
    /// Not enough room: what pods would have with this one, and what they may have.
    Full(PerResource<u32>, PerResource<u32>),
    /// What the VM uses is not within its bounds.
    Bounds,
    /// The pod is reserved already.
    Reserved,
    /// There is no such node.
    NoNode,
    /// Anything else.
    Other(String),
}

impl std::fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Room(asked, left) => short(f, *asked, *left, ("needed", "left")),
            Self::Full(used, most) => short(f, *used, *most, ("with this pod", "reservable")),
            Self::Bounds => {
                f.write_str("what the VM uses is not between its minimum and its maximum")
            }
            Self::Reserved => f.write_str("the pod is reserved already"),
            Self::NoNode => f.write_str("the node does not exist"),
            Self::Other(message) => f.write_str(message),
        }
    }
}

/// Names the resources that are short, with both amounts.
fn short(
    f: &mut std::fmt::Formatter<'_>,
    asked: PerResource<u32>,
    there: PerResource<u32>,
    (one, other): (&str, &str),
) -> std::fmt::Result {
    f.write_str("not enough room")?;
    let mut before = ": ";
    let both = asked.zip(there).array();
    for (name, (asked, there)) in ["vCPUs", "memory slots"].into_iter().zip(both) {
        if asked > there {
            write!(f, "{before}{asked} {name} {one}, {there} {other}")?;
            before = "; ";
        }
    }
    Ok(())
}

impl Refusal {
    fn new(code: PluginCode, reason: RefusalReason) -> Self {
        Self { code, reason }
    }
}

/// The highest score of a node.
const MOST_SCORE: u64 = 100;

impl Plugin {
    /// Whether a pod may go to a node, when some of the node's pods are gone. Counts what the plugin
    /// knows of the node's pods, not what it has reserved. O(pods that are gone).
    ///
    /// # Errors
    /// Why not.
    pub fn filter(&mut self, node: u32, spec: &PodSpec, gone: &[u32]) -> Result<(), Refusal> {
        let incoming = self.check(spec)?;
        self.filter_checked(node, &incoming, gone)
    }

    /// Filter, for a pod that passed the checks which are the same for all nodes.
    ///
    /// # Errors
    /// Why not.
    pub fn filter_checked(
        &mut self,
        node: u32,
        incoming: &CheckedPod,
        gone: &[u32],
    ) -> Result<(), Refusal> {
        self.learn(node)?;
        let state = self.known(node)?;
        let others = state.others;
        let amounts = state.amounts;
        let mut vms = amounts
            .zip(others.reserved)
            .map(|(amounts, others)| amounts.reserved.saturating_sub(others));
        let mut raw = others.raw;
        for (position, pod) in gone.iter().enumerate() {
            if gone[..position].contains(pod) {
                continue;
            }
            match self.pods.get(*pod as usize) {
                Some(PluginPod::Vm(vm)) if vm.node == node => {
                    vms = vms
                        .zip(vm.amounts)
                        .map(|(sum, pod)| sum.saturating_sub(pod.reserved));
                }
                Some(PluginPod::Other(at, asked)) if *at == node => {
                    raw = raw
                        .zip(**asked)
                        .map(|(sum, asked)| sum.saturating_sub(asked));
                }
                _ => {}
            }
        }
        let more = match *incoming {
            CheckedPod::Vm(uses) => uses,
            CheckedPod::Other(asked) => {
                raw = raw.zip(asked).map(|(sum, asked)| sum.saturating_add(asked));
                PerResource::default()
            }
        };
        // Rounding is dear, and mostly known.
        let others = if raw == others.raw {
            others.reserved
        } else {
            self.rounded(raw, others.margin)
        };
        let used = vms
            .zip(others.zip(more))
            .map(|(vms, (others, more))| vms.saturating_add(others).saturating_add(more));
        room(
            used,
            amounts.map(|amounts| amounts.reservable()),
            RefusalReason::Full,
        )
    }

    /// How good a node is for a pod, from 0 to 100. O(1).
    ///
    /// # Errors
    /// The node is unknown, or the pod is another scheduler's: then it scores 0, too.
    pub fn score(&mut self, node: u32, spec: &PodSpec) -> Result<u64, Refusal> {
        self.check_scheduler(spec)?;
        if let PodSpec::Vm(vm) = spec {
            check_bounds(vm).map_err(|refusal| Refusal::new(PluginCode::Error, refusal.reason))?;
        }
        self.learn(node)?;
        let state = self.known(node)?;
        let remaining = state.amounts.map(|amounts| amounts.remaining());
        if let PodSpec::Vm(vm) = spec
            && !fits(vm.uses.map(u32::from), remaining)
        {
            return Ok(0);
        }
        let parts = remaining.zip(self.largest).map(|(remaining, largest)| {
            let hundredfold = MOST_SCORE * u64::from(remaining);
            // Upstream divides by zero.
            hundredfold.checked_div(u64::from(largest)).unwrap_or(0)
        });
        Ok(parts.cpu.min(parts.memory).min(MOST_SCORE))
    }

    /// Sets resources of a node aside for a pod, which is on the node then. O(1).
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn reserve(&mut self, pod: u32, node: u32, spec: &PodSpec) -> Result<(), Refusal> {
        let incoming = self.check(spec)?;
        self.learn(node)?;
        let state = self.known(node)?;
        let remaining = state.amounts.map(|amounts| amounts.remaining());
        let asked = match incoming {
            CheckedPod::Vm(uses) => uses,
            CheckedPod::Other(asked) => {
                let others = state.others;
                let raw = others.raw.zip(asked);
                let raw = raw.map(|(sum, asked)| sum.saturating_add(asked));
                let old = self.rounded_exactly(others.raw, others.margin);
                let new = self.rounded_exactly(raw, others.margin).zip(old);
                new.map(|(new, old)| u32::try_from(new.saturating_sub(old)).unwrap_or(u32::MAX))
            }
        };
        room(asked, remaining, RefusalReason::Room)?;
        if self.node_of(pod).is_some() {
            return Err(Refusal::new(PluginCode::Error, RefusalReason::Reserved));
        }
        if self.pods.len() <= pod as usize {
            self.pods.resize(pod as usize + 1, PluginPod::Absent);
        }
        match spec {
            PodSpec::Vm(spec) => self.put_vm(pod, node, spec, false),
            PodSpec::Other(spec) => self.put_other(pod, node, spec),
        }
        Ok(())
    }

    /// Takes a pod off its node, and out of the cluster: it was deleted, or will not be bound. Does
    /// nothing where it is on none. O(log VMs of the node).
    pub fn remove(&mut self, pod: u32) {
        let Some(slot) = self.pods.get_mut(pod as usize) else {
            return;
        };
        match slot {
            PluginPod::Absent => {}
            PluginPod::Unseen(_) => *slot = PluginPod::Absent,
            PluginPod::Other(node, asked) => {
                let (node, asked) = (*node, **asked);
                *slot = PluginPod::Absent;
                self.add_others(node, asked.map(|asked| -asked));
            }
            PluginPod::Vm(vm) => {
                let gone = vm.clone();
                if let Some(Some(node)) = self.nodes.get_mut(gone.node as usize) {
                    queue::remove(&mut node.queue, pod, &mut PluginPods(&mut self.pods));
                    for (amounts, gone) in [
                        (&mut node.amounts.cpu, gone.amounts.cpu),
                        (&mut node.amounts.memory, gone.amounts.memory),
                    ] {
                        amounts.reserved -= gone.reserved;
                        amounts.buffer -= gone.buffer;
                        amounts.capacity_pressure -= gone.capacity_pressure;
                    }
                    if gone.migrating {
                        settle(node, &gone.amounts);
                    }
                }
                self.pods[pod as usize] = PluginPod::Absent;
            }
        }
    }

    /// Puts a VM's pod on a node. `anew`: the plugin starts, and knows only that the VM stays below
    /// its maximum.
    pub fn put_vm(&mut self, pod: u32, node: u32, spec: &VmSpec, anew: bool) {
        let uses = spec.uses.map(u32::from);
        let most = if anew {
            let max = spec.max.map(u32::from);
            uses.zip(max).map(|(uses, max)| uses.max(max))
        } else {
            uses
        };
        let amounts = most.zip(uses).map(|(most, uses)| PodResourceState {
            reserved: most,
            buffer: most - uses,
            capacity_pressure: 0,
        });
        if let Some(Some(state)) = self.nodes.get_mut(node as usize) {
            for (node, pod) in [
                (&mut state.amounts.cpu, amounts.cpu),
                (&mut state.amounts.memory, amounts.memory),
            ] {
                node.reserved += pod.reserved;
                node.buffer += pod.buffer;
            }
        }
        if let Some(slot) = self.pods.get_mut(pod as usize) {
            *slot = PluginPod::Vm(VmPod {
                node,
                amounts,
                last_unit: None,
                load: None,
                queue_index: -1,
                migrating: false,
                uses: spec.uses,
                max: spec.max,
                always_migrate: spec.always_migrate,
                migrate_once: false,
                denied: PerResource::default(),
            });
        }
    }

    /// Puts any other pod on a node.
    pub fn put_other(&mut self, pod: u32, node: u32, spec: &OtherSpec) {
        let Ok(raw) = &spec.raw else { return };
        self.add_others(node, *raw);
        if let Some(slot) = self.pods.get_mut(pod as usize) {
            *slot = PluginPod::Other(node, Box::new(*raw));
        }
    }

    /// Counts more or less of what pods that are no VMs ask for, and rounds their sum anew.
    pub fn add_others(&mut self, node: u32, more: PerResource<i128>) {
        let Some(state) = self.node(node) else { return };
        let others = state.others;
        let raw = others.raw.zip(more);
        let raw = raw.map(|(sum, more)| sum.saturating_add(more));
        let new = self.rounded(raw, others.margin);
        if let Some(Some(state)) = self.nodes.get_mut(node as usize) {
            state.others.raw = raw;
            set_others(state, new);
        }
    }

    /// Reads the limits of a node that exists and is named for the first time.
    ///
    /// # Errors
    /// There is no such node, or the config does not fit it.
    pub fn learn(&mut self, node: u32) -> Result<(), Refusal> {
        let index = node as usize;
        if self.node(node).is_some() {
            return Ok(());
        }
        let Some(info) = self.infos.get(index).and_then(Clone::clone) else {
            return Err(Refusal::new(PluginCode::Error, RefusalReason::NoNode));
        };
        let config = self.config.for_node(&info.name);
        let unit = PerResource::new(config.unit_cpu, config.unit_memory);
        let limits = limits(&info.allocatable, &self.config, config)
            .map_err(|message| Refusal::new(PluginCode::Error, RefusalReason::Other(message)))?;
        let mut state = NodeState {
            unit,
            ..NodeState::default()
        };
        state.amounts.cpu.set_limits(&limits.cpu);
        state.amounts.memory.set_limits(&limits.memory);
        state.others.margin = limits.as_ref().map(|limits| limits.margin);
        let reservable = limits.as_ref().map(crate::limits::NodeLimits::reservable);
        self.largest = self.largest.zip(reservable).map(|(old, new)| old.max(new));
        // A node that others were counted on before it was known starts with them rounded.
        if let Some(slot) = self.nodes.get_mut(index) {
            *slot = Some(state);
        }
        self.add_others(node, PerResource::default());
        Ok(())
    }

    fn known(&self, node: u32) -> Result<&NodeState, Refusal> {
        let unknown = || Refusal::new(PluginCode::Error, RefusalReason::NoNode);
        self.node(node).ok_or_else(unknown)
    }

    /// What is checked before anything is counted, in upstream's order.
    ///
    /// # Errors
    /// What is wrong with the pod.
    pub fn check(&self, spec: &PodSpec) -> Result<CheckedPod, Refusal> {
        if let PodSpec::Vm(vm) = spec {
            check_bounds(vm)?;
        }
        self.check_scheduler(spec)?;
        match spec {
            PodSpec::Vm(vm) => {
                let slot = vm.slot_size.as_ref();
                if let Some(slot) = slot
                    && slot.compare(&self.config.slot_size).is_ne()
                {
                    let expected = &self.config.slot_size;
                    let message = format!("expected memory slots of {expected}, found {slot}");
                    let reason = RefusalReason::Other(message);
                    return Err(Refusal::new(
                        PluginCode::UnschedulableAndUnresolvable,
                        reason,
                    ));
                }
                Ok(CheckedPod::Vm(vm.uses.map(u32::from)))
            }
            PodSpec::Other(other) => match &other.raw {
                Ok(raw) => Ok(CheckedPod::Other(*raw)),
                Err(missing) => Err(Refusal::new(
                    PluginCode::UnschedulableAndUnresolvable,
                    RefusalReason::Other(missing.to_string()),
                )),
            },
        }
    }

    fn check_scheduler(&self, spec: &PodSpec) -> Result<(), Refusal> {
        let name = match spec {
            PodSpec::Vm(vm) => &vm.scheduler_name,
            PodSpec::Other(other) => &other.scheduler_name,
        };
        match name {
            Some(name) if **name != *self.config.scheduler_name => {
                let expected = &self.config.scheduler_name;
                let message = format!("expected the scheduler `{expected}`, found `{name}`");
                Err(Refusal::new(
                    PluginCode::Error,
                    RefusalReason::Other(message),
                ))
            }
            _ => Ok(()),
        }
    }
}

/// What a pod that passed the checks asks for.
pub enum CheckedPod {
    /// Whole units.
    Vm(PerResource<u32>),
    /// Nanos.
    Other(PerResource<i128>),
}

fn check_bounds(vm: &VmSpec) -> Result<(), Refusal> {
    if fits(vm.min, vm.uses) && fits(vm.uses, vm.max) {
        return Ok(());
    }
    Err(Refusal::new(
        PluginCode::UnschedulableAndUnresolvable,
        RefusalReason::Bounds,
    ))
}

fn room(
    asked: PerResource<u32>,
    there: PerResource<u32>,
    reason: fn(PerResource<u32>, PerResource<u32>) -> RefusalReason,
) -> Result<(), Refusal> {
    if fits(asked, there) {
        return Ok(());
    }
    Err(Refusal::new(
        PluginCode::Unschedulable,
        reason(asked, there),
    ))
}

/// A migration is over: what it would have freed no longer counts.
pub fn settle(node: &mut NodeState, pod: &PerResource<PodResourceState>) {
    for (node, pod) in [
        (&mut node.amounts.cpu, &pod.cpu),
        (&mut node.amounts.memory, &pod.memory),
    ] {
        node.pressure_accounted_for -= pod.reserved + pod.capacity_pressure;
    }
}

/// Sets what pods that are no VMs have of a node.
pub fn set_others(state: &mut NodeState, new: PerResource<u32>) {
    let old = state.others.reserved;
    state.others.reserved = new;
    let amounts = &mut state.amounts;
    amounts.cpu.reserved = amounts.cpu.reserved - old.cpu + new.cpu;
    amounts.memory.reserved = amounts.memory.reserved - old.memory + new.memory;
}
