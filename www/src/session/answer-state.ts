/** What answers depend on: the text as it was read, the placement, the clock and the profile. */
import { computed } from "@preact/signals";
import * as answer from "./answer";
import { question } from "./question";

/** Changes where an answer may: not where another row is looked at. */
export const askedNow = computed((): string => {
  const { now, profile } = question.value;
  return JSON.stringify([answer.reading.value?.revision, answer.decision.value?.placement, now, profile]);
});
