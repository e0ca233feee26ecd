/** The text beside the answers, as far as answers lead into it. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { NamespacedName, ObjectName, TextRange } from "../engine/types";

export interface TextLinks {
  /** shows and selects a range */
  goTo(range: TextRange): void;
  /** lights a range while something points at it; null: none */
  light(range: TextRange | null): void;
  /** where a field of an object stands; null: there is no such object */
  locate(object: ObjectName, path: string): Promise<TextRange | null>;
  /** the object that a pod stands in, itself or its workload */
  podObject(pod: NamespacedName): Promise<ObjectName | null>;
  /** whether an error says that the text went on meanwhile */
  isBehind(error: unknown): boolean;
}

/** Null where answers stand alone: then nothing leads to a line. */
export const TextBeside = createContext<TextLinks | null>(null);

export const useText = (): TextLinks | null => useContext(TextBeside);
