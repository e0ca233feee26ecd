/** The element for documentation: what is loaded, and when. */
import { expect, test } from "vitest";
import { fixture, type Visit } from "./page";
import { answer, embed, engineFile, holds, open, server, set, startPages, tag, visit } from "./embed-page";

startPages();

/** The page's own use of the package. */
const ownPackage =
  '<script type="module">import * as schedscope from "/pkg/lib/entries/web.js"; ' +
  "Object.assign(window, { schedscope });</script>";

test("six elements share one engine; one that is removed gives its memory back", async () => {
  const views = ["spread", "placement", "spread", "placement", "spread", "placement"];
  await open(
    views.map((view) => tag(`src="/examples/use-case-2-even-spread.yaml" view="${view}" loading="eager"`)).join(""),
    {},
    { head: ownPackage },
  );
  for (const at of views.keys()) await holds(answer(at), /selects 4 of 4 clusters/);
  expect(server.count(engineFile)).toBe(1);
  expect(server.count("embed.js")).toBe(1);
  expect(server.count("schedscope_cel_bg.wasm")).toBe(0);
  const freed = (visit as Visit).page.evaluate(() => {
    const { Scenario } = (window as unknown as { schedscope: { Scenario: { prototype: { free(): void } } } })
      .schedscope;
    const { free } = Scenario.prototype;
    let count = 0;
    Scenario.prototype.free = function (this: unknown): void {
      count += 1;
      free.call(this);
    };
    const [first, second] = [...document.querySelectorAll("schedscope-embed")];
    first?.remove();
    second?.remove();
    // What was removed may come back.
    if (first !== undefined) document.querySelector("main")?.append(first);
    return { count, left: second?.shadowRoot?.querySelector(".embed") ?? null };
  });
  expect(await freed).toEqual({ count: 2, left: null });
  await holds(answer(4), /selects 4 of 4 clusters/);
  expect(server.count(engineFile)).toBe(1);
  expect(visit?.complaints).toEqual([]);
});

test("a page that uses the package, too, has the same engine", async () => {
  await open(tag('src="/examples/balance.yaml" loading="eager"'), {}, { head: ownPackage });
  await holds(answer(), /selects/);
  const kinds = await (visit as Visit).page.evaluate(async () => {
    const { init, Scenario } = (window as unknown as { schedscope: typeof import("schedscope") }).schedscope;
    await init();
    const scenario = new Scenario();
    return scenario.replace("kind: Node\napiVersion: v1\nmetadata: {name: a}").kinds;
  });
  expect(kinds).toEqual([{ kind: "Node", count: 1 }]);
  expect(server.count(engineFile)).toBe(1);
});

test("nothing is loaded before an element is near the window, but where it is asked for", async () => {
  const spacer = '<div style="height: 4000px"></div>';
  await open(spacer + tag('src="/examples/balance.yaml"'));
  const { page } = visit as Visit;
  await page.waitForTimeout(400);
  expect(server.count(engineFile) + server.count(".yaml") + server.count("-view.js")).toBe(0);
  await embed().scrollIntoViewIfNeeded();
  await holds(answer(), /selects/);
  expect([server.count(engineFile), server.count("balance.yaml"), server.count("-view.js")]).toEqual([1, 1, 1]);

  await open(spacer + tag('src="/examples/balance.yaml"'));
  await set("loading", "eager");
  await holds(answer(), /selects/);
  await expect.poll(() => (visit as Visit).page.evaluate(() => scrollY)).toBe(0);
});

test("CEL is loaded where a text uses it", async () => {
  await open(tag("", `<script type="text/yaml">\n${fixture("cel.yaml")}</script>`));
  await holds(answer(), /selects/);
  expect(server.count("schedscope_cel_bg.wasm")).toBe(1);
  expect(visit?.complaints).toEqual([]);
});

test("the module may be imported twice, and where there are no elements", async () => {
  await open(
    tag('src="/examples/balance.yaml" loading="eager"'),
    {},
    { head: '<script type="module" src="/pkg/lib/embed.js?again"></script>' },
  );
  await holds(answer(), /selects/);
  expect(visit?.complaints).toEqual([]);
  const { SchedscopeEmbed } = await import("schedscope/embed");
  expect(SchedscopeEmbed).toBeTypeOf("function");
});
