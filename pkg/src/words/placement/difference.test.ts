import { expect, test } from "vitest";
import { placementCountsText } from "./difference.js";

test.each([
  [{ changed: 4, added: 0, gone: 0, all: 6 }, "4 of 6 placements change"],
  [{ changed: 0, added: 0, gone: 0, all: 1 }, "0 of 1 placement change"],
  [{ changed: 0, added: 1, gone: 0, all: 3 }, "1 of 3 placements changes: 1 is new"],
  [{ changed: 1, added: 2, gone: 3, all: 7 }, "6 of 7 placements change: 2 are new, 3 are gone"],
])("counts of placements: %j", (counts, text) => expect(placementCountsText(counts)).toBe(text));
