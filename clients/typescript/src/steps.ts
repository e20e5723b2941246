/** Steps: what they are given, what comes while they run, and the calls that are answered here. */
import { ServerError, failureOf } from "./errors.js";
import { type Approver, type Call, type ToolFunction, answerOf, consentOf } from "./tools.js";
import type { AnswerRequest, FileContent, Interrupted, Json, StepRecord, StepRequest } from "./types.js";
import { type Ask, type Wire, cutShort } from "./wire.js";

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

/** What this end knows of a session that is there. */
export interface Attaching {
  /** Functions of this process, by the names under which the program calls them. */
  tools?: { [name: string]: ToolFunction };
  /** Is asked about the calls that the policy wants consent for. Without it they are refused. */
  approve?: Approver;
}

export type Events = AsyncGenerator<StepEvent, void, undefined>;

/** How the parts of a step reach the server. */
export interface Way {
  /** Begins the step. */
  begin(): Events;
  /** Goes on with it. */
  answer(answer: AnswerRequest): Events;
  /** Ends it, and says what the session did. */
  interrupt(): Promise<Interrupted>;
  /** Whether somebody has asked for its end since it began. */
  isStopped(): boolean;
  signal: AbortSignal | undefined;
}

/** What a program is given, as the server wants it. */
export function asked(given: Given): Omit<StepRequest, "code"> {
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

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}

/** A step to its end, with the calls that it makes here. */
export async function* driven(way: Way, { tools, approve }: Attaching): Events {
  let events = way.begin();
  let isFirst = true;
  let stdout = "";
  let stderr = "";
  // Until the server says that it does not run the step, or how it ended, whoever leaves must end it.
  let isOurs = true;
  let last: StepRecord | undefined;
  try {
    for (;;) {
      let record: StepRecord | undefined;
      try {
        for await (const event of events) {
          if (event.type === "end") record = event.result;
          else yield event;
        }
      } catch (error) {
        if (isFirst && error instanceof ServerError) isOurs = false;
        // Whoever interrupts a step that waits ends it, and its answer comes too late.
        if (last !== undefined && way.isStopped() && error instanceof ServerError && error.kind === "busy") {
          isOurs = false;
          const { call: _, ...rest } = last;
          yield { type: "end", result: { ...rest, outcome: "interrupted", stdout, stderr } };
          return;
        }
        throw error;
      }
      if (record === undefined) throw new Error("a stream ended without a result");
      last = record;
      stdout += record.stdout ?? "";
      stderr += record.stderr ?? "";
      const { call, outcome } = record;
      if ((outcome !== "host-call" && outcome !== "approval") || call === undefined || (tools === undefined && outcome === "host-call")) {
        isOurs = false;
        yield { type: "end", result: { ...record, stdout, stderr } };
        return;
      }
      yield { type: outcome === "host-call" ? "call" : "approval", call };
      // `__proto__` and such are no tools.
      const tool = tools !== undefined && Object.hasOwn(tools, call.tool) ? tools[call.tool] : undefined;
      const answer = outcome === "host-call" ? await answerOf(tool, call) : await consentOf(approve, call);
      way.signal?.throwIfAborted();
      events = way.answer(answer);
      isFirst = false;
    }
  } finally {
    if (isOurs) await settle(way);
  }
}

/** Ends what runs or waits, when whoever wanted it is gone. */
async function settle(way: Way): Promise<void> {
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    try {
      if ((await way.interrupt()).state === "idle") return;
    } catch (error) {
      if (!(error instanceof ServerError && error.kind === "busy")) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The events of one request. */
export async function* streamed(wire: Wire, ask: Ask): Events {
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
export async function ended(events: AsyncGenerator<StepEvent, void, undefined>, onOutput: Given["onOutput"]): Promise<StepResult> {
  for await (const event of events) {
    if (event.type === "end") return event.result;
    if (event.type === "stdout" || event.type === "stderr") onOutput?.(event.text, event.type);
  }
  throw new Error("a stream ended without a result");
}
