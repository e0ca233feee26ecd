/**
 * Filters of kube-scheduler by name, with the reasons; gates, ties and cures; what is not looked at.
 *
 * @module-tag nightly
 */
import { expect, test } from "vitest";
import { find, holds, says, startPage, visit } from "./one-page";
import { findings, fixture } from "./page";

startPage();

const text = fixture("filters.yaml");

async function choose(pod: string): Promise<void> {
  const picker = visit.page.getByLabel("Pod", { exact: true });
  await picker.click();
  await picker.fill(pod);
  await find(".pod-options").getByRole("option", { name: pod }).first().click();
}

test("in the nodes view a filter is named, with Kubernetes' words and ours", async () => {
  await visit.paste(text);
  await find("#tab-nodes").click();
  await choose("d/anti");
  await says("d/anti fits 0 of 2 nodes");
  const row = (node: string) => find(".node-table").getByRole("row", { name: new RegExp(node) });
  await holds(
    row("n1"),
    /InterPodAffinity: node\(s\) didn't match pod anti-affinity rules.*web-0 on host n1 matches its anti-affinity/,
  );
  await holds(row("n2"), /NodeUnschedulable: node\(s\) were unschedulable/);
  await choose("d/port");
  await holds(row("n1"), /NodePorts: .*free ports.*TCP port 8080 is held by d\/web-0/);
  // Of this pod; in the queue after it another one has volumes.
  await expect.poll(() => find(".answer-line .not-looked-at").count()).toBe(0);
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("in the quotas view: anti-affinity, gates, a cured skew with its tie", async () => {
  await visit.paste(text);
  await find("#tab-quotas").click();
  await choose("d/anti");
  await says(
    "d/anti waits: it fits none of 2 nodes: 1 node(s) didn't match pod anti-affinity rules, 1 node(s) were " +
      "unschedulable.",
  );
  await holds(
    find(".node-verdicts").getByRole("row", { name: /n1/ }),
    /InterPodAffinity: node\(s\) didn't match pod anti-affinity rules d\/web-0 on host n1 matches its anti-affinity/,
  );

  await choose("d/gated");
  await says("d/gated is held back by scheduling gates example.com/quota and example.com/review: it is never tried.");
  await holds(find(".checks"), "No scheduling gates");
  await expect.poll(() => find(".node-verdicts").count()).toBe(0);
  await holds(find(".queue-words"), "Scheduling gates hold d/gated back: it is never tried.");

  await choose("d/spread");
  await says(/d\/spread evicts d\/web-\d on n1 and takes its place\./);
  await holds(
    find(".cycle-notes"),
    /d\/web-\d and d\/web-\d are equals: where either would do, the order in the scheduler's list decides/,
  );
  await holds(
    find(".victim-ladder .rung.first"),
    "PodTopologySpread: while it stays, the skew of zone a would be 3, maxSkew 2; evicting it makes the skew 2",
  );
  await expect.poll(() => findings(visit)).toEqual([]);
});
