/** Notes on spread, for readers who know the topology spread constraints of pods. */
import type { DecisionNote } from "../../../types.js";
import { counted, integer } from "../number.js";
import { RELEASED_HUB } from "../released.js";
import { valueText } from "./words.js";

/** A note on spread. */
export type SpreadNote = Extract<DecisionNote, { code: `spread-${string}` }>;

/** A note on spread, as a sentence in lower case without a full stop. */
export function spreadNoteText(note: SpreadNote): string {
  switch (note.code) {
    case "spread-ignored":
      return `${RELEASED_HUB} ignores \`spreadPolicy\``;
    case "spread-without-terms":
      return "`Spread` has a weight, but there is no spread constraint: it has no effect";
    case "spread-without-weight":
      return "`Spread` has weight 0 and no constraint is `DoNotSchedule`: spreading has no effect";
    case "spread-packs":
      return "a negative weight of `Spread` packs clusters into few domains";
    case "spread-max-skew-ignored":
      return `\`maxSkew\` of \`${note.topologyKey}\` has no effect: \`ScheduleAnyway\` never blocks`;
    case "spread-soft-key-bars": {
      const { clusters, topologyKey, hardTopologyKey } = note;
      return (
        `${counted(clusters, "feasible cluster")} ${clusters === 1 ? "lacks" : "lack"} \`${topologyKey}\`; its ` +
        `constraint only prefers, but the hard constraint \`${hardTopologyKey}\` after it cannot place ` +
        `${clusters === 1 ? "a cluster" : "clusters"} without it`
      );
    }
    case "spread-counts-anew":
      return (
        "clusters of existing decisions are not counted: every run starts from zero, and only `Steady` prefers " +
        "these clusters"
      );
    case "spread-lone-domain":
      return (
        `no domain of \`${note.topologyKey}\` has a sibling, and a single domain is never blocked: the constraint ` +
        "has no effect"
      );
    case "spread-pinned":
      return (
        `\`${note.values.map(valueText).join("/")}\` of \`${note.topologyKey}\` has only ` +
        `${counted(note.selected, "eligible cluster")}, so \`maxSkew\` caps its siblings at ${integer(note.most)}`
      );
  }
}
