/** What all views of the element are made of. */
import type { ComponentChildren, ComponentProps } from "preact";
import type { Caveat } from "schedscope/words/caveat";
import type { Caveated } from "schedscope/words/pod-caveats";
import { diagnosticText } from "schedscope/words/diagnostic";
import { counted, integer } from "schedscope/words/number";
import { type Phrase, phraseText } from "schedscope/words/phrase";
import type { Diagnostic, ReadingAnswer } from "../engine/types";
import { WithCaveats } from "../ui/caveats";
import { Phrases } from "../ui/phrase";
import { StepAnnouncement } from "../ui/announcement";
import { useEmbed } from "./embed";
import { Picker } from "../ui/select";
import { Scrubber } from "../ui/scrubber";
import { hasControls } from "./choice";

/** The answer in one sentence; said again to those who listen once it is another. */
export function Answer({
  phrases,
  caveats,
  answer,
  children,
}: {
  phrases: Phrase[];
  caveats: Caveat[];
  answer: Caveated;
  children?: ComponentChildren;
}) {
  return (
    <div class="answer-line embed-answer-line">
      <WithCaveats caveats={caveats} answer={answer}>
        <p class="embed-answer">
          <Phrases phrases={phrases} />
        </p>
      </WithCaveats>
      <StepAnnouncement words={phraseText(phrases)} of="answer" isSilent={() => false} />
      {children}
    </div>
  );
}

export function Part({
  title,
  words,
  id,
  children,
}: {
  title: string;
  words?: ComponentChildren;
  id: string;
  children: ComponentChildren;
}) {
  return (
    <div class="embed-part" role="group" aria-labelledby={id}>
      <div class="section-head flex-row">
        <h2 id={id}>{title}</h2>
        <span class="quiet">{words}</span>
      </div>
      {children}
    </div>
  );
}

/** A name that opens what is below it; plain where nothing may be opened. */
export function Opener({ name, isOpen, onOpen }: { name: string; isOpen: boolean; onOpen(): void }) {
  const { choice } = useEmbed();
  if (choice.readonly.value) return <>{name}</>;
  return (
    <button type="button" class="name-button" aria-expanded={isOpen} onClick={onOpen}>
      <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
      {name}
    </button>
  );
}

interface MoreProps {
  left: number;
  noun: string;
  onMore(): void;
}

export function More({ left, noun, onMore }: MoreProps) {
  const { choice } = useEmbed();
  if (left <= 0) return null;
  const words = counted(left, `more ${noun}`);
  return (
    <p class="embed-more">
      {choice.readonly.value ? (
        <span class="quiet">and {words}</span>
      ) : (
        <button type="button" class="line-link" onClick={onMore}>
          {words}
        </button>
      )}
    </p>
  );
}

/** What may be chosen, where there are controls; nothing where there is nothing to choose. */
export function Pickers({ of }: { of: ComponentProps<typeof Picker>[] }) {
  const { choice } = useEmbed();
  const shown = of.filter(({ choices }) => choices.length > 1);
  if (!hasControls(choice) || shown.length === 0) return null;
  return (
    <div class="embed-pickers">
      {shown.map((one) => (
        <Picker key={one.label} {...one} />
      ))}
    </div>
  );
}

/** Moves through the steps of a run; where nothing may be chosen, the step on show in words. */
export function StepControl(props: Omit<ComponentProps<typeof Scrubber>, "onStep">) {
  const { choice } = useEmbed();
  if (!choice.readonly.value) return <Scrubber {...props} onStep={(to) => (choice.step.value = to)} />;
  return (
    <p class="embed-step">
      Step {integer(props.shown)} of {integer(props.steps)}
    </p>
  );
}

interface OpenRowProps {
  isOpen: boolean;
  colSpan: number;
  /** what it opens to */
  details: ComponentChildren;
  children: ComponentChildren;
}

export const OpenRow = ({ isOpen, colSpan, details, children }: OpenRowProps) => (
  <>
    {children}
    {isOpen && (
      <tr class="opened">
        <td colSpan={colSpan}>{details}</td>
      </tr>
    )}
  </>
);

/** Something is not as it should be. */
export function Problem({ children }: { children: ComponentChildren }) {
  return (
    <div class="embed-problem" role="status">
      {children}
    </div>
  );
}

const mostErrors = 4;
const mostFindings = 20;

/** What is wrong with the text: errors at once, the rest on request. */
export function Findings({ reading: { diagnostics, counts } }: { reading: ReadingAnswer }) {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const others = diagnostics.filter(({ severity }) => severity !== "error");
  const all = counts.warning + counts.info + counts.hint;
  return (
    <>
      {errors.length > 0 && (
        <Problem>
          <ul>
            {errors.slice(0, mostErrors).map((diagnostic, i) => (
              <Finding key={i} diagnostic={diagnostic} />
            ))}
          </ul>
          {counts.error > mostErrors && <p class="quiet">and {counted(counts.error - mostErrors, "more error")}</p>}
        </Problem>
      )}
      {all > 0 && (
        <details class="embed-findings">
          <summary>{counted(all, "finding")} in the input</summary>
          <ul>
            {others.slice(0, mostFindings).map((diagnostic, i) => (
              <Finding key={i} diagnostic={diagnostic} />
            ))}
            {all > mostFindings && <li class="quiet">and {counted(all - mostFindings, "more", "more")}</li>}
          </ul>
        </details>
      )}
    </>
  );
}

function Finding({ diagnostic }: { diagnostic: Diagnostic }) {
  const { severity, range, object } = diagnostic;
  return (
    <li>
      line {range.start.line}, column {range.start.column} · {severity}: {diagnosticText(diagnostic)}
      {object !== null && object.name !== "" && (
        <span class="quiet">
          {" "}
          · {object.kind} {object.name}
        </span>
      )}
    </li>
  );
}
