/** A client of `stockade serve`: runs Python that a language model wrote, in a sandbox on a server. */
import { Connection } from "./connection.js";
import { ServerError } from "./errors.js";
import { type Attaching, type Events, type Given, type StepResult, asked, driven, ended, streamed, toBase64 } from "./steps.js";
import type { AnswerRequest, Interrupted, Limits, ResumeRequest, RunRequest, SessionInfo, SessionRequest, Sessions, Snapshot, Verdict } from "./types.js";
import { type Ask, type Settings, Wire } from "./wire.js";

export { Connection } from "./connection.js";
export { ServerError, ToolError, Unreachable, WorkerLost } from "./errors.js";
export type { Attaching, Given, StepEvent, StepResult } from "./steps.js";
export type { Approver, Call, ToolFunction } from "./tools.js";
export type * from "./types.js";
export type { Settings } from "./wire.js";

/** What a single program is given. */
export interface GivenAlone extends Given {
  /** The name of one of the server's policies. Without it: the first one. */
  policy?: string;
  /** Limits that are lower than the policy's: `{ timeout: "2s", fuel: 100000 }`. */
  limits?: Limits;
}

/** What a session is opened with. */
export interface Opening extends Attaching {
  /** The name of one of the server's policies. Without it: the first one. */
  policy?: string;
  /** Limits of each step that are lower than the policy's: `{ timeout: "2s", memory: "64MiB" }`. */
  limits?: Limits;
  /** The server deletes the session when nobody used it for so many seconds. */
  expiresInSeconds?: number;
}

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
  stream(code: string, given: Given = {}): Events {
    return this.#steps({ method: "POST", path: this.#path("/run"), body: { code, ...asked(given) }, signal: given.signal });
  }

  /** Goes on with a step that waited when its session was copied or written as a snapshot: it makes its call again. */
  resume(given: Pick<Given, "stdin" | "signal" | "onOutput"> = {}): Promise<StepResult> {
    const body: ResumeRequest = given.stdin === undefined ? {} : { stdin: given.stdin };
    return ended(this.#steps({ method: "POST", path: this.#path("/resume"), body, signal: given.signal }), given.onOutput);
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

  /** Opens a WebSocket to it. Steps over that need no request each, and an interrupt needs none besides. */
  async connect(): Promise<Connection> {
    return Connection.open(await this.#wire.socket(this.#path("/ws")), this.#attaching);
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

  #steps(first: Ask): Events {
    const { signal } = first;
    this.#isStopped = false;
    const way = {
      begin: () => streamed(this.#wire, first),
      answer: (body: AnswerRequest) => streamed(this.#wire, { method: "POST", path: this.#path("/answer"), body, signal }),
      interrupt: () => this.interrupt(),
      isStopped: () => this.#isStopped,
      signal,
    };
    return driven(way, this.#attaching);
  }
}

function pathOf(id: string): string {
  return `/v1/sessions/${encodeURIComponent(id)}`;
}

