//! "Capacity scheduling".

use super::{Difference, Document};

pub(super) const DOCUMENT: Document = Document {
    engine: "Capacity scheduling",
    title: "Capacity scheduling",
    upstream: "`Upstream` is the capacity scheduling plugin of scheduler-plugins as of August 2026, with \
               Kubernetes 1.35.",
    differences: &[
        Difference {
            test: "missing_max_key",
            section: "Proposal",
            says: "“Max is infinite (in particular `math.MaxInt64`) by default, min is 0 by default.”",
            upstream: "If `max` is there, cpu, memory and ephemeral-storage that it does not name are 0. Extended \
                       resources that it does not name, and a `max` that is not there, are unlimited.",
            proposal: "Resources that `max` does not name are unlimited.",
            why: "The plugin reads `max` into a struct whose fields begin at 0.",
        },
        Difference {
            test: "sum_of_min",
            section: "Proposal",
            says: "“The sum of min in all ElasticQuota must be less than or equal to the total resource capacity of \
                   the cluster.”",
            upstream: "Accepted; the finding `min-above-capacity` warns. `min-equals-capacity` notes a sum that equals \
                       the capacity: the document recommends a smaller one.",
            proposal: "",
            why: "The plugin does not check it.",
        },
        Difference {
            test: "one_quota_of_a_namespace",
            section: "Proposal",
            says: "“One ElasticQuota object per namespace.”",
            upstream: "The first one counts; the finding `several-quotas` names the others.",
            proposal: "",
            why: "The API server accepts several, and the plugin keeps the first that it sees.",
        },
        Difference {
            test: "hard_of_a_resource_quota",
            section: "Relationship with ResourceQuota",
            says: "“min and max need to respect the namespace's ResourceQuota limit, i.e., `min <= max <= hard`”",
            upstream: "Accepted; `min-above-hard` and `max-above-hard` are findings.",
            proposal: "",
            why: "Neither the plugin nor the API server compares them.",
        },
        Difference {
            test: "nominated_pods_count",
            section: "Relationship with ResourceQuota",
            says: "“The usage of max is aggregated based on the resource configurations of successfully \
                   scheduled pods.”",
            upstream: "Pods that wait for their victims on a node (`nominatedNodeName`) count too, of the pod's own \
                       quota with its priority or a higher one.",
            proposal: "",
            why: "Otherwise two pods could be nominated for the same free resources.",
        },
        Difference {
            test: "failed_pods",
            section: "Motivation",
            says: "“if a Pod that consumes the entire \"min\" fails to run, new Pods can still be created if \
                   the \"max\" has not been reached”",
            upstream: "True while the pod is on its node, for example in ImagePullBackOff. In phase Failed or \
                       Succeeded the pod uses nothing, and `min` is free again.",
            proposal: "",
            why: "The plugin counts pods that occupy a node.",
        },
        Difference {
            test: "exactly_max",
            section: "PreFilter",
            says: "“We will check if the (Pod.request + Quota.Allocated) is less than Quota.Max.”",
            upstream: "A pod that fills the quota exactly is admitted; only more than `max` is too much.",
            proposal: "",
            why: "Its stories use a quota up to its `max`, and the document's own list of reasons has “>”.",
        },
        Difference {
            test: "aggregate_over_all_quotas",
            section: "Additional Preemption Details",
            says: "“sum(allocated res of pods in the same elasticquota) + pod.request > sum(elasticquota.spec.min)”",
            upstream: "The use of all quotas is compared with the sum of all `min`.",
            proposal: "",
            why: "One quota's use against all guarantees would let two quotas lend the same amount.",
        },
        Difference {
            test: "default_priority",
            section: "Cross-namespace vs. single-namespace preemption",
            says: "“by default if the PriorityClassName is not configured, the pod will have a priority of 0”",
            upstream: "A PriorityClass with `globalDefault: true` gives its value; without one it is 0.",
            proposal: "",
            why: "The API server's admission does so.",
        },
        Difference {
            test: "several_nodes",
            section: "Known Limitations",
            says: "“ideally, the two pods in namespace quota1 should get preempted and the newly deployed pod on \
                   namespace quota2 should be scheduled”",
            upstream: "Not done, as the document says.",
            proposal: "Not done. The question `evictAcrossNodes` returns pods of several nodes whose eviction is \
                       enough.",
            why: "No scheduler does it; an administrator can.",
        },
        Difference {
            test: "ledger_of_events",
            section: "Cache",
            says: "“We will watch the event of ElasticQuota and pod. The status of ElasticQuota like allocated will \
                   store in Cache.”",
            upstream: "A quota that is created after its pods does not count them until a restart.",
            proposal: "The ledger always equals a recount.",
            why: "The plugin's cache begins at 0 and follows events only.",
        },
    ],
};
