/** The engine fails or ends without a word: the page notices, and goes on with the same text. */
import { expect, test } from "vitest";
import { fixture, type Visit } from "./page";
import { find, holds, startPage, visit } from "./one-page";

startPage();

const restarted = /restarted with the same text/;

async function decided(on: Visit): Promise<void> {
  await on.paste(fixture("kubectl-list.yaml"));
  await on.expectSelected(["west-2", "west-1"]);
}

async function goesOn(on: Visit): Promise<void> {
  await on.drag("ResourceAllocatableMemory", -2);
  await on.expectSelected(["east-2", "east-1"]);
  expect(on.page.workers()).toHaveLength(1);
}

test("a worker that closes itself is noticed", async () => {
  await decided(visit);
  const [worker] = visit.page.workers();
  await worker?.evaluate(() => self.close());
  await expect.poll(() => find(".engine-state").textContent()).toMatch(restarted);
  await goesOn(visit);
  // And the next one, too.
  await visit.page.workers()[0]?.evaluate(() => self.close());
  await expect.poll(() => visit.page.workers().length).toBe(1);
  await visit.drag("ResourceAllocatableMemory", 1);
  await expect.poll(() => visit.selected()).not.toEqual([]);
});

test("a worker that closes itself while it is asked is noticed, too", async () => {
  await decided(visit);
  const [worker] = visit.page.workers();
  await worker?.evaluate(() => self.addEventListener("message", () => self.close()));
  await visit.slider("ResourceAllocatableMemory").fill("-2");
  await holds(find(".engine-state"), restarted);
  await visit.expectSelected(["east-2", "east-1"]);
});

test("a trap inside the engine is noticed, and the text stays", async () => {
  await decided(visit);
  const [worker] = visit.page.workers();
  // The next answer that is read out of WebAssembly's memory fails, as after a panic.
  await worker?.evaluate(() => {
    const { decode } = TextDecoder.prototype;
    TextDecoder.prototype.decode = () => {
      TextDecoder.prototype.decode = decode;
      throw new WebAssembly.RuntimeError("unreachable");
    };
  });
  await visit.slider("ResourceAllocatableMemory").fill("-2");
  await holds(find(".engine-state"), restarted);
  await visit.expectSelected(["east-2", "east-1"]);
});

test("a tick during which the engine ends is asked again", async () => {
  await decided(visit);
  const slider = visit.slider("ResourceAllocatableMemory");
  const before = Number(await slider.inputValue());
  const [worker] = visit.page.workers();
  // Its answer is lost.
  await worker?.evaluate(() => {
    self.postMessage = () => self.close();
  });
  await slider.focus();
  // One tick alone: no later one takes its place.
  await slider.press("ArrowLeft");
  await holds(find(".engine-state"), restarted);
  await visit.textWith(new RegExp(`weight: ${before - 1}\\b`));
});

test("beside another text no old answer stays, and a run that was stopped can run again", async () => {
  await decided(visit);
  const [worker] = visit.page.workers();
  // It goes on, and says that it does, but no answer comes.
  await worker?.evaluate(() => {
    const post = self.postMessage.bind(self) as (message: { type: string }) => void;
    self.postMessage = (message: { type: string }) => {
      if (message.type !== "answer") post(message);
    };
  });
  await visit.paste(fixture("kubectl-list.yaml").replaceAll("west-", "north-west-"));
  await holds(find(".awaited"), "is being computed");
  await expect.poll(() => find(".answer-line").count()).toBe(0);
  await visit.page.getByRole("button", { name: "Stop", exact: true }).click();
  await holds(find(".awaited"), "was stopped before it answered");
  await visit.page.getByRole("button", { name: "Run again" }).click();
  await visit.expectSelected(["north-west-2", "north-west-1"]);
  await expect.poll(() => find(".engine-state").count()).toBe(0);
});
