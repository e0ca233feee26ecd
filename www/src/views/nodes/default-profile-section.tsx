import { profileName } from "schedscope/words/nodes";
import type { AnswerState } from "../../engine/questions";
import { DefaultProfile } from "./default-profile";
import { order, profileShown } from "./options";
import { Section } from "../../ui/section";
import { ComputeButton } from "../../ui/compute-button";

interface Props {
  /** the nodes, best first */
  ranked: AnswerState<"scoreNodes">;
  isShown: boolean;
}

/** The choice of today's scheduler with its scores. They are computed only while they are on show. */
export function DefaultProfileSection({ ranked: { answer, error }, isShown }: Props) {
  return (
    <Section
      id="default-profile-title"
      title="kube-scheduler's choice"
      words={`all scores of ${profileName(answer?.schedulerProfile ?? null)}, with their weights`}
      head={
        <ComputeButton
          isShown={isShown}
          onToggle={() => {
            profileShown.value = !isShown;
            if (isShown && order.peek() === "total") order.value = "text";
          }}
        />
      }
    >
      {isShown && answer !== null && <DefaultProfile placement={answer} />}
      {isShown && answer === null && error !== null && <p class="notes error">{error}</p>}
    </Section>
  );
}
