//! "Spread Policy across Failure-domains in Placement APIs".

use super::{Difference, Document};

pub(super) const DOCUMENT: Document = Document {
    engine: "Spread policy",
    title: "Spread Policy across Failure-domains in Placement APIs",
    upstream: "`Upstream` is the hub of Open Cluster Management as of August 2026, which has the types and ignores \
               them. All other differences from the document are in `Proposal`.",
    differences: &[
        Difference {
            test: "spread_policy",
            section: "API Spec",
            says: "“SpreadPolicy defines how placement decisions should be distributed among a set of \
                   ManagedClusters.”",
            upstream: "The field is ignored: clusters are taken by rank.",
            proposal: "Followed.",
            why: "The code of the hub does not read the field.",
        },
        Difference {
            test: "spread_prioritizer",
            section: "API Example",
            says: "“In Additive mode, the weight of SpreadPolicy is 2 by default.”, configured by `builtIn: Spread`",
            upstream: "With the built-in `Spread`, the placement is misconfigured.",
            proposal: "Followed.",
            why: "The hub has no prioritizer of that name.",
        },
        Difference {
            test: "minimum_among_siblings",
            section: "API Spec",
            says: "“The global minimum is the minimum number of selected ManagedClusters for the topologies within the \
                   same TopologyKey.”",
            upstream: "Ignored.",
            proposal: "The minimum is that of the siblings: zones of one region.",
            why: "The document's own implementation example takes “the skew for the zones under the region us-east”.",
        },
        Difference {
            test: "soft_max_skew",
            section: "API Spec",
            says: "“ScheduleAnyway instructs the scheduler to keep scheduling even if MaxSkew is not satisfied.”",
            upstream: "Ignored.",
            proposal: "The `maxSkew` of a soft term has no effect at all: the emptier domain always scores higher.",
            why: "The document's score counts selected clusters only.",
        },
        Difference {
            test: "missing_topology_key",
            section: "API Spec",
            says: "“TopologyKey is either a label key or a cluster claim name of ManagedClusters.”; not what a cluster \
                   without it is",
            upstream: "Ignored.",
            proposal: "A cluster without the key of a hard term is never selected and forms no domain.",
            why: "Like nodes without the key of a `DoNotSchedule` constraint of pods.",
        },
        Difference {
            test: "spread_with_ratio",
            section: "Use Case 5",
            says: "“Spread with Ratio (Out of Scope)”: “we want 2/3 of them to be located in us-east and 1/3 to be \
                   located in us-west”",
            upstream: "Ignored.",
            proposal: "Not supported: terms spread evenly. `ratio` is reported as an unknown field.",
            why: "Out of scope in the document and here. Two placements, one for each region, share by ratio.",
        },
        Difference {
            test: "joined_score",
            section: "Implementation Example",
            says: "“the final score is calculated by `region_score << 6 + zone_score`”",
            upstream: "Ignored.",
            proposal: "`(region_score << 6) + zone_score`: 63 and 4032, as in the document's table.",
            why: "In Go the shift has the higher precedence; in C and Rust the addition does.",
        },
        Difference {
            test: "equal_spread_scores",
            section: "Implementation Example",
            says: "“We further normalize the spread scores to `[-100, 100]`”",
            upstream: "Ignored.",
            proposal: "0 where all candidates of a step have the same score, as in the first step.",
            why: "Normalising would divide by zero.",
        },
    ],
};
