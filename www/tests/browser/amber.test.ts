/**
 * Amber is for what somebody should act on: notes and findings that only inform are quiet. By computed colours.
 *
 * @module-tag nightly
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { find, holds, startPage, visit } from "./one-page";
import { fixture } from "./page";

startPage();

const amber = (): Promise<string> =>
  visit.page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--amber)";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

/** The places of the view whose words or edges are amber, as their text; each with the colour of its own. */
async function amberWords(): Promise<string[]> {
  const colour = await amber();
  return find("#view :is(.notes > li, .caveat, .not-looked-at summary, [role=note], .hint)").evaluateAll(
    (places, colour) =>
      places
        .filter((place) => {
          const { color, borderLeftColor, borderLeftStyle } = getComputedStyle(place);
          return color === colour || (borderLeftStyle !== "none" && borderLeftColor === colour);
        })
        .map((place) => place.textContent ?? ""),
    colour,
  );
}

test("the first example: that the hub recorded what the released hub decides is quiet", async () => {
  await holds(find(".answer-line .caveat"), "the hub recorded the same");
  await expect.poll(() => amberWords()).toEqual([]);
});

const nodes = fixture("nodes.yaml");
const daemons = "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent, namespace: default}\n";

test("nodes: what the text lacks is amber, what is not looked at and the notes on scores are quiet", async () => {
  const named = nodes.replace(
    "name: pod5\n    namespace: default\n  spec:\n",
    (head) => `${head}    priorityClassName: high\n`,
  );
  await visit.paste(named.replace('        limits: {cpu: "2", memory: 4Gi}\n', "") + daemons);
  await holds(find(".answer-line .caveat.missing-input"), "PriorityClass high");
  await find(".answer-line .not-looked-at summary").waitFor();
  const note = find(".answer-line .notes > li").filter({ hasText: "a container without a cpu or memory limit" });
  await note.waitFor();
  const words = (await amberWords()).join("\n");
  expect(words).toContain("PriorityClass high");
  expect(words).not.toMatch(/without a cpu or memory limit|DaemonSet/);
});

test("quotas: what no scheduler does and faults of Kubernetes are quiet", async () => {
  await visit.paste(fixture("quotas-nodes.yaml"));
  await find(".cross-node").waitFor();
  await expect.poll(() => amberWords()).toEqual([]);
});

test("VMs: an own reading of the design document is quiet", async () => {
  await visit.paste(readFileSync(new URL("../../../examples/vm-watermark-changed.yaml", import.meta.url), "utf8"));
  await find(".event-row").first().waitFor();
  await visit.page.getByLabel("Only events of this kind").selectOption("config");
  // The list is filtered a moment later.
  await expect.poll(() => find(".event-row .event-kind").allTextContents()).toEqual(["config"]);
  await find(".event-row").first().getByRole("button").first().click();
  await holds(find(".own-reading"), "Own reading of the design document");
  await expect.poll(() => amberWords()).toEqual([]);
});
