import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import http from "node:http";
import { type Answer, DownloadedFile } from "./downloaded-file";
import type { Random } from "./luck";
import { currentContext, inWorld, type Machine, resume, runOn } from "./machines";
import { time } from "./virtual-time";

/** What happens to one request. */
export type Fate =
  | "deliver"
  | "refuse"
  | "lose-request"
  | "lose-response"
  | "reset-after"
  | "late-request"
  | "late-response"
  | "busy"
  | "rate-limit"
  | "gateway-error-after"
  | "truncate"
  | "gone"
  | "duplicate";

export type Server = { machine: Machine; handle(request: Request): Promise<Response> };

/** One request as the network saw it, with what the server made of it. */
export type Call = {
  sentAt: number;
  from: string;
  /** The operation that the sender was working on for a person. */
  operationId: string | null;
  method: string;
  path: string;
  body: string | null;
  fate: Fate;
  /** The status of each time it was processed. */
  statuses: number[];
  processedAt: number[];
  /** What the sender got while it was still waiting; null if it got no complete response. */
  answer: number | null;
  /** Of the last complete body that the server sent with success, in hexadecimal. */
  bodySha256: string | null;
  /** Whether the audit log had the begin of its operation when it was sent; null without an operation. */
  isRecorded: boolean | null;
};

const MAX_DELAY_MS = 40;
const MAX_LATE_MS = 25_000;

/** Replaces fetch and `http.get`. A request takes a drawn time both ways, and its fate is chosen when it is sent. */
export class Network {
  readonly calls: Call[] = [];
  /** Whether the begin of an operation is in the audit log, for good. */
  isRecorded: (operationId: string) => boolean | null = () => null;
  readonly #servers = new Map<string, () => Server | null>();
  readonly #random: Random;
  readonly #chooseFate: (call: Call) => Fate;
  #lateRequests = 0;

  constructor(random: Random, chooseFate: (call: Call) => Fate) {
    this.#random = random;
    this.#chooseFate = chooseFate;
    globalThis.fetch = async (input, init) =>
      toResponse(await this.#exchange(new Request(input, withoutSignal(init)), init?.signal ?? null));
    const download = (
      url: URL,
      { signal }: http.RequestOptions,
      onResponse: (file: DownloadedFile) => void,
    ) => this.#download(new Request(url), signal ?? null, onResponse);
    Object.assign(http, { get: download });
  }

  /** Whether the operation asked the issuer to change something. */
  hasSent(operationId: string): boolean {
    return this.calls.some((call) => call.operationId === operationId && call.method !== "GET");
  }

  /** Whether the issuer did what the operation asked for. */
  hasDone(operationId: string): boolean {
    return this.calls.some(
      (call) =>
        call.operationId === operationId &&
        call.method !== "GET" &&
        call.statuses.some((status) => status < 300),
    );
  }

  /** No request is still on its way. */
  get isIdle(): boolean {
    return this.#lateRequests === 0;
  }

  /** `find` returns null while no machine listens at this host. */
  serve(host: string, find: () => Server | null): void {
    this.#servers.set(host, find);
  }

  /** Report files are downloaded with `http.get` (lib/reports/open-link.ts). */
  #download(request: Request, signal: AbortSignal | null, onResponse: (file: DownloadedFile) => void) {
    const emitter = new EventEmitter();
    this.#exchange(request, signal).then(
      (answer) => onResponse(new DownloadedFile(answer, signal, this.#random)),
      (error) => emitter.emit("error", error.cause ?? error),
    );
    return emitter;
  }

  async #exchange(request: Request, signal: AbortSignal | null): Promise<Answer> {
    const context = currentContext();
    const body = request.body ? await request.text() : null;
    const { host, pathname, search } = new URL(request.url);
    const call: Call = {
      sentAt: time.now,
      from: context?.machine.name ?? "world",
      operationId: context?.request?.operationId ?? null,
      method: request.method,
      path: pathname + search,
      body,
      fate: "deliver",
      statuses: [],
      processedAt: [],
      answer: null,
      bodySha256: null,
      isRecorded: null,
    };
    if (call.operationId && call.method !== "GET") call.isRecorded = this.isRecorded(call.operationId);
    call.fate = this.#chooseFate(call);
    this.calls.push(call);
    return new Promise((resolve, reject) => {
      const settleWith = (answer: Answer | Error) => {
        if (signal?.aborted) return;
        resume(context, () => {
          if (answer instanceof Error) return reject(answer);
          call.answer = answer.isTruncated ? null : answer.status;
          resolve(answer);
        });
      };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      inWorld(() => this.#send(call, host, request, settleWith));
    });
  }

  #send(call: Call, host: string, request: Request, settleWith: (answer: Answer | Error) => void): void {
    const { fate } = call;
    const what = `${call.method} ${call.path} ${fate}`;
    const answer = (response: Answer | Error, delayMs = this.#delayMs()) =>
      void time.schedule(delayMs, `response to ${what}`, () => settleWith(response));
    const deliver = (onAnswer: (response: Answer | Error) => void) =>
      void time.schedule(this.#delayMs(), `request ${what}`, () =>
        this.#process(call, host, request, onAnswer),
      );
    const ignore = () => undefined;
    const deliverLate = () => {
      this.#lateRequests += 1;
      time.schedule(this.#random() * MAX_LATE_MS, `request ${what}`, () => {
        this.#lateRequests -= 1;
        this.#process(call, host, request, ignore);
      });
    };
    const carryOut: Record<Fate, () => void> = {
      deliver: () => deliver(answer),
      refuse: () => answer(networkError("ECONNREFUSED")),
      busy: () => answer({ status: 503 }),
      "rate-limit": () => answer({ status: 429, headers: { "retry-after": "2" } }),
      "lose-request": ignore,
      "lose-response": () => deliver(ignore),
      "late-request": deliverLate,
      "late-response": () => deliver((response) => answer(response, this.#random() * MAX_LATE_MS)),
      "reset-after": () => deliver(() => answer(networkError("ECONNRESET"))),
      "gateway-error-after": () => deliver(() => answer({ status: 502 })),
      gone: () => answer({ status: 410 }),
      truncate: () =>
        deliver((response) =>
          answer(response instanceof Error ? response : { ...response, isTruncated: true }),
        ),
      duplicate: () => {
        deliver(answer);
        deliverLate();
      },
    };
    carryOut[fate]();
  }

  #process(call: Call, host: string, request: Request, onAnswer: (response: Answer | Error) => void): void {
    const server = this.#servers.get(host)?.() ?? null;
    if (!server) {
      onAnswer(networkError("ECONNREFUSED"));
      return;
    }
    const { machine } = server;
    const onCrash = () => onAnswer(networkError("ECONNRESET"));
    machine.onCrash.add(onCrash);
    const handle = async () => {
      const body = call.body === null ? {} : { body: call.body };
      const { url, method, headers } = request;
      const incoming = new Request(url, { method, headers, ...body });
      const response = await server.handle(incoming).catch(() => new Response(null, { status: 500 }));
      const bytes = await response.arrayBuffer();
      machine.onCrash.delete(onCrash);
      call.statuses.push(response.status);
      call.processedAt.push(time.now);
      if (response.ok) call.bodySha256 = createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
      const answer = { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
      inWorld(() => onAnswer(answer));
    };
    void runOn(machine, null, handle);
  }

  #delayMs(): number {
    return 1 + this.#random() * MAX_DELAY_MS;
  }
}

/** A signal in the Request would abort the copy that is already on its way. */
function withoutSignal(init: RequestInit | undefined): RequestInit {
  const { signal: _, ...others } = init ?? {};
  return others;
}

const WITHOUT_BODY = new Set([204, 304]);

function toResponse({ status, headers = {}, body, isTruncated }: Answer): Response {
  const content = isTruncated && body ? brokenStream(body.slice(0, body.byteLength / 2)) : body;
  return new Response(WITHOUT_BODY.has(status) ? null : content, { status, headers });
}

function brokenStream(body: ArrayBuffer): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(body)),
    pull: (controller) => controller.error(new TypeError("terminated")),
  });
}

/** Like the error of Node's fetch, whose cause has the code. */
function networkError(code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}
