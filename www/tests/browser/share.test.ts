/** A link holds the text and what is on show of it; the answer goes along in other forms. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

import { find, says, startPage, visit } from "./one-page";
import { findings, fixture, nightly, Visit } from "./page";

startPage();

const copied = (): Promise<string> => visit.page.evaluate(() => navigator.clipboard.readText());
const share = (): Promise<void> => visit.page.getByRole("button", { name: "Share" }).click();
const copy = async (label: string): Promise<string> => {
  await visit.page.evaluate(() => navigator.clipboard.writeText(""));
  await visit.page.getByRole("button", { name: label }).click();
  await expect.poll(copied).not.toBe("");
  return copied();
};

test("a link opens the same text, profile and card elsewhere, and undo brings the old text back", async () => {
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.getByText("Released OCM", { exact: true }).click();
  await find(".rows .line").first().click();
  await find(".card").first().waitFor();
  await share();
  await expect.poll(() => find(".share").textContent()).toMatch(/[\d,]+ of 8,000 characters/);
  const meter = find(".share meter");
  await expect.poll(() => meter.evaluate((it) => (it as HTMLMeterElement).max)).toBe(8000);
  await expect.poll(() => findings(visit)).toEqual([]);
  const link = await copy("Copy link");
  expect(link).toMatch(/#v1=[\w-]+$/);
  expect(link.length).toBeLessThan(8000);
  await expect.poll(() => meter.evaluate((it) => (it as HTMLMeterElement).value)).toBe(link.length);

  const other = await Visit.open({}, link);
  await other.expectSelected(["west-2", "west-1"]);
  await expect.poll(() => other.page.getByLabel("Released OCM").isChecked()).toBe(true);
  await other.page.locator(".card").first().waitFor();
  // The address forgets the text: a reload keeps what is made of it.
  expect(new URL(other.page.url()).hash).toBe("");
  await other.editor.click();
  await other.page.keyboard.press("Control+Z");
  await expect.poll(() => other.page.locator(".file-name").textContent()).not.toBe("kubectl-list.yaml");
  expect(other.requests.filter((url) => url.includes("v1="))).toEqual([]);
  expect(other.complaints).toEqual([]);
  await other.close();
});

test("a link that was cut off says so, and the text that was there stays", async () => {
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.evaluate(() => (location.hash = "#v1=AAAAnothing"));
  await expect
    .poll(() => find(".address-note").textContent())
    .toMatch(/^The link is cut off or was changed on its way\./);
  await visit.expectSelected(["west-2", "west-1"]);
  await find(".address-note button").click();
  await expect.poll(() => find(".address-note").count()).toBe(0);
  await visit.page.evaluate(() => (location.hash = "#v9=AAAA"));
  await expect.poll(() => find(".address-note").textContent()).toMatch(/another version/);
});

test("a text that is too long for a link is offered as a file", async () => {
  const names = Array.from({ length: 3000 }, (_, i) => `# ${(i * 2654435761) % 4294967296}`);
  await visit.paste(`${fixture("kubectl-list.yaml")}\n${names.join("\n")}\n`);
  await visit.expectSelected(["west-2", "west-1"]);
  await share();
  await expect.poll(() => find(".share").textContent()).toMatch(/too long for a link \([\d,]+ of 8,000 characters\)/);
});

test("the answer as Markdown and as a command", async () => {
  await visit.paste(fixture("kubectl-list.yaml"));
  await says(/selects 2/);
  await share();
  const markdown = await copy("Copy as Markdown");
  expect(markdown).toMatch(/selects \*\*2 of 2\*\* clusters/);
  expect(markdown).toMatch(/^\| west-2 \| selected \| 1 \| [−\d]+ \|/m);
  expect(await copy("Copy as command")).toMatch(/^npx schedscope place \S+ -p \S+ --now \S+Z$/);
});

test("the policy test that is saved passes on the input that is saved", async () => {
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  await share();
  const folder = mkdtempSync(join(tmpdir(), "schedscope-saved-"));
  const save = async (label: RegExp): Promise<string> => {
    const download = visit.page.waitForEvent("download");
    await find(".share").getByRole("button", { name: label }).click();
    const saved = await download;
    await saved.saveAs(join(folder, saved.suggestedFilename()));
    return saved.suggestedFilename();
  };
  try {
    const tests = await save(/^Save as policy test$/);
    const input = await save(/^Save .*\.yaml$/);
    expect(tests).toBe(input.replace(".yaml", ".schedscope-test.yaml"));
    const written = readFileSync(join(folder, tests), "utf8");
    expect(written).toMatch(/expect:\n +- west-1\n +- west-2\n +expectCount: 2\n/);
    expect(written).toContain(`inputs:\n  - ${input}\n`);
    const program = fileURLToPath(new URL("../../../pkg/lib/cli.cjs", import.meta.url));
    const names = execFileSync(process.execPath, [program, "test", folder, "-o", "name"], { encoding: "utf8" });
    expect(names).toBe("");
    await expect.poll(() => find(".share .copies").textContent()).toContain("saved");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a link carries what a view of pods or of VMs is compared with, and the pod", nightly, async () => {
  const cluster = fixture("nodes.yaml");
  await visit.paste(cluster);
  await says("picks node1");
  await visit.amend(
    cluster.replace('{cpu: "3", memory: 4Gi}\n        limits', '{cpu: "1", memory: 4Gi}\n        limits'),
  );
  await says("The pod moves to node2 from node1.");
  await share();
  const link = await copy("Copy link");
  const other = await Visit.open({}, link);
  await expect.poll(() => other.answer.textContent()).toContain("The pod moves to node2 from node1.");
  await expect.poll(() => other.page.getByLabel("Baseline").inputValue()).toBe("pinned");
  expect(other.complaints).toEqual([]);
  await other.close();
});

test("a link carries the variant that a run of VMs is compared with", nightly, async () => {
  await visit.paste(fixture("vms.yaml"));
  await says("106 events");
  await visit.page.getByLabel("Variant").selectOption("half pressure");
  await visit.page.getByLabel("Baseline").selectOption({ label: "no migration" });
  await find(".vm-comparison").waitFor();
  await share();
  const link = await copy("Copy link");
  const other = await Visit.open({}, link);
  await expect.poll(() => other.page.locator(".vm-comparison").textContent()).toContain("With no migration");
  await expect.poll(() => other.page.getByLabel("Variant").inputValue()).toBe("half pressure");
  await other.close();
});

test("a text with a Secret says so before the link is given away", async () => {
  const words = find(".share .caveat");
  await visit.paste(fixture("kubectl-list.yaml"));
  await share();
  await expect.poll(() => find(".share").textContent()).toMatch(/of 8,000 characters/);
  await expect.poll(() => words.count()).toBe(0);
  await visit.page.keyboard.press("Escape");
  await visit.paste(`apiVersion: v1\nkind: Secret\nmetadata: {name: token}\n---\n${fixture("quotas-story-1.yaml")}`);
  await says(/train-4/);
  await share();
  await expect
    .poll(() => words.textContent())
    .toBe("The input has 1 Secret, which everyone with the link can read: remove it first.");
  // The page chose the pod that it answers for: the command names it, too.
  expect(await copy("Copy as command")).toMatch(/^npx schedscope quota why \S+\/train-4 /);
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("a link without the names selects what the names stand for", async () => {
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  await share();
  await visit.page.getByLabel("Replace names").check();
  await expect.poll(() => find(".share").textContent()).toMatch(/The decisions are the same with the replaced names\./);
  const link = await copy("Copy link");
  const other = await Visit.open({}, link);
  await expect.poll(() => other.page.locator(".file-name").textContent()).toBe("redacted.yaml");
  await expect.poll(() => other.answer.textContent()).toMatch(/selects 2/);
  const text = await other.page.locator(".cm-content").textContent();
  expect(text).not.toMatch(/west|east/);
  expect(other.complaints).toEqual([]);
  await other.close();
});
