import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { IncomingMessage, ServerResponse } from "node:http";

const POLICY = "version: 1\nname: asks\nextends: [permissive]\ntools:\n  default: allow\n  allow:\n    pay: {approve: always}\n";

/** A server of the command that `STOCKADE_COMMAND` names, with three policies. */
export class Server {
  private constructor(
    readonly url: string,
    readonly process: ChildProcess,
  ) {}

  static async start(...options: string[]): Promise<Server> {
    const [command, ...first] = (process.env["STOCKADE_COMMAND"] ?? "stockade").split(" ");
    const policy = join(await mkdtemp(join(tmpdir(), "stockade-")), "asks.yaml");
    await writeFile(policy, POLICY);
    const policies = ["default", "permissive", policy].flatMap((name) => ["--policy", name]);
    const child = spawn(command ?? "stockade", [...first, "serve", "--listen", "127.0.0.1:0", ...policies, ...options], { stdio: ["ignore", "ignore", "pipe"] });
    const lines = createInterface({ input: child.stderr });
    const address = await new Promise<string>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the server ended with status ${code}`)));
      lines.on("line", (line) => {
        const found = /listening at (\S+)/.exec(line);
        if (found?.[1]) resolve(found[1]);
      });
    });
    child.removeAllListeners("exit");
    return new Server(`http://${address}`, child);
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    // The second one ends it at once.
    this.process.kill("SIGTERM");
    this.process.kill("SIGTERM");
    await ended;
  }
}

/** Something that answers what the test says. */
export async function withPeer(answer: (request: IncomingMessage, response: ServerResponse, count: number) => void, body: (url: string) => Promise<void>): Promise<string[]> {
  const requests: string[] = [];
  const peer = createServer((request, response) => {
    requests.push(request.method ?? "");
    request.resume();
    request.once("end", () => answer(request, response, requests.length));
  });
  await new Promise<void>((resolve) => peer.listen(0, "127.0.0.1", resolve));
  try {
    await body(`http://127.0.0.1:${(peer.address() as AddressInfo).port}`);
  } finally {
    peer.closeAllConnections();
    await new Promise((resolve) => peer.close(resolve));
  }
  return requests;
}
