/** The element for documentation, in pages of others. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Scenario } from "schedscope";
import type { Browser, BrowserContextOptions, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { EmbedServer } from "./embed-server";
import { findings, fixture, launch, Visit } from "./page";

let browser: Browser;
let server: EmbedServer;
let visit: Visit | null = null;

beforeAll(async () => {
  browser = await launch();
  server = await EmbedServer.start();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
afterEach(async () => {
  await visit?.close();
  visit = null;
});

const engineFile = "schedscope_bg.wasm";
const now = "2026-01-01T00:00:00Z";
const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/${name}.yaml`, import.meta.url), "utf8");

/** A page with these elements. */
async function open(
  body: string,
  options: BrowserContextOptions = {},
  page: { head?: string; policy?: string } = {},
): Promise<Visit> {
  await visit?.close();
  visit = await Visit.at(browser, server.serve("/page.html", { body, ...page }), {
    viewport: { width: 900, height: 800 },
    ...options,
  });
  return visit;
}

const tag = (attributes: string, children = ""): string =>
  `<schedscope-embed now="${now}" ${attributes}>${children}</schedscope-embed>`;
const embed = (at = 0): Locator => (visit as Visit).page.locator("schedscope-embed").nth(at);
const answer = (at = 0): Locator => embed(at).locator(".embed-answer");
const words = (locator: Locator): Promise<string> =>
  locator.innerText().then((text) => text.replace(/\s+/g, " ").trim());
const holds = (locator: Locator, part: string | RegExp): Promise<void> =>
  expect.poll(() => words(locator), { timeout: 10_000 }).toMatch(part);
const set = (name: string, value: string | null, at = 0): Promise<void> =>
  embed(at).evaluate(
    (element, [key, to]) => (to === null ? element.removeAttribute(key) : element.setAttribute(key, to)),
    [name, value] as const,
  );

/** The engine's own answers, to hold the element's against. */
function scenarioOf(name: string): Scenario {
  const scenario = new Scenario();
  scenario.replace(example(name));
  return scenario;
}

test("a placement: every cluster with the engine's total, and why", async () => {
  await open(tag('src="/examples/story-1-cpu-and-memory-ratio.yaml"'));
  await holds(answer(), /selects 3 of 3 clusters/);
  const scenario = scenarioOf("story-1-cpu-and-memory-ratio");
  scenario.decide({ placement: 0, now });
  const { rows } = scenario.rows("rank", 0, 10);
  const lines = await embed().locator(".rows-table tbody tr").all();
  expect(await Promise.all(lines.map((line) => line.locator("th").innerText()))).toEqual(
    rows.map(({ name }) => `▸\n${name}`),
  );
  expect(await Promise.all(lines.map((line) => line.locator("td.total").innerText()))).toEqual(
    rows.map(({ total }) => String(total).replace("-", "−")),
  );
  await embed()
    .getByRole("button", { name: rows[3]?.name ?? "", exact: true })
    .click();
  await holds(embed().locator(".card-verdict"), /It ranks 4 of 7 feasible clusters with 200 points/);
  expect(visit?.complaints).toEqual([]);
});

test("a spread: the step's pick, every candidate's sum, the domains' counts", async () => {
  await open(tag('src="/examples/use-case-4-joint-spread.yaml" view="spread" step="3"'));
  const scenario = scenarioOf("use-case-4-joint-spread");
  const summary = scenario.decide({ placement: 0, now });
  const step = scenario.spreadStep(3);
  await holds(embed().locator(".step-words > p").first(), `Step 3 picks ${step.picked.name}`);
  const { candidates } = scenario.spreadCandidates(3, 0, 6);
  const sums = candidates.map(
    ({ prioritizer, spread, final }) =>
      `${prioritizer} + ${summary.spread?.weight} × ${(spread ?? 0) < 0 ? `(−${-(spread ?? 0)})` : spread} = ${final}`,
  );
  const shown = await embed().locator(".candidates td.number").allInnerTexts();
  expect(shown.map((text) => text.replace(/, picked$/, "").trim())).toEqual(
    sums.map((sum) => sum.replace("= -", "= −")),
  );
  const { domains } = scenario.spreadDomains(3, 100);
  const rows = await embed().locator(".row-name .quiet, .cell-numbers").allInnerTexts();
  const real = domains.filter(({ eligible }) => eligible > 0);
  expect(real.length).toBeGreaterThan(2);
  for (const { selected, eligible, lowest } of real)
    expect(rows.join(" ")).toContain(
      `${selected}/${eligible} · skew ${selected > lowest ? "+" : ""}${selected - lowest}`,
    );
  expect(visit?.complaints).toEqual([]);
});

test("nodes: picks, scores and the formula", async () => {
  await open(tag('src="/examples/limit-aware-use-case.yaml" view="nodes" pod="pod5" node="node1"'));
  await holds(
    answer(),
    /LeastAllocated picks node1, limit-aware scoring node2: .* at 175% of its cpu, on node2 at 113%/,
  );
  const placed = scenarioOf("limit-aware-use-case").placePod({ pod: "default/pod5" });
  const row = placed.rows.find(({ name }) => name === "node1");
  await holds(embed().locator(".formulas"), `cpu: (8 − 10 − 4) × 100 / 8 = −${-(row?.resources[0]?.score ?? 0)}`);
  expect(await embed().locator(".pick h3").allInnerTexts()).toEqual([
    expect.stringContaining("node1"),
    expect.stringContaining("node2"),
  ]);
});

test("quotas: the verdict, victims, spared and why", async () => {
  await open(tag('src="/examples/quota-reprieve.yaml" view="quotas" pod="team-a/api"'));
  const cycle = scenarioOf("quota-reprieve").schedulePod({ pod: "team-a/api" });
  await holds(answer(), /^team-a\/api evicts/);
  const groups = embed().locator(".evictions .fates");
  expect(await groups.nth(0).locator(".name-link").allInnerTexts()).toEqual(cycle.victims);
  expect(await groups.nth(1).locator(".name-link").allInnerTexts()).toEqual(cycle.spared);
  expect(await embed().getByLabel("Step", { exact: true }).count()).toBe(0);
  await set("pod", null);
  await set("step", "2");
  await holds(embed().locator(".step-sentence"), /^Step 2: /);
});

test("quotas that borrow, and findings about them", async () => {
  await open(tag('src="/examples/quota-lint.yaml" view="quotas"'));
  const report = scenarioOf("quota-lint").quotas();
  await expect
    .poll(() => embed().locator(".lint-list > li").count())
    .toBe(Math.min(8, new Set(report.lints.map(({ message }) => message)).size));
  const bars = await words(embed().locator(".quota-bars"));
  for (const { namespace } of report.quotas) expect(bars).toContain(namespace);
});

test("VMs: the step, its request, the inequality, the events", async () => {
  await open(tag('src="/examples/vm-watermark-crossed.yaml" view="vms" step="17"'));
  await holds(
    embed().locator(".step-sentence"),
    /^At 22s default\/cron asked for 1 vCPU and 4 slots; granted, and its migration starts/,
  );
  const { request } = scenarioOf("vm-watermark-crossed").vmMoment({ step: 17 });
  const { cpu, memory } = request?.pressure ?? {};
  const sums = await embed().locator(".inequality tbody").first().locator(".sums").allInnerTexts();
  expect(sums.map((text) => text.replace(" too much", ""))).toEqual(
    [cpu, memory].map((side) => `${side?.left} ${side?.exceeds ? ">" : "≤"} ${side?.right}`),
  );
  expect(await embed().locator(".vm-chart svg").count()).toBe(4);
  expect(await embed().locator(".events-table [aria-current=step] td").first().innerText()).toBe("17");
  await embed().getByRole("button", { name: "Show step 18" }).click();
  await holds(embed().locator(".step-sentence"), /^At 22s the migration of/);
});

test("the view is chosen by what the text holds", async () => {
  const texts = ["use-case-2-even-spread", "balance", "limit-aware-use-case", "quota-story-1", "vm-normal-growth"];
  await open(texts.map((name) => tag(`src="/examples/${name}.yaml" loading="eager"`)).join(""));
  const labels = ["spread", "placement", "nodes", "quotas", "vms"];
  for (const [at, view] of labels.entries()) {
    await expect.poll(() => embed(at).locator(".embed").getAttribute("aria-label")).toBe(`schedscope, ${view}`);
  }
});

/** The page's own use of the package. */
const ownPackage =
  '<script type="module">import * as schedscope from "/pkg/lib/entries/web.js"; ' +
  "Object.assign(window, { schedscope });</script>";

test("six elements share one engine; one that is removed gives its memory back", async () => {
  const views = ["spread", "placement", "spread", "placement", "spread", "placement"];
  await open(
    views.map((view) => tag(`src="/examples/use-case-2-even-spread.yaml" view="${view}" loading="eager"`)).join(""),
    {},
    { head: ownPackage },
  );
  for (const at of views.keys()) await holds(answer(at), /selects 4 of 4 clusters/);
  expect(server.count(engineFile)).toBe(1);
  expect(server.count("embed.js")).toBe(1);
  expect(server.count("schedscope_cel_bg.wasm")).toBe(0);
  const freed = (visit as Visit).page.evaluate(() => {
    const { Scenario } = (window as unknown as { schedscope: { Scenario: { prototype: { free(): void } } } })
      .schedscope;
    const { free } = Scenario.prototype;
    let count = 0;
    Scenario.prototype.free = function (this: unknown): void {
      count += 1;
      free.call(this);
    };
    const [first, second] = [...document.querySelectorAll("schedscope-embed")];
    first?.remove();
    second?.remove();
    // What was removed may come back.
    if (first !== undefined) document.querySelector("main")?.append(first);
    return { count, left: second?.shadowRoot?.querySelector(".embed") ?? null };
  });
  expect(await freed).toEqual({ count: 2, left: null });
  await holds(answer(4), /selects 4 of 4 clusters/);
  expect(server.count(engineFile)).toBe(1);
  expect(visit?.complaints).toEqual([]);
});

test("a page that uses the package, too, has the same engine", async () => {
  await open(tag('src="/examples/balance.yaml" loading="eager"'), {}, { head: ownPackage });
  await holds(answer(), /selects/);
  const kinds = await (visit as Visit).page.evaluate(async () => {
    const { init, Scenario } = (window as unknown as { schedscope: typeof import("schedscope") }).schedscope;
    await init();
    const scenario = new Scenario();
    return scenario.replace("kind: Node\napiVersion: v1\nmetadata: {name: a}").kinds;
  });
  expect(kinds).toEqual([{ kind: "Node", count: 1 }]);
  expect(server.count(engineFile)).toBe(1);
});

test("nothing is loaded before an element is near the window, but where it is asked for", async () => {
  const spacer = '<div style="height: 4000px"></div>';
  await open(spacer + tag('src="/examples/balance.yaml"'));
  const { page } = visit as Visit;
  await page.waitForTimeout(400);
  expect(server.count(engineFile) + server.count(".yaml") + server.count("-view.js")).toBe(0);
  await embed().scrollIntoViewIfNeeded();
  await holds(answer(), /selects/);
  expect([server.count(engineFile), server.count("balance.yaml"), server.count("-view.js")]).toEqual([1, 1, 1]);

  await open(spacer + tag('src="/examples/balance.yaml"'));
  await set("loading", "eager");
  await holds(answer(), /selects/);
  expect(await (visit as Visit).page.evaluate(() => scrollY)).toBe(0);
});

test("attributes and properties may change at any time, and answers are told of", async () => {
  await open(tag('src="/examples/use-case-2-even-spread.yaml" view="spread" step="1"'));
  const { page } = visit as Visit;
  await page.evaluate(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    document.addEventListener("answer", (event) => told.push((event as CustomEvent).detail));
  });
  await holds(embed().locator(".step-words > p").first(), /^Step 1 picks/);
  await set("step", "4");
  await holds(embed().locator(".step-words > p").first(), /^Step 4 picks us-east-1b-2/);
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          (window as unknown as { told: { step: number; picked: { picked: { name: string } } }[] }).told.at(-1)?.picked
            .picked.name,
      ),
    )
    .toBe("us-east-1b-2");
  await embed().evaluate((element) => {
    (element as unknown as { step: number }).step = 2;
  });
  await holds(embed().locator(".step-words > p").first(), /^Step 2 picks/);
  await embed().locator("input[type=range]").press("ArrowRight");
  await holds(embed().locator(".step-words > p").first(), /^Step 3 picks/);
  expect(await embed().evaluate((element) => (element as unknown as { step: number }).step)).toBe(3);
  // What is on show follows the reader, the attribute stays what the author wrote.
  expect(await embed().getAttribute("step")).toBe("4");
  await set("view", "placement");
  await expect.poll(() => embed().locator(".scrubber").count()).toBe(0);
  await set("cluster", "us-east-1b-2");
  await holds(embed().locator(".card-verdict"), /It is pick 4 of 4/);
  await set("profile", "upstream");
  await holds(embed().locator(".notes"), /spread/);
  await set("src", "/examples/limit-aware-use-case.yaml");
  await set("view", null);
  await holds(answer(), /LeastAllocated picks node1/);
  expect(visit?.complaints).toEqual([]);
});

test("weights are tried without changing the text", async () => {
  await open(
    tag('src="/examples/story-1-cpu-and-memory-ratio.yaml" controls weights="ResourceRatioCPU=0, Nothing, Steady=x"'),
  );
  await holds(answer(), /selects 3 of 3/);
  const total = (): Promise<string[]> => embed().locator(".rows-table td.total").allInnerTexts();
  const before = await total();
  await set("weights", null);
  await expect.poll(total).not.toEqual(before);
  const plain = await total();
  const slider = embed().getByLabel("Weight of ResourceAllocatableMemory, slider");
  await slider.focus();
  for (let i = 0; i < 3; i += 1) await slider.press("ArrowRight");
  const scenario = scenarioOf("story-1-cpu-and-memory-ratio");
  scenario.decide({ placement: 0, now, weights: { ResourceAllocatableMemory: 3 } });
  await expect.poll(total).toEqual(scenario.rows("rank", 0, 10).rows.map((row) => String(row.total).replace("-", "−")));
  await embed().getByRole("button", { name: "Reset the weights" }).click();
  await expect.poll(total).toEqual(plain);
});

test("a text may stand in the element, or be given to it", async () => {
  const yaml = example("limit-aware-use-case").replace(/^/gm, "      ");
  await open(tag("", `<script type="text/yaml">\n${yaml}\n    </script>`));
  await holds(answer(), /LeastAllocated picks node1/);
  await embed().evaluate((element) => {
    const script = element.querySelector("script");
    if (script) script.textContent = (script.textContent ?? "").replaceAll("node1", "node-one");
  });
  await holds(answer(), /LeastAllocated picks node-one/);
  await embed().evaluate((element, text) => {
    (element as unknown as { text: string }).text = text;
  }, example("balance"));
  await holds(answer(), /selects/);
  await embed().evaluate((element) => {
    (element as unknown as { text: string | null }).text = null;
  });
  await holds(answer(), /LeastAllocated picks node-one/);
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
  const inner = page.frameLocator("iframe").locator("schedscope-embed .embed-answer");
  await holds(inner, /selects/);
});

test("CEL is loaded where a text uses it", async () => {
  await open(tag("", `<script type="text/yaml">\n${fixture("cel.yaml")}</script>`));
  await holds(answer(), /selects/);
  expect(server.count("schedscope_cel_bg.wasm")).toBe(1);
  expect(visit?.complaints).toEqual([]);
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
    `line ${first?.range.start.line}, column ${first?.range.start.column} · error: ${first?.message}`,
  );
  await holds(problem(3), /could not be loaded/);
  await holds(problem(4), /^`noon` is no RFC 3339 time$/);
  await holds(problem(5), /There is no placement “nowhere” in the text/);
  await holds(embed(5).locator(".embed"), /There is no cluster “nobody” in the text/);
  await holds(problem(6), /none/);
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
      .map((name) => tag(`src="/examples/${name}.yaml" loading="eager" ${odd} ${all}`))
      .join("") + tag(`src="${escaped}" loading="eager"`),
  );
  await holds(answer(0), /selects/);
  for (const at of [1, 2, 3, 4]) await holds(embed(at).locator(".embed-problem").first(), /img src=x onerror/);
  const { page } = visit as Visit;
  expect(await page.title()).toBe("A page");
  expect(await embed().evaluate((element) => element.shadowRoot?.querySelectorAll("img, a").length)).toBe(0);
  expect(
    await embed().evaluate((element) => element.shadowRoot?.querySelector<HTMLElement>(".embed")?.style.cssText),
  ).toBe("");
  expect((visit as Visit).complaints.filter((text) => !text.includes("404"))).toEqual([]);
});

test("light and dark follow the page, or the attribute", async () => {
  const ground = (at = 0): Promise<string> =>
    embed(at)
      .locator(".embed")
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const [light, dark] = ["rgb(255, 255, 255)", "rgb(20, 23, 26)"];
  const both = '<meta name="color-scheme" content="light dark">';
  await open(
    tag('src="/examples/balance.yaml"') + tag('src="/examples/balance.yaml" theme="light"'),
    { colorScheme: "dark" },
    { head: both },
  );
  expect([await ground(), await ground(1)]).toEqual([dark, light]);
  await set("theme", "dark", 1);
  await expect.poll(() => ground(1)).toBe(dark);
  await (visit as Visit).page.evaluate(() => {
    document.documentElement.style.colorScheme = "light";
  });
  expect([await ground(), await ground(1)]).toEqual([light, dark]);
  // A page that knows no dark is light, whatever the system says.
  await open(tag('src="/examples/balance.yaml"'), { colorScheme: "dark" });
  expect(await ground()).toBe(light);
});

test("no style comes in, and none goes out", async () => {
  const styles =
    "<style>* { color: red !important; font-size: 40px !important; font-family: fantasy; letter-spacing: 1em; " +
    "text-transform: uppercase; --ink: red; --blue: red } .embed, .number, h2 { display: none !important }</style>";
  const body = '<p class="number plain quiet">Words <button class="plain">of</button> <strong>the page</strong></p>';
  const looks = (): Promise<string[]> =>
    (visit as Visit).page.evaluate(() =>
      [...document.querySelectorAll("html, body, h1, p, button, strong")].map((element) => {
        const style = getComputedStyle(element);
        return [...style]
          .map((name) => `${name}: ${style.getPropertyValue(name)}`)
          .filter((line) => !/height|size|width|inset|origin|block|inline/.test(line))
          .join(";");
      }),
    );
  await open(body, {}, { head: styles });
  const alone = await looks();
  await open(body + tag('src="/examples/balance.yaml" loading="eager"'), {}, { head: styles });
  await holds(answer(), /selects/);
  expect(await looks()).toEqual(alone);
  const inside = await embed().evaluate((element) =>
    [".embed-answer", ".rows-table td.total", ".rows-table th[scope=row]"].map((at) => {
      const { color, fontSize, letterSpacing, textTransform, display } = getComputedStyle(
        element.shadowRoot?.querySelector(at) as Element,
      );
      return [color, fontSize, letterSpacing, textTransform, display === "none"];
    }),
  );
  const ink = "rgb(27, 31, 36)";
  expect(inside).toEqual([
    [ink, "15px", "normal", "none", false],
    [ink, "12px", "normal", "none", false],
    [ink, "12px", "normal", "none", false],
  ]);
  expect(
    await embed().evaluate(
      (element) =>
        document.head.querySelectorAll("style").length +
        document.adoptedStyleSheets.length +
        Object.keys(window).filter((name) => /schedscope|preact|signals/i.test(name)).length +
        (element.getAttribute("style") === null ? 0 : 1),
    ),
  ).toBe(1);
});

test("a strict policy is enough", async () => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:; " +
    "require-trusted-types-for 'script'";
  const names = ["use-case-4-joint-spread", "balance", "limit-aware-use-case", "quota-story-1", "vm-watermark-crossed"];
  await open(
    names.map((name) => tag(`src="/examples/${name}.yaml" loading="eager" height="300px"`)).join(""),
    {},
    { policy },
  );
  for (const at of names.keys()) expect((await words(answer(at))).length).toBeGreaterThan(10);
  expect(
    await embed()
      .locator(".embed")
      .evaluate((element) => element.getBoundingClientRect().height),
  ).toBe(300);
  expect(visit?.complaints).toEqual([]);
  const { origin } = new URL(server.at("/"));
  expect(visit?.requests.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"))).toEqual([]);
});

test("a picture has nothing to move, open or choose", async () => {
  const names = ["use-case-2-even-spread", "balance", "limit-aware-use-case", "quota-story-1", "vm-watermark-crossed"];
  await open(names.map((name) => tag(`src="/examples/${name}.yaml" readonly controls loading="eager"`)).join(""));
  for (const at of names.keys()) {
    await answer(at).waitFor();
    expect(await embed(at).locator("button:visible, input:visible, select:visible").count(), names[at]).toBe(0);
  }
  await holds(embed().locator(".embed-step"), /Step 4 of 4/);
});

const everything = [
  "use-case-4-joint-spread",
  "use-case-2-even-spread",
  "story-1-cpu-and-memory-ratio",
  "limit-aware-use-case",
  "quota-reprieve",
  "quota-story-1",
  "vm-watermark-crossed",
];
const all = (): string =>
  everything
    .map((name) =>
      tag(
        (
          `src="/examples/${name}.yaml" controls loading="eager" cluster="gcp-prod-1" node="node1" ` +
          'playground="/play"'
        ).replace(/node="node1"/, name.startsWith("limit") ? 'node="node1"' : ""),
      ),
    )
    .join("");

for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["forced colours", { forcedColors: "active" }],
  ["320 pixels", { viewport: { width: 320, height: 800 } }],
] as const) {
  test(`axe finds nothing, and nothing overflows: ${name}`, async () => {
    await open(all(), options, {
      head: '<meta name="color-scheme" content="light dark"><style>body { margin: 0 }</style>',
    });
    for (const at of everything.keys()) await answer(at).waitFor();
    for (const details of await (visit as Visit).page.locator("schedscope-embed details").all())
      await details.evaluate((element) => {
        (element as HTMLDetailsElement).open = true;
      });
    expect(await findings(visit as Visit)).toEqual([]);
    const overflow = await (visit as Visit).page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(visit?.complaints).toEqual([]);
  });
}

test("printed, there is nothing to press", async () => {
  await open(tag('src="/examples/use-case-2-even-spread.yaml" controls loading="eager"'));
  await holds(answer(), /selects/);
  await (visit as Visit).page.emulateMedia({ media: "print" });
  expect(await embed().locator(".scrubber").isVisible()).toBe(false);
  expect(await answer().isVisible()).toBe(true);
});

test("steps play, and stop at the end", async () => {
  await open(tag('src="/examples/use-case-2-even-spread.yaml" step="2"'), { reducedMotion: "no-preference" });
  await embed().getByRole("button", { name: "Play" }).click();
  await holds(embed().locator(".step-words > p").first(), /^Step 4 picks/);
  await expect.poll(() => embed().getByRole("button", { name: "Play" }).count(), { timeout: 5000 }).toBe(1);
});

test("the module may be imported twice, and where there are no elements", async () => {
  await open(
    tag('src="/examples/balance.yaml" loading="eager"'),
    {},
    { head: '<script type="module" src="/pkg/lib/embed.js?again"></script>' },
  );
  await holds(answer(), /selects/);
  expect(visit?.complaints).toEqual([]);
  const { SchedscopeEmbed } = await import("schedscope/embed");
  expect(SchedscopeEmbed).toBeTypeOf("function");
});

test("every view takes less than 45 kB, compressed", async () => {
  const lib = new URL("../../../pkg/lib/", import.meta.url);
  const read = (file: string): string => readFileSync(new URL(file, lib), "utf8");
  const closure = (file: string, seen: Set<string>): Set<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const [, to = ""] of read(file).matchAll(/(?:from|import)\s*["`'](\.[^"`']+)["`']/g))
      closure(join(dirname(file), to), seen);
    return seen;
  };
  for (const view of ["placement", "spread", "nodes", "quotas", "vms"]) {
    const files = closure(`embed/${view}-view.js`, closure("embed.js", new Set()));
    const size = [...files].reduce((sum, file) => sum + brotliCompressSync(read(file)).length, 0);
    expect(size, view).toBeLessThan(45_000);
    expect(size, view).toBeGreaterThan(20_000);
  }
});

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
  expect(await inner.locator(".embed-foot a").getAttribute("href")).toBe(
    new URL("?example=use-case-2-even-spread.yaml", inject("address")).href,
  );
  expect(visit?.complaints).toEqual([]);
});

test("a frame reads from its own origin only, and a text from its address", async () => {
  const { inner } = await frame(
    `src=${encodeURIComponent(server.at("/examples/balance.yaml"))}&onload=x&view=%3Cscript%3E`,
  );
  await holds(inner.locator(".embed-problem"), /could not be loaded/);
  expect(server.count("balance.yaml")).toBe(0);
  const text = await frame(`now=${now}#text=${encodeURIComponent(example("balance"))}`);
  await holds(text.inner.locator(".embed-answer"), /selects/);
});
