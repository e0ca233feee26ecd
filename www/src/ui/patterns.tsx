import type { ComponentChildren } from "preact";

/** Fills that others draw with, by their ids; once in what is shown. */
export const Patterns = ({ children }: { children: ComponentChildren }) => (
  <svg width="0" height="0" class="unseen" aria-hidden="true" focusable="false">
    <defs>{children}</defs>
  </svg>
);
