/** Reports of elastic quotas: side by side, and one scheduling cycle of a pod. */
import type {
  EvictAcrossNodesAnswer,
  ExplainNodeAnswer,
  Findings,
  NodeVerdict,
  QuotasAnswer,
  SimulatePodAnswer,
  TextRange,
} from "../../types.js";
import { amountText, exactAmount } from "../words/amount.js";
import { counted, integer } from "../words/number.js";
import { amountOf } from "../words/own.js";
import { type Phrase, quiet } from "../words/phrase.js";
import { allCaveats } from "../words/pod-caveats.js";
import {
  bulletOf,
  changes,
  chargeText,
  checks,
  concerns,
  cycleNotes,
  diagnosticGroups,
  dryRunText,
  evictAcrossNodesText,
  fitsText,
  loansNote,
  loansText,
  maxOf,
  mayEvict,
  minOf,
  pickText,
  podRequestText,
  quotaLook,
  quotasSentence,
  quotaStatus,
  scarceFirst,
  verdictGroups,
  verdictText,
  whyTitle,
} from "../words/quotas.js";
import {
  answerBlocks,
  type Block,
  checklist,
  type ColumnOf,
  column,
  facts,
  type Line,
  list,
  long,
  link,
  number,
  table,
} from "./block.js";
import { misfitWords } from "./pods.js";
import { fullName } from "../words/object-name.js";

/** Elastic quotas with their loans and findings. `place`: `file:line:column` of a finding. */
export function quotasReport(
  report: QuotasAnswer & Findings,
  place: (range: TextRange) => string,
  isWide: boolean,
): Block[] {
  const lent = (namespace: string, resource: string): number =>
    amountOf(report.quotas.find((of) => of.namespace === namespace && of.governs)?.lent, resource);
  const rows = report.quotas.flatMap((of) =>
    scarceFirst(report.resources).flatMap((resource) => {
      const bullet = bulletOf(of, resource, lent(of.namespace, resource));
      return concerns(bullet) ? [{ of, resource, bullet }] : [];
    }),
  );
  return [
    ...answerBlocks(allCaveats(report), [quotasSentence(report)]),
    ...table(rows, [
      column("Namespace", ({ of }) => of.namespace),
      column("Quota", ({ of }) => of.name),
      column("Resource", ({ resource }) => resource),
      ...bulletColumns<(typeof rows)[number]>(isWide ? exactAmount : amountText),
      long("Status", ({ of, resource, bullet }) =>
        of.governs
          ? { text: quotaStatus(bullet, resource), look: quotaLook(bullet) }
          : "not in force: another quota of the namespace came first",
      ),
    ]),
    ...table(
      report.loans,
      [
        column("Borrower", ({ borrower }) => borrower),
        column("Lender", ({ lender }) => lender ?? "none: beyond all mins"),
        column("Resource", ({ resource }) => resource),
        number("Amount", ({ resource, amount }) => amountText(resource, amount)),
      ],
      { title: "Loans" },
    ),
    ...facts([quiet(report.loans.length > 3 ? loansText(report.loans) : ""), quiet(loansNote(report.loans))]),
    ...diagnosticGroups(report.quotaDiagnostics).flatMap(({ severity, message, code, places }, at): Block[] => [
      ...facts(
        [
          [
            {
              text: `${severity}: `,
              look: severity === "error" ? "bad" : severity === "warning" ? "warning" : "strong",
            },
            { text: message },
            quiet(` (${code})`),
          ],
        ],
        at === 0 ? { title: "Findings" } : {},
      ),
      ...list(
        places.map(({ name, range, numbers, resource }): Line => {
          const words = [name, resource ?? "", numbers].filter((part) => part !== "").join(" ");
          const where = range === null ? [] : [{ ...quiet(`  ${place(range)}`), range }];
          return [{ text: words === "" ? "all quotas" : words }, ...where];
        }),
      ),
    ]),
  ];
}

/** What a quota has of a resource: used, min and max. */
export const bulletColumns = <Row extends { resource: string; bullet: ReturnType<typeof bulletOf> }>(
  text = amountText,
): ColumnOf<Row>[] =>
  (["used", "min", "max"] as const).map((key) => number(key, ({ resource, bullet }) => text(resource, bullet[key])));

/** The inputs of a report of a cycle, besides the cycle. */
export interface CycleAbout {
  /** What evictions on several nodes would do; null: it was not asked. */
  cross: EvictAcrossNodesAnswer | null;
  /** The pods of a node, explained; null: of none. */
  node: ExplainNodeAnswer | null;
  /** The first sentence. */
  sentence: Phrase[];
}

/** One scheduling cycle of a pod: quota, nodes, victims. */
export function cycleReport(cycle: SimulatePodAnswer & Findings, { cross, node, sentence }: CycleAbout): Block[] {
  return [
    ...answerBlocks(allCaveats(cycle), [
      sentence,
      quiet(`It requests ${podRequestText(cycle)}, with priority ${integer(cycle.priority)}.`),
    ]),
    ...facts(
      cycleNotes(cycle).map(({ kind, words }) => ({
        text: words,
        look: kind === "fault" || kind === "never" ? "warning" : "quiet",
      })),
    ),
    { kind: "facts", title: whyTitle(cycle), lines: [] },
    ...checklist(checks(cycle)),
    ...list([
      ...(cycle.preemption?.eligible === true ? [quiet(mayEvict(cycle))] : []),
      ...(cross === null
        ? []
        : [
            {
              line: quiet(evictAcrossNodesText(cross)),
              about: cross.victims.map((of) => `${fullName(of.pod)} on ${of.node}, priority ${integer(of.priority)}`),
            },
          ]),
    ]),
    ...table(
      cycle.outcome === "Gated" ? [] : cycle.nodes,
      [
        long("Node", (of) => link("Node", of.node, of.node === cycle.node ? "good" : undefined)),
        column("Fits", fitsText),
        cycle.nodes.some(({ misfit }) => misfit !== null) && column("Filter", ({ misfit }) => misfit?.plugin ?? ""),
        long("Why", (verdict) => verdictWords(verdict, cycle)),
      ],
      { title: "Nodes" },
    ),
    ...(node === null ? [] : verdicts(cycle, node)),
  ];
}

function verdictWords(verdict: NodeVerdict, cycle: SimulatePodAnswer): string {
  const { misfit, dryRun } = verdict;
  const parts = [
    misfit === null ? "" : misfitWords(misfit),
    dryRun === null ? "" : dryRunText(dryRun, cycle.pod),
    misfit?.code === "UnschedulableAndUnresolvable" && dryRun === null ? "evicting cannot help" : "",
    pickText(verdict, cycle),
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** Why each pod of a node goes, stays, or was never asked to go, and the quotas before and after. */
function verdicts(cycle: SimulatePodAnswer, explanation: ExplainNodeAnswer): Block[] {
  const { node } = explanation;
  const groups = verdictGroups(explanation.pods, explanation.dryRun);
  const lead =
    groups.length === 0
      ? "None."
      : explanation.fits === true
        ? "The pod fits without evicting; this is the outcome if it evicted."
        : explanation.tried
          ? ""
          : "The scheduler does not try to evict here; this is the outcome if it did.";
  const moved = cycle.node !== node || cycle.victims.length === 0 ? [] : changes(cycle, explanation.pods);
  return [
    { kind: "facts", title: `Pods of ${node}`, lines: lead === "" ? [] : [quiet(lead)] },
    ...groups.flatMap((group) => verdictGroup(group, cycle, false)),
    ...table(
      moved,
      [
        column("Namespace", ({ quota }) => quota.namespace),
        column("Resource", ({ resource }) => resource),
        number("Before", ({ resource, before }) => amountText(resource, before)),
        number("After", ({ resource, after }) => amountText(resource, after)),
        number("Min", ({ resource, quota }) => amountText(resource, minOf(quota, resource))),
        number("Max", ({ resource, quota }) => amountText(resource, maxOf(quota, resource))),
      ],
      { title: "Quotas before and after" },
    ),
  ];
}

/** Pods of one verdict. */
export const verdictGroup = (
  { verdict, title, pods }: ReturnType<typeof verdictGroups>[number],
  evictor: Parameters<typeof verdictText>[1],
  isApart: boolean,
): Block[] => [
  ...facts([{ text: `${title} (${counted(pods.length, "pod")})`, look: verdict === "victim" ? "bad" : undefined }], {
    isApart,
  }),
  ...list(
    pods.map((of) => [
      link("Pod", of.pod),
      { text: " " },
      quiet(`${chargeText(of)}: `),
      { text: verdictText(of, evictor) },
    ]),
  ),
];
