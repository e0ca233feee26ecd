import { isClockText } from "../ui/clock";

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
}

export function recallText(): KeptText | null {
  try {
    const kept: unknown = JSON.parse(recall("text") ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const { name, text, now } = kept as Record<string, unknown>;
    if (typeof name !== "string" || typeof text !== "string") return null;
    return { name, text, now: typeof now === "string" && isClockText(now) ? now : null };
  } catch {
    return null;
  }
}

/** Browsers keep about five million code units; a text near that is not worth the time to try. */
export const largestKept = 4_000_000;

export const rememberText = (kept: KeptText): boolean => remember("text", JSON.stringify(kept));
