/** A session over one WebSocket, in both directions. */
import { Unreachable, failureOf } from "./errors.js";
import { type Attaching, type Events, type Given, type StepResult, asked, driven, ended } from "./steps.js";
import type { AnswerRequest, Interrupted, ResumeRequest, SessionInfo, SocketMessage, SocketRequest } from "./types.js";
import type { Socket } from "./wire.js";

/** What came for one message that was sent, until somebody takes it. */
class Inbox {
  readonly #came: SocketMessage[] = [];
  #failure: unknown;
  #wake: () => void = () => undefined;

  push(message: SocketMessage): void {
    this.#came.push(message);
    this.#wake();
  }

  /** There will be no more. */
  fail(failure: unknown): void {
    this.#failure ??= failure;
    this.#wake();
  }

  async next(): Promise<SocketMessage> {
    for (;;) {
      const next = this.#came.shift();
      if (next) return next;
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** A session over one connection: it runs one step at a time, and ends that when it is closed. The session stays. */
export class Connection {
  readonly #socket: Socket;
  readonly #attaching: Attaching;
  readonly #inboxes = new Map<number, Inbox>();
  readonly #closed: Promise<void>;
  #lost: Unreachable | undefined;
  #last = 0;
  /** Whoever interrupts a step that waits ends it, and the answer comes too late. */
  #isStopped = false;
  /** What the session was when the connection was opened. */
  readonly info: SessionInfo;

  private constructor(socket: Socket, info: SessionInfo, attaching: Attaching) {
    this.#socket = socket;
    this.info = info;
    this.#attaching = attaching;
    socket.addEventListener("message", ({ data }) => this.#take(String(data)));
    this.#closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ reason }) => {
        this.#lost = new Unreachable(`the connection ended${reason && `: ${reason}`}`);
        for (const inbox of this.#inboxes.values()) inbox.fail(this.#lost);
        resolve();
      });
    });
  }

  /** @internal */
  static open(socket: Socket, attaching: Attaching): Promise<Connection> {
    return new Promise((resolve, reject) => {
      // The first message says what the session is. A connection that is refused says nothing.
      socket.addEventListener(
        "message",
        ({ data }) => {
          const first = messageOf(String(data));
          if (first.session) resolve(new Connection(socket, first.session, attaching));
          else {
            socket.close();
            reject(failureOf(200, String(data)));
          }
        },
        { once: true },
      );
      const refused = () => reject(new Unreachable("no WebSocket was opened: the server was not reached, or the session or the token is not one of it"));
      socket.addEventListener("error", refused);
      socket.addEventListener("close", refused);
    });
  }

  /** Runs a step to its end, and calls tools here. How the program ends is in the result. */
  run(code: string, given: Given = {}): Promise<StepResult> {
    return ended(this.stream(code, given), given.onOutput);
  }

  /** Runs a step, and gives what it prints and calls as it does, at last `end`. Whoever leaves the loop early ends the step. */
  stream(code: string, given: Given = {}): Events {
    return this.#steps({ run: { code, ...asked(given) } }, given.signal);
  }

  /** Goes on with a step that waited when its session was copied or written as a snapshot: it makes its call again. */
  resume(given: Pick<Given, "stdin" | "signal" | "onOutput"> = {}): Promise<StepResult> {
    const resume: ResumeRequest = given.stdin === undefined ? {} : { stdin: given.stdin };
    return ended(this.#steps({ resume }, given.signal), given.onOutput);
  }

  /** Answers a call that a step waits for, without `tools`: `{ value }`, `{ error }` or `{ approve }`. The result may be the next call. */
  answer(answer: AnswerRequest, given: Pick<Given, "signal" | "onOutput"> = {}): Promise<StepResult> {
    return ended(this.#events({ answer }, given.signal), given.onOutput);
  }

  /** Ends the step that runs or waits. Says what the session did. */
  async interrupt(): Promise<Interrupted> {
    this.#isStopped = true;
    const { interrupted } = await this.#once({ interrupt: {} });
    if (!interrupted) throw failureOf(200, "no answer to `interrupt`");
    return interrupted;
  }

  /** The whole state as bytes. They are neither encrypted nor signed. */
  async snapshot(): Promise<Uint8Array> {
    const { snapshot } = await this.#once({ snapshot: {} });
    if (typeof snapshot !== "string") throw failureOf(200, "no answer to `snapshot`");
    return Uint8Array.from(atob(snapshot), (char) => char.charCodeAt(0));
  }

  /** Closes the connection. A step that runs ends; one that waits for a call still waits. */
  async close(): Promise<void> {
    this.#socket.close(1000);
    await this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #steps(first: SocketRequest, signal: AbortSignal | undefined): Events {
    this.#isStopped = false;
    const way = {
      begin: () => this.#events(first, signal),
      answer: (answer: AnswerRequest) => this.#events({ answer }, signal),
      interrupt: () => this.interrupt(),
      isStopped: () => this.#isStopped,
      signal,
    };
    return driven(way, this.#attaching);
  }

  /** What comes for one message, until the step ends or waits. */
  async *#events(request: SocketRequest, signal: AbortSignal | undefined): Events {
    signal?.throwIfAborted();
    const [id, inbox] = this.#send(request);
    const aborted = () => inbox.fail(signal?.reason);
    signal?.addEventListener("abort", aborted);
    try {
      for (;;) {
        const { stdout, stderr, end } = await inbox.next();
        signal?.throwIfAborted();
        if (stdout) yield { type: "stdout", text: stdout.text };
        if (stderr) yield { type: "stderr", text: stderr.text };
        if (end) {
          yield { type: "end", result: end };
          return;
        }
      }
    } finally {
      signal?.removeEventListener("abort", aborted);
      this.#inboxes.delete(id);
    }
  }

  async #once(request: SocketRequest): Promise<SocketMessage> {
    const [id, inbox] = this.#send(request);
    try {
      return await inbox.next();
    } finally {
      this.#inboxes.delete(id);
    }
  }

  #send(request: SocketRequest): [number, Inbox] {
    if (this.#lost) throw this.#lost;
    const id = ++this.#last;
    const inbox = new Inbox();
    this.#inboxes.set(id, inbox);
    this.#socket.send(JSON.stringify({ id, ...request }));
    return [id, inbox];
  }

  #take(data: string): void {
    const message = messageOf(data);
    // What the server did not even read is what was sent last.
    const id = message.id ?? Math.max(...this.#inboxes.keys());
    const inbox = this.#inboxes.get(id);
    if (message.error) inbox?.fail(failureOf(0, data));
    else inbox?.push(message);
  }
}

function messageOf(data: string): SocketMessage {
  try {
    return JSON.parse(data) as SocketMessage;
  } catch {
    return {};
  }
}
