import { expect, test } from "vitest";
import { loansNote } from "./loans-note.js";

test("a lender's part is a share", () => {
  expect(loansNote([{ lender: null }, { lender: "b" }])).toContain("in proportion to its unused min");
  expect(loansNote([{ lender: null }])).toBe("");
  expect(loansNote([])).toBe("");
});
