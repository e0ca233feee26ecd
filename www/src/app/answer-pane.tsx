import { useSignal } from "@preact/signals";
import { Announcement } from "../views/placement/answer-line";
import { HatchPattern } from "../views/placement/bars";
import { PlacementView } from "../views/placement/view";
import { isMoment } from "../ui/moment";
import { engine, placements, slow } from "./answer";
import { loadedAt, now } from "./question";
import { stopEngine } from "./session";

/** Right: the answer, by the kinds found in the text. */
export function AnswerPane() {
  return (
    <main class="answer-pane">
      <Progress />
      <div class="tabs">
        <div class="tab-list" role="tablist" aria-label="Views">
          <button type="button" role="tab" id="tab-placement" aria-selected="true" aria-controls="view">
            Placement <span class="tab-count">{placements.value.length || "–"}</span>
          </button>
          {["Nodes", "Quotas", "VMs"].map((name) => (
            <button key={name} type="button" role="tab" aria-selected="false" aria-disabled="true" tabIndex={-1} title="Nothing of this kind in the text">
              {name} <span class="tab-count">–</span>
            </button>
          ))}
        </div>
        <Clock />
      </div>
      <EngineState />
      <Announcement />
      <HatchPattern />
      <div id="view" role="tabpanel" aria-labelledby="tab-placement">
        <PlacementView />
      </div>
    </main>
  );
}

/** The moment that tolerations and scores are judged at. It stands still. */
function Clock() {
  const typed = useSignal<string | null>(null);
  const text = typed.value ?? now.value;
  const fine = isMoment(text);
  const set = (value: string): void => {
    typed.value = value;
    if (isMoment(value)) now.value = value;
  };
  return (
    <div class="clock">
      <label title="Time is an argument: tolerations and scores expire by this clock, not by yours">
        <span class="quiet">at</span>
        <input
          type="text"
          class="moment"
          size={21}
          value={text}
          spellcheck={false}
          aria-label="The clock, RFC 3339"
          aria-invalid={!fine}
          onInput={(event) => set(event.currentTarget.value)}
          onBlur={() => {
            if (fine) typed.value = null;
          }}
        />
      </label>
      {text !== loadedAt && (
        <button
          type="button"
          class="quiet-button"
          onClick={() => {
            typed.value = null;
            now.value = loadedAt;
          }}
        >
          reset
        </button>
      )}
    </div>
  );
}

function Progress() {
  return (
    <div class="progress" hidden={!slow.value}>
      <div class="progress-bar" role="progressbar" aria-label="Computing" />
      <button type="button" class="plain" onClick={stopEngine}>
        Stop
      </button>
    </div>
  );
}

/** Says so when the engine was restarted, or does not run. */
function EngineState() {
  const state = engine.value;
  if (state.type === "well" || state.type === "starting") return null;
  return (
    <p class="engine-state" role="alert">
      {state.type === "restarted"
        ? "The engine failed and was started again with the same text."
        : "The engine stopped. It starts again with the next change of the text."}{" "}
      <span class="quiet">{state.message}</span>{" "}
      {state.type === "restarted" && (
        <button type="button" class="quiet-button" onClick={() => (engine.value = { type: "well" })}>
          dismiss
        </button>
      )}
    </p>
  );
}
