//! Reads `ElasticQuota`, `PriorityClass` and `PodDisruptionBudget`.

use super::{Decoder, Meta, Path, pod::preemption};
use crate::{
    diagnostic::{Code, Severity},
    kube::{
        managed_cluster::Resources,
        policy::{ElasticQuota, PodDisruptionBudget, PriorityClass},
        selector::LabelSelector,
        text::tree::NodeId,
    },
};

impl ElasticQuota {
    pub(super) fn decode(d: &mut Decoder<'_>, root: NodeId, meta: &Meta) -> Self {
        let mut quota = Self {
            namespace: meta.namespace_or_default(d),
            name: meta.name,
            ..Self::default()
        };
        let known = ["metadata", "spec", "status"];
        d.fields(root, &Path::Root, &known, |d, part, at, path| match part {
            "spec" => d.fields(at, path, &["min", "max"], |d, field, at, path| {
                let resources = Some(Resources::decode(d, at, path));
                match field {
                    "min" => quota.min = resources,
                    _ => quota.max = resources,
                }
            }),
            "status" => d.fields(at, path, &["used"], |d, _, at, path| {
                quota.used = Some(Resources::decode(d, at, path));
            }),
            _ => {}
        });
        quota
    }
}

impl PriorityClass {
    pub(super) fn decode(d: &mut Decoder<'_>, root: NodeId, meta: &Meta) -> Self {
        let mut class = Self {
            name: meta.name,
            ..Self::default()
        };
        let mut has_value = false;
        let known = ["metadata", "value", "globalDefault", "preemptionPolicy"];
        d.fields(
            root,
            &Path::Root,
            &known,
            |d, field, at, path| match field {
                "value" => {
                    class.value = d.int32(at, path, i32::MIN..=i32::MAX).unwrap_or_default();
                    has_value = true;
                }
                "globalDefault" => class.global_default = d.boolean(at, path).unwrap_or_default(),
                "preemptionPolicy" => {
                    class.preemption = preemption(d, at, path).unwrap_or_default();
                }
                _ => {}
            },
        );
        if !has_value {
            let message = "a priority class needs a `value`".to_owned();
            let path = Path::Field(&Path::Root, "value");
            d.report(Severity::Error, Code::MissingField, root, &path, message);
        }
        class
    }
}

impl PodDisruptionBudget {
    pub(super) fn decode(d: &mut Decoder<'_>, root: NodeId, meta: &Meta) -> Self {
        let mut budget = Self {
            namespace: meta.namespace_or_default(d),
            name: meta.name,
            ..Self::default()
        };
        let known = ["metadata", "spec", "status"];
        d.fields(root, &Path::Root, &known, |d, part, at, path| match part {
            "spec" => d.fields(at, path, &["selector"], |d, _, at, path| {
                budget.selector = Some(LabelSelector::decode(d, at, path));
            }),
            "status" => {
                let known = ["disruptionsAllowed", "disruptedPods"];
                d.fields(at, path, &known, |d, field, at, path| {
                    if field == "disruptionsAllowed" {
                        let allowed = d.int32(at, path, i32::MIN..=i32::MAX);
                        budget.disruptions_allowed = allowed.unwrap_or_default();
                    } else {
                        let pods = d.map(at, path, |_, _, _| Some(()));
                        budget.disrupted_pods = pods.into_iter().map(|(pod, ())| pod).collect();
                    }
                });
            }
            _ => {}
        });
        budget
    }
}
