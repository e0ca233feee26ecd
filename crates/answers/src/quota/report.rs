//! All quotas: use, loans and findings.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    kubernetes_version::KubernetesVersion, objects::Objects, profile::ProfileChoice,
};
use schedscope_options::options;
use schedscope_pods::{
    amounts::{Amounts, ResourceId},
    snapshot::ClusterSnapshot,
};
use schedscope_quota::{
    ledger::Ledger,
    lint::lint,
    loans,
    status::{used, written},
};

use crate::{
    pods::amounts::{AmountMap, TextMap},
    quota::{
        cycle::{QuotaState, quota_state},
        lint::QuotaDiagnostic,
        loans::{Loan, loan},
    },
};

options! {
    /// Options of `quotas`.
    pub struct QuotasOptions {
        /// The scheduler to reproduce. It tells how a resource is read that `max` does not name.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
    }
}

/// All elastic quotas of a text: use, loans and findings.
#[answer(Eq)]
pub struct QuotasAnswer {
    /// The names of the resources that a quota limits or counts.
    pub resources: Vec<String>,
    /// The amounts that all nodes together can give to pods.
    pub capacity: AmountMap,
    /// The sum of all mins: all quotas together may use no more than this.
    pub min: AmountMap,
    /// The amounts that all quotas together use.
    pub used: AmountMap,
    /// The number of live bound pods without a quota.
    pub pods_without_quota: usize,
    /// The quotas, in the order of the input.
    pub quotas: Vec<QuotaRow>,
    /// The loans between quotas. No scheduler records the lender: these are proportional shares.
    pub loans: Vec<Loan>,
    /// Findings about the quotas.
    pub quota_diagnostics: Vec<QuotaDiagnostic>,
}

/// A quota, its use and its loans.
#[answer(Eq)]
pub struct QuotaRow {
    /// The quota and its use.
    #[serde(flatten)]
    pub state: QuotaState,
    /// Whether the quota is in force: only the first quota of a namespace is.
    pub governs: bool,
    /// The number of live bound pods that it counts.
    pub pods: usize,
    /// The amounts that it uses beyond its min; resources within it are left out.
    pub borrowed: AmountMap,
    /// The amounts of its min that other quotas use; resources that it does not lend are left out.
    pub lent: AmountMap,
    /// `status.used` of the input, as quantities; `null` if absent. No scheduler reads it.
    pub status_used: Option<TextMap>,
    /// `status.used` as the quota's controller would write it.
    pub status_expected: TextMap,
}

/// Everything about the quotas of a snapshot. O(pods + quotas^2 x resources).
pub fn report(snapshot: &ClusterSnapshot, ledger: &Ledger, objects: &Objects) -> QuotasAnswer {
    let names = &objects.names;
    let resources: Vec<ResourceId> = snapshot
        .resources
        .ids()
        .filter(|resource| ledger.counts(*resource))
        .collect();
    let mut capacity = Amounts::default();
    for node in &snapshot.nodes {
        capacity.add(&node.allocatable);
    }
    let shown = |amounts: &Amounts| {
        AmountMap::collect(
            &snapshot.resources,
            &mut resources.iter().map(|r| (*r, Some(amounts.get(*r)))),
        )
    };
    let loans = loans::find(ledger, &resources);
    let (counts, pods_without_quota) = ledger.count_pods(snapshot);
    let mut in_force = ledger.quotas.ids();
    let mut quotas = Vec::with_capacity(objects.quotas.len());
    for (index, object) in objects.quotas.iter().enumerate() {
        let at = (!ledger.shadowed.contains(&index)).then(|| in_force.next());
        let at = at.flatten();
        let quota = at.and_then(|at| ledger.quotas.get(at));
        let state = match quota {
            Some(quota) => quota_state(&snapshot.resources, quota, names),
            None => quota_state(
                &snapshot.resources,
                &ledger.read_shadowed(object, snapshot, names),
                names,
            ),
        };
        let part = |is_borrower: bool| {
            let sum = |resource: ResourceId| {
                let loans = loans.iter().filter(|loan| loan.resource == resource);
                let loans = loans.filter(|loan| {
                    let side = if is_borrower {
                        Some(loan.borrower)
                    } else {
                        loan.lender
                    };
                    side.is_some() && side == at
                });
                loans.map(|loan| loan.amount).fold(0, i64::saturating_add)
            };
            let sums = resources.iter().map(|r| (*r, sum(*r)));
            AmountMap::collect(
                &snapshot.resources,
                &mut sums
                    .filter(|(_, sum)| *sum > 0)
                    .map(|(r, sum)| (r, Some(sum))),
            )
        };
        quotas.push(QuotaRow {
            governs: at.is_some(),
            pods: at.and_then(|at| counts.get(at)).copied().unwrap_or(0),
            borrowed: part(true),
            lent: part(false),
            status_used: object
                .used
                .as_ref()
                .map(|list| TextMap(written(list, names))),
            status_expected: TextMap(used(object, objects)),
            state,
        });
    }
    QuotasAnswer {
        resources: resources
            .iter()
            .map(|resource| snapshot.resources.name(*resource).to_owned())
            .collect(),
        capacity: shown(&capacity),
        min: shown(&ledger.min.amounts),
        used: shown(&ledger.used),
        pods_without_quota,
        loans: loans
            .iter()
            .map(|amount| loan(amount, snapshot, ledger, names))
            .collect(),
        quota_diagnostics: lint(snapshot, ledger, objects)
            .into_iter()
            .map(|finding| QuotaDiagnostic::new(finding, snapshot, names))
            .collect(),
        quotas,
    }
}
