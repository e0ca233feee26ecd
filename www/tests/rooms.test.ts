/** No line is longer than 120 columns, no file than 500 lines: what the formatter leaves as it is, too. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = ["pkg/scripts", "pkg/src", "tests/node", "tests/packaging", "www", "xtask/node"];
const outside = new Set(["node_modules", "dist", "public"]);

const files = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
  .filter((file) => /\.([cm]?[jt]s|tsx|css)$/.test(file) && !file.split(sep).some((part) => outside.has(part)));

const linesOf = (file: string): string[] => readFileSync(join(root, file), "utf8").trimEnd().split("\n");

test("no line is longer than 120 columns", () => {
  // All of them: a list that is empty would pass.
  expect(files.length).toBeGreaterThan(400);
  const long = files.flatMap((file) =>
    linesOf(file).flatMap((line, at) => (line.length > 120 ? [`${file}:${at + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test("no file is longer than 500 lines", () => {
  // It is still to be split.
  const known = join("pkg", "src", "scenario.ts");
  expect(files.filter((file) => file !== known && linesOf(file).length > 500)).toEqual([]);
});
