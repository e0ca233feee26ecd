import { expect, test } from "vitest";
import { documentsOf } from "./yaml-objects.js";

test("of many documents those that cannot be read are left out, and no other", () => {
  const documents = Array.from({ length: 600 }, (_, i) => (i === 300 || i === 301 ? "a: [\n" : `name: n${i}\n`));
  const { values, unreadLines } = documentsOf(documents.join("---\n"));
  expect(unreadLines).toEqual([601, 603]);
  expect(values).toHaveLength(598);
  expect(values[300]).toEqual({ name: "n302" });
});
