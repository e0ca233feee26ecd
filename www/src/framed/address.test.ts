import { expect, test } from "vitest";
import { attributesIn, playgroundOf } from "./address";

test("attributes are parameters, and nothing else is", () => {
  const { attributes, text } = attributesIn(
    "?src=examples/a.yaml&view=spread&step=4&controls&onload=x&playground=https://example.com",
    "",
  );
  expect(attributes).toEqual([
    ["src", "examples/a.yaml"],
    ["view", "spread"],
    ["step", "4"],
    ["controls", ""],
  ]);
  expect(text).toBeNull();
});

test("a text may stand in the address", () => {
  expect(attributesIn("", `#text=${encodeURIComponent("kind: A\na: +1 & 2")}`).text).toBe("kind: A\na: +1 & 2");
});

test("an example opens in the playground", () => {
  expect(playgroundOf("examples/a-b.yaml")).toBe("./?example=a-b.yaml");
  for (const other of ["https://example.com/examples/a.yaml", "examples/../x.yaml", "other/a.yaml", null])
    expect(playgroundOf(other)).toBe("./");
});
