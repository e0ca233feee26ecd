import { useMemo } from "preact/hooks";
import { intervalExchange } from "schedscope/words/whatif/interval";
import { parameterText, sweptClusters } from "schedscope/words/whatif/sweep";
import type { ShownDecision, Swept } from "../../engine/protocol";
import { type Host, useHost } from "../../ui/host";
import { SweepChart } from "../../ui/sweep-chart";

/** Who is selected at which value of a parameter; a click on a column writes the value into the text. */
export function Strip({ decision, swept }: { decision: ShownDecision; swept: Swept }) {
  const { controls, sweeps } = useHost();
  const answer = sweeps.of(swept);
  const key = JSON.stringify(swept);
  const apply = useMemo(() => applierOf(controls, swept), [key]);
  // Where nothing changes there is nothing to see.
  if (answer === undefined || answer.intervals.length < 2) return null;
  const words = answer.intervals.map(intervalExchange);
  return (
    <section class="floating sweep-strip" aria-label={`Selected by ${parameterText(answer)}`}>
      <h3>
        {parameterText(answer)} <span class="quiet">selects; a click sets it</span>
      </h3>
      <SweepChart
        intervals={answer.intervals}
        bars={sweptClusters(answer)}
        value={inForceOf(decision, swept)}
        choice={{ onApply: apply, words: (at) => words[at] ?? "" }}
      />
    </section>
  );
}

function applierOf(controls: Host["controls"], swept: Swept): (value: number) => void {
  if ("weight" in swept) {
    const control = controls.weight(swept.weight);
    return (weight) => control.once(weight);
  }
  if ("count" in swept) {
    const control = controls.number();
    return (count) => control.once(count);
  }
  const control = controls.spread();
  return (maxSkew) => control.once({ type: "set", constraint: swept.maxSkew, maxSkew });
}

/** The value in force, of the decision on show. */
function inForceOf({ summary }: ShownDecision, swept: Swept): number | null {
  if ("weight" in swept) return summary.prioritizers.find(({ name }) => name === swept.weight)?.weight ?? null;
  if ("count" in swept) return summary.numberOfClusters;
  return summary.spreadConstraints[swept.maxSkew]?.maxSkew ?? null;
}
