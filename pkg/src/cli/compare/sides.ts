/** What the JSON of a comparison has of both texts. */
import type { Findings } from "../../../types.js";

/** What the JSON of a comparison has of the findings about both sides. */
export const sideData = (before: Findings, after: Findings): Findings & { before: Findings } => ({
  ...findingsOf(after),
  before: findingsOf(before),
});

const findingsOf = ({ findings, kubernetesVersion }: Findings): Findings => ({
  findings,
  ...(kubernetesVersion !== undefined && { kubernetesVersion }),
});
