import type { ShownDecision } from "../../engine/protocol";
import { Applications } from "./applications";
import { Decisions } from "./decisions";

/** What a hub and Argo CD would write for a decision. */
export function Drawer({ decision }: { decision: ShownDecision }) {
  return (
    <>
      <Decisions decision={decision} />
      <Applications all={decision.summary.applications} />
    </>
  );
}
