/** What the pointer is on in an answer: lit wherever else it stands, and in the text. */
import { signal } from "@preact/signals";
import type { ObjectName, TextRange } from "../engine/types";
import { client, light, showFar, unlessBehind } from "./session";

/** The name of the object; null: none. */
export const pointed = signal<string | null>(null);

let turn = 0;

/**
 * Points at an object, and lights its line where that is in sight: only a click scrolls the text. `of`: the object, or
 * the kind of one without a namespace.
 */
export async function point(name: string | null, of: ObjectName | string | null = null, path = ""): Promise<void> {
  pointed.value = name;
  turn += 1;
  const now = turn;
  if (name === null || of === null) {
    light(null);
    return;
  }
  const range = await locate(typeof of === "string" ? { kind: of, namespace: "", name } : of, path);
  if (range !== null && now === turn) light(range);
}

/** Brings the lines of a cluster into sight where they are far, without taking the focus. */
export async function showCluster(name: string): Promise<void> {
  const range = await locate({ kind: "ManagedCluster", namespace: "", name }, "");
  if (range !== null) showFar(range);
}

/** Where a field of an object stands; null: there is no such object, or the text went on. */
export const locate = (object: ObjectName, path: string): Promise<TextRange | null> =>
  unlessBehind(client.request("locate", { object, path }));
