import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { CloseButton } from "../ui/close-button";

interface Props {
  /** on the button that opens it */
  label: string;
  title: string;
  /** names the parts of the dialog in the document */
  id: string;
  class?: string;
  /** before it opens */
  onOpen?: () => void;
  /** what it shows, from when it is first opened */
  children: (close: () => void) => ComponentChildren;
}

/** A button, and the dialog that it opens over the page. */
export function Dialog({ label, title, id, class: more = "", onOpen, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setOpened] = useState(false);
  const close = (): void => dialog.current?.close();
  const open = (): void => {
    onOpen?.();
    setOpened(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" class="plain" aria-haspopup="dialog" onClick={open}>
        {label}
      </button>
      <dialog
        ref={dialog}
        class={`gallery ${more}`}
        aria-labelledby={`${id}-title`}
        onClick={(event) => {
          if (event.target === dialog.current) close();
        }}
      >
        <div class="gallery-body">
          <div class="section-head flex-row">
            <h2 id={`${id}-title`}>{title}</h2>
            <CloseButton onClose={close} />
          </div>
          {wasOpened && children(close)}
        </div>
      </dialog>
    </>
  );
}
