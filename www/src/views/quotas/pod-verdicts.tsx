import { useSignal } from "@preact/signals";
import { integer } from "schedscope/words/number";
import { chargeText, type Evictor, type VerdictGroup, verdictGroups, verdictText } from "schedscope/words/quotas";
import type { SimulatePodAnswer, ExplainNodeAnswer } from "../../engine/types";
import { Mark } from "../../ui/mark";
import { PodLink } from "./names";
import { fullName } from "schedscope/words/object-name";
import { More } from "../../ui/more";

/** Pods of a group that are shown at first. */
const most = 8;

/** Why each pod of a node goes, stays, or was never asked to go. */
export function PodVerdicts({ explanation, cycle }: { explanation: ExplainNodeAnswer; cycle: SimulatePodAnswer }) {
  const groups = verdictGroups(explanation.pods, explanation.dryRun);
  if (groups.length === 0) return <p class="quiet">There is no pod on {explanation.node}.</p>;
  return (
    <>
      {!explanation.tried && explanation.fits !== true && (
        <p class="quiet">The scheduler does not try to evict here; this is the outcome if it did.</p>
      )}
      {explanation.fits === true && (
        <p class="quiet">The pod fits without evicting; this is the outcome if it evicted.</p>
      )}
      <VerdictGroups groups={groups} evictor={cycle} />
    </>
  );
}

/** The pods of a node by verdict, each with its reason. */
export function VerdictGroups({ groups, evictor }: { groups: VerdictGroup[]; evictor: Evictor }) {
  return (
    <>
      {groups.map((group) => (
        <Group key={group.verdict} group={group} evictor={evictor} />
      ))}
    </>
  );
}

function Group({ group: { verdict, title, pods }, evictor }: { group: VerdictGroup; evictor: Evictor }) {
  const shown = useSignal(most);
  return (
    <div class={`pod-verdicts ${verdict}`}>
      <h4>
        {title} <span class="tab-count">{integer(pods.length)}</span>
      </h4>
      <ol class="pod-verdict-list">
        {pods.slice(0, shown.value).map((of) => (
          <li key={fullName(of.pod)}>
            <Mark state={verdict} />
            <span>
              <PodLink pod={of.pod} /> <span class="quiet">{chargeText(of)}</span>
              <span class="pod-verdict-words">
                {of.misfit !== null && <b>{of.misfit.plugin}: </b>}
                {verdictText(of, evictor)}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <More left={pods.length - shown.value} noun="pod" onMore={() => (shown.value *= 4)} />
    </div>
  );
}
