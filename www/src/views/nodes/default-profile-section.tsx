import { profileName } from "schedscope/words/nodes";
import { useAnswer } from "../../session/use-answer";
import type { ScoreNodesOptions } from "../../engine/types";
import { profile } from "../../session/question";
import { DefaultProfile } from "./default-profile";
import { useKept } from "./kept";
import { order, profileShown } from "./options";

/** Rows that are asked for, so that the node that limit-aware scoring picks is among them. */
const asked = 100;

interface Props {
  question: ScoreNodesOptions;
  /** the text has an error where the pod stood */
  lost: boolean;
  isShown: boolean;
}

/** The choice of today's scheduler with its scores. They are computed only while they are on show. */
export function DefaultProfileSection({ question, lost, isShown }: Props) {
  const found = useAnswer(
    "scoreNodes",
    isShown
      ? {
          ...question,
          scorers: ["LimitAware"],
          defaultProfile: true,
          profile: profile.value,
          order: "total",
          limit: asked,
        }
      : null,
  );
  const { answer, error } = useKept(found, lost);
  return (
    <section aria-labelledby="default-profile-title">
      <div class="section-head">
        <h2 id="default-profile-title">kube-scheduler's choice</h2>
        <span class="quiet">all scores of {profileName(answer?.schedulerProfile ?? null)}, with their weights</span>
        <button
          type="button"
          class="quiet-button"
          aria-expanded={isShown}
          onClick={() => {
            profileShown.value = !isShown;
            if (isShown && order.peek() === "total") order.value = "text";
          }}
        >
          {isShown ? "hide" : "compute"}
        </button>
      </div>
      {isShown && answer !== null && <DefaultProfile placement={answer} />}
      {isShown && answer === null && error !== null && <p class="notes error">{error}</p>}
    </section>
  );
}
