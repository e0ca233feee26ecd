import { useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import type { ShownDecision, Swept } from "../../engine/protocol";
import { Loaded } from "../../ui/loaded";

/** What of an element tells which parameter it changes. */
export const sweeps = (swept: Swept): { "data-sweep": string } => ({ "data-sweep": JSON.stringify(swept) });

const sweptAt = (target: EventTarget | null): Swept | null => {
  const of = target instanceof Element ? target.closest<HTMLElement>("[data-sweep]")?.dataset.sweep : undefined;
  return of === undefined ? null : (JSON.parse(of) as Swept);
};

interface Given {
  decision: ShownDecision;
  swept: Swept;
}

const strip = (): Promise<ComponentType<Given>> => import("./sweep-strip").then((it) => it.Strip);

/**
 * Controls, and while one of them has the focus, the strip of its parameter over what is above them: it moves nothing.
 * Escape closes it, and so does the pointer
 * that leaves it for what it covers.
 */
export function WithSweep({ decision, children }: { decision: ShownDecision; children: ComponentChildren }) {
  const focused = useSignal<Swept | null>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the controls within, which have roles
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
      onPointerLeave={({ buttons, pointerType }) => {
        if (buttons === 0 && pointerType === "mouse") focused.value = null;
      }}
      onPointerEnter={() => {
        focused.value ??= sweptAt(document.activeElement);
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") focused.value = null;
      }}
    >
      {children}
      {focused.value !== null && <Loaded load={strip} given={{ decision, swept: focused.value }} until={null} />}
    </div>
  );
}
