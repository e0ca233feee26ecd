/** The domains in a sentence, and as a table. */
import { useSignal } from "@preact/signals";
import { counted, integer, signed } from "schedscope/words/number";
import { skewOf, skewText, valueText } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import type { SpreadDomain } from "../../../engine/types";

/** The matrix in a sentence. */
export function domainsText({ summary }: ShownDecision, atStep: SpreadOnShow): string {
  const { spreadConstraints: terms, spread } = summary;
  if (spread === null) return "";
  const levels = spread.terms.map(({ domains, missing }, i) => {
    const lacking = missing > 0 ? ` (${counted(missing, "feasible cluster")} without)` : "";
    return `${counted(domains, "domain")} of ${terms[i]?.topologyKey ?? ""}${lacking}`;
  });
  const worst = terms.map((_, level) =>
    atStep.domains
      .filter(({ values, eligible }) => values.length === level + 1 && eligible > 0)
      .reduce((max, { highest, lowest }) => Math.max(max, highest - lowest), 0),
  );
  const cut =
    atStep.total > atStep.domains.length
      ? ` The first ${integer(atStep.domains.length)} of ${integer(atStep.total)} domains are shown.`
      : "";
  return (
    `${counted(spread.eligible, "cluster")} eligible, in ${levels.join(", ")}; ` + `${skewText(terms, worst)}.${cut}`
  );
}

/** Rows of the table of domains. */
const listed = 500;

/** The same numbers as a table. */
export function DomainTable({ atStep, keys }: { atStep: SpreadOnShow; keys: string[] }) {
  const open = useSignal(false);
  return (
    <details
      class="as-table"
      open={open.value}
      onToggle={(event) => {
        open.value = event.currentTarget.open;
      }}
    >
      <summary>Domains as a table</summary>
      {open.value && (
        <div class="scroll" tabIndex={0} role="group" aria-label="Domains as a table">
          <table class="plain-table">
            <thead>
              <tr>
                {keys.map((key, i) => (
                  <th key={i} scope="col">
                    {key}
                  </th>
                ))}
                <th scope="col" class="number">
                  selected
                </th>
                <th scope="col" class="number">
                  eligible
                </th>
                <th scope="col" class="number">
                  blocked
                </th>
                <th scope="col" class="number">
                  filtered out
                </th>
                <th scope="col" class="number">
                  skew
                </th>
              </tr>
            </thead>
            <tbody>
              {atStep.domains.slice(0, listed).map((domain) => (
                <DomainRow key={JSON.stringify(domain.values)} domain={domain} keys={keys.length} />
              ))}
            </tbody>
          </table>
          {atStep.total > listed && <p class="quiet">and {counted(atStep.total - listed, "more domain")}.</p>}
        </div>
      )}
    </details>
  );
}

function DomainRow({ domain, keys }: { domain: SpreadDomain; keys: number }) {
  const level = domain.values.length - 1;
  return (
    <tr>
      {Array.from({ length: keys }, (_, i) =>
        i === level ? (
          <th key={i} scope="row">
            {valueText(domain.values[i] ?? "")}
          </th>
        ) : (
          <td key={i}>{i < level ? valueText(domain.values[i] ?? "") : ""}</td>
        ),
      )}
      <td class="number">{integer(domain.count)}</td>
      <td class="number">{integer(domain.eligible)}</td>
      <td class="number">{integer(domain.blocked)}</td>
      <td class="number">{integer(domain.filtered)}</td>
      <td class="number">{domain.eligible === 0 ? "–" : signed(skewOf(domain))}</td>
    </tr>
  );
}
