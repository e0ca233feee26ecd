interface Props {
  /** what is closed: ` the card` */
  of?: string;
  onClose(): void;
}

export const CloseButton = ({ of = "", onClose }: Props) => (
  <button type="button" class="close" aria-label={`Close${of}`} onClick={onClose}>
    ×
  </button>
);
