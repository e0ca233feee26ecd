//! Pods on nodes: what they ask for, whether they fit, and how nodes score.

pub mod amounts;
pub mod exact;
pub mod extremes;
pub mod fit;
pub mod node;
pub mod request;
pub mod score;
pub mod sight;
pub mod world;
