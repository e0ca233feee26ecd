/** What the pointer is on in an answer: lit wherever else it stands, and in the text. */
import { signal } from "@preact/signals";
import type { ObjectName, TextRange } from "../engine/types";
import { client, isBehind, light, showFar } from "./session";

/** The name of the object; null: none. */
export const pointed = signal<string | null>(null);

let turn = 0;

/** Points at an object, and lights its line where that is in sight: only a click scrolls the text. */
export function point(name: string | null, object: ObjectName | null = null, path = ""): void {
  pointed.value = name;
  turn += 1;
  const now = turn;
  if (object === null) {
    light(null);
    return;
  }
  const show = (range: TextRange | null): void => {
    if (range !== null && now === turn) light(range);
  };
  locate(object, path, show);
}

export const pointNode = (name: string | null): void =>
  point(name, name === null ? null : { kind: "Node", namespace: "", name });

export const pointCluster = (name: string | null): void =>
  point(name, name === null ? null : { kind: "ManagedCluster", namespace: "", name });

/** Brings the lines of a cluster into sight where they are far, without taking the focus. */
export const showCluster = (name: string): void =>
  locate({ kind: "ManagedCluster", namespace: "", name }, "", (range) => {
    if (range !== null) showFar(range);
  });

function locate(object: ObjectName, path: string, done: (range: TextRange | null) => void): void {
  client.request("locate", { object, path }).then(done, (error: unknown) => {
    if (!isBehind(error)) throw error;
  });
}
