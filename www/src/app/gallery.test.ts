import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import index from "../../../examples/index.json";
import { firstExample } from "./first-example";

test("the page begins with the first example of the list", () => {
  expect(firstExample).toBe(index[0]?.file);
});

test("every example has its small picture", () => {
  const missing = index.filter(({ file }) => {
    const picture = new URL(`../../public/pictures/${file.replace(/\.yaml$/, ".jpg")}`, import.meta.url);
    return !existsSync(picture);
  });
  expect(missing.map(({ file }) => file)).toEqual([]);
});
