import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ShownDecision, ShownExplanation } from "../../engine/protocol";
import { openCluster } from "../../session/question";
import { Loaded } from "../../ui/loaded";

interface Body {
  decision: ShownDecision;
  explained: ShownExplanation;
}

const body = (): Promise<ComponentType<Body>> => import("./card-body").then((it) => it.CardBody);

/** Why one cluster is in, or out: everything that was weighed, with the lines that say so. */
export function Card({ decision }: { decision: ShownDecision }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const name = openCluster.value;
  useEffect(() => {
    if (name !== null) heading.current?.scrollIntoView({ block: "nearest" });
  }, [name]);
  if (name === null) return null;
  const explained = decision.explained;
  const close = (): void => {
    openCluster.value = null;
    document.querySelector<HTMLElement>(".table")?.focus();
  };
  return (
    <aside
      class="card"
      aria-label={`Why ${name}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <header>
        <h2 ref={heading}>
          {explained?.explanation.state === "selected" ? "Why" : "Why not"} <code>{name}</code>?
        </h2>
        <button type="button" class="close" aria-label="Close the card" onClick={close}>
          ×
        </button>
      </header>
      {explained === null ? (
        <p>This cluster is no longer in the input.</p>
      ) : explained.explanation.name !== name ? (
        <p class="quiet">…</p>
      ) : (
        <Loaded load={body} given={{ decision, explained }} />
      )}
    </aside>
  );
}
