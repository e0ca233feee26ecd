import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ShownDecision, ShownExplanation } from "../../engine/protocol";
import { Drawer } from "../../ui/drawer";
import { Loaded } from "../../ui/loaded";
import { useHost } from "../../ui/host";

interface Body {
  decision: ShownDecision;
  explained: ShownExplanation;
}

const body = (): Promise<ComponentType<Body>> => import("./card-body").then((it) => it.CardBody);

/** Why one cluster is in, or out. */
export function Card({ decision }: { decision: ShownDecision }) {
  const {
    question: { openCluster },
    showCluster,
  } = useHost();
  /** the decision when the cluster was asked for, which does not tell about it */
  const before = useRef({ name: "", serial: 0 });
  const name = openCluster.value;
  useEffect(() => {
    if (name !== null) showCluster(name);
  }, [name]);
  if (name === null) return null;
  if (before.current.name !== name) before.current = { name, serial: decision.serial };
  const { explained } = decision;
  const isAwaited =
    explained === null ? decision.serial === before.current.serial : explained.explanation.name !== name;
  return (
    <Drawer
      label={`Why ${name}`}
      heading={
        <>
          {explained?.explanation.state === "selected" ? "Why" : "Why not"} <code>{name}</code>?
        </>
      }
      onClose={() => (openCluster.value = null)}
    >
      {isAwaited ? (
        <p class="quiet">…</p>
      ) : explained === null ? (
        <p>This cluster is no longer in the input.</p>
      ) : (
        <Loaded load={body} given={{ decision, explained }} />
      )}
    </Drawer>
  );
}
