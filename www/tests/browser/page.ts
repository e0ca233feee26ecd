/** The page in a real browser, as a person meets it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { expect, inject, onTestFailed, vi } from "vitest";

const settings = new URL("../../scripts/chromium.json", import.meta.url);
/** Why these: `www/scripts/served.mjs`. */
const chosen: { flags: string[]; disabled: string[] } = JSON.parse(readFileSync(settings, "utf8"));
const flags = [...chosen.flags, `--disable-features=${chosen.disabled.join(",")}`];

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", args: flags });

export const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");

/** Milliseconds for a page to open, at most: twice that is within those of a test. */
const opening = 25_000;

/** Where a place is, once it is drawn. What the page replaces between being found and being measured has no box. */
export const boxOf = (place: Locator) =>
  vi.waitFor(
    async () => {
      const box = await place.boundingBox();
      if (box === null) throw new Error(`${String(place)} is not on screen`);
      return box;
    },
    { timeout: 10_000 },
  );

/** The page, and everything it asked the network for and complained about. */
export class Visit {
  readonly requests: string[] = [];
  readonly complaints: string[] = [];
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
    page.context().on("request", (request) => this.requests.push(request.url()));
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(message.text());
    });
  }

  /** Opens the page; once more in another tab, if the browser of a busy machine does not start the first. */
  static async open(browser: Browser, options: BrowserContextOptions = {}, address?: string): Promise<Visit> {
    const url = address ?? inject("address");
    return Visit.opened(browser, options, url).catch((error: unknown) => {
      console.warn(String(error));
      return Visit.opened(browser, options, url);
    });
  }

  private static async opened(browser: Browser, options: BrowserContextOptions, address: string): Promise<Visit> {
    const until = performance.now() + opening;
    const rest = (): { timeout: number } => ({ timeout: Math.max(until - performance.now(), 1) });
    const visit = await Visit.at(browser, address, options);
    try {
      await visit.answer.waitFor(rest());
      // The editor comes behind the first answer.
      await visit.editor.waitFor(rest());
      visit.tellsIfTestFails();
      return visit;
    } catch (cause) {
      const state = await visit.state();
      await visit.close();
      throw new Error(`the page does not open: ${state}`, { cause });
    }
  }

  private tellsIfTestFails(): void {
    try {
      onTestFailed(async () => console.warn(await this.state()));
    } catch {
      // Opened for all tests of a file: none of them alone is told.
    }
  }

  /** What the page shows, said and asked for last, for a test that waits in vain. */
  private async state(): Promise<string> {
    const shown = await Promise.race([
      this.page.evaluate(() => document.body.innerText.slice(0, 1000)).catch(String),
      new Promise<string>((resolve) => setTimeout(resolve, 3000, "nothing: its thread does not answer")),
    ]);
    return JSON.stringify({ shown, complaints: this.complaints, requests: this.requests.slice(-8) });
  }

  /** At any page of the build, as soon as it is loaded. */
  static async at(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], {
      origin: new URL(inject("address")).origin,
    });
    const visit = new Visit(await context.newPage());
    await visit.page.goto(address, { timeout: opening });
    return visit;
  }

  async close(): Promise<void> {
    await this.page.context().close();
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
    await expect.poll(() => this.selected(), { timeout: 10_000 }).toEqual(names);
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
    await expect.poll(() => this.kept(), { timeout: 10_000 }).toMatch(part);
    return this.kept();
  }

  async expectText(text: string): Promise<void> {
    await expect.poll(() => this.kept(), { timeout: 10_000 }).toBe(text);
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
