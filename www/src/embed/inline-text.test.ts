import { expect, test } from "vitest";
import { inlineText, outdented } from "./inline-text";

test("the indentation of the markup goes, that of the text stays", () => {
  expect(outdented("\n      kind: A\n      spec:\n        b: 1\n      ---\n      kind: B\n    ")).toBe(
    "kind: A\nspec:\n  b: 1\n---\nkind: B",
  );
  expect(outdented("kind: A\r\nspec: {}\r\n")).toBe("kind: A\nspec: {}");
  expect(outdented("  \n \n")).toBe("");
});

const child = (localName: string, type: string | null, textContent: string): Element =>
  ({ localName, textContent, getAttribute: () => type }) as unknown as Element;

test("scripts of a text's type count, and nothing else", () => {
  const all = [
    child("p", null, "a link"),
    child("script", "text/yaml", "a: 1"),
    child("script", "module", "alert(1)"),
    child("script", "Application/JSON ", "{}"),
  ];
  expect(inlineText(all)).toBe("a: 1\n---\n{}");
  expect(inlineText([child("script", null, "x"), child("template", "text/yaml", "y")])).toBeNull();
});
