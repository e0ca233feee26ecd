/** The examples that guides embed, from the project's `examples/` folder. */
import { readdirSync, readFileSync } from "node:fs";

export const examplesFolder = new URL("../../../examples/", import.meta.url);

/** Names of the example files. */
export const exampleFiles = (): string[] => readdirSync(examplesFolder).filter((file) => file.endsWith(".yaml"));

/** The clock of an example, RFC 3339; null where its answers do not depend on one. */
export function exampleNow(file: string): string | null {
  const expected = new URL(file.replace(/\.yaml$/, ".expected.json"), examplesFolder);
  return (JSON.parse(readFileSync(expected, "utf8")) as { now?: string }).now ?? null;
}

/** Titles by file, as the page's gallery shows them. */
export function exampleTitles(): ReadonlyMap<string, string> {
  const index = JSON.parse(readFileSync(new URL("index.json", examplesFolder), "utf8")) as {
    file: string;
    title: string;
  }[];
  return new Map(index.map(({ file, title }) => [file, title]));
}
