import { podRequestText, whyTitle } from "schedscope/words/quotas";
import { useAnswer } from "../../session/use-answer";
import { profile } from "../../session/question";
import type { EvictAcrossNodesAnswer, SimulatePodAnswer } from "../../engine/types";
import { ChangeList } from "../changes/change-list";
import { PodLink } from "./names";
import { Nodes } from "./nodes";
import { Reasons } from "./reasons";
import { isSameName } from "schedscope/words/object-name";
import { Section } from "../../ui/section";

/** The chosen pod: rule by rule, node by node, whom it evicts, and what evicting on several nodes would do. */
export function Verdict({ cycle, cross }: { cycle: SimulatePodAnswer; cross: EvictAcrossNodesAnswer | null }) {
  const node = cycle.outcome === "Preempt" ? cycle.node : null;
  const { answer } = useAnswer("explainNode", node === null ? null : { pod: cycle.pod, node, profile: profile.value });
  const explanation = answer !== null && answer.node === node && isSameName(answer.pod, cycle.pod) ? answer : null;
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
