/** What a test finds. */
import { type Block, facts } from "../../report/block.js";
import type { FileRange } from "../input.js";
import type { TestCase, TestFile } from "../../policy/file.js";
import type { Path } from "../schema-file.js";
import type { Session } from "../session.js";

/** An expectation that is not met. */
export interface Failure {
  /** The key of the test that it is about. */
  key: keyof TestCase;
  /** The key or index below it; absent: it is about the whole value. */
  at?: string | number;
  /** As the file has it. */
  expected: string;
  actual: string;
  why: Block[];
}

/** A test that was run. */
export interface TestResult {
  name: string;
  place: FileRange;
  failures: (Failure & { place: FileRange; path: Path })[];
}

/** What a test is run with. */
export interface Context {
  session: Session;
  content: TestFile;
  test: TestCase;
  /** The time of the run, where the file has none. */
  now: string;
}

/** Sentences as the reason of a failure. */
export const because = (sentences: readonly string[]): Block[] => facts([...sentences]);

/** One value or several, as a list. */
export const listOf = <T>(of: T | T[] | undefined): T[] => (of === undefined ? [] : Array.isArray(of) ? of : [of]);

/** `[a, b]`, as YAML has it. */
export const flow = (names: readonly string[]): string => `[${names.join(", ")}]`;
