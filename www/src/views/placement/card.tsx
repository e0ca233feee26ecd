import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ShownDecision, ShownExplanation } from "../../engine/protocol";
import { Loaded } from "../../ui/loaded";
import { useHost } from "../../ui/host";
import { CloseButton } from "../../ui/close-button";

interface Body {
  decision: ShownDecision;
  explained: ShownExplanation;
}

const body = (): Promise<ComponentType<Body>> => import("./card-body").then((it) => it.CardBody);

/** Keys that belong to what is typed into, or to a dialog over the page. */
const ownKeys = ".editor, dialog, input, select, textarea";

/** Why one cluster is in, or out: a drawer over the right edge, beside which the stage stays as it is. */
export function Card({ decision }: { decision: ShownDecision }) {
  const {
    question: { openCluster },
    showCluster,
  } = useHost();
  const opener = useRef<Element | null>(null);
  /** the decision when the cluster was asked for, which does not tell about it */
  const before = useRef({ name: "", serial: 0 });
  const name = openCluster.value;
  const isOpen = name !== null;
  useEffect(() => {
    if (name !== null) showCluster(name);
  }, [name]);
  useEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement;
    const keys = ({ key, target }: KeyboardEvent): void => {
      if (key === "Escape" && target instanceof Element && target.closest(ownKeys) === null) close();
    };
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, [isOpen]);
  const close = (): void => {
    openCluster.value = null;
    const { current } = opener;
    const wanted = current?.isConnected === true && current !== document.body ? current : null;
    ((wanted as HTMLElement | null) ?? document.querySelector<HTMLElement>(".table"))?.focus({ preventScroll: true });
  };
  if (name === null) return null;
  if (before.current.name !== name) before.current = { name, serial: decision.serial };
  const { explained } = decision;
  const isAwaited =
    explained === null ? decision.serial === before.current.serial : explained.explanation.name !== name;
  return (
    <div class="card-rail">
      <aside class="card" aria-label={`Why ${name}`}>
        <header>
          <h2>
            {explained?.explanation.state === "selected" ? "Why" : "Why not"} <code>{name}</code>?
          </h2>
          <CloseButton of=" the card" onClose={close} />
        </header>
        {isAwaited ? (
          <p class="quiet">…</p>
        ) : explained === null ? (
          <p>This cluster is no longer in the input.</p>
        ) : (
          <Loaded load={body} given={{ decision, explained }} />
        )}
      </aside>
    </div>
  );
}
