/** Who borrows from whom as a matrix. */
import type { Loan } from "../../../types.js";

/** Who lends what to whom, of one resource. */
export interface Matrix {
  resource: string;
  /** null: more than all minimums together, which nobody lends */
  lenders: (string | null)[];
  borrowers: string[];
  /** amounts by lender, then borrower; 0 where nothing is lent */
  amounts: number[][];
}

/** One matrix a resource, lenders and borrowers in the order in which they come. */
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
