/** The loans between quotas as matrices. */
import type { Loan } from "../../../types.js";

/** The loans of one resource. */
export interface Matrix {
  resource: string;
  /** null: use beyond the sum of all mins, which no quota lends */
  lenders: (string | null)[];
  borrowers: string[];
  /** amounts by lender, then borrower; 0 where nothing is lent */
  amounts: number[][];
}

/** One matrix per resource; lenders and borrowers are in the order of the loans. */
export function matrices(loans: Loan[]): Matrix[] {
  const resources = [...new Set(loans.map(({ resource }) => resource))];
  return resources.map((resource) => {
    const of = loans.filter((loan) => loan.resource === resource);
    const lenders = [...new Set(of.map(({ lender }) => lender))].sort(
      (a, b) => Number(a === null) - Number(b === null),
    );
    const borrowers = [...new Set(of.map(({ borrower }) => borrower))];
    const amounts = lenders.map((lender) =>
      borrowers.map((borrower) => of.find((loan) => loan.lender === lender && loan.borrower === borrower)?.amount ?? 0),
    );
    return { resource, lenders, borrowers, amounts };
  });
}
