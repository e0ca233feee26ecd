/** The page in a real browser, as a person meets it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { expect, inject, vi } from "vitest";

const settings = new URL("../../scripts/chromium.json", import.meta.url);
/** Why these: `www/scripts/served.mjs`. */
const chosen: { flags: string[]; disabled: string[] } = JSON.parse(readFileSync(settings, "utf8"));
const flags = [...chosen.flags, `--disable-features=${chosen.disabled.join(",")}`];

let running: Promise<Browser> | undefined;

/** The Chromium of this worker; it ends with the worker. */
async function browser(): Promise<Browser> {
  const known = await running;
  if (known?.isConnected() !== true)
    running = chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", args: flags });
  return running as Promise<Browser>;
}

export const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");

/** Milliseconds for a page to open, at most: twice that is within those of a test. */
const opening = 60_000;

/** What a tab can change while a page is open in it. */
export const looks = {
  viewport: { width: 1440, height: 900 },
  colorScheme: "light",
  reducedMotion: "no-preference",
  forcedColors: "none",
} as const satisfies BrowserContextOptions;

/** Tests of words and layout alone run at night: the sentences are compared in the tests of the command line, too. */
export const nightly = { tags: ["nightly"] };

/** Of cases that differ in their looks alone, all but one run at night. */
export const atNight = (isAtNight: boolean): { tags: string[] } => (isAtNight ? nightly : { tags: [] });

/** Tabs that can open the next page. In one of them the page opens with half the work of a new context. */
const idle: Page[] = [];
/** How often a page was opened in a tab. The memory of a tab grows, and with it the work to collect it. */
const uses = new WeakMap<Page, number>();
const mostUses = 20;

/** Where a place is, once it is drawn. What the page replaces between being found and being measured has no box. */
export const boxOf = (place: Locator) =>
  vi.waitFor(
    async () => {
      const box = await place.boundingBox();
      if (box === null) throw new Error(`${String(place)} is not on screen`);
      return box;
    },
    { timeout: 30_000 },
  );

/** The page, and everything it asked the network for and complained about. */
export class Visit {
  readonly requests: string[] = [];
  readonly complaints: string[] = [];
  readonly page: Page;
  #isReusable: boolean;

  private constructor(page: Page, isReusable: boolean) {
    this.page = page;
    this.#isReusable = isReusable;
    page.removeAllListeners("request").on("request", (request) => this.requests.push(request.url()));
    page.removeAllListeners("pageerror").on("pageerror", (error) => this.complaints.push(String(error)));
    page.removeAllListeners("console").on("console", (message) => {
      const { url } = message.location();
      // The picture between two pages has no icon.
      const isIcon = url.endsWith("/favicon.ico");
      if (message.type() === "error" && !isIcon) this.complaints.push(`${message.text()} ${url}`.trim());
    });
  }

  /** Opens the page; once more in another tab, if the browser of a busy machine does not start the first. */
  static async open(options: BrowserContextOptions = {}, address: string = inject("address")): Promise<Visit> {
    return Visit.opened(options, address).catch((error: unknown) => {
      console.warn(String(error));
      return Visit.opened(options, address);
    });
  }

  private static async opened(options: BrowserContextOptions, address: string): Promise<Visit> {
    const until = performance.now() + opening;
    const rest = (): { timeout: number } => ({ timeout: Math.max(until - performance.now(), 1) });
    const visit = await Visit.at(address, options, true);
    try {
      await visit.answer.waitFor(rest());
      // The editor comes behind the first answer.
      await visit.editor.waitFor(rest());
      return visit;
    } catch (cause) {
      const state = await visit.state();
      await visit.discard();
      throw new Error(`the page does not open: ${state}`, { cause });
    }
  }

  /** What the page shows, said and asked for last, for a test that waits in vain. */
  async state(): Promise<string> {
    const shown = await Promise.race([
      this.page.evaluate(() => document.body.innerText.slice(0, 1000)).catch(String),
      new Promise<string>((resolve) => setTimeout(resolve, 3000, "nothing: its thread does not answer")),
    ]);
    return JSON.stringify({ shown, complaints: this.complaints, requests: this.requests.slice(-8) });
  }

  /** At any page, as soon as it is loaded; in a new context, unless the tab is one that several pages open in. */
  static async at(address: string, options: BrowserContextOptions = {}, isShared = false): Promise<Visit> {
    const isReusable = isShared && Object.keys(options).every((name) => name in looks);
    let page = isReusable ? idle.pop() : undefined;
    if (page === undefined) {
      // A file that a service worker has cached is not requested by the next test.
      const context = await (await browser()).newContext({ serviceWorkers: "block", ...looks, ...options });
      const { origin } = new URL(inject("address"));
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
      page = await context.newPage();
      page.setDefaultTimeout(opening);
    }
    const count = (uses.get(page) ?? 0) + 1;
    uses.set(page, count);
    const visit = new Visit(page, isReusable && count < mostUses);
    if (isReusable) await visit.look(options);
    await visit.page.goto(address, { timeout: opening });
    return visit;
  }

  /** Changes the size of the tab and the preferences of the system while the page is open. */
  async look(options: BrowserContextOptions): Promise<void> {
    const { viewport, ...media } = { ...looks, ...options };
    await this.page.setViewportSize(viewport ?? looks.viewport);
    await this.page.emulateMedia({ media: null, ...media });
  }

  /** Another page may open in the tab, without what this one kept. */
  async close(): Promise<void> {
    if (!this.#isReusable) return this.discard();
    try {
      // A picture of the same origin, or its absence, has its storage, in which the page has written its last words.
      await this.page.goto(new URL("/icon.svg", this.page.url()).href);
      await this.page.evaluate(() => localStorage.clear());
      await this.page.mouse.move(0, 0);
      idle.push(this.page);
    } catch {
      await this.discard();
    }
  }

  /** The next page does not open in this tab: a test has changed more of it than its page. */
  keepTab(): void {
    this.#isReusable = false;
  }

  private discard(): Promise<void> {
    return this.page.context().close();
  }

  /** The sentence that says what the placement selects. */
  get answer(): Locator {
    return this.page.locator(".answer-line h1");
  }

  get editor(): Locator {
    return this.page.locator(".cm-content");
  }

  /** The names of the clusters in the table's selected rows on screen, by rank. */
  async selected(): Promise<string[]> {
    return this.page.locator(".rows .line.selected .name").allTextContents();
  }

  async expectSelected(names: string[]): Promise<void> {
    await expect.poll(() => this.selected(), { timeout: 30_000 }).toEqual(names);
  }

  /** Puts a text in place of the one that is there, as a person does. */
  async paste(text: string): Promise<void> {
    // Not a click: the middle of a long text is out of sight.
    await this.editor.focus();
    await this.page.keyboard.press("Control+A");
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press("Control+V");
  }

  /** Edits the text into one that begins with the same character: an edit, where `paste` opens another text. */
  async amend(text: string): Promise<void> {
    await this.editor.focus();
    await this.page.keyboard.press("Control+Home");
    await this.page.keyboard.press("ArrowRight");
    await this.page.keyboard.press("Control+Shift+End");
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text.slice(1));
    await this.page.keyboard.press("Control+V");
  }

  /** The text as the page keeps it. */
  private kept(): Promise<string> {
    return this.page.evaluate(() => {
      const saved = JSON.parse(localStorage.getItem("schedscope.1.text") ?? "{}") as { text?: string };
      return saved.text ?? "";
    });
  }

  /** The text as the page keeps it, once it holds `part`. */
  async textWith(part: string | RegExp): Promise<string> {
    await expect.poll(() => this.kept(), { timeout: 30_000 }).toMatch(part);
    return this.kept();
  }

  async expectText(text: string): Promise<void> {
    await expect.poll(() => this.kept(), { timeout: 30_000 }).toBe(text);
  }

  slider(prioritizer: string): Locator {
    return this.page.getByLabel(`Weight of ${prioritizer}, slider`);
  }

  /** Drags a slider's thumb with the mouse, through every value on the way. */
  async drag(prioritizer: string, to: number): Promise<void> {
    const slider = this.slider(prioritizer);
    const from = Number(await slider.inputValue());
    const box = await boxOf(slider);
    // The thumb is 12 px wide: its centre moves on the rest.
    const x = (value: number): number => box.x + 6 + ((value + 10) / 20) * (box.width - 12);
    const y = box.y + box.height / 2;
    await this.page.mouse.move(x(from), y);
    await this.page.mouse.down();
    const step = Math.sign(to - from);
    for (let value = from; value !== to; value += step) {
      await this.page.mouse.move(x(value + step), y);
      // Slower than the editor joins by itself.
      await this.page.waitForTimeout(60);
    }
    await this.page.mouse.up();
  }
}

/** Lines that `before` has and `after` has not, and the other way round. */
export function changedLines(before: string, after: string): { gone: string[]; come: string[] } {
  const rest = after.split("\n");
  const gone = before.split("\n").filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return { gone, come: rest };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, as one line a finding. */
export async function findings(visit: Visit): Promise<string[]> {
  // Evaluated by the browser's tools, which the page's policy does not bind.
  await visit.page.evaluate(axeSource);
  const results = await visit.page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] }),
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
  );
}
