//! The two resources of autoscaled VMs.

/// One value for each resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerResource<T> {
    /// Of CPU: whole vCPUs where it is an amount.
    pub cpu: T,
    /// Of memory: whole slots where it is an amount.
    pub memory: T,
}

impl<T> PerResource<T> {
    /// CPU first, memory second.
    pub fn new(cpu: T, memory: T) -> Self {
        Self { cpu, memory }
    }

    /// Computes something of each.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> PerResource<U> {
        PerResource {
            cpu: f(self.cpu),
            memory: f(self.memory),
        }
    }

    /// Pairs with another.
    pub fn zip<U>(self, other: PerResource<U>) -> PerResource<(T, U)> {
        PerResource {
            cpu: (self.cpu, other.cpu),
            memory: (self.memory, other.memory),
        }
    }

    /// Whether something holds of both.
    pub fn all(self, mut f: impl FnMut(T) -> bool) -> bool {
        f(self.cpu) && f(self.memory)
    }

    /// References to both.
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
}

/// Whole vCPUs and memory slots: a compute unit, a request, a permit, what a VM uses.
pub type VmAmount = PerResource<u16>;

/// Whether one is at most the other, in both resources.
pub fn fits<T: PartialOrd>(one: PerResource<T>, other: PerResource<T>) -> bool {
    one.zip(other).all(|(one, other)| one <= other)
}
