/** The blocks of a report as elements. */
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import {
  type Block,
  type Cell,
  type CheckLine,
  type Item,
  type Line,
  type Look,
  narrowed,
  type Part,
  partsOf,
  restOf,
  type Table,
} from "schedscope/report/block";
import type { Found } from "schedscope/words/finding";
import { fullName } from "schedscope/words/object-name";
import { WithCaveats } from "./caveats";
import { FitMark } from "./check-list";
import { Heads } from "./heads";
import { LocatedLink } from "./located-link";
import { ObjectLink } from "./object-link";
import { Quoted } from "./quoted";
import { SweepChart } from "./sweep-chart";

/** Objects of one kind open something instead of leading to their lines. */
interface Opening {
  kind: string;
  /** the one that is open; null: none */
  name: string | null;
  onOpen(name: string): void;
}

export const Opens = createContext<Opening | null>(null);

/** What is drawn in a column of its own, before the last one. */
interface Drawn {
  title: ComponentChildren;
  cell(row: number): ComponentChildren;
}

interface Props {
  blocks: Block[];
  /** whose answer it is: the places of what it does not look at are links */
  answer?: Found;
  drawn?: Drawn;
  /** the class of a row of a table */
  rowClass?(row: number): string;
  /** columns that are shown where all are */
  isWide?: boolean;
}

export const BlockView = ({ blocks, ...props }: Props) => (
  <>
    {blocks.map((block, i) => (
      <OneBlock key={i} block={block} {...props} />
    ))}
  </>
);

function OneBlock({ block, answer = {}, ...props }: Omit<Props, "blocks"> & { block: Block }) {
  const title = block.title !== undefined && block.kind !== "table" && <h3>{block.title}</h3>;
  switch (block.kind) {
    case "headline":
    case "facts":
      return (
        <>
          {title}
          {block.lines.map((line, i) => (
            <p key={i} class={block.kind}>
              <Words of={line} />
            </p>
          ))}
        </>
      );
    case "findings": {
      const caveats = block.findings.filter((finding) => "at" in finding);
      const located = block.findings.filter((finding) => "place" in finding);
      return (
        <>
          <WithCaveats caveats={caveats} answer={answer} />
          {located.length > 0 && (
            <ul class="notes">
              {located.map(({ severity, message, object, place }, i) => (
                <li key={i}>
                  {place !== null && `line ${place.line}, column ${place.column} · `}
                  {severity}: <Quoted text={message} />
                  {object !== null && object.name !== "" && (
                    <span class="quiet">
                      {" · "}
                      {object.kind} <ObjectLink object={object}>{fullName(object)}</ObjectLink>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      );
    }
    case "table":
      return <TableView block={block} {...props} />;
    case "checklist":
      return (
        <>
          {title}
          <ul class="verdicts checks">
            {block.checks.map((check, i) => (
              <CheckView key={i} check={check} />
            ))}
          </ul>
        </>
      );
    case "list": {
      const Tag = block.isNumbered === true ? "ol" : "ul";
      return (
        <>
          {title}
          <Tag class={block.isNumbered === true ? "numbered" : "notes"}>
            {block.items.map((item, i) => (
              <ItemView key={i} item={item} />
            ))}
          </Tag>
        </>
      );
    }
    case "chart":
      return block.intervals.length < 2 ? null : (
        <>
          {title}
          <SweepChart {...block} value={block.inForce} />
        </>
      );
  }
}

const ItemView = ({ item: { line, about = [] } }: { item: Item }) => (
  <li>
    <p>
      <Words of={line} />
    </p>
    {about.map((of, i) => (
      <p key={i}>
        <Words of={of} />
      </p>
    ))}
  </li>
);

const CheckView = ({ check: { line, holds, isBelow } }: { check: CheckLine }) => (
  <li class={isBelow === true ? "below" : ""}>
    {holds !== undefined && (
      <FitMark
        able={holds === true}
        asked={holds !== null}
        label={holds === null ? "not checked" : holds ? "holds" : "fails"}
      />
    )}
    <span>
      <Words of={line} />
    </span>
  </li>
);

/** Columns that a narrow place has beside each other; the cells of more stand below each other. */
const mostBeside = 4;

/** A column of names is what its rows are about. */
const isNamed = (cell: Cell | undefined): boolean => typeof cell === "object" && cell.object !== undefined;

function TableView({ block, drawn, rowClass, isWide = false }: Omit<Props, "blocks" | "answer"> & { block: Table }) {
  const { columns, rows } = isWide ? block : narrowed(block);
  const named = Math.max(
    0,
    columns.findIndex((_, i) => rows.some((row) => isNamed(row[i]))),
  );
  const look = (i: number): string | undefined => (columns[i]?.align === "right" ? "number" : undefined);
  const heads = columns.map(({ title }, i) => ({ words: title, class: look(i) }));
  const before = drawn === undefined ? -1 : columns.length - 1;
  const rest = restOf(block, false);
  return (
    <>
      <div class="block-scroll" role="group" aria-label={block.title ?? columns[named]?.title} tabIndex={0}>
        <table class={`plain-table block-table ${columns.length > mostBeside ? "many" : ""}`}>
          {block.title !== undefined && <caption>{block.title}</caption>}
          <Heads of={heads.flatMap((head, i) => (i === before ? [{ words: drawn?.title }, head] : [head]))} />
          <tbody>
            {rows.map((row, at) => (
              <tr key={at} class={rowClass?.(at)}>
                {row.flatMap((cell, i) => {
                  const Tag = i === named ? "th" : "td";
                  return [
                    i === before && (
                      <td key="drawn" class="drawn">
                        {drawn?.cell(at)}
                      </td>
                    ),
                    <Tag
                      key={i}
                      class={look(i)}
                      {...(i === named ? { scope: "row" } : { "data-of": columns[i]?.title })}
                    >
                      <Words of={cell} />
                    </Tag>,
                  ];
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest !== "" && <p class="quiet">{rest}</p>}
    </>
  );
}

const classOf: Record<Exclude<Look, "strong">, string> = {
  quiet: "quiet",
  good: "good",
  warning: "warned",
  bad: "failing",
};

/** A line of words; what it names is a link. */
export const Words = ({ of }: { of: Line }) => (
  <>
    {partsOf(of).map((part, i) => (
      <PartView key={i} part={part} />
    ))}
  </>
);

function PartView({ part: { text, look, object, range, about } }: { part: Part }) {
  const opens = useContext(Opens);
  const words = <Quoted text={text} />;
  const shown =
    range !== undefined ? (
      <LocatedLink class="range" locate={() => Promise.resolve(range)}>
        {words}
      </LocatedLink>
    ) : object === undefined ? (
      words
    ) : object.kind === opens?.kind ? (
      <button
        type="button"
        class="name-button"
        aria-expanded={object.name === opens.name}
        onClick={() => opens.onOpen(object.name)}
      >
        <span aria-hidden="true">{object.name === opens.name ? "▾" : "▸"}</span>
        {words}
      </button>
    ) : (
      <ObjectLink object={object}>{words}</ObjectLink>
    );
  if (look === "strong") return <strong>{shown}</strong>;
  return look === undefined && about === undefined ? (
    shown
  ) : (
    <span class={look && classOf[look]} title={about}>
      {shown}
    </span>
  );
}
