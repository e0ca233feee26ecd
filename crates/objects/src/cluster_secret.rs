//! `Secret` (`v1`), reduced to the name of the cluster that it registers with Argo CD: nothing else of its data is
//! kept.

use crate::names::Symbol;

/// The label of the Secrets that register clusters with Argo CD; its value is `cluster`.
pub const SECRET_TYPE_LABEL: &str = "argocd.argoproj.io/secret-type";

/// A `Secret`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterSecret {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// The name of the cluster that it registers, decoded from `data.name`, or `stringData.name`; empty where it has
    /// none. `None`: it does not register a cluster.
    pub cluster: Option<Symbol>,
}
