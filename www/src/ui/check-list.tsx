import type { ComponentChildren } from "preact";
import type { Check } from "schedscope/words/check";
import { Quoted } from "./quoted";

interface Props {
  checks: Check[];
  /** a rule that does not hold is no failure */
  isCalm?: boolean;
  /** behind the words of a check */
  more?(check: Check, index: number): ComponentChildren;
}

/** Rules in the order in which they are asked. */
export function CheckList({ checks, isCalm = false, more }: Props) {
  return (
    <ul class={`verdicts checks ${isCalm ? "calm" : ""}`}>
      {checks.map((check, i) => {
        const { rule, holds, words } = check;
        return (
          <li key={rule}>
            <FitMark able={holds === true} asked={holds !== null} />
            <span>
              <strong>{rule}</strong>{" "}
              <span class="unseen">
                {holds === null ? "not checked" : holds ? "holds" : isCalm ? "does not hold" : "fails"}:
              </span>{" "}
              <span class={holds === false && !isCalm ? "failing" : "quiet"}>
                <Quoted text={words} />
              </span>{" "}
              {more?.(check, i)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Shape for what came of a rule; its text stands beside it. */
export function FitMark({ able, asked }: { able: boolean; asked: boolean }) {
  return (
    <svg
      class={!asked ? "unasked" : able ? "holds" : "fails"}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
      focusable="false"
    >
      {!asked ? <path d="M3 6h6" /> : able ? <path d="M2 6.5 5 9.5 10 3" /> : <path d="M3 3l6 6M9 3l-6 6" />}
    </svg>
  );
}
