import { useSignal } from "@preact/signals";
import type { Lint } from "../../engine/types";
import { LineLink } from "../../ui/line-link";
import { counted } from "../../ui/number";
import { type LintGroup, lintGroups } from "./lint-groups";

/** Findings, and places of one, that are shown at first. */
const mostGroups = 8;
const mostPlaces = 6;

/** What looks wrong in the set of quotas, or is not what people expect. */
export function Lints({ lints }: { lints: Lint[] }) {
  const shown = useSignal(mostGroups);
  const groups = lintGroups(lints);
  return (
    <section class="lints" aria-labelledby="lints-title">
      <div class="section-head">
        <h2 id="lints-title">Findings</h2>
        <span class="quiet">{lints.length === 0 ? "none: the quotas look fine" : ""}</span>
      </div>
      <ul class="lint-list">
        {groups.slice(0, shown.value).map((group) => (
          <Finding key={group.message} group={group} />
        ))}
      </ul>
      {groups.length > shown.value && (
        <p class="more">
          <button type="button" class="line-link" onClick={() => (shown.value *= 4)}>
            {counted(groups.length - shown.value, "more finding")}
          </button>
        </p>
      )}
    </section>
  );
}

function Finding({ group: { code, severity, message, places } }: { group: LintGroup }) {
  const shown = useSignal(mostPlaces);
  return (
    <li data-code={code} class={severity}>
      <span class={`finding-mark ${severity}`} aria-hidden="true" />
      <span>
        <span class="lint-severity">{severity}</span> {message}
        <span class="lint-places">
          {places.slice(0, shown.value).map(({ name, range, numbers }, i) => (
            <span key={i}>
              {name === "" ? <span class="quiet">all quotas</span> : <code>{name}</code>}
              {numbers !== "" && <span class="quiet"> {numbers}</span>} <LineLink range={range} />
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
