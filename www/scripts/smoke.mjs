/**
 * Walks through the built page in every browser of this machine: Chromium, Firefox and WebKit. No driver is needed: the
 * browser opens `walk.html`, which holds the page in a frame, acts in it as a person does, and reports. Each is told
 * that its user prefers reduced motion.
 *
 * usage: node scripts/smoke.mjs [chromium] [firefox] [webkit]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import firefox from "../../tests/packaging/targets/firefox.mjs";
import webkit, {
  browser as webkitBrowser,
  environment as webkitEnvironment,
} from "../../tests/packaging/targets/webkit.mjs";
import { installed } from "../../tests/packaging/harness/runtimes.mjs";
import { flags, root } from "./served.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** A walk takes seconds; a machine that does ten other things takes more. */
const patience = 120_000;

const browsers = {
  chromium: {
    absent: () =>
      process.env.CHROME || installed("chromium", "google-chrome") ? undefined : "Chromium is not installed",
    command: (address, profile) => [
      process.env.CHROME || installed("chromium", "google-chrome"),
      [...flags, "--force-prefers-reduced-motion", `--user-data-dir=${profile}`, "--no-default-browser-check", address],
      {},
    ],
  },
  firefox: {
    absent: firefox.absent,
    command(address, profile) {
      writeFileSync(join(profile, "user.js"), 'user_pref("ui.prefersReducedMotion", 1);\n');
      return [
        installed("firefox-esr", "firefox"),
        ["--headless", "--no-remote", "--profile", profile, address],
        { HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
      ];
    },
  },
  webkit: {
    absent: webkit.absent,
    command(address, profile) {
      mkdirSync(join(profile, "gtk-3.0"));
      writeFileSync(join(profile, "gtk-3.0/settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
      return [
        installed("xvfb-run"),
        ["--auto-servernum", webkitBrowser(), "--private", "--geometry=1440x900", address],
        { ...webkitEnvironment(), XDG_CONFIG_HOME: profile },
      ];
    },
  },
};

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** The page's files, the walk beside them, and where it reports. */
async function serve(reported) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (request.method === "POST") {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk;
      response.end();
      reported(JSON.parse(body));
      return;
    }
    const path = normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    const isWalk = path.startsWith("/walk.");
    const file = path === "/walk.axe.js" ? axe : join(root, isWalk ? "tests/smoke" : "dist", path);
    try {
      let body = await readFile(file);
      // What the page complains of has to be heard from its first script on.
      if (!isWalk && extname(path) === ".html")
        body = body.toString().replace("<head>", '<head><script src="/walk.complaints.js"></script>');
      response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** What the walk reports; rejects where the browser ends, or says nothing for too long. */
async function walk(name) {
  const folder = mkdtempSync(join(tmpdir(), "schedscope-smoke-"));
  let server;
  let child;
  let timer;
  try {
    return await new Promise((resolve, reject) => {
      let at = "the start";
      const reported = (report) => {
        if (report.step === undefined) resolve(report);
        else at = report.step;
      };
      timer = setTimeout(() => reject(new Error(`nothing after ${at}, for ${patience / 1000} s`)), patience);
      serve(reported).then((started) => {
        server = started;
        const address = `http://127.0.0.1:${server.address().port}/walk.html`;
        const [command, args, env] = browsers[name].command(address, folder);
        // In a group of its own, to be ended with the processes that it starts.
        child = spawn(command, args, { env: { ...process.env, ...env }, stdio: "ignore", detached: true });
        child.once("error", reject);
        child.once("exit", (code, signal) => reject(new Error(`it ended (${code ?? signal}) after ${at}`)));
      }, reject);
    });
  } finally {
    clearTimeout(timer);
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      child.removeAllListeners("exit");
      process.kill(-child.pid, "SIGKILL");
      await once(child, "exit");
    }
    server?.closeAllConnections();
    server?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The steps of a walk that came to its end. */
async function whole(name) {
  const { steps, error } = await walk(name);
  if (error !== undefined) throw new Error(`after ${steps.at(-1) ?? "the start"}: ${error}`);
  return steps;
}

const asked = process.argv.slice(2);
let failed = false;
for (const name of asked.length > 0 ? asked : Object.keys(browsers)) {
  const absent = browsers[name].absent();
  if (absent !== undefined) {
    console.log(`${name}: absent, ${absent}`);
    continue;
  }
  const begun = performance.now();
  try {
    // A browser that ends, or waits for ever, is not a fault of the page, which would fail again.
    const steps = await whole(name).catch((error) => {
      console.log(`${name}: ${error.message}; once more`);
      return whole(name);
    });
    console.log(`${name}: ${steps.join(", ")} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed = true;
    console.log(`${name}: FAILED ${error.message}`);
  }
}
process.exitCode = failed ? 1 : 0;
