/** What is wrong with quotas, in the text's margin and below it. */
import { useEffect } from "preact/hooks";
import { quotaDiagnosticText } from "schedscope/words/quotas";
import type { QuotasAnswer } from "../../engine/types";
import { useAnswer, useHost } from "../../ui/host";

/** Puts the findings of a report that have a place in the text among those of the text, while it is on show. */
export function useQuotaFindings(report: QuotasAnswer | null): void {
  const { showQuotaFindings } = useHost().text;
  useEffect(() => {
    const found = (report?.quotaDiagnostics ?? []).flatMap((one) => {
      const { severity, range, object } = one;
      return range === null ? [] : [{ severity, message: quotaDiagnosticText(one), range, object }];
    });
    showQuotaFindings(found);
  }, [report]);
  useEffect(() => () => showQuotaFindings([]), []);
}

/** The same while another view than that of quotas is on show. */
export function QuotaFindings() {
  const { profile } = useHost().question;
  useQuotaFindings(useAnswer("quotas", { profile: profile.value }).answer);
  return null;
}
