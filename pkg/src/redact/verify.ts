/** Compares the decisions about a text and about its redacted form. */
import type { Scenario } from "../scenario.js";
import { values } from "./public-words.js";
import { restored, type Table } from "./dictionary.js";

/** What both texts are asked with. */
export interface Asked {
  /** RFC 3339 */
  now: string;
}

/** Fields with places in the text and sentences, which differ though the decision is the same. */
const elsewhere: ReadonlySet<string> = new Set([
  "diagnostics",
  "findings",
  "message",
  "offset",
  "quotaDiagnostics",
  "range",
  "text",
]);

/**
 * Lists what of the decisions differs after the names are restored: of each Placement, of the queue, the quotas, and
 * the timelines of VMs. Empty: nothing.
 */
export async function differences(
  original: Scenario,
  redacted: Scenario,
  table: Table,
  asked: Asked,
): Promise<string[]> {
  const found: string[] = [];
  const compare = async (what: string, ask: (scenario: Scenario) => Promise<unknown>): Promise<void> => {
    const before = await answered(() => ask(original));
    const after = restoredValue(await answered(() => ask(redacted)), table);
    const difference = firstDifference(before, after, "");
    if (difference !== undefined) found.push(`${what}: ${difference.replace(/^\./, "")}`);
  };
  await compare("the objects that are read", async (scenario) => {
    const { kinds, placements } = scenario.reading();
    return {
      kinds: Object.fromEntries(kinds.filter(({ kind }) => values.has(kind)).map((of) => [of.kind, of.count])),
      placements,
    };
  });
  const { placements, kinds } = original.reading();
  for (const { index, namespace, name } of placements)
    await compare(`the decision of Placement ${namespace}/${name}`, (scenario) =>
      scenario.ask("report", { placement: index, ...asked }),
    );
  const has = (...wanted: string[]): boolean => kinds.some(({ kind }) => wanted.includes(kind));
  if (has("Pod", "Node")) {
    await compare("the decisions of the pods", (scenario) => scenario.ask("queue", {}));
    await compare("the quotas", (scenario) => scenario.ask("quotas", {}));
  }
  if (has("VirtualMachine", "Timeline")) await compare("the run of VMs", (scenario) => scenario.ask("vmTimeline", {}));
  return found;
}

/** An answer, or the code of the error that it ends with. */
async function answered(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    return { error: (error as { code?: string }).code ?? String(error) };
  }
}

function restoredValue(value: unknown, table: Table): unknown {
  if (typeof value === "string") return restored(value, table);
  if (Array.isArray(value)) return value.map((one) => restoredValue(one, table));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [restored(key, table), restoredValue(of, table)]));
}

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

/** The path of the first difference with both values; undefined: there is none. */
function firstDifference(one: unknown, other: unknown, path: string): string | undefined {
  if (Object.is(one, other)) return undefined;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return `${path} is ${short(other)} instead of ${short(one)}`;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const key of keys) {
    if (elsewhere.has(key)) continue;
    const within = Array.isArray(one) ? `${path}[${key}]` : `${path}.${key}`;
    const found = firstDifference((one as never)[key], (other as never)[key], within);
    if (found !== undefined) return found;
  }
  return undefined;
}
