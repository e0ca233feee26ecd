/** Shows what takes a while to compute, or hides it. */
export const ComputeButton = ({ isShown, onToggle }: { isShown: boolean; onToggle(): void }) => (
  <button type="button" class="quiet-button" aria-expanded={isShown} onClick={onToggle}>
    {isShown ? "hide" : "compute"}
  </button>
);
