/** Reads files of policy tests. */
import { type CheckedDocument, type Fault, type Path, pathText, SchemaReader } from "../schema-file.js";
import type { TestFile } from "../../policy/file.js";
import { faultsOf } from "./subjects.js";

const reader = new SchemaReader<TestFile>("test.json");

/** Reads the documents of a test file. */
export function readTests(file: string, text: string): { files: CheckedDocument<TestFile>[]; faults: Fault[] } {
  const { documents, faults } = reader.read(file, text);
  const files = documents.filter(({ content, placeOf }) => {
    const own = content.tests.flatMap((test, index) =>
      faultsOf(test).map(({ key, message }): Fault => {
        const path: Path = ["tests", index, ...(key === null ? [] : [key])];
        return { place: placeOf(path, key !== null), path: pathText(path), message };
      }),
    );
    faults.push(...own);
    return own.length === 0;
  });
  faults.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  return { files, faults };
}
