import { expect, test } from "vitest";
import type { IncompleteText } from "../../types.js";
import { incompleteDetails, incompleteText, lostKind, unreadOf, unreadText } from "./incomplete.js";

const at = (line: number) => ({ line, column: 1, offset: 0 });
const place = (why: IncompleteText["why"], kind: string, name: string, line: number): IncompleteText => ({
  why,
  object: kind === "" ? null : { kind, namespace: name.includes("-") ? "" : "ns", name },
  fault: "a tab cannot indent, use spaces",
  range: { start: at(line), end: at(line) },
});

test("the object of a kind that cannot be read", () => {
  const places = [
    place("left-out", "Pod", "a", 1),
    place("unreadable", "Node", "n-1", 2),
    place("ends", "Pod", "b", 9),
  ];
  const words = (kinds: string[]) => {
    const one = unreadOf(places, kinds);
    return one === undefined ? null : unreadText(one);
  };
  expect(words(["Pod"])).toBe("Pod ns/b cannot be read (line 9)");
  expect(words(["Pod", "Node"])).toBe("Node n-1 cannot be read (line 2)");
  expect(words(["Placement"])).toBeNull();
  expect(unreadOf(undefined, ["Pod"])).toBeUndefined();
});

test("a whole text needs no sentence", () => {
  expect(incompleteText()).toBeNull();
  expect(incompleteText([])).toBeNull();
});

test.each<[IncompleteText, string]>([
  [place("ends", "ManagedCluster", "prod-7", 812), "the input ends inside ManagedCluster prod-7 (line 812)"],
  [place("ends", "", "", 3), "the input ends too early (line 3)"],
  [place("list-ends", "Pod", "a", 9), "the input ends inside or behind Pod ns/a (line 9)"],
  [place("list-ends", "", "", 9), "a list does not end (line 9)"],
  [place("unreadable", "Pod", "a", 13), "Pod ns/a cannot be read (line 13: a tab cannot indent, use spaces)"],
  [place("unreadable", "", "", 1), "a part of the input cannot be read (line 1: a tab cannot indent, use spaces)"],
  [place("unreadable", "Pod", "", 1), "an object of kind Pod cannot be read (line 1: a tab cannot indent, use spaces)"],
  [place("no-kind", "Pod", "a", 6), "an object named ns/a (line 6) has no `kind`: it does not count"],
  [{ ...place("page", "Pod", "", 1), fault: "more items" }, "the list of Pods goes on (line 1: more items)"],
  [{ ...place("left-out", "", "", 4), fault: "`# ...`" }, "the input leaves something out (line 4: `# ...`)"],
  [{ ...place("page", "", "", 1), fault: "more items" }, "a list goes on (line 1: more items)"],
  [
    { ...place("wrong-version", "Pod", "a", 6), fault: "no matches for kind `Pod`" },
    "Pod ns/a (line 6) does not count: no matches for kind `Pod`",
  ],
])("%o", (one, words) => {
  expect(incompleteText([one])).toBe(`Incomplete: ${words}.`);
  expect(incompleteDetails([one])).toEqual([]);
});

test("several places are counted, and listed", () => {
  const places = [place("unreadable", "Pod", "a", 13), place("ends", "Pod", "b", 20)];
  expect(incompleteText(places, ({ line }) => `hub.yaml:${line}`)).toBe(
    "Incomplete: Pod ns/a cannot be read (hub.yaml:13: a tab cannot indent, use spaces), " +
      "and there is 1 more such place.",
  );
  expect(incompleteDetails(places)[1]).toBe("the input ends inside Pod ns/b (line 20)");
  expect(incompleteText([...places, ...places])).toMatch(/and there are 3 more such places\.$/);
});

test("the kind of what cannot be read", () => {
  const lost = (text: string, line = 1) => lostKind(text, [place("unreadable", "", "", line)], ["Placement", "Pod"]);
  expect(lost("> apiVersion: v1\n> kind: Placement\n> spec: {}\n")).toEqual({ kind: "Placement", line: 2 });
  expect(lost('x\n10:01 {"apiVersion":"v1","kind":"Placement","metadata":{}}')).toEqual({ kind: "Placement", line: 2 });
  expect(lost("10:01 I apiVersion: v1\n10:01 I kind: Placement\n")).toEqual({ kind: "Placement", line: 2 });
  expect(lost("kind: Pod\n\n> a: b\n", 3)).toBeUndefined();
  expect(lost("> a: b\n\nkind: Pod\n")).toBeUndefined();
  expect(lost("> kind: PlacementDecision\n>   - kind: Placement\n>     name: owner\n")).toBeUndefined();
  expect(lostKind("> kind: Pod\n", [place("unreadable", "Node", "n", 1)], ["Pod"])).toBeUndefined();
});
