/** The element for documentation, in pages of others: its answers are those of the engine. */
import { fullNames } from "schedscope/words/object-name";
import { quotaDiagnosticText } from "schedscope/words/quotas";
import { expect, test } from "vitest";
import { answer, embed, holds, now, open, scenarioOf, set, startPages, tag, visit, words } from "./embed-page";
import { nightly } from "./page";

startPages();

test("a placement: every cluster with the engine's total, and why", async () => {
  await open(tag('src="/examples/story-1-cpu-and-memory-ratio.yaml"'));
  await holds(answer(), /selects 3 of 3 clusters/);
  const scenario = scenarioOf("story-1-cpu-and-memory-ratio");
  scenario.decide({ placement: 0, now });
  const { rows } = scenario.clusters({ limit: 10 });
  const lines = await embed().locator(".block-table tbody tr").all();
  await expect
    .poll(() => Promise.all(lines.map((line) => line.locator("th").innerText())))
    .toEqual(rows.map(({ name }) => `▸\n${name}`));
  await expect
    .poll(() => Promise.all(lines.map((line) => line.locator("td[data-of=Total]").innerText())))
    .toEqual(rows.map(({ total }) => String(total).replace("-", "−")));
  await embed()
    .getByRole("button", { name: rows[3]?.name ?? "", exact: true })
    .click();
  await holds(embed().locator(".card-verdict"), /It ranks 4 of 7 feasible clusters with 200 points/);
  expect(visit?.complaints).toEqual([]);
});

test("a spread: the step's pick, every candidate's sum, the domains' counts", nightly, async () => {
  await open(tag('src="/examples/use-case-4-joint-spread.yaml" view="spread" step="3"'));
  const scenario = scenarioOf("use-case-4-joint-spread");
  const summary = scenario.decide({ placement: 0, now });
  const step = scenario.spreadStep({ step: 3 });
  await holds(embed().locator(".step-words > p").first(), `Step 3 picks ${step.picked.name}`);
  const { candidates } = scenario.spreadCandidates({ step: 3, limit: 6 });
  const sums = candidates.map(
    ({ prioritizer, spread, final }) =>
      `${prioritizer} + ${summary.spread?.weight} × ${(spread ?? 0) < 0 ? `(−${-(spread ?? 0)})` : spread} = ${final}`,
  );
  const shown = await embed().locator(".candidates td.number").allInnerTexts();
  expect(shown.map((text) => text.replace(/, picked$/, "").trim())).toEqual(
    sums.map((sum) => sum.replace("= -", "= −")),
  );
  const { domains } = scenario.spreadDomains({ step: 3, limit: 100 });
  const words = embed().locator(".matrix-words .quiet");
  const real = domains.filter(({ eligible }) => eligible > 0);
  expect(real.length).toBeGreaterThan(2);
  for (const { count: selected, eligible, lowest } of real)
    await expect
      .poll(async () => (await words.allInnerTexts()).join(" "))
      .toContain(`${selected}/${eligible} · skew ${selected > lowest ? "+" : ""}${selected - lowest}`);
  expect(visit?.complaints).toEqual([]);
});

test("nodes: picks, scores and the formula", nightly, async () => {
  await open(tag('src="/examples/limit-aware-use-case.yaml" view="nodes" pod="pod5" node="node1"'));
  await holds(
    answer(),
    /Today your scheduler picks node1 .*; limit-aware scoring picks node2: .* at 175% of its cpu, on node2 at 113%/,
  );
  const placed = scenarioOf("limit-aware-use-case").scoreNodes({ pod: "default/pod5" });
  const row = placed.rows.find(({ name }) => name === "node1");
  await holds(embed().locator(".formulas"), `cpu: (8 − 10 − 4) × 100 / 8 = −${-(row?.resources[0]?.score ?? 0)}`);
  await expect
    .poll(() => embed().locator(".pick h3").allInnerTexts())
    .toEqual([expect.stringContaining("node1"), expect.stringContaining("node2")]);
});

test("quotas: the verdict, victims, reprieved and why", async () => {
  await open(tag('src="/examples/quota-reprieve.yaml" view="quotas" pod="team-a/api"'));
  const cycle = scenarioOf("quota-reprieve").simulatePod({ pod: "team-a/api" });
  await holds(answer(), /^team-a\/api evicts/);
  const groups = embed().locator(".evictions .pod-verdicts");
  await expect.poll(() => groups.nth(0).locator(".name-link").allInnerTexts()).toEqual(fullNames(cycle.victims));
  await expect.poll(() => groups.nth(1).locator(".name-link").allInnerTexts()).toEqual(fullNames(cycle.reprieved));
  await expect.poll(() => embed().getByLabel("Step", { exact: true }).count()).toBe(0);
  await set("pod", null);
  await set("step", "1");
  await holds(
    embed().locator(".step-why"),
    /Before this step team-a uses 0 of .*; team-b is over its min: it uses 10 CPUs with/,
  );
  await expect
    .poll(() => embed().locator(".step-why .pod-verdicts.victim .name-link").allInnerTexts())
    .toEqual(fullNames(cycle.victims));
  await set("step", "2");
  await holds(embed().locator(".step-sentence"), /^Step 2: /);
});

test("quotas that borrow, and findings about them", nightly, async () => {
  await open(tag('src="/examples/quota-lint.yaml" view="quotas"'));
  const report = scenarioOf("quota-lint").quotas();
  await expect
    .poll(() => embed().locator(".diagnostic-list > li").count())
    .toBe(Math.min(8, new Set(report.quotaDiagnostics.map(quotaDiagnosticText)).size));
  const bars = await words(embed().locator(".quota-bars"));
  for (const { namespace } of report.quotas) expect(bars).toContain(namespace);
});

test("VMs: the step, its request, the inequality, the events", async () => {
  await open(tag('src="/examples/vm-watermark-crossed.yaml" view="vms" step="17"'));
  await holds(
    embed().locator(".step-sentence"),
    /^At 22s default\/cron asked for 1 vCPU and 4 slots; permitted in full, and its migration starts/,
  );
  const { request } = scenarioOf("vm-watermark-crossed").vmStep({ step: 17 });
  const { cpu, memory } = request?.pressure ?? {};
  const sums = await embed().locator(".inequality tbody").first().locator(".sums").allInnerTexts();
  expect(sums.map((text) => text.replace(" too much", ""))).toEqual(
    [cpu, memory].map((side) => `${side?.left} ${side?.exceeds ? ">" : "≤"} ${side?.right}`),
  );
  await expect.poll(() => embed().locator(".vm-chart svg").count()).toBe(4);
  await expect.poll(() => embed().locator(".events-table [aria-current=step] td").first().innerText()).toBe("17");
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
