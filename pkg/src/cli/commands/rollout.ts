/** `schedscope whatif rollout`: whether a change of a workload completes. */
import { meant } from "../../difference/meant.js";
import { rolloutReport } from "../../report/rollout.js";
import { rolloutKinds } from "../../words/whatif.js";
import { framed } from "../command.js";
import { nothing } from "../exit.js";
import { print } from "../format.js";
import { podsAdvice, podsCommand, volumesCommand, workloadsCommand } from "../kubectl.js";
import { fileArguments, type TextOptions, withNamespace, withScheduler, withText } from "../options.js";
import { all, expectName, foundInScope } from "../pods.js";
import { answerTo } from "../progress.js";
import { QuestionFlags } from "../question.js";
import { failRollout } from "../rollouts.js";
import { failDoubtful, lacking, open } from "../session.js";
import { fullNames } from "../../words/object-name.js";

const flags = new QuestionFlags("rollout", { object: null });

export const rollout = framed({
  name: "rollout",
  summary: "will a change of a workload complete: its steps, and the pod that it waits for",
  about:
    "Rolls out a Deployment, a StatefulSet or a DaemonSet: the workload of the input has the new template, " +
    "and its pods with another one are replaced step by step, as its strategy allows. New pods are " +
    "scheduled while old ones run. The input does not change.",
  args: [["<workload>", "the workload, as name, kind/name or kind/namespace/name"], fileArguments],
  options: [withText, withNamespace, withScheduler, flags],
  examples: `
  schedscope whatif rollout web world.yaml
  schedscope whatif rollout deployment/shop/web world.yaml web.yaml   the Deployment of the later file is the new one`,
  notes: `
world.yaml has the output of:
  ${podsCommand}
  ${workloadsCommand}
and for pods with claims:
  ${volumesCommand}

-o json gives Scenario.rollout(), -o name the pods of the workload that stay pending or cannot start. Exits 1 if the
rollout does not complete.`,
  run: async (typed: string, files: string[], options: TextOptions) => {
    expectName(typed, files, "workload");
    const session = await open(files, options);
    const { scenario, reading } = session;
    if (reading.kinds.length === 0)
      throw lacking(["Deployment"], [...podsAdvice, `for the workloads also: ${workloadsCommand}`]);
    const found = foundInScope(scenario, typed);
    const object = meant(typed, {
      objects: found.objects.filter(({ kind }) => rolloutKinds.includes(kind)),
      near: found.near.filter(({ kind }) => rolloutKinds.includes(kind)),
    });
    if ("problem" in object) {
      const [other] = found.objects;
      if (other === undefined || found.objects.some(({ kind }) => rolloutKinds.includes(kind)))
        throw nothing(object.problem, ...object.help);
      throw nothing(`\`${typed}\` is a ${other.kind}`, `give one of ${rolloutKinds.join(", ")}`);
    }
    const { kind, namespace, name } = object;
    const asked = { object: { kind, namespace, name }, profile: options.profile, ...all, ...flags.given(options) };
    const answer = await answerTo(scenario, "rollout", asked);
    failDoubtful(answer);
    failRollout(answer);
    print(options.output, {
      json: () => [scenario.askJson(JSON.stringify({ rollout: asked }))],
      names: () =>
        fullNames([
          ...answer.pending,
          ...(answer.unready ?? []),
          ...(answer.detached === undefined ? [] : [answer.detached.pod]),
        ]),
      people: () => rolloutReport(answer),
    });
  },
});
