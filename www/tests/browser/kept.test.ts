/** Nothing that a person typed, opened or copied is lost on the way: undo behind a reload, names, folders. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { find, holds, says, startPage, visit } from "./one-page";
import { findings, fixture, nightly, Visit } from "./page";

startPage();

const hub = fixture("kubectl-list.yaml");
const reload = async (): Promise<void> => {
  await visit.page.reload();
  await visit.answer.waitFor();
  await visit.editor.waitFor();
};
const undo = () => visit.page.getByRole("button", { name: "Undo", exact: true });
const redo = () => visit.page.getByRole("button", { name: "Redo", exact: true });

test("behind a reload each step is undone and redone, down to the text before the last paste", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.paste(fixture("spread.yaml"));
  await says("selects 7 of 7");
  await find("[aria-label='numberOfClusters']").fill("5");
  await says("selects 5 of 5");
  await visit.textWith("numberOfClusters: 5");
  await reload();
  await says("selects 5 of 5");
  await visit.editor.press("Control+Z");
  await says("selects 7 of 7");
  await visit.expectText(fixture("spread.yaml"));
  await undo().click();
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.expectText(hub);
  // Another visit knows what was undone.
  await reload();
  await redo().click();
  await says("selects 7 of 7");
  await redo().click();
  await says("selects 5 of 5");
  await visit.expectText(fixture("spread.yaml").replace("numberOfClusters: 7", "numberOfClusters: 5"));
  await expect.poll(() => redo().getAttribute("aria-disabled")).toBe("true");
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("a link that is opened over one's own text keeps the steps of that, too", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await find("[aria-label='numberOfClusters']").fill("3");
  await visit.textWith("numberOfClusters: 3");
  await visit.page.goto(new URL("?example=balance", inject("address")).href);
  await holds(find(".file-name"), "balance.yaml");
  await visit.editor.waitFor();
  await undo().click();
  await visit.textWith("numberOfClusters: 3");
  await undo().click();
  await visit.expectText(hub);
});

test("where what is kept is no longer understood the text is there, without its steps", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.textWith("kind: Placement");
  const other = await Visit.open();
  await other.page.evaluate((text) => {
    const undo = { steps: { done: [{ changes: [[3, "x"]] }], undone: [] }, names: { names: ["a"], at: 7 } };
    localStorage.setItem("schedscope.1.text", JSON.stringify({ name: "a", text, now: null, undo }));
    // The page would keep its own text as it goes.
    Storage.prototype.setItem = () => undefined;
  }, hub);
  await other.page.reload();
  await other.expectSelected(["west-2", "west-1"]);
  await other.editor.waitFor();
  await expect
    .poll(() => other.page.getByRole("button", { name: "Undo", exact: true }).getAttribute("aria-disabled"))
    .toBe("true");
  expect(other.complaints).toEqual([]);
  await other.close();
});

/** A folder with these files, for as long as a test runs. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "apps-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Drops files or folders on the page, as a person does. */
async function dropPaths(...paths: string[]): Promise<void> {
  const session = await visit.page.context().newCDPSession(visit.page);
  const at = { x: 700, y: 400, data: { items: [], files: paths, dragOperationsMask: 1 } };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, ...at });
}

/** Drops a folder with these files. */
async function drop(files: Record<string, string>): Promise<string> {
  const folder = folderOf(files);
  await dropPaths(folder);
  return folder.split("/").at(-1) ?? "";
}

test("files that are dropped are one text, and Save hands it out", async () => {
  const [placement = "", rest = ""] = fixture("spread.yaml").split(/^---\n([\s\S]*)$/m);
  const folder = folderOf({ "placement.yaml": placement, "clusters.yaml": rest });
  await dropPaths(join(folder, "placement.yaml"), join(folder, "clusters.yaml"));
  await says("selects 7 of 7");
  await holds(find(".file-name"), "placement.yaml");
  await expect.poll(() => find(".incomplete-text").count()).toBe(0);
  await visit.expectText(fixture("spread.yaml"));
  const download = visit.page.waitForEvent("download");
  await visit.page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("placement.yaml");
  expect(readFileSync(await saved.path(), "utf8")).toBe(fixture("spread.yaml"));
});

test("a folder is opened as the command line reads it, and its kustomization is said before its answers", async () => {
  const spread = fixture("spread.yaml");
  const name = await drop({
    "base/kustomization.yaml": "resources: [all.yaml]\n",
    "base/all.yaml": spread,
    "overlays/prod/kustomization.yaml": "resources: [../../base]\npatches:\n- path: less.yaml\n",
    "overlays/prod/less.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: less}\n",
    "notes/values.yaml": "replicas: 3\n",
    ".git/config.yaml": "kind: Secret\n",
    "README.md": "# kind: Placement\n",
  });
  await says("selects 7 of 7");
  await visit.expectText(spread);
  await holds(find(".file-name"), `${name}.yaml`);
  const said = find(".incomplete-text");
  const words =
    `Incomplete: ${name} has overlays, which are not rendered: ` +
    `paste what kustomize build ${name}/overlays/prod prints.`;
  await holds(said, words);
  await holds(find(".not-read"), `not read: ${name}/notes/values.yaml (no Kubernetes object in it)`);
  await holds(find(".not-read"), "overlays/prod/less.yaml (a patch");
  await expect.poll(() => find("#view").getAttribute("aria-describedby")).toBe("incomplete-folder");
  await expect.poll(() => findings(visit)).toEqual([]);
  // So is it behind a reload.
  await reload();
  await holds(said, words);
  // Another text has nothing to do with it; undo brings both back.
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await expect.poll(() => said.count()).toBe(0);
  await undo().click();
  await holds(said, words);
});

test("a folder without objects leaves the text, and says so", nightly, async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  const name = await drop({ "Chart.yaml": "apiVersion: v2\nname: c\n", "templates/a.yaml": "kind: {{ .Kind }}\n" });
  await holds(find(".address-note"), `There is no YAML or JSON file with objects in ${name}.`);
  await holds(find(".address-note"), "part of a Helm chart");
  await visit.expectSelected(["west-2", "west-1"]);
});

test("files that are opened together with their kustomization say so; UTF-16 is read", nightly, async () => {
  const input = find("input[type=file]").first();
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "text/yaml", buffer });
  await input.setInputFiles([
    file("kustomization.yaml", Buffer.from("resources: [hub.yaml]\nnamePrefix: x-\n")),
    file("hub.yaml", Buffer.from(`\ufeff${hub}`, "utf16le")),
  ]);
  await visit.expectSelected(["west-2", "west-1"]);
  await holds(find(".incomplete-text"), "kustomization.yaml is a kustomization, which is not rendered");
  await holds(find(".incomplete-text"), "kustomize build .");
});
