import { expect, test } from "vitest";
import type { VmStepKind } from "../../../types.js";
import { actorName, ownReadingWords } from "./words.js";

const ACTORS: [VmStepKind, string][] = [
  ["request", "its agent"],
  // While the scheduler is down, an agent changes the use of its VM without a request.
  ["use", "its agent"],
  ["migration-reserve", "its migration"],
  ["migration-failed", "its migration"],
  ["unreserve", "its migration"],
  ["restart", "the scheduler"],
];

test.each(ACTORS)("%s of the simulation is caused by %s", (kind, actor) => {
  expect(actorName({ kind })).toBe(actor);
});

test("the kind of an event says whose reading it is", () => {
  expect(ownReadingWords("config")).toMatch(/^the design describes changes of the config at run time; /);
  expect(ownReadingWords("migration-failed")).toMatch(/^the design describes migrations that fail; /);
  expect(ownReadingWords("migrate")).toMatch(/no migration that a person starts, only a label for tests/);
});
