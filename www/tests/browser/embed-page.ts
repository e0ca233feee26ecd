/** Pages of others with elements for documentation: what their tests share. */
import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import type { BrowserContextOptions, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { EmbedServer } from "./embed-server";
import { Visit } from "./page";

export let server: EmbedServer;
export let visit: Visit | null = null;

/** A server for the tests of a file. */
export function startPages(): void {
  beforeAll(async () => {
    server = await EmbedServer.start();
  });
  afterAll(async () => {
    await server.close();
  });
  afterEach(async () => {
    await visit?.close();
    visit = null;
  });
}

export const engineFile = "schedscope_bg.wasm";
export const now = "2026-01-01T00:00:00Z";
export const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/${name}.yaml`, import.meta.url), "utf8");

/** A page with these elements. */
export async function open(
  body: string,
  options: BrowserContextOptions = {},
  page: { head?: string; policy?: string } = {},
): Promise<Visit> {
  await visit?.close();
  const address = server.serve("/page.html", { body, ...page });
  visit = await Visit.at(address, { viewport: { width: 900, height: 800 }, ...options }, true);
  return visit;
}

export const tag = (attributes: string, children = ""): string =>
  `<schedscope-embed now="${now}" ${attributes}>${children}</schedscope-embed>`;
export const embed = (at = 0): Locator => (visit as Visit).page.locator("schedscope-embed").nth(at);
export const answer = (at = 0): Locator => embed(at).locator(".headline").first();
export const words = (locator: Locator): Promise<string> =>
  locator.innerText().then((text) => text.replace(/\s+/g, " ").trim());
export const holds = (locator: Locator, part: string | RegExp): Promise<void> =>
  expect.poll(() => words(locator)).toMatch(part);
export const set = (name: string, value: string | null, at = 0): Promise<void> =>
  embed(at).evaluate(
    (element, [key, to]) => (to === null ? element.removeAttribute(key) : element.setAttribute(key, to)),
    [name, value] as const,
  );

/** The engine's own answers, to hold the element's against. */
export function scenarioOf(name: string): Scenario {
  const scenario = new Scenario();
  scenario.replace(example(name));
  return scenario;
}
