import { expect, test } from "vitest";
import { QUESTION_KINDS } from "../words/kubectl";
import { collect } from "./collect";

test("kinds that few clusters have are commands of their own", () => {
  const { kinds, commands } = collect("drain");
  expect(kinds).toEqual(expect.arrayContaining(["nodes", "pods", "poddisruptionbudgets", "elasticquotas"]));
  expect(commands).toHaveLength(2);
  expect(commands[0]).toMatch(/^kubectl get nodes,\S+ -A -o yaml$/);
  expect(commands[0]).not.toMatch(/elasticquotas/);
  expect(commands[1]).toBe("kubectl get elasticquotas -A -o yaml");
});

test("a subject has its kinds alone", () => {
  expect(collect("why", "placements").kinds).not.toContain("nodes");
  expect(collect("why", "pods").kinds).not.toContain("placements");
  expect(collect("why").kinds).toEqual(expect.arrayContaining(["nodes", "placements"]));
});

test("other questions are refused", () => {
  for (const wrong of ["toString", "", "open a door", 1, null])
    expect(() => collect(wrong as never)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
});

test("other subjects are refused", () => {
  for (const wrong of ["toString", "__proto__", null, 1])
    expect(() => collect("why", wrong as never)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
});

test("every question that reads a cluster is known", () => {
  for (const command of Object.keys(QUESTION_KINDS)) {
    const name = command.replace(/^whatif /, "");
    expect(collect(name as never).kinds.length, command).toBeGreaterThan(0);
  }
});
