/**
 * Controls show where nothing changes, and say why they change nothing.
 *
 * @module-tag nightly
 */
import { expect, test } from "vitest";
import { find, holds, says, startPage, visit } from "./one-page";
import { boxOf, findings, fixture } from "./page";

startPage();

const hub = fixture("kubectl-list.yaml");
const control = (name: string) => find(".control").filter({ has: visit.page.getByLabel(`Weight of ${name}, slider`) });

test("a track has the interval in which the same clusters are selected, and marks where they change", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  const memory = control("ResourceAllocatableMemory");
  await holds(memory.locator(".interval"), "same 2 to 10");
  await holds(memory.locator(".interval"), "Below 2 east-2 is added, west-1 is removed.");
  await expect.poll(() => memory.locator(".swap").count()).toBe(2);
  // The band lies on the track where these weights are.
  const [track, band] = [await boxOf(memory.locator(".track")), await boxOf(memory.locator(".same"))];
  const at = (weight: number): number => track.x + 6 + ((weight + 10) / 20) * (track.width - 12);
  expect(Math.abs(band.x - at(2))).toBeLessThan(1);
  expect(Math.abs(band.x + band.width - at(10))).toBeLessThan(1);
  await holds(find(".near-numbers"), "1: west-1 is removed; 3: east-2 is added");
  await expect.poll(() => findings(visit)).toEqual([]);
});

test("a control without effect says why, and offers what would give it one", async () => {
  await visit.paste(hub);
  await visit.expectSelected(["west-2", "west-1"]);
  await visit.page.getByText("Spread preview", { exact: true }).click();
  // Those that count nothing have no slider until somebody adds one.
  await expect.poll(() => control("Spread").count()).toBe(0);
  await visit.page.getByLabel("Add a prioritizer").selectOption("Spread");
  await holds(control("Spread").locator(".no-effect"), "no effect: there is no spread term");
  await find("[aria-label='numberOfClusters']").fill("4");
  await says(/selects 4 of 4/);
  await holds(find(".weights-matter"), "numberOfClusters is 4 and all 4 feasible clusters are selected");
  await expect.poll(() => find(".no-effect").count()).toBe(0);
  await find(".weights-matter").getByRole("button", { name: "Set to 3" }).click();
  await visit.textWith("numberOfClusters: 3");
  await says(/selects 3 of 3/);
  await control("Spread").getByRole("button", { name: "Add spread constraint" }).click();
  await visit.textWith("spreadConstraints");
  // One that is added has a weight.
  await visit.page.getByLabel("Add a prioritizer").selectOption("ResourceAllocatableCPU");
  await visit.textWith(/ResourceAllocatableCPU/);
  await expect.poll(() => visit.slider("ResourceAllocatableCPU").inputValue()).toBe("1");
});

test("a term that counts nothing offers a weight, and max skew has its interval", async () => {
  await visit.paste(fixture("spread.yaml"));
  await holds(find(".spread-term").first().locator(".interval"), "same at 1 only");
  await holds(find(".spread-term").first().locator(".interval"), "Above 1 usw2-a-02 is added, usw2-b-01 is removed.");
  await visit.slider("Spread").fill("0");
  await holds(find(".weight-offer"), "Spread` has weight 0, and `ScheduleAnyway` never blocks.");
  await find(".weight-offer button").click();
  await expect.poll(() => visit.slider("Spread").inputValue()).toBe("1");
  await expect.poll(() => find(".weight-offer").count()).toBe(0);
});
