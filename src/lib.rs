//! schedscope: a scope into Kubernetes scheduling decisions.
//!
//! The crate reads what people paste (`kubectl get … -o yaml`), decides as the real schedulers
//! decide, and explains every decision as data.
//!
//! - [`diagnostic`]: what is wrong with a text, and where.
//! - [`generate`]: fleets that never were, for benchmarks, tests and first tries.
//! - [`kube`]: text to plain objects. The only part that knows YAML and JSON.
//! - [`placement`]: which managed clusters a `Placement` selects.
//! - [`pods`]: pods on nodes: whether a pod fits, and which node several scorers would pick.
//! - [`quota`]: elastic quotas, and whom a pod may evict.
//! - [`vm`]: autoscaled VMs: how much of a node each may use, and when one has to leave it.
//! - [`scenario`]: a resident text with its objects and its latest decision, for interactive use.
//!
//! Arrows point down: `wasm → scenario → {placement, quota → pods, vm} → kube →
//! diagnostic`. The core is pure and
//! deterministic: no clock, randomness, input or output, hash order, or panic on input; time is
//! an argument.

mod decimal;
pub mod diagnostic;
pub mod generate;
pub mod kube;
pub(crate) use schedscope_kernel::order;
pub mod placement;
pub mod pods;
pub mod quota;
pub mod scenario;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod types;
pub mod vm;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
