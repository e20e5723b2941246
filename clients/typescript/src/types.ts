// Made by tools/generate.mjs from the server's OpenAPI document (`GET /v1/openapi.json`). A test says when it is not the same any more.

/** What JSON has. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The answer to what a step waits for: one of `value`, `error` and `approve`. */
export type AnswerRequest = {
  /** The result of the call: any JSON. The program gets it as None, bool, int, float, str, list or dict. */
  value?: Json;
  error?: null | ToolError;
  /** Consent to a call that the policy asks about, or none. */
  approve?: boolean | null;
  /** With `approve: false`: why. The program sees it. */
  reason?: string | null;
};

/** Bytes in JSON. */
export type Base64 = {
  /** The bytes in base64, with padding. */
  base64: string;
};

/** Limits of a batch that are lower than the policy's. */
export type BatchLimits = {
  /** Fuel of a step, in units of the versioned schedule. A statement or an operation costs about one. A number of fuel units, or a text with a unit. */
  fuel?: number | string;
  /** Fuel of a step, in units of the versioned schedule. A statement or an operation costs about one. A number of fuel units, or a text with a unit. */
  "limits.fuel"?: number | string;
  /** Memory of the program's heap, counted before each allocation. A number of bytes, or a text with a unit. */
  memory?: number | string;
  /** Memory of the program's heap, counted before each allocation. A number of bytes, or a text with a unit. */
  "limits.memory"?: number | string;
  /** Frames in use at once, native ones included. Past it the run ends; Python raises its own `RecursionError` earlier, at 1000. A number of frames, or a text with a unit. */
  recursion?: number | string;
  /** Frames in use at once, native ones included. Past it the run ends; Python raises its own `RecursionError` earlier, at 1000. A number of frames, or a text with a unit. */
  "limits.recursion"?: number | string;
  /** Text printed in a step. A number of bytes, or a text with a unit. */
  output?: number | string;
  /** Text printed in a step. A number of bytes, or a text with a unit. */
  "limits.output"?: number | string;
};

/** A program to check. */
export type CheckRequest = {
  /** The program. */
  code: string;
  /** The name of the program, for messages. Without it: `main.py`. At most 1024 bytes. */
  name?: string | null;
  /** One of your policies. Without it: the first one. */
  policy?: string | null;
};

/** A batch of programs to judge, as `stockade eval run` judges the rows of its files. */
export type EvalRequest = {
  /** The samples, with their tests or with the name of a problem. Their fields are those of the formats of `stockade eval run`. */
  rows: Array<{ [key: string]: Json }>;
  /** The problems that samples name. */
  problems?: Array<{ [key: string]: Json }> | null;
  /** The format of the problems. Without it: found by their fields. */
  format?: "humaneval" | "evalplus" | "mbpp" | "mbpp-challenge" | "apps" | "taco" | "lcb" | "bigcodebench" | "stdio" | "plain" | "stockade" | null;
  /** How programs are taken out of answers: `none`, `last-fence`, `first-fence`. Without it: `none`. */
  extract?: "none" | "last-fence" | "first-fence" | null;
  limits?: BatchLimits;
  /** One of your policies. Without it: the first one. */
  policy?: string | null;
};

/** Why a request was not served. */
export type Failure = {
  /** What is wrong, and what is allowed instead. */
  error: FailureBody;
};

/** What is wrong. */
export type FailureBody = {
  /** The kind, for programs. */
  kind: FailureKind;
  /** One or two sentences, for people. */
  message: string;
};

/** The kinds of failures. Each has one status of HTTP. */
export type FailureKind = "bad-request" | "unauthorized" | "forbidden" | "not-found" | "method-not-allowed" | "slow" | "busy" | "too-large" | "media-type" | "wrong-host" | "refused" | "quota" | "worker-lost" | "unavailable" | "internal";

/** The content of a file. */
export type FileContent = string | Base64;

export type Finding = {
  /** the id of the rule */
  rule: string;
  /** the name of the rule */
  name: string;
  /** how serious it is */
  level: "deny" | "warn" | "info";
  /** one sentence */
  message: string;
  /** starts at 1 */
  line: number;
  /** starts at 1, in characters */
  column: number;
  /** line of the first character after the place */
  end_line: number;
  /** its column */
  end_column: number;
  /** byte offset in the source */
  start: number;
  /** byte offset of the end */
  end: number;
  /** what to do */
  help?: string;
  /** further information */
  note?: string;
  /** repairs */
  fixes?: Array<{
    /** what the repair does */
    message: string;
    /** places, and the text to put there */
    edits: Array<{
      start: number;
      end: number;
      line?: number;
      column?: number;
      end_line?: number;
      end_column?: number;
      text: string;
    }>;
  }>;
};

/** A copy of a session. */
export type ForkRequest = {
  /** As for a new session. Without it: that of the session which is copied. */
  expires_s?: number | null;
};

export type Frame = {
  file: string;
  line: number;
  function: string;
  /** text of the line */
  source: string | null;
  /** how often the line is repeated */
  repeated: number;
  /** frames left out before this one */
  omitted_before: number;
};

/** That something is as it should be. */
export type Health = {
  /** `ok`. */
  status: string;
};

/** What became of an interrupt. */
export type Interrupted = {
  /** What the session did. `running`: the step ends with `interrupted` soon, in its own answer. `waiting`: the step has ended and waits no more. `idle`: there was nothing to end. */
  state: SessionState;
};

export type Limit = {
  /** the name of the limit */
  kind: string;
  /** its value */
  limit: number;
  /** how much was used */
  used: number;
  /** the unit of the numbers */
  unit: string;
  /** what one operation alone needed that was refused */
  needed: number | null;
  /** true if the host cancelled the run */
  is_cancelled: boolean;
  /** where the front end was when the time was over; null if the program was running */
  phase: string | null;
  /** the flag of the command that sets the limit */
  flag: string | null;
  /** the setting of a policy that sets it */
  policy_key: string;
  /** the active calls, outermost first */
  stack: Frame[];
};

/** Limits that are lower than the policy's. */
export type Limits = {
  /** Size of a source text. A number of bytes, or a text with a unit. */
  "source.bytes"?: number | string;
  /** Tokens of a source text. A number of tokens, or a text with a unit. */
  "source.tokens"?: number | string;
  /** Nodes of the syntax tree. A number of nodes, or a text with a unit. */
  "source.ast_nodes"?: number | string;
  /** Nesting of the syntax tree, by any construct. A number of levels, or a text with a unit. */
  "source.ast_depth"?: number | string;
  /** Nesting of brackets; CPython itself stops at 200. A number of levels, or a text with a unit. */
  "source.brackets"?: number | string;
  /** Digits of a decimal integer literal. A number of digits, or a text with a unit. */
  "source.int_digits"?: number | string;
  /** Size of one string or bytes literal. Literals side by side are counted one by one; `source.bytes` bounds them all. A number of bytes, or a text with a unit. */
  "source.literal_bytes"?: number | string;
  /** Size of the whole number that `**`, `<<` and `*` of constants make. SIZE003 reports larger ones at its level, and SIZE004 long repetitions. A number of bytes, or a text with a unit. */
  "source.const_result_bytes"?: number | string;
  /** Fuel of a step, in units of the versioned schedule. A statement or an operation costs about one. A number of fuel units, or a text with a unit. */
  fuel?: number | string;
  /** Fuel of a step, in units of the versioned schedule. A statement or an operation costs about one. A number of fuel units, or a text with a unit. */
  "limits.fuel"?: number | string;
  /** Memory of the program's heap, counted before each allocation. A number of bytes, or a text with a unit. */
  memory?: number | string;
  /** Memory of the program's heap, counted before each allocation. A number of bytes, or a text with a unit. */
  "limits.memory"?: number | string;
  /** Wall time of a step, from reading its text on. Time spent in host functions is not included. A number of milliseconds, or a text with a unit. */
  timeout?: number | string;
  /** Wall time of a step, from reading its text on. Time spent in host functions is not included. A number of milliseconds, or a text with a unit. */
  "limits.timeout"?: number | string;
  /** Wall time of a step that counts everything: host functions, modules of the host, and waiting for consent. A year, if nothing sets it. A number of milliseconds, or a text with a unit. */
  total_timeout?: number | string;
  /** Wall time of a step that counts everything: host functions, modules of the host, and waiting for consent. A year, if nothing sets it. A number of milliseconds, or a text with a unit. */
  "limits.total_timeout"?: number | string;
  /** Frames in use at once, native ones included. Past it the run ends; Python raises its own `RecursionError` earlier, at 1000. A number of frames, or a text with a unit. */
  recursion?: number | string;
  /** Frames in use at once, native ones included. Past it the run ends; Python raises its own `RecursionError` earlier, at 1000. A number of frames, or a text with a unit. */
  "limits.recursion"?: number | string;
  /** Text printed in a step. A number of bytes, or a text with a unit. */
  output?: number | string;
  /** Text printed in a step. A number of bytes, or a text with a unit. */
  "limits.output"?: number | string;
  /** Calls of host functions in a step. A number of calls, or a text with a unit. */
  host_calls?: number | string;
  /** Calls of host functions in a step. A number of calls, or a text with a unit. */
  "limits.host_calls"?: number | string;
  /** Size of a snapshot that is written or read. A number of bytes, or a text with a unit. */
  snapshot?: number | string;
  /** Size of a snapshot that is written or read. A number of bytes, or a text with a unit. */
  "limits.snapshot"?: number | string;
};

/** Nothing needs to be said. */
export type Nothing = { [key: string]: Json };

/** how it ended: docs/report.md has the table */
export type Outcome = string;

/** What a program printed since the last piece. */
export type Piece = {
  /** The text. */
  text: string;
};

/** How a copy of a step that waited goes on. */
export type ResumeRequest = {
  /** What `sys.stdin` reads from now on. Without it: what the step left. */
  stdin?: string | null;
};

/** A program to run. */
export type RunRequest = {
  /** The program. */
  code: string;
  /** The name of the program, for messages. Without it: `main.py`. At most 1024 bytes. */
  name?: string | null;
  /** Variables that the program begins with. */
  inputs?: { [key: string]: Json };
  /** What `sys.stdin` reads. Without it: nothing. */
  stdin?: string | null;
  /** Files for the program, by their names. The policy must allow `open`. */
  files?: { [key: string]: FileContent };
  limits?: Limits;
  /** One of your policies. Without it: the first one. */
  policy?: string | null;
};

/** A session. */
export type SessionInfo = {
  /** Its id. Nobody can guess it, and it is of no use to another tenant. */
  id: string;
  /** The policy. */
  policy: string;
  /** The limits that hold for each of its steps, in their own units: those that it was opened with, else those of the policy. */
  limits: { [key: string]: number };
  /** What it does. */
  state: SessionState;
  /** The steps that it began. */
  steps: number;
  /** Its tools. */
  tools: Tool[];
  /** It is deleted when it was not used for so many seconds. */
  expires_s: number;
  /** The seconds since it was used. */
  idle_s: number;
};

/** A session to open. */
export type SessionRequest = {
  /** One of your policies. Without it: the first one. */
  policy?: string | null;
  limits?: Limits;
  /** A snapshot to go on from, in base64. Tools must be given again. */
  snapshot?: string | null;
  /** The id of a session to copy, with its policy, limits and tools. */
  fork_of?: string | null;
  /** Functions that the program may call and you answer. The policy must allow them. */
  tools?: Tool[];
  /** The session is deleted when it was not used for so many seconds. The host says what is the most, and what it is without this. */
  expires_s?: number | null;
};

/** What a session does. */
export type SessionState = "idle" | "running" | "waiting";

/** A page of sessions, in the order of their ids. */
export type Sessions = {
  /** The sessions. */
  sessions: SessionInfo[];
  /** What to give as `after` for the next page. Null at the end. */
  next: string | null;
};

/** A session as bytes. */
export type Snapshot = {
  /** The snapshot in base64. `POST /v1/sessions` goes on from it, in this server or another of the same version. */
  snapshot: string;
};

/** A message of the server over a WebSocket: one of the fields besides `id`. */
export type SocketMessage = {
  /** The number of the message that this one answers, if that had one and could be read. */
  id?: number | null;
  session?: null | SessionInfo;
  stdout?: null | Piece;
  stderr?: null | Piece;
  end?: null | StepRecord;
  interrupted?: null | Interrupted;
  /** The session in base64. */
  snapshot?: string | null;
  error?: null | FailureBody;
};

/** A message to the server over a WebSocket: one of `run`, `answer`, `resume`, `interrupt` and `snapshot`. */
export type SocketRequest = {
  /** A number of the client's own. Each message that answers this one has it. */
  id?: number | null;
  run?: null | StepRequest;
  answer?: null | AnswerRequest;
  resume?: null | ResumeRequest;
  interrupt?: null | Nothing;
  snapshot?: null | Nothing;
};

export type StepRecord = {
  /** the number of the step, from 1 */
  step: number;
  /** the name of the source; with `#cell3`, `#line7` or `#id` for a program inside a document */
  file: string;
  /** there only for the end of a session, when functions that it registered run; it has the number of the last step */
  is_end?: true;
  outcome: Outcome;
  /** the exit status that this step alone gives */
  exit_status?: number;
  /** true if the step called `final_answer` */
  is_final_answer: boolean;
  /** what the check found */
  findings: Finding[];
  /** `exited`, `runtime`, `internal`: the message. `syntax`, `unsupported`, `policy`: the message of the compiler, if the check found nothing */
  message?: string;
  /** `completed`: the value of the last expression, or the final answer. Not there if it has a type that JSON has not: then `repr` shows it */
  value?: Json;
  /** `completed`: the `repr` of the value; null for None */
  repr?: string | null;
  /** `exited`: the code of the `SystemExit` */
  exit_code?: number;
  /** `exited`: the line from which the program left. `syntax`, `unsupported`, `policy`: the line that the compiler refused */
  line?: number | null;
  /** `runtime`, and `unsupported` if the program ran: the class of the exception */
  exception?: string;
  /** `runtime`, and `unsupported` if the program ran: the traceback */
  traceback?: string;
  /** `unsupported`: what the program asked for and Stockade has not, if it ran: a module, or a name of a module */
  lacking?: string;
  /** `host-call`: the function without a result */
  tool?: string;
  /** `limit`, `interrupted`: the limit, and where the program was */
  limit?: Limit | null;
  /** units of fuel. This field and the next ones are there if the step ran */
  fuel?: number;
  /** bytes of the program's objects now */
  memory?: number;
  /** the most that they were */
  peak_memory?: number;
  /** the most bytes that the process held; null where the system does not tell */
  peak_resident?: number | null;
  /** bytes printed */
  output_bytes?: number;
  /** bytes that the program printed past the limit and that were dropped */
  dropped_output_bytes?: number;
  /** modules imported, in order */
  imports?: string[];
  /** what the policy refused while the program ran */
  denials?: Array<{
    rule: string;
    message: string;
  }>;
  /** with `--capture`: what the step wrote to stdout */
  stdout: string;
  /** with `--capture`: what the step itself wrote to stderr */
  stderr: string;
  /** `host-call`, `approval`: the call that waits */
  call?: {
    /** the function */
    tool: string;
    /** the arguments by position */
    args: Json[];
    /** the arguments by keyword */
    kwargs: { [key: string]: Json };
    /** `approval`: all arguments, by the names of their parameters */
    arguments?: { [key: string]: Json };
  };
  /** `/v1/run`: the record of the end of the program, if functions that it registered ran there */
  end?: StepRecord;
};

/** A step to run in a session. */
export type StepRequest = {
  /** The text of the step. */
  code: string;
  /** Its name, for messages. Without it: `step1.py`, `step2.py` and so on. At most 1024 bytes. */
  name?: string | null;
  /** Variables to set before it. */
  inputs?: { [key: string]: Json };
  /** What `sys.stdin` reads from now on. Without it: what an earlier step left. */
  stdin?: string | null;
  /** Files to write before it, by their names. The policy must allow `open`. */
  files?: { [key: string]: FileContent };
};

/** A function that the program may call and the client answers. */
export type Tool = {
  /** The name under which the program calls it. */
  name: string;
  /** Its parameters as in Python. */
  parameters: string;
  /** What it does. It is shown with the session; the program does not see it. */
  description?: string | null;
};

/** What a call raises. */
export type ToolError = {
  /** The class of a builtin exception. */
  type: string;
  /** Its message. */
  message?: string;
};

export type Verdict = {
  /** the name of the program */
  file: string;
  /** what the policy says */
  verdict: "allow" | "warn" | "deny";
  findings: Finding[];
  /** the modules that it imports */
  imports_used: string[];
  /** what else it uses */
  capabilities_used: string[];
  /** the name of the policy */
  policy: string;
  /** digest of the resolved settings */
  policy_sha256: string;
  /** digest of the program */
  source_sha256: string;
  /** the version of Stockade */
  tool_version: string;
};
