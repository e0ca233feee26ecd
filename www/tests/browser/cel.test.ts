/** CEL: loaded where a text uses it, decided, explained, and reported at its place where it is wrong. */
import { expect, inject, test } from "vitest";
import { fixture, Visit } from "./page";

const text = fixture("cel.yaml");
const isCel = (url: string | URL): boolean => String(url).includes("schedscope_cel");

test("the evaluator is loaded from here, once, when a text uses CEL", async () => {
  const visit = await Visit.open();
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.expectSelected(["west-2", "west-1"]);
  expect(visit.requests.filter(isCel)).toEqual([]);
  await visit.paste(text);
  await visit.expectSelected(["new-1", "new-2"]);
  await visit.paste(text.replaceAll('"eu-"', '"us-"'));
  await visit.expectSelected(["far"]);
  const loaded = visit.requests.filter(isCel);
  const { origin } = new URL(inject("address"));
  expect(loaded.map((url) => url.replace(/^.*\/|-[\w-]+(?=\.\w+$)/g, "")).sort()).toEqual(["schedscope_cel_bg.wasm"]);
  expect(
    visit.requests.filter((url) => !url.startsWith(origin) && !url.startsWith("blob:") && !url.startsWith("data:")),
  ).toEqual([]);
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

test("the card says what an expression gave, and which error", async () => {
  const visit = await Visit.open();
  await visit.paste(text);
  await visit.expectSelected(["new-1", "new-2"]);
  await visit.page.locator(".rows .line", { hasText: "old" }).click();
  const card = visit.page.locator(".card");
  await expect.poll(() => card.textContent()).toContain("fails: no such key: region");
  await expect.poll(() => card.textContent()).toContain("is false");
  await card.locator(".verdicts .line-link").last().click();
  await expect.poll(() => visit.page.locator(".cm-activeLine").textContent()).toContain("labels.region");
  await visit.close();
});

test("an expression that does not compile is reported at its place", async () => {
  const visit = await Visit.open();
  await visit.paste(text.replace('region.startsWith("eu-")', "region.begins(7)"));
  await expect.poll(() => visit.answer.textContent()).toContain("misconfigured");
  await expect.poll(() => visit.answer.textContent()).toContain("compilation failed");
  await expect.poll(() => visit.page.locator(".cm-lintRange-error").allTextContents()).toEqual(["("]);
  await visit.page.locator(".findings .count").click();
  const finding = visit.page.locator(".finding-list li");
  await expect.poll(() => finding.first().textContent()).toContain("undeclared reference to 'begins'");
  // The next good text is decided.
  await visit.paste(text);
  await visit.expectSelected(["new-1", "new-2"]);
  await expect.poll(() => visit.page.locator(".cm-lintRange-error").count()).toBe(0);
  await visit.close();
});

test("where the evaluator cannot be loaded the page says so, and tries again", async () => {
  const visit = await Visit.open();
  visit.keepTab();
  await visit.page.context().route(isCel, (route) => route.abort());
  await visit.paste(text);
  await expect
    .poll(() => visit.page.locator(".notes .error").textContent())
    .toContain("the CEL evaluator could not be loaded");
  await expect.poll(() => visit.answer.textContent()).toContain("CEL was not evaluated");
  await visit.page.context().unroute(isCel);
  await visit.editor.press("Control+End");
  await visit.page.keyboard.type("\n# on");
  await visit.expectSelected(["new-1", "new-2"]);
  await expect.poll(() => visit.page.locator(".notes .error").count()).toBe(0);
  await visit.close();
});

test("a hostile expression ends", async () => {
  const visit = await Visit.open();
  const ten = "[1,2,3,4,5,6,7,8,9,10]";
  const hostile = ["a", "b", "c", "d", "e", "f", "g"].reduceRight(
    (inner, name) => `${ten}.all(${name}, ${inner})`,
    "true",
  );
  await visit.paste(text.replace('managedCluster.metadata.labels.region.startsWith("eu-")', `"${hostile}"`));
  await visit.page.locator(".rows .line", { hasText: "far" }).click();
  await expect
    .poll(() => visit.page.locator(".card").textContent())
    .toContain("runs out of budget: it costs more than 1,000,000");
  await visit.paste(
    text.replace(
      'managedCluster.metadata.labels.region.startsWith("eu-")',
      `"${"(".repeat(20_000)}true${")".repeat(20_000)}"`,
    ),
  );
  await expect.poll(() => visit.answer.textContent()).toContain("compilation failed");
  expect(visit.complaints).toEqual([]);
  await visit.close();
});
