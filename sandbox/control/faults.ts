import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { createRoutes, type WorldEnv } from "@/sandbox/http/env";
import { errorResponse, HttpError, readJson } from "@/sandbox/http/http-error";
import { addFault, clearFaults } from "@/sandbox/operations/faults";
import type { Fault } from "@/sandbox/worlds/faults";
import { note, noteChanges } from "@/sandbox/worlds/request-log";

const TRUNCATE_DELAY_MS = 100;

export function faultRoutes() {
  const routes = createRoutes();
  routes.post("/faults", async (context) => {
    const added = addFault(context.var.world, await readJson(context));
    noteChanges([`fault ${added.id} added: ${added.fault.type}`]);
    return context.json(added, 201);
  });
  routes.get("/faults", (context) => context.json({ faults: context.var.world.faults.list() }));
  routes.delete("/faults", (context) => {
    const cleared = clearFaults(context.var.world);
    noteChanges([`faults removed: ${cleared}`]);
    return context.json({ cleared });
  });
  return routes;
}

/** Applies the first active fault that matches the request. */
export function faultMiddleware(): MiddlewareHandler<WorldEnv> {
  return async (context, next) => {
    const { faults } = context.var.world;
    // Hono strips the trailing slash, which a fault's path may include: `/cards/`.
    const fault = faults.take(context.req.method, `${context.req.path}/`);
    if (!fault) return next();
    note({ fault: fault.type });
    switch (fault.type) {
      case "status": {
        const error = new HttpError(fault.status as HttpError["status"], "Injected fault");
        if (fault.retryAfterSeconds !== undefined)
          context.header("retry-after", String(fault.retryAfterSeconds));
        return errorResponse(context, error);
      }
      case "delay":
        await wait(fault.ms);
        return next();
      case "commit-then-delay":
        await next();
        await wait(fault.ms);
        return;
      case "rubbish":
        return context.body(fault.body ?? "<html><body>502 Bad Gateway</body></html>", 200, {
          "content-type": fault.contentType ?? "text/html",
        });
      case "commit-then-drop":
        await next();
        note({ response: context.res });
        context.res = dropConnection(context.env);
        return;
      case "drop":
        return dropConnection(context.env);
      case "slow-body":
      case "truncate":
        await next();
        note({ response: context.res.clone() });
        context.res = await splitInHalves(context.res, fault, context.env);
        return;
    }
  };
}

/** A pending delay must not keep a stopped sandbox alive. */
function wait(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false });
}

/** Destroys the socket, or, for an app called in-process, returns a response whose body fails. */
function dropConnection(bindings: Partial<HttpBindings> | undefined): Response {
  const socket = bindings?.incoming?.socket;
  if (!socket) return new Response(brokenStream(), { status: 502 });
  socket.destroy();
  // The server would log the error of a body that fails.
  return new Response(null, { status: 502 });
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
        const socket = bindings?.incoming?.socket;
        if (!socket) return controller.error(new Error("Injected fault"));
        socket.destroy();
        return controller.close();
      }
      await wait(fault.ms);
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
