import { expect, test } from "vitest";
import type { QuotasAnswer } from "../../engine/types";
import { decidingFirst } from "./deciding";

const quota = (namespace: string, used = 0) => ({ namespace, governs: true, used: { cpu: used }, max: { cpu: 8 } });
const report = {
  quotas: [quota("a"), quota("b"), quota("c"), quota("full", 8), { ...quota("d"), governs: false }],
  loans: [{ resource: "cpu", borrower: "c", lender: "b", amount: 1 }],
} as unknown as QuotasAnswer;
const names = (cycle: Parameters<typeof decidingFirst>[1]): string[][] => {
  const { deciding, others } = decidingFirst(report, cycle);
  return [deciding, others].map((all) => all.map(({ namespace }) => namespace));
};

test("without a pod those decide that borrow, lend or are full", () => {
  expect(names(null)).toEqual([["b", "c", "full"], ["a"]]);
});

test("of a pod its own quota, its victims' and those with loans of what it asks for", () => {
  expect(
    names({
      quota: { namespace: "a", name: "a" },
      victims: [{ namespace: "full", name: "p" }],
      podRequest: { memory: 1 },
    }),
  ).toEqual([
    ["a", "full"],
    ["b", "c"],
  ]);
  expect(names({ quota: { namespace: "a", name: "a" }, victims: [], podRequest: { cpu: 1 } })).toEqual([
    ["a", "b", "c"],
    ["full"],
  ]);
});
