import { useSignal } from "@preact/signals";
import { amountText } from "schedscope/words/amount";
import { loansNote, loansText, matrices, type Matrix } from "schedscope/words/quotas";
import type { Loan, QuotasAnswer } from "../../engine/types";
import { Swatch } from "./bullet-bar";
import { QuotaLink } from "./names";
import { Pager } from "../../ui/pager";
import { Section } from "../../ui/section";
import { Heads, numeric } from "../../ui/heads";
import { Select } from "../../ui/select";

/** Who borrows from whom. */
export function Loans({ report }: { report: QuotasAnswer }) {
  const chosen = useSignal(0);
  const all = matrices(report.loans);
  const matrix = all[Math.min(chosen.value, all.length - 1)];
  return (
    <Section
      class="loans"
      id="loans-title"
      title="Loans"
      head={
        all.length > 1 && (
          <Select
            aria-label="Resource of the loans"
            value={String(chosen.value)}
            choices={all.map(({ resource }, i) => [String(i), resource])}
            onChoose={(i) => (chosen.value = Number(i))}
          />
        )
      }
    >
      <p class="chart-words">
        {matrix === undefined
          ? "No quota borrows: each uses at most its min."
          : loansText(loansOf(report.loans, matrix))}
        {matrix !== undefined && ` ${loansNote(loansOf(report.loans, matrix))}`}
      </p>
      {matrix !== undefined &&
        (matrix.lenders.length * matrix.borrowers.length > mostCells ? (
          <LoanList key={matrix.resource} loans={loansOf(report.loans, matrix)} report={report} />
        ) : (
          <MatrixTable matrix={matrix} report={report} />
        ))}
    </Section>
  );
}

/** A matrix of more cells is mostly empty; it is shown as a list. */
const mostCells = 400;
const page = 20;

const loansOf = (loans: Loan[], { resource }: Matrix): Loan[] => loans.filter((loan) => loan.resource === resource);

/** The name of a namespace's quota. */
function quotaNames({ quotas }: QuotasAnswer): (namespace: string) => string {
  const names = new Map(quotas.filter(({ governs }) => governs).map(({ namespace, name }) => [namespace, name]));
  return (namespace) => names.get(namespace) ?? namespace;
}

/** The same one after another, the largest first. */
function LoanList({ loans, report }: { loans: Loan[]; report: QuotasAnswer }) {
  const from = useSignal(0);
  const nameOf = quotaNames(report);
  const sorted = [...loans].sort((a, b) => b.amount - a.amount);
  const start = from.value < sorted.length ? from.value : 0;
  return (
    <>
      <table class="plain-table loan-table">
        <caption>{loans[0]?.resource}, the largest first</caption>
        <Heads of={["lends", "borrows", numeric("amount")]} />
        <tbody>
          {sorted.slice(start, start + page).map(({ resource, lender, borrower, amount }) => (
            <tr key={`${lender} ${borrower}`}>
              <th scope="row">
                {lender === null ? "none: beyond all mins" : <QuotaLink namespace={lender} name={nameOf(lender)} />}
              </th>
              <td>
                <QuotaLink namespace={borrower} name={nameOf(borrower)} />
              </td>
              <td class="number">
                <strong>{amountText(resource, amount)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager label="loans" from={start} count={page} total={sorted.length} onFrom={(to) => (from.value = to)} />
    </>
  );
}

/** Lenders by borrowers, the amounts printed. */
function MatrixTable({
  matrix: { resource, lenders, borrowers, amounts },
  report,
}: {
  matrix: Matrix;
  report: QuotasAnswer;
}) {
  const nameOf = quotaNames(report);
  return (
    <div class="matrix-wide" tabIndex={0} role="group" aria-label="Lenders by borrowers">
      <table class="plain-table loan-table">
        <caption>{resource}, lenders by borrowers</caption>
        <Heads
          of={[
            "lends",
            ...borrowers.map((borrower) =>
              numeric(
                <>
                  <span class="quiet">to</span> <QuotaLink namespace={borrower} name={nameOf(borrower)} />
                </>,
              ),
            ),
          ]}
        />
        <tbody>
          {lenders.map((lender, row) => (
            <tr key={lender ?? ""}>
              <th scope="row">
                {lender === null ? "none: beyond all mins" : <QuotaLink namespace={lender} name={nameOf(lender)} />}
              </th>
              {borrowers.map((borrower, column) => {
                const amount = amounts[row]?.[column] ?? 0;
                return (
                  <td key={borrower} class="number">
                    {amount === 0 ? (
                      <span class="quiet">–</span>
                    ) : (
                      <>
                        <Swatch look={lender === null ? "over" : "borrowed"} />{" "}
                        <strong>{amountText(resource, amount)}</strong>
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
