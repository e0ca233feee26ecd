import { useSignal } from "@preact/signals";
import { amountText, amountWords, exactAmount } from "schedscope/words/amount";
import { counted } from "schedscope/words/number";
import { amountOf, own } from "schedscope/words/own";
import { listed } from "schedscope/words/phrase";
import {
  type Bullet,
  bulletOf,
  concerns,
  type QuotaNumbers,
  scarceFirst,
  quotaStatus,
  withPod,
} from "schedscope/words/quotas";
import type { AmountMap, SimulatePodAnswer, QuotasAnswer } from "../../engine/types";
import { decidingFirst } from "./deciding";
import { Section } from "../../ui/section";
import { axisEnd } from "./bullet";
import { BulletBar, Swatch, TickSwatch } from "./bullet-bar";
import { QuotaLink } from "./names";
import { fullName } from "schedscope/words/object-name";
import { Heads, numeric, unseen } from "../../ui/heads";
import { More } from "../../ui/more";
import { Key } from "../../ui/key";

/** Quotas that are shown at first; more on request. */
const most = 12;
/** Up to so many are shown, whatever they decide. */
const fewQuotas = 4;

interface Props {
  report: QuotasAnswer;
  /** the cycle of the chosen pod, whose charge is drawn where it would come */
  cycle: SimulatePodAnswer | null;
  /** those that decide something first, the others on request */
  isFolded?: boolean;
}

/** All quotas as bars, resource by resource. */
export function Bars({ report, cycle, isFolded = false }: Props) {
  const own = cycle?.quota?.namespace ?? null;
  const { deciding, others } = decidingFirst(report, cycle);
  const counting = isFolded ? [...deciding, ...others] : report.quotas.filter(({ governs }) => governs);
  const first = isFolded && deciding.length > 0 && counting.length > fewQuotas ? Math.min(most, deciding.length) : most;
  const unfolded = useSignal(0);
  const shown = { value: Math.max(first, unfolded.value) };
  // The chosen pod's quota is always among them, at its place.
  const quotas = counting.filter(({ namespace }, i) => i < shown.value || namespace === own);
  const left = counting.length - quotas.length;
  // A pod that is on a node is scheduled again, so its quota is shown without it.
  const without = cycle?.quotas.find(({ namespace }) => namespace === own);
  return (
    <Section class="quota-bars" id="quota-bars-title" title="Quotas" head={<BulletKey withPod={own !== null} />}>
      <div class="resource-groups">
        {scarceFirst(report.resources).map((resource) => (
          <ResourceBars
            key={resource}
            resource={resource}
            title={`quota-bars-${resource}`}
            words={totalText(report, resource)}
            rows={quotas.map((quota) => {
              const isOwn = quota.namespace === own;
              const added = isOwn ? amountOf(cycle?.podRequest, resource) : 0;
              const bullet = bulletOf(
                (isOwn ? without : undefined) ?? quota,
                resource,
                amountOf(quota.lent, resource),
                added,
              );
              return { quota, bullet, isOwn };
            })}
          />
        ))}
      </div>
      <More left={left} noun="quota" onMore={() => (unfolded.value = Math.max(most, shown.value * 4))} />
      <Zeros report={report} quotas={quotas} />
    </Section>
  );
}

/** What all quotas use of what they are due together. */
function totalText({ min, used, capacity }: QuotasAnswer, resource: string): string {
  const text = (amounts: AmountMap): string => amountText(resource, amountOf(amounts, resource));
  const sum = amountWords(resource, amountOf(min, resource));
  return `All quotas use ${text(used)} of ${sum}, the sum of their mins; the nodes have ${text(capacity)}.`;
}

interface BarRow {
  quota: QuotaNumbers;
  bullet: Bullet;
  /** the chosen pod's */
  isOwn: boolean;
}

interface ResourceProps {
  resource: string;
  /** id of the heading */
  title: string;
  words?: string;
  rows: BarRow[];
}

/** One resource: a row per quota on one axis; the table is the chart. */
export function ResourceBars({ resource, title, words, rows }: ResourceProps) {
  const concerned = rows.filter(({ bullet }) => concerns(bullet));
  const others = rows.filter(({ bullet }) => !concerns(bullet));
  const end = axisEnd(concerned.map(({ bullet }) => bullet));
  return (
    <div class="resource-group">
      <h3 id={title}>{resource}</h3>
      {words !== undefined && <p class="chart-words">{words}</p>}
      {concerned.length > 0 && (
        <table class="bullet-table" aria-labelledby={title}>
          <Heads of={["quota", unseen("status"), numeric("used"), numeric("min"), numeric("max")]} />
          <tbody>
            {concerned.map(({ quota, bullet, isOwn }) => {
              const words = withPod(bullet, resource);
              const over = bullet.max !== null && bullet.used + bullet.added > bullet.max;
              return (
                <tr key={fullName(quota)} class={isOwn ? "own-quota" : ""} data-quota={quota.name}>
                  <th scope="row" title={fullName(quota)}>
                    <QuotaLink namespace={quota.namespace} name={quota.name} isHead />
                  </th>
                  <td class="bullet-place">
                    <BulletBar bullet={bullet} end={end} />
                    <span class="status">
                      {quotaStatus(bullet, resource)}
                      {words !== "" && <span class={over ? "failing" : "with-pod"}>; {words}</span>}
                    </span>
                  </td>
                  <Amount resource={resource} amount={bullet.used} strong />
                  <Amount resource={resource} amount={bullet.min} />
                  <Amount resource={resource} amount={bullet.max} />
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {others.length > 0 && (
        <p class="chart-words">
          Unlimited, and none used or guaranteed:{" "}
          {others.length > 6 ? counted(others.length, "quota") : listed(others.map(({ quota }) => quota.namespace))}.
        </p>
      )}
    </div>
  );
}

function Amount({ resource, amount, strong }: { resource: string; amount: number | null; strong?: boolean }) {
  const text = amount === null ? "no limit" : amountText(resource, amount);
  const exact = exactAmount(resource, amount);
  return (
    <td
      class={`number ${strong ? "strong" : ""} ${amount === null ? "quiet" : ""}`}
      title={exact === text ? undefined : exact}
    >
      {text}
    </td>
  );
}

/** Maxima of zero of what no quota bounds otherwise: mostly keys that were forgotten. */
function Zeros({ report, quotas }: { report: QuotasAnswer; quotas: QuotaNumbers[] }) {
  const zeros = quotas.flatMap((quota) => {
    const names = Object.keys(quota.max).filter(
      (resource) => own(quota.max, resource) === 0 && !report.resources.includes(resource),
    );
    return names.length === 0 ? [] : [{ quota, names }];
  });
  // Most quotas have the same keys.
  const groups = new Map<string, QuotaNumbers[]>();
  for (const { quota, names } of zeros) {
    const key = listed(names);
    groups.set(key, [...(groups.get(key) ?? []), quota]);
  }
  return (
    <>
      {[...groups].map(([names, all]) => (
        <p key={names} class="chart-words zeros">
          <ZeroMark /> The max of {names} is 0 in{" "}
          {all.slice(0, 6).map(({ namespace, name }, i) => (
            <span key={`${namespace}/${name}`}>
              {i > 0 && (i === all.length - 1 ? " and " : ", ")}
              <QuotaLink namespace={namespace} name={name} path="spec.max" />
            </span>
          ))}
          {all.length > 6 && ` and ${counted(all.length - 6, "more", "more")}`}: no pod there may request any.
        </p>
      ))}
    </>
  );
}

const ZeroMark = () => (
  <svg class="bullet" width="12" height="12" aria-hidden="true" focusable="false">
    <path class="zero-max" d="M1 1h10v10h-10zl10 10m0 -10l-10 10" />
  </svg>
);

export const BulletKey = ({ withPod: hasPod, lends = true }: { withPod: boolean; lends?: boolean }) => (
  <Key
    look="bullet-key"
    of={[
      [<Swatch look="own" />, "own"],
      [<Swatch look="borrowed" />, "borrowed"],
      lends && [<Swatch look="lent" />, "lent out"],
      [<Swatch look="over" />, "over its max"],
      hasPod && [<Swatch look="added" />, "the pod"],
      [<TickSwatch of="min" />, "min"],
      [<TickSwatch of="max" />, "max"],
    ]}
  />
);
