import { useSignal } from "@preact/signals";
import { amountText } from "schedscope/words/amount";
import { amountOf } from "schedscope/words/own";
import { asked, chargeText, verdictGroups, verdictText } from "schedscope/words/quotas";
import type { ExplainNodeAnswer, PodVerdict, SimulatePodAnswer } from "../../engine/types";
import { CutName } from "../../ui/cut-name";
import { useHost } from "../../ui/host";
import { Ladder, type Rung } from "../../ui/ladder";
import { WantedChange } from "../changes/rung-change";
import { Mark } from "../../ui/mark";
import { PodLink } from "./names";
import { fullName, objectNamed } from "schedscope/words/object-name";
import { More } from "../../ui/more";
import { Section } from "../../ui/section";

/** Rungs that are shown at first. */
const most = 10;
/** Victims for whom a change is searched. */
const mostSearched = 4;

interface Props {
  cycle: SimulatePodAnswer;
  explanation: ExplainNodeAnswer;
}

/** Victims, what each frees added up to what the pod lacks; then the spared. */
export function VictimLadder({ cycle, explanation }: Props) {
  const { changes, cursor, point, pointed } = useHost();
  const shown = useSignal(most);
  const pods = verdictGroups(explanation.pods, explanation.dryRun).flatMap((group) => group.pods);
  const victims = pods.filter(({ verdict }) => verdict === "victim");
  const wants = victims.slice(0, mostSearched).map(({ pod }) => ({ pod: cycle.pod, spares: pod }));
  changes.use(wants, false, cycle.nodesTotal);
  const shortage = explanation.misfit?.shortages[0];
  const resource = shortage?.resource ?? asked(cycle.podRequest)[0];
  if (resource === undefined || pods.length === 0) return null;
  const freed = ({ charge }: PodVerdict): number => amountOf(charge, resource);
  const lacking = shortage === undefined ? null : shortage.requested + shortage.used - shortage.allocatable;
  let sum = 0;
  const rungs = pods.map((of): Rung => {
    const pod = fullName(of.pod);
    const own = freed(of);
    const isVictim = of.verdict === "victim";
    const before = isVictim ? sum : 0;
    if (isVictim) sum += own;
    const words = `frees ${amountText(resource, own)}`;
    return {
      key: pod,
      name: (
        <>
          <Mark state={of.verdict} />
          <PodLink pod={of.pod} title={pod}>
            <CutName name={pod} />
          </PodLink>
        </>
      ),
      parts: isVictim
        ? [
            { value: before, look: "freed-before", words: `${amountText(resource, before)} before it` },
            { value: own, look: "freed", words },
          ]
        : [{ value: own, look: "spared", words: `would free ${amountText(resource, own)}` }],
      total: amountText(resource, own),
      isFirst: isVictim,
      isLit: pointed.value === pod,
      isAtCursor: cursor.isIn("Pod", of.pod.name),
      change: (
        <>
          <span class="quiet block">
            {chargeText(of)}; {of.misfit !== null && <b>{of.misfit.plugin}: </b>}
            {verdictText(of, cycle)}
          </span>
          {isVictim && <WantedChange want={{ pod: cycle.pod, spares: of.pod }} />}
        </>
      ),
    };
  });
  const end = Math.max(lacking ?? 0, sum, ...pods.map(freed), 1);
  const left = rungs.length - shown.value;
  const lacks = lacking !== null && lacking > 0 ? `, ${amountText(resource, lacking)} lacking` : "";
  return (
    <Section
      class="victim-ladder"
      id="victims-title"
      title="Victims and spared"
      words={`${resource} on ${explanation.node}${lacks}`}
    >
      <Ladder
        caption="Victims and spared"
        heads={["pod", "frees", resource, "why, and what would spare it"]}
        rungs={rungs.slice(0, shown.value)}
        end={end}
        cut={lacking !== null && lacking > 0 ? lacking : null}
        isLacking={false}
        onPoint={(pod) => point(pod, pod === null ? null : { kind: "Pod", ...objectNamed(pod) })}
      />
      <More left={left} noun="pod" onMore={() => (shown.value *= 4)} />
    </Section>
  );
}
