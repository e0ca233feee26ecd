/** Opens what the fragment of an address holds, and makes such fragments. */
import { batch } from "@preact/signals";
import { addressNote } from "../session/address";
import { sharedBaseline } from "../session/baseline-client";
import { askBaseline, askBeside, chosenBeside } from "../session/baseline";
import { sharedBeside } from "../session/beside";
import * as question from "../session/question";
import { currentText, fileName, keepNow, openText } from "../session/session";
import { BadLink, fragmentOf, isSharedLink, longestLink, pageOf, type SharedPage } from "../session/shared-link";
import { chosenView, view } from "../session/views";
import { chosenPod } from "../views/pods/chosen-pod";
import { chosenTimeline, chosenVariant } from "../views/vms/state";

/**
 * What the address's fragment holds; null: nothing, or nothing that can be opened, which is noted. The fragment is
 * taken away, so that a reload keeps what was made of the text.
 */
export async function takeShared(): Promise<SharedPage | null> {
  const { hash } = location;
  if (!isSharedLink(hash)) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  try {
    return await pageOf(hash);
  } catch (error) {
    if (!(error instanceof BadLink)) throw error;
    addressNote.value = error.message;
    return null;
  }
}

/** Asks what a link asked of its text, once that is in place. */
export function askShared(page: SharedPage): void {
  const { profile, kubernetes, placement, cluster, step, view, baseline, beside, pinnedText, pod, timeline, variant } =
    page;
  batch(() => {
    question.profile.value = profile;
    question.kubernetes.value = kubernetes;
    question.chosenPlacement.value = placement;
    question.openCluster.value = cluster;
    question.spreadStep.value = step;
    chosenView.value = view;
    askBaseline(baseline);
    askBeside(beside, pinnedText);
    chosenPod.value = pod === null ? undefined : pod === "" ? null : pod;
    chosenTimeline.value = timeline;
    chosenVariant.value = variant;
  });
}

/** Opens what the address's fragment holds in place of the text that is there; undo brings that back. */
export async function openShared(): Promise<void> {
  const page = await takeShared();
  if (page === null) return;
  addressNote.value = null;
  await openText(page.name, page.text, page.now === "" ? null : page.now);
  // A text in place of another one begins with nothing chosen.
  askShared(page);
  keepNow();
}

/** The page as it is on show, for a link. */
export async function sharedPage(): Promise<SharedPage> {
  const pod = chosenPod.peek();
  return {
    name: fileName.peek(),
    text: currentText(),
    now: question.now.peek(),
    profile: question.profile.peek(),
    kubernetes: question.kubernetes.peek(),
    view: chosenView.peek(),
    placement: question.chosenPlacement.peek(),
    cluster: question.openCluster.peek(),
    step: question.spreadStep.peek(),
    baseline: await sharedBaseline(),
    ...(view.peek() === "placement" ? { beside: chosenBeside.peek(), pinnedText: null } : sharedBeside(view.peek())),
    pod: pod === undefined ? null : (pod ?? ""),
    timeline: chosenTimeline.peek(),
    variant: chosenVariant.peek(),
  };
}

export async function addressOf(page: SharedPage): Promise<string> {
  let fragment = await fragmentOf(page);
  if (page.pinnedText !== null && fragment.length > longestLink) {
    const beside = Object.fromEntries(Object.entries(page.beside).filter(([, kind]) => kind !== "pinned"));
    fragment = await fragmentOf({ ...page, beside, pinnedText: null });
  }
  const address = new URL(location.href);
  address.search = "";
  address.hash = fragment;
  return address.href;
}
