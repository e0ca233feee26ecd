//! The findings about an answer.

use schedscope_checks::{
    context::{About, Context, Pods, Which},
    finding::Finding,
    findings,
};
use schedscope_objects::{kubernetes_version::AssumedVersion, pod::Pod};

use crate::{Scenario, questions::Subject};

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RestsOn {
    /// The placement of the latest decision, and what the decision reads.
    Decision,
    /// Pods and nodes; of one pod, or of all.
    Pods,
    /// Pods, nodes and quotas.
    Quotas,
    /// Autoscaled VMs and their nodes.
    Vms,
    /// What the what-if is about: VMs, a pod with quotas, or a placement.
    WhatIf,
}

impl Scenario {
    /// The version of Kubernetes that an answer about pods assumes; `None`: the answer is not about pods.
    pub(crate) fn version_of(&mut self, rests_on: RestsOn, of: &Subject) -> Option<AssumedVersion> {
        let is_of_pods = match rests_on {
            RestsOn::Pods | RestsOn::Quotas => true,
            RestsOn::WhatIf => of.pod.is_some() && !of.of_vms,
            RestsOn::Decision | RestsOn::Vms => false,
        };
        is_of_pods.then(|| self.assumed_version(of.version))
    }

    /// The findings about an answer, in the order in which they are shown.
    pub(crate) fn findings(&mut self, rests_on: RestsOn, of: &Subject) -> Vec<Finding> {
        let encoding = self.encoding;
        match rests_on {
            RestsOn::WhatIf if of.of_vms => self.findings(RestsOn::Vms, of),
            RestsOn::WhatIf if of.pod.is_some() => self.findings(RestsOn::Quotas, of),
            RestsOn::Pods | RestsOn::Quotas => {
                let (desk, reader) = self.desk_and_reader(of.version);
                let needs = &desk.needs;
                let lacks_class = |pod: &Pod| needs.lacks_class(pod);
                let about = About::Pods(Pods {
                    snapshot: &desk.snapshot,
                    quotas: (rests_on == RestsOn::Quotas).then_some(&desk.ledger),
                    which: Which::new(of.pod.as_deref(), &desk.snapshot, reader.objects()),
                    lacks_class: needs.has_all_classes().then_some(&lacks_class),
                });
                findings(&Context {
                    reader,
                    encoding,
                    about,
                })
            }
            RestsOn::Vms | RestsOn::Decision | RestsOn::WhatIf => {
                let objects = self.reader.objects();
                let placement = of.placement.and_then(|index| objects.placements.get(index));
                let about = match (rests_on, self.session.latest(objects), placement) {
                    (RestsOn::Vms, ..) => About::Vms,
                    (RestsOn::Decision, Some(decision), _) => About::Placement {
                        placement: &decision.placement,
                        decision: Some(decision),
                    },
                    (RestsOn::WhatIf, _, Some(placement)) => About::Placement {
                        placement,
                        decision: None,
                    },
                    _ => About::Text,
                };
                findings(&Context {
                    reader: &self.reader,
                    encoding,
                    about,
                })
            }
        }
    }
}
