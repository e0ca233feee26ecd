// Makes `pkg/schema/v1.json`, the JSON Schema of what the package is asked and what it answers, from the types in
// `pkg/lib`, and those of policy tests and of plans of scenarios from `file.ts` of their folders in `pkg/src/cli`.
// `node pkg/scripts/schema.mjs` writes them; with `--check` it fails where a file is another one.
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createGenerator } from "ts-json-schema-generator";

const pkg = fileURLToPath(new URL("..", import.meta.url));

/** How schemas are made of types. */
const options = {
  tsconfig: join(pkg, "scripts/schema.tsconfig.json"),
  type: "*",
  expose: "export",
  topRef: true,
  additionalProperties: false,
  markdownDescription: false,
  jsDoc: "extended",
  sortProps: false,
  skipTypeCheck: true,
  encodeRefs: false,
};

/** What can be asked and answered; the types that these are made of come with them. */
const TYPES = [
  // Those of the table of questions.
  ...JSON.parse(readFileSync(join(pkg, "schema/questions.json"), "utf8")),
  ...["ObjectName", "DecisionOptions", "ErrorCode", "Progress"],
  ...[
    "PlaceAnswer",
    "SpreadAnswer",
    "CompareAnswer",
    "CompareDecisionAnswer",
    "ScoreNodesCallAnswer",
    "SimulatePodCallAnswer",
    "ExplainNodeCallAnswer",
  ],
  ...[
    "EvictAcrossNodesCallAnswer",
    "QuotasCallAnswer",
    "QueueCallAnswer",
    "VmTimelineCallAnswer",
    "VmStepCallAnswer",
    "LintAnswer",
  ],
  ...["CompareQueuesAnswer", "CompareTimelinesAnswer", "ChangeCallAnswer", "SweepCallAnswer"],
  "WithoutCallAnswer",
];

/** Fields whose numbers need not be whole: those of the Rust types, and those that are written by hand. */
const FRACTIONS = new Set([
  ...JSON.parse(readFileSync(join(pkg, "schema/fractions.json"), "utf8")),
  // Amounts of resources, in variants.
  ...["allocatable", "capacity", "least", "most"].map((field) => `ScoreInputs.${field}`),
]);

/** What types cannot say: ranges, by the field's type and name, as the table of questions has them. */
const RANGES = JSON.parse(readFileSync(join(pkg, "schema/ranges.json"), "utf8"));
for (const [at, range] of Object.entries(RANGES)) {
  const [type, field] = at.split(".");
  if (type === "DecideOptions" && field !== "limit") RANGES[`DecisionOptions.${field}`] = range;
}

for (const [file, { $id, ...rest }] of [
  [join(pkg, "schema/v1.json"), schema()],
  [join(pkg, "schema/test.json"), fileSchema("policy/file.ts", "TestFile", "test", "Policy tests of schedscope")],
  [
    join(pkg, "schema/sweep-plan.json"),
    fileSchema("cli/sweep-plan/file.ts", "SweepPlan", "sweep-plan", "A plan of scenarios of schedscope"),
  ],
]) {
  const whole = { $schema: "https://json-schema.org/draft/2020-12/schema", $id, ...rest };
  const text = `${JSON.stringify(whole, null, 1)}\n`;
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
    if (file.endsWith("v1.json")) writeFileSync(join(pkg, "lib/schema.json"), JSON.stringify(whole));
  } else if (readFileSync(file, "utf8").replaceAll("\r\n", "\n") !== text) {
    console.error(`${relative(process.cwd(), file)} is not what the types say: run node pkg/scripts/schema.mjs`);
    process.exit(1);
  }
}

/** The form of files of a kind of the project, from its type. */
function fileSchema(source, type, id, title) {
  const path = join(pkg, "src", source);
  const { definitions } = createGenerator({ path, ...options }).createSchema(type);
  const defs = Object.entries(definitions).map(([name, definition]) => [name, inwards(definition, name, undefined)]);
  const { [type]: root, ...others } = Object.fromEntries(defs);
  return { $id: `urn:schedscope:${id}:v1alpha1`, title, ...root, $defs: others };
}

function schema() {
  // The types of the package with all that is said of them; those that it ships say the most important.
  const whole = mkdtempSync(join(tmpdir(), "schedscope-types-"));
  cpSync(join(pkg, "lib"), join(whole, "lib"), { recursive: true, filter: (file) => !/\.c?js$/.test(file) });
  copyFileSync(join(pkg, "schema/documented.d.ts"), join(whole, "types.d.ts"));
  writeFileSync(join(whole, "package.json"), '{ "type": "module" }');
  const generator = createGenerator({
    path: join(whole, "lib/index.d.ts"),
    ...options,
  });
  const defs = {};
  for (const type of TYPES) {
    const { definitions } = generator.createSchema(type);
    for (const [name, definition] of Object.entries(definitions)) defs[name] ??= definition;
  }
  // What answers to questions about the text have besides their own fields.
  const { properties } = generator.createSchema("Findings").definitions.Findings;
  rmSync(whole, { recursive: true });
  const withFindings = readFileSync(join(pkg, "src/questions/table.ts"), "utf8").matchAll(/answer: (\w+) & Findings/g);
  for (const [, name] of withFindings) defs[name].properties = { ...properties, ...defs[name].properties };
  // A reference is a URI, in which a name has no brackets.
  const plain = JSON.parse(JSON.stringify(defs).replaceAll(/WithMessage<(\w+)[^>]*>/g, "$1WithMessage"));
  const sorted = Object.keys(plain)
    .sort()
    .map((name) => [name, inwards(plain[name], name, undefined)]);
  for (const at of Object.keys(RANGES)) {
    const [type, field] = at.split(".");
    const property = Object.fromEntries(sorted)[type]?.properties?.[field];
    if (property === undefined) throw new Error(`there is no field ${at}`);
    // The range is the number's where the field can be something else.
    merge(property.anyOf?.find(({ type }) => type === "integer" || type === "number") ?? property, RANGES[at]);
  }
  return {
    $id: "urn:schedscope:v1",
    title: "What schedscope is asked, and what it answers, version 1",
    description: "Types by name under $defs. A type of this version only gains optional fields.",
    $defs: Object.fromEntries(sorted),
  };
}

/** A part of a schema, of draft 2020-12, where numbers are whole unless they may be others. */
function inwards(part, type, field) {
  if (Array.isArray(part)) return part.map((item) => inwards(item, type, field));
  if (typeof part !== "object" || part === null) return part;
  const made = {};
  for (const [key, value] of Object.entries(part)) {
    if (key === "properties") {
      made.properties = Object.fromEntries(
        Object.entries(value).map(([name, property]) => [name, inwards(property, type, name)]),
      );
    } else if (key === "$ref") {
      made.$ref = value.replace("#/definitions/", "#/$defs/");
    } else if (key === "items" && Array.isArray(value)) {
      made.prefixItems = inwards(value, type, field);
      made.items = false;
    } else if (["examples", "default", "enum", "const", "required", "throws"].includes(key)) {
      if (key !== "examples" && key !== "throws") made[key] = value;
    } else if (key === "type" && !FRACTIONS.has(`${type}.${field}`)) {
      made.type = Array.isArray(value) ? value.map(whole) : whole(value);
    } else {
      made[key] = inwards(value, type, field);
    }
  }
  return made;
}

function whole(type) {
  return type === "number" ? "integer" : type;
}

function merge(into, from) {
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === "object") {
      into[key] ??= {};
      merge(into[key], value);
    } else into[key] = value;
  }
}
