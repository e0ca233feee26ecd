/** A sentence, with what stands in backticks as code: commands, fields and prioritizers. */
export function Quoted({ text }: { text: string }) {
  const parts = text.split("`");
  // A backtick without another one is itself.
  if (parts.length % 2 === 0) return <>{text}</>;
  return (
    <>
      {parts.map((part, i) =>
        i % 2 === 1 ? (
          <code key={i} class="quoted">
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </>
  );
}
