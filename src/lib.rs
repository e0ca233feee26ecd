//! schedscope: a scope into Kubernetes scheduling decisions.
//!
//! The crate reads what people paste (`kubectl get … -o yaml`), decides as the real schedulers
//! decide, and explains every decision as data.
//!
//! Each part is a crate of its own; this one has them under one name:
//!
//! - [`text`]: YAML and JSON with byte ranges, and edits that keep its comments and layout.
//! - [`quantity`] and [`time`]: Kubernetes quantities; RFC 3339 times and Go durations.
//! - [`objects`]: the objects of Kubernetes as plain data; what is wrong with a text, and where.
//! - [`reader`]: text to objects, and edits of the text. The only part that knows YAML and JSON.
//! - [`placement`]: which managed clusters a `Placement` selects.
//! - [`pods`]: pods on nodes: whether a pod fits, and which node several scorers would pick.
//! - [`quota`]: elastic quotas, and which pods a pod may evict.
//! - [`vm`]: autoscaled VMs: how much of a node each may use, and when one has to leave it.
//! - [`whatif`]: what would change a decision: the smallest edits of the input, verified by deciding again.
//! - [`answers`]: answers as JSON.
//! - [`checks`]: what must be known before an answer is believed.
//! - [`scenario`]: a resident text with its objects and its latest decision, for interactive use.
//! - [`generate`]: synthetic fleets for benchmarks, tests and first tries.
//!
//! ```
//! use schedscope::{
//!     answers::placement::{DecideOptions, rows::NotSelectedReason},
//!     scenario::Scenario,
//! };
//!
//! let mut scenario = Scenario::new(
//!     "
//! apiVersion: cluster.open-cluster-management.io/v1
//! kind: ManagedCluster
//! metadata: {name: near, labels: {zone: a}}
//! ---
//! apiVersion: cluster.open-cluster-management.io/v1
//! kind: ManagedCluster
//! metadata: {name: far, labels: {zone: b}}
//! ---
//! apiVersion: cluster.open-cluster-management.io/v1beta1
//! kind: Placement
//! metadata: {name: web, namespace: default}
//! spec:
//!   predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {zone: a}}}}]
//! ",
//! );
//! assert!(scenario.reading().diagnostics.is_empty());
//!
//! let report = scenario.report(DecideOptions::new(0, "2025-06-01T12:00:00Z"))?;
//! assert_eq!(report.selected, ["near"]);
//!
//! let far = scenario.explain(&"far".into())?;
//! let Some(NotSelectedReason::Predicate { requirement, .. }) = &far.explanation.reason else {
//!     panic!("a predicate drops it");
//! };
//! assert_eq!((requirement.key.as_str(), requirement.actual.as_deref()), ("zone", Some("b")));
//! # Ok::<(), schedscope::scenario::QuestionError>(())
//! ```
//!
//! The same scenario answers questions about nodes, pods, quotas and VMs, such as
//! [`score_nodes`](scenario::Engine::score_nodes) and [`timeline`](scenario::Engine::timeline).
//!
//! Dependencies point down: `wasm → scenario → checks → {answers → whatif, reader} → {placement, quota → pods,
//! vm} → objects`. The core is pure and deterministic: no clock, randomness, input or output, hash order, or panic on
//! input; time is an argument.

#![deny(missing_docs)]

pub use schedscope_answers as answers;
pub use schedscope_checks as checks;
pub use schedscope_generate as generate;
pub use schedscope_objects as objects;
pub use schedscope_options as options;
pub use schedscope_placement as placement;
pub use schedscope_pods as pods;
pub use schedscope_quantity as quantity;
pub use schedscope_quota as quota;
pub use schedscope_reader as reader;
pub use schedscope_scenario as scenario;
pub use schedscope_text as text;
pub use schedscope_time as time;
pub use schedscope_vm as vm;
pub use schedscope_whatif as whatif;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
