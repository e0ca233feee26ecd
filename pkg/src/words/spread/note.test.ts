import { expect, test } from "vitest";
import { type SpreadNote, spreadNoteText } from "./note.js";

const path = null;

const SENTENCES: [SpreadNote, string][] = [
  [{ code: "spread-ignored", path }, "released OCM 1.3 ignores `spreadPolicy`"],
  [
    { code: "spread-without-terms", path },
    "`Spread` has a weight, but there is no spread constraint: it has no effect",
  ],
  [
    { code: "spread-without-weight", path },
    "`Spread` has weight 0 and no constraint is `DoNotSchedule`: spreading has no effect",
  ],
  [{ code: "spread-packs", path }, "a negative weight of `Spread` packs clusters into few domains"],
  [
    { code: "spread-max-skew-ignored", topologyKey: "zone", path },
    "`maxSkew` of `zone` has no effect: `ScheduleAnyway` never blocks",
  ],
  [
    { code: "spread-soft-key-bars", topologyKey: "region", clusters: 1, hardTopologyKey: "zone", path },
    "1 feasible cluster lacks `region`; its constraint only prefers, but the hard constraint `zone` after it cannot " +
      "place a cluster without it",
  ],
  [
    { code: "spread-soft-key-bars", topologyKey: "region", clusters: 3, hardTopologyKey: "zone", path },
    "3 feasible clusters lack `region`; its constraint only prefers, but the hard constraint `zone` after it cannot " +
      "place clusters without it",
  ],
  [
    { code: "spread-counts-anew", path },
    "clusters of existing decisions are not counted: every run starts from zero, and only `Steady` prefers these " +
      "clusters",
  ],
  [
    { code: "spread-lone-domain", topologyKey: "zone", path },
    "no domain of `zone` has a sibling, and a single domain is never blocked: the constraint has no effect",
  ],
  [
    { code: "spread-pinned", topologyKey: "zone", values: ["eu", ""], selected: 1, most: 2, path },
    "`eu/(empty)` of `zone` has only 1 eligible cluster, so `maxSkew` caps its siblings at 2",
  ],
];

test.each(SENTENCES)("%j", (note, sentence) => {
  expect(spreadNoteText(note)).toBe(sentence);
});
