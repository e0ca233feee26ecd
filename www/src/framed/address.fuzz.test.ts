/**
 * Whatever an address says, it gives known attributes, a text, and a way to the page's own examples. The stage of the
 * page's tests runs a fixed number of cases; `cargo xtask fuzz share --seconds <n>` runs for as long as it is asked to.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { attributesIn, playgroundOf } from "./address";

const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const seed = Number(process.env.FUZZ_SEED ?? 20250601);

/** Pieces of addresses, and any characters, half of a pair too. */
const part = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("#text=", "text=", "&", "=", "%", "%2", "%00", "%ff", "%u0041", "+", "?", "src=", "view=", "\ud800"),
  fc.constantFrom(
    "examples/",
    "../",
    "./",
    ".yaml",
    "javascript:",
    "//",
    "onload=",
    "__proto__=",
    "constructor=",
    "\n",
  ),
);
const address = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
const known = new RegExp(
  "^(src|view|step|placement|pod|node|cluster|profile|kubernetes|timeline|variant|now|weights|theme|controls|" +
    "readonly|height)$",
);

let cases = 0;

function check([search, hash, text]: [string, string, string]): void {
  cases += 1;
  const found = attributesIn(search, hash);
  for (const [name, value] of found.attributes) {
    expect(name).toMatch(known);
    expect(typeof value).toBe("string");
  }
  expect(new Set(found.attributes.map(([name]) => name)).size).toBe(found.attributes.length);
  expect(found.text === null || typeof found.text === "string").toBe(true);
  for (const src of [search, hash, text, ...found.attributes.map(([, value]) => value), null])
    expect(playgroundOf(src)).toMatch(/^\.\/(\?example=[\w-]+\.yaml)?$/);

  // What an address can say comes back. Half of a pair is no text that it can say.
  const whole = text.replace(/\p{Surrogate}/gu, "\ufffd");
  expect(attributesIn("", `#text=${encodeURIComponent(whole)}`).text).toBe(whole);
  expect(attributesIn(`?${new URLSearchParams({ pod: whole })}`, "").attributes).toEqual([["pod", whole]]);
}

test("no address does harm", { timeout: 60_000 + 1000 * seconds }, () => {
  const limits =
    seconds > 0 ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: 1000 * seconds } : { numRuns: 3000 };
  fc.assert(fc.property(fc.tuple(address, address, address), check), { seed, ...limits });
  if (seconds > 0) console.log(`${cases} cases`);
});
