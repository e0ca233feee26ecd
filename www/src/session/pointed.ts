/** What the pointer is on in an answer: lit wherever else it stands, and in the text. */
import { signal } from "@preact/signals";
import type { ObjectName, TextRange } from "../engine/types";
import { client, isBehind, light, showFar } from "./session";

/** The name of the object; null: none. */
export const pointed = signal<string | null>(null);

/** Before the text is scrolled: who passes over something does not look at it. */
const patience = 250;

let turn = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Points at an object, and lights its line; brings that into sight where it is far, without taking the focus. */
export function point(name: string | null, object: ObjectName | null = null, path = ""): void {
  pointed.value = name;
  turn += 1;
  const now = turn;
  clearTimeout(timer);
  if (object === null) {
    light(null);
    return;
  }
  const show = (range: TextRange | null): void => {
    if (range === null || now !== turn) return;
    light(range);
    timer = setTimeout(() => showFar(range), patience);
  };
  client.request("locate", { object, path }).then(show, (error: unknown) => {
    if (!isBehind(error)) throw error;
  });
}

/** Points at a node. */
export const pointNode = (name: string | null): void =>
  point(name, name === null ? null : { kind: "Node", namespace: "", name });

/** Points at a cluster. */
export const pointCluster = (name: string | null): void =>
  point(name, name === null ? null : { kind: "ManagedCluster", namespace: "", name });
