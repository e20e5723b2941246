import { ToolError } from "./errors.js";
import type { AnswerRequest, Json, StepRecord } from "./types.js";

/** A call that a program makes: the arguments as it gave them, by position and by name. */
export type Call = NonNullable<StepRecord["call"]>;

/** A function of this process that the program may call. */
export interface ToolFunction {
  /** The parameters, as in Python: `"item, count=1"`. */
  parameters: string;
  /** What it does. It is shown with the session; the program does not see it. */
  description?: string;
  /** Called with the arguments by the names of the parameters. What it returns goes to the program as JSON; what it throws, the program sees as an exception: `ToolError` says as which, a `TypeError` is a `TypeError`, a `RangeError` a `ValueError`, and others are a `RuntimeError`. */
  run(args: { [name: string]: Json }, call: Call): unknown;
}

/** Says whether a call may be made that the policy wants consent for: `true`, `false`, or the reason of a refusal. */
export type Approver = (call: Call) => boolean | string | Promise<boolean | string>;

/** The names of parameters with a place, and of those for the rest (`*more`). Names of keywords come with a call. */
export function placesOf(parameters: string): { placed: string[]; rest: string | undefined } {
  const placed: string[] = [];
  for (const part of splitAtCommas(parameters)) {
    if (part === "/" || part === "") continue;
    if (part.startsWith("*")) {
      // What is behind has no place.
      const rest = part.startsWith("**") ? "" : part.slice(1).trim();
      return { placed, rest: rest || undefined };
    }
    placed.push(/^[\p{L}\p{N}_]+/u.exec(part)?.[0] ?? part);
  }
  return { placed, rest: undefined };
}

/** Parts between commas that are in no text and no bracket. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  let depth = 0;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote) {
      if (char === "\\") {
        part += char + text.charAt(++at);
        continue;
      }
      if (char === quote) quote = "";
    } else if (char === "'" || char === '"') {
      quote = char;
    } else if ("([{".includes(char)) {
      depth += 1;
    } else if (")]}".includes(char)) {
      depth -= 1;
    } else if (char === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
      continue;
    }
    part += char;
  }
  return [...parts, part.trim()];
}

/** The arguments of a call by the names of their parameters. */
export function argumentsOf(parameters: string, call: Call): { [name: string]: Json } {
  const { placed, rest } = placesOf(parameters);
  // A program chooses names, and `__proto__` must be one like any other.
  const named = new Map<string, Json>(Object.entries(call.kwargs));
  call.args.slice(0, placed.length).forEach((value, at) => named.set(placed[at] ?? "", value));
  if (rest !== undefined) named.set(rest, call.args.slice(placed.length));
  return Object.fromEntries(named);
}

/** What a call came to, as the server wants it. */
export async function answerOf(tool: ToolFunction | undefined, call: Call): Promise<AnswerRequest> {
  if (tool === undefined) return { error: { type: "NameError", message: `host function '${call.tool}' is not lent` } };
  let value: unknown;
  try {
    value = await tool.run(argumentsOf(tool.parameters, call), call);
  } catch (error) {
    return { error: exceptionOf(error) };
  }
  try {
    // `undefined` is no JSON: a function without a result gives None, as in Python.
    const text = JSON.stringify(value ?? null) as string | undefined;
    if (text === undefined) throw new TypeError(`${typeof value} is no JSON`);
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: { type: "TypeError", message: `the result of ${call.tool}() can't enter the sandbox: ${message}` } };
  }
}

function exceptionOf(error: unknown): { type: string; message: string } {
  if (error instanceof ToolError) return { type: error.type, message: error.message };
  if (error instanceof TypeError) return { type: "TypeError", message: error.message };
  if (error instanceof RangeError) return { type: "ValueError", message: error.message };
  if (error instanceof Error) return { type: "RuntimeError", message: error.message };
  return { type: "RuntimeError", message: String(error) };
}

/** The answer to a call that needs consent. */
export async function consentOf(approve: Approver | undefined, call: Call): Promise<AnswerRequest> {
  if (approve === undefined) return { approve: false, reason: "the policy asks for consent, and nobody is there to give it: the host gives `approve`" };
  const said = await approve(call);
  return said === true ? { approve: true } : { approve: false, reason: said || "the host said no" };
}
