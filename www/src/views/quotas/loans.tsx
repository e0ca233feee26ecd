import { useSignal } from "@preact/signals";
import type { Loan, QuotaReport } from "../../engine/types";
import { amountText } from "../pods/amount";
import { Swatch } from "./bullet-bar";
import { type Matrix, matrices } from "./matrix";
import { QuotaLink } from "./names";
import { loansText } from "./sentence";

/** Who borrows from whom. */
export function Loans({ report }: { report: QuotaReport }) {
  const chosen = useSignal(0);
  const all = matrices(report.loans);
  const matrix = all[Math.min(chosen.value, all.length - 1)];
  return (
    <section class="loans" aria-labelledby="loans-title">
      <div class="section-head">
        <h2 id="loans-title">Loans</h2>
        {all.length > 1 && (
          <select aria-label="Resource of the loans" value={chosen.value} onChange={(event) => (chosen.value = Number(event.currentTarget.value))}>
            {all.map(({ resource }, i) => (
              <option key={resource} value={i}>
                {resource}
              </option>
            ))}
          </select>
        )}
      </div>
      <p class="chart-words">
        {matrix === undefined ? "Nobody borrows: every quota uses no more than its min." : loansText(loansOf(report.loans, matrix))}
        {matrix !== undefined && " Nobody notes whose share a pod took, so shares are in proportion to what each leaves unused."}
      </p>
      {matrix !== undefined && <MatrixTable matrix={matrix} report={report} />}
    </section>
  );
}

const loansOf = (loans: Loan[], { resource }: Matrix): Loan[] => loans.filter((loan) => loan.resource === resource);

/** Lenders by borrowers, the amounts printed. */
function MatrixTable({ matrix: { resource, lenders, borrowers, amounts }, report }: { matrix: Matrix; report: QuotaReport }) {
  const nameOf = (namespace: string): string =>
    report.quotas.find((quota) => quota.namespace === namespace && quota.governs)?.name ?? namespace;
  return (
    <div class="matrix-wide" tabIndex={0} role="group" aria-label="Lenders by borrowers">
      <table class="plain-table loan-table">
        <caption>{resource}, lenders by borrowers</caption>
        <thead>
          <tr>
            <th scope="col">lends</th>
            {borrowers.map((borrower) => (
              <th key={borrower} scope="col" class="number">
                <span class="quiet">to</span> <QuotaLink namespace={borrower} name={nameOf(borrower)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lenders.map((lender, row) => (
            <tr key={lender ?? ""}>
              <th scope="row">
                {lender === null ? "nobody: beyond all mins" : <QuotaLink namespace={lender} name={nameOf(lender)} />}
              </th>
              {borrowers.map((borrower, column) => {
                const amount = amounts[row]?.[column] ?? 0;
                return (
                  <td key={borrower} class="number">
                    {amount === 0 ? (
                      <span class="quiet">–</span>
                    ) : (
                      <>
                        <Swatch look={lender === null ? "over" : "borrowed"} /> <strong>{amountText(resource, amount)}</strong>
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
