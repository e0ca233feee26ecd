/** The migration queue as a tree: the array is a binary heap. */

/** Entries that the drawing shows: four whole levels. */
export const mostDrawn = 15;

export interface HeapNode {
  index: number;
  /** from 0, the head */
  level: number;
  /** middle, in parts of the width */
  x: number;
  /** index of the one above; null for the head */
  parent: number | null;
}

/** The first entries of a heap with their places. */
export function heapNodes(length: number, most = mostDrawn): HeapNode[] {
  return Array.from({ length: Math.min(length, most) }, (_, index) => {
    const level = Math.floor(Math.log2(index + 1));
    const across = 2 ** level;
    return { index, level, x: (index + 1 - across + 0.5) / across, parent: index === 0 ? null : (index - 1) >> 1 };
  });
}

/** A name with its end, which is what tells names apart, where there is no room for all of it. */
export function shortName(name: string, characters: number): string {
  const own = name.slice(name.indexOf("/") + 1);
  return own.length <= characters ? own : `…${own.slice(own.length - Math.max(1, characters - 1))}`;
}
