//! Amounts of vCPUs and memory slots.

use schedscope_answer_macro::answer;
use schedscope_vm::amount::{PerResource, VmAmount};

/// An amount of both resources: a compute unit, a request, a permit, the use of a VM.
#[answer(Copy, Default, Eq)]
#[ts(rename = "VmAmount")]
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
