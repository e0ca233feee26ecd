/** The text beside the answers, as far as answers lead into it. */
import { useContext } from "preact/hooks";
import type { NamespacedName, ObjectName, TextRange } from "../engine/types";
import { HostContext } from "./host";

export interface TextLinks {
  /** shows and selects a range */
  goTo(range: TextRange): void;
  /** lights a range while something points at it; null: none */
  light(range: TextRange | null): void;
  /** where a field of an object stands; null: there is no such object, or the text went on */
  locate(object: ObjectName, path: string): Promise<TextRange | null>;
  /** the object that a pod stands in, itself or its workload */
  podObject(pod: NamespacedName): Promise<ObjectName | null>;
}

/** Null where answers stand alone: then nothing leads to a line. */
export const useText = (): TextLinks | null => useContext(HostContext)?.links ?? null;
