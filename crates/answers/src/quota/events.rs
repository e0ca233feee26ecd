//! The ledger of quotas after each event.

use schedscope_objects::order;
use schedscope_quota::events::{EventLedger, QuotaEventKind, QuotaEvents};
use serde::Serialize;

use crate::quota::cycle::{QuotaState, quota_state};

/// The ledger of quotas after each event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct QuotaEventsAnswer {
    /// One step for each event, in order.
    pub steps: Vec<QuotaStep>,
}

/// The ledger of quotas after one event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct QuotaStep {
    /// The status code of the event `reserve`: `Success`; `null` for other events.
    pub code: Option<&'static str>,
    /// The quotas in force, sorted by namespace.
    pub quotas: Vec<LedgerEntry>,
}

/// A quota and the pods that it counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
    /// The quota and its use.
    #[serde(flatten)]
    pub state: QuotaState,
    /// The UIDs of the pods that it counts, sorted; `namespace/name` for a pod without a UID.
    #[serde(rename = "podUIDs")]
    pub uids: Vec<String>,
}

/// Applies events. O(events x (pods + quotas)) for `Proposal`, which recounts after each event.
pub fn quota_events(question: &QuotaEvents) -> QuotaEventsAnswer {
    let mut ledger = EventLedger::new(question.profile, question.names.clone());
    let steps = question.events.iter().map(|event| {
        ledger.apply(event);
        QuotaStep {
            code: (event.kind == QuotaEventKind::Reserve).then_some("Success"),
            quotas: entries(&ledger),
        }
    });
    QuotaEventsAnswer {
        steps: steps.collect(),
    }
}

fn entries(ledger: &EventLedger) -> Vec<LedgerEntry> {
    let names = ledger.names();
    let entries = ledger.entries().iter().map(|entry| {
        let uids = entry.uids.iter().map(|uid| names[*uid].to_owned());
        let mut uids: Vec<String> = uids.collect();
        order::sort(&mut uids, String::cmp);
        LedgerEntry {
            state: quota_state(ledger.resources(), &entry.quota, names),
            uids,
        }
    });
    let mut entries: Vec<LedgerEntry> = entries.collect();
    order::sort(&mut entries, |a, b| {
        a.state.namespace.cmp(&b.state.namespace)
    });
    entries
}
