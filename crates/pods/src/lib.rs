//! Pods on nodes: whether a pod fits, and which node several scorers would pick.

pub mod amounts;
pub mod answer;
pub mod compare;
pub mod exact;
pub mod extremes;
pub mod fit;
pub mod list;
pub mod node;
pub mod request;
pub mod score;
pub mod sight;
pub mod world;
