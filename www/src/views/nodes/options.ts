/** What is asked of the nodes: arguments of the scorers, which are not in the text, and the part on show. */
import { computed, signal } from "@preact/signals";
import type { BestEffort, ScoreNodesOptions, WeightedResource } from "../../engine/types";
import { own } from "schedscope/words/own";

export type NodeOrder = NonNullable<ScoreNodesOptions["order"]>;

/** Kubernetes' defaults; every other resource is off. */
const defaults: Record<string, number> = { cpu: 1, memory: 1 };

export const defaultWeight = (resource: string): number => own(defaults, resource) ?? 0;

/** The weights that were set here, by resource. */
export const weights = signal<Record<string, number>>({});

export const weightOf = (resource: string): number => own(weights.value, resource) ?? defaultWeight(resource);

/** What a pod counts that has neither requests nor limits. */
export const bestEffort = signal<Exclude<BestEffort, object>>("allocatable");

/** Whether anything differs from the defaults. */
export const isChanged = computed(
  () =>
    bestEffort.value !== "allocatable" ||
    Object.entries(weights.value).some(([resource, weight]) => weight !== defaultWeight(resource)),
);

export function resetArguments(): void {
  weights.value = {};
  bestEffort.value = "allocatable";
}

/** cpu and memory, and what else the text has. */
export function resourcesOf(total: { name: string }[]): string[] {
  const named = total.map(({ name }) => name);
  return [...Object.keys(defaults), ...named.filter((name) => !(name in defaults))];
}

export const weighted = (resources: string[]): WeightedResource[] =>
  resources.map((name) => ({ name, weight: weightOf(name) })).filter(({ weight }) => weight > 0);

/** `text`, `name`, or a scorer: its best first. */
export const order = signal<NodeOrder>("text");
/** The lines around those on screen. */
export const span = signal({ offset: 0, limit: 100 });

/** The node whose card is open; its place in the text finds it again. */
export const openNode = signal<{ name: string; index: number } | null>(null);

/** Up to so many nodes the default profile's scores are shown unasked: they cost more than all else on the view. */
const fewNodes = 1000;

/** Whether the scores of kube-scheduler's default profile are on show, if that was said. */
export const profileShown = signal<boolean | null>(null);

export const isProfileShown = (nodes: number): boolean => profileShown.value ?? nodes <= fewNodes;
