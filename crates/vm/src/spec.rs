//! Nodes and pods as their objects describe them.

use std::sync::Arc;

use schedscope_quantity::Quantity;

use crate::{
    amount::{PerResource, Resource, VmAmount},
    refusal::MissingAmount,
};

/// A node of the cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeSpec {
    /// The node's name.
    pub name: Arc<str>,
    /// `status.allocatable`.
    pub allocatable: PerResource<Quantity>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct VmSpec {
    /// The least that the VM may use.
    pub min: VmAmount,
    /// The amount that the VM uses.
    pub uses: VmAmount,
    /// The most that the VM may use.
    pub max: VmAmount,
    /// The size of the VM's memory slots; `None`: the plugin's.
    pub slot_size: Option<Quantity>,
    /// `schedulerName`; `None`: the plugin's.
    pub scheduler_name: Option<Arc<str>>,
    /// A label for tests makes the VM migrate again and again.
    pub always_migrate: bool,
}

/// A pod that is not of a VM.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherSpec {
    /// The amounts that the pod asks for, in nanos.
    pub raw: Result<PerResource<i128>, MissingAmount>,
    /// `schedulerName`; `None`: the plugin's.
    pub scheduler_name: Option<Arc<str>>,
}

impl OtherSpec {
    /// Sums the requests of containers, each with its requests and limits. A limit stands in for a missing request,
    /// and zero counts as missing. Init containers do not count.
    pub fn new<'q>(
        containers: impl Iterator<Item = [PerResource<Option<&'q Quantity>>; 2]>,
        scheduler_name: Option<Arc<str>>,
    ) -> Self {
        let mut raw = Ok(PerResource::<i128>::default());
        for (container, [requests, limits]) in containers.enumerate() {
            let given = |quantity: Option<&'q Quantity>| quantity.filter(|q| q.sign() != 0);
            let asked = requests
                .zip(limits)
                .map(|(request, limit)| given(request).or(given(limit)));
            let missing = |resource| {
                Err(MissingAmount {
                    container,
                    resource,
                })
            };
            raw = match (raw, asked.cpu, asked.memory) {
                (Err(missing), ..) => Err(missing),
                (_, None, _) => missing(Resource::Cpu),
                (_, _, None) => missing(Resource::Memory),
                (Ok(raw), Some(cpu), Some(memory)) => {
                    let nanos = |q: &Quantity| q.nanos().unwrap_or(i128::MAX / 4);
                    Ok(PerResource::new(
                        raw.cpu.saturating_add(nanos(cpu)),
                        raw.memory.saturating_add(nanos(memory)),
                    ))
                }
            };
        }
        Self {
            raw,
            scheduler_name,
        }
    }
}

/// A pod to be scheduled.
#[derive(Clone, Debug, PartialEq)]
pub enum PodSpec {
    /// The pod of a VM.
    Vm(VmSpec),
    /// Any other pod.
    Other(OtherSpec),
}

impl PodSpec {
    /// `schedulerName`; `None`: the plugin's.
    pub fn scheduler_name(&self) -> Option<&Arc<str>> {
        match self {
            Self::Vm(vm) => vm.scheduler_name.as_ref(),
            Self::Other(other) => other.scheduler_name.as_ref(),
        }
    }
}
