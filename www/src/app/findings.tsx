import { useSignal } from "@preact/signals";
import { counted } from "schedscope/words/number";
import { type Finding, findingAt } from "../editor/findings";
import type { ReadingAnswer } from "../engine/types";
import { counts as ofAll, findings, reading } from "../session/answer";
import { cursor } from "../session/cursor";
import { goTo } from "../session/session";
import { Quoted } from "../ui/quoted";

/** Findings listed on the page; the rest are in the text's margin. */
const listedAtMost = 200;

/** Below the text: the finding on the cursor's line, and the list of all. */
export function Findings() {
  const open = useSignal(false);
  const all = findings.value;
  const counts = ofAll.value;
  if (counts === null || all.length === 0) {
    return (
      <div class="findings none">
        <span class="quiet">{reading.value === null ? "" : "No findings."}</span>
      </div>
    );
  }
  const here = findingAt(all, cursor.value.line);
  const shown = here ?? worst(all);
  return (
    <div class={`findings ${shown?.severity ?? ""}`}>
      <div class="finding-head">
        {shown && (
          <button type="button" class="finding" title={shown.message} onClick={() => goTo(shown.range)}>
            <FindingText diagnostic={shown} />
          </button>
        )}
        <button
          type="button"
          class="quiet-button count"
          aria-expanded={open.value}
          title="F8: next, Shift+F8: previous"
          onClick={() => {
            open.value = !open.value;
          }}
        >
          {total(counts)} {open.value ? "▾" : "▴"}
        </button>
      </div>
      {open.value && (
        <ul class="finding-list" aria-label="All findings">
          {all.slice(0, listedAtMost).map((diagnostic, i) => (
            <li key={i}>
              <button type="button" class={`finding ${diagnostic.severity}`} onClick={() => goTo(diagnostic.range)}>
                <FindingText diagnostic={diagnostic} />
              </button>
            </li>
          ))}
          {all.length > listedAtMost && <li class="quiet">and more</li>}
        </ul>
      )}
    </div>
  );
}

function FindingText({ diagnostic }: { diagnostic: Finding }) {
  const { severity, message, range, object } = diagnostic;
  return (
    <>
      <span class={`finding-mark ${severity}`} aria-hidden="true" />
      <span>
        <span class="where">line {range.start.line}</span> · {severity}: <Quoted text={message} />
        {object !== null && object.name !== "" && (
          <span class="quiet">
            {" "}
            · {object.kind} {object.name}
          </span>
        )}
      </span>
    </>
  );
}

const order = ["error", "warning", "info", "hint"] as const;

function worst(all: readonly Finding[]): Finding | undefined {
  for (const severity of order) {
    const found = all.find((diagnostic) => diagnostic.severity === severity);
    if (found) return found;
  }
  return undefined;
}

function total(counts: ReadingAnswer["counts"]): string {
  return order
    .filter((severity) => counts[severity] > 0)
    .map((severity) => (severity === "info" ? `${counts.info} info` : counted(counts[severity], severity)))
    .join(" · ");
}
