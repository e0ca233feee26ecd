import { misfitText } from "schedscope/words/nodes";
import { integer } from "schedscope/words/number";
import type { NodeRow, ScoreNodesAnswer } from "../../engine/types";
import { CutName } from "../../ui/cut-name";
import { useHost } from "../../ui/host";
import { Ladder, type Rung, type RungPart } from "../../ui/ladder";
import { ObjectLink } from "../../ui/object-link";
import { WantedChange } from "../changes/rung-change";
import { nodeObject } from "./picks";
import { Section } from "../../ui/section";
import { Swatch } from "../../ui/swatch";
import { Key } from "../../ui/key";

const most = 10;
/** A change is searched for on so many nodes at most: each decision looks at all of them. */
const mostSearched = 400;

/** Colours of parts, `hue-0` and on: one for each plugin of the default profile. */
const hues = 7;

interface Column {
  name: string;
  weight: number;
  scoreOf(row: NodeRow): number;
}

/** The scorers that make the total: those of the default profile, else limit-aware scoring. */
function columnsOf({ defaultProfile, scorers }: ScoreNodesAnswer): Column[] {
  if (defaultProfile !== null)
    return defaultProfile.plugins.flatMap(({ name, weight, skipped }, i) =>
      skipped ? [] : [{ name, weight, scoreOf: (row) => row.defaultProfile?.scores[i] ?? 0 }],
    );
  return scorers
    .slice(0, 1)
    .map(({ name }) => ({ name, weight: 1, scoreOf: (row) => row.normalized[0] ?? row.raw[0] ?? 0 }));
}

/** Nodes in the order of their totals; `before`: today's pick of the baseline. */
export function NodeLadder({ placement, before }: { placement: ScoreNodesAnswer; before: string | null | undefined }) {
  const { changes, cursor, point, pointed } = useHost();
  const rows = placement.rows.slice(0, most);
  const first = placement.defaultProfile?.choice?.node ?? rows.find(({ misfit }) => misfit === null)?.name;
  const wants = rows.filter(({ name }) => name !== first).map(({ name }) => ({ pod: placement.pod, on: name }));
  changes.use(placement.nodes <= mostSearched ? wants : [], false, placement.nodes);
  const columns = columnsOf(placement);
  const able = rows.filter(({ misfit }) => misfit === null);
  const partsOf = (row: NodeRow): RungPart[] =>
    columns.map(({ name, weight, scoreOf }, i) => ({
      value: weight * scoreOf(row),
      look: `hue-${i % hues}`,
      words: `${name} ${integer(scoreOf(row))}${weight === 1 ? "" : ` × ${integer(weight)}`}`,
    }));
  const totalOf = (row: NodeRow): number => partsOf(row).reduce((sum, { value }) => sum + value, 0);
  const best = able.reduce((top, row) => Math.max(top, totalOf(row)), 0);
  const againstOf = (name: string): "in" | "out" | "kept" | null =>
    before == null ? null : name === first ? (before === first ? "kept" : "in") : name === before ? "out" : null;
  const rungs = rows.map((row): Rung => {
    const isOut = row.misfit !== null;
    return {
      key: row.name,
      name: (
        <ObjectLink object={nodeObject(row.name)} title={row.name}>
          <CutName name={row.name} />
        </ObjectLink>
      ),
      parts: isOut ? [] : partsOf(row),
      total: isOut ? "" : integer(totalOf(row)),
      against: againstOf(row.name),
      isFirst: row.name === first,
      isLit: pointed.value === row.name,
      isAtCursor: cursor.isIn("Node", row.name),
      ...(row.misfit !== null && { instead: misfitText(row.misfit) }),
      ...(row.name !== first && { change: <WantedChange want={{ pod: placement.pod, on: row.name }} /> }),
    };
  });
  const by = placement.defaultProfile === null ? "limit-aware scoring" : "weight × score of each plugin";
  const part = rows.length < placement.nodes ? `, ${integer(rows.length)} of ${integer(placement.nodes)} nodes` : "";
  return (
    <Section class="node-ladder" id="ladder-title" title="Nodes by total" words={by + part}>
      <Ladder
        caption="Nodes by their totals"
        heads={["node", "scores", "total", "what would place it here"]}
        rungs={rungs}
        end={Math.max(best, 1)}
        cut={able.length === 0 ? null : best}
        onPoint={(name) => point(name, "Node")}
      />
      <Key
        of={(able.length > 0 ? columns : []).map(({ name, weight }, i) => [
          <Swatch look={`hue-${i % hues}`} />,
          weight === 1 ? name : `${name} × ${integer(weight)}`,
        ])}
      />
    </Section>
  );
}
