import type { ComponentChildren } from "preact";
import { amountText } from "schedscope/words/amount";
import { counted } from "schedscope/words/number";
import { type Bullet, bulletOf, changes, checks, evictAcrossNodesText, mayEvict } from "schedscope/words/quotas";
import type { EvictAcrossNodesAnswer, SimulatePodAnswer, ExplainNodeAnswer } from "../../engine/types";
import { CheckList } from "../../ui/check-list";
import { NodeLink } from "../../ui/object-link";
import { axisEnd } from "./bullet";
import { BulletBar } from "./bullet-bar";
import { PodLink, QuotaLink } from "./names";
import { fullName } from "schedscope/words/object-name";
import { Heads, numeric, unseen } from "../../ui/heads";

interface Props {
  cycle: SimulatePodAnswer;
  cross: EvictAcrossNodesAnswer | null;
  /** of the node where others are evicted; null where nobody is, or while it is not known */
  explanation: ExplainNodeAnswer | null;
  /** whom it evicts there, where nothing beside it tells that */
  victims?: ComponentChildren;
  children?: ComponentChildren;
}

/** Rule by rule, the quotas before and after evicting, and what evicting on several nodes would do. */
export function Reasons({ cycle, cross, explanation, victims, children }: Props) {
  return (
    <div class="verdict-columns">
      <div>
        <Checks cycle={cycle} />
        {cycle.preemption?.eligible === true && <p class="chart-words rule-words">{mayEvict(cycle)}</p>}
        {cross !== null && <EvictAcrossNodes cross={cross} />}
        {explanation !== null && children}
      </div>
      {explanation === null && children}
      {explanation !== null && (
        <div class="evictions">
          {victims}
          <Changes cycle={cycle} explanation={explanation} />
        </div>
      )}
    </div>
  );
}

/** The rules in the order in which they are asked. */
function Checks({ cycle }: { cycle: SimulatePodAnswer }) {
  return (
    <CheckList
      checks={checks(cycle)}
      more={(_, i) =>
        i === 0 &&
        cycle.quota !== null && (
          <span class="quiet">
            in <QuotaLink {...cycle.quota} path="spec.max" />
          </span>
        )
      }
    />
  );
}

function Changes({ cycle, explanation }: { cycle: SimulatePodAnswer; explanation: ExplainNodeAnswer }) {
  const all = changes(cycle, explanation.pods);
  if (all.length === 0) return null;
  const rows = all.map(({ quota, resource, before, after }) => {
    const of = bulletOf(quota, resource);
    return {
      quota,
      resource,
      bullets: [
        { ...of, used: before },
        { ...of, used: after },
      ] as const,
    };
  });
  const ends = new Map<string, number>();
  for (const { resource } of rows) {
    const of = rows.filter((row) => row.resource === resource);
    ends.set(resource, axisEnd(of.flatMap(({ bullets }): Bullet[] => [...bullets])));
  }
  return (
    <table class="plain-table changes">
      <caption>Quotas before and after</caption>
      <Heads
        of={[
          "quota",
          numeric("before"),
          numeric("after"),
          { ...unseen("the same as bars"), class: "bullet-place" },
          numeric("min"),
          numeric("max"),
        ]}
      />
      <tbody>
        {rows.map(({ quota, resource, bullets: [before, after] }) => (
          <tr key={`${quota.namespace} ${resource}`}>
            <th scope="row">
              <QuotaLink namespace={quota.namespace} name={quota.name} /> <span class="quiet block">{resource}</span>
            </th>
            <td class="number">{amountText(resource, before.used)}</td>
            <td class="number">
              <strong>{amountText(resource, after.used)}</strong>
            </td>
            <td class="bullet-place">
              <BulletBar bullet={before} end={ends.get(resource) ?? 1} height={6} />
              <BulletBar bullet={after} end={ends.get(resource) ?? 1} height={6} />
            </td>
            <td class="number">{amountText(resource, before.min)}</td>
            <td class="number">{before.max === null ? "no limit" : amountText(resource, before.max)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The what-if that no scheduler does. */
function EvictAcrossNodes({ cross }: { cross: EvictAcrossNodesAnswer }) {
  if (!cross.possible) return <p class="chart-words rule-words">{evictAcrossNodesText(cross)}</p>;
  return (
    <div class="cross-node" role="note">
      <p>
        <strong>No scheduler does this: evicting on several nodes for one pod.</strong> {evictAcrossNodesText(cross)}
      </p>
      <ul class="pod-verdict-list">
        {cross.victims.slice(0, 20).map(({ pod, node, priority }) => (
          <li key={fullName(pod)}>
            <span>
              <PodLink pod={pod} />{" "}
              <span class="quiet">
                on <NodeLink node={node} />, priority {priority}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {cross.victims.length > 20 && <p class="quiet">and {counted(cross.victims.length - 20, "more", "more")}</p>}
      <p class="quiet">
        Preemption considers one node at a time, released and in the preview. It is needed less if the sum of all mins
        stays below the capacity of the nodes.
      </p>
    </div>
  );
}
