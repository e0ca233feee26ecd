/** The element for documentation: its attributes, properties and texts, and those that cannot be. */
import type { Locator } from "playwright-core";
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { fixture, type Visit } from "./page";
import {
  answer,
  embed,
  example,
  holds,
  now,
  open,
  scenarioOf,
  server,
  set,
  startPages,
  tag,
  visit,
} from "./embed-page";

startPages();

test("attributes and properties may change at any time, and each answer is an event", async () => {
  await open(tag('src="/examples/use-case-2-even-spread.yaml" view="spread" step="1"'));
  const { page } = visit as Visit;
  await page.evaluate(() => {
    const details: unknown[] = [];
    Object.assign(window, { details });
    document.addEventListener("answer", (event) => details.push((event as CustomEvent).detail));
  });
  await holds(embed().locator(".step-words > p").first(), /^Step 1 picks/);
  await set("step", "4");
  await holds(embed().locator(".step-words > p").first(), /^Step 4 picks us-east-1b-2/);
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          (window as unknown as { details: { step: number; picked: { picked: { name: string } } }[] }).details.at(-1)
            ?.picked.picked.name,
      ),
    )
    .toBe("us-east-1b-2");
  await embed().evaluate((element) => {
    (element as unknown as { step: number }).step = 2;
  });
  await holds(embed().locator(".step-words > p").first(), /^Step 2 picks/);
  await embed().locator("input[type=range]").press("ArrowRight");
  await holds(embed().locator(".step-words > p").first(), /^Step 3 picks/);
  await expect.poll(() => embed().evaluate((element) => (element as unknown as { step: number }).step)).toBe(3);
  // What is on show follows the reader, the attribute stays what the author wrote.
  await expect.poll(() => embed().getAttribute("step")).toBe("4");
  await set("view", "placement");
  await expect.poll(() => embed().locator(".scrubber").count()).toBe(0);
  await set("cluster", "us-east-1b-2");
  await holds(embed().locator(".card-verdict"), /It is selected in step 4 of 4/);
  await set("profile", "upstream");
  // Today's hub picks by rank alone.
  await expect.poll(() => embed().locator(".card-verdict").textContent()).not.toMatch(/step 4 of 4/);
  await set("src", "/examples/limit-aware-use-case.yaml");
  await set("view", null);
  await holds(answer(), /Today your scheduler picks node1/);
  expect(visit?.complaints).toEqual([]);
});

test("weights are tried without changing the text", async () => {
  await open(tag('src="/examples/story-1-cpu-and-memory-ratio.yaml" controls weights="ResourceRatioCPU=0"'));
  await holds(answer(), /selects 3 of 3/);
  const total = (): Promise<string[]> => embed().locator("td[data-of=Total]").allInnerTexts();
  const before = await total();
  await set("weights", null);
  await expect.poll(total).not.toEqual(before);
  const plain = await total();
  const slider = embed().getByLabel("Weight of ResourceAllocatableMemory, slider");
  await slider.focus();
  for (let i = 0; i < 3; i += 1) await slider.press("ArrowRight");
  const scenario = scenarioOf("story-1-cpu-and-memory-ratio");
  scenario.decide({ placement: 0, now, weights: { ResourceAllocatableMemory: 3 } });
  await expect
    .poll(total)
    .toEqual(scenario.clusters({ limit: 10 }).rows.map((row) => String(row.total).replace("-", "−")));
  await embed().getByRole("button", { name: "Reset the weights" }).click();
  await expect.poll(total).toEqual(plain);
});

test("a text may stand in the element, or be given to it", async () => {
  const yaml = example("limit-aware-use-case").replace(/^/gm, "      ");
  await open(tag("", `<script type="text/yaml">\n${yaml}\n    </script>`));
  await holds(answer(), /Today your scheduler picks node1/);
  await embed().evaluate((element) => {
    const script = element.querySelector("script");
    if (script) script.textContent = (script.textContent ?? "").replaceAll("node1", "node-one");
  });
  await holds(answer(), /Today your scheduler picks node-one/);
  await embed().evaluate((element, text) => {
    (element as unknown as { text: string }).text = text;
  }, example("balance"));
  await holds(answer(), /selects/);
  await embed().evaluate((element) => {
    (element as unknown as { text: string | null }).text = null;
  });
  await holds(answer(), /Today your scheduler picks node-one/);
  expect(server.count(".yaml")).toBe(0);
});

test("a property that was set before the element was known counts", async () => {
  await open("", {}, { head: "" });
  const { page } = visit as Visit;
  await page.evaluate((text) => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const inner = frame.contentDocument as Document;
    const element = inner.createElement("schedscope-embed");
    Object.assign(element, { text, view: "placement", loading: "eager" });
    inner.body.append(element);
    const script = inner.createElement("script");
    script.type = "module";
    script.src = "/pkg/lib/embed.js";
    inner.body.append(script);
  }, example("balance"));
  const inner = page.frameLocator("iframe").locator("schedscope-embed .headline").first();
  await holds(inner, /selects/);
});

test("what cannot be loaded or read is said, with line and column", async () => {
  server.serve("/page.txt", { body: "<!doctype html>\n<p>no\n<b>: x" });
  await open(
    [
      tag('src="/examples/missing.yaml" loading="eager"'),
      tag('src="/page.txt" loading="eager"'),
      tag('loading="eager"', `<script type="text/yaml">\n${fixture("broken.yaml")}</script>`),
      tag('src="http://[" loading="eager"'),
      tag('src="/examples/balance.yaml" now="noon" loading="eager"').replace(`now="${now}" `, ""),
      tag('src="/examples/balance.yaml" placement="nowhere" cluster="nobody" loading="eager"'),
      tag('src="/examples/vm-normal-growth.yaml" variant="none" loading="eager"'),
      tag('src="/examples/balance.yaml" placment="nowhere" loading="eager"'),
      tag('src="/examples/balance.yaml" profile="Upstraem" loading="eager"'),
    ].join(""),
  );
  const problem = (at: number): Locator => embed(at).locator(".embed-problem").first();
  await holds(problem(0), /“\/examples\/missing.yaml” could not be loaded: 404/);
  await holds(problem(1), /line \d+, column \d+ · error: /);
  const scenario = new Scenario();
  const { diagnostics } = scenario.replace(fixture("broken.yaml").trimEnd());
  const first = diagnostics.find(({ severity }) => severity === "error");
  await holds(
    problem(2),
    `line ${first?.range.start.line}, column ${first?.range.start.column}` +
      ` · error: ${first?.message.replaceAll("`", "")}`,
  );
  await holds(problem(3), /could not be loaded/);
  await holds(problem(4), /^`noon` is not an RFC 3339 time$/);
  await holds(problem(5), /The input has no placement “nowhere”/);
  await holds(embed(5).locator(".embed"), /The input has no cluster “nobody”/);
  await holds(problem(6), /none/);
  await holds(problem(7), /^There is no attribute “placment”. Did you mean “placement”\?$/);
  await embed(7).evaluate((element) => element.removeAttribute("placment"));
  await expect.poll(() => problem(7).count()).toBe(0);
  await holds(problem(8), /^“profile” has no value “Upstraem”. Did you mean “Upstream”\?$/);
  // A load that failed is forgotten with the next address.
  await set("src", "/examples/balance.yaml");
  await holds(answer(), /selects/);
});

test("hostile values are texts, or nothing", async () => {
  const hostile = '"><img src=x onerror="document.title=\'taken\'">';
  const escaped = hostile.replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const names = ["placement", "pod", "node", "cluster", "timeline", "variant"];
  const all = names.map((name) => `${name}="${escaped}"`).join(" ");
  const odd =
    'view="__proto__" step="-1e99" theme="x" profile="constructor" height="1px;position:fixed" ' +
    'weights="__proto__=3,Steady=99999999999" playground="javascript:document.title=\'taken\'"';
  await open(
    ["balance", "limit-aware-use-case", "quota-story-1", "vm-normal-growth"]
      .map((name) => tag(`src="/examples/${name}.yaml" loading="eager" ${all}`))
      .join("") +
      tag(`src="${escaped}" loading="eager"`) +
      tag(`src="/examples/balance.yaml" loading="eager" ${odd}`),
  );
  await holds(answer(0), /selects/);
  await holds(embed(5).locator(".embed-problem").first(), /^“view” has no value “__proto__”: it can be placement,/);
  for (const at of [1, 2, 3, 4]) await holds(embed(at).locator(".embed-problem").first(), /img src=x onerror/);
  const { page } = visit as Visit;
  expect(await page.title()).toBe("A page");
  for (const at of [0, 5])
    await expect
      .poll(() => embed(at).evaluate((element) => element.shadowRoot?.querySelectorAll("img, a").length))
      .toBe(0);
  await expect
    .poll(() => embed(5).evaluate((element) => element.shadowRoot?.querySelector<HTMLElement>(".embed")?.style.cssText))
    .toBe("");
  expect((visit as Visit).complaints.filter((text) => !text.includes("404"))).toEqual([]);
});
