/** `schedscope more`: how many more pods like one fit. */
import type { Command } from "commander";
import { allCaveats } from "../../words/pod-caveats.js";
import { moreClustersText, moreSentence } from "../../words/whatif.js";
import { showCaveats } from "../caveats.js";
import { print } from "../format.js";
import { podsCommand } from "../kubectl.js";
import { prepared } from "../progress.js";
import { type DecidingOptions, withDeciding } from "../deciding.js";
import { misuse } from "../exit.js";
import { filesArgument, whole } from "../options.js";
import { all, podNamed } from "../pods.js";
import { out } from "../screen.js";
import { failDoubtful, open, type Session } from "../session.js";
import { type Cell, figure } from "../table.js";
import { ask, clusterOf, say } from "../whatif.js";

interface MoreCommandOptions extends DecidingOptions {
  like?: string;
  likeCluster?: string;
  clusters?: string;
  most?: number;
}

/** Adds the command. */
export function more(program: Command): void {
  withDeciding(
    program
      .command("more")
      .summary("what if there were more pods like one: how many fit, and what stops the next")
      .description(
        "Creates pods like one and binds them one after another, without evictions, until one does not fit. The " +
          "pods of the text stay where they are, and pending ones wait: they are not placed first, also those like " +
          "it. With --like-cluster or --clusters: clusters " +
          "like one, or like those of a label in turn, join the fleet one after another, until a placement does not " +
          "select the next. The text stays as it is.",
      )
      .argument("[file...]", filesArgument),
  )
    .option("--like <pod>", "the pod that the new ones are like, as namespace/name")
    .option("--like-cluster <name>", "the cluster that the new ones are like: how many of them a placement selects")
    .option("--clusters <label>", "the label of the clusters that the new ones are like, in turn, such as region=eu")
    .option(
      "--most <n>",
      "stop after this many pods, at most 10,000, default: 1,000; or clusters, at most 1,000, default: 100",
      whole(1, 10_000),
    )
    .addHelpText(
      "after",
      `
Examples:
  ${podsCommand} | schedscope more --like team-a/api
  schedscope more --like team-a/api world.yaml --most 50
  schedscope more --like-cluster prod-3 fleet.yaml
  schedscope more --clusters region=eu fleet.yaml

-o json gives Scenario.more(), with --like-cluster and --clusters Scenario.moreClusters();
-o name the nodes that the new pods are bound to.`,
    )
    .action(async (files: string[], options: MoreCommandOptions) => {
      const session = await open(files, options);
      const { scenario } = session;
      const given = [options.like, options.likeCluster, options.clusters].filter((one) => one !== undefined);
      if (given.length !== 1) throw misuse("one thing is added", "give --like, --like-cluster or --clusters");
      if (options.like === undefined) {
        await moreClusters(session, options);
        return;
      }
      const pod = podNamed(scenario, options.like);
      const most = options.most === undefined ? {} : { most: options.most };
      const asked = { pod, profile: options.profile, ...most, ...all };
      await prepared(scenario, "more", asked);
      const answer = scenario.more(asked);
      failDoubtful(answer);
      print(options.output, {
        json: () => [scenario.askJson(JSON.stringify({ more: asked }))],
        names: () => answer.nodes.map(({ node }) => node),
        people: (isWide) => {
          const { pending } = scenario.pods({ limit: 0 });
          showCaveats(allCaveats(answer), answer, isWide, () => out.line(moreSentence(answer, pending)));
          if (answer.nodes.length === 0) return;
          out.gap();
          out.table(
            [
              { head: "NODE", gives: true },
              { head: "MORE PODS", align: "right" },
            ],
            answer.nodes.map(({ node, pods }): Cell[] => [node, figure(pods)]),
            isWide,
          );
        },
      });
    });
}

async function moreClusters(session: Session, options: MoreCommandOptions): Promise<void> {
  const asked = ask(session, options);
  const question = {
    ...asked.question,
    ...(options.likeCluster !== undefined && { cluster: clusterOf(session, options.likeCluster) }),
    ...(options.clusters !== undefined && { label: options.clusters }),
    ...(options.most !== undefined && { most: Math.min(options.most, 1000) }),
  };
  await prepared(session.scenario, "moreClusters", question);
  const answer = session.scenario.moreClusters(question);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => answer.out.map((name) => `-${name}`),
    people: (isWide) => say(asked, moreClustersText(answer), isWide),
  });
}
