import { integer } from "schedscope/words/number";
import type { ClusterLook } from "schedscope/words/placement";
import { Mark } from "./mark";
import { Key } from "./key";

/** How many objects are in each state, as a bar and in words, which are also the key to the marks of the table. */
export function PartsBar({
  parts,
}: {
  parts: readonly (readonly [look: ClusterLook, count: number, words: string])[];
}) {
  return (
    <div class="parts flex-row">
      <div class="parts-bar" aria-hidden="true">
        {parts.map(([look, count]) => (
          <span key={look} class={`part ${look}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <Key of={parts.map(([look, count, words]) => [<Mark state={look} />, `${integer(count)} ${words}`])} />
    </div>
  );
}
