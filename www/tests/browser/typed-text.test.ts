/** What is half typed stays when an answer arrives. */
import { expect, test } from "vitest";
import { find, says, startPage, visit } from "./one-page";
import { fixture } from "./page";

startPage();

test("a topology key that is half typed stays, and takes effect when it is done", async () => {
  await visit.paste(fixture("spread.yaml"));
  const key = visit.page.getByLabel("Topology key of term 1");
  await key.waitFor();
  await key.press("Control+A");
  await visit.page.keyboard.type("rack");
  // An answer comes for another reason while the field has the focus.
  const before = await visit.answer.textContent();
  await visit.page.getByLabel("numberOfClusters", { exact: true }).evaluate((input: HTMLInputElement) => {
    input.value = "2";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect.poll(() => visit.answer.textContent()).not.toBe(before);
  await expect.poll(() => key.inputValue()).toBe("rack");
  await key.press("Enter");
  await visit.textWith(/topologyKey: rack/);
  await says(/0 of 2 clusters.*2 short/);
  // An empty one is none: the key in force comes back.
  await key.fill("");
  await key.blur();
  await expect.poll(() => key.inputValue()).toBe("rack");
  await expect.poll(() => find(".engine-state").count()).toBe(0);
});
