/** The form of a file of policy tests; `schema/test.json` is generated from it. */
import type { KubernetesVersion, ProfileChoice } from "../../types.js";

/** A file of policy tests: what a scheduler must decide of manifests. Its name ends with `.schedscope-test.yaml`. */
export interface TestFile {
  apiVersion: "schedscope.dev/v1alpha1";
  kind: "SchedulingTest";
  metadata?: {
    /** What the tests are called in reports. Default: the path of the file. */
    name?: string;
  };
  /**
   * Files and folders of manifests, relative to this file. They are read as one text.
   * @minItems 1
   */
  inputs: string[];
  /** The time at which placements are decided, RFC 3339. Default: the time of the run. */
  now?: string;
  /** The scheduler whose behaviour is expected. Default: `Upstream`, the released one. */
  profile?: ProfileChoice;
  /** The minor version of Kubernetes, such as `"1.37"`. Default: the newest one that nodes of the input report. */
  version?: KubernetesVersion;
  /**
   * The tests.
   * @minItems 1
   */
  tests: TestCase[];
}

/** One pattern or several: a name, a glob such as `eu-*`, or a label selector as `kubectl get -l` takes it. */
export type Patterns = string | string[];

/**
 * A test: what it is about, a what-if, and what is expected. It is about a `placement`, a `pod`, a `rollout`, a lost or
 * drained node, or, without any of them, about the input.
 */
export interface TestCase {
  /** What the test is called in reports. */
  name: string;
  /** The placement, as `namespace/name`, or `name` where one has it. */
  placement?: string;
  /** The pod, as `namespace/name`, or `name` where one has it. A workload without pods has `<workload>-1` and so on. */
  pod?: string;
  /** The Deployment, StatefulSet or DaemonSet that is rolled out, as `kind/name` or `kind/namespace/name`. */
  rollout?: string;
  /** What-if: this node is drained. */
  drain?: string;
  /**
   * What-if: these clusters of a placement, or these nodes, are gone. A name, or one label such as `zone: eu-1`.
   */
  without?: string | Label;
  /** What-if: weights of prioritizers by their names. */
  weights?: Record<string, number>;
  /**
   * What-if: the number of clusters that the placement asks for.
   * @asType integer
   * @minimum 0
   */
  numberOfClusters?: number;
  /** For each of them, a cluster must be selected that matches; a pod must be on a node that matches one of them. */
  expect?: Patterns;
  /** All clusters that match must be selected. */
  expectAll?: Patterns;
  /** No cluster that matches may be selected; the pod may be on no node that matches. */
  expectNone?: Patterns;
  /**
   * The number of selected clusters.
   * @asType integer
   * @minimum 0
   */
  expectCount?: number;
  /**
   * Of a placement, why clusters are not selected, by their names. Of a pod, why it waits: the scheduler's reasons,
   * such as `Insufficient cpu`, or plugins, such as `NodeAffinity`; each must be among them.
   */
  expectWhy?: Patterns | Record<string, ClusterReason>;
  /** Whether the pod stays pending; of a drained or lost node, exactly the pods that are pending because of it. */
  expectPending?: boolean | string[];
  /** Exactly the pods that the pod evicts if it is scheduled next, as `namespace/name`. */
  expectVictims?: string[];
  /** Whether the rollout completes; whether the drain does, and leaves no pod pending that was on a node. */
  expectComplete?: boolean;
  /** The input has no finding of this severity or worse. */
  expectNoFindings?: "error" | "warning" | "info";
}

/**
 * A label, such as `zone: eu-1`.
 * @minProperties 1
 * @maxProperties 1
 */
export interface Label {
  [key: string]: string;
}

/** Why a cluster is not selected: the `type` of its `reason` in `why -o json`. */
export type ClusterReason =
  | "deleting"
  | "no-set"
  | "predicate"
  | "taint"
  | "misconfigured"
  | "not-reached"
  | "missing-topology-key"
  | "max-skew"
  | "not-picked";

/** What a test expects, by key. */
export type Expectation = Extract<keyof TestCase, `expect${string}`>;
