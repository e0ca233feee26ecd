import { expect, test } from "vitest";
import { readAddress } from "./address";

const CASES: [search: string, isKnown: boolean, note: RegExp | null][] = [
  ["", false, null],
  ["?example=balance", true, null],
  ["?example=nope", false, /no example named “nope”/],
  [`?example=${"x".repeat(500)}`, false, /“x{80}”/],
  ["?other=1", false, null],
];

test.each(CASES)("%s", (search, isKnown, note) => {
  const said = readAddress({ search }, isKnown);
  if (note === null) expect(said).toBe(null);
  else expect(said).toMatch(note);
});
