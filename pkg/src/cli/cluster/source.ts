/** Where the objects of a run come from: files, or the cluster of kubectl. */
import { basename } from "node:path";
import type { Scenario } from "../../entries/node.js";

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

/** What a command calls its program. */
export const programName = (): string => (source.readsCluster ? "kubectl schedscope" : "schedscope");
