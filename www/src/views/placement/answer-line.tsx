import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isWarning } from "schedscope/words/caveat";
import { caveats, noteText, notesBeside, sentence, sentenceText } from "schedscope/words/placement";
import type { ShownDecision } from "../../engine/protocol";
import { WithCaveats } from "../../ui/caveats";
import { useHost } from "../../ui/host";
import { LineLink } from "../../ui/line-link";
import { Quoted } from "../../ui/quoted";
import { Phrases } from "../../ui/phrase";
import { BaselinePicker } from "./baseline-picker";
import { differencePhrases, differenceText } from "./difference";
import { Parts } from "./parts";
import { useSteadyHeight } from "../../ui/steady";
import { capital } from "schedscope/words/phrase";

/** The answer in one sentence, its parts as one bar, and what must be said aloud with it. */
export function AnswerLine({ decision }: { decision: ShownDecision }) {
  const { subject, verdict, rest } = sentence(decision.summary);
  const place = useRef<HTMLElement>(null);
  useSteadyHeight(place, useHost().text.number.value);
  return (
    <section class="answer-line" aria-label="Answer" ref={place}>
      <div class="answer-words">
        <WithCaveats caveats={caveats(decision.summary)} answer={decision.summary}>
          <h1>
            <Difference decision={decision} />
            <strong>{subject}</strong> {verdict.before}
            <strong>{verdict.number}</strong>
            {verdict.after} <span class="quiet">{rest}</span>
          </h1>
        </WithCaveats>
        <Notes decision={decision} />
        <div class="answer-foot flex-row">
          <Parts summary={decision.summary} />
          <BaselinePicker decision={decision} />
        </div>
      </div>
    </section>
  );
}

/** The answer as a change against the baseline; nothing where there is nothing to compare with. */
function Difference({ decision: { difference, summary } }: { decision: ShownDecision }) {
  const phrases = differencePhrases(difference, summary.profile);
  if (phrases.length === 0) return null;
  return (
    <span class="difference">
      <Phrases phrases={phrases} />{" "}
    </span>
  );
}

/** The answer for those who listen, once things have settled, not on every tick of a slider; nothing unless `on`. */
export function DecisionAnnouncement({ on }: { on: boolean }) {
  const { decision } = useHost().answer;
  const said = useSignal("");
  const shown = on ? decision.value : null;
  const text =
    shown === null
      ? ""
      : [
          ...caveats(shown.summary)
            .filter(isWarning)
            .map(({ message }) => message),
          differenceText(shown.difference, shown.summary.profile) + sentenceText(shown.summary),
        ]
          .join(" ")
          .replaceAll("`", "");
  useEffect(() => {
    const timer = setTimeout(() => (said.value = text), on ? 600 : 0);
    return () => clearTimeout(timer);
  }, [text, on]);
  return (
    <p class="unseen" role="status" aria-live="polite">
      {said.value}
    </p>
  );
}

function Notes({ decision }: { decision: ShownDecision }) {
  const { stale, refusal } = useHost().answer;
  const { conditions, outcome, status } = decision.summary;
  // That a placement is misconfigured is what the sentence says already.
  const bad = conditions.filter(
    ({ type, status: holds }) =>
      status.code !== "Misconfigured" && (type === "PlacementMisconfigured") === (holds === "True"),
  );
  // Notes about spread are shown next to its terms.
  const shown = notesBeside(decision.summary).filter(
    ({ code }) => !code.startsWith("spread-") || code === "spread-ignored",
  );
  return (
    <ul class="notes">
      {stale.value && (
        <li class="error">The input has an error at this placement; this is the last decision before it.</li>
      )}
      {refusal.value !== null && <li class="error">{refusal.value.message}</li>}
      {outcome === "scheduled" &&
        bad.map(({ type, reason, message }) => (
          <li key={type} class="error">
            {type}: {reason}, {message}
          </li>
        ))}
      {shown.map((note, i) => (
        <li key={`${note.code}-${i}`} class="hint">
          <Quoted text={capital(noteText(note))} />{" "}
          <LineLink range={note.path === null ? null : decision.lines[note.path]} />
        </li>
      ))}
    </ul>
  );
}
