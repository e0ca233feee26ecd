import { expect, test } from "vitest";
import { linkIn, misspeltIn, valueIn, weightsText } from "./attributes";

test("views, themes and profiles are known by name, in any case", () => {
  expect([valueIn("view", "Change"), valueIn("view", "sweep")]).toEqual(["change", "sweep"]);
  expect([valueIn("baseline", " Recorded "), valueIn("baseline", "other"), valueIn("baseline", null)]).toEqual([
    "recorded",
    null,
    null,
  ]);
  expect([
    valueIn("view", "spread"),
    valueIn("view", " Quotas "),
    valueIn("view", "__proto__"),
    valueIn("view", ""),
    valueIn("view", null),
  ]).toEqual(["spread", "quotas", null, null, null]);
  expect([
    valueIn("theme", "dark"),
    valueIn("theme", "Light"),
    valueIn("theme", "url(x)"),
    valueIn("theme", null),
  ]).toEqual(["dark", "light", "auto", "auto"]);
  expect([
    valueIn("profile", "upstream"),
    valueIn("profile", "Proposal"),
    valueIn("profile", "other"),
    valueIn("profile", null),
  ]).toEqual(["Upstream", "Proposal", "auto", "auto"]);
});

test.each([
  ["4", 4],
  [" 0 ", 0],
  ["007", 7],
  ["-1", null],
  ["1.5", null],
  ["1e3", null],
  ["9999999999", null],
  ["", null],
  [null, null],
])("step %j", (value, step) => {
  expect(valueIn("step", value)).toBe(step);
});

test("a flag is set by its name alone, and by frameworks as a text", () => {
  expect(["", "controls", "true", "false", "FALSE", null].map((value) => valueIn("controls", value))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("weights are pairs; what is none is left out", () => {
  expect(valueIn("weights", "ResourceAllocatableMemory=3, Steady = -1,AddOn/a/b=+2")).toEqual({
    ResourceAllocatableMemory: 3,
    Steady: -1,
    "AddOn/a/b": 2,
  });
  expect(valueIn("weights", "a=1.5, b, =3, c=1e9, d=1000")).toEqual({});
  expect(Object.keys(valueIn("weights", "__proto__=1"))).toEqual(["__proto__"]);
  expect(valueIn("weights", null)).toEqual({});
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
  expect(valueIn("height", value)).toBe(height);
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

const unset = (names: readonly string[]) => names.map((name) => ({ name, value: "" }));

test("a misspelt attribute is told from those of others", () => {
  const known = ["src", "view", "step", "placement", "pod", "node", "cluster", "readonly", "height"];
  const others = ["id", "is", "class", "style", "slot", "title", "lang", "role", "hidden", "data-view", "_ngcontent-x"];
  expect(misspeltIn(unset([...known, ...others]), known)).toBeNull();
  expect(misspeltIn(unset(["src", "placment"]), known)).toBe(
    "There is no attribute “placment”. Did you mean “placement”?",
  );
  expect(["read-only", "nodes", "vew"].map((name) => misspeltIn(unset([name]), known)?.split("“")[2])).toEqual([
    "readonly”?",
    "node”?",
    "view”?",
  ]);
});

test("a name is no empty text", () => {
  expect([valueIn("placement", " a "), valueIn("placement", "  "), valueIn("placement", null)]).toEqual([
    "a",
    null,
    null,
  ]);
});

test.each([
  ["profile", "Upstraem", "“profile” has no value “Upstraem”. Did you mean “Upstream”?"],
  ["view", "Spred", "“view” has no value “Spred”. Did you mean “spread”?"],
  ["kubernetes", "1.12", "“kubernetes” has no value “1.12”: it can be 1.35, 1.36, 1.37."],
  ["loading", "now", "“loading” has no value “now”: it can be lazy, eager."],
  ["step", "last", "“step” must be a whole number, not “last”."],
  ["height", "100%", "“height” must be a length such as 400px or 60vh, not “100%”."],
  ["weights", "Steady=3, Balance", "“weights” must be pairs such as Steady=3, Balance=-1, not “Steady=3, Balance”."],
  ["profile", " proposal ", null],
  ["theme", "", null],
  ["weights", "Steady=3,Balance=-1", null],
  ["placement", "Upstraem", null],
])("the value of %s: %j", (name, value, problem) => {
  expect(misspeltIn([{ name, value }], [name])).toBe(problem);
});
