/** Answers to questions about nodes, pods, quotas and VMs, and what-ifs, asked again as the text changes. */
import { useMemo } from "preact/hooks";
import type { QuestionName, Questions } from "../engine/questions";
import type { PodEntry } from "../engine/types";
import { optionsOf } from "./choice";
import { useEmbed } from "./embed";
import type { EmbedSession, Result, WhatIfName } from "./session";
import { fullName, isSameName } from "schedscope/words/object-name";

const nothing: Result<never> = { answer: null, error: "" };

/** The answer to a question, with the options that attributes give; null asks nothing. */
export function useQuestion<Q extends QuestionName | WhatIfName>(
  session: EmbedSession,
  name: Q,
  options: Questions[Q][0] | null,
): Result<Questions[Q][1]> {
  const revision = session.reading.value?.revision;
  const { choice } = useEmbed();
  const asked = options === null ? null : { ...optionsOf(choice, name), ...options };
  const version = choice.kubernetes.value;
  return useMemo(
    () => (asked === null ? nothing : session.ask(name, asked, version)),
    [session, name, JSON.stringify(asked), revision, version],
  );
}

/** Pods that a list names, and that are looked through for one. */
const mostListed = 100;
const mostSearched = 1000;

export interface ChosenPod {
  /** null: there is none to ask about */
  pod: string | null;
  /** the one that is wished for is not in the text */
  isMissing: boolean;
  /** those to choose from: that wait, then on nodes */
  pods: PodEntry[];
  pending: number;
}

/** The pod that is wished for, else the first that waits. */
export function useChosenPod(session: EmbedSession): ChosenPod {
  const wished = useEmbed().choice.pod.value;
  const pending = useQuestion(session, "pods", { state: "pending", limit: mostListed }).answer;
  const bound = useQuestion(session, "pods", { state: "bound", limit: mostListed }).answer;
  const found = useQuestion(session, "pods", wished === null ? null : { find: wished, limit: mostSearched }).answer;
  const pods = [...(pending?.pods ?? []), ...(bound?.pods ?? [])];
  const chosen = wished === null ? undefined : podNamed(found?.pods ?? [], wished);
  return {
    pod: chosenKey(chosen ?? pending?.pods[0]),
    isMissing: wished !== null && chosen === undefined,
    pods: chosen === undefined || pods.some(({ pod }) => isSameName(pod, chosen.pod)) ? pods : [chosen, ...pods],
    pending: pending?.pending ?? 0,
  };
}

const chosenKey = (entry: PodEntry | undefined): string | null => (entry === undefined ? null : fullName(entry.pod));

/** The pod of that name; without a namespace the first of any. */
export const podNamed = (pods: PodEntry[], name: string): PodEntry | undefined =>
  pods.find(({ pod, state }) => state !== "finished" && fullName(pod) === name) ??
  pods.find(({ pod, state }) => state !== "finished" && pod.name === name);
