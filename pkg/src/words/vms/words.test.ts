import { expect, test } from "vitest";
import { ownReadingWords } from "./words.js";

test("the kind of an event says whose reading it is", () => {
  expect(ownReadingWords("config")).toMatch(/^the design describes changes of the config at run time; /);
  expect(ownReadingWords("migration-failed")).toMatch(/^the design describes migrations that fail; /);
  expect(ownReadingWords("migrate")).toMatch(/no migration that a person starts, only a label for tests/);
});
