/** How values of options are read. */
import { InvalidArgumentError } from "commander";

/** A whole number from `least` to `most`. */
export const whole =
  (least = 0, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least)
      throw new InvalidArgumentError(`It must be a whole number${least > 0 ? ` of at least ${least}` : ""}.`);
    if (value > most) throw new InvalidArgumentError(`It must be a whole number of at most ${most}.`);
    return value;
  };

/** A number above 0. */
export function fraction(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError("It must be a number above 0.");
  return value;
}

/** The values of an option that is repeatable. */
export const several = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];

/** `name=3`; the last `=` parts them, for names may have some. */
export function pair(text: string): [name: string, value: number] {
  const at = text.lastIndexOf("=");
  const value = Number(text.slice(at + 1));
  if (at < 1 || text.slice(at + 1).trim() === "" || !Number.isInteger(value))
    throw new InvalidArgumentError("It must be <name>=<whole number>.");
  return [text.slice(0, at), value];
}

/** Several of them by name; the last one of a name counts. */
export const pairs = (text: string, before: Record<string, number> | undefined): Record<string, number> => {
  const [name, value] = pair(text);
  return { ...before, [name]: value };
};
