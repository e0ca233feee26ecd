import { formula } from "schedscope/words/nodes";
import { integer } from "schedscope/words/number";
import type { NodeRow, ScorerAnswer } from "../../engine/types";
import { Heads, numeric } from "../../ui/heads";

/** Integer scores as Kubernetes' plugins compute them, and the exact ones beside. */
export function Scores({ row, scorers }: { row: NodeRow; scorers: ScorerAnswer[] }) {
  const exact = (value: number | null): string =>
    value === null ? "" : value.toLocaleString("en-US", { maximumFractionDigits: 2 }).replace("-", "−");
  return (
    <section>
      <h3>Scores</h3>
      <table class="terms">
        <Heads of={["scorer", numeric("raw", "Before normalisation"), numeric("score")]} />
        <tbody>
          {scorers.map(({ name, applies, normalizes, best }, i) => (
            <tr key={name} class={best[0] === row.name && applies ? "picked" : ""}>
              <th scope="row">{breakable(name)}</th>
              {applies ? (
                <>
                  <td class="number">{normalizes ? integer(row.raw[i] ?? 0) : ""}</td>
                  <td class="number">{integer((normalizes ? row.normalized[i] : row.raw[i]) ?? 0)}</td>
                </>
              ) : (
                <td class="number" colSpan={2}>
                  does not apply
                </td>
              )}
            </tr>
          ))}
          {row.exact !== null && (
            <tr class="quiet">
              <th scope="row">LimitAware, exact</th>
              <td class="number">{exact(row.exact)}</td>
              <td class="number">{exact(row.normalizedExact)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <h3 class="formula-head">Limit-aware: allocatable less all limits</h3>
      <ul class="formulas">
        {row.resources.map((resource) => (
          <li key={resource.name}>{formula(resource)}</li>
        ))}
      </ul>
    </section>
  );
}

/** A name in camel case that may break between its words. */
const breakable = (name: string) =>
  name.split(/(?=[A-Z])/).map((word, i) => (
    <span key={i}>
      {i > 0 && <wbr />}
      {word}
    </span>
  ));
