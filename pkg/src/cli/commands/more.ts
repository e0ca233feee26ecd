/** `schedscope whatif more`: how many more pods like one fit. */
import type { MoreAnswer, MoreLike, MoreOptions, ObjectName } from "../../../types.js";
import { meant, subjectOf } from "../../difference/meant.js";
import { moreReport } from "../../report/whatif.js";
import { objectNamed } from "../../words/object-name.js";
import { framed } from "../command.js";
import { print } from "../format.js";
import { claims, podsAdvice, podsCommand, workloadsCommand } from "../kubectl.js";
import { answerTo } from "../progress.js";
import { misuse, nothing } from "../exit.js";
import { fileArguments, type TextOptions, withNamespace, withScheduler, withText } from "../options.js";
import { QuestionFlags } from "../question.js";
import { all, foundInScope, podNamed } from "../pods.js";
import { failDoubtful, lacking, open, type Session } from "../session.js";

interface MoreCommandOptions extends TextOptions {
  like?: string[];
}

const flags = new QuestionFlags("more", {
  pod: null,
  like: { flags: "--like <[kind/]name[=copies]>", note: "for example api-0 or deployment/web=3" },
});

export const more = framed({
  name: "more",
  summary: "how many more pods like one or several fit, and what stops the next",
  about:
    "Creates copies of a pod, or pods of a workload, and binds them one after another, without evictions, " +
    "until one does not fit. With several --like, each round creates the given number of copies of each; " +
    "when one no longer fits, the others go on. Pods of the input stay on their nodes, and pending ones " +
    "wait unless you give --pending-first. The input does not change.",
  args: [fileArguments],
  options: [withText, withNamespace, withScheduler, flags],
  examples: `
  ${podsCommand} | schedscope whatif more --like team-a/api
  schedscope whatif more --like team-a/api world.yaml --most 50
  schedscope whatif more --like deployment/web=3 --like statefulset/db world.yaml --pending-first`,
  notes: `
The pods that workloads have still to create, and their templates, also need:
  ${workloadsCommand}
${claims}

-o json gives Scenario.more(), -o name the nodes that the new pods are bound to.`,
  run: async (files: string[], options: MoreCommandOptions) => {
    const session = await open(files, options);
    const { scenario } = session;
    const { like = [] } = options;
    if (like.length === 0) throw misuse("no pod is named", "give --like");
    const { like: _, ...given } = flags.given(options);
    const shapes = like.map((one) => shapeOf(session, one));
    const asked = { profile: options.profile, ...all, ...given, ...named(shapes) };
    const answer = await answerTo(scenario, "more", asked);
    failDoubtful(answer);
    print(options.output, {
      json: () => [scenario.askJson(JSON.stringify({ more: asked }))],
      // Pods whose node depends on unknown volumes may get none.
      names: () => (isOpen(answer) ? [] : answer.nodes.map(({ node }) => node)),
      people: () => moreReport(answer, scenario.pods({ limit: 0 }).pending),
    });
  },
});

/** Whether the nodes of some pods depend on volumes that are unknown. */
const isOpen = ({ volumes, rounds }: MoreAnswer): boolean =>
  volumes !== undefined || rounds?.shapes.some((shape) => shape.volumes !== undefined) === true;

/** One pod alone is asked about by its name. */
function named(like: MoreLike[]): Pick<MoreOptions, "pod" | "like"> {
  const [one, ...others] = like;
  const isPod = one !== undefined && others.length === 0 && one.kind === "Pod" && one.copies === 1;
  return isPod ? { pod: `${one.namespace}/${one.name}` } : { like };
}

/** `deployment/web=3`: a pod, or a workload, and how many copies of it a round has. */
function shapeOf(session: Session, typed: string): MoreLike {
  const [, name = typed, number] = /^(.*)=(\d+)$/.exec(typed) ?? [];
  const copies = number === undefined ? 1 : Number(number);
  if (copies < 1 || copies > 1000)
    throw misuse(`\`${typed}\` names ${copies} copies`, "give 1 to 1000 copies, for example deployment/web=3");
  const { kind, namespace, name: own } = likeNamed(session, name);
  return { kind, namespace, name: own, copies };
}

/** A pod by its name, or else a workload. */
function likeNamed({ scenario, reading }: Session, typed: string): ObjectName {
  const { objects, near } = foundInScope(scenario, typed);
  const workloads = objects.filter(({ kind }) => subjectOf(kind) === "workload");
  const [first] = typed.split("/");
  const namesPod =
    objects.some(({ kind }) => kind === "Pod") ||
    !typed.includes("/") ||
    scenario.pods(all).pods.some(({ pod }) => pod.namespace === first);
  if (workloads.length === 0 ? namesPod : objects.some(({ kind }) => kind === "Pod"))
    return { kind: "Pod", ...objectNamed(podNamed(scenario, typed)) };
  if (reading.kinds.length === 0) throw lacking(["Pod"], podsAdvice);
  const object = meant(typed, { objects: workloads, near });
  if ("problem" in object) throw nothing(object.problem, ...object.help);
  return object;
}
