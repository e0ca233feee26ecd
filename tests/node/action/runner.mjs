// Runs the steps of a composite action as the runner of GitHub Actions does: expressions, environment files, outcomes.
// Actions that steps use are not run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The value of an expression: names, texts, `!`, `==`, `!=`, `&&`, and the functions of status. */
function evaluate(text, contexts) {
  const value = (term) => {
    if (term.startsWith("!")) return !value(term.slice(1));
    if (/^'.*'$/.test(term)) return term.slice(1, -1);
    if (term === "cancelled()") return false;
    if (term === "success()") return contexts.job.status === "success";
    const found = term.split(".").reduce((of, key) => of?.[key], contexts);
    if (!/^[\w.-]+$/.test(term)) throw new Error(`the runner of the tests does not know \`${term}\``);
    return found ?? "";
  };
  return text.split("&&").reduce((all, part) => {
    const [left, operator, right] = part.trim().split(/\s+(==|!=)\s+/);
    const one = value(left);
    return all && (operator === undefined ? one : (one === value(right)) === (operator === "=="));
  }, true);
}

const expression = /\$\{\{\s*(.*?)\s*\}\}/g;
const expanded = (text, contexts) =>
  String(text).replaceAll(expression, (_, inner) => String(evaluate(inner, contexts)));

/** What a file of `name=value` lines sets. */
const settings = (text) =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/**
 * Runs an action. `inputs` override its defaults; `github` is the context of that name, with `event`, `workspace` and
 * the address of the API. Resolves to its outputs, the steps with their outcomes, the log and the summary.
 */
export async function runAction({ action, folder, inputs, github, temp, path }) {
  mkdirSync(temp, { recursive: true });
  const file = (name) => join(temp, name);
  writeFileSync(file("event.json"), JSON.stringify(github.event));
  const defaults = Object.entries(action.inputs).map(([name, { default: value }]) => [
    name,
    expanded(value ?? "", { github }),
  ]);
  const contexts = {
    github,
    inputs: { ...Object.fromEntries(defaults), ...inputs },
    steps: {},
    job: { status: "success" },
  };
  const paths = [path];
  let [log, summary] = ["", ""];
  for (const [at, step] of action.runs.steps.entries()) {
    const id = step.id ?? `step-${at}`;
    const condition = step.if === undefined ? "success()" : step.if.replace(/^\$\{\{(.*)\}\}$/s, "$1").trim();
    if (!evaluate(condition, contexts)) {
      contexts.steps[id] = { outcome: "skipped", outputs: {} };
      continue;
    }
    if (step.run === undefined) {
      contexts.steps[id] = { outcome: "success", outputs: {} };
      continue;
    }
    const files = Object.fromEntries(["output", "path", "step_summary"].map((name) => [name, file(`${id}-${name}`)]));
    for (const name of Object.values(files)) writeFileSync(name, "");
    const script = file(`${id}.sh`);
    writeFileSync(script, expanded(step.run, contexts));
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, expanded(value, contexts)]);
    const child = spawn("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", script], {
      cwd: github.workspace,
      env: {
        HOME: process.env.HOME,
        PATH: [...paths].reverse().join(":"),
        GITHUB_ACTION_PATH: folder,
        GITHUB_API_URL: github.api_url,
        GITHUB_EVENT_PATH: file("event.json"),
        GITHUB_OUTPUT: files.output,
        GITHUB_PATH: files.path,
        GITHUB_REPOSITORY: github.repository,
        GITHUB_STEP_SUMMARY: files.step_summary,
        RUNNER_TEMP: temp,
        ...Object.fromEntries(own),
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (log += data));
    const [code] = await once(child, "close");
    contexts.steps[id] = {
      outcome: code === 0 ? "success" : "failure",
      outputs: settings(readFileSync(files.output, "utf8")),
    };
    if (code !== 0) contexts.job.status = "failure";
    paths.push(
      ...readFileSync(files.path, "utf8")
        .split("\n")
        .filter((line) => line !== "" && existsSync(line)),
    );
    summary += readFileSync(files.step_summary, "utf8");
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, expanded(value, contexts)]);
  const outcomes = Object.fromEntries(Object.entries(contexts.steps).map(([id, { outcome }]) => [id, outcome]));
  return { status: contexts.job.status, outcomes, outputs: Object.fromEntries(outputs), log, summary };
}
