import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Client, ServerError, ToolError, Unreachable, WorkerLost } from "../src/index.js";
import type { StepEvent, ToolFunction } from "../src/index.js";
import { argumentsOf, placesOf } from "../src/tools.js";
import { Server, withPeer } from "./server.js";

describe("with a server", () => {
  let server: Server;
  let client: Client;
  before(async () => {
    server = await Server.start("--workers", "2");
    client = new Client(server.url);
  });
  after(() => server.end());

  test("types are those of the server", async () => {
    const generator = (await import(new URL("../../tools/generate.mjs", import.meta.url).href)) as { generate(document: unknown): string };
    const document: unknown = await (await fetch(`${server.url}/v1/openapi.json`)).json();
    const written = await readFile(new URL("../../src/types.ts", import.meta.url), "utf-8");
    assert.equal(written, generator.generate(document), "src/types.ts is stale: start `stockade serve`, and run `npm run generate`");
  });

  test("a program alone", async () => {
    const result = await client.run("print(sum(numbers))\nopen(0).read()", { policy: "permissive", inputs: { numbers: [1, 2] }, stdin: "line", limits: { fuel: 1_000_000 } });
    assert.deepEqual([result.outcome, result.stdout, result.value], ["completed", "3\n", "line"]);
    const failed = await client.run("1 / 0", { name: "mine.py" });
    assert.equal(failed.exception, "ZeroDivisionError");
    assert.match(failed.traceback ?? "", /File "mine.py", line 1/);
    const limited = await client.run("while True: pass", { limits: { fuel: 1000 } });
    assert.deepEqual([limited.outcome, limited.limit?.used], ["limit:fuel", 1000]);
    const refused = await client.run("import os");
    assert.deepEqual([refused.outcome, refused.findings[0]?.rule], ["policy", "IMP001"]);
  });

  test("a check", async () => {
    const verdict = await client.check("import os", { policy: "default", name: "a.py" });
    assert.deepEqual([verdict.verdict, verdict.file, verdict.findings.length], ["deny", "a.py", 1]);
  });

  test("steps share their variables", async () => {
    await using session = await client.open({ policy: "permissive" });
    await session.run("x = [1]", { files: { "a.txt": "text", "b.bin": new Uint8Array([255, 0]) } });
    assert.deepEqual((await session.run("x + [open('a.txt').read(), list(open('b.bin', 'rb').read())]")).value, [1, "text", [255, 0]]);
    assert.equal((await session.show()).steps, 2);
    const copy = await session.fork({ expiresInSeconds: 60 });
    await copy.run("x.append(2)");
    assert.deepEqual([(await session.run("x")).value, (await copy.run("x")).value], [[1], [1, 2]]);
    const restored = await client.restore(await copy.snapshot(), { policy: "permissive" });
    assert.deepEqual((await restored.run("x")).value, [1, 2]);
    const attached = await client.attach(restored.id);
    assert.deepEqual((await attached.run("len(x)")).value, 2);
    const ids: string[] = [];
    for await (const info of client.sessions()) ids.push(info.id);
    assert.deepEqual(ids.sort(), [session.id, copy.id, restored.id].sort());
    await Promise.all([copy.delete(), restored.delete()]);
    await restored.delete();
    await assert.rejects(restored.run("x"), (error) => error instanceof ServerError && error.kind === "not-found" && error.status === 404);
  });

  test("tools are functions of this process", async () => {
    const tools: Record<string, ToolFunction> = {
      price: { parameters: "item, count=1", description: "Says a price", run: async ({ item, count }) => (item === "guitar" ? 799.5 * Number(count ?? 1) : null) },
      join: { parameters: "first, /, *more, sep='-', **named", run: (args) => args },
      fail: { parameters: "how", run: ({ how }) => {
        if (how === "type") throw new TypeError("no");
        if (how === "range") throw new RangeError("far");
        if (how === "tool") throw new ToolError("LookupError", "none");
        throw new Error("other");
      } },
      odd: { parameters: "", run: () => 10n },
      nothing: { parameters: "", run: () => undefined },
    };
    await using session = await client.open({ tools });
    assert.equal((await session.run("price('guitar') + price('guitar', count=2)")).value, 3 * 799.5);
    assert.deepEqual((await session.run("join(1, 2, 3, sep='+', z=[None])")).value, { first: 1, more: [2, 3], sep: "+", z: [null] });
    for (const [how, outcome] of [["type", "TypeError"], ["range", "ValueError"], ["tool", "LookupError"], ["else", "RuntimeError"]]) {
      assert.equal((await session.run(`fail('${how}')`)).outcome, `runtime:${outcome}`);
    }
    assert.match((await session.run("odd()")).message ?? "", /the result of odd\(\) can't enter the sandbox/);
    assert.equal((await session.run("nothing() is None")).value, true);
    assert.equal((await session.run("print('a')\nnothing()\nprint('b')")).stdout, "a\nb\n");
    const other = await client.attach(session.id, { tools: {} });
    assert.equal((await other.run("nothing()")).outcome, "runtime:NameError");
  });

  test("calls that are answered by hand", async () => {
    const opened = await client.open({ tools: { price: { parameters: "item", run: () => 0 } } });
    const session = await client.attach(opened.id);
    const waits = await session.run("price('amp') * 2");
    assert.deepEqual([waits.outcome, waits.call], ["host-call", { tool: "price", args: ["amp"], kwargs: {} }]);
    assert.equal((await session.answer({ value: 4 })).value, 8);
    await assert.rejects(session.answer({ value: 4 }), (error) => error instanceof ServerError && error.kind === "busy");
    await opened.delete();
  });

  test("consent", async () => {
    const tools = { pay: { parameters: "amount", run: ({ amount }: { [name: string]: unknown }) => amount } };
    await using session = await client.open({ policy: "asks", tools, approve: (call) => Number(call.args[0]) < 10 || "too much" });
    assert.equal((await session.run("pay(5)")).value, 5);
    assert.match((await session.run("pay(50)")).message ?? "", /too much/);
    await using silent = await client.open({ policy: "asks", tools });
    assert.match((await silent.run("pay(5)")).message ?? "", /nobody is there to give it/);
  });

  test("what is printed comes while the step runs", async () => {
    await using session = await client.open({ policy: "permissive", tools: { f: { parameters: "", run: () => 1 } } });
    const events: StepEvent[] = [];
    for await (const event of session.stream("import sys\nprint('é')\nf()\nprint('no', file=sys.stderr)")) events.push(event);
    assert.deepEqual(events.map((event) => event.type), ["stdout", "call", "stderr", "end"]);
    const end = events.at(-1);
    assert.ok(end?.type === "end" && end.result.stdout === "é\n" && end.result.stderr === "no\n");
    // It comes before the end: this step has none.
    for await (const event of session.stream("x = 5\nprint('began')\nwhile True: pass")) {
      assert.deepEqual(event, { type: "stdout", text: "began\n" });
      break;
    }
    // Whoever leaves ends the step, and the session goes on.
    assert.equal((await session.run("x")).value, 5);
    const seen: string[] = [];
    await client.run("print('a')", { onOutput: (text, stream) => seen.push(`${stream} ${text}`) });
    assert.deepEqual(seen, ["stdout a\n"]);
  });

  test("interrupts and signals", async () => {
    await using session = await client.open({ tools: { wait: { parameters: "", run: () => new Promise((resolve) => setTimeout(resolve, 200)) } } });
    const running = session.run("x = 1\nwhile True: pass");
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal((await session.interrupt()).state, "running");
    assert.equal((await running).outcome, "interrupted");
    assert.equal((await session.interrupt()).state, "idle");
    for (const code of ["x = 2\nwhile True: pass", "x = 3\nwait()\nwhile True: pass"]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error("enough")), 100);
      await assert.rejects(session.run(code, { signal: controller.signal }), /enough|aborted/);
      assert.equal((await session.run("x")).value, code.includes("wait") ? 3 : 2);
    }
    await assert.rejects(client.run("while True: pass", { signal: AbortSignal.timeout(100) }));
  });

  test("a step of another client goes on", async () => {
    await using session = await client.open();
    const other = await client.attach(session.id);
    let failure: unknown;
    for await (const event of session.stream("print('began')\nwhile True: pass")) {
      if (event.type !== "stdout") continue;
      failure = await other.run("1").catch((error: unknown) => error);
      assert.equal((await session.show()).state, "running");
      await other.interrupt();
    }
    assert.ok(failure instanceof ServerError && failure.kind === "busy");
  });

  test("a copy of a step that waits", async () => {
    const kept: Uint8Array[] = [];
    const save: ToolFunction = { parameters: "n", run: async ({ n }) => {
      kept.push(await session.snapshot());
      return n;
    } };
    const session = await client.open({ tools: { save } });
    assert.equal((await session.run("save(1) + 1")).value, 2);
    const [snapshot] = kept;
    assert.ok(snapshot);
    await using copy = await client.restore(snapshot, { tools: { save: { parameters: "n", run: ({ n }) => 10 * Number(n) } } });
    assert.equal((await copy.resume()).value, 11);
    await session.delete();
  });

  test("failures have kinds", async () => {
    const kindOf = async (work: Promise<unknown>) => {
      const error: unknown = await work.then(() => undefined, (error: unknown) => error);
      return error instanceof ServerError ? error.kind : error;
    };
    assert.equal(await kindOf(client.open({ limits: { nothing: 1 } as never })), "bad-request");
    assert.equal(await kindOf(client.restore(new Uint8Array([1, 2, 3]))), "refused");
    assert.equal(await kindOf(client.attach("../../healthz")), "not-found");
    assert.equal(await kindOf(client.run("1", { files: { a: "b" } })), "refused");
    assert.throws(() => new Client("ftp://localhost"), TypeError);
    assert.throws(() => new Client("localhost:8700"), TypeError);
  });

  test("a connection for both directions", async () => {
    const tools: Record<string, ToolFunction> = { price: { parameters: "item", run: async ({ item }) => (item === "amp" ? 20 : null) } };
    await using session = await client.open({ policy: "permissive", tools });
    await using connection = await session.connect();
    assert.deepEqual([connection.info.id, connection.info.state], [session.id, "idle"]);
    const events: StepEvent[] = [];
    for await (const event of connection.stream("import sys\nprint('first')\nx = price('amp')\nprint('bad', file=sys.stderr)\nx * n", { inputs: { n: 2 } })) events.push(event);
    assert.deepEqual(events.map((event) => event.type), ["stdout", "call", "stderr", "end"]);
    const end = events.at(-1);
    assert.ok(end?.type === "end");
    assert.deepEqual([end.result.value, end.result.stdout, end.result.stderr], [40, "first\n", "bad\n"]);
    // What is printed comes at once, and an interrupt needs no second connection.
    let text = "";
    const looping = connection.run("print('on')\nwhile True: pass", {
      onOutput: (piece) => {
        text += piece;
        void connection.interrupt();
      },
    });
    assert.deepEqual([(await looping).outcome, text], ["interrupted", "on\n"]);
    // A signal ends the step, and so does whoever leaves the loop. The connection goes on.
    const reason = new Error("enough");
    await assert.rejects(connection.run("while True: pass", { signal: AbortSignal.abort(reason) }), reason);
    const late = new AbortController();
    await assert.rejects(connection.run("print(1)\nwhile True: pass", { signal: late.signal, onOutput: () => late.abort(reason) }), reason);
    for await (const event of connection.stream("print(1)\nwhile True: pass")) {
      if (event.type === "stdout") break;
    }
    assert.equal((await connection.run("x + 1")).value, 21);
    // The same state as over requests.
    assert.equal((await session.run("x + 2")).value, 22);
    const restored = await client.restore(await connection.snapshot(), { policy: "permissive" });
    assert.equal((await restored.run("x")).value, 20);
    await restored.delete();
    await assert.rejects(connection.run("1", { name: "n".repeat(2000) }), (error) => error instanceof ServerError && error.kind === "bad-request");
    const busy = connection.run("print(1)\nwhile True: pass", { onOutput: () => {
      void assert.rejects(connection.run("1"), (error) => error instanceof ServerError && error.kind === "busy").finally(() => connection.interrupt());
    } });
    assert.equal((await busy).outcome, "interrupted");
  });

  test("a connection that ends", async () => {
    await using session = await client.open({ policy: "permissive", tools: { price: { parameters: "", run: () => 1 } } });
    const byHand = await client.attach(session.id);
    const connection = await byHand.connect();
    const asked = await connection.run("price()");
    assert.deepEqual([asked.outcome, asked.call?.tool], ["host-call", "price"]);
    await connection.close();
    await assert.rejects(connection.run("1"), Unreachable);
    // A step that waits still does, for whoever comes next.
    const next = await byHand.connect();
    assert.equal(next.info.state, "waiting");
    assert.equal((await next.answer({ value: 5 })).value, 5);
    const running = next.run("while True: pass");
    await Promise.all([assert.rejects(running, Unreachable), next.close()]);
    await session.delete();
    await assert.rejects(byHand.connect(), Unreachable);
    const without = await new Client(server.url).open();
    const native = globalThis.WebSocket;
    try {
      globalThis.WebSocket = undefined as never;
      await assert.rejects(without.connect(), TypeError);
    } finally {
      globalThis.WebSocket = native;
    }
    await without.delete();
  });

  test("a copy is given input", async () => {
    await using session = await client.open({ policy: "permissive", limits: { timeout: "5s" }, tools: { price: { parameters: "", run: () => 1 } } });
    const byHand = await client.attach(session.id);
    await byHand.run("import sys\n[price(), sys.stdin.read()]", { stdin: "old" });
    await using copy = await session.fork();
    assert.deepEqual((await copy.resume({ stdin: "new" })).value, [1, "new"]);
    assert.equal(copy.info.limits["timeout"], 5000);
  });

  test("the example of the README", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf-8");
    const example = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? "";
    const said = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map((found) => found[1]);
    assert.ok(said.length > 1);
    const page = await readFile(new URL("../../../../docs/remote.md", import.meta.url), "utf-8");
    assert.ok(page.includes(example), "docs/remote.md shows another example");
    // It is JavaScript but for its imports and `await using`, which Node has later.
    const body = example
      .replace(/import .* from "stockade-client";\n/, "")
      .replace("http://localhost:8700", server.url)
      .replaceAll("await using", "const")
      .replaceAll("console.log", "log");
    const printed: string[] = [];
    const run = new Function("Client", "log", `return (async () => { ${body} })();`) as (client: typeof Client, log: (...values: unknown[]) => void) => Promise<void>;
    await run(Client, (...values) => printed.push(values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" ").trimEnd()));
    assert.deepEqual(printed, said);
  });
});

test("a lost worker, and a lost server", async () => {
  const server = await Server.start("--workers", "1");
  const client = new Client(server.url);
  try {
    const session = await client.open();
    await session.run("1");
    const { execFileSync } = await import("node:child_process");
    const workers = execFileSync("ps", ["-o", "pid=", "--ppid", String(server.process.pid)], { encoding: "utf-8" });
    for (const pid of workers.trim().split(/\s+/)) process.kill(Number(pid), "SIGKILL");
    await assert.rejects(session.run("1"), WorkerLost);
  } finally {
    await server.end();
  }
  await assert.rejects(client.open(), Unreachable);
});

test("a token over a WebSocket", async () => {
  const token = "a token/with+what=ever";
  const folder = await mkdtemp(join(tmpdir(), "stockade-"));
  const tokens = join(folder, "tokens.toml");
  await writeFile(tokens, `[[tenant]]\nname = "a"\ntoken_sha256 = "${createHash("sha256").update(token).digest("hex")}"\n`);
  const server = await Server.start("--tokens", tokens);
  try {
    const session = await new Client(server.url, { token }).open();
    await using connection = await session.connect();
    assert.equal((await connection.run("6 * 7")).value, 42);
  } finally {
    await server.end();
  }
});

test("what may be repeated is, and nothing else", async () => {
  const busy = JSON.stringify({ error: { kind: "quota", message: "later" } });
  const requests = await withPeer(
    (_, response, count) => {
      if (count === 1) response.destroy();
      else if (count === 2) response.writeHead(429, { "Retry-After": "0" }).end(busy);
      else response.end('{"verdict": "allow"}');
    },
    async (url) => assert.equal((await new Client(url).check("1")).verdict, "allow"),
  );
  assert.equal(requests.length, 3);
  const once = await withPeer(
    (_, response) => response.destroy(),
    async (url) => assert.rejects(new Client(url).run("1"), Unreachable),
  );
  assert.deepEqual(once, ["POST"]);
  await withPeer(
    (_, response) => response.writeHead(503, { "Retry-After": "0" }).end(busy),
    async (url) => assert.rejects(new Client(url, { retries: 1 }).run("1"), (error) => error instanceof ServerError && error.message === "later"),
  );
});

test("answers that are cut short, or of something else", async () => {
  const streams = { "Content-Type": "text/event-stream" };
  for (const [body, wanted] of [
    ['event: stdout\ndata: {"text": "a"}\n\n', Unreachable],
    ['event: error\ndata: {"error": {"kind": "worker-lost", "message": "gone"}}\n\n', WorkerLost],
    ["event: end\ndata: <html>\n\n", ServerError],
  ] as const) {
    await withPeer((_, response) => response.writeHead(200, streams).end(body), async (url) => assert.rejects(new Client(url).run("1"), wanted));
  }
  for (const status of [200, 404, 500]) {
    const isOther = (error: unknown) => error instanceof ServerError && error.kind === "bad-answer";
    await withPeer((_, response) => response.writeHead(status).end("<html>"), async (url) => assert.rejects(new Client(url).check("1"), isOther));
  }
  // A record that is split anywhere is the same.
  const record = 'event: stdout\r\ndata: {"text": "é"}\r\n\r\n: alive\n\nevent: end\ndata: {"outcome": "completed"}\n\n';
  const seen: string[] = [];
  await withPeer(
    async (_, response) => {
      response.writeHead(200, streams);
      for (const byte of Buffer.from(record)) {
        response.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    },
    async (url) => assert.equal((await new Client(url).run("1", { onOutput: (text) => seen.push(text) })).outcome, "completed"),
  );
  assert.deepEqual(seen, ["é"]);
});

test("arguments by the names of parameters", () => {
  assert.deepEqual(placesOf("a, b=',', *, c=[1, 2]"), { placed: ["a", "b"], rest: undefined });
  assert.deepEqual(placesOf("a, /, b='\\'', *more, **named"), { placed: ["a", "b"], rest: "more" });
  assert.deepEqual(placesOf(""), { placed: [], rest: undefined });
  assert.deepEqual(placesOf("größe: int = 3"), { placed: ["größe"], rest: undefined });
  const args = argumentsOf("a, **named", { tool: "f", args: [1], kwargs: { ["__proto__"]: 2 } });
  assert.deepEqual(Object.getOwnPropertyNames(args).sort(), ["__proto__", "a"]);
  assert.equal(Object.getPrototypeOf(args), Object.prototype);
});
