/** The element for documentation: colours, styles, policies, print, access. */
import { expect, test } from "vitest";
import { atNight, findings, type Visit } from "./page";
import { answer, embed, holds, open, server, set, startPages, tag, visit, words } from "./embed-page";

startPages();

test("light and dark follow the page, or the attribute", async () => {
  const ground = (at = 0): Promise<string> =>
    embed(at)
      .locator(".embed")
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const [light, dark] = ["rgb(255, 255, 255)", "rgb(20, 23, 26)"];
  const both = '<meta name="color-scheme" content="light dark">';
  await open(
    tag('src="/examples/balance.yaml"') + tag('src="/examples/balance.yaml" theme="light"'),
    { colorScheme: "dark" },
    { head: both },
  );
  expect([await ground(), await ground(1)]).toEqual([dark, light]);
  await set("theme", "dark", 1);
  await expect.poll(() => ground(1)).toBe(dark);
  await (visit as Visit).page.evaluate(() => {
    document.documentElement.style.colorScheme = "light";
  });
  expect([await ground(), await ground(1)]).toEqual([light, dark]);
  // A page that knows no dark is light, whatever the system says.
  await open(tag('src="/examples/balance.yaml"'), { colorScheme: "dark" });
  await expect.poll(() => ground()).toBe(light);
});

test("no style comes in, and none goes out", async () => {
  const styles =
    "<style>* { color: red !important; font-size: 40px !important; font-family: fantasy; letter-spacing: 1em; " +
    "text-transform: uppercase; --ink: red; --blue: red } .embed, .number, h2 { display: none !important }</style>";
  const body = '<p class="number plain quiet">Words <button class="plain">of</button> <strong>the page</strong></p>';
  const looks = (): Promise<string[]> =>
    (visit as Visit).page.evaluate(() =>
      [...document.querySelectorAll("html, body, h1, p, button, strong")].map((element) => {
        const style = getComputedStyle(element);
        return [...style]
          .map((name) => `${name}: ${style.getPropertyValue(name)}`)
          .filter((line) => !/height|size|width|inset|origin|block|inline/.test(line))
          .join(";");
      }),
    );
  await open(body, {}, { head: styles });
  const alone = await looks();
  await open(body + tag('src="/examples/balance.yaml" loading="eager"'), {}, { head: styles });
  await holds(answer(), /selects/);
  await expect.poll(() => looks()).toEqual(alone);
  const inside = await embed().evaluate((element) =>
    [".headline", "td[data-of=Total]", ".block-table th[scope=row]"].map((at) => {
      const { color, fontSize, letterSpacing, textTransform, display } = getComputedStyle(
        element.shadowRoot?.querySelector(at) as Element,
      );
      return [color, fontSize, letterSpacing, textTransform, display === "none"];
    }),
  );
  const ink = "rgb(27, 31, 36)";
  expect(inside).toEqual([
    [ink, "15px", "normal", "none", false],
    [ink, "12px", "normal", "none", false],
    [ink, "12px", "normal", "none", false],
  ]);
  await expect
    .poll(() =>
      embed().evaluate(
        (element) =>
          document.head.querySelectorAll("style").length +
          document.adoptedStyleSheets.length +
          Object.keys(window).filter((name) => /schedscope|preact|signals/i.test(name)).length +
          (element.getAttribute("style") === null ? 0 : 1),
      ),
    )
    .toBe(1);
});

test("a strict policy is enough", async () => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:; " +
    "require-trusted-types-for 'script'";
  const names = ["use-case-4-joint-spread", "balance", "limit-aware-use-case", "quota-story-1", "vm-watermark-crossed"];
  await open(
    names.map((name) => tag(`src="/examples/${name}.yaml" loading="eager" height="300px"`)).join(""),
    {},
    { policy },
  );
  for (const at of names.keys()) expect((await words(answer(at))).length).toBeGreaterThan(10);
  await expect
    .poll(() =>
      embed()
        .locator(".embed")
        .evaluate((element) => element.getBoundingClientRect().height),
    )
    .toBe(300);
  expect(visit?.complaints).toEqual([]);
  const { origin } = new URL(server.at("/"));
  expect(visit?.requests.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"))).toEqual([]);
});

test("a picture has nothing to move, open or choose", async () => {
  const names = ["use-case-2-even-spread", "balance", "limit-aware-use-case", "quota-story-1", "vm-watermark-crossed"];
  await open(names.map((name) => tag(`src="/examples/${name}.yaml" readonly controls loading="eager"`)).join(""));
  for (const at of names.keys()) {
    await answer(at).waitFor();
    expect(await embed(at).locator("button:visible, input:visible, select:visible").count(), names[at]).toBe(0);
  }
  await holds(embed().locator(".embed-step"), /Step 4 of 4/);
});

const everything = [
  "use-case-4-joint-spread",
  "use-case-2-even-spread",
  "story-1-cpu-and-memory-ratio",
  "limit-aware-use-case",
  "quota-reprieve",
  "quota-story-1",
  "vm-watermark-crossed",
];
const all = (): string =>
  everything
    .map((name) =>
      tag(
        (
          `src="/examples/${name}.yaml" controls loading="eager" cluster="gcp-prod-1" node="node1" ` +
          'playground="/play"'
        ).replace(/node="node1"/, name.startsWith("limit") ? 'node="node1"' : ""),
      ),
    )
    .join("");

for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["forced colours", { forcedColors: "active" }],
  ["320 pixels", { viewport: { width: 320, height: 800 } }],
] as const) {
  test(`axe finds nothing, and nothing overflows: ${name}`, atNight(name !== "320 pixels"), async () => {
    await open(all(), options, {
      head: '<meta name="color-scheme" content="light dark"><style>body { margin: 0 }</style>',
    });
    for (const at of everything.keys()) await answer(at).waitFor();
    for (const details of await (visit as Visit).page.locator("schedscope-embed details").all())
      await details.evaluate((element) => {
        (element as HTMLDetailsElement).open = true;
      });
    await expect.poll(() => findings(visit as Visit)).toEqual([]);
    const overflow = await (visit as Visit).page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(visit?.complaints).toEqual([]);
  });
}

test("printed, there is nothing to press", async () => {
  await open(tag('src="/examples/use-case-2-even-spread.yaml" controls loading="eager"'));
  await holds(answer(), /selects/);
  await (visit as Visit).page.emulateMedia({ media: "print" });
  await expect.poll(() => embed().locator(".scrubber").isVisible()).toBe(false);
  await expect.poll(() => answer().isVisible()).toBe(true);
});

test("steps play, and stop at the end", async () => {
  await open(tag('src="/examples/use-case-2-even-spread.yaml" step="2"'), { reducedMotion: "no-preference" });
  await embed().getByRole("button", { name: "Play" }).click();
  await holds(embed().locator(".step-words > p").first(), /^Step 4 picks/);
  await expect.poll(() => embed().getByRole("button", { name: "Play" }).count()).toBe(1);
});
