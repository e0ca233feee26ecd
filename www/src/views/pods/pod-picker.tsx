import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { counted, integer } from "schedscope/words/number";
import { amountText, shortResource } from "schedscope/words/amount";
import { useAnswer } from "../../ui/host";
import type { PodEntry } from "../../engine/types";
import { type ChosenPod, podState } from "./chosen-pod";
import { ObjectLink } from "../../ui/object-link";
import { listed, podGroups } from "./pod-groups";
import { fullName } from "schedscope/words/object-name";

interface Props {
  chosen: ChosenPod;
  onChoose(pod: string | null): void;
  /** what it is called to choose no pod; left out where one is needed */
  none?: string;
}

/** What is worth knowing of a pod in the list: where it is, or what it asks for. */
function remark(entry: PodEntry): string {
  if (entry.state !== "pending" || entry.nominated !== null || entry.terminating) return podState(entry);
  if (entry.bestEffort) return "best effort";
  const asked = Object.entries(entry.requests).filter(([, amount]) => amount !== 0);
  return asked.map(([resource, amount]) => `${shortResource(resource)} ${amountText(resource, amount)}`).join(", ");
}

/** Which pod: a field that finds by name, pending pods first. */
export function PodPicker({ chosen: { pod, entry, counts }, onChoose, none }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const open = useSignal(false);
  const typed = useSignal("");
  /** the option that Enter takes; -1 is `none`; null before one was moved to */
  const at = useSignal<number | null>(null);
  const search = typed.value.trim().toLowerCase();
  const options = open.value ? { find: search, limit: listed } : null;
  const pending = useAnswer("pods", options && { ...options, state: "pending" as const });
  const bound = useAnswer("pods", options && { ...options, state: "bound" as const });
  const { groups, pods } = podGroups(pending.answer, bound.answer);
  const first = none === undefined || search !== "" ? 0 : -1;
  // Opened, the list stands at what is chosen; searched, at the first that is found.
  const start = search !== "" ? 0 : pod === null ? first : pods.findIndex((member) => fullName(member.pod) === pod);
  const current = Math.min(Math.max(at.value ?? start, at.value === null && pod !== null ? 0 : first), pods.length - 1);

  const show = (): void => {
    if (open.value) return;
    open.value = true;
    typed.value = "";
    at.value = null;
    input.current?.select();
  };
  const close = (): void => {
    open.value = false;
    typed.value = "";
  };
  const moveTo = (to: number): void => {
    at.value = Math.min(Math.max(to, first), pods.length - 1);
  };
  const choose = (index: number): void => {
    const choice = pods[index];
    if (choice === undefined && index !== -1) return;
    onChoose(choice === undefined ? null : fullName(choice.pod));
    close();
  };
  useEffect(() => {
    if (open.value) document.getElementById(`pod-option-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [open.value, current]);

  const keys = (event: KeyboardEvent): void => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => (open.value ? moveTo(current + 1) : show()),
      ArrowUp: () => (open.value ? moveTo(current - 1) : show()),
      Enter: () => (open.value ? choose(current) : show()),
      ...(open.value && {
        PageDown: () => moveTo(current + 8),
        PageUp: () => moveTo(current - 8),
        Escape: close,
      }),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };

  const option = (index: number, name: string, state: string) => (
    <div
      key={name}
      role="option"
      id={`pod-option-${index}`}
      class={`pod-option ${index === current ? "current" : ""}`}
      aria-selected={index === current}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => choose(index)}
    >
      <span class="pod-option-name">{name}</span>
      <span class="quiet">{state}</span>
    </div>
  );

  return (
    <div class="pod-picker flex-row" ref={box}>
      <label for="pod-picker" class="quiet">
        Pod
      </label>
      <div class="pod-field">
        <input
          ref={input}
          id="pod-picker"
          type="text"
          role="combobox"
          class="pod-input"
          autocomplete="off"
          spellcheck={false}
          aria-expanded={open.value}
          aria-controls="pod-options"
          aria-autocomplete="list"
          aria-activedescendant={open.value && current >= first ? `pod-option-${current}` : undefined}
          placeholder={pod ?? none ?? "Find a pod by name"}
          value={open.value ? typed.value : (pod ?? none ?? "")}
          onClick={show}
          onKeyDown={keys}
          onInput={(event) => {
            open.value = true;
            typed.value = event.currentTarget.value;
            at.value = null;
          }}
          onBlur={close}
        />
        <div id="pod-options" class="floating pod-options" role="listbox" aria-label="Pods" hidden={!open.value}>
          {open.value && (
            <>
              {first === -1 && option(-1, none ?? "", "")}
              {groups.map(({ name, pods: members, more }, g) => (
                <div key={name} role="group" aria-labelledby={`pod-group-${g}`}>
                  <div id={`pod-group-${g}`} class="pod-group" role="presentation">
                    {name} <span class="tab-count">{integer(members.length + more)}</span>
                  </div>
                  {members.map((member) => option(pods.indexOf(member), fullName(member.pod), remark(member)))}
                  {more > 0 && (
                    <p class="pod-more" role="presentation">
                      and {counted(more, "more", "more")}: type to narrow
                    </p>
                  )}
                </div>
              ))}
              {pods.length === 0 && pending.answer !== null && bound.answer !== null && (
                <p class="pod-more" role="presentation">
                  {search === "" ? "The input has no pod." : `No pod's name contains “${search}”.`}
                </p>
              )}
            </>
          )}
        </div>
      </div>
      <span class="pod-now quiet">
        {entry !== null && (
          <>
            {entry.state === "bound" ? `${podState(entry)}, scheduled again` : podState(entry)}
            <span class="on-screen">
              {", "}
              <ObjectLink object={entry.object}>
                {entry.object.kind === "Pod" ? "show in the input" : `show its ${entry.object.kind}`}
              </ObjectLink>
            </span>
          </>
        )}
        {entry === null &&
          counts !== null &&
          counts.all > 0 &&
          `${integer(counts.pending)} pending, ${integer(counts.bound)} on nodes`}
      </span>
    </div>
  );
}
