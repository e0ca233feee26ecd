import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

interface Props {
  title: string;
  /** what it is called where the title is a count; the title, unless given */
  label?: string;
  children: () => ComponentChildren;
}

/** The numbers of a chart as a table, which is made only while it is open. */
export function AsTable({ title, label = title, children }: Props) {
  const open = useSignal(false);
  return (
    <details class="as-table" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{title}</summary>
      {open.value && (
        <div class="scroll" tabIndex={0} role="group" aria-label={label}>
          {children()}
        </div>
      )}
    </details>
  );
}
