/** What must be known before a comparison of two texts is believed: of both, each with the name of its file. */
import type { Findings } from "../../types.js";
import { type Caveat, isBefore } from "../words/caveat.js";
import { kubernetesText } from "../words/kubernetes.js";

/** The names of the two files; none where one text is compared with a what-if. */
export interface Texts {
  first?: string;
  second?: string;
}

const inFile = (name: string, { message, further, ...rest }: Caveat): Caveat => ({
  ...rest,
  message: `${name}: ${message}`,
  ...(further !== undefined && { further: `${name}: ${further}` }),
});

/** The sentences about both sides. Of the first, those that make it doubtful: the others are about the second, too. */
export function bothCaveats(
  [before, after]: [Findings, Findings],
  [was, is]: [Caveat[], Caveat[]],
  { first, second }: Texts,
): Caveat[] {
  if (first === undefined || second === undefined) return is;
  const [one, other] = [before.kubernetesVersion, after.kubernetesVersion];
  const differ = one !== undefined && other !== undefined && one.version !== other.version;
  const both = differ ? `As in ${kubernetesText(one)} (${first}), and as in ${kubernetesText(other)} (${second}).` : "";
  return [
    ...was.filter(isBefore).map((caveat) => inFile(first, caveat)),
    ...is.map((caveat) => {
      if (isBefore(caveat)) return inFile(second, caveat);
      return differ && caveat.code === "kubernetes-version" ? { ...caveat, message: both } : caveat;
    }),
  ];
}
