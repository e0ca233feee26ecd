/** Filters that a scheduler's profile switches off. */
import type { ProfileFilters } from "../../../types.js";
import { listed } from "../phrase.js";

/** `the profile packer switches off the filter NodePorts, so it rejects no node`, without a full stop. */
export const filtersOffText = ({ profile, filters }: ProfileFilters, pods = "the pod"): string =>
  `the profile ${profile} switches off the ${filters.length === 1 ? "filter" : "filters"} ${listed(filters)}, ` +
  `so ${filters.length === 1 ? "it rejects" : "they reject"} ` +
  `no node for ${pods}`;

/** The same as a sentence. */
export const filtersOffSentence = (off: ProfileFilters, pods?: string): string =>
  `T${filtersOffText(off, pods).slice(1)}.`;
