//! The two resources of autoscaled VMs.

use schedscope_objects::words;

words! {
    /// A resource of autoscaled VMs.
    #[cfg_attr(feature = "types", ts(rename = "VmResource"))]
    pub enum Resource {
        /// CPU, in whole vCPUs.
        Cpu = "cpu",
        /// Memory, in whole slots.
        Memory = "memory",
    }
}

/// One value for each resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerResource<T> {
    /// The value for CPU. Amounts are in whole vCPUs.
    pub cpu: T,
    /// The value for memory. Amounts are in whole slots.
    pub memory: T,
}

impl<T> PerResource<T> {
    /// A pair: CPU first, memory second.
    pub fn new(cpu: T, memory: T) -> Self {
        Self { cpu, memory }
    }

    /// Applies a function to both values.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> PerResource<U> {
        PerResource {
            cpu: f(self.cpu),
            memory: f(self.memory),
        }
    }

    /// Pairs each value with the other's.
    pub fn zip<U>(self, other: PerResource<U>) -> PerResource<(T, U)> {
        PerResource {
            cpu: (self.cpu, other.cpu),
            memory: (self.memory, other.memory),
        }
    }

    /// Whether a condition holds for both values.
    pub fn all(self, mut f: impl FnMut(T) -> bool) -> bool {
        f(self.cpu) && f(self.memory)
    }

    /// References to both values.
    pub fn as_ref(&self) -> PerResource<&T> {
        PerResource {
            cpu: &self.cpu,
            memory: &self.memory,
        }
    }

    /// CPU, then memory.
    pub fn array(self) -> [T; 2] {
        [self.cpu, self.memory]
    }

    /// Both values with their resources: CPU, then memory.
    pub fn named(self) -> [(Resource, T); 2] {
        [(Resource::Cpu, self.cpu), (Resource::Memory, self.memory)]
    }
}

/// Whole vCPUs and memory slots: a compute unit, a request, a permit, the use of a VM.
pub type VmAmount = PerResource<u16>;

/// Whether one amount is at most the other, in both resources.
pub fn fits<T: PartialOrd>(one: PerResource<T>, other: PerResource<T>) -> bool {
    one.zip(other).all(|(one, other)| one <= other)
}
