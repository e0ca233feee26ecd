/** CEL: the evaluator is loaded where a text needs it, from the page's own origin. */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { fixture, launch, Visit } from "./page";

let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
  visit = await Visit.open(browser);
});
afterEach(async () => {
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

const loaded = (): string[] => visit.requests.filter((address) => address.includes("schedscope_cel"));

const text = (expression: string): string => `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: chosen, namespace: ns}
spec:
  predicates:
  - requiredClusterSelector:
      celSelector:
        celExpressions:
        - ${expression}
${["a: prod", "b: dev", "c"]
  .map((cluster) => {
    const [name, env] = cluster.split(": ");
    const labels = env === undefined ? "{}" : `{env: ${env}}`;
    return `---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: ${name}, labels: ${labels}}
`;
  })
  .join("")}`;

test("expressions are evaluated, and again when they are edited", async () => {
  expect(loaded()).toEqual([]);
  await visit.paste(text(`managedCluster.metadata.labels["env"] == "prod"`));
  await visit.expectSelected(["a"]);
  expect(loaded().length).toBeGreaterThan(0);
  const origin = new URL(inject("address")).origin;
  expect(loaded().filter((address) => new URL(address).origin !== origin)).toEqual([]);
  await visit.paste(text("'!has(managedCluster.metadata.labels)'"));
  await visit.expectSelected(["c"]);
});

test("a text without CEL loads no evaluator", async () => {
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  expect(loaded()).toEqual([]);
});

test("an expression that does not compile is a finding at its place", async () => {
  await visit.paste(text(`managedCluster.metadata.name ===`));
  await expect.poll(() => visit.answer.textContent(), { timeout: 10_000 }).toContain("misconfigured");
  await expect.poll(() => visit.page.locator(".cm-lint-marker-error").count()).toBeGreaterThan(0);
});

test("an error while evaluating is told for the cluster", async () => {
  await visit.paste(text(`managedCluster.metadata.labels.env == "prod"`));
  await visit.expectSelected(["a"]);
  await visit.page.locator(".rows .line", { hasText: "c" }).last().locator(".name").click();
  await expect.poll(() => visit.page.locator(".card").textContent()).toContain("no such key");
});
