//! The `managedCluster` that the hub passes to selectors.

use std::rc::Rc;

use schedscope_quantity::Quantity;

use crate::{map::Map, value::Value};

/// A cluster with its scores.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// `managedCluster`.
    pub object: Value,
    /// The results of `managedCluster.scores(name)`, by the name of the `AddOnPlacementScore`.
    pub scores: Map,
}

impl Cluster {
    /// Builds a cluster from the object that kubectl prints, and from its scores.
    ///
    /// The hub decodes the object into its Go type and encodes that type for the selectors: empty fields are dropped,
    /// some fields are always present, quantities become canonical, and `apiVersion` and `kind` are absent. Fields that
    /// the hub's type may not have yet are kept.
    pub fn new(object: Value, scores: Map) -> Self {
        Self {
            object: hub_view(object),
            scores,
        }
    }
}

fn hub_view(object: Value) -> Value {
    let Value::Map(object) = object else {
        return object;
    };
    let mut object = Rc::unwrap_or_clone(object);
    object.retain(|(key, _)| !is_one_of(key, &["apiVersion", "kind"]));
    edit(&mut object, "metadata", |metadata| {
        metadata.retain(|(_, value)| !is_omitted(value));
    });
    edit(&mut object, "spec", spec);
    edit(&mut object, "status", status);
    Value::Map(Rc::new(object))
}

fn spec(spec: &mut Map) {
    spec.retain(|(key, value)| is_one_of(key, &["hubAcceptsClient"]) || !is_omitted(value));
    default(spec, "hubAcceptsClient", Value::Bool(false));
    each(spec, "taints", |taint| {
        taint.retain(|(key, value)| !(is_one_of(key, &["value"]) && is_omitted(value)));
        default(taint, "timeAdded", Value::Null);
    });
}

fn status(status: &mut Map) {
    status.retain(|(key, value)| is_one_of(key, &["conditions", "version"]) || !is_omitted(value));
    default(status, "conditions", Value::Null);
    edit(status, "version", |version| {
        version.retain(|(_, value)| !is_omitted(value));
    });
    each(status, "clusterClaims", |claim| {
        claim.retain(|(_, value)| !is_omitted(value));
    });
    for resources in ["allocatable", "capacity"] {
        if let Some(Value::Map(map)) = status.get_str(resources) {
            let mut map = Map::clone(map);
            let amounts: Vec<(Value, Value)> = map.entries().to_vec();
            for (name, amount) in amounts {
                map.insert(name, canonical(amount));
            }
            status.insert(Value::string(resources), Value::Map(Rc::new(map)));
        }
    }
}

/// A quantity as the hub writes it.
fn canonical(amount: Value) -> Value {
    let text = match &amount {
        Value::String(text) => Rc::clone(text),
        Value::Int(number) => number.to_string().into(),
        Value::Uint(number) => number.to_string().into(),
        Value::Double(number) => number.to_string().into(),
        _ => return amount,
    };
    match Quantity::parse(&text) {
        Ok(quantity) => Value::string(quantity.to_string()),
        Err(_) => amount,
    }
}

/// Changes the map in a field; creates it if it is missing or null.
fn edit(of: &mut Map, field: &str, change: impl FnOnce(&mut Map)) {
    let mut map = match of.get_str(field) {
        None | Some(Value::Null) => Map::default(),
        Some(Value::Map(map)) => Map::clone(map),
        Some(_) => return,
    };
    change(&mut map);
    of.insert(Value::string(field), Value::Map(Rc::new(map)));
}

/// Changes every map in the list in a field.
fn each(of: &mut Map, field: &str, change: impl Fn(&mut Map)) {
    let Some(Value::List(items)) = of.get_str(field) else {
        return;
    };
    let items = items.iter().map(|item| match item {
        Value::Map(map) => {
            let mut map = Map::clone(map);
            change(&mut map);
            Value::Map(Rc::new(map))
        }
        other => other.clone(),
    });
    let items = Value::list(items.collect());
    of.insert(Value::string(field), items);
}

fn default(of: &mut Map, field: &str, value: Value) {
    if matches!(of.get_str(field), None | Some(Value::Null)) {
        of.insert(Value::string(field), value);
    }
}

fn is_one_of(key: &Value, names: &[&str]) -> bool {
    matches!(key, Value::String(key) if names.contains(&&**key))
}

/// Whether an encoder omits an optional field with this value.
fn is_omitted(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Int(number) => *number == 0,
        Value::List(items) => items.is_empty(),
        Value::Map(map) => map.is_empty(),
        _ => false,
    }
}
