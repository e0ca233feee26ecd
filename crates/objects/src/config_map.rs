//! `ConfigMap` (`v1`), reduced to the config of the autoscaled-VM plugin and the settings with which Argo CD reads
//! decisions.

use std::sync::Arc;

use crate::{
    names::Symbol,
    plugin_config::{ConfigProblem, PluginConfig},
};

/// The keys under which the plugin's config stands: the first, and the one of later versions.
pub const CONFIG_KEYS: [&str; 2] = [
    "autoscaler-enforcer-config.json",
    "autoscale-enforcer-config.json",
];

/// A plugin's config, or why the plugin refuses it.
pub type ReadConfig = Result<Arc<PluginConfig>, ConfigProblem>;

/// A `ConfigMap`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConfigMap {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// The plugin's config, from the first of [`CONFIG_KEYS`] that `data` has; `None`: it has none.
    pub config: Option<ReadConfig>,
    /// The key in `data` that holds it; empty: none does.
    pub config_key: &'static str,
    /// How an `ApplicationSet` reads decisions; `None`: `data` does not say.
    pub decision_keys: Option<Box<DecisionKeys>>,
}

impl ConfigMap {
    /// Whether it has the config of the plugin as rewritten in February 2025, which is not modelled.
    pub fn is_rewritten(&self) -> bool {
        matches!(&self.config, Some(Err(problem)) if problem.is_rewritten)
    }
}

/// What a `clusterDecisionResource` generator reads, from the `data` of its `ConfigMap`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionKeys {
    /// `apiVersion`: of the objects that are read.
    pub api_version: String,
    /// `kind`: the plural of their kind.
    pub kind: String,
    /// `statusListKey`: the list in their status.
    pub list: String,
    /// `matchKey`: the field of an entry that names the cluster.
    pub cluster: String,
}
