/** Baselines that the engine is asked for: to pin the decision on show, and to share what it is compared with. */
import { decision } from "./answer";
import { chosenBaseline, mostShared, pinned, type SharedBaseline } from "./baseline";
import { client, unlessBehind } from "./session";

/** Compares what comes with the decision on show. */
export async function pinShown(): Promise<void> {
  const shown = await unlessBehind(client.request("selection", "shown"));
  if (shown === null) return;
  pinned.value = shown;
  chosenBaseline.value = "pinned";
}

/** What a link keeps of the baseline on show; null: it has none, or a longer one than a link takes. */
export async function sharedBaseline(): Promise<SharedBaseline | null> {
  const shown = decision.peek()?.difference;
  if (shown === undefined || shown === null || shown.change === null) return null;
  const { baseline: kind } = shown;
  if (kind === "recorded" || kind === "profile")
    return chosenBaseline.peek() === null ? null : { kind, selection: null };
  const selection = await client.request("selection", "compared");
  return selection === null || selection.selected.length > mostShared ? null : { kind, selection };
}
