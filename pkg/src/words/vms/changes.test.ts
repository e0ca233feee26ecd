import { expect, test } from "vitest";
import { changeText, guaranteeText, keepsGuarantee, nodeNumbers, podNumbers } from "./changes.js";
import { scenario, stepOf } from "./fixture.js";

const sums = (reserved: number, buffer: number, total: number) => {
  const of = { reserved, buffer, total };
  return { cpu: of, memory: { reserved: 4, buffer: 0, total: 4 } };
};

test("a number, or what it was and what it is", () => {
  expect(changeText(undefined, 3)).toBe("3");
  expect(changeText(3, 3)).toBe("3");
  expect(changeText(3, 4)).toBe("3 → 4");
});

test("the guarantee with its numbers", () => {
  expect(guaranteeText(sums(9, 1, 8))).toBe("8 ≤ 8, 4 ≤ 4");
  expect(keepsGuarantee(sums(9, 1, 8))).toBe(true);
  expect(guaranteeText(sums(9, 0, 8))).toBe("9 > 8, 4 ≤ 4");
  expect(keepsGuarantee(sums(9, 0, 8))).toBe(false);
});

test("a config's old and new limits stand side by side", () => {
  const step = stepOf("config");
  const [before, after] = [scenario.vmDump({ step: step - 1 }), scenario.vmDump({ step })];
  const changed = nodeNumbers(before, after).filter(({ isChanged }) => isChanged);
  expect(changed.length).toBeGreaterThan(0);
  for (const row of changed) {
    const was = before.nodes.find(({ name }) => name === row.node)?.[row.resource];
    const is = after.nodes.find(({ name }) => name === row.node)?.[row.resource];
    expect(row.watermark).toBe(changeText(was?.watermark, is?.watermark ?? 0));
    expect(row.system).toBe(changeText(was?.system, is?.system ?? 0));
  }
  expect(podNumbers(before, after).some(({ isChanged }) => isChanged)).toBe(false);
});

test("without an earlier state nothing has changed", () => {
  const start = scenario.vmDump({ step: 0 });
  expect(nodeNumbers(null, start).some(({ isChanged }) => isChanged)).toBe(false);
  expect(nodeNumbers(null, start).length).toBe(2 * start.nodes.length);
  expect(podNumbers(null, start).length).toBe(start.nodes.flatMap(({ pods }) => pods).length);
});
