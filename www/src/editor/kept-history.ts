/** The steps of undo as data, so that a reload of the page loses none of them. */
import { historyField } from "@codemirror/commands";
import { ChangeSet, EditorState, type EditorStateConfig } from "@codemirror/state";

/** A step as the editor writes it: `changes` undo or redo it, in the text that is there then. */
interface Step {
  changes?: unknown;
  mapped?: unknown;
}

/** The steps behind and before a text, each the oldest first. */
interface KeptSteps {
  done: Step[];
  undone: Step[];
}

/** The steps of a text, without the oldest ones where they are longer than so many UTF-16 code units. */
export function stepsOf(state: EditorState, most: number): KeptSteps {
  const { history } = state.toJSON({ history: historyField }) as { history: KeptSteps };
  let left = most;
  const newest = (steps: Step[]): Step[] => {
    let from = steps.length;
    for (; from > 0; from -= 1) {
      left -= JSON.stringify(steps[from - 1]).length;
      if (left < 0) break;
    }
    return steps.slice(from);
  };
  return { done: newest(history.done), undone: newest(history.undone) };
}

/** A text with its steps, or without them where they are not of this text. */
export function stateWith(text: string, steps: unknown, config: EditorStateConfig): EditorState {
  const plain = EditorState.create({ ...config, doc: text });
  if (!isSteps(steps)) return plain;
  try {
    if (!fits(steps.done, plain.doc.length) || !fits(steps.undone, plain.doc.length)) return plain;
    const json = { doc: text, selection: plain.selection.toJSON(), history: steps };
    return EditorState.fromJSON(json, config, { history: historyField });
  } catch {
    // Another release of the editor wrote them.
    return plain;
  }
}

const isSteps = (steps: unknown): steps is KeptSteps =>
  Array.isArray((steps as KeptSteps | null)?.done) && Array.isArray((steps as KeptSteps | null)?.undone);

/** Whether each step begins with the text that the one after it leaves; `length`: of the text that is there. */
function fits(steps: readonly Step[], length: number): boolean {
  let now = length;
  for (const { changes, mapped } of steps.toReversed()) {
    if (mapped !== undefined) return false;
    if (changes === undefined) continue;
    const set = ChangeSet.fromJSON(changes);
    if (set.length !== now) return false;
    now = set.newLength;
  }
  return true;
}
