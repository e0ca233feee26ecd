import { defaultProfile } from "schedscope/report/default-profile";
import { defaultProfileText } from "schedscope/words/nodes";
import type { ScoreNodesAnswer } from "../../engine/types";
import { BlockView } from "../../ui/block-view";

/** Nodes that stand side by side. */
const compared = 5;

/** What kube-scheduler's default profile takes today, and its scores plugin by plugin. */
export function DefaultProfile({ placement }: { placement: ScoreNodesAnswer }) {
  if (placement.defaultProfile === null) return null;
  const blocks = defaultProfile(placement, false, compared);
  return (
    <>
      {blocks[0]?.kind !== "facts" && <p class="chart-words">{defaultProfileText(placement)}</p>}
      <BlockView blocks={blocks} />
    </>
  );
}
