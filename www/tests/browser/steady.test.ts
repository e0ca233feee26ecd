/** Nothing jumps: a drag, a step and typing shift nothing on the page. */
import { expect, test } from "vitest";
import { find, startPage, visit } from "./one-page";
import { boxOf, fixture } from "./page";

startPage();

/** Notes what shifts from now on, also shortly after somebody did something. */
const watchShifts = (): Promise<void> =>
  visit.page.evaluate(() => {
    const shifts: string[] = [];
    const name = (node: Node | null | undefined): string =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node?.textContent);
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        shifts.push(
          ...entry.sources.flatMap(({ node, previousRect: before, currentRect: after }) =>
            // The lines of the input, in their shadow root, move as somebody types, and a number that ends at its
            // column's edge begins elsewhere with other digits.
            node == null || /^[−\d,]+$/.test(node.textContent ?? "")
              ? []
              : [`${name(node)} ${before.x},${before.y} to ${after.x},${after.y}`],
          ),
        );
    });
    observer.observe({ type: "layout-shift" });
    Object.assign(globalThis, { shifts });
  });

/** Waits until answers have come and asserts that nothing shifted. */
async function expectNoShift(): Promise<void> {
  await visit.page.waitForTimeout(1500);
  const shifts = await visit.page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
  expect(shifts).toEqual([]);
}

test("a drag of a weight", async () => {
  await watchShifts();
  await visit.drag("ResourceAllocatableMemory", -4);
  await visit.drag("ResourceAllocatableMemory", 6);
  await expectNoShift();
});

test("every step of a run, there and back", async () => {
  const top = async (): Promise<number> => (await boxOf(find("#weights-title"))).y;
  const slider = find('.scrubber input[type="range"]');
  const steps = Number(await slider.getAttribute("max"));
  await slider.focus();
  await visit.page.waitForTimeout(1000);
  const before = await top();
  await watchShifts();
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowLeft"])
    for (let step = 0; step < steps; step += 1) {
      await visit.page.keyboard.press(key);
      await visit.page.waitForTimeout(150);
      expect(await top()).toBe(before);
    }
  await expectNoShift();
});

test("typing, through texts that cannot be read, and a finding", async () => {
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.editor.press("Control+Home");
  await visit.page.waitForTimeout(500);
  await watchShifts();
  await visit.page.keyboard.type("kind: [", { delay: 60 });
  await find(".incomplete-text").waitFor();
  for (let i = 0; i < 7; i += 1) await visit.page.keyboard.press("Backspace", { delay: 60 });
  await find(".incomplete-text").waitFor({ state: "detached" });
  await expectNoShift();
});
