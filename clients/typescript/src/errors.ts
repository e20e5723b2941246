import type { Failure, FailureKind } from "./types.js";

/** The server did not do what it was asked for. `kind` says why, for programs; docs/serve.md has the table. */
export class ServerError extends Error {
  override readonly name: string = "ServerError";

  constructor(
    readonly kind: FailureKind | "bad-answer",
    message: string,
    /** The status of HTTP; 0 where the failure came in a stream of events. */
    readonly status: number,
  ) {
    super(message);
  }
}

/** The process that had the session has ended, and the session with it. Open another one, perhaps from a snapshot. */
export class WorkerLost extends ServerError {
  override readonly name = "WorkerLost";
}

/** The server was not reached, or its answer was cut short: then nobody knows what it did. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** What a tool throws to choose the exception that the program sees: a builtin class of Python, such as `LookupError`. */
export class ToolError extends Error {
  override readonly name = "ToolError";

  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

/** The error that an answer says. */
export function failureOf(status: number, text: string): ServerError {
  let told: Partial<Failure> = {};
  try {
    told = JSON.parse(text) as Partial<Failure>;
  } catch {
    // Something else than the server answered.
  }
  const error = told.error;
  if (typeof error?.kind !== "string" || typeof error.message !== "string") {
    return new ServerError("bad-answer", `the answer is not one of \`stockade serve\`: status ${status}, ${text.slice(0, 200)}`, status);
  }
  return error.kind === "worker-lost" ? new WorkerLost(error.kind, error.message, status) : new ServerError(error.kind, error.message, status);
}
