/** The answer as a change: against the record, the last edit, a pinned decision, the other profile, another text. */
import { expect, test } from "vitest";
import { find, holds, startPage, visit } from "./one-page";
import { findings, fixture, nightly, Visit } from "./page";

startPage();

const hub = fixture("kubectl-list.yaml");
const memory = "ResourceAllocatableMemory";
/** Without the recorded decision, which is of east-2 alone. */
const fresh = hub.replace(/- apiVersion: [^\n]+\n {2}kind: PlacementDecision\n[\s\S]*?(?=\n- apiVersion)\n/, "");
const difference = () => find(".answer-line .difference");
const baseline = () => find("[aria-label=Baseline]");
/** The names of rows by what they are against the baseline. */
const marked = (): Promise<string[]> =>
  find(".rows .line:has([data-against])").evaluateAll((lines) =>
    lines.map(
      (line) =>
        `${line.querySelector<HTMLElement>(".state")?.dataset.against} ${line.querySelector(".name")?.textContent}`,
    ),
  );

test("what the hub recorded is the baseline where the text holds it, in the sentence, the rows and aloud", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await holds(difference(), "+west-2 +west-1 −east-2.");
  await expect.poll(() => baseline().inputValue()).toBe("recorded");
  expect((await marked()).sort()).toEqual(["in west-1", "in west-2", "out east-2"]);
  await holds(find(".answer-pane > [role=status]"), "+west-2 +west-1 −east-2.");
  await expect.poll(() => findings(visit)).toEqual([]);
  // A drag is judged against the record, too.
  await visit.slider(memory).fill("-2");
  await visit.expectSelected(["east-2", "east-1"]);
  await holds(difference(), "+east-1 (1 unchanged).");
  expect((await marked()).sort()).toEqual(["in east-1", "kept east-2"]);
});

test("without a record each step of undo is compared with what was before it", nightly, async () => {
  await visit.paste(fresh);
  await visit.expectSelected(["west-2", "west-1"]);
  await expect.poll(() => difference().count()).toBe(0);
  await visit.drag(memory, -2);
  await visit.expectSelected(["east-1", "east-2"]);
  await holds(difference(), "+east-1 +east-2 −west-2 −west-1.");
  // The whole drag is one edit; the next one is another.
  await find("[aria-label='numberOfClusters']").fill("3");
  await visit.textWith("numberOfClusters: 3");
  await holds(difference(), /^\+\S+ \(2 unchanged\)\.\s*$/);
  await visit.editor.press("Control+Z");
  await holds(difference(), /^−\S+ \(2 unchanged\)\.\s*$/);
});

test("a decision that is pinned stays the baseline, also in a link", async () => {
  await visit.paste(fresh);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.getByRole("button", { name: "Pin", exact: true }).click();
  await holds(difference(), "The same clusters as in the pinned decision.");
  for (const weight of ["4", "5", "-2"]) {
    await visit.slider(memory).fill(weight);
    await visit.textWith(`weight: ${weight} `);
  }
  await holds(difference(), "+east-1 +east-2 −west-2 −west-1.");
  await visit.page.getByRole("button", { name: "Share" }).click();
  await visit.page.getByRole("button", { name: "Copy link" }).click();
  const copied = (): Promise<string> => visit.page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/#v1=/);
  const link = await copied();
  const other = await Visit.open({}, link);
  await expect
    .poll(() => other.page.locator(".answer-line .difference").textContent())
    .toMatch("+east-1 +east-2 −west-2 −west-1.");
  await expect.poll(() => other.page.getByLabel("Baseline").inputValue()).toBe("pinned");
  expect(other.complaints).toEqual([]);
  await other.close();
});

test("the other profile and another text are baselines", nightly, async () => {
  await visit.paste(fixture("spread.yaml"));
  await baseline().selectOption("profile");
  await holds(difference(), /\+\S+ .*−\S+/);
  await visit.paste(fresh);
  await visit.expectSelected(["west-2", "west-1"]);
  await baseline().selectOption("open");
  await find("[aria-label='The other input']").fill(fresh.replace("weight: 3   #", "weight: -2   #"));
  await expect.poll(() => findings(visit)).toEqual([]);
  await visit.page.getByRole("button", { name: "Compare", exact: true }).click();
  await holds(difference(), "+west-2 +west-1 −east-1 −east-2.");
  await visit.slider(memory).fill("-2");
  await holds(difference(), "The other input selects the same clusters.");
  await baseline().selectOption("open");
  await find("[aria-label='The other input']").fill("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n");
  await visit.page.getByRole("button", { name: "Compare", exact: true }).click();
  await holds(difference(), "The other input has no readable Placement of this name.");
  await expect.poll(() => marked()).toEqual([]);
});
