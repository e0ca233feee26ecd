import type { Phrase } from "schedscope/words/phrase";
import { Quoted } from "./quoted";

export function Phrases({ phrases }: { phrases: Phrase[] }) {
  return (
    <>
      {phrases.map(({ text, look }, i) =>
        look === "strong" ? (
          <strong key={i}>
            <Quoted text={text} />
          </strong>
        ) : (
          <span key={i} class={look}>
            <Quoted text={text} />
          </span>
        ),
      )}
    </>
  );
}
