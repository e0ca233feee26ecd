import { useMemo } from "preact/hooks";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import { useHost } from "../../../ui/host";
import { Candidates } from "./candidates";
import { Matrix } from "./matrix";
import { Steps } from "./steps";
import { useLevels } from "./use-levels";

/** The stage of spread: the matrix of domains; below it the run step by step, and the ladder of the step. */
export function SpreadStage({ decision }: { decision: ShownDecision }) {
  const atStep = useHost().answer.spread.value;
  return atStep === null ? null : <Stage decision={decision} atStep={atStep} />;
}

function Stage({ decision, atStep }: { decision: ShownDecision; atStep: SpreadOnShow }) {
  const { controls, fetch, point, pointed, question } = useHost();
  const { spread, spreadConstraints: terms, prioritizers } = decision.summary;
  const { picked } = atStep;
  const control = useMemo(controls.spread, []);
  const levels = useLevels(atStep);
  /** The table with the clusters of a domain, which it finds by their label. */
  const showDomain = (values: string[]): void => {
    const key = terms[values.length - 1]?.topologyKey;
    question.rowFilter.value = key === undefined ? "" : `${key}=${values.at(-1)}`;
    document.querySelector<HTMLElement>(".clusters .table")?.focus();
  };
  return (
    <div class="stage of-spread">
      <Matrix
        decision={decision}
        atStep={atStep}
        levels={levels}
        control={control}
        lit={pointed.value}
        rowOf={fetch.clusterRow}
        onPoint={(name) => {
          if (name !== pointed.peek()) point(name, "ManagedCluster");
        }}
        onCluster={async (cluster) => {
          const row = await fetch.clusterRow(cluster);
          if (row !== null) question.openCluster.value = row.name;
        }}
        onDomain={terms.every(({ topologyKeyType }) => topologyKeyType === "Label") ? showDomain : undefined}
      />
      <div class="stage-step">
        <Steps decision={decision} atStep={atStep} />
        {atStep.candidates !== null && picked !== null && spread !== null && (
          <Candidates
            atStep={atStep}
            picked={picked}
            terms={terms}
            weight={spread.weight}
            prioritizers={prioritizers}
          />
        )}
      </div>
    </div>
  );
}
