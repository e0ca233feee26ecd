import type { StepLook } from "schedscope/words/quotas";
import type { PodVerdict } from "../../engine/types";

type MarkLook = StepLook | PodVerdict["verdict"];

/** Fill and shape for what came of a pod; its text stands beside it. */
export function Mark({ look }: { look: MarkLook }) {
  const filled = look === "Bound";
  const evicts = look === "Preempt";
  const waits = look === "Unschedulable" || look === "considered";
  const crossed = look === "Error" || look === "victim";
  return (
    <svg class="mark" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      {filled && <rect x="1" y="1" width="10" height="10" rx="1.5" class="solid" />}
      {evicts && (
        <>
          <rect x="1.5" y="1.5" width="9" height="9" rx="1" class="outline" />
          <path d="M2 10V2l8 8z" class="solid" />
        </>
      )}
      {waits && <rect x="1.5" y="1.5" width="9" height="9" rx="1" class="dotted" />}
      {crossed && (
        <>
          <rect x="1.5" y="1.5" width="9" height="9" rx="1" class="red-outline" />
          <path d="M3 3l6 6M9 3l-6 6" class="red-outline" />
        </>
      )}
      {look === "reprieved" && <rect x="1.75" y="1.75" width="8.5" height="8.5" rx="1" class="outline" />}
      {look === "protected" && (
        <path d="M6 1 10.5 3v3.5C10.5 9 8.5 10.5 6 11.3 3.5 10.5 1.5 9 1.5 6.5V3z" class="faint" />
      )}
    </svg>
  );
}
