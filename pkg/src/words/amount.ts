/** Amounts of resources as people write them: the engine gives cpu in milli-CPU, the rest in base units. */
import type { AmountMap } from "../../types.js";
import { formatter, integer } from "./number.js";

const binary = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const decimal = ["", "k", "M", "G", "T", "P", "E"];

/** The name of a resource without the prefix that quotas may use, as in `requests.memory`. */
const bare = (resource: string): string => resource.replace(/^(requests|limits)\./, "");

/** Whether a resource is counted in CPUs. */
export const isCpu = (resource: string): boolean => bare(resource) === "cpu";

/** Whether a resource is counted in bytes. */
export const isBytes = (resource: string): boolean =>
  /^(memory|storage|ephemeral-storage|hugepages-.+)$/.test(bare(resource));

const plain = formatter({ maximumFractionDigits: 3 });
const rounded = formatter({ maximumSignificantDigits: 3 });

const minus = (text: string): string => text.replace("-", "−");

/** `500m`, `1.5`, `8Gi`, `7.59Gi`: bytes are rounded to three digits, others are exact. Null: no limit. */
export function amountText(resource: string, amount: number | null): string {
  if (amount === null) return "unlimited";
  if (isCpu(resource)) {
    return minus(Math.abs(amount) < 1000 && amount !== 0 ? `${amount}m` : plain(amount / 1000));
  }
  if (!isBytes(resource)) return integer(amount);
  let value = Math.abs(amount);
  let unit = 0;
  // 1023.9Mi is 1Gi, not 1,024Mi.
  while (value >= 1023.5 && unit < binary.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = value >= 100 ? integer(value) : rounded(value);
  return `${amount < 0 ? "−" : ""}${digits}${binary[unit] ?? ""}`;
}

/** `7 GPUs`, `2 CPUs`, `500m CPU`, `8Gi of memory`, `3 of example.com/tokens`; `kind`: `9 guaranteed CPUs` */
export function amountWords(resource: string, amount: number, kind = ""): string {
  const text = amountText(resource, amount);
  const noun = nounOf(resource);
  if (noun === null) return `${text} of ${kind}${resource}`;
  const isOne = resource === "cpu" ? amount === 1000 || text.endsWith("m") : amount === 1;
  return `${text} ${kind}${noun}${isOne ? "" : "s"}`;
}

/** What units of a resource are called; null: they have no noun. */
export function nounOf(resource: string): string | null {
  if (resource === "cpu") return "CPU";
  return resource.endsWith("/gpu") ? "GPU" : null;
}

/** The exact amount as a Kubernetes quantity: `7953408Ki`, `1500m`. */
export function exactAmount(resource: string, amount: number | null): string {
  if (amount === null) return "unlimited";
  if (isCpu(resource)) return amount % 1000 === 0 ? String(amount / 1000) : `${amount}m`;
  if (!isBytes(resource) || amount === 0) return String(amount);
  const forms = [...wholeForms(amount, 1024, binary), ...wholeForms(amount, 1000, decimal)];
  return forms.reduce((best, form) => (form.length < best.length ? form : best));
}

/** The amount in every unit of which it is a multiple. */
function wholeForms(amount: number, base: number, units: string[]): string[] {
  const forms: string[] = [];
  for (let i = 0, rest = amount; i < units.length && Number.isInteger(rest); i += 1, rest /= base) {
    forms.push(`${rest}${units[i] ?? ""}`);
  }
  return forms;
}

/** Whether three decimals are enough, but for the rounding of floating point: 0.3 may be 0.30000000000000004. */
const isShort = (value: number): boolean => {
  const inThousandths = value * 1000;
  return Math.abs(inThousandths - Math.round(inThousandths)) <= 2 * Number.EPSILON * Math.abs(inThousandths);
};

/** Amounts in one unit, exactly: `15.5Gi` and `8Gi`; those that are not of bytes as they are. */
export function inOneUnit(resource: string, amounts: number[]): string[] {
  let unit = 0;
  if (isBytes(resource) && amounts.some((amount) => amount !== 0))
    for (let i = 1; i < binary.length; i += 1) {
      const size = 1024 ** i;
      // A unit that is larger than all amounts only moves the point.
      if (amounts.every((amount) => isShort(amount / size)) && amounts.some((amount) => amount >= size)) unit = i;
    }
  const size = 1024 ** unit;
  return amounts.map((amount) => {
    const value = amount / size;
    return `${isShort(value) ? minus(plain(value)) : String(value)}${binary[unit] ?? ""}`;
  });
}

/** A part of a whole in percent without decimals, `113%`; a dash if the whole is 0. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${integer(Math.round((part / whole) * 100))}%`;

/** The short name of a resource for narrow columns: `gpu` for `nvidia.com/gpu`. */
export const shortResource = (resource: string): string => resource.slice(resource.lastIndexOf("/") + 1);

/** Short names; full names for resources that would have the same short one. */
export function resourceNames(resources: string[]): string[] {
  const short = resources.map(shortResource);
  return short.map((name, i) => (short.filter((other) => other === name).length > 1 ? (resources[i] ?? name) : name));
}

/** Amounts of several resources: `cpu 500m, memory 1Gi`; `-` where there is nothing. */
export function amountsText(amounts: AmountMap): string {
  const resources = Object.keys(amounts).filter((resource) => amounts[resource] !== 0);
  const short = resourceNames(resources);
  return (
    resources
      .map((resource, i) => `${short[i] ?? resource} ${amountText(resource, amounts[resource] ?? null)}`)
      .join(", ") || "-"
  );
}
