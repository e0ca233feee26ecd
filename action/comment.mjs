// Writes a report into the one comment of a pull request that is its, and updates that in place.
// REPORT: the Markdown file; CHANGED: whether a decision changes; TOKEN: what may write comments.
import { readFileSync } from "node:fs";

const { REPORT = "", CHANGED, TOKEN, GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH } = process.env;
/** The first line of the comment, by which it is found again. */
const marker = "<!-- schedscope -->";
/** The most characters that a comment may have. */
const longest = 65_536;

const { pull_request: request } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8"));
if (REPORT === "") console.log("There is no report.");
else if (request.head.repo?.full_name !== GITHUB_REPOSITORY)
  // The token of a fork's pull request cannot write.
  console.log("The pull request is from a fork: the report is in the summary of the job.");
else await write();

async function write() {
  const issue = `repos/${GITHUB_REPOSITORY}/issues/${request.number}/comments`;
  const report = `${marker}\n${readFileSync(REPORT, "utf8").trimEnd()}`;
  const rest = "\n\nThe rest is in the summary of the job.";
  const body = report.length <= longest ? report : report.slice(0, longest - rest.length) + rest;
  const own = await find(issue);
  if (own !== null) await call("PATCH", `repos/${GITHUB_REPOSITORY}/issues/comments/${own}`, { body });
  else if (CHANGED === "true") await call("POST", issue, { body });
  else console.log("No decision changes, and there is no comment to update.");
}

/** The id of the comment; null: there is none. Only programs write it: a person's copy stays theirs. */
async function find(issue) {
  for (let page = 1; ; page += 1) {
    const comments = await call("GET", `${issue}?per_page=100&page=${page}`);
    if (comments === null) return null;
    const own = comments.find(({ body, user }) => user?.type === "Bot" && body?.startsWith(marker));
    if (own !== undefined) return own.id;
    if (comments.length < 100) return null;
  }
}

/** Calls the API of GitHub; null, with a warning: it refuses. */
async function call(method, path, body) {
  const response = await fetch(`${GITHUB_API_URL}/${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${TOKEN}`,
      "x-github-api-version": "2022-11-28",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json();
  if (response.status === 403 || response.status === 404) {
    console.log("::warning::The comment cannot be written: the job needs `permissions: pull-requests: write`.");
    return null;
  }
  throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}
