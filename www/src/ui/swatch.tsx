/** The colour of a part beside its name; `look`: the class of its fill. */
export const Swatch = ({ look, hatched = false }: { look: string | undefined; hatched?: boolean }) => (
  <svg class="swatch" width="8" height="8" aria-hidden="true" focusable="false">
    <rect width="8" height="8" class={look} />
    {hatched && <rect width="8" height="8" class="hatched" />}
  </svg>
);
