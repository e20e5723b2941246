import { Unreachable, failureOf } from "./errors.js";

/** Settings of a client. */
export interface Settings {
  /** The token of the tenant, where the server has tenants. */
  token?: string;
  /** How often a request is sent again that was not served because the server had too much to do, or that does the same when it is served twice. A step that may have begun is never sent again. Without it: 2. */
  retries?: number;
  /** What sends requests. Without it: the global `fetch`. */
  fetch?: typeof fetch;
  /** What makes WebSockets. Without it: the global `WebSocket`, which Node has from version 22 on. */
  WebSocket?: SocketClass;
}

/** What is used of a WebSocket. */
export type Socket = Pick<WebSocket, "send" | "close" | "addEventListener">;

export type SocketClass = new (url: string, protocols: string[]) => Socket;

export interface Ask {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  /** Whether it may be sent again when nobody knows if it was served. */
  repeats?: boolean;
  /** Whether the answer is a stream of events. */
  streams?: boolean;
  signal?: AbortSignal | undefined;
}

/** An event of a stream: its name and its data. */
export interface ServerEvent {
  name: string;
  data: string;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends requests to one server. */
export class Wire {
  readonly #url: string;
  readonly #settings: Settings;

  constructor(url: string, settings: Settings) {
    const parsed = new URL(url);
    if (!["http:", "https:"].includes(parsed.protocol) || parsed.search || parsed.hash || parsed.username) {
      throw new TypeError(`the address of a server is such as http://localhost:8700, not ${url}`);
    }
    this.#url = parsed.href.replace(/\/+$/, "");
    this.#settings = settings;
  }

  /** The answer. A failure is a `ServerError`. */
  async send(ask: Ask): Promise<Response> {
    let left = this.#settings.retries ?? 2;
    for (;;) {
      let answer: Response;
      try {
        answer = await this.#once(ask);
      } catch (error) {
        // Whoever aborts gets the reason.
        if (ask.signal?.aborted) throw error;
        if (ask.repeats && left > 0) {
          left -= 1;
          continue;
        }
        throw new Unreachable(`${ask.method} ${ask.path}: the server was not reached, or closed the connection`, { cause: error });
      }
      if (answer.ok) return answer;
      const text = await this.text(answer, ask);
      // The server says that it did not do it, because it has too much to do.
      if (![429, 503].includes(answer.status) || left <= 0) throw failureOf(answer.status, text);
      left -= 1;
      const after = Number(answer.headers.get("Retry-After") ?? "1");
      await sleep(1000 * Math.min(Number.isFinite(after) && after >= 0 ? after : 1, 30));
      ask.signal?.throwIfAborted();
    }
  }

  /** A WebSocket. It need not be open yet. */
  socket(path: string): Socket {
    const SocketClass: SocketClass | undefined = this.#settings.WebSocket ?? globalThis.WebSocket;
    if (SocketClass === undefined) throw new TypeError("there is no `WebSocket` here: give one in the settings of the client");
    const protocols = ["stockade.v1"];
    // No header can be set on a WebSocket.
    const { token } = this.#settings;
    if (token !== undefined) protocols.push(`stockade.token.${toBase64Url(token)}`);
    return new SocketClass(this.#url.replace(/^http/, "ws") + path, protocols);
  }

  /** The answer as JSON. */
  async json<T>(ask: Ask): Promise<T> {
    const text = await this.text(await this.send(ask), ask);
    try {
      return JSON.parse(text) as T;
    } catch {
      throw failureOf(200, text);
    }
  }

  /** The text of an answer. */
  async text(answer: Response, ask: Ask): Promise<string> {
    try {
      return await answer.text();
    } catch (error) {
      throw ask.signal?.aborted ? error : cutShort(ask, error);
    }
  }

  /** The events of a stream. Whoever leaves it early closes the connection, and the server ends what it runs. */
  async *events(ask: Ask): AsyncGenerator<ServerEvent, void, undefined> {
    const answer = await this.send({ ...ask, streams: true });
    if (!answer.headers.get("Content-Type")?.startsWith("text/event-stream") || !answer.body) throw failureOf(answer.status, await this.text(answer, ask));
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    let name = "";
    let data: string[] = [];
    try {
      for (;;) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          throw ask.signal?.aborted ? error : cutShort(ask, error);
        });
        if (done) return;
        const piece = decoder.decode(value, { stream: true });
        // A long line comes in many pieces: none is looked at again before its end is there.
        if (!piece.includes("\n")) {
          rest += piece;
          continue;
        }
        const lines = (rest + piece).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines.map((line) => line.replace(/\r$/, ""))) {
          if (line === "") {
            if (name) yield { name, data: data.join("\n") };
            [name, data] = ["", []];
          } else if (line.startsWith("event:")) {
            name = line.slice(6).trimStart();
          } else if (line.startsWith("data:")) {
            data.push(line.slice(5).replace(/^ /, ""));
          }
        }
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }

  #once(ask: Ask): Promise<Response> {
    const headers: Record<string, string> = { Accept: ask.streams ? "text/event-stream" : "application/json" };
    if (this.#settings.token !== undefined) headers["Authorization"] = `Bearer ${this.#settings.token}`;
    const init: RequestInit = { method: ask.method, headers, redirect: "error" };
    if (ask.body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(ask.body);
    }
    if (ask.signal) init.signal = ask.signal;
    return (this.#settings.fetch ?? fetch)(this.#url + ask.path, init);
  }
}

export function cutShort(ask: Ask, cause?: unknown): Unreachable {
  return new Unreachable(`${ask.method} ${ask.path}: the answer was cut short, and nobody knows what the server did`, { cause });
}

function toBase64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
