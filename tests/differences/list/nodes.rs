//! "Resource limit-aware node scoring".

use super::{Difference, Document};

pub(super) const DOCUMENT: Document = Document {
    engine: "Limit-aware scoring",
    title: "Resource limit-aware node scoring",
    upstream: "No production scheduler has this plugin; both profiles compute the same scores.",
    differences: &[
        Difference {
            test: "default_scheduler",
            section: "Use Cases",
            says: "“the default scheduler with `LeastAllocated` will choose node1 over node2 as node1 has a smaller \
                   request/allocatable ratio”",
            upstream: "`LeastAllocated` picks node1, and so does the default profile, whose seven scores are summed: \
                       other scores can outweigh it.",
            proposal: "",
            why: "`LeastAllocated` is one of seven scores of kube-scheduler.",
        },
        Difference {
            test: "raw_of_several_resources",
            section: "Design Details 1",
            says: "“A node's raw score will be negative for an over-subscription node.”",
            upstream: "A node whose CPU is over-subscribed can have a positive raw score because of its memory.",
            proposal: "",
            why: "The document also asks for the weighted sum of all resources.",
        },
        Difference {
            test: "nothing_allocatable",
            section: "Design Details 1",
            says: "“RawScore = (allocatable - limit) * MaxNodeScore / allocatable”",
            upstream: "A resource that a node does not have is ignored on this node, with a note.",
            proposal: "",
            why: "The formula divides by zero there.",
        },
        Difference {
            test: "normalizing",
            section: "Design Details 2",
            says: "“NormalizedScore = MinNodeScore+(RawScore-LowestRawScore)/(HighestRawScore-LowestRawScore) \
                   *(MaxNodScore - MinNodeScore)”",
            upstream: "Integer arithmetic that multiplies before it divides; 0 for all nodes if all scores are equal.",
            proposal: "",
            why: "With Go's integers the quotient is 0 or 1, and the formula divides by zero if all scores are equal.",
        },
        Difference {
            test: "overhead_in_milli",
            section: "Implementation",
            says: "“podLimit += quantity.Value()”",
            upstream: "The overhead's CPU counts in milli-CPU, like limits.",
            proposal: "",
            why: "`Value()` is in whole CPUs: 250m would count as one thousandth of a CPU.",
        },
        Difference {
            test: "best_effort_pods",
            section: "Implementation",
            says: "“For a best effort pod without specifying a resource limit, a default limit value (e.g., the node's \
                   allocatable or configurable value) is used.”",
            upstream: "The node's allocatable, or the amount of the option `bestEffort`.",
            proposal: "",
            why: "The document's text is followed; its Go code counts 0.",
        },
    ],
};
