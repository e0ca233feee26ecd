/**
 * axe finds nothing in any view and dialog, in light, in the dark and in forced colours.
 *
 * @module-tag nightly
 */
import { readFileSync } from "node:fs";
import { expect, inject, test } from "vitest";
import { find, holds, reopen, says, startPage, visit } from "./one-page";
import { findings, fixture } from "./page";

startPage();

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/${name}.yaml`, import.meta.url), "utf8");
const reality = (name: string): string =>
  readFileSync(new URL(`../../../tests/reality/${name}`, import.meta.url), "utf8");

const button = (name: string | RegExp) => visit.page.getByRole("button", { name, exact: true });

/** Pastes a text, and waits until the sentence has the words. */
async function shown(text: string, words: string | RegExp): Promise<void> {
  await visit.paste(text);
  await says(words);
}

async function step(number: number, words: string): Promise<void> {
  await visit.page.getByLabel("Number of the step").fill(String(number));
  await visit.page.getByLabel("Number of the step").press("Enter");
  await holds(find(".step-words, .step-sentence").first(), words);
}

/** Opens all that is folded in the answer. */
async function unfold(): Promise<void> {
  for (const summary of await find(".answer-pane details:not([open]) > summary").all())
    if (await summary.isVisible()) await summary.click();
}

const hub = (): Promise<void> => shown(fixture("kubectl-list.yaml"), /selects 2 of 2/);
const card = async (name: string, words: string | RegExp): Promise<void> => {
  await find(".rows .line").filter({ hasText: name }).first().click();
  await holds(find(".card-verdict"), words);
};
const empty = async (text: string, words: string | RegExp): Promise<void> => {
  await visit.paste(text);
  await holds(find(".nothing h1"), words);
};

/** By what is on show: how a person gets there. */
const places: Record<string, () => Promise<void>> = {
  "a placement, its drawer open": async () => {
    await hub();
    await find(".drawer > summary").click();
    await unfold();
  },
  "a placement compared with what is pinned": async () => {
    await hub();
    await button("Pin").click();
    await visit.slider("ResourceAllocatableMemory").fill("-5");
    await holds(find(".answer-line"), "−west-2");
  },
  "why a cluster was not selected, with what would change it": async () => {
    await hub();
    await card("west-3", /./);
    await find(".card .apply").first().waitFor();
  },
  "a spread at a step": async () => {
    await shown(fixture("spread.yaml"), "selects 7 of 7");
    await unfold();
    await step(3, "Step 3");
  },
  "filters of nodes": () => shown(fixture("filters.yaml"), "fits 0 of 2 nodes"),
  "a cluster that CEL filters": async () => {
    await visit.paste(fixture("cel.yaml"));
    await says("default/modern selects");
    await find(".rows .line").last().click();
    await find(".card-verdict").waitFor();
  },
  "findings of a broken text": async () => {
    await hub();
    await visit.paste(fixture("broken.yaml"));
    await find(".findings .count").click();
    await find(".finding-list").waitFor();
  },
  "a head that was cut off": async () => {
    await visit.paste(reality("cut-head.yaml"));
    await find(".findings .count").waitFor();
    await visit.answer.waitFor();
  },
  "a pod and the nodes": async () => {
    await shown(fixture("nodes.yaml"), "picks node1");
    await find(".ladder .apply").first().waitFor();
    await unfold();
  },
  "why a node is not picked": async () => {
    await shown(example("filters-tainted-zone"), /fits|picks/);
    await find("[role=grid] [role=row] [role=gridcell]").nth(1).click();
    await find(".node-card").waitFor();
  },
  "a list of pods to choose from": async () => {
    await shown(fixture("nodes.yaml"), "picks node1");
    await visit.page.getByLabel("Pod", { exact: true }).click();
    await find("[role=option]:visible").first().waitFor();
  },
  "the default profile's scores": async () => {
    await shown(example("scores-default-profile"), /picks/);
    await unfold();
  },
  "quotas with victims": async () => {
    await shown(fixture("quotas-mixed.yaml"), "research/study");
    await find(".victim-ladder .rung").first().waitFor();
    await unfold();
  },
  "a pod that waits for its quota": async () => {
    await shown(fixture("quotas-story-1.yaml"), "team-a/train-4");
    await find(".apply").first().waitFor();
    await step(2, "");
    await unfold();
  },
  "quotas across nodes": async () => {
    await visit.paste(fixture("quotas-nodes.yaml"));
    await find(".cross-node").waitFor();
    await unfold();
  },
  "faults of quotas": async () => {
    await visit.paste(example("quota-lint"));
    await find(".quota-diagnostics [data-code]").first().waitFor();
    await unfold();
  },
  "VMs over time": async () => {
    await shown(fixture("vms.yaml"), "106 events");
    await find(".migrations .apply").first().waitFor();
    await unfold();
  },
  "VMs compared with a variant": async () => {
    await shown(fixture("vms.yaml"), "106 events");
    await visit.page.getByLabel("Baseline").selectOption({ label: "no migration" });
    await find(".comparison-table").waitFor();
    await step(28, "reserved room on n2");
    await find(".vm-candidates").waitFor();
  },
  "the examples": async () => {
    await button("Examples").click();
    await find(".example-group").first().waitFor();
  },
  "no example found": async () => {
    await button("Examples").click();
    await visit.page.getByLabel("Find an example by its words").fill("nothing-like-it");
    await holds(find(".gallery[open]"), "No example has these words.");
  },
  "how to paste": async () => {
    await button("Paste").click();
    await find(".gallery[open] .command").first().waitFor();
  },
  "a link to share": async () => {
    await hub();
    await button("Share").click();
    await button("Copy link").waitFor();
  },
  "a text that is too long for a link": async () => {
    let seed = 1;
    const noise = Array.from({ length: 3000 }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return `# ${seed}`;
    });
    await shown(`${fixture("kubectl-list.yaml")}${noise.join("\n")}\n`, /selects/);
    await button("Share").click();
    await holds(find(".gallery[open]"), "too long for a link");
  },
  "an example that does not exist": async () => {
    await visit.page.goto(new URL("?example=nope", inject("address")).href);
    await find(".address-note").waitFor();
  },
  "no text": () => empty(" ", /./),
  "a table of kubectl": () =>
    empty("NAME     HUB ACCEPTED   JOINED   AGE\nwest-1   true   True   3d\n", "table output"),
  "a template of Helm": () => empty("{{- if .Values.pod }}\nkind: Pod\n{{- end }}\n", "Helm template"),
  "a Deployment alone": () =>
    empty("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 2}\n", "no Node"),
  "objects that nothing is decided about": () =>
    empty("apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n", "nothing to place"),
};

/** What the page is looked at in; a text stays on show while it changes. */
const looks = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  "forced colours": { colorScheme: "light", forcedColors: "active" },
  "forced colours in the dark": { colorScheme: "dark", forcedColors: "active" },
} as const;

test.each(Object.entries(places))("%s", async (_name, reach) => {
  await reopen({ reducedMotion: "reduce" });
  await reach();
  const all: Record<string, string[]> = {};
  for (const [look, media] of Object.entries(looks)) {
    await visit.page.emulateMedia(media);
    // What is of the answer before is dim until it is known anew.
    await expect.poll(() => find(".outdated").count()).toBe(0);
    const found = await findings(visit);
    if (found.length > 0) all[look] = found;
  }
  expect(all).toEqual({});
});
