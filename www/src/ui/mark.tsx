import type { ClusterLook } from "schedscope/words/placement";

/** Fill and shape for a state; its text stands beside it. */
export function Mark({ state }: { state: ClusterLook }) {
  return (
    <svg class={`mark mark-${state}`} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      {state === "selected" && <rect x="1" y="1" width="10" height="10" rx="1.5" class="solid" />}
      {state === "feasible" && <rect x="1.75" y="1.75" width="8.5" height="8.5" rx="1" class="outline" />}
      {state === "filtered" && (
        <>
          <rect x="1.5" y="1.5" width="9" height="9" rx="1" class="faint" />
          <path d="M1.5 10.5 10.5 1.5" class="hatch" />
        </>
      )}
      {state === "blocked" && (
        <>
          <rect x="1.5" y="1.5" width="9" height="9" rx="1" class="red-outline" />
          <path d="M2 4.5 4.5 2M2 7.3 7.3 2M2 10 10 2M4.7 10 10 4.7M7.5 10 10 7.5" class="red-outline" />
        </>
      )}
      {state === "keyless" && <rect x="1.5" y="1.5" width="9" height="9" rx="1" class="dotted" />}
      {state === "excluded" && <path d="M2 6h8" class="dash" />}
    </svg>
  );
}
