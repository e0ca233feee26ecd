import type { ComponentChildren, HTMLAttributes } from "preact";

/** The pointer, which each kind of squares takes in its own way. */
type Pointer = Pick<
  HTMLAttributes<HTMLDivElement>,
  "onPointerMove" | "onPointerDown" | "onPointerLeave" | "onLostPointerCapture" | "onClick"
>;

interface Props extends Pointer {
  /** begins the ids of its squares */
  id: string;
  class: string;
  label: string;
  /** how many squares there are */
  count: number;
  /** the square that the keyboard is on, from 0 */
  active: number;
  isSelected: boolean;
  /** the active square, for those who listen */
  words: ComponentChildren;
  /** the square that an arrow key, Home or End leads to */
  beside(at: number, key: string): number;
  onWalk(to: number): void;
  /** the keyboard is on it, or no longer */
  onFocused(isFocused: boolean): void;
  /** null: squares do not open */
  onOpen: ((at: number) => void) | null;
  children: ComponentChildren;
}

/** A picture of squares as one stop of the keyboard: arrow keys walk them, each has its words, Enter opens one. */
export function Grid(props: Props) {
  const { id, class: look, label, count, active, isSelected, words, children } = props;
  const { beside, onWalk, onFocused, onOpen, ...pointer } = props;
  const { onPointerMove, onPointerDown, onPointerLeave, onLostPointerCapture, onClick } = pointer;
  const walk = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^(Arrow.*|Home|End)$/.test(event.key)) onWalk(beside(active, event.key));
    else if (onOpen !== null && (event.key === "Enter" || event.key === " ")) onOpen(active);
    else return;
    event.preventDefault();
  };
  return (
    <div
      class={look}
      role="listbox"
      tabIndex={0}
      aria-activedescendant={`${id}-${active}`}
      aria-label={label}
      onFocus={(event) => onFocused(event.currentTarget.matches(":focus-visible"))}
      onBlur={() => onFocused(false)}
      onKeyDown={walk}
      {...{ onPointerMove, onPointerDown, onPointerLeave, onLostPointerCapture, onClick }}
    >
      <div aria-hidden="true">{children}</div>
      <div
        class="unseen"
        role="option"
        id={`${id}-${active}`}
        key={active}
        aria-selected={isSelected}
        aria-posinset={active + 1}
        aria-setsize={count}
      >
        {words}
      </div>
    </div>
  );
}

interface AtProps {
  /** in px, from the corner of the grid */
  place: { x: number; y: number };
  isAbove: boolean;
  isLeft: boolean;
  children: ComponentChildren;
}

/** A card at the square that is pointed at, or that the keyboard is on. */
export const InspectorAt = ({ place, isAbove, isLeft, children }: AtProps) => (
  <div
    class={`floating inspector ${isAbove ? "above" : ""} ${isLeft ? "left" : ""}`}
    style={{ left: `${place.x}px`, top: `${place.y}px` }}
  >
    {children}
  </div>
);
