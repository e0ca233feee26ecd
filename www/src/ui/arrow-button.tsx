interface Props {
  /** what is moved through: `Step` */
  of: string;
  way: "back" | "forward";
  disabled: boolean;
  onClick(): void;
}

/** Moves one on, or back. */
export const ArrowButton = ({ of, way, ...rest }: Props) => (
  <button type="button" class="plain" aria-label={`${of} ${way}`} {...rest}>
    <span aria-hidden="true">{way === "back" ? "‹" : "›"}</span>
  </button>
);
