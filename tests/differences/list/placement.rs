//! "Resource Based Scheduling".

use super::{Difference, Document};

pub(super) const DOCUMENT: Document = Document {
    engine: "Placement",
    title: "Resource Based Scheduling",
    upstream: "`Upstream` is the hub of Open Cluster Management as of August 2026.",
    differences: &[
        Difference {
            test: "negative_weights",
            section: "Proposal 1",
            says: "“The value must be ranged in [0,10].”",
            upstream: "Weights from -10 to 10; a negative weight reverses the order.",
            proposal: "",
            why: "The hub's API has the wider range since add-ons have scores.",
        },
        Difference {
            test: "short_form",
            section: "Proposal 1, Examples",
            says: "“Name is the name of a prioritizer.”, as in `- name: ResourceRatioCPU`",
            upstream: "Misconfigured: the API has `scoreCoordinate` instead, and needs it.",
            proposal: "Both forms are read.",
            why: "The API has another form; the document's examples should work unchanged.",
        },
        Difference {
            test: "default_weights",
            section: "Proposal 1",
            says: "“Steady and Balance prioritizers have the weight of 1 while other prioritizers have the \
                   weight of 0”",
            upstream: "As the document says.",
            proposal: "Spread has weight 2 where the placement has spread constraints.",
            why: "The later document, on spread, asks for that.",
        },
        Difference {
            test: "scores_out_of_range",
            section: "Proposal 1",
            says: "“Each prioritizer will calculate an integer score of a cluster in the range of [-100, 100].”",
            upstream: "Scores are not clamped: the score of an add-on counts unchanged, and NaN becomes -2⁶³.",
            proposal: "Scores of resources are clamped, and NaN is a missing score. Scores of add-ons count unchanged.",
            why: "The hub's Go code converts floats unchecked. The CRD of an add-on validates the range of its scores.",
        },
        Difference {
            test: "ratio_prioritizers",
            section: "Proposal 2",
            says: "“The plugin is registered as the below 4 resource prioritizers with different names”",
            upstream: "Two of them: `ResourceAllocatableCPU` and `ResourceAllocatableMemory`. With a ratio, the \
                       placement is misconfigured.",
            proposal: "All four.",
            why: "The hub never implemented the ratios.",
        },
        Difference {
            test: "equal_amounts",
            section: "Proposal 2",
            says: "“score = 2 * 100 * ((cpu_allocatable - min(cpu_allocatable)) / (max(cpu_allocatable) - \
                   min(cpu_allocatable)) - 0.5)”",
            upstream: "100 where all clusters have the same.",
            proposal: "",
            why: "The formula divides by zero there.",
        },
        Difference {
            test: "allocatable_in_floating_point",
            section: "Proposal 2",
            says: "“score = 2 * 100 * ((cpu_allocatable - min(cpu_allocatable)) / (max(cpu_allocatable) - \
                   min(cpu_allocatable)) - 0.5)”",
            upstream: "Computed in floating point, then truncated: where 0 to 100 CPUs are allocatable, 40 score -19, \
                       not -20.",
            proposal: "The same. `ResourceRatio…` is exact.",
            why: "The hub has `ResourceAllocatable…`, and its scores decide. No hub has `ResourceRatio…` any more.",
        },
        Difference {
            test: "memory_as_cpu",
            section: "Proposal 2",
            says: "“score = 2 * 100 * (memory_allocatable - min(memory_allocatable)) / (max(memory_allocatable) - \
                   min(memory_allocatable)) - 0.5)”",
            upstream: "The formula of CPU, with memory.",
            proposal: "",
            why: "A bracket is missing. Without the bracket, the score would be from -0.5 to 199.5.",
        },
        Difference {
            test: "no_amount",
            section: "Proposal 4",
            says: "“final_score = sum(prioritizer_x_weight * prioritizer_x_score)”; not what a cluster without the \
                   resource gets",
            upstream: "No score, which is 0 in the sum: more than the cluster with the least, which has -100.",
            proposal: "",
            why: "The hub does so. A predicate can exclude such clusters.",
        },
        Difference {
            test: "balance_counts_all",
            section: "Proposal 4",
            says: "“The cluster with the highest number of decison is given the lowest score”",
            upstream: "The highest number is that of any cluster, including clusters that are not candidates or do not \
                       exist. Decisions of the placement itself do not count.",
            proposal: "",
            why: "The hub counts so. All candidates can have more than -100.",
        },
        Difference {
            test: "other_resources",
            section: "Non-Goals",
            says: "“Story 5 will not be supported until there is a clear requirement”",
            upstream: "Scores of other resources come from add-ons only.",
            proposal: "`ResourceAllocatable(<resource>)` and `ResourceRatio(<resource>)` score any resource.",
            why: "GPUs are now a clear requirement.",
        },
        Difference {
            test: "space_by_predicate",
            section: "Appendix 1",
            says: "“Is there a way to express: \"I must have at least this much space\"?” “No, because it can not be \
                   supported.”",
            upstream: "A predicate in CEL compares an amount: \
                       `quantity(managedCluster.status.allocatable.memory).compareTo(quantity('64Gi')) >= 0`.",
            proposal: "",
            why: "The hub added CEL later. It still knows the allocatable amounts, not the free ones, so the \
                  document's reason remains valid.",
        },
    ],
};
