//! Loans between quotas.

use schedscope_answer_macro::answer;
use schedscope_objects::{id::QuotaId, names::Names};
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::{ledger::Ledger, loans::LoanAmount};

/// An amount of one resource that one quota borrows from another.
#[answer(Eq)]
pub struct Loan {
    /// The name of the resource.
    pub resource: String,
    /// The namespace of the lending quota; `null` for use beyond the sum of all mins.
    pub lender: Option<String>,
    /// The namespace of the borrowing quota.
    pub borrower: String,
    /// The amount, in milli-CPU or base units.
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
