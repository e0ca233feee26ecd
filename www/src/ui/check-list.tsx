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

interface FitProps {
  able: boolean;
  /** whether it was checked at all */
  asked: boolean;
  /** for those who do not see it; left out: its text stands beside it */
  label?: string;
}

/** Shape for what came of a rule. */
export const FitMark = ({ able, asked, label }: FitProps) => (
  <svg
    class={!asked ? "unasked" : able ? "holds" : "fails"}
    width="12"
    height="12"
    viewBox="0 0 12 12"
    focusable="false"
    role={label === undefined ? undefined : "img"}
    aria-label={label}
    aria-hidden={label === undefined || undefined}
  >
    <path d={!asked ? "M3 6h6" : able ? "M2 6.5 5 9.5 10 3" : "M3 3l6 6M9 3l-6 6"} />
  </svg>
);
