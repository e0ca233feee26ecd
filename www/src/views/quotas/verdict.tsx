import { podRequestText, whyTitle } from "schedscope/words/quotas";
import type { EvictAcrossNodesAnswer, ExplainNodeAnswer, SimulatePodAnswer } from "../../engine/types";
import { ChangeList } from "../changes/change-list";
import { PodLink } from "./names";
import { Nodes } from "./nodes";
import { Reasons } from "./reasons";
import { Section } from "../../ui/section";

interface Props {
  cycle: SimulatePodAnswer;
  cross: EvictAcrossNodesAnswer | null;
  explanation: ExplainNodeAnswer | null;
}

/** The chosen pod: rule by rule, node by node, and what evicting on several nodes would do. */
export function Verdict({ cycle, cross, explanation }: Props) {
  return (
    <Section
      class="verdict"
      id="verdict-title"
      title={whyTitle(cycle)}
      words={
        <>
          <PodLink pod={cycle.pod} /> asks for {podRequestText(cycle)}
        </>
      }
    >
      <Reasons cycle={cycle} cross={cross} explanation={explanation}>
        <WhatWouldChange cycle={cycle} />
      </Reasons>
      {cycle.outcome !== "Gated" && <Nodes cycle={cycle} />}
    </Section>
  );
}

/** Changes that would schedule a pending pod, or spare the pods that it evicts. */
function WhatWouldChange({ cycle }: { cycle: SimulatePodAnswer }) {
  const { pod, outcome, victims, terminating = [] } = cycle;
  if (outcome === "Unschedulable")
    return <ChangeList want={{ pod, admitted: true }} title="What would place the pod" />;
  return outcome === "Preempt" && victims.length > terminating.length ? (
    <ChangeList want={{ pod, evictsNobody: true }} title="What would avoid evictions" />
  ) : null;
}
