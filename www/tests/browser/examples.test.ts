/** Every example opens from the gallery, in its view, and is decided as its own file says. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nightly, Visit } from "./page";

interface Expected {
  now: string;
  placement: string;
  profile: "Upstream" | "Proposal";
  selected: string[];
}

const folder = new URL("../../../examples/", import.meta.url);
const expected = (file: string): Expected =>
  JSON.parse(readFileSync(new URL(file.replace(/\.yaml$/, ".expected.json"), folder), "utf8")) as Expected;

interface Example {
  file: string;
  view: "placement" | "nodes" | "quotas" | "vms";
}

const index = JSON.parse(readFileSync(new URL("index.json", folder), "utf8")) as Example[];

const open = async (visit: Visit, file: string): Promise<void> => {
  await visit.page.getByRole("button", { name: "Examples" }).click();
  await visit.page.locator(`[data-file="${file}"]`).click();
};

test("the gallery's examples give the decisions that their files say", nightly, async () => {
  const visit = await Visit.open();
  const files = index.filter(({ view }) => view === "placement").map(({ file }) => file);
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    const { now, placement, profile, selected } = expected(file);
    await open(visit, file);
    await expect.poll(() => visit.answer.textContent()).toContain(placement);
    await visit.page.locator(`input[name="profile"][value="${profile}"]`).check({ force: true });
    await expect.poll(() => visit.page.getByLabel("The clock, RFC 3339").inputValue()).toBe(now);
    await expect.poll(() => visit.selected(), { message: file }).toEqual(selected);
  }
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

test("the gallery lists every example, and each opens in its view", nightly, async () => {
  const visit = await Visit.open();
  await visit.page.getByRole("button", { name: "Examples" }).click();
  const entries = visit.page.locator("[data-file]");
  const list = (): Promise<(string | null)[]> =>
    entries.evaluateAll((all) => all.map((one) => one.getAttribute("data-file")));
  // What is in the gallery is loaded when it is opened.
  await expect.poll(list).toEqual(index.map(({ file }) => file));
  const listed = await list();
  expect([...listed].sort()).toEqual(
    readdirSync(folder)
      .filter((file) => file.endsWith(".yaml"))
      .sort(),
  );
  await visit.page.getByRole("button", { name: "Close" }).click();
  const chosen = visit.page.locator('[role="tab"][aria-selected="true"]');
  // By turns, so that no view is on show only because it was before.
  const of = (view: Example["view"]): Example[] => index.filter((example) => example.view === view);
  const turns = [of("nodes"), of("quotas"), of("vms")];
  const longest = Math.max(...turns.map(({ length }) => length));
  const others = Array.from({ length: longest }, (_, i) => turns.flatMap((turn) => turn.slice(i, i + 1))).flat();
  for (const { file, view } of [...others, ...index.slice(0, 1)]) {
    await open(visit, file);
    await expect.poll(() => chosen.getAttribute("id"), { message: file }).toBe(`tab-${view}`);
    await expect.poll(() => visit.page.locator("#view").textContent(), { message: file }).not.toBe("");
  }
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

test("the profiles differ, and the page says how", nightly, async () => {
  const visit = await Visit.open();
  await open(visit, "story-1-cpu-and-memory-ratio.yaml");
  await expect.poll(() => visit.answer.textContent()).toContain("selects 3 of 3 clusters");
  await visit.page.getByText("Released OCM", { exact: true }).click();
  await expect.poll(() => visit.answer.textContent()).toContain("is misconfigured and selects no cluster");
  await expect.poll(() => visit.page.locator(".rows .line.selected").count()).toBe(0);
  await visit.close();
});

test("a text that is pasted over another one does not keep its name", async () => {
  const visit = await Visit.open();
  const name = visit.page.locator(".file-name");
  await open(visit, "story-1-cpu-and-memory-ratio.yaml");
  await expect.poll(() => name.textContent()).toBe("story-1-cpu-and-memory-ratio.yaml");
  await visit.paste("kind: List\n");
  await expect.poll(() => name.textContent()).toBe("scenario.yaml");
  await visit.page.keyboard.press("Control+Z");
  await expect.poll(() => name.textContent()).toBe("story-1-cpu-and-memory-ratio.yaml");
  await visit.page.keyboard.press("Control+End");
  await visit.page.keyboard.type("#");
  await expect.poll(() => name.textContent()).toBe("story-1-cpu-and-memory-ratio.yaml");
  await visit.close();
});
