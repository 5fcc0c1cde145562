import { createServer as createHttpServer, type Server } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { ApiError } from "@/lib/contract/error";

/** Longer than clients keep idle connections: a request on a connection that we are closing would get no response. */
const KEEP_ALIVE_MS = 75_000;

/** Requests that are too malformed to reach the app get an error body of the same shape. */
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
