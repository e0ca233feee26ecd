import type { ComponentChildren } from "preact";

interface Props {
  /** what the input lacks */
  title: string;
  /** what to do about it */
  children: ComponentChildren;
  /** the commands whose output has it */
  commands: readonly string[];
}

/** In place of an answer. */
export const Nothing = ({ title, children, commands }: Props) => (
  <div class="nothing">
    <h1>{title}</h1>
    <p>
      {children}
      {commands.map((line) => (
        <code key={line} class="command">
          {line}
        </code>
      ))}
    </p>
    <p class="quiet">Everything is computed in this tab. Nothing leaves this machine.</p>
  </div>
);
