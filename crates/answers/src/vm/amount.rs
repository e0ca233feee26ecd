//! Amounts of vCPUs and memory slots.

use schedscope_vm::amount::{PerResource, VmAmount};
use serde::Serialize;

/// An amount of both resources: a compute unit, a request, a permit, the use of a VM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "VmAmount"))]
pub struct VmAmountAnswer {
    /// Whole vCPUs.
    #[serde(rename = "vCPUs")]
    pub vcpus: u32,
    /// Whole memory slots.
    pub mem: u32,
}

impl From<PerResource<u32>> for VmAmountAnswer {
    fn from(amount: PerResource<u32>) -> Self {
        Self {
            vcpus: amount.cpu,
            mem: amount.memory,
        }
    }
}

impl From<VmAmount> for VmAmountAnswer {
    fn from(amount: VmAmount) -> Self {
        amount.map(u32::from).into()
    }
}
