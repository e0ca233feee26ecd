import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CloseButton } from "./close-button";

interface Props {
  class?: string;
  label: string;
  heading: ComponentChildren;
  onClose(): void;
  children: ComponentChildren;
}

/** Keys that belong to what is typed into, or to a dialog over the page. */
const ownKeys = ".editor, dialog, input, select, textarea";

/** All about one row of the table: a drawer over the right edge, beside which the stage stays as it is. */
export function Drawer({ class: look = "", label, heading, onClose, children }: Props) {
  const opener = useRef<Element | null>(null);
  const close = (): void => {
    onClose();
    const { current } = opener;
    const wanted = current?.isConnected === true && current !== document.body ? current : null;
    ((wanted as HTMLElement | null) ?? document.querySelector<HTMLElement>(".table"))?.focus({ preventScroll: true });
  };
  useEffect(() => {
    opener.current = document.activeElement;
    const keys = ({ key, target }: KeyboardEvent): void => {
      if (key === "Escape" && target instanceof Element && target.closest(ownKeys) === null) close();
    };
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, []);
  return (
    <div class="card-rail">
      <aside class={`card ${look}`} aria-label={label}>
        <header>
          <h2>{heading}</h2>
          <CloseButton of=" the card" onClose={close} />
        </header>
        {children}
      </aside>
    </div>
  );
}
