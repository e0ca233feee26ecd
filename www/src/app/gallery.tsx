import type { ComponentType } from "preact";
import { Loaded } from "../ui/loaded";
import { Dialog } from "./dialog";

type Body = ComponentType<{ close: () => void }>;

const body = (): Promise<Body> => import("./gallery-body").then(({ GalleryBody }) => GalleryBody);

/** The examples, which are loaded when they are first asked for. */
export function Gallery() {
  return (
    <Dialog label="Examples" title="Examples" id="gallery">
      {(close) => <Loaded load={body} given={{ close }} />}
    </Dialog>
  );
}
