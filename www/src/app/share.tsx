import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { Loaded } from "../ui/loaded";
import { Dialog } from "./dialog";

type Body = ComponentType<{ count: number }>;

const body = (): Promise<Body> => import("./share-body").then(({ ShareBody }) => ShareBody);

/** The page as a link, and the answer as something to paste; loaded when it is first asked for. */
export function Share() {
  const [count, setCount] = useState(0);
  return (
    <Dialog label="Share" title="Share" id="share" class="share" onOpen={() => setCount(count + 1)}>
      {() => <Loaded load={body} given={{ count }} />}
    </Dialog>
  );
}
