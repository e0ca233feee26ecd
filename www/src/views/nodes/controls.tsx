import { resourceNames } from "schedscope/words/amount";
import { CutName } from "../../ui/cut-name";
import { WeightSlider } from "../../ui/weight-slider";
import { bestEffort, defaultWeight, isChanged, resetArguments, weightOf, weights } from "./options";
import { endOf, useSweep, useSweeps, type WeightSweep } from "./sweeps";
import { type WeightStanding, weightStanding, weightWithoutEffect } from "./weight-interval";
import { Section } from "../../ui/section";
import { Select } from "../../ui/select";

interface Props {
  pod: string;
  resources: string[];
  /** how many nodes are scored */
  nodes: number;
}

/** The scorers' arguments: they are not in the text, so they hold for what is on show. */
export function Controls({ pod, resources, nodes }: Props) {
  const names = resourceNames(resources);
  useSweeps(pod, resources, nodes);
  return (
    <Section
      id="resources-title"
      title="Resources"
      words="weights in the scores: scorer arguments, not in the input"
      head={
        <>
          {isChanged.value && (
            <button type="button" class="quiet-button" aria-label="Reset the weights" onClick={resetArguments}>
              reset
            </button>
          )}
          <BestEffortControl />
        </>
      }
    >
      <div class="controls">
        {resources.map((resource, i) => (
          <Weight key={resource} pod={pod} resources={resources} resource={resource} name={names[i] ?? resource} />
        ))}
      </div>
    </Section>
  );
}

const most = 100;

interface WeightProps {
  pod: string;
  resources: string[];
  resource: string;
  /** what it is called here */
  name: string;
}

function Weight({ pod, resources, resource, name }: WeightProps) {
  const weight = weightOf(resource);
  const usual = defaultWeight(resource);
  const sweep = useSweep(pod, resources, resource);
  const standing = sweep === undefined ? null : weightStanding(sweep.intervals, weight);
  return (
    <WeightSlider
      of={resource}
      label={<CutName name={name} />}
      value={weight}
      min={0}
      most={most}
      end={endOf(resource)}
      usual={usual}
      foot={
        <>
          {weight === 0 ? "off" : weight === usual ? "default" : "set here"}
          {sweep !== undefined && standing !== null && <Effect sweep={sweep} standing={standing} resource={resource} />}
        </>
      }
      marks={standing === null || standing.isWithoutEffect ? undefined : standing}
      onSet={(value) => (weights.value = { ...weights.peek(), [resource]: value })}
    />
  );
}

interface EffectProps {
  sweep: WeightSweep;
  standing: WeightStanding;
  resource: string;
}

/** The interval in which every pick stays; or why none changes at all. */
function Effect({ sweep, standing, resource }: EffectProps) {
  if (!standing.isWithoutEffect)
    return (
      <>
        {", "}
        <span class="interval" title={standing.full}>
          <span aria-hidden="true">{standing.short}</span>
          <span class="unseen">{standing.full}</span>
        </span>
      </>
    );
  return <span class="no-effect">, no effect: {weightWithoutEffect(resource, endOf(resource), sweep.answer)}</span>;
}

/** What limits are counted of a pod that has none, nor requests. */
function BestEffortControl() {
  return (
    <label class="best-effort">
      <span class="quiet" title="A pod without requests and limits may use its whole node">
        A best-effort pod counts as
      </span>{" "}
      <Select<typeof bestEffort.value>
        value={bestEffort.value}
        choices={[
          ["allocatable", "its whole node"],
          ["nothing", "nothing"],
        ]}
        onChoose={(value) => (bestEffort.value = value)}
      />
    </label>
  );
}
