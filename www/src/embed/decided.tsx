import type { ComponentType } from "preact";
import type { ShownDecision } from "../engine/protocol";
import { placementIn, useEmbed } from "./embed";
import { Problem } from "./parts";
import type { EmbedSession } from "./session";

interface Props {
  session: EmbedSession;
  as: ComponentType<{ decision: ShownDecision; session: EmbedSession }>;
}

/** A decision about a placement, with what has to be said beside it, or instead of one. */
export function Decided({ session, as: View }: Props) {
  const wished = useEmbed().choice.placement.value;
  const all = session.reading.value?.placements ?? [];
  const name = wished === null ? null : placementIn(wished);
  const isMissing =
    name !== null && !all.some((of) => of.name === name.name && (name.namespace ?? of.namespace) === of.namespace);
  const decision = session.decision.value;
  const refusal = session.refusal.value;
  return (
    <>
      {isMissing && all.length > 0 && <Problem>The input has no placement “{wished}”.</Problem>}
      {refusal !== null && <Problem>{refusal}</Problem>}
      {decision !== null && <View decision={decision} session={session} />}
      {decision === null && refusal === null && (
        <p class="embed-answer embed-answer-line">The input has no Placement.</p>
      )}
    </>
  );
}
