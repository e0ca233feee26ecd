import type { ComponentChildren } from "preact";
import { type Caveat, isBefore } from "schedscope/words/caveat";
import type { Caveated } from "schedscope/words/pod-caveats";
import { type Phrase, phraseText } from "schedscope/words/phrase";
import { Announcement } from "./announcement";
import { WithCaveats } from "./caveats";
import { Phrases } from "./phrase";

interface Props {
  /** as a change against the baseline; empty: there is nothing to compare with */
  difference: Phrase[];
  phrases: Phrase[];
  /** what is said before the sentence to those who listen */
  about?: string;
  caveats: Caveat[];
  answer: Caveated;
  foot: ComponentChildren;
  /** behind the foot */
  children?: ComponentChildren;
}

/** The answer in a sentence with what must be said with it; said to those who listen once things have settled. */
export function Answer({ difference, phrases, about, caveats, answer, foot, children }: Props) {
  const said = [...caveats.filter(isBefore).map(({ message }) => message), phraseText(difference), phraseText(phrases)]
    .filter((words) => words !== "")
    .join(" ");
  return (
    <>
      <WithCaveats caveats={caveats} answer={answer}>
        <h1>
          {difference.length > 0 && (
            <span class="difference">
              <Phrases phrases={difference} />{" "}
            </span>
          )}
          <Phrases phrases={phrases} />
        </h1>
      </WithCaveats>
      <Announcement words={about === undefined ? said : `${about}: ${said}`} />
      <div class="answer-foot flex-row">{foot}</div>
      {children}
    </>
  );
}
