import { createServer as createHttpServer, type Server } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { ApiError } from "@/lib/contract/error";

/** Longer than clients rest between two requests: one sent on a connection that is being closed gets no answer. */
const KEEP_ALIVE_MS = 75_000;

/** The application behind a port. A request too malformed to reach it is refused in the same shape. */
export function createServer(app: { fetch: Parameters<typeof getRequestListener>[0] }): Server {
  return createHttpServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    getRequestListener(app.fetch, { errorHandler }),
  );
}

function errorHandler(error: unknown): Response {
  const [code, message] =
    error instanceof RequestError
      ? [400, "The request's path or host is malformed"]
      : [500, "Internal error"];
  return Response.json({ code, message, status: "failed" } satisfies ApiError, { status: code });
}
