/** Every embed of the documentation shows its example, to everybody, and asks nobody else for it. */
import { describe, expect, inject, test } from "vitest";
import { chapters, textOf } from "../../docs/site/contents.ts";
import { readPage } from "../../docs/site/markdown.ts";
import { atNight, findings, Visit } from "./page";

/** What an element said that it shows, by the attributes that ask for it. */
interface Shown {
  src: string | null;
  view: string;
  step?: number | null;
  pod?: string | null;
}

/** Notes, from before the page's own code runs, what elements answer. */
async function listen(visit: Visit): Promise<void> {
  await visit.page.context().addInitScript(() => {
    const shown: Record<string, Shown> = {};
    Object.assign(globalThis, { shown });
    // The event does not bubble; who captures hears it.
    document.addEventListener(
      "answer",
      (event) => {
        const src = (event.target as Element).getAttribute("src");
        const { view, ...detail } = (event as CustomEvent<Record<string, never>>).detail;
        const { step, placement, cycle, pod } = detail as {
          step?: number | { index: number } | { step: number } | null;
          placement?: { pod: { namespace: string; name: string } } | null;
          cycle?: { pod: { namespace: string; name: string } } | null;
          pod?: string | null;
        };
        const stepOf = (shown: { index: number } | { step: number }): number =>
          "step" in shown ? shown.step : shown.index + 1;
        const about = placement?.pod ?? cycle?.pod;
        const at = typeof step === "object" && step !== null ? stepOf(step) : step;
        shown[src ?? ""] = {
          src,
          view: String(view),
          step: at ?? null,
          pod: about == null ? (pod ?? null) : `${about.namespace}/${about.name}`,
        };
      },
      true,
    );
  });
}

const shown = (visit: Visit): Promise<Record<string, Shown>> =>
  visit.page.evaluate(() => (globalThis as unknown as { shown: Record<string, Shown> }).shown);

/** Goes through the page until every embed has answered. */
async function readAll(visit: Visit, count: number): Promise<Record<string, Shown>> {
  const embeds = visit.page.locator("schedscope-embed");
  for (let at = 0; at < count; at += 1) {
    const src = (await embeds.nth(at).getAttribute("src")) ?? "";
    await embeds.nth(at).scrollIntoViewIfNeeded();
    await expect.poll(async () => Object.keys(await shown(visit))).toContain(src);
  }
  return shown(visit);
}

const withEmbeds = chapters
  .map(({ name }) => ({ name, embeds: readPage(textOf(name)).embeds }))
  .filter(({ embeds }) => embeds.length > 0);

/** Short pages with five views are read in every run, the others at night. */
const representative = new Set(["filters", "what-if"]);

describe.each(withEmbeds)("$name", ({ name, embeds }) => {
  const isAtNight = !representative.has(name);
  const open = async (options: Parameters<typeof Visit.at>[1]): Promise<Visit> => {
    const visit = await Visit.at("about:blank", options);
    await listen(visit);
    await visit.page.goto(new URL(`docs/${name}.html`, inject("address")).href);
    return visit;
  };

  for (const colorScheme of ["light", "dark"] as const)
    test(
      `${colorScheme}: every embed shows what it is asked for, and axe finds nothing`,
      atNight(isAtNight || colorScheme === "dark"),
      async () => {
        const visit = await open({ colorScheme });
        const answers = await readAll(visit, embeds.length);
        for (const { attributes } of embeds) {
          const { src = "", view, step, pod } = attributes;
          expect(answers[src], src).toMatchObject({
            view,
            ...(step !== undefined && { step: Number(step) }),
            ...(pod !== undefined && { pod }),
          });
        }
        await expect.poll(() => findings(visit)).toEqual([]);
        const { origin } = new URL(inject("address"));
        expect(visit.requests.filter((url) => !/^(about|blob|data):/.test(url) && !url.startsWith(origin))).toEqual([]);
        // One engine for all of them; a frame is a page of its own.
        const engines = 1 + (await visit.page.locator("iframe").count());
        const files = visit.requests.filter((url) => url.endsWith(".wasm"));
        const of = (name: string): number => files.filter((url) => url.includes(`schedscope_${name}`)).length;
        const [engine, cel] = [of("bg"), of("cel")];
        expect(engine).toBe(engines);
        // An example may use CEL, which is a file of its own.
        expect(cel).toBeLessThanOrEqual(1);
        expect(engine + cel).toBe(files.length);
        expect(visit.complaints).toEqual([]);
        await visit.close();
      },
    );

  test(
    "no embed moves the page, and no name of a cluster or node is broken into letters",
    atNight(isAtNight),
    async () => {
      const visit = await open({});
      await visit.page.context().addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: "layout-shift", buffered: true });
      });
      await visit.page.reload();
      await readAll(visit, embeds.length);
      // Nothing is drawn later.
      await visit.page.waitForTimeout(300);
      await expect
        .poll(() => visit.page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts))
        .toEqual([]);
      const broken = await visit.page
        .locator("schedscope-embed")
        .evaluateAll((all) =>
          all.flatMap((embed) =>
            [...(embed.shadowRoot?.querySelectorAll<HTMLElement>(".name-button") ?? [])]
              .filter((name) => (name.textContent ?? "").length < 24 && name.getBoundingClientRect().height > 30)
              .map((name) => name.textContent),
          ),
        );
      expect(broken).toEqual([]);
      // Nor a word of a head, which has no hyphen.
      const heads = await visit.page.locator("schedscope-embed").evaluateAll((all) => {
        const isBroken = (head: Element): boolean => {
          const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
          for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
            for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[^\s-]+/g)) {
              const range = document.createRange();
              range.setStart(text, index);
              range.setEnd(text, index + word.length);
              if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) return true;
            }
          return false;
        };
        return all.flatMap((embed) =>
          [...(embed.shadowRoot?.querySelectorAll("thead th") ?? [])].filter(isBroken).map((head) => head.textContent),
        );
      });
      expect(heads).toEqual([]);
      // Quotas and VMs are scrolled inside the element; of the others the whole answer is on show.
      const hidden = await visit.page.locator("schedscope-embed").evaluateAll((all) =>
        all
          .filter((embed) => !["quotas", "vms"].includes(embed.getAttribute("view") ?? ""))
          .map((embed) => {
            const frame = embed.shadowRoot?.querySelector(".tall");
            return `${embed.getAttribute("src")} ${(frame?.scrollHeight ?? 0) - (frame?.clientHeight ?? 0)}`;
          })
          .filter((words) => !words.endsWith(" 0")),
      );
      expect(hidden).toEqual([]);
      await visit.close();
    },
  );

  test("360 pixels are enough", atNight(isAtNight), async () => {
    const visit = await open({ viewport: { width: 360, height: 740 } });
    await readAll(visit, embeds.length);
    await expect
      .poll(() =>
        visit.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      )
      .toBe(0);
    await visit.close();
  });
});

test("the frame shows its example, and leads to the playground", async () => {
  const visit = await Visit.at(new URL("docs/embed.html", inject("address")).href);
  await visit.page.locator("iframe").scrollIntoViewIfNeeded();
  const frame = visit.page.frameLocator("iframe");
  await frame.getByText(/Step 2 picks/).waitFor();
  await expect
    .poll(() => frame.getByRole("link", { name: "Open in the playground" }).getAttribute("href"))
    .toBe(new URL("?example=use-case-4-joint-spread.yaml", inject("address")).href);
  expect(visit.complaints).toEqual([]);
  await visit.close();
});
