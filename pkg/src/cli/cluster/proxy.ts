/** The API server through `kubectl proxy`: kubectl holds the credentials. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { misuse } from "../exit.js";
import { standard } from "../streams.js";
import type { ClusterOptions } from "./source.js";

/** Requests at a time. */
const atOnce = 6;

/** An answer of the API server. */
export interface Answer {
  status: number;
  body: unknown;
}

/** The flags of kubectl that choose the cluster. */
export const kubectlFlags = ({ context, kubeconfig }: ClusterOptions): string[] => [
  ...(context === undefined ? [] : [`--context=${context}`]),
  ...(kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`]),
];

/** A proxy on a socket that only this user can open. It serves reading alone. */
export class ClusterProxy {
  readonly #folder: string;
  readonly #kubectl: ChildProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  readonly #end = (): void => this.close();
  /** Ends with the exit code of a program that the signal ended. */
  readonly #interrupt = (signal: NodeJS.Signals): void => {
    this.close();
    process.exit(128 + constants.signals[signal]);
  };

  private constructor(folder: string, kubectl: ChildProcess) {
    this.#folder = folder;
    this.#kubectl = kubectl;
    process.once("exit", this.#end);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, this.#interrupt);
  }

  /** Starts kubectl and waits until it listens. What kubectl says goes to standard error. */
  static async start(options: ClusterOptions): Promise<ClusterProxy> {
    if (process.platform === "win32")
      throw misuse("Node.js cannot open the socket of kubectl on Windows", "run it in the Windows Subsystem for Linux");
    const folder = mkdtempSync(join(tmpdir(), "schedscope-"));
    const kubectl = spawn(
      "kubectl",
      [
        "proxy",
        `--unix-socket=${join(folder, "api")}`,
        "--append-server-path",
        "--reject-methods=POST,PUT,PATCH,DELETE",
        ...kubectlFlags(options),
      ],
      // A credential plugin of kubectl may ask for a password.
      { stdio: ["inherit", "pipe", "pipe"] },
    );
    kubectl.stderr.on("data", (chunk: Buffer) => standard("stderr").write(chunk));
    const proxy = new ClusterProxy(folder, kubectl);
    try {
      await new Promise<void>((resolve, reject) => {
        kubectl.once("error", (error: NodeJS.ErrnoException) =>
          reject(
            error.code === "ENOENT"
              ? misuse("kubectl is not on the PATH", "install it: https://kubernetes.io/docs/tasks/tools/")
              : misuse(`kubectl cannot be run: ${error.message}`),
          ),
        );
        kubectl.once("close", () => reject(misuse("kubectl proxy ended before it served the cluster")));
        // Its first line says that it listens.
        kubectl.stdout.once("data", () => resolve());
      });
    } catch (error) {
      proxy.close();
      throw error;
    }
    kubectl.stdout.resume();
    return proxy;
  }

  /** Fails if kubectl has ended. */
  expectRunning(): void {
    if (this.#kubectl.exitCode !== null || this.#kubectl.signalCode !== null) throw misuse("kubectl proxy has ended");
  }

  /** Opens a path; its answer is read as it comes. `isWatch`: it ends later than others. */
  open(path: string, isWatch = false): Promise<IncomingMessage> {
    const agent = isWatch ? false : this.#agent;
    const options = { socketPath: join(this.#folder, "api"), path, agent };
    return new Promise((resolve, reject) => {
      get({ ...options, headers: { host: "localhost", accept: "application/json" } }, resolve).once("error", reject);
    });
  }

  async read(path: string): Promise<Answer> {
    const response = await this.open(path).catch((error: Error) => {
      throw misuse(`kubectl proxy does not answer: ${error.message}`);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const [status, body] = [response.statusCode ?? 0, parsed(text)];
    // Errors of the API server are objects; those of the proxy, and of a gateway before it, are words.
    if (body === undefined) throw misuse("the API server cannot be reached", text.trim() || `HTTP status ${status}`);
    return { status, body };
  }

  /** Ends kubectl. */
  close(): void {
    process.removeListener("exit", this.#end);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.removeListener(signal, this.#interrupt);
    this.#agent.destroy();
    // It would report requests that end with it.
    this.#kubectl.stderr?.destroy();
    this.#kubectl.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A value in JSON; undefined: it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const messageOf = ({ status, body }: Answer): string => {
  const { message } = body as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : `HTTP status ${status}`;
};
