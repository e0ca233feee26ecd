/** The fields of the objects in two texts that differ, and the clusters that a placement selects because of them. */
import type { PlacementEntry } from "../../../types.js";
import { type FieldChange, fieldChanges, fieldChangeText } from "../../difference/fields.js";
import { selectedNames } from "../../difference/why.js";
import { Digits, documentsOf, type Value, yamlOf } from "../../redact/yaml-objects.js";
import type { Compared, FieldEffect } from "../../report/compare-placements.js";
import { fullName, objectText } from "../../words/object-name.js";
import { type DecidingOptions, question } from "../deciding.js";
import { newScenario, type Session } from "../session.js";

type Fields = { [key: string]: Value };

const isFields = (value: Value | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Digits);

/** What decisions read of each kind. */
const read: Record<string, readonly string[]> = {
  ManagedCluster: [
    "metadata.labels",
    "metadata.deletionTimestamp",
    "spec.taints",
    "status.clusterClaims",
    "status.allocatable",
    "status.capacity",
    "status.conditions",
  ],
  AddOnPlacementScore: ["status.scores", "status.validUntil"],
  ManagedClusterSet: ["spec"],
  ManagedClusterSetBinding: ["spec"],
};

/** What the hub and its agents write at each contact. */
const unread = /\.(lastTransitionTime|message)$/;

/** Changed fields that are listed of a cluster. */
const mostOwn = 3;

/** With more changed fields, no decision is made for each. */
const mostFields = 12;

/** The objects of a text. */
interface Objects {
  values: Value[];
  /** By kind and name. */
  byName: Map<string, Fields>;
  /** The same keys by kind and namespace, as `placeOf` joins them. */
  byPlace: Map<string, Set<string>>;
}

const placeOf = (kind: string, namespace: string): string => `${kind} ${namespace}`;

function objectsOf(text: string): Objects {
  const { values } = documentsOf(text);
  const byName = new Map<string, Fields>();
  const byPlace = new Map<string, Set<string>>();
  const add = (value: Value | undefined): void => {
    if (!isFields(value)) return;
    const { kind, metadata, items } = value;
    if (Array.isArray(items)) items.forEach(add);
    else if (typeof kind === "string" && isFields(metadata)) {
      const [namespace, name] = [nameOf(metadata.namespace), nameOf(metadata.name)];
      const [key, place] = [objectText({ kind, namespace, name }), placeOf(kind, namespace)];
      byName.set(key, value);
      byPlace.set(place, (byPlace.get(place) ?? new Set()).add(key));
    }
  };
  values.forEach(add);
  return { values, byName, byPlace };
}

const nameOf = (value: Value | undefined): string =>
  value instanceof Digits ? value.text : typeof value === "string" ? value : "";

/** A value without what only tells how its numbers are written. */
function plain(value: Value | undefined): unknown {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return value.map(plain);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, plain(of)]));
}

const at = (value: Value | undefined, path: string): Value | undefined =>
  path.split(".").reduce<Value | undefined>((of, key) => (isFields(of) ? of[key] : undefined), value);

/** The fields of two texts that differ. */
export class ComparedFields {
  readonly #one: Objects;
  readonly #other: Objects;

  constructor(
    one: Session,
    private readonly other: Session,
  ) {
    this.#one = objectsOf(one.input.text);
    this.#other = objectsOf(other.input.text);
  }

  /** The same comparison with the fields that differ. */
  with(compared: Compared, entry: PlacementEntry, options: DecidingOptions): Compared {
    const changes = compared.changes.map((change) => {
      const isOfBoth = change.before !== null && change.after !== null;
      const own = isOfBoth ? this.#ofCluster(change.cluster).slice(0, mostOwn).map(fieldChangeText) : [];
      const changed = own.length === 0 ? "" : `changed: ${own.join(", ")}`;
      return { ...change, why: [change.why, changed].filter((part) => part !== "").join("; ") };
    });
    const fields = this.#ofPlacement(entry, compared, options);
    return { ...compared, changes, fields, sets: this.#ofSets(entry.namespace) };
  }

  /** What differs of the objects about a cluster: the ManagedCluster and its scores. */
  readonly #ofCluster = (cluster: string): FieldChange[] => [
    ...this.#ofObject(`ManagedCluster ${cluster}`),
    ...this.#ofPlace("AddOnPlacementScore", cluster),
  ];

  /** What differs of the cluster sets, and of the bindings in a namespace. */
  readonly #ofSets = (namespace: string): FieldChange[] => [
    ...this.#ofPlace("ManagedClusterSet", ""),
    ...this.#ofPlace("ManagedClusterSetBinding", namespace),
  ];

  /** What differs of the objects of a kind in a namespace. O(these objects). */
  #ofPlace(kind: string, namespace: string): FieldChange[] {
    const place = placeOf(kind, namespace);
    const keys = new Set([this.#one, this.#other].flatMap(({ byPlace }) => [...(byPlace.get(place) ?? [])]));
    return [...keys].flatMap((key) => {
      const [before, after] = [this.#one, this.#other].map(({ byName }) => (byName.has(key) ? "present" : undefined));
      if (before !== after) return [{ path: key, before, after }];
      return this.#ofObject(key).map((change) => ({ ...change, path: `${key} ${change.path}` }));
    });
  }

  #ofObject(key: string): FieldChange[] {
    const [one, other] = [this.#one.byName.get(key), this.#other.byName.get(key)];
    if (one === undefined || other === undefined) return [];
    const paths = read[key.split(" ")[0] ?? ""] ?? [];
    const changes = paths.flatMap((path) => fieldChanges(plain(at(one, path)), plain(at(other, path)), path));
    return changes.filter(({ path }) => !unread.test(path));
  }

  /**
   * What differs of the spec of a placement. For each field, the second text is decided with the field as it is in the
   * first one: the clusters that differ are selected, or not, because of it.
   */
  #ofPlacement(entry: PlacementEntry, { changes }: Pick<Compared, "changes">, options: DecidingOptions): FieldEffect[] {
    const key = objectText({ ...entry, kind: "Placement" });
    const [one, other] = [at(this.#one.byName.get(key), "spec"), at(this.#other.byName.get(key), "spec")];
    const [before, after] = [isFields(one) ? one : {}, isFields(other) ? other : {}];
    const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
      const found = fieldChanges(plain(before[field]), plain(after[field]), field);
      return found.length === 0 ? [] : [{ field, changes: found, added: [] as string[], removed: [] as string[] }];
    });
    const named = (kind: string): string[] =>
      changes.filter(({ change }) => change === kind).map(({ cluster }) => cluster);
    const [added, removed] = [named("added"), named("removed")];
    if (added.length + removed.length === 0 || fields.length > mostFields || !isFields(other)) return fields;
    return fields.map((effect) => {
      const { [effect.field]: _, ...rest } = other;
      const old = before[effect.field];
      const selected = new Set(
        this.#selectedWith(key, old === undefined ? rest : { ...rest, [effect.field]: old }, options),
      );
      return {
        ...effect,
        added: added.filter((cluster) => !selected.has(cluster)),
        removed: removed.filter((cluster) => selected.has(cluster)),
      };
    });
  }

  /** The clusters that are selected in the second text with another spec of a placement. */
  #selectedWith(key: string, spec: Value, options: DecidingOptions): string[] {
    const object = this.#other.byName.get(key);
    if (object === undefined) return [];
    const own = object.spec;
    object.spec = spec;
    const scenario = newScenario();
    scenario.kubernetesVersion = this.other.scenario.kubernetesVersion;
    const { placements } = scenario.replace(yamlOf(this.#other.values));
    object.spec = own as Value;
    const entry = placements.find((one) => key === `Placement ${fullName(one)}`);
    if (entry === undefined) return [];
    return selectedNames(scenario, scenario.decide(question({ scenario }, entry.index, options)));
  }
}
