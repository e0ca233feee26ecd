//! The plugin points: Filter, Score, Reserve.
//!
//! Source: `plugin.go` upstream.

use std::sync::Arc;

use crate::{
    amount::{PerResource, VmAmount, fits},
    id::{VmNodeId, VmPodId},
    limits::{LimitsProblem, NodeLimits, limits},
    plugin::Plugin,
    refusal::{PluginCode, Refusal, RefusalReason},
    spec::{NodeSpec, PodSpec, VmSpec},
    state::{NodeState, PluginPod},
};

/// The highest score of a node.
const MAX_SCORE: u64 = 100;

/// The request of a pod that passed the checks that are the same for all nodes.
#[derive(Clone, Copy, Debug)]
pub enum CheckedPod {
    /// The use of a VM, in vCPUs and slots.
    Vm(PerResource<u32>),
    /// The requests of any other pod, in nanos.
    Other(PerResource<i128>),
}

impl Plugin {
    /// Whether a pod fits a node once some of the node's pods are gone. Filter sums the amounts of the node's pods
    /// and does not read the node's reserved amount. `node` is `None` for a node that does not exist.
    /// O(pods that are gone).
    ///
    /// # Errors
    /// The pod does not fit.
    pub fn filter(
        &mut self,
        node: Option<VmNodeId>,
        spec: &PodSpec,
        gone: &[VmPodId],
    ) -> Result<(), Refusal> {
        let checked = self.check(spec)?;
        self.filter_checked(node, &checked, gone)
    }

    /// Filter, for a pod that passed the checks that are the same for all nodes.
    ///
    /// # Errors
    /// The pod does not fit.
    pub fn filter_checked(
        &mut self,
        node: Option<VmNodeId>,
        checked: &CheckedPod,
        gone: &[VmPodId],
    ) -> Result<(), Refusal> {
        let (node, state) = self.learned(node)?;
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
            match self.pods.get(*pod) {
                Some(PluginPod::Vm(vm)) if vm.node == node => {
                    vms = vms
                        .zip(vm.amounts)
                        .map(|(sum, pod)| sum.saturating_sub(pod.reserved.into()));
                }
                Some(PluginPod::Other(at, asked)) if *at == node => {
                    raw = raw
                        .zip(*asked)
                        .map(|(sum, asked)| sum.saturating_sub(asked));
                }
                _ => {}
            }
        }
        let more = match *checked {
            CheckedPod::Vm(uses) => uses,
            CheckedPod::Other(asked) => {
                raw = raw.zip(asked).map(|(sum, asked)| sum.saturating_add(asked));
                PerResource::default()
            }
        };
        // Rounding is expensive, and the result is known if nothing changed.
        let others = if raw == others.raw {
            others.reserved
        } else {
            self.rounded(raw, others.margin)
        };
        let used = vms
            .zip(others.zip(more))
            .map(|(vms, (others, more))| vms.saturating_add(others).saturating_add(more));
        let reservable = amounts.map(|amounts| amounts.reservable());
        if fits(used, reservable) {
            return Ok(());
        }
        let reason = RefusalReason::OverReservable { used, reservable };
        Err(Refusal::new(PluginCode::Unschedulable, reason))
    }

    /// The score of a node for a pod, from 0 to 100. O(1).
    ///
    /// # Errors
    /// The node does not exist or cannot be used, or the pod is another scheduler's. The score is then 0 as well.
    pub fn score(&mut self, node: Option<VmNodeId>, spec: &PodSpec) -> Result<u64, Refusal> {
        self.check_scorable(spec)?;
        self.score_checked(node, spec)
    }

    /// Reads the limits of all nodes that exist. Those that cannot be used stay unknown. O(nodes) if there are others.
    pub(crate) fn learn_all(&mut self) {
        if self.known < self.existing {
            for node in self.infos.ids() {
                let _ = self.learn(node);
            }
        }
    }

    /// Score, for a pod that passed the checks that are the same for all nodes, if it is above another one.
    ///
    /// # Errors
    /// The node does not exist or cannot be used.
    pub(crate) fn score_above(
        &mut self,
        node: VmNodeId,
        spec: &PodSpec,
        other: u64,
    ) -> Result<Option<u64>, Refusal> {
        let largest = self.largest;
        let (_, state) = self.learned(Some(node))?;
        // Most nodes are not better, and a multiplication shows that faster than the division of the score.
        let is_above = state.amounts.zip(largest).all(|(amounts, largest)| {
            largest > 0
                && MAX_SCORE * u64::from(amounts.remaining()) >= (other + 1) * u64::from(largest)
        });
        if !is_above {
            return Ok(None);
        }
        let score = self.score_checked(Some(node), spec)?;
        Ok((score > other).then_some(score))
    }

    /// Score, for a pod that passed the checks that are the same for all nodes.
    ///
    /// # Errors
    /// The node does not exist or cannot be used.
    pub fn score_checked(
        &mut self,
        node: Option<VmNodeId>,
        spec: &PodSpec,
    ) -> Result<u64, Refusal> {
        let (_, state) = self.learned(node)?;
        let remaining = state.amounts.map(|amounts| amounts.remaining());
        if let PodSpec::Vm(vm) = spec
            && !fits(vm.uses.map(u32::from), remaining)
        {
            return Ok(0);
        }
        let parts = remaining.zip(self.largest).map(|(remaining, largest)| {
            let hundredfold = MAX_SCORE * u64::from(remaining);
            // Upstream divides by zero.
            hundredfold.checked_div(u64::from(largest)).unwrap_or(0)
        });
        Ok(parts.cpu.min(parts.memory).min(MAX_SCORE))
    }

    /// The checks of Score that are the same for all nodes.
    ///
    /// # Errors
    /// The pod is another scheduler's, or the VM's use is outside its bounds.
    pub fn check_scorable(&self, spec: &PodSpec) -> Result<(), Refusal> {
        self.check_scheduler(spec)?;
        match spec {
            PodSpec::Vm(vm) => check_bounds(vm, PluginCode::Error),
            PodSpec::Other(_) => Ok(()),
        }
    }

    /// Reserves resources of a node for a pod, which is on the node from then on. `node` is `None` for a node that
    /// does not exist. O(1).
    ///
    /// # Errors
    /// The pod does not fit; nothing has changed then.
    pub fn reserve(
        &mut self,
        pod: VmPodId,
        node: Option<VmNodeId>,
        spec: &PodSpec,
    ) -> Result<(), Refusal> {
        let checked = self.check(spec)?;
        let (node, state) = self.learned(node)?;
        let left = state.amounts.map(|amounts| amounts.remaining());
        let others = state.others;
        let asked = match checked {
            CheckedPod::Vm(uses) => uses,
            CheckedPod::Other(asked) => {
                let raw = others.raw.zip(asked);
                let raw = raw.map(|(sum, asked)| sum.saturating_add(asked));
                let old = self.rounded_exactly(others.raw, others.margin);
                let new = self.rounded_exactly(raw, others.margin).zip(old);
                new.map(|(new, old)| u32::try_from(new.saturating_sub(old)).unwrap_or(u32::MAX))
            }
        };
        if !fits(asked, left) {
            let reason = RefusalReason::NotEnoughLeft { asked, left };
            return Err(Refusal::new(PluginCode::Unschedulable, reason));
        }
        if self.node_of(pod).is_some() {
            return Err(Refusal::new(PluginCode::Error, RefusalReason::Reserved));
        }
        self.place(pod, node, spec);
        Ok(())
    }

    /// Reads the limits of a node that exists and is named for the first time.
    ///
    /// # Errors
    /// The node does not exist, or the config does not fit it.
    pub fn learn(&mut self, node: VmNodeId) -> Result<(), Refusal> {
        if self.node(node).is_some() {
            return Ok(());
        }
        let info = self.infos.get(node).and_then(Clone::clone);
        let reason = match info.map(|info| self.read_limits(node, &info)) {
            Some(Ok(())) => return Ok(()),
            Some(Err(problem)) => RefusalReason::Limits(problem),
            None => RefusalReason::NoNode,
        };
        Err(Refusal::new(PluginCode::Error, reason))
    }

    /// Makes a node known that was not.
    pub(crate) fn read_limits(
        &mut self,
        node: VmNodeId,
        info: &NodeSpec,
    ) -> Result<(), LimitsProblem> {
        let config = self.config.for_node(&info.name);
        let unit = VmAmount::new(config.unit_cpu, config.unit_memory);
        let limits = limits(&info.allocatable, &self.config, config)?;
        let mut state = NodeState {
            unit,
            ..NodeState::default()
        };
        state.amounts.cpu.set_limits(&limits.cpu);
        state.amounts.memory.set_limits(&limits.memory);
        state.others.margin = limits.as_ref().map(|limits| limits.margin);
        let reservable = limits.as_ref().map(NodeLimits::reservable);
        self.largest = self.largest.zip(reservable).map(|(old, new)| old.max(new));
        if let Some(slot) = self.nodes.get_mut(node) {
            self.known += usize::from(slot.is_none());
            *slot = Some(state);
        }
        // A margin can be below 0; then something is reserved even without other pods.
        self.add_others(node, PerResource::default());
        Ok(())
    }

    /// A node that a plugin point names, with its state.
    fn learned(&mut self, node: Option<VmNodeId>) -> Result<(VmNodeId, &NodeState), Refusal> {
        let unknown = || Refusal::new(PluginCode::Error, RefusalReason::NoNode);
        let node = node.ok_or_else(unknown)?;
        self.learn(node)?;
        Ok((node, self.node(node).ok_or_else(unknown)?))
    }

    /// The checks that come before anything is counted, in upstream's order.
    ///
    /// # Errors
    /// The pod fits no node.
    pub fn check(&self, spec: &PodSpec) -> Result<CheckedPod, Refusal> {
        let never = PluginCode::UnschedulableAndUnresolvable;
        if let PodSpec::Vm(vm) = spec {
            check_bounds(vm, never)?;
        }
        self.check_scheduler(spec)?;
        match spec {
            PodSpec::Vm(vm) => match &vm.slot_size {
                Some(slot) if slot.compare(&self.config.slot_size).is_ne() => {
                    let reason = RefusalReason::SlotSize {
                        expected: self.config.slot_size.clone(),
                        found: slot.clone(),
                    };
                    Err(Refusal::new(never, reason))
                }
                _ => Ok(CheckedPod::Vm(vm.uses.map(u32::from))),
            },
            PodSpec::Other(other) => match other.raw {
                Ok(raw) => Ok(CheckedPod::Other(raw)),
                Err(missing) => Err(Refusal::new(never, RefusalReason::MissingAmount(missing))),
            },
        }
    }

    fn check_scheduler(&self, spec: &PodSpec) -> Result<(), Refusal> {
        match spec.scheduler_name() {
            Some(name) if **name != *self.config.scheduler_name => {
                let reason = RefusalReason::Scheduler {
                    expected: self.config.scheduler_name.as_str().into(),
                    found: Arc::clone(name),
                };
                Err(Refusal::new(PluginCode::Error, reason))
            }
            _ => Ok(()),
        }
    }
}

fn check_bounds(vm: &VmSpec, code: PluginCode) -> Result<(), Refusal> {
    if fits(vm.min, vm.uses) && fits(vm.uses, vm.max) {
        return Ok(());
    }
    Err(Refusal::new(code, RefusalReason::Bounds))
}
