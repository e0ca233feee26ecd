//! `managedCluster.scores(name)`: the scores that an add-on reports for the cluster.

use crate::{
    cluster::Cluster,
    limits::Meter,
    stop::{Evaluated, fail},
    value::Value,
};

/// The scores of an `AddOnPlacementScore` in the cluster's namespace.
///
/// # Errors
/// The namespace has no `AddOnPlacementScore` of that name, or the receiver is not the cluster.
pub(crate) fn scores(
    meter: &mut Meter,
    cluster: &Cluster,
    of: &Value,
    name: &str,
) -> Evaluated<Value> {
    let name_of = |object: &Value| -> Option<Value> {
        let Value::Map(object) = object else {
            return None;
        };
        let Some(Value::Map(metadata)) = object.get_str("metadata") else {
            return None;
        };
        metadata.get_str("name").cloned()
    };
    let Some(asked) = name_of(of) else {
        return fail("failed to get cluster name");
    };
    // Upstream takes any map that names a cluster; only this cluster's scores are here.
    let own = match name_of(&cluster.object) {
        Some(own) => own.equals(&asked, meter)?,
        None => false,
    };
    match cluster.scores.get_str(name).filter(|_| own) {
        Some(scores) => {
            meter.work(scores.size())?;
            Ok(scores.clone())
        }
        None => fail(format!(
            "failed to get score: addonplacementscore.cluster.open-cluster-management.io \
             \"{name}\" not found"
        )),
    }
}
