import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Loaded once; the next time it is there at once. */
const loaded = new Map<unknown, unknown>();

interface Loadable<Props> {
  load: () => Promise<ComponentType<Props>>;
  given?: Props;
  /** what stands in its place until it is there; left out: an empty view, or that it cannot be had */
  until?: ComponentChildren;
}

/** A part whose code is loaded when it is first shown; `load` stays the same function. */
export function Loaded<Props extends object = Record<string, never>>({ load, given, until }: Loadable<Props>) {
  const [, setCount] = useState(0);
  const [failed, setFailed] = useState(false);
  const Part = loaded.get(load) as ComponentType<Props> | undefined;
  useEffect(() => {
    if (Part !== undefined) return;
    load().then(
      (part) => {
        loaded.set(load, part);
        setCount((count) => count + 1);
      },
      () => setFailed(true),
    );
  }, [load]);
  if (Part !== undefined) return <Part {...((given ?? {}) as Props)} />;
  if (until !== undefined) return <>{until}</>;
  if (!failed) return <div class="nothing" aria-busy="true" />;
  return (
    <div class="nothing" role="alert">
      <h1>This view could not be loaded.</h1>
      <p>The input is kept in this browser: reload the page to try again.</p>
    </div>
  );
}
