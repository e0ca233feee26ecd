/** Whom a pod evicts, and for whom it waits because they are terminating already. */
import type { NamespacedName } from "../../types.js";
import { counted, integer } from "./number.js";
import { listed, type Phrase, phraseText, plain, strong } from "./phrase.js";
import { fullNames, isSameName } from "./object-name.js";

/** The victims of a cycle. */
export interface Victims {
  /** All of them. */
  victims: readonly NamespacedName[];
  /** Those of them that are terminating already. Absent: none. */
  terminating?: readonly NamespacedName[];
}

/** The pods that somebody evicts: the victims that are not terminating already. */
export const evictedOf = ({ victims, terminating = [] }: Victims): NamespacedName[] =>
  victims.filter((pod) => !terminating.some((other) => isSameName(pod, other)));

/**
 * `evicts a/x on n1`, `waits for a/y on n1, terminating already`, `evicts a/x on n1 and waits for a/y, terminating
 * already`; more than `most` of each are counted. `where`: `on n1`, `there`, or empty.
 */
export function victimsPhrases(of: Victims, where: string, most = 3): Phrase[] {
  const names = (pods: readonly NamespacedName[]): Phrase =>
    strong(pods.length > most ? counted(pods.length, "pod") : listed(fullNames(pods)));
  const evicted = evictedOf(of);
  const going = of.terminating ?? [];
  const place = where === "" ? "" : ` ${where}`;
  if (going.length === 0) return [plain("evicts "), names(evicted), plain(place)];
  const waits = (at: string): Phrase[] => [plain("waits for "), names(going), plain(`${at}, terminating already`)];
  return evicted.length === 0 ? waits(place) : [plain("evicts "), names(evicted), plain(`${place} and `), ...waits("")];
}

/** The same as a text. */
export const victimsText = (of: Victims, where: string, most?: number): string =>
  phraseText(victimsPhrases(of, where, most));

/** `, 1 of them against a PodDisruptionBudget`; empty where no victim has one that allows no more. */
export function againstText(victims: readonly NamespacedName[], violations = 0): string {
  if (violations === 0) return "";
  return `${victims.length === 1 ? "" : `, ${integer(violations)} of them`} against a PodDisruptionBudget`;
}
