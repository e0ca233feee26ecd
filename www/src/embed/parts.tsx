/** What all views of the element are made of. */
import type { ComponentChildren, ComponentProps } from "preact";
import { answerBlocks, type Block, partsOf } from "schedscope/report/block";
import { findingOf, type TextPlaces, textFindings } from "schedscope/report/text-findings";
import type { Caveat } from "schedscope/words/caveat";
import type { Found } from "schedscope/words/finding";
import { counted, integer } from "schedscope/words/number";
import { type Phrase, phraseText } from "schedscope/words/phrase";
import type { Diagnostic, ReadingAnswer } from "../engine/types";
import { BlockView } from "../ui/block-view";
import { StepAnnouncement } from "../ui/announcement";
import { useEmbed } from "./embed";
import { Picker } from "../ui/select";
import { Scrubber } from "../ui/scrubber";
import { hasControls } from "./choice";

interface ReportProps extends Pick<ComponentProps<typeof BlockView>, "drawn" | "rowClass"> {
  blocks: Block[];
  answer: Found;
  /** behind the sentences */
  children?: ComponentChildren;
  /** below them, before the rest of the report */
  between?: ComponentChildren;
}

/** A report: its sentences, said again to those who listen once they are others, and what is below them. */
export function Report({ blocks, answer, children, between, ...table }: ReportProps) {
  const below = blocks.findIndex(({ kind }) => kind !== "findings" && kind !== "headline");
  const head = below < 0 ? blocks : blocks.slice(0, below);
  const lines = head.flatMap((block) => (block.kind === "headline" ? block.lines : []));
  const words = lines.map((line) => phraseText(partsOf(line))).join(" ");
  return (
    <>
      <div class="answer-line embed-answer-line">
        <BlockView blocks={head} answer={answer} />
        <StepAnnouncement words={words} of="answer" isSilent={() => false} />
        {children}
      </div>
      {between}
      <BlockView blocks={below < 0 ? [] : blocks.slice(below)} {...table} />
    </>
  );
}

interface AnswerProps {
  phrases: Phrase[];
  caveats: Caveat[];
  answer: Found;
  children?: ComponentChildren;
}

/** An answer in one sentence. */
export const Answer = ({ phrases, caveats, ...props }: AnswerProps) => (
  <Report blocks={answerBlocks(caveats, [phrases])} {...props} />
);

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

/** The text is one file without a name. */
const places: TextPlaces = {
  place: ({ line, column }) => ({ file: "", line, column }),
  where: ({ line }) => `line ${line}`,
  line: () => "",
};
const located = (diagnostics: Diagnostic[]): Block[] =>
  textFindings(
    diagnostics.map((of) => findingOf(of, places)),
    places,
  );

/** What is wrong with the text: errors at once, the rest on request. */
export function Findings({ reading: { diagnostics, counts } }: { reading: ReadingAnswer }) {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const others = diagnostics.filter(({ severity }) => severity !== "error");
  const all = counts.warning + counts.info + counts.hint;
  return (
    <>
      {errors.length > 0 && (
        <Problem>
          <BlockView blocks={located(errors.slice(0, mostErrors))} />
          {counts.error > mostErrors && <p class="quiet">and {counted(counts.error - mostErrors, "more error")}</p>}
        </Problem>
      )}
      {all > 0 && (
        <details class="embed-findings">
          <summary>{counted(all, "finding")} in the input</summary>
          <BlockView blocks={located(others.slice(0, mostFindings))} />
          {all > mostFindings && <p class="quiet">and {counted(all - mostFindings, "more", "more")}</p>}
        </details>
      )}
    </>
  );
}
