/** The documentation, as it is read: everybody can, with or without JavaScript, and nothing leaves the machine. */
import { expect, inject, test } from "vitest";
import { chapters, textOf } from "../../docs/site/contents.ts";
import { readPage } from "../../docs/site/markdown.ts";
import { atNight, boxOf, findings, Visit } from "./page";

const pageAt = (name: string): string => new URL(`docs/${name}.html`, inject("address")).href;

const outside = (visit: Visit): string[] => {
  const { origin } = new URL(inject("address"));
  return visit.requests.filter(
    (url) => !url.startsWith(origin) && !url.startsWith("blob:") && !url.startsWith("data:"),
  );
};

/** Those with embeds are looked at with them. */
const plain = chapters.filter(({ name }) => readPage(textOf(name)).embeds.length === 0);

test("some pages have no embeds", () => expect(plain.length).toBeGreaterThan(1));

for (const colorScheme of ["light", "dark"] as const) {
  for (const { name } of plain)
    test(
      `axe finds nothing on ${name}, ${colorScheme}, and no request leaves the origin`,
      atNight(colorScheme === "light" || name !== "terminal"),
      async () => {
        const visit = await Visit.at(pageAt(name), { colorScheme });
        await expect.poll(() => findings(visit)).toEqual([]);
        expect(outside(visit)).toEqual([]);
        expect(visit.complaints).toEqual([]);
        await visit.close();
      },
    );
}

test("360 pixels are enough for pages without embeds", async () => {
  for (const { name } of plain) {
    const visit = await Visit.at(pageAt(name), { viewport: { width: 360, height: 740 } });
    const overflow = await visit.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, name).toBe(0);
    await visit.close();
  }
});

test("a line of text holds about 70 characters, and the head goes from edge to edge", async () => {
  const visit = await Visit.at(pageAt("quota"));
  expect((await boxOf(visit.page.locator(".docs-head"))).x).toBe(0);
  const width = await visit.page.evaluate(() => {
    const paragraph = document.querySelector(".text > p");
    const zero = document.createElement("span");
    zero.textContent = "0".repeat(70);
    paragraph?.append(zero);
    const measured = { zeros: zero.getBoundingClientRect().width, line: paragraph?.getBoundingClientRect().width ?? 0 };
    zero.remove();
    return measured;
  });
  expect(Math.abs(width.line - width.zeros)).toBeLessThan(2);
  await visit.close();
});

test("without JavaScript all words are there, and links to the examples that arrive", async () => {
  const visit = await Visit.at(pageAt("spread"), { javaScriptEnabled: false });
  await expect.poll(() => visit.page.locator("h1").textContent()).toBe("Spread policy");
  const example = visit.page.locator("schedscope-embed a").first();
  await expect.poll(() => example.isVisible()).toBe(true);
  const text = await visit.page.request.get(new URL((await example.getAttribute("href")) ?? "", pageAt("spread")).href);
  expect(await text.text()).toContain("kind: Placement");
  await visit.close();
});

test("the keyboard goes past the navigation, and a table can be scrolled with it", async () => {
  const visit = await Visit.at(pageAt("placement"));
  await visit.page.keyboard.press("Tab");
  await expect.poll(() => visit.page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the text");
  await visit.page.keyboard.press("Enter");
  await expect.poll(() => visit.page.evaluate(() => document.activeElement?.id)).toBe("text");
  await expect.poll(() => visit.page.locator(".wide:not([tabindex]), pre:not([tabindex])").count()).toBe(0);
  await visit.close();
});

test("from the page to the documentation, to an example, and back to one's own text", async () => {
  const visit = await Visit.open();
  await visit.paste("kind: List\n# mine\n");
  await visit.textWith("# mine");
  await visit.page.getByRole("link", { name: "Docs" }).click();
  await visit.page.getByRole("link", { name: "Spread policy" }).first().click();
  await expect.poll(() => visit.page.locator("h1").textContent()).toBe("Spread policy");
  await visit.page.getByRole("link", { name: "Open in the playground: Joint spread" }).click();
  await expect.poll(() => visit.answer.textContent()).toContain("ns1/use-case-4 selects 4 of 4 clusters");
  expect(new URL(visit.page.url()).search).toBe("");
  await expect.poll(() => visit.page.locator(".file-name").textContent()).toBe("use-case-4-joint-spread.yaml");
  await visit.editor.press("Control+Z");
  await visit.textWith("# mine");
  // A reload does not open it again.
  await visit.page.reload();
  await expect.poll(() => visit.editor.textContent()).toContain("# mine");
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

test("an address names an example with or without its ending; one of no such name opens nothing", async () => {
  const at = (example: string): Promise<Visit> =>
    Visit.open({}, new URL(`?example=${example}`, inject("address")).href);
  for (const example of ["balance", "balance.yaml"]) {
    const visit = await at(example);
    await expect.poll(() => visit.page.locator(".file-name").textContent(), { message: example }).toBe("balance.yaml");
    await visit.close();
  }
  const visit = await at("..%2Fpackage.json");
  await expect.poll(() => visit.page.locator(".file-name").textContent()).toBe("spread-over-regions.yaml");
  expect(visit.complaints).toEqual([]);
  await visit.close();
});
