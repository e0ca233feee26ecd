import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { FoundObject } from "../engine/types";
import { findObjects, openFound } from "./open-found";

/** Objects of the list at most. */
const most = 10;

/** The types of Preact want this with the role; it would be a list of the browser's own. */
const noList = { list: undefined };

/** Takes the name of any object, and opens why it is as it is. */
export function Search() {
  const found = useSignal<FoundObject[] | null>(null);
  const active = useSignal(0);
  const asked = useRef(0);
  const close = (): void => {
    asked.current += 1;
    found.value = null;
  };
  const find = async (name: string): Promise<void> => {
    asked.current += 1;
    const { current } = asked;
    const all = name === "" ? null : (await findObjects(name)).slice(0, most);
    if (current !== asked.current) return;
    found.value = all;
    active.value = 0;
  };
  const open = (object: FoundObject): void => {
    close();
    void openFound(object);
  };
  const move = (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
    const all = found.value ?? [];
    const to = { ArrowDown: active.value + 1, ArrowUp: active.value - 1 }[event.key];
    const chosen = all[active.value];
    if (to !== undefined && all.length > 0) {
      event.preventDefault();
      active.value = (to + all.length) % all.length;
    } else if (event.key === "Enter" && chosen !== undefined) {
      open(chosen);
    } else if (event.key === "Escape") {
      close();
    }
  };
  const all = found.value;
  return (
    <div class="search">
      <input
        type="search"
        role="combobox"
        {...noList}
        aria-label="Why: the name of a pod, workload, node, cluster or placement"
        aria-expanded={all !== null}
        aria-controls="search-list"
        aria-autocomplete="list"
        aria-activedescendant={all !== null && all.length > 0 ? `search-${active.value}` : undefined}
        placeholder="Why … any name"
        autocomplete="off"
        onInput={(event) => void find(event.currentTarget.value.trim())}
        onKeyDown={move}
        onBlur={close}
      />
      <div id="search-list" class="floating search-list" role="listbox" aria-label="Objects" hidden={all === null}>
        {(all ?? []).map((object, i) => (
          <div
            key={`${object.kind} ${object.namespace} ${object.name}`}
            id={`search-${i}`}
            role="option"
            aria-selected={i === active.value}
            // The field keeps the focus until the object is chosen.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => open(object)}
          >
            <span class="quiet">{object.kind}</span> {object.namespace === "" ? "" : `${object.namespace}/`}
            {object.name}
          </div>
        ))}
        {all?.length === 0 && (
          <div role="option" aria-disabled="true" aria-selected={false} class="quiet">
            no object of such a name
          </div>
        )}
      </div>
    </div>
  );
}
