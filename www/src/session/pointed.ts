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
export function point(name: string | null, of: ObjectName | string | null = null, path = ""): void {
  pointed.value = name;
  turn += 1;
  const now = turn;
  if (name === null || of === null) {
    light(null);
    return;
  }
  const show = (range: TextRange): void => {
    if (now === turn) light(range);
  };
  void locate(typeof of === "string" ? { kind: of, namespace: "", name } : of, path, show);
}

/** Brings the lines of a cluster into sight where they are far, without taking the focus. */
export const showCluster = (name: string): void =>
  void locate({ kind: "ManagedCluster", namespace: "", name }, "", showFar);

async function locate(object: ObjectName, path: string, show: (range: TextRange) => void): Promise<void> {
  const range = await unlessBehind(client.request("locate", { object, path }));
  if (range !== null) show(range);
}
