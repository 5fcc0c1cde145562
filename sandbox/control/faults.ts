import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { errorResponse, HttpError } from "@/sandbox/http/http-error";

const TRUNCATE_DELAY_MS = 100;

const Milliseconds = z.int().min(0).max(600_000);

export const Fault = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("status"),
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.int().min(0).optional(),
  }),
  z.object({ type: z.literal("delay"), ms: Milliseconds }),
  z.object({ type: z.literal("drop") }),
  z.object({ type: z.literal("commit-then-drop") }),
  z.object({ type: z.literal("commit-then-delay"), ms: Milliseconds }),
  z.object({ type: z.literal("rubbish"), body: z.string().optional(), contentType: z.string().optional() }),
  z.object({ type: z.literal("slow-body"), ms: Milliseconds }),
  z.object({ type: z.literal("truncate") }),
]);
export type Fault = z.infer<typeof Fault>;

export const FaultRequest = z.object({
  method: z.enum(["GET", "POST", "PUT"]).optional(),
  /** Any part of the path, such as `/freeze/`. */
  path: z.string().optional(),
  times: z.int().min(1).default(1),
  fault: Fault,
});
export type FaultRequest = z.infer<typeof FaultRequest>;

type ActiveFault = FaultRequest & { id: number };

/** Active faults; the oldest match is used first. */
export class Faults {
  #active: ActiveFault[] = [];
  #lastId = 0;

  add(request: FaultRequest): ActiveFault {
    this.#lastId += 1;
    const added = { id: this.#lastId, ...request };
    this.#active.push(added);
    return added;
  }

  list(): ActiveFault[] {
    return this.#active;
  }

  clear(): number {
    const cleared = this.#active.length;
    this.#active = [];
    return cleared;
  }

  take(method: string, path: string): Fault | null {
    const match = this.#active.find(
      (active) => (active.method ?? method) === method && path.includes(active.path ?? ""),
    );
    if (!match) return null;
    match.times -= 1;
    if (match.times === 0) this.#active = this.#active.filter((active) => active !== match);
    return match.fault;
  }
}

/** Applies the first active fault that matches the request. */
export function faultMiddleware(faults: Faults): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  return async (context, next) => {
    // Hono strips the trailing slash, which a fault's path may include: `/cards/`.
    const fault = faults.take(context.req.method, `${context.req.path}/`);
    if (!fault) return next();
    switch (fault.type) {
      case "status": {
        const error = new HttpError(fault.status as HttpError["status"], "Injected fault");
        if (fault.retryAfterSeconds !== undefined)
          context.header("retry-after", String(fault.retryAfterSeconds));
        return errorResponse(context, error);
      }
      case "delay":
        await sleep(fault.ms);
        return next();
      case "commit-then-delay":
        await next();
        // A pending delay must not keep a stopping sandbox alive.
        await sleep(fault.ms, undefined, { ref: false });
        return;
      case "rubbish":
        return context.body(fault.body ?? "<html><body>502 Bad Gateway</body></html>", 200, {
          "content-type": fault.contentType ?? "text/html",
        });
      case "commit-then-drop":
        await next();
        context.res = dropConnection(context.env);
        return;
      case "drop":
        return dropConnection(context.env);
      case "slow-body":
      case "truncate":
        await next();
        context.res = await splitInHalves(context.res, fault, context.env);
        return;
    }
  };
}

/** Destroys the socket, or, for an app called in-process, returns a response whose body fails. */
function dropConnection(bindings: Partial<HttpBindings> | undefined): Response {
  bindings?.incoming?.socket.destroy();
  return new Response(brokenStream(), { status: 502 });
}

/** Sends the first half of the response, then the rest after a delay or never. */
async function splitInHalves(
  response: Response,
  fault: Extract<Fault, { type: "slow-body" | "truncate" }>,
  bindings: Partial<HttpBindings> | undefined,
): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const half = Math.floor(bytes.length / 2);
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sent) {
        sent = true;
        controller.enqueue(bytes.subarray(0, half));
        return;
      }
      if (fault.type === "truncate") {
        // Gives the server time to send the first half before the connection is destroyed.
        await sleep(TRUNCATE_DELAY_MS);
        bindings?.incoming?.socket.destroy();
        controller.error(new Error("Injected fault"));
        return;
      }
      await sleep(fault.ms);
      controller.enqueue(bytes.subarray(half));
      controller.close();
    },
  });
  return new Response(body, { status: response.status, headers });
}

function brokenStream(): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      controller.error(new Error("The connection was dropped"));
    },
  });
}
