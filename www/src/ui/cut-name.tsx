/** Characters at the end of a name that are always on show: what tells it from its neighbours. */
export const tail = 8;

/** A name that is cut in the middle where it has too little room; without a cut it is plain text. */
export function CutName({ name }: { name: string }) {
  if (name.length <= tail) return <>{name}</>;
  // The parts are for the eye: to those who listen the style sheet gives the name as one.
  return (
    <span class="cut-name" data-name={name}>
      <span class="front" aria-hidden="true">
        {name.slice(0, -tail)}
      </span>
      <span class="tail" aria-hidden="true">
        {name.slice(-tail)}
      </span>
    </span>
  );
}
