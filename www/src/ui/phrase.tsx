import type { Phrase } from "schedscope/words/phrase";

export function Phrases({ phrases }: { phrases: Phrase[] }) {
  return (
    <>
      {phrases.map(({ text, look }, i) =>
        look === "strong" ? (
          <strong key={i}>{text}</strong>
        ) : (
          <span key={i} class={look}>
            {text}
          </span>
        ),
      )}
    </>
  );
}
