import type { ClusterState, DecisionSummary, Reason } from "../../engine/types";

/** A state that is told apart: spread keeps feasible clusters out for reasons of its own. */
export type Look = ClusterState | "blocked" | "keyless";

export function lookOf(state: ClusterState, reason: Reason | null): Look {
  if (reason?.type === "max-skew") return "blocked";
  return reason?.type === "missing-topology-key" ? "keyless" : state;
}

/** How many clusters look how, the selected first; those that look like none are left out. */
export function partsOf({ clusters, candidates, feasible, selected, spread }: DecisionSummary): [Look, number][] {
  const keyless = spread === null ? 0 : feasible - spread.eligible;
  const left = feasible - selected - keyless;
  const parts: [Look, number][] = [
    ["selected", selected],
    [spread?.end === "blocked" ? "blocked" : "feasible", left],
    ["keyless", keyless],
    ["filtered", candidates - feasible],
    ["excluded", clusters - candidates],
  ];
  return parts.filter(([, count]) => count > 0);
}

/** Whether clusters were ranked, so that one can be reached or not. */
export const isRanked = ({ outcome, status }: DecisionSummary): boolean =>
  outcome.type === "scheduled" && status.code !== "Misconfigured";

/** Fill and shape for a state; its text stands beside it. */
export function Mark({ state }: { state: Look }) {
  return (
    <svg class={`mark mark-${state}`} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      {state === "selected" && <rect x="1" y="1" width="10" height="10" rx="1.5" class="solid" />}
      {state === "feasible" && <rect x="1.75" y="1.75" width="8.5" height="8.5" rx="1" class="outline" />}
      {state === "filtered" && (
        <>
          <rect x="1.5" y="1.5" width="9" height="9" rx="1" class="faint" />
          <path d="M1.5 6.5 6.5 1.5M1.5 10.5 10.5 1.5M5.5 10.5 10.5 5.5" class="hatch" />
        </>
      )}
      {state === "blocked" && (
        <>
          <rect x="1.5" y="1.5" width="9" height="9" rx="1" class="red-outline" />
          <path d="M2 10V2h8z" class="red-solid" />
        </>
      )}
      {state === "keyless" && <rect x="1.5" y="1.5" width="9" height="9" rx="1" class="dotted" />}
      {state === "excluded" && <path d="M2 6h8" class="dash" />}
    </svg>
  );
}

/** A state in words; a feasible cluster is only "not reached" where something was ranked. */
export function stateName(state: Look, ranked: boolean): string {
  switch (state) {
    case "blocked":
      return "blocked";
    case "keyless":
      return "lacks a key";
    case "selected":
      return "selected";
    case "feasible":
      return ranked ? "not reached" : "feasible";
    case "filtered":
      return "filtered out";
    case "excluded":
      return "no candidate";
  }
}
