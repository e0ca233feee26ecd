/** What tests know of the matrix, which is a canvas: its words for those who listen, and where its edges are. */
import type { Locator, Page } from "playwright-core";

/** How many squares have which state. */
export async function statesOf(squares: Locator): Promise<Record<string, number>> {
  const words = (await squares.getAttribute("aria-label")) ?? "";
  const found = [...words.matchAll(/([\d,]+) ([a-zA-Z ]+)/g)].map(([, count, state]) => [state, Number(count)]);
  return Object.fromEntries(found.filter(([state]) => state !== "marked"));
}

/** How many squares have a ring. */
export async function markedOf(squares: Locator): Promise<number> {
  return Number(/(\d+) marked/.exec((await squares.getAttribute("aria-label")) ?? "")?.[1] ?? 0);
}

/** Where the first edge is that the pointer meets from a place on to the right. */
export async function edgeIn(page: Page, from: number, y: number): Promise<{ x: number; y: number }> {
  const matrix = await page.locator(".matrix").boundingBox();
  const end = (matrix?.x ?? 0) + (matrix?.width ?? 0);
  const isEdge = (): Promise<boolean> => page.locator(".matrix").evaluate((it) => it.hasAttribute("data-edge"));
  for (let x = from; x < end; x += 3) {
    await page.mouse.move(x, y);
    // It is taken as far as 8 px from its line.
    if (await isEdge()) return { x: x + 7, y };
  }
  throw new Error("the matrix has no edge here");
}
