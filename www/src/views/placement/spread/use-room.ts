/** The room of the matrix, in px. */
import { useLayoutEffect, useState } from "preact/hooks";
import { narrow } from "./matrix-layout";

/** The part of the window's height that the matrix may take before its squares become smaller. */
const share = { wide: 0.36, narrow: 0.6 };
const least = 150;

/** The width of an element, and the height that it may have; 0 before they are known. */
export function useRoom(box: { current: Element | null }): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const measure = (): void => {
      const width = Math.floor(current.clientWidth);
      const height = Math.max(least, Math.round(innerHeight * (width < narrow ? share.narrow : share.wide)));
      setRoom((known) => (known.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, []);
  return room;
}
