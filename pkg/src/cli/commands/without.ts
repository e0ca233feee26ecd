/** `schedscope whatif without`: the decision without some clusters. */
import { type PlacementLosses, withoutAllReport } from "../../report/without-all.js";
import { withoutReport } from "../../report/whatif.js";
import { framed } from "../command.js";
import { labelValues } from "../cluster-pattern.js";
import { bareName } from "../clusters.js";
import { type DecidingOptions, placements, withDeciding } from "../deciding.js";
import { misuse, nothing } from "../exit.js";
import { print } from "../format.js";
import { isFile } from "../input.js";
import { noSuch } from "../nearest.js";
import { answerTo } from "../progress.js";
import { fileArguments, given } from "../options.js";
import { QuestionFlags } from "../question.js";
import { whole } from "../values.js";
import { open, type Session } from "../session.js";
import { ask, type Asked, askOf, clusterOf } from "../whatif.js";
import { withoutNodes } from "../without-nodes.js";

const ofClusters = new QuestionFlags("without", { label: "--label <key=value>", each: "--each <key>" });
const ofNodes = new QuestionFlags("withoutNodes", { label: null, each: null });

interface WithoutOptions extends DecidingOptions {
  cluster?: string;
  label?: string;
  each?: string;
  node?: string;
  nodes?: true;
  limit: number;
}

export const without = framed({
  name: "without",
  summary: "the decision without some clusters, or where the pods of lost nodes land",
  about:
    "Decides a placement without a cluster, without the clusters of a label, or without those of each value of a " +
    "label in turn, worst first: which clusters replace them, and how many places are empty. With " +
    "--node or --nodes: where the pods of the lost nodes land, and which wait.",
  args: [fileArguments],
  options: [
    withDeciding,
    ofClusters,
    ofNodes,
    [
      "--nodes",
      "of --label and --each, nodes are gone and not clusters, as without a Placement; `--each node`: each node",
    ],
    ["--limit <n>", "the maximum number of losses to list", whole(1), 20],
  ],
  examples: `
  schedscope whatif without region=eu fleet.yaml
  schedscope whatif without prod-3 fleet.yaml
  schedscope whatif without --each zone fleet.yaml
  schedscope whatif without --each cluster fleet.yaml
  schedscope whatif without node=n1 world.yaml
  schedscope whatif without --nodes --each topology.kubernetes.io/zone world.yaml`,
  notes: `
-o json gives Scenario.without(), of nodes Scenario.withoutNodes(). Of nodes, exits 1 if a pod that was on a node is
left without one.`,
  run: async (words: string[], options: WithoutOptions) => {
    const [first, ...rest] = words;
    const isLabel = first !== undefined && /^[^=]+=[^=]*$/.test(first) && !isFile(first);
    const named = isLabel && first.startsWith("node=") ? first.slice("node=".length) : options.node;
    const isAsked = (named ?? options.nodes ?? options.cluster ?? options.label ?? options.each) !== undefined;
    // A name of a file that does not exist is not one of a cluster.
    const isCluster =
      !isAsked &&
      !isLabel &&
      first !== undefined &&
      /^(managedclusters?\/)?[a-z\d.-]*[a-z\d]$/.test(first) &&
      !/\.(ya?ml|json)$/.test(first) &&
      !isFile(first);
    const session = await open(isLabel || isCluster ? rest : words, options);
    // Without a Placement, what is lost is nodes.
    const hasPodsAlone = session.reading.placements.length === 0 && session.scenario.pods({ limit: 1 }).pods.length > 0;
    if (named !== undefined || options.nodes === true || hasPodsAlone) {
      if (options.cluster !== undefined) throw misuse("--cluster cannot be combined with --node and --nodes");
      const label = options.label ?? (isLabel && named === undefined ? first : undefined);
      const node = named ?? (isCluster ? first : undefined);
      const given = { ...ofNodes.given(options), label, each: options.each, node };
      await withoutNodes(session, options, given);
      return;
    }
    if (options.placement === undefined && placements(session, options).length > 1)
      return await withoutOfAll(session, options, {
        cluster: isCluster ? first : options.cluster,
        label: isLabel ? first : options.label,
      });
    const asked = ask(session, options);
    const { cluster = isCluster ? first : undefined, label = isLabel ? first : undefined, each, limit } = options;
    if ([cluster, label, each].filter((given) => given !== undefined).length !== 1)
      throw misuse("one loss is asked about", "give --cluster, --label or --each");
    if (label !== undefined) expectLabel(session, asked, label);
    const question = {
      ...asked.question,
      ...ofClusters.given(options),
      limit,
      ...(cluster !== undefined && { cluster: clusterOf(session, cluster) }),
      ...given({ label, each }),
    };
    const answer = await answerTo(session.scenario, "without", question);
    print(options.output, {
      json: () => [JSON.stringify(answer)],
      names: () => answer.losses.map(({ name }) => name),
      people: () => {
        const name = each === undefined ? bareName(cluster ?? label ?? answer.losses[0]?.name ?? "") : null;
        return withoutReport(asked.summary, answer, name);
      },
    });
  },
});

/** The losses of all placements, in one table. */
async function withoutOfAll(
  session: Session,
  options: WithoutOptions,
  { cluster, label }: { cluster: string | undefined; label: string | undefined },
): Promise<void> {
  const { each, limit } = options;
  if ([cluster, label, each].filter((given) => given !== undefined).length !== 1)
    throw misuse("one loss is asked about", "give --cluster, --label or --each");
  const all: PlacementLosses[] = [];
  for (const entry of placements(session, options)) {
    const asked = askOf(session, entry, options);
    if (label !== undefined && all.length === 0) expectLabel(session, asked, label);
    const named = cluster === undefined ? {} : { cluster: clusterOf(session, cluster) };
    const question = { ...asked.question, ...ofClusters.given(options), limit, ...named, ...given({ label, each }) };
    all.push({ summary: asked.summary, answer: await answerTo(session.scenario, "without", question) });
  }
  print(options.output, {
    json: () => all.map(({ summary, answer }) => JSON.stringify({ placement: summary.placement, ...answer })),
    names: () => [...new Set(all.flatMap(({ answer }) => answer.losses.map(({ name }) => name)))],
    people: () => withoutAllReport(all, each === undefined ? bareName(cluster ?? label ?? "") : null),
  });
}

/** That a cluster has a label; otherwise which values of its key there are. */
function expectLabel({ scenario }: Session, { question }: Asked, label: string): void {
  const at = label.indexOf("=");
  const key = at < 0 ? label : label.slice(0, at);
  const values = labelValues(scenario, key, question);
  if (values.length === 0) throw nothing(`no cluster has the label \`${key}\``);
  const known = values.map((value) => `${key}=${value}`);
  if (!known.includes(label)) throw noSuch("cluster labelled", label, known);
}
