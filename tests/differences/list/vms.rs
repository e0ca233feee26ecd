//! "Scheduler Plugin: Architecture" of autoscaled VMs.

use super::{Difference, Document};

pub(super) const DOCUMENT: Document = Document {
    engine: "Autoscaled VMs",
    title: "Scheduler Plugin: Architecture",
    upstream: "No profiles: the engine follows neondatabase/autoscaling of March 2023 with its later fixes, and this \
               project's reading of the document for features that were never built.",
    differences: &[
        Difference {
            test: "score_looks_at_the_pod",
            section: "High-level overview",
            says: "“It's called once for each pod-node pair, but we don't _actually_ use the pod.”",
            upstream: "A VM that uses more than the free resources of a node has score 0 on it; other pods do not \
                       matter.",
            proposal: "",
            why: "The plugin was changed later.",
        },
        Difference {
            test: "requests_of_other_pods",
            section: "Non-VM pods",
            says: "“we store its CPU and memory limits”",
            upstream: "Requests; limits only where a container has no request. An explicit 0 counts as a missing \
                       value.",
            proposal: "",
            why: "The document's overview says so itself: “we use the values from `resources.requests`”.",
        },
        Difference {
            test: "margin_of_other_pods",
            section: "Non-VM pods",
            says: "“It rounds `rawCpu` up to the next integer in `reservedCpu` and `rawMemory` up to the next multiple \
                   of `config.MemSlotSize`”",
            upstream: "First the node's margin is subtracted: the remainder of the node after whole vCPUs and slots, \
                       which other pods use at no charge. The size of slots is `memBlockSize`.",
            proposal: "",
            why: "A VM cannot use the remainder of a node.",
        },
        Difference {
            test: "wide_sums",
            section: "Deep dive into resource management",
            says: "“vCPU nodeResourceState[uint16]”",
            upstream: "Sums over pods are wider than 16 bits and cannot wrap.",
            proposal: "",
            why: "Two VMs with a max of 40,000 slots each would seem to have 14,464.",
        },
        Difference {
            test: "memory_at_its_watermark",
            section: "Pressure and watermarks",
            says: "“When `reserved > watermark`, we start picking migration targets”",
            upstream: "CPU has to be above its watermark; memory at its watermark is enough to go on to the formula of \
                       pressure.",
            proposal: "",
            why: "The plugin has `<=` for CPU and `<` for memory. With the formula after it, it decides only with \
                  capacity pressure.",
        },
        Difference {
            test: "room_below_the_watermark",
            section: "Pressure and watermarks",
            says: "“We continue migrating away VMs until those migrations account for all of the resource pressure in \
                   the node.”",
            upstream: "Pressure (logical and capacity) has to exceed `pressureAccountedFor` + `buffer` + the \
                       room below the watermark, `max(0, watermark − reserved)`.",
            proposal: "",
            why: "The last term and the buffer are in the plugin only: an amount that may stay unused is not pressure.",
        },
        Difference {
            test: "the_head_has_to_ask",
            section: "Pressure and watermarks",
            says: "“we start picking migration targets from the migration queue”",
            upstream: "The plugin does not pick a target: a VM migrates when it requests resources while it is the \
                       head of the queue and its node already had too much pressure.",
            proposal: "",
            why: "The plugin answers requests of agents and does not send requests.",
        },
        Difference {
            test: "denied_for_a_migration",
            section: "Pressure and watermarks",
            says: "“total requested resources we denied because they weren't available”",
            upstream: "Capacity pressure includes the amount that a VM is denied because its migration begins, even if \
                       the node has enough.",
            proposal: "",
            why: "A VM that migrates gets nothing more on its old node, and its target needs the amount.",
        },
        Difference {
            test: "grants_above_max",
            section: "Startup uncertainty: `buffer`",
            says: "“we _assume_ all existing VM pods may scale — without notifying us — up to the VM's configured \
                   maximum”",
            upstream: "Requests are not checked against the VM's bounds. A VM that uses more than its max prevents the \
                       next scheduler from starting.",
            proposal: "",
            why: "The plugin checks the bounds only when it reads a VM.",
        },
        Difference {
            test: "config_changes",
            section: "Config changes",
            says: "“The scheduler plugin supports changing its configuration at runtime”",
            upstream: "Followed, as this project's own reading; the slot size and the scheduler's name cannot change.",
            proposal: "",
            why: "Upstream reads its config once, so its behavior is unknown.",
        },
        Difference {
            test: "first_contact",
            section: "Changing `ComputeUnit`",
            says: "“Whenever we receive a resource request, we check that it's a multiple of the _last_ `ComputeUnit`”",
            upstream: "The first request of a VM after a start is not checked. Later ones need the same \
                       multiple of both resources.",
            proposal: "",
            why: "No unit was sent before the first answer.",
        },
    ],
};
