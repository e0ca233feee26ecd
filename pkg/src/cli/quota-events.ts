/** `schedscope quota events`: the ledger of quotas, event by event. */
import { isLosslessNumber, parse, stringify } from "lossless-json";
import { Scenario } from "../entries/node.js";
import { ledgerReport } from "../report/quota.js";
import type { LedgerStep } from "../words/quotas.js";
import { misuse, nothing } from "./exit.js";
import { print } from "./format.js";
import { read } from "./input.js";
import type { TextOptions } from "./options.js";
import { fullNames } from "../words/object-name.js";

/** The ledger after each event. */
interface Ledger {
  steps: LedgerStep[];
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** Reads events from files and prints the ledger after each. */
export async function quotaEvents(files: string[], options: TextOptions): Promise<void> {
  const { profile, output, ignore } = options;
  const events = eventsOf((await read(files, ignore)).input.text);
  if (events.length === 0) throw nothing("no event in the input");
  // As text, so that no number loses a digit.
  const question = stringify({ quotaEvents: { profile, events } }) ?? "";
  const scenario = new Scenario();
  const json = scenario.askJson(question);
  scenario.free();
  const answer = JSON.parse(json) as Ledger;
  print(output, {
    json: () => [json],
    names: () => fullNames(answer.steps.at(-1)?.quotas ?? []),
    people: (isWide) => {
      const listed = events.map((event) => ({ type: String(event.type), object: aboutOf(event) }));
      return ledgerReport(listed, answer.steps, isWide);
    },
  });
}

/** Events of a text: a list, an object with `events`, JSON lines, or what kubectl prints of a watch. */
function eventsOf(text: string): Fields[] {
  // Files are joined by a mark between documents.
  const parts = text.split(/^---$/m).flatMap((part) => part.trim().split(/\n(?=\{)/));
  const values = parts.filter((part) => part.trim() !== "").map(parsed);
  const events = values.flatMap((value): unknown[] =>
    Array.isArray(value) ? value : isFields(value) && Array.isArray(value.events) ? value.events : [value],
  );
  const before = new Map<string, Fields>();
  return events.flatMap((event) => {
    if (!isFields(event) || typeof event.type !== "string")
      throw misuse("expected events: JSON objects with a `type`, such as `addPod`", "schedscope quota events --help");
    return watched(event, before);
  });
}

function parsed(part: string): unknown {
  try {
    return parse(part);
  } catch (error) {
    throw misuse(`the events are not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const ofWatch: Readonly<Record<string, "add" | "update" | "delete">> = {
  ADDED: "add",
  MODIFIED: "update",
  DELETED: "delete",
};

/** An event of a watch as an event of the ledger; what is none stays as it is, and other kinds are passed over. */
function watched(event: Fields, before: Map<string, Fields>): Fields[] {
  const verb = ofWatch[String(event.type)];
  if (verb === undefined) return event.type === "BOOKMARK" ? [] : [event];
  const object = isFields(event.object) ? event.object : {};
  const field = object.kind === "Pod" ? "pod" : object.kind === "ElasticQuota" ? "elasticQuota" : null;
  if (field === null) return [];
  const kind = object.kind as "Pod" | "ElasticQuota";
  const meta = isFields(object.metadata) ? object.metadata : {};
  const key = `${kind} ${String(meta.namespace)}/${String(meta.name)}`;
  const old = before.get(key);
  before.set(key, object);
  if (field === "pod" && !isBound(object)) return [];
  const isNew = verb === "update" && (old === undefined || (field === "pod" && !isBound(old)));
  const type = `${isNew ? "add" : verb}${kind}`;
  return [{ type, [field]: object, ...(type.startsWith("update") && { [`old${kind}`]: old }) }];
}

/** The plugin watches pods on nodes: it sees a pod that gets its node as a new one. */
const isBound = ({ spec }: Fields): boolean =>
  isFields(spec) && typeof spec.nodeName === "string" && spec.nodeName !== "";

function aboutOf(event: Fields): string {
  const object = event.pod ?? event.elasticQuota;
  const meta = isFields(object) && isFields(object.metadata) ? object.metadata : {};
  const name = meta.name === undefined ? "-" : `${String(meta.namespace ?? "default")}/${String(meta.name)}`;
  return event.node === undefined ? name : `${name} on ${String(event.node)}`;
}
