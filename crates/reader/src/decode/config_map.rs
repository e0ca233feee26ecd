//! Reads a `ConfigMap`, and the plugin's config from a `ConfigMap` or a timeline.

use std::sync::Arc;

use schedscope_objects::{
    config_map::{CONFIG_KEYS, ConfigMap, DecisionKeys, ReadConfig},
    diagnostic::{DiagnosticCode, Severity},
    plugin_config::{ConfigProblem, PluginConfig},
};
use schedscope_text::{
    json,
    json::Part,
    scalar,
    tree::{Tree, ValueId, ValueKind},
};

use crate::decode::{Decoder, FieldPath, Meta, plugin_config, plugin_config::ConfigError};

pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> ConfigMap {
    let data = d.get(root, "data");
    let found = CONFIG_KEYS.into_iter().find_map(|key| {
        let at = d.get(data?, key).filter(|at| !d.is_null(*at))?;
        Some((key, at))
    });
    let path = FieldPath::Root.field("data");
    ConfigMap {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        config_key: found.map_or("", |(key, _)| key),
        config: found.and_then(|(key, at)| config_text(d, at, &FieldPath::Key(&path, key))),
        decision_keys: data.and_then(|data| decision_keys(d, data)),
    }
}

/// What a `clusterDecisionResource` generator reads.
fn decision_keys(d: &Decoder<'_>, data: ValueId) -> Option<Box<DecisionKeys>> {
    let text = |key| {
        let node = d.get(data, key).filter(|node| !d.is_null(*node));
        node.map_or("", |node| d.tree.text(node, d.source))
            .to_owned()
    };
    let keys = DecisionKeys {
        api_version: text("apiVersion"),
        kind: text("kind"),
        list: text("statusListKey"),
        cluster: text("matchKey"),
    };
    (!keys.list.is_empty() || !keys.cluster.is_empty()).then(|| Box::new(keys))
}

/// Reads a plugin's config: a mapping, or a string with JSON. Reports a config that the plugin rejects. `None` if it
/// is neither a mapping nor a string, which is reported too.
pub(super) fn config(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<ReadConfig> {
    match d.tree.kind(at) {
        ValueKind::Mapping => {
            let config = plugin_config::decode(d.source, d.tree, at);
            let bytes = |node| d.tree.range(node);
            let read = config.map_err(|error| (bytes(error.node), error.problem));
            Some(finish(d, path, DiagnosticCode::InvalidValue, read))
        }
        ValueKind::String => config_text(d, at, path),
        ValueKind::Plain | ValueKind::Sequence => {
            d.wrong_type(at, path, "a mapping, or a string with JSON");
            None
        }
    }
}

/// Reads a plugin's config from a string with JSON; findings point into the string.
fn config_text(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<ReadConfig> {
    let text = d.string(at, path)?;
    let mut tree = Tree::default();
    if let Err(error) = json::parse(text, Part::Value, &mut tree) {
        let problem = ConfigProblem {
            path: String::new(),
            message: format!("the config is not JSON: {}", error.message),
            is_rewritten: false,
        };
        let bytes = inside(d, at, (error.at, error.at));
        return Some(finish(
            d,
            path,
            DiagnosticCode::Syntax,
            Err((bytes, problem)),
        ));
    }
    let root = tree.root()?;
    let read = plugin_config::decode(text, &tree, root);
    let read =
        read.map_err(|ConfigError { node, problem }| (inside(d, at, tree.range(node)), problem));
    Some(finish(d, path, DiagnosticCode::InvalidValue, read))
}

/// Reports why the plugin rejects a config.
fn finish(
    d: &mut Decoder<'_>,
    path: &FieldPath<'_>,
    code: DiagnosticCode,
    read: Result<PluginConfig, ((usize, usize), ConfigProblem)>,
) -> ReadConfig {
    read.map(Arc::new).map_err(|(bytes, problem)| {
        let inner = path.field(&problem.path);
        let path = if problem.path.is_empty() {
            path
        } else {
            &inner
        };
        let message = problem.message.clone();
        let severity = if problem.is_rewritten {
            Severity::Info
        } else {
            Severity::Error
        };
        d.report_at(severity, code, bytes, path, message);
        problem
    })
}

/// Maps bytes of a scalar's value to the source; returns the whole scalar if they cannot be mapped.
fn inside(d: &Decoder<'_>, at: ValueId, (start, end): (usize, usize)) -> (usize, usize) {
    let place = |offset| scalar::place(d.source, d.tree, at, offset);
    match (place(start), place(end)) {
        (Some(start), Some(end)) => (start, end),
        _ => d.tree.range(at),
    }
}
