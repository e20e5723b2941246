/** A client of `stockade serve`: runs Python that a language model wrote, in a sandbox on a server. */
import { ServerError, failureOf } from "./errors.js";
import { type Approver, type Call, type ToolFunction, answerOf, consentOf } from "./tools.js";
import type { AnswerRequest, FileContent, Interrupted, Json, RunRequest, SessionInfo, SessionRequest, Sessions, Snapshot, StepRecord, StepRequest, Verdict } from "./types.js";
import { type Ask, type Settings, Wire, cutShort } from "./wire.js";

export { ServerError, ToolError, Unreachable, WorkerLost } from "./errors.js";
export type { Approver, Call, ToolFunction } from "./tools.js";
export type * from "./types.js";
export type { Settings } from "./wire.js";

/** How a step ended. `stdout` and `stderr` have all that it printed. A whole number of more than 53 bits is exact in `repr` only. */
export type StepResult = StepRecord;

/** What comes while a step runs, and at last its result. */
export type StepEvent = { type: "stdout" | "stderr"; text: string } | { type: "call" | "approval"; call: Call } | { type: "end"; result: StepResult };

/** What a program is given. */
export interface Given {
  /** Its name, for messages. */
  name?: string;
  /** Variables that it finds. */
  inputs?: { [name: string]: Json };
  /** What `sys.stdin` reads. */
  stdin?: string;
  /** Files, by their names. The policy must allow `open`. */
  files?: { [path: string]: string | Uint8Array };
  /** Ends it. The promise is rejected with the reason. */
  signal?: AbortSignal;
  /** Called with what is printed, as it is. */
  onOutput?: (text: string, stream: "stdout" | "stderr") => void;
}

/** What a single program is given. */
export interface GivenAlone extends Given {
  /** The name of one of the server's policies. Without it: the first one. */
  policy?: string;
  /** Limits that are lower than the policy's: `{ timeout: "2s", fuel: 100000 }`. */
  limits?: { [name: string]: number | string };
}

/** What a session is opened with. */
export interface Opening {
  /** The name of one of the server's policies. Without it: the first one. */
  policy?: string;
  /** Limits of each step that are lower than the policy's: `{ timeout: "2s", memory: "64MiB" }`. */
  limits?: { [name: string]: number | string };
  /** Functions of this process, by the names under which the program calls them. */
  tools?: { [name: string]: ToolFunction };
  /** Is asked about the calls that the policy wants consent for. Without it they are refused. */
  approve?: Approver;
  /** The server deletes the session when nobody used it for so many seconds. */
  expiresInSeconds?: number;
}

/** What this end knows of a session that is there. */
export type Attaching = Pick<Opening, "tools" | "approve">;

/** A server. */
export class Client {
  readonly #wire: Wire;

  /** `url` is such as `http://localhost:8700`. */
  constructor(url: string, settings: Settings = {}) {
    this.#wire = new Wire(url, settings);
  }

  /** What the policy says of a program. Nothing runs. */
  check(code: string, given: { name?: string; policy?: string } = {}): Promise<Verdict> {
    return this.#wire.json({ method: "POST", path: "/v1/check", body: { code, ...given }, repeats: true });
  }

  /** Runs a program in a session of its own. */
  async run(code: string, given: GivenAlone = {}): Promise<StepResult> {
    const body: RunRequest = { code, ...asked(given) };
    if (given.policy !== undefined) body.policy = given.policy;
    if (given.limits !== undefined) body.limits = given.limits;
    return ended(streamed(this.#wire, { method: "POST", path: "/v1/run", body, signal: given.signal }), given.onOutput);
  }

  /** Opens a session. */
  async open(opening: Opening = {}): Promise<Session> {
    return this.#opened({}, opening);
  }

  /** Opens a session that goes on from a snapshot. Policy, limits and tools are those given here. */
  async restore(snapshot: Uint8Array, opening: Opening = {}): Promise<Session> {
    return this.#opened({ snapshot: toBase64(snapshot) }, opening);
  }

  async #opened(more: SessionRequest, opening: Opening): Promise<Session> {
    const tools = Object.entries(opening.tools ?? {}).map(([name, { parameters, description }]) => ({
      name,
      parameters,
      ...(description === undefined ? {} : { description }),
    }));
    const body: SessionRequest = { ...more, tools };
    if (opening.policy !== undefined) body.policy = opening.policy;
    if (opening.limits !== undefined) body.limits = opening.limits;
    if (opening.expiresInSeconds !== undefined) body.expires_s = opening.expiresInSeconds;
    const info = await this.#wire.json<SessionInfo>({ method: "POST", path: "/v1/sessions", body });
    return new Session(this.#wire, info, opening);
  }

  /** Attaches to a session that is there. */
  async attach(id: string, attaching: Attaching = {}): Promise<Session> {
    const info = await this.#wire.json<SessionInfo>({ method: "GET", path: pathOf(id), repeats: true });
    return new Session(this.#wire, info, attaching);
  }

  /** All sessions of the tenant. */
  async *sessions(): AsyncGenerator<SessionInfo, void, undefined> {
    let after: string | null | undefined = "";
    while (after !== null && after !== undefined) {
      const page: Sessions = await this.#wire.json<Sessions>({ method: "GET", path: `/v1/sessions?after=${encodeURIComponent(after)}`, repeats: true });
      yield* page.sessions;
      after = page.next;
    }
  }
}

/** A session: steps that share their variables. `await using` deletes it at the end of the block. */
export class Session {
  readonly #wire: Wire;
  readonly #attaching: Attaching;
  /** Whoever interrupts a step that waits ends it, and the answer comes too late. */
  #isStopped = false;
  /** What it was when it was opened. */
  readonly info: SessionInfo;

  /** @internal */
  constructor(wire: Wire, info: SessionInfo, attaching: Attaching) {
    this.#wire = wire;
    this.info = info;
    this.#attaching = attaching;
  }

  /** Its id, with which `Client.attach` finds it. */
  get id(): string {
    return this.info.id;
  }

  /** Runs a step to its end, and calls tools here. How the program ends is in the result. */
  run(code: string, given: Given = {}): Promise<StepResult> {
    return ended(this.stream(code, given), given.onOutput);
  }

  /** Runs a step, and gives what it prints and calls as it does, at last `end`. Whoever leaves the loop early ends the step. */
  stream(code: string, given: Given = {}): AsyncGenerator<StepEvent, void, undefined> {
    const body: StepRequest = { code, ...asked(given) };
    return this.#steps({ method: "POST", path: this.#path("/run"), body, signal: given.signal });
  }

  /** Goes on with a step that waited when its session was copied or written as a snapshot: it makes its call again. */
  resume(given: Pick<Given, "signal" | "onOutput"> = {}): Promise<StepResult> {
    return ended(this.#steps({ method: "POST", path: this.#path("/resume"), signal: given.signal }), given.onOutput);
  }

  /** Answers a call that a step waits for, without `tools`: `{ value }`, `{ error }` or `{ approve }`. The result may be the next call. */
  answer(answer: AnswerRequest, given: Pick<Given, "signal" | "onOutput"> = {}): Promise<StepResult> {
    return ended(streamed(this.#wire, { method: "POST", path: this.#path("/answer"), body: answer, signal: given.signal }), given.onOutput);
  }

  /** Ends the step that runs or waits. The session stays. Says what the session did. */
  interrupt(): Promise<Interrupted> {
    this.#isStopped = true;
    return this.#wire.json({ method: "POST", path: this.#path("/interrupt"), repeats: true });
  }

  /** The whole state as bytes. They are neither encrypted nor signed. */
  async snapshot(): Promise<Uint8Array> {
    const { snapshot } = await this.#wire.json<Snapshot>({ method: "POST", path: this.#path("/snapshot"), repeats: true });
    return Uint8Array.from(atob(snapshot), (char) => char.charCodeAt(0));
  }

  /** A second session in the same state, with the same tools, which goes its own way. */
  async fork(given: { expiresInSeconds?: number } = {}): Promise<Session> {
    const body = given.expiresInSeconds === undefined ? {} : { expires_s: given.expiresInSeconds };
    const info = await this.#wire.json<SessionInfo>({ method: "POST", path: this.#path("/fork"), body });
    return new Session(this.#wire, info, this.#attaching);
  }

  /** What it is now. */
  show(): Promise<SessionInfo> {
    return this.#wire.json({ method: "GET", path: this.#path(""), repeats: true });
  }

  /** Deletes it. A step that runs in it ends. One that is gone is no error. */
  async delete(): Promise<void> {
    try {
      await this.#wire.send({ method: "DELETE", path: this.#path(""), repeats: true });
    } catch (error) {
      if (!(error instanceof ServerError && ["not-found", "worker-lost"].includes(error.kind))) throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.delete();
  }

  #path(more: string): string {
    return pathOf(this.id) + more;
  }

  async *#steps(first: Ask): AsyncGenerator<StepEvent, void, undefined> {
    let ask = first;
    let stdout = "";
    let stderr = "";
    // Until the server says that it does not run the step, or how it ended, whoever leaves must end it.
    let isOurs = true;
    let last: StepRecord | undefined;
    this.#isStopped = false;
    try {
      for (;;) {
        let record: StepRecord | undefined;
        try {
          for await (const event of streamed(this.#wire, ask)) {
            if (event.type === "end") record = event.result;
            else yield event;
          }
        } catch (error) {
          if (ask === first && error instanceof ServerError) isOurs = false;
          if (last !== undefined && this.#isStopped && error instanceof ServerError && error.kind === "busy") {
            isOurs = false;
            const { call: _, ...rest } = last;
            yield { type: "end", result: { ...rest, outcome: "interrupted", stdout, stderr } };
            return;
          }
          throw error;
        }
        if (record === undefined) throw cutShort(ask);
        last = record;
        stdout += record.stdout ?? "";
        stderr += record.stderr ?? "";
        const { call, outcome } = record;
        const tools = this.#attaching.tools;
        if ((outcome !== "host-call" && outcome !== "approval") || call === undefined || (tools === undefined && outcome === "host-call")) {
          isOurs = false;
          yield { type: "end", result: { ...record, stdout, stderr } };
          return;
        }
        yield { type: outcome === "host-call" ? "call" : "approval", call };
        // `__proto__` and such are no tools.
        const tool = tools !== undefined && Object.hasOwn(tools, call.tool) ? tools[call.tool] : undefined;
        const answer = outcome === "host-call" ? await answerOf(tool, call) : await consentOf(this.#attaching.approve, call);
        first.signal?.throwIfAborted();
        ask = { method: "POST", path: this.#path("/answer"), body: answer, signal: first.signal };
      }
    } finally {
      if (isOurs) await this.#settle();
    }
  }

  /** Ends what runs or waits, when whoever wanted it is gone. */
  async #settle(): Promise<void> {
    const end = Date.now() + 10_000;
    while (Date.now() < end) {
      try {
        if ((await this.interrupt()).state === "idle") return;
      } catch (error) {
        if (!(error instanceof ServerError && error.kind === "busy")) return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

function pathOf(id: string): string {
  return `/v1/sessions/${encodeURIComponent(id)}`;
}

/** What a program is given, as the server wants it. */
function asked(given: Given): Omit<StepRequest, "code"> {
  const body: Omit<StepRequest, "code"> = {};
  if (given.name !== undefined) body.name = given.name;
  if (given.inputs !== undefined) body.inputs = given.inputs;
  if (given.stdin !== undefined) body.stdin = given.stdin;
  if (given.files !== undefined) {
    const content = (data: string | Uint8Array): FileContent => (typeof data === "string" ? data : { base64: toBase64(data) });
    body.files = Object.fromEntries(Object.entries(given.files).map(([path, data]) => [path, content(data)]));
  }
  return body;
}

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}

/** The events of one request. */
async function* streamed(wire: Wire, ask: Ask): AsyncGenerator<StepEvent, void, undefined> {
  for await (const { name, data } of wire.events(ask)) {
    if (name === "error") throw failureOf(0, data);
    if (name !== "stdout" && name !== "stderr" && name !== "end") continue;
    let told: unknown;
    try {
      told = JSON.parse(data);
    } catch {
      throw failureOf(200, data);
    }
    if (name === "end") {
      yield { type: "end", result: told as StepResult };
      return;
    }
    yield { type: name, text: (told as { text: string }).text };
  }
  throw cutShort(ask);
}

/** The result at the end. */
async function ended(events: AsyncGenerator<StepEvent, void, undefined>, onOutput: Given["onOutput"]): Promise<StepResult> {
  for await (const event of events) {
    if (event.type === "end") return event.result;
    if (event.type === "stdout" || event.type === "stderr") onOutput?.(event.text, event.type);
  }
  throw new Error("a stream ended without a result");
}
