import { integer } from "schedscope/words/number";
import { isHard } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadConstraintSummary, SpreadDomain, SpreadEdit } from "../../../engine/types";
import { LineLink } from "../../../ui/line-link";

/** Changes the text's terms, tick by tick. */
export interface SkewControl {
  set(change: SpreadEdit): void;
  /** the edge was let go */
  end(): void;
}

/** The largest value that the API allows. */
const most = 2147483647;

export const setSkew = (control: SkewControl, constraint: number, maxSkew: number): void => {
  if (maxSkew >= 1 && maxSkew <= most) control.set({ type: "set", constraint, maxSkew });
};

interface Props {
  decision: ShownDecision;
  domains: SpreadDomain[];
  /** null: max skews only are on show */
  control: SkewControl | null;
}

/** The limit of each term as a sum. Arrow keys change its max skew; in the matrix its edge is dragged. */
export function Limits({ decision, domains, control }: Props) {
  return (
    <ul class="limits">
      {decision.summary.spreadConstraints.map((term, index) => (
        <li key={index} class={isHard(term) ? "" : "quiet"}>
          <strong>{term.topologyKey}</strong>{" "}
          {isHard(term) ? limitText(domains, term, index) : <Unlimited {...{ term, index, control }} />} maxSkew{" "}
          <Skew term={term} index={index} control={control} />{" "}
          <LineLink range={decision.lines[`${term.path}.maxSkew`]} />
        </li>
      ))}
    </ul>
  );
}

interface TermProps {
  term: SpreadConstraintSummary;
  index: number;
  control: SkewControl | null;
}

/** Of a term that never blocks; a press makes it block. */
const Unlimited = ({ term, index, control }: TermProps) => (
  <>
    no limit:{" "}
    {control === null ? (
      "ScheduleAnyway"
    ) : (
      <button
        type="button"
        class="apply"
        title="Change to DoNotSchedule, which blocks what exceeds maxSkew"
        aria-label={`ScheduleAnyway of term ${index + 1}, ${term.topologyKey}: change to DoNotSchedule`}
        onClick={() => {
          control.set({ type: "set", constraint: index, whenUnsatisfiable: "DoNotSchedule" });
          control.end();
        }}
      >
        ScheduleAnyway
      </button>
    )}
    ,
  </>
);

/** `limit 3 = min 2 +`; without numbers where siblings of several parents have other minimums. */
function limitText(domains: SpreadDomain[], term: SpreadConstraintSummary, index: number): string {
  const level = domains.filter(({ values, eligible }) => values.length === index + 1 && eligible > 0);
  const lowest = level[0]?.lowest ?? 0;
  if (level.some((one) => one.lowest !== lowest)) return "limit = min +";
  return `limit ${integer(lowest + term.maxSkew)} = min ${integer(lowest)} +`;
}

function Skew({ term, index, control }: TermProps) {
  const { maxSkew, topologyKey } = term;
  if (control === null) return <span>{integer(maxSkew)}</span>;
  const keys = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    const wanted = event.key === "Home" ? 1 : by === undefined ? null : Math.max(1, maxSkew + by);
    if (wanted === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setSkew(control, index, wanted);
    control.end();
  };
  return (
    <span
      class="limit-value"
      role="slider"
      tabIndex={0}
      aria-label={`maxSkew of term ${index + 1}, ${topologyKey}, edge in the matrix`}
      aria-valuemin={1}
      aria-valuemax={most}
      aria-valuenow={maxSkew}
      aria-valuetext={`maxSkew ${maxSkew}${isHard(term) ? "" : ", without effect"}`}
      title={isHard(term) ? "Drag the edge in the matrix" : "maxSkew has no effect: ScheduleAnyway never blocks"}
      onKeyDown={keys}
    >
      {integer(maxSkew)}
    </span>
  );
}
