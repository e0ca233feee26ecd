/** What a test can be about, and what it can say of that. */
import type { Expectation, TestCase } from "../../policy/file.js";

/** What a test is about. */
export type Subject = "placement" | "pod" | "rollout" | "node" | "input";

/** The what-ifs and expectations of each subject, and what it is called in a sentence. */
export const subjects: Readonly<
  Record<Subject, { called: string; whatIfs: readonly (keyof TestCase)[]; expectations: readonly Expectation[] }>
> = {
  placement: {
    called: "a placement",
    whatIfs: ["without", "weights", "numberOfClusters"],
    expectations: ["expect", "expectAll", "expectNone", "expectCount", "expectWhy", "expectNoFindings"],
  },
  pod: {
    called: "a pod",
    whatIfs: ["drain", "without"],
    expectations: ["expect", "expectNone", "expectPending", "expectVictims", "expectWhy", "expectNoFindings"],
  },
  rollout: { called: "a rollout", whatIfs: [], expectations: ["expectComplete", "expectNoFindings"] },
  node: {
    called: "a node",
    whatIfs: ["drain", "without"],
    expectations: ["expectPending", "expectComplete", "expectNoFindings"],
  },
  input: { called: "the input", whatIfs: [], expectations: ["expectNoFindings"] },
};

/** What a test is about: the key that names it, or its what-if. */
export function subjectOf({ placement, pod, rollout, drain, without }: TestCase): Subject {
  if (placement !== undefined) return "placement";
  if (pod !== undefined) return "pod";
  if (rollout !== undefined) return "rollout";
  return drain === undefined && without === undefined ? "input" : "node";
}

/** The keys of a test that name what it is about. */
const naming = ["placement", "pod", "rollout"] as const;

/** A fault of a test that a schema cannot state: the path below the test, and a sentence. */
interface CaseFault {
  key: keyof TestCase | null;
  message: string;
}

/** What of a test contradicts its subject. */
export function faultsOf(test: TestCase): CaseFault[] {
  const keys = Object.keys(test) as (keyof TestCase)[];
  const named = naming.filter((key) => test[key] !== undefined);
  const [first, second] = named;
  if (first !== undefined && second !== undefined)
    return [{ key: second, message: `\`${second}\` and \`${first}\` cannot be combined: a test is about one of them` }];
  const subject = subjectOf(test);
  const { called, whatIfs, expectations } = subjects[subject];
  const known: readonly (keyof TestCase)[] = ["name", ...naming, ...whatIfs, ...expectations];
  const faults: CaseFault[] = keys
    .filter((key) => !known.includes(key))
    .map((key) => ({
      key,
      message: `\`${key}\` does not apply to ${called}; these do: ${[...whatIfs, ...expectations].join(", ")}`,
    }));
  if (!keys.some((key) => (expectations as readonly string[]).includes(key)) && faults.length === 0)
    faults.push({ key: null, message: `nothing is expected: add one of ${expectations.join(", ")}` });
  if (test.drain !== undefined && test.without !== undefined)
    faults.push({ key: "without", message: "`without` and `drain` cannot be combined" });
  if (test.without !== undefined && test.expectComplete !== undefined)
    faults.push({ key: "expectComplete", message: "`expectComplete` is about a drain or a rollout" });
  faults.push(...formFaults(test, subject));
  return faults;
}

/** Values whose form depends on the subject. */
function formFaults({ expectWhy, expectPending, without }: TestCase, subject: Subject): CaseFault[] {
  const isMap = expectWhy !== undefined && typeof expectWhy === "object" && !Array.isArray(expectWhy);
  const faults: CaseFault[] = [];
  if (expectWhy !== undefined && isMap !== (subject === "placement"))
    faults.push({
      key: "expectWhy",
      message: isMap
        ? "of a pod, `expectWhy` is a reason or a list of reasons"
        : "of a placement, `expectWhy` has a reason for each cluster, such as `prod-3: taint`",
    });
  if (expectWhy !== undefined && without !== undefined && subject === "placement")
    faults.push({ key: "expectWhy", message: "`expectWhy` cannot be combined with `without`" });
  if (expectPending !== undefined && Array.isArray(expectPending) !== (subject === "node"))
    faults.push({
      key: "expectPending",
      message:
        subject === "node"
          ? "of a node, `expectPending` is a list of pods"
          : "of a pod, `expectPending` is true or false",
    });
  return faults;
}
