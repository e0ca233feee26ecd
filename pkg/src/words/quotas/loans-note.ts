/** What loans between quotas are. */
import type { Loan } from "../../../types.js";

/** Who lends is computed, not recorded; empty where no quota lends. */
export const loansNote = (loans: Pick<Loan, "lender">[]): string =>
  loans.some(({ lender }) => lender !== null)
    ? "The scheduler does not record lenders, so each lends in proportion to its unused min."
    : "";
