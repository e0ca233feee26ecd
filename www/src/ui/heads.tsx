import type { ComponentChildren } from "preact";

export interface Head {
  words: ComponentChildren;
  class?: string | undefined;
  title?: string | undefined;
}

/** The head of a column of numbers, which are at its right. */
export const numeric = (words: ComponentChildren, title?: string): Head => ({ words, class: "number", title });

/** The head of a column that has no room for words, or needs none. */
export const unseen = (words: string): Head => ({ words: <span class="unseen">{words}</span> });

/** The heads of a table's columns; false: there is no such column. */
export const Heads = ({ of }: { of: readonly (string | Head | false)[] }) => (
  <thead>
    <tr>
      {of.map((head, i) => {
        if (head === false) return null;
        const { words, ...rest } = typeof head === "string" ? { words: head } : head;
        return words === "" ? (
          <td key={i} />
        ) : (
          <th key={i} scope="col" {...rest}>
            {words}
          </th>
        );
      })}
    </tr>
  </thead>
);
