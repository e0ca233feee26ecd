import { useSignal } from "@preact/signals";
import type { ComponentProps } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { timeWritten } from "schedscope/words/vms";
import { useHost } from "../../ui/host";
import type { VmStepAnswer, VmPodState, VmTimelineAnswer } from "../../engine/types";
import {
  type Action,
  actionNames,
  actions,
  type EventDraft,
  emptyFields,
  eventOf,
  type FieldName,
  fieldsOf,
  nodesWritten,
  originOf,
  type Setting,
  settingNow,
  settings,
  settingsOf,
} from "./event-form";
import { isAdded } from "./state";
import { fullName, fullNames, isSameName } from "schedscope/words/object-name";
import { Select } from "../../ui/select";

interface Props {
  timeline: VmTimelineAnswer;
  /** the step whose time is proposed; null while it is not known */
  atStep: VmStepAnswer | null;
}

/** Adds an event to the text, at the time of the step on show. */
export function AddEvent({ timeline, atStep }: Props) {
  const { answer, text } = useHost();
  const open = useSignal(false);
  const chosen = useSignal<Action | null>(null);
  // Where a VM is on no node at the start, that is what is missing; later it may have been deleted.
  const action = chosen.value ?? (timeline.timeline === null && timeline.unplaced.length > 0 ? "schedule" : "request");
  const typed = useSignal<Partial<Record<FieldName | "at", string>>>({});
  const said = useSignal("");
  const failed = useSignal("");
  const list = useId();
  const nodeList = useId();
  /** the version of the text that has it */
  const written = useRef<number | null>(null);
  // Undone, or followed by another change: undo would no longer take it back.
  useEffect(() => {
    if (written.current === null || text.version() === written.current) return;
    written.current = null;
    said.value = "";
  }, [answer.reading.value]);
  const proposed = proposals(timeline, atStep, action, typed.value);
  const fields = { ...proposed, ...typed.value, setting: proposed.setting };
  // What the text says comes before what agents do at the same time: a millisecond later it comes behind.
  const at = typed.value.at ?? timeWritten((atStep?.at ?? 0) + (atStep?.event.actor === true ? 0.001 : 0));
  const unplaced = action === "schedule" ? fullNames(timeline.unplaced) : [];
  const placed = atStep?.nodes.flatMap((node) => node.pods.map((of) => nameOf(of, action, timeline))) ?? [];
  const pods = [...unplaced, ...placed];
  const nodes = timeline.nodes.map(({ name }) => name);
  const overrides = timeline.config?.nodeOverrides.map(nodesWritten) ?? [];

  const add = async (): Promise<void> => {
    const draft: EventDraft = { action, at, fields };
    // A node that an event adds is not there at the end of every run, so only whole lists tell what is misspelt.
    const made = eventOf(draft, timeline.config, nodes.length === timeline.nodeCount ? nodes : null);
    said.value = "";
    failed.value = "error" in made ? made.error : "";
    if ("error" in made) return;
    try {
      const isWritten = await text.addEvent(timeline.timeline, made.event);
      if (isWritten === false)
        failed.value = "the timeline is written in a form that this editor cannot extend; add the event by hand";
      if (isWritten !== true) return;
      typed.value = {};
      chosen.value = action;
      written.current = text.version();
      said.value = "added; undo in the input removes it";
      // The new event is shown: in the text, and by that in the timeline.
      isAdded.value = true;
      setTimeout(() => (isAdded.value = false), 3000);
    } catch (error) {
      failed.value = (error as Error).message;
    }
  };

  const set = (name: FieldName | "at", value: string): void => {
    typed.value = { ...typed.peek(), [name]: value };
    failed.value = "";
  };
  /** Sets a field, and forgets the value: other nodes and other settings have another one. */
  const setOther = (name: "setting" | "nodes", to: string): void => {
    const { value: _, ...rest } = typed.peek();
    typed.value = { ...rest, [name]: to };
    failed.value = "";
  };
  const field = (name: FieldName) => {
    const value = fields[name];
    switch (name) {
      case "setting":
        return (
          <label key={name}>
            setting
            <Select
              value={value}
              choices={settingsOf(timeline.config, fields.nodes).map((of) => [of, settings[of]])}
              onChoose={(setting) => setOther(name, setting)}
            />
          </label>
        );
      case "pod": {
        const label = action === "load" ? "VM" : "pod";
        return <TextInput key={name} label={label} size={16} list={list} value={value} onSet={(to) => set(name, to)} />;
      }
      case "nodes":
        return (
          <TextInput
            key={name}
            label="nodes"
            size={16}
            list={nodeList}
            value={value}
            placeholder="without an override"
            onSet={(to) => setOther(name, to)}
          />
        );
      default:
        return name === "value" && fields.setting === "removeOverride" ? null : (
          <TextInput
            key={name}
            label={labels[name]}
            size={name === "load" || name === "value" ? 8 : 4}
            inputMode={name === "vCPUs" || name === "mem" ? "numeric" : "text"}
            value={value}
            onSet={(to) => set(name, to)}
          />
        );
    }
  };

  return (
    <details class="add-event" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>Add an event</summary>
      {open.value && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <datalist id={list}>
            {pods.map((pod) => (
              <option key={pod} value={pod} />
            ))}
          </datalist>
          <datalist id={nodeList}>
            {[...new Set([...overrides, ...nodes])].map((of) => (
              <option key={of} value={of} />
            ))}
          </datalist>
          <TextInput label="at" size={7} value={at} onSet={(to) => set("at", to)} />
          <label>
            what
            <Select<Action>
              value={action}
              choices={actions.map((of) => [of, actionNames[of]])}
              onChoose={(of) => {
                chosen.value = of;
                failed.value = "";
              }}
            />
          </label>
          {fieldsOf[action].map(field)}
          <button type="submit" class="plain">
            Add to the input
          </button>
          {action === "config" && (
            <p class="quiet">
              The event holds the whole config, as{" "}
              {timeline.configMap === null ? "the one in force at the start" : fullName(timeline.configMap)} has it but
              for this setting. With nodes, such as n1 or n1, n2, it is the setting of their override, and of a new one
              if they have none. What a scheduler does then is this product's own reading: upstream never changed a
              config at run time.
            </p>
          )}
          <p class={failed.value === "" ? "quiet" : "failing"} role="status">
            {failed.value === "" ? said.value : `${failed.value}.`}
          </p>
        </form>
      )}
    </details>
  );
}

interface InputProps extends Pick<ComponentProps<"input">, "size" | "placeholder" | "inputMode"> {
  label: string;
  value: string;
  /** id of the texts that are offered */
  list?: string;
  onSet(value: string): void;
}

const TextInput = ({ label, list, onSet, ...rest }: InputProps) => (
  <label>
    {label}
    <input
      {...rest}
      {...(list !== undefined && { list })}
      type="text"
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => onSet(event.currentTarget.value)}
    />
  </label>
);

const labels: Record<Exclude<FieldName, "setting" | "pod" | "nodes">, string> = {
  vCPUs: "vCPUs",
  mem: "slots",
  load: "load (1 min, 5 min)",
  units: "compute units",
  value: "value",
  downFor: "down for",
};

/** What the text calls a pod: its VM where a load is meant, else the pod that was there at first. */
const nameOf = ({ pod, vm }: VmPodState, action: Action, { migrations }: VmTimelineAnswer): string =>
  fullName(action === "load" ? vm : originOf(pod, migrations));

/**
 * The initial values of the fields: the pod of the step, or one that is to be scheduled, and one compute
 * unit more than it has.
 */
function proposals(
  timeline: VmTimelineAnswer,
  atStep: VmStepAnswer | null,
  action: Action,
  typed: Partial<Record<FieldName | "at", string>>,
): Record<FieldName, string> {
  const node = atStep?.nodes[0];
  // Proposes a pod that is not on a node yet.
  const first = action === "schedule" ? timeline.unplaced[0] : undefined;
  const about = [first, atStep?.event.pod, node?.queue[0], node?.pods[0]?.pod].find((of) => of != null);
  const state = node?.pods.find((of) =>
    typed.pod === undefined ? isSameName(of.pod, about) : nameOf(of, action, timeline) === typed.pod,
  );
  const pod =
    typed.pod ??
    (state !== undefined
      ? nameOf(state, action, timeline)
      : about == null
        ? ""
        : fullName(originOf(about, timeline.migrations)));
  const unit = state?.computeUnit ?? node?.computeUnit ?? { vCPUs: 0, mem: 0 };
  const nodes = typed.nodes ?? "";
  const offered = settingsOf(timeline.config, nodes);
  const wanted = (typed.setting ?? emptyFields.setting) as Setting;
  // Other nodes may not have the setting that was chosen.
  const setting = offered.includes(wanted) ? wanted : (emptyFields.setting as Setting);
  const more = action === "request" ? 1 : 0;
  return {
    ...emptyFields,
    pod,
    vCPUs: state === undefined ? "" : String(state.cpu.reserved + more * unit.vCPUs),
    mem: state === undefined ? "" : String(state.memory.reserved + more * unit.mem),
    load: action === "request" && state?.load != null ? state.load.join(", ") : "",
    nodes,
    setting,
    value: settingNow(timeline.config, setting, nodes),
  };
}
