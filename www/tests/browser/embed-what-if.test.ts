/** The element for documentation: what would change it, a parameter over its range, and the recorded decision. */
import { expect, test } from "vitest";
import { answer, embed, example, holds, open, scenarioOf, set, startPages, tag, visit, words } from "./embed-page";
import { atNight, findings, nightly, type Visit } from "./page";

startPages();

/** The details of all events so far. */
async function listen(): Promise<() => Promise<Record<string, unknown>[]>> {
  const { page } = visit as Visit;
  await page.evaluate(() => {
    const details: unknown[] = [];
    Object.assign(window, { details });
    document.addEventListener("answer", (event) => details.push((event as CustomEvent).detail));
  });
  return () => page.evaluate(() => (window as unknown as { details: Record<string, unknown>[] }).details);
}

test("change shows the edits, with their lines, and follows its attributes", async () => {
  await open(tag('src="/examples/taints-and-tolerations.yaml" view="change" cluster="gcp-gpu-1" controls'));
  const details = await listen();
  await holds(answer(), "ns1/shop: What selects gcp-gpu-1? 1 change; it was decided again");
  const changes = embed().locator(".numbered > li");
  await holds(changes.first(), "Add the toleration dedicated=gpu:NoSelect to Placement ns1/shop (line 10)");
  await holds(changes.first(), "gcp-gpu-1 is added");
  // Of a selected cluster it is what drops it.
  await set("cluster", "gcp-prod-1");
  await holds(answer(), /What drops gcp-prod-1\?/);
  await embed().locator(".embed-pickers select").selectOption("gcp-prod-2");
  await holds(changes.first(), "maintenance:NoSelectIfNew");
  await expect.poll(async () => (await details()).at(-1)?.view).toBe("change");
  await set("cluster", "nobody");
  await holds(embed().locator(".embed-problem"), "The input has no cluster “nobody”.");
  expect((visit as Visit).complaints).toEqual([]);
});

test("change of a pod", nightly, async () => {
  await open(tag('src="/examples/quota-cross-namespace.yaml" view="change"'));
  await holds(answer(), /^quota2\/nginx-0: What gives it a node\? 3 changes/);
  await holds(
    embed().locator(".numbered > li").first(),
    "Set the min of cpu to 2 (was 1) in ElasticQuota quota3/quota3",
  );
});

test("sweep shows who is selected where, as the engine says", async () => {
  await open(tag('src="/examples/story-4-pin-decisions.yaml" view="sweep" sweep="Steady" controls'));
  const details = await listen();
  await holds(answer(), "ns1/placement4: As the weight of Steady goes from −10 to 10");
  const scenario = scenarioOf("story-4-pin-decisions");
  const { intervals } = scenario.sweep({ weight: "Steady", now: "2026-01-01T00:00:00Z" });
  scenario.free();
  const rows = embed().locator(".block-table tbody tr");
  await expect.poll(() => rows.count()).toBe(intervals.length);
  await expect.poll(() => words(rows.last())).toBe("3 to 10 now 4 pay-fra-1 is added, new-par-1 is removed");
  await expect
    .poll(() =>
      embed()
        .locator(".sweep-row span")
        .filter({ hasText: /^pay-fra-1$/ })
        .count(),
    )
    .toBe(1);
  await embed().locator(".embed-pickers select").selectOption("count");
  await holds(answer(), /As numberOfClusters goes from 0 to/);
  await expect.poll(async () => (await details()).at(-1)?.view).toBe("sweep");
  await set("sweep", "NoSuch");
  await holds(embed().locator(".embed-problem"), "The placement has no prioritizer or spread constraint “NoSuch”.");
  expect((visit as Visit).complaints).toEqual([]);
});

test("a max skew is swept", nightly, async () => {
  await open(tag('src="/examples/use-case-3-max-skew-1.yaml" view="sweep" sweep="maxSkew=zone" readonly'));
  await holds(answer(), /As maxSkew of zone goes from 1 to 4, the selected clusters change once, at 2/);
});

test("the decision against the recorded one", nightly, async () => {
  await open(tag('src="/examples/clusters-grow.yaml" view="placement" baseline="recorded"'));
  const part = embed().getByRole("group", { name: "Against the recorded decision" });
  await holds(part, "gcp-1 not recorded selected");
  await holds(part, "aws-1 recorded not selected");
  await set("baseline", null);
  await expect.poll(() => part.count()).toBe(0);
  await set("src", "/examples/cluster-sets.yaml");
  await set("baseline", "recorded");
  await holds(embed().locator(".embed-problem"), "The input has no recorded decision of this placement.");
});

for (const look of [{ colorScheme: "light" }, { colorScheme: "dark" }, { forcedColors: "active" }] as const)
  test(
    `${JSON.stringify(look)}, and 320 pixels: axe finds nothing, nothing is wider, nothing moves`,
    atNight(!("forcedColors" in look)),
    async () => {
      const views = [
        'src="/examples/taints-and-tolerations.yaml" view="change" cluster="gcp-gpu-1" controls height="240px"',
        'src="/examples/story-4-pin-decisions.yaml" view="sweep" sweep="Steady" controls height="480px"',
        'src="/examples/clusters-grow.yaml" view="placement" baseline="recorded" height="360px"',
      ];
      const head = "<style>schedscope-embed { height: var(--h) }</style>";
      const body = views.map((view) => tag(`${view} style="--h: ${/height="(\d+px)"/.exec(view)?.[1]}"`)).join("");
      await open("", { ...look, viewport: { width: 320, height: 1400 } }, { head });
      const { page } = visit as Visit;
      await page.evaluate((html) => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: "layout-shift" });
        document.querySelector("main")?.insertAdjacentHTML("beforeend", html);
      }, body);
      for (const at of [0, 1, 2]) await holds(answer(at), /\S+ /);
      await holds(embed(1).locator(".block-table tbody tr").last(), /pay-fra-1/);
      await page.waitForTimeout(200);
      await expect.poll(() => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await expect.poll(() => findings(visit as Visit)).toEqual([]);
    },
  );

test("an example text is inside the element, too", nightly, async () => {
  await open(tag('view="sweep"', `<script type="text/yaml">${example("balance")}</script>`));
  await holds(answer(), /As the weight of .* goes from|at every value of the weight of/);
});
