/** Flaws that were once seen on the page: each must stay mended. */
import { readFileSync } from "node:fs";
import { inject, expect, test } from "vitest";
import { find, says, startPage, visit } from "./one-page";
import { boxOf, fixture, nightly, Visit } from "./page";

startPage();

const hub = fixture("kubectl-list.yaml");

test("after many drags a row has the colours of its state", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  const slider = visit.slider("ResourceAllocatableMemory");
  // Fixed seed: the same drags each time.
  let seed = 7;
  for (let i = 0; i < 50; i += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    await slider.fill(String((seed % 21) - 10));
  }
  await slider.fill("-2");
  await visit.expectSelected(["east-2", "east-1"]);
  const rows = await visit.page.locator(".rows .line").evaluateAll((lines) =>
    lines.map((line) => {
      const state = line.querySelector(".state");
      return {
        state: state?.textContent ?? "",
        colour: state === null ? "" : getComputedStyle(state).color,
        weight: state === null ? "" : getComputedStyle(state).fontWeight,
        top: line.getBoundingClientRect().top,
        rank: line.querySelector(".rank")?.textContent ?? "",
      };
    }),
  );
  const looks = new Map<string, Set<string>>();
  for (const { state, colour, weight } of rows)
    looks.set(state, (looks.get(state) ?? new Set()).add(`${colour} ${weight}`));
  for (const [state, all] of looks) expect([...all], state).toHaveLength(1);
  expect([...(looks.get("selected") ?? [])]).toEqual([expect.stringMatching(/ 600$/)]);
  // The ranks stand in order on the screen.
  const ranked = rows.filter(({ rank }) => rank !== "").sort((a, b) => a.top - b.top);
  expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, i) => String(i + 1)));
});

test("folding a list keeps its placement in sight", nightly, async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.getByRole("button", { name: "Fold" }).click();
  await expect.poll(() => visit.editor.textContent()).toContain("kind: Placement");
  await expect.poll(() => find(".cm-foldPlaceholder").count()).toBeGreaterThan(1);
});

test("Stop stands beside the clock, not on it", nightly, async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.getByLabel("The clock, RFC 3339").fill("2026-06-01T00:00:00Z");
  await visit.page.getByRole("button", { name: "reset" }).waitFor();
  const boxes = await visit.page.evaluate(() => {
    const stop = document.querySelector<HTMLElement>(".stop");
    if (stop !== null) stop.hidden = false;
    const box = (selector: string): DOMRect | undefined => document.querySelector(selector)?.getBoundingClientRect();
    return [box(".stop"), box(".clock")];
  });
  const [stop, clock] = boxes;
  if (stop === undefined || clock === undefined) throw new Error("both are there");
  const apart =
    stop.right <= clock.left || clock.right <= stop.left || stop.bottom <= clock.top || clock.bottom <= stop.top;
  expect(apart, JSON.stringify(boxes)).toBe(true);
});

const at = (address: string): Promise<Visit> => Visit.open({}, new URL(address, inject("address")).href);

test("an example of no such name is said", nightly, async () => {
  const other = await at("?example=nope");
  await expect.poll(() => other.page.locator(".address-note").textContent()).toMatch(/no example .*nope/);
  await other.page.locator(".address-note").getByRole("button", { name: "dismiss" }).click();
  await expect.poll(() => other.page.locator(".address-note").count()).toBe(0);
  expect(new URL(other.page.url()).search).toBe("");
  await other.close();
});

test.each([
  ["#v=abc", /another version/],
  ["#v1=%FF%00", /characters that links of this page do not have/],
])("a shared text in the address that cannot be opened is said: %s", nightly, async (hash, words) => {
  const other = await at(hash);
  await expect.poll(() => other.page.locator(".address-note").textContent()).toMatch(words);
  await other.close();
});

test("an example that is asked for is the first that is shown", async () => {
  await visit.paste(hub);
  await visit.textWith("kind: Placement");
  visit.keepTab();
  await visit.page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const place of [".answer-line h1", ".file-name"]) {
        const text = document.querySelector(place)?.textContent;
        if (text) seen.add(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await visit.page.goto(new URL("?example=balance", inject("address")).href);
  await says(/selects/);
  await expect.poll(() => find(".file-name").textContent()).toBe("balance.yaml");
  const seen = await visit.page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  expect(seen.filter((text) => text.endsWith(".yaml"))).toEqual(["balance.yaml"]);
  expect(seen.filter((text) => text.includes("backend"))).toEqual([]);
  // One's own text is a step of undo away.
  await visit.editor.press("Control+Z");
  await visit.textWith("# memory is what");
});

test("the first cluster is less than ten tab stops away", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.reload();
  await visit.expectSelected(["west-2", "west-1"]);
  const active = (): Promise<string> =>
    visit.page.evaluate(
      () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
    );
  let stops = 0;
  for (; stops < 10; stops += 1) {
    await visit.page.keyboard.press("Tab");
    const label = await active();
    if (label === "Skip to the clusters") await visit.page.keyboard.press("Enter");
    if ((await active()) === "Clusters") break;
  }
  expect(stops).toBeLessThan(9);
  await visit.page.keyboard.press("ArrowDown");
  await visit.page.keyboard.press("Enter");
  await expect.poll(() => find(".card h2").textContent()).toBe("Why west-1?");
});

test("who listens hears which clusters come and go when the set swaps", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  const said = find(".answer-pane > [role=status]");
  await expect.poll(() => said.textContent()).toContain("selects 2 of 2 clusters");
  await visit.slider("ResourceAllocatableMemory").fill("-2");
  await visit.expectSelected(["east-2", "east-1"]);
  await expect.poll(() => said.textContent()).toContain("+east-1 (1 unchanged).");
});

test("names are cut at their end, numbers never", nightly, async () => {
  const long = "production-europe-west-with-a-very-long-name-1";
  await visit.paste(hub.replaceAll("west-1", long));
  await says(/selects 2 of 2/);
  const cells = find(".rows .line");
  const name = cells.locator(".name", { hasText: "-name-1" }).first();
  await name.waitFor();
  const text = name.locator(".cut-name");
  await expect.poll(() => text.evaluate((part) => getComputedStyle(part).textOverflow)).toBe("ellipsis");
  const [outer, inner] = [await boxOf(name), await boxOf(text)];
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 0.5);
  for (const width of [1440, 1024]) {
    await visit.page.setViewportSize({ width, height: 900 });
    const cut = await visit.page
      .locator(".rows .line .number:not(.why), .rows .line .rank, .table-head .times")
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
    expect(cut, `${width}`).toEqual([]);
  }
});

test("the names of all weights are whole where the page begins", nightly, async () => {
  await visit.page.setViewportSize({ width: 1440, height: 900 });
  await visit.paste(
    readFileSync(new URL("../../../examples/story-1-cpu-and-memory-ratio.yaml", import.meta.url), "utf8"),
  );
  await says(/selects 3 of 3/);
  const names = await lines(visit, ".controls .control-name");
  expect(names).toContainEqual(expect.stringMatching(/^Memory ratio/));
  expect(names.filter((name) => name.endsWith("cut"))).toEqual([]);
});

/** Lines of text in each place that matches, and what of it is out of sight. */
const lines = (visit: Visit, places: string): Promise<string[]> =>
  visit.page.locator(places).evaluateAll((all) =>
    all.map((one) => {
      const cut = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
      const { height } = one.getBoundingClientRect();
      return `${one.textContent}: ${Math.round(height / 18)}${cut ? ", cut" : ""}`;
    }),
  );

test.each([1440, 1024, 360])(
  "names on ladders have one line, and reasons are whole, at %i pixels",
  nightly,
  async (width) => {
    await visit.page.setViewportSize({ width, height: 900 });
    const nodes = readFileSync(new URL("../../../examples/filters-tainted-zone.yaml", import.meta.url), "utf8");
    await visit.paste(nodes);
    await says("fits 0 of 3");
    await find(".node-ladder .rung-change .apply").first().waitFor();
    await expect.poll(() => lines(visit, ".node-ladder .rung-name")).toEqual(["node-a: 1", "node-b: 1", "node-c: 1"]);
    expect((await lines(visit, ".node-ladder .rung-words")).filter((words) => words.endsWith("cut"))).toEqual([]);
    // No node has a score: no colours are explained.
    await expect.poll(() => find(".node-ladder .key li").count()).toBe(0);
    await visit.paste(readFileSync(new URL("../../../examples/quota-reprieve.yaml", import.meta.url), "utf8"));
    await says("evicts");
    await find(".victim-ladder .rung-name").first().waitFor();
    for (const words of await lines(visit, ".victim-ladder .rung-name")) expect(words).toMatch(/: 1$/);
    const why = find(".victim-ladder .rung-change > .quiet");
    expect((await why.allTextContents()).join()).toContain("no quota is exceeded");
    await expect
      .poll(() =>
        why.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 2 && one.clientHeight > 0)),
      )
      .toEqual([]);
  },
);

test("candidates of a step differ on the screen, and a change has its number", nightly, async () => {
  const other = await at("?example=use-case-4-joint-spread");
  const names = other.page.locator(".candidate-rows .candidate .name .line-link");
  await names.first().waitFor();
  const shown = await names.evaluateAll((all) =>
    all.map((one) => ({
      // What is cut is the beginning of a part; its end has room.
      tail: one.querySelector(".tail")?.textContent ?? one.textContent,
      inside:
        (one.querySelector(".tail") ?? one).getBoundingClientRect().right <= one.getBoundingClientRect().right + 1,
      isWhole: [one, ...one.querySelectorAll(".front")].every((part) => part.scrollWidth <= part.clientWidth),
    })),
  );
  expect(shown.length).toBeGreaterThan(4);
  expect(shown.filter(({ inside, isWhole }) => !inside || !isWhole)).toEqual([]);
  const changes = other.page.locator(".rows .change-words");
  await changes.filter({ hasText: "numberOfClusters" }).first().waitFor();
  await expect
    .poll(() =>
      changes.evaluateAll((all) =>
        all
          .filter((one) => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent),
      ),
    )
    .toEqual([]);
  await other.close();
});

test("the name of a file and the counts of its kinds are whole, or end in an ellipsis", nightly, async () => {
  const other = await at("?example=filters-tainted-zone");
  await expect.poll(() => other.page.locator(".file-name").textContent()).toBe("filters-tainted-zone.yaml");
  await expect.poll(() => other.page.locator(".contents").textContent()).toContain("5 Pods");
  const name = other.page.locator(".file-name");
  await expect
    .poll(() => name.locator(".cut-name").evaluate((part) => part.scrollWidth - part.clientWidth))
    .toBeLessThanOrEqual(0);
  for (const width of [1440, 1024, 360]) {
    await other.page.setViewportSize({ width, height: 800 });
    const [text, pane] = await Promise.all([boxOf(name.locator(".cut-name")), boxOf(name)]);
    expect(text.x + text.width, `${width}`).toBeLessThanOrEqual(pane.x + pane.width + 1);
    // A count is on show whole, or not at all.
    const half = await other.page.locator(".contents").evaluate((contents) => {
      const { right, bottom } = contents.getBoundingClientRect();
      return [...contents.children]
        .filter((part) => part.getBoundingClientRect().top < bottom - 1)
        .filter((part) => part.getBoundingClientRect().right > right + 1 || part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.textContent);
    });
    expect(half, `${width}`).toEqual([]);
  }
  await other.close();
});
