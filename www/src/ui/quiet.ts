import { type Inputs, useEffect } from "preact/hooks";

/**
 * Does something once `inputs` have been the same for `delay` milliseconds; `isOver` then tells whether they have
 * become others. Nothing is done while `isWanted` is false.
 */
export function useQuiet(delay: number, work: (isOver: () => boolean) => unknown, inputs: Inputs, isWanted = true) {
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const timer = setTimeout(() => void work(() => isOver), delay);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, inputs);
}
