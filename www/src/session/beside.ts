/** What views of pods and VMs are compared with: the same questions of another text, or by the other profile. */
import type { BaselineKind } from "schedscope/words/placement";
import type { AnswerState, QuestionName, Questions } from "../engine/questions";
import type { Profile } from "../engine/types";
import type { ViewName } from "../ui/choice";
import {
  chosenBeside,
  otherBeside,
  pinnedText,
  type SharedBeside,
  type SharedText,
  type TextBeside,
  textBefore,
} from "./baseline";
import { podProfile } from "./question";
import { client } from "./session";
import { useAnswer, useAsked } from "./use-answer";

/** A longer text takes too long to be read again beside the one on show. */
const longest = 8_000_000;

/** The texts that a view can be compared with, by the baseline. */
export function textsBeside(): Partial<Record<BaselineKind, TextBeside>> {
  const texts = { edit: textBefore.value, pinned: pinnedText.value, text: otherBeside.value };
  const fits = Object.entries(texts).filter(([, text]) => text !== null && text.length <= longest);
  return Object.fromEntries(fits) as Partial<Record<BaselineKind, TextBeside>>;
}

export const otherProfile = (): Profile => (podProfile.value === "Upstream" ? "Proposal" : "Upstream");

/** What a link keeps for a view: an edit's text, or another one, is pinned there. */
export function sharedBeside(view: ViewName): { beside: SharedBeside; pinnedText: SharedText | null } {
  const chosen = chosenBeside.peek();
  const kind = chosen[view] ?? "edit";
  const text = { edit: textBefore, pinned: pinnedText, text: otherBeside }[kind]?.peek() ?? null;
  const others = Object.entries(chosen).filter(([of, key]) => of !== view && !isText(key));
  if (text === null) return { beside: Object.fromEntries([...others, ...own(view, chosen[view])]), pinnedText: null };
  return {
    beside: Object.fromEntries([...others, [view, "pinned"]]),
    pinnedText: { text: text.text(), profile: text.profile },
  };
}

const isText = (kind: string | undefined): boolean => kind === "edit" || kind === "pinned" || kind === "text";

const own = (view: ViewName, kind: string | undefined): [ViewName, string][] =>
  kind === undefined || isText(kind) ? [] : [[view, kind]];

const noAnswer = { answer: null, options: null, error: null };

/** The answer to a question about the baseline; asks nothing if the options are null or the baseline is not a text. */
export function useBeside<Q extends QuestionName>(
  name: Q,
  options: Questions[Q][0] | null,
  kind: BaselineKind | null,
): AnswerState<Q> {
  const text = kind === null ? undefined : textsBeside()[kind];
  const by = kind === "profile" ? otherProfile() : (text?.profile ?? null);
  const asked = options !== null && by !== null && "profile" in options ? { ...options, profile: by } : options;
  const ofProfile = useAnswer(name, kind === "profile" ? asked : null);
  const ofText = useAsked(name, text === undefined ? null : asked, text?.id, (question) => askBeside(text, question));
  if (kind === "profile") return ofProfile;
  return text === undefined ? (noAnswer as AnswerState<Q>) : ofText;
}

async function askBeside(
  text: TextBeside | undefined,
  question: Parameters<typeof client.request<"askBeside">>[1]["question"],
) {
  if (text === undefined) throw Object.assign(new Error("the baseline has no text"), { code: "no-text" });
  const { id } = text;
  const known = await client.request("askBeside", { id, question });
  const found = known ?? (await client.request("askBeside", { id, question, text: text.text() }));
  if (found === null) throw Object.assign(new Error("the baseline has no text"), { code: "no-text" });
  return found;
}
