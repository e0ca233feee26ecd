import {
  comparedNodes,
  defaultProfileText,
  isUnscored,
  pluginAim,
  profileName,
  scoringPlugins,
  skippedText,
} from "schedscope/words/nodes";
import { integer } from "schedscope/words/number";
import type { DefaultProfileAnswer, NodeRow, ScoreNodesAnswer } from "../../engine/types";
import { Mark } from "../../ui/mark";
import { fullName } from "schedscope/words/object-name";
import { Heads, numeric } from "../../ui/heads";

/** Nodes that stand side by side. */
const comparedMost = 5;

/** What kube-scheduler's default profile takes today, and its scores plugin by plugin. */
export function DefaultProfile({ placement }: { placement: ScoreNodesAnswer }) {
  const { defaultProfile, feasible, schedulerProfile } = placement;
  const profile = profileName(schedulerProfile);
  if (defaultProfile === null) return null;
  const nodes = comparedNodes(placement, comparedMost);
  const isScored = defaultProfile.choice !== null && !isUnscored(defaultProfile.choice);
  return (
    <>
      <p class="chart-words">{defaultProfileText(placement)}</p>
      {isScored && (
        <div
          class="default-profile"
          role="region"
          aria-label={`Scores of ${profile} for ${fullName(placement.pod)}`}
          tabIndex={0}
        >
          <Plugins answer={defaultProfile} profile={profile} nodes={nodes} limitAware={limitAwareOf(placement)} />
        </div>
      )}
      {isScored && (
        <p class="chart-words">
          Scores from 0 to 100; the total is their sum times weights. {skippedText(defaultProfile)}
          {feasible > nodes.length && ` ${integer(nodes.length)} of ${integer(feasible)} nodes that fit are shown.`}
        </p>
      )}
    </>
  );
}

const limitAwareOf = ({ scorers }: ScoreNodesAnswer): string | null =>
  scorers.find(({ name, applies }) => name === "LimitAware" && applies)?.best[0] ?? null;

interface PluginsProps {
  answer: DefaultProfileAnswer;
  /** `the default profile` */
  profile: string;
  nodes: NodeRow[];
  limitAware: string | null;
}

function Plugins({ answer, profile, nodes, limitAware }: PluginsProps) {
  const best = answer.choice?.total;
  const isTied = (answer.choice?.tied ?? 0) > 0;
  return (
    <table class="plain-table plugin-scores">
      <caption class="unseen">Scores of {profile}</caption>
      <Heads
        of={[
          "plugin",
          numeric("weight"),
          ...nodes.map(({ name, defaultProfile }) =>
            numeric(
              <>
                {defaultProfile?.total === best && <Mark state="selected" />} {name}
                {defaultProfile?.total === best && <span class="quiet block">{isTied ? "ties" : "today's pick"}</span>}
                {name === limitAware && <span class="quiet block">limit-aware pick</span>}
              </>,
            ),
          ),
        ]}
      />
      <tbody>
        {scoringPlugins(answer).map(({ name, weight, index }) => (
          <tr key={name}>
            <th scope="row" title={pluginAim(name)}>
              {name}
            </th>
            <td class="number quiet">× {integer(weight)}</td>
            {nodes.map((node) => (
              <td key={node.name} class="number" data-of={node.name}>
                {integer(node.defaultProfile?.scores[index] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
        <tr class="totals">
          <th scope="row">total</th>
          <td />
          {nodes.map(({ name, defaultProfile }) => (
            <td key={name} class="number" data-of={name}>
              <strong>{integer(defaultProfile?.total ?? 0)}</strong>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
