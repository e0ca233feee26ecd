//! Which quota borrows from which.

use schedscope_objects::{id::QuotaId, names::Names};
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::{ledger::Ledger, loans::LoanAmount};
use serde::Serialize;

/// A part of one quota's minimum that another one uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Loan {
    /// The resource.
    pub resource: String,
    /// The namespace of the quota that lends; null where more is used than all minimums together.
    pub lender: Option<String>,
    /// The namespace of the quota that borrows.
    pub borrower: String,
    /// How much: milli-CPU, or base units.
    pub amount: i64,
}

/// A loan with names.
pub(crate) fn loan(
    loan: &LoanAmount,
    snapshot: &ClusterSnapshot,
    ledger: &Ledger,
    names: &Names,
) -> Loan {
    let namespace = |quota: QuotaId| {
        let quota = ledger.quotas.get(quota);
        quota.map_or_else(String::new, |quota| names[quota.namespace].to_owned())
    };
    Loan {
        resource: snapshot.resources.name(loan.resource).to_owned(),
        lender: loan.lender.map(namespace),
        borrower: namespace(loan.borrower),
        amount: loan.amount,
    }
}
