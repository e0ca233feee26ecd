import { useSignal } from "@preact/signals";
import { counted } from "schedscope/words/number";
import { type DiagnosticGroup, diagnosticGroups, minOf } from "schedscope/words/quotas";
import type { QuotaRow, QuotasAnswer } from "../../engine/types";
import { LineLink } from "../../ui/line-link";
import { Quoted } from "../../ui/quoted";
import { Section } from "../../ui/section";
import { QuotaLink } from "./names";
import { More } from "../../ui/more";

/** Findings, and places of one, that are shown at first. */
const mostGroups = 8;
const mostPlaces = 6;

/** What looks wrong in the set of quotas, or is not what people expect. */
export function QuotaDiagnostics({ report: { quotaDiagnostics, quotas } }: { report: QuotasAnswer }) {
  const shown = useSignal(mostGroups);
  const groups = diagnosticGroups(quotaDiagnostics);
  return (
    <Section
      class="quota-diagnostics"
      id="quota-diagnostics-title"
      title="Findings"
      words={quotaDiagnostics.length === 0 ? "none" : ""}
    >
      <ul class="diagnostic-list">
        {groups.slice(0, shown.value).map((group) => (
          <Finding key={group.message} group={group} quotas={quotas} />
        ))}
      </ul>
      <More left={groups.length - shown.value} noun="finding" onMore={() => (shown.value *= 4)} />
    </Section>
  );
}

function Finding({
  group: { code, severity, message, places },
  quotas,
}: {
  group: DiagnosticGroup;
  quotas: QuotaRow[];
}) {
  const shown = useSignal(mostPlaces);
  return (
    <li data-code={code} class={severity}>
      <span class={`finding-mark ${severity}`} aria-hidden="true" />
      <span>
        <span class="diagnostic-severity">{severity}</span> <Quoted text={message} />
        <span class="diagnostic-places">
          {places.slice(0, shown.value).map(({ name, range, numbers, resource }, i) => (
            <span key={i}>
              {name === "" ? <span class="quiet">all quotas</span> : <code>{name}</code>}
              {numbers !== "" && <span class="quiet"> {numbers}</span>} <LineLink range={range} />
              {name === "" && resource !== null && <Mins quotas={quotas} resource={resource} />}
            </span>
          ))}
          {places.length > shown.value && (
            <button type="button" class="line-link" onClick={() => (shown.value *= 4)}>
              {counted(places.length - shown.value, "more", "more")}
            </button>
          )}
        </span>
      </span>
    </li>
  );
}

/** Where all quotas are meant, those that have a part in it lead to their mins. */
function Mins({ quotas, resource }: { quotas: QuotaRow[]; resource: string }) {
  const all = quotas.filter((quota) => quota.governs && minOf(quota, resource) > 0);
  return (
    <span>
      :{" "}
      {all.slice(0, mostPlaces).map((quota, i) => (
        <span key={quota.namespace}>
          {i > 0 && ", "}
          <QuotaLink namespace={quota.namespace} name={quota.name} path={`spec.min[${resource}]`} />
        </span>
      ))}
      {all.length > mostPlaces && ` and ${counted(all.length - mostPlaces, "more", "more")}`}
    </span>
  );
}
