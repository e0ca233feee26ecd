import { useMemo } from "preact/hooks";
import { proposedText } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import { spread as onShow, proposed as proposedNow } from "../../../session/answer";
import { profile } from "../../../session/question";
import { openSquare, spreadControl } from "../../../session/spread";
import { LineLink } from "../../../ui/line-link";
import { Domains } from "./domains-view";
import { Steps } from "./steps";
import { Terms } from "./terms";

/** Spread: its terms, the domains that they form, and the run step by step. */
export function Spread({ decision }: { decision: ShownDecision }) {
  const { spread, spreadConstraints, profile: asked } = decision.summary;
  const atStep = onShow.value;
  const control = useMemo(spreadControl, []);
  return (
    <>
      <Terms decision={decision}>
        {asked === "Upstream" && spreadConstraints.length > 0 && <Ignored decision={decision} />}
      </Terms>
      {spread !== null && atStep !== null && (
        <>
          <Domains
            decision={decision}
            atStep={atStep}
            control={control}
            onCluster={(cluster) => void openSquare(cluster)}
          />
          <Steps decision={decision} atStep={atStep} />
        </>
      )}
    </>
  );
}

/** Nobody is to believe that their hub does this today. */
function Ignored({ decision }: { decision: ShownDecision }) {
  const reply = proposedNow.value;
  const proposed = reply?.serial === decision.serial ? reply.proposed : null;
  return (
    <div class="ignored" role="note">
      <p>
        <strong>Today's hub ignores spread.</strong> It accepts <code>spreadPolicy</code> and decides as if it were
        absent. <LineLink range={decision.lines["spec.spreadPolicy"]} />
      </p>
      <p>
        {proposed === null ? <span class="quiet">…</span> : proposedText(proposed)}{" "}
        <button type="button" class="line-link" onClick={() => (profile.value = "Proposal")}>
          Show with the proposals
        </button>
      </p>
    </div>
  );
}
