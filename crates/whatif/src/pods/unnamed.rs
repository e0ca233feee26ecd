//! Requests and limits that a `ResourceQuota` wants every container to name, and that some do not.

use schedscope_objects::pod::Container;
use schedscope_pods::{amounts::ResourceId, snapshot::PodInfo};
use schedscope_quota::resource_quota::{ResourceQuotaRule, refusals};

use super::{amounts, space::EditSource};
use crate::{Edit, Family, Step, StepSize, search::Candidate};

/// An amount to name, if the quota leaves as much: a tenth of a cpu, or 128Mi.
const USUAL: [(&str, ResourceId, i64); 2] = [
    ("cpu", ResourceId::CPU, 100),
    ("memory", ResourceId::MEMORY, 128 << 20),
];

impl EditSource<'_> {
    /// Names all of them together.
    pub(super) fn unnamed(self, info: &PodInfo) -> Option<Candidate> {
        let names = &self.objects.names;
        let (object, spec) = self.spec(info);
        let mut edits = Candidate::new();
        let refused = refusals(&self.cluster.resource_quotas, info, names);
        let lacking = refused
            .iter()
            .filter(|one| one.rule == ResourceQuotaRule::MustSpecify && one.limits.is_none());
        for one in lacking {
            let key = &names[one.key];
            let (list, resource) = key.split_once('.').unwrap_or(("requests", key));
            let is_limit = list == "limits";
            let (_, id, usual) = USUAL.into_iter().find(|(name, ..)| *name == resource)?;
            let symbol = names.get(resource)?;
            let lists = [
                ("containers", &info.pod.containers),
                ("initContainers", &info.pod.init_containers),
            ];
            let all = lists.into_iter().flat_map(|(place, containers)| {
                let containers = containers.iter().enumerate();
                containers.map(move |(at, container)| (place, at, container))
            });
            let amount = |of: &Container, is_limit: bool| {
                let list = if is_limit { &of.limits } else { &of.requests };
                Some(amounts::read(id, list.get(symbol)?))
            };
            let all = all.filter(|(.., container)| amount(container, is_limit).is_none());
            let left = one.hard.saturating_sub(one.used);
            let share = left / i64::try_from(all.clone().count()).ok()?.max(1);
            for (place, at, container) in all {
                // A limit is no less than the request.
                let least = amount(container, false).filter(|_| is_limit);
                let new = usual.min(share).max(least.unwrap_or(1));
                let keys = [Step::Key(place.to_owned()), Step::Index(at)].into_iter();
                let rest = ["resources", list, resource].map(|key| Step::Key(key.to_owned()));
                edits.push(Edit {
                    family: Family::Request,
                    object: object.clone(),
                    path: spec.iter().cloned().chain(keys).chain(rest).collect(),
                    old: None,
                    new: Some(amounts::value(id, resource, new)),
                    subject: resource.to_owned(),
                    model: None,
                    pods: 1,
                    numbers: Some((None, Some(new))),
                    step: StepSize::of(1),
                });
            }
        }
        (!edits.is_empty()).then_some(edits)
    }
}
