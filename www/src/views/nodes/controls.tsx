import { resourceNames } from "schedscope/words/amount";
import { CutName } from "../../ui/cut-name";
import { NumberField } from "../../ui/number-field";
import { WeightSlider } from "../../ui/weight-slider";
import { bestEffort, defaultWeight, isChanged, resetArguments, weightOf, weights } from "./options";

/** The scorers' arguments: they are not in the text, so they hold for what is on show. */
export function Controls({ resources }: { resources: string[] }) {
  const names = resourceNames(resources);
  return (
    <section aria-labelledby="resources-title">
      <div class="section-head">
        <h2 id="resources-title">Resources</h2>
        <span class="quiet">weights in the scores: scorer arguments, not in the text</span>
        {isChanged.value && (
          <button type="button" class="quiet-button" aria-label="Reset the weights" onClick={resetArguments}>
            reset
          </button>
        )}
        <BestEffortControl />
      </div>
      <div class="controls">
        {resources.map((resource, i) => (
          <Weight key={resource} resource={resource} name={names[i] ?? resource} />
        ))}
      </div>
    </section>
  );
}

const most = 100;

function Weight({ resource, name }: { resource: string; name: string }) {
  const weight = weightOf(resource);
  const usual = defaultWeight(resource);
  return (
    <WeightSlider
      of={resource}
      label={<CutName name={name} />}
      value={weight}
      min={0}
      most={most}
      end={Math.max(10, weight)}
      usual={usual}
      foot={weight === 0 ? "off" : weight === usual ? "default" : "set here"}
      onSet={(value) => (weights.value = { ...weights.peek(), [resource]: value })}
    />
  );
}

/** What limits are counted of a pod that has none, nor requests. */
function BestEffortControl() {
  const chosen = bestEffort.value;
  const mode = typeof chosen === "object" ? "amount" : chosen;
  const amount = typeof chosen === "object" ? chosen.amount : 0;
  return (
    <div class="best-effort">
      <label>
        <span class="quiet" title="A pod without requests and limits may use its whole node">
          A best-effort pod counts as
        </span>{" "}
        <select
          value={mode}
          onChange={(event) => {
            const { value } = event.currentTarget;
            bestEffort.value = value === "amount" ? { amount: 1000 } : value === "nothing" ? "nothing" : "allocatable";
          }}
        >
          <option value="allocatable">its whole node</option>
          <option value="nothing">nothing</option>
          <option value="amount">a fixed amount</option>
        </select>
      </label>
      {mode === "amount" && (
        <NumberField
          min={0}
          step={1}
          value={amount}
          aria-label="Amount of every resource that a best-effort pod counts, in milli-CPU, bytes or pieces"
          title="Of every resource alike, in milli-CPU, bytes or pieces"
          accepts={(value) => Number.isSafeInteger(value) && value >= 0}
          onSet={(value) => (bestEffort.value = { amount: value })}
        />
      )}
    </div>
  );
}
