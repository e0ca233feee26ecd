/** While a control of the stage is held, what is under the pointer stands still. */
import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { edgeIn } from "./matrix";
import { find, holds, reopen, startPage, visit } from "./one-page";
import { atNight, boxOf, fixture } from "./page";

startPage();

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 360, height: 740 },
];

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/${name}.yaml`, import.meta.url), "utf8");

/** What a hub recorded for the placement of a text: clusters that spread would not choose. */
function recorded(text: string): string {
  const [, name, namespace] = /kind: Placement\nmetadata:\n {2}name: (\S+)\n {2}namespace: (\S+)/.exec(text) ?? [];
  const clusters = [...text.matchAll(/kind: ManagedCluster\n[\s\S]*?\n {2}name: (\S+)/g)].slice(0, 4);
  return `${text}---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata:
  name: ${name}-decision-1
  namespace: ${namespace}
  labels: { cluster.open-cluster-management.io/placement: ${name} }
status:
  decisions:
${clusters.map(([, cluster]) => `  - { clusterName: ${cluster}, reason: "" }`).join("\n")}
`;
}

const texts: [string, string][] = [
  ["two hard terms", example("implementation-example")],
  ["a limit that nothing reaches", example("api-example")],
  ["too few clusters, recorded", recorded(example("use-case-3-max-skew-1"))],
  ["three zones each, recorded", recorded(fixture("spread.yaml"))],
];

interface Watched {
  places: Record<string, string[]>;
  stop: boolean;
}

/** Notes, frame by frame, where things are. */
const watch = (selectors: string[]): Promise<void> =>
  visit.page.evaluate((all) => {
    const watched: Watched = { places: Object.fromEntries(all.map((one) => [one, []])), stop: false };
    (globalThis as unknown as { watched: Watched }).watched = watched;
    const note = (): void => {
      for (const one of all) {
        const box = document.querySelector(one)?.getBoundingClientRect();
        const place = box === undefined ? "gone" : [box.x, box.y, box.width].join(" ");
        if (watched.places[one]?.at(-1) !== place) watched.places[one]?.push(place);
      }
      if (!watched.stop) requestAnimationFrame(note);
    };
    note();
  }, selectors);

const watched = (): Promise<Record<string, string[]>> =>
  visit.page.evaluate(() => {
    const { watched: all } = globalThis as unknown as { watched: Watched };
    all.stop = true;
    return all.places;
  });

/** Waits until nothing has changed on the page for half a second. */
async function rests(): Promise<void> {
  let before = "";
  const isSame = async (): Promise<boolean> => {
    const now = await visit.page.locator("body").innerHTML();
    const is = now === before;
    before = now;
    return is;
  };
  await expect.poll(isSame, { interval: 500 }).toBe(true);
}

/** Into the middle of what is not covered. */
const show = (place: Locator): Promise<void> =>
  place.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));

/** Through every max skew of the first term there and back. */
async function dragged(): Promise<Record<string, string[]>> {
  await show(find(".matrix-words.of-row").first());
  const box = await boxOf(find(".matrix"));
  const row = await boxOf(find(".matrix-words.of-row").first());
  const from = box.x + box.width * (box.width < 520 ? 0.55 : 0.7);
  const { x, y } = await edgeIn(visit.page, from, row.y + 8);
  await visit.page.mouse.move(x, y);
  await visit.page.mouse.down();
  await watch([".matrix"]);
  const value = (): Promise<string | null> => find(".limit-value").first().getAttribute("aria-valuenow");
  const before = await value();
  const width = box.x + box.width - from;
  for (const to of [0.2, 0.4, 0.6, 0.8, 1, 1.3, 2, 1.3, 0.9, 0.7, 0.5, 0.3, 0.1]) {
    await visit.page.mouse.move(from + to * width, y, { steps: 2 });
    await visit.page.waitForTimeout(80);
    // A busy machine answers later.
    if (to === 2) await expect.poll(value).not.toBe(before);
  }
  const places = await watched();
  await visit.page.mouse.up();
  return places;
}

for (const viewport of sizes)
  for (const [name, text] of texts)
    test(
      `a max skew that is dragged does not move the matrix: ${name}, ${viewport.width}`,
      atNight(!["two hard terms, 1440", "too few clusters, recorded, 360"].includes(`${name}, ${viewport.width}`)),
      async () => {
        if (viewport.width !== 1440) await reopen({ viewport });
        await visit.paste(text);
        await find(".limit-value").first().waitFor();
        if (name.includes("recorded")) await holds(find(".baseline option:checked"), "recorded");
        await rests();
        for (const [what, all] of Object.entries(await dragged())) expect(all, what).toHaveLength(1);
      },
    );

test("a weight that is dragged stays under the pointer, and so does a stepper that is pressed again", async () => {
  await reopen({ viewport: { width: 1024, height: 768 } });
  await visit.paste(recorded(example("api-example")));
  await find(".limit-value").first().waitFor();
  await rests();
  const slider = visit.slider("Spread");
  await show(slider);
  const box = await boxOf(slider);
  const x = (value: number): number => box.x + 6 + ((value + 10) / 20) * (box.width - 12);
  await visit.page.mouse.move(x(3), box.y + box.height / 2);
  await visit.page.mouse.down();
  await watch([".control input[aria-label^='Weight of Spread']", ".matrix"]);
  for (const weight of [0, -5, -10, 0, 10]) {
    await visit.page.mouse.move(x(weight), box.y + box.height / 2, { steps: 4 });
    await visit.page.waitForTimeout(100);
  }
  await expect.poll(() => slider.inputValue()).toBe("10");
  for (const [what, all] of Object.entries(await watched())) expect(all, what).toHaveLength(1);
  await visit.page.mouse.up();
  // Nothing is left of it.
  await expect.poll(() => find(".held").count()).toBe(0);
  await expect.poll(() => find(".answer-line").evaluate(({ style }) => style.height + style.overflow)).toBe("");

  const larger = visit.page.getByLabel("Larger maxSkew of term 1, provider");
  await show(larger);
  await larger.hover();
  await watch(["[aria-label='Larger maxSkew of term 1, provider']", ".matrix"]);
  for (let skew = 3; skew < 8; skew += 1) {
    await visit.page.mouse.down();
    await visit.page.mouse.up();
    await visit.textWith(`maxSkew: ${skew}`);
    await visit.page.waitForTimeout(200);
  }
  for (const [what, all] of Object.entries(await watched())) expect(all, what).toHaveLength(1);
  await expect.poll(() => find(".held").count()).toBe(1);
  await visit.page.mouse.move(600, 300);
  await expect.poll(() => find(".held").count()).toBe(0);
  // So does who goes on otherwise.
  for (const goOn of [() => visit.page.mouse.wheel(0, 10), () => visit.page.keyboard.press("Shift")]) {
    await show(larger);
    await larger.hover();
    await visit.page.mouse.down();
    await visit.page.mouse.up();
    await expect.poll(() => find(".held").count()).toBe(1);
    await goOn();
    await expect.poll(() => find(".held").count()).toBe(0);
  }
});

test("the weight of a resource on nodes stays under the pointer", async () => {
  await reopen({ viewport: { width: 1440, height: 900 } });
  await visit.paste(example("limit-aware-use-case"));
  const slider = find(".nodes .control input[type=range]").first();
  await slider.waitFor();
  await rests();
  const box = await boxOf(slider);
  const y = box.y + box.height / 2;
  await visit.page.mouse.move(box.x + 6 + (box.width - 12) / 10, y);
  await visit.page.mouse.down();
  await watch([".nodes .control input[type=range]"]);
  for (const part of [0, 0.1, 0, 0.5, 1, 0]) {
    await visit.page.mouse.move(box.x + 6 + part * (box.width - 12), y, { steps: 3 });
    await visit.page.waitForTimeout(150);
  }
  await expect.poll(() => slider.inputValue()).toBe("0");
  for (const [what, all] of Object.entries(await watched())) expect(all, what).toHaveLength(1);
  await visit.page.mouse.up();
  await expect.poll(() => find(".held").count()).toBe(0);
});
