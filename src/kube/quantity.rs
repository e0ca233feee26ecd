//! Kubernetes quantities, exactly.

/// An amount as Kubernetes writes it: `500m`, `63194Mi`, `1E3`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity;
