import { useMemo } from "preact/hooks";
import type { ShownDecision } from "../../../engine/protocol";
import { spread as onShow } from "../../../session/answer";
import { openSquare, spreadControl } from "../../../session/spread";
import { Domains } from "./domains-view";
import { Steps } from "./steps";
import { Terms } from "./terms";

/** Spread: its terms, the domains that they form, and the run step by step. */
export function Spread({ decision }: { decision: ShownDecision }) {
  const { spread } = decision.summary;
  const atStep = onShow.value;
  const control = useMemo(spreadControl, []);
  return (
    <>
      <Terms decision={decision} />
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
