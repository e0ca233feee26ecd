/** `schedscope quota`: elastic quotas side by side, and what becomes of a pod. */
import type { Command } from "commander";
import type { Findings, SimulatePodAnswer, NodeVerdict, ProfileChoice, QuotasAnswer } from "../../../types.js";
import { amountText, exactAmount } from "../../words/amount.js";
import { counted, integer } from "../../words/number.js";
import { misfitNumbers, misfitText } from "../../words/nodes.js";
import { amountOf } from "../../words/own.js";
import {
  dryRunText,
  bulletOf,
  changes,
  cycleNotes,
  chargeText,
  checks,
  concerns,
  evictAcrossNodesText,
  verdictGroups,
  verdictText,
  fitsText,
  diagnosticGroups,
  loansNote,
  loansText,
  maxOf,
  mayEvict,
  minOf,
  pickText,
  quotasSentence,
  podRequestText,
  quotaLook,
  quotaStatus,
  scarceFirst,
  verdictSentence,
  whyTitle,
} from "../../words/quotas.js";
import { showChecks } from "../checks.js";
import { print } from "../format.js";
import { noSuch } from "../nearest.js";
import { filesArgument, type TextOptions, withProfile, withScheduler, withText } from "../options.js";
import { all, expectName, failIfPending, podNamed, settled } from "../pods.js";
import { showCaveats } from "../caveats.js";
import { allCaveats } from "../../words/pod-caveats.js";
import { out } from "../screen.js";
import { failDoubtful, open, type Session, lacking } from "../session.js";
import { podsCommand, quotasCommand } from "../kubectl.js";
import type { Cell } from "../table.js";
import { podWouldChange, victimWouldChange } from "../would-change.js";

const wanted = [`try: ${podsCommand}`, `and: ${quotasCommand}`];

interface WhyOptions extends TextOptions {
  profile?: ProfileChoice | undefined;
  node?: string;
}

/** Adds the command. */
export function quota(program: Command): void {
  const command = withScheduler(
    withText(
      program
        .command("quota")
        .summary("elastic quotas: use, loans and findings; why a pod waits or evicts others")
        .description("Shows the use, min and max of every elastic quota, loans between quotas, and findings.")
        .argument("[file...]", filesArgument),
    ),
  )
    .addHelpText(
      "after",
      `
Examples:
  ${podsCommand} > pods.yaml
  ${quotasCommand} > quotas.yaml
  schedscope quota pods.yaml quotas.yaml
  schedscope quota why team-a/train-4 world.yaml
  schedscope quota events events.json

-o json gives Scenario.quotas(): cpu in milli-CPU, the rest in base units.`,
    )
    .action(async (files: string[], { profile, ...options }: TextOptions & { profile?: ProfileChoice | undefined }) => {
      const session = await open(files, options);
      const report = session.scenario.quotas({ profile });
      if (report.quotas.length === 0) throw lacking(["ElasticQuota"], [...wanted]);
      failDoubtful(report);
      print(options.output, {
        json: () => [session.scenario.askJson(JSON.stringify({ quotas: { profile } }))],
        names: () => report.quotas.map(({ namespace, name }) => `${namespace}/${name}`),
        people: (isWide) => quotas(session, report, isWide),
      });
    });
  withScheduler(
    withText(
      command
        .command("why")
        .summary("one scheduling cycle of a pod: quota, nodes, victims")
        .description(
          "Runs one scheduling cycle for a pod, as the capacity scheduling plugin does: the quota check, the nodes " +
            "that fit, the pods it would evict, and why each pod of a node is evicted or stays.",
        )
        .argument("<pod>", "as namespace/name; one that is on a node is scheduled again")
        .argument("[file...]", filesArgument),
    ),
  )
    .option("--node <name>", "explain the pods of this node; default: the node where pods are evicted")
    .addHelpText(
      "after",
      `
Examples:
  schedscope quota why team-b/serve-2 world.yaml
  schedscope quota why team-b/serve-2 world.yaml --node gpu-1
  schedscope quota why team-b/serve-2 world.yaml --profile Upstream

-o json gives Scenario.simulatePod(), with --node Scenario.explainNode().`,
    )
    .action(async (pod: string, files: string[], _: TextOptions, self: Command) => {
      // The parent command has the same options; an option counts before and after the name of the subcommand.
      const options = self.optsWithGlobals<WhyOptions>();
      expectName(pod, files, "pod");
      const session = await open(files, options);
      why(session, podNamed(session.scenario, pod), options);
    });
  withProfile(
    withText(
      command
        .command("events")
        .summary("the ledger of quotas after each event")
        .description(
          "Applies events to the ledger of quotas and prints it after each: pods and quotas that come, change and " +
            "go, reservations. A file holds a list of events, an object with `events`, one event a line, or what " +
            "kubectl prints of a watch. The ledger is that of the plugin, which can miss pods; with --profile " +
            "Proposal it always equals a recount.",
        )
        .argument("[file...]", "files with events in JSON; `-`, or nothing after a pipe: standard input"),
    ),
  )
    .addHelpText(
      "after",
      `
Examples:
  schedscope quota events events.json --profile Proposal
  kubectl get elasticquotas -A --watch --output-watch-events -o json > quotas.json &
  kubectl get pods -A --watch --output-watch-events -o json > pods.json
  schedscope quota events quotas.json pods.json

An event has a type (addPod, updatePod, deletePod, reserve, unreserve, addElasticQuota, updateElasticQuota,
deleteElasticQuota) and objects as in Kubernetes: pod, oldPod, elasticQuota, oldElasticQuota; node for reserve.

-o json gives the ledger after each event.`,
    )
    .action(async (files: string[], _: TextOptions, self: Command) => {
      const { quotaEvents } = await import("../quota-events.js");
      await quotaEvents(files, self.optsWithGlobals<WhyOptions>());
    });
}

function quotas(session: Session, report: QuotasAnswer & Findings, isWide: boolean): void {
  showCaveats(allCaveats(report), isWide, () => out.line(quotasSentence(report)));
  const lent = (namespace: string, resource: string): number =>
    amountOf(report.quotas.find((of) => of.namespace === namespace && of.governs)?.lent, resource);
  const rows = report.quotas.flatMap((of): Cell[][] =>
    scarceFirst(report.resources).flatMap((resource) => {
      const bullet = bulletOf(of, resource, lent(of.namespace, resource));
      if (!concerns(bullet)) return [];
      const text = (amount: number | null): string =>
        isWide ? exactAmount(resource, amount) : amountText(resource, amount);
      const words = of.governs
        ? quotaStatus(bullet, resource)
        : "not in force: another quota of the namespace came first";
      return [
        [
          of.namespace,
          of.name,
          resource,
          text(bullet.used),
          text(bullet.min),
          text(bullet.max),
          { text: words, look: of.governs ? quotaLook(bullet) : undefined },
        ],
      ];
    }),
  );
  out.gap();
  out.table(
    [
      { head: "NAMESPACE" },
      { head: "QUOTA" },
      { head: "RESOURCE" },
      { head: "USED", align: "right" },
      { head: "MIN", align: "right" },
      { head: "MAX", align: "right" },
      { head: "STATUS", gives: true },
    ],
    rows,
    isWide,
  );
  if (report.loans.length > 0) {
    out.head("Loans");
    out.table(
      [{ head: "BORROWER" }, { head: "LENDER" }, { head: "RESOURCE" }, { head: "AMOUNT", align: "right" }],
      report.loans.map(({ resource, lender, borrower, amount }): Cell[] => [
        borrower,
        lender ?? "none: beyond all mins",
        resource,
        amountText(resource, amount),
      ]),
      isWide,
    );
    if (report.loans.length > 3) out.line(loansText(report.loans), "quiet");
    const note = loansNote(report.loans);
    if (note !== "") out.line(note, "quiet");
  }
  const groups = diagnosticGroups(report.quotaDiagnostics);
  if (groups.length > 0) out.head("Findings");
  for (const { severity, message, code, places } of groups) {
    out.line([
      { text: `${severity}: `, look: severity === "error" ? "bad" : severity === "warning" ? "warning" : "strong" },
      { text: message },
      { text: ` (${code})`, look: "quiet" },
    ]);
    for (const { name, range, numbers, resource } of places) {
      const place = range === null ? null : session.input.place(range.start);
      const words = [name, resource ?? "", numbers].filter((part) => part !== "").join(" ");
      out.line([
        { text: `  ${words === "" ? "all quotas" : words}` },
        { text: place === null ? "" : `  ${place.file}:${place.line}:${place.column}`, look: "quiet" },
      ]);
    }
  }
}

function why(session: Session, pod: string, { output, profile, node }: WhyOptions): void {
  const { scenario } = session;
  const asked = { pod, profile, ...all };
  const cycle = scenario.simulatePod(asked);
  const names = cycle.nodes.map((of) => of.node);
  if (node !== undefined && !names.includes(node)) throw noSuch("node", node, names);
  failDoubtful(cycle);
  failIfPending(scenario, cycle);
  print(output, {
    json: () => [
      scenario.askJson(
        JSON.stringify(node === undefined ? { simulatePod: asked } : { explainNode: { pod, node, profile } }),
      ),
    ],
    names: () => cycle.victims,
    people: (isWide) => cycleWords(session, cycle, profile, node, isWide),
  });
}

function cycleWords(
  { scenario }: Session,
  cycle: SimulatePodAnswer,
  profile: ProfileChoice | undefined,
  asked: string | undefined,
  isWide: boolean,
): void {
  const cross =
    cycle.outcome === "Unschedulable" && cycle.quota !== null
      ? scenario.evictAcrossNodes({ pod: cycle.pod, profile })
      : null;
  showCaveats(allCaveats(cycle), isWide, () => {
    out.line(settled(scenario, cycle.pod, verdictSentence(cycle, cross)));
    out.line(`It requests ${podRequestText(cycle)}, with priority ${integer(cycle.priority)}.`, "quiet");
  });
  for (const { kind, words } of cycleNotes(cycle))
    out.line(words, kind === "fault" || kind === "never" ? "warning" : "quiet");
  out.head(whyTitle(cycle));
  showChecks(checks(cycle));
  if (cycle.preemption?.eligible === true) out.line(`  ${mayEvict(cycle)}`, "quiet");
  if (cross !== null) {
    out.line(`  ${evictAcrossNodesText(cross)}`, "quiet");
    for (const { pod, node, priority } of cross.victims)
      out.line(`    ${pod} on ${node}, priority ${integer(priority)}`);
  }
  if (cycle.nodes.length > 0 && cycle.outcome !== "Gated") {
    const hasMisfit = cycle.nodes.some(({ misfit }) => misfit !== null);
    out.head("Nodes");
    out.table(
      [
        { head: "NODE", gives: true },
        { head: "FITS" },
        ...(hasMisfit ? [{ head: "FILTER" }] : []),
        { head: "WHY", gives: true },
      ],
      cycle.nodes.map((verdict): Cell[] => [
        { text: verdict.node, look: verdict.node === cycle.node ? "good" : undefined },
        fitsText(verdict),
        ...(hasMisfit ? [verdict.misfit?.plugin ?? ""] : []),
        verdictWords(verdict, cycle),
      ]),
      isWide,
    );
  }
  const node =
    asked ??
    (cycle.outcome === "Preempt"
      ? cycle.node
      : cycle.nodes.length === 1 && cycle.outcome !== "Schedulable"
        ? cycle.nodes[0]?.node
        : undefined);
  if (node != null) verdicts(scenario, cycle, node, profile, isWide);
  podWouldChange(scenario, cycle, profile);
  if (cycle.outcome === "Schedulable" && !cycle.deleting) victimWouldChange(scenario, cycle.pod, profile);
}

function verdictWords(verdict: NodeVerdict, cycle: SimulatePodAnswer): string {
  const { misfit, dryRun } = verdict;
  const parts = [
    ...(misfit === null ? [] : [[misfitText(misfit), misfitNumbers(misfit)].filter((part) => part !== "").join(": ")]),
    ...(dryRun === null ? [] : [dryRunText(dryRun, cycle.pod)]),
    ...(misfit?.code === "UnschedulableAndUnresolvable" && dryRun === null ? ["evicting cannot help"] : []),
    pickText(verdict, cycle),
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** Why each pod of a node goes, stays, or was never asked to go, and the quotas before and after. */
function verdicts(
  scenario: Session["scenario"],
  cycle: SimulatePodAnswer,
  node: string,
  profile: ProfileChoice | undefined,
  isWide: boolean,
): void {
  const explanation = scenario.explainNode({ pod: cycle.pod, node, profile });
  const groups = verdictGroups(explanation.pods, explanation.dryRun);
  out.head(`Pods of ${node}`);
  if (groups.length === 0) out.line("None.", "quiet");
  else if (explanation.fits === true)
    out.line("The pod fits without evicting; this is the outcome if it evicted.", "quiet");
  else if (!explanation.tried)
    out.line("The scheduler does not try to evict here; this is the outcome if it did.", "quiet");
  for (const { verdict, title, pods } of groups) {
    out.line(`${title} (${counted(pods.length, "pod")})`, verdict === "victim" ? "bad" : undefined);
    for (const of of pods)
      out.line([
        { text: `  ${of.pod} ` },
        { text: `${chargeText(of)}: `, look: "quiet" },
        { text: verdictText(of, cycle) },
      ]);
  }
  if (cycle.node !== node || cycle.victims.length === 0) return;
  const moved = changes(cycle, explanation.pods);
  if (moved.length === 0) return;
  out.head("Quotas before and after");
  out.table(
    [
      { head: "NAMESPACE" },
      { head: "RESOURCE" },
      { head: "BEFORE", align: "right" },
      { head: "AFTER", align: "right" },
      { head: "MIN", align: "right" },
      { head: "MAX", align: "right" },
    ],
    moved.map(({ quota: of, resource, before, after }): Cell[] => [
      of.namespace,
      resource,
      ...[before, after, minOf(of, resource), maxOf(of, resource)].map((amount) => amountText(resource, amount)),
    ]),
    isWide,
  );
}
