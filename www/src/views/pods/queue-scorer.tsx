import { aimOf, headOf, queueScorerNames } from "schedscope/words/nodes";
import { scorersText } from "schedscope/words/quotas";
import type { QueueScorerName } from "../../engine/types";
import { WeightSlider } from "../../ui/weight-slider";
import {
  inForce,
  isSumChanged,
  type Picking,
  picking,
  resetSum,
  sumWeights,
  usualScorer,
  usualWeight,
} from "./queue-options";
import { Select } from "../../ui/select";

const ofEqual = "Of equal nodes the first by name is picked; kube-scheduler picks one at random.";

/** The largest weight that kube-scheduler takes. */
const most = 100;

/** Which scorer picks nodes in the queue, or the weights of a sum. */
export function QueueScorer() {
  const by = picking.value;
  const isNone = by === "sum" && Object.values(sumWeights.value).every((weight) => weight === 0);
  return (
    <div class="queue-scorer">
      <label>
        <span class="quiet">In the queue, nodes are picked by</span>{" "}
        <Select<Picking>
          value={by}
          choices={[
            ...queueScorerNames.map((name) =>
              name === "DefaultProfile" ? ([name, "the default profile"] as const) : name,
            ),
            ["sum", "a weighted sum"],
          ]}
          onChoose={(value) => (picking.value = value)}
        />
      </label>{" "}
      {by !== "sum" ? (
        <p class="chart-words">
          Preferred: {aimOf(by)}. {ofEqual}
        </p>
      ) : (
        <>
          <output class="in-force">{scorersText(inForce.value)}</output>{" "}
          {isSumChanged.value && (
            <button type="button" class="quiet-button" aria-label="Reset the scorers' weights" onClick={resetSum}>
              reset
            </button>
          )}
          <p class="chart-words">
            {isNone
              ? `Every weight is 0: ${usualScorer} picks, as without weights.`
              : `Preferred: the highest sum of scores times weights. ${ofEqual}`}
          </p>
          <div class="controls">
            {queueScorerNames.map((name) => (
              <Weight key={name} name={name} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function Weight({ name }: { name: QueueScorerName }) {
  const weight = sumWeights.value[name] ?? 0;
  const usual = usualWeight(name);
  return (
    <WeightSlider
      of={name}
      label={headOf(name).join(name === "LimitAware" ? "" : " ")}
      value={weight}
      min={0}
      most={most}
      end={Math.max(10, weight)}
      usual={usual}
      foot={weight === 0 ? "off" : weight === usual ? "default" : "set here"}
      onSet={(value) => (sumWeights.value = { ...sumWeights.peek(), [name]: value })}
    />
  );
}
