import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import index from "../../../examples/index.json";

test("every example has its small picture", () => {
  const missing = index.filter(({ file }) => {
    const picture = new URL(`../../public/pictures/${file.replace(/\.yaml$/, ".jpg")}`, import.meta.url);
    return !existsSync(picture);
  });
  expect(missing.map(({ file }) => file)).toEqual([]);
});
