import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { parameterText } from "schedscope/words/whatif/sweep";
import type { ShownDecision } from "../../engine/protocol";
import { numberControl, weightControl } from "../../session/control";
import { spreadControl } from "../../session/spread";
import { type Swept, sweepOf } from "../../session/sweeps";
import { SweepChart } from "../../ui/sweep-chart";

/** What of an element tells which parameter it changes. */
export const sweeps = (swept: Swept): { "data-sweep": string } => ({ "data-sweep": JSON.stringify(swept) });

const sweptAt = (target: EventTarget | null): Swept | null => {
  const of = target instanceof Element ? target.closest<HTMLElement>("[data-sweep]")?.dataset.sweep : undefined;
  return of === undefined ? null : (JSON.parse(of) as Swept);
};

/**
 * Controls, and while one of them has the focus, the strip of its parameter over what is above them: it moves nothing.
 * Escape closes it.
 */
export function WithSweep({ decision, children }: { decision: ShownDecision; children: ComponentChildren }) {
  const focused = useSignal<Swept | null>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the controls within, which have roles of their own
    <div
      class="with-sweep"
      onFocusIn={({ target }) => {
        const found = sweptAt(target);
        if (found !== null) focused.value = found;
        else if (!(target instanceof Element && target.closest(".sweep-strip") !== null)) focused.value = null;
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) focused.value = null;
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") focused.value = null;
      }}
    >
      {children}
      {focused.value !== null && <Strip decision={decision} swept={focused.value} />}
    </div>
  );
}

function Strip({ decision, swept }: { decision: ShownDecision; swept: Swept }) {
  const answer = sweepOf(swept);
  const key = JSON.stringify(swept);
  const apply = useMemo(() => applierOf(swept), [key]);
  // Where nothing changes there is nothing to see.
  if (answer === undefined || answer.intervals.length < 2) return null;
  return (
    <section class="sweep-strip" aria-label={`Selected by ${parameterText(answer)}`}>
      <h3>
        {parameterText(answer)} <span class="quiet">selects; a click sets it</span>
      </h3>
      <SweepChart answer={answer} value={inForceOf(decision, swept)} onApply={apply} />
    </section>
  );
}

function applierOf(swept: Swept): (value: number) => void {
  const once =
    <Value,>(control: { set(value: Value): void; end(): void }, of: (value: number) => Value) =>
    (value: number): void => {
      control.set(of(value));
      control.end();
    };
  if ("weight" in swept) return once(weightControl(swept.weight), (weight) => weight);
  if ("count" in swept) return once(numberControl(), (count) => count);
  return once(spreadControl(), (maxSkew) => ({ type: "set", constraint: swept.maxSkew, maxSkew }) as const);
}

/** The value in force, of the decision on show. */
function inForceOf({ summary }: ShownDecision, swept: Swept): number | null {
  if ("weight" in swept) return summary.prioritizers.find(({ name }) => name === swept.weight)?.weight ?? null;
  if ("count" in swept) return summary.numberOfClusters;
  return summary.spreadConstraints[swept.maxSkew]?.maxSkew ?? null;
}
