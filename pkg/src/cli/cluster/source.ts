/** Where the objects of a run come from, files or the cluster of kubectl, and where names are looked for. */
import { basename } from "node:path";
import type { NamespacedName } from "../../../types.js";
import type { Scenario } from "../../entries/node.js";
import { fullName } from "../../words/object-name.js";

/** How kubectl finds the cluster, and where names are looked for. */
export interface ClusterOptions {
  context?: string;
  kubeconfig?: string;
  namespace?: string;
  allNamespaces?: true;
  showFetch?: true;
  save?: string;
  watch?: true;
}

/** The objects of a cluster as a text. */
export interface ClusterText {
  file: string;
  text: string;
  /** Sentences on kinds that could not be read. */
  denied: string[];
  /** The kinds of which every object was read. */
  whole: ReadonlySet<string>;
  /** What was read, and what the cluster lacks, a line each. */
  about: string[];
}

/** What the commands know of the cluster. */
export interface Source {
  /** Whether this run reads a cluster: its program has the name by which kubectl finds a plugin. */
  readsCluster: boolean;
  /** Reads it; set before the command runs. */
  read?: () => Promise<ClusterText>;
  /** Namespace of names that are given without one; `isOnly`: other namespaces are not asked about. */
  scope: { namespace: string; isOnly: boolean } | undefined;
  /** What was read; for the help of errors. */
  about: string[];
  /** Makes the scenario of what was read. */
  scenario?: () => Scenario;
}

/** Of this run. */
export const source: Source = {
  readsCluster: /^kubectl-schedscope\b/.test(basename(process.argv[1] ?? "")),
  scope: undefined,
  about: [],
};

/** Looks for names in a namespace alone. The plugin of kubectl asks for that of the context first. */
export function scopeTo(namespace: string | undefined): void {
  if (!source.readsCluster) source.scope = namespace === undefined ? undefined : { namespace, isOnly: true };
}

/** Whether an object is in the namespace of the run, where both have one. */
export const isInScope = ({ namespace }: Pick<NamespacedName, "namespace">): boolean =>
  source.scope === undefined || namespace === "" || namespace === source.scope.namespace;

/** A name as the engine takes it: one without a namespace is looked for in that of `--namespace` alone. */
export const qualified = (name: string): string =>
  source.scope?.isOnly === true && !name.includes("/") ? `${source.scope.namespace}/${name}` : name;

/** The objects that a name means: the one of this full name, else those of this name, of the run's namespace first. */
export function meantBy<T extends NamespacedName>(all: readonly T[], typed: string): T[] {
  const exact = all.filter((one) => fullName(one) === typed);
  if (exact.length > 0) return exact;
  const named = all.filter(({ name }) => name === typed);
  const own = named.filter(isInScope);
  return own.length > 0 || source.scope?.isOnly === true ? own : named;
}

/** What a command calls its program. */
export const programName = (): string => (source.readsCluster ? "kubectl schedscope" : "schedscope");
