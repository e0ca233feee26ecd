//! Edits of amounts for which the API server refuses a new pod.

use schedscope_objects::{cluster_context::LimitType, pod::Container};
use schedscope_pods::{amounts::ResourceId, snapshot::PodInfo};
use schedscope_quota::resource_quota::{ResourceQuotaRule, refusals};

use super::{amounts, requests::LISTS, space::EditSource};
use crate::{Edit, Family, Step, StepSize, search::Candidate};

/// A request or limit for a container that needs any: it is often meant so, and stands for one that people choose.
const EXAMPLES: [(&str, i64); 3] = [
    ("cpu", 100),
    ("memory", 128 << 20),
    ("ephemeral-storage", 1 << 30),
];

impl EditSource<'_> {
    /// All requests and limits of containers within the bounds of limit ranges: an amount beyond a bound is set to it.
    /// A bound of the pod as a whole is that of its only container.
    pub(super) fn within_bounds(self, info: &PodInfo) -> Option<Candidate> {
        let names = &self.objects.names;
        let mut edits = Candidate::new();
        for bounds in self
            .cluster
            .resource_quotas
            .iter()
            .flat_map(|of| &of.bounds)
        {
            for (symbol, bound, is_max) in [(&bounds.min, false), (&bounds.max, true)]
                .into_iter()
                .flat_map(|(list, is_max)| {
                    list.0.iter().map(move |(of, bound)| (*of, bound, is_max))
                })
            {
                let Some(resource) = self.named(&names[symbol]) else {
                    continue;
                };
                let bound = amounts::read(resource.id, bound);
                let written = self.written(info, resource);
                if bounds.of == LimitType::Pod && written.len() > 1 {
                    return None;
                }
                for at in &written {
                    let lists = [
                        (&at.container.requests, LISTS[0]),
                        (&at.container.limits, LISTS[1]),
                    ];
                    for (of, list) in lists {
                        let amount = of.get(symbol).map(|of| amounts::read(resource.id, of));
                        let is_beyond = |amount: i64| {
                            if is_max {
                                amount > bound
                            } else {
                                amount < bound
                            }
                        };
                        if amount.is_some_and(is_beyond) {
                            edits.extend(self.amounts(info, (resource, at), &[list], bound));
                        }
                    }
                }
            }
        }
        (!edits.is_empty()).then_some(edits)
    }

    /// A request or limit in each container that lacks one and that a `ResourceQuota` demands it of.
    pub(super) fn named_for_quotas(self, info: &PodInfo) -> Option<Candidate> {
        let names = &self.objects.names;
        let (object, spec) = self.spec(info);
        let mut edits = Candidate::new();
        for refusal in refusals(&self.cluster.resource_quotas, &info.pod, names) {
            if refusal.limits.is_some() || refusal.rule != ResourceQuotaRule::MustSpecify {
                continue;
            }
            let key = &names[refusal.key];
            let (list, resource) = key.split_once('.').unwrap_or((LISTS[0], key));
            let (_, example) = EXAMPLES.iter().find(|(name, _)| *name == resource)?;
            let id = if resource == "cpu" {
                ResourceId::CPU
            } else {
                ResourceId::MEMORY
            };
            let symbol = names.get(resource)?;
            let lists = [
                ("containers", &info.pod.containers),
                ("initContainers", &info.pod.init_containers),
            ];
            for (of, containers) in lists {
                let lacks = |container: &Container| {
                    let list = if list == LISTS[0] {
                        &container.requests
                    } else {
                        &container.limits
                    };
                    list.get(symbol).is_none()
                };
                let lacking = containers.iter().enumerate();
                for (at, _) in lacking.filter(|(_, container)| lacks(container)) {
                    let keys = ["resources", list, resource].map(|key| Step::Key(key.to_owned()));
                    let way = [Step::Key(of.to_owned()), Step::Index(at)];
                    edits.push(Edit {
                        family: Family::Request,
                        object: object.clone(),
                        path: [&spec[..], &way, &keys].concat(),
                        old: None,
                        new: Some(amounts::value(id, resource, *example)),
                        subject: resource.to_owned(),
                        model: None,
                        numbers: Some((None, Some(*example))),
                        step: StepSize::of(1),
                    });
                }
            }
        }
        (!edits.is_empty()).then_some(edits)
    }
}
