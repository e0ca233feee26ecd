import { expect, test } from "vitest";
import { type LedgerEntry, ledgerChanges } from "./ledger.js";

const entry = (more: Partial<LedgerEntry>): LedgerEntry => ({
  namespace: "a",
  name: "q",
  podUIDs: [],
  used: { cpu: 0 },
  min: {},
  max: {},
  usedOverMin: false,
  ...more,
});
const step = (...quotas: LedgerEntry[]) => ({ code: null, quotas });

test.each([
  ["a new entry", undefined, step(entry({})), ["a/q: new, used 0"]],
  ["a new one that counts", step(), step(entry({ used: { cpu: 1500 } })), ["a/q: new, used cpu 1.5"]],
  ["nothing", step(entry({})), step(entry({})), []],
  [
    "a charge and a bound",
    step(entry({ max: { cpu: 2000 } })),
    step(entry({ used: { cpu: 1000 }, max: { cpu: 3000 } })),
    ["a/q: used cpu 0 → 1, max cpu 2 → 3"],
  ],
  ["another quota", step(entry({})), step(entry({ name: "r" })), ["a/q: now by a/r"]],
  ["no quota any more", step(entry({})), step(), ["a/q: gone"]],
])("%s", (_, before, after, words) => {
  expect(ledgerChanges(before, after)).toEqual(words);
});
