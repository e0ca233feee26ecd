import { expect, test } from "vitest";
import {
  baselineIn,
  flagIn,
  heightIn,
  linkIn,
  misspeltIn,
  nameIn,
  profileIn,
  stepIn,
  themeIn,
  viewIn,
  weightsIn,
  weightsText,
} from "./attributes";

test("views, themes and profiles are known by name, in any case", () => {
  expect([viewIn("Change"), viewIn("sweep")]).toEqual(["change", "sweep"]);
  expect([baselineIn(" Recorded "), baselineIn("other"), baselineIn(null)]).toEqual(["recorded", null, null]);
  expect([viewIn("spread"), viewIn(" Quotas "), viewIn("__proto__"), viewIn(""), viewIn(null)]).toEqual([
    "spread",
    "quotas",
    null,
    null,
    null,
  ]);
  expect([themeIn("dark"), themeIn("Light"), themeIn("url(x)"), themeIn(null)]).toEqual([
    "dark",
    "light",
    "auto",
    "auto",
  ]);
  expect([profileIn("upstream"), profileIn("Proposal"), profileIn("other"), profileIn(null)]).toEqual([
    "Upstream",
    "Proposal",
    "auto",
    "auto",
  ]);
});

test.each([
  ["4", 4],
  [" 0 ", 0],
  ["007", 7],
  ["-1", undefined],
  ["1.5", undefined],
  ["1e3", undefined],
  ["9999999999", undefined],
  ["", undefined],
  [null, undefined],
])("step %j", (value, step) => {
  expect(stepIn(value)).toBe(step);
});

test("a flag is set by its name alone, and by frameworks as a text", () => {
  expect(["", "controls", "true", "false", "FALSE", null].map(flagIn)).toEqual([true, true, true, false, false, false]);
});

test("weights are pairs; what is none is left out", () => {
  expect(weightsIn("ResourceAllocatableMemory=3, Steady = -1,AddOn/a/b=+2")).toEqual({
    ResourceAllocatableMemory: 3,
    Steady: -1,
    "AddOn/a/b": 2,
  });
  expect(weightsIn("a=1.5, b, =3, c=1e9, d=1000")).toEqual({});
  expect(Object.keys(weightsIn("__proto__=1"))).toEqual(["__proto__"]);
  expect(weightsIn(null)).toEqual({});
  expect(weightsText({ a: 1, b: -2 })).toBe("a=1, b=-2");
});

test.each([
  ["300", "300px"],
  [" 20.5rem", "20.5rem"],
  ["50vh", "50vh"],
  ["100%", null],
  ["300px; position: fixed", null],
  ["calc(1px)", null],
  ["-3", null],
  [null, null],
])("height %j", (value, height) => {
  expect(heightIn(value)).toBe(height);
});

test("only pages are linked to", () => {
  const base = "https://example.org/docs/page.html";
  expect(linkIn("../play/", base)).toBe("https://example.org/play/");
  expect(linkIn("http://example.com", base)).toBe("http://example.com/");
  for (const hostile of [
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "blob:x",
    "vbscript:x",
    "http://[",
    "",
    null,
  ]) {
    expect(linkIn(hostile, base), String(hostile)).toBeNull();
  }
});

test("a misspelt attribute is told from those of others", () => {
  const known = ["src", "view", "step", "placement", "pod", "node", "cluster", "readonly", "height"];
  const others = ["id", "is", "class", "style", "slot", "title", "lang", "role", "hidden", "data-view", "_ngcontent-x"];
  expect(misspeltIn([...known, ...others], known)).toBeNull();
  expect(misspeltIn(["src", "placment"], known)).toBe("There is no attribute “placment”. Did you mean “placement”?");
  expect(["read-only", "nodes", "vew"].map((name) => misspeltIn([name], known)?.split("“")[2])).toEqual([
    "readonly”?",
    "node”?",
    "view”?",
  ]);
});

test("a name is no empty text", () => {
  expect([nameIn(" a "), nameIn("  "), nameIn(null)]).toEqual(["a", null, null]);
});
