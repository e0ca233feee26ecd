/** `schedscope pods`: the pods there are, or which node each scorer would pick for one. */
import { existsSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import type {
  BestEffort,
  NodeRow,
  ScoreNodesOptions,
  ScoreNodesAnswer,
  PodState,
  ProfileChoice,
  WeightedResource,
  ScorerName,
} from "../../../types.js";
import { amountText, percent, resourceNames } from "../../words/amount.js";
import { findingCaveats } from "../../words/findings.js";
import { allCaveats } from "../../words/pod-caveats.js";
import { counted, integer } from "../../words/number.js";
import { kubeletTexts } from "../../words/nodes/kubelet.js";
import { podStateText } from "../../words/nodes/pod-state.js";
import { phraseText } from "../../words/phrase.js";
import {
  cyclePhrases,
  faultTexts,
  formula,
  levelOf,
  misfitNumbers,
  misfitText,
  misfits,
  placementSentence,
  podNoteText,
  preemptionPointer,
  saysMisfits,
  scoreCaveats,
  scorerName,
  scorerNames,
  scorerPick,
  usageOf,
  usageSentence,
} from "../../words/nodes.js";
import { orderedSetTexts } from "../../words/quotas.js";
import { showCaveats } from "../caveats.js";
import { misuse } from "../exit.js";
import { noSuch, nothingFound } from "../nearest.js";
import { print } from "../format.js";
import { several, type TextOptions, whole, withScheduler, withText } from "../options.js";
import { all, amountsText, failIfPending, noPod, podNamed, settled } from "../pods.js";
import { showDefaultProfile } from "../default-profile.js";
import { err, out } from "../screen.js";
import { isLeftOut } from "../../difference/wants.js";
import { podWouldChange } from "../would-change.js";
import { failDoubtful, failRejected, note, open, type Session } from "../session.js";
import { podsCommand } from "../kubectl.js";
import { type Cell, figure, type TableColumn } from "../table.js";

interface PodsOptions extends TextOptions {
  profile?: ProfileChoice | undefined;
  pod?: string;
  state?: PodState;
  find?: string;
  node?: string;
  limit?: number;
  resources?: WeightedResource[];
  shape?: [number, number][];
  bestEffort?: BestEffort;
  scorer?: ScorerName[];
  order?: ScoreNodesOptions["order"];
}

/** Adds the command. */
export function pods(program: Command): void {
  withScheduler(
    withText(
      program
        .command("pods")
        .summary("list pods; for one pod, show the node that the scheduler and each scorer would pick")
        .description(
          "Lists the pods of a text, including those that workloads have yet to create. With a pod: the choice of " +
            "kube-scheduler's default profile with its scores, and limit-aware scoring next to the scorers of " +
            "Kubernetes, node by node.",
        )
        .argument(
          "[pod|file...]",
          "a pod, as namespace/name, unless the first argument is a file; then files and folders, read as one text",
        ),
    ),
  )
    .option("--pod <name>", "the pod, if a file has the same name")
    .addOption(
      new Option("--state <state>", "only pods that are pending, on a node (bound), or finished").choices([
        "all",
        "pending",
        "bound",
        "finished",
      ] satisfies PodState[]),
    )
    .option("--find <text>", "only pods whose namespace/name contains this text")
    .option("--node <name>", "only pods on this node")
    .option("--limit <n>", "list at most this many pods, or nodes of a pod", whole(1))
    .option(
      "--resources <name=weight,...>",
      "resources to score, for example cpu=1,memory=2; weights from 1 to 100; default: cpu=1,memory=1",
      weighted,
    )
    .option(
      "--shape <percent=score,...>",
      "the curve of RequestedToCapacityRatio, for example 0=0,100=10: utilisation from 0 to 100, scores from 0 to 10",
      curve,
    )
    .option(
      "--best-effort <amount>",
      "the amount that a pod without requests and limits counts: allocatable (the default), nothing, or a " +
        "number of milli-CPU or bytes",
      bestEffortOf,
    )
    .addOption(new Option("--scorer <name>", "only this scorer; repeatable").choices(scorerNames).argParser(known))
    .addOption(
      new Option(
        "--order <by>",
        "order of the nodes: text, name, total (of the default profile), or a scorer, best first",
      ).choices(["text", "name", "total", ...scorerNames]),
    )
    .addHelpText(
      "after",
      `
Examples:
  ${podsCommand} | schedscope pods --state pending
  schedscope pods team-a/train-4 world.yaml                 the node that the scheduler and each scorer pick
  schedscope pods team-a/train-4 world.yaml --order LimitAware -o wide

CPU is in CPUs (500m is half of one), memory in bytes (8Gi).
-o json gives Scenario.pods(), with a pod Scenario.scoreNodes(); there cpu is in milli-CPU.`,
    )
    .action(async (args: string[], options: PodsOptions) => {
      const [first, ...rest] = args;
      const isPod = options.pod === undefined && first !== undefined && first !== "-" && !existsSync(first);
      const typed = isPod ? first : options.pod;
      const ofList = (["state", "find", "node"] as const).filter((name) => options[name] !== undefined);
      if (typed !== undefined && ofList.length > 0)
        throw misuse(`--${ofList[0] ?? ""} filters the list of pods, not the nodes of one`, "leave it or the pod out");
      const session = await open(isPod ? rest : args, options).catch((error: unknown) => {
        throw isPod && rest.length === 0 && process.stdin.isTTY
          ? misuse(`there is no file \`${first}\``, "give the files after the pod")
          : error;
      });
      if (typed === undefined) list(session, options);
      else placed(session, typed, options);
    });
}

function weighted(text: string): WeightedResource[] {
  return text.split(",").map((part) => {
    const [name = "", weight = "1"] = part.split("=");
    if (name === "" || !/^\d+$/.test(weight) || Number(weight) < 1 || Number(weight) > 100)
      throw new InvalidArgumentError("It must be names with weights from 1 to 100, for example cpu=1,memory=2.");
    return { name, weight: Number(weight) };
  });
}

function curve(text: string): [number, number][] {
  return text.split(",").map((part) => {
    const [at = "", score = ""] = part.split("=");
    if (!/^\d+$/.test(at) || !/^\d+$/.test(score))
      throw new InvalidArgumentError("It must be points of utilisation and score, for example 0=0,100=10.");
    return [Number(at), Number(score)];
  });
}

function bestEffortOf(text: string): BestEffort {
  if (text === "allocatable" || text === "nothing") return text;
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be `allocatable`, `nothing`, or a whole number.");
  return { amount: Number(text) };
}

function known(text: string, before: string[] | undefined): string[] {
  if (!scorerNames.some((name) => name === text))
    throw new InvalidArgumentError(`Allowed choices are ${scorerNames.join(", ")}.`);
  return several(text, before);
}

function list({ scenario }: Session, { output, state, find, node, limit }: PodsOptions): void {
  const asked = {
    ...all,
    ...(state !== undefined && { state }),
    ...(find !== undefined && { find }),
    ...(node !== undefined && { node }),
    ...(limit !== undefined && { limit }),
  };
  const found = scenario.pods(asked);
  if (found.all === 0) throw noPod(found);
  const nodes = scenario.nodes({ limit: 0 });
  const known = nodes.all > 0 ? nodes : found;
  print(output, {
    json: () => [scenario.askJson(JSON.stringify({ pods: asked }))],
    names: () => found.pods.map(({ pod }) => pod),
    people: (isWide) => {
      showCaveats(allCaveats(known), isWide, () => {
        out.line(
          `${counted(found.all, "pod")}: ${integer(found.bound)} on nodes, ${integer(found.pending)} pending, ` +
            `${integer(found.finished)} finished.`,
        );
        for (const text of kubeletTexts(found)) out.line(text, "warning");
        if (nodes.all > 0) out.line(usageSentence(nodes));
        for (const text of orderedSetTexts(found)) out.line(text, "quiet");
      });
      if (found.pods.length === 0) return;
      out.gap();
      out.table(
        [
          { head: "POD", gives: true },
          { head: "STATE" },
          { head: "PRIORITY", align: "right" },
          { head: "NODE", gives: true },
          { head: "REQUESTS", gives: true },
          ...(isWide ? [{ head: "LIMITS" }, { head: "NOMINATED" }, { head: "NOTES" }] : []),
        ],
        found.pods.map((entry): Cell[] => [
          entry.pod,
          {
            text: podStateText(entry),
            look: entry.state === "pending" ? "warning" : entry.state === "finished" ? "quiet" : undefined,
          },
          figure(entry.priority),
          entry.node ?? "-",
          amountsText(entry.requests),
          ...(isWide
            ? [
                amountsText(entry.limits),
                entry.nominated ?? "-",
                [
                  entry.gates.length > 0 ? `gates: ${entry.gates.join(", ")}` : "",
                  entry.terminating ? "terminating" : "",
                  entry.bestEffort ? "best effort" : entry.unbounded ? "without a limit" : "",
                ]
                  .filter((part) => part !== "")
                  .join(", "),
              ]
            : []),
        ]),
        isWide,
      );
      if (found.found > found.pods.length)
        err.line(`and ${counted(found.found - found.pods.length, "more pod")} (--limit)`, "quiet");
    },
  });
  failDoubtful(known);
  failRejected(found);
  if (found.found > 0) return;
  const names = scenario.nodes(all).nodes.map(({ name }) => name);
  if (node !== undefined && !names.includes(node)) throw noSuch("node", node, names);
  throw nothingFound("pod", { state, find, node });
}

function placed(
  { scenario }: Session,
  typed: string,
  { output, quiet, profile, resources, shape, bestEffort, scorer, order, limit }: PodsOptions,
): void {
  const asked: ScoreNodesOptions = {
    pod: podNamed(scenario, typed),
    profile,
    defaultProfile: true,
    ...all,
    ...(resources !== undefined && { resources }),
    ...(shape !== undefined && { shape }),
    ...(bestEffort !== undefined && { bestEffort }),
    ...(scorer !== undefined && { scorers: scorer }),
    ...(order !== undefined && { order }),
    ...(limit !== undefined && { limit }),
  };
  const answer = scenario.scoreNodes(asked);
  const [namespace] = answer.pod.split("/");
  const isGoverned = scenario.quotas().quotas.some((quota) => quota.governs && quota.namespace === namespace);
  note(answer.notes.map(podNoteText), { quiet });
  print(output, {
    json: () => [scenario.askJson(JSON.stringify({ scoreNodes: asked }))],
    names: () => answer.picks.map(({ node }) => node),
    people: (isWide) => {
      const isAsked = answer.feasible === 0 || isLeftOut(answer) || isGoverned;
      const cycle = isAsked ? scenario.simulatePod({ pod: answer.pod, profile, limit: 1 }) : null;
      const after = cycle === null ? "" : phraseText(cyclePhrases(answer, cycle)).trim();
      people(scenario, answer, after, isGoverned, isWide);
      if (cycle !== null && answer.nodes > 0) podWouldChange(scenario, cycle, profile);
    },
  });
  const { pods } = scenario.pods({ ...all, find: answer.pod });
  const isBound = pods.some(({ pod, state }) => pod === answer.pod && state === "bound");
  // The volumes of a pod on its node are there.
  const { volumeDependence, ...rest } = answer;
  failDoubtful(isBound ? rest : { ...rest, ...(volumeDependence !== undefined && { volumeDependence }) });
  failIfPending(scenario, scenario.simulatePod({ pod: answer.pod, profile, limit: 1 }));
}

function people(
  scenario: Session["scenario"],
  answer: ScoreNodesAnswer,
  after: string,
  isGoverned: boolean,
  isWide: boolean,
): void {
  showCaveats(scoreCaveats(answer), isWide, () => {
    out.line(settled(scenario, answer.pod, placementSentence(answer)));
    const pointer = preemptionPointer(answer);
    for (const { message } of findingCaveats(answer, "default-request")) out.line(message, "quiet");
    if (after !== "") out.line(after);
    else if (isGoverned)
      out.line(
        `Quotas are not looked at here: \`schedscope quota why ${answer.pod}\` says what its ElasticQuota allows.`,
      );
    else if (pointer !== "") out.line(pointer, "quiet");
  });
  if (answer.nodes === 0) return;
  for (const words of faultTexts(answer)) out.line(words, "warning");
  if (answer.feasible < answer.nodes && !saysMisfits(answer))
    out.line(`Why it does not fit the others: ${misfits(answer)}.`, "quiet");
  if (answer.picks.length > 0) {
    out.head("Picks");
    const hasFormula = answer.scorers.some(({ name }) => name === "LimitAware");
    out.table(
      [
        { head: "NODE", gives: true },
        { head: "SCORERS", gives: true },
        ...(hasFormula ? [{ head: "LIMIT-AWARE, RESOURCE BY RESOURCE", gives: true }] : []),
      ],
      answer.picks.map(({ node, scorers: by, resources }): Cell[] => [
        { text: node, look: "good" },
        by.map(scorerName).join(", "),
        ...(hasFormula ? [resources.map(formula).join("; ")] : []),
      ]),
      isWide,
    );
  }
  showDefaultProfile(answer, isWide);
  out.head("Nodes");
  nodeTable(answer, isWide);
}

function nodeTable({ rows, scorers: asked, resources }: ScoreNodesAnswer, isWide: boolean): void {
  const short = resourceNames(resources);
  const shown = asked
    .map((scorer, i) => ({ scorer, i }))
    .filter(
      ({ scorer: { applies, name } }) =>
        applies && (isWide || name === "LimitAware" || name === "LeastAllocated" || asked.length < 3),
    );
  const hasMisfit = rows.some(({ misfit }) => misfit !== null);
  const columns: TableColumn[] = [
    { head: "NODE", gives: true },
    { head: "PODS", align: "right" },
    ...short.flatMap((name): TableColumn[] => [
      { head: `${name} REQ`.toUpperCase(), align: "right" },
      { head: `${name} LIM`.toUpperCase(), align: "right" },
    ]),
    ...shown.map(({ scorer }): TableColumn => ({ head: scorer.name.toUpperCase(), align: "right" })),
    ...(hasMisfit ? [{ head: "FILTER" }] : []),
    { head: "WHY NOT", gives: true },
  ];
  out.table(
    columns,
    rows.map((row): Cell[] => [
      row.name,
      `${row.pods}/${row.allowedPods}`,
      ...usages(row, isWide),
      ...shown.map(({ scorer, i }): Cell => {
        const score = (scorer.normalizes ? row.normalized[i] : row.raw[i]) ?? null;
        const place = scorerPick(scorer, row.name);
        return {
          text: score === null ? "-" : `${place === "picked" ? "*" : place === "tied" ? "=" : ""}${score}`,
          look: place === "picked" ? "good" : undefined,
        };
      }),
      ...(hasMisfit ? [row.misfit?.plugin ?? ""] : []),
      row.misfit === null
        ? ""
        : [misfitText(row.misfit), misfitNumbers(row.misfit)].filter((part) => part !== "").join(": "),
    ]),
    isWide,
  );
  out.line(
    "Requests and limits with the pod, in percent of allocatable. *: picked; =: same score, but later by name.",
    "quiet",
  );
}

const usages = (row: NodeRow, isWide: boolean): string[] =>
  row.resources.map(usageOf).flatMap((usage) =>
    (["requests", "limits"] as const).map((kind) => {
      const { after } = levelOf(usage, kind);
      return `${percent(after, usage.allocatable)}${isWide ? ` (${amountText(usage.resource, after)})` : ""}`;
    }),
  );
