import { afterEach, expect, test, vi } from "vitest";
import { MatrixCanvas, type Shown } from "./matrix-draw";
import type { MatrixLayout } from "./matrix-layout";

afterEach(() => void vi.unstubAllGlobals());

test("only the canvases that the matrix has are observed", () => {
  const observed = new Set<unknown>();
  const attached = new Set<unknown>();
  class Observer {
    observe = (target: unknown) => void observed.add(target);
    unobserve = (target: unknown) => void observed.delete(target);
    disconnect = () => observed.clear();
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.stubGlobal("document", {
    createElement: () => {
      const made = { style: {}, getContext: () => null, remove: () => attached.delete(made) };
      return made;
    },
  });
  const box = { append: (canvas: unknown) => attached.add(canvas) } as unknown as Element;
  const matrix = new MatrixCanvas(box, new Map());
  const draw = (height: number) => matrix.draw({ width: 100, height, pitch: 13 } as MatrixLayout, {} as Shown, false);
  for (const [height, count] of [
    [500, 1],
    [2000, 4],
    [600, 2],
  ] as const) {
    draw(height);
    expect(observed.size).toBe(count);
    expect([...observed]).toEqual([...attached]);
  }
  matrix.disconnect();
  expect(observed.size).toBe(0);
});
