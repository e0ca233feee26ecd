/** What is wrong with quotas, in the text's margin and below it. */
import { useEffect } from "preact/hooks";
import { quotaDiagnosticText } from "schedscope/words/quotas";
import type { QuotasAnswer } from "../../engine/types";
import { quotaFindings } from "../../session/answer";
import { profile } from "../../session/question";
import { markAgain } from "../../session/session";
import { useAnswer } from "../../session/use-answer";

/** Puts the findings of a report that have a place in the text among those of the text, while it is on show. */
export function useQuotaFindings(report: QuotasAnswer | null): void {
  useEffect(() => {
    quotaFindings.value = (report?.quotaDiagnostics ?? []).flatMap((found) =>
      found.range === null
        ? []
        : [{ severity: found.severity, message: quotaDiagnosticText(found), range: found.range, object: found.object }],
    );
    markAgain();
  }, [report]);
  useEffect(
    () => () => {
      quotaFindings.value = [];
      markAgain();
    },
    [],
  );
}

/** The same while another view than that of quotas is on show. */
export function QuotaFindings() {
  useQuotaFindings(useAnswer("quotas", { profile: profile.value }).answer);
  return null;
}
