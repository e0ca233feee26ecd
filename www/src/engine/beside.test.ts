import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { BesideHost } from "./beside";

const node = (name: string): string => `kind: Node\napiVersion: v1\nmetadata: {name: ${name}}\n`;
const question = { name: "nodes", options: {} } as const;
const names = (answer: ReturnType<BesideHost["ask"]>): string[] =>
  (answer as { nodes: { name: string }[] }).nodes.map(({ name }) => name);

test("a text is asked for once, and another one takes its place", () => {
  let made = 0;
  const host = new BesideHost(() => {
    made += 1;
    return new Scenario();
  });
  expect(host.ask({ id: 1, question })).toBe(null);
  expect(names(host.ask({ id: 1, question, text: node("a") }))).toEqual(["a"]);
  expect(names(host.ask({ id: 1, question }))).toEqual(["a"]);
  expect(host.ask({ id: 2, question })).toBe(null);
  expect(names(host.ask({ id: 2, question, text: node("b") }))).toEqual(["b"]);
  expect(host.ask({ id: 1, question })).toBe(null);
  expect(made).toBe(1);
});
