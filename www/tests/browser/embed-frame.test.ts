/** The element for documentation, in a frame. */
import type { Locator } from "playwright-core";
import { expect, inject, test } from "vitest";
import type { Visit } from "./page";
import { example, holds, now, open, server, startPages, visit } from "./embed-page";

startPages();

/** A page of others with the page's frame. */
async function frame(parameters: string): Promise<{ heights: () => Promise<number[]>; inner: Locator }> {
  const address = new URL(`embed.html?${parameters}`, inject("address")).href;
  await open(`<iframe title="An example" width="100%" height="300"></iframe>`);
  const { page } = visit as Visit;
  // Whoever listens has to do so before the frame speaks.
  await page.evaluate((address) => {
    const heights: number[] = [];
    Object.assign(window, { heights });
    const inner = document.querySelector("iframe") as HTMLIFrameElement;
    addEventListener("message", ({ source, data }: MessageEvent) => {
      if (source !== inner.contentWindow || (data as { type?: string }).type !== "schedscope-embed") return;
      heights.push((data as { height: number }).height);
      inner.height = String((data as { height: number }).height);
    });
    inner.src = address;
  }, address);
  return {
    heights: () => page.evaluate(() => (window as unknown as { heights: number[] }).heights),
    inner: page.frameLocator("iframe").locator("schedscope-embed"),
  };
}

test("a frame shows the same, and tells its height", async () => {
  const { heights, inner } = await frame(
    `src=examples/use-case-2-even-spread.yaml&view=spread&step=4&now=${now}&theme=dark`,
  );
  await holds(inner.locator(".step-words > p").first(), /^Step 4 picks us-east-1b-2/);
  await expect.poll(async () => (await heights()).at(-1) ?? 0).toBeGreaterThan(500);
  const high = await inner.evaluate((element) => ({
    element: Math.ceil(element.getBoundingClientRect().height),
    width: element.getBoundingClientRect().width,
    frame: innerWidth,
    scroll: document.documentElement.scrollHeight - innerHeight,
  }));
  expect(high.element).toBe((await heights()).at(-1));
  expect([high.width, high.scroll]).toEqual([high.frame, 0]);
  await expect
    .poll(() => inner.locator(".embed-foot a").getAttribute("href"))
    .toBe(new URL("?example=use-case-2-even-spread.yaml", inject("address")).href);
  expect(visit?.complaints).toEqual([]);
});

test("a frame reads from its own origin only, and a text from its address", async () => {
  const { inner } = await frame(`src=${encodeURIComponent(server.at("/examples/balance.yaml"))}&onload=x`);
  await holds(inner.locator(".embed-problem"), /could not be loaded/);
  expect(server.count("balance.yaml")).toBe(0);
  const text = await frame(`now=${now}#text=${encodeURIComponent(example("balance"))}`);
  await holds(text.inner.locator(".headline").first(), /selects/);
});
