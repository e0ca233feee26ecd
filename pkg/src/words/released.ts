/** The released program and the preview of the design documents, as sentences and labels call them. */
import type { Profile } from "../../types.js";

/** The hub whose behavior the profile `Upstream` reproduces. */
export const HUB = "OCM 1.3";
export const RELEASED_HUB = `released ${HUB}`;

/** Who decides placements, at the beginning of a sentence. */
export const HUBS: Record<Profile, string> = { Upstream: `Released ${HUB}`, Proposal: "The preview" };

/** Who places pods, at the beginning of a sentence. The version of Kubernetes is said with the answer. */
export const SCHEDULERS: Record<Profile, string> = {
  Upstream: "The released scheduler",
  Proposal: "The preview scheduler",
};
