import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { BadLink, fragmentOf, isSharedLink, pageOf, type SharedPage } from "./shared-link";

const page: SharedPage = {
  name: "fleet.yaml",
  text: "kind: Placement\n# “ä” 🙂 \u0000\n",
  now: "2026-01-31T12:00:00Z",
  profile: "Upstream",
  kubernetes: "1.36",
  view: "quotas",
  placement: { namespace: "default", name: "web" },
  cluster: "prod-1",
  step: 3,
  baseline: { kind: "pinned", selection: { placement: "default/web", selected: ["prod-1", "prod-2"] } },
  beside: { quotas: "pinned", vms: "variant half pressure" },
  pinnedText: { text: "kind: Pod\n", profile: "Upstream" },
  pod: "default/web-1",
  timeline: "default/runs-out",
  variant: "half pressure",
};

const linkOf = (value: unknown): string =>
  `#v1=${deflateRawSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;

test("what is put into a link comes out of it", async () => {
  expect(await pageOf(await fragmentOf(page))).toEqual(page);
  const empty = { ...page, view: null, placement: null, cluster: null, step: null, baseline: null, text: "" };
  expect(await pageOf(await fragmentOf(empty))).toEqual(empty);
});

test("a link of a page that knew less opens", async () => {
  const { beside: _b, pinnedText: _p, pod: _o, timeline: _t, variant: _v, ...old } = page;
  expect(await pageOf(linkOf(old))).toEqual({
    ...page,
    beside: {},
    pinnedText: null,
    pod: null,
    timeline: null,
    variant: null,
  });
});

test("a link has only characters that chats and shells leave alone", async () => {
  const random = Array.from({ length: 3000 }, (_, i) => String.fromCharCode((i * 7919) % 55_000)).join("");
  expect(await fragmentOf({ ...page, text: random })).toMatch(/^#v1=[\w-]+$/);
  expect((await pageOf(await fragmentOf({ ...page, text: random }))).text).toBe(random);
});

test("a large text comes through", async () => {
  const text = Array.from({ length: 50_000 }, (_, i) => `name: cluster-${i}\n`).join("");
  expect((await pageOf(await fragmentOf({ ...page, text }))).text).toBe(text);
});

const check = (fragment: string, words: RegExp): Promise<void> =>
  expect(pageOf(fragment)).rejects.toThrow(expect.objectContaining({ message: expect.stringMatching(words) }));

test("a link that cannot be opened says why", async () => {
  const whole = await fragmentOf(page);
  await check(whole.slice(0, -8), /cut off/);
  await check(whole.replace("#v1=", "#v1=AAAA"), /cut off/);
  await check("#v1=", /cut off/);
  await check("#v1=%3Cscript%3E", /characters/);
  await check("#v2=AAAA", /another version/);
  await check("#v=AAAA", /another version/);
  await check(linkOf("[1, 2"), /cut off/);
  await check(linkOf(Buffer.from([0xff, 0xfe]).toString("latin1")), /cut off/);
  await check(linkOf([]), /holds no text/);
  await check(linkOf({ text: 3 }), /holds no text/);
  await check(linkOf({ text: "a".repeat(4_000_001) }), /larger text/);
  await check(linkOf(" ".repeat(30_000_000)), /larger text/);
  await check(`#v1=${"A".repeat(2_000_001)}`, /longer/);
});

test("no fragment does anything else than open or be refused", async () => {
  // Each byte of a link changed, and each part of it something else.
  const whole = await fragmentOf(page);
  for (let at = 4; at < whole.length; at += 1) {
    const other = whole[at] === "A" ? "B" : "A";
    const result = await pageOf(whole.slice(0, at) + other + whole.slice(at + 1)).catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toBeInstanceOf(BadLink);
    else expect(Object.keys(result as object).sort()).toEqual(Object.keys(page).sort());
  }
  for (const odd of [null, true, -1, "x".repeat(300), [], {}, { name: 3 }, "../\u0000\u202e"]) {
    const opened = await pageOf(
      linkOf({ ...Object.fromEntries(Object.keys(page).map((key) => [key, odd])), text: "t" }),
    );
    expect(opened).toMatchObject({ text: "t", profile: "auto", view: null });
    expect(opened.name).toMatch(/^[^/\\\p{C}]+$/u);
  }
});

test("only fragments with a version are links", () => {
  expect(["#v1=x", "#v=x", "#v23="].map(isSharedLink)).toEqual([true, true, true]);
  expect(["", "#view", "#v1", "v1=x", "#x#v1="].map(isSharedLink)).toEqual([false, false, false, false, false]);
});
