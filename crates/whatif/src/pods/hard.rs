//! Edits of the bounds of a `ResourceQuota`.

use schedscope_objects::diagnostic::ObjectName;
use schedscope_pods::{amounts::ResourceId, snapshot::PodInfo};
use schedscope_quota::resource_quota::{ResourceQuotaRule, refusals};

use super::{amounts, space::EditSource};
use crate::{Edit, Family, Step, StepSize, edit::path, search::Candidate};

impl EditSource<'_> {
    /// Raises each bound of `spec.hard` that refuses the pod to what the namespace uses with it: all bounds together.
    pub(super) fn hard(self, info: &PodInfo) -> Vec<Candidate> {
        let names = &self.objects.names;
        let refused = refusals(&self.cluster.resource_quotas, info, names);
        let is_exceeded = |rule| rule == ResourceQuotaRule::Exceeded;
        if refused.is_empty() || !refused.iter().all(|one| is_exceeded(one.rule)) {
            return Vec::new();
        }
        let edits = refused.iter().map(|one| {
            let key = &names[one.key];
            let plain = key.strip_prefix("requests.");
            let resource = plain.or_else(|| key.strip_prefix("limits.")).unwrap_or(key);
            let id = if resource == "cpu" {
                ResourceId::CPU
            } else {
                ResourceId::MEMORY
            };
            let new = one.used.saturating_add(one.requested);
            let mut way = path("spec.hard");
            way.push(Step::Key(key.to_owned()));
            Edit {
                family: Family::Quota,
                object: ObjectName {
                    kind: "ResourceQuota".to_owned(),
                    namespace: names[one.namespace].to_owned(),
                    name: names[one.name].to_owned(),
                },
                path: way,
                old: Some(amounts::value(id, resource, one.hard)),
                new: Some(amounts::value(id, resource, new)),
                subject: resource.to_owned(),
                numbers: Some((Some(one.hard), Some(new))),
                model: None,
                step: StepSize::share(one.hard, new),
            }
        });
        vec![edits.collect()]
    }
}
