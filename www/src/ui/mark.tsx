import type { ComponentChildren } from "preact";
import type { ClusterLook } from "schedscope/words/placement";
import type { StepLook } from "schedscope/words/quotas";
import type { PodVerdict } from "../engine/types";

type Look = ClusterLook | StepLook | PodVerdict["verdict"];

const square = (look: string) => <rect x="1.5" y="1.5" width="9" height="9" rx="1" class={look} />;
const filled = () => <rect x="1" y="1" width="10" height="10" rx="1.5" class="solid" />;
const outlined = () => <rect x="1.75" y="1.75" width="8.5" height="8.5" rx="1" class="outline" />;
const crossed = () => [square("red-outline"), <path d="M3 3l6 6M9 3l-6 6" class="red-outline" />];
const dotted = () => square("dotted");

const shapes: Record<Look, () => ComponentChildren> = {
  selected: filled,
  feasible: outlined,
  filtered: () => [square("faint"), <path d="M1.5 10.5 10.5 1.5" class="hatch" />],
  blocked: () => [
    square("red-outline"),
    <path d="M2 4.5 4.5 2M2 7.3 7.3 2M2 10 10 2M4.7 10 10 4.7M7.5 10 10 7.5" class="red-outline" />,
  ],
  keyless: dotted,
  excluded: () => <path d="M2 6h8" class="dash" />,
  Bound: filled,
  Preempt: () => [square("outline"), <path d="M2 10V2l8 8z" class="solid" />],
  Unschedulable: dotted,
  Error: crossed,
  victim: crossed,
  reprieved: outlined,
  considered: dotted,
  protected: () => <path d="M6 1 10.5 3v3.5C10.5 9 8.5 10.5 6 11.3 3.5 10.5 1.5 9 1.5 6.5V3z" class="faint" />,
};

/** Fill and shape for a state, or for what came of a pod; its text stands beside it. */
export const Mark = ({ state }: { state: Look }) => (
  <svg class="mark" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    {shapes[state]()}
  </svg>
);
