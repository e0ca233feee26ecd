import type { KeptNames } from "../editor/text-name";
import { isClockText } from "../ui/clock";
import type { FolderNote } from "./folder";

/** This browser's memory. It may be full, or forbidden; then things are simply not remembered. */
const prefix = "schedscope.1.";

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Whether it could be kept. */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(prefix + key, value);
    return true;
  } catch {
    return false;
  }
}

export interface KeptText {
  name: string;
  text: string;
  /** the clock; null: when the page was loaded */
  now: string | null;
  /** the steps of undo, and the names of the texts that they bring back */
  undo?: { steps: unknown; names: KeptNames };
  /** what was said of the folder that it was made of */
  folder?: FolderNote;
}

export function recallText(): KeptText | null {
  try {
    const kept: unknown = JSON.parse(recall("text") ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const { name, text, now, undo, folder } = kept as Record<string, unknown>;
    if (typeof name !== "string" || typeof text !== "string") return null;
    const clock = typeof now === "string" && isClockText(now) ? now : null;
    return { name, text, now: clock, ...(isUndo(undo) && { undo }), ...(isNote(folder) && { folder }) };
  } catch {
    return null;
  }
}

function isUndo(undo: unknown): undo is NonNullable<KeptText["undo"]> {
  const { names, at } = (undo as { names?: Partial<KeptNames> } | undefined)?.names ?? {};
  return Array.isArray(names) && names.every((name) => typeof name === "string") && typeof at === "number";
}

/** Browsers keep about five million code units; a text near that is not worth the time to try. */
export const largestKept = 4_000_000;

function isNote(folder: unknown): folder is FolderNote {
  const { name, incomplete, notes } = (folder ?? {}) as Partial<FolderNote>;
  const isSaid = incomplete === null || typeof incomplete === "string";
  return isSaid && typeof name === "string" && Array.isArray(notes) && notes.every((note) => typeof note === "string");
}

/** As much of the steps of undo is kept, in UTF-16 code units: with the largest text it fits, too. */
export const mostUndo = 900_000;

/** Whether the text could be kept; where there is no room for its steps of undo, without them. */
export const rememberText = ({ undo, ...kept }: KeptText): boolean =>
  (undo !== undefined && remember("text", JSON.stringify({ ...kept, undo }))) || remember("text", JSON.stringify(kept));
