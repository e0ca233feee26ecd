import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { homeOf, type Import, imports, listed } from "./arrows";

const arrows = listed();
const folders = [...arrows.keys()];
const all = imports();

/** The folder or library that an import is of. */
const nameOf = ({ of }: Import): string => homeOf(of, folders) ?? of;

test("every import goes along an arrow of ARCHITECTURE.md", () => {
  // Enough of them, and of each kind: a parser that finds nothing would pass.
  expect(all.length).toBeGreaterThan(1000);
  expect(all).toContainEqual({ file: "www/src/embed/engine.ts", of: "schedscope", isType: true });
  expect(all).toContainEqual({ file: "www/src/embed/engine.ts", of: "schedscope", isType: false });
  const wrong = all.filter((found) => {
    const from = homeOf(found.file, folders);
    if (from === undefined) return true;
    const to = nameOf(found);
    const mayRun = arrows.get(from)?.get(to);
    return to !== from && mayRun !== true && !(mayRun === false && found.isType);
  });
  expect(wrong.map(({ file, of, isType }) => `${file} imports ${isType ? "types of " : ""}${of}`)).toEqual([]);
});

test("every arrow of ARCHITECTURE.md is one that the code needs", () => {
  const unused = [...arrows].flatMap(([folder, names]) =>
    [...names]
      .filter(([name, mayRun]) => {
        const along = all.filter((found) => homeOf(found.file, folders) === folder && nameOf(found) === name);
        return !along.some(({ isType }) => !isType || !mayRun);
      })
      .map(([name]) => `${folder}: ${name}`),
  );
  expect(unused).toEqual([]);
  const root = new URL("../../", import.meta.url);
  expect(folders.filter((folder) => !existsSync(fileURLToPath(new URL(folder, root))))).toEqual([]);
});

test("arrows point down, but those of types", () => {
  const up = folders.flatMap((folder, at) =>
    [...(arrows.get(folder) ?? [])]
      .filter(([name, mayRun]) => mayRun && folders.indexOf(name) !== -1 && folders.indexOf(name) < at)
      .map(([name]) => `${folder}: ${name}`),
  );
  expect(up).toEqual([]);
});
