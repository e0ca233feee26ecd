//! "Scheduler Plugin: Architecture" of autoscaled VMs.

use super::{Difference, Document};

pub(super) const DOCUMENT: Document = Document {
    engine: "Autoscaled VMs",
    title: "Scheduler Plugin: Architecture",
    upstream: "There is one behaviour without profiles: that of neondatabase/autoscaling of March 2023 with its later \
               fixes, and this project's reading of the document for what was never built.",
    differences: &[
        Difference {
            test: "score_looks_at_the_pod",
            section: "High-level overview",
            says: "“It's called once for each pod-node pair, but we don't _actually_ use the pod.”",
            upstream: "A VM that uses more than a node has left scores 0 there; other pods do not matter.",
            proposal: "",
            why: "The plugin was changed later.",
        },
        Difference {
            test: "requests_of_other_pods",
            section: "Non-VM pods",
            says: "“we store its CPU and memory limits”",
            upstream: "Requests; limits only where a container has no request. An explicit 0 is as good as none.",
            proposal: "",
            why: "The document's overview says so itself: “we use the values from `resources.requests`”.",
        },
        Difference {
            test: "margin_of_other_pods",
            section: "Non-VM pods",
            says: "“It rounds `rawCpu` up to the next integer in `reservedCpu` and `rawMemory` up to the next multiple \
                   of `config.MemSlotSize`”",
            upstream: "First the node's margin is subtracted: what is left of it beside whole vCPUs and slots, and \
                       serves other pods for free. The size of slots is `memBlockSize`.",
            proposal: "",
            why: "The remainder of a node cannot be given to a VM anyhow.",
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
            why: "The last term and the buffer are in the plugin only: what may be unused anyhow is not pressure.",
        },
        Difference {
            test: "the_head_has_to_ask",
            section: "Pressure and watermarks",
            says: "“we start picking migration targets from the migration queue”",
            upstream: "Nobody is picked: a VM migrates when it asks for resources while it is head of the queue and \
                       its node was under too much pressure before.",
            proposal: "",
            why: "The plugin answers requests of agents; it sends none.",
        },
        Difference {
            test: "denied_for_a_migration",
            section: "Pressure and watermarks",
            says: "“total requested resources we denied because they weren't available”",
            upstream: "Capacity pressure is also what a VM is denied because its migration begins, though there \
                       is room.",
            proposal: "",
            why: "A VM that leaves gets no more here, and its target needs it.",
        },
        Difference {
            test: "grants_above_max",
            section: "Startup uncertainty: `buffer`",
            says: "“we _assume_ all existing VM pods may scale — without notifying us — up to the VM's configured \
                   maximum”",
            upstream: "No request is held against the VM's bounds. A VM that uses more than its max keeps the next \
                       scheduler from starting.",
            proposal: "",
            why: "The plugin checks bounds where it reads a VM, and nowhere else.",
        },
        Difference {
            test: "config_changes",
            section: "Config changes",
            says: "“The scheduler plugin supports changing its configuration at runtime”",
            upstream: "Followed, as this project's own reading; the slot size and the scheduler's name may not change.",
            proposal: "",
            why: "Upstream reads its config once, so nothing shows what it would do.",
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
