/** The text of a run: files, folders and standard input joined, with the place of every part. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { TextPosition } from "../../types.js";
import { isFileName } from "./file-name.js";
import { source } from "./cluster/source.js";
import { encodingOf } from "./encoding.js";
import { misuse } from "./exit.js";
import type { Files } from "./folder.js";
import { hubCommand } from "./kubectl.js";

/** A place in a file that was read. */
export interface FileRange {
  file: string;
  /** from 1 */
  line: number;
  /** from 1, in UTF-16 code units */
  column: number;
}

interface Part {
  file: string;
  /** lines before it in the joined text */
  linesBefore: number;
  /** the range of its own text in the joined one, in UTF-16 code units */
  from: number;
  to: number;
}

/** What standard input is called among files. */
export const stdin = "<stdin>";

/** A joined text. */
export class Input {
  readonly text: string;
  readonly #parts: Part[] = [];
  #lines: string[] | undefined;

  constructor(files: { file: string; text: string }[]) {
    let text = "";
    let lines = 0;
    for (const { file, text: own } of files) {
      // A file may end without a line end, or within a document.
      const between = text === "" ? "" : `${text.endsWith("\n") ? "" : "\n"}${/^---(\s|$)/.test(own) ? "" : "---\n"}`;
      lines += lineEnds(between);
      text += between;
      this.#parts.push({ file, linesBefore: lines, from: text.length, to: text.length + own.length });
      text += own;
      lines += lineEnds(own);
    }
    this.text = text;
  }

  /** Whether it is the text of one file. */
  get isOne(): boolean {
    return this.#parts.length === 1;
  }

  /** The file whose text has a range of the joined one, with that text; undefined: the range is between two files. */
  partOf(from: number, to: number): { file: string; text: string; from: number } | undefined {
    const part = this.#parts.findLast((one) => one.from <= from);
    if (part === undefined || to > part.to) return undefined;
    return { file: part.file, text: this.text.slice(part.from, part.to), from: part.from };
  }

  /** The line of a place, with its file if there are several. */
  where(at: Pick<TextPosition, "line" | "column">): string {
    const { file, line } = this.place(at);
    return this.isOne ? `line ${line}` : `${file}:${line}`;
  }

  /** Where a position of the joined text stands. */
  place({ line, column }: Pick<TextPosition, "line" | "column">): FileRange {
    const part = this.#parts.findLast(({ linesBefore }) => linesBefore < line) ?? { file: "", linesBefore: 0 };
    return { file: part.file, line: line - part.linesBefore, column };
  }

  /** A line of the joined text, without its end. */
  line(line: number): string {
    this.#lines ??= this.text.split("\n");
    return (this.#lines[line - 1] ?? "").replace(/\r$/, "");
  }
}

/** Counts without taking the text apart: it may have 100 MB. */
function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** A text that was read, and what of its folders was not. */
interface ReadText {
  input: Input;
  notes: string[];
  /** Sentences on folders of which kustomize would make other objects. */
  unrendered: string[];
  /** Sentences on kinds of the cluster that could not be read. */
  denied: string[];
}

/** Whether an argument is a file and no name; a plugin of kubectl takes names first. */
export const isFile = (word: string): boolean =>
  word === "-" || (!source.readsCluster && (existsSync(word) || isFileName(word)));

/**
 * Reads files and folders (their manifests, by name, without those that `ignored` patterns name); `-`, or nothing where
 * something is piped, is standard input. As a plugin of kubectl, the objects of the cluster come first.
 */
export async function read(paths: string[], ignored: readonly string[] = []): Promise<ReadText> {
  const cluster = await source.read?.();
  const all = paths.length > 0 || cluster !== undefined ? paths : ["-"];
  if (all[0] === "-" && paths.length === 0 && process.stdin.isTTY) {
    throw misuse(
      "no input",
      "give a file or a folder, or pipe the output of kubectl:",
      `  ${hubCommand} | schedscope place -`,
    );
  }
  const files: { file: string; text: string }[] = cluster === undefined ? [] : [cluster];
  const notes: string[] = [];
  const unrendered: string[] = [];
  const addFolder = async (path: string, source?: Files): Promise<void> => {
    const { disk, leftOutNotes, manifestsOf } = await import("./folder.js");
    const found = manifestsOf(path, ignored, source);
    const left = leftOutNotes(found.leftOut);
    if (found.files.length === 0) {
      const help = found.unrendered === null ? left : [found.unrendered, ...left];
      throw misuse(`no YAML or JSON file with objects in \`${path}\``, ...help);
    }
    for (const file of found.files) files.push({ file, text: decoded(file, readBytes(file, (source ?? disk).bytes)) });
    notes.push(...left);
    if (found.unrendered !== null) unrendered.push(found.unrendered);
  };
  const addFile = async (path: string, called: string, bytes: Uint8Array): Promise<void> => {
    if (!isArchive(bytes)) {
      files.push({ file: path, text: decoded(called, bytes) });
      return;
    }
    const { archive } = await import("./archive.js");
    let source: Files;
    try {
      source = archive(path, bytes);
    } catch (error) {
      throw misuse(`\`${path}\` is a zip archive that cannot be read: ${(error as Error).message}`);
    }
    await addFolder(path, source);
  };
  for (const path of all) {
    if (path === "-") await addFile(stdin, "standard input", await standardInput());
    else if (statOf(path).isDirectory()) await addFolder(path);
    else await addFile(path, path, readBytes(path));
  }
  return { input: new Input(files), notes, unrendered, denied: cluster?.denied ?? [] };
}

function statOf(path: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function readBytes(file: string, read: (file: string) => Uint8Array = (name) => readFileSync(name)): Uint8Array {
  try {
    return read(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(path: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code;
  const why =
    code === "ENOENT"
      ? "no such file"
      : code === "EACCES"
        ? "permission denied"
        : code === "ERR_FS_FILE_TOO_LARGE"
          ? "it is larger than 2 GB"
          : String((error as Error).message);
  return misuse(`\`${path}\` cannot be read: ${why}`);
}

async function standardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Whether bytes begin as a zip archive does: with a file, or with the end of an empty one. */
const isArchive = ([p, k, three, four]: Uint8Array): boolean =>
  p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6));

/** A text without its mark. */
function decoded(name: string, bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // What a tool printed in colours is read without them.
    return text.includes("\u001B") ? stripVTControlCharacters(text) : text;
  } catch {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    throw misuse(
      `\`${name}\` is not text: ${isPacked ? "it is compressed with gzip" : `it is not ${encoding.toUpperCase()}`}`,
    );
  }
}
